"""A provider on loopback that bills: books of its own on every request, and answers of every kind."""

import json
import random
import re
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import takewhile

from core.antrag.antrag import Antrag, Forderung
from tests.assessment.conftest import ANTRAG
from tests.e2e.modell import ZUM_ANTRAG, Zitierer
from tests.llm.modellserver import Handler, Reply, Request, antwort, refused_format, status
from tests.support.conftest import checker

BILLED = {
    "good": 50,
    "garbage": 12,
    "empty": 6,
    "thought until there was no room": 4,
    "cut off": 5,
    "refused by a filter": 4,
}
"""How often an answer is of this kind, beside the others; these are billed, and what they cost is told."""

UNTOLD = {"too late": 1, "longer than is read": 1, "torn off": 3}
"""Billed, and what it cost nobody is told."""

FREE = {"too many requests": 6, "out of order": 6, "other form": 2}

MOST = (800, 1_500)
"""Tokens of a request and of an answer; our own count of each request has to be no less than the first."""

TOO_LONG = 3_000_000
NUMBER = re.compile(r"Das gilt für (\d+) Orte")
NAME = re.compile(r"\b[A-Z][a-zä]+Antwort\b")


@dataclass
class Bill:
    """What came of one request. `kosten` in USD, None where it is not billed; `sent`: when all had left."""

    number: int
    modell: str
    frage: str
    schema: str
    antrag: str
    kind: str
    tokens_ein: int
    tokens_aus: int
    kosten: float | None
    letters: int
    sent: float | None = None

    @property
    def is_told(self) -> bool:
        return self.kind in BILLED


@dataclass
class Anbieter:
    """`prices` per model: US dollars for a token in and out. `kind` chooses what a request gets, `usage` what
    it is billed for; `late`: seconds until the answer that is too late, `delay` until any other.
    """

    prices: dict[str, tuple[float, float]]
    kind: Callable[["Anbieter", str, str], str]
    usage: Callable[[int], tuple[int, int]]
    late: float = 4.0
    delay: float = 0.0
    bills: list[Bill] = field(default_factory=list)
    asked: Counter[str] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, request: Request) -> Reply:
        """Billed as soon as it comes in."""
        modell, frage = str(request.body["model"]), json.dumps(request.body, ensure_ascii=False)
        schema, number = _schema(request), NUMBER.search(frage)
        with self._lock:
            kind = self.kind(self, frage, schema)
            self.asked[frage] += 1
            sent, said = self.usage(len(self.bills))
            ein, aus = self.prices[modell]
            is_free = kind in FREE
            bill = Bill(
                number=len(self.bills),
                modell=modell,
                frage=frage,
                schema=schema,
                antrag=number[1] if number else "",
                kind=kind,
                tokens_ein=0 if is_free else sent,
                tokens_aus=0 if is_free else said,
                kosten=None if is_free else sent * ein + said * aus,
                letters=sum(len(one["content"]) for one in request.body["messages"]),
            )
            self.bills.append(bill)
        reply = replace(_reply(kind, schema, request), usage=(sent, said))
        return Reply(raw=partial(self._send, bill=bill, reply=reply))

    def _send(self, handler: Handler, bill: Bill, reply: Reply) -> None:
        handler.server.stopping.wait(self.late if bill.kind == "too late" else self.delay)
        try:
            handler.send(replace(reply, cut=bill.kind == "torn off"), bill.modell)
            # The client has it once nothing of it waits here any more: it reads until we end the line.
            handler.wfile.flush()
            handler.connection.shutdown(socket.SHUT_WR)
        except OSError:  # who asked is gone
            return
        bill.sent = time.monotonic()


def _schema(request: Request) -> str:
    """What is asked for: the schema's name, sent as one or told in words."""
    found = NAME.search(json.dumps([request.body.get("response_format"), request.body["messages"]]))
    return found[0] if found else ""


def _reply(kind: str, schema: str, request: Request) -> Reply:
    fixed: Mapping[str, Reply] = {
        "garbage": antwort("Dazu sage ich nichts."),
        "empty": antwort(""),
        "thought until there was no room": antwort("", finish_reason="length"),
        "cut off": antwort('{"fraktion": "x', finish_reason="length"),
        "refused by a filter": antwort("Nein.", finish_reason="content_filter"),
        "longer than is read": antwort("x" * TOO_LONG),
        "too many requests": status(429, retry_after=0.01),
        "out of order": status(500),
        "other form": refused_format(),
    }
    return fixed[kind] if kind in fixed else GOOD[schema](asked_first(request))


def asked_first(request: Request) -> Request:
    """As it was asked first, where an answer is shown and another one wanted."""
    messages = list(takewhile(lambda one: one["role"] != "assistant", request.body["messages"]))
    return replace(request, body={**request.body, "messages": messages})


def _urteile(request: Request) -> Reply:
    feld = {"feld": "adressat", "stufe": 2, "begruendung": "Sie ist genannt.", "zitate": []}
    return antwort({"urteile": [feld]})


GOOD: dict[str, Callable[[Request], Reply]] = {
    "": lambda request: antwort("Guten Tag"),
    "ParteiAntwort": Zitierer(3),
    "AntragAntwort": lambda request: antwort(ZUM_ANTRAG),
    "TraegtAntwort": checker(lambda pair: ("stuetzt", pair.stelle[:80])),
    "RubrikAntwort": _urteile,
    "FrageAntwort": lambda request: antwort({"aussagen": [], "ohne_antwort": []}),
    "NachfrageAntwort": lambda request: antwort({"antwort": "Weil etwas fehlt.", "zitate": []}),
    "ShortAntwort": lambda request: antwort({"zusammenfassung": "Es geht um vieles.", "themen": ["Bahn"]}),
}


def by_chance(seed: int, kinds: Mapping[str, int]) -> Callable[[Anbieter, str, str], str]:
    """Only who judges parties says how long he waits; others would wait two minutes for what is too late."""
    chance = random.Random(seed)

    def kind(anbieter: Anbieter, frage: str, schema: str) -> str:
        while True:
            (found,) = chance.choices(list(kinds), list(kinds.values()))
            if found != "too late" or schema in ("ParteiAntwort", "AntragAntwort"):
                return found

    return kind


def any_usage(seed: int) -> Callable[[int], tuple[int, int]]:
    chance = random.Random(seed)
    return lambda number: (chance.randint(2, MOST[0]), chance.randint(1, MOST[1]))


def numbered(number: int, count: int = 1) -> list[Antrag]:
    """So many Anträge, each in words that no other has; its number stands in every request on it."""
    return [_numbered(number + place) for place in range(count)]


def _numbered(number: int) -> Antrag:
    told: Sequence[Forderung] = ANTRAG.forderungen
    return replace(
        ANTRAG,
        titel=f"{ANTRAG.titel} ({number})",
        text=f"{ANTRAG.text}. Das gilt für {number} Orte.",
        forderungen=tuple(Forderung(one.nummer, f"{one.text} An {number} Tagen.") for one in told),
        begruendung=f"{ANTRAG.begruendung} Das gilt für {number} Orte.",
    )
