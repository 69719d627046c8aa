"""What `pip install .` brings: nothing is left behind, and the app works from wherever it lies."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

from core.base.settings import ROOT
from core.base.version import VERSION
from tests.vorrat import made_once

CARRIED = (".streamlit", "core", "data", "pages", "dashboard.py", "setup.py")
OWN = ("data/pdf/", "data/laeufe/", "data/registry/programme/eigene.toml", ".streamlit/secrets.toml")
"""What lies in a checkout and is its user's; of an installed copy it lies in the folder it works in."""

BUILD = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"


def shipped() -> set[str]:
    """Every file of the app, by its path in the checkout."""
    files = (path for top in CARRIED for path in [ROOT / top, *(ROOT / top).rglob("*")] if path.is_file())
    names = {path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts}
    return {name for name in names if not name.startswith(OWN)}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = made_once(tmp_path_factory, "wheel", _build)
    (built,) = folder.glob("*.whl")
    return built


def _build(folder: Path) -> None:
    """From a copy with what an analyst may have put in: a build in the tree would leave its traces there."""
    copy = folder / "quelle"
    for name in [*shipped(), "pyproject.toml", "README.md", "LICENSE"]:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, copy / name)
    for own in ("data/registry/programme/eigene.toml", "data/pdf/spd.pdf", ".streamlit/secrets.toml"):
        (copy / own).parent.mkdir(parents=True, exist_ok=True)
        (copy / own).write_text("geheim")
    command = [sys.executable, "-c", BUILD, str(folder)]
    subprocess.run(command, cwd=copy, check=True, capture_output=True)
    shutil.rmtree(copy)


def test_the_wheel_carries_every_file_of_the_app_and_nothing_of_an_analyst(wheel: Path) -> None:
    names = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert names == {name if name.startswith("core/") else f"core/app/{name}" for name in shipped()}


def test_it_is_called_by_the_version_and_needs_what_the_app_needs(wheel: Path) -> None:
    told = ZipFile(wheel).read(f"antragsspiegel-{VERSION}.dist-info/METADATA").decode()
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    needed = re.findall(r"(?m)^Requires-Dist: (?!.*\bextra\b)(.+)$", told)
    assert sorted(map(Requirement, needed), key=str) == sorted(map(Requirement, wanted), key=str)
    assert all(version == VERSION for version in re.findall(r"(?m)^Version: (.+)$", told))


def test_the_newest_release_of_the_changelog_is_this_version() -> None:
    releases = re.findall(
        r"(?m)^## ([\d.]+) \(\d{4}-\d\d-\d\d\)$", (ROOT / "CHANGELOG.md").read_text("utf-8")
    )
    assert releases[0] == VERSION and releases == sorted(releases, reverse=True)


def test_an_installed_copy_works_from_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    """Unpacked as pip does it; its libraries are those of this test."""
    site, work = tmp_path / "site", tmp_path / "arbeit"
    ZipFile(wheel).extractall(site)
    work.mkdir()
    antrag = site / "core" / "app" / "data" / "demo" / "pdf" / "antrag-5-214.pdf"
    assert "nichts ist beschädigt" in _core(site, work, "doctor")
    assert "indexiert" in _core(site, work, "index", "--programm", "muehlrad-demo-2024")
    assert "MÜHLRAD" in _core(site, work, "assess", str(antrag))
    assert {path.relative_to(work).as_posix() for path in work.glob("*/*") if path.is_file()} >= {
        "chroma_db/chroma.sqlite3"
    } and (work / "data" / "laeufe" / "laeufe.sqlite3").is_file()


def test_own_programmes_of_an_installed_copy_outlive_an_update(wheel: Path, tmp_path: Path) -> None:
    site, work = tmp_path / "site", tmp_path / "arbeit"
    ZipFile(wheel).extractall(site)
    own = work / "data" / "registry" / "programme" / "eigene.toml"
    own.parent.mkdir(parents=True)
    own.write_text(
        '["eigen-nrw-2027"]\nname = "Eigenes Programm"\ntyp = "wahlprogramm"\npartei = "SPD"\n'
        'bundesland = "NRW"\njahr = 2027\ngueltig_ab = 2027-05-01\npdf = "eigenes.pdf"\n'
    )
    assert "Eigenes Programm" in _core(site, work, "status", "--bundesland", "NRW", "--json")


def _core(site: Path, work: Path, *command: str) -> str:
    env = {name: value for name, value in os.environ.items() if not name.endswith(("_DIR", "_URL"))}
    done = subprocess.run(
        [sys.executable, "-m", "core", *command],
        cwd=work,
        env=env | {"PYTHONPATH": str(site), "PYTHONSAFEPATH": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
