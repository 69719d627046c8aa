"""Ask a model: attempts with pauses, checked JSON, one repair, a fallback, honest errors."""

import json
import logging
import random
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from core.base.errors import AnfrageAbgebrochen, AntwortUnlesbar, EingabeError, LimitReached, ModellFehler
from core.llm.anfrage import Anfrage, Antwort, Budget, Message, Versuch
from core.llm.antwort import ZitierteAntwort, json_schema, read_answer
from core.llm.catalogue import JSON_MODES, Mode, Modell, catalogue_of
from core.llm.copy_grammar import grammar_for
from core.llm.failures import ErrorFinding, FormatRefused
from core.llm.litellm_access import RawAntwort, complete, cut_off, most_cost_of, takes_response_format
from core.programme.context import Context

LOG = logging.getLogger(__name__)

LONGEST_PAUSE = 60.0
"""Seconds; where a provider wants to be left alone for longer, waiting is not worth while."""

LONGEST_SHOWN = 50_000
"""Characters of an unusable answer that the model is shown again: all of them are paid for."""

SCHEMA_HINT = (
    "Antworten Sie nur mit einem JSON-Objekt, ohne Text davor oder danach, nach diesem JSON-Schema:\n"
)
REPAIR_HINT = (
    "Diese Antwort ist ungültig: {problem} Antworten Sie noch einmal, nur mit dem vollständigen, "
    "berichtigten JSON-Objekt."
)

FORM_HINT = (
    "Diese Antwort hat nicht die verlangte Form. Antworten Sie noch einmal, ganz und in genau der Form, die "
    "oben steht."
)
CITES_NOTHING = (
    "„{}“ kann nicht selbst aus Dokumenten zitieren; der Prompt braucht ein Modell, das es kann („zitate“ in "
    "modelle.toml). Wählen Sie ein anderes Modell oder einen anderen Prompt."
)

MOST_TOKENS = 4_000
"""Of an answer under a limit, where the request names none: without one nobody knows what it may cost."""

NOT_COLLECTED = (
    "In der Sammelanfrage kam dazu keine Antwort. Derselbe Befehl fragt noch einmal danach; ohne --sammel "
    "wird sofort gefragt."
)

OnAttempt = Callable[[Versuch], None]
BeforeSending = Callable[[Versuch, float | None], None]
"""Hears of a request that may cost something, and of the most it may cost in USD; what it raises stops it."""


@dataclass
class History:
    """What happened so far in one `ask`."""

    context: Context
    on_attempt: OnAttempt | None
    before_sending: BeforeSending | None = None
    started: float = field(default_factory=time.monotonic)
    versuche: list[Versuch] = field(default_factory=list)
    paid: deque[Versuch] = field(default_factory=deque)

    def note(self, attempt: Versuch) -> None:
        self.versuche.append(attempt)
        if self.on_attempt:
            self.on_attempt(attempt)

    def next_paid(self, modell: Modell) -> RawAntwort | None:
        """What this model answered before; it is not asked, and not paid, again."""
        if not self.paid or self.paid[0].modell != modell.id:
            return None
        one = self.paid.popleft()
        return RawAntwort(one.text, one.geantwortet or one.modell, 0, 0, 0.0, "stop")


def ask(
    context: Context,
    anfrage: Anfrage,
    *,
    on_attempt: OnAttempt | None = None,
    before_sending: BeforeSending | None = None,
) -> Antwort:
    """What the model says, with `data` where a schema is given; raises a ModellFehler when it cannot.

    The error says what it cost, and `on_attempt` hears of each request when it has ended.
    """
    if anfrage.versuche < 1:
        raise EingabeError(f"versuche={anfrage.versuche}: Gebraucht wird mindestens ein Versuch.")
    answered = (one for one in anfrage.paid if not one.grund and one.text.strip())
    verlauf = History(
        context, on_attempt, before_sending, versuche=list(anfrage.collected), paid=deque(answered)
    )
    try:
        if anfrage.is_collected and not verlauf.paid:
            raise ModellFehler(
                next((one.grund for one in reversed(anfrage.paid) if one.grund), NOT_COLLECTED)
            )
        return _ask_any(anfrage, verlauf)
    except ModellFehler as reason:
        reason.kosten = Versuch.billed(verlauf.versuche)
        raise


def _ask_any(anfrage: Anfrage, verlauf: History) -> Antwort:
    """Ask the model, or else the one that stands in for it."""
    try:
        return _ask_modell(anfrage, anfrage.modell, verlauf)
    except AnfrageAbgebrochen:
        raise
    except ModellFehler as reason:
        if anfrage.ersatzmodell is None:
            raise
        first = reason
    try:  # not within the first one's handling: what is said of the second must not tell of it
        return _ask_modell(anfrage, anfrage.ersatzmodell, verlauf)
    except AnfrageAbgebrochen:
        raise
    except ModellFehler as second:
        first.args = (f"{first} Auch das Ersatzmodell half nicht: {second}",)
    raise first


