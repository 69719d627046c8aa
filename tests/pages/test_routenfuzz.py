"""A seeded share of `python -m tests.bench routenfuzz`."""

from itertools import islice
from random import Random

import pytest

from core.programme.context import Context
from pages.ui.routes import ROUTES
from tests.bench import routenfuzz
from tests.own_loop import in_own_loop


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.night)])
def test_no_request_gets_a_fault_or_a_foreign_file(
    demo_index: Context, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    routenfuzz.lay_traps(demo_index.settings.pdf_dir)
    routenfuzz.lay_antrag(demo_index)
    routenfuzz.lay_abstimmung(demo_index)
    routenfuzz.lay_urteil(demo_index)
    monkeypatch.setattr(routenfuzz, "_made", [routenfuzz.make_app()])
    monkeypatch.setattr(routenfuzz, "SLOWEST", 30.0)  # others work on this machine too
    found = [routenfuzz.attempt(case) for case in islice(routenfuzz.cases(Random(seed)), 300)]
    assert [fault for fault in found if fault] == []


def test_every_route_is_asked() -> None:
    begins = [route.path.partition("{")[0] for route in ROUTES]
    asked = [case.path for case in islice(routenfuzz.cases(Random(0)), 300)]
    assert [begin for begin in begins if not any(path.startswith(begin) for path in asked)] == []


@pytest.mark.parametrize(
    ("path", "query", "begins"),
    [
        ("/api/antrag.png", f"antrag={routenfuzz.ANTRAG}&seite=1", b"\x89PNG"),
        ("/api/abstimmung.png", f"id={routenfuzz.ABSTIMMUNG}&seite=2", b"\x89PNG"),
        ("/api/abstimmung.pdf", f"id={routenfuzz.ABSTIMMUNG}&seite=2", b"%PDF-"),
        (f"/api/abstimmung/{routenfuzz.ABSTIMMUNG}.pdf", "", b"%PDF-"),
        ("/api/abstimmung/0000000000000000.pdf", "", None),
        ("/api/abstimmung.png", "id=0000000000000000&seite=2", None),
        ("/api/abstimmung.png", f"id={routenfuzz.ABSTIMMUNG}&seite=3", None),
    ],
)
def test_the_page_and_the_paper_of_what_is_stored_are_served_and_no_other(
    path: str, query: str, begins: bytes | None, demo_index: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else every case of their routes would end at „there is no such“."""
    routenfuzz.lay_antrag(demo_index)
    routenfuzz.lay_abstimmung(demo_index)
    monkeypatch.setattr(routenfuzz, "_made", [routenfuzz.make_app()])
    asked = routenfuzz.Anfrage("GET", path, query, (("host", "localhost:8501"),))
    status, _, body = in_own_loop(routenfuzz.answer(asked))
    assert (status == 200 and body.startswith(begins)) if begins else status == 404


@pytest.mark.parametrize(
    ("query", "status"),
    [
        (f"urteil={routenfuzz.URTEIL}&feld=verkehr&beleg=1", 200),
        (f"urteil={routenfuzz.URTEIL}&feld=verkehr&beleg=-1", 200),
        (f"urteil={routenfuzz.URTEIL}&feld=verkehr&antrag={routenfuzz.ANTRAG}", 200),
        (f"urteil={routenfuzz.URTEIL}&feld=anderes&beleg=1", 404),
        (f"urteil={routenfuzz.URTEIL[:-1]}&feld=verkehr&beleg=1", 404),
        (f"urteil=&antrag={routenfuzz.ANTRAG}", 404),
        ("urteil=../fuzzurteil&feld=verkehr", 404),
        ("urteil=%00&feld=%ed%a0%80&beleg=%00", 404),
    ],
)
def test_the_page_of_a_judged_field_is_served_and_no_other(
    query: str, status: int, demo_index: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    routenfuzz.lay_antrag(demo_index)
    routenfuzz.lay_urteil(demo_index)
    monkeypatch.setattr(routenfuzz, "_made", [routenfuzz.make_app()])
    asked = routenfuzz.Anfrage("GET", "/api/antrag.png", f"{query}&seite=1", (("host", "localhost:8501"),))
    found, _, body = in_own_loop(routenfuzz.answer(asked))
    assert found == status and body.startswith(b"\x89PNG") is (status == 200)
