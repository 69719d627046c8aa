"""What there is to compare: every column that has Läufe, and the Anträge it has them of."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from core.errors import EingabeError
from core.runs.store import Runstore
from core.vergleich.spalten import Spalte, spalten_of
from core.vergleich.spalten_names import named

MOST = 6
"""So many columns can be read side by side."""

PROPOSED = 4
"""So many are shown to who has not chosen yet."""


@dataclass(frozen=True, slots=True)
class SpaltenRow:
    """A column with its Läufe: Antrag → their ids, the earliest first."""

    spalte: Spalte
    laeufe: Mapping[str, tuple[str, ...]]
    zuletzt: datetime

    @property
    def schluessel(self) -> str:
        return self.spalte.schluessel

    @property
    def total(self) -> int:
        return sum(map(len, self.laeufe.values()))


@dataclass(frozen=True, slots=True)
class Stock:
    """The columns, those with most Anträge first, and the titles of the Anträge by their hash."""

    spalten: tuple[SpaltenRow, ...]
    antraege: Mapping[str, str]


def list_stock(store: Runstore, is_demo: bool = False) -> Stock:
    """Of the examples, or of all others. What was served from the cache is nobody's answer."""
    heads = store.lauf_heads(is_demo=is_demo)
    laeufe: dict[Spalte, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    zuletzt: dict[Spalte, datetime] = {}
    for kopf, spalte in zip(heads, spalten_of(heads), strict=True):
        laeufe[spalte][kopf.antrag_hash].append(kopf.id)
        zuletzt[spalte] = kopf.created
    zeilen = [
        SpaltenRow(spalte, {antrag: tuple(ids) for antrag, ids in own.items()}, zuletzt[own_key])
        for spalte, (own_key, own) in zip(named(list(laeufe)), laeufe.items(), strict=True)
    ]
    zeilen.sort(key=lambda zeile: (-len(zeile.laeufe), -zeile.total, zeile.spalte.name))
    return Stock(tuple(zeilen), {k.antrag_hash: k.antrag_name for k in heads})


def proposed(stock: Stock) -> list[SpaltenRow]:
    """What is worth a first look: of the columns with most Anträge those that share one; none alone."""
    chosen: list[SpaltenRow] = []
    for zeile in stock.spalten:
        if common([*chosen, zeile]):
            chosen.append(zeile)
    return chosen[:PROPOSED] if len(chosen) > 1 else []


def find_rows(stock: Stock, schluessel: Sequence[str]) -> list[SpaltenRow]:
    """The columns of these keys, in their order."""
    by_key = {zeile.schluessel: zeile for zeile in stock.spalten}
    if missing := [key for key in schluessel if key not in by_key]:
        raise EingabeError(
            f"Eine Spalte „{missing[0]}“ gibt es nicht: Kein gespeicherter Lauf gehört zu ihr. "
            "Wählen Sie die Spalten neu aus."
        )
    if len(schluessel) > MOST:
        raise EingabeError(
            f"Nebeneinander passen höchstens {MOST} Spalten, gewählt sind {len(schluessel)}. "
            "Wählen Sie weniger aus."
        )
    return [by_key[key] for key in schluessel]


def common(zeilen: Sequence[SpaltenRow]) -> list[str]:
    """The Anträge that all these columns have Läufe of."""
    first, *others = zeilen
    return [antrag for antrag in first.laeufe if all(antrag in other.laeufe for other in others)]


def lauf_ids(zeilen: Sequence[SpaltenRow], antraege: Sequence[str]) -> list[str]:
    """Column by column, so that they stay in this order."""
    wanted = set(antraege)
    return [id for zeile in zeilen for antrag, ids in zeile.laeufe.items() if antrag in wanted for id in ids]
