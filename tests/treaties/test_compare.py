"""A treaty held against the demo's programmes: what is told of each sentence, and how it leaves."""

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from core.base.errors import EingabeError
from core.cli.main import main
from core.features.treaties.compare import LIMIT, Comparison, Verdict, compare
from core.features.treaties.tables import counts_table, rows_table
from core.features.treaties.treaty import WITHOUT_CHAPTER, Treaty, sentence_spans
from core.programme.context import Context, default_context
from core.programme.quellen import Quellen
from core.proof.given_text import read_given
from core.wortlaut.binding.near_misses import PieceKind
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.records import Art, Quelldokument

PROGRAMM = "bruecke-demo-2024"
FOREIGN = "Den Teig eine Stunde ruhen lassen und danach noch einmal kräftig von Hand durchkneten."


@pytest.fixture(scope="module")
def printed(demo: Context) -> str:
    """A sentence of ten and more words without a number."""
    strom = Quellen(demo)[PROGRAMM].strom
    texts = [" ".join(strom.text[start:end].split()) for start, end in sentence_spans(strom)]
    plain = [text for text in texts if text.isascii() is False and not any(c.isdigit() for c in text)]
    return next(text for text in plain if 12 <= len(text.split()) <= 20 and text.endswith("."))


def held(context: Context, text: str, *parteien: str) -> Comparison:
    return compare(context, read_given(text, "Vertrag"), parteien or ("BRÜCKE",), "DEMO")


def partei_of(context: Context) -> str:
    return context.registry.programme[PROGRAMM].partei


def _replaced(text: str, place: int, word: str) -> str:
    words = text.split()
    return " ".join([*words[:place], word, *words[place + 1 :]])


@pytest.mark.parametrize(
    ("altered", "verdict"),
    [
        pytest.param(lambda text: text, Verdict.STEHT_SO, id="verbatim"),
        pytest.param(lambda text: text.replace(" ", "\n"), Verdict.STEHT_SO, id="verbatim in other lines"),
        pytest.param(lambda text: _replaced(text, 5, "Quarkspeise"), Verdict.GEAENDERT, id="another word"),
        pytest.param(lambda text: " ".join(text.split()[:-2]) + ".", Verdict.STEHT_SO, id="its beginning"),
        pytest.param(lambda text: f"Zugleich gilt: {text}", Verdict.GEAENDERT, id="words before it"),
        pytest.param(lambda text: FOREIGN, Verdict.KEINE, id="something else"),
    ],
)
def test_what_is_told_of_a_sentence(
    demo: Context, printed: str, altered: Callable[[str], str], verdict: Verdict
) -> None:
    partei = partei_of(demo)
    (row,) = held(demo, altered(printed), partei).rows
    near = row.nearest[partei]
    assert near.verdict is verdict
    assert near.fund is not None and near.label.startswith("Die Brücke Musterland Wahlprogramm 2024, S. ")
    if verdict is Verdict.GEAENDERT:
        arts = {piece.art for piece in near.differences(row.sentence.text)}
        assert PieceKind.ONLY_ZITAT in arts and PieceKind.GLEICH in arts


def test_a_negation_more_is_changed_and_told(demo: Context, printed: str) -> None:
    partei = partei_of(demo)
    words = printed.split()
    (row,) = held(demo, " ".join([*words[:6], "nicht", *words[6:]]), partei).rows
    near = row.nearest[partei]
    assert (near.verdict, near.note) == (Verdict.GEAENDERT, "Verneinung mehr oder weniger")


def test_a_sentence_of_one_party_does_not_stand_in_anothers_programme(demo: Context, printed: str) -> None:
    others = [
        id for id, own in demo.registry.parteien.items() if own.nur_in == ("DEMO",) and id != partei_of(demo)
    ]
    found = held(demo, printed, partei_of(demo), others[0])
    (row,) = found.rows
    assert row.nearest[partei_of(demo)].verdict is Verdict.STEHT_SO
    assert row.nearest[others[0]].verdict is not Verdict.STEHT_SO


def test_short_sentences_are_left_out_and_counted(demo: Context, printed: str) -> None:
    treaty = Treaty.of(read_given(f"Wir handeln. {printed} Das gilt.\n\n{FOREIGN}", "Vertrag"))
    assert (len(treaty.sentences), treaty.too_short, treaty.chapters) == (2, 2, [WITHOUT_CHAPTER])
    with pytest.raises(EingabeError, match="kein Satz"):
        held(demo, "Wir handeln.", partei_of(demo))


def test_a_programme_as_treaty_has_its_chapters_and_stands_in_itself(demo: Context) -> None:
    partei, told = partei_of(demo), list[tuple[int, int]]()
    quelle = Quellen(demo)[PROGRAMM]
    found = compare(demo, quelle, [partei], "DEMO", advance=lambda done, total: told.append((done, total)))
    assert found.total(partei)[Verdict.STEHT_SO] == len(found.rows) == told[-1][0] == told[-1][1]
    assert len(found.treaty.chapters) > 3
    assert sum(sum(own.values()) for own in found.counts.values()) == len(found.rows)
    assert len(rows_table(found).zeilen) == len(found.rows)
    assert len(counts_table(found).zeilen) == len(found.treaty.chapters) + 1


def test_the_parties_of_a_kept_treaty_are_those_of_its_record(demo: Context, printed: str) -> None:
    partei = partei_of(demo)
    text = read_given(printed, "Vertrag")
    record = Quelldokument(
        "quelle-1", "Vertrag", None, "", "DEMO", art=Art.KOALITIONSVERTRAG, parteien=(partei,)
    )
    found = compare(demo, Quelle.of(record, text.version, text.strom))
    assert found.parteien == [partei] and found.rows[0].nearest[partei].verdict is Verdict.STEHT_SO
    with pytest.raises(EingabeError, match="--parteien"):
        compare(demo, text, bundesland="DEMO")
    with pytest.raises(EingabeError, match="kein Programm eingelesen"):
        compare(demo, text, [partei], "BUND")


def test_the_command_says_what_nearness_is_and_gives_all_for_scripts(
    demo: Context,
    printed: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CHROMA_DIR", str(demo.settings.chroma_dir))
    default_context.cache_clear()
    path = tmp_path / "vertrag.txt"
    path.write_text(f"{printed} {FOREIGN}", encoding="utf-8")
    command = ["treaty", str(path), "--parteien", "Die Brücke", "--bundesland", "DEMO"]
    assert main(command) == 0
    told = capsys.readouterr().out
    assert "1 steht so, 0 geändert, 0 nah am Thema, 1 keine nahe Stelle" in told and LIMIT in told
    assert main([*command, "--json"]) == 0
    whole = json.loads(capsys.readouterr().out)
    (partei,) = whole["programme"]
    assert [one["parteien"][partei]["ergebnis"] for one in whole["saetze"]] == ["steht_so", "keine"]
    assert main([*command, "--csv"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
    assert main(["treaty", "gibt-es-nicht", "--parteien", "Die Brücke"]) != 0
    default_context.cache_clear()


def test_a_programme_not_yet_in_force_is_told_and_not_compared(demo: Context, printed: str) -> None:
    given, day = read_given(printed, "Vertrag"), date(2024, 6, 25)
    found = compare(demo, given, ("LINDENBUND",), "DEMO", day)
    assert [one.id for one in found.not_in_force] == ["lindenbund-demo-2024"]
    assert "25.06.2024" in found.left_out() and found.not_in_force[0].name in found.left_out()
