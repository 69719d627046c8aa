"""Does each bound quote of a Lauf carry the Forderung it stands for? Asked of a second model, and stored.

Some requests at once, each answer stored as it comes, nothing asked twice.
"""

import hashlib
import json
import re
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from functools import lru_cache, partial
from itertools import chain
from typing import Annotated

from pydantic import BeforeValidator, Field

from core.assessment.forderung_pairs import BelegPair, pairs_of
from core.assessment.prompts import Prompt, prompts_of
from core.base import clock
from core.base.background import StateJobs, WorkState
from core.base.errors import AntwortUnlesbar, EingabeError, KontextZuLang
from core.features.support.prompt import TRAEGT
from core.llm.anfrage import Anfrage, Budget, Message
from core.llm.antwort import MOST_ENTRIES, AntwortTeil, Text, at_most
from core.llm.catalogue import OFFLINE, Availability, catalogue_of
from core.llm.litellm_access import Price, count_tokens, refuse_priceless, tokens_of
from core.llm.prompt_sources import fence
from core.llm.verdict import WORT, Traegt, Verdict, latest
from core.processes.paid_loop import run_paid
from core.programme.context import Context, default_context
from core.programme.registry import Registry
from core.runs.asking import ask_booked
from core.runs.buchungen import BookedFor, Zweck, frage_of, prompt_name
from core.runs.lauf import Lauf, Status
from core.runs.store import Runstore, runstore
from core.search.word_tags import EVERYDAY as EVERYDAY_NAMES
from core.wortlaut.binding.exact_match import find_in, is_too_short
from core.wortlaut.errors import DashboardError
from core.wortlaut.german.folding import transliterated
from core.wortlaut.records import Span

HIDDEN = "[Partei]"
EVERYDAY = {*chain.from_iterable(EVERYDAY_NAMES.values()), "bund", "demo"}
AS_A_NAME = r"(?<=\b(?:[Dd]ie|[Dd]er|[Ww]ir|[Uu]ns) )"
NO_NOUN_BEHIND = r"(?! [A-ZÄÖÜ][a-zäöüß])"
"""„die Grüne Woche“ is no party."""


@dataclass(frozen=True, slots=True)
class HiddenNames:
    """A text without names. `stellen`: where each was hidden, here and in the text as it was."""

    text: str
    stellen: tuple[tuple[Span, Span], ...]

    def original(self, span: Span) -> Span:
        """The range of the text as it was; a name that is touched belongs to it whole."""
        return self._place(span[0], at_end=False), self._place(span[1] - 1, at_end=True) + 1

    def _place(self, at: int, at_end: bool) -> int:
        shift = 0
        for (start, end), (begin, stop) in self.stellen:
            if at < start:
                break
            if at < end:
                return stop - 1 if at_end else begin
            shift = stop - end
        return at + shift


def hide_names(text: str, names: Sequence[str]) -> HiddenNames:
    """„Wir, die SPD, wollen“ → „Wir, die [Partei], wollen“."""
    pieces, stellen, at, length = [], [], 0, 0
    for found in _pattern(tuple(names)).finditer(text):
        pieces += [text[at : found.start()], HIDDEN]
        length += found.start() - at
        stellen.append(((length, length + len(HIDDEN)), found.span()))
        length, at = length + len(HIDDEN), found.end()
    return HiddenNames("".join([*pieces, text[at:]]), tuple(stellen))


def names_of(registry: Registry) -> tuple[str, ...]:
    """Every form the register has of a party's name."""
    found: set[str] = set()
    for partei in registry.parteien.values():
        found.update((partei.id, partei.name, *partei.aliase, *partei.name_in.values()))
        found.update(*partei.aliase_in.values())
    return tuple(sorted(name for name in found if len(name) > 1))


@lru_cache(maxsize=4)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """The longest first, so that „Bündnis 90/Die Grünen“ is one name; looked for only where one may begin."""
    ways = [way for name in sorted(names, key=len, reverse=True) for way in _ways(name)]
    firsts = "".join(sorted({letter for name in names for letter in (name[0], name[0].upper())}))
    return re.compile(rf"\b(?=[{re.escape(firsts)}])(?:{'|'.join(ways)})" if ways else r"(?!)")


