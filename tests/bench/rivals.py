"""Quotes beside packages that check quotes, by name: which true spellings each finds, and which false ones.

All are asked the same: does this quote stand in this text? The text is our reading of the programme, so that
matching is compared and not reading; one kind more asks what is found in the text layer of the PDF. The
packages come from requirements-rivals.txt; `RIVALS` names the folder they were installed into. How each is
called, and what must not be concluded, says docs/deutsch.md.
"""

import importlib
import io
import logging
import os
import re
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from itertools import cycle
from pathlib import Path
from random import Random

from core.wortlaut.binding.exact_match import find, is_too_short
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.reading.mupdf import open_pdf
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.reading.textstrom import Textstrom
from core.wortlaut.records import Programm, Typ
from tests.bench import zitate
from tests.bench.binding import SEED
from tests.bench.figures import Figure
from tests.bench.zitate import letters
from tests.conftest import KORPUS

SENTENCES = 30
"""Of each programme."""

SECONDS = 120.0
"""A rule that takes longer is stopped, and told with how many quotes it was asked about."""

PROGRAMME = (
    "bsw-bund-2025",
    "fdp-bund-2025",
    "spd-bund-2021",
    "cdu-bund-2025",
    "afd-bund-2025-leitantrag",
    "linke-bund-2025",
)
"""Of six parties, none longer than 262,000 characters: most packages read all of it for every quote."""

DEMO = Path(__file__).parents[2] / "data" / "demo" / "pdf"

Rule = Callable[[str, str], bool]
"""(quote, text of the document) → does it say that the quote stands there?"""


def measure() -> list[Figure]:
    logging.getLogger("verbatim_core").setLevel(logging.ERROR)  # it warns of every span it does not find
    if folder := os.environ.get("RIVALS"):
        sys.path.append(folder)  # behind our own: what both need is ours
    documents = _documents()
    cases = _cases(Random(SEED), documents)
    kinds = list(dict.fromkeys(case.kind for case in cases))
    _say(f"{date.today()}: {len(documents)} programmes, {len(cases)} quotes; accepted / asked\n")
    _say(f"| | ms | {' | '.join(kinds)} |\n|{' --- |' * (len(kinds) + 2)}")
    figures = []
    for name, make in RULES.items():
        package = name.split(",")[0]
        try:
            rule = make(documents)
            told = name if package == OURS else f"{name} {version(package)}"
        except (ImportError, PackageNotFoundError) as missing:
            _say(f"| {name} | not installed: {missing} |")
            continue
        accepted, milliseconds = _asked(rule, cases)
        cells = [f"{sum(accepted[kind])}/{len(accepted[kind])}" for kind in kinds]
        _say(f"| {told} | {milliseconds:.1f} | {' | '.join(cells)} |")
        for kind in kinds:
            count, asked = sum(accepted[kind]), len(accepted[kind])
            target = ("≤ 0" if kind in FALSEHOODS else f"≥ {asked}") if package == OURS else ""
            figures.append(Figure(f"{told}: {kind}", count, f"of {asked}", target))
    return figures


def _asked(rule: Rule, cases: Sequence["Case"]) -> tuple[Mapping[str, list[bool]], float]:
    """What it accepted of each kind until it was stopped, and how long it took for one."""
    accepted: dict[str, list[bool]] = defaultdict(list)
    begin = time.perf_counter()
    for case in cases:
        with redirect_stdout(io.StringIO()):  # proof-citations prints
            accepted[case.kind].append(rule(case.quote, case.text))
        if time.perf_counter() - begin > SECONDS:
            break
    return accepted, 1000 * (time.perf_counter() - begin) / sum(map(len, accepted.values()))


def _say(line: str) -> None:
    """Beside the figures, which may be JSON."""
    sys.stderr.write(f"{line}\n")


# --- the rules: a package as its own documentation advises, and as strictly as its answer can be read -------


OURS = "Antragsspiegel"


def ours(documents: Sequence["Document"]) -> Rule:
    """As the text check looks into one programme: by letters, and in no sentence that was read unsurely."""
    quellen = {document.text: document.quelle for document in documents}
    layers = {document.layer: document.quelle for document in documents}

    def rule(quote: str, text: str) -> bool:
        quelle = quellen.get(text) or layers[text]  # it has no use for the text layer: it reads the file
        return not is_too_short(quote) and any(not fund.is_unsure for fund in find(quote, quelle))

    return rule


