"""A local NLI model as checker: real ones, tiny, made by the test, through ONNX and through transformers."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.context import Context
from core.errors import EmbeddingError
from core.runs.store import Runstore
from core.support.check import check_support
from core.support.local_nli import NEUTRAL, OURS, load_classifier, load_nli_pruefer
from core.support.verdict import Verdict
from tests.support.conftest import BAHN_ZITAT, DREI, GEGEN_ZITAT, stored_lauf
from tests.support.tiny_onnx import write_classifier

NLI = ("entailment", "neutral", "contradiction")
WORDS = {"jede": (4.0, 0.0, 0.0), "lehnen": (0.0, 0.0, 4.0), "bäume": (0.0, 4.0, 0.0)}
"""„jede Stunde“ is a yes, „lehnen wir ab“ a no, „Bäume“ neither."""


@pytest.fixture
def onnx(tmp_path: Path) -> Path:
    return write_classifier(tmp_path / "tiny-nli", NLI, WORDS)


def with_model(context: Context, folder: Path) -> Context:
    return Context(replace(context.settings, support_model=str(folder), embedding_device="cpu"))


def test_probabilities_add_up_and_padding_changes_none(onnx: Path) -> None:
    pairs = [
        ("Sie fährt jede Stunde.", "Fährt sie?"),
        ("Nein, das lehnen wir ab, wir alle hier.", "Fährt sie?"),
    ]
    classes, shares = load_classifier(onnx).classify(pairs)
    _, alone = load_classifier(onnx).classify(pairs[:1])
    assert classes == list(NLI) and shares.sum(axis=1) == pytest.approx([1, 1])
    assert shares.argmax(axis=1).tolist() == [0, 2] and np.allclose(shares[:1], alone)
    assert load_classifier(onnx).classify([])[1].shape == (0, 3)


def test_the_sentence_that_carries_the_verdict_is_shown_and_neutral_is_open(
    context: Context, store: Runstore, onnx: Path
) -> None:
    lauf_id = stored_lauf(store)
    rows = check_support(lauf_id, context=with_model(context, onnx))
    assert [row.verdict for row in rows] == [Verdict.STUETZT, Verdict.OFFEN, Verdict.WIDERSPRICHT]
    assert [row.words for row in rows] == [BAHN_ZITAT, "", GEGEN_ZITAT]
    assert [row.reason for row in rows] == [OURS, NEUTRAL, OURS]
    assert {row.model for row in rows} == {"nli/tiny-nli"} and {row.kosten for row in rows} == {0.0}


def test_other_files_are_another_checker_and_the_same_pair_is_not_judged_twice(
    context: Context, store: Runstore, onnx: Path, tmp_path: Path
) -> None:
    lauf_id = stored_lauf(store)
    first = {row.schluessel for row in check_support(lauf_id, context=with_model(context, onnx))}
    other = write_classifier(tmp_path / "b" / "tiny-nli", NLI, WORDS | {"wald": (9.0, 0.0, 0.0)})
    second = check_support(lauf_id, context=with_model(context, other))
    assert first.isdisjoint(row.schluessel for row in second) and second[1].verdict is Verdict.STUETZT


def test_what_is_no_nli_model_is_refused_with_what_was_found(
    context: Context, store: Runstore, tmp_path: Path
) -> None:
    lauf_id = stored_lauf(store)
    folder = write_classifier(tmp_path / "stimmung", ("positiv", "negativ"), {"gut": (1.0, 0.0)})
    with pytest.raises(EmbeddingError, match=r"ist kein NLI-Modell.*positiv, negativ"):
        check_support(lauf_id, context=with_model(context, folder))
    (folder / "model.onnx").write_bytes(b"kaputt")
    load_classifier.cache_clear()
    with pytest.raises(EmbeddingError, match=r"SUPPORT_MODEL.*lässt sich nicht laden"):
        load_nli_pruefer(with_model(context, folder).settings)
    assert store.list_traegt(lauf_id) == []


@pytest.fixture(scope="module")
def transformer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Random weights: its verdicts are no good, but its own."""
    import torch
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import BertConfig, BertForSequenceClassification, PreTrainedTokenizerFast

    words = "wir nehmen die bahn wieder in betrieb lehnen ab pflanzen jedes jahr bäume kita soll".split()
    marks = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer = Tokenizer(models.WordLevel({w: i for i, w in enumerate(marks + words)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    folder = tmp_path_factory.mktemp("tiny-bert-nli")
    names = {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, **names).save_pretrained(folder)
    torch.manual_seed(3)
    size = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16}
    labels = {"id2label": dict(enumerate(NLI)), "label2id": {name: at for at, name in enumerate(NLI)}}
    config = BertConfig(vocab_size=len(marks + words), max_position_embeddings=512, **labels, **size)
    BertForSequenceClassification(config).save_pretrained(folder)
    return folder


def test_a_cross_encoder_through_sentence_transformers(
    context: Context, store: Runstore, transformer: Path
) -> None:
    from core.index.transformer import classify

    classes, shares = classify(str(transformer), "cpu", [("wir nehmen die bahn", "bahn"), ("kita", "soll")])
    assert classes == list(NLI) and shares.sum(axis=1) == pytest.approx([1, 1], abs=1e-5)
    rows = check_support(stored_lauf(store), context=with_model(context, transformer))
    assert len(rows) == 3 and {row.model for row in rows} == {f"nli/{transformer.name}"}
    for row, quote in zip(rows, DREI, strict=True):
        assert (row.words in quote.stelle) and bool(row.words) is (row.verdict is not Verdict.OFFEN)
        assert row.reason and row.verdict is not Verdict.ANDERES
