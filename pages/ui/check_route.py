"""`POST /api/pruefen`: the quotes of a text or file, checked, as JSON. Only where the operator wants it."""

import anyio
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from core.german import formats
from pages.ui.not_modified import refusal, status_of
from pages.ui.pictures import Rush

MOST = 2 << 20
"""Bytes of a text or file."""

SENT_WITHIN = 30
"""Seconds in which all of it must have arrived. What then is done with it is bounded by its size."""

CHECKS = Rush(at_once=2, waiting=8)
"""Beside the pages, which are drawn for others meanwhile."""

OFF = "Texte werden hier nicht geprüft; die Einstellung TEXTPRUEFUNG=1 schaltet das ein."
LARGE = f"Der Text ist größer als {formats.size(MOST)}. Kürzen Sie ihn auf das, was geprüft werden soll."
SLOW = f"Der Text war nach {SENT_WITHIN} Sekunden noch nicht ganz da."


async def pruefen(request: Request) -> Response:
    """The body is the text or the file; `bundesland`: of which Land, where it does not say so itself."""
    from core.context import default_context

    if not default_context().settings.textpruefung:
        return refusal(OFF, 404)
    data = bytearray()
    try:
        with anyio.fail_after(SENT_WITHIN):
            async for piece in request.stream():
                data += piece
                if len(data) > MOST:
                    return refusal(LARGE, 413)
    except TimeoutError:
        return refusal(SLOW, 408)
    except ClientDisconnect:
        return refusal("", 400)  # nobody is there to read it
    return await CHECKS.run(_checked, bytes(data), request.query_params.get("bundesland", ""))


def _checked(data: bytes, bundesland: str) -> Response:
    from core.errors import Ausgelastet, DashboardError
    from core.textcheck.as_json import checked_as_json
    from core.textcheck.check import check_file

    try:
        told = checked_as_json(check_file(data, bundesland=bundesland))
    except Ausgelastet:
        raise
    except DashboardError as error:
        return refusal(str(error), status_of(error))
    return JSONResponse(told, headers={"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"})


ROUTE = Route("/api/pruefen", pruefen, methods=["POST"])
