"""A Vermerk: what a Lauf says of an Antrag, as it is handed on. DOCX, PDF and HTML are written from this.

Nothing here knows the store or the index: every value is said already, in German, and only to be set.
"""

import html as markup
import re
from dataclasses import dataclass
from datetime import datetime

from core.base.report_parts import PaperTable, PartyNote, ReportSection
from core.processes.pdf_processes import Aim, apart
from core.wortlaut.reading.mupdf import pymupdf

UNKNOWN = "nicht bekannt"
"""The rows below the Forderungen of a matrix."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What a person said of points or of a quote: `text` has it whole, name and day too."""

    name: str
    text: str
    moment: datetime | None = None


@dataclass(frozen=True, slots=True)
class VermerkZitat:
    """A bound quote. `nummer`: from 1 through the whole Vermerk; in DOCX that of its footnote. `text`: in its
    marks; of one from several places each part in its own, with what lies between.

    `adresse`: the quote in the app. `seiten`: its pages, each with the address of the page with it marked.
    `original`: the page in the PDF that the party publishes. Any of the addresses may be empty.
    """

    nummer: int
    text: str
    quelle: str
    wort: str
    adresse: str = ""
    original: str = ""
    seiten: tuple[tuple[int, str], ...] = ()
    notizen: tuple[str, ...] = ()
    urteile: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class VermerkTeil:
    """What was said of a party by one kind of its Programme. `is_absent`: there was none to ask."""

    typ: str
    wertung: str
    begruendung: str = ""
    urteile: tuple[Remark, ...] = ()
    zitate: tuple[VermerkZitat, ...] = ()
    is_absent: bool = False


@dataclass(frozen=True, slots=True)
class VermerkPartei:
    name: str
    teile: tuple[VermerkTeil, ...] = ()
    fehler: str = ""
    weitere: tuple[PartyNote, ...] = ()
    verworfen: int = 0
    ungeprueft: tuple[str, ...] = ()

    @property
    def told(self) -> tuple[VermerkTeil, ...]:
        """That a kind of Programm is not there is said in the table of points; of none of them also here."""
        return tuple(teil for teil in self.teile if not teil.is_absent) or self.teile[:1]

    @property
    def nummern(self) -> str:
        """„3–5“: quotes are numbered party by party."""
        numbers = [zitat.nummer for teil in self.teile for zitat in teil.zitate]
        if not numbers:
            return "keine"
        return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"


@dataclass(frozen=True, slots=True)
class EditedPart:
    """One change of the Antrag: its words with what became of them („entfernt“, „hinzugefügt“)."""

    was: str
    wie: str
    worte: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class EditedAntrag:
    """`kurz` is a sentence."""

    kurz: str
    aenderungen: tuple[EditedPart, ...]


@dataclass(frozen=True, slots=True)
class ProgrammFile:
    """A Programm that was asked: `quelle`: where it comes from, or why nobody knows; `url`: an address."""

    name: str
    angaben: str
    quelle: str = ""
    url: str = ""
    hash: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vermerk:
    """`hinweise` must be seen before anything else; `methode`: one paragraph on how, and on limits."""

    titel: str
    drucksache: str
    land: str
    datum: str
    antragsteller: str
    lauf: str
    stand: str
    modell: str
    prompt: str
    adresse: str
    frage: str
    forderungen: tuple[tuple[str, str], ...]
    """Number and text; without a number what leads to those that follow."""
    hinweise: tuple[str, ...]
    bearbeitet: EditedAntrag | None
    parteien: tuple[VermerkPartei, ...]
    methode: str
    matrix: PaperTable
    verworfene: tuple[PaperTable, ...]
    programme: tuple[ProgrammFile, ...]
    programmnotiz: str
    abschnitte: tuple[ReportSection, ...] = ()
    anlagen: tuple[ReportSection, ...] = ()

    @property
    def angaben(self) -> str:
        """„Drucksache 7/4711 · Musterland · 01.03.2025 · Bündnis Mühlrad“."""
        number = f"Drucksache {self.drucksache}" if self.drucksache else ""
        return " · ".join(filter(None, (number, self.land, self.datum, self.antragsteller)))

    @property
    def herkunft(self) -> str:
        return f"Lauf {self.lauf} vom {self.stand}, {self.modell} · {self.prompt}"

    @property
    def tabelle(self) -> PaperTable:
        """Party × points × what else is known × quotes; that has a column where it is known of any."""
        kinds = tuple(dict.fromkeys(teil.typ for partei in self.parteien for teil in partei.told))
        further = tuple(dict.fromkeys(note.titel for partei in self.parteien for note in partei.weitere))
        kopf = ("Partei", *kinds, *further, "Zitate")
        rows = []
        for partei in self.parteien:
            said = {teil.typ: teil.wertung for teil in partei.teile}
            known = {note.titel: note.text for note in partei.weitere}
            points = [said.get(typ, "nicht beurteilt") for typ in kinds]
            notes = [known.get(titel, UNKNOWN) for titel in further]
            rows.append((partei.name, *points, *notes, partei.nummern))
        return PaperTable(kopf, tuple(rows))


# --- its HTML as PDF ----------------------------------------------------------------------------------------
# Set in a process of its own, which loads this module and little else.


MARGIN = 54
"""Points; three quarters of an inch."""

SMALL = 8
PRINT_IT = "Nehmen Sie ihn als HTML, und drucken Sie ihn im Browser als PDF."
TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)


def as_pdf(html: str) -> bytes:
    """The pages of a report, A4, with its title, its links, and a number on each."""
    return apart(Aim.READ, "Der Bericht als PDF", _set, html, done="geschrieben", way_out=PRINT_IT)


def _set(html: str) -> bytes:
    mupdf = pymupdf()
    paper = mupdf.paper_rect("a4")
    room = mupdf.Rect(paper.x0 + MARGIN, paper.y0 + MARGIN, paper.x1 - MARGIN, paper.y1 - MARGIN)
    # An article at a time: a break behind one that ends where its page does would be set for ever.
    head, *articles = html.split("<article>")
    parts = [f"{head}<article>{one}" for one in articles] or [html]
    with mupdf.Story(html=parts[0]).write_with_links(lambda number, filled: (paper, room, None)) as pdf:
        for part in parts[1:]:
            with mupdf.Story(html=part).write_with_links(lambda number, filled: (paper, room, None)) as more:
                pdf.insert_pdf(more)
        titel = TITLE.search(html)
        pdf.set_metadata({"title": markup.unescape(titel[1]) if titel else "", "creator": "Antragsspiegel"})
        for number, page in enumerate(pdf, start=1):
            text = f"Seite {number} von {len(pdf)}"
            left = (page.rect.width - mupdf.get_text_length(text, fontsize=SMALL)) / 2
            page.insert_text((left, page.rect.height - MARGIN / 2), text, fontsize=SMALL)
        written: bytes = pdf.tobytes(garbage=3, deflate=True)
        return written
