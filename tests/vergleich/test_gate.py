"""`python -m core compare`: what stops a build, by which rule, and what is no ground for either."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from core.cli.main import main
from core.features.vergleich.gate import Groesse, Urteil, held_against, needed
from core.features.vergleich.spalten import spalten_of
from core.features.vergleich.truth import Truth
from core.programme.context import default_context
from core.programme.registry import Registry
from core.runs.store import Runstore, runstore
from core.wortlaut.errors import DashboardError
from tests.runs.beispiele import ANTRAG, angebot, gebunden, neuer_lauf, score, teil, verworfen
from tests.vergleich.tafel import tafel

Add = Callable[..., list[str]]


@pytest.fixture
def laeufe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, noon: datetime) -> Iterator[Runstore]:
    monkeypatch.setenv("LAEUFE_DIR", str(tmp_path))
    default_context.cache_clear()
    store = runstore(default_context())
    yield store
    store.close()
    default_context.cache_clear()


@pytest.fixture
def add(laeufe: Runstore) -> Add:
    """A column's Läufe, one on each of so many Anträge: `(bound, dropped)` quotes for each."""

    def add(modell: str, quotes: Sequence[tuple[int, int]], points: float = 5, **changes: Any) -> list[str]:
        ids = []
        for number, (bound, dropped) in enumerate(quotes):
            antrag = replace(ANTRAG, titel=f"Antrag {number}", text=f"Text {number}")
            lauf_id = laeufe.start(neuer_lauf(antrag=antrag, modell_gefragt=modell, **changes))
            laeufe.save_fundstellen(lauf_id, [angebot()])
            own = [gebunden()] * bound + [verworfen()] * dropped
            laeufe.save_teil(lauf_id, teil(modell=modell), [score(value=points)], own)
            laeufe.finish(lauf_id)
            ids.append(lauf_id)
        return ids

    return add


GOOD, BAD = [(9, 1), (8, 0)] * 4, [(6, 4), (4, 4)] * 4


def test_worse_ends_with_1_and_says_what_and_by_which_rule(
    add: Add, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    add("openai/a", GOOD), add("openai/b", BAD)
    call = ["compare", "--basis", "openai/a/standard", "--gegen", "openai/b/standard@3"]
    assert main(call) == 0
    told = capsys.readouterr().out
    assert (
        "| Anteil verworfener Zitate (Prozent) | 5,0 | 45,0 | +40,0 |" in told
        and "| **schlechter** |" in told
    )
    assert "schließt 0 aus" in told and "8 gemeinsame Anträge" in told
    file = tmp_path / "junit.xml"
    assert main([*call, "--fail-on-worse", "--junit", str(file)]) == 1
    suite = ElementTree.parse(file).getroot()
    assert {case.get("name"): case.find("failure") is not None for case in suite} == {
        "belegt": True, "verworfen": True, "kosten": False,
    }  # fmt: skip
    assert (suite.get("tests"), suite.get("failures")) == ("3", "2")


def test_same_and_better_end_with_0(add: Add, capsys: pytest.CaptureFixture[str]) -> None:
    add("openai/a", BAD), add("openai/b", GOOD), add("openai/c", BAD)
    assert (
        main(["compare", "--basis", "openai/a/standard", "--gegen", "openai/b/standard", "--fail-on-worse"])
        == 0
    )
    assert "Besser: belegte Zitate" in capsys.readouterr().out
    assert (
        main(["compare", "--basis", "openai/a/standard", "--gegen", "openai/c/standard", "--fail-on-worse"])
        == 0
    )
    assert "in nichts schlechter" in capsys.readouterr().out


def test_too_few_antraege_are_no_pass_unless_a_margin_decides(
    add: Add, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = ",".join(add("openai/a", GOOD[:2])), ",".join(add("openai/b", BAD[:2]))
    call = ["compare", "--basis", one, "--gegen", two, "--fail-on-worse"]
    assert main(call) == 2
    assert "Nötig sind 7" in capsys.readouterr().err
    for grenze, code in (("verworfen=40", 0), ("verworfen=30", 1)):
        assert main([*call, "--grenze", grenze, "--grenze", "belegt=9", "--grenze", "kosten=5"]) == code
    assert "mehr als 30 Prozentpunkte" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--gegen", "openai/x/standard"], "gibt es nicht"), (["--gegen", "kein-lauf"], "gibt es nicht"),
        (["--gegen", "openai/a/standard"], "dieselben 8 Läufe"), (["--grenze", "belegt"], "nicht zu lesen"),
        (["--grenze", "tempo=3"], "nicht zu lesen"), (["--grenze", "abweichung=1"], "--wahrheit"),
        (["--wahrheit", "gibt-es-nicht.csv"], "lässt sich nicht lesen"),
        (["--junit", "."], "lässt sich nicht schreiben"),
    ],
)  # fmt: skip
def test_wrong_use_ends_with_2_and_the_way_out(
    add: Add, capsys: pytest.CaptureFixture[str], more: list[str], told: str
) -> None:
    add("openai/a", GOOD), add("openai/b", GOOD)
    given = ["compare", "--basis", "openai/a/standard", "--gegen", "openai/b/standard", *more]
    assert main(given) == 2 and told in capsys.readouterr().err


