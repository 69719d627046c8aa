"""The house stays in order: imports run one way, core knows no Streamlit, nothing heavy at the door."""

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from core.features import FEATURES, PLACES, all_features, hooks
from tests.page_files import FILES

ROOT = Path(__file__).parents[1]

FLOORS = (
    ("core.wortlaut",),
    ("core.base", "core.features"),
    ("core.processes",),
    ("core.programme",),
    ("core.antrag",),
    ("core.search",),
    ("core.llm",),
    ("core.proof",),
    ("core.runs",),
    ("core.assessment",),
    ("core.demo", "core.installation", "core.health", "core.cli"),
    tuple(f"core.features.{name}" for name in FEATURES),
    ("core.__main__", "core"),
    ("pages.ui",),
    ("pages.features",),
    ("pages", "dashboard"),
)
"""From the bottom up: a module imports from its own floor and those below. `core` itself is loaded lazily."""

HEAVY = (
    "torch",
    "sentence_transformers",
    "litellm",
    "pymupdf",
    "chromadb",
    "streamlit",
    "pandas",
    "mcp",
    "tesserocr",
)


@cache
def modules() -> dict[str, Path]:
    files = [*(ROOT / "core").rglob("*.py"), *(ROOT / "pages").rglob("*.py"), ROOT / "dashboard.py"]
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in files
    }


@cache
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
        if imported.split(".")[0] in ("core", "pages") and floor(imported) > floor(name)
    ]
    assert upward == []


def test_what_was_released_of_the_database_depends_on_nothing_that_changes() -> None:
    """A migration says what a version was; code of today would rewrite that."""
    live = {
        f"{name} imports {imported}"
        for name, path in modules().items()
        if name.startswith("core.runs.migrations.versions.")
        for imported in imports(path)
        if imported.startswith("core.")
    }
    assert live == set()


def test_what_bears_the_name_of_a_page_serves_that_page_alone() -> None:
    """What two pages share has another name in `pages/ui`."""
    pages = {path.stem for path in (ROOT / "pages").glob("*.py")}
    across = [
        f"{name} imports {imported}"
        for name, path in modules().items()
        for imported in imports(path)
        if imported.startswith("pages.ui.") and (owner := imported.split(".")[2]) in pages
        if owner not in name.removeprefix("pages.").removeprefix("ui.").split(".")[:1]
    ]
    assert across == []


def test_no_page_imports_another() -> None:
    pages = {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in FILES.values()}
    found = [
        f"{name} imports {imported}"
        for name in pages
        for imported in imports(modules()[name])
        if any(imported == page or imported.startswith(f"{page}.") for page in pages)
    ]
    assert found == []


def test_the_app_imports_no_command() -> None:
    """What both need lies below both."""
    found = [
        f"{name} imports {imported}"
        for name, path in modules().items()
        if name.split(".")[0] in ("pages", "dashboard")
        for imported in imports(path)
        if imported == "core.cli" or imported.startswith("core.cli.")
    ]
    assert found == []


def test_core_does_not_know_streamlit() -> None:
    knowing = [
        name
        for name, path in modules().items()
        if name.startswith("core") and any(i.split(".")[0] == "streamlit" for i in imports(path))
    ]
    assert knowing == []


ADAPTED = ("litellm", "chromadb", "pymupdf", "mcp", "tesserocr")
"""Libraries that we adapt: what stands between them and the house stands in one package each."""


def test_each_adapted_library_has_one_home_in_core() -> None:
    homes = defaultdict(set)
    for name, path in modules().items():
        for imported in imports(path):
            if name.startswith("core") and (top := imported.split(".")[0]) in ADAPTED:
                homes[top].add(name.rpartition(".")[0])
    assert {library: sorted(names) for library, names in homes.items() if len(names) > 1} == {}


