"""The permanent address of a quote, and the page there."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import core.programme.context
from core.base.errors import EingabeError
from pages.ui.address import base_path
from pages.ui.pictures import RUSH, is_number, refusal, told_once

NO_NUMBER = "Die Adresse eines Zitats endet auf seine Nummer, etwa /3."
SEALED = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'"
)
"""Nothing of a page that came from a programme may run or fetch."""


async def zitat(request: Request) -> Response:
    digits = request.path_params["nummer"]
    if not (is_number(digits, 6) and int(digits)):
        return refusal(NO_NUMBER, 400)
    place = (request.path_params["lauf"], request.path_params["partei"], int(digits))
    service = f"{request.url.scheme}://{request.url.netloc}{base_path()}"
    return await RUSH.run(_quote_page, place, service, request.headers.get("if-none-match", ""))


def _quote_page(place: tuple[str, str, int], service: str, known: str) -> Response:
    from core.features.papers.cited_quote import QuoteAddress, find_quote, quote_page

    context = core.programme.context.default_context()
    try:
        page = quote_page(context, find_quote(context, QuoteAddress(*place)), service)
    except EingabeError as error:
        return refusal(str(error), 404)
    response = Response(page, headers={"Content-Security-Policy": SEALED}, media_type="text/html")
    return told_once(response, known)  # what became of the quote's source since is asked anew each time


ROUTES = (Route("/api/zitat/{lauf}/{partei}/{nummer}", zitat),)
