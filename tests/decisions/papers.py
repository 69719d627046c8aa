"""Papers of the invented Landtag that tell votes on its Drucksache 5/214, as files to upload."""

from pathlib import Path

from core.antrag.vote_papers import PaperKind
from core.features.decisions.stored_decisions import VoteUpload
from tests.drucker import Satz, column, print_pdf

NUMBER = "5/214"
ADVICE = [
    "Landtag von Musterland                                       10.04.2025",
    "Beschlussempfehlung und Bericht",
    "zu dem Antrag der Fraktionen LINDENBUND und MÜHLRAD",
    "– Drucksache 5/214 –",
    "Trinkbrunnen an allen Schulen",
    "A. Problem",
    "Es gibt zu wenige Brunnen.",
]
SENTENCE = [
    "B. Lösung",
    "Ablehnung des Antrags auf Drucksache 5/214 mit den Stimmen der Frak-",
    "tionen BRÜCKE und LEUCHTTURM gegen die Stimmen der Fraktion",
    "LINDENBUND bei Stimmenthaltung der Fraktion MÜHLRAD.",
    "C. Alternativen",
    "Annahme des Antrags auf Drucksache 5/214.",
]
SPEECH = [
    "Landtag von Musterland – 5. Wahlperiode – 9. Sitzung, 8. Mai 2025",
    "Präsidentin: Wir kommen zur Abstimmung über die Beschlussempfehlung zu dem",
    "Antrag der Fraktionen LINDENBUND und MÜHLRAD auf Drucksache 5/214.",
    "Der Ausschuss empfiehlt, den Antrag auf Drucksache 5/214 abzulehnen. Wer",
    "stimmt für diese Beschlussempfehlung? – Wer stimmt dagegen? – Wer enthält",
    "sich? – Die Beschlussempfehlung ist mit den Stimmen der Fraktionen BRÜCKE,",
    "LEUCHTTURM und MÜHLRAD gegen die Stimmen der Fraktion LINDENBUND",
    "angenommen.",
]


def advice_pdf(folder: Path) -> Path:
    """Of two pages; the sentence stands on the second."""
    pages: list[list[Satz]] = [column(70, ADVICE), column(70, SENTENCE)]
    return print_pdf(folder / "mu-5-300.pdf", pages)


def protokoll_pdf(folder: Path) -> Path:
    return print_pdf(folder / "mu-5-9.pdf", [column(70, SPEECH)])


def upload(path: Path, art: PaperKind) -> VoteUpload:
    return VoteUpload(art, path.name, path.read_bytes())
