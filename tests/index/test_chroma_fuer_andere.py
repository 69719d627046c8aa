"""The collections as a vector store for others: complete, findable, of one form."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.context import Context
from core.errors import IndexBeschaedigt
from core.index import chroma
from core.index.indexing import Leseausgang, demo_programme, index_programme
from core.index.vectorstore import UEBERALL
from core.models import Chunk
from core.search.passage_search import find_relevant_chunks
from core.settings import ROOT
from tests.sammlungen import LINDENBUND

GEBIETE = ("DEMO", UEBERALL)


def collections(context: Context) -> dict[str, Any]:
    """Through a client of Chroma's own, by Gebiet."""
    client = chroma.open_folder(context.settings.chroma_dir)
    names = [collection.name for collection in client.list_collections()]
    return {
        name.split("-")[1].upper(): client.get_collection(name, embedding_function=None) for name in names
    }


@pytest.fixture
def own(demo: Context, tmp_path: Path) -> Context:
    shutil.copytree(demo.settings.chroma_dir, tmp_path / "db")
    return Context(replace(demo.settings, chroma_dir=tmp_path / "db"))


def test_the_documented_example_runs_without_this_project(demo: Context, tmp_path: Path) -> None:
    shutil.copytree(demo.settings.chroma_dir, tmp_path / "chroma_db")
    (tmp_path / "data").symlink_to(ROOT / "data")
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "chroma.md").read_text("utf-8"), re.DOTALL)
    command = [sys.executable, "-I", "-c", code + "\nimport sys; assert 'core' not in sys.modules"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert len(lines) == 3 and all(
        re.match(r"0\.\d\d  .+ 2024, Seite \d+ der Datei: ", line) for line in lines
    )


def test_query_finds_what_exact_search_finds(demo: Context, tmp_path: Path) -> None:
    """In the few hundred of the demo even a graph with hardly an edge finds all."""
    random = np.random.default_rng(1)
    plane = random.normal(size=(16, 64))
    points = [(random.normal(size=(count, 16)) @ plane).astype(np.float32) for count in (4000, 20)]
    vectors, questions = (each / np.linalg.norm(each, axis=1, keepdims=True) for each in points)
    collection = chroma.create(chroma.open_folder(tmp_path), "viele", "", demo.embedder.recipe)
    for start in range(0, len(vectors), 1000):
        ids = [str(row) for row in range(start, start + 1000)]
        collection.add(ids=ids, embeddings=vectors[start : start + 1000])
    found = collection.query(query_embeddings=questions, n_results=10)["ids"]
    exact = np.argsort(-(questions @ vectors.T), axis=1)[:, :10]
    right = sum(
        len({int(id) for id in ids} & set(own)) for ids, own in zip(found, exact.tolist(), strict=True)
    )
    assert right / exact.size >= 0.95


def test_a_row_tells_its_text_and_whose_words_it_holds(demo: Context) -> None:
    programm = demo.registry.programme[LINDENBUND]
    chunks = {chunk.text: chunk for chunk in demo.store.chunks_of("DEMO", LINDENBUND)}
    for gebiet in GEBIETE:
        found = collections(demo)[gebiet].get(where={"partei": "LINDENBUND"}, include=["metadatas"])
        assert {row["bundesland"] for row in found["metadatas"]} == {gebiet}
    found = collections(demo)["DEMO"].query(
        query_embeddings=[demo.embedder.embed_query("Wieltalbahn")],
        n_results=20,
        where={"$and": [{"partei": "LINDENBUND"}, {"jahr": {"$gte": 2020}}, {"seite": {"$gte": 2}}]},
    )
    ((texts,), (metadata,)) = found["documents"], found["metadatas"]
    assert len(texts) == 20
    for text, row in zip(texts, metadata, strict=True):
        chunk = chunks[text]
        told = (row["programm_id"], row["name"], row["typ"], row["jahr"])
        assert told == (LINDENBUND, programm.name, str(programm.typ), programm.jahr)
        assert row["seite"] == chunk.seiten[0] and row["seiten"] == ",".join(map(str, chunk.seiten))
        assert tuple(json.loads(row["abschnitt"])) == chunk.abschnitt
        assert (row["start"], row["end"]) == (chunk.start, chunk.end)


def test_texts_can_be_filtered_though_their_letters_are_not_indexed(demo: Context) -> None:
    collection = collections(demo)["DEMO"]
    every = collection.get(include=["documents"])["documents"]

    def count(filter: dict[str, str]) -> int:
        return len(collection.get(where_document=filter, include=[])["ids"])

    expected = sum("Wieltalbahn" in text for text in every)
    assert 0 < expected < len(every)
    assert count({"$contains": "Wieltalbahn"}) == count({"$regex": "Wiel.albahn"}) == expected
    assert count({"$not_contains": "Wieltalbahn"}) == len(every) - expected
    assert count({"$contains": "xyzqw"}) == 0


def test_the_collection_tells_how_to_embed_a_question(demo: Context) -> None:
    told = collections(demo)["DEMO"].metadata
    assert told["embedding_dimension"] == demo.embedder.dim and told["embedding_normalized"] is True
    assert (told["embedding_model"], told["embedding_query_prefix"]) == (demo.embedder.name, "")
    assert "token vectors" in told["embedding_how"]


# --- another form, and another register -------------------------------------------------------------------


def found(context: Context) -> list[tuple[Chunk, float]]:
    hits = find_relevant_chunks("Wieltalbahn", bundesland="DEMO", top_k=30, context=context)
    return [(hit.chunk, round(hit.similarity, 4)) for hit in hits]


def reindex(context: Context) -> Mapping[str, Leseausgang]:
    return {e.programm_id: e.ausgang for e in index_programme(demo_programme(context), context=context)}


def test_a_collection_of_another_form_is_refused_and_read_in_anew(demo: Context, own: Context) -> None:
    collection = collections(own)["DEMO"]
    collection.modify(metadata={**collection.metadata, "form": "0"})
    for context in (own, Context(own.settings)):  # with Chroma open, and by a look at its tables
        with pytest.raises(IndexBeschaedigt, match=r"andere Form.*index --all"):
            found(context)
    assert set(reindex(own).values()) == {Leseausgang.NEU}
    assert found(own) == found(Context(own.settings)) == found(demo)


def test_what_chroma_leaves_of_a_deleted_collection_is_swept_by_the_next_run(
    demo: Context, own: Context
) -> None:
    folder = own.settings.chroma_dir
    before = set(chroma.index_folders(folder))
    chroma.drop(chroma.open_folder(folder), own.store._name("DEMO"))
    command = [sys.executable, "-m", "core", "index", "--bundesland", "DEMO"]
    for _ in range(2):
        subprocess.run(command, cwd=ROOT, env={**os.environ, "CHROMA_DIR": str(folder)}, check=True)
    assert not before <= set(chroma.index_folders(folder))
    assert len(chroma.index_folders(folder)) <= 2 and found(Context(own.settings)) == found(demo)


def test_rows_follow_the_register(own: Context, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "data", tmp_path / "data", ignore=lambda *_: ["pdf", "model", "laeufe"])
    (tmp_path / "data" / "demo").mkdir(exist_ok=True)
    (tmp_path / "data" / "demo" / "pdf").symlink_to(ROOT / "data" / "demo" / "pdf")
    path = tmp_path / "data" / "registry" / "programme" / "demo.toml"
    programm = own.registry.programme[LINDENBUND]
    text = path.read_text("utf-8")
    assert text.count(f'"{programm.name}"') == 1
    path.write_text(text.replace(f'"{programm.name}"', '"Lindenbund, neuer Titel"'), "utf-8")
    changed = Context(replace(own.settings, data_dir=tmp_path / "data"))
    before = asdict(changed.store.staende("DEMO")[LINDENBUND])
    assert set(reindex(changed).values()) == {Leseausgang.UNCHANGED}
    names = {
        row["programm_id"]: row["name"]
        for row in collections(changed)["DEMO"].get(include=["metadatas"])["metadatas"]
    }
    assert names[LINDENBUND] == "Lindenbund, neuer Titel" and len(names) == 4
    assert asdict(changed.store.staende("DEMO")[LINDENBUND]) == before
    assert changed.store.health("DEMO") == []
