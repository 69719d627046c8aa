"""Papers of Landtage as they are printed, each telling one vote, with its sides as a person reads them."""

from dataclasses import dataclass
from pathlib import Path

from tests.drucker import column, print_pdf


@dataclass(frozen=True)
class Printed:
    """`option`: as what it is given to the command; `quoted`: words that must be among its sentences."""

    land: str
    number: str
    option: str
    sides: dict[str, str]
    quoted: str
    lines: tuple[str, ...]

    def pdf(self, folder: Path) -> Path:
        """On the second page, behind one of other things."""
        first = column(70, ["Landtag", "Inhalt", "Mitteilungen der Präsidentin an das Haus"])
        return print_pdf(folder / f"{self.land}.pdf", [first, column(70, self.lines)])


PAPERS = (
    Printed(
        "BY",
        "19/704",
        "--empfehlung",
        {"CSU": "dagegen", "FREIE WÄHLER": "dagegen", "AfD": "Enthaltung", "GRÜNE": "dafür", "SPD": "dafür"},
        "AfD: Enthaltung",
        (
            "Bayerischer Landtag                         Drucksache 19/3790",
            "19. Wahlperiode                              10.10.2024",
            "Beschlussempfehlung und Bericht",
            "des Ausschusses für Bildung und Kultus",
            "Antrag der Abgeordneten Anna Muster u. a. und Fraktion (SPD)",
            "Drs. 19/704",
            "Mehr Lehrkräfte an allen Schulen im Land",
            "I. Beschlussempfehlung:",
            "Ablehnung",
            "Berichterstatterin: Anna Muster",
            "II. Bericht:",
            "1. Der Antrag wurde dem Ausschuss für Bildung und Kultus federführend",
            "zugewiesen.",
            "2. Der federführende Ausschuss hat den Antrag in seiner 20. Sitzung am",
            "10. Oktober 2024 beraten und mit folgendem Stimmergebnis:",
            "CSU: Ablehnung",
            "FREIE WÄHLER: Ablehnung",
            "AfD: Enthaltung",
            "B90/GRÜ: Zustimmung",
            "SPD: Zustimmung",
            "Ablehnung empfohlen.",
        ),
    ),
    Printed(
        "BE",
        "19/1004",
        "--empfehlung",
        {"SPD": "dagegen", "CDU": "dagegen", "GRÜNE": "dafür", "LINKE": "dafür", "AfD": "Enthaltung"},
        "mit SPD und CDU gegen GRÜNE und LINKE bei Enthaltung AfD",
        (
            "Abgeordnetenhaus BERLIN                    Drucksache 19/2290",
            "19. Wahlperiode                              12.03.2025",
            "Beschlussempfehlung",
            "Hauptausschuss",
            "mehrheitlich – mit SPD und CDU gegen GRÜNE und LINKE bei Enthaltung AfD –",
            "An Plen",
            "zum Antrag der Fraktion Die Linke",
            "Drucksache 19/1004",
            "Mieten deckeln in der ganzen Stadt",
            "Das Abgeordnetenhaus wolle beschließen:",
            "Der Antrag – Drucksache 19/1004 – wird abgelehnt.",
        ),
    ),
    Printed(
        "HE",
        "21/808",
        "--empfehlung",
        {"CDU": "dagegen", "SPD": "dagegen", "GRÜNE": "dagegen", "FDP": "dagegen", "AfD": "dafür"},
        "Freie Demokraten gegen AfD",
        (
            "HESSISCHER LANDTAG                         Drucksache 21/890",
            "21. Wahlperiode                              05.09.2024",
            "Beschlussempfehlung und Bericht",
            "Innenausschuss",
            "Antrag der Fraktion der AfD",
            "Wölfe zählen in allen Wäldern",
            "Drucksache 21/808",
            "A. Beschlussempfehlung",
            "Der Ausschuss empfiehlt dem Plenum, den Antrag abzulehnen.",
            "CDU, SPD, BÜNDNIS 90/DIE GRÜNEN, Freie Demokraten gegen AfD",
            "B. Bericht",
            "Der Antrag war dem Innenausschuss am 18. Juli 2024 überwiesen worden.",
        ),
    ),
    Printed(
        "NRW",
        "18/409",
        "--empfehlung",
        {"CDU": "dagegen", "GRÜNE": "dagegen", "SPD": "dafür", "FDP": "dafür", "AfD": "Enthaltung"},
        "bei Enthaltung der Fraktion der AfD abgelehnt",
        (
            "LANDTAG NORDRHEIN-WESTFALEN                Drucksache 18/490",
            "18. Wahlperiode                              13.06.2024",
            "Beschlussempfehlung und Bericht",
            "des Ausschusses für Schule und Bildung",
            "zum Antrag der Fraktion der SPD",
            "Drucksache 18/409",
            "Beschlussempfehlung",
            "Der Antrag der Fraktion der SPD - Drucksache 18/409 - wird abgelehnt.",
            "Bericht",
            "A Allgemeines",
            "Der Antrag wurde am 24. Januar 2024 an den Ausschuss überwiesen.",
            "D Abstimmung",
            "Der Antrag der Fraktion der SPD, Drucksache 18/409, wurde mit den Stimmen",
            "der Fraktionen von CDU und Bündnis 90/Die Grünen gegen die Stimmen der",
            "Fraktionen von SPD und FDP bei Enthaltung der Fraktion der AfD abgelehnt.",
        ),
    ),
    Printed(
        "HB",
        "21/101",
        "--protokoll",
        {
            "CDU": "dafür",
            "FDP": "dafür",
            "SPD": "dagegen",
            "GRÜNE": "dagegen",
            "LINKE": "dagegen",
            "BiW": "Enthaltung",
        },
        "(Dagegen SPD, Bündnis 90/Die Grünen, DIE LINKE)",
        (
            "Bremische Bürgerschaft (Landtag) – 21. Wahlperiode – 10. Sitzung am 22. Februar 2024",
            "Vizepräsidentin: Wir kommen zur Abstimmung.",
            "Wer dem Antrag der Fraktion der CDU mit der Drucksachen-Nummer 21/101 seine",
            "Zustimmung geben möchte, den bitte ich um das Handzeichen!",
            "(Dafür CDU, FDP)",
            "Ich bitte um die Gegenprobe!",
            "(Dagegen SPD, Bündnis 90/Die Grünen, DIE",
            "LINKE)",
            "Stimmenthaltungen?",
            "(Bündnis Deutschland)",
            "Ich stelle fest, die Bürgerschaft (Landtag) lehnt den Antrag ab.",
        ),
    ),
    Printed(
        "SL",
        "16/201",
        "--protokoll",
        {"LINKE": "dafür", "AfD": "dafür", "CDU": "dagegen", "SPD": "dagegen"},
        "dagegen gestimmt haben die CDU- und die SPD-Fraktion",
        (
            "Landtag des Saarlandes – 16. Wahlperiode – 50. Sitzung am 16. Juni 2021",
            "Wir kommen zur Abstimmung über den Antrag der DIE LINKE-Landtagsfraktion,",
            "Drucksache 16/201. Wer für die Annahme der Drucksache 16/201 ist, den bitte",
            "ich, eine Hand zu erheben. - Wer ist dagegen? - Wer enthält sich der Stimme?",
            "- Ich stelle fest, dass der Antrag Drucksache 16/201 mit Stimmenmehrheit ab-",
            "gelehnt ist. Zugestimmt haben die DIE LINKE-Landtagsfraktion und die AfD-",
            "Landtagsfraktion, dagegen gestimmt haben die CDU- und die SPD-Fraktion.",
        ),
    ),
)
