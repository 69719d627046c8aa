"""Text streams on disk: one file per Programm and version, written whole or not at all."""

import json
import os
from dataclasses import asdict
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import numpy as np

from core.programme.reihen import Art
from core.programme.strom import Abschnittsteil, Seite, Textstrom

READING = "pdf beiwerk ordnung reihen ueberschriften gliederung strom saetze chunking".split()


@cache
def reading_fingerprint() -> str:
    """Changes with the code that reads and cuts: stored offsets hold for exactly one way of reading."""
    digest = sha256(version("pymupdf").encode())
    for name in READING:
        digest.update(Path(__file__).with_name(f"{name}.py").read_bytes())
    return digest.hexdigest()


def content_version(pdf: Path) -> str:
    """Names the content of a PDF as we read it: another file or another way of reading is another version."""
    digest = sha256(reading_fingerprint().encode())
    with pdf.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()[:24]


def strom_path(folder: Path, programm_id: str, version: str) -> Path:
    return folder / f"{programm_id}.{version}.npz"


def save_strom(folder: Path, programm_id: str, version: str, strom: Textstrom) -> None:
    """Write beside the old version; a reader of either finds it whole."""
    folder.mkdir(parents=True, exist_ok=True)
    head = {
        "absaetze": [(a.start, a.end, a.art, a.ebene, a.abschnitt) for a in strom.absaetze],
        "seiten": [asdict(seite) for seite in strom.seiten],
        "ohne_unicode": strom.ohne_unicode,
    }
    path = strom_path(folder, programm_id, version)
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
    os.replace(draft, path)


def load_strom(folder: Path, programm_id: str, version: str) -> Textstrom | None:
    """The stored stream of exactly this version, None where it is not there."""
    path = strom_path(folder, programm_id, version)
    if not path.is_file():
        return None
    with np.load(path) as stored:
        head = json.loads(stored["head"].tobytes())
        return Textstrom(
            stored["text"].tobytes().decode(),
            tuple(
                Abschnittsteil(s, e, Art(art), level, tuple(above))
                for s, e, art, level, above in head["absaetze"]
            ),
            tuple(Seite(**{**seite, "gedruckt": tuple(seite["gedruckt"])}) for seite in head["seiten"]),
            stored["starts"],
            stored["ends"],
            stored["seiten_nr"],
            stored["boxes"],
            head["ohne_unicode"],
        )


def stored(folder: Path) -> dict[str, str]:
    """Programm → the version of its stream that is stored."""
    return dict(path.name.split(".")[:2] for path in folder.glob("*.npz"))


def save_fault(folder: Path, programm_id: str, message: str) -> None:
    """Remember why a PDF could not be read, for the stock."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{programm_id}.fehler.txt").write_text(message, encoding="utf-8")


def faults(folder: Path) -> dict[str, str]:
    """Programm → why its PDF could not be read the last time."""
    return {path.name.split(".")[0]: path.read_text(encoding="utf-8") for path in folder.glob("*.fehler.txt")}


def sweep(folder: Path, programm_id: str, keep: str | None) -> None:
    """Delete what is stored of a Programm but one version: older ones, a fault, a killed writer's drafts."""
    for path in folder.glob(f"{programm_id}.*"):
        if keep is None or path.name != strom_path(folder, programm_id, keep).name:
            path.unlink(missing_ok=True)
