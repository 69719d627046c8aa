"""A comparison as tables and for scripts."""

from core.base.table import Column, Table
from core.features.treaties.compare import LIMIT, Comparison, Verdict


def rows_table(found: Comparison) -> Table:
    """A row for each sentence and party."""
    columns: tuple[Column, ...] = (
        ("Nr.", lambda row: row[0].sentence.number),
        ("Kapitel", lambda row: row[0].sentence.chapter),
        ("Seite der Datei", lambda row: ", ".join(map(str, row[0].sentence.fund.seiten))),
        ("Satz", lambda row: row[0].sentence.text),
        ("Partei", lambda row: row[1]),
        ("Ergebnis", lambda row: row[2].verdict.words),
        ("Zu beachten", lambda row: row[2].note),
        ("Gleiche Wörter", lambda row: row[2].share),
        ("Ähnlichkeit", lambda row: row[2].similarity),
        ("Nächste Stelle", lambda row: row[2].text),
        ("Quelle", lambda row: row[2].label),
    )
    rows = [(row, partei, one) for row in found.rows for partei, one in row.nearest.items()]
    return Table("Sätze", columns, rows)


def counts_table(found: Comparison) -> Table:
    """By chapter and party; the last rows are the whole treaty's."""
    columns: tuple[Column, ...] = (
        ("Kapitel", lambda row: row[0]),
        ("Partei", lambda row: row[1]),
        *((one.words, lambda row, one=one: row[2][one]) for one in Verdict),
    )
    rows = [(chapter, partei, counts) for (chapter, partei), counts in found.counts.items()]
    return Table("Zahlen", columns, [*rows, *(("Ganzer Vertrag", p, found.total(p)) for p in found.parteien)])


def limit_table(found: Comparison) -> Table:
    """What the numbers say and what not, beside them in the file."""
    told = [
        ("Vertrag", found.treaty.name),
        ("Umfang", found.left_out()),
        *((partei, "; ".join(one.name for one in own)) for partei, own in found.programme.items()),
        *((partei, "kein geltendes Programm eingelesen") for partei in found.missing),
        ("Was „nah“ heißt", LIMIT),
    ]
    return Table("Hinweis", (("Angabe", lambda row: row[0]), ("Wert", lambda row: row[1])), told)


def as_json(found: Comparison) -> dict[str, object]:
    return {
        "vertrag": found.treaty.name,
        "umfang": found.left_out(),
        "hinweis": LIMIT,
        "programme": {partei: [one.id for one in own] for partei, own in found.programme.items()},
        "ohne_programm": list(found.missing),
        "zahlen": [
            {"kapitel": chapter, "partei": partei, **{str(one): counts[one] for one in Verdict}}
            for (chapter, partei), counts in found.counts.items()
        ],
        "saetze": [
            {
                "nummer": row.sentence.number,
                "kapitel": row.sentence.chapter,
                "seiten": row.sentence.fund.seiten,
                "satz": row.sentence.text,
                "parteien": {
                    partei: {
                        "ergebnis": str(one.verdict),
                        "heisst": one.verdict.words,
                        "zu_beachten": one.note,
                        "gleiche_woerter": one.share,
                        "aehnlichkeit": one.similarity,
                        "stelle": one.text,
                        "quelle": one.label,
                        "programm": one.fund.quelle.programm.id if one.fund else None,
                        "seiten": one.fund.seiten if one.fund else [],
                    }
                    for partei, one in row.nearest.items()
                },
            }
            for row in found.rows
        ],
    }
