"""Pages of a paper that tells a vote, as pictures and PDFs with the sentence marked; and the whole file."""

import hashlib
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from pages.ui.not_modified import drawn, refusal, status_of, unless_known
from pages.ui.pictures import RUSH

if TYPE_CHECKING:
    from core.seiten.marked_page import PageView

    Draw = Callable[[PageView], Response]

ID = re.compile(r"[0-9a-f]{16}")
RESOLUTIONS = range(50, 221)
GONE = "Diese Abstimmung oder ihre Datei ist hier nicht gespeichert."


async def seite(request: Request) -> Response:
    given = request.query_params
    dpi = given.get("dpi", "130")
    if not (_is_number(dpi) and int(dpi) in RESOLUTIONS):
        return refusal(f"Der Parameter dpi muss zwischen {RESOLUTIONS[0]} und {RESOLUTIONS[-1]} liegen.", 400)

    def draw(view: "PageView") -> Response:
        return Response(view.png(int(dpi), given.get("ausschnitt") == "1"), media_type="image/png")

    answer = await _answer(request, draw)
    wants_picture = request.headers.get("accept", "").startswith("image/")
    return drawn(answer) if answer.status_code >= 400 and wants_picture else answer


async def seitenpdf(request: Request) -> Response:
    return await _answer(request, lambda view: Response(view.pdf(), media_type="application/pdf"))


async def datei(request: Request) -> Response:
    """The whole file as it is; browsers open it at `#page=12`."""
    return await run_in_threadpool(_file, request.path_params["decision_id"])


async def _answer(request: Request, draw: "Draw") -> Response:
    given = request.query_params
    decision_id, stelle, page = given.get("id", ""), given.get("stelle", "0"), given.get("seite", "")
    if not (ID.fullmatch(decision_id) and _is_number(stelle)):
        return refusal("Der Parameter id oder der Parameter stelle ist nicht lesbar.", 400)
    if not (_is_number(page) and int(page) > 0):
        return refusal("Der Parameter seite muss eine ganze Zahl ab 1 sein.", 400)
    known = request.headers.get("if-none-match", "")
    return await RUSH.run(_page, decision_id, int(stelle), int(page), draw, known)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 4


def _page(decision_id: str, stelle: int, page: int, draw: "Draw", known: str) -> Response:
    from core.context import default_context
    from core.errors import Ausgelastet, DashboardError
    from core.runs.store import runstore
    from core.seiten.zitat_page import decision_page

    context = default_context()
    try:
        kept = runstore(context).find_decision(decision_id)
        view = decision_page(context, kept, stelle, page) if kept else None
        if view is None:
            return refusal(GONE, 404)
        response = draw(view)
    except Ausgelastet:
        raise
    except DashboardError as error:
        return refusal(str(error), status_of(error))
    response.headers.update({
        "Cache-Control": "no-cache",
        "ETag": f'"{hashlib.sha256(response.body).hexdigest()[:32]}"',
        "X-Content-Type-Options": "nosniff",
        "X-Highlighted": str(view.marked).lower(),
    })  # fmt: skip
    return unless_known(response, known)


def _file(decision_id: str) -> Response:
    from core.context import default_context
    from core.decisions.kept_decision import find_paper
    from core.errors import DashboardError
    from core.runs.store import runstore

    if not ID.fullmatch(decision_id):
        return refusal(GONE, 404)
    context = default_context()
    try:
        kept = runstore(context).find_decision(decision_id)
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
