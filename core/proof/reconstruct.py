"""Every quote of a raw answer is bound to its source, or dropped with a reason. No model is trusted with one.

What a model emits is hostile until shown otherwise: whatever cannot be read becomes a reason, nothing raises.
"""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

from core.base.errors import EingabeError
from core.programme.context import Context, default_context
from core.programme.quellen import Quellen
from core.programme.registry import Registered, Registry
from core.search.shown_passage import passages_of
from core.wortlaut.binding.bind import Bindung, ShownContext, bind, shortened
from core.wortlaut.binding.eintrag import Gebunden, Verworfen, write_eintrag
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.binding.source_labels import cite_url, parse_cite_url, plain_label
from core.wortlaut.errors import DashboardError
from core.wortlaut.garbage import at_rest
from core.wortlaut.german.folding import letters
from core.wortlaut.records import PROGRAMM_TYPEN, Fundstelle, Typ

# --- the shape of an answer: other names of its keys are replaced, quotes that lie elsewhere are taken out --
# {"wahlprogramm_scores": {"SPD": {"wahlprogramm": {"quotes": "…"}}}} becomes
# {"wahlprogrammScores": [{"fraktion": "SPD", "wahlprogramm": {"zitate": "…"}}]}.

SCORES, FRAKTION, ZITATE, TEXT = "wahlprogrammScores", "fraktion", "zitate", "text"
DROPPED = "verworfeneZitate"

# By the letters alone: „wahlprogramm_scores“, „WahlprogrammScores“ and „wahlprogramm-scores“ are one name.
ANSWER_NAMES = dict.fromkeys(("wahlprogrammscores", "programmscores", "scores"), SCORES)
ENTRY_NAMES = {
    **dict.fromkeys(("fraktion", "partei", "party"), FRAKTION),
    "wahlprogramm": str(Typ.WAHLPROGRAMM),
    **dict.fromkeys(("parteiprogramm", "grundsatzprogramm"), str(Typ.PARTEIPROGRAMM)),
}
PART_NAMES = dict.fromkeys(("zitate", "zitat", "quotes", "quote", "citations", "belege"), ZITATE)
QUOTE_NAMES = dict.fromkeys(("text", "zitat", "quote", "wortlaut"), TEXT)
SOURCE_NAMES = {"quelle", "source", "url", "seite", "page"}


class Stray(NamedTuple):
    """A quote in a place that is not read, with the path to it."""

    zitat: object
    fraktion: str
    feld: str


def entries_of(data: dict[str, object]) -> list[object]:
    """Put the Fraktionen of an answer, one by one and under the names that are read, into it."""
    _rename(data, ANSWER_NAMES)
    scores = data.get(SCORES)
    if isinstance(scores, dict) and not any(letters(str(key)) in ENTRY_NAMES for key in scores):
        # By Fraktion, as some models write them: {"SPD": {…}} is [{"fraktion": "SPD", …}].
        scores = [
            {FRAKTION: name, **entry} if isinstance(entry, dict) else entry for name, entry in scores.items()
        ]
    data[SCORES] = entries = flat(scores)
    for entry in entries:
        _rename_entry(entry)
    return entries


def quote_text(zitat: object) -> str | None:
    """The wording in what stands in the place of a quote."""
    if isinstance(zitat, Mapping):
        named = (value for key, value in zitat.items() if QUOTE_NAMES.get(letters(str(key))))
        zitat = next((value for value in named if isinstance(value, str)), None)
    return zitat if isinstance(zitat, str) else None


def flat(value: object) -> list[object]:
    """Models write one thing where a list should be, or nothing, or lists of lists."""
    found: list[object] = []
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list | tuple):
            waiting.extend(reversed(one))
        elif one is not None:
            found.append(one)
    return found


def take_strays(data: dict[str, object]) -> list[Stray]:
    """Take out every quote that stands where none is read, of an answer whose `entries_of` were taken."""
    found: list[Stray] = []
    waiting: list[tuple[object, Collection[str], str, str]] = [(data, (SCORES, DROPPED), "", "")]
    for entry in flat(data.get(SCORES)):
        if isinstance(entry, dict):
            named = entry.get(FRAKTION)
            fraktion = named if isinstance(named, str) else ""
            waiting.append((entry, PROGRAMM_TYPEN, fraktion, ""))
            waiting += [(entry.get(typ), (ZITATE,), fraktion, f"{typ}.") for typ in PROGRAMM_TYPEN]
    while waiting:
        value, read, fraktion, path = waiting.pop()
        if isinstance(value, dict):
            for key in [key for key in value if key not in read]:
                inner, place = value[key], f"{path}{key}"
                if _holds_quotes(key, inner):
                    found += [Stray(one, fraktion, place) for one in flat(value.pop(key))]
                else:
                    waiting.append((inner, (), fraktion, f"{place}."))
        elif isinstance(value, list):
            found += [Stray(one, fraktion, path.removesuffix(".")) for one in value if _is_quote(one)]
            value[:] = [one for one in value if not _is_quote(one)]
            waiting += [(one, (), fraktion, path) for one in value]
    return found


