"""Proof of what is stored: every bound quote of Läufe against the PDFs."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from core.citations.audit import Befund, Dateien, audit
from core.context import Context
from core.errors import EingabeError
from core.runs.lauf import Lauf, Zitat
from core.runs.store import Runstore

PAGE = 500
"""Läufe that are listed at once: a database takes only so many names in one question."""


class Laufbefund(NamedTuple):
    lauf_id: str
    befunde: list[Befund]


def audit_laeufe(store: Runstore, lauf_ids: Iterable[str], context: Context) -> Iterator[Laufbefund]:
    """Lauf by Lauf, so that any number of them can be proved; each PDF is opened once."""
    dateien: Dateien = {}
    for lauf_id in lauf_ids:
        answer = answer_of(_present(store, lauf_id))
        yield Laufbefund(lauf_id, audit([answer], context, dateien))


def all_laeufe(store: Runstore) -> list[str]:
    """The ids of all Läufe that are not deleted, the latest first."""
    pages = range(0, store.count_laeufe(), PAGE)
    listed = [line.id for start in pages for line in store.list_laeufe(limit=PAGE, offset=start)]
    return list(dict.fromkeys(listed))  # what is stored meanwhile pushes lines onto the next page


def answer_of(lauf: Lauf) -> dict[str, Any]:
    """The bound quotes of a Lauf in the shape of a model's answer, with the Land of its Antrag."""
    scores = [
        {"fraktion": zitat.partei, zitat.typ: {"zitate": [zitat.eintrag]}}
        for zitat in lauf.zitate
        if not _is_dropped(zitat)
    ]
    return {"bundesland": lauf.antrag.bundesland, "wahlprogrammScores": scores}


def _is_dropped(zitat: Zitat) -> bool:
    # Only what says so itself: an entry that is damaged is to be found, not passed over.
    return isinstance(zitat.eintrag, Mapping) and "grund" in zitat.eintrag


def _present(store: Runstore, lauf_id: str) -> Lauf:
    lauf = store.load(lauf_id)
    if lauf.geloescht:
        raise EingabeError(
            f"Der Lauf {lauf_id} ist gelöscht (am {lauf.geloescht:%d.%m.%Y}). "
            "Nennen Sie einen, der in „python -m core runs“ steht."
        )
    return lauf