def test_a_name_of_several_columns_is_refused_with_their_keys(
    add: Add, laeufe: Runstore, capsys: pytest.CaptureFixture[str]
) -> None:
    ids = [*add("openai/a", GOOD), *add("openai/a", BAD, parameter={"temperature": 0.7, "top_k": 4})]
    add("openai/b", GOOD)
    keys = {spalte.schluessel for spalte in spalten_of(laeufe.lauf_heads(ids))}
    assert main(["compare", "--basis", "openai/a/standard", "--gegen", "openai/b/standard"]) == 2
    told = capsys.readouterr().err
    first, second = keys
    assert "2 Spalten" in told and first in told and second in told
    assert main(["compare", "--basis", first, "--gegen", second, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["antraege"] == 8


# --- the right points ---------------------------------------------------------------------------------------


def test_points_are_held_against_the_right_ones(
    add: Add, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    add("openai/a", GOOD, points=6), add("openai/b", GOOD, points=9)
    file = tmp_path / "wahr.csv"
    rows = "\n".join(f"antrag {number};Lindenbund;5,5" for number in range(8))
    file.write_text(f"Antrag;Partei;Punkte\n{rows}\n", encoding="utf-8")
    call = [
        "compare",
        "--basis",
        "openai/a/standard",
        "--gegen",
        "openai/b/standard",
        "--wahrheit",
        str(file),
    ]
    assert main([*call, "--fail-on-worse"]) == 1
    assert (
        "| Abweichung der Punkte von der Wahrheit (Punkte) | 0,50 | 3,50 | +3,00 |" in capsys.readouterr().out
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("antrag,partei\nA,Lindenbund\n", "Zeile 2: „punkte“ fehlt"),
        ("antrag,partei,punkte\nA,Niemand,5\n", "„Niemand“ ist nicht bekannt"),
        ("antrag,partei,punkte\nA,Lindenbund,11\n", "von 0 bis 10"),
        ("antrag,partei,punkte\nA,Lindenbund,viel\n", "von 0 bis 10"),
        ("antrag,partei,punkte\nA,Lindenbund,nan\n", "von 0 bis 10"),
        ("antrag,partei,punkte,programm\nA,Lindenbund,5,Plakat\n", "„programm“ ist „plakat“"),
        ("antrag,partei,punkte\nA,Lindenbund,5\na,LINDENBUND,6\n", "widerspricht"),
        ("antrag,partei,punkte\n", "keine Zeile"),
        ("\udce4".encode("utf-8", "surrogatepass").decode("latin-1"), "keine Zeile"),
    ],
)
def test_a_wrong_line_is_told_with_its_place(text: str, told: str, registry: Registry) -> None:
    with pytest.raises(DashboardError) as raised:
        Truth.read("wahr.csv", text.encode(), registry)
    assert told in str(raised.value)


def test_points_that_one_side_lacks_count_for_neither() -> None:
    """Silence about the party that is hard to judge is no merit."""
    parteien = ("LINDENBUND", "MUEHLRAD")
    table = {"A": [[[5.0, 0.0]]] * 8, "B": [[[5.0, "keine Wertung"]]] * 8}
    given = tafel(table, parteien=parteien)
    truth = Truth(
        {(f"antrag {n}", partei, given.werte[0].typ): 5.0 for n in range(1, 9) for partei in parteien}
    )
    (found,) = [one for one in held_against(given, {}, truth).compared if one.groesse is Groesse.ABWEICHUNG]
    assert (found.a, found.b, found.urteil) == (0, 0, Urteil.GLEICH)


def test_so_few_antraege_can_prove_anything() -> None:
    """Seven the same way come by chance once in 64: three times that is still under five percent."""
    assert [needed(tests) for tests in (1, 2, 3, 4)] == [6, 7, 7, 8]
