"""Listed Anträge, finished Läufe on them, and the numbers of those that a filter finds."""

from dataclasses import replace
from datetime import date, timedelta

from core.runs.antraege import ListedAntrag, ListingFilter, count_listed
from core.runs.lauf import Score
from core.runs.store import Runstore
from tests.runs.beispiele import neuer_lauf, teil

SPD, CDU = "Fraktion der SPD", "Fraktion der CDU"


def paper(number: int, **changes: object) -> ListedAntrag:
    one = ListedAntrag(
        quelle="DIP", kennung=f"BT 21/{number}", nummer=f"21/{number}", titel=f"Brunnen {number}",
        typ="Antrag", parlament="Deutscher Bundestag", bundesland="BUND", wahlperiode=21,
        datum=date(2026, 11, 1) + timedelta(days=number), urheber=(SPD,),
    )  # fmt: skip
    return replace(one, **changes)  # type: ignore[arg-type]


def finished(store: Runstore, punkte: float | None = 8.0, **changes: object) -> str:
    lauf_id = store.start(neuer_lauf(**changes))
    scores = (
        Score("LINDENBUND", "parteiprogramm", 2.0),
        Score("LINDENBUND", "wahlprogramm", punkte),
        Score("MUEHLRAD", "parteiprogramm", 3.0),
    )
    store.save_teil(lauf_id, replace(teil(), partei="LINDENBUND"), scores[:2], ())
    store.save_teil(lauf_id, replace(teil(), partei="MUEHLRAD"), scores[2:], ())
    store.finish(lauf_id)
    return lauf_id


def numbers(store: Runstore, **wanted: object) -> list[str]:
    found = store.list_listed(ListingFilter(**wanted))  # type: ignore[arg-type]
    assert count_listed(store, ListingFilter(**wanted)) == len(found)  # type: ignore[arg-type]
    return [one.antrag.nummer for one in found]
