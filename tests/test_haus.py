"""The house stays in order: imports run one way, each library has one home, nothing heavy at the door."""

import ast
import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]

FLOORS = (
    ("core.german",),
    (
        "core.models",
        "core.errors",
        "core.clock",
        "core.settings",
        "core.atomic_files",
        "core.shared_lock",
        "core.psycopg_inside",
        "core.version",
        "core.schema",
        "core.templates",
        "core.key_masker",
        "core.event_log",
        "core.recent",
        "core.workers",
        "core.garbage",
        "core.insides",
        "core.statistical_measures",
        "core.contrast",
        "core.statistical_measures",
        "core.background",
        "core.roles",
    ),
    ("core.programme",),
    ("core.antrag",),
    ("core.context",),
    ("core.index",),
    ("core.question",),
    ("core.search",),
    ("core.citations", "core.support.verdict"),
    ("core.decisions",),
    ("core.seiten",),
    ("core.evaluation",),
    ("core.llm",),
    ("core.runs",),
    ("core.sources",),
    ("core.vermerk",),
    ("core.assessment", "core.references", "core.support.forderung_pairs", "core.rubrics"),
    ("core.pruefakte",),
    ("core.support",),
    ("core.demo",),
    ("core.calibration",),
    ("core.vergleich", "core.monitor"),
    ("core.frames",),
    ("core.charts",),
    ("core.terminal", "core.installation"),
    ("core.operation",),
    ("core.commands",),
    ("core.cli", "core.__main__", "core"),
    ("pages.ui",),
    ("pages", "dashboard"),
)
"""From the bottom up: a module imports from its own floor and those below. `core` itself is loaded lazily."""

TYPE_ONLY = {("core.context", "core.index")}
"""The context names the types of what it opens; it imports them only when it does."""

EVERYWHERE = {"numpy"}
"""Libraries that are a language of their own."""

HEAVY = ("torch", "sentence_transformers", "litellm", "pymupdf", "chromadb", "streamlit", "pandas")


def modules() -> dict[str, Path]:
    files = [*(ROOT / "core").rglob("*.py"), *(ROOT / "pages").rglob("*.py"), ROOT / "dashboard.py"]
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in files
    }


