"""Typeset the demo: `python data/demo/setzen.py` turns quellen/*.typ into pdf/ (Anträge as text too)."""

import sys
from pathlib import Path

import pymupdf
import typst

HERE = Path(__file__).parent


def typeset(source: Path) -> Path:
    target = HERE / "pdf" / source.with_suffix(".pdf").name
    # No system fonts: the same file on every machine.
    typst.compile(str(source), output=str(target), ignore_system_fonts=True, timestamp=0)
    return target


def write_text(pdf: Path) -> None:
    with pymupdf.open(pdf) as document:
        text = "\n".join(page.get_text(flags=pymupdf.TEXT_DEHYPHENATE) for page in document)
    pdf.with_suffix(".txt").write_text(text, encoding="utf-8")


def main() -> None:
    for source in sorted((HERE / "quellen").glob("*.typ")):
        if source.stem == "layout":
            continue
        pdf = typeset(source)
        if source.stem.startswith("antrag-"):
            write_text(pdf)
        sys.stdout.write(f"{pdf.name}\n")


if __name__ == "__main__":
    main()
