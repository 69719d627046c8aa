"""`python -m core decision`, as a person and as a script use it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from core.antrag.vote_papers import PaperKind
from core.cli.main import main
from core.features.decisions.stored_decisions import decisions_of
from core.programme.context import default_context
from core.runs.store import runstore
from tests.decisions.sheets import ADVICE, ROWS, as_csv
from tests.drucker import column, print_pdf
from tests.runs.beispiele import ANTRAG, finished_lauf

RECOMMENDATION = [
    "Drucksache 18/2                                   05.03.2015",
    "Beschlussempfehlung zu dem Antrag der Fraktion DIE LINKE.", "– Drucksache 18/1 –",
    "Radwege an allen Straßen bauen", "A. Problem", "Es gibt zu wenige Radwege an den Straßen des Bundes.",
    "B. Lösung", "Ablehnung des Antrags mit den Stimmen der Fraktionen der CDU/CSU und",
    "SPD gegen die Stimmen der Fraktion DIE LINKE. bei Stimmenthaltung der",
    "Fraktion BÜNDNIS 90/DIE GRÜNEN.", "C. Alternativen", "Annahme des Antrags.",
]  # fmt: skip


@pytest.fixture
def asked(tmp_path: Path) -> list[str]:
    paper = print_pdf(tmp_path / "bt-18-2.pdf", [column(70, RECOMMENDATION)])
    (tmp_path / "kopf.txt").write_text(ADVICE, encoding="utf-8")
    sheet = as_csv(tmp_path / "liste.csv", ROWS)
    return ["decision", "18/1", "--empfehlung", str(paper), "--liste", str(sheet), str(tmp_path / "kopf.txt")]


def test_a_script_gets_every_decision_with_its_evidence(
    asked: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*asked, "--json"]) == 0
    committee, roll_call = json.loads(capsys.readouterr().out)
    assert committee["evidence"][0]["seiten"] == [1]
    for one in (committee, roll_call):
        assert one["is_certain"]
        assert {side["partei"]: side["side"] for side in one["sides"]} == {
            "CDU": "dagegen",
            "SPD": "dagegen",
            "LINKE": "dafür",
            "GRÜNE": "Enthaltung",
        }


def test_a_person_reads_the_side_the_words_and_the_page(
    asked: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(asked) == 0
    said = capsys.readouterr().out
    assert "die Empfehlung, sie abzulehnen (angenommen)" in said
    assert "bt-18-2.pdf, Seite 1 der Datei" in said and "gegen die Stimmen der Fraktion DIE LINKE" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["achtzehn", "--protokoll", "x.txt"], "keine Drucksache"),
        (["18/1"], "kein Papier genannt"),
        (["18/1", "--protokoll", "fehlt.txt"], "lässt sich nicht lesen"),
        (["18/1", "--protokoll", "x.txt", "--datum", "gestern"], "erwartet wird ein Tag"),
    ],
)
def test_a_wrong_request_is_refused_in_a_sentence(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["decision", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_saved_decisions_are_those_that_the_lauf_and_its_report_show(
    asked: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LAEUFE_DIR", str(tmp_path / "laeufe"))
    default_context.cache_clear()
    store = runstore(default_context())
    antrag = replace(ANTRAG, drucksache="Drucksache 18/1", bundesland="BUND")
    lauf_id = finished_lauf(store, antrag=antrag)
    assert main(["decision", "--lauf", lauf_id, *asked[2:]]) == 0
    assert "Drucksache 18/1" in capsys.readouterr().out
    committee, roll_call = decisions_of(store, "BUND", "18/1")
    assert {committee.source.art, roll_call.source.art} == {PaperKind.RECOMMENDATION, PaperKind.ROLL_CALL}
    assert committee.decision.is_certain and roll_call.decision.is_certain
    assert main(["decision", "18/1", "--save", *asked[2:]]) == 0
    assert decisions_of(store, "BUND", "18/1") == [committee, roll_call]
    assert main(["decision", "18/2", "--lauf", lauf_id, *asked[2:]]) != 0
    assert "zur Drucksache 18/1" in capsys.readouterr().err
    store.close()
    default_context.cache_clear()


def test_a_paper_of_another_parliament_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Numbers are the same in seventeen parliaments: under the wrong one it would tell of another paper."""
    lines = ["Hessischer Landtag", "21. Wahlperiode, 40. Sitzung am 12.11.2026", "Wer stimmt dem Antrag zu?"]
    paper = tmp_path / "he.txt"
    paper.write_text("\n".join(lines), encoding="utf-8")
    assert main(["decision", "21/1240", "--protokoll", str(paper)]) == 2
    assert "nennt am Anfang „Hessischer Landtag“, gefragt ist: Deutscher Bundestag" in " ".join(
        capsys.readouterr().err.split()
    )
    assert main(["decision", "21/1240", "--protokoll", str(paper), "--bundesland", "HE"]) == 0
