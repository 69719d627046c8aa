"""A page of the file an Antrag was read from, as a picture with its Forderungen marked, or quotes from it."""

import hashlib
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from pages.ui.not_modified import drawn, refusal, status_of, unless_known
from pages.ui.pictures import RUSH

if TYPE_CHECKING:
    from core.seiten.marked_page import PageView

    View = Callable[[], PageView | None]

DPI = 130
LONGEST = 200
FEHLT = "Die Datei dieses Antrags ist hier nicht gespeichert."


async def seite(request: Request) -> Response:
    """Of an `antrag`, whose `forderung` is marked strongly; or of an `urteil` by a rubric, whose `feld` is
    marked, and of its quotes the one with the number `beleg` strongly."""
    given = request.query_params
    page = given.get("seite", "")
    if not (page.isascii() and page.isdigit() and len(page) <= 4 and int(page) > 0):
        return refusal("Der Parameter seite muss eine ganze Zahl ab 1 sein.", 400)
    if any(len(value) > LONGEST for value in given.values()):
        return refusal(f"Ein Parameter ist länger als {LONGEST} Zeichen.", 400)
    if "urteil" in given:
        names = (given["urteil"], given.get("feld", ""), given.get("beleg", ""))
        view = partial(_judged, *names, int(page))
    else:
        view = partial(_view, given.get("antrag", ""), int(page), given.get("forderung"))
    known = request.headers.get("if-none-match", "")
    answer = await RUSH.run(_picture, view, known)
    wants_picture = request.headers.get("accept", "").startswith("image/")
    return drawn(answer) if answer.status_code >= 400 and wants_picture else answer


def _picture(look: "View", known: str) -> Response:
    from core.errors import Ausgelastet, DashboardError

    try:
        view = look()
        if view is None:
            return refusal(FEHLT, 404)
        png = view.png(DPI)
    except Ausgelastet:
        raise
    except DashboardError as error:
        return refusal(str(error), status_of(error))
    headers = {
        "Cache-Control": "no-cache",
        "ETag": f'"{hashlib.sha256(png).hexdigest()[:32]}"',
        "X-Content-Type-Options": "nosniff",
        "X-Highlighted": str(view.marked).lower(),
    }
    return unless_known(Response(png, headers=headers, media_type="image/png"), known)


def _view(antrag_id: str, page: int, nummer: str | None) -> "PageView | None":
    from core.antrag.antrag import find_file
    from core.context import default_context
    from core.runs.store import runstore
    from core.seiten.zitat_page import antrag_seite, forderung_places

    context = default_context()
    blatt = runstore(context).load_sheet(antrag_id)
    path = find_file(context.settings.laeufe_dir, blatt.datei)
    if path is None:
        return None
    return antrag_seite(path, page, forderung_places(path, blatt.gelesen or blatt.antrag), nummer)


def _judged(judgement_id: str, feld: str, number: str, page: int) -> "PageView | None":
    from core.context import default_context
    from core.judging.judge import judged_page
    from core.runs.store import runstore

    context = default_context()
    return judged_page(context, runstore(context), judgement_id, feld, number, page)
