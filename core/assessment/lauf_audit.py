"""Proof of stored Läufe: every bound quote, as it is shown today, against the PDFs."""

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import NamedTuple

from core.assessment.lauf_view import answer_of, as_today, present_lauf
from core.base.errors import EingabeError
from core.base.version import VERSION
from core.programme.context import Context
from core.proof.audit import Befund, Dateien, audit
from core.runs.notes import Pruefung
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


BEFUNDE = 200
"""So many failures are kept with a proof; that there are more tell its counts."""


class ProofLog:
    """The counts of a proof while it goes on."""

    def __init__(self) -> None:
        self._begin = time.monotonic()
        self._laeufe = self._checked = self._proven = 0
        self._befunde: list[Mapping[str, object]] = []

    def add(self, lauf_befund: LaufBefund) -> None:
        self._laeufe += 1
        self._checked += len(lauf_befund.befunde)
        self._proven += sum(befund.ok for befund in lauf_befund.befunde)
        failed = [befund for befund in lauf_befund.befunde if not befund.ok]
        room = BEFUNDE - len(self._befunde)
        self._befunde += [
            {
                "lauf": lauf_befund.lauf_id,
                **asdict(befund),
                "gruende": list(befund.gruende),
                "hinweise": list(befund.hinweise),
            }
            for befund in failed[:room]
        ]

    def save(self, store: Runstore) -> Pruefung:
        return store.save_note(
            Pruefung(
                sekunden=time.monotonic() - self._begin,
                laeufe=self._laeufe,
                geprueft=self._checked,
                belegt=self._proven,
                befunde=tuple(self._befunde),
                app_version=VERSION,
            )
        )
