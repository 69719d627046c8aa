"""What we use beyond what libraries promise: listed, in one place each, and done without where it is gone."""

import ast
import logging
import re
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from streamlit.testing.v1 import AppTest

from core import insides
from core.context import Context, default_context
from core.errors import IndexFehler, PdfError
from core.index import chroma_inside
from core.index.chroma import Chroma
from core.index.stock import bestand
from core.llm import guarded_line, litellm_inside
from core.llm.client import Anfrage, ask, estimate_cost
from core.programme import pymupdf_inside
from core.programme.pdf import open_pdf
from core.settings import ROOT, Settings
from pages.ui import streamlit_inside
from tests.llm.modellserver import antwort, modellserver
from tests.pages.test_address import behind, page, shown

DOC = ROOT / "docs" / "insides.md"
ROW = re.compile(r"^\| [^|]+ \| [^|]+ \| `(?P<file>[^`]+)`, `(?P<name>[^`]+)` \| [^|]+ \|$", re.MULTILINE)
PROMISED = {"_replace", "_asdict", "_fields", "_make", "_mapping"}
"""Of named tuples, and of SQLAlchemy's rows: documented all the same."""

UNPROMISED = re.compile(
    r"^(streamlit\.(runtime|components\.v2\.|file_util|delta_generator)|chromadb\.api\.shared|pandas\.io\.|"
    r"litellm\.(llms|litellm_core_utils)|gc$|bm25s)"
)
WORDS = re.compile(r"_hidden_params|litellm_response_headers|clear_system_cache|sync_transport|_admin_client")


# --- the table and the code ---------------------------------------------------------------------------------


def rows() -> list[dict[str, str]]:
    return [match.groupdict() for match in ROW.finditer(DOC.read_text(encoding="utf-8"))]


def test_every_listed_place_is_there() -> None:
    lines = [line for line in DOC.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    assert len(rows()) == len(lines) - 2 >= 20
    gone = [row for row in rows() if row["name"] not in (ROOT / row["file"]).read_text(encoding="utf-8")]
    assert gone == []


def test_every_module_that_is_checked_is_listed() -> None:
    assert {f"{name.replace('.', '/')}.py" for name in insides.INSIDES} <= {row["file"] for row in rows()}


def sources() -> Iterator[tuple[str, str]]:
    for path in [*(ROOT / "core").rglob("*.py"), *(ROOT / "pages").rglob("*.py"), ROOT / "dashboard.py"]:
        yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def touches(tree: ast.AST, text: str) -> Iterator[str]:
    """Names with one underscore that are not the module's own, undocumented modules, known words."""
    own = set(re.findall(r"(?:def |class |self\.|cls\.)(_[a-z]\w*)|^(_[a-z]\w*)\b", text, re.MULTILINE))
    mine = PROMISED.union(*own, re.findall(r"^    (_[a-z]\w*):", text, re.MULTILINE))
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name("sys"), attr="modules" | "path" as name, ctx=_):
                yield f"sys.{name}"
            case ast.Attribute(attr=name) if re.match(r"_[a-z]", name) and name not in mine:
                yield name
            case ast.Import(names=names):
                yield from (alias.name for alias in names if UNPROMISED.match(alias.name))
            case ast.ImportFrom(module=str(module), names=names):
                imported = [module, *(f"{module}.{alias.name}" for alias in names)]
                yield from (name for name in imported if UNPROMISED.match(name))
            case ast.Constant(value=str(value)) if WORDS.fullmatch(value):
                yield value


READ_ONLY = {"core/workers/pool.py": {"sys.path"}, "core/insides.py": {"sys.modules"}}
"""Handed on to a worker process; whether a library is loaded."""


def test_nothing_unpromised_is_used_anywhere_else() -> None:
    listed = {row["file"] for row in rows()}
    found = {
        file: left
        for file, text in sources()
        if file not in listed and (left := set(touches(ast.parse(text), text)) - READ_ONLY.get(file, set()))
    }
    assert found == {}


@pytest.mark.parametrize(
    "line",
    [
        "response._hidden_params.get('x')",
        "getattr(client, '_admin_client', None)",
        "from streamlit.runtime.scriptrunner import get_script_run_ctx",
        "import gc",
        "from pandas.io.formats.style import Styler",
        "sys.modules['a'] = None",
        "sys.path.append('a')",
        "index.scores._data",
    ],
)
def test_the_scan_finds_each_kind(line: str) -> None:
    assert list(touches(ast.parse(line), line))


# --- looked at ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("module", insides.INSIDES)
def test_nothing_is_missing_of_the_pinned_versions(module: str) -> None:
    assert import_module(module).check() == []


def test_a_start_and_the_doctor_tell_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(
        insides, "INSIDES", {"core.programme.pymupdf_inside": "pymupdf", "core.gibtsnicht": "gibtsnicht"}
    )
    monkeypatch.delattr(pymupdf_inside.pymupdf().mupdf, "FzErrorBase")
    first, second = insides.missing()
    assert "Ein beschädigtes PDF" in first and "pip install" in second
    with caplog.at_level(logging.WARNING):
        insides.tell()
    (record,) = caplog.records
    assert "Ein beschädigtes PDF" in record.getMessage()


def test_a_check_that_fails_itself_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pymupdf_inside, "check", lambda: 1 // 0)
    (line,) = insides._missing_in("core.programme.pymupdf_inside", "pymupdf")
    assert "ZeroDivisionError" in line


