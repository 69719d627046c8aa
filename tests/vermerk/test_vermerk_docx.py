"""The Vermerk as DOCX: opened by LibreOffice, in the order of the schema, every quote with its footnote."""

import re
import zipfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from core.features.papers.vermerk import Remark, VermerkZitat
from core.features.papers.vermerk_docx import as_docx
from tests.vermerk.opened import R, W, pages, part, words
from tests.vermerk.papers import LAUF, vermerk, zitate_of

ORDER_TOLD = """
pPr: pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd
    tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi
    adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc
    textDirection textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange
rPr: rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof
    snapToGrid vanish webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText
    vertAlign rtl cs em lang eastAsianLayout specVanish oMath
tblPr: tblStyle tblpPr tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize tblW jc
    tblCellSpacing tblInd tblBorders shd tblLayout tblCellMar tblLook tblCaption tblDescription
tcPr: cnfStyle tcW gridSpan hMerge vMerge tcBorders shd noWrap tcMar textDirection tcFitText vAlign
    hideMark
tblBorders: top left bottom right insideH insideV
tcBorders: top left bottom right insideH insideV
tblCellMar: top left bottom right
pBdr: top left bottom right between bar
style: name aliases basedOn next link autoRedefine hidden uiPriority semiHidden unhideWhenUsed qFormat
    locked personal personalCompose personalReply rsid pPr rPr tblPr trPr tcPr tblStylePr
tblStylePr: pPr rPr tblPr trPr tcPr
tbl: bookmarkStart tblPr tblGrid tr
tr: tblPrEx trPr tc
tc: tcPr p
sectPr: headerReference footerReference footnotePr endnotePr type pgSz pgMar paperSrc pgBorders lnNumType
    pgNumType cols formProt vAlign noEndnote titlePg textDirection bidi rtlGutter docGrid
settings: writeProtection view zoom removePersonalInformation defaultTabStop autoHyphenation
    characterSpacingControl footnotePr endnotePr compat docVars rsids themeFontLang clrSchemeMapping
    shapeDefaults decimalSymbol listSeparator
styles: docDefaults latentStyles style
docDefaults: rPrDefault pPrDefault
"""
"""ECMA-376, part 1: the children in the order of their xsd:sequence. What is not named may not be there."""

ORDER = {
    name: told.split() for name, told in re.findall(r"^(\w+): ((?:.|\n(?!\w+:))*)", ORDER_TOLD, re.MULTILINE)
}


def parts(data: bytes) -> dict[str, Xml.Element]:
    with zipfile.ZipFile(BytesIO(data)) as packed:
        names = [one for one in packed.namelist() if one.startswith("word/") and one.endswith(".xml")]
        return {name: Xml.fromstring(packed.read(name)) for name in names}


def out_of_order(data: bytes) -> list[str]:
    found = []
    for name, tree in parts(data).items():
        for element in tree.iter():
            order = ORDER.get(element.tag.removeprefix(W), [])
            children = [one.tag.removeprefix(W) for one in element if one.tag.startswith(W)]
            if order and [order.index(one) if one in order else -1 for one in children] != sorted(
                order.index(one) if one in order else 99 for one in children
            ):
                found.append(f"{name}: {element.tag.removeprefix(W)} has {children}")
    return found


def footnotes(data: bytes) -> dict[str, Xml.Element]:
    tree = part(data, "word/footnotes.xml")
    return {one.get(f"{W}id", ""): one for one in tree if one.get(f"{W}type") is None}


def test_libreoffice_opens_it_and_sets_every_footnote_below_its_quote(tmp_path: Path) -> None:
    paper = vermerk(parteien=3, each=4)
    sheets = pages(as_docx(paper), tmp_path)
    whole = " ".join(sheets)
    assert 2 <= len(sheets) <= 4 and f"Seite 1 von {len(sheets)}" in sheets[0]
    for said in (
        "Trinkbrunnen an allen Schulen",
        "Bearbeiteter Antrag.",
        "Methode und Grenzen",
        "Abstimmung: dagegen",
    ):
        assert said in whole, said
    for zitat in zitate_of(paper):
        (sheet,) = [one for one in sheets if f"an Schule {zitat.nummer} einen Brunnen" in one]
        below = sheet.split(f"{zitat.quelle} (wörtlich; Original; markierte Seite)")
        assert len(below) == 2, zitat.quelle
        assert f"{LAUF}&zitat={zitat.nummer}" in below[1][:140].replace(" ", "")


def test_it_begins_with_points_and_matrix_and_annexes_the_forderungen() -> None:
    told = words(part(as_docx(vermerk()), "word/document.xml"))
    order = ["Auf einen Blick", "6,5 von 10", "nicht geprüft (1 Zitat)", "Die Parteien im Einzelnen",
             "Methode und Grenzen", "Anlage: Die Forderungen", "Die Landesregierung soll,"]  # fmt: skip
    assert [told.find(one) for one in order] == sorted(told.index(one) for one in order)


