"""Which two documents: a file, a Programm as it is read in, or a PDF of it that was replaced since."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from glob import escape
from pathlib import Path

from core.base.errors import EingabeError
from core.programme.context import Context
from core.programme.quellen import Quellen
from core.programme.registering import EARLIER
from core.programme.registry import Registered
from core.programme.stored_streams import content_version
from core.proof.given_text import MAX_MB, read_given
from core.wortlaut.binding.quelle import Quelle

AT = "@"
"""„spd-nrw-2022@1a2b3c4d5e6f“ is the replaced PDF of that content."""


@dataclass(frozen=True, slots=True)
class Side:
    """`programm`: its id in the registry, empty of a file from elsewhere; `path`: its PDF.

    `is_read_in`: as it is searched and cited today, so that its pages have addresses.
    """

    quelle: Quelle
    programm: str = ""
    path: Path | None = None
    is_read_in: bool = False

    @property
    def name(self) -> str:
        return self.quelle.programm.name


def named_side(context: Context, name: str) -> Side:
    """By a path, an id, or an id and the content of a replaced PDF."""
    path = Path(name)
    if path.is_file():
        try:
            with path.open("rb") as file:
                data = file.read((MAX_MB << 20) + 1)  # a byte more tells that it is too large
        except OSError as error:
            raise EingabeError(f"Die Datei {path} lässt sich nicht lesen ({error.strerror}).") from error
        return given_side(data, path.name, path)
    id, _, content = name.partition(AT)
    programm = context.registry.dokumente.get(id)
    if programm is None:
        raise EingabeError(
            f"„{name}“ ist weder eine Datei noch die Kennung eines Programms oder Quelle. Welche es gibt, "
            "zeigen: python -m core status, python -m core quellen list"
        )
    return _earlier(context, programm, content) if content else _current(context, programm)


def given_side(data: bytes, name: str, path: Path | None = None) -> Side:
    quelle = read_given(data, name)
    return Side(quelle, path=path if quelle.strom.seiten else None)


def earlier_pdfs(context: Context, programm: Registered) -> Iterator[Path]:
    """What was replaced, the latest first."""
    folder = context.settings.pdf_dir / EARLIER
    found = folder.glob(f"{escape(Path(programm.pdf).stem)}.*.pdf")
    return iter(sorted(found, key=lambda path: path.stat().st_mtime, reverse=True))


def key_of_earlier(programm: Registered, path: Path) -> str:
    return f"{programm.id}{AT}{_content(path)}"


def _content(path: Path) -> str:
    """„1a2b3c4d5e6f“ of „spd.1a2b3c4d5e6f.pdf“."""
    return path.stem.rpartition(".")[2]


def _current(context: Context, programm: Registered) -> Side:
    path = context.find_pdf(programm)
    if quelle := Quellen.find(context, programm.id):
        return Side(quelle, programm.id, path, is_read_in=True)
    if path is None:
        raise EingabeError(
            f"„{programm.name}“ ist nicht eingelesen, und sein PDF ist nicht da. Laden Sie es auf der Seite "
            "Programme hoch, oder geben Sie eine Datei an."
        )
    return Side(_read(context, programm, path), programm.id, path)


def _earlier(context: Context, programm: Registered, content: str) -> Side:
    kept = {_content(path): path for path in earlier_pdfs(context, programm)}
    path = kept.get(content)
    if path is None:
        have = ", ".join(f"{programm.id}{AT}{one}" for one in kept) or "keine"
        raise EingabeError(
            f"Von „{programm.name}“ gibt es keine frühere Fassung „{content}“. Aufbewahrt sind: {have}."
        )
    named = replace(programm, name=f"{programm.name} (frühere Fassung {content})")
    return Side(_read(context, named, path), programm.id, path)


def _read(context: Context, programm: Registered, path: Path) -> Quelle:
    """As it was stored when it was read in, else anew, which takes 0.05 to 0.1 s a page."""
    version = content_version(path)
    strom = context.texte.load_quotable(programm.id, version)
    return Quelle.of(programm, version, strom or read_given(path.read_bytes(), path.name).strom)
