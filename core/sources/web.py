"""The Internet as the sources see it: we are polite, patient to a bound, and believe no answer unseen."""

import json
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC
from email.utils import parsedate_to_datetime
from types import MappingProxyType
from typing import Any, TypeVar
from urllib.parse import urlencode, urlsplit

from core import clock
from core.context import Context
from core.errors import AddressRefused, SourceRefused, SourceUnreachable, SourceUnrecognised
from core.german import formats
from core.sources.checked_address import Address, parse_address
from core.sources.http_line import Reply, asked
from core.version import VERSION

TRIES = 4
REDIRECTS = 5
SECONDS = 60.0
"""The longest one answer in JSON may take as a whole."""

LARGEST_JSON = 32 << 20
LONGEST_WAIT = 60.0
"""Seconds that are waited when a source asks for it; for longer ones somebody has to come back."""

REFUSALS = {
    401: "verlangt einen gültigen Schlüssel",
    403: "verweigert den Zugriff",
    404: "kennt diese Adresse nicht",
    410: "hat das Dokument entfernt",
}
MOVED = (301, 302, 303, 307, 308)
PACES = MappingProxyType({"www.abgeordnetenwatch.de": 2.0})
COMMENT = str.maketrans("", "", "()\\")
"""What has a meaning within the comment of a User-Agent."""

BUSY = (429, 502, 503, 504)

Query = Mapping[str, str | int | list[str]]
Headers = Mapping[str, str]
Result = TypeVar("Result")


class _Again(Exception):
    """Worth another try; `seconds`: how long the source wants to be left alone."""

    def __init__(self, reason: SourceUnreachable, seconds: float | None = None) -> None:
        super().__init__(str(reason))
        self.reason, self.seconds = reason, seconds


@dataclass
class Web:
    """`agent`: what we call ourselves. `pace`: seconds between two requests to a host; `paces`: to some.

    `private`: hosts on this machine or in its network that may be asked all the same; only tests name some.
    """

    agent: str
    pace: float = 1.0
    paces: Mapping[str, float] = field(default_factory=lambda: PACES)
    private: Collection[str] = ()
    pause: float = 1.0
    """Before the second try; twice as long before each further one."""

    _turns: dict[str, threading.Lock] = field(default_factory=lambda: defaultdict(threading.Lock), repr=False)
    _last: dict[str, float] = field(default_factory=dict, repr=False)

    def ask(
        self,
        url: str,
        use: Callable[[Reply], Result],
        headers: Headers = MappingProxyType({}),
        seconds: float = SECONDS,
    ) -> Result:
        """What `use` makes of the answer, after redirections and as many tries as are worth it."""
        address, pause = parse_address(url), self.pause
        for attempt in range(1, TRIES + 1):
            try:
                return self._followed(address, use, headers, seconds)
            except (_Again, SourceUnreachable) as error:
                wanted = error.seconds if isinstance(error, _Again) else None
                if attempt == TRIES or (wanted or 0) > LONGEST_WAIT:
                    raise (error.reason if isinstance(error, _Again) else error) from None
                time.sleep(pause if wanted is None else wanted)
                pause *= 2
        raise AssertionError("unreachable")

    def json(
        self, url: str, query: Query = MappingProxyType({}), headers: Headers = MappingProxyType({})
    ) -> Any:
        """The answer's JSON. A refusal is told with the source's own reason, if it gives one."""
        asked_for = (
            f"{url}{'&' if urlsplit(url).query else '?'}{urlencode(query, doseq=True)}" if query else url
        )
        return self.ask(asked_for, _as_json, {"Accept": "application/json", **headers})

    def _followed(
        self, address: Address, use: Callable[[Reply], Result], headers: Headers, seconds: float
    ) -> Result:
        for _ in range(REDIRECTS + 1):
            with (
                self._turn(address.host),
                asked(address, {**self._own(), **headers}, seconds, self.private) as reply,
            ):
                if reply.status in BUSY:
                    raise _Again(_busy(reply), _retry_after(reply))
                if reply.status not in MOVED:
                    return use(reply)
                target = _target(reply)
            if target.netloc != address.netloc:
                headers = {name: value for name, value in headers.items() if name != "Authorization"}
            address = target
        raise SourceRefused(f"{address.host} leitet immer weiter um. Bitte eine andere Adresse nennen.")

    def _own(self) -> dict[str, str]:
        return {"User-Agent": self.agent, "Accept-Encoding": "identity", "Connection": "close"}

    @contextmanager
    def _turn(self, host: str) -> Iterator[None]:
        """One at a time for each host, and never sooner than it wants."""
        with self._turns[host]:
            left = self._last.get(host, float("-inf")) + self.paces.get(host, self.pace) - time.monotonic()
            time.sleep(max(0.0, left))
            try:
                yield
            finally:
                self._last[host] = time.monotonic()


