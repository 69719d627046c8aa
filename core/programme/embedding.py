"""Texts become vectors: by the bundled static model (tokenizers + numpy) or any sentence-transformers model.

Nothing heavy is imported before a model is loaded, and torch only for a model that needs it.
"""

import hashlib
import json
import os
import re
import socket
import threading
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit
from urllib.request import getproxies

import numpy as np
from numpy.typing import NDArray

from core.base.errors import EmbeddingError, cause_of
from core.base.settings import Settings

if TYPE_CHECKING:
    from tokenizers import Tokenizer


FloatMatrix = NDArray[np.float32]
Recipe = Mapping[str, str | int | bool]

WORDS_KEPT = 200_000
"""Words whose tokens are remembered; 28 real programmes hold 72,000."""

TOKENS_PER_STEP = 1 << 9
WORD_BY_WORD = {"NFC", "NFD", "NFKC", "NFKD", "Lowercase", "StripAccents", "BertNormalizer"}
"""Steps of a tokenizer that change a word in the same way wherever it stands."""

DOCUMENT_PROMPTS = ("document", "passage", "corpus")
MODEL_SUFFIXES = {".safetensors", ".bin", ".json", ".txt", ".model"}


class Embedder(Protocol):
    """Turns texts into float32 vectors of length 1; a text without a known word gives zeros, never NaN."""

    @property
    def fingerprint(self) -> str:
        """Names the model for good: vectors of two fingerprints are never compared."""

    @property
    def name(self) -> str: ...

    @property
    def dim(self) -> int: ...

    @property
    def recipe(self) -> Recipe:
        """What others need to know to make the same vectors of a question: see `recipe_of`."""

    def embed_documents(self, texts: Sequence[str]) -> FloatMatrix: ...

    def embed_query(self, text: str) -> FloatMatrix: ...

    def __hash__(self) -> int: ...


def recipe_of(model: str, dim: int, query_prefix: str, document_prefix: str, how: str) -> Recipe:
    """A vector of length 1 of a prefix and the text; `how` tells what takes the text apart and sums it up."""
    return {
        "model": model,
        "dimension": dim,
        "query_prefix": query_prefix,
        "document_prefix": document_prefix,
        "normalized": True,
        "how": how,
    }


