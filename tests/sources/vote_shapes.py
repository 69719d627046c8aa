"""A motion of the Bundestag, its Beschlussempfehlung and its sitting, as DIP names and gives them."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.features.sources.dip import Dip
from core.runs.antraege import ListedAntrag
from tests.drucker import Satz, column, print_pdf
from tests.sources.antrag_shapes import Paper, cursored, drucksache
from tests.sources.quellserver import Quellserver, as_json, pdf, web

NUMBER, SITTING, ADVICE = "21/100", "21/40", "21/300"
MOTION = Paper(NUMBER, "Brunnen an jeder Schule", urheber="Fraktion Die Linke")
HEAD = "Deutscher Bundestag – 21. Wahlperiode – 40. Sitzung. Berlin, Donnerstag, den 12. November 2026"
OPENED = "Wir kommen zur Abstimmung über die Beschlussempfehlung des Ausschusses. Der Aus-"
SPOKEN = [
    "schuss empfiehlt in seiner Beschlussempfehlung auf Drucksache 21/300, den Antrag",
    "der Fraktion Die Linke auf Drucksache 21/100 abzulehnen. Wer stimmt für diese Be-",
    "schlussempfehlung? – Wer stimmt dagegen? – Wer enthält sich? – Die Beschlussemp-",
    "fehlung ist mit den Stimmen der CDU/CSU, der AfD und der SPD gegen die Stimmen",
    "der Fraktion Die Linke bei Enthaltung der Fraktion Bündnis 90/Die Grünen ange-",
    "nommen.",
]
RECOMMENDED = [
    "Deutscher Bundestag                                   Drucksache 21/300",
    "21. Wahlperiode                                            04.11.2026",
    "Beschlussempfehlung und Bericht", "zu dem Antrag der Fraktion Die Linke", "– Drucksache 21/100 –",
    "Brunnen an jeder Schule", "A. Problem", "Es gibt zu wenige Brunnen.", "B. Lösung",
    "Ablehnung des Antrags mit den Stimmen der Fraktionen der CDU/CSU, AfD",
    "und SPD gegen die Stimmen der Fraktion Die Linke bei Stimmenthaltung der",
    "Fraktion BÜNDNIS 90/DIE GRÜNEN.", "C. Alternativen", "Keine.",
]  # fmt: skip


@dataclass
class Sitting:
    """`spoken`: what the Protokoll's PDF says; `text`: what DIP gives as its text, which may be otherwise."""

    spoken: list[str] = field(default_factory=lambda: SPOKEN)
    text: str | None = None

    def pdf(self, folder: Path) -> bytes:
        title = [HEAD, "Präsidentin: Ich rufe den Tagesordnungspunkt 9 auf."]
        pages: list[list[Satz]] = [column(70, title), column(70, [HEAD, OPENED, *self.spoken])]
        return print_pdf(folder / "21040.pdf", pages).read_bytes()

    @property
    def full_text(self) -> str:
        """With the heads of its pages in the middle, as DIP gives it."""
        torn = [OPENED, f"{HEAD}      4293", "(A)", "(B)", *self.spoken]
        return "\n".join(torn) if self.text is None else self.text


def vote_step(server: Quellserver, number: str = SITTING, **more: Any) -> dict[str, Any]:
    place = {"dokumentart": "Plenarprotokoll", "dokumentnummer": number, "datum": "2026-11-12",
             "pdf_url": f"{server.url}/btp/21040.pdf", "herausgeber": "BT"}  # fmt: skip
    decided = [{"beschlusstenor": "Ablehnung der Vorlage", "seite": "4292B", "dokumentnummer": NUMBER}]
    return {"vorgang_id": f"v{NUMBER}", "beschlussfassung": decided, "fundstelle": place, **more}


def advice_step(server: Quellserver) -> dict[str, Any]:
    place = {"dokumentart": "Drucksache", "drucksachetyp": "Beschlussempfehlung und Bericht",
             "dokumentnummer": ADVICE, "datum": "2026-11-04", "herausgeber": "BT",
             "pdf_url": f"{server.url}/btd/2100300.pdf"}  # fmt: skip
    return {"vorgang_id": f"v{NUMBER}", "fundstelle": place}


def debate_step(server: Quellserver) -> dict[str, Any]:
    """A first debate decides nothing on the paper, and its Protokoll is not asked for."""
    return vote_step(server, beschlussfassung=[]) | {
        "fundstelle": {"dokumentart": "Plenarprotokoll", "dokumentnummer": "21/30",
                       "datum": "2026-09-12", "pdf_url": f"{server.url}/btp/21030.pdf"}
    }  # fmt: skip


def text_of(number: str, text: str) -> dict[str, Any]:
    return {"id": "5432", "dokumentnummer": number, "herausgeber": "BT", "text": text}


def put_votes(server: Quellserver, folder: Path, sitting: Sitting | None = None) -> None:
    """DIP with one motion that was rejected, and the two papers that tell how."""
    told, advised = sitting or Sitting(), print_pdf(folder / "a.pdf", [column(70, RECOMMENDED)]).read_bytes()
    server.pages["/dip/drucksache"] = cursored([drucksache(MOTION)])
    steps = [debate_step(server), advice_step(server), vote_step(server)]
    server.pages["/dip/vorgangsposition"] = cursored(steps)
    server.pages["/dip/plenarprotokoll-text"] = cursored([text_of(SITTING, told.full_text)])
    server.pages["/dip/drucksache-text"] = cursored([text_of(ADVICE, "\n".join(RECOMMENDED))])
    server.pages["/btp/21040.pdf"] = pdf(told.pdf(folder))
    server.pages["/btd/2100300.pdf"] = pdf(advised)


def put_text_alone(server: Quellserver, text: str) -> None:
    whole = {"numFound": 1, "cursor": "x", "documents": [text_of(SITTING, text)]}
    server.pages["/dip/plenarprotokoll-text"] = as_json(whole)


def dip(server: Quellserver) -> Dip:
    return Dip(web(), "geheim", f"{server.url}/dip")


def motion(server: Quellserver) -> ListedAntrag:
    found = dip(server).by_number(NUMBER)
    assert found
    return found
