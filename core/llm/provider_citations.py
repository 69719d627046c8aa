"""Claude's own citations: sources go to it as documents in blocks, and it says which blocks it means.

A document of ours has a block for each numbered sentence, so a citation is a reference like „Q3:2-4“. The
words that come with it are left alone: shown is what stands in our passage. Such an answer cannot be held to
JSON: it is text in a form that the prompt asks for, kept as the answer with references that it amounts to.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from core.wortlaut.records import PROGRAMM_TYPEN, Typ

OPENING, CLOSING = "<quellen>", "</quellen>"
HEAD = re.compile(r"\[Q(\d{1,4})\] (.*)")
SENTENCE = re.compile(r"\[Q\d{1,4}:(\d{1,4})\] (.*)")

BEGIN, END = "\ue000", "\ue001"
"""Stand around a reference within the text; no letter of any text."""

PLACE = "content_block_location"
"""The one kind of citation that documents in blocks are answered with."""

AROUND_LINE = " \t#*-–•"
FIELD = re.compile(r"(Punkte|Begründung|Belege)\s?:[*\s]*(.*)", re.IGNORECASE)
STANCE = re.compile(r"Forderung (\S{1,20}?), ?(\w{1,20})\s?[:.]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """A source as it stands in a prompt. `blocks`: the number of each sentence, 0 for what has none, and its
    text."""

    number: int
    title: str
    blocks: list[tuple[int, str]] = field(default_factory=list)

    @property
    def sent(self) -> dict[str, object]:
        content = [{"type": "text", "text": text} for _, text in self.blocks]
        source = {"type": "content", "content": content}
        return {"type": "document", "source": source, "title": self.title, "citations": {"enabled": True}}


def documents_in(text: str) -> list[SourceDocument]:
    """The sources of a prompt; what others wrote was fenced and begins no line with „[Q1“."""
    found: list[SourceDocument] = []
    for line in text.partition(OPENING)[2].partition(CLOSING)[0].split("\n"):
        if head := HEAD.fullmatch(line):
            found.append(SourceDocument(int(head[1]), head[2]))
        elif found and (sentence := SENTENCE.fullmatch(line)):
            found[-1].blocks.append((int(sentence[1]), sentence[2]))
        elif found and line.strip():
            number, told = found[-1].blocks.pop() if found[-1].blocks else (0, "")
            found[-1].blocks.append((number, f"{told}\n{line}".strip()))
    return [one for one in found if one.blocks]


def documents_of(messages: Iterable[Mapping[str, str]]) -> list[SourceDocument]:
    """Those of a request, in the order in which they are sent and counted."""
    asked = (one["content"] for one in messages if one["role"] == "user")
    return [document for text in asked for document in documents_in(text)]


def with_documents(message: Mapping[str, Any]) -> dict[str, Any]:
    """A message as it is sent: in place of the sources their documents."""
    content = message["content"]
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
    sent: list[dict[str, Any]] = []
    for part in parts:
        before, opening, rest = part["text"].partition(OPENING)
        if not opening:
            sent.append(part)
            continue
        sent.append({**part, "text": before + opening})
        sent += [document.sent for document in documents_in(part["text"])]
        sent.append({"type": "text", "text": CLOSING + rest.partition(CLOSING)[2]})
    return {**message, "content": sent if len(sent) > 1 else content}


def as_references(text: str, citations: object, documents: Sequence[SourceDocument]) -> str:
    """An answer with citations as one with references, in JSON; the text itself where it lacks the form.

    `citations`: as LiteLLM hands them on, a list for each stretch of text that has some.
    """
    text = _bare(text)
    pieces, loose = _marked(text, citations if isinstance(citations, list) else [], documents)
    urteile = _sections("".join(pieces))
    if urteile.keys() != set(PROGRAMM_TYPEN) or not all("punkte" in one for one in urteile.values()):
        return text
    answer = {typ: _urteil(urteile[typ]) for typ in PROGRAMM_TYPEN}
    for reference in loose:
        zitate = answer[_kind_of(reference, documents)]["zitate"]
        if reference not in (one["stelle"] for one in zitate):
            zitate.append({"stelle": reference, "forderung": "", "haltung": ""})
    return json.dumps({"fraktion": "", **answer}, ensure_ascii=False)


def _bare(text: object) -> str:
    return text.replace(BEGIN, "").replace(END, "") if isinstance(text, str) else ""


def _kind_of(reference: str, documents: Sequence[SourceDocument]) -> Typ:
    """By the head of the source: „SPD, Parteiprogramm: …“."""
    head = next((one.title for one in documents if reference.startswith(f"Q{one.number}:")), "")
    return next((typ for typ in PROGRAMM_TYPEN if f", {typ.title()}:" in head), Typ.WAHLPROGRAMM)


def _marked(
    text: str, citations: Sequence[object], documents: Sequence[SourceDocument]
) -> tuple[list[str], list[str]]:
    """The text in pieces, behind each that is supported what supports it; and the references of which nobody
    tells what they support."""
    pieces, loose, at = list[str](), list[str](), 0
    groups = [
        [one for one in group if isinstance(one, dict)] if isinstance(group, list) else []
        for group in citations
    ]
    texts = [next((_bare(one.get("supported_text")) for one in own), "") for own in groups]
    for number, (own, supported) in enumerate(zip(groups, texts, strict=True)):
        references = [_reference(one, documents) for one in own]
        # Of a text that comes more often than it is supported nobody tells which is meant.
        is_told = bool(supported) and text.count(supported, at) == texts[number:].count(supported)
        place = text.find(supported, at) if is_told else -1
        if place < 0:
            loose += references
            continue
        end = place + len(supported)
        pieces += [text[at:end], *(f"{BEGIN}{one}{END}" for one in references)]
        at = end
    return [*pieces, text[at:]], loose


def _reference(citation: Mapping[str, Any], documents: Sequence[SourceDocument]) -> str:
    """What points outside of what was sent becomes a reference that points nowhere."""
    told = [citation.get(name) for name in ("document_index", "start_block_index", "end_block_index")]
    whole = [one for one in told if isinstance(one, int) and not isinstance(one, bool)]
    if citation.get("type") != PLACE or len(whole) != len(told):
        return f"Zitat der Art {citation.get('type')!s:.40}"
    index, first, last = whole
    if not 0 <= index < len(documents):
        return f"Q{min(max(index, -1) + 1, 9999)}:1"
    document = documents[index]
    if not 0 <= first < last <= len(document.blocks):
        return f"Q{document.number}:{min(max(last, 0), 9999)}"
    numbers = [number for number, _ in document.blocks[first:last] if number] or [0]
    many = f"-{numbers[-1]}" if len(numbers) > 1 else ""
    return f"Q{document.number}:{numbers[0]}{many}"


def _sections(text: str) -> dict[Typ, dict[str, list[str]]]:
    """Kind of Programm → name of a field → its lines."""
    found: dict[Typ, dict[str, list[str]]] = {}
    lines: list[str] = []
    for line in text.split("\n"):
        bare = line.strip(AROUND_LINE)
        heading = bare.strip(":").casefold()
        if heading in PROGRAMM_TYPEN:
            found[Typ(heading)] = {"": (lines := [])}
        elif found and (named := FIELD.match(bare)):
            # The kind that was named last.
            own = found[list(found)[-1]]
            lines = own.setdefault(named[1].casefold(), [])
            lines.append(named[2])
        else:
            lines.append(bare)
    return found


def _urteil(fields: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """What is cited counts wherever it stands; what it says of a Forderung stands before it in its line."""
    zitate: dict[str, dict[str, str]] = {}
    for name in ("belege", "", "punkte", "begründung"):
        for line in fields.get(name, ()):
            before, *marked = line.split(BEGIN)
            said = STANCE.match(before.replace("*", ""))
            for stelle in (one.partition(END)[0] for one in marked):
                forderung, haltung = (said[1], said[2]) if said else ("", "")
                zitat = {"stelle": stelle, "forderung": forderung, "haltung": haltung}
                zitate.setdefault(stelle, zitat)
    reason = "\n".join(_unmarked(line) for line in fields.get("begründung", ())).strip()
    score = _unmarked(" ".join(fields["punkte"])).strip(" *")
    return {"score": score, "begruendung": reason, "zitate": list(zitate.values())}


def _unmarked(line: str) -> str:
    first, *others = line.split(BEGIN)
    return first + "".join(one.partition(END)[2] for one in others)