def web_of(context: Context) -> Web:
    """With the contact that the operator gave, so that a source can write before it locks us out."""
    contact = context.settings.kontakt
    named = (contact or "no contact given").encode("latin-1", "ignore").decode("latin-1")
    return Web(f"Antragsspiegel/{VERSION} ({named.translate(COMMENT)})")


def told_gone(reply: Reply) -> SourceRefused:
    what = REFUSALS.get(reply.status, "antwortet mit einem Fehler")
    return SourceRefused(f"{reply.address.host} {what} ({reply.status}): {reply.address.url}")


def _as_json(reply: Reply) -> Any:
    data = bytearray()
    for piece in reply.body:
        data += piece
        if len(data) > LARGEST_JSON:
            raise SourceUnrecognised(
                f"{reply.address.host} schickt mehr als {formats.size(LARGEST_JSON)}; so viel war es nie."
            )
    try:
        answer = json.loads(data)
    except (ValueError, RecursionError):
        answer = None
    if reply.status != 200:
        raise _with_reason(told_gone(reply), answer)
    if answer is None:
        raise SourceUnrecognised(
            f"{reply.address.host} antwortet nicht mit JSON, sondern: {bytes(data[:80])!r}. "
            "Vermutlich hat sich die Schnittstelle geändert."
        )
    return answer


def _with_reason(refused: SourceRefused, answer: Any) -> SourceRefused:
    """Where abgeordnetenwatch and DIP put their words: `meta.status_message`, `message`."""
    meta = answer.get("meta") if isinstance(answer, dict) else None
    told = (meta if isinstance(meta, dict) else answer if isinstance(answer, dict) else {}).get(
        "status_message" if isinstance(meta, dict) else "message"
    )
    return SourceRefused(f"{refused}. Dort heißt es: {told[:300]}") if isinstance(told, str) else refused


def _target(reply: Reply) -> Address:
    target = parse_address(reply.headers.get("location", ""), reply.address)
    if (reply.address.scheme, target.scheme) == ("https", "http"):
        raise AddressRefused(
            f"{reply.address.host} leitet auf eine Adresse ohne Verschlüsselung um ({target.url}). "
            "Was von dort käme, könnte jemand unterwegs geändert haben; bitte die Adresse prüfen."
        )
    return target


def _busy(reply: Reply) -> SourceUnreachable:
    return SourceUnreachable(
        f"{reply.address.host} ist überlastet oder will weniger Anfragen ({reply.status}). Bitte später "
        "noch einmal versuchen."
    )


def _retry_after(reply: Reply) -> float | None:
    """In seconds or as a day; None where nothing of use is told."""
    told = reply.headers.get("retry-after", "").strip()
    if told.isascii() and told.isdigit() and len(told) < 9:
        return float(told)
    try:
        moment = parsedate_to_datetime(told)
    except (ValueError, TypeError):
        return None
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (aware - clock.now()).total_seconds())
