"""Models that point at sentences, or whose provider cites them, against one that copies: what is shown and
dropped, and what is paid for.

All choose the same sentences of the same passages. The one that copies slips as often as weak models do; the
others name a wrong number or a wrong block as often.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from core.assessment.parteiteil import bind_answer
from core.llm.antwort import ParteiAntwort, VerweisAntwort
from core.llm.litellm_access import count_tokens
from core.llm.prompt_sources import numbered_text
from core.llm.provider_citations import as_references, documents_in
from core.llm.references import NumberedPassage
from core.runs.lauf import Zitat
from core.wortlaut.binding.eintrag import Gebunden, Verworfen
from core.wortlaut.german.folding import letters
from core.wortlaut.records import Chunk, Fundstelle
from tests.bench import zitate
from tests.bench.binding import SEED, Bank, opened_bank
from tests.bench.figures import Figure

ANSWERS, QUOTES, PASSAGES = 400, 3, 6
SLIPS = 0.2
"""So often a copy is damaged, and so often a number is wrong: weak models lose 8 to 35 % of their quotes."""

DAMAGES = (
    zitate.adjective_dropped, zitate.article_changed, zitate.two_slips, zitate.number_changed,
    zitate.negation_added, zitate.umlaut_lost,
)  # fmt: skip
WRONG_PLACES: tuple[dict[str, object], ...] = (
    {"document_index": 40}, {"document_index": -1}, {"end_block_index": 99}, {"start_block_index": -3},
    {"type": "char_location"}, {"start_block_index": None}, {"start_block_index": 90, "end_block_index": 91},
)  # fmt: skip
LEER: dict[str, object] = {"score": None, "begruendung": "", "zitate": []}


@dataclass(frozen=True)
class Chosen:
    """What a model means: these sentences of this passage, and what stands there."""

    source: int
    first: int
    last: int
    text: str


def measure() -> list[Figure]:
    rng = Random(SEED)
    with opened_bank() as bank:
        tallies = {"zeigen": Counter[str](), "abschreiben": Counter[str](), "zitieren": Counter[str]()}
        for partei, shown, passages, chosen in questions(bank, rng):
            pointed = [reference(rng, one) for one in chosen]
            copied = [copy(rng, one) for one in chosen]
            cited = [citation(rng, one, passages) for one in chosen]
            slips = {"zeigen": pointed, "abschreiben": copied, "zitieren": cited}
            answers = {
                "zeigen": [{"stelle": text, "forderung": "1", "haltung": "stuetzt"} for text, _ in pointed],
                "abschreiben": [
                    {"text": text, "quelle": f"[Q{one.source + 1}]", "forderung": "1", "haltung": "stuetzt"}
                    for one, (text, _) in zip(chosen, copied, strict=True)
                ],
                "zitieren": [
                    {"stelle": stelle, "forderung": "1", "haltung": "stuetzt"} for stelle, _ in cited
                ],
            }
            for way, quotes in answers.items():
                tally, typ = tallies[way], str(bank.quellen[shown[0].programm_id].programm.typ)
                said = {"score": 7, "begruendung": "Weil.", "zitate": quotes}
                data = {"fraktion": "x", "wahlprogramm": LEER, "parteiprogramm": LEER, typ: said}
                schema = ParteiAntwort if way == "abschreiben" else VerweisAntwort
                _, found = bind_answer(
                    partei, shown, bank.quellen, schema.model_validate(data), False, passages
                )
                tally["tokens"] += count_tokens(json.dumps(quotes, ensure_ascii=False))
                is_slip = [slip for _, slip in slips[way]]
                for one, zitat, slip in zip(chosen, found, is_slip, strict=True):
                    tally["emittiert"] += 1
                    tally[fate(bank, shown[one.source].chunk, one, zitat, slip)] += 1
    point, copies, cites = tallies["zeigen"], tallies["abschreiben"], tallies["zitieren"]
    share = 100 * point["tokens"] / copies["tokens"]
    return [
        Figure("quotes by reference", point["emittiert"], "", "≥ 1000"),
        Figure("by reference: shown, but not what was pointed at", point["wrong"], "", "≤ 0"),
        Figure("by reference: dropped without a reason", point["silent"], "", "≤ 0"),
        Figure("by reference: dropped though the number was right", point["lost"], "", "≤ 0"),
        Figure("by reference: warned that it may say something else", point["turned"], ""),
        Figure("by reference: dropped for a wrong number", point["refused"], ""),
        Figure("cited by the provider: shown, but not what was cited", cites["wrong"], "", "≤ 0"),
        Figure("cited by the provider: dropped without a reason", cites["silent"], "", "≤ 0"),
        Figure("cited by the provider: dropped though it was right", cites["lost"], "", "≤ 0"),
        Figure("cited by the provider: dropped for a wrong place", cites["refused"], ""),
        Figure("copied: shown with words nobody printed there", copies["wrong"], "", "≤ 0"),
        Figure("copied: dropped", copies["refused"] + copies["lost"], ""),
        Figure("output tokens of the quotes against copying", share, "%", "≤ 40"),
    ]


def questions(
    bank: Bank, rng: Random
) -> Iterator[tuple[str, list[Fundstelle], list[NumberedPassage], list[Chosen]]]:
    """Passages of one Programm, and three sentences or neighbouring ones of theirs."""
    ids = [id for id, own in bank.chunks.items() if len(own) >= PASSAGES]
    for _ in range(ANSWERS):
        id = rng.choice(ids)
        shown = [Fundstelle(chunk, 0.5) for chunk in rng.sample(list(bank.chunks[id]), PASSAGES)]
        passages = [NumberedPassage.of(one.chunk, bank.quellen[id].strom) for one in shown]
        chosen = list[Chosen]()
        while len(chosen) < QUOTES:
            source = rng.randrange(PASSAGES)
            spans = passages[source].sentences
            if not spans:
                continue
            first = rng.randrange(len(spans))
            last = min(first + rng.choice((0, 0, 1)), len(spans) - 1)
            if passages[source].gaps.isdisjoint(range(first, last)):
                text = passages[source].text[spans[first][0] : spans[last][1]]
                chosen.append(Chosen(source, first + 1, last + 1, text))
        yield bank.partei(id), shown, passages, chosen


def reference(rng: Random, one: Chosen) -> tuple[str, bool]:
    """As a model writes it, and whether it is none of ours."""
    if rng.random() < SLIPS:
        wrong = (f"Q{one.source + 40}:1", f"Q{one.source + 1}:{one.last + 90}", f"Q{one.source + 1}:0", "Q1",
                 f"Q{one.source + 1}:5-2", one.text[:40])  # fmt: skip
        return rng.choice(wrong), True
    many = f"-{one.last}" if one.last > one.first else ""
    return rng.choice(("Q{}:{}{}", "[Q{}:{}{}]")).format(one.source + 1, one.first, many), False


def citation(rng: Random, one: Chosen, passages: list[NumberedPassage]) -> tuple[str, bool]:
    """What a citation in the provider's form amounts to, through a prompt and an answer as they are sent."""
    shown = [f"[Q{n}] X\n{numbered_text(passage, n)}" for n, passage in enumerate(passages, start=1)]
    documents = documents_in("<quellen>\n" + "\n".join(shown) + "\n</quellen>")
    index = next(n for n, document in enumerate(documents) if document.number == one.source + 1)
    blocks = [n for n, (number, _) in enumerate(documents[index].blocks) if one.first <= number <= one.last]
    told: dict[str, object] = {
        "type": "content_block_location", "cited_text": "Das wurde nie gedruckt.", "supported_text": "so",
        "document_index": index, "start_block_index": blocks[0], "end_block_index": blocks[-1] + 1,
    }  # fmt: skip
    is_slip = rng.random() < SLIPS
    if is_slip:
        told |= rng.choice(WRONG_PLACES)
    full = "Punkte: 7\nBegründung: Weil.\nBelege:"
    said = as_references(f"Wahlprogramm\n{full} so\nParteiprogramm\n{full}", [[told]], documents)
    (zitat,) = VerweisAntwort.read(said).wahlprogramm.zitate
    return zitat.stelle, is_slip


def copy(rng: Random, one: Chosen) -> tuple[str, bool]:
    text = " ".join(one.text.split())
    damaged = rng.choice(DAMAGES)(rng, text) if rng.random() < SLIPS else None
    return (damaged, True) if damaged else (text, False)


def fate(bank: Bank, chunk: Chunk, one: Chosen, zitat: Zitat, is_slip: bool) -> str:
    """Judged by the text stream and the place alone."""
    eintrag = zitat.eintrag
    if isinstance(eintrag, Verworfen):
        return "silent" if not eintrag.erklaerung else "refused" if is_slip else "lost"
    assert isinstance(eintrag, Gebunden)
    strom = bank.quellen[eintrag.ort.programm].strom
    (start, _), (_, end) = eintrag.ort.stellen[0], eintrag.ort.stellen[-1]
    printed = "".join(strom.text[a:b] for a, b in eintrag.ort.stellen)
    is_there = letters(printed) == letters(eintrag.text) and chunk.start <= start and end <= chunk.end
    if not is_there or (not is_slip and letters(printed) != letters(one.text)):
        return "wrong"
    return "turned" if any(warning.may_turn for warning in eintrag.warnungen) else "bound"
