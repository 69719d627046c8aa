"""Readiness and figures, over the addresses that the app serves them at."""

import re
from dataclasses import replace

import httpx
import pytest
from starlette.applications import Starlette

from core import health
from core.programme import context
from core.programme.context import Context
from core.runs.lauf import Status
from core.runs.store import runstore
from pages.ui.routes import ROUTES
from tests.own_loop import in_own_loop
from tests.runs.beispiele import neuer_lauf, teil

SAMPLE = re.compile(r'antragsspiegel_[a-z_]+(\{[a-z]+="[^"\n]*"\})? -?[0-9.e+-]+')


def _get(shown: Context, patch: pytest.MonkeyPatch, path: str) -> httpx.Response:
    patch.setattr(context, "default_context", lambda: shown)

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app=Starlette(routes=ROUTES))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get(path)

    return in_own_loop(ask())


def test_a_sound_app_is_ready(filled: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = _get(filled, monkeypatch, "/api/gesundheit")
    assert answer.status_code == 200 and answer.json()["bereit"] is True
    assert answer.json()["gruende"] == [] and answer.headers["cache-control"] == "no-store"


def test_what_is_not_ready_is_named_and_no_secret_told(
    filled: Context, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    lost = Context(replace(filled.settings, database_url="postgresql://eva:geheim@127.0.0.1:1/nichts"))
    answer = _get(lost, monkeypatch, "/api/gesundheit")
    assert answer.status_code == 503 and answer.json()["gruende"] == ["Laufspeicher"]
    assert "geheim" not in answer.text and "127.0.0.1" not in answer.text
    (told,) = [record for record in caplog.records if "Nicht bereit" in record.message]
    assert "Laufspeicher" in told.message and told.exc_info is None and "\n" not in told.message


def test_a_full_disk_is_not_ready(filled: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "SCARCE", 1 << 60)
    assert _get(filled, monkeypatch, "/api/gesundheit").json()["gruende"] == ["Platz"]


def test_figures_are_those_of_the_store_without_the_invented_and_the_deleted(
    filled: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown, store = Context(replace(filled.settings, metriken=True)), runstore(filled)
    before = store.count_laeufe()
    priced = teil(kosten=10.0, status=Status.FEHLGESCHLAGEN)
    for parts in (neuer_lauf(is_demo=True), neuer_lauf()):
        gone = store.start(parts)
        store.save_teil(gone, priced)
        store.finish(gone)
    store.delete([gone])
    answer = _get(shown, monkeypatch, "/api/metriken")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = answer.text.splitlines()
    assert all(line.startswith("# ") or SAMPLE.fullmatch(line) for line in lines), lines
    assert f'antragsspiegel_laeufe{{status="fertig"}} {before}' in lines
    assert "antragsspiegel_cost_usd 10.0" in lines and "antragsspiegel_failed_parts 0" in lines
