"""Only so many visitors are drawn for at once; some more wait, the rest are asked to come back."""

from collections.abc import Callable

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from starlette.responses import Response

from core.errors import Ausgelastet
from pages.ui.not_modified import refusal

AT_ONCE = 8
WAITING = 64
"""Twice as many as thirty who ask at once; each waits in no thread of its own."""

BUSY = "Gerade sehen sich zu viele zugleich Seiten an. Bitte in einigen Sekunden noch einmal versuchen."


class Rush:
    """Of one event loop. The threads are its own: pages and files are served by others meanwhile."""

    def __init__(self, at_once: int = AT_ONCE, waiting: int = WAITING) -> None:
        self._limiter = CapacityLimiter(at_once)
        self._most = at_once + waiting
        self._inside = 0

    async def run(self, answer: Callable[..., Response], *arguments: object) -> Response:
        if self._inside >= self._most:
            return busy(BUSY)
        self._inside += 1
        try:
            return await run_sync(answer, *arguments, limiter=self._limiter)
        except Ausgelastet as error:
            return busy(str(error))
        finally:
            self._inside -= 1


def busy(sentence: str) -> Response:
    response = refusal(sentence, 503)
    response.headers["Retry-After"] = "5"
    return response
