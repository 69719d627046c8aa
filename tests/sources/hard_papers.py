"""Invented Anträge with everything that made readers of Landtage fail: the same for each of them."""

from datetime import date, timedelta

from tests.sources.antrag_shapes import Paper

TITLES = (
    ("Brunnen für jedes Viertel – „Größe“ & Maß",) * 2,
    ("Straßen\u00adbahn nach Linden\u00adau", "Straßenbahn nach Lindenau"),
    ("Was folgt aus Drs 19/77, Antrag vom 01.01.2025?",) * 2,
    ("Mehr Grün,   weniger Beton:\n <Plätze> der Stadt", "Mehr Grün, weniger Beton: <Plätze> der Stadt"),
    ('Versuche "im Betrieb" (A/B)',) * 2,
    ("Zu viel\u00a0Lärm", "Zu viel Lärm"),
    ("Änderungsantrag ohne Ende: über Anträge zu Anträgen, zu Recht",) * 2,
    ("Öfter üben " * 20, ("Öfter üben " * 20).strip()),
    ("Gesetz über Bäume (BaumG) vom 03.04.2024 ändern",) * 2,
    ("Fraktion der SPD lobt CDU, GRÜNE",) * 2,
    ("Kleine Anfrage",) * 2,
)
"""As it is told, and as it is to be read."""

MOVERS = (
    ("SPD",),
    ("CDU", "SPD"),
    ("BÜNDNIS 90/DIE GRÜNEN", "SPD", "Die Linke"),
    ("Fraktion der FDP/DVP",),
    (),
    ("FREIE WÄHLER", "CSU"),
    ("Eva Muster BSW",),
)
PRINTED = ("{}/{}", "{}/ {}", "{}/{} (neu)", "{} / {}", "{}/{} (Neudruck)")
BEGIN = date(2026, 11, 1)


def hard_papers(typen: tuple[str, ...], count: int = 66) -> list[tuple[Paper, str]]:
    """Each with its title as it is to be read; every eleventh without a day."""
    found = []
    for n in range(count):
        told, read = TITLES[n % len(TITLES)]
        extra = {
            "typ": typen[n % len(typen)],
            "urheber": MOVERS[n % len(MOVERS)],
            "gedruckt": PRINTED[n % len(PRINTED)].format(19, 500 + n),
        }
        day = "" if n % 13 == 0 else (BEGIN + timedelta(days=n % 5)).isoformat()
        found.append((Paper(f"19/{500 + n}", told, day, extra=extra), read))
    return found


def typ_of(paper: Paper) -> str:
    return str(paper.extra.get("typ", "Antrag"))


def movers_told(paper: Paper) -> tuple[str, ...]:
    return tuple(paper.extra.get("urheber", (paper.urheber,)))


def printed(paper: Paper) -> str:
    return str(paper.extra.get("gedruckt", paper.number))


def german(day: str) -> str:
    """„2026-11-02“ → „02.11.2026“."""
    return ".".join(reversed(day.split("-"))) if day else ""
