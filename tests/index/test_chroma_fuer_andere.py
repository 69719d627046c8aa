"""The collections as a vector store for others: complete, findable, of one form."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.base.errors import IndexBeschaedigt
from core.base.models import UEBERALL
from core.base.settings import ROOT
from core.programme import chroma_worker
from core.programme.chroma_worker import Place, Rows
from core.programme.context import Context
from core.programme.indexing import Leseausgang, index_programme
from core.search.passage_search import find_relevant_chunks
from core.wortlaut.records import Chunk
from tests.index.stores import opened
from tests.sammlungen import LINDENBUND

GEBIETE = ("DEMO", UEBERALL)


@contextmanager
def collections(context: Context) -> Iterator[dict[str, Any]]:
    """As others open them, by Gebiet."""
    with opened(context.settings.chroma_dir) as client:
        names = [collection.name for collection in client.list_collections()]
        yield {
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


def test_query_finds_what_exact_search_finds(tmp_path: Path) -> None:
    """In the few hundred of the demo even a graph with hardly an edge finds all."""
    random = np.random.default_rng(1)
    plane = random.normal(size=(16, 64))
    points = [(random.normal(size=(count, 16)) @ plane).astype(np.float32) for count in (4000, 20)]
    vectors, questions = (each / np.linalg.norm(each, axis=1, keepdims=True) for each in points)
    place = Place(tmp_path, None)
    for start in range(0, len(vectors), 1000):
        ids = [str(row) for row in range(start, start + 1000)]
        texts, told = [""] * 1000, [{"a": 1}] * 1000
        chroma_worker.write(place, "viele", {"a": 1}, Rows(ids, texts, told, vectors[start : start + 1000]))
    with opened(tmp_path) as client:
        collection = client.get_collection("viele", embedding_function=None)
        found = collection.query(query_embeddings=questions, n_results=10)["ids"]
    exact = np.argsort(-(questions @ vectors.T), axis=1)[:, :10]
    right = sum(
        len({int(id) for id in ids} & set(own)) for ids, own in zip(found, exact.tolist(), strict=True)
    )
    assert right / exact.size >= 0.95


def test_a_row_tells_its_text_and_whose_words_it_holds(own: Context) -> None:
    programm = own.registry.programme[LINDENBUND]
    chunks = {chunk.text: chunk for chunk in own.store.chunks_of("DEMO", LINDENBUND)}
    with collections(own) as there:
        for gebiet in GEBIETE:
            found = there[gebiet].get(where={"partei": "LINDENBUND"}, include=["metadatas"])
            assert {row["bundesland"] for row in found["metadatas"]} == {gebiet}
        found = there["DEMO"].query(
            query_embeddings=[own.embedder.embed_query("Wieltalbahn")],
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


def test_the_collection_tells_how_to_embed_a_question(own: Context) -> None:
    with collections(own) as there:
        told = there["DEMO"].metadata
    assert told["embedding_dimension"] == own.embedder.dim and told["embedding_normalized"] is True
    assert (told["embedding_model"], told["embedding_query_prefix"]) == (own.embedder.name, "")
    assert "token vectors" in told["embedding_how"]


# --- another form, and another register -------------------------------------------------------------------


def found(context: Context) -> list[tuple[Chunk, float]]:
    hits = find_relevant_chunks("Wieltalbahn", bundesland="DEMO", top_k=30, context=context)
    return [(hit.chunk, round(hit.similarity, 4)) for hit in hits]


def reindex(context: Context) -> Mapping[str, Leseausgang]:
    return {
        e.programm_id: e.ausgang for e in index_programme(context.registry.demo_programme, context=context)
    }


def test_a_collection_of_another_form_is_refused_and_read_in_anew(demo: Context, own: Context) -> None:
    with collections(own) as there:
        there["DEMO"].modify(metadata={**there["DEMO"].metadata, "form": "0"})
    with pytest.raises(IndexBeschaedigt, match=r"andere Form.*index --all"):
        found(own)
    assert set(reindex(own).values()) == {Leseausgang.NEU}
    assert found(own) == found(Context(own.settings)) == found(demo)


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
    with collections(changed) as there:
        rows = there["DEMO"].get(include=["metadatas"])["metadatas"]
    names = {row["programm_id"]: row["name"] for row in rows}
    assert names[LINDENBUND] == "Lindenbund, neuer Titel" and len(names) == 4
    assert asdict(changed.store.staende("DEMO")[LINDENBUND]) == before
    assert changed.store.health("DEMO") == []
