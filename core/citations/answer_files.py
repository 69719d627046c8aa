"""Files of stored answers, and the quotes in an answer whatever its shape."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from core.citations.answer_shape import with_read_names
from core.errors import EingabeError
from core.models import Typ


class Stored(NamedTuple):
    """What stands in the place of a quote, and the Land its answer is for."""

    zitat: object
    bundesland: object


def read_answers(path: Path) -> list[object]:
    """The answers of a file: one as JSON, a list of them, or one per line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise EingabeError(f"Die Datei {path} lässt sich nicht als Text lesen.") from error
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return [_parse(line, path, n) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    return found if isinstance(found, list) else [found]


def _parse(line: str, path: Path, number: int) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise EingabeError(f"{path} ist weder JSON noch JSONL: Zeile {number} ist kein JSON.") from error


def zitate_of(answer: object) -> Iterator[Stored | str]:
    """Every quote of an answer; a German sentence for every place that cannot hold quotes."""
    if not isinstance(answer, dict):
        yield "Die Antwort ist kein JSON-Objekt."
        return
    answer = with_read_names(answer)
    scores = answer.get("wahlprogrammScores") or []
    if not isinstance(scores, list):
        yield "„wahlprogrammScores“ ist keine Liste."
        return
    for score in scores:
        if not isinstance(score, dict):
            yield "Ein Eintrag in „wahlprogrammScores“ ist kein Objekt."
            continue
        for typ in Typ:
            teil = score.get(typ) or {}
            zitate = (teil.get("zitate") or []) if isinstance(teil, dict) else None
            if isinstance(zitate, list):
                yield from (Stored(zitat, answer.get("bundesland")) for zitat in zitate)
            else:
                yield f"„{typ}“ hat keine Liste „zitate“."
