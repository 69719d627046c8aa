"""Where a passage stands, as people cite it and as it is found in the file."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

from core.citations.angaben import label
from core.citations.quellen import find_quelle
from core.context import Context
from core.models import Chunk, Programm
from core.programme import ablage


def stellen(context: Context, chunks: Iterable[Chunk]) -> dict[str, str]:
    """By Chunk id: „SPD NRW Wahlprogramm 2022, S. 56 (Datei 58)“, unnumbered „…, Seite 58 der Datei“."""
    by_programm: dict[str, list[Chunk]] = {}
    for chunk in chunks:
        by_programm.setdefault(chunk.programm_id, []).append(chunk)
    result: dict[str, str] = {}
    for programm_id, own in by_programm.items():
        quelle = find_quelle(context, programm_id)
        printed = _gedruckt(context.texte, programm_id, quelle.version) if quelle else ()
        programm = context.registry.programme[programm_id]
        result |= {chunk.id: _stelle(programm, printed, chunk) for chunk in own}
    return result


def _stelle(programm: Programm, printed: Sequence[str], chunk: Chunk) -> str:
    gedruckt = [printed[n - 1] for n in chunk.seiten if n <= len(printed) and printed[n - 1]]
    told = label(programm, gedruckt, chunk.seiten)
    in_file = "–".join(str(n) for n in dict.fromkeys((chunk.seiten[0], chunk.seiten[-1])))
    return f"{told} (Datei {in_file})" if len(gedruckt) >= len(chunk.seiten) else told


@lru_cache(maxsize=256)
def _gedruckt(folder: Path, programm_id: str, version: str) -> tuple[str, ...]:
    """Page by page what is printed on it. Kept without the text, of which a search needs nothing."""
    strom = ablage.load_strom(folder, programm_id, version)
    return tuple("/".join(seite.gedruckt) for seite in strom.seiten) if strom else ()
