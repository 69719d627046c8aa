"""The permanent address of a quote: as a page to read, as a picture, as a piece to put into another page."""

import hashlib
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.ui.not_modified import refusal, status_of, unless_known
from pages.ui.pictures import RUSH

if TYPE_CHECKING:
    from core.references.quote_address import CardForm, QuoteAddress

NO_NUMBER = "Die Adresse eines Zitats endet auf seine Nummer, etwa /3 oder /3.png."
TYPES = {"": "text/html", ".html": "text/html", ".png": "image/png", ".svg": "image/svg+xml"}
SEALED = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'"
)
"""Nothing of a page or a picture that came from a programme may run or fetch."""


async def zitat(request: Request) -> Response:
    from core.references.quote_address import QuoteAddress, read_number

    read = read_number(request.path_params["nummer"])
    if read is None:
        return refusal(NO_NUMBER, 400)
    nummer, form = read
    address = QuoteAddress(request.path_params["lauf"], request.path_params["partei"], nummer)
    service = f"{request.url.scheme}://{request.url.netloc}"
    return await RUSH.run(_card, address, form, service, request.headers.get("if-none-match", ""))


def _card(address: "QuoteAddress", form: "CardForm", service: str, known: str) -> Response:
    from core.context import default_context
    from core.errors import Ausgelastet, DashboardError, EingabeError
    from core.references.quote_card import card_file, find_card

    context = default_context()
    try:
        content = card_file(context, find_card(context, address), form, service)
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
    return unless_known(Response(content, headers=headers, media_type=TYPES[form]), known)


ROUTE = Route("/api/zitat/{lauf}/{partei}/{nummer}", zitat)
