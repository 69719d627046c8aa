"""A local NLI model as checker (SUPPORT_MODEL): it says what follows from a passage, and gives no words.

Premise is the passage, hypothesis the Forderung: „entailment“ is stützt, „contradiction“ widerspricht. That
neither follows does not say what a passage is about: „neutral“ is open, and never „spricht von anderem“. The
words are ours: of the passage's sentences the one from which the verdict follows most surely by itself; the
verdict is open where none carries it alone.
"""

import hashlib
import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from core.errors import AnfrageAbgebrochen, EmbeddingError
from core.german.sentences import sentences
from core.index.embedding import load_tokenizer
from core.settings import Settings
from core.support.said import Said, Template
from core.support.verdict import WORT, Verdict

if TYPE_CHECKING:
    from tokenizers import Tokenizer

# --- a classifier of pairs in an ONNX file, run without torch: the only home of onnxruntime -----------------
# The folder holds `model.onnx` (or `onnx/model.onnx`), `tokenizer.json`, and `config.json` with the names
# of the classes (`id2label`), as exports of transformers do.

FILES = ("model.onnx", "onnx/model.onnx")
LONGEST = 512
"""Tokens of a pair: what the models of this kind were trained on."""

PAIRS_AT_ONCE = 16

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
        parts = [self._run(pairs[at : at + PAIRS_AT_ONCE]) for at in range(0, len(pairs), PAIRS_AT_ONCE)]
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


# --- a local NLI model as checker (SUPPORT_MODEL) -----------------------------------------------------------
# It says what follows from a passage, and gives no words.
# Premise is the passage, hypothesis the Forderung: „entailment“ is stützt, „contradiction“ widerspricht.
# That neither follows does not say what a passage is about: „neutral“ is open, and never „spricht von
# anderem“. The words are ours: of the passage's sentences the one from which the verdict follows most
# surely by itself; the verdict is open where none carries it alone.

PREFIX = "nli/"
MEANS = {"entail": Verdict.STUETZT, "contra": Verdict.WIDERSPRICHT, "neutral": Verdict.OFFEN}
"""What a class's name begins with, whatever the model's way to write it."""

AT_ONCE = 8
SURE = 0.5
"""A sentence carries the verdict alone where the class is likelier than all others together."""

NEUTRAL = "Das NLI-Modell sieht weder Stütze noch Widerspruch; wovon die Stelle sonst spricht, sagt es nicht."
NO_SENTENCE = "Das NLI-Modell sagt „{}“ nur zur ganzen Stelle; kein Satz von ihr trägt das allein."
OURS = (
    "Das NLI-Modell nennt keine Wörter; gezeigt ist der Satz der Stelle, der sein Urteil am sichersten trägt."
)


class Classify(Protocol):
    def __call__(self, pairs: Sequence[tuple[str, str]]) -> tuple[list[str], NDArray[np.float32]]: ...


@dataclass(frozen=True, slots=True)
class NliPruefer:
    """Costs nothing and asks nobody. `kennung` names the model's files for good."""

    name: str
    kennung: str
    classify: Classify
    prompt_version: str = "ohne Prompt"

    def batches(self, vorlagen: Sequence[Template]) -> list[Sequence[Template]]:
        return [vorlagen[at : at + AT_ONCE] for at in range(0, len(vorlagen), AT_ONCE)]

    def usual_cost(self, vorlagen: Sequence[Template]) -> tuple[int, float | None]:
        return 0, 0.0

    def judge(self, vorlagen: Sequence[Template], abbruch: threading.Event | None) -> list[Said]:
        if abbruch is not None and abbruch.is_set():
            raise AnfrageAbgebrochen("Die Prüfung wurde abgebrochen. Starten Sie sie bei Bedarf neu.")
        whole = self._verdicts([(one.stelle.text, one.frage) for one in vorlagen])
        return [self._judge(vorlage, own) for vorlage, own in zip(vorlagen, whole, strict=True)]

    def _judge(self, vorlage: Template, whole: Mapping[Verdict, float]) -> Said:
        verdict = max(whole, key=whole.__getitem__)
        if verdict is Verdict.OFFEN:
            return Said(verdict, reason=NEUTRAL, kosten=0.0)
        text = vorlage.stelle.text
        saetze = [text[start:end] for start, end in sentences(text)]
        shares = [one[verdict] for one in self._verdicts([(satz, vorlage.frage) for satz in saetze])]
        best = max(range(len(saetze)), key=shares.__getitem__)
        if shares[best] < SURE:
            return Said(Verdict.OFFEN, reason=NO_SENTENCE.format(WORT[verdict]), kosten=0.0)
        return Said(verdict, saetze[best], OURS, kosten=0.0)

    def _verdicts(self, pairs: Sequence[tuple[str, str]]) -> list[Mapping[Verdict, float]]:
        classes, shares = self.classify(pairs)
        verdicts = _meanings(self.name, tuple(classes))
        return [dict(zip(verdicts, map(float, row), strict=True)) for row in shares]


@lru_cache(maxsize=4)
def _meanings(name: str, classes: tuple[str, ...]) -> tuple[Verdict, ...]:
    found = tuple(
        verdict for label in classes for begin, verdict in MEANS.items() if label.casefold().startswith(begin)
    )
    if len(found) != len(classes) or set(found) != set(MEANS.values()):
        raise EmbeddingError(
            f"„{name}“ ist kein NLI-Modell: Gebraucht werden die Klassen entailment, neutral und "
            f"contradiction, gefunden {', '.join(classes)[:200] or 'keine'}. Bitte SUPPORT_MODEL berichtigen."
        )
    return found


def nli_name(settings: Settings) -> str | None:
    """How the model of SUPPORT_MODEL is called; None where none is set."""
    model = settings.support_model
    return f"{PREFIX}{Path(model).name}" if model else None


def load_nli_pruefer(settings: Settings) -> NliPruefer:
    """With the files of an ONNX folder through onnxruntime, any other through sentence-transformers."""
    model, name = settings.support_model, nli_name(settings)
    if not model or not name:
        raise EmbeddingError("Es ist kein NLI-Modell eingerichtet. Setzen Sie SUPPORT_MODEL auf eines.")
    folder = Path(model)
    if onnx_file(folder):
        return NliPruefer(name, f"{name} {_digest(folder)}", load_classifier(folder).classify)
    from core.index.transformer import classify

    kennung = f"{name} {_digest(folder)}" if folder.is_dir() else name
    return NliPruefer(name, kennung, partial(classify, model, settings.embedding_device))


@lru_cache(maxsize=2)
def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in (*model_files(folder), *sorted(folder.glob("*.safetensors"))):
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()[:16]
