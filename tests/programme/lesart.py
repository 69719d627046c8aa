"""What reading and cutting give for the demo's PDFs, as digests kept under the number of that reading.

`python -m tests.programme.lesart` writes them anew, once READING_FORMAT has been raised.
"""

import argparse
import json
import sys
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

from core.base.settings import ROOT
from core.programme import stored_streams
from core.programme.chunking import CUTTERS, chunk
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.reading.textstrom import Textstrom

GOLDEN = Path(__file__).with_suffix(".json")
PDFS = sorted((ROOT / "data" / "demo" / "pdf").glob("*.pdf"))
COMMAND = "python -m tests.programme.lesart"
CHANGED = (
    "Reading gives something else than under READING_FORMAT = {number}: {what}. If that is wanted, raise "
    f"READING_FORMAT in core/programme/stored_streams.py and run: {COMMAND}"
)
OUTDATED = f"{GOLDEN.name} is of another number ({{old}}, now {{new}}). Run: {COMMAND}"

Reading = dict[str, Any]


@cache
def lesart() -> Reading:
    """As it is now: the number, PyMuPDF's release, and per PDF a digest of each thing that is stored."""
    return {
        "format": stored_streams.READING_FORMAT,
        "pymupdf": version("pymupdf"),
        "programme": {path.stem: digests(path.stem, read_strom(path)) for path in PDFS},
    }


def digests(name: str, strom: Textstrom) -> dict[str, str]:
    parts: dict[str, Iterable[Any]] = {
        "text": [strom.text],
        "absaetze": [(a.start, a.end, str(a.art), a.ebene, a.abschnitt) for a in strom.absaetze],
        "seiten": [(s.nummer, s.gedruckt, s.zeichen, s.ocr, s.bild_ohne_text) for s in strom.seiten],
        "words": zip(strom.starts.tolist(), strom.ends.tolist(), strom.seiten_nr.tolist(), strict=True),
        # A tenth of a point: less is a matter of the machine's arithmetic.
        "boxes": [[round(value, 1) for value in box] for box in strom.boxes.tolist()],
        "sentences": [strom.sentences_of(paragraph) for paragraph in strom.absaetze],
        "chunks": [
            [(c.id, c.start, c.end, c.abschnitt) for c in chunk(name, strom, way, 1000)] for way in CUTTERS
        ],
    }
    return {part: _digest(values) for part, values in parts.items()}


def _digest(values: Iterable[Any]) -> str:
    return sha256(json.dumps(list(values), ensure_ascii=False).encode()).hexdigest()[:16]


def changes(old: Reading, new: Reading) -> list[str]:
    """„bruecke-demo-2024 (text, words)“: whose reading differs, and in what."""
    found = []
    for name in sorted(old["programme"].keys() | new["programme"].keys()):
        before, now = old["programme"].get(name, {}), new["programme"].get(name, {})
        parts = [part for part in now | before if before.get(part) != now.get(part)]
        found += [f"{name} ({', '.join(parts)})"] if parts else []
    return found


def fault(old: Reading, new: Reading) -> str:
    """What has to be done before `old` may be kept; empty where it is as it should be."""
    ways = [{key: one[key] for key in ("format", "pymupdf")} for one in (old, new)]
    if ways[0] != ways[1]:
        return OUTDATED.format(old=ways[0], new=ways[1])
    found = changes(old, new)
    return CHANGED.format(number=new["format"], what="; ".join(found)) if found else ""


def main() -> str | None:
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--unreleased", action="store_true", help="the number was never released: keep it")
    arguments = parser.parse_args()
    if GOLDEN.exists() and not arguments.unreleased:
        old = json.loads(GOLDEN.read_text(encoding="utf-8"))
        is_same_way = (old["format"], old["pymupdf"]) == (lesart()["format"], lesart()["pymupdf"])
        if is_same_way and changes(old, lesart()):
            return fault(old, lesart())
    GOLDEN.write_text(json.dumps(lesart(), indent=1) + "\n", encoding="utf-8")
    return None


if __name__ == "__main__":
    sys.exit(main())
