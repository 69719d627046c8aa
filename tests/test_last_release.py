"""What 0.7 left on a disk opens without loss: its Läufe, its index, and what it said of both.

The code of 0.7 made `daten/release-0.7.tar.xz`: `index --bundesland DEMO`, two `assess` of the built-in
model, five Läufe of the demo history (dropped quotes among them), a `followup`, an `ask`, an own prompt in
two versions, two judgements and a vote. `gesagt.json` is what that code itself then said: the export of all
Läufe, the boxes of every bound quote, and what four searches find.
"""

import json
import tarfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.assessment.prove_laeufe import audit_laeufe
from core.citations.eintrag import Anchor, Gebunden
from core.citations.re_anchor import anchored_eintrag
from core.context import Context
from core.german.letter_key import letters
from core.index.indexing import demo_programme, index_programme
from core.index.reading_pool import Indexergebnis, Leseausgang
from core.runs.export import export_json
from core.runs.store import Runstore, open_store
from core.search.passage_search import find_relevant_chunks
from core.seiten.highlight import highlight_boxes, quelle_of, readable_document, render_stellen, sure
from core.seiten.zitat_page import zitat_view
from core.settings import Settings
from tests.citations.markiert import marked_letters

RELEASE = Path(__file__).parent / "daten" / "release-0.7.tar.xz"


@pytest.fixture
def left(tmp_path: Path) -> Path:
    with tarfile.open(RELEASE) as archive:
        archive.extractall(tmp_path, filter="data")
    return tmp_path


@pytest.fixture
def said(left: Path) -> Any:
    return json.loads((left / "gesagt.json").read_text(encoding="utf-8"))


@pytest.fixture
def context(left: Path) -> Context:
    return Context(replace(Settings(), chroma_dir=left / "chroma_db", laeufe_dir=left / "laeufe"))


@pytest.fixture
def store(left: Path) -> Iterator[Runstore]:
    opened = open_store(None, left / "laeufe")
    yield opened
    opened.close()


def bound(store: Runstore) -> dict[str, Gebunden]:
    """Lauf and number → each bound quote."""
    laeufe = [store.load(row.id) for row in store.list_laeufe()]
    found = {f"{lauf.id}/{n}": zitat.eintrag for lauf in laeufe for n, zitat in enumerate(lauf.zitate)}
    return {key: eintrag for key, eintrag in found.items() if isinstance(eintrag, Gebunden)}


def test_every_lauf_is_what_it_was(store: Runstore, said: Any) -> None:
    """Fields that came since may stand beside those of then."""
    ids = [row["lauf"]["id"] for row in said["laeufe"]["laeufe"]]
    assert len(ids) == 7 == store.count_laeufe() and not any(row.unlesbar for row in store.list_laeufe())
    assert lost(said["laeufe"], json.loads(json.dumps(export_json(store, ids), default=str))) == []
    assert sum(len(store.load(id).zitate) for id in ids) == 68


def lost(then: Any, now: Any, place: str = "") -> list[str]:
    """Where something of then is missing now, or is another."""
    if isinstance(then, dict) and isinstance(now, dict):
        return [line for key in then for line in lost(then[key], now.get(key), f"{place}/{key}")]
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        return [
            line for n, pair in enumerate(zip(then, now, strict=True)) for line in lost(*pair, f"{place}/{n}")
        ]
    return [] if then == now else [f"{place}: {str(then)[:60]} → {str(now)[:60]}"]


def test_what_lies_beside_the_laeufe_is_there(store: Runstore) -> None:
    assert [(p.name, p.nummer) for p in store.list_prompts()] == [("Hausprompt", 2), ("Hausprompt", 1)]
    assert [(u.zustimmung, u.zitat) for u in store.list_urteile()] == [(True, 0), (False, None)]
    (vote,) = store.list_stimmen()
    assert {vote.lauf_a, vote.lauf_b} <= {row.id for row in store.list_laeufe()}


def test_the_search_finds_the_same_and_nothing_is_read_for_it(context: Context, said: Any) -> None:
    before = files(context)
    for frage, then in said["suche"].items():
        found = find_relevant_chunks(frage, bundesland="DEMO", top_k=8, context=context)
        now = [[f.chunk.programm_id, f.chunk.start, f.chunk.end, round(f.similarity, 4)] for f in found]
        assert now == then, frage
    assert files(context) == before


def files(context: Context) -> dict[str, bytes]:
    """The text streams, which are written whenever a programme is read."""
    return {path.name: path.read_bytes() for path in context.texte.iterdir()}


def test_the_next_index_reads_no_pdf(context: Context, said: Any) -> None:
    """It adds the tags that 0.7 did not have yet, from the stored text, and finds the same afterwards."""
    before = files(context)
    assert {ergebnis.ausgang for ergebnis in indexed(context)} == {Leseausgang.NEU}
    assert {ergebnis.ausgang for ergebnis in indexed(context)} == {Leseausgang.UNCHANGED}
    assert files(context) == before
    test_the_search_finds_the_same_and_nothing_is_read_for_it(context, said)


def indexed(context: Context) -> list[Indexergebnis]:
    return index_programme(demo_programme(context), context=context)


def test_every_bound_quote_is_marked_where_it_was(context: Context, store: Runstore, said: Any) -> None:
    quotes = bound(store)
    assert quotes.keys() == said["markiert"].keys() and len(quotes) == 58
    for key, beleg in quotes.items():
        assert anchored_eintrag(context, beleg) == beleg and not zitat_view(context, beleg).hinweis
        dokument = readable_document(context, beleg.ort.programm)
        quelle = dokument and quelle_of(context, beleg.ort.programm, dokument)
        assert quelle
        boxes = highlight_boxes(quelle, sure(quelle.strom, beleg.ort.stellen))
        then = {int(page): list(map(tuple, found)) for page, found in said["markiert"][key].items()}
        assert {page: list(map(tuple, found)) for page, found in boxes.items()} == then, key


def test_every_lauf_is_still_proved_against_its_pdfs(context: Context, store: Runstore) -> None:
    befunde = list(audit_laeufe(context, [row.id for row in store.list_laeufe()]))
    assert len(befunde) == 7 and [one for lauf in befunde for one in lauf.befunde if one.gruende] == []
    assert sum(len(lauf.befunde) for lauf in befunde) == 58


def test_quotes_of_another_reading_are_marked_at_their_words(context: Context, store: Runstore) -> None:
    """As when a later release reads programmes in another way: each is looked for anew by its wording."""
    for beleg in bound(store).values():
        today = anchored_eintrag(context, replace(beleg, ort=replace(beleg.ort, version="0" * 24)))
        assert (today.anker, today.text) == (Anchor.WIEDERGEFUNDEN, beleg.text)
        assert today.ort == beleg.ort and not zitat_view(context, today).hinweis
        pages = render_stellen(today.ort.programm, today.ort.stellen, context, today.ort.version)
        assert "".join(marked_letters(page.pdf) for page in pages) == letters(beleg.text)
