"""Whether the programmes say anything on a question at all: half of what one types by mistake finds passages."""

import numpy as np

from core.search.ranking import Verfahren
from core.search.suchraum import Suchraum

WORDING = 0.4
"""What the share of the question's own wording weighs beside the similarity: without it „Kohle für den Grill“
is as near as „Kohleausstieg“."""

NEAR_ENOUGH = 0.45
"""Chosen on one half of the questions in tests/bench/questions.toml, measured on the other by
`python -m tests.bench questions`; below it the best passage most likely is about something else."""


def subject_nearness(raum: Suchraum, frage: str) -> float:
    """How near the nearest passage is in meaning and in wording together, 0 to 1; 0 where nothing is searched.

    It is the same for every way to search and to order.
    """
    rows = raum.rows()
    if not len(rows):
        return 0.0
    similarity, share = (
        raum.rank([frage], verfahren)[rows, 0] for verfahren in (Verfahren.BEIDES, Verfahren.WORTLAUT)
    )
    return float(np.max(similarity + WORDING * share) / (1 + WORDING))


def is_off_subject(raum: Suchraum, frage: str) -> bool:
    return subject_nearness(raum, frage) < NEAR_ENOUGH
