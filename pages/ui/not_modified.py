"""What all our addresses answer alike: a refusal in one sentence, and nothing twice."""

from textwrap import wrap
from xml.sax.saxutils import escape

from starlette.responses import PlainTextResponse, Response


def status_of(error: Exception) -> int:
    """What an error of ours is over HTTP: asked wrongly, not there, or not to be had."""
    from core.errors import EingabeError, PdfFehlt

    return 400 if isinstance(error, EingabeError) else 404 if isinstance(error, PdfFehlt) else 503


def refusal(sentence: str, status: int) -> Response:
    return PlainTextResponse(sentence, status, {"X-Content-Type-Options": "nosniff"})


def drawn(refused: Response) -> Response:
    """The same for the place of a picture, where a browser shows no text."""
    lines = wrap(bytes(refused.body).decode(), 52)
    spans = "".join(f'<tspan x="24" dy="28">{escape(line)}</tspan>' for line in lines)
    height = 28 * len(lines) + 44
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="600" height="{height}" viewBox="0 0 600 {height}">'
        '<rect width="100%" height="100%" fill="#ffffff"/>'
        f'<text y="16" font-family="sans-serif" font-size="19" fill="#31333f">{spans}</text></svg>'
    )
    kept = {name: value for name, value in refused.headers.items() if not name.startswith("content-")}
    return Response(svg, refused.status_code, kept, media_type="image/svg+xml")


def unless_known(response: Response, known: str) -> Response:
    """The response, or only its head where the browser already has it (`known`: its If-None-Match)."""
    tags = [tag.strip().removeprefix("W/") for tag in known.split(",")]
    if known.strip() != "*" and response.headers["etag"] not in tags:
        return response
    kept = {name: value for name, value in response.headers.items() if not name.startswith("content-")}
    return Response(status_code=304, headers=kept)
