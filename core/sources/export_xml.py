"""A large XML file, element by element, never held whole: no entities, no external parts, bounded sizes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from core.errors import SourceUnrecognised

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
    def __init__(self, wanted: str) -> None:
        self.wanted, self.root, self.done = wanted, "", list[XmlNode]()
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
        if self._path or name == self.wanted:
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


def nodes(path: Path, root: str, wanted: str) -> Iterator[XmlNode]:
    """Each element of that name; the file must begin with the root and end whole."""
    with path.open("rb") as file:
        yield from nodes_of(iter(lambda: file.read(PIECE), b""), root, wanted)


def nodes_of(pieces: Iterable[bytes], root: str, wanted: str) -> Iterator[XmlNode]:
    """The same while it still comes: whoever has found enough need not take the rest."""
    reader = _XmlReader(wanted)
    for piece in pieces:
        _fed(reader, piece, root)
        yield from reader.done
        reader.done.clear()
    _fed(reader, b"", root, is_final=True)


def _fed(reader: _XmlReader, piece: bytes, root: str, is_final: bool = False) -> None:
    try:
        reader.parser.Parse(piece, is_final)
    except expat.ExpatError as error:
        raise SourceUnrecognised(
            f"Die XML-Datei ist nicht ganz oder kein XML ({error}). Bitte noch einmal holen."
        ) from error
    if reader.root not in ("", root):
        raise SourceUnrecognised(f"Die XML-Datei beginnt mit „{reader.root[:60]}“ statt mit „{root}“.")