def imports(path: Path) -> set[str]:
    """Every module a file imports, also within functions; those for types alone are left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            node.body = []
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def floor(name: str) -> int:
    matching = [
        (len(prefix), index)
        for index, prefixes in enumerate(FLOORS)
        for prefix in prefixes
        if name == prefix or name.startswith(f"{prefix}.")
    ]
    return max(matching)[1]


def test_imports_run_one_way() -> None:
    upward = [
        f"{name} imports {imported}"
        for name, path in modules().items()
        for imported in imports(path)
        if imported.split(".")[0] in ("core", "pages")
        and floor(imported) > floor(name)
        and not any(name == low and imported.startswith(high) for low, high in TYPE_ONLY)
    ]
    assert upward == []


def test_no_two_modules_of_core_have_one_name() -> None:
    """Whoever looks for a file finds one, and a search for its name finds nothing else."""
    stems = Counter(name.rpartition(".")[2] for name in modules() if name.startswith("core."))
    packages = {path.parent.name for path in (ROOT / "core").rglob("__init__.py")}
    assert [stem for stem, often in stems.items() if often > 1 and stem not in packages] == []


def test_no_two_classes_of_core_have_one_name() -> None:
    found: dict[str, list[str]] = defaultdict(list)
    for name, path in modules().items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if name.startswith("core.") and isinstance(node, ast.ClassDef):
                found[node.name].append(name)
    assert {name: places for name, places in found.items() if len(places) > 1} == {}


def test_what_was_released_of_the_database_depends_on_nothing_that_changes() -> None:
    """A migration says what a version was; code of today would rewrite that. Only the baseline, which was
    not released yet, makes the tables of today."""
    allowed = ("core.runs.migration", "core.runs.sql")
    live = {
        f"{name} imports {imported}"
        for name, path in modules().items()
        if name.startswith("core.runs.migrations.versions.") and not name.endswith(".v0001_baseline")
        for imported in imports(path)
        if imported.startswith("core.") and not imported.startswith(allowed)
    }
    assert live == set()


def test_no_folder_of_a_page_imports_another_one() -> None:
    """What two pages share lies in `pages/ui` itself."""
    folders = {path.parent.name for path in (ROOT / "pages" / "ui").glob("*/__init__.py")}
    across = [
        f"{name} imports {imported}"
        for name, path in modules().items()
        if name.startswith("pages.ui.") and name.split(".")[2] in folders
        for imported in imports(path)
        if imported.startswith("pages.ui.") and imported.split(".")[2] in folders - {name.split(".")[2]}
    ]
    assert across == []


def test_no_page_imports_another() -> None:
    pages = {name for name in modules() if name.startswith("pages.") and not name.startswith("pages.ui")}
    found = [
        f"{name} imports {imported}"
        for name in pages
        for imported in imports(modules()[name])
        if any(imported == page or imported.startswith(f"{page}.") for page in pages)
    ]
    assert found == []


def test_core_does_not_know_streamlit() -> None:
    knowing = [
        name
        for name, path in modules().items()
        if name.startswith("core") and any(i.split(".")[0] == "streamlit" for i in imports(path))
    ]
    assert knowing == []


def test_each_third_party_library_has_one_home_in_core() -> None:
    """Beside it, for what it does not promise, a module of its own: docs/insides.md."""
    homes = defaultdict(set)
    for name, path in modules().items():
        if name.startswith("core") and not name.endswith("_inside"):
            for imported in imports(path):
                top = imported.split(".")[0]
                if top not in sys.stdlib_module_names | EVERYWHERE | {"core"}:
                    homes[top].add(name)
    assert {library: sorted(names) for library, names in homes.items() if len(names) > 1} == {}


FOLDS = {"core.programme.sieve"}
"""Its file names the release of Unicode it was made with."""

FIGURES = {"core.seiten.page_drawing"}
"""It writes operators of PDF, not German."""

GERMAN_SPEC = re.compile(r",|[efgG%]$|%d\.")


def test_texts_are_folded_by_one_family_of_functions() -> None:
    knowing = {name for name, path in modules().items() if "unicodedata" in imports(path)}
    assert {name for name in knowing if not name.startswith("core.german.")} == FOLDS


def test_figures_and_days_are_written_by_one_module() -> None:
    """No decimal point, no separator of thousands and no day is put into a text by hand."""
    found = [
        f"{name}:{node.lineno}"
        for name, path in modules().items()
        if not name.startswith("core.german.") and name not in FIGURES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FormattedValue | ast.Call) and _writes_figures(node)
    ]
    assert found == []


def _writes_figures(node: ast.FormattedValue | ast.Call) -> bool:
    """„{share:.1f}“, „{count:,}“, „{day:%d.%m.%Y}“, `text.replace(".", ",")`."""
    if isinstance(node, ast.FormattedValue):
        spec = node.format_spec.values if isinstance(node.format_spec, ast.JoinedStr) else []
        told = "".join(str(part.value) if isinstance(part, ast.Constant) else "0" for part in spec)
        return bool(GERMAN_SPEC.search(told))
    given = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
    called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    return (called == "replace" and {".", ","} == set(map(str, given))) or (
        called == "strftime" and "%d." in str(given)
    )


LONGER = {
    "core.assessment.batch_jobs", "core.assessment.parteiteil", "core.citations.audit",
    "core.demo.scripted_models",
    "core.index.vectorstore", "core.key_masker", "core.llm.catalogue", "core.programme.registering",
    "core.runs.write_laeufe", "core.search.geltung", "core.vergleich.spalten",
}  # fmt: skip
"""Modules that were longer than 300 lines before none might be: at most 320, until each is parted."""


def _most_lines(name: str) -> int:
    if name.startswith("pages.") and not name.startswith("pages.ui"):
        return 80
    return 320 if name in LONGER else 300


def test_modules_stay_short() -> None:
    lengths = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in modules().items()}
    assert {name: lines for name, lines in lengths.items() if lines > _most_lines(name)} == {}
    assert {name for name in LONGER if lengths.get(name, 0) <= 300} == set()


def test_nothing_heavy_is_loaded_by_importing_core() -> None:
    code = "import sys, core; core.PROGRAMME; print([m for m in sys.argv[1:] if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code, *HEAVY], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


LENT = {
    "test_insides": {"pages.test_address"},
    "assessment.test_batch": {"assessment.test_pipeline"},
    "assessment.test_batch_jobs": {"assessment.test_lauf_jobs", "assessment.test_pipeline"},
    "assessment.test_batch_takeover": {"assessment.test_batch_jobs"},
    "assessment.test_boese_antworten": {"assessment.test_pipeline"},
    "assessment.test_kept_answers": {"assessment.test_frage", "assessment.test_nachfrage"},
    "assessment.test_korpus": {"assessment.test_pipeline"},
    "assessment.test_lauf_jobs": {"assessment.test_pipeline"},
    "assessment.test_lauf_report": {"assessment.test_pipeline"},
    "assessment.test_nachfrage": {"assessment.test_frage", "assessment.test_pipeline"},
    "assessment.test_removal_probe": {"assessment.test_pipeline"},
    "assessment.test_user_prompts": {"assessment.test_batch_jobs"},
    "assessment.test_trotzdem": {"assessment.test_frage", "assessment.test_pipeline"},
    "citations.test_zufall_zitate": {"citations.test_eigenschaften"},
    "fuzz.antwort": {"llm.test_zufall_antwort"},
    "fuzz.einfuhr": {"assessment.test_faelschungen"},
    "fuzz.frage": {"question.test_zufall_suchanfrage"},
    "fuzz.zitat": {"citations.test_zufall_zitate"},
    "index.test_themen": {"search.test_programm_search"},
    "llm.test_zufall_antwort": {"citations.test_eigenschaften", "citations.test_zufall_zitate"},
    "monitor.test_quote_counts": {"runs.test_zaehlen"},
    "pages.test_index_page": {"pages.test_route"},
    "pages.test_lauf": {"assessment.test_lauf_jobs", "assessment.test_removal_probe"},
    "pages.test_vergleich_start": {"assessment.test_batch_jobs"},
    "programme.test_boeses_register": {"programme.test_registering"},
    "programme.test_layout": {"programme.test_lesen"},
    "runs.test_antraege": {"runs.test_laeufe"},
    "runs.test_antworten": {"runs.test_laeufe"},
    "seiten.test_marked_pdf": {"seiten.test_highlight", "seiten.test_marked_page"},
    "support.test_told_elsewhere": {"support.test_request_reading"},
    "test_architektur": {"test_haus"},
    "test_public": {"test_haus"},
    "vergleich.test_evidence": {"vergleich.test_vergleich_files"},
}
"""Modules of the tests that still take something out of a test module; these become fewer, never more."""


def test_no_module_of_the_tests_takes_helpers_out_of_a_test_module() -> None:
    """A helper that two tests share has a home of its own, beside `tests/sammlungen.py` or in a conftest."""
    taken = defaultdict(set)
    for path in (ROOT / "tests").rglob("*.py"):
        name = ".".join(path.relative_to(ROOT / "tests").with_suffix("").parts)
        for imported in imports(path):
            module = ".".join(imported.split(".")[1:-1])
            if imported.startswith("tests.") and module.rpartition(".")[2].startswith("test_"):
                taken[name].add(module)
    assert taken == LENT