def test_every_quote_has_one_footnote_and_every_table_cell_ends_with_a_paragraph() -> None:
    data = as_docx(vermerk(parteien=2, each=3, vote=False))
    body = part(data, "word/document.xml")
    marks = [one.get(f"{W}id") for one in body.iter(f"{W}footnoteReference")]
    assert marks == list(footnotes(data)) == [str(n) for n in range(1, 7)]
    assert all(cell[-1].tag == f"{W}p" for cell in body.iter(f"{W}tc"))


def test_a_footnote_says_programme_and_page_and_links_the_address() -> None:
    data = as_docx(vermerk(vote=False))
    first = footnotes(data)["1"]
    assert (
        words(first).split()
        == (
            "Partei 1 Wahlprogramm 2024, S. 1 (wörtlich; Original; markierte Seite). Zu Forderung 1. "
            f"{LAUF}&zitat=1"
        ).split()
    )
    rels = {one.get("Id"): one.get("Target") for one in part(data, "word/_rels/footnotes.xml.rels")}
    links = [rels[link.get(f"{R}id")] for link in first.iter(f"{W}hyperlink")]
    assert links == [
        "https://partei.example.org/w.pdf#page=7",
        "https://spiegel.example.org/api/wahlprogramm-cite?seite=1",
        f"{LAUF}&zitat=1",
    ]


def test_what_reviewers_say_are_comments_beside_points_and_quotes() -> None:
    data = as_docx(vermerk(parteien=1, each=1, vote=False))
    said = list(part(data, "word/comments.xml"))
    told = [(one.get(f"{W}author"), words(one)) for one in said]
    assert told == [("Eva Beispiel", "Urteil: Stimmt nicht: zu streng (Eva)"), ("Ali", "Urteil: Stimmt")]
    assert said[0].get(f"{W}date") == "2026-03-05T10:00:00Z"
    beside = [commented(p) for p in part(data, "word/document.xml").iter(f"{W}p") if commented(p)]
    assert beside[0] == "6,5 von 10" and beside[1].startswith("„Wir stellen an Schule 1 einen Brunnen auf")


def commented(paragraph: Xml.Element) -> str:
    """The words within the range of a comment."""
    found, inside = "", False
    for one in paragraph.iter():
        inside = (inside or one.tag == f"{W}commentRangeStart") and one.tag != f"{W}commentRangeEnd"
        found += (one.text or "") if inside and one.tag == f"{W}t" else ""
    return found


def _with(zitate: tuple[VermerkZitat, ...], said: Remark) -> tuple[VermerkZitat, ...]:
    return tuple(replace(zitat, urteile=(said, said)) for zitat in zitate)


@pytest.mark.parametrize("vote", [True, pytest.param(False, marks=pytest.mark.night)])
def test_libreoffice_loses_no_footnote_however_many_comments_there_are(vote: bool, tmp_path: Path) -> None:
    """Version 7.4 mixes them up where a comment stands between the first and the second."""
    paper = vermerk(parteien=2, each=2, vote=vote)
    said = Remark("Eva", "Urteil: Stimmt")
    noted = tuple(
        replace(one, teile=tuple(replace(teil, zitate=_with(teil.zitate, said)) for teil in one.teile))
        for one in paper.parteien
    )
    whole = "".join(pages(as_docx(replace(paper, parteien=noted)), tmp_path)).replace(" ", "")
    assert [whole.count(f"{LAUF}&zitat={n}") for n in range(1, 5)] == [1, 1, 1, 1]


def test_the_annex_names_what_was_dropped_and_what_was_edited() -> None:
    body = part(as_docx(vermerk()), "word/document.xml")
    rows = [[words(cell) for cell in row.iter(f"{W}tc")] for row in body.iter(f"{W}tr")]
    assert ["Partei 1", "Wahlprogramm", "Wasser für alle.", "nicht gefunden"] in rows
    (struck,) = [
        words(run).strip() for run in body.iter(f"{W}r") if run.find(f"{W}rPr/{W}strike") is not None
    ]
    assert struck == "Brunnen"


@pytest.mark.parametrize(
    "evil",
    ["</w:t><w:br/>", " & < > \" ' ]]>", "\x00\x08\x1b", "\ud800", "{{titel}} {{ parteien }}", "\u202e\n\t"],
)
def test_what_others_wrote_is_text_whatever_it_is(evil: str) -> None:
    data = as_docx(vermerk(text=evil))
    assert (
        out_of_order(data) == []
        and len(list(part(data, "word/document.xml").iter(f"{W}footnoteReference"))) == 5
    )
    shown = evil.translate({0: "\ufffd", 8: "\ufffd", 27: "\ufffd", 0xD800: "\ufffd"}).split()
    (title,) = [
        p for p in part(data, "word/document.xml").iter(f"{W}p") if words(p).startswith("Trinkbrunnen an")
    ]
    assert "".join(words(title).split()).endswith("".join(shown))
