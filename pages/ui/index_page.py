"""The page that loads Streamlit: in German, with what it lacks for the keyboard and for screen readers."""

import re
from functools import cache
from pathlib import Path

import streamlit
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.responses import FileResponse, HTMLResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

ACCESS = Path(__file__).with_name("zugang.js")
INDEX = Path(streamlit.__file__).with_name("static") / "index.html"
WORDS = {
    '<html lang="en">': '<html lang="de">',
    "<title>Streamlit</title>": "<title>Antragsspiegel</title>",
    # Numbers, dates and months follow what the browser says of itself.
    "window.prerenderReady = false": """window.prerenderReady = false
      Object.defineProperties(Navigator.prototype, {
        language: { get: () => "de-DE" },
        languages: { get: () => Object.freeze(["de-DE", "de"]) },
      })""",
}
NOSCRIPT = "Bitte schalten Sie JavaScript ein, damit der Antragsspiegel arbeiten kann."


class IndexPage:
    """The middleware that puts our page in the place of Streamlit's."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.etag = FileResponse(INDEX, stat_result=INDEX.stat()).headers["etag"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Streamlit's page is known by its ETag, at whatever address, also where the answer is 304."""
        replaced = False

        async def send_ours(message: Message) -> None:
            nonlocal replaced
            if message["type"] == "http.response.start":
                replaced = Headers(raw=message["headers"]).get("etag") == self.etag
                if replaced:
                    await HTMLResponse(index(), headers={"Cache-Control": "no-cache"})(scope, receive, send)
            if not replaced:
                await send(message)

        await self.app(scope, receive, send_ours if scope["type"] == "http" else send)


MIDDLEWARE = [Middleware(IndexPage)]


@cache
def index() -> bytes:
    page = INDEX.read_text(encoding="utf-8")
    for english, german in WORDS.items():
        page = page.replace(english, german)
    page = page.replace("</head>", f"<script>{ACCESS.read_text(encoding='utf-8')}</script></head>")
    return re.sub(r"(?s)(<noscript>).*(</noscript>)", rf"\1{NOSCRIPT}\2", page).encode()
