"""Whether the programmes say anything on a question at all: whatever one types, some passage is nearest."""

import numpy as np

from core.search.party_lists import indexed_of
from core.search.ranking import Method
from core.search.suchraum import Scores, Suchraum

WORDING = 0.4
"""What the share of the question's own wording weighs beside the similarity: without it „Kohle für den Grill“
is as near as „Kohleausstieg“."""

NEAR_ENOUGH = 0.45
"""Chosen on one half of the questions in tests/bench/questions.toml, measured on the other by
`python -m tests.bench questions`; below it the best passage most likely is about something else. Of 95
questions on the subject that had no say 2 are below, of 112 off it 103. Other weights, the similarity alone,
or how far the best passage stands out from all others told no better. To count the letters of each word that
stand in a passage, so that parts of compounds count whole, tells two or three more of 100 off the subject,
but misses the same two on it, which the similarity of this embedder is too low for."""

SILENT = 0.38
"""The same for one party where others answer: it may say it in other words („Mindestspeicherfristen“), and
to call it silent where it is not misleads. Of 84 right pages known two lie below, of 12 parties known to say
nothing about four."""


def row_nearness(space: Suchraum, frage: str) -> Scores:
    """How near every passage is in meaning and in wording together, 0 to 1, whatever way to search is set."""
    similarity, share = (space.rank([frage], method)[:, 0] for method in (Method.BEIDES, Method.WORTLAUT))
    return np.asarray((similarity + WORDING * share) / (1 + WORDING), dtype=np.float32)


def is_off_subject(space: Suchraum, frage: str) -> bool:
    return float(row_nearness(space, frage)[space.rows()].max(initial=0.0)) < NEAR_ENOUGH


def silent_parteien(space: Suchraum, frage: str) -> frozenset[str]:
    """The parties searched that most likely say nothing on it."""
    near = row_nearness(space, frage)
    return frozenset(
        partei
        for partei, own in indexed_of(space).items()
        if float(near[space.rows(own)].max(initial=0.0)) < SILENT
    )
