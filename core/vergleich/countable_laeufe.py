"""Which of the chosen Läufe count, why the others do not, and what is to be known of those that do."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from core.errors import EingabeError
from core.german import formats
from core.runs.figures import Laufkopf
from core.runs.lauf import Status
from core.runs.store import Runstore
from core.runs.write_laeufe import unknown

COPIED = "{} keine neue Antwort, sondern eine gespeicherte; statt dessen zählt der Lauf, aus dem sie stammt."
DELETED = "{} gelöscht und zählt nicht. Unter „Läufe“ lässt er sich zurückholen."
LAEUFT = "{} noch nicht fertig und zählt erst, wenn alle Antworten da sind."
EXAMPLE = "{} ein Beispiel und zählt nicht: Beispiele und echte Läufe werden nicht vermischt."
PROBE = "{} eine Gegenprobe ohne die zitierten Stellen und zählt nicht."
CONTINUED = "{} abgebrochen und später zu Ende geführt; es zählt nur der vollständige."
FROM_FILES = (
    "{} eingelesen: Punkte, Modell, Kosten und Zeiten stehen so nur in der Datei und sind nicht geprüft. "
    "Anteile belegter Zitate beziehen sich auf die Zitate, die hier geprüft werden konnten."
)
OTHER_INDEX = (
    "Bei {} von {} wurde zwischen den Läufen etwas neu eingelesen: Unterschiede können auch daran liegen, "
    "dass andere Passagen vorlagen."
)


def counted(store: Runstore, ids: Sequence[str]) -> tuple[list[Laufkopf], list[str]]:
    """The heads of the Läufe that count, in the order of `ids`, and a sentence on those that do not."""
    found = {row.id: row for row in store.lauf_heads(ids)}
    for lauf_id in ids:
        if lauf_id not in found:
            raise unknown(lauf_id)
    chosen = [found[lauf_id] for lauf_id in dict.fromkeys(ids)]
    out = {
        DELETED: lambda row: row.geloescht is not None,
        PROBE: lambda row: row.probe_von is not None,
    }
    rows, hinweise = _without(chosen, out)
    rows = _originals(store, rows)
    if copies := sum(bool(row.aus_cache) for row in chosen if row.geloescht is None):
        hinweise.append(COPIED.format("Ein Lauf ist" if copies == 1 else f"{copies} Läufe sind"))
    has_real = any(not row.is_demo for row in rows)
    answered = {row.schluessel for row in rows if row.status == Status.FERTIG}
    rows, more = _without(
        rows,
        {
            LAEUFT: lambda row: row.status == Status.LAEUFT,
            EXAMPLE: lambda row: row.is_demo and has_real,
            CONTINUED: lambda row: row.status != Status.FERTIG and row.schluessel in answered,
        },
    )
    if ids and not rows:
        raise EingabeError(" ".join([*hinweise, *more, "Wählen Sie unter „Anträge“ andere aus."]))
    return rows, hinweise + more


def _without(
    rows: Iterable[Laufkopf], rules: dict[str, Callable[[Laufkopf], bool]]
) -> tuple[list[Laufkopf], list[str]]:
    kept, sentences = list(rows), []
    for sentence, is_out in rules.items():
        if out := sum(map(is_out, kept)):
            sentences.append(sentence.format("Ein Lauf ist" if out == 1 else f"{out} Läufe sind"))
            kept = [row for row in kept if not is_out(row)]
    return kept, sentences


def _originals(store: Runstore, rows: Sequence[Laufkopf]) -> list[Laufkopf]:
    """Every answer once: a copy gives way to the Lauf it is of, unless that is gone."""
    known, asked = {row.id: row for row in rows}, set[str]()
    while wanted := {row.aus_cache for row in known.values() if row.aus_cache} - known.keys() - asked:
        asked |= wanted
        known |= {row.id: row for row in store.lauf_heads(wanted) if row.geloescht is None}
    by_answer: dict[str, Laufkopf] = {}
    for row in rows:
        original = row
        while original.aus_cache in known:
            original = known[original.aus_cache]
        by_answer.setdefault(original.aus_cache or original.id, original)
    return list(by_answer.values())


def from_files(heads: Sequence[Laufkopf]) -> Iterator[str]:
    if read_in := sum(kopf.eingelesen is not None for kopf in heads):
        yield FROM_FILES.format("Ein Lauf ist" if read_in == 1 else f"{read_in} Läufe sind")


def other_index(heads: Sequence[Laufkopf]) -> Iterator[str]:
    """Said where the Läufe of one Antrag did not search the same Programme."""
    seen: dict[str, set[str]] = defaultdict(set)
    for kopf in heads:
        seen[kopf.antrag_hash].add(kopf.index_hash)
    if changed := sum(len(states) > 1 for states in seen.values()):
        yield OTHER_INDEX.format(changed, f"{formats.counted(len(seen), 'Antrag', 'Anträgen')}")
