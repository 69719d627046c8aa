"""What of an installation cannot be made anew, and where it lies.

Left out: the index and the text streams (made of the PDFs by `index`), pages of scans read by OCR, what
sources list as files (fetched again), and all that comes with the program.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from core.antrag.antrag import PDF_FOLDER as ANTRAEGE
from core.context import Context
from core.decisions.kept_decision import FOLDER as DECISIONS
from core.decisions.kept_decision import SUFFIXES
from core.errors import EingabeError
from core.programme.pdf_files import leads_outside
from core.programme.programme_entries import OWN, own_registry
from core.rubrics.rubric import own_folder
from core.sources.provenance import EARLIER, SUFFIX

LONGEST_NAME = 255
"""Bytes that a file system takes."""

PLAIN = r"[^./\\:\x00-\x1f\x7f][^/\\:\x00-\x1f\x7f]*"


@dataclass(frozen=True, slots=True)
class KeptPlace:
    """A folder, the name its files have in a backup, and which of its files count."""

    prefix: str
    folder: Path
    pattern: re.Pattern[str]

    def names(self) -> Iterator[str]:
        if self.folder.is_dir():
            yield from sorted(path.name for path in self.folder.iterdir() if self._counts(path))

    def _counts(self, path: Path) -> bool:
        return self.pattern.fullmatch(path.name) is not None and path.is_file() and not leads_outside(path)


def kept_places(context: Context) -> tuple[KeptPlace, ...]:
    """The own registry comes last of all when it is read back: what it names is there by then."""
    settings = context.settings
    pdf = re.compile(rf"{PLAIN}\.(pdf|PDF)|{PLAIN}{re.escape(SUFFIX)}")
    paper = re.compile(rf"[0-9a-f]{{64}}({'|'.join(map(re.escape, SUFFIXES))})")
    own = own_registry(settings.data_dir / "registry") / OWN
    return (
        KeptPlace("antraege", settings.laeufe_dir / ANTRAEGE, re.compile(r"[0-9a-f]{64}\.pdf")),
        KeptPlace("rubriken", own_folder(context), re.compile(rf"{PLAIN}\.toml")),
        KeptPlace("abstimmungen", settings.laeufe_dir / DECISIONS, paper),
        KeptPlace("pdf", settings.pdf_dir, pdf),
        KeptPlace("fassungen", settings.pdf_dir / EARLIER, pdf),
        KeptPlace(
            "zusammenfassungen",
            settings.chroma_dir / "zusammenfassungen",
            re.compile(r"[a-z0-9][a-z0-9-]{0,120}\.json"),
        ),
        KeptPlace("register", own.parent, re.compile(re.escape(own.name))),
    )


def kept_files(context: Context) -> Iterator[tuple[str, Path]]:
    """Name in a backup → file."""
    for place in kept_places(context):
        for name in place.names():
            yield f"{place.prefix}/{name}", place.folder / name


def path_of(context: Context, name: str) -> Path:
    """Where a file of a backup belongs; a name that no backup gives is refused."""
    prefix, _, rest = name.partition("/")
    for place in kept_places(context):
        if place.prefix == prefix and place.pattern.fullmatch(rest) and len(rest.encode()) <= LONGEST_NAME:
            return place.folder / rest
    raise EingabeError(
        f"Die Sicherung enthält eine Datei, die keine Sicherung enthält: {name[:120]!r}. "
        "Sie stammt nicht von hier oder wurde verändert; nichts wurde geschrieben."
    )
