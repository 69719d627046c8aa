"""Checks that go on in the background, whatever becomes of the page that began them; one per Lauf at once."""

import threading
from dataclasses import dataclass, replace
from functools import partial

from core.background import Jobs, WorkState
from core.context import Context
from core.support.check import check_support


@dataclass(frozen=True, slots=True, kw_only=True)
class TraegtState(WorkState):
    """How far the check of a Lauf is, in quotes. `fehler` says why it ended before it was done."""

    abgebrochen: bool = False


class TraegtJobs:
    """Whoever asks for a check of a Lauf that is being checked sees the one that goes on."""

    def __init__(self, context: Context) -> None:
        self._context = context
        # Daemons: what is answered is stored at once, so the server can be stopped at any moment.
        self._jobs = Jobs("Prüfen der Zitate")
        self._states: dict[str, TraegtState] = {}

    def start(self, lauf_id: str, model: str | None = None, limit: float | None = None) -> None:
        """Goes on by itself."""
        with self._jobs.lock:
            if (stand := self.stand(lauf_id)) and stand.laeuft:
                return
            self._states[lauf_id] = TraegtState(laeuft=True)
            abbruch = threading.Event()
            work = partial(self._work, lauf_id, model, limit, abbruch)
            self._jobs.start(lauf_id, work, partial(self._failed, lauf_id), [abbruch])

    def stand(self, lauf_id: str) -> TraegtState | None:
        """None where nobody asked for a check since the server was started."""
        return self._states.get(lauf_id)

    def cancel(self, lauf_id: str) -> None:
        """What is answered stays; what is on its way is waited for."""
        self._jobs.cancel(lauf_id)

    def _work(self, lauf_id: str, model: str | None, limit: float | None, abbruch: threading.Event) -> None:
        def tell(done: int, of: int) -> None:
            self._states[lauf_id] = replace(self._states[lauf_id], fertig=done, von=of)

        check_support(lauf_id, model, self._context, limit, on_progress=tell, abbruch=abbruch)
        ended = replace(self._states[lauf_id], laeuft=False, abgebrochen=abbruch.is_set())
        self._states[lauf_id] = ended

    def _failed(self, lauf_id: str, grund: str) -> None:
        self._states[lauf_id] = replace(self._states[lauf_id], laeuft=False, fehler=(grund,))