def citations(without_warning: bool) -> Rule:
    check_one = importlib.import_module("citations").check_one
    folder = Path(tempfile.mkdtemp())

    @cache
    def file(text: str) -> Path:
        path = folder / f"{sha256(text.encode()).hexdigest()}.txt"
        path.write_text(text, "utf-8")
        return path

    def rule(quote: str, text: str) -> bool:
        result = check_one(quote, file(text))
        # „ambiguous“: it stands there more than once.
        is_there = result.state in ("found", "ambiguous")
        return is_there and not (without_warning and "truncated" in result.warnings)

    return rule


def corroborate() -> Rule:
    module = importlib.import_module("corroborate")

    def rule(quote: str, text: str) -> bool:
        answer = f"«{' '.join(quote.split())}»"
        assert module._extract_quotes(answer), answer  # what it does not see it would let pass
        return bool(module.check_answer("", [text], answer).ok())

    return rule


def juricode(as_bytes: bool) -> Rule:
    module = importlib.import_module("juricode_verifier")

    def rule(quote: str, text: str) -> bool:
        if as_bytes:
            return not module.check_quotes_verbatim([{"chunk_id": "a", "quote": quote}], {"a": text})
        return module.snap_quote(quote, text) is not None

    return rule


def proof_citations(whole: bool) -> Rule:
    verify = importlib.import_module("proof_citations").verify_citation
    offline = {"prefer_snapshot": True, "skip_live_fetch": True, "oa_lookup": False}

    def rule(quote: str, text: str) -> bool:
        found = verify("https://example.org/a", quote, "a", snapshot=text, **offline)
        return found["status"] == "verified" and not (whole and found["method"] == "fragment")

    return rule


def verbatim_core(mode: str) -> Rule:
    extractors = importlib.import_module("verbatim_core.extractors")
    extractor = extractors.LLMSpanExtractor(llm_client=object(), span_match_mode=mode)
    return lambda quote, text: bool(extractor._verify_spans([quote], text))


def verbatimeter() -> Rule:
    """Its gate; how its runs lie in the source it does not tell, so there is no stricter reading."""
    check = importlib.import_module("verbatimeter").check
    return lambda quote, text: (
        check(quote, text, count_tokens=lambda own: len(own.split())).differing_tokens == 0
    )


RULES: Mapping[str, Callable[[Sequence["Document"]], Rule]] = {
    OURS: ours,
    "citations": lambda _: citations(without_warning=False),
    "citations, without „truncated“": lambda _: citations(without_warning=True),
    "corroborate": lambda _: corroborate(),
    "juricode-verifier": lambda _: juricode(as_bytes=False),
    "juricode-verifier, byte by byte": lambda _: juricode(as_bytes=True),
    "proof-citations": lambda _: proof_citations(whole=False),
    "proof-citations, whole quotes": lambda _: proof_citations(whole=True),
    "verbatim-core, exact": lambda _: verbatim_core("exact"),
    "verbatim-core, fuzzy 0.8": lambda _: verbatim_core("fuzzy"),
    "verbatimeter": lambda _: verbatimeter(),
}


# --- the questions ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Document:
    """A programme: as we read it, and as the PDF's own text layer has it."""

    quelle: Quelle
    layer: str
    sentences: tuple[str, ...]

    @property
    def text(self) -> str:
        return self.quelle.strom.text


@dataclass(frozen=True, slots=True)
class Case:
    kind: str
    quote: str
    text: str


def _documents() -> list[Document]:
    paths = [KORPUS / "programme" / f"{name}.pdf" for name in PROGRAMME]
    return [_document(path) for path in (paths if KORPUS.exists() else sorted(DEMO.glob("*wahl*.pdf")))]


def _document(path: Path) -> Document:
    strom = read_strom(path)
    day = date(2021, 1, 1)
    programm = Programm(path.stem, path.stem, Typ.WAHLPROGRAMM, path.stem, "BUND", 2021, day, None, path.name)
    with open_pdf(path) as pdf:
        layer = "\n".join(page.get_text() for page in pdf)
    return Document(Quelle.of(programm, "", strom), layer, tuple(_sentences(strom)))


