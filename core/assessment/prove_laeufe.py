"""Proof of stored Läufe: every bound quote, as it is shown today, against the PDFs."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from core.assessment.lauf_view import as_today
from core.citations.audit import Befund, Dateien, audit
from core.citations.eintrag import Verworfen, ZitatStatus, write_eintrag
from core.context import Context
from core.errors import EingabeError
from core.german import formats
from core.runs.lauf import Lauf, Zitat
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore, runstore

PAGE = 500
"""Läufe that are listed at once: a database takes only so many names in one question."""


class LaufBefund(NamedTuple):
    """`ungeprueft`: quotes read in from a file that cannot be proved here; none is shown as a quote."""

    lauf_id: str
    befunde: list[Befund]
    ungeprueft: int = 0


def audit_laeufe(
    context: Context, lauf_ids: Iterable[str], pass_over: bool = False, im_druck: bool = True
) -> Iterator[LaufBefund]:
    """Lauf by Lauf, so that any number of them can be proved; each PDF is opened once.

    `pass_over`: those that somebody has deleted since they were listed. `im_druck`: see `audit`.
    """
    dateien: Dateien = {}
    for lauf_id in lauf_ids:
        try:
            stored = present_lauf(runstore(context), lauf_id)
        except EingabeError:
            if pass_over:
                continue
            raise
        lauf = as_today(context, stored, as_stored=True)
        befunde = audit([answer_of(lauf)], context, dateien, im_druck)
        yield LaufBefund(lauf_id, befunde, _unproved(lauf))


EVERY = Filter(probe_von=None)


def all_laeufe(store: Runstore, wanted: Filter = EVERY) -> list[str]:
    """The ids of all Läufe that are not deleted, probes too, or of those wanted; the latest first."""
    pages = range(0, store.count_laeufe(wanted), PAGE)
    listed = [line.id for start in pages for line in store.list_laeufe(wanted, PAGE, start)]
    return list(dict.fromkeys(listed))  # what is stored meanwhile pushes lines onto the next page


def answer_of(lauf: Lauf) -> dict[str, object]:
    """The bound quotes of a Lauf in the shape of a model's answer, with the Land of its Antrag."""
    scores = [
        {"fraktion": zitat.partei, zitat.typ: {"zitate": [write_eintrag(zitat.eintrag)]}}
        for zitat in lauf.zitate
        if not _is_dropped(zitat)
    ]
    return {"bundesland": lauf.antrag.bundesland, "wahlprogrammScores": scores}


def _unproved(lauf: Lauf) -> int:
    return sum(zitat.status is ZitatStatus.UNGEPRUEFT for zitat in lauf.zitate)


def _is_dropped(zitat: Zitat) -> bool:
    # Only what says so itself: an entry that is damaged is to be found, not passed over.
    return isinstance(zitat.eintrag, Verworfen) and zitat.eintrag.roh is None


def present_lauf(store: Runstore, lauf_id: str) -> Lauf:
    """The stored Lauf, which nobody has deleted."""
    lauf = store.load(lauf_id)
    if lauf.geloescht:
        raise EingabeError(
            f"Der Lauf {lauf_id} ist gelöscht (am {formats.day(lauf.geloescht)}). "
            "Nennen Sie einen, der in „python -m core runs“ steht."
        )
    return lauf
