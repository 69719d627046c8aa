"""The matrix: every page, address, button, method and command has its action; each role gets what it may."""

import ast
import inspect
from collections.abc import Callable
from typing import Any

import pytest

from core.assessment.batch_jobs import BatchJobs
from core.assessment.lauf_jobs import LaufJobs
from core.calibration.calibration_jobs import EichungJobs
from core.cli import build_parser
from core.commands.command_log import CHANGING, READING_ONLY
from core.index.reading_jobs import ReadInJobs
from core.monitor.proof_job import PruefungJobs
from core.roles.rights import NEEDED, AccessRole, Action, NotAllowed, may
from core.runs.store import Runstore
from core.settings import ROOT
from core.sources.antrag_jobs import SourceJobs, TakingJobs
from core.sources.fetch_jobs import FetchJobs
from core.support.check import TraegtJobs
from pages.ui import entrance, gate
from pages.ui.guarded import READING, RULES, Guarded
from pages.ui.person import Person
from pages.ui.routes import ROUTES

N, P, L, R, V = AccessRole
WORKING = (
    Runstore, LaufJobs, BatchJobs, ReadInJobs, FetchJobs, PruefungJobs, TraegtJobs, EichungJobs, SourceJobs,
    TakingJobs,
)  # fmt: skip
NOT_FOR_PAGES = {
    "Runstore": set(
        "start save_fundstellen save_teil finish fail cancel beat end_orphans save_pruefung claim_alarms "
        "save_traegt save_listing note_reading note_antrag "
        "start_batch stop_batch "
        "begin_eichung save_eichung_antworten finish_eichung note_deed note_spending writing close "
        "start_once note_search".split()
    )
}
"""What only the work in the background calls; through a page it is refused to all but who administers."""

WHO_MAY = {
    Action.SIGN_IN: {N, P, L, R, V}, Action.SEE_RELEASED: {P, L, R, V}, Action.TAKE: {P, L, R, V},
    Action.SEE: {L, R, V}, Action.EXPORT: {L, R, V}, Action.ENTER: {R, V}, Action.RUN: {R, V},
    Action.JUDGE: {R, V}, Action.IMPORT: {V}, Action.DELETE: {V}, Action.REGISTER: {V},
    Action.INDEX: {V}, Action.PROMPT: {V}, Action.LIMIT: {V}, Action.RELEASE: {V}, Action.WATCH: {V},
    Action.RUBRIC: {V},
}  # fmt: skip
"""Written down a second time: a change of the one table has to be meant."""


def test_who_may_do_what() -> None:
    assert {action: {role for role in AccessRole if may(role, action)} for action in NEEDED} == WHO_MAY
    assert set(NEEDED) == set(Action)


def test_every_page_has_its_action() -> None:
    pages = {"" if path.stem == "uebersicht" else path.stem for path in (ROOT / "pages").glob("*.py")}
    assert set(entrance.PAGES) == pages - {"frame"}


@pytest.mark.parametrize("role", AccessRole)
@pytest.mark.parametrize("page", [*entrance.PAGES, "unbekannt"])
def test_pages_by_role(role: AccessRole, page: str) -> None:
    allowed = {
        "lauf": {P, L, R, V}, "antrag": {R, V}, "einstellungen": {R, V}, "barrierefreiheit": set(AccessRole),
        "unbekannt": {V},
    }.get(page, {L, R, V})  # fmt: skip
    assert entrance.may_see(Person("x", role), page) == (role in allowed)


def test_every_address_of_ours_has_its_action_and_an_unknown_one_is_for_who_administers() -> None:
    starts = [start for start, _ in gate.ADDRESSES if start.startswith("/api/") and start != "/api/"]
    missing = [route.path for route in ROUTES if not any(route.path.startswith(start) for start in starts)]
    assert missing == [] and gate.action_of("/api/neu") is Action.WATCH
    assert gate.action_of("/_stcore/neu") is Action.WATCH


@pytest.mark.parametrize("kind", WORKING)
def test_every_method_that_pages_reach_has_its_action(kind: type) -> None:
    name = kind.__name__
    known = set(RULES[name]) | READING[name] | NOT_FOR_PAGES.get(name, {"close"})
    public = {method for method, _ in inspect.getmembers(kind) if not method.startswith("_")}
    assert sorted(public - known) == []
    assert not set(RULES[name]) & READING[name] and sorted(set(RULES[name]) - public) == []


BY_THEIR_LAUF = ("save_urteil", "save_rubric")


@pytest.mark.parametrize("role", AccessRole)
@pytest.mark.parametrize(("kind", "method"), [(k, m) for k, rules in RULES.items() for m in rules])
def test_methods_by_role(role: AccessRole, kind: str, method: str) -> None:
    """Against something of the same name that only notes that it was reached."""
    reached: list[str] = []

    def work(*arguments: Any, **options: Any) -> str:
        reached.append(method)
        return "id"

    stub = type(kind, (), {method: staticmethod(work), "unknown": staticmethod(work)})()
    guarded: Any = Guarded(stub, Person("", role))
    one = type("Urteil", (), {"lauf_id": "x"})()
    _try(getattr(guarded, method), one if method in BY_THEIR_LAUF else ["x"])
    assert bool(reached) == may(role, RULES[kind][method][0])
    reached.clear()
    _try(guarded.unknown)
    assert bool(reached) == (role is V)


def _try(work: Callable[..., object], *arguments: object) -> None:
    try:
        work(*arguments)
    except NotAllowed as refusal:
        assert "braucht es die Rolle" in str(refusal)


def test_pages_reach_the_store_and_the_work_only_through_their_guard() -> None:
    """`runstore(context)` or `.own(Jobs)` in a page would go round it."""
    free = {"resources.py", "person.py", "gate.py", "lifespan.py", "antrag_picture.py", "vote_picture.py"}
    found = [
        f"{path.name}: {node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id}"
        for path in (ROOT / "pages").rglob("*.py")
        if path.name not in free
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and (
            (isinstance(node.func, ast.Name) and node.func.id in {"runstore", "open_store"})
            or (isinstance(node.func, ast.Attribute) and node.func.attr == "own")
        )
    ]
    assert found == []


def test_every_command_is_known_to_change_something_or_not() -> None:
    (commands,) = [one.choices for one in build_parser()._actions if isinstance(one.choices, dict)]
    assert set(commands) == set(CHANGING) | READING_ONLY and not set(CHANGING) & READING_ONLY


def test_no_button_changes_something_without_asking() -> None:
    """A plain `st.button` whose callback is a guarded method would be there for all."""
    methods = {method for rules in RULES.values() for method in rules}
    found = []
    for path in (ROOT / "pages").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "st.button":
                given = [ast.unparse(k.value) for k in node.keywords if k.arg == "on_click"]
                found += [f"{path.name}: {one}" for one in given if one.rpartition(".")[2] in methods]
    assert found == []
