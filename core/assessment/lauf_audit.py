"""Proof of stored Läufe: every bound quote, as it is shown today, against the PDFs."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from core.assessment.lauf_view import answer_of, as_today, present_lauf
from core.base.errors import EingabeError
from core.programme.context import Context
from core.proof.audit import Befund, Dateien, audit
from core.runs.store import Runstore, runstore
from core.wortlaut.binding.eintrag import ZitatStatus

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
        yield LaufBefund(
            lauf_id, befunde, sum(zitat.status is ZitatStatus.UNGEPRUEFT for zitat in lauf.zitate)
        )


def all_laeufe(store: Runstore) -> list[str]:
    """The ids of all Läufe that are not deleted; the latest first."""
    pages = range(0, store.count_laeufe(), PAGE)
    listed = [line.id for start in pages for line in store.list_laeufe(limit=PAGE, offset=start)]
    return list(dict.fromkeys(listed))  # what is stored meanwhile pushes lines onto the next page
