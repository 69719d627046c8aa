"""A comparison as a file to take along."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Self

from core.base import clock, formats
from core.base.table import Table, as_csv, as_xlsx
from core.features.vergleich.export_tables import (
    beleg_tables,
    beleg_values,
    pruefung_quellen,
    single_values,
    tables,
)
from core.features.vergleich.spalten import Vergleich
from core.programme.registry import is_document
from core.runs.export import edit_table, verdict_table
from core.runs.store import Runstore

# --- a comparison as a file to take along -------------------------------------------------------------------

TITLE = "Vergleich von Läufen"


class VergleichFileForm(StrEnum):
    XLSX = "xlsx"
    CSV = "csv"


def exported(
    vergleich: Vergleich,
    form: VergleichFileForm,
    basis: int = 0,
    namen: Mapping[str, str] | None = None,
    stand: datetime | None = None,
    store: Runstore | None = None,
) -> bytes:
    """All of it as a workbook, or every score as a row (csv).

    Differences are told against the column `basis`; `namen`: what the parties are called; with the `store`
    the workbook holds the quotes themselves, too, and what second models say of them.
    """
    names, moment = namen or {}, stand or clock.now()
    if form is VergleichFileForm.CSV:
        return as_csv(single_values(vergleich, names, moment))
    if store is None:
        return as_xlsx(tables(vergleich, basis, names, moment, None), TITLE, moment)
    ids = [lauf.id for lauf in vergleich.laeufe]
    # By what the checker says that looked at most quotes.
    quelle = next(iter(pruefung_quellen(store, ids)), None)
    belege = beleg_values(store, vergleich, quelle)
    measured = beleg_tables(vergleich, names, quelle, belege) if belege else ()
    return as_xlsx((*_sheets(vergleich, basis, names, moment, store), *measured), TITLE, moment)


def _sheets(
    vergleich: Vergleich, basis: int, namen: Mapping[str, str], stand: datetime, store: Runstore
) -> tuple[Table, ...]:
    """With the quotes, what was said of them, and what was changed of the Anträge."""
    titles = {lauf.id: vergleich.antraege[lauf.antrag] for lauf in vergleich.laeufe}
    traegt = store.traegt_of(list(titles))
    judged = {one.id: one for one in store.judged_antraege(list(titles))}
    return (
        *tables(
            vergleich,
            basis,
            namen,
            stand,
            [one for one in store.zitate_of(list(titles)) if not is_document(one.partei)],
        ),
        verdict_table(titles, namen, traegt, store.people_of(list(titles))),
        edit_table(
            [judged[lauf_id] for lauf_id in titles if lauf_id in judged], lambda id, _: namen.get(id, id)
        ),
    )


# --- the permanent address of a comparison: what was chosen, and what it was made of then ------------------
# Columns and Anträge are chosen, not Läufe: a new Lauf joins them, a deleted one leaves. So the address holds
# how many Läufe there were and a sum over them, and says later that it is no longer the same.


STATE = re.compile(r"(\d{1,6})-([0-9a-f]{16})")
NAME = "stand"
"""Of the parameter that holds it."""


@dataclass(frozen=True, slots=True)
class VergleichState:
    """`laeufe`: how many; `digest`: over which."""

    laeufe: int
    digest: str

    @classmethod
    def of(cls, ids: Iterable[str]) -> Self:
        own = sorted(set(ids))
        return cls(len(own), hashlib.sha256("\n".join(own).encode()).hexdigest()[:16])

    @classmethod
    def read(cls, text: str) -> Self | None:
        """None for what no address of ours holds."""
        found = STATE.fullmatch(text)
        return cls(int(found[1]), found[2]) if found else None

    def __str__(self) -> str:
        return f"{self.laeufe}-{self.digest}"


def changed_since(then: VergleichState, now: VergleichState) -> str:
    """„Damals 12 Läufe, heute 14“; „“ where it is still the same."""
    if then == now:
        return ""
    counted = formats.counted(then.laeufe, "Lauf", "Läufe")
    today = f"heute sind es {formats.number(now.laeufe)}"
    if then.laeufe == now.laeufe:
        today = "heute sind es ebenso viele, aber andere"
    return (
        "Dieser Vergleich ist nicht mehr, wie er war, als die Adresse weitergegeben wurde: Damals beruhte "
        f"er auf {counted}, {today}. Läufe kamen dazu oder wurden gelöscht."
    )
