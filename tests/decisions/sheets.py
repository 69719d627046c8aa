"""Sheets of a roll call as the Bundestag writes them, and heads of its results."""

from pathlib import Path

COLUMNS = (
    "Wahlperiode,Sitzungnr,Abstimmnr,Fraktion/Gruppe,Name,Vorname,Titel,ja,nein,Enthaltung,ungültig,"
    "nichtabgegeben,Bezeichnung"
).split(",")
HEAD = (
    "Endgültiges Ergebnis der Namentlichen Abstimmung Nr. 1 {} der Fraktion DIE LINKE. Radwege bauen "
    "- Drucksachen 18/1 und 18/2 - Abgegebene Stimmen insgesamt: 9"
)
MOTION, ADVICE = HEAD.format("Antrag"), HEAD.format("Beschlussempfehlung zu dem Antrag")


def row(fraktion: str, place: int) -> list[str]:
    return [
        "18",
        "9",
        "1",
        fraktion,
        "Muster",
        "Eva",
        "",
        *("1" if i == place else "0" for i in range(5)),
        "",
    ]


ROWS = [
    *(row("CDU/CSU", 0) for _ in range(3)),
    *(row("SPD", 0) for _ in range(2)),
    row("SPD", 4),
    row("BÜ90/GR", 2),
    row("BÜNDNIS`90/DIE GRÜNEN", 2),
    row("DIE LINKE", 1),
    row("DIE LINKE.", 1),
    row("Fraktionslos", 0),
]


def as_csv(path: Path, rows: list[list[str]], mark: str = ",", encoding: str = "utf-8") -> Path:
    path.write_text("\n".join(mark.join(line) for line in [COLUMNS, *rows]), encoding=encoding)
    return path
