"""Models that run through sentence-transformers, its only home: to embed and to rerank."""

import os
import re
import socket
import threading
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import getproxies

import numpy as np
from numpy.typing import NDArray

from core.errors import EmbeddingError
from core.index.embedding import (
    FloatMatrix,
    Recipe,
    document_prompt,
    fingerprint_of,
    normalized,
    recipe_of,
)

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

E5_PROMPTS = {"query": "query: ", "document": "passage: "}


class TransformerEmbedder:
    """Any other model, through sentence-transformers: a local folder, or a name on the Hugging Face hub."""

    def __init__(self, model: str, device: str | None = None) -> None:
        folder = Path(model).expanduser()
        is_folder = folder.is_dir()
        self.name = folder.name if is_folder else model
        self.fingerprint = fingerprint_of(folder) if is_folder else model
        self._lock = threading.Lock()  # two threads in one fast tokenizer: „Already borrowed“
        self._model = _open_embedder(str(folder) if is_folder else model, is_folder, device)
        if not any(self._model.prompts.values()) and _is_e5(model):
            self._model.prompts = dict(E5_PROMPTS)
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


def _is_e5(model: str) -> bool:
    """The e5 models need prompts but do not name them; the instruct ones expect an instruction instead."""
    return bool(re.search(r"(^|[/_-])e5([_-]|$)", model.lower())) and "instruct" not in model.lower()


def _open_embedder(source: str, is_folder: bool, device: str | None) -> "SentenceTransformer":
    from sentence_transformers import SentenceTransformer

    model: SentenceTransformer = _open(SentenceTransformer, source, is_folder, device)
    return model


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
        cause = (str(error).strip().splitlines() or [""])[0][:160] or type(error).__name__
        raise EmbeddingError(
            f"Das Modell RERANK_MODEL={model!r} lässt sich nicht laden ({cause}). "
            f"Berichtigen Sie den Namen oder lassen Sie RERANK_MODEL weg; dann wird nicht umsortiert."
        ) from error


def _open(kind: Any, source: str, is_folder: bool, device: str | None) -> Any:
    """From the folder or the cache, else from the hub. Device None takes CUDA, else MPS, else the CPU."""
    try:
        return kind(source, device=device, local_files_only=True)
    except OSError:
        if is_folder:
            raise
    # Asked without network, the hub client would repeat itself for more than a minute.
    _check_hub()
    return kind(source, device=device)


def _check_hub() -> None:
    """Fail within seconds where the hub cannot be reached. Behind a proxy only the client itself can tell."""
    if getproxies() or os.environ.get("HF_HUB_OFFLINE"):
        return
    url = urlsplit(os.environ.get("HF_ENDPOINT") or "https://huggingface.co")
    port = url.port or (443 if url.scheme == "https" else 80)
    socket.create_connection((url.hostname or "", port), timeout=5).close()
