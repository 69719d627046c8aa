"""A model that points at sentences: our code writes the words, and drops what points nowhere, with why."""

import re
from typing import Any

import numpy as np
import pytest

from core.assessment.lauf_audit import audit_laeufe
from core.assessment.pipeline import assess
from core.llm.references import NoReference, NumberedPassage, follow
from core.programme.context import Context
from core.runs.lauf import Lauf, Status
from core.runs.store import runstore
from core.wortlaut.binding.eintrag import Gebunden, Verworfen, ZitatStatus
from core.wortlaut.reading.textstrom import AbschnittPart, ParagraphKind, Textstrom
from core.wortlaut.records import Chunk
from tests.assessment.conftest import PROMPTS, auftrag
from tests.assessment.test_pipeline import asked
from tests.llm.modellserver import Reply, Request, antwort, modellserver

LEER: dict[str, Any] = {"score": None, "begruendung": "", "zitate": []}
SENTENCE = re.compile(r"\[Q(\d+):(\d+)\] (.+)")
TEXT = "Erster Satz, der lang genug ist. Zweiter Satz, der lang genug ist. Dritter Satz, ebenso lang genug."
SPANS = ((0, 32), (33, 66), (67, 100))
PASSAGES = [
    NumberedPassage(TEXT, SPANS, frozenset(), ()),
    NumberedPassage(TEXT, SPANS, frozenset({0}), ()),
]


@pytest.mark.parametrize(
    ("reference", "printed"),
    [
        ("Q1:2", TEXT[33:66]), ("[Q1:2]", TEXT[33:66]), ("q1:2", TEXT[33:66]), (" Q1: 2 ", TEXT[33:66]),
        ("Q1:1-3", TEXT), ("[Q1:1]–[Q1:3]", TEXT), ("Q1:1 bis 3", TEXT), ("Q2:2-3", TEXT[33:]),
    ],
)  # fmt: skip
def test_a_reference_means_the_words_printed_there(reference: str, printed: str) -> None:
    assert follow(reference, PASSAGES).text == printed


@pytest.mark.parametrize(
    "reference",
    ["", "Q1", "Q3:1", "Q0:1", "Q1:0", "Q1:4", "Q1:3-1", "Q1:1-Q2:2", "Q2:1-2", "Q1:2, Q1:3",
     "Erster Satz, der", "Q1:1-99999999999", "Q1:1\nQ1:2", "Q1:1 Q1:2"],
)  # fmt: skip
def test_what_points_nowhere_is_refused(reference: str) -> None:
    with pytest.raises(NoReference):
        follow(reference, PASSAGES)


def judged(context: Context, references: list[object]) -> tuple[Lauf, dict[str, str]]:
    """MÜHLRAD is answered with them; and the sentences as they stood in its prompt."""
    seen: dict[str, str] = {}

    def script(request: Request) -> Reply:
        if "Mühlrad" not in asked(request):
            return antwort({"fraktion": "x", "wahlprogramm": LEER, "parteiprogramm": LEER})
        content = request.body["messages"][-1]["content"]
        seen.update({f"Q{q}:{n}": text for q, n, text in SENTENCE.findall(content)})
        given = {"score": 7, "begruendung": "Weil.", "zitate": references}
        return antwort({"fraktion": "x", "wahlprogramm": given, "parteiprogramm": LEER})

    with modellserver(script) as server:
        lauf_id = assess(context, auftrag(api_base=server.url, prompt=PROMPTS["verweis"]))
        return runstore(context).load(lauf_id), seen


def test_words_come_from_the_programme_and_each_quote_is_proved(context: Context) -> None:
    pointed = {"stelle": "Q1:1-2", "forderung": "1", "haltung": "stuetzt"}
    lauf, seen = judged(
        context, [pointed, {"stelle": "[Q2:1]"}, "Q1:2", {"stelle": "Q1:77"}, {"stelle": "Wir wollen"}]
    )
    assert lauf.status is Status.FERTIG
    one, two, three, beyond, prose = (zitat for zitat in lauf.zitate if zitat.partei == "MÜHLRAD")
    for zitat, wanted in ((one, ["Q1:1", "Q1:2"]), (two, ["Q2:1"]), (three, ["Q1:2"])):
        assert isinstance(zitat.eintrag, Gebunden) and zitat.status is ZitatStatus.WOERTLICH
        assert zitat.eintrag.text == " ".join(seen[number] for number in wanted)
        assert not any(warning.may_turn for warning in zitat.eintrag.warnungen)
    assert one.quelle == "Q1:1-2" and one.stance and one.stance.forderung == "1"
    for zitat in (beyond, prose):
        assert isinstance(zitat.eintrag, Verworfen) and zitat.status is ZitatStatus.VERWEIS
    assert "Q1" in beyond.eintrag.erklaerung and "Wir wollen" in prose.eintrag.erklaerung
    (told,) = audit_laeufe(context, [lauf.id])
    assert len(told.befunde) == 3 and all(befund.ok for befund in told.befunde)


def test_every_sentence_of_a_prompt_can_be_pointed_at(context: Context) -> None:
    _, seen = judged(context, [])
    assert len(seen) > 12
    lauf, _ = judged(context, [{"stelle": number} for number in seen])
    assert {zitat.status for zitat in lauf.zitate} == {ZitatStatus.WOERTLICH}
    assert [zitat.eintrag.text for zitat in lauf.zitate if isinstance(zitat.eintrag, Gebunden)] == list(
        seen.values()
    )


def test_no_range_reaches_over_a_space_that_was_not_read_with_certainty() -> None:
    text = f"{TEXT[:32]}\n\n{TEXT[33:66]}"
    parts = tuple(AbschnittPart(*span, ParagraphKind.TEXT, 0, ()) for span in ((0, 32), (34, len(text))))
    none = np.array([], np.int32)
    strom = Textstrom(text, parts, (), none, none, none, np.zeros((0, 4), np.float32), unsicher=((32, 34),))
    passage = NumberedPassage.of(Chunk("x", "x", text, 0, len(text), (1,)), strom)
    assert len(passage.sentences) == 2 and follow("Q1:2", [passage]).text == TEXT[33:66]
    with pytest.raises(NoReference):
        follow("Q1:1-2", [passage])