class StaticEmbedder:
    """The mean of a text's token vectors: what SentenceTransformer(folder).float() gives, without torch."""

    def __init__(self, folder: Path) -> None:
        from tokenizers import Tokenizer

        modules = _modules(folder)
        part = folder / modules[0]["path"]
        self.name = folder.name
        self.fingerprint = fingerprint_of(folder)
        self._tokenizer = Tokenizer.from_file(str(part / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._is_word_by_word = _is_word_by_word(self._tokenizer)
        self._known: dict[str, list[int]] = {}
        self._weights = _static_weights(part / "model.safetensors").astype(np.float32)
        if self._tokenizer.get_vocab_size() > len(self._weights):
            raise ValueError(f"{self._tokenizer.get_vocab_size()} tokens, but {len(self._weights)} vectors")
        self.dim = int(self._weights.shape[1])
        self._normalize = len(modules) > 1
        prompts: Mapping[str, str] = {}
        if (config := folder / "config_sentence_transformers.json").is_file():
            prompts = json.loads(config.read_text(encoding="utf-8")).get("prompts") or {}
        self._query_prompt = prompts.get("query", "")
        self._document_prompt = document_prompt(prompts)

    @property
    def recipe(self) -> Recipe:
        how = "mean of token vectors (tokenizer.json, model.safetensors)"
        return recipe_of(self.name, self.dim, self._query_prompt, self._document_prompt, how)

    def embed_documents(self, texts: Sequence[str]) -> FloatMatrix:
        return self._embed([self._document_prompt + text for text in texts])

    def embed_query(self, text: str) -> FloatMatrix:
        vector: FloatMatrix = self._embed([self._query_prompt + text])[0]
        return vector

    def _embed(self, texts: list[str]) -> FloatMatrix:
        means = np.zeros((len(texts), self.dim), dtype=np.float32)
        for tokens, mean in zip(self._tokens(texts), means, strict=True):
            # Some token vectors at a time. A product with ones adds them up three times as fast as a sum.
            for start in range(0, len(tokens), TOKENS_PER_STEP):
                vectors = self._weights.take(tokens[start : start + TOKENS_PER_STEP], axis=0)
                mean += np.ones(len(vectors), dtype=np.float32) @ vectors
            mean /= max(len(tokens), 1)
        return normalized(means) if self._normalize else means

    def _tokens(self, texts: list[str]) -> Iterator[list[int]]:
        """The token ids of each text, every word looked up once: a programme repeats three words of four."""
        if not self._is_word_by_word:
            encodings = self._tokenizer.encode_batch_fast(texts, add_special_tokens=False)
            return (encoding.ids for encoding in encodings)
        words = [text.replace("\n", " ").split(" ") for text in texts]
        known = self._known if len(self._known) < WORDS_KEPT else {}
        new = [word for word in dict.fromkeys(chain.from_iterable(words)) if word not in known]
        encodings = self._tokenizer.encode_batch_fast(new, add_special_tokens=False)
        known.update(zip(new, (encoding.ids for encoding in encodings), strict=True))
        self._known = known  # replaced, never emptied: another thread may be reading
        return (list(chain.from_iterable(map(known.__getitem__, row))) for row in words)


def _is_word_by_word(tokenizer: "Tokenizer") -> bool:
    """Whether a text's tokens are those of its words, one after the other: no step looks past white space."""
    steps = json.loads(tokenizer.to_str())
    normalizer = steps["normalizer"] or {"type": "Sequence", "normalizers": []}
    normalizers = normalizer["normalizers"] if normalizer["type"] == "Sequence" else [normalizer]
    return (
        steps["truncation"] is None
        and (steps["pre_tokenizer"] or {}).get("type") == "BertPreTokenizer"
        and all(step["type"] in WORD_BY_WORD or _replaces_a_letter(step) for step in normalizers)
    )


def _replaces_a_letter(step: dict[str, Any]) -> bool:
    letter = step["pattern"].get("String", "") if step["type"] == "Replace" else ""
    return len(letter) == 1 and not letter.isspace()


_loaded: dict[tuple[str, str | None], Embedder] = {}
_loading = threading.Lock()


def load_embedder(settings: Settings) -> Embedder:
    """The model the settings name; each is loaded once per process and device."""
    key = (settings.embedding_model, settings.embedding_device)
    with _loading:
        if key not in _loaded:
            _loaded[key] = _load(*key)
        return _loaded[key]


def is_light(settings: Settings) -> bool:
    """Whether the model is numbers alone, loaded in no time; others bring torch, and threads of their own."""
    return _is_static(Path(settings.embedding_model).expanduser())


def fingerprint(settings: Settings) -> str:
    """That of the model the settings name, without loading it where its files tell."""
    folder = Path(settings.embedding_model).expanduser()
    return fingerprint_of(folder) if _is_static(folder) else load_embedder(settings).fingerprint


def _load(model: str, device: str | None) -> Embedder:
    folder = Path(model).expanduser()
    if not folder.is_dir() and (model.startswith(("/", ".", "~")) or model.count("/") > 1):
        raise EmbeddingError(
            f"Den Ordner {model!r} für das Embedding-Modell gibt es nicht. EMBEDDING_MODEL berichtigen "
            "oder weglassen; dann gilt das mitgelieferte Modell."
        )
    try:
        if _is_static(folder):
            return StaticEmbedder(folder)
        return TransformerEmbedder(model, device)
    except EmbeddingError:
        raise
    except ImportError as error:
        raise EmbeddingError(
            f"Für das Embedding-Modell {model!r} fehlt ein Paket ({error.name or error}). "
            "Installieren mit: pip install -r requirements.txt"
        ) from error
    except Exception as error:  # every library has its own tree; all of it means: does not load
        cause = cause_of(error)
        if folder.is_dir():
            where = f" auf dem Gerät {device!r}" if device else ""
            raise EmbeddingError(
                f"Das Embedding-Modell im Ordner {model!r} lässt sich{where} nicht laden ({cause}). "
                "Den Ordner neu holen oder EMBEDDING_MODEL und EMBEDDING_DEVICE weglassen; "
                "dann gilt das mitgelieferte Modell."
            ) from error
        raise EmbeddingError(
            f"Das Embedding-Modell {model!r} ist weder ein Ordner noch von Hugging Face zu laden ({cause}). "
            "Namen und Netzzugang prüfen oder EMBEDDING_MODEL weglassen; dann gilt das mitgelieferte Modell."
        ) from error


def checked_vectors(vectors: NDArray[np.floating], count: int, dim: int) -> FloatMatrix:
    """So many rows of so many numbers, of length 1; what else is given does not belong to the index."""
    given = np.asarray(vectors, dtype=np.float32)
    if given.shape != (count, dim) or not np.isfinite(given).all():
        raise EmbeddingError(
            f"Gebraucht werden {count} Vektoren aus {dim} gültigen Zahlen, bekommen wurde {given.shape}. "
            "Embedding-Modell und Index passen nicht zusammen."
        )
    return normalized(given)


def normalized(vectors: FloatMatrix) -> FloatMatrix:
    """Rows of length 1. What has no length or is no number becomes zeros and is similar to nothing."""
    clean = np.where(np.isfinite(vectors).all(axis=1, keepdims=True), vectors, 0)
    lengths = np.linalg.norm(clean, axis=1, keepdims=True)
    return (clean / np.where(lengths > 0, lengths, 1)).astype(np.float32, copy=False)


def fingerprint_of(folder: Path) -> str:
    """Sixteen hex digits over all that decides on the vectors: weights, tokenizer, configuration."""
    digest = hashlib.sha256()
    files = {
        path.relative_to(folder).as_posix(): path
        for path in folder.rglob("*")
        if path.suffix in MODEL_SUFFIXES
        and path.is_file()
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    }
    for name, path in sorted(files.items()):
        digest.update(f"{name}\0{path.stat().st_size}\0".encode())
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()[:16]


def _modules(folder: Path) -> list[dict[str, str]]:
    modules: list[dict[str, str]] = json.loads((folder / "modules.json").read_text(encoding="utf-8"))
    return modules


def _is_static(folder: Path) -> bool:
    """Whether numpy alone can read the folder: token vectors, then at most a normalisation."""
    if not (folder / "modules.json").is_file():
        return False
    kinds = [module["type"].rpartition(".")[2] for module in _modules(folder)]
    return kinds in (["StaticEmbedding"], ["StaticEmbedding", "Normalize"])


def _static_weights(path: Path) -> NDArray[np.floating]:
    """One row per token id. model2vec folders may hold fewer rows, with a mapping and weights to fold in."""
    from safetensors.numpy import load_file

    tensors = load_file(str(path))
    if "embedding.weight" in tensors:
        return tensors["embedding.weight"]
    rows = tensors["embeddings"]
    if "mapping" in tensors:
        rows = rows[tensors["mapping"]]
    return rows * tensors["weights"][:, None].astype(np.float32) if "weights" in tensors else rows


def document_prompt(prompts: Mapping[str, str | None]) -> str:
    """The first that says something: sentence-transformers puts an empty „document“ before a „passage“."""
    return next((prompt for name in DOCUMENT_PROMPTS if (prompt := prompts.get(name))), "")


# --- models that run through sentence-transformers, its only home: to embed and to rerank ------------------


class TransformerEmbedder:
    """Any other model, through sentence-transformers: a local folder, or a name on the Hugging Face hub."""

    def __init__(self, model: str, device: str | None = None) -> None:
        from sentence_transformers import SentenceTransformer

        folder = Path(model).expanduser()
        is_folder = folder.is_dir()
        self.name = folder.name if is_folder else model
        self.fingerprint = fingerprint_of(folder) if is_folder else model
        self._lock = threading.Lock()  # two threads in one fast tokenizer: „Already borrowed“
        source = str(folder) if is_folder else model
        self._model: SentenceTransformer = _open(SentenceTransformer, source, is_folder, device)
        # The e5 models need prompts but do not name them; the instruct ones expect an instruction instead.
        is_e5 = re.search(r"(^|[/_-])e5([_-]|$)", model.lower()) and "instruct" not in model.lower()
        if is_e5 and not any(self._model.prompts.values()):
            self._model.prompts = {"query": "query: ", "document": "passage: "}
        self._document_prompt = document_prompt(self._model.prompts) or None
        self.dim = int(self.embed_query("Probe").shape[0])

    @property
    def recipe(self) -> Recipe:
        query = self._model.prompts.get("query") or ""
        return recipe_of(self.name, self.dim, query, self._document_prompt or "", "sentence-transformers")

    def embed_documents(self, texts: Sequence[str]) -> FloatMatrix:
        if not texts:
            return np.zeros((0, self.dim), dtype=np.float32)
        with self._lock:
            vectors = self._model.encode_document(
                list(texts), prompt=self._document_prompt, show_progress_bar=False
            )
        return normalized(np.asarray(vectors, dtype=np.float32))

    def embed_query(self, text: str) -> FloatMatrix:
        with self._lock:
            vectors = self._model.encode_query([text], show_progress_bar=False)
        vector: FloatMatrix = normalized(np.asarray(vectors, dtype=np.float32))[0]
        return vector


def rerank(model: str, device: str | None, frage: str, texts: Sequence[str]) -> NDArray[np.float32]:
    """How well each text answers the question, 0 to 1, to a cross-encoder that reads both together."""
    if not texts:
        return np.zeros(0, dtype=np.float32)
    encoder, lock = _cross_encoder(model, device)
    import torch

    pairs = [(frage, text) for text in texts]
    with lock:
        values = encoder.predict(pairs, show_progress_bar=False, activation_fn=torch.nn.Sigmoid())
    return np.asarray(values, dtype=np.float32).reshape(len(texts), -1)[:, -1]


@lru_cache(maxsize=2)
def _cross_encoder(model: str, device: str | None) -> tuple[Any, threading.Lock]:
    folder = Path(model).expanduser()
    try:
        from sentence_transformers import CrossEncoder

        is_folder = folder.is_dir()
        return _open(CrossEncoder, str(folder) if is_folder else model, is_folder, device), threading.Lock()
    except ImportError as error:
        raise EmbeddingError(
            f"Für RERANK_MODEL={model!r} fehlt ein Paket ({error.name or error}). "
            "Installieren mit: pip install -r requirements.txt"
        ) from error
    except Exception as error:  # every library has its own tree; all of it means: does not load
        raise EmbeddingError(
            f"Das Modell RERANK_MODEL={model!r} lässt sich nicht laden ({cause_of(error)}). "
            f"Berichtigen Sie den Namen oder lassen Sie RERANK_MODEL weg; dann wird nicht umsortiert."
        ) from error


def _open(kind: Any, source: str, is_folder: bool, device: str | None) -> Any:
    """From the folder or the cache, else from the hub. Device None takes CUDA, else MPS, else the CPU."""
    try:
        return kind(source, device=device, local_files_only=True)
    except OSError:
        if is_folder:
            raise
    # Asked without network, the hub client would repeat itself for more than a minute: this fails within
    # seconds. Behind a proxy only the client itself can tell whether the hub can be reached.
    if not getproxies() and not os.environ.get("HF_HUB_OFFLINE"):
        url = urlsplit(os.environ.get("HF_ENDPOINT") or "https://huggingface.co")
        port = url.port or (443 if url.scheme == "https" else 80)
        socket.create_connection((url.hostname or "", port), timeout=5).close()
    return kind(source, device=device)
