"""Checks that go on in the background, whatever becomes of the page that began them; one per Lauf at once."""

import logging
import threading
from dataclasses import dataclass, replace

from core.context import Context
from core.errors import DashboardError
from core.support.check import check_support

FEHLER = (
    "Beim Prüfen ist ein Fehler im Programm aufgetreten; die Einzelheiten stehen im Protokoll des Servers."
)

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Tragstand:
    """How far the check of a Lauf is, in quotes. `fehler` says why it ended before it was done."""

    laeuft: bool = False
    fertig: int = 0
    von: int = 0
    fehler: str = ""
    abgebrochen: bool = False


class Tragwerk:
    """Whoever asks for a check of a Lauf that is being checked sees the one that goes on."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._change = threading.Lock()
        self._staende: dict[str, Tragstand] = {}
        self._cancels: dict[str, threading.Event] = {}

    def start(self, lauf_id: str, model: str | None = None, limit: float | None = None) -> None:
        """Goes on by itself."""
        with self._change:
            if lauf_id in self._cancels:
                return
            self._staende[lauf_id] = Tragstand(laeuft=True)
            self._cancels[lauf_id] = threading.Event()
        args = (lauf_id, model, limit)
        # A daemon: what is answered is stored at once, so the server can be stopped at any moment.
        threading.Thread(target=self._work, args=args, name=f"traegt-{lauf_id}", daemon=True).start()

    def stand(self, lauf_id: str) -> Tragstand | None:
        """None where nobody asked for a check since the server was started."""
        with self._change:
            return self._staende.get(lauf_id)

    def cancel(self, lauf_id: str) -> None:
        """What is answered stays; what is on its way is waited for."""
        with self._change:
            if abbruch := self._cancels.get(lauf_id):
                abbruch.set()

    def _work(self, lauf_id: str, model: str | None, limit: float | None) -> None:
        abbruch = self._cancels[lauf_id]
        try:
            check_support(
                lauf_id, model, self._context, limit,
                on_progress=lambda done, of: self._put(lauf_id, fertig=done, von=of),
                abbruch=abbruch,
            )  # fmt: skip
        except DashboardError as error:
            self._put(lauf_id, fehler=str(error))
        except Exception:  # nobody waits for this thread: what is not told here is told nowhere
            LOG.exception("Die Prüfung von Lauf %s ist an einem Fehler im Programm gescheitert.", lauf_id)
            self._put(lauf_id, fehler=FEHLER)
        finally:
            with self._change:
                del self._cancels[lauf_id]
            self._put(lauf_id, laeuft=False, abgebrochen=abbruch.is_set())

    def _put(self, lauf_id: str, **news: object) -> None:
        with self._change:
            self._staende[lauf_id] = replace(self._staende[lauf_id], **news)  # type: ignore[arg-type]
