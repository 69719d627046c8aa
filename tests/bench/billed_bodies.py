"""What a provider sends with status 200, in 52 forms, with either store: nothing of it is booked as free, and
a limit holds. Each request is billed as soon as it arrives, whatever the body says.
"""

import json
import os
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from core.base.settings import Settings
from core.llm.anfrage import Anfrage, Budget
from core.llm.litellm_access import warm_up
from core.programme.context import Context
from core.runs.asking import ask_booked
from core.runs.buchungen import BookedFor, Zweck
from core.runs.store import runstore
from core.runs.tables import buchung
from core.wortlaut.errors import DashboardError
from tests.bench.books import own_key
from tests.bench.figures import Figure
from tests.llm.modellserver import Reply, modellserver
from tests.runs.postgres import cluster

BATCH = 17
LIMIT = 0.10
"""US dollars, as in the attack that broke it: 17 requests of 0.0136 are 0.23."""

MODELL, PRICE = "openai/gpt-4.1", (2e-6, 8e-6)
BILLED = (800, 1_500)
"""Tokens of each request, by the provider's own count."""

TRIES = 4
USUAL = {"prompt_tokens": BILLED[0], "completion_tokens": BILLED[1], "total_tokens": sum(BILLED)}
MISSING = object()


def body(**changes: Any) -> str:
    """A good answer with other fields; of `message` and `usage` those named, of all else the whole."""
    message: Any = {"role": "assistant", "content": "Ja."}
    if isinstance(changes.get("message"), dict):
        message = _with(message, changes.pop("message"))
    else:
        message = changes.pop("message", message)
    choice = _with({"index": 0, "message": message, "finish_reason": "stop"}, changes.pop("choice", {}))
    usage = changes.pop("usage", USUAL)
    whole = {"id": "x", "object": "chat.completion", "created": 1_790_000_000, "model": "gpt-4.1"}
    return json.dumps(_with({**whole, "choices": [choice], "usage": usage}, changes))


def _with(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in {**base, **changes}.items() if value is not MISSING}


def _usage(sent: Any, said: Any) -> str:
    return body(usage={"prompt_tokens": sent, "completion_tokens": said, "total_tokens": 0})


BODIES: dict[str, str] = {
    "good": body(),
    "usage missing": body(usage=MISSING),
    "usage null": body(usage=None),
    "usage a list": body(usage=[]),
    "usage empty": body(usage={}),
    "usage a word": body(usage="viel"),
    "usage in words": _usage("achthundert", "viele"),
    "usage as text": _usage("800", "1500"),
    "usage in decimals": _usage(800.5, 1500.5),
    "usage not a number": _usage(float("nan"), float("nan")),
    "usage infinite": _usage(float("inf"), float("inf")),
    "usage negative": _usage(-800, -1500),
    "usage zero": _usage(0, 0),
    "usage true": _usage(True, True),
    "usage null inside": _usage(None, None),
    "usage a list inside": _usage([800], [1500]),
    "usage of half": body(usage={"prompt_tokens": 800}),
    "usage absurd": _usage(10**12, 10**12),
    "usage with odd details": body(usage={**USUAL, "prompt_tokens_details": "keine"}),
    "usage with odd cache": body(usage={**USUAL, "prompt_tokens_details": {"cached_tokens": "alle"}}),
    "content of parts": body(message={"content": [{"type": "text", "text": "Ja."}]}),
    "content of words": body(message={"content": ["Ja."]}),
    "content a number": body(message={"content": 7}),
    "content true": body(message={"content": True}),
    "content an object": body(message={"content": {"text": "Ja."}}),
    "content null": body(message={"content": None}),
    "content empty": body(message={"content": ""}),
    "content blank": body(message={"content": "  \n"}),
    "content missing": body(message={"content": MISSING}),
    "content refused": body(message={"content": None, "refusal": "Nein."}),
    "message missing": body(message=MISSING),
    "message null": body(message=None),
    "message a word": body(message="Ja."),
    "message a list": body(message=["Ja."]),
    "role odd": body(message={"role": 5}),
    "tool calls a word": body(message={"tool_calls": "keine"}),
    "tool calls odd": body(message={"tool_calls": [{"id": 1}]}),
    "annotations a word": body(message={"annotations": "keine"}),
    "function call a word": body(message={"function_call": "keine"}),
    "choices missing": body(choices=MISSING),
    "choices null": body(choices=None),
    "choices empty": body(choices=[]),
    "choices a word": body(choices="Ja."),
    "choices of null": body(choices=[None]),
    "choices of words": body(choices=["Ja."]),
    "finish reason a number": body(choice={"finish_reason": 3}),
    "finish reason unknown": body(choice={"finish_reason": "müde"}),
    "model missing": body(model=MISSING),
    "model cheaper than asked": body(model="gpt-4o-mini"),
    "model without a price": body(model="niemand"),
    "an error in a 200": json.dumps({"error": {"message": "overloaded", "type": "server_error"}}),
    "no JSON": "Ja.",
}


