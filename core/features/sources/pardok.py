"""Berlin's PARDOK, in the export format of the Parlamentsspiegel, which no other Land publishes.

The traps: 50 MB and more, built anew every day; a matter is withdrawn before it is delivered anew; one file
serves many entries, so only DBID tells them apart; most have no title of their own; days are TT.MM.JJJJ.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from xml.parsers import expat

from core.antrag.antrag import is_same_number
from core.antrag.vote_papers import NamedPaper
from core.base.errors import SourceUnrecognised
from core.features.sources.antrag_quelle import Portion, checked, day_of, papers_of_matter, unrecognised
from core.programme.web import Validators, Web, download, fetch_new
from core.runs.antraege import Json, ListedAntrag

ROOT, MATTER = "Export", "Vorgang"
PIECE = 1 << 18
DEEPEST = 12
LONGEST = 200_000
MOST_PARTS = 20_000
"""Characters of a text, elements within one: an entry of the real file has some hundred."""


@dataclass(slots=True)
class XmlNode:
    name: str
    text: str = ""
    children: list["XmlNode"] = field(default_factory=list)

    def all(self, name: str) -> list["XmlNode"]:
        return [child for child in self.children if child.name == name]

    def value(self, name: str) -> str:
        """The text of the first child of that name; empty where there is none."""
        return next((child.text.strip() for child in self.children if child.name == name), "")


class _XmlReader:
    """`root`: the name of the first element; `done`: the matters that are read whole."""

    def __init__(self) -> None:
        self.root, self.done = "", list[XmlNode]()
        self._path: list[XmlNode] = []
        self._depth = self._parts = 0
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.EntityDeclHandler = self._refuse
        self.parser.ExternalEntityRefHandler = self._refuse

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        self.root = self.root or name
        if self._depth > DEEPEST:
            raise SourceUnrecognised(f"Die XML-Datei ist tiefer als {DEEPEST} Ebenen geschachtelt.")
        if self._path or name == MATTER:
            self._parts = self._parts + 1 if self._path else 1
            if self._parts > MOST_PARTS:
                raise SourceUnrecognised(f"Ein Eintrag der XML-Datei hat mehr als {MOST_PARTS} Teile.")
            node = XmlNode(name)
            if self._path:
                self._path[-1].children.append(node)
            self._path.append(node)

    def _end(self, name: str) -> None:
        self._depth -= 1
        if self._path:
            node = self._path.pop()
            if not self._path:
                self.done.append(node)

    def _text(self, text: str) -> None:
        if self._path:
            node = self._path[-1]
            node.text += text
            if len(node.text) > LONGEST:
                raise SourceUnrecognised(f"Ein Text der XML-Datei hat mehr als {LONGEST} Zeichen.")

    def _refuse(self, *told: object) -> int:
        raise SourceUnrecognised(
            "Die XML-Datei vereinbart Ersetzungen (Entitäten); so etwas wird nicht gelesen."
        )


def read_matters(path: Path) -> Iterator[XmlNode]:
    """Each matter of the file, which must begin with its root and end whole."""
    reader = _XmlReader()
    with path.open("rb") as file:
        while True:
            piece = file.read(PIECE)
            try:
                reader.parser.Parse(piece, not piece)
            except expat.ExpatError as error:
                raise SourceUnrecognised(
                    f"Die XML-Datei ist nicht ganz oder kein XML ({error}). Bitte noch einmal holen."
                ) from error
            if reader.root not in ("", ROOT):
                raise SourceUnrecognised(
                    f"Die XML-Datei beginnt mit „{reader.root[:60]}“ statt mit „{ROOT}“."
                )
            yield from reader.done
            reader.done.clear()
            if not piece:
                return


# --- the export ---------------------------------------------------------------------------------------------

URL = "https://www.parlament-berlin.de/opendata/pardok-wp{}.xml"
PARDOK = "PARDOK/"
LICENCE = "Quelle: Abgeordnetenhaus von Berlin – PARDOK (offene Daten)"
LARGEST = 400 << 20
BATCH = 500
NAMELESS = "ein Vorgang hat weder VID noch VNr"
MOTIONS = ("Antr",)
"""DokTyp of what is moved; „Anfrage“ and „Antwort“ ask and tell."""


@dataclass(frozen=True, slots=True)
class PardokExport:
    """`folder`: where the file lies, so that tomorrow only its validators are compared."""

    web: Web
    folder: Path
    wahlperiode: int
    address: str = URL
    lizenz: str = LICENCE

    @property
    def name(self) -> str:
        return f"{PARDOK}{self.wahlperiode}"

    @property
    def url(self) -> str:
        return self.address.format(self.wahlperiode)

    def new_since(self, stand: Json) -> Iterator[Portion]:
        """Nothing where the file is still the same; else all of it, since nobody tells what changed.

        `offen`: its reading was broken off; the file is there, and need not be sent again.
        """
        seen = Validators(stand.get("etag"), stand.get("last_modified"))
        known = seen if self._file.exists() else None
        got = download(self.web, self.url, self._file, seen=known, is_pdf=False, most=LARGEST)
        if got is None and not stand.get("offen"):
            return
        told = got.validators if got else seen
        whole = {"etag": told.etag, "last_modified": told.last_modified, "url": self.url}
        yield Portion((), whole | {"offen": True})
        for part in self._read():
            yield replace(part, stand=whole | {"offen": True})
        yield Portion((), whole)

    def probe(self) -> None:
        """Whether the file begins as it should; the rest of its 50 MB is not asked for."""

        if b"<Export" not in self.web.beginning(self.url):
            unrecognised(self.name, f"die Datei beginnt nicht mit „{ROOT}“")

    def by_number(self, nummer: str) -> ListedAntrag | None:
        """From the file as it was last fetched."""
        if not self._file.exists():
            return None
        for delivery in self._read():
            for one in delivery.entries:
                if is_same_number(one.nummer, nummer):
                    return one
        return None

    def vote_papers(self, antrag: ListedAntrag) -> tuple[NamedPaper, ...]:
        return papers_of_matter(antrag)

    def text_of_paper(self, paper: NamedPaper) -> str:
        return ""

    def fetch_paper(self, paper: NamedPaper, target: Path, most: int) -> str:
        return fetch_new(self.web, paper.url, target, most)

    @property
    def _file(self) -> Path:
        return self.folder / f"{self.name.replace('/', '-')}.xml"

    def _read(self) -> Iterator[Portion]:
        """In pieces of some hundred entries; within one, what is withdrawn counts before the rest."""
        entries: dict[str, ListedAntrag] = {}
        gone: dict[str, None] = {}
        matters = 0
        for matter in read_matters(self._file):
            matters += 1
            id = matter.value("VID") or matter.value("VNr") or unrecognised(self.name, NAMELESS)
            if matter.value("VFunktion") == "delete":
                entries = {key: one for key, one in entries.items() if one.vorgang != id}
                gone[id] = None
                continue
            entries |= {one.kennung: one for one in self._listed(matter, id)}
            if len(entries) + len(gone) >= BATCH:
                yield Portion(tuple(entries.values()), {}, gone_matters=tuple(gone))
                entries, gone = {}, {}
        if not matters:
            unrecognised(self.name, "die Datei nennt keinen einzigen Vorgang")
        yield Portion(tuple(entries.values()), {}, gone_matters=tuple(gone))

    def _listed(self, matter: XmlNode, id: str) -> Iterator[ListedAntrag]:
        papers = matter.all("Dokument")
        for paper in papers:
            if paper.value("DokTyp") in MOTIONS:
                others = tuple(_paper(other) for other in papers if other is not paper)
                # Its own title, another's of the matter, or what the matter is indexed under.
                titles = [paper.value("Titel"), *(other.value("Titel") for other in matter.all("Dokument"))]
                subjects = [
                    paper.value("Desk"),
                    *(entry.value("Desk") for entry in matter.all("Nebeneintrag")),
                ]
                title = next((text for text in [*titles, *subjects] if text), "")
                number = paper.value("DokNr") or unrecognised(
                    self.name, f"ein Antrag in {id} hat keine DokNr"
                )
                period = paper.value("Wp")
                yield checked(
                    ListedAntrag(
                        quelle=self.name,
                        kennung=paper.value("DBID")
                        or unrecognised(self.name, f"ein Antrag in {id} hat keine DBID"),
                        nummer=number,
                        titel=(title or f"Drucksache {number}")[:2000],
                        typ=paper.value("DokTypL") or paper.value("DokTyp"),
                        parlament="Abgeordnetenhaus von Berlin",
                        bundesland="BE",
                        wahlperiode=int(period) if period.isascii() and period.isdigit() else None,
                        datum=day_of(self.name, paper.value("DokDat")),
                        urheber=tuple(
                            node.text.strip()[:200] for node in paper.all("Urheber") if node.text.strip()
                        ),
                        pdf_url=paper.value("LokURL") or None,
                        vorgang=id,
                        weitere=others[:50],
                    )
                )


def _paper(paper: XmlNode) -> Json:
    kind = paper.value("DokTyp") if paper.value("DokArt") == "Drs" else paper.value("DokArt")
    return {
        "kurz": kind,
        "art": (paper.value("DokTypL") or paper.value("DokArtL"))[:200],
        "nummer": paper.value("DokNr")[:60],
        "datum": paper.value("DokDat")[:10],
        "url": paper.value("LokURL")[:2000],
        "seite": paper.value("Sb")[:40],
    }