def _ways(name: str) -> list[str]:
    """Inflected („Freien Demokraten“), and in capitals; an everyday word only where it is used as a name."""
    if transliterated(name) in EVERYDAY:
        capitals = rf"\b{re.escape(name.upper())}N?\b"
        return [capitals, rf"{AS_A_NAME}{re.escape(name.capitalize())}n?\b{NO_NOUN_BEHIND}"]
    inflected = r"\s+".join(f"{re.escape(word)}[nrs]?" for word in name.split())
    shouted = r"\s+".join(re.escape(word) for word in name.upper().split())
    return [rf"\b{inflected}\b", *([rf"\b{shouted}\b"] if len(name) > 3 else [])]


# --- what a second model answers ----------------------------------------------------------------------------

VERDICTS = {str(verdict): verdict for verdict in Verdict} | {word: verdict for verdict, word in WORT.items()}


def _read_verdict(value: object) -> object:
    """By its key, or by the word that readers see."""
    word = " ".join(value.casefold().split()) if isinstance(value, str) else value
    if not isinstance(word, str) or word not in VERDICTS:
        raise ValueError(f"muss eines von {', '.join(Verdict)} sein, nicht {value!r:.40}")
    return VERDICTS[word]


class PairUrteil(AntwortTeil):
    """Whether one passage carries one Forderung, and the words that say so, unproved."""

    nummer: int = Field(description="Nummer des Paars")
    urteil: Annotated[Verdict, BeforeValidator(_read_verdict)]
    worte: Text = Field("", description="wörtlich aus der Stelle, mindestens 20 Zeichen")


class TraegtAntwort(AntwortTeil):
    """What a second model says of several pairs of Forderung and passage."""

    urteile: Annotated[list[PairUrteil], at_most(MOST_ENTRIES, "Urteile")]


# --- asking a second model ----------------------------------------------------------------------------------

AT_ONCE = 10
"""Pairs of one request at most: an answer that cannot be used costs no more than these."""

MAX_TOKENS = 4_000
PER_ANSWER = 90
"""Tokens of one verdict: a sentence of the passage and the JSON around it."""

SILENT = "Das Prüfmodell hat zu diesem Zitat nichts gesagt."
TWICE = "Das Prüfmodell hat zu diesem Zitat Verschiedenes gesagt."
UNDECIDED = "Das Prüfmodell legt sich nicht fest."
NO_WORDS = "Das Prüfmodell sagt „{}“, nennt dafür aber keine Wörter der Stelle."
SHORT_WORDS = "Das Prüfmodell sagt „{}“, nennt dafür aber zu wenige Wörter der Stelle."
UNBOUND = "Das Prüfmodell sagt „{}“, aber die Wörter, auf die es sich stützt, stehen nicht in der Stelle."


@dataclass(frozen=True, slots=True)
class Asked:
    """One pair of a Lauf as a checker sees it, without names of parties and without points.

    `schluessel`: the same for the same quote, passage and Forderung asked in the same way of the same model.
    """

    paar: BelegPair
    frage: str
    stelle: HiddenNames
    zitat: str
    schluessel: str

    @property
    def place(self) -> tuple[str, int, str]:
        """A party, the number of a quote, and a Forderung."""
        return self.paar.partei, self.paar.zitat, self.paar.forderung


@dataclass(frozen=True, slots=True)
class Said:
    """What was said of one pair. `is_answer`: False where nothing usable came; it is asked anew."""

    verdict: Verdict
    words: str = ""
    reason: str = ""
    kosten: float | None = None
    is_answer: bool = True


