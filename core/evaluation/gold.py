"""Questions whose right page is known. The format is documented in the README: analysts add their own."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import EingabeError


@dataclass(frozen=True, slots=True)
class GoldFrage:
    """`seiten` count from 1 in the file; none of them: the programme says nothing on the question."""

    frage: str
    programm_id: str
    seiten: tuple[int, ...]


def read_gold(path: Path) -> list[GoldFrage]:
    """The questions of a file: a JSON list, or an object with `eintraege`.

    Entries with a quote but without a page name no page that could be checked; they are left out.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise EingabeError(f"Die Golddatei {path} lässt sich nicht lesen: {error.strerror}.") from error
    except ValueError as error:
        raise EingabeError(f"Die Golddatei {path} ist kein JSON ({error}).") from error
    entries = data.get("eintraege") if isinstance(data, dict) else data
    if not isinstance(entries, list) or not entries:
        raise EingabeError(f"Die Golddatei {path} enthält keine Einträge. Erwartet wird eine Liste.")
    found = [_gold_frage(entry, f"{path}, Eintrag {place}") for place, entry in enumerate(entries, start=1)]
    return [gold_frage for gold_frage in found if gold_frage is not None]


def _gold_frage(entry: Any, where: str) -> GoldFrage | None:
    if not isinstance(entry, dict):
        raise EingabeError(f"{where}: erwartet wird ein Objekt mit frage, programm und seite.")
    frage, programm, seite = entry.get("frage"), entry.get("programm"), entry.get("seite")
    if not isinstance(frage, str) or not frage.strip() or not isinstance(programm, str):
        raise EingabeError(f"{where}: „frage“ und „programm“ müssen Texte sein.")
    seiten = [] if seite is None else seite if isinstance(seite, list) else [seite]
    if not all(isinstance(nummer, int) and nummer > 0 for nummer in seiten):
        raise EingabeError(f"{where}: „seite“ ist {seite!r}; erwartet werden Seitenzahlen ab 1 oder null.")
    if not seiten and entry.get("zitat"):
        return None
    return GoldFrage(frage.strip(), programm.removesuffix(".pdf"), tuple(seiten))