# --- done without: Streamlit --------------------------------------------------------------------------------


@pytest.fixture
def silent_streamlit(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says nothing of the visitor's browser, and has no components."""
    find = streamlit_inside._find
    monkeypatch.setattr(
        streamlit_inside,
        "_find",
        lambda module, name: None if "streamlit." in module else find(module, name),
    )


@pytest.mark.usefixtures("silent_streamlit")
def test_the_address_works_without_streamlits_page_context() -> None:
    app = AppTest.from_function(page).run()
    app.selectbox(key="probe-eins").select("a").run()
    behind(app).button[0].click().run()
    assert shown(app) == "[('drei', 'x'), ('eins', 'a'), ('zwei', '')]" and not app.exception


@pytest.mark.parametrize("context", [None, SimpleNamespace()])
def test_a_context_without_the_field_says_no(context: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streamlit_inside, "_find", lambda module, name: lambda: context)
    assert streamlit_inside.is_history_navigation() is False


@pytest.mark.usefixtures("silent_streamlit")
def test_a_start_goes_on_without_all_of_streamlits_inside() -> None:
    streamlit_inside.skip_component_scan()
    streamlit_inside.keep_search_path()
    assert streamlit_inside.is_needed(b"anything")
    assert len(streamlit_inside.check()) == 5


# --- done without: Chroma -----------------------------------------------------------------------------------


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A database whose tables are called otherwise."""
    with sqlite3.connect(tmp_path / chroma_inside.DATABASE) as database:
        database.execute("CREATE TABLE sammlungen (id, name)")
    return tmp_path


def test_other_tables_are_left_for_chroma_to_judge(foreign: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chroma_inside, "opened", type(chroma_inside.opened)())
    file = foreign / chroma_inside.DATABASE
    assert chroma_inside.peek(file, "a", "b") is None
    assert chroma_inside.unused_indexes(file, [foreign / "x"]) == []
    assert chroma_inside.without_trigrams(file) is False


def test_a_client_that_cannot_be_new_is_refused_and_what_is_indexed_is_found(
    demo: Context, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from chromadb.api.shared_system_client import SharedSystemClient

    shutil.copytree(demo.settings.chroma_dir, tmp_path / "index")
    monkeypatch.setattr(chroma_inside, "opened", type(chroma_inside.opened)())
    monkeypatch.delattr(SharedSystemClient, "clear_system_cache")
    own = Context(Settings(chroma_dir=tmp_path / "index", pdf_dir=demo.settings.pdf_dir))
    assert sum(teil.chunks for teil in bestand(own)) == sum(teil.chunks for teil in bestand(demo)) > 0
    with pytest.raises(IndexFehler, match=re.escape("requirements.txt")):
        Chroma(own.settings).writing_client()
    assert chroma_inside.check() == [chroma_inside.STALE]


def test_a_missing_package_is_no_damage(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "chromadb", None)
    with pytest.raises(IndexFehler, match=r"fehlt ein Paket .*chromadb.*pip install") as told:
        Chroma(Settings(chroma_dir=tmp_path)).writing_client()
    assert type(told.value) is IndexFehler and "beschädigt" not in str(told.value)


# --- done without: LiteLLM, httpx, PyMuPDF ------------------------------------------------------------------


def test_without_a_price_an_answer_comes_and_its_cost_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    litellm = litellm_inside.litellm()
    monkeypatch.setattr(litellm, "completion_cost", None)
    monkeypatch.setattr(litellm, "cost_per_token", None)
    with modellserver([antwort("ja")]) as server:
        anfrage = Anfrage("dashscope/qwen-plus", [{"role": "user", "content": "?"}], api_base=server.url)
        result = ask(default_context(), anfrage)
    assert (result.text, result.kosten) == ("ja", None)
    assert estimate_cost(default_context(), "dashscope/qwen-plus", 1, 1) is None


def test_headers_are_those_of_the_response_where_litellm_has_none() -> None:
    response = httpx.Response(429, headers={"retry-after": "7"}, request=httpx.Request("GET", "http://x"))
    error = httpx.HTTPStatusError("", request=response.request, response=response)
    assert (litellm_inside.headers_of(error) or {})["retry-after"] == "7"
    assert litellm_inside.headers_of(ValueError()) is None


def test_a_connection_without_its_network_still_connects(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(httpx, "HTTPTransport", lambda proxy: SimpleNamespace(proxy=proxy))
    guarded_line._way.cache_clear()
    try:
        assert guarded_line._way(None).proxy is None  # type: ignore[attr-defined]
        assert "je Lesen" in guarded_line.check()[0]
    finally:
        guarded_line._way.cache_clear()


def test_damaged_pdfs_are_told_without_mupdfs_errors(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delattr(pymupdf_inside.pymupdf().mupdf, "FzErrorBase")
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.4 nichts")
    with pytest.raises(PdfError):
        open_pdf(tmp_path / "a.pdf").load_page(0)


def test_a_pdf_is_not_marked_as_a_whole_where_it_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(pymupdf_inside.pymupdf().mupdf, "fz_new_buffer")
    assert not pymupdf_inside.can_append() and len(pymupdf_inside.check()) == 1
    with pytest.raises(PdfError, match="als Ganzes"):
        pymupdf_inside.saved_on_top(None)


def test_other_users_of_pymupdfs_companions_find_them() -> None:
    pymupdf_inside.pymupdf()
    assert None not in [sys.modules.get(name, "absent") for name in pymupdf_inside.UNUSED]
