"""Files made to cost: each ends with an answer or a German sentence, and for who left nobody works."""

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from core.base.errors import Ausgelastet, EingabeError
from core.features.textcheck import check as check_module
from core.features.textcheck.check import check_file
from core.features.textcheck.text_blocks import read_file
from core.programme.context import Context
from tests.bench.routenfuzz import make_app
from tests.own_loop import in_own_loop
from tests.textcheck.hostile_files import FORMS, QUOTE

BY_DAY = (
    "word: a cell of a million columns",
    "word: 20,000 tables in each other",
    "word: entities in entities",
    "word: 1,000 styles in a ring",
    "zip: 2,000 members in one place",
    "zip: 90 MB of zeros",
    "mail: 60,000 parts",
    "mail: passed on 20,000 times",
    "html: 300,000 deep",
    "json: 100,000 deep",
    "json: a number of 1.5 million digits",
    "text: levels of a citation",
    "pdf: damaged",
)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in BY_DAY else pytest.mark.night) for name in FORMS]
)
def test_a_file_made_to_cost_ends_in_a_text_or_a_sentence(name: str) -> None:
    data = FORMS[name]()
    try:
        read = read_file(data, "a.eml" if name.startswith("mail") else "")
    except (EingabeError, Ausgelastet) as told:  # others may have the cores
        assert str(told).endswith(".") and "Fehler im Programm" not in str(told)
    else:
        assert read.blocks


def test_a_cell_is_read_once_however_wide_it_says_it_is() -> None:
    read = read_file(FORMS["word: a cell of a million columns"]())
    assert [block.text for block in read.blocks] == ["x", QUOTE]


def test_a_check_ends_with_the_quote_at_which_nobody_wants_it_any_more(demo: Context) -> None:
    asked = []

    def is_wanted() -> bool:
        asked.append(1)
        return len(asked) < 4

    text = "„Wir bauen viele Wohnungen im Land.“ " * 50
    with pytest.raises(EingabeError, match="wartet nicht mehr"):
        check_file(text.encode(), context=demo, is_wanted=is_wanted)
    assert len(asked) == 4


def test_who_left_is_noticed_while_the_check_is_at_work(
    demo: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.programme.context.default_context", lambda: demo_with_check(demo))
    begun, noticed = threading.Event(), threading.Event()

    def slow(data: bytes, *, is_wanted: Callable[[], bool], **_: object) -> None:
        begun.set()
        deadline = time.monotonic() + 30
        while is_wanted():
            assert time.monotonic() < deadline, "nobody told it"
            time.sleep(0.01)
        noticed.set()
        raise EingabeError("Nicht mehr gewollt.")

    monkeypatch.setattr(check_module, "check_file", slow)
    in_own_loop(_send_and_leave(begun))
    assert noticed.is_set()


def demo_with_check(demo: Context) -> Context:
    from dataclasses import replace

    return Context(replace(demo.settings, textpruefung=True))


async def _send_and_leave(begun: threading.Event) -> None:
    said: list[dict[str, Any]] = [
        {"type": "http.disconnect"},
        {"type": "http.request", "body": QUOTE.encode(), "more_body": False},
    ]
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http", "method": "POST",
        "path": "/api/pruefen", "raw_path": b"/api/pruefen", "root_path": "", "query_string": b"",
        "client": ("127.0.0.1", 5), "server": ("127.0.0.1", 8501), "headers": [(b"host", b"localhost:8501")],
    }  # fmt: skip

    async def receive() -> dict[str, Any]:
        while len(said) == 1 and not begun.is_set():
            await asyncio.sleep(0.01)
        return said.pop()

    async def send(message: Any) -> None:
        pass

    await make_app()(scope, receive, send)
