"""What `doctor --repair` mends: what killed processes left, and an index that is not what the PDFs say.

Everything it removes is a draft that nobody will ever finish; everything it makes is made of what is there.
"""

import shutil
import time
from pathlib import Path

from core.antrag.antrag import PDF_FOLDER as ANTRAEGE
from core.context import Context
from core.decisions.kept_decision import FOLDER as DECISIONS
from core.index.diagnosis import readable_strom
from core.index.indexing import Indexergebnis, Leseausgang, index_steps, with_pdf
from core.operation.restoring import SCRATCH
from core.programme import stored_streams

OLD = 24 * 3600
"""Seconds after which nobody is still writing a draft."""


def leftovers(context: Context) -> list[Path]:
    settings = context.settings
    drafts = (
        (settings.laeufe_dir, f"{SCRATCH}*"),
        (settings.laeufe_dir / ANTRAEGE, ".neu-*"),
        (settings.laeufe_dir / DECISIONS, ".neu-*"),
        (settings.pdf_dir, ".neu-*"),
        (context.texte, "*.tmp"),
        (settings.chroma_dir / "zusammenfassungen", "*.tmp"),
    )
    return sorted(path for folder, pattern in drafts for path in folder.glob(pattern) if _is_old(path))


def _is_old(path: Path) -> bool:
    return time.time() - path.lstat().st_mtime > OLD


def remove_leftovers(context: Context) -> list[str]:
    """What was removed."""
    found = leftovers(context)
    for path in found:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    return [f"entfernt: {path}" for path in found]


def mend_index(context: Context) -> list[str]:
    """Every Programm whose PDF is there and whose entry is missing, damaged or of another version, anew."""
    present = with_pdf(context)
    for programm_id, version in stored_streams.stored(context.texte).items():
        if programm_id in present and readable_strom(context, programm_id, version) is None:
            stored_streams.strom_path(context.texte, programm_id, version).unlink(missing_ok=True)
    ends = [step for step in index_steps(present, context=context) if isinstance(step, Indexergebnis)]
    return [
        f"{end.programm_id}: neu eingelesen"
        if end.ausgang is Leseausgang.NEU
        else f"{end.programm_id}: {end.ausgang}, {end.grund}"
        for end in ends
        if end.ausgang is not Leseausgang.UNCHANGED
    ]