@dataclass(frozen=True, slots=True)
class ModellPruefer:
    """`api_base` as in `Anfrage`: for a server of one's own."""

    context: Context
    name: str
    prompt: Prompt
    api_base: str | None = None
    pause: float = 1.0

    @property
    def prompt_version(self) -> str:
        return prompt_name(self.prompt.id, self.prompt.version)

    def asked(self, paar: BelegPair, names: Sequence[str]) -> Asked:
        """The pair as it is asked about, with these names hidden."""
        frage, zitat = (hide_names(text, names).text for text in (paar.frage, paar.text))
        stelle = hide_names(paar.stelle, names)
        told = [f"{self.name} {self.prompt.hash}", frage, stelle.text, zitat, paar.stelle]
        return Asked(paar, frage, stelle, zitat, hashlib.sha256(json.dumps(told).encode()).hexdigest())

    def batches(self, asked: Sequence[Asked]) -> list[list[Asked]]:
        """Party by party what goes into one request each, ten at most.

        As many as the model has room for; a pair too long for it goes alone, and is told.
        """
        room = catalogue_of(self.context).find(self.name).kontext - MAX_TOKENS - self._tokens([])
        batches: list[list[Asked]] = []
        left = 0
        for one in asked:
            size = count_tokens(_told(1, one))
            goes_on = batches and batches[-1][0].paar.partei == one.paar.partei
            if not goes_on or len(batches[-1]) == AT_ONCE or size > left:
                batches.append([])
                left = room
            batches[-1].append(one)
            left -= size
        return batches

    def usual_cost(self, batches: Sequence[Sequence[Asked]]) -> float | None:
        """US dollars, estimated; None where the price is unknown."""
        if not batches:
            return 0.0
        tokens, pairs = sum(map(self._tokens, batches)), sum(map(len, batches))
        return Price(self.context, self.name).of(tokens, PER_ANSWER * pairs)

    def judge(
        self, lauf_id: str, batch: Sequence[Asked], budget: Budget, abbruch: threading.Event | None
    ) -> list[Said]:
        """What of its word is believed. What the model cannot be asked at all raises; what it cannot answer
        is open.
        """
        anfrage = Anfrage(
            modell=self.name,
            messages=self._messages(batch),
            schema=TraegtAntwort,
            max_tokens=MAX_TOKENS,
            pause=self.pause,
            api_base=self.api_base,
            abbruch=abbruch,
            budget=budget,
        )
        booked_for = BookedFor(
            zweck=Zweck.TRAEGT,
            lauf_id=lauf_id,
            partei=batch[0].paar.partei,
            frage=frage_of_batch(batch),
            prompt=self.prompt_version,
        )
        try:
            antwort = ask_booked(self.context, anfrage, booked_for)
        except (AntwortUnlesbar, KontextZuLang) as reason:
            share = None if reason.kosten is None else reason.kosten / len(batch)
            return [Said(Verdict.OFFEN, reason=str(reason), kosten=share, is_answer=False)] * len(batch)
        share = None if antwort.kosten is None else antwort.kosten / len(batch)
        answers = _read(antwort.data, len(batch), share)
        return [_believed(answer, one) for answer, one in zip(answers, batch, strict=True)]

    def _messages(self, batch: Sequence[Asked]) -> list[Message]:
        told = "\n".join(_told(number, one) for number, one in enumerate(batch, start=1))
        return list(self.prompt.fill({"paare": told}))

    def _tokens(self, batch: Sequence[Asked]) -> int:
        return tokens_of(self._messages(batch))


def frage_of_batch(batch: Sequence[Asked]) -> str:
    return frage_of(Zweck.TRAEGT, *(one.schluessel for one in batch))


def _told(number: int, one: Asked) -> str:
    """A pair in its tags; what others wrote can neither close them nor open others."""
    frage, stelle, zitat = (" ".join(fence(text).split()) for text in (one.frage, one.stelle.text, one.zitat))
    return f'<paar nummer="{number}">\nForderung: {frage}\nStelle: {stelle}\nZitat: {zitat}\n</paar>'


def _read(antwort: TraegtAntwort, count: int, share: float | None) -> Iterator[Said]:
    """What is said of each pair, by its number; numbers that nobody asked about are passed over."""
    said: dict[int, list[PairUrteil]] = defaultdict(list)
    for one in antwort.urteile:
        said[one.nummer].append(one)
    for number in range(1, count + 1):
        verdicts = {one.urteil for one in said[number]}
        if len(verdicts) == 1:
            yield Said(verdicts.pop(), said[number][0].worte, kosten=share)
        else:
            reason = TWICE if verdicts else SILENT
            yield Said(Verdict.OFFEN, reason=reason, kosten=share, is_answer=False)


