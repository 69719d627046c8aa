"""Text streams on disk: one file per Programm and version, written whole or not at all."""

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from pydantic import TypeAdapter, ValidationError

from core.base.atomic_files import put, write_whole
from core.programme.stored_keys import key_path, save_key, save_sieve, sieve_path
from core.wortlaut.errors import DashboardError
from core.wortlaut.german.folding import folded_key
from core.wortlaut.reading import tesseract
from core.wortlaut.reading.print_check import Druckbefund, file_version, unquotable
from core.wortlaut.reading.textstrom import AbschnittPart, Seite, StoredParts, Textstrom

READING_FORMAT = 5
"""What reading and cutting give for one PDF. Raised by hand whenever that changes, never for anything else.

`tests/programme/test_lesart.py` holds what the demo's PDFs give under this number. An abbreviation more after
which a sentence goes on moves the ends of some passages, and no place in the text: for that alone no PDF
is read anew.
"""


_version = cache(version)  # 2 ms, and asked for every programme


def content_version(pdf: Path) -> str:
    """Names the content of a PDF as we read it: another file or another way of reading is another version.

    Stored offsets hold for exactly one way of reading, and that is PyMuPDF's as much as ours.
    """
    digest = sha256(f"{READING_FORMAT} {_version('pymupdf')}".encode())
    with pdf.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()[:24]


def is_content(pdf: Path, version: str) -> bool:
    """Does the file hold what was read as that version? Looked through anew only where it was written."""
    try:
        status = pdf.stat()
        return _version_at(pdf, status.st_mtime_ns, status.st_ctime_ns, status.st_size) == file_version(
            version
        )
    except OSError:
        return False


@lru_cache(maxsize=1000)
def _version_at(pdf: Path, *stamp: int) -> str:
    return content_version(pdf)


BEFUND = TypeAdapter(Druckbefund)
DRUCK = ".druck.json"
"""What the print of a Programm said, beside its stream."""


