"""Each quote of an answer keeps what became of it, though others have the same words and another source."""

import random

import pytest

from core.programme.context import Context
from core.wortlaut.binding.eintrag import ZitatStatus
from core.wortlaut.records import PROGRAMM_TYPEN
from tests.assessment.test_pipeline import INVENTED, asked, first_source, run
from tests.llm.modellserver import Reply, Request, antwort

TRUE, FALSE, SHORT = ZitatStatus.WOERTLICH, ZitatStatus.NICHT_GEFUNDEN, ZitatStatus.ZU_KURZ


@pytest.mark.parametrize("seed", range(4))
def test_same_words_with_two_sources_each_have_their_own_fate_in_any_order(
    context: Context, seed: int
) -> None:
    def answer(request: Request) -> Reply:
        told = {TRUE: first_source(asked(request)), FALSE: INVENTED, SHORT: "Bus und Bahn"}
        zitate = [{"text": text, "quelle": f"[Q{n}] {fate}"} for fate, text in told.items() for n in (1, 2)]
        parts: dict[str, object] = {}
        for typ in PROGRAMM_TYPEN:
            random.Random(f"{seed} {typ}").shuffle(zitate)
            parts[typ] = {"score": 5, "begruendung": "Ja.", "zitate": list(zitate)}
        return antwort({"fraktion": "x", **parts})

    lauf, _ = run(context, answer)
    assert len(lauf.zitate) == 2 * 2 * 6
    assert {(one.quelle.split("] ")[1], str(one.status)) for one in lauf.zitate} == {
        (str(fate), str(fate)) for fate in (TRUE, FALSE, SHORT)
    }
    for partei in ("BRÜCKE", "MÜHLRAD"):
        for typ in PROGRAMM_TYPEN:
            own = [one.quelle for one in lauf.zitate if (one.partei, one.typ) == (partei, typ)]
            assert len(set(own)) == 6, "and each source is told once"
