"""A classifier of pairs in an ONNX file, run without torch: the only home of onnxruntime.

The folder holds `model.onnx` (or `onnx/model.onnx`), `tokenizer.json`, and `config.json` with the names of
the classes (`id2label`), as exports of transformers do.
"""

import json
import threading
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.errors import EmbeddingError
from core.index.embedding import load_tokenizer

if TYPE_CHECKING:
    from tokenizers import Tokenizer

FILES = ("model.onnx", "onnx/model.onnx")
LONGEST = 512
"""Tokens of a pair: what the models of this kind were trained on."""

AT_ONCE = 16

Probabilities = NDArray[np.float32]


class OnnxClassifier:
    """`classify` gives the names of the classes and, for each pair, how probable each is."""

    def __init__(self, folder: Path) -> None:
        from onnxruntime import InferenceSession

        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        self.classes = [config["id2label"][str(place)] for place in range(len(config["id2label"]))]
        self._tokenizer = _tokenizer(folder, int(config.get("pad_token_id") or 0))
        self._session = InferenceSession(str(onnx_file(folder)), providers=["CPUExecutionProvider"])
        self._inputs = [one.name for one in self._session.get_inputs()]
        self._lock = threading.Lock()  # the tokenizer is one

    def classify(self, pairs: Sequence[tuple[str, str]]) -> tuple[list[str], Probabilities]:
        parts = [self._run(pairs[at : at + AT_ONCE]) for at in range(0, len(pairs), AT_ONCE)]
        return self.classes, np.concatenate([np.zeros((0, len(self.classes)), np.float32), *parts])

    def _run(self, pairs: Sequence[tuple[str, str]]) -> Probabilities:
        with self._lock:
            encoded = self._tokenizer.encode_batch(list(pairs))
        known = {
            "input_ids": [one.ids for one in encoded],
            "attention_mask": [one.attention_mask for one in encoded],
            "token_type_ids": [one.type_ids for one in encoded],
        }
        feed = {name: np.array(known[name], dtype=np.int64) for name in self._inputs}
        logits: Any = self._session.run(None, feed)[0]
        exps = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares: Probabilities = (exps / exps.sum(axis=1, keepdims=True)).astype(np.float32)
        return shares


def onnx_file(folder: Path) -> Path | None:
    return next((folder / name for name in FILES if (folder / name).is_file()), None)


@lru_cache(maxsize=2)
def load_classifier(folder: Path) -> OnnxClassifier:
    try:
        return OnnxClassifier(folder)
    except Exception as error:  # every library has its own tree; all of it means: does not load
        cause = (str(error).strip().splitlines() or [""])[0][:160] or type(error).__name__
        raise EmbeddingError(
            f"Das Modell SUPPORT_MODEL={str(folder)!r} lässt sich nicht laden ({cause}). Gebraucht werden "
            "model.onnx, tokenizer.json und config.json mit id2label. Berichtigen Sie den Ordner oder lassen "
            "Sie SUPPORT_MODEL weg; dann prüft ein Sprachmodell, ob Zitate tragen."
        ) from error


def model_files(folder: Path) -> Iterator[Path]:
    """What decides on its answers."""
    names = (*FILES, "tokenizer.json", "config.json")
    return (folder / name for name in names if (folder / name).is_file())


def _tokenizer(folder: Path, padding: int) -> "Tokenizer":
    tokenizer = load_tokenizer(folder / "tokenizer.json")
    tokenizer.enable_truncation(LONGEST, strategy="only_first")
    tokenizer.enable_padding(pad_id=padding)
    return tokenizer