def test_the_store_alone_speaks_sql() -> None:
    """Others ask it by a method, and are answered with a record: no table and no condition leaves it."""
    beyond = {
        f"{name} imports {imported}"
        for name, path in modules().items()
        for imported in imports(path)
        if imported.startswith(("sqlalchemy", "core.runs.tables")) and not name.startswith("core.runs.")
    }
    assert beyond == set()


FOLDS = {"core.programme.stored_keys"}
"""Its files name the release of Unicode it was made with."""

FIGURES = {"core.base.formats", "core.wortlaut.german.numbers_and_dates", "core.proof.page_drawing"}
"""Where they are written, where they are found, and who writes operators of PDF, not German."""

GERMAN_SPEC = re.compile(r",|[efgG%]$|%d\.")


def test_texts_are_folded_by_one_family_of_functions() -> None:
    knowing = {name for name, path in modules().items() if "unicodedata" in imports(path)}
    assert {name for name in knowing if not name.startswith("core.wortlaut.german.")} == FOLDS


def test_figures_and_days_are_written_by_one_module() -> None:
    """No decimal point, no separator of thousands and no day is put into a text by hand."""
    found = [
        f"{name}:{node.lineno}"
        for name, path in modules().items()
        if name not in FIGURES
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


MOST_LINES = 800
"""A module of 600 lines is one thought or two; one of 800 is two."""


def test_no_module_holds_several_thoughts() -> None:
    lengths = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in modules().items()}
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}


CLOCKS = re.compile(r"\b(datetime\.(now|utcnow|today)|date\.today|time\.(time|localtime|strftime))\(")


def test_the_clock_is_read_in_one_place_and_by_no_test() -> None:
    """Files may be asked for their age; a benchmark may say when it ran."""
    files = [*modules().values(), *(ROOT / "tests").rglob("*.py")]
    left_out = (
        ROOT / "core" / "base" / "clock.py",
        ROOT / "tests" / "bench",
        ROOT / "tests" / "moved",
        Path(__file__),
    )
    reading = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in files
        if not any(path == one or one in path.parents for one in left_out)
        for found in CLOCKS.finditer(path.read_text(encoding="utf-8"))
        if not (found[0] == "time.time(" and ROOT / "core" in path.parents)
    ]
    assert reading == []


def test_no_page_writes_a_docstring_on_the_screen() -> None:
    """Streamlit shows every bare string of a page, unless it is told not to (`runner.magicEnabled`)."""
    found = [
        f"{path.name}:{node.lineno}"
        for path in (ROOT / "pages").glob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body[1:]
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    ]
    assert found == []


def test_the_heart_knows_nothing_else_of_the_house() -> None:
    """No index, no store, no settings: tests/test_wortlaut.py runs it where they cannot be imported."""
    beyond = {
        f"{name} imports {imported}"
        for name, path in modules().items()
        if name.startswith("core.wortlaut")
        for imported in imports(path)
        if imported.startswith(("core.", "pages")) and not imported.startswith("core.wortlaut")
    }
    assert beyond == set()


MOST_REACHED = 18
"""Modules that binding reaches by imports; it needs the letters of a text, not what makes them of a PDF."""


def test_binding_reaches_little() -> None:
    reached, waiting = set[str](), ["core.wortlaut.binding.bind"]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            named = {one if one in modules() else one.rpartition(".")[0] for one in imports(modules()[name])}
            waiting += [one for one in named if one in modules() and one.startswith("core.")]
    assert len(reached) <= MOST_REACHED


def test_nothing_heavy_is_loaded_by_importing_core() -> None:
    code = "import sys, core; core.PROGRAMME; print([m for m in sys.argv[1:] if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code, *HEAVY], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def feature_of(name: str) -> str:
    parts = name.split(".")
    return parts[2] if parts[1:2] == ["features"] and len(parts) > 2 else ""


def reached_features(name: str) -> set[str]:
    return {feature_of(one) for one in imports(modules()[name])} & set(FEATURES)


