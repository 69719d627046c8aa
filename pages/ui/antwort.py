"""What all our addresses answer alike: a refusal in one sentence, and nothing twice."""

from starlette.responses import PlainTextResponse, Response


def refusal(sentence: str, status: int) -> Response:
    return PlainTextResponse(sentence, status, {"X-Content-Type-Options": "nosniff"})


def unless_known(response: Response, known: str) -> Response:
    """The response, or only its head where the browser already has it (`known`: its If-None-Match)."""
    tags = [tag.strip().removeprefix("W/") for tag in known.split(",")]
    if known.strip() != "*" and response.headers["etag"] not in tags:
        return response
    kept = {name: value for name, value in response.headers.items() if not name.startswith("content-")}
    return Response(status_code=304, headers=kept)
