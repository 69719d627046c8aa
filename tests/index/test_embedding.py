"""Embedding: the numpy reading of a static model is the model, and what is missing is said in German."""

import json
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from core.base.errors import EmbeddingError
from core.base.settings import ROOT, Settings
from core.programme import embedding
from core.programme.embedding import StaticEmbedder, TransformerEmbedder, fingerprint_of, load_embedder
from tests.skips import skip_without

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

MODEL = ROOT / "data" / "model"
WORDS = """wir wollen die mieten senken klimaschutz Bildungsgerechtigkeit Pflege-Offensive Kommunen Straßenbau
2030 § 13a 100.000 Wohnungen „sozialer“ Ausbau der Schiene – nicht gegen Hoch\u00adschulen Kita-Plätze ÖPNV
Grund\u00adsicherung Verfassungsschutz Energiewende ﬁnanziell ☃ 漢字 xqzvbn""".split()


def sentences(count: int) -> list[str]:
    rng = random.Random(20261120)
    texts = [" ".join(rng.choices(WORDS, k=rng.randint(1, 90))) + "." for _ in range(count)]
    return [
        *texts, "", "   ", "☃☃ 漢字", "xqzvbn", "Donaudampfschifffahrt " * 1_000, "Zeile\nZeile\ttab", " x",
    ]  # fmt: skip


