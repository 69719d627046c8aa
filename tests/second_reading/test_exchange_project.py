"""A project of REFI-QDA: what its schema asks for, and that every rectangle holds the quote's words."""

import io
import re
import zipfile
from xml.etree.ElementTree import Element, fromstring

import pytest

from core.context import Context
from core.errors import EingabeError
from core.german.letter_key import letters
from core.programme.pymupdf_inside import pymupdf
from core.runs.lauf import Lauf
from core.runs.lesung import Festlegung
from core.runs.store import runstore
from core.second_reading import coded_sources
from core.second_reading.exchange_project import XML_SPACE, project_file
from core.second_reading.readings import load_readings
from core.support.verdict import Verdict
from tests.second_reading.conftest import first_quotes

GUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
ORDER = {
    "Project": "Users CodeBook Variables Cases Sources Notes Links Sets Graphs Description NoteRef",
    "Users": "User",
    "CodeBook": "Codes",
    "Codes": "Code",
    "Code": "Description NoteRef Code",
    "Sources": "TextSource PDFSource",
    "TextSource": "Description PlainTextContent PlainTextSelection Coding NoteRef VariableValue",
    "Representation": "Description PlainTextContent PlainTextSelection Coding NoteRef VariableValue",
    "PDFSource": "Description PDFSelection Representation Coding NoteRef VariableValue",
    "PDFSelection": "Description Representation Coding NoteRef",
    "PlainTextSelection": "Description Coding NoteRef",
    "Coding": "CodeRef NoteRef",
}
"""Element → what may stand in it, in this order."""

REQUIRED = {
    "Project": "name",
    "User": "guid",
    "Code": "guid name isCodable",
    "TextSource": "guid",
    "Representation": "guid",
    "PDFSource": "guid",
    "PDFSelection": "guid page firstX firstY secondX secondY",
    "PlainTextSelection": "guid startPosition endPosition",
    "Coding": "guid",
    "CodeRef": "targetGUID",
}
OPTIONAL = "guid name origin creatingUserGUID creationDateTime creatingUser path plainTextPath color id"
WHOLE = "page firstX firstY secondX secondY startPosition endPosition"


def named(element: Element) -> str:
    assert element.tag.startswith(f"{{{XML_SPACE}}}")
    return element.tag.removeprefix(f"{{{XML_SPACE}}}")