def _believed(answer: Said, one: Asked) -> Said:
    """Bound to the passage, its words as they stand there, or open with a reason; other words are nowhere
    shown.
    """
    if answer.verdict is Verdict.OFFEN:
        return replace(answer, words="", reason=answer.reason or UNDECIDED)
    if not answer.words.strip():
        return _open(NO_WORDS, answer)
    if is_too_short(answer.words):
        return _open(SHORT_WORDS, answer)
    spans = find_in(answer.words, one.stelle.text)
    if not spans:
        return _open(UNBOUND, answer)
    places = [one.stelle.original(span) for span in spans]
    words = " … ".join(" ".join(one.paar.stelle[start:end].split()) for start, end in places)
    return replace(answer, words=words)


def _open(reason: str, answer: Said) -> Said:
    return replace(answer, verdict=Verdict.OFFEN, words="", reason=reason.format(WORT[answer.verdict]))


# --- a whole Lauf -------------------------------------------------------------------------------------------

NO_MODEL = (
    "Es ist kein Prüfmodell eingerichtet: Gebraucht wird ein Sprachmodell mit Schlüssel, am besten ein "
    "anderes als das, das beurteilt hat."
)
PARALLEL = 4
"""Requests on their way at once, as a Lauf has them."""

OnProgress = Callable[[int, int], None]
"""Takes how many quotes have a verdict, and of how many."""


def check_support(
    lauf_id: str,
    model: str | None = None,
    context: Context | None = None,
    limit: float | None = None,
    on_progress: OnProgress | None = None,
    abbruch: threading.Event | None = None,
) -> list[Traegt]:
    """Ask a second model whether each bound quote carries its Forderung; the stored verdicts, in order.

    A quote that is nearly as near to other Forderungen is asked about for those too, three at most.

    `model`: a name of LiteLLM's; without one the first that is ready and did not judge. What was
    asked before in the same words is not asked again.
    `limit`: in US dollars; more is not spent. What was answered before an end stays.
    """
    context = context or default_context()
    store = runstore(context)
    lauf = store.load(lauf_id)
    pruefer = pruefer_of(
        context, model or default_model(context, lauf, catalogue_of(context).availabilities())
    )
    return carry_out_plan(store, plan_check(context, lauf, pruefer), limit, on_progress, abbruch)


def pruefer_of(context: Context, model: str | None) -> ModellPruefer:
    """The checker of that name, with the shipped prompt."""
    if model is None:
        raise EingabeError(NO_MODEL)
    if model == OFFLINE:
        raise EingabeError(
            "Die eingebaute Heuristik versteht nicht, was ein Satz will, und kann nicht prüfen, ob ein Zitat "
            "trägt. Wählen Sie ein Sprachmodell."
        )
    return ModellPruefer(context, catalogue_of(context).find(model).id, prompts_of(context)[TRAEGT])


def default_model(context: Context, lauf: Lauf, ready: Mapping[str, Availability]) -> str | None:
    """The first model that is ready and did not judge; None where there is none."""
    judged = {lauf.modell_gefragt, lauf.modell_geantwortet, OFFLINE}
    others = (
        modell.id
        for modell in catalogue_of(context).modelle.values()
        if modell.id not in judged and ready[modell.id].ok
    )
    return next(others, None)


