"""The Programme that a Lauf was shown passages of, as a report names them: whence, and which file."""

import hashlib

from core.context import Context
from core.german import formats
from core.models import Programm
from core.papers.vermerk import ProgrammFile
from core.programme.pdf_files import find_pdf
from core.programme.registry import partei_label
from core.runs.lauf import Lauf

NOTE = (
    "SHA-256 ist der Fingerabdruck der PDF-Datei, wie sie hier und heute liegt: Wer die Datei von der "
    "Quelle lädt und denselben erhält, hat dieselbe vor sich."
)
NO_URL, NO_PDF, NO_ENTRY = (
    "im Register nicht angegeben",
    "Das PDF liegt hier nicht.",
    "steht nicht mehr im Register",
)


def programme_of(context: Context, lauf: Lauf) -> list[ProgrammFile]:
    """In the order of the parties; also those that only a quote names."""
    known = context.registry.programme
    return [
        _told(context, lauf, known[id]) if id in known else ProgrammFile(id, NO_ENTRY) for id in _ids(lauf)
    ]


def _ids(lauf: Lauf) -> list[str]:
    shown = [offer.programm_id for offer in lauf.angebote if offer.q is not None]
    quoted = [ort.programm for zitat in lauf.zitate if zitat.status.is_bound for ort in zitat.orte]
    return list(dict.fromkeys((*shown, *quoted)))


def _told(context: Context, lauf: Lauf, programm: Programm) -> ProgrammFile:
    partei = partei_label(context.registry, programm.partei, lauf.antrag.bundesland)
    until = f" bis {formats.day(programm.gueltig_bis)}" if programm.gueltig_bis else ""
    return ProgrammFile(
        name=f"{partei}: {programm.name}",
        angaben=f"{programm.typ.title()}, gilt ab {formats.day(programm.gueltig_ab)}{until}",
        quelle=programm.url or NO_URL,
        url=programm.url or "",
        hash=_fingerprint(context, programm),
    )


def _fingerprint(context: Context, programm: Programm) -> str:
    """Of the PDF as it lies here today."""
    path = find_pdf(programm, context.settings.pdf_dir, context.settings.data_dir)
    if path is None:
        return NO_PDF
    with path.open("rb") as file:
        return f"SHA-256 {hashlib.file_digest(file, 'sha256').hexdigest()}"
