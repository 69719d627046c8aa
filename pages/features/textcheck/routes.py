"""`POST /api/pruefen`: the quotes of a text or file, checked, as JSON. Only where the operator wants it."""

import threading
from collections.abc import Callable

import anyio
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import core.programme.context
from core.base import formats
from pages.ui.pictures import Rush, refusal

MOST = 2 << 20
"""Bytes of a text or file."""

SENT_WITHIN = 30
"""Seconds in which all of it must have arrived. What then is done with it is bounded by its size."""

CHECKS = Rush(at_once=2, waiting=8)
"""Beside the pages, which are drawn for others meanwhile."""

OFF = "Texte werden hier nicht geprüft; die Einstellung TEXTPRUEFUNG=1 schaltet das ein."
LARGE = f"Der Text ist größer als {formats.size(MOST)}. Kürzen Sie ihn auf das, was geprüft werden soll."


async def pruefen(request: Request) -> Response:
    """The body is the text or the file; `bundesland`: of which Land, where it does not say so itself."""
    if not core.programme.context.default_context().settings.textpruefung:
        return refusal(OFF, 404)
    data = bytearray()
    try:
        with anyio.fail_after(SENT_WITHIN):
            async for piece in request.stream():
                data += piece
                if len(data) > MOST:
                    return refusal(LARGE, 413)
    except TimeoutError:
        return refusal(f"Der Text war nach {SENT_WITHIN} Sekunden noch nicht ganz da.", 408)
    except ClientDisconnect:
        return refusal("", 400)  # nobody is there to read it
    left = threading.Event()
    response = refusal("", 400)  # nobody is there to read it
    async with anyio.create_task_group() as both:
        both.start_soon(_tell_who_left, request, left, both.cancel_scope)
        land = request.query_params.get("bundesland", "")
        response = await CHECKS.run(_checked, bytes(data), land, lambda: not left.is_set())
        both.cancel_scope.cancel()
    return response


async def _tell_who_left(request: Request, left: threading.Event, waiting: anyio.CancelScope) -> None:
    """Who waits for its turn leaves it to others then; what is at work ends with the next quote."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    left.set()
    waiting.cancel()


def _checked(data: bytes, bundesland: str, is_wanted: Callable[[], bool]) -> Response:
    from core.features.textcheck.check import check_file, checked_as_json

    told = checked_as_json(check_file(data, bundesland=bundesland, is_wanted=is_wanted))
    return JSONResponse(told, headers={"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"})


ROUTES = (Route("/api/pruefen", pruefen, methods=["POST"]),)
