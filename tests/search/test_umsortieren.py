"""The reranker: a real cross-encoder, tiny, made and saved by the test."""

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from core.programme.context import Context
from core.programme.embedding import rerank
from core.search.passage_search import list_passages
from core.search.suchraum import Suchraum
from tests.skips import skip_without


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Random weights: its order is no good, but its own."""
    if not find_spec("sentence_transformers"):
        skip_without("sentence-transformers")
    import torch
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import BertConfig, BertForSequenceClassification, PreTrainedTokenizerFast

    words = "wir wollen die bahn kita schule im land soll wieder fahren gebühren frei wer was".split()
    marks = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer = Tokenizer(models.WordLevel({w: i for i, w in enumerate(marks + words)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    folder = tmp_path_factory.mktemp("encoder")
    names = {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, **names).save_pretrained(folder)
    torch.manual_seed(1)
    size = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16}
    config = BertConfig(vocab_size=len(marks + words), num_labels=1, max_position_embeddings=512, **size)
    BertForSequenceClassification(config).save_pretrained(folder)
    return folder


@pytest.mark.night
def test_reranker_orders_the_passages_the_search_found(demo: Context, encoder: Path) -> None:
    context = Context(replace(demo.settings, rerank_model=str(encoder), embedding_device="cpu"))
    frage = "Soll die Wieltalbahn wieder fahren?"
    found = list_passages(Suchraum.of(context, bundesland="DEMO"), frage, 5).treffer
    values = rerank(str(encoder), "cpu", frage, [fundstelle.chunk.text for fundstelle in found])
    assert [f.similarity for f in found] == pytest.approx(sorted(values.tolist(), reverse=True), abs=1e-5)
    plain = {f.chunk.id for f in list_passages(Suchraum.of(demo, bundesland="DEMO"), frage, 50).treffer}
    assert {f.chunk.id for f in found} <= plain and all(0 <= f.similarity <= 1 for f in found)


@pytest.mark.night
def test_values_are_between_0_and_1_and_depend_on_both_texts(encoder: Path) -> None:
    values = rerank(str(encoder), "cpu", "die bahn soll fahren", ["die bahn", "kita frei", "schule im land"])
    assert values.shape == (3,) and (values > 0).all() and (values < 1).all() and len(set(values)) == 3
    assert not np.allclose(
        values, rerank(str(encoder), "cpu", "was kita", ["die bahn", "kita frei", "schule"])
    )
