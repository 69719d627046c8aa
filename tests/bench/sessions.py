"""Many people at the app at once, and what it still holds in memory and open files when they have left.

They speak to it as a browser does, over Streamlit's own socket, and ask for the pictures that pages name:
fifty browsers would measure the machine that they run on.
"""

import asyncio
import re
import statistics
import time
import urllib.request
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.bench.figures import Figure
from tests.bench.pages import run_laeufe
from tests.bench.stock import workplace
from tests.e2e.server import Server, run_core, serve

SESSIONS = 50
APART = 0.2
"""Seconds after each the next one comes."""

LEFT = 200.0
"""Seconds after they left: Streamlit keeps a session for two minutes, and it is tidied up once a minute."""

PATIENCE = 120.0
PICTURE = re.compile(rb"/api/(?:seite|antrag)\.png\?[\w=&%.,:;~+-]+")
PICTURES = 4
PAGES = (
    ("", ""), ("antraege", ""), ("suche", "frage=Windkraft"), ("programme", ""), ("lauf", "id="),
    ("monitor", ""), ("vergleich", ""), ("suche", "frage=Grundschulen"),
)  # fmt: skip


@dataclass
class History:
    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    pictures: int = 0


def measure(seconds: float = 60) -> list[Figure]:
    with workplace() as folder:
        run_core(folder, "index", "--all")
        lauf = run_laeufe(folder)[0]
        with serve(folder) as server:
            asyncio.run(_all(server, 1, seconds / 2, lauf))  # what is loaded only once does not count
            before = held(server)
            history = asyncio.run(_all(server, SESSIONS, seconds, lauf))
            amid = held(server)
            time.sleep(LEFT)
            after = held(server)
    for error in history.errors[:5]:
        print(error)
    return [
        Figure(f"{SESSIONS} sessions for {seconds:.0f} s: reactions", len(history.seconds), "", "≥ 1"),
        Figure("… pictures of pages", history.pictures, ""),
        Figure("… errors", len(history.errors), "", "≤ 0"),
        Figure("… a reaction, p50", statistics.median(history.seconds or [0.0]), "s"),
        Figure("memory of the server before", before[0], "MB"),
        Figure("… when they leave", amid[0], "MB"),
        Figure(f"… {LEFT:.0f} s after", after[0], "MB", "≤ 350"),
        Figure("open files before", before[1], ""),
        Figure("… when they leave", amid[1], ""),
        Figure(f"… {LEFT:.0f} s after", after[1], "", "≤ 60"),
    ]


async def _all(server: Server, sessions: int, seconds: float, lauf: str) -> History:
    history, end = History(), time.monotonic() + seconds
    people = (_person(server, number, end, lauf, history) for number in range(sessions))
    ended = await asyncio.gather(*people, return_exceptions=True)
    history.errors += [f"{type(error).__name__}: {error}" for error in ended if error]
    return history


async def _person(server: Server, number: int, end: float, lauf: str, history: History) -> None:
    await asyncio.sleep(number * APART)
    own = server.url("")
    async with websockets.connect(
        f"ws{own.removeprefix('http')}/_stcore/stream",
        subprotocols=["streamlit"],  # type: ignore[list-item]
        origin=own,  # type: ignore[arg-type]
        max_size=None,
        open_timeout=PATIENCE,
    ) as socket:
        step = number
        while time.monotonic() < end:
            page, query = PAGES[step % len(PAGES)]
            step += 1
            asked = BackMsg()
            asked.rerun_script.page_name = page
            asked.rerun_script.query_string = query + (lauf if page == "lauf" else "")
            begin, pictures = time.monotonic(), set[bytes]()
            await socket.send(asked.SerializeToString())
            answer = ForwardMsg()
            while answer.WhichOneof("type") != "script_finished":
                raw = await asyncio.wait_for(socket.recv(), PATIENCE)
                assert isinstance(raw, bytes)
                pictures.update(PICTURE.findall(raw))
                answer.ParseFromString(raw)
            history.seconds.append(time.monotonic() - begin)
            for address in sorted(pictures)[:PICTURES]:
                await asyncio.to_thread(_fetch, server.url(unescape(address.decode())))
                history.pictures += 1
            await asyncio.sleep(1 + number % 5 / 2)


def _fetch(url: str) -> None:
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        answer.read()


def held(server: Server) -> tuple[float, int]:
    """MB in memory, and open files."""
    status = Path(f"/proc/{server.pid}/status").read_text()
    files = len(list(Path(f"/proc/{server.pid}/fd").iterdir()))
    return int(status.split("VmRSS:")[1].split()[0]) / 1024, files