def _ask_modell(anfrage: Anfrage, id: str, verlauf: History) -> Antwort:
    modell = catalogue_of(verlauf.context).find(id)
    if anfrage.schema is None:
        roh = _send(anfrage, modell, anfrage.messages, Mode.TEXT, verlauf)
        return _antwort(anfrage, modell, roh, None, verlauf)
    modus, roh = _send_in_mode(anfrage, modell, verlauf)
    data, problem = _read(anfrage, roh)
    if data is None:
        messages = [
            *_messages(anfrage, modus),
            {"role": "assistant", "content": roh.text[:LONGEST_SHOWN]},
            {
                "role": "user",
                "content": FORM_HINT if modus is Mode.BELEGE else REPAIR_HINT.format(problem=problem),
            },
        ]
        try:
            roh = _send(anfrage, modell, messages, modus, verlauf)
        except AnfrageAbgebrochen:  # nobody has given up on the first answer: it is mended when it goes on
            raise
        except ModellFehler as reason:
            reason.roh = reason.roh or roh.text  # the first answer is what there is
            raise
        data, problem = _read(anfrage, roh)
    if data is None:
        satz = (
            f"Die Antwort von „{modell.id}“ ist auch nach Rückfrage unbrauchbar: {problem} Wählen Sie ein "
            "anderes Modell oder versuchen Sie es noch einmal."
        )
        raise AntwortUnlesbar(cut_off(modell, roh.tokens_aus) if roh.ende == "length" else satz, roh.text)
    return _antwort(anfrage, modell, roh, data, verlauf)


def _read(anfrage: Anfrage, roh: RawAntwort) -> tuple[Any, str]:
    """The checked answer, or None and what is wrong with it."""
    assert anfrage.schema is not None
    try:
        return read_answer(roh.text, anfrage.schema), ""
    except ValueError as reason:
        return None, str(reason)


def _send_in_mode(anfrage: Anfrage, modell: Modell, verlauf: History) -> tuple[Mode, RawAntwort]:
    """Ask in the strictest kind of JSON that the provider does not refuse."""
    first = _first_mode(verlauf.context, anfrage, modell)
    if (
        first not in JSON_MODES
    ):  # no other way in its place: quotes would count as forced or cited that are not
        return first, _send(anfrage, modell, anfrage.messages, first, verlauf)
    *stricter, loosest = first.down
    for modus in stricter:
        try:
            return modus, _send(anfrage, modell, _messages(anfrage, modus), modus, verlauf)
        except FormatRefused:
            continue
    return loosest, _send(anfrage, modell, _messages(anfrage, loosest), loosest, verlauf)


def first_request(context: Context, anfrage: Anfrage) -> tuple[Modell, Mode, Sequence[Message]]:
    """To whom, how and in which words `ask` sends it first."""
    modell = catalogue_of(context).find(anfrage.modell)
    modus = Mode.TEXT if anfrage.schema is None else _first_mode(context, anfrage, modell)
    return modell, modus, _messages(anfrage, modus)


def _first_mode(context: Context, anfrage: Anfrage, modell: Modell) -> Mode:
    if anfrage.schema is ZitierteAntwort:
        if not modell.zitate:
            raise ModellFehler(CITES_NOTHING.format(modell.id))
        return Mode.BELEGE
    if grammar_for(anfrage, modell):
        return Mode.GRAMMATIK
    return modell.modus if takes_response_format(context, modell) else Mode.TEXT


def _messages(anfrage: Anfrage, modus: Mode) -> list[Message]:
    """The messages of a request, with the schema in words where it is not sent as one."""
    if modus in (Mode.JSON_SCHEMA, Mode.GRAMMATIK, Mode.BELEGE) or anfrage.schema is None:
        return list(anfrage.messages)
    *before, last = anfrage.messages
    schema = json.dumps(json_schema(anfrage.schema), ensure_ascii=False)
    return [*before, {**last, "content": f"{last['content']}\n\n{SCHEMA_HINT}{schema}"}]


