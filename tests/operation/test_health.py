"""Readiness and figures, over the address that the app serves them at."""

import json
import logging
import re
import subprocess
import sys
import threading
from dataclasses import replace

import httpx
import pytest
from starlette.applications import Starlette

from core import background, context
from core.context import Context
from core.operation import checks, health
from core.runs.store import runstore
from core.settings import ROOT
from pages.ui.routes import ROUTES
from tests.own_loop import in_own_loop

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
    filled: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = Context(replace(filled.settings, database_url="postgresql://eva:geheim@127.0.0.1:1/nichts"))
    answer = _get(lost, monkeypatch, "/api/gesundheit")
    assert answer.status_code == 503 and answer.json()["gruende"] == ["Laufspeicher"]
    assert "geheim" not in answer.text and "127.0.0.1" not in answer.text


def test_a_full_disk_is_not_ready(filled: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "SCARCE", 1 << 60)
    assert _get(filled, monkeypatch, "/api/gesundheit").json()["gruende"] == ["Platz"]
    assert checks.SCARCE < 1 << 30


def test_figures_are_off_by_default(filled: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = _get(filled, monkeypatch, "/api/metriken")
    assert answer.status_code == 404 and "METRIKEN=1" in answer.text


def test_figures_are_those_of_the_store_in_the_form_of_prometheus(
    filled: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = Context(replace(filled.settings, metriken=True))
    answer = _get(shown, monkeypatch, "/api/metriken")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = answer.text.splitlines()
    assert all(line.startswith("# ") or SAMPLE.fullmatch(line) for line in lines), lines
    laeufe = runstore(filled).count_laeufe()
    assert f'antragsspiegel_laeufe{{status="fertig"}} {laeufe}' in lines
    assert 'antragsspiegel_laeufe{status="fehlgeschlagen"} 0' in lines
    assert any(line.startswith("antragsspiegel_memory_bytes ") for line in lines)
    names = [line.split()[2] for line in lines if line.startswith("# TYPE")]
    assert len(names) == len(set(names)) >= 8


def test_jobs_that_work_and_wait_are_counted_by_kind() -> None:
    jobs, gate = background.Jobs("Zaehlen", workers=1), threading.Event()
    for key in ("a", "b", "c"):
        jobs.start(key, lambda: gate.wait(10) and None)
    assert background.under_way()["Zaehlen"] == 3
    gate.set()
    jobs.close(lambda key: None)
    assert background.under_way()["Zaehlen"] == 0


def test_a_label_cannot_break_out_of_its_line() -> None:
    (_, line) = health._metric("x", "gauge", "x", [({"kind": 'a"} 1\nb\\'}, 1)])
    assert line == 'antragsspiegel_x{kind="a\\"} 1\\nb\\\\"} 1\n'


def test_the_log_is_lines_of_json_without_keys() -> None:
    code = (
        "import logging\nfrom core import event_log\nevent_log.install()\n"
        "own = logging.getLogger('fremd'); own.addHandler(logging.StreamHandler()); own.propagate = False\n"
        "event_log.write_json(); event_log.write_json()\n"
        "logging.getLogger('antragsspiegel').info('Zeile\\nzwei mit sk-abcdefghijklmnopqrstuvwx1234')\n"
        "try: 1 / 0\nexcept ZeroDivisionError: own.exception('ging %s', 'nicht')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    first, second = map(json.loads, done.stderr.splitlines())
    assert first["level"] == "INFO" and first["message"].startswith("Zeile\nzwei")
    assert "abcdefghijkl" not in done.stderr
    assert second["message"] == "ging nicht" and "ZeroDivisionError" in second["traceback"]


def test_log_lines_are_counted_by_level() -> None:
    from core.event_log import COUNTS, KeylessRecord

    before = COUNTS["WARNING"]
    KeylessRecord("x", logging.WARNING, "x.py", 1, "x", (), None)
    assert COUNTS["WARNING"] == before + 1
