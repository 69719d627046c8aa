"""The permanent address of a quote: a page to read."""

import hashlib

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.ui.address import base_path
from pages.ui.not_modified import refusal, status_of, unless_known
from pages.ui.pictures import RUSH

NO_NUMBER = "Die Adresse eines Zitats endet auf seine Nummer, etwa /3."
MOST_DIGITS = 6
SEALED = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'"
)
"""Nothing of a page that came from a programme may run or fetch."""


async def zitat(request: Request) -> Response:
    digits = request.path_params["nummer"]
    if not (digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS and int(digits)):
        return refusal(NO_NUMBER, 400)
    place = (request.path_params["lauf"], request.path_params["partei"], int(digits))
    service = f"{request.url.scheme}://{request.url.netloc}{base_path()}"
    return await RUSH.run(_page, place, service, request.headers.get("if-none-match", ""))


def _page(place: tuple[str, str, int], service: str, known: str) -> Response:
    from core.context import default_context
    from core.errors import Ausgelastet, DashboardError, EingabeError
    from core.papers.cited_quote import QuoteAddress, find_quote, quote_page

    context = default_context()
    try:
        content = quote_page(context, find_quote(context, QuoteAddress(*place)), service).encode()
    except Ausgelastet:
        raise
    except DashboardError as error:
        return refusal(str(error), 404 if isinstance(error, EingabeError) else status_of(error))
    headers = {
        # What became of the quote's source since is asked anew each time.
        "Cache-Control": "no-cache",
        "Content-Security-Policy": SEALED,
        "ETag": f'"{hashlib.sha256(content).hexdigest()[:32]}"',
        "X-Content-Type-Options": "nosniff",
    }
    return unless_known(Response(content, headers=headers, media_type="text/html"), known)


ROUTE = Route("/api/zitat/{lauf}/{partei}/{nummer}", zitat)
