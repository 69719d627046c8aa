"""The template of a Vermerk: ours, or a DOCX of somebody's own, which is hostile until it is read through.

A template holds placeholders: some stand within a line („Drucksache {{drucksache}}“), some alone in a
paragraph and become tables and text. What nobody may leave out of a Vermerk, no template may leave out.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree as Xml

from core.errors import EingabeError
from core.german import formats
from core.vermerk.paper_blocks import PLACEHOLDER, names_in

FOLDER = Path(__file__).parent / "vorlage"
INLINE = (
    "titel", "drucksache", "datum", "land", "antragsteller", "lauf", "stand", "modell", "prompt", "adresse",
)  # fmt: skip
BLOCKS = ("hinweise", "frage", "tabelle", "parteien", "methode", "anlagen")
NEEDED = ("titel", "hinweise", "tabelle", "parteien", "methode", "anlagen")

MOST_BYTES, MOST_UNPACKED, MOST_PARTS = 5_000_000, 40_000_000, 500
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
DOCUMENT = "word/document.xml"
MACROS = re.compile(r"vbaproject|vbadata|activex|/embeddings/|macroenabled", re.IGNORECASE)
FETCHING = re.compile(r"\b(DDE|DDEAUTO|INCLUDETEXT|INCLUDEPICTURE|LINK|IMPORT|DATABASE|RD)\b")
LINK_KIND = "/hyperlink"
BROUGHT_IN = ("/aFChunk", "/oleObject", "/package", "/control", "/subDocument", "/frame", "/attachedTemplate")
"""What Word would open or take in as if it were of the document: a page of HTML that fetches, too."""

DEEPEST = 200
"""Elements within each other; lxml reads no more than 255, and real documents have some 40."""

WEB = ("http://", "https://", "mailto:")

CONTENT_TYPES = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    f'<Override PartName="/{DOCUMENT}" ContentType="{MAIN}"/>'
    "{}</Types>"
)
PART = (
    '<Override PartName="/word/{0}{1}.xml"'
    ' ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.{0}+xml"/>'
)
RELATIONS = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'
)
RELATION = (
    '<Relationship Id="rId{0}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{1}"'
    ' Target="{2}"/>'
)
PARTS = (("styles", ""), ("settings", ""), ("footer", "1"))


def default_styles() -> bytes:
    return (FOLDER / "styles.xml").read_bytes()


def default_template() -> bytes:
    """Ours, to be used as it is or to be changed in Word."""
    links = [RELATION.format(n, kind, f"{kind}{end}.xml") for n, (kind, end) in enumerate(PARTS, start=1)]
    files = {
        "[Content_Types].xml": CONTENT_TYPES.format("".join(PART.format(*part) for part in PARTS)),
        "_rels/.rels": RELATIONS.format(RELATION.format(1, "officeDocument", DOCUMENT)),
        "word/_rels/document.xml.rels": RELATIONS.format("".join(links)),
    }
    for name in ("document", *(f"{kind}{end}" for kind, end in PARTS)):
        files[f"word/{name}.xml"] = (FOLDER / f"{name}.xml").read_text(encoding="utf-8")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in files.items():
            packed.writestr(name, text)
    return out.getvalue()


def checked_template(data: bytes) -> bytes:
    """The same, where nothing in it runs, fetches or leaves out what must be there; else said in German."""
    if len(data) > MOST_BYTES:
        raise EingabeError(
            f"Die Vorlage ist {formats.size(len(data))} groß; lesbar sind höchstens "
            f"{formats.size(MOST_BYTES)}. Verkleinern Sie die Bilder darin."
        )
    try:
        parts = _parts(data)
        trees = {name: _tree(name, text) for name, text in parts.items() if _is_xml(name)}
        _refuse_other_kinds(parts, trees)
    except (
        zipfile.BadZipFile,
        zlib.error,
        NotImplementedError,
        RuntimeError,
        OSError,
        EOFError,
        ValueError,
    ) as error:
        raise EingabeError(
            "Die Vorlage ist keine lesbare DOCX-Datei. Speichern Sie sie in Word als „Word-Dokument (.docx)“."
        ) from error
    _refuse_outside(trees)
    _check_placeholders(trees)
    return data


def _parts(data: bytes) -> dict[str, bytes]:
    """Unpacked within bounds, whatever the archive says of itself."""
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        entries = packed.infolist()
        if len(entries) > MOST_PARTS or len({one.filename for one in entries}) < len(entries):
            raise EingabeError(
                "Die Vorlage besteht aus zu vielen oder doppelten Teilen und wird nicht gelesen."
            )
        found, left = {}, MOST_UNPACKED
        for one in entries:
            with packed.open(one) as file:
                text = file.read(left + 1)
            left -= len(text)
            if left < 0:
                raise EingabeError(
                    f"Die Vorlage ist ausgepackt größer als {formats.size(MOST_UNPACKED)} und wird nicht "
                    "gelesen. Nehmen Sie große Bilder heraus."
                )
            found[one.filename] = text
        return found


def _is_xml(name: str) -> bool:
    return name.casefold().endswith((".xml", ".rels"))


def _tree(name: str, text: bytes) -> Xml.Element:
    """Nothing that declares entities is read: they can grow beyond every bound."""
    told = text.decode("utf-8-sig")
    if "<!DOCTYPE" in told or "<!ENTITY" in told:
        raise EingabeError(
            f"Die Vorlage enthält in {name!r} eine Deklaration, die in DOCX nicht erlaubt ist."
        )
    try:
        tree = Xml.fromstring(told)
    except Xml.ParseError as error:
        raise ValueError(name) from error
    level: list[Xml.Element] = [tree]
    for _ in range(DEEPEST):
        level = [child for element in level for child in element]
    if level:
        raise EingabeError(f"Die Vorlage ist in {name!r} tiefer als {DEEPEST} Ebenen geschachtelt.")
    return tree


def _refuse_other_kinds(parts: Mapping[str, bytes], trees: Mapping[str, Xml.Element]) -> None:
    types = trees.get("[Content_Types].xml")
    if types is None or DOCUMENT not in trees:
        raise ValueError("no document")
    kinds = {one.get("PartName", ""): one.get("ContentType", "") for one in types}
    if bad := next((name for name in (*parts, *kinds.values()) if MACROS.search(name)), None):
        raise EingabeError(
            f"Die Vorlage enthält Makros oder eingebettete Objekte ({bad}). Speichern Sie sie ohne diese als "
            "„Word-Dokument (.docx)“."
        )
    if kinds.get(f"/{DOCUMENT}") != MAIN:
        raise EingabeError(
            "Die Vorlage ist kein Word-Dokument, sondern von anderer Art (etwa .dotx). Speichern Sie sie als "
            "„Word-Dokument (.docx)“."
        )


def _refuse_outside(trees: Mapping[str, Xml.Element]) -> None:
    for name, tree in trees.items():
        if name.endswith(".rels"):
            for one in tree:
                _refuse_relation(one)
        told = "".join(one.text or "" for one in tree.iter(f"{W}instrText"))
        told += " ".join(one.get(f"{W}instr", "") for one in tree.iter(f"{W}fldSimple"))
        if found := FETCHING.search(told.upper()):
            raise EingabeError(
                f"Die Vorlage lädt mit dem Feld {found[0]} Inhalte von anderswo. Ersetzen Sie es durch Text."
            )


def _refuse_relation(one: Xml.Element) -> None:
    kind, target = one.get("Type", ""), one.get("Target", "")
    if one.get("TargetMode", "").casefold() == "external":
        if kind.endswith(LINK_KIND) and target.casefold().startswith(WEB):
            return
        raise EingabeError(
            f"Die Vorlage verweist auf eine fremde Datei ({target[:80]}). Betten Sie Bilder ein und lösen "
            "Sie in Word die Verbindung zu Dokumentvorlagen (Entwicklertools › Dokumentvorlage)."
        )
    if kind.endswith(BROUGHT_IN):
        raise EingabeError(
            f"Die Vorlage bringt ein anderes Dokument oder Objekt mit ({target[:80]}). Ersetzen Sie es durch "
            "Text oder ein Bild."
        )


# --- placeholders -------------------------------------------------------------------------------------------


def _check_placeholders(trees: Mapping[str, Xml.Element]) -> None:
    document = trees[DOCUMENT]
    if next(document.iter(f"{W}footnoteReference"), None) is not None:
        raise EingabeError(
            "Die Vorlage hat eigene Fußnoten; die Zitate sollen die ersten sein. Setzen Sie sie als Text."
        )
    body = document.find(f"{W}body")
    alone = {found[1].casefold() for text in _lines(body) if (found := PLACEHOLDER.fullmatch(text.strip()))}
    used = names_in([text for tree in trees.values() for text in _texts(tree)])
    if unknown := [name for name in used if name not in (*INLINE, *BLOCKS)]:
        raise EingabeError(
            f"Die Vorlage hat einen unbekannten Platzhalter {_told(unknown[:1])}. Möglich sind: "
            f"{_told(INLINE)}, und allein in einem Absatz {_told(BLOCKS)}."
        )
    if missing := [name for name in NEEDED if name not in used]:
        raise EingabeError(
            f"In der Vorlage fehlt {_told(missing)}. Ohne diese Angaben gibt es keinen Vermerk; "
            "fügen Sie sie ein."
        )
    if lost := [name for name in used if name in BLOCKS and name not in alone]:
        raise EingabeError(
            f"Der Platzhalter {_told(lost[:1])} muss allein in einem Absatz des Textes stehen, nicht in "
            "einer Zeile mit anderem, einer Tabelle oder einer Kopfzeile."
        )


def _told(names: "tuple[str, ...] | list[str]") -> str:
    return ", ".join(f"{{{{{name}}}}}" for name in names)


def _lines(body: Xml.Element | None) -> Iterator[str]:
    """Paragraphs that stand in the text itself."""
    return (_line(one) for one in (body if body is not None else ()) if one.tag == f"{W}p")


def _texts(tree: Xml.Element) -> Iterator[str]:
    return (_line(one) for one in tree.iter(f"{W}p"))


def _line(paragraph: Xml.Element) -> str:
    return "".join(one.text or "" for one in paragraph.iter(f"{W}t"))
