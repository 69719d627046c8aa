"""Where passages of a text stand in kept documents and Anträge: on the demo, and through the command."""

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.antrag.antrag import Antrag
from core.cli.main import main
from core.features.reuse.elsewhere import COMMON, Reuse, find_elsewhere
from core.features.reuse.kept_texts import KeptText, kept_document
from core.programme.context import Context, default_context
from core.proof.given_text import read_given
from core.runs.store import runstore
from core.wortlaut.errors import DashboardError
from core.wortlaut.german.folding import letters, spelled_out
from core.wortlaut.records import Chunk

PROGRAMM = "bruecke-demo-2024"
OTHER_WORDS = "Der Ausschuss tagt am Montag im großen Saal; Gäste melden sich vorher an."


@pytest.fixture
def context(demo: Context, leere_laeufe: Path, tmp_path: Path) -> Iterator[Context]:
    """The demo, with a store of its own."""
    shutil.copytree(leere_laeufe, tmp_path / "laeufe")
    own = Context(replace(demo.settings, laeufe_dir=tmp_path / "laeufe"))
    yield own
    own.close()


@pytest.fixture(scope="module")
def chunk(demo: Context) -> Chunk:
    chunks = demo.store.chunks_of("DEMO", PROGRAMM)
    return max(chunks, key=lambda one: (len(one.seiten) == 1, len(one.text)))


def found_in(context: Context, text: str) -> Reuse:
    return find_elsewhere(context, KeptText(read_given(text, "Probe")))


def cut(text: str, count: int) -> str:
    """From the beginning the words that have so many letters together, or a few more."""
    ends = [found.start() for found in re.finditer(r"\s|$", text)]
    return next(text[:end] for end in ends if len(letters(text[:end])) >= count)


@pytest.mark.parametrize(
    "altered",
    [
        pytest.param(lambda text: text, id="as it is"),
        pytest.param(lambda text: re.sub(r"\s+", "\n", text), id="a line for each word"),
        pytest.param(
            lambda text: re.sub(r"(\w{4})(\w{4})", "\\1-\n\\2", text), id="hyphens at ends of lines"
        ),
        pytest.param(lambda text: re.sub(r"(\w{3})(\w{3})", "\\1\xad\\2", text), id="soft hyphens"),
        pytest.param(lambda text: f"»{text.upper()}«", id="capitals in quote marks"),
        pytest.param(lambda text: text.replace(" ", " – ").replace(",", ""), id="dashes and no commas"),
    ],
)
def test_a_passage_is_found_however_it_is_set(context: Context, chunk: Chunk, altered: object) -> None:
    wording = cut(chunk.text, 150)
    text = f"{OTHER_WORDS}\n\n{altered(wording)}\n\n{OTHER_WORDS}"  # type: ignore[operator]
    (passage,) = found_in(context, text).passages
    place = passage.places[0]
    assert place.kept.id == PROGRAMM and place.seiten == chunk.seiten
    assert spelled_out(wording) in spelled_out(place.text) == spelled_out(passage.text)