def opened(data: bytes) -> tuple[Element, dict[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        files = {name: archive.read(name) for name in archive.namelist()}
    return fromstring(files.pop("project.qde")), files


@pytest.fixture
def project(demo_index: Context, read_lauf: Lauf) -> tuple[Element, dict[str, bytes]]:
    store = runstore(demo_index)
    partei, typ, number = first_quotes(read_lauf)[1]
    store.finish_lesung(read_lauf.id, "Eva")
    store.save_festlegung(
        Festlegung(read_lauf.id, partei, typ, "Darum.", "Eva", number, "1", traegt=Verdict.ANDERES)
    )
    data, left_out = project_file(demo_index, store, load_readings(store))
    assert left_out == 0
    return opened(data)


def all_of(root: Element, name: str) -> list[Element]:
    return list(root.iter(f"{{{XML_SPACE}}}{name}"))


def test_elements_stand_in_the_order_of_the_schema_with_what_it_requires(
    project: tuple[Element, dict[str, bytes]],
) -> None:
    for element in project[0].iter():
        name = named(element)
        order = ORDER.get(name, "").split()
        places = [order.index(named(child)) for child in element]
        assert places == sorted(places) or name == "Sources", name
        required = REQUIRED.get(name, "").split()
        assert set(required) <= set(element.attrib) <= {*required, *OPTIONAL.split()}, name
        assert all(re.fullmatch(r"-?\d+", element.attrib.get(one, "0")) for one in WHOLE.split())
        assert element.get("isCodable", "true") in ("true", "false")


def test_guids_are_well_formed_and_unique_and_every_reference_leads_somewhere(
    project: tuple[Element, dict[str, bytes]],
) -> None:
    root, files = project
    guids = [element.attrib["guid"] for element in root.iter() if "guid" in element.attrib]
    assert len(guids) == len(set(guids)) > 20 and all(GUID.fullmatch(one) for one in guids)
    codable = {one.attrib["guid"] for one in all_of(root, "Code") if one.get("isCodable") == "true"}
    users = {one.attrib["guid"] for one in all_of(root, "User")}
    assert {one.attrib["targetGUID"] for one in all_of(root, "CodeRef")} == codable
    makers = {e.attrib[n] for e in root.iter() for n in ("creatingUser", "creatingUserGUID") if n in e.attrib}
    assert makers == users
    paths = [e.attrib[n] for e in root.iter() for n in ("path", "plainTextPath") if n in e.attrib]
    assert sorted(path.replace("internal://", "sources/") for path in paths) == sorted(files)


def test_readers_are_users_and_their_words_are_codes_on_the_quotes(
    project: tuple[Element, dict[str, bytes]],
) -> None:
    root, _ = project
    users = {one.attrib["guid"]: one.attrib["name"] for one in all_of(root, "User")}
    assert sorted(users.values()) == ["Antragsspiegel", "Eva", "Jo"]
    names = {one.attrib["guid"]: one.attrib["name"] for one in all_of(root, "Code")}
    coded = [
        (users[coding.attrib["creatingUser"]], names[coding[0].attrib["targetGUID"]])
        for selection in all_of(root, "PlainTextSelection")
        for coding in selection
    ]
    for one in (("Jo", "spricht von anderem (zu Forderung 1)"), ("Eva", "stützt (zu Forderung 1)")):
        assert one in coded
    headings = {one.attrib["name"] for one in all_of(root, "Code") if one.get("isCodable") == "false"}
    assert {"Partei", "Was das Zitat sagt", "Eigene Punkte", "Festgelegt"} <= headings
    assert any(name.endswith(": 8 Punkte") for name in names.values())


def test_every_selection_has_exactly_the_words_that_it_says(
    project: tuple[Element, dict[str, bytes]], read_lauf: Lauf
) -> None:
    root, files = project
    quotes = {one.beleg.text for one in read_lauf.zitate if one.status.is_bound}
    for source in all_of(root, "PDFSource"):
        pdf = files[source.attrib["path"].replace("internal://", "sources/")]
        found: dict[str, str] = {}
        with pymupdf().open(stream=pdf, filetype="pdf") as document:
            for selection in source.findall(f"{{{XML_SPACE}}}PDFSelection"):
                words = selection[0][0].text or ""
                page = document[int(selection.attrib["page"])]
                x0, y0, x1, y1 = (int(selection.attrib[n]) for n in "firstX firstY secondX secondY".split())
                assert x0 < x1 and y0 > y1 >= 0 and words in quotes
                clip = (x0 - 1, page.rect.height - y0 - 1, x1 + 1, page.rect.height - y1 + 1)
                found[words] = found.get(words, "") + page.get_text("text", clip=clip)
        for words, seen in found.items():
            assert all(letters(part) in letters(seen.replace("-\n", "")) for part in words.split(" … "))
        whole = next(one for one in source if named(one) == "Representation")
        text = files[whole.attrib["plainTextPath"].replace("internal://", "sources/")].decode()
        for selection in whole:
            start, end = int(selection.attrib["startPosition"]), int(selection.attrib["endPosition"])
            assert any(letters(text[start:end]) in letters(quote) for quote in quotes)


def test_the_same_readings_make_the_same_file(demo_index: Context, read_lauf: Lauf) -> None:
    store = runstore(demo_index)
    first, second = (project_file(demo_index, store, load_readings(store)) for _ in range(2))
    assert first == second


def test_a_project_of_too_many_bytes_is_refused_before_it_is_written(
    demo_index: Context, read_lauf: Lauf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coded_sources, "MOST_BYTES", 1000)
    store = runstore(demo_index)
    with pytest.raises(EingabeError, match="weniger Läufe"):
        project_file(demo_index, store, load_readings(store))


def test_letters_that_xml_does_not_have_and_markup_of_others_do_not_break_it(
    demo_index: Context, read_lauf: Lauf
) -> None:
    store = runstore(demo_index)
    partei, typ, number = first_quotes(read_lauf)[0]
    from core.runs.lauf import Urteil

    store.save_urteil(
        Urteil(read_lauf.id, partei, typ, True, "<E&\x00va\ud800>", zitat=number, traegt=Verdict.ANDERES)
    )
    root, _ = opened(project_file(demo_index, store, load_readings(store))[0])
    assert "<E&\ufffdva\ufffd>" in {one.attrib["name"] for one in all_of(root, "User")}
