"""A file or a text that somebody hands over to be held against what is kept: as a source, with its pages."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from core.antrag.read_antrag import decoded, file_name
from core.base import formats
from core.base.errors import EingabeError
from core.features import hooks
from core.processes.pdf_processes import read_apart
from core.programme.stored_streams import content_version
from core.proof.antrag_citations import JudgedText
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.errors import PdfError
from core.wortlaut.german.folding import letters, visible
from core.wortlaut.reading.mupdf import is_pdf
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.reading.textstrom import AbschnittPart, ParagraphKind, Textstrom
from core.wortlaut.records import Dokument

MAX_MB = 60
MAX_LETTERS = 3_000_000
"""Of a plain text: a book of 1,500 pages."""

READING_SECONDS = 120.0
"""Of computing: a page takes 0.05 to 0.1 s, and a treaty has 200."""

SUFFIXES = ("pdf", "docx", "html", "htm", "txt", "md")
"""What a file chooser offers; a file is read by what is in it."""

NO_TEXT = (
    "Die Datei ist in keiner Form, die sich lesen lässt. Speichern Sie sie als PDF oder fügen Sie ihren "
    "Text ein."
)


@dataclass(frozen=True, slots=True)
class GivenDocument(Dokument):
    unread: str = ""
    """„Nicht gelesen: 2 Bilder.“"""

    @classmethod
    def named(cls, name: str, unread: str = "") -> "GivenDocument":
        return cls("", name, None, "", None, unread)


def unread_of(quelle: Quelle) -> str:
    """What of a file that was handed over was not read, as a sentence; empty of all else."""
    programm = quelle.programm
    return programm.unread if isinstance(programm, GivenDocument) else ""


def read_given(data: bytes | str, name: str) -> Quelle:
    """What is in a file, or a text that was typed in; EingabeError where nothing can be read of it.

    Its letters are not compared with the print: nothing is quoted from it as a proof, only beside one.
    """
    if isinstance(data, str):
        return _plain(data, name)
    if len(data) > MAX_MB << 20:
        raise EingabeError(
            f"Die Datei ist mit {formats.size(len(data))} größer als {MAX_MB} MB. Nehmen Sie den Teil von "
            "ihr, auf den es ankommt."
        )
    if is_pdf(data):
        return _read_pdf(data, name)
    for read in hooks("file_readers"):
        try:
            found = read(data, name)
        except PdfError as error:  # what was given is damaged, not the service
            raise EingabeError(str(error)) from error
        if found:
            parts, unread = found
            return _of_parts(parts, unread, name)
    return _plain(decoded(data, NO_TEXT), name)


def _of_parts(given: Sequence[tuple[str, bool]], unread: str, name: str) -> Quelle:
    """A source without pages, of which each paragraph knows the heading above it."""
    parts = [(_seen(text).strip(), is_heading) for text, is_heading in given]
    bare = _plain("\n\n".join(text for text, _ in parts), name)
    absaetze, at, above = list[AbschnittPart](), 0, ""
    for text, is_heading in parts:
        art = ParagraphKind.HEADING if is_heading else ParagraphKind.TEXT
        path = (above,) if above and not is_heading else ()
        absaetze.append(AbschnittPart(at, at + len(text), art, int(is_heading), path))
        above = " ".join(text.split()) if is_heading else above
        at += len(text) + 2
    kept = tuple(one for one in absaetze if one.end > one.start)
    return Quelle.of(GivenDocument.named(name, unread), bare.version, replace(bare.strom, absaetze=kept))


def _seen(text: str) -> str:
    return visible(text.replace("\r\n", "\n").replace("\r", "\n"))


def _plain(text: str, name: str) -> Quelle:
    """A source without pages; its paragraphs are parted by blank lines."""
    text = _seen(text)
    if len(text) > MAX_LETTERS:
        raise EingabeError(
            f"Der Text hat {formats.number(len(text))} Zeichen, erlaubt sind "
            f"{formats.number(MAX_LETTERS)}. Nehmen Sie den Teil von ihm, auf den es ankommt."
        )
    if not letters(text):
        raise EingabeError("Der Text ist leer. Fügen Sie den Text ein, um den es geht.")
    bare = JudgedText(text).quelle
    return Quelle.of(GivenDocument.named(name), bare.version, bare.strom)


def _read_pdf(data: bytes, name: str) -> Quelle:
    with TemporaryDirectory() as folder:
        path = Path(folder) / file_name(name)
        path.write_bytes(data)
        try:
            strom: Textstrom = read_apart(path, read_strom, seconds=READING_SECONDS)
        except PdfError as error:  # what was given is damaged, not the service
            raise EingabeError(str(error)) from error
        version = content_version(path)
    if not letters(strom.text):
        raise EingabeError(f"In {name} steht kein Text, der sich lesen ließe. Nehmen Sie ein PDF mit Text.")
    return Quelle.of(GivenDocument.named(name), version, strom)
