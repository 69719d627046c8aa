"""Streamlit's own words in German: its bundles are translated once, when they are first asked for.

Streamlit has no setting for its language; its English stands in the JavaScript it serves. deutsch.toml says
which words become which; a script that lacks one of its words stays English. The translated files have an
address of their own, so that no browser mixes them up with the English ones, which it may keep for a year.
"""

import re
import tomllib
from functools import cache
from hashlib import sha256
from pathlib import Path

import streamlit
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

WORDS = Path(__file__).with_name("deutsch.toml")
ACCESS = Path(__file__).with_name("zugang.js")
"""What the page itself lacks for the keyboard and for screen readers; it comes with the German page."""

STATIC = Path(streamlit.__file__).with_name("static")
INDEX = STATIC / "index.html"
ENGLISH = "/static/"
GERMAN = f"/static/de-{sha256(WORDS.read_bytes()).hexdigest()[:12]}/"
NOSCRIPT = "Bitte schalten Sie JavaScript ein, damit der Antragsspiegel arbeiten kann."
FOREVER = {"Cache-Control": "public, immutable, max-age=31536000"}


class German:
    """The middleware that serves the translated files and the page that loads them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.index = (
            FileResponse(INDEX, stat_result=INDEX.stat()).headers["etag"] if INDEX.is_file() else None
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        before, german, name = scope["path"].partition(GERMAN)
        if not german:
            await self.app(scope, receive, self._with_german_index(scope, receive, send))
        elif name in scripts():
            script = await run_in_threadpool(translated, name)
            response = Response(script, headers=FOREVER, media_type="text/javascript")
            await response(scope, receive, send)
        else:
            await self.app({**scope, "path": f"{before}{ENGLISH}{name}"}, receive, send)

    def _with_german_index(self, scope: Scope, receive: Receive, send: Send) -> Send:
        """Streamlit's page is known by its ETag, at whatever address, also where the answer is 304."""
        replaced = False

        async def send_german(message: Message) -> None:
            nonlocal replaced
            if message["type"] == "http.response.start":
                etag = Headers(raw=message["headers"]).get("etag")
                replaced = self.index is not None and etag == self.index
                if replaced:
                    await HTMLResponse(index(), headers={"Cache-Control": "no-cache"})(scope, receive, send)
            if not replaced:
                await send(message)

        return send_german


MIDDLEWARE = [Middleware(German)]


@cache
def words() -> dict[str, dict[str, str]]:
    """English → German, by the prefix of the file."""
    return tomllib.loads(WORDS.read_text(encoding="utf-8"))


@cache
def scripts() -> dict[str, str]:
    """The files to translate, and their prefixes: `js/Multiselect.DBsRqIhx.js` is a `Multiselect`."""
    return {
        name: prefix for prefix, names in _files().items() if not _unknown(prefix, names) for name in names
    }


def _files() -> dict[str, list[str]]:
    files: dict[str, list[str]] = {prefix: [] for prefix in words() if prefix != "index-html"}
    for path in (STATIC / "static" / "js").glob("*.js"):
        if (prefix := path.name.split(".")[0]) in files:
            files[prefix].append(f"js/{path.name}")
    return files


def _unknown(prefix: str, names: list[str]) -> list[str]:
    """Words that are not there: it is another version, in which the others may stand for something else."""
    texts = [(STATIC / "static" / name).read_bytes() for name in names]
    return [word for word in words()[prefix] if not any(word.encode() in text for text in texts)]


def check() -> list[str]:
    """Which of Streamlit's scripts stay English because they are not those that were translated."""
    other = [prefix for prefix, names in _files().items() if _unknown(prefix, names)]
    lines = [f"Streamlit: Übersetzung: Englisch bleiben {', '.join(other)}."] if other else []
    return (
        lines
        if INDEX.is_file()
        else [*lines, "Streamlit: Übersetzung: Die ganze Oberfläche bleibt englisch."]
    )


@cache
def translated(name: str) -> bytes:
    return _replace((STATIC / "static" / name).read_bytes(), scripts()[name])


@cache
def index() -> bytes:
    page = _replace(INDEX.read_bytes(), "index-html").replace(f".{ENGLISH}".encode(), f".{GERMAN}".encode())
    page = page.replace(b"</head>", b"<script>" + ACCESS.read_bytes() + b"</script></head>")
    return re.sub(rb"(?s)(<noscript>).*(</noscript>)", rb"\1" + NOSCRIPT.encode() + rb"\2", page)


def _replace(text: bytes, section: str) -> bytes:
    for english, german in words()[section].items():
        text = text.replace(english.encode(), german.encode())
    return text