def _sentences(strom: Textstrom) -> Iterator[str]:
    """Without quote marks and brackets, which packages read as the end of a quote."""
    for part in strom.absaetze:
        for start, end in strom.sentences_of(part) if part.art.is_prose else ():
            text = strom.text[start:end]
            is_plain = 60 <= len(text) <= 300 and not re.search(r"[„“”»«\"‚‘’\[\]()*_\n]", text)
            if is_plain and text[-1] in ".!?" and not strom.is_unsure(start, end):
                yield text


def _cases(rng: Random, documents: Sequence[Document]) -> list[Case]:
    """Sentence by sentence through all kinds, so that a rule that is stopped was asked about each."""
    drawn = [rng.sample(one.sentences, min(SENTENCES, len(one.sentences))) for one in documents]
    others = cycle(documents[1:] + documents[:1])
    letters_of = {document.text: letters(document.text) for document in documents}
    cases = []
    for number in range(max(map(len, drawn))):
        for document, own in zip(documents, drawn, strict=True):
            other = next(others)
            if number >= len(own):
                continue
            satz, text = own[number], document.text
            cases.append(Case("as printed, in the PDF's text layer", satz, document.layer))
            for kind, make in TRUE.items():
                if quote := make(rng, satz):
                    cases.append(Case(kind, quote, text))
            false = {kind: make(rng, satz) for kind, make in FALSE.items()}
            false[JOINED] = joined(satz, rng.choice(document.sentences))
            false[FOREIGN] = rng.choice(other.sentences)
            for kind, made in false.items():
                if made and letters(made) not in letters_of[text]:
                    cases.append(Case(kind, made, text))
            if made := cut_in_a_word(rng, satz):
                cases.append(Case(CUT, made, text))
    return cases


def hyphen_at_line_end(rng: Random, text: str) -> str | None:
    words = list(re.finditer(r"[^\W\d_]{8,}", text))
    if not words:
        return None
    word = rng.choice(words)
    place = word.start() + rng.randrange(3, len(word[0]) - 3)
    return f"{text[:place]}-\n{text[place:]}"


def middle_left_out(rng: Random, text: str) -> str | None:
    words = text.split()
    if len(words) < 14:
        return None
    first = rng.randrange(5, len(words) - 8)
    return " ".join([*words[:first], "[…]", *words[first + rng.randint(2, 3) :]])


def negated(rng: Random, text: str) -> str | None:
    return zitate.negation_removed(rng, text) or zitate.negation_added(rng, text)


def word_out(rng: Random, text: str) -> str | None:
    words = text.split()
    inner = [place for place in range(2, len(words) - 2) if len(words[place]) >= 4]
    return " ".join(words[: (out := rng.choice(inner))] + words[out + 1 :]) if inner else None


def swapped(rng: Random, text: str) -> str | None:
    words = text.split()
    inner = [n for n in range(1, len(words) - 2) if words[n].isalpha() and words[n + 1].isalpha()]
    if not inner:
        return None
    n = rng.choice(inner)
    words[n], words[n + 1] = words[n + 1], words[n]
    return " ".join(words)


def joined(one: str, two: str) -> str:
    first, second = one.split(), two.split()
    return " ".join(first[: len(first) // 2] + second[len(second) // 2 :])


def cut_in_a_word(rng: Random, text: str) -> str | None:
    last = re.search(r"[^\W\d_]{8,}[.!?]$", text)
    return text[: -1 - rng.randint(2, 4)] if last else None


TRUE: Mapping[str, zitate.Maker] = {
    "as printed": zitate.verbatim,
    "hyphen at line end": hyphen_at_line_end,
    "ae, oe, ue, ss": zitate.typed,
    "**in bold**": lambda rng, text: f"**{text}**",
    "with […]": middle_left_out,
}
FALSE: Mapping[str, zitate.Maker] = {
    "negation": negated,
    "number": zitate.number_changed,
    "word out": word_out,
    "swapped": swapped,
}
JOINED, FOREIGN, CUT = "halves joined", "another party's", "cut in a word"
FALSEHOODS = (*FALSE, JOINED, FOREIGN, CUT)