@dataclass(frozen=True, slots=True)
class StoredStreams:
    """What lies in the folder: streams, what makes them found, what their print said, and faults."""

    folder: Path

    def strom_path(self, programm_id: str, version: str) -> Path:
        return self.folder / f"{programm_id}.{version}.npz"

    def save_strom(self, programm_id: str, version: str, strom: Textstrom) -> None:
        """Write beside the old version; a reader of either finds it whole."""
        self.folder.mkdir(parents=True, exist_ok=True)
        head = {
            "absaetze": _columns(strom.absaetze),
            "seiten": [asdict(seite) for seite in strom.seiten],
            "ohne_unicode": strom.ohne_unicode,
            "unsicher": strom.unsicher,
        }
        path = self.strom_path(programm_id, version)
        draft = path.with_suffix(f".{os.getpid()}.tmp")
        with draft.open("wb") as file:
            np.savez(
                file,
                text=np.frombuffer(strom.text.encode(), np.uint8),
                head=np.frombuffer(json.dumps(head, ensure_ascii=False).encode(), np.uint8),
                starts=strom.starts,
                ends=strom.ends,
                seiten_nr=strom.seiten_nr,
                boxes=strom.boxes,
            )
        # These first: who finds the stream finds them too.
        key = folded_key(strom.text)
        save_key(self.folder, programm_id, version, key)
        save_sieve(self.folder, programm_id, version, key.text)
        put(draft, path)

    def load_strom(self, programm_id: str, version: str) -> Textstrom | None:
        """The stored stream of exactly this version, None where it is not there."""
        path = self.strom_path(programm_id, version)
        if not path.is_file():
            return None
        with np.load(path) as stored:
            head = json.loads(stored["head"].tobytes())
            return Textstrom(
                stored["text"].tobytes().decode(),
                _parts(head["absaetze"]),
                _seiten(head),
                stored["starts"],
                stored["ends"],
                stored["seiten_nr"],
                stored["boxes"],
                head["ohne_unicode"],
                tuple((start, end) for start, end in head["unsicher"]),
            )

    def readable_strom(self, programm_id: str, version: str) -> Textstrom | None:
        """The same; None also where its file is damaged."""
        try:
            return self.load_strom(programm_id, version)
        except (DashboardError, ValueError, KeyError, OSError, EOFError, BadZipFile):
            return None

    def druck_stamp(self, programm_id: str) -> int:
        """Changes when what the print of a Programm says changes; 0 while it is not known."""
        try:
            return os.stat(f"{self.folder}/{programm_id}{DRUCK}").st_mtime_ns
        except OSError:
            return 0

    def is_confirmed(self, programm_id: str, version: str) -> bool:
        """Has the print been compared, and does this reading hold all that came of it?"""
        befund = self.load_befund(programm_id, file_version(version), with_engine=False)
        return befund is not None and befund.version() == version and not befund.ungesehen

    def load_quotable(self, programm_id: str, version: str) -> Textstrom | None:
        """The stream of this version; nothing is quoted of pages whose text the print does not confirm.

        These are all of them until the print has been compared, and then those that disagree until they are
        read anew: for minutes, or for ever, where recognising fails or its process is gone. Nor is a sentence
        quoted with a letter that no look at the print could read.
        """
        strom = self.load_strom(programm_id, version)
        if strom is None or self.is_confirmed(programm_id, version):
            return strom
        befund = self.load_befund(programm_id, file_version(version), with_engine=False)
        return unquotable(strom, befund, is_reread=befund is not None and befund.version() == version)

    def load_seiten(self, programm_id: str, version: str) -> tuple[Seite, ...]:
        """The pages of that stream without its text; none where it is not there."""
        path = self.strom_path(programm_id, version)
        if not path.is_file():
            return ()
        with np.load(path) as stored:
            return _seiten(json.loads(stored["head"].tobytes()))

    def stored(self) -> dict[str, str]:
        """Programm → the version of its stream that is stored."""
        return dict(path.name.split(".")[:2] for path in self.folder.glob("*.npz"))

    def save_fault(self, programm_id: str, message: str) -> None:
        """Remember why a PDF could not be read, for the stock."""
        with suppress(OSError):  # a full disk is told anyway
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / f"{programm_id}.fehler.txt").write_text(message, encoding="utf-8")

    def faults(self) -> dict[str, str]:
        """Programm → why its PDF could not be read the last time."""
        return {
            path.name.split(".")[0]: path.read_text(encoding="utf-8")
            for path in self.folder.glob("*.fehler.txt")
        }

    def sweep(self, programm_id: str, keep: str | None) -> None:
        """Delete what is stored of a Programm but one version and what its print said: a fault, drafts, …"""
        kept: list[Path] = []
        if keep:
            kept += [self.strom_path(programm_id, keep), self.befund_path(programm_id)]
            kept += [place(self.folder, programm_id, keep) for place in (sieve_path, key_path)]
        for path in self.folder.glob(f"{programm_id}.*"):
            if path not in kept:
                path.unlink(missing_ok=True)

    def befund_path(self, programm_id: str) -> Path:
        return self.folder / f"{programm_id}{DRUCK}"

    def save_befund(self, programm_id: str, befund: Druckbefund) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        write_whole(self.befund_path(programm_id), json.dumps(asdict(befund), ensure_ascii=False).encode())

    def load_befund(self, programm_id: str, datei: str, with_engine: bool = True) -> Druckbefund | None:
        """What was found of exactly this content; not without Tesseract where there is one now."""
        befund = _read_befund(self.befund_path(programm_id))
        if befund and befund.datei == datei and (befund.engine or not with_engine or not tesseract.engine()):
            return befund
        return None

    def befunde(self) -> dict[str, Druckbefund]:
        """Programm → what its print said."""
        read = {path.name.split(".")[0]: _read_befund(path) for path in self.folder.glob(f"*{DRUCK}")}
        return {programm_id: befund for programm_id, befund in read.items() if befund}


def _columns(absaetze: Sequence[AbschnittPart]) -> dict[str, list[Any]]:
    """Side by side, the headings above once for all paragraphs beneath: Python reads that in no time."""
    above = {
        abschnitt: number for number, abschnitt in enumerate(dict.fromkeys(a.abschnitt for a in absaetze))
    }
    return {
        "start": [a.start for a in absaetze],
        "end": [a.end for a in absaetze],
        "art": [a.art for a in absaetze],
        "ebene": [a.ebene for a in absaetze],
        "abschnitt": [above[a.abschnitt] for a in absaetze],
        "abschnitte": list(above),
    }


def _parts(stored: Mapping[str, list[Any]] | list[list[Any]]) -> StoredParts:
    """What was stored before lies row by row."""
    if isinstance(stored, list):
        return StoredParts(*([row[column] for row in stored] for column in range(5)))
    above = stored["abschnitte"]
    return StoredParts(
        stored["start"],
        stored["end"],
        stored["art"],
        stored["ebene"],
        [above[i] for i in stored["abschnitt"]],
    )


def _seiten(head: Mapping[str, list[dict[str, Any]]]) -> tuple[Seite, ...]:
    return tuple(Seite(**{**seite, "gedruckt": tuple(seite["gedruckt"])}) for seite in head["seiten"])


def _read_befund(path: Path) -> Druckbefund | None:
    """None where there is none, or a damaged one: then the print is compared anew."""
    with suppress(FileNotFoundError, ValidationError):
        return BEFUND.validate_json(path.read_bytes())
    return None
