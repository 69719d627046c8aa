"""Who reads blind finds nothing of others in any file either, nor does a visitor of the public view."""

import io
import json
import zipfile
from dataclasses import fields, replace

import pytest

from core.assessment.lauf_files import LaufFileForm, exported
from core.context import Context
from core.runs.lauf import Lauf, NewLauf
from core.runs.reader import Reader
from core.runs.store import runstore
from core.support.verdict import Verdict
from core.vergleich import vergleich_files
from core.vergleich.evidence import PEOPLE, pruefung_quellen
from core.vergleich.spalten import Vergleich, vergleich_of
from core.vergleich.vergleich_files import VergleichFileForm
from tests.second_reading.conftest import demo_index, finished, lauf_id, places, read_lauf
from tests.workbook_sheets import read_sheets

__all__ = ["demo_index", "finished", "lauf_id", "places", "read_lauf"]

FORMS = [form for form in LaufFileForm if form is not LaufFileForm.PDF]
OUTSIDE = Reader("", is_inside=False)


def told(data: bytes) -> str:
    """All the text of a file, whatever it is packed in."""
    if not data.startswith(b"PK"):
        return data.decode("utf-8-sig")
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return "".join(packed.read(name).decode("utf-8", "replace") for name in packed.namelist())


def of_others(context: Context, lauf: Lauf, form: LaufFileForm, reader: Reader | None) -> bool:
    return "Eva" in told(exported(context, [lauf.id], form, reader=reader))


@pytest.mark.parametrize("form", FORMS)
def test_a_file_tells_what_others_said_only_after_the_own_reading(
    demo_index: Context, read_lauf: Lauf, form: LaufFileForm
) -> None:
    tells = of_others(demo_index, read_lauf, form, None)
    for name in ("Jo", "Kim", ""):
        assert not of_others(demo_index, read_lauf, form, Reader(name))
    assert not of_others(demo_index, read_lauf, form, OUTSIDE)
    runstore(demo_index).finish_lesung(read_lauf.id, "Jo")
    assert of_others(demo_index, read_lauf, form, Reader("Jo")) is tells
    assert not of_others(demo_index, read_lauf, form, Reader("Kim"))


def test_most_files_would_tell_it(demo_index: Context, read_lauf: Lauf) -> None:
    """Else the test above shows nothing."""
    telling = {form for form in FORMS if of_others(demo_index, read_lauf, form, None)}
    assert telling >= {LaufFileForm.JSON, LaufFileForm.CSV, LaufFileForm.XLSX, LaufFileForm.DOCX}


def test_ones_own_words_are_in_ones_own_file(demo_index: Context, read_lauf: Lauf) -> None:
    data = json.loads(exported(demo_index, [read_lauf.id], LaufFileForm.JSON, reader=Reader("Jo")))
    (entry,) = data["laeufe"]
    assert {one["name"] for one in entry["urteil"]} == {"Jo"} and entry["festlegung"] == []


def test_what_others_said_is_not_told_by_the_verdicts_of_the_matrix(
    demo_index: Context, read_lauf: Lauf
) -> None:
    """„Was ein Mensch sagt, geht vor“: the field of a quote would tell what Eva says of it."""
    store = runstore(demo_index)

    def matrix(reader: Reader | None) -> object:
        data = exported(demo_index, [read_lauf.id], LaufFileForm.XLSX, reader=reader)
        return read_sheets(data)["Matrix mit Zitaten"]

    before, whole = matrix(Reader("Kim")), matrix(None)
    for one in read_lauf.urteile:
        if one.zitat is not None:
            store.save_urteil(replace(one, forderung=None, traegt=Verdict.WIDERSPRICHT))
    assert matrix(Reader("Kim")) == before and matrix(None) != whole


def test_who_has_no_part_in_the_house_gets_the_released_lauf_alone(
    demo_index: Context, read_lauf: Lauf
) -> None:
    store = runstore(demo_index)
    head = {name.name: getattr(read_lauf, name.name) for name in fields(NewLauf)}
    store.start(NewLauf(**{**head, "probe_von": read_lauf.id}), [])
    inside = json.loads(exported(demo_index, [read_lauf.id], LaufFileForm.JSON, reader=Reader("Kim")))
    outside = json.loads(exported(demo_index, [read_lauf.id], LaufFileForm.JSON, reader=OUTSIDE))
    assert len(inside["laeufe"]) == 2
    (entry,) = outside["laeufe"]
    assert entry["lauf"]["id"] == read_lauf.id and outside["batches"] == []
    assert entry["urteil"] == entry["lesung"] == entry["festlegung"] == []


@pytest.fixture
def vergleich(demo_index: Context, read_lauf: Lauf) -> Vergleich:
    return vergleich_of(runstore(demo_index), demo_index.registry, [read_lauf.id])


def test_a_comparison_counts_what_others_said_only_after_the_own_reading(
    demo_index: Context, read_lauf: Lauf
) -> None:
    store, ids = runstore(demo_index), [read_lauf.id]
    assert [one.name for one in pruefung_quellen(store, ids)] == [PEOPLE]
    assert pruefung_quellen(store, ids, Reader("Kim")) == pruefung_quellen(store, ids, OUTSIDE) == []
    assert len(pruefung_quellen(store, ids, Reader("Jo"))) == 1
    store.finish_lesung(read_lauf.id, "Kim")
    assert pruefung_quellen(store, ids, Reader("Kim")) == pruefung_quellen(store, ids)


@pytest.mark.parametrize("form", [VergleichFileForm.XLSX, VergleichFileForm.JSON, VergleichFileForm.HTML])
def test_nor_is_it_in_the_files_of_a_comparison(
    demo_index: Context, vergleich: Vergleich, form: VergleichFileForm
) -> None:
    store = runstore(demo_index)
    found = told(vergleich_files.exported(vergleich, form, store=store, reader=Reader("Kim")))
    assert "Eva" not in found and "sagen hier Menschen" not in found and PEOPLE not in found