def measure() -> list[Figure]:
    os.environ["OPENAI_API_KEY"] = "sk-probe-12345678"
    warm_up()
    figures = [Figure("kinds of bodies", len(BODIES), "", "≥ 52")]
    with tempfile.TemporaryDirectory(prefix="antworten-") as name, own_key(), ExitStack() as stack:
        for store, address in (("SQLite", None), ("PostgreSQL", stack.enter_context(cluster()))):
            context = Context(replace(Settings(), laeufe_dir=Path(name) / store, database_url=address))
            figures += [
                Figure(f"{store}: {one.what}", one.value, one.unit, one.target) for one in _told(context)
            ]
            context.close()
    return figures


def _told(context: Context) -> Iterator[Figure]:
    price = BILLED[0] * PRICE[0] + BILLED[1] * PRICE[1]
    free = short = often = broken = largest = 0.0
    for kind, text in BODIES.items():
        with modellserver([Reply(body=text)]) as server:
            _ask(context, server.url, Budget(), kind)
            asked = len(server.requests)
            booked = _booked(context, kind)
            free += any(one <= 0 for one in booked)
            short += len(booked) != asked
            often += asked > 2
            if any(one <= 0 for one in booked) or len(booked) != asked:
                sys.stderr.write(f"{kind}: {asked} requests, booked {booked}\n")
        with modellserver([Reply(body=text)]) as server, ThreadPoolExecutor(4) as pool:
            budget = Budget(LIMIT)
            asked_at_once = [f"{kind} {number}" for number in range(BATCH)]
            list(pool.map(partial(_ask, context, server.url, budget), asked_at_once))
            billed = price * len(server.requests)
            largest = max(largest, billed)
            broken += billed > LIMIT
            if billed > LIMIT:
                sys.stderr.write(f"{kind}: {billed} of {LIMIT}\n")
    yield Figure("kinds booked as nothing", free, "", "≤ 0")
    yield Figure("kinds with a request that has no row", short, "", "≤ 0")
    yield Figure(f"kinds asked more than twice, of {TRIES} tries", often, "", "≤ 0")
    yield Figure("limits broken", broken, "", "≤ 0")
    yield Figure("the most that was billed under a limit", 100 * largest, "US cents", f"≤ {100 * LIMIT}")


def _ask(context: Context, url: str, budget: Budget, kind: str) -> None:
    """As long as a prompt of 800 tokens is."""
    messages = [{"role": "user", "content": f"{kind}: {'Was sagt die Partei zur Bahn? ' * 110}"}]
    anfrage = Anfrage(
        MODELL,
        messages,
        max_tokens=BILLED[1],
        timeout=20.0,
        versuche=TRIES,
        pause=0.01,
        api_base=url,
        budget=budget,
    )
    try:
        ask_booked(context, anfrage, BookedFor(zweck=Zweck.FRAGE, partei=kind))
    except DashboardError:  # nothing usable came, or the limit is reached: what is booked tells
        return


def _booked(context: Context, kind: str) -> list[float]:
    """What each request of this kind cost, or may have cost."""
    query = buchung.select().where(buchung.c.partei == kind)
    with runstore(context).reading() as connection:
        rows = connection.execute(query).mappings().all()
    return [float(row["vorgemerkt"] if row["kosten"] is None else row["kosten"]) for row in rows]
