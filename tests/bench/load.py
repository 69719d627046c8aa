"""25 people at once for ten minutes: every reaction, memory, file descriptors. `--seconds` makes it shorter.

Each is a client that speaks Streamlit's own protocol, as the browser does: one line that stays open, pages
in the order people read them, the pictures in them fetched. 25 browsers would measure themselves: they need
more of two cores than the app. What a browser draws is measured by `pages`.
"""

import asyncio
import itertools
import os
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import httpx
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin, Subprotocol

from tests.bench.figures import Figure
from tests.bench.stock import workplace
from tests.e2e.load import QUESTIONS
from tests.e2e.server import DEMO, Server, run_core, serve

PEOPLE = 25
SECONDS = 600.0
READS = 4.0
"""Seconds that somebody looks at a page before the next click; some are faster, some slower."""

PATIENCE = 30.0
SETTLES = 20.0
"""Seconds after the last one left, in which what was theirs is given back."""


@dataclass
class Seen:
    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Use:
    """What the server's process holds."""

    memory: float
    descriptors: int


def measure(seconds: float = SECONDS) -> list[Figure]:
    with workplace() as folder:
        run_core(folder, "index", "--all")
        laeufe = [
            run_core(folder, "assess", str(path))[0]["id"] for path in sorted(DEMO.glob("antrag-*.pdf"))
        ]
        with serve(folder) as server:
            before = _use(server)
            warm_up = asyncio.run(crowd(server, laeufe, PEOPLE, seconds / 4))
            warm = _use(server)
            seen = asyncio.run(crowd(server, laeufe, PEOPLE, seconds))
            busy = _use(server)
            time.sleep(SETTLES)
            return _figures(seen, warm_up, seconds, (before, warm, busy, _use(server)))


def _figures(seen: Seen, warm_up: Seen, seconds: float, uses: Sequence[Use]) -> list[Figure]:
    before, warm, busy, after = uses
    for error in seen.errors[:5]:
        print(error)
    grown = 100 * (busy.memory - warm.memory) / warm.memory
    return [
        Figure(f"{PEOPLE} people for {seconds:.0f} s: reactions", len(seen.seconds), ""),
        Figure("… errors", len(seen.errors) + len(warm_up.errors), "", "≤ 0"),
        Figure("… a reaction, p50", statistics.median(seen.seconds), "s"),
        Figure("… a reaction, p95", statistics.quantiles(seen.seconds, n=20)[-1], "s", "≤ 2"),
        Figure("memory of the server, warm", warm.memory, "MB"),
        Figure("… at the end, more by", grown, "%", "≤ 10"),
        Figure("file descriptors before anybody came", before.descriptors, ""),
        Figure("… with everybody there", busy.descriptors, ""),
        Figure("… after all had left, beyond when warm", after.descriptors - warm.descriptors, "", "≤ 10"),
    ]


async def crowd(server: Server, laeufe: Sequence[str], people: int, seconds: float) -> Seen:
    seen, end = Seen(), time.monotonic() + seconds
    await asyncio.gather(*(_person(server, number, laeufe, end, seen) for number in range(people)))
    return seen


async def _person(server: Server, number: int, laeufe: Sequence[str], end: float, seen: Seen) -> None:
    await asyncio.sleep(number / 2)  # people do not come all at once
    try:
        async with (
            connect(
                f"ws://127.0.0.1:{server.port}/_stcore/stream",
                subprotocols=[Subprotocol("streamlit")],
                origin=Origin(f"http://127.0.0.1:{server.port}"),
                open_timeout=PATIENCE,
                max_size=None,
            ) as line,
            httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}") as pictures,
        ):
            await _walk(line, pictures, _way(number, laeufe), READS * (0.5 + number % 5 / 4), end, seen)
    except (WebSocketException, TimeoutError, OSError, httpx.HTTPError) as error:
        seen.errors.append(f"person {number}: {type(error).__name__} {error}")


async def _walk(
    line: ClientConnection,
    pictures: httpx.AsyncClient,
    way: Iterator[tuple[str, str]],
    reads: float,
    end: float,
    seen: Seen,
) -> None:
    for page, query in way:
        if time.monotonic() > end:
            return
        begin = time.perf_counter()
        async with asyncio.timeout(PATIENCE):
            await _open(line, pictures, page, query, seen)
        seen.seconds.append(time.perf_counter() - begin)
        await asyncio.sleep(reads)


def _way(number: int, laeufe: Sequence[str]) -> Iterator[tuple[str, str]]:
    """From the start to a Lauf, the list, a search, the programmes, and back again."""
    for step in itertools.count(number):
        yield "", ""
        yield "lauf", urlencode({"id": laeufe[step % len(laeufe)]})
        yield "laeufe", ""
        yield "suche", urlencode({"q": QUESTIONS[step % len(QUESTIONS)]})
        yield "programme", ""
        yield "monitor", ""


async def _open(
    line: ClientConnection, pictures: httpx.AsyncClient, page: str, query: str, seen: Seen
) -> None:
    """Until the page is drawn and its pictures are there."""
    asked = BackMsg()
    asked.rerun_script.page_name = page
    asked.rerun_script.query_string = query
    await line.send(asked.SerializeToString())
    images: list[str] = []
    while True:
        told = ForwardMsg.FromString(await line.recv(decode=False))
        kind = told.WhichOneof("type")
        if kind == "delta":
            images += _looked_at(told, page, seen)
        elif kind == "script_finished":
            if told.script_finished == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
                seen.errors.append(f"{page}: ended with {told.script_finished}")
            if told.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                break
    for url in images:
        (await pictures.get(url)).raise_for_status()


def _looked_at(told: ForwardMsg, page: str, seen: Seen) -> list[str]:
    """Addresses of its pictures; what it says went wrong is noted."""
    element = told.delta.new_element
    kind = element.WhichOneof("type")
    if kind == "exception" or (kind == "alert" and element.alert.format == element.alert.ERROR):
        seen.errors.append(f"{page}: {element.exception.message or element.alert.body}")
    return [image.url for image in element.imgs.imgs if image.url.startswith("/")] if kind == "imgs" else []


def _use(server: Server) -> Use:
    status = Path(f"/proc/{server.pid}/status").read_text()
    memory = int(status.split("VmRSS:")[1].split()[0]) / 1024
    return Use(memory, len(os.listdir(f"/proc/{server.pid}/fd")))
