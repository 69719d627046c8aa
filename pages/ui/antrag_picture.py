"""A page of the file an Antrag was read from, as a picture with the places of its Forderungen marked."""

import hashlib
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from pages.ui.not_modified import drawn, refusal, status_of, unless_known
from pages.ui.pictures import RUSH

if TYPE_CHECKING:
    from core.seiten.marked_page import PageView

DPI = 130
LONGEST = 200
FEHLT = "Die Datei dieses Antrags ist hier nicht gespeichert."


async def seite(request: Request) -> Response:
    """`forderung` is the number of the one that is marked strongly."""
    given = request.query_params
    page, antrag_id, nummer = given.get("seite", ""), given.get("antrag", ""), given.get("forderung")
    if not (page.isascii() and page.isdigit() and len(page) <= 4 and int(page) > 0):
        return refusal("Der Parameter seite muss eine ganze Zahl ab 1 sein.", 400)
    if len(antrag_id) > LONGEST or len(nummer or "") > LONGEST:
        return refusal(f"Ein Parameter ist länger als {LONGEST} Zeichen.", 400)
    known = request.headers.get("if-none-match", "")
    answer = await RUSH.run(_picture, antrag_id, int(page), nummer, known)
    wants_picture = request.headers.get("accept", "").startswith("image/")
    return drawn(answer) if answer.status_code >= 400 and wants_picture else answer


def _picture(antrag_id: str, page: int, nummer: str | None, known: str) -> Response:
    from core.errors import Ausgelastet, DashboardError

    try:
        view = _view(antrag_id, page, nummer)
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
    from core.seiten.antrag_pages import antrag_seite, forderung_places

    context = default_context()
    blatt = runstore(context).load_sheet(antrag_id)
    path = find_file(context.settings.laeufe_dir, blatt.datei)
    if path is None:
        return None
    return antrag_seite(path, page, forderung_places(path, blatt.gelesen or blatt.antrag), nummer)