def test_the_frame_imports_no_feature() -> None:
    """Else it could not be taken out. The frame asks `core.features.hooks`."""
    found = {
        name: reached for name in modules() if not feature_of(name) and (reached := reached_features(name))
    }
    assert found == {}


def test_a_feature_imports_only_those_that_it_says_it_needs() -> None:
    needs = {feature.name: {feature.name, *feature.needs} for feature in all_features()}
    found = {
        name: beyond
        for name in modules()
        if (own := feature_of(name)) and (beyond := reached_features(name) - needs[own])
    }
    assert found == {}


def test_what_features_offer_is_there_and_asked_for() -> None:
    asked = {
        node.args[0].value
        for path in modules().values()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and (getattr(node.func, "id", "") or getattr(node.func, "attr", "")) == "hooks"
        and isinstance(node.args[0], ast.Constant)
    }
    places = {*PLACES, *(place for feature in all_features() for place in feature.places)}
    offered = {place for feature in all_features() for place in feature.hooks}
    # What is offered to a feature that was taken out nobody asks for.
    taken_out = {place for place in offered if "." in place and place.split(".")[0] not in FEATURES}
    assert asked == places and offered - taken_out <= places
    for place in places:
        hooks(place)


MOST_SHOWN = {
    "core.base": 159,  # 1 are documents beside the programmes, 1 a share that people correct
    "core.runs": 84,  # 1 is how a model quotes, 1 how firm points are, 4 are batches of providers
    "core.wortlaut": 140,  # 1 are the kinds of programme, 2 where a quote may begin and end, 6 documents
    "pages": 99,  # 4 are the view of any kept PDF, which Programme and documents share
    "core.assessment": 77,  # 1 are prompts that judge, 1 is what batches ask, 1 names files
    "core.llm": 74,  # 10 are references: answers that point or cite, and to what; 7 batches of providers
    "core.programme": 64,  # 7 are the door to the Internet for more than one feature, 5 kept documents
    "core.proof": 54,  # 1 is a page of any document, 4 the one reader of what is handed over
    "core.search": 47,  # 3 are what a search in kept documents, which are no Programme, is made of
    "core.antrag": 46,  # 1 is the parliament that a head names, against a paper of another one
    "core.cli": 20,
    "core.processes": 15,
    "core": 11,
    "core.demo": 10,
    "core.features": 5,
}
"""By package, how many of its names others use; `core`: of its loose modules. Who makes an interface deeper
writes down the lower number. One rises only where no method of what others have already would do."""


def package_of(name: str) -> str:
    """A feature is one, with its pages; so are all pages that are of no feature."""
    parts = name.split(".")
    if feature_of(name):
        return f"core.features.{feature_of(name)}"
    if parts[0] in ("pages", "dashboard"):
        return "pages"
    is_package = len(parts) > 1 and (ROOT / parts[0] / parts[1]).is_dir()
    return ".".join(parts[:2]) if is_package else "core"


def names_used(name: str) -> Iterator[tuple[str, str]]:
    """What a module uses of others: (module, name), also as an attribute of a module it imports."""
    modules_here: dict[str, str] = {}
    tree = ast.parse(modules()[name].read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in modules():
            for alias in node.names:
                if (whole := f"{node.module}.{alias.name}") in modules():
                    modules_here[alias.asname or alias.name] = whole
                else:
                    yield node.module, alias.name
        elif isinstance(node, ast.ImportFrom) and node.module:
            whole_names = {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
            modules_here |= {own: whole for own, whole in whole_names.items() if whole in modules()}
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id in modules_here
        ):
            yield modules_here[node.value.id], node.attr


def test_packages_show_others_no_more_than_before() -> None:
    """A failure tells all names that others use of the package: which is new, `git diff` says."""
    shown: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for name in modules():
        for used, own in names_used(name):
            if package_of(used) != package_of(name) and name != "core":
                shown[package_of(used)].add((used, own))
    more = {one: sorted(names) for one, names in shown.items() if len(names) > MOST_SHOWN.get(one, 0)}
    assert more == {}
