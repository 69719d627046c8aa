"""The matrix by examples counted by hand, and on Läufe of the demo."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from core.assessment.forderung_matrix import CellState, ForderungMatrix, MatrixCell, in_one_sentence
from core.assessment.forderung_pairs import ZitatReference, measured, reference_told, references
from core.assessment.lauf_view import LaufView
from core.assessment.pipeline import assess
from core.demo.demo_antraege import demo_auftrag
from core.llm.verdict import Stance, Traegt, Verdict, by_forderung
from core.programme.context import Context
from core.runs.lauf import Lauf, Urteil
from core.runs.store import Runstore, runstore
from tests.support.conftest import (
    BAHN_ZITAT,
    BEIDES,
    BEIDES_ZITAT,
    DREI,
    GEGEN_ZITAT,
    JETZT,
    Quote,
    context,
    store,
    stored_lauf,
)

__all__ = ["context", "store"]
FERN_SATZ = "Internationales Recht gilt auch bei Rüstungsexporten und Grenzwerten."


def said(lauf_id: str, partei: str, zitat: int, forderung: str, verdict: Verdict) -> Traegt:
    return Traegt(
        lauf_id=lauf_id, partei=partei, zitat=zitat, forderung=forderung, verdict=verdict, words="",
        model="m", prompt_version="1", created=JETZT,
    )  # fmt: skip


def matrix_of(context: Context, lauf: Lauf, rows: Sequence[Traegt] = ()) -> ForderungMatrix:
    runstore(context).save_notes(rows)
    return LaufView(context, lauf).matrix


def cell(matrix: ForderungMatrix, nummer: str, partei: str) -> MatrixCell:
    (row,) = [zeile.zellen for zeile in matrix.zeilen if zeile.forderung.nummer == nummer]
    return row[list(matrix.parteien).index(partei)]


def cells(matrix: ForderungMatrix) -> list[list[str]]:
    return [[str(cell) for cell in zeile.zellen] for zeile in matrix.zeilen]


def test_every_cell_says_what_is_known_of_a_party_and_a_forderung(context: Context, store: Runstore) -> None:
    lauf = store.load(stored_lauf(store))
    matrix = matrix_of(context, lauf)
    assert set(matrix.parteien) == {"BRÜCKE", "MÜHLRAD"}
    # BRÜCKE: a quote to each Forderung; MÜHLRAD: one to the first. None of it was checked.
    by_partei = dict(zip(matrix.parteien, zip(*cells(matrix), strict=True), strict=True))
    assert by_partei["BRÜCKE"][0] == "nicht geprüft (1 Zitat)"
    assert by_partei["MÜHLRAD"][0] == "nicht geprüft (1 Zitat)"
    assert by_partei["MÜHLRAD"][1] in ("–", "keine Quellen")


def answered(lauf: Lauf, partei: str, *said: tuple[str, str, Verdict]) -> Lauf:
    """As if the model had said so of its quotes: text, Forderung, stance."""
    stances = {text: Stance(nummer, verdict) for text, nummer, verdict in said}
    zitate = [
        replace(one, stance=stances[one.text]) if one.partei == partei and one.text in stances else one
        for one in lauf.zitate
    ]
    assert sum(one.stance is not None for one in zitate if one.partei == partei) == len(said)
    return replace(lauf, zitate=tuple(zitate))


def test_what_the_model_says_of_its_own_quote_stands_until_somebody_checks(
    context: Context, store: Runstore
) -> None:
    lauf = answered(store.load(stored_lauf(store)), "BRÜCKE", (BAHN_ZITAT, "1", Verdict.STUETZT))
    lauf = answered(lauf, "MÜHLRAD", (GEGEN_ZITAT, "2", Verdict.WIDERSPRICHT))  # of another Forderung
    found = matrix_of(context, lauf)
    assert cell(found, "1", "BRÜCKE").stand is CellState.SAYS_YES
    assert cell(found, "1", "MÜHLRAD").stand is CellState.UNGEPRUEFT
    assert "geprüft hat das niemand" in in_one_sentence(found)
    checked = matrix_of(context, lauf, [said(lauf.id, "BRÜCKE", 0, "1", Verdict.WIDERSPRICHT)])
    assert cell(checked, "1", "BRÜCKE").stand is CellState.WIDERSPRICHT
    assert in_one_sentence(checked).startswith("Widersprechende: ")


def test_a_checkers_word_stands_in_the_cell_of_its_forderung(context: Context, store: Runstore) -> None:
    lauf = store.load(stored_lauf(store))
    rows = [
        said(lauf.id, "BRÜCKE", 0, "1", Verdict.STUETZT),
        said(lauf.id, "BRÜCKE", 1, "1", Verdict.WIDERSPRICHT),
        said(lauf.id, "MÜHLRAD", 0, "2", Verdict.ANDERES),
    ]
    matrix = matrix_of(context, lauf, rows)
    assert cell(matrix, "1", "BRÜCKE") == MatrixCell("BRÜCKE", CellState.BEIDES, (1, 2))
    assert cell(matrix, "2", "MÜHLRAD") == MatrixCell("MÜHLRAD", CellState.ANDERES, (1,))
    own = {sum_of_counts.partei: sum_of_counts for sum_of_counts in matrix.summen}
    assert (own["BRÜCKE"].mit, own["BRÜCKE"].von, own["BRÜCKE"].zitate) == (1, 2, 2)
    assert own["MÜHLRAD"].staende[CellState.ANDERES] == 1


@pytest.mark.parametrize(
    ("verdicts", "stand"),
    [
        ((Verdict.STUETZT, Verdict.ANDERES), CellState.STUETZT),
        ((Verdict.OFFEN, Verdict.WIDERSPRICHT), CellState.WIDERSPRICHT),
        ((Verdict.OFFEN, Verdict.ANDERES), CellState.OFFEN),
        ((Verdict.ANDERES, None), CellState.UNGEPRUEFT),
        ((Verdict.ANDERES, Verdict.ANDERES), CellState.ANDERES),
    ],
)
def test_several_quotes_of_a_cell(
    context: Context, store: Runstore, verdicts: tuple[Verdict | None, ...], stand: CellState
) -> None:
    quotes = [replace(DREI[0]), Quote("BRÜCKE", DREI[2].text, DREI[2].stelle)]
    lauf = store.load(stored_lauf(store, quotes))
    rows = [said(lauf.id, "BRÜCKE", n, "1", verdict) for n, verdict in enumerate(verdicts) if verdict]
    assert cell(matrix_of(context, lauf, rows), "1", "BRÜCKE") == MatrixCell("BRÜCKE", stand, (1, 2))


def test_a_readers_word_counts_before_a_models(context: Context, store: Runstore) -> None:
    lauf_id = stored_lauf(store)
    for verdict in (Verdict.STUETZT, Verdict.ANDERES):  # the last word of a person
        store.save_note(Urteil(lauf_id, "BRÜCKE", "wahlprogramm", True, "Ada", "", 0, traegt=verdict))
    row = said(lauf_id, "BRÜCKE", 0, "1", Verdict.WIDERSPRICHT)
    own = references(context, store.load(lauf_id), by_forderung([row]))["BRÜCKE", 0]
    said_by_model = {"1": Verdict.WIDERSPRICHT}
    assert own == ZitatReference(("1",), False, said_by_model, {"1": Verdict.ANDERES})
    assert own.verdict_on("1") is Verdict.ANDERES and own.is_by_person("1")


def test_what_is_far_from_all_or_another_partys_answers_no_forderung(
    context: Context, store: Runstore
) -> None:
    quotes = [Quote("BRÜCKE", FERN_SATZ, FERN_SATZ), replace(DREI[0], fremd=True), DREI[0]]
    lauf = store.load(stored_lauf(store, quotes))
    found = references(context, lauf, {})
    assert [found["BRÜCKE", n].forderungen for n in range(3)] == [(), (), ("1",)]
    (sum_of_counts,) = matrix_of(context, lauf).summen
    assert (sum_of_counts.zitate, sum_of_counts.ohne, sum_of_counts.mit) == (3, (1, 2), 1)


def test_the_built_in_model_says_which_forderungen_a_sentence_is_near_to(
    demo: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.llm.offline.NEAR", 0.4)
    own = Context(replace(demo.settings, laeufe_dir=tmp_path / "laeufe"))
    lauf = runstore(own).load(assess(own, demo_auftrag(own)))
    matrix = matrix_of(own, lauf)
    for sum_of_counts in matrix.summen:
        covered = [
            one.abdeckung for one in lauf.scores if one.partei == sum_of_counts.partei and one.abdeckung
        ]
        if len(covered) == 1:
            assert sum_of_counts.mit == covered[0].nah
        if covered:
            assert max(one.nah for one in covered) <= sum_of_counts.mit <= sum(one.nah for one in covered)
    staende = {cell.stand for zeile in matrix.zeilen for cell in zeile.zellen}
    assert CellState.NEAR in staende and CellState.UNGEPRUEFT not in staende
    runstore(own).close()


def test_what_a_file_says_of_near_sentences_is_not_trusted(context: Context, store: Runstore) -> None:
    lauf = store.load(stored_lauf(store))
    odd = {"wahlprogramm": {"nahe_stellen": {"1": 7, "99": "x"}}, "parteiprogramm": {"nahe_stellen": ["1"]}}
    teile = tuple(replace(teil, ergebnis=odd) for teil in lauf.teile)
    assert cells(matrix_of(context, replace(lauf, teile=teile))) == cells(matrix_of(context, lauf))


def test_a_quote_stands_in_the_row_of_every_forderung_it_answers(context: Context, store: Runstore) -> None:
    quotes = [Quote("BRÜCKE", BEIDES_ZITAT, BEIDES, ("1", "2")), DREI[0]]
    lauf = store.load(stored_lauf(store, quotes))
    assert cells(matrix_of(context, lauf)) == [["nicht geprüft (2 Zitate)"], ["nicht geprüft (1 Zitat)"]]
    rows = [
        said(lauf.id, "BRÜCKE", 0, "2", Verdict.ANDERES),
        replace(said(lauf.id, "BRÜCKE", 0, "1", Verdict.STUETZT), rang=1),
    ]
    assert cells(matrix_of(context, lauf, rows)) == [["stützt (2 Zitate)"], ["anderes (1 Zitat)"]]
    own = references(context, lauf, by_forderung(rows))["BRÜCKE", 0]
    assert own.verdict_on("2") is Verdict.ANDERES and own.verdict_on("1") is Verdict.STUETZT
    assert own.gewaehlt is False  # the rows say whose choice it was


def test_what_was_measured_once_is_not_measured_again(
    context: Context, store: Runstore, monkeypatch: pytest.MonkeyPatch
) -> None:
    lauf = store.load(stored_lauf(store))
    assert {one.naehe for one in lauf.zitate} == {None}  # of before
    before = references(context, lauf, {})
    kept = replace(lauf, zitate=tuple(measured(context, lauf.antrag, lauf.zitate)))
    forbid_embedding(context, monkeypatch)
    assert references(context, kept, {}) == before
    with pytest.raises(AssertionError, match="embedded"):
        references(context, lauf, {})


def forbid_embedding(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: object, *texts: object) -> None:
        raise AssertionError("embedded again")

    for name in ("embed_query", "embed_documents"):
        monkeypatch.setattr(type(context.embedder), name, refuse)


@pytest.mark.parametrize(
    ("forderungen", "told"),
    [
        ((), "Zu keiner Forderung"),
        (("",), "Zum Antrag als Ganzem"),
        (("II.1", "II.2", "3"), "Zu Forderung II.1, II.2 und 3"),
    ],
)
def test_a_quote_names_all_the_forderungen_it_may_answer(forderungen: tuple[str, ...], told: str) -> None:
    assert reference_told(ZitatReference(forderungen)) == told


def test_a_reader_judges_each_forderung_of_a_quote_for_itself(context: Context, store: Runstore) -> None:
    lauf_id = stored_lauf(store, [Quote("BRÜCKE", BEIDES_ZITAT, BEIDES, ("1", "2"))])

    def judge(verdict: Verdict, forderung: str | None) -> None:
        said = Urteil(lauf_id, "BRÜCKE", "wahlprogramm", True, "Ada", "", 0, traegt=verdict)
        store.save_note(replace(said, forderung=forderung))

    def shown() -> ZitatReference:
        return references(context, store.load(lauf_id), {})["BRÜCKE", 0]

    judge(Verdict.STUETZT, "99")  # what the Antrag has not
    first, second = shown().forderungen
    assert (shown().verdict_on(first), shown().verdict_on(second)) == (None, None)
    judge(Verdict.ANDERES, None)  # as it was stored before: on the one that it stands for
    assert (shown().verdict_on(first), shown().verdict_on(second)) == (Verdict.ANDERES, None)
    judge(Verdict.WIDERSPRICHT, second)
    judge(Verdict.STUETZT, first)
    assert shown().people == {first: Verdict.STUETZT, second: Verdict.WIDERSPRICHT}
    rows = dict(zip(("1", "2"), cells(matrix_of(context, store.load(lauf_id))), strict=True))
    assert rows == {first: ["stützt (1 Zitat)"], second: ["widerspricht (1 Zitat)"]}
