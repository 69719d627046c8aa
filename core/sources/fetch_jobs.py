"""Looking for programmes and fetching them in the background: begun by anybody, seen by everybody."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from core.background import Jobs, WorkState
from core.context import Context
from core.sources.programme_fetch import Fetched, FetchOutcome, fetch_programm
from core.sources.programme_offers import Offers, PdfOffer, abgeordnetenwatch, find_offers


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchState(WorkState):
    """What was found for a Land, and what has come of what was chosen.

    `sucht`: it is still being looked for. `name`: what is coming just now.
    """

    land: str = ""
    sucht: bool = False
    gefunden: tuple[PdfOffer, ...] = ()
    angebote: Offers = field(default_factory=Offers)
    geholt: tuple[Fetched, ...] = ()
    name: str = ""


class FetchJobs:
    """One thing after the other. `read_in` is told each Programm that has come, as soon as it is there."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._jobs = Jobs("Holen", workers=1)
        self._state = FetchState()

    def stand(self) -> FetchState:
        return self._state

    def search(self, land: str) -> None:
        """What could be fetched for that Land; what was found before is forgotten."""
        with self._jobs.lock:
            if self._state.laeuft:
                return
            self._state = FetchState(land=land, sucht=True)
            self._jobs.start(f"Suche {land}", lambda: self._search(land), self._failed)

    def fetch(
        self,
        offers: Sequence[PdfOffer],
        read_in: Callable[[Sequence[str]], None],
        confirmed: bool = False,
    ) -> None:
        with self._jobs.lock:
            if self._state.laeuft or not offers:
                return
            others = tuple(one for one in self._state.geholt if one.offer not in offers)
            self._put(laeuft=True, fertig=0, von=len(offers), geholt=others, fehler=())
            self._jobs.start("Holen", lambda: self._fetch(offers, read_in, confirmed), self._failed)

    def _search(self, land: str) -> None:
        offers = find_offers(self._context, abgeordnetenwatch(self._context), land)
        self._put(angebote=offers, gefunden=offers.found, sucht=False)

    def _fetch(
        self, offers: Sequence[PdfOffer], read_in: Callable[[Sequence[str]], None], confirmed: bool
    ) -> None:
        web = abgeordnetenwatch(self._context).web
        for offer in offers:
            self._put(name=offer.programm.name)
            fetched = fetch_programm(self._context, web, offer, confirmed)
            if fetched.ausgang.is_there:
                read_in([fetched.programm.id])
            self._put(geholt=(*self._state.geholt, fetched), fertig=self._state.fertig + 1)
        done = [one.offer for one in self._state.geholt if one.ausgang is not FetchOutcome.FAILED]
        left = tuple(one for one in self._state.gefunden if one not in done)
        self._put(laeuft=False, gefunden=left)

    def _failed(self, reason: str) -> None:
        self._put(laeuft=False, sucht=False, fehler=(reason,))

    def _put(self, **changes: object) -> None:
        with self._jobs.lock:
            self._state = replace(self._state, **changes)  # type: ignore[arg-type]

    def close(self) -> None:
        self._jobs.close(self._jobs.cancel)
