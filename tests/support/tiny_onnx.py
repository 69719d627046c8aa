"""A tiny real ONNX classifier, written byte by byte: adds up a row of numbers for every token.

The file is protocol buffers (onnx.proto); only the fields used here are known. onnxruntime reads it as any
other.
"""

import json
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

FLOAT, INT64 = 1, 7
INT, INTS = 2, 7


def _varint(number: int) -> bytes:
    out = b""
    while True:
        number, low = number >> 7, number & 0x7F
        out += bytes([low | (0x80 if number else 0)])
        if not number:
            return out


def _field(number: int, value: int | bytes | str) -> bytes:
    if isinstance(value, int):
        return _varint(number << 3) + _varint(value)
    data = value.encode() if isinstance(value, str) else value
    return _varint(number << 3 | 2) + _varint(len(data)) + data


def _tensor(name: str, kind: int, shape: Sequence[int], raw: bytes) -> bytes:
    dims = b"".join(_field(1, size) for size in shape)
    return dims + _field(2, kind) + _field(8, name) + _field(9, raw)


def _value(name: str, kind: int, dims: Sequence[str | int]) -> bytes:
    shape = b"".join(_field(1, _field(2 if isinstance(d, str) else 1, d)) for d in dims)
    return _field(1, name) + _field(2, _field(1, _field(1, kind) + _field(2, shape)))


def _node(op: str, inputs: Sequence[str], output: str, **ints: int) -> bytes:
    attributes = b"".join(_field(5, _field(1, k) + _field(3, v) + _field(20, INT)) for k, v in ints.items())
    names = b"".join(_field(1, name) for name in inputs)
    return names + _field(2, output) + _field(4, op) + attributes


def _graph(rows: Sequence[Sequence[float]]) -> bytes:
    flat = [number for row in rows for number in row]
    nodes = [
        _node("Gather", ["rows", "input_ids"], "each", axis=0),
        _node("Cast", ["attention_mask"], "real", to=FLOAT),
        _node("Unsqueeze", ["real", "last"], "mask"),
        _node("Mul", ["each", "mask"], "counted"),
        _node("ReduceSum", ["counted", "tokens"], "logits", keepdims=0),
    ]
    tensors = [
        _tensor("rows", FLOAT, [len(rows), len(rows[0])], struct.pack(f"<{len(flat)}f", *flat)),
        _tensor("last", INT64, [1], struct.pack("<q", 2)),
        _tensor("tokens", INT64, [1], struct.pack("<q", 1)),
    ]
    inputs = [_value(name, INT64, ["n", "s"]) for name in ("input_ids", "attention_mask")]
    return b"".join([
        *(_field(1, node) for node in nodes),
        _field(2, "tiny"),
        *(_field(5, tensor) for tensor in tensors),
        *(_field(11, one) for one in inputs),
        _field(12, _value("logits", FLOAT, ["n", len(rows[0])])),
    ])  # fmt: skip


def write_classifier(folder: Path, classes: Sequence[str], words: Mapping[str, Sequence[float]]) -> Path:
    """`words`: what each adds to the classes' logits; every other adds nothing."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    marks = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    vocabulary = {word: number for number, word in enumerate([*marks, *words])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(folder / "tokenizer.json"))
    config = {"id2label": {str(at): name for at, name in enumerate(classes)}, "pad_token_id": 0}
    (folder / "config.json").write_text(json.dumps(config))
    nothing = [0.0] * len(classes)
    rows = [*(nothing for _ in marks), *words.values()]
    opset = _field(1, "") + _field(2, 13)
    model = _field(1, 8) + _field(7, _graph(rows)) + _field(8, opset)
    (folder / "model.onnx").write_bytes(model)
    return folder
