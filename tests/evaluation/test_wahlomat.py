"""Theses and reasons: which are counted, and what a ranking of them is worth."""

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

from core.context import default_context
from core.errors import EingabeError
from core.search.ranking import Method
from tests.bench.wahlomat import Begruendung, average_precision, measure_wahlomat, read_wahlomat

TOPICS = {
    "Auf Autobahnen soll ein Tempolimit gelten.": "Ein Tempolimit auf Autobahnen rettet Leben.",
    "Die Kita soll kostenlos sein.": "Gebühren für die Kita belasten Familien, deshalb schaffen wir sie ab.",
    "Mehr Windräder sollen im Wald stehen.": "Windräder gehören nicht in den Wald, sondern aufs Meer hinaus.",
}


def write(folder: Path, rows: list[dict[str, object]]) -> Path:
    path = folder / "thesen.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    return path


def row(jahr: int, these: str, partei: str, begruendung: str) -> dict[str, object]:
    return {"jahr": jahr, "wahl": "probe", "these": these, "partei": partei, "begruendung": begruendung}


def test_old_short_and_repeated_reasons_are_left_out(tmp_path: Path) -> None:
    own = "Diese Begründung gilt nur dieser einen These."
    rows = [
        row(2020, "A", "X", own),
        row(2021, "A", "X", own),
        row(2021, "A", "Y", "keine"),
        row(2021, "A", "Z", "Wir sind eine Partei mit einem einzigen Thema."),
        row(2021, "B", "Z", "Wir sind eine Partei mit einem einzigen Thema."),
    ]
    found = read_wahlomat(write(tmp_path, rows), from_jahr=2021)
    assert found == [Begruendung("probe 2021", 2021, "A", "X", own)]


def test_own_reason_is_found_among_those_of_the_party() -> None:
    reasons = [
        Begruendung("probe 2021", 2021, these, partei, f"{text} Das sagt {partei}.")
        for partei in ("X", "Y")
        for these, text in TOPICS.items()
    ]
    measures = measure_wahlomat(reasons, default_context().embedder, Method.UMFELD)
    assert measures["hit@1"].tolist() == [1] * 6 and measures["MAP"].tolist() == [1] * 3
    others = dict(zip(TOPICS, [*list(TOPICS)[1:], next(iter(TOPICS))], strict=True))
    mixed = [replace(reason, these=others[reason.these]) for reason in reasons]
    assert measure_wahlomat(mixed, default_context().embedder, Method.UMFELD)["hit@1"].sum() == 0


def test_file_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.gz").write_text("kein gzip")
    with pytest.raises(EingabeError, match="lassen sich nicht lesen"):
        read_wahlomat(tmp_path / "x.gz", 2021)


def test_average_precision_is_the_mean_precision_at_the_hits() -> None:
    assert average_precision([True, False, True, False]) == pytest.approx((1 + 2 / 3) / 2)
    assert average_precision([False, False]) == 0
