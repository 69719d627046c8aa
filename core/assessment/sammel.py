"""Assessments by batches of the models' providers: posted, waited for, taken up again, at half the price.

What is asked is what `assess` would ask first. A batch and each of its requests are in the books before it is
posted; its answers are booked as they are read, and the Läufe then find them there as they find what was paid
for before a kill. So whoever dies at any moment is taken up by the same command.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial

from core.assessment.auftrag import Auftrag
from core.assessment.batch import Ergebnis, material_of, run_batch
from core.assessment.pipeline import Question, open_questions
from core.assessment.prompts import ANBIETER
from core.base import clock, formats
from core.base.errors import EingabeError, ModellFehler
from core.llm.anfrage import CENT_PART, Budget
from core.llm.batch_api import (
    Batches,
    BatchRequest,
    BatchUncertain,
    batches_of,
    is_full,
    prepare,
    read_result,
)
from core.llm.catalogue import catalogue_of
from core.llm.litellm_access import refuse_priceless
from core.programme.context import Context
from core.runs.buchungen import UNREACHABLE
from core.runs.sammel import Posting, Sammel, Sammelbuch
from core.runs.store import runstore
from core.wortlaut.errors import DashboardError

CLAIM = "Sammelanfragen"
"""Held by who posts or takes up: two commands at once would post the same twice."""

SETTLES = timedelta(seconds=120)
"""So long after it was begun to send a batch it may still arrive: what is sent at all is sent within that
deadline of its request. Only then one that the provider does not list is known as not posted."""

FIRST_PAUSE = 5.0
LONGEST_PAUSE = 300.0
"""Seconds between two looks. Most batches take less than an hour, Anthropic says; none more than a day."""

GIVEN_UP = timedelta(days=31)
"""OpenAI keeps answers for 30 days, Anthropic for 29."""

LOST = "Vorgemerkt, Ausgang unbekannt: Der Anbieter gibt die Antworten dieser Sammelanfrage nicht heraus."
MISSING = (
    "Von der Sammelanfrage an „{modell}“ fehlen noch {zahl} Antworten, obwohl sie beendet ist. Derselbe "
    "Befehl holt sie, sobald sie da sind."
)
UNSURE = (
    "Ob eine Sammelanfrage an „{modell}“ angekommen ist, steht noch nicht fest; bevor sie noch einmal "
    "abgeschickt wird, wird beim Anbieter nachgesehen. Bitte später denselben Befehl noch einmal starten."
)


@dataclass
class Chunk:
    """What is posted as one batch: all to one model. `held`: US dollars that it may cost at most."""

    auftraege: dict[Auftrag, None] = field(default_factory=dict)
    requests: list[BatchRequest] = field(default_factory=list)
    postings: list[Posting] = field(default_factory=list)
    fragen: set[str] = field(default_factory=set)
    held: float = 0.0

    def add(self, auftrag: Auftrag, questions: Sequence[Question], requests: Sequence[BatchRequest]) -> None:
        self.auftraege[auftrag] = None
        self.requests += requests
        self.postings += [
            Posting(one.booked_for, request.begun, request.most, one.antrag_hash)
            for one, request in zip(questions, requests, strict=True)
        ]
        self.fragen |= {one.id for one in requests}


@dataclass
class Collection:
    """`on_look` hears whenever somebody has looked how many requests are under way, and how many of these the
    provider has answered.

    `left`: what has no Lauf yet. `posted`: requests that were posted by this call. `is_limit_reached`: a Lauf
    was not posted, for it may cost more than the limit leaves.
    """

    context: Context
    auftraege: Sequence[Auftrag]
    workers: int
    budget: Budget
    on_look: Callable[[int, int], None] = lambda under_way, answered: None
    left: list[Auftrag] = field(default_factory=list)
    posted: int = 0
    is_limit_reached: bool = False
    _reasons: dict[str, None] = field(default_factory=dict)
    _trouble: dict[str, ModellFehler] = field(default_factory=dict)
    """Batch → why nobody could look at it just now."""

    _fragen: dict[Auftrag, frozenset[str]] = field(default_factory=dict)
    _done: set[str] = field(default_factory=set)
    """What a batch that has ended in this call was asked, answered or not."""

    _held: dict[str, float] = field(default_factory=dict)
    """Batch → US dollars that it may cost, which count as spent until its bill is there."""

    _answered: dict[str, int] = field(default_factory=dict)
    """Batch → how many of its requests the provider has answered, as long as it has not answered all."""

    _seen: set[str] = field(default_factory=set)
    """Batches that were open when somebody last looked."""

    def __post_init__(self) -> None:
        self._store = runstore(self.context)
        self._book = Sammelbuch(self._store)
        self.left = list(self.auftraege)
        _refuse_unfit(self.context, self.auftraege)
        refuse_priceless(self.context, self.budget, {one.modell for one in self.auftraege})

    def run(self, waits: bool) -> Iterator[Ergebnis]:
        """What is answered, as it comes; what is not asked yet is posted. With `waits` until all is done."""
        pause = FIRST_PAUSE
        while True:
            before = len(self._done)
            with self._store.claimed(CLAIM):
                self._take_up()
                refused = self._post()
                ready = self._ready()
            yield from refused
            if ready:
                yield from run_batch(self.context, ready, self.workers, self.budget)
            self.on_look(self.under_way, sum(self._answered.values()))
            if not waits or not self._is_worth_waiting():
                return
            time.sleep(pause)
            pause = FIRST_PAUSE if len(self._done) > before else min(1.5 * pause, LONGEST_PAUSE)

    @property
    def under_way(self) -> int:
        """Requests of these Läufe whose answers are not there yet."""
        return len(self._open_fragen() & self._wanted())

    @property
    def unasked(self) -> int:
        """Läufe of which nothing was posted."""
        is_open = self._open_fragen()
        return sum(is_open.isdisjoint(self._asked(auftrag)) for auftrag in self.left)

    def _is_worth_waiting(self) -> bool:
        """Not where a person has to do something before anybody can be asked."""
        wanted = self._wanted()
        own = [one.id for one in self._book.list_open() if self._book.fragen_in(one.id) & wanted]
        return any(id not in self._trouble or not self._trouble[id].is_final for id in own)

    @property
    def reasons(self) -> list[str]:
        """What went wrong, told once each."""
        return list(dict.fromkeys([*self._reasons, *map(str, self._trouble.values())]))

    # --- what is posted already ---------------------------------------------------------------------------

    def _take_up(self) -> None:
        """Every one of this store, whoever posted it."""
        wanted, is_open = self._wanted(), self._book.list_open()
        for id in self._seen - {one.id for one in is_open}:  # ended by another process
            self._done |= self._book.fragen_in(id)
            self._let_go(id, self._book.costs_of(id))
        for one in is_open:
            if one.id not in self._held and self._book.fragen_in(one.id) & wanted:
                self._hold(one.id, self._book.costs_of(one.id))
            self._trouble.pop(one.id, None)
            try:
                self._look_at(one, batches_of(self.context, one.modell))
            except ModellFehler as reason:
                self._trouble[one.id] = reason
                if clock.now() - one.created > GIVEN_UP:
                    self._end(one, LOST, None)

    def _look_at(self, one: Sammel, batches: Batches) -> None:
        if anbieter_id := one.anbieter_id or self._find(one, batches):
            self._take_answers(one, batches, anbieter_id)

    def _find(self, one: Sammel, batches: Batches) -> str:
        """Its id, where it was posted although we have not heard so; „“ where it was not."""
        if one.gesendet is not None:
            fragen, others = self._book.fragen_in(one.id), self._book.posted_ids()
            found = batches.find(one.id, one.gesendet, fragen, others)
            if found.id:
                self._book.note_posted(one.id, found.id)
                return found.id
            if not found.is_certain or clock.now() - one.gesendet < SETTLES:
                raise BatchUncertain(UNSURE.format(modell=one.modell))
        self._book.dissolve(one.id)
        self._let_go(one.id, 0.0)
        return ""

    def _take_answers(self, one: Sammel, batches: Batches, anbieter_id: str) -> None:
        """Each in a transaction of its own; those that are booked already are passed over."""
        state = batches.look(anbieter_id)
        if not state.is_ended:
            self._answered[one.id] = state.done
            return
        unanswered = self._book.unanswered_in(one.id)
        for result in batches.results(state.places):
            if request := unanswered.pop(result.id, None):
                came = read_result(self.context, request.begun, result)
                self._book.book_answer(request, came)
                if came.grund:
                    self._reasons[f"{one.modell}: {came.grund}"] = None
        if unanswered and not state.reason:
            raise ModellFehler(MISSING.format(modell=one.modell, zahl=formats.number(len(unanswered))))
        self._end(one, state.reason, 0.0)

    def _end(self, one: Sammel, grund: str, kosten: float | None) -> None:
        if grund:
            self._reasons[f"{one.modell}: {grund}"] = None
        self._book.end(one.id, grund, kosten)
        self._done |= self._book.fragen_in(one.id)
        self._let_go(one.id, self._book.costs_of(one.id))

    # --- what is to be posted -----------------------------------------------------------------------------

    def _post(self) -> list[Ergebnis]:
        """Batches of one model each; told are the Läufe whose batch nobody took."""
        refused: list[Ergebnis] = []
        is_open = self._open_fragen()
        chunks: defaultdict[str, Chunk] = defaultdict(Chunk)
        for auftrag in list(self.left):
            chunk = chunks[auftrag.modell]
            new_fragen = self._asked(auftrag) - is_open - self._done - chunk.fragen
            if not new_fragen or self.is_limit_reached:
                continue
            new = [one for one in self._questions(auftrag) if one.booked_for.frage in new_fragen]
            try:
                requests = [prepare(self.context, one.booked_for.frage, one.anfrage) for one in new]
            except ModellFehler as reason:
                self.left.remove(auftrag)
                refused.append(Ergebnis(auftrag, fehler=str(reason)))
                continue
            if self._fits(chunk, requests):
                chunk.add(auftrag, new, requests)
            if is_full(chunk.requests):
                refused += self._posted(chunks.pop(auftrag.modell))
                is_open = self._open_fragen()
        for chunk in chunks.values():
            refused += self._posted(chunk)
        self._seen = {one.id for one in self._book.list_open()}
        return refused

    def _fits(self, chunk: Chunk, requests: Sequence[BatchRequest]) -> bool:
        """Set aside is what they may cost at most."""
        if self.budget.limit is None:
            return True
        most = sum(one.most or 0.0 for one in requests)  # under a limit each has a price
        if self.budget.spent + most > self.budget.limit + CENT_PART:
            self.is_limit_reached = True
            return False
        chunk.held += most
        self.budget.spent += most
        return True

    def _posted(self, chunk: Chunk) -> list[Ergebnis]:
        if not chunk.requests:
            return []
        modell, id = chunk.requests[0].begun.modell, ""
        try:
            batches = batches_of(self.context, modell)
            id = self._book.begin(modell, chunk.postings, self.context.settings.tagesgrenze)
            self._held[id] = chunk.held
            sending = partial(self._book.note_sending, id)
            self._book.note_posted(id, batches.post(id, chunk.requests, sending))
        except BatchUncertain as reason:  # looked for at the provider's before it is posted again
            self._trouble[id] = reason
            return []
        except ModellFehler as reason:
            self._held[id] = chunk.held
            self._book.dissolve(id)
            self._let_go(id, 0.0)
            self.left = [one for one in self.left if one not in chunk.auftraege]
            return [Ergebnis(auftrag, fehler=str(reason)) for auftrag in chunk.auftraege]
        self.posted += len(chunk.requests)
        return []

    def _hold(self, id: str, most: float) -> None:
        if self.budget.limit is not None:
            self._held[id] = most
            self.budget.spent += most

    def _let_go(self, id: str, billed: float) -> None:
        """The bill in place of what was set aside for it."""
        self._answered.pop(id, None)
        if (held := self._held.pop(id, None)) is not None and self.budget.limit is not None:
            self.budget.spent += billed - held
            self.is_limit_reached = False

    # --- what is known of what is asked ------------------------------------------------------------------

    def _asked(self, auftrag: Auftrag) -> frozenset[str]:
        """What no answer was stored to when this call began; the prompts of many Läufe are not kept."""
        if auftrag not in self._fragen:
            self._fragen[auftrag] = frozenset(one.booked_for.frage for one in self._questions(auftrag))
        return self._fragen[auftrag]

    def _questions(self, auftrag: Auftrag) -> list[Question]:
        """Nothing where the Lauf itself tells why not."""
        try:
            return open_questions(self.context, auftrag, material_of(self.context, auftrag))
        except UNREACHABLE:
            raise
        except DashboardError:
            return []

    def _ready(self) -> list[Auftrag]:
        def is_ready(auftrag: Auftrag) -> bool:
            return self._asked(auftrag) <= self._done

        ready = [replace(one, is_collected=True) for one in self.left if is_ready(one)]
        self.left = [one for one in self.left if not is_ready(one)]
        return ready

    def _wanted(self) -> set[str]:
        return set().union(*map(self._asked, self.left))

    def _open_fragen(self) -> set[str]:
        return set().union(*(self._book.fragen_in(one.id) for one in self._book.list_open()))


def _refuse_unfit(context: Context, auftraege: Sequence[Auftrag]) -> None:
    """What a batch cannot do is told before anything is posted."""
    modelle = [catalogue_of(context).find(id) for id in sorted({one.modell for one in auftraege})]
    if without := [one.id for one in modelle if not one.sammel]:
        known = [one.id for one in catalogue_of(context).modelle.values() if one.sammel]
        raise EingabeError(
            f"--sammel geht nicht mit {', '.join(without)}: Sammelanfragen gibt es für {', '.join(known)}. "
            "Wählen Sie eines davon, oder lassen Sie --sammel weg."
        )
    if any(one.prompt.art == ANBIETER for one in auftraege):
        raise EingabeError(
            "--sammel geht nicht mit Zitaten des Anbieters: Ihre Stellen gehören zur Anfrage, und die kommt "
            "mit der Antwort nicht zurück. Wählen Sie einen anderen Prompt, etwa --prompt verweis."
        )
    if any(one.fresh or one.ersatzmodell for one in auftraege):
        raise EingabeError(
            "--sammel geht nicht zusammen mit --fresh oder --ersatzmodell: Was gesammelt gefragt wird, wird "
            "an der Frage wiedererkannt, und ein anderes Modell fragt niemand. Lassen Sie die Angabe weg."
        )
