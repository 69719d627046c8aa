"""A grammar under which a model can write nothing into a quote but words of its sources, in their order.

A server of one's own that decodes with LLGuidance holds a model to it. The answer has the form of its JSON
schema, and may quote runs of whole words: never half a word, a number without its unit, or one of two ends
of a range.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from core.llm.anfrage import Anfrage, FrageMaterial, ParteiMaterial
from core.llm.antwort import json_schema
from core.llm.catalogue import Modell
from core.llm.prompt_sources import QuelleText
from core.search.shown_passage import OMITTED
from core.wortlaut.binding.exact_match import MIN_CHARACTERS, is_too_short, is_whole
from core.wortlaut.german.folding import visible
from core.wortlaut.records import Span, Typ

HEAD = "%llguidance {}"
"""By it servers know that this is no grammar in llama.cpp's own language."""

STRING = r'STRING: /"([^"\\\x00-\x20\x7F]|\\["\\\/])([^"\\\x00-\x1F\x7F]|\\["\\\/bfnrt])*"/'
"""Never an empty one: points without a reason are no answer."""
SCORE = r"SCORE: /10|[0-9](\.[0-9])?/"
LONG = rf"LONG: /[^ ].{{{MIN_CHARACTERS - 2},}}[^ ]/"
"""What is shorter proves nothing, and would be dropped."""

MOST = 10
"""Quotes in one list, and statements. The prompts ask for at most three; held to a grammar a small model may
else go on with them until its room is used up, and the answer is no JSON."""

WORD = re.compile(r"\S+")
TEXT, LABEL, _COMMA = '"text": "', '", "quelle": "[{}]"', ' ", " '


def grammar_for(anfrage: Anfrage, modell: Modell) -> str:
    """Of this request, where its model can be held to one and the answer quotes; else „“."""
    material = anfrage.material
    if not (modell.erzwungen and anfrage.schema and isinstance(material, ParteiMaterial | FrageMaterial)):
        return ""
    rules = _Rules(json_schema(anfrage.schema), material.quellen)
    start = rules.of(rules.schema, None)
    if not rules.sources:
        return ""
    return "\n".join([HEAD, f"start: {start}", STRING, SCORE, LONG, *rules.lines])


@dataclass
class _Rules:
    """The rules of one grammar. `sources`: the terminal of each source that was asked for, by its label."""

    schema: Mapping[str, Any]
    quellen: Sequence[QuelleText]
    lines: list[str] = field(default_factory=list)
    sources: dict[str, str] = field(default_factory=dict)

    def of(self, schema: Mapping[str, Any], typ: Typ | None) -> str:
        """An expression for a value. `typ`: of which kind of Programm it may quote, None for any."""
        if "$ref" in schema:
            schema = self.schema["$defs"][schema["$ref"].rpartition("/")[2]]
        if "enum" in schema:
            return f"({' | '.join(_literal(json.dumps(one)) for one in schema['enum'])})"
        if "anyOf" in schema:
            return f"({' | '.join(self.of(one, typ) for one in schema['anyOf'])})"
        match schema["type"]:
            case "object":
                return self._object(schema["properties"], typ)
            case "array":
                return self._list(schema["items"], typ)
            case "number":
                return "SCORE"
            case "null":
                return '"null"'
            case _:
                return "STRING"

    def _object(self, fields: Mapping[str, Any], typ: Typ | None) -> str:
        parts, rest = [], list(fields)
        if {"text", "quelle"} <= fields.keys():
            rest = [name for name in fields if name not in ("text", "quelle")]
            sources = self._sources_of(typ)
            if not sources:
                return ""
            ways = [f"{source} {_literal(LABEL.format(label))}" for label, source in sources.items()]
            parts = [f"{_literal(TEXT)} ({' | '.join(ways)})"]
        for name in rest:
            own = Typ(name) if name in list(Typ) else typ
            parts.append(f"{_literal(json.dumps(name) + ': ')} {self.of(fields[name], own)}")
        return f'"{{" {_COMMA.join(parts)} "}}"'

    def _list(self, items: Mapping[str, Any], typ: Typ | None) -> str:
        """Empty where nothing can be quoted."""
        item = self.of(items, typ)
        if not item:
            return '"[]"'
        name = f"item{len(self.lines)}"
        self.lines.append(f"{name}: {item}")
        return f'"[" ({name} ({_COMMA} {name}){{0,{MOST - 1}}})? "]"'

    def _sources_of(self, typ: Typ | None) -> dict[str, str]:
        """The terminals of what may be quoted, by label."""
        found = {}
        for quelle in self.quellen:
            if typ is not None and quelle.typ is not typ:
                continue
            if quelle.kennung not in self.sources:
                runs = [chunks for part in quelle.text.split(OMITTED) if (chunks := copied(part))]
                if not runs:
                    continue
                name = f"SOURCE{len(self.sources)}"
                ways = [f"%regex {json.dumps({'substring_chunks': one}, ensure_ascii=False)}" for one in runs]
                parts = [f"{name}_{n}" for n in range(len(ways))]
                self.lines += [f"{part}: {way}" for part, way in zip(parts, ways, strict=True)]
                self.lines.append(f"{name}: ({' | '.join(parts)}) & LONG")
                self.sources[quelle.kennung] = name
            found[quelle.kennung] = self.sources[quelle.kennung]
        return found


def copied(passage: str) -> list[str]:
    """A passage in pieces as JSON writes them: a quote is any run of them. None where it is too short."""
    text = " ".join(visible(passage).split())
    if is_too_short(text):
        return []
    pieces = [text[start:end] for start, end in _unparted(text)]
    spaced = [piece for word in pieces for piece in (" ", word)][1:]
    return [json.dumps(piece, ensure_ascii=False)[1:-1] for piece in spaced]


def _unparted(text: str) -> Iterator[Span]:
    """The words, those that may not be parted as one."""
    words = [found.span() for found in WORD.finditer(text)]
    begin = 0
    for (_, end), (start, _) in pairwise(words):
        if is_whole(text, start, len(text)) and is_whole(text, 0, end):
            yield begin, end
            begin = start
    yield begin, len(text)


def _literal(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
