"""Quotes that stand in a programme, or nearly, and say something else by what is around their letters.

Cut amid a range or behind a bound, with a gap, with words put in, a full stop moved, woven of two sentences.
Written without the code that binds quotes, as in `zitate`.
"""

import re
from collections.abc import Iterator
from itertools import islice
from random import Random

from tests.bench.zitate import HALF, NEGATION, Maker, Probe, Stock, draw, letters

NUMBER = (
    r"(?:\d+(?:[.,]\d+)?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|fünfzehn|zwanzig|dreißig|vierzig|fünfzig"
    r"|hundert)"
)
UNIT = r"(?: (?:Prozent|Euro|Millionen|Milliarden|Jahren?|Monaten?|Uhr))?"
RANGES = (
    rf"\b(?P<one>{NUMBER}){UNIT} bis (?:zu )?(?P<two>{NUMBER})\b(?! ?\d)",
    rf"\bzwischen (?P<one>{NUMBER}){UNIT} und (?P<two>{NUMBER})\b",
    rf"\bvon (?:derzeit |heute |aktuell |rund )?(?P<one>{NUMBER}){UNIT} auf (?:rund |mindestens |bis zu )?"
    rf"(?P<two>{NUMBER})\b",
    r"\b(?P<one>\d+) ?[–-] ?(?P<two>\d+)\b",
)
YEAR = re.compile(r"(?:19|20)\d\d")
DAY = re.compile(r"\d+\. [JFMASOND][a-zä]{2,}")
BOUNDS = re.compile(
    r"\b(?:bis zu|mindestens|höchstens|unter|über|um|rund|etwa|ca\.|fast|knapp|weniger als|mehr als|ab|seit"
    rf"|maximal|minimal|gut|je|pro|auf|bis|vor|nach) (?P<number>{NUMBER})\b",
    re.IGNORECASE,
)
TURNING = re.compile(
    r"(?<![\w-])(?:Ende|Abbau|Verzicht|Stopp|Verbot|Abschaffung|Ausstieg|Streichung|gegen|statt|verhindern|beenden|stoppen"
    r"|verbieten|abschaffen|wenn|sofern|falls|solange|bevor|sobald|nur|lediglich|höchstens)(?![\w-])"
)
PUT_IN = (
    "kaum", "weniger", "nur", "angeblich", "teilweise", "später", "sofern finanzierbar", "unter Vorbehalt",
    "den Rückbau", "die Kürzung", "nur für Mitglieder", "auf dem Papier", "falls Geld da ist",
    "ausgenommen im Winter", "60", "nicht", "die SPD", "im Land", "das Gesetz", "in einigen Fällen",
)  # fmt: skip


def cut_ranges(stock: Stock) -> Iterator[Probe]:
    """All of them: from their second number on, and up to their first."""
    for satz in stock.saetze:
        for pattern in RANGES:
            for found in re.finditer(pattern, satz.text):
                one, two = found["one"], found["two"]
                is_day = DAY.match(satz.text, found.start("two"))
                if " bis " in found[0] and (bool(YEAR.fullmatch(one)) != bool(YEAR.fullmatch(two)) or is_day):
                    continue  # „500 Stellen bis 2030“
                for text in (satz.text[found.start("two") :], satz.text[: found.end("one")]):
                    if len(letters(text)) >= HALF:
                        yield Probe("range cut", satz.partei, text, satz)


def cut_bounds(stock: Stock) -> Iterator[Probe]:
    for satz in stock.saetze:
        for found in BOUNDS.finditer(satz.text):
            text = satz.text[found.start("number") :]
            if len(letters(text)) >= HALF:
                yield Probe("bound cut", satz.partei, text, satz)


def negation_swallowed(rng: Random, text: str) -> str | None:
    """The words before and behind it, and an ellipsis for it alone."""
    return _swallowed(rng, text, NEGATION)


def turning_swallowed(rng: Random, text: str) -> str | None:
    return _swallowed(rng, text, TURNING)


def _swallowed(rng: Random, text: str, word: re.Pattern[str]) -> str | None:
    found = [m for m in word.finditer(text) if len(letters(text[: m.start()])) >= 12]
    found = [m for m in found if len(letters(text[m.end() :])) >= 12 and text[m.start() - 1] == " "]
    if not found:
        return None
    chosen = rng.choice(found)
    return f"{text[: chosen.start()]}… {text[chosen.end() :].lstrip()}"


def words_put_in(rng: Random, text: str) -> str | None:
    blanks = [
        m
        for m in re.finditer(r"(?<=[a-zäöüß]) (?!und\b|oder\b|sowie\b|wie\b)(?=[a-zäöüßA-Z])", text)
        if 12 < m.start() < len(text) - 16
    ]
    if not blanks or set(text) & set("[]()"):
        return None
    at = rng.choice(blanks).start()
    return f"{text[:at]} [{rng.choice(PUT_IN)}] {text[at + 1 :]}"


def stop_moved(rng: Random, text: str) -> str | None:
    """„… nicht. Die Straße“ becomes „…. Nicht die Straße“."""
    found = re.search(r" (nicht|nie|niemals)\. ([A-ZÄÖÜ])(?=[a-zäöüß]+ )", text)
    if found is None:
        return None
    return f"{text[: found.start()]}. {found[1].capitalize()} {found[2].lower()}{text[found.end() :]}"


CONJUNCTIONS = frozenset("und oder aber sondern denn doch sowie".split())
"""Beside them a clause may begin or end."""


def woven(rng: Random, stock: Stock, count: int) -> Iterator[Probe]:
    """The first half of one sentence and the second half of another, near and far."""
    made = 0
    for one in rng.sample(stock.saetze, len(stock.saetze)):
        two = rng.choice(stock.saetze)
        words, others = one.text.split(), two.text.split()
        head, tail = " ".join(words[: len(words) // 2]), " ".join(others[len(others) // 2 :])
        is_cut = head[-1:].isalpha() and tail[:1].isalpha() and others[len(others) // 2 - 1][-1:].isalpha()
        borders = {words[len(words) // 2], others[len(others) // 2 - 1]} & CONJUNCTIONS
        if (
            two.partei != one.partei
            or one == two
            or not is_cut
            or borders
            or re.search(r"\[|…|\.\.", head + tail)
        ):
            continue
        if min(len(letters(head)), len(letters(tail))) >= 25:
            yield Probe("woven of two halves", one.partei, f"{head} … {tail}", one, two)
            made += 1
        if made >= count:
            return


def drawn(rng: Random, stock: Stock, count: int) -> list[Probe]:
    """So many of each kind."""
    makers: list[tuple[str, Maker]] = [
        ("negation swallowed", negation_swallowed),
        ("turning word swallowed", turning_swallowed),
        ("words put in", words_put_in),
    ]
    kinds = [draw(rng, stock.saetze, art, maker) for art, maker in makers]
    kinds += [draw(rng, stock.paare, "full stop moved", stop_moved), woven(rng, stock, count)]
    return [probe for kind in kinds for probe in islice(kind, count)]
