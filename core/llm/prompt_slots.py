"""What fills a prompt: the Antrag, its Forderungen and a party's sources.

All that others wrote is fenced, so the tags around it are ours, and so are the labels [Q1] [Q2] …
"""

from collections.abc import Callable, Collection, Mapping, Sequence

from core.antrag.antrag import Antrag
from core.antrag.law_changes import wortlaut
from core.german import formats
from core.models import Fundstelle, Typ
from core.search.in_force import remark
from core.search.prompt_sources import fence

UNKNOWN = "nicht angegeben"
HEAD = f"[Q10] Partei, Parteiprogramm: {'Name des Programms ' * 2}, Seiten 100 und 101\n„“\n\n"
"""What stands around a passage, about as long as it gets."""

SAY_IT = "Wo sich ein Urteil auf sie stützt, sagt die begruendung das."
"""Of Programme that are not in force."""


def antrag_slots(antrag: Antrag) -> dict[str, str]:
    """What a prompt may tell of the Antrag, fenced."""
    # An Antrag without Forderungen is shown whole.
    forderungen = "\n".join(f"Forderung {f.nummer}: {wortlaut(f)}" for f in antrag.forderungen) or antrag.text
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
        told += f"\n{fence(trotzdem)} {SAY_IT}"
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
    sizes = {f.chunk.id: size(HEAD + remark(f.trotzdem) + f.chunk.text) for f in ranked}
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
