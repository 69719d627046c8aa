"""A template of somebody's own: read within bounds, refused in German where it is not harmless and whole."""

import io
import zipfile
from pathlib import Path

import pytest

from core.errors import EingabeError
from core.vermerk import house_style
from core.vermerk.house_style import BLOCKS, INLINE, checked_template, default_template
from tests.vermerk.opened import part, with_part, words

EXTERNAL = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId9" Target="{1}" TargetMode="{2}"'
    ' Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{0}"/></Relationships>'
)


def document(change: str, into: str) -> bytes:
    text = (house_style.FOLDER / "document.xml").read_text(encoding="utf-8")
    assert change in text
    return with_part(default_template(), "word/document.xml", text.replace(change, into))


def refused(data: bytes) -> str:
    with pytest.raises(EingabeError) as told:
        checked_template(data)
    return str(told.value)


def test_ours_is_one_that_we_would_take_and_shows_every_placeholder() -> None:
    assert checked_template(default_template()) == default_template()
    shown = words(part(default_template(), "word/document.xml")) + words(
        part(default_template(), "word/footer1.xml")
    )
    assert {name for name in (*INLINE, *BLOCKS) if f"{{{{{name}}}}}" in shown} == {*INLINE, *BLOCKS}


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"%PDF-1.7", b"\xd0\xcf\x11\xe0" * 100])
def test_what_is_no_docx_is_refused(data: bytes) -> None:
    assert "keine lesbare DOCX-Datei" in refused(data)


@pytest.mark.parametrize("cut", [0.2, 0.5, 0.9])
def test_a_file_cut_off_is_refused(cut: float) -> None:
    whole = default_template()
    assert "keine lesbare DOCX-Datei" in refused(whole[: int(len(whole) * cut)])


def test_a_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = with_part(default_template(), "word/media/a.bin", bytes(60_000_000))
    assert len(bomb) < house_style.MOST_BYTES and "ausgepackt größer als" in refused(bomb)
    many = io.BytesIO()
    with zipfile.ZipFile(many, "w") as packed:
        for number in range(house_style.MOST_PARTS + 1):
            packed.writestr(str(number), "")
    assert "zu vielen" in refused(many.getvalue())
    monkeypatch.setattr(house_style, "MOST_BYTES", 100)
    assert "lesbar sind höchstens" in refused(default_template())


def test_entities_are_not_read() -> None:
    declared = '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'
    assert "Deklaration" in refused(with_part(default_template(), "word/theme.xml", declared))
    assert "keine lesbare" in refused(
        with_part(default_template(), "word/theme.xml", declared.encode("utf-16"))
    )


@pytest.mark.parametrize(
    "name", ["word/vbaProject.bin", "word/activeX/activeX1.bin", "word/embeddings/a.xlsx"]
)
def test_what_could_run_is_refused(name: str) -> None:
    assert "Makros oder eingebettete Objekte" in refused(with_part(default_template(), name, b"x"))


def test_other_kinds_of_word_files_are_refused() -> None:
    with zipfile.ZipFile(io.BytesIO(default_template())) as packed:
        types = packed.read("[Content_Types].xml").decode()
    dotx = types.replace("document.main+xml", "template.main+xml")
    assert "etwa .dotx" in refused(with_part(default_template(), "[Content_Types].xml", dotx))


@pytest.mark.parametrize(
    ("kind", "target", "mode"),
    [
        ("image", "https://boese.example/pixel.png", "External"),
        ("attachedTemplate", "file:///C:/a.dotm", "External"),
        ("hyperlink", "file:///etc/passwd", "External"),
        ("oleObject", "\\\\boese.example\\a", "external"),
    ],
)
def test_what_leads_outside_is_refused(kind: str, target: str, mode: str) -> None:
    data = with_part(default_template(), "word/_rels/settings.xml.rels", EXTERNAL.format(kind, target, mode))
    assert "fremde Datei" in refused(data)


@pytest.mark.parametrize("kind", ["aFChunk", "oleObject", "package", "subDocument"])
def test_a_document_within_the_document_is_refused(kind: str) -> None:
    """A page of HTML that Word takes in as its own fetches pictures when it is opened."""
    inside = EXTERNAL.format(kind, "seite.html", "Internal")
    data = with_part(default_template(), "word/seite.html", "<img src='https://boese.example/pixel.png'>")
    assert "anderes Dokument" in refused(with_part(data, "word/_rels/document.xml.rels", inside))


def test_a_template_too_deep_to_be_used_is_refused_before_it_is_kept() -> None:
    deep = f"<a>{'<b>' * 300}{'</b>' * 300}</a>"
    assert "tiefer als 200 Ebenen" in refused(with_part(default_template(), "word/theme.xml", deep))


def test_a_link_to_the_houses_own_page_is_kept() -> None:
    link = EXTERNAL.format("hyperlink", "https://haus.example.org", "External")
    data = with_part(default_template(), "word/_rels/footer1.xml.rels", link)
    assert checked_template(data) == data


@pytest.mark.parametrize("field", ["INCLUDEPICTURE http://a/b", "DDEAUTO cmd calc", "includetext c:/x"])
def test_fields_that_fetch_are_refused(field: str) -> None:
    cut = len(field) // 2
    halves = "".join(f"<w:instrText>{half}</w:instrText>" for half in (field[:cut], field[cut:]))
    told = f"<w:r>{halves}</w:r>"
    assert "Inhalte von anderswo" in refused(
        document("<w:t>Stand</w:t>", f"<w:t>Stand</w:t></w:r>{told}<w:r>")
    )


@pytest.mark.parametrize("name", house_style.NEEDED)
def test_no_template_leaves_out_what_a_vermerk_must_say(name: str) -> None:
    assert f"fehlt {{{{{name}}}}}" in refused(document(f"{{{{{name}}}}}", "–"))


def test_placeholders_that_nobody_knows_or_that_stand_wrong_are_named() -> None:
    assert "unbekannten Platzhalter {{titell}}" in refused(document("{{titel}}", "{{titel}} {{Titell}}"))
    assert "{{tabelle}} muss allein" in refused(document("{{tabelle}}", "Siehe {{tabelle}}"))
    inside = "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>{{methode}}</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
    moved = document("<w:p><w:r><w:t>{{methode}}</w:t></w:r></w:p>", f"{inside}<w:p/>")
    assert "{{methode}} muss allein" in refused(moved)


def test_footnotes_of_its_own_would_come_before_the_quotes() -> None:
    mark = '<w:t>Stand</w:t><w:footnoteReference w:id="1"/>'
    assert "eigene Fußnoten" in refused(document("<w:t>Stand</w:t>", mark))


def test_random_damage_is_refused_in_german_or_harmless(tmp_path: Path) -> None:
    from random import Random

    from core.vermerk.vermerk_docx import as_docx
    from tests.vermerk.papers import vermerk

    chance, paper, taken = Random(5), vermerk(parteien=1, each=1), 0
    for _ in range(60):
        data = bytearray(default_template())
        for _ in range(chance.choice([1, 3, 20])):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            as_docx(paper, bytes(data))
            taken += 1
        except EingabeError as error:
            assert str(error).endswith(".")
    assert taken < 60