def _holds_quotes(key: object, value: object) -> bool:
    """By its name, unless it is a mere count of them; or by what it looks like."""
    is_count = isinstance(value, int | float) or value is None
    return (PART_NAMES.get(letters(str(key))) is not None and not is_count) or _is_quote(value)


def _is_quote(value: object) -> bool:
    """An object with a wording and something that says from where."""
    if not isinstance(value, dict) or quote_text(value) is None:
        return False
    return any(letters(str(key)) in SOURCE_NAMES for key in value)


def _rename_entry(entry: object) -> None:
    if isinstance(entry, dict):
        _rename(entry, ENTRY_NAMES)
        for typ in PROGRAMM_TYPEN:
            if isinstance(part := entry.get(typ), dict):
                _rename(part, PART_NAMES)


def _rename(mapping: dict[str, object], names: Mapping[str, str]) -> None:
    for key in list(mapping):
        name = names.get(letters(str(key)))
        if name is not None and name not in mapping:
            mapping[name] = mapping.pop(key)


# --- files of stored answers, and the quotes in an answer whatever its shape --------------------------------


class Stored(NamedTuple):
    """What stands in the place of a quote, and the Land its answer is for."""

    zitat: object
    bundesland: object


def read_answers(path: Path) -> list[object]:
    """The answers of a file: one as JSON, a list of them, or one per line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise EingabeError(f"Die Datei {path} lässt sich nicht als Text lesen.") from error
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return [_parse(line, path, n) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    return found if isinstance(found, list) else [found]


def _parse(line: str, path: Path, number: int) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise EingabeError(f"{path} ist weder JSON noch JSONL: Zeile {number} ist kein JSON.") from error


def zitate_of(answer: object) -> Iterator[Stored | str]:
    """Every quote of an answer; a German sentence for every place that cannot hold quotes."""
    if not isinstance(answer, dict):
        yield "Die Antwort ist kein JSON-Objekt."
        return
    answer = deepcopy(answer)
    _rename(answer, ANSWER_NAMES)
    for entry in flat(answer.get(SCORES)):
        _rename_entry(entry)
    scores = answer.get(SCORES) or []
    if not isinstance(scores, list):
        yield "„wahlprogrammScores“ ist keine Liste."
        return
    for score in scores:
        if not isinstance(score, dict):
            yield "Ein Eintrag in „wahlprogrammScores“ ist kein Objekt."
            continue
        for typ in Typ:
            teil = score.get(typ) or {}
            zitate = (teil.get("zitate") or []) if isinstance(teil, dict) else None
            if isinstance(zitate, list):
                yield from (Stored(zitat, answer.get("bundesland")) for zitat in zitate)
            else:
                yield f"„{typ}“ hat keine Liste „zitate“."


# --- which Programm and which pages a quote names that has only its wording, its label or its address -------

Fields = dict[Any, Any]
Printed = Sequence[Sequence[str]]


def completed(
    zitat: Fields, programme: Mapping[str, Registered], printed_of: Callable[[Registered], Printed]
) -> Fields:
    """The quote with `programm`, `seiten` and `gedruckt`, and where it has no address with that of its label;
    what cannot be told stays missing.

    `printed_of`: page by page the numbers printed on it.
    """
    if zitat.get("programm") is not None:
        return zitat
    url, quelle = _text(zitat.get("url")), plain_label(_text(zitat.get("quelle")))
    address = parse_cite_url(url) or {}
    name = quelle.rpartition(", S")[0] or quelle  # „SPD NRW Wahlprogramm 2022, S. 56“
    programm = next((one for one in programme.values() if one.name == name), None)
    if programm is None:
        programm = programme.get(address.get("programm", ""))
    if programm is None:
        return zitat
    found = {**zitat, "programm": programm.id}
    if "seiten" in zitat:
        return found
    try:
        printed = printed_of(programm)
    except DashboardError:
        return found  # whoever looks for the wording is told the same reason
    begins = address.get("seite", "") if address.get("programm") == programm.id else ""
    found |= _named_pages(quelle, programm, begins, printed) or _named_pages(quelle, programm, "", printed)
    if has_label_alone(zitat) and "seiten" in found:
        found["url"] = cite_url(programm.id, found["seiten"][0], _text(zitat.get("text")))
    return found


def has_label_alone(zitat: object) -> bool:
    """Nothing but its label says where it stands."""
    if not isinstance(zitat, dict) or not _text(zitat.get("quelle")):
        return False
    return all(zitat.get(name) in (None, "") for name in ("programm", "url")) and "seiten" not in zitat


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _named_pages(quelle: str, programm: Registered, begins: str, gedruckt: Printed) -> Fields:
    """The page or two whose label is the quote's own; of several the address tells on which it begins."""
    known = dict(enumerate(gedruckt, start=1))
    first = int(begins) if begins.isascii() and begins.isdigit() and len(begins) < 7 else 0
    for pages in (
        list(range(n, n + more)) for more in (1, 2) for n in ([first] if first in known else known)
    ):
        printed = [number for n in pages for number in known.get(n, ())]
        for named in runs_of(printed):
            if pages[-1] in known and quelle == plain_label(programm.label(named, pages)):
                return {"seiten": pages, "gedruckt": named}
    return {}


