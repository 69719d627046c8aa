"""Names are English, but for the words of docs/GLOSSAR.md."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from spellchecker import SpellChecker, WordFrequency

from core.german.folding import transliterated

ROOT = Path(__file__).parents[1]
GLOSSARY = ROOT / "docs" / "GLOSSAR.md"
ENTRY = re.compile(r"^\| (?P<words>[^|`]+) \| (?P<meaning>[^|]+) \| `(?P<home>[\w./]+)` \|$", re.M)
WORD = re.compile(r"[A-ZÄÖÜ]+(?![a-zäöü])|[A-ZÄÖÜ]?[a-zäöüß]+")

TECHNICAL = set(
    """
    abgeordnetenwatch decl http netloc nrw unrecognised urls validators
    alt annot annots api argv auc bool backend bools centre centred choosable chunking cli cls colour
    autofit colours config css csv dask dict diff dip docx dont dpi dx ece
    embedder encodings exps fulltext getattr getitem
    holm hostname html impl init ints ip iter js json jsonable keyless kwargs litellm llm logits matrices
    mb metadata middleware mids ndcg negator negators nli nominative noscript oparl obj ollama onnx opcode
    outdented pardok param params pdeathsig pdf pdfs pixmap png postgresql programmes psycopg py pymupdf
    rasterised recognise recognised reraise rerank reranked reranking rgb runstore schema searchable separator
    setattr sql sqlite ssl stat stderr storable str streamlit subcommands svg tcp textpage textword tls
    todo tokenizer toml ui ungrouped unix unprobed url userinfo uuid validator vectorizer vectorstore
    app attr bibtex csl ris
    writelines xlsx xml xref
    """.split()
)
"""Abbreviations, words of libraries, and English that the word list lacks or spells otherwise."""

BOTH = {
    "formats",
    "genitive",
    "indexes",
    "links",
    "null",
    "offsets",
    "parser",
    "suffix",
    "suffixes",
    "tensors",
}
BOTH |= {"umlaut", "umlauts", "bremen", "schema", "dir", "pr", "holm"}
"""English, though a German word list has it far more often."""

RECORDS = {"BaseModel", "Exportform", "ExportForm", "NamedTuple", "Record", "TypedDict", "dataclass"}


def test_every_name_is_english_or_stands_in_the_glossary() -> None:
    known = set(glossary()) | TECHNICAL
    spelled = spelled_by_data()
    left = {
        f"{name} ({place}): {', '.join(foreign)}"
        for name, place in names()
        if name not in spelled and (foreign := [word for word in words(name) if not is_known(word, known)])
    }
    assert not left, "neither English nor in docs/GLOSSAR.md:\n" + "\n".join(sorted(left))


def test_every_word_of_the_glossary_is_used_where_it_lives() -> None:
    """One of its forms: „Läufe“ lives where Lauf does."""
    said = {home: " ".join("".join(words(name)) for name in own_names(home)) for home in glossary().values()}
    lost = [
        f"{entry['words']}: {entry['home']}"
        for entry in ENTRY.finditer(_text())
        if not any(word in said[entry["home"]] for word in listed(entry))
    ]
    assert lost == []


def test_the_glossary_has_every_word_once() -> None:
    found = [word for entry in ENTRY.finditer(_text()) for word in listed(entry)]
    assert sorted(found) == sorted(set(found))
    assert len(found) > 100


def test_foreign_words_are_told_from_english_ones() -> None:
    """What the others rely on: a German verb, a noun of no entry and a compound are all foreign."""
    known = set(glossary()) | TECHNICAL
    assert [
        w for w in ("lade", "laeufe", "load", "zeile", "wert", "antragszeile") if not is_known(w, known)
    ] == [
        "lade",
        "zeile",
        "wert",
        "antragszeile",
    ]


@cache
def glossary() -> dict[str, str]:
    """Word → the module it lives in."""
    return {word: entry["home"] for entry in ENTRY.finditer(_text()) for word in listed(entry)}


def _text() -> str:
    return GLOSSARY.read_text(encoding="utf-8")


def listed(entry: re.Match[str]) -> list[str]:
    return [transliterated(word.strip()).lower() for word in entry["words"].split(",")]


def words(name: str) -> list[str]:
    return [word.lower() for word in WORD.findall(name)]


@cache
def is_english(word: str) -> bool:
    english, german = dictionaries()
    umlauted = word.replace("ae", "ä").replace("oe", "ö").replace("ue", "ü")
    often = english[word] / english.total_words
    foreign = max(german[word], german[umlauted]) / german.total_words
    return len(word) == 1 or (often > 0 and not (often < 1e-5 and foreign > 5 * often))


def is_known(word: str, known: set[str]) -> bool:
    return word in known or word in BOTH or is_english(word)


@cache
def dictionaries() -> tuple[WordFrequency, WordFrequency]:
    """English and German."""
    return SpellChecker(language="en").word_frequency, SpellChecker(language="de").word_frequency


@cache
def trees() -> dict[str, ast.Module]:
    """Of core and pages, by path."""
    files = [*(ROOT / "core").rglob("*.py"), *(ROOT / "pages").rglob("*.py"), ROOT / "dashboard.py"]
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in files}


def names() -> Iterator[tuple[str, str]]:
    """Every name that our code gives, and where; the file of a page is an address, and none of these."""
    for path, tree in trees().items():
        parts = Path(path).with_suffix("").parts
        if len(parts) > 2 or parts[0] == "core":
            yield from ((part, path) for part in parts)
        for node in ast.walk(tree):
            if name := _given(node):
                yield name, f"{path}:{getattr(node, 'lineno', 0)}"


def own_names(home: str) -> list[str]:
    called = [name for node in ast.walk(trees()[home]) if (name := _given(node))]
    used = [node.id for node in ast.walk(trees()[home]) if isinstance(node, ast.Name)]
    return [Path(home).stem, *called, *used, *_fields(trees()[home])]


def _given(node: ast.AST) -> str | None:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.MatchAs | ast.MatchStar):
        return node.name
    if isinstance(node, ast.arg):
        return node.arg
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return node.id
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        return node.attr
    return node.asname if isinstance(node, ast.alias) else None


@cache
def spelled_by_data() -> set[str]:
    """What JSON, tables, TOML, addresses or options call so: a string in the code, or a record's field."""
    found: set[str] = set()
    open_functions = {
        node.name
        for tree in trees().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.args.kwarg
    }
    for tree in trees().values():
        types = _types(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in types:
                option = node.value.startswith("--")
                found.add(node.value.removeprefix("--").replace("-", "_") if option else node.value)
            elif isinstance(node, ast.Call) and _called(node.func) in open_functions | {"dict"}:
                found |= {keyword.arg for keyword in node.keywords if keyword.arg}
        found |= _fields(tree)
    return found


def _called(node: ast.AST) -> str:
    node = node.func if isinstance(node, ast.Call) else node
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _types(tree: ast.Module) -> set[ast.AST]:
    """Strings that are types: „-> "Seite"“."""
    said: list[ast.AST | None] = []
    for node in ast.walk(tree):
        said += [getattr(node, "annotation", None), getattr(node, "returns", None)]
        if isinstance(node, ast.Call) and _called(node.func) == "cast":
            said += node.args[:1]
    inside = [node for one in said if one for node in ast.walk(one)]
    literal = {
        node
        for one in inside
        if isinstance(one, ast.Subscript) and _called(one.value) == "Literal"
        for node in ast.walk(one)
    }
    return set(inside) - literal


def _fields(tree: ast.Module) -> set[str]:
    """Fields of public records, properties of those that are mappings, values of enumerations."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            kinds = _kinds(node)
            for line in node.body:
                if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
                    found |= {line.target.id} if kinds & RECORDS and not node.name.startswith("_") else set()
                elif isinstance(line, ast.FunctionDef) and "Record" in kinds:
                    found.add(line.name)
                elif isinstance(line, ast.Assign) and isinstance(line.value, ast.Constant):
                    targets = {target.id for target in line.targets if isinstance(target, ast.Name)}
                    found |= {target for target in targets if target.lower() == line.value.value}
    return found


def _kinds(node: ast.ClassDef) -> set[str]:
    """The bases and decorators of a class, and of its bases."""
    own = {_called(one) for one in (*node.bases, *node.decorator_list)}
    return own.union(*(_kinds(classes()[base]) for base in own if base in classes() and base != node.name))


@cache
def classes() -> dict[str, ast.ClassDef]:
    nodes = (node for tree in trees().values() for node in ast.walk(tree))
    return {node.name: node for node in nodes if isinstance(node, ast.ClassDef)}
