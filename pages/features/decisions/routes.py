"""Pages of a paper that tells a vote, as pictures and PDFs with the sentence marked; and the whole file."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

import core.programme.context
from core.wortlaut.errors import DashboardError
from pages.ui.pictures import RUSH, as_asked, is_number, refusal, status_of, told_once

if TYPE_CHECKING:
    from core.proof.marked_page import PageView

    DrawVote = Callable[[PageView], Response]

ID = re.compile(r"[0-9a-f]{16}")
RESOLUTIONS = range(50, 221)
GONE = "Diese Abstimmung oder ihre Datei ist hier nicht gespeichert."


async def vote_picture(request: Request) -> Response:
    given = request.query_params
    dpi = given.get("dpi", "130")
    if not (is_number(dpi) and int(dpi) in RESOLUTIONS):
        return refusal(f"Der Parameter dpi muss zwischen {RESOLUTIONS[0]} und {RESOLUTIONS[-1]} liegen.", 400)

    def draw(view: "PageView") -> Response:
        return Response(view.png(int(dpi), given.get("ausschnitt") == "1"), media_type="image/png")

    return as_asked(request, await _vote_answer(request, draw))


async def vote_page(request: Request) -> Response:
    return await _vote_answer(request, lambda view: Response(view.pdf(), media_type="application/pdf"))


async def vote_file(request: Request) -> Response:
    """The whole file as it is; browsers open it at `#page=12`."""
    return await run_in_threadpool(_vote_file, request.path_params["decision_id"])


async def _vote_answer(request: Request, draw: "DrawVote") -> Response:
    given = request.query_params
    decision_id, stelle, page = given.get("id", ""), given.get("stelle", "0"), given.get("seite", "")
    if not (ID.fullmatch(decision_id) and is_number(stelle)):
        return refusal("Der Parameter id oder der Parameter stelle ist nicht lesbar.", 400)
    if not (is_number(page) and int(page)):
        return refusal("Der Parameter seite muss eine ganze Zahl ab 1 sein.", 400)
    known = request.headers.get("if-none-match", "")
    return await RUSH.run(_vote_page, decision_id, int(stelle), int(page), draw, known)


def _vote_page(decision_id: str, stelle: int, page: int, draw: "DrawVote", known: str) -> Response:
    from core.features.decisions.decision_pages import decision_page
    from core.features.decisions.stored_decisions import find_decision
    from core.runs.store import runstore

    context = core.programme.context.default_context()
    kept = find_decision(runstore(context), decision_id)
    view = decision_page(context, kept, stelle, page) if kept else None
    if view is None:
        return refusal(GONE, 404)
    return told_once(draw(view), known, marked=view.marked)


def _vote_file(decision_id: str) -> Response:
    from core.features.decisions.decision import find_paper
    from core.features.decisions.stored_decisions import find_decision
    from core.runs.store import runstore

    if not ID.fullmatch(decision_id):
        return refusal(GONE, 404)
    context = core.programme.context.default_context()
    try:
        kept = find_decision(runstore(context), decision_id)
    except DashboardError as error:
        return refusal(str(error), status_of(error))
    path = find_paper(context.settings.laeufe_dir, kept.source) if kept else None
    if kept is None or path is None or path.suffix != ".pdf":
        return refusal(GONE, 404)
    return FileResponse(
        path,
        headers={"Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff"},
        media_type="application/pdf",
        filename=kept.source.name,
        content_disposition_type="inline",
    )


ROUTES = (
    Route("/api/abstimmung.png", vote_picture),
    Route("/api/abstimmung.pdf", vote_page),
    Route("/api/abstimmung/{decision_id}.pdf", vote_file),
)
