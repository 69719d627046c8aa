"""A comparison of two versions as tables and for scripts."""

from collections.abc import Sequence
from typing import Any

from core.base.table import Column, Table
from core.features.versions.cited import CitedQuote
from core.features.versions.compare import LIMIT, Comparison, Kind, Row, text_of
from core.wortlaut.binding.fund import Fund
from core.wortlaut.binding.near_misses import PieceKind

SIGNS = {PieceKind.GLEICH: "{}", PieceKind.ONLY_ZITAT: "[- {}]", PieceKind.ONLY_QUELLE: "[+ {}]"}
"""What only the old version has, and what only the new one."""


def in_signs(row: Row) -> str:
    """„Wir bauen [- 100] [+ 200] Wohnungen.“; of one that is on one side alone, its words."""
    if row.old is None or row.new is None:
        return text_of(row.old or row.new)
    return " ".join(SIGNS[piece.art].format(piece.text) for piece in row.pieces)


def pages_told(fund: Fund | None) -> str:
    """„S. 12“ as printed, else „Seite 14 der Datei“; nothing where it has no pages."""
    if fund is None or not fund.seiten:
        return ""
    if gedruckt := fund.gedruckt:
        return f"S. {', '.join(gedruckt)}"
    return f"Seite {', '.join(map(str, fund.seiten))} der Datei"


def rows_table(found: Comparison) -> Table:
    """Without what is the same."""
    columns: tuple[Column, ...] = (
        ("Nr.", lambda row: row.number),
        ("Ergebnis", lambda row: row.told),
        ("Alte Fassung", lambda row: text_of(row.old)),
        ("Seite alt", lambda row: pages_told(row.old)),
        ("Neue Fassung", lambda row: text_of(row.new)),
        ("Seite neu", lambda row: pages_told(row.new)),
        ("Wörter", lambda row: in_signs(row) if row.old and row.new else ""),
    )
    return Table("Sätze", columns, [row for row in found.rows if row.kind is not Kind.GLEICH])


def cited_table(cited: Sequence[CitedQuote]) -> Table:
    columns: tuple[Column, ...] = (
        ("Lauf", lambda one: one.lauf),
        ("Antrag", lambda one: one.titel),
        ("Partei", lambda one: one.partei),
        ("Zitat", lambda one: one.text),
        ("Sein Satz", lambda one: one.row.told),
        ("Steht in der neuen Fassung", lambda one: one.stands),
    )
    return Table("Zitate", columns, cited)


def told_table(found: Comparison) -> Table:
    """What the numbers say and what not, beside them in the file."""
    told = [
        ("Alte Fassung", found.old.programm.name),
        ("Neue Fassung", found.new.programm.name),
        *((kind.words, found.counts[kind]) for kind in Kind),
        *(("Nicht verglichen", one) for one in found.unread()),
        ("Was verglichen wird", LIMIT),
    ]
    return Table("Hinweis", (("Angabe", lambda row: row[0]), ("Wert", lambda row: row[1])), told)


def as_json(found: Comparison, cited: Sequence[CitedQuote]) -> dict[str, Any]:
    return {
        "alt": {"name": found.old.programm.name, "version": found.old.version},
        "neu": {"name": found.new.programm.name, "version": found.new.version},
        "zahlen": {str(kind): found.counts[kind] for kind in Kind},
        "nicht_verglichen": found.unread(),
        "hinweis": LIMIT,
        "saetze": [
            {
                "nummer": row.number,
                "ergebnis": str(row.kind),
                "verschoben": row.is_moved,
                "unsicher": row.is_unsure,
                "alt": _side(row.old),
                "neu": _side(row.new),
                "woerter": [{"art": SIDES[piece.art], "text": piece.text} for piece in row.pieces]
                if row.old and row.new
                else [],
            }
            for row in found.rows
            if row.kind is not Kind.GLEICH
        ],
        "zitate": [
            {
                "lauf": one.lauf,
                "titel": one.titel,
                "partei": one.partei,
                "zitat": one.text,
                "satz": one.row.number,
                "steht_in_der_neuen": one.stands,
            }
            for one in cited
        ],
    }


SIDES = {PieceKind.GLEICH: "beide", PieceKind.ONLY_ZITAT: "alt", PieceKind.ONLY_QUELLE: "neu"}


def _side(fund: Fund | None) -> dict[str, Any] | None:
    if fund is None:
        return None
    return {"text": text_of(fund), "seiten": fund.seiten, "gedruckt": fund.gedruckt}
