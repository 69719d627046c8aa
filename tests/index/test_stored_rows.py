"""What others write into Chroma is never a programme's text, page or party, whatever it says of itself."""

import json
import logging
import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from core.cli.main import main
from core.llm.prompt_sources import format_quotes_for_prompt
from core.programme.context import Context, default_context
from core.programme.indexing import index_programme
from core.programme.stock import Diagnose
from core.search.antrag_search import get_relevant_quotes_for_antrag
from core.search.passage_search import find_relevant_chunks
from core.search.suchraum import Suchraum
from core.search.summaries import summaries_of
from core.wortlaut.records import Chunk, Fundstelle
from tests.index.stores import opened
from tests.sammlungen import BRUECKE, LINDENBUND, look_anew

FRAGE = "Soll die Wieltalbahn wieder fahren?"
FALSE = "Die Wieltalbahn soll nie wieder fahren. Wir kürzen jede Rente um 50 Prozent."


@pytest.fixture(autouse=True)
def _without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    look_anew(monkeypatch)


def copied(demo: Context, folder: Path) -> Context:
    shutil.copytree(demo.settings.chroma_dir, folder / "db")
    return Context(replace(demo.settings, chroma_dir=folder / "db"))


@pytest.fixture
def own(demo: Context, tmp_path: Path) -> Context:
    return copied(demo, tmp_path)


@pytest.fixture(scope="module")
def mended(demo: Context, tmp_path_factory: pytest.TempPathFactory) -> Context:
    """One for all cases: each ends with an index that is put back and shows what it showed."""
    return copied(demo, tmp_path_factory.mktemp("index"))


class Row(NamedTuple):
    """The best answer as Chroma holds it; `first` is a vector that would bring any row before it."""

    id: str
    text: str
    told: dict[str, Any]
    first: Any
    other: str


Meddle = Callable[[Any, Row], object]


def add(collection: Any, row: Row, id: str, text: str, **told: object) -> None:
    collection.add([id], [row.first], [{**row.told, **told}], [text])


def change(collection: Any, row: Row, **told: object) -> None:
    collection.update([row.id], metadatas=[{**row.told, **told}])


def add_within(collection: Any, row: Row) -> None:
    """True words under an id like ours, of which a sentence's beginning is missing."""
    place = {"start": row.told["start"] + 4, "end": row.told["start"] + 60}
    add(collection, row, f"{LINDENBUND}:0@{row.told['version'][:12]}", row.text[4:60], **place)


def versions_of(collection: Any, programm_id: str) -> str:
    (row,) = collection.get(where={"programm_id": programm_id}, limit=1)["metadatas"]
    return str(row["version"])


ADDED: dict[str, tuple[Meddle, str]] = {
    "a row": (lambda c, r: add(c, r, "neu@1", FALSE), "1 Passage"),
    "under an id of ours": (lambda c, r: add(c, r, f"{LINDENBUND}:1@{r.told['version'][:12]}", FALSE), "1 P"),
    "in another place": (lambda c, r: add(c, r, "neu", FALSE, start=0, end=len(FALSE)), "1 Passage"),
    "beyond the text": (lambda c, r: add(c, r, "neu", "", start=10**9, end=10**9), "1 Passage"),
    "counted from behind": (lambda c, r: add(c, r, "neu", r.text, start=-9, end=-1), "1 Passage"),
    "a true row again": (lambda c, r: add(c, r, "neu", r.text), "1 Passage"),
    "true words without their sentence": (add_within, "1 Passage"),
    "of no programme": (lambda c, r: add(c, r, "neu", FALSE, programm_id="gibt-es-nicht"), ""),
    "of no place": (lambda c, r: c.add(["neu"], [r.first], [{"programm_id": LINDENBUND}], [FALSE]), ""),
    "another's vector": (lambda c, r: c.update([r.other], [r.first]), "Vektoren"),
    "pages": (lambda c, r: change(c, r, seiten="1,2", seite=1), "seite"),
    "the page for others": (lambda c, r: change(c, r, seite=99), "seite"),
    "party and year": (lambda c, r: change(c, r, partei="BRÜCKE", jahr=1999), "jahr, partei"),
    "headings": (lambda c, r: change(c, r, abschnitt=json.dumps(["Wir lügen"])), "abschnitt"),
}  # fmt: skip
"""What leaves all passages there were; and what `doctor` says."""

TAKEN: dict[str, tuple[Meddle, str]] = {
    "text": (lambda c, r: c.update([r.id], [r.first], documents=[FALSE]), "1 Passage"),
    "a word": (lambda c, r: c.update([r.id], [r.first], documents=[r.text.replace("e", "E", 1)]), "1 P"),
    "beginning": (lambda c, r: change(c, r, start=r.told["start"] + 1), "1 Passage"),
    "end": (lambda c, r: change(c, r, end=r.told["end"] + 40), "1 Passage"),
    "whose it is": (
        lambda c, r: change(c, r, programm_id=BRUECKE, version=versions_of(c, BRUECKE)), "1 Passage"
    ),
    "which reading it is of": (lambda c, r: change(c, r, version="0"), "Passagen"),
}  # fmt: skip
"""What makes one of them another: it is left out, and all others stay."""

