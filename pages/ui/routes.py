"""What the app serves beside its pages: the page of a PDF that a quote links to, pictures, whole PDFs."""

import hashlib

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.ui import bilder
from pages.ui.antwort import refusal, unless_known

MAX_TEXT = 20_000
NAMES = ("programm", "seite", "text")


async def cite(request: Request) -> Response:
    """One page of a Programm as a PDF, with the text marked where it stands there."""
    given = [request.query_params.get(name, "").strip() for name in NAMES]
    missing = [name for name, value in zip(NAMES, given, strict=True) if not value]
    programm, seite, text = given
    if missing:
        return refusal(f"Es fehlt der Parameter {' und der Parameter '.join(missing)}.", 400)
    if not (seite.isascii() and seite.isdigit() and len(seite) <= 6 and int(seite) > 0):
        return refusal("Der Parameter seite muss eine ganze Zahl ab 1 sein.", 400)
    if len(text) > MAX_TEXT:
        return refusal("Der Parameter text ist länger als 20.000 Zeichen.", 400)
    known = request.headers.get("if-none-match", "")
    return await bilder.ANDRANG.run(_page, programm, int(seite), text, known)


ROUTES = [
    Route("/api/wahlprogramm-cite", cite),
    Route("/api/seite.png", bilder.seite),
    Route("/api/programm/{programm_id}.pdf", bilder.programm),
]


def _page(programm_id: str, seite: int, text: str, known: str) -> Response:
    from core import PROGRAMME, render_highlighted_page
    from core.citations.highlight import only_page
    from core.errors import Ausgelastet, DashboardError

    try:
        if programm_id not in PROGRAMME:
            return refusal("Dieses Programm steht nicht im Register.", 404)
        pdf, found, highlighted = render_highlighted_page(programm_id, seite, text)
        if pdf and not highlighted and (moved := only_page(programm_id, text)):
            pdf, found, highlighted = render_highlighted_page(programm_id, moved, text)
    except Ausgelastet:
        raise
    except DashboardError as error:
        return refusal(str(error), 503)
    if pdf is None:
        name = PROGRAMME[programm_id].name
        return refusal(f"Die Seite {seite} gibt es nicht, oder das PDF „{name}“ ist nicht da.", 404)
    headers = {
        # A page without a mark may get one with the next indexing run.
        "Cache-Control": "public, max-age=86400" if highlighted else "no-cache",
        "Content-Disposition": f'inline; filename="{programm_id}-seite-{found}.pdf"',
        "ETag": f'"{hashlib.sha256(pdf).hexdigest()[:32]}"',
        "X-Content-Type-Options": "nosniff",
        "X-Highlighted": str(highlighted).lower(),
        "X-Seite": str(found),
    }
    return unless_known(Response(pdf, headers=headers, media_type="application/pdf"), known)