def copy_of_model(folder: Path, **files: object) -> Path:
    shutil.copytree(MODEL, folder)
    for name, content in files.items():
        (folder / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    return folder


def reference(folder: Path) -> "SentenceTransformer":
    """What sentence-transformers makes of the folder, in float32: its float16 gives NaN for an empty text."""
    if not find_spec("sentence_transformers"):
        skip_without("sentence-transformers")
    from sentence_transformers import SentenceTransformer

    model: SentenceTransformer = SentenceTransformer(str(folder), device="cpu", local_files_only=True).float()
    return model


@pytest.fixture(autouse=True)
def nothing_loaded(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(embedding, "_loaded", {})
    yield


@pytest.mark.night
def test_static_model_is_what_sentence_transformers_reads() -> None:
    texts = sentences(400)
    ours = StaticEmbedder(MODEL).embed_documents(texts)
    theirs = reference(MODEL).encode(texts)
    assert ours.dtype == np.float32 and ours.shape == (len(texts), 256)
    assert np.abs(ours - theirs).max() < 1e-5


def test_a_whole_book_stays_exact() -> None:
    """Over 60,000 tokens torch itself drifts by 1e-4; the true mean is that of float64."""
    model = StaticEmbedder(MODEL)
    text = "Donaudampfschifffahrt " * 20_000
    tokens = model._tokenizer.encode(text, add_special_tokens=False).ids
    mean = model._weights.astype(np.float64)[tokens].mean(axis=0)
    assert np.abs(model.embed_query(text) - mean / np.linalg.norm(mean)).max() < 1e-6


def test_result_does_not_depend_on_the_company_of_a_text() -> None:
    model = StaticEmbedder(MODEL)
    texts = sentences(600)
    alone = np.stack([model.embed_documents([text])[0] for text in texts])
    assert np.abs(model.embed_documents(texts) - alone).max() < 1e-6


def test_texts_without_a_word_give_zeros_not_nan() -> None:
    model = load_embedder(Settings())
    vectors = model.embed_documents(["", " \n ", "Wort"])
    assert not vectors[:2].any() and np.isclose(np.linalg.norm(vectors[2]), 1)
    assert not model.embed_query("").any()
    assert model.embed_documents([]).shape == (0, model.dim)


@pytest.mark.night
@pytest.mark.parametrize("key", ["document", "passage"])
def test_prompts_of_a_static_model_are_applied(tmp_path: Path, key: str) -> None:
    prompts = {"query": "Frage: ", key: "Absatz: "}
    folder = copy_of_model(tmp_path / "mit", config_sentence_transformers={"prompts": prompts})
    with_prompts, without = StaticEmbedder(folder), StaticEmbedder(MODEL)
    assert np.array_equal(with_prompts.embed_query("Miete"), without.embed_query("Frage: Miete"))
    expected = without.embed_documents(["Absatz: Miete"])
    assert np.array_equal(with_prompts.embed_documents(["Miete"]), expected)
    assert np.abs(reference(folder).encode(["Absatz: Miete"]) - expected).max() < 1e-5
    if key == "document":
        assert np.abs(reference(folder).encode_document(["Miete"]) - expected).max() < 1e-5


@pytest.mark.night
def test_model2vec_weights_are_folded(tmp_path: Path) -> None:
    from safetensors.numpy import load_file, save_file

    folder = copy_of_model(tmp_path / "m2v")
    rows = load_file(str(MODEL / "model.safetensors"))["embedding.weight"].astype(np.float32)
    mapping = np.arange(len(rows)) % 500
    weights = np.linspace(0.5, 1.5, len(rows))
    tensors = {"embeddings": rows[:500].copy(), "mapping": mapping, "weights": weights}
    save_file(tensors, str(folder / "model.safetensors"))
    ours = StaticEmbedder(folder).embed_documents(WORDS)
    assert np.abs(ours - reference(folder).encode(WORDS)).max() < 1e-5


def test_bundled_model_is_loaded_without_torch_and_the_module_without_anything() -> None:
    code = """
import sys
import core.programme.embedding, core.programme.vectorstore
heavy = {"tokenizers", "safetensors", "sentence_transformers", "torch", "chromadb", "filelock"}
assert not heavy & set(sys.modules), heavy & set(sys.modules)
from core.base.settings import Settings
core.programme.embedding.load_embedder(Settings()).embed_query("Miete")
assert not {"torch", "sentence_transformers"} & set(sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr


def dense_model(folder: Path, prompts: dict[str, str] | None = None) -> Path:
    """A small model that numpy does not read: token vectors, then a dense layer."""
    if not find_spec("sentence_transformers"):
        skip_without("sentence-transformers")
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Dense, StaticEmbedding
    from tokenizers import Tokenizer

    torch.manual_seed(7)
    tokenizer = Tokenizer.from_file(str(MODEL / "tokenizer.json"))
    parts = [StaticEmbedding(tokenizer, embedding_dim=16), Dense(16, 8)]
    SentenceTransformer(modules=parts, prompts=prompts, device="cpu").save(str(folder))
    return folder


@pytest.mark.night
def test_other_models_go_through_sentence_transformers(tmp_path: Path) -> None:
    folder = dense_model(tmp_path / "dicht", {"query": "Frage: ", "document": "Absatz: "})
    model = load_embedder(Settings(embedding_model=str(folder), embedding_device="cpu"))
    assert isinstance(model, TransformerEmbedder)
    assert (model.name, model.dim, model.fingerprint) == ("dicht", 8, fingerprint_of(folder))
    theirs = reference(folder)
    documents = model.embed_documents(["Miete", "Kita"])
    assert documents.dtype == np.float32 and np.allclose(np.linalg.norm(documents, axis=1), 1)
    expected = theirs.encode(["Absatz: Miete", "Absatz: Kita"], normalize_embeddings=True)
    assert np.abs(documents - expected).max() < 1e-6
    query = theirs.encode("Frage: Miete", normalize_embeddings=True)
    assert np.abs(model.embed_query("Miete") - query).max() < 1e-6
    assert model.embed_documents([]).shape == (0, 8)


def test_fingerprint_follows_the_content_not_the_place(tmp_path: Path) -> None:
    folder = copy_of_model(tmp_path / "anderswo")
    assert fingerprint_of(folder) == fingerprint_of(MODEL) == StaticEmbedder(MODEL).fingerprint
    (folder / "README.md").write_text("anders")
    assert fingerprint_of(folder) == fingerprint_of(MODEL)
    weights = bytearray((folder / "model.safetensors").read_bytes())
    weights[-1] ^= 1
    (folder / "model.safetensors").write_bytes(weights)
    assert fingerprint_of(folder) != fingerprint_of(MODEL)


def test_model_is_loaded_once_whatever_the_number_of_threads() -> None:
    with ThreadPoolExecutor(8) as pool:
        models = set(pool.map(lambda _: load_embedder(Settings()), range(32)))
    assert len(models) == 1
    assert load_embedder(Settings(embedding_device="cpu")) not in models


@pytest.mark.parametrize("damage", ["half", "pointer", "no tokenizer", "bad modules", "too few rows"])
def test_broken_folder_is_one_german_sentence(tmp_path: Path, damage: str) -> None:
    folder = copy_of_model(tmp_path / "kaputt")
    weights = folder / "model.safetensors"
    match damage:
        case "half":
            weights.write_bytes(weights.read_bytes()[:1_000_000])
        case "pointer":
            weights.write_text("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 20480096\n")
        case "no tokenizer":
            (folder / "tokenizer.json").unlink()
        case "bad modules":
            (folder / "modules.json").write_text("[{")
        case "too few rows":
            from safetensors.numpy import save_file

            save_file({"embedding.weight": np.ones((10, 4), np.float32)}, str(weights))
    with pytest.raises(EmbeddingError, match=r"lässt sich nicht laden \(.*EMBEDDING_MODEL") as caught:
        load_embedder(Settings(embedding_model=str(folder)))
    assert "\n" not in str(caught.value) and caught.value.__cause__ is not None
