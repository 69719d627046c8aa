"""What fills a prompt, and how it is read back: the Antrag, its Forderungen and a party's sources.

All that others wrote is fenced, so the tags around it are ours, and so are the labels [Q1] [Q2] …
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from core.antrag.antrag import Antrag
from core.german import formats
from core.models import Fundstelle, Typ
from core.search.prompt_sources import fence
from core.search.trotzdem import vermerk

UNKNOWN = "nicht angegeben"
HEAD = f"[Q10] Partei, Parteiprogramm: {'Name des Programms ' * 2}, Seiten 100 und 101\n„“\n\n"
"""What stands around a passage, about as long as it gets."""

SAG_ES = "Wo sich ein Urteil auf sie stützt, sagt die begruendung das."
"""Of Programme that are not in force."""

NUMMER = re.compile(r"^Forderung ([^\n]{1,20}?): ", re.MULTILINE)
TITEL = re.compile(r"^Titel: (.*)$", re.MULTILINE)
FRAKTION = re.compile(r'"fraktion": "([^"]+)"')
QUELLE = re.compile(
    r"^\[(?P<kennung>Q\d+)\] (?P<partei>.+?), (?P<typ>Wahlprogramm|Parteiprogramm): .*$", re.MULTILINE
)
WORTLAUT = re.compile(r"\s*„(.*)“", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Quellentext:
    """A source as it stands in a prompt."""

    kennung: str
    partei: str
    typ: Typ
    text: str


@dataclass(frozen=True, slots=True)
class Promptinhalt:
    """What a prompt says. `forderungen` as (nummer, text); `quellen` is None where none are asked about."""

    titel: str
    forderungen: tuple[tuple[str, str], ...]
    umfeld: str
    fraktion: str
    quellen: tuple[Quellentext, ...] | None


def antrag_slots(antrag: Antrag) -> dict[str, str]:
    """What a prompt may tell of the Antrag, fenced."""
    # An Antrag without Forderungen is shown whole.
    forderungen = "\n".join(f"Forderung {f.nummer}: {f.text}" for f in antrag.forderungen) or antrag.text
    values = {
        "titel": " ".join(antrag.titel.split()),
        "drucksache": antrag.drucksache,
        "bundesland": antrag.bundesland or "",
        "datum": formats.day(antrag.datum) if antrag.datum else "",
        "antragsteller": ", ".join(antrag.antragsteller),
        "feststellung": antrag.feststellung,
        "forderungen": forderungen,
        "begruendung": antrag.begruendung,
    }
    return {name: fence(value).strip() or UNKNOWN for name, value in values.items()}


def partei_slots(
    antrag: Antrag,
    partei_name: str,
    quellen_text: str,
    ohne_quellen: Collection[Typ] = (),
    unbenutzt: str = "",
    trotzdem: str = "",
) -> dict[str, str]:
    """The same for one party. `quellen_text` comes from format_quotes_for_prompt, which fences it.

    `unbenutzt`: which of its Programme are not asked, and why. `trotzdem`: a sentence on those that are,
    although they are not in force.
    """
    without = [typ.title() for typ in Typ if typ in ohne_quellen]
    told = "Zu beiden Arten von Programm liegen Quellen vor."
    if without:
        told = f"Keine Quellen im Index: {' und '.join(without)}. Dafür gilt score: null."
    if unbenutzt:
        told += f"\nNicht benutzt werden: {fence(unbenutzt)}."
    if trotzdem:
        told += f"\n{fence(trotzdem)} {SAG_ES}"
    return {
        **antrag_slots(antrag),
        "partei": fence(partei_name),
        "quellen": quellen_text.strip() or "keine",
        "ohne_quellen": told,
    }


def fit_sources(
    fundstellen: Sequence[Fundstelle], room: int, size: Callable[[str], int]
) -> tuple[list[Fundstelle], list[Fundstelle]]:
    """Kept and left out, both in their order. They go by rank within their Programm, and never in parts.

    Of each Programm the best that fits is kept, so that no kind of Programm falls silent for the other.
    """
    ranked = _by_rank(fundstellen)
    sizes = {f.chunk.id: size(HEAD + vermerk(f.trotzdem) + f.chunk.text) for f in ranked}
    kept = _first_of_each(ranked, sizes, room)
    room -= sum(sizes[id] for id in kept)
    for id in (f.chunk.id for f in ranked if f.chunk.id not in kept):
        room -= sizes[id]
        # After the first that does not fit none is taken: a worse one must not outlast a better one.
        if room < 0:
            break
        kept.add(id)
    return (
        [f for f in fundstellen if f.chunk.id in kept],
        [f for f in fundstellen if f.chunk.id not in kept],
    )


def _first_of_each(ranked: Sequence[Fundstelle], sizes: Mapping[str, int], room: int) -> set[str]:
    """Of each Programm the best that leaves room for the shortest of the others, else the best that fits."""
    programme: dict[str, list[str]] = {}
    for fundstelle in ranked:
        programme.setdefault(fundstelle.chunk.programm_id, []).append(fundstelle.chunk.id)
    shortest = [min(sizes[id] for id in own) for own in programme.values()]
    kept = set()
    for place, own in enumerate(programme.values(), start=1):
        modest = room - sum(shortest[place:])
        fitting = [id for limit in (modest, room) for id in own if sizes[id] <= limit]
        if fitting:
            kept.add(fitting[0])
            room -= sizes[fitting[0]]
    return kept


def _by_rank(fundstellen: Sequence[Fundstelle]) -> list[Fundstelle]:
    """The first of every Programm, then the second of each."""
    seen: dict[str, int] = {}
    ranks = []
    for fundstelle in fundstellen:
        programm_id = fundstelle.chunk.programm_id
        seen[programm_id] = seen.get(programm_id, 0) + 1
        ranks.append(seen[programm_id])
    return [f for _, f in sorted(zip(ranks, fundstellen, strict=True), key=lambda pair: pair[0])]


def read_vorlage(messages: Sequence[Mapping[str, str]]) -> Promptinhalt | None:
    """The material of the first message that has any; None where there is no Antrag to read."""
    texts = (str(m.get("content", "")) for m in messages if m.get("role") == "user")
    text = next((text for text in texts if _between("antrag", text)), "")
    antrag = _between("antrag", text) or ""
    forderungen = _read_forderungen(_between("forderungen", antrag) or antrag)
    if not forderungen:
        return None
    titel = TITEL.search(antrag)
    sources = _between("quellen", text)
    quellen = None if sources is None else _read_quellen(sources)
    frame = text.replace(antrag, "").replace(sources or "", "")
    named = FRAKTION.search(frame)
    return Promptinhalt(
        titel=titel[1] if titel and titel[1] != UNKNOWN else "",
        forderungen=forderungen,
        umfeld="\n".join(_said(_between(tag, antrag)) for tag in ("feststellung", "begruendung")).strip(),
        fraktion=named[1] if named else quellen[0].partei if quellen else "",
        quellen=quellen,
    )


def _between(tag: str, text: str) -> str | None:
    found = re.search(rf"^<{tag}>\n(.*?)^</{tag}>$", text, re.DOTALL | re.MULTILINE)
    return found[1].rstrip("\n") if found else None


def _said(text: str | None) -> str:
    return "" if text is None or text == UNKNOWN else text


def _read_forderungen(text: str) -> tuple[tuple[str, str], ...]:
    """Without numbers the whole text is one."""
    numbered = tuple((match[1], below.strip()) for match, below in _parts(NUMMER, text))
    return numbered or ((("", said),) if (said := _said(text.strip())) else ())


def _read_quellen(text: str) -> tuple[Quellentext, ...]:
    return tuple(
        Quellentext(match["kennung"], match["partei"], Typ(match["typ"].casefold()), wortlaut[1])
        for match, below in _parts(QUELLE, text)
        if (wortlaut := WORTLAUT.match(below))
    )


def _parts(head: re.Pattern[str], text: str) -> list[tuple[re.Match[str], str]]:
    """Every head with what stands below it."""
    heads = list(head.finditer(text))
    ends = [match.start() for match in heads[1:]] + [len(text)] * bool(heads)
    return [(match, text[match.end() : end]) for match, end in zip(heads, ends, strict=True)]
