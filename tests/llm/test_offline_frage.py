"""The built-in model's answer: of the passages shown, a sentence that says what a party wants."""

import json

from core.llm.anfrage import FrageMaterial
from core.llm.offline import answer_frage
from core.llm.prompt_sources import QuelleText
from core.programme.context import Context
from core.wortlaut.records import Typ

MENTIONS = "Die Einnahmen aus der Erbschaftsteuer stehen im Haushalt der Länder an achter Stelle."
WANTS = "Die Erbschaftsteuer wollen wir für große Betriebsvermögen deutlich erhöhen."
FAR = "Im Sommer blüht auf den Wiesen am Fluss der Klatschmohn neben dem Rittersporn."


def quote_of(demo: Context, *texts: str) -> list[str]:
    quellen = tuple(
        QuelleText(f"Q{number}", "SPD", Typ.WAHLPROGRAMM, text) for number, text in enumerate(texts, start=1)
    )
    told = json.loads(
        answer_frage(
            FrageMaterial("Was will die SPD bei der Erbschaftsteuer?", quellen), demo.embedder, demo.registry
        )
    )
    return [zitat["text"] for aussage in told["aussagen"] for zitat in aussage["zitate"]]


def test_a_sentence_that_takes_a_position_goes_before_one_that_mentions(demo: Context) -> None:
    assert quote_of(demo, f"{MENTIONS} {WANTS}") == quote_of(demo, f"{WANTS} {MENTIONS}") == [WANTS]


def test_a_mention_is_better_than_nothing_and_what_is_far_is_no_answer(demo: Context) -> None:
    assert quote_of(demo, f"{MENTIONS} {FAR}") == [MENTIONS]
    assert quote_of(demo, FAR) == []
