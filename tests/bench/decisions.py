"""Who voted how: our own passages, and the roll calls and committee papers of the corpus."""

import json
from collections import Counter
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from core.features.decisions.committee_votes import VotePaper, committee_votes, read_vote_paper
from core.features.decisions.decision import Decision, Evidence, Side, VotedOn
from core.features.decisions.decision_pages import marks_of
from core.features.decisions.roll_calls import RollCall, read_head, read_roll_call, roll_call_decision
from core.proof.page_drawing import draw_pdf, open_document
from core.wortlaut.german.folding import letters
from tests.bench.figures import Figure
from tests.citations.markiert import marked_letters
from tests.decisions.passages import (
    HELD_OUT,
    KNOWN,
    LANDTAGE,
    LANDTAGE_HELD_OUT,
    LANDTAGE_MISLEADING,
    LOOKED_UP,
    read_passages,
    roster,
    score,
)

CORPUS = Path(__file__).parents[2].parent / "shared" / "korpus"
VOTES = CORPUS / "abstimmungen"
LABELS = Path(__file__).parent / "decisions_labels.json"
"""Of each committee sentence in the corpus, read by hand: what is recommended, how each Fraktion voted."""

NAMES = {"cdu/csu": "CDU", "spd": "SPD", "die.linke": "LINKE", "gruenen": "GRÜNE"}


def measure() -> list[Figure]:
    figures = [
        *_passages("known", KNOWN),
        *_passages("held out", HELD_OUT),
        *_passages("looked up", LOOKED_UP),
        *_passages("Landtage", LANDTAGE),
        *_passages("Landtage, held out", LANDTAGE_HELD_OUT),
        *_passages("Landtage, misleading", LANDTAGE_MISLEADING, at_least=""),
    ]
    if VOTES.is_dir():
        figures += [*committees(), marked(), *roll_calls()]
    return figures


def _passages(name: str, path: Path, at_least: str = "≥ 95") -> list[Figure]:
    passages = list(read_passages(path))
    total, right, wrong = score(passages)
    return [
        Figure(f"passages, {name}", len(passages), ""),
        Figure(f"sides told rightly, {name}", 100 * right / total, "%", at_least),
        Figure(f"sides told wrongly, {name}", wrong, "", "≤ 0"),
    ]


def committees() -> list[Figure]:
    """Found: the sentence of a paper, bound to its page, with every Fraktion's vote as a person read it."""
    labels = json.loads(LABELS.read_text(encoding="utf-8"))
    found = wrong = 0
    for paper, expected in labels.items():
        decisions = {one.drucksache: one for one in _of_paper(paper)}
        wrong += len(decisions.keys() - expected.keys())
        for drucksache, label in expected.items():
            told = _told(decisions.get(drucksache))
            found += told == label
            wrong += sum(label.get(key) != value for key, value in told.items())
    total = sum(len(expected) for expected in labels.values())
    return [
        Figure("committee votes in the corpus", total, ""),
        Figure("of these found, with every side, on their page", 100 * found / total, "%", "≥ 95"),
        Figure("sides or papers told wrongly", wrong, "", "≤ 0"),
    ]


def _told(decision: Decision | None) -> dict[str, str]:
    if decision is None or not all(one.seiten for one in decision.evidence):
        return {}
    cast = {one.partei: str(one.cast) for one in decision.sides if one.cast is not Side.UNKNOWN}
    return {"": decision.voted_on.name, **cast}


@cache
def _read(paper: str) -> VotePaper:
    return read_vote_paper(VOTES / paper)


@cache
def _of_paper(paper: str) -> tuple[Decision, ...]:
    read = _read(paper)
    return tuple(read.bound(one) for one in committee_votes(read.text, roster(day=read.day), paper))