def test_sixty_letters_are_enough_and_another_number_ends_it(context: Context, chunk: Chunk) -> None:
    begins = [found.end() for found in re.finditer(r"\s", chunk.text)]
    whole = next(
        words for at in begins if len(letters(words := cut(chunk.text[at:], 60))) == 60 and "-" not in words
    )
    (passage,) = found_in(context, f"Xyz {whole} 4711").passages
    assert passage.text == passage.places[0].text == whole.rstrip(".,;")
    assert not found_in(context, f"Xyz {whole.rstrip('.,;')[:-1]} 4711").passages
    middle = whole.index(" ", len(whole) // 2)
    assert not found_in(context, f"Xyz {whole[:middle]} 4711 {whole[middle:]} Zyx").passages


BEFORE = "Wir bauen im ganzen Land verteilt auf alle Kreise und kreisfreien Städte rund"
BEHIND = "neue Wohnungen für Familien, Auszubildende und Menschen mit kleinem Einkommen."


@pytest.mark.parametrize(
    ("here", "there", "end", "begin"),
    [
        ("1,5", "15", "rund", "neue"),
        ("10.000", "1.0000", "rund", "neue"),
        ("10 %", "10 €", "rund", "neue"),
        ("10 %", "10", "rund", "neue"),
        ("-5", "5", "rund", "neue"),
        ("10²", "102", "rund", "neue"),
        ("\u22125", "-5", "Einkommen", "Wir"),
        ("10 %", "10%", "Einkommen", "Wir"),
        ("Wohnbauten", "Wohnbauplätze", "rund", None),
    ],
)
def test_a_run_ends_at_another_figure_and_shows_whole_words(
    context: Context, here: str, there: str, end: str, begin: str | None
) -> None:
    """Letters alone are the same here and there."""
    runstore(context).save_antrag(Antrag(f"{BEFORE} {there} {BEHIND}", titel="Wohnen"))
    passages = found_in(context, f"{OTHER_WORDS} {BEFORE} {here} {BEHIND}").passages
    told = sorted((one.text, one.places[0].text) for one in passages)
    assert all(letters(one) == letters(other) for one, other in told)
    ends, begins = {one.split()[-1] for one, _ in told}, {one.split()[0] for one, _ in told}
    assert end in ends and (begin in begins or begin is None)
    assert "…" not in str(told) and len(told) == 1 + (end != "Einkommen")


def test_a_text_in_which_one_figure_is_another_is_not_the_same_text(context: Context) -> None:
    runstore(context).save_antrag(Antrag(f"{BEFORE} 1,5 {BEHIND}", titel="Wohnen"))
    assert len(found_in(context, f"{BEFORE} 15 {BEHIND}").passages) == 2
    assert found_in(context, f"{BEFORE} 1,5 {BEHIND}").left_out == ("Wohnen",)


def test_a_document_is_not_found_in_itself_nor_in_the_same_under_another_name(context: Context) -> None:
    one = kept_document(context, PROGRAMM)
    assert one is not None
    found = find_elsewhere(context, one)
    places = {place.kept.id for passage in (*found.passages, *found.common) for place in passage.places}
    assert PROGRAMM not in places and found.left_out == ()
    pasted = found_in(context, one.quelle.strom.text)
    assert pasted.left_out == (one.name,) and one.name in pasted.scope()


def test_what_was_not_read_with_certainty_is_no_find(context: Context) -> None:
    one = next(
        kept
        for id in context.registry.demo_programme
        if (kept := kept_document(context, id)) and kept.quelle.strom.unsure_sentences
    )
    strom = one.quelle.strom
    start, end = max(strom.unsure_sentences, key=lambda span: len(letters(strom.text[span[0] : span[1]])))
    assert len(letters(strom.text[start:end])) >= 60
    assert found_in(context, f"Xyz {strom.text[start:end]} Zyx").passages == ()


def test_stored_antraege_are_looked_through_and_a_phrase_of_many_is_told_apart(context: Context) -> None:
    store = runstore(context)
    phrase = "Der Landtag möge beschließen, die Landesregierung mit der Umsetzung umgehend zu beauftragen."
    own = "Die Uferwege an der Linde werden bis zum Herbst durchgehend beleuchtet und barrierefrei ausgebaut."
    ids = [
        store.save_antrag(
            Antrag(f"{phrase}\n\nPunkt {number} {own if number == 3 else ''}", titel=f"Nr. {number}")
        )
        for number in range(COMMON)
    ]
    found = found_in(context, f"{OTHER_WORDS} {own} Danach folgt: {phrase}")
    (passage,), (common,) = found.passages, found.common
    assert [place.kept.id for place in passage.places] == [ids[3]]
    assert len(common.places) == COMMON and "In " not in common.text and found.looked_in[1] == COMMON
    store.save_antrag(Antrag(own, titel="Neu"))
    assert len(found_in(context, f"{own} Und dann.").passages[0].places) == 2
    assert found_in(context, own).left_out == ("Neu",)


@pytest.mark.parametrize("given", ["", " \n", "„…“", b"\x00\x01\x02", b"%PDF-1.4 kaputt"])
def test_what_holds_no_text_is_refused(given: str | bytes) -> None:
    with pytest.raises(DashboardError):
        read_given(given, "probe.pdf")


def test_the_command_finds_tells_and_refuses(
    context: Context,
    chunk: Chunk,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CHROMA_DIR", str(context.settings.chroma_dir))
    monkeypatch.setenv("LAEUFE_DIR", str(tmp_path / "laeufe"))
    default_context.cache_clear()
    path = tmp_path / "rede.txt"
    path.write_text(f"{OTHER_WORDS}\n\n{cut(chunk.text, 120)} Xyz", encoding="utf-8")
    assert main(["reuse", str(path)]) == 0
    first, quote, told, scope = capsys.readouterr().out.splitlines()
    assert "Die Brücke Musterland Wahlprogramm 2024, S. " in first and quote.startswith("  „")
    assert told.startswith("1 Stelle steht auch anderswo.") and scope.startswith("Verglichen mit 6 ")
    assert main(["reuse", str(path), "--json"]) == 0
    (stelle,) = json.loads(capsys.readouterr().out)["stellen"]
    assert stelle["fundorte"][0]["kennung"] == PROGRAMM and stelle["buchstaben"] >= 120
    assert main(["reuse", str(path), "--csv"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert main(["reuse", PROGRAMM]) == 0
    assert main(["reuse", "gibt-es-nicht"]) != 0 and main(["reuse", str(path), "--min", "59"]) != 0
    assert "59" in capsys.readouterr().err
    default_context.cache_clear()