def runs_of(printed: Sequence[str]) -> list[list[str]]:
    """What of the numbers on its pages a label may name: all, one half of a double page, none."""
    ends = range(len(printed), 0, -1)
    return [*(list(printed[start:end]) for start in range(len(printed)) for end in ends if start < end), []]


# --- binding the quotes of an answer -----------------------------------------------------------------------


Answer = dict[str, Any]


def reconstruct_zitate(data: Answer, semantic_quotes: object, context: Context | None = None) -> Answer:
    """Bind every quote of an answer in place; what cannot be bound moves to `data["verworfeneZitate"]`.

    `semantic_quotes`: the passages that the model was shown, in any form that `passages_of` takes.
    """
    context = context or default_context()
    outside = context.settings.zitate_ausserhalb
    shown = passages_of(semantic_quotes, context)
    quellen = Quellen.around(context, shown)
    indexed = {  # without passages of which nobody knows here where they stand
        partei: [one for one in own if one.programm_id in quellen and one.chunk.start < one.chunk.end]
        for partei, own in shown.items()
    }
    return reconstruct(data, indexed, quellen, context.registry, accept_outside=outside)


def reconstruct(
    data: Answer,
    semantic_quotes: Mapping[str, Sequence[Fundstelle]],
    quellen: Mapping[str, Quelle],
    registry: Registry,
    accept_outside: bool = False,
) -> Answer:
    """The same on given sources: a pure function but for the answer, which it changes and returns.

    `accept_outside` keeps quotes that are true but were not shown to the model; their status tells.
    """
    if not isinstance(data, dict):
        return {SCORES: [], DROPPED: [write_eintrag(_unreadable(data, "", ""))]}
    dropped: list[Verworfen] = []
    scores = []
    # Binding makes thousands of small objects and no cycle; a process that has just begun would look for one
    # among all that it imported.
    with at_rest():
        kontext = ShownContext.of(semantic_quotes, quellen)
        for entry in entries_of(data):
            if isinstance(entry, dict):
                scores.append(entry)
                dropped += _bind_entry(entry, kontext, registry, accept_outside)
            else:
                dropped.append(_unreadable(entry, "", ""))
    data[SCORES] = scores
    dropped += [_stray(*stray) for stray in take_strays(data)]
    data[DROPPED] = [write_eintrag(one) for one in dropped]
    return data


def _bind_entry(
    entry: Answer, kontext: ShownContext, registry: Registry, accept_outside: bool
) -> Iterator[Verworfen]:
    """Bind the quotes of one Fraktion, in both of its parts, and tell which are dropped."""
    named = entry.get(FRAKTION)
    fraktion = named if isinstance(named, str) else ""
    known = registry.known_partei(fraktion)
    partei = known.id if known else fraktion
    for typ in PROGRAMM_TYPEN:
        part = entry.get(typ)
        if isinstance(part, dict):
            found = [
                _unreadable(zitat, fraktion, typ)
                if (text := quote_text(zitat)) is None
                else bind(text, partei, typ, kontext).eintrag(fraktion, typ, accept_outside)
                for zitat in flat(part.get(ZITATE))
            ]
            part[ZITATE] = [write_eintrag(one) for one in found if isinstance(one, Gebunden)]
            yield from (one for one in found if isinstance(one, Verworfen))
        elif part is not None:
            entry[str(typ)] = {"score": None, "begruendung": "", ZITATE: []}
            yield _unreadable(part, fraktion, typ)


def _stray(zitat: object, fraktion: str, feld: str) -> Verworfen:
    """A quote that nobody would have read: it is told, and nothing of it is kept where it stood."""
    text = quote_text(zitat)
    reason = f"Das Zitat steht in einem Feld, in dem keines gelesen wird: „{shortened(feld)}“."
    kept = f"({type(zitat).__name__})" if text is None else text
    return Bindung.unreadable(kept, reason).verworfen(fraktion, "")


def _unreadable(value: object, fraktion: str, bereich: str) -> Verworfen:
    if isinstance(value, str):
        return Bindung.no_quote(value).verworfen(fraktion, bereich)
    reason = "An der Stelle eines Zitats steht kein Text."
    kept = f"({type(value).__name__})"
    return Bindung.unreadable(kept, reason).verworfen(fraktion, bereich)