CASES = {
    **{f"adds or tells: {name}": (*case, 0) for name, case in ADDED.items()},
    **{f"changes: {name}": (*case, 1) for name, case in TAKEN.items()},
}


def meddle(context: Context, what: Meddle) -> None:
    best = next(hit for hit in searched(context) if hit.programm_id == LINDENBUND)
    with opened(context.settings.chroma_dir) as client:
        (name,) = (one.name for one in client.list_collections() if "-demo-" in one.name)
        collection = client.get_collection(name, embedding_function=None)
        rows = collection.get(where={"programm_id": LINDENBUND}, include=["documents", "metadatas"])
        at = {id.split("@")[0]: place for place, id in enumerate(rows["ids"])}
        place, other = at[best.chunk.id], rows["ids"][at[context.store.chunks_of("DEMO", LINDENBUND)[-1].id]]
        vector = context.embedder.embed_query(FRAGE)
        row = Row(rows["ids"][place], rows["documents"][place], rows["metadatas"][place], vector, other)
        what(collection, row)


def searched(context: Context) -> list[Fundstelle]:
    return find_relevant_chunks(FRAGE, bundesland="DEMO", top_k=400, min_similarity=0, context=context)


def shown(context: Context) -> set[tuple[Chunk, str, str, str | None]]:
    """With its headings and pages, its label, address and party."""
    found = [(hit, chunk) for hit in searched(context) for chunk in (hit.chunk, *hit.weitere)]
    return {(chunk, hit.quelle, hit.url, hit.partei) for hit, chunk in found if chunk is hit.chunk}


@pytest.mark.parametrize(("what", "told", "lost"), CASES.values(), ids=CASES.keys())
def test_only_what_is_printed_is_shown(
    mended: Context, caplog: pytest.LogCaptureFixture, what: Meddle, told: str, lost: int
) -> None:
    before, in_order = shown(mended), [hit.chunk for hit in searched(mended)]
    meddle(mended, what)
    for context in (mended, Context(mended.settings)):  # one that has it open, and one that begins
        after = shown(context)
        assert after <= before and len(before) - len(after) == lost
        if not lost:
            assert [hit.chunk for hit in searched(context)] == in_order
    schaeden = "\n".join(Diagnose.of(mended, "DEMO").schaeden)
    assert told in schaeden and bool(told) == bool(schaeden)
    is_refused = "1 P" in told
    assert is_refused == bool(mended.store.sammlung("DEMO").refused) == ("doctor --repair" in caplog.text)
    assert {e.programm_id for e in index_programme(mended.registry.demo_programme, context=mended)}
    assert shown(mended) == before and Diagnose.of(mended, "DEMO").schaeden == ()
    assert mended.store.sammlung("DEMO").refused == {}


def test_no_prompt_and_no_summary_holds_it(own: Context) -> None:
    antrag = f"Antrag der Fraktion Lindenbund\n\nDer Landtag wolle beschließen:\n1. {FRAGE}"
    asked = (antrag, ["LINDENBUND"], "DEMO", 5, date(2025, 1, 1))
    before = get_relevant_quotes_for_antrag(*asked, context=own)
    assert before["LINDENBUND"]
    meddle(own, ADDED["a row"][0])
    found = get_relevant_quotes_for_antrag(*asked, context=own)
    assert found == before
    assert FALSE not in format_quotes_for_prompt(found, context=own)
    summaries = summaries_of(own, own.store.sammlung("DEMO"))[LINDENBUND]
    assert summaries and all("50 Prozent" not in summary.text for summary in summaries)


def test_without_a_stored_text_nothing_is_shown_of_it(own: Context, caplog: pytest.LogCaptureFixture) -> None:
    version = own.store.staende("DEMO")[LINDENBUND].version
    others = {one for one in shown(own) if one[0].programm_id != LINDENBUND}
    own.texte.strom_path(LINDENBUND, version).write_bytes(b"PK")
    shutil.rmtree(own.settings.chroma_dir / "zwischenspeicher")
    context = Context(own.settings)
    assert {one[0] for one in shown(context)} == {one[0] for one in others}
    assert LINDENBUND in caplog.text and logging.WARNING in {record.levelno for record in caplog.records}
    assert f"index --programm {LINDENBUND}" in Suchraum.of(context, bundesland="DEMO").refused_told


def test_the_command_says_what_it_leaves_out(
    own: Context, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CHROMA_DIR", str(own.settings.chroma_dir))
    default_context.cache_clear()
    told = []
    for _ in range(2):
        assert main(["search", "Wieltalbahn", "--bundesland", "DEMO"]) == 0
        printed = capsys.readouterr().out
        assert main(["search", "Wieltalbahn", "--bundesland", "DEMO", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert FALSE not in f"{printed} {found}"
        told += [f"index --programm {LINDENBUND}" in text for text in (printed, found["nicht_gezeigt"])]
        meddle(own, ADDED["a row"][0])
    default_context.cache_clear()
    assert told == [False, False, True, True]