# --- a check before anybody is asked ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PruefungPlan:
    """`known`: what needs no asking. `batches`: a request each, no pair twice. `created`: when planned."""

    lauf_id: str
    pruefer: ModellPruefer
    gefragt: tuple[Asked, ...]
    known: Mapping[str, Traegt]
    batches: Sequence[Sequence[Asked]]
    created: datetime

    @property
    def zitate(self) -> int:
        """A quote may be asked about for several Forderungen."""
        return len({one.place[:2] for one in self.gefragt})

    @property
    def bekannt(self) -> int:
        """Pairs that have a verdict."""
        return sum(one.schluessel in self.known for one in self.gefragt)

    @property
    def usd(self) -> float | None:
        """What it will cost; None where the price is unknown."""
        return self.pruefer.usual_cost(self.batches)

    def known_rows(self) -> Iterator[Traegt]:
        """What was answered to the same before, in this Lauf or another; nobody pays for it again."""
        for one in self.gefragt:
            if known := self.known.get(one.schluessel):
                place = known.partei, known.zitat, known.forderung
                is_paid = (known.lauf_id, place) == (self.lauf_id, one.place)
                yield self._row(one, Said(known.verdict, known.words, known.reason, known.kosten), is_paid)

    def rows(self, batch: Sequence[Asked], said: Sequence[Said]) -> Iterator[Traegt]:
        """The same pair may stand in the Lauf several times; it was asked once, and paid for once."""
        by_key = {one.schluessel: answer for one, answer in zip(batch, said, strict=True)}
        asked = {one.place for one in batch}
        for one in self.gefragt:
            if answer := by_key.get(one.schluessel):
                yield self._row(one, answer, one.place in asked)

    def _row(self, one: Asked, said: Said, is_paid: bool) -> Traegt:
        return Traegt(
            lauf_id=self.lauf_id,
            partei=one.paar.partei,
            zitat=one.paar.zitat,
            forderung=one.paar.forderung,
            verdict=said.verdict,
            words=said.words,
            model=self.pruefer.name,
            prompt_version=self.pruefer.prompt_version,
            created=self.created,
            reason=said.reason,
            gewaehlt=one.paar.gewaehlt,
            rang=one.paar.rang,
            schluessel=one.schluessel if said.is_answer else "",
            kosten=said.kosten if is_paid else 0.0,
        )


def plan_check(context: Context, lauf: Lauf, pruefer: ModellPruefer) -> PruefungPlan:
    """Find out what is to be asked; nobody is asked yet."""
    if lauf.status is Status.LAEUFT:
        raise EingabeError(f"Der Lauf {lauf.id} rechnet noch. Warten Sie, bis er fertig ist.")
    names = names_of(context.registry)
    gefragt = tuple(pruefer.asked(paar, names) for paar in pairs_of(context, lauf))
    known = runstore(context).known_traegt([one.schluessel for one in gefragt])
    # What was paid for and not stored is asked in the same words, and so is used; then what nobody knows.
    every = pruefer.batches(list({one.schluessel: one for one in gefragt}.values()))
    billed = runstore(context).paid_for(frage_of_batch(batch) for batch in every)
    paid = [batch for batch in every if frage_of_batch(batch) in billed]
    there = known.keys() | {one.schluessel for batch in paid for one in batch}
    new = {one.schluessel: one for one in gefragt if one.schluessel not in there}
    batches = [*paid, *pruefer.batches(list(new.values()))]
    return PruefungPlan(lauf.id, pruefer, gefragt, known, batches, clock.now())


# --- carried out --------------------------------------------------------------------------------------------


def carry_out_plan(
    store: Runstore,
    plan: PruefungPlan,
    limit: float | Budget | None = None,
    on_progress: OnProgress | None = None,
    abbruch: threading.Event | None = None,
) -> list[Traegt]:
    """The verdicts in the order of the pairs. What ends it ends it after the requests on their way."""
    event, rows = abbruch or threading.Event(), dict[tuple[str, int, str], Traegt]()

    def keep(new: Iterator[Traegt]) -> None:
        found = list(new)
        store.save_notes(found)
        rows.update({(row.partei, row.zitat, row.forderung): row for row in found})
        if on_progress:
            left = {one.place[:2] for one in plan.gefragt if one.place not in rows}
            on_progress(plan.zitate - len(left), plan.zitate)

    keep(plan.known_rows())
    for batch, said in _answers(plan, limit, event):
        keep(plan.rows(batch, said))
        store.settle([frage_of_batch(batch)])
    return [rows[one.place] for one in plan.gefragt if one.place in rows]