def _send(
    anfrage: Anfrage, modell: Modell, messages: Sequence[Message], modus: Mode, verlauf: History
) -> RawAntwort:
    """Ask until it answers, as often as the request allows."""
    if roh := verlauf.next_paid(modell):
        return roh
    nummer = 0
    while True:
        nummer += 1
        if anfrage.abbruch is not None and anfrage.abbruch.is_set():
            raise AnfrageAbgebrochen("Die Anfrage wurde abgebrochen. Starten Sie sie bei Bedarf neu.")
        start = time.monotonic()
        begun = Versuch(modell.id, modus, nummer, 0.0, kosten=None)
        ergebnis = _within_budget(verlauf, anfrage, modell, messages, begun)
        dauer = time.monotonic() - start
        if isinstance(ergebnis, RawAntwort):
            verlauf.note(versuch_of(modell, modus, nummer, dauer, ergebnis))
            return ergebnis
        if not ergebnis.is_sent:
            raise ergebnis.fehler
        pause = _pause(anfrage, ergebnis, nummer)
        failed = versuch_of(modell, modus, nummer, dauer, ergebnis)
        verlauf.note(replace(failed, pause=pause or 0.0))
        if pause is None:
            raise ergebnis.fehler
        if anfrage.abbruch is None:
            time.sleep(pause)
        else:
            anfrage.abbruch.wait(pause)


def versuch_of(
    modell: Modell, modus: Mode, nummer: int, dauer: float, came: RawAntwort | ErrorFinding
) -> Versuch:
    return Versuch(
        modell.id,
        modus,
        nummer,
        dauer,
        grund=str(came.fehler) if isinstance(came, ErrorFinding) else "",
        tokens_ein=came.tokens_ein,
        tokens_aus=came.tokens_aus,
        tokens_cache=came.tokens_cache,
        kosten=came.kosten,
        status=came.status,
        geantwortet=came.modell,
        text=came.text,
    )


def _within_budget(
    verlauf: History, anfrage: Anfrage, modell: Modell, messages: Sequence[Message], begun: Versuch
) -> RawAntwort | ErrorFinding:
    """Sent once what it may cost at most is set aside and booked; not at all where the model refuses
    everybody.
    """
    context, budget, modus = verlauf.context, anfrage.budget or Budget(), Mode(begun.modus)
    if refused := budget.stopped.get(modell.id):
        return ErrorFinding(type(refused)(str(refused)), is_sent=False)
    abbruch, is_sent = anfrage.abbruch, False
    billed_now: float | None = None
    bounded = replace(anfrage, max_tokens=anfrage.max_tokens or MOST_TOKENS)
    most = most_cost_of(context, bounded, modell, messages, modus)

    def before() -> None:
        nonlocal is_sent
        if most != 0.0 and verlauf.before_sending:
            verlauf.before_sending(begun, most)
        is_sent = True

    try:
        reserved = budget.reserve(most, lambda: not (abbruch and abbruch.is_set()))
        try:
            asked = anfrage if budget.limit is None else bounded
            ergebnis = complete(context, asked, modell, messages, modus, before)
            is_bounded = budget.limit is not None and most is not None
            if is_bounded and ergebnis.kosten is not None and ergebnis.kosten > reserved:
                LOG.warning(
                    "%s meldet Kosten von %s; mehr als %s kann die Anfrage nicht gekostet haben.",
                    modell.id, ergebnis.kosten, reserved,
                )  # fmt: skip
                ergebnis = replace(ergebnis, kosten=reserved)
            billed_now = ergebnis.kosten
        finally:
            budget.settle(reserved, billed_now if is_sent else 0.0)
    except LimitReached:
        budget.is_reached = True
        if abbruch:  # nothing else of the same work can be asked either
            abbruch.set()
        raise
    if isinstance(ergebnis, ErrorFinding) and ergebnis.fehler.is_final:
        budget.stopped[modell.id] = ergebnis.fehler
    return ergebnis


def _pause(anfrage: Anfrage, befund: ErrorFinding, nummer: int) -> float | None:
    """Seconds until the next attempt; None where there is none. What may be billed is asked again once."""
    may_be_billed = befund.kosten is None or befund.tokens_ein + befund.tokens_aus > 0
    if not befund.wiederholbar or nummer == anfrage.versuche or (may_be_billed and nummer > 1):
        return None
    # Some are late by chance, so that parties asked at the same time do not come back at the same time.
    pause: float = min(LONGEST_PAUSE, anfrage.pause * 2.0 ** (nummer - 1) * random.uniform(1.0, 1.5))
    if befund.warten is None:
        return pause
    return None if befund.warten > LONGEST_PAUSE else max(pause, befund.warten)


def _antwort(anfrage: Anfrage, modell: Modell, roh: RawAntwort, data: Any, verlauf: History) -> Antwort:
    return Antwort(
        text=roh.text,
        data=data,
        modell_geantwortet=roh.modell,
        ersatz_benutzt=modell.id != anfrage.modell,
        tokens_ein=sum(one.tokens_ein for one in verlauf.versuche),
        tokens_aus=sum(one.tokens_aus for one in verlauf.versuche),
        kosten=Versuch.billed(verlauf.versuche),
        dauer=time.monotonic() - verlauf.started,
        versuche=tuple(verlauf.versuche),
    )