def marked() -> Figure:
    """What the pages show: the letters under the marks, against the sentence, letter by letter."""
    papers = json.loads(LABELS.read_text(encoding="utf-8"))
    told = [(paper, evidence) for paper in papers for one in _of_paper(paper) for evidence in one.evidence]
    exact = sum(_letters_marked(paper, evidence) == letters(evidence.text) for paper, evidence in told)
    return Figure(
        "committee sentences of which exactly the words are marked", 100 * exact / len(told), "%", "≥ 100"
    )


def _letters_marked(paper: str, evidence: Evidence) -> str:
    document = open_document(VOTES / paper)
    marks = marks_of(_read(paper), evidence).items()
    return "".join("".join(marked_letters(draw_pdf(document, page, boxes))) for page, boxes in marks)


def roll_calls() -> Iterator[Figure]:
    """Right: counted as the corpus counts, and who moved a motion voted for it."""
    motions = {one["drucksache"]: one for one in json.loads((CORPUS / "antraege/antraege.json").read_text())}
    calls = json.loads((VOTES / "abstimmungen.json").read_text())
    read = [one for one in calls if (VOTES / one["csv"]).stat().st_size]
    from_sheets = sum(_roll_call(one, motions).is_certain for one in read)
    claimed = [_roll_call(one, motions) for one in calls]
    differing = sum(_sheet_votes(one) != _corpus_votes(one) for one in read)
    against = sum(_moved_and_opposed(one, motions) for one in claimed)
    yield Figure("roll calls", len(calls), "")
    yield Figure("sheets that are empty files", len(calls) - len(read), "")
    yield Figure("claimed of those with a sheet", 100 * from_sheets / len(read), "%", "≥ 90")
    yield Figure(
        "claimed of all, the empty ones by the corpus' counts",
        100 * sum(one.is_certain for one in claimed) / len(calls),
        "%",
        "≥ 90",
    )
    yield Figure("sheets counted otherwise than the corpus does", differing, "", "≤ 0")
    yield Figure("claimed motions whose movers voted against them", against, "", "≤ 0")


def _moved_and_opposed(decision: Decision, motions: dict[str, Any]) -> bool:
    there = roster(day=date(2015, 3, 5))
    movers = [there.find(name) for name in motions[decision.drucksache]["fraktionen"]]
    sides = {one.partei: one.side for one in decision.sides}
    return decision.is_certain and any(sides.get(mover) is not Side.YES for mover in movers if mover)


def _roll_call(one: dict[str, Any], motions: dict[str, Any]) -> Decision:
    drucksache = next(number for number in one["drucksachen"] if number in motions)
    sheet = VOTES / one["csv"]
    votes = _sheet_votes(one) if sheet.stat().st_size else _corpus_votes(one)
    call, head = RollCall(sheet.name, votes), read_head(one["vorspann"], one["drucksachen"])
    return roll_call_decision(call, head, drucksache, motions[drucksache]["typ"], _advice(one, drucksache))


def _advice(one: dict[str, Any], drucksache: str) -> VotedOn | None:
    """What a committee recommends, where its paper is in the corpus."""
    papers = (VOTES / f"bt-{number.replace('/', '-')}.pdf" for number in one["drucksachen"])
    decisions = (decision for paper in papers if paper.is_file() for decision in _of_paper(paper.name))
    return next((each.voted_on for each in decisions if each.drucksache == drucksache), None)


def _sheet_votes(one: dict[str, Any]) -> dict[str, Counter[Side]]:
    return dict(read_roll_call(VOTES / one["csv"], roster()).votes)


def _corpus_votes(one: dict[str, Any]) -> dict[str, Counter[Side]]:
    return {
        NAMES[name]: Counter(
            {
                Side.YES: counts["ja"],
                Side.NO: counts["nein"],
                Side.ABSTAINED: counts["enthaltung"],
                Side.UNKNOWN: counts["nichtabgegeben"] + counts["ungueltig"],
            }
        )
        for name, counts in one["ergebnis"].items()
        if name in NAMES
    }