def _answers(
    plan: PruefungPlan, limit: float | Budget | None, abbruch: threading.Event
) -> Iterator[tuple[Sequence[Asked], list[Said]]]:
    """As they come. Where one request got no answer, others on their way are kept; then that is raised."""
    budget = limit if isinstance(limit, Budget) else Budget(limit)
    failed = list[DashboardError]()
    if plan.batches:
        refuse_priceless(plan.pruefer.context, budget, [plan.pruefer.name])

    def goes_on(batch: Sequence[Asked], others: bool) -> bool:
        return not (failed or budget.is_reached or abbruch.is_set())

    with ThreadPoolExecutor(PARALLEL, thread_name_prefix="traegt") as pool:

        def begin(batch: Sequence[Asked]) -> Future[list[Said]]:
            return pool.submit(plan.pruefer.judge, plan.lauf_id, batch, budget, abbruch)

        for batch, job in run_paid(plan.batches, begin, PARALLEL, goes_on):
            try:
                said = job.result()
            except DashboardError as reason:
                failed.append(reason)
            else:
                yield batch, said
    if failed and not budget.is_reached and not abbruch.is_set():
        raise failed[0]


# --- checks that go on in the background --------------------------------------------------------------------
# Whatever becomes of the page that began them; one per Lauf at once.


class TraegtJobs(StateJobs[WorkState]):
    """Whoever asks for a check of a Lauf that is being checked sees the one that goes on, in quotes."""

    def __init__(self, context: Context) -> None:
        super().__init__("Prüfen der Zitate")
        self._context = context

    def start(self, lauf_id: str, model: str | None = None, limit: float | None = None) -> None:
        """Goes on by itself. Cancelled, what is answered stays; what is on its way is waited for."""
        abbruch = threading.Event()

        def tell(done: int, of: int) -> None:
            self.put(lauf_id, fertig=done, von=of)

        work = partial(check_support, lauf_id, model, self._context, limit, tell, abbruch)
        self.begin(lauf_id, WorkState(), work, [abbruch])


# --- what a person should read: quotes that say something other than the points they stand for, and the like
# A high score with a quote that contradicts the Forderung, a low one with a quote that supports it, and
# quotes about something else. It is a list to read, and no correction: the checker may be the one that is
# wrong.


class ReadingReason(StrEnum):
    HOCH_GEGEN = "Hohe Punkte, aber das Zitat widerspricht der Forderung"
    NIEDRIG_FUER = "Niedrige Punkte, aber das Zitat stützt die Forderung"
    ANDERES = "Das Zitat spricht von anderem als die Forderung"


@dataclass(frozen=True, slots=True)
class ReadingNote:
    """Quote number `zitat` (from 0, per party) and why it should be read. `score`: that of its Programm."""

    partei: str
    typ: str
    zitat: int
    text: str
    grund: ReadingReason
    score: float | None


def reading_reason(verdict: Verdict, score: float | None) -> ReadingReason | None:
    """Why a quote of this verdict should be read beside these points; None where nothing jars."""
    if verdict is Verdict.ANDERES:
        return ReadingReason.ANDERES
    said = Verdict.of_score(score)
    if verdict is Verdict.WIDERSPRICHT and said is Verdict.STUETZT:
        return ReadingReason.HOCH_GEGEN
    return ReadingReason.NIEDRIG_FUER if verdict is Verdict.STUETZT and said is Verdict.WIDERSPRICHT else None


def read_request(lauf: Lauf, rows: Iterable[Traegt]) -> list[ReadingNote]:
    """In the order of the quotes; one from another party's Programm is no evidence, and is left out."""
    said, scores = latest(rows), {(one.partei, one.typ): one.score for one in lauf.scores}
    numbers: dict[str, int] = {}
    found = []
    for zitat in lauf.zitate:
        number = numbers[zitat.partei] = numbers.get(zitat.partei, -1) + 1
        row = said.get((zitat.partei, number))
        if row is None or not zitat.status.is_bound or zitat.is_foreign:
            continue
        score = scores.get((zitat.partei, zitat.typ))
        if grund := reading_reason(row.verdict, score):
            found.append(ReadingNote(zitat.partei, zitat.typ, number, zitat.beleg.text, grund, score))
    return found
