"""Judgements by rubrics in files: they come back proved anew, and stand in Vermerke."""

import json
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.assessment.lauf_files import exported
from core.base.errors import EingabeError
from core.features.papers.lauf_report import report
from core.features.rubrics.judgement import list_rubrics
from core.programme.context import Context
from core.runs.import_laeufe import import_json
from core.runs.store import Runstore, open_store
from core.wortlaut.binding.eintrag import ZitatStatus
from tests.rubrics.laeufe_here import INVENTED, QUOTE, judged, lauf_on, said
from tests.vermerk.opened import part, words

Json = dict[str, Any]


@pytest.fixture
def lauf_id(judging: Context, store: Runstore) -> str:
    lauf_id = lauf_on(store)
    judged(judging, lauf_id, said(QUOTE, INVENTED, grund="=1+1 hilft."))
    return lauf_id


@pytest.fixture
def file(store: Runstore, lauf_id: str) -> Json:
    found: Json = json.loads(json.dumps(store.export_json([lauf_id])))
    return found


def read_in(judging: Context, folder: Path, file: Json) -> list[Any]:
    other = open_store(None, folder / "anderswo")
    (there,) = import_json(other, file, judging)
    found = list_rubrics(other, there)
    other.close()
    return found


def test_it_comes_back_whole_and_bound_again(
    judging: Context, store: Runstore, lauf_id: str, file: Json, tmp_path: Path
) -> None:
    (here,) = list_rubrics(store, lauf_id)
    (there,) = read_in(judging, tmp_path, file)
    assert there.eingelesen and there.id != here.id
    assert replace(there, id=here.id, lauf_id=here.lauf_id, eingelesen=None) == here


def test_a_forged_quote_does_not_come_in_as_bound(judging: Context, file: Json, tmp_path: Path) -> None:
    (field,) = file["laeufe"][0]["notiz"][0]["inhalt"]["felder"]
    true, dropped = deepcopy(field["zitate"])
    lie = "Die Landesregierung schließt sofort alle Schulen auf dem Land."
    field["zitate"] = [
        true | {"text": lie, "emittiert": lie},
        true | {"text": lie},
        {**true, "text": dropped["text"], "emittiert": dropped["text"], "stellen": [[0, 10]]},
    ]
    (there,) = read_in(judging, tmp_path, file)
    assert [one.text for one in there.fields[0].quotes] == [QUOTE]
    assert [one.status for one in there.fields[0].dropped] == [ZitatStatus.NICHT_GEFUNDEN, ZitatStatus.ZAHL]


def test_what_came_too_late_is_unproved(
    judging: Context, file: Json, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.runs.import_laeufe.DEADLINE", -1.0)
    (there,) = read_in(judging, tmp_path, file)
    assert there.fields[0].quotes == ()
    assert {one.status for one in there.fields[0].dropped} == {ZitatStatus.UNGEPRUEFT}


UNFIT = "passt nicht zu seiner Rubrik"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"felder": [{"feld": "x"}]}, "felder"),
        ({"rubric_text": "x" * 200_001}, "rubric_text"),
        ({"rubric": "a\nb"}, "rubric"),
        ({"felder": [{"feld": "x", "stufe": 2**40, "begruendung": "", "zitate": []}]}, "stufe"),
        ({"refused": ["x"] * 1001}, "refused"),
        (
            {"felder": [{"feld": "x", "stufe": n, "begruendung": "", "zitate": []} for n in (1, 0)]},
            "Feld „x“ zweimal",
        ),
        ({"rubric_text": "[" * 50_000}, UNFIT),
        ({"rubric_text": f"id.{'.'.join(['a'] * 5_000)} = 1"}, UNFIT),
        ({"rubric_text": f"id = 0x{'f' * 5_000}"}, UNFIT),
        ({"rubric": "andere"}, UNFIT),
        ({"felder": [{"feld": "wasser", "stufe": None, "begruendung": "", "zitate": []}]}, UNFIT),
        ({"felder": [{"feld": "verkehr", "stufe": 9, "begruendung": "", "zitate": []}]}, UNFIT),
    ],
)
def test_what_has_not_the_form_or_does_not_fit_its_rubric_is_refused_whole(
    change: Json, told: str, judging: Context, file: Json, tmp_path: Path
) -> None:
    file["laeufe"][0]["notiz"][0]["inhalt"] |= change
    other = open_store(None, tmp_path / "anderswo")
    with pytest.raises(EingabeError, match=told):
        import_json(other, file, judging)
    assert other.count_laeufe() == 0
    other.close()


def test_rubrics_that_take_minutes_to_parse_are_refused(judging: Context, file: Json, tmp_path: Path) -> None:
    """Two hundred of 200,000 letters took 70 s."""
    (one,) = file["laeufe"][0]["notiz"]
    file["laeufe"][0]["notiz"] = [
        one | {"id": f"n{n}", "inhalt": one["inhalt"] | {"rubric_text": f"{n:02}{'#' * 190_000}"}}
        for n in range(22)
    ]
    with pytest.raises(EingabeError, match="4180044 Zeichen"):
        read_in(judging, tmp_path, file)


def test_a_vermerk_tells_the_latest_judgement_and_annexes_what_was_dropped(
    judging: Context, store: Runstore, lauf_id: str
) -> None:
    html = report(judging, [store.load(lauf_id)])
    assert "Rubrik: Klima-Check" in html and "1 · ja" in html and f"„{QUOTE}“" in html
    assert html.index("Verworfene Zitate zu Rubriken") < html.index(INVENTED)
    told = words(part(exported(judging, [lauf_id], "docx"), "word/document.xml"))
    assert "Rubrik: Klima-Check" in told and QUOTE in told and "Verworfene Zitate zu Rubriken" in told
    store.delete_note(list_rubrics(store, lauf_id)[0].id)
    assert "Rubrik:" not in report(judging, [store.load(lauf_id)])
