"""Quotes under a grammar: does each bind that a model can write at all, and how long takes a server over it?

LLGuidance itself says what may come next. One model rambles, one wants to write damaged copies.
"""

import json
import statistics
import time
from collections import Counter
from dataclasses import replace
from random import Random

from core.antrag.antrag import Antrag
from core.assessment.parteiteil import bind_answer
from core.llm.anfrage import Anfrage, ParteiMaterial
from core.llm.antwort import ParteiAntwort
from core.llm.catalogue import Forcing, catalogue_of
from core.llm.copy_grammar import grammar_for
from core.llm.prompt_sources import QuelleText
from core.wortlaut.binding.eintrag import Gebunden, ZitatStatus
from core.wortlaut.german.folding import letters
from core.wortlaut.records import Fundstelle
from tests.bench.binding import SEED, Bank, opened_bank
from tests.bench.figures import Figure
from tests.bench.references import DAMAGES, Chosen, questions

MODELL = "hosted_vllm/forced"


def measure() -> list[Figure]:
    from tests.llm.forced_model import Decoder, forced, rambled

    rng, tally, lost = Random(SEED), Counter[str](), Counter[str]()
    compiled, size = list[float](), list[int]()
    with opened_bank() as bank:
        modell = replace(catalogue_of(bank.context).find(MODELL), erzwungen=Forcing.VLLM)
        for number, (partei, shown, _, chosen) in enumerate(questions(bank, rng)):
            material = ParteiMaterial(Antrag(text="x"), partei, QuelleText.of({partei: shown}, bank.context))
            grammar = grammar_for(Anfrage(modell.id, schema=ParteiAntwort, material=material), modell)
            begin = time.perf_counter()
            Decoder(grammar).allowed()
            compiled.append(time.perf_counter() - begin)
            size.append(len(grammar))
            rambles = number % 2 == 0
            said = rambled(grammar, rng) if rambles else forced(grammar, damaged(bank, rng, shown, chosen))
            _, found = bind_answer(partei, shown, bank.quellen, ParteiAntwort.read(said), False)
            for zitat in found:
                tally["emitted"] += 1
                eintrag = zitat.eintrag
                if isinstance(eintrag, Gebunden):
                    tally["changed"] += letters(eintrag.text) != letters(zitat.text)
                    tally["cut" if rambles else "turned"] += any(one.may_turn for one in eintrag.warnungen)
                    tally["put right"] += not rambles
                elif eintrag.status is ZitatStatus.ZU_KURZ:
                    tally["short"] += 1
                else:
                    lost[f"{eintrag.status}: {zitat.text!r}"] += 1
    for told, times in lost.most_common(20):
        print(f"{times} × {told}")
    return [
        Figure("quotes under a grammar", tally["emitted"], "", "≥ 1000"),
        Figure("not bound", lost.total(), "", "≤ 0"),
        Figure("dropped as too short", tally["short"], ""),
        Figure("bound to other letters than were written", tally["changed"], "", "≤ 0"),
        Figure("damaged copies put right", tally["put right"], ""),
        Figure("of these warned that it may say something else", tally["turned"], ""),
        Figure("of those cut at random warned so", tally["cut"], ""),
        Figure("grammar, median", statistics.median(size) / 1000, "kB"),
        Figure("compiled, median", 1000 * statistics.median(compiled), "ms"),
        Figure("compiled, slowest", 1000 * max(compiled), "ms"),
    ]


def damaged(bank: Bank, rng: Random, shown: list[Fundstelle], chosen: list[Chosen]) -> str:
    """What a weak model would say."""
    quotes = []
    for one in chosen:
        text = " ".join(one.text.split())
        label = f"[Q{one.source + 1}]"
        text = rng.choice(DAMAGES)(rng, text) or text
        quotes.append({"text": text, "quelle": label, "forderung": "1", "haltung": "stuetzt"})
    typ = str(bank.quellen[shown[0].programm_id].programm.typ)
    full = {"score": 7, "begruendung": "Weil.", "zitate": quotes}
    empty = {"score": None, "begruendung": "Keine.", "zitate": []}
    answer = {"fraktion": "x", "wahlprogramm": empty, "parteiprogramm": empty, typ: full}
    return json.dumps(answer, ensure_ascii=False)
