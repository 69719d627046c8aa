"""Readiness, over the address that the app serves it at."""

from dataclasses import replace

import httpx
import pytest
from starlette.applications import Starlette

from core import context
from core.context import Context
from core.operation import checks
from pages.ui.routes import ROUTES
from tests.own_loop import in_own_loop


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
    filled: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = Context(replace(filled.settings, database_url="postgresql://eva:geheim@127.0.0.1:1/nichts"))
    answer = _get(lost, monkeypatch, "/api/gesundheit")
    assert answer.status_code == 503 and answer.json()["gruende"] == ["Laufspeicher"]
    assert "geheim" not in answer.text and "127.0.0.1" not in answer.text


def test_a_full_disk_is_not_ready(filled: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "SCARCE", 1 << 60)
    assert _get(filled, monkeypatch, "/api/gesundheit").json()["gruende"] == ["Platz"]
