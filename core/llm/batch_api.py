"""Batches of a provider: requests that are posted together, answered within a day, billed at half the price.

LiteLLM makes each request and reads each answer as if it were asked by itself: what it would send is taken
off our line before it leaves, and what came in a batch is played to it over the same line. The batches
themselves it posts past that line (OpenAI's), or not at all (Anthropic's, in LiteLLM 1.106): here they go
over it, with its deadlines, its largest answer, and no redirect.
"""

import json
import logging
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import httpx

from core.base import clock
from core.base.errors import ModellFehler
from core.base.key_masker import mask
from core.llm.anfrage import Anfrage, Message, Versuch
from core.llm.antwort import LARGEST, ParteiAntwort
from core.llm.catalogue import WITH_BATCHES, Mode, Modell, catalogue_of
from core.llm.client import MOST_TOKENS, first_request, versuch_of
from core.llm.failures import LONGEST_DETAIL, ErrorFinding, diagnose
from core.llm.line import AntwortTooLong, answered_by, client, deadline
from core.llm.litellm_access import BATCH_SHARE, complete, cost_in_batch, most_cost_of
from core.programme.context import Context

LOG = logging.getLogger(__name__)

Read = TypeVar("Read")

MOST_REQUESTS = 2_000
"""In one batch; OpenAI takes 50,000 and Anthropic 100,000."""

MOST_BYTES = 50_000_000
"""OpenAI takes 200 million, Anthropic 256."""

PATIENCE = 120.0
LONGEST = 600.0
"""Seconds for what is long: to send a batch, to read its answers."""

LARGEST_RESULTS = 1_000_000_000
LONGEST_LINE = 10 * LARGEST
"""Bytes; an answer that is too long is still told as one."""

PAGE = 100
MOST_PAGES = 100
SKEW = timedelta(hours=1)
"""A batch may be told as posted earlier than by our clock."""

NAME = "antragsspiegel"
"""Under which a batch of OpenAI's bears our name for it."""

ID = re.compile(r"[A-Za-z0-9_-]{1,200}")
"""Ids become a part of addresses."""

KEPT_HEADERS = ("authorization", "openai-organization", "openai-project", "x-api-key", "anthropic-version",
                "anthropic-beta")  # fmt: skip

STATUS_OF = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "api_error": 500,
    "overloaded_error": 529,
}
"""HTTP's for what Anthropic says of a request, which it tells without one in a batch."""


class BatchUncertain(ModellFehler):
    """Nobody knows whether a batch was posted."""


@dataclass(frozen=True, slots=True)
class BatchRequest:
    """`id`: with which its answer comes back. `begun`: as it is booked; `most`: in US dollars, at most."""

    id: str
    begun: Versuch
    most: float | None
    body: Mapping[str, object]
    size: int


@dataclass(frozen=True, slots=True)
class Progress:
    """`reason`: why it ended without an answer to each request. `places`: where its answers are, and of a
    batch that answered all it must be so many."""

    is_ended: bool
    done: int
    reason: str = ""
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """Of one request: HTTP's status and body, or why there is none."""

    id: str
    status: int | None = None
    body: object = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """`is_certain`: where there is none, that there is none; else one that still runs may be it."""

    id: str = ""
    is_certain: bool = True


def prepare(context: Context, id: str, anfrage: Anfrage) -> BatchRequest:
    """What `ask` would send first; what makes that impossible is raised."""
    modell, modus, messages = first_request(context, anfrage)
    bounded = replace(anfrage, max_tokens=anfrage.max_tokens or MOST_TOKENS)
    content = _taken(context, bounded, modell, messages, modus).content
    most = most_cost_of(context, bounded, modell, messages, modus)
    begun = Versuch(modell.id, modus, 1, 0.0, kosten=None)
    return BatchRequest(id, begun, most and BATCH_SHARE * most, json.loads(content), len(content))


def is_full(requests: Sequence[BatchRequest]) -> bool:
    """Has a batch of these room for no more?"""
    return len(requests) >= MOST_REQUESTS or sum(one.size for one in requests) >= MOST_BYTES


def read_result(context: Context, begun: Versuch, result: Result) -> Versuch:
    """What came of the request, as if it had been sent by itself, at the price of a batch."""
    modell, modus = catalogue_of(context).find(begun.modell), Mode(begun.modus)
    if result.status is None:
        return replace(begun, grund=result.reason, kosten=0.0)
    body = json.dumps(result.body).encode()
    # Whether a schema was sent tells LiteLLM how Claude's answer is packed; which one is nothing to it.
    anfrage = Anfrage(modell.id, schema=None if modus is Mode.TEXT else ParteiAntwort, max_tokens=MOST_TOKENS)
    with answered_by(lambda request: _played(result.status or 0, body)):
        came = complete(context, anfrage, modell, [{"role": "user", "content": "?"}], modus)
    return versuch_of(modell, modus, 1, 0.0, replace(came, kosten=cost_in_batch(context, modell, came)))


def _played(status: int, body: bytes) -> httpx.Response:
    return httpx.Response(status, headers={"content-type": "application/json"}, stream=httpx.ByteStream(body))


def _taken(
    context: Context, anfrage: Anfrage, modell: Modell, messages: Sequence[Message], modus: Mode
) -> httpx.Request:
    """The request that LiteLLM would send."""
    taken: list[httpx.Request] = []

    def keep(request: httpx.Request) -> httpx.Response:
        request.read()
        taken.append(request)
        return _played(400, b"{}")

    with answered_by(keep):
        came = complete(context, anfrage, modell, messages, modus)
    if taken:
        return taken[0]
    raise came.fehler if isinstance(came, ErrorFinding) else ModellFehler(_without_batches(modell))


def _without_batches(modell: Modell) -> str:
    return (
        f"Für „{modell.id}“ gibt es keine Sammelanfragen. Lassen Sie --sammel weg, oder wählen Sie ein "
        "Modell mit „sammel = true“ in modelle.toml."
    )


def batches_of(context: Context, id: str) -> "Batches":
    """The door to the batches of this model's provider."""
    modell = catalogue_of(context).find(id)
    if modell.praefix not in WITH_BATCHES:
        raise ModellFehler(_without_batches(modell))
    probe = Anfrage(modell.id, [{"role": "user", "content": "?"}], ParteiAntwort, max_tokens=MOST_TOKENS)
    _, modus, messages = first_request(context, probe)
    request = _taken(context, probe, modell, messages, modus)
    kind: type[Batches] = OpenaiBatches if modell.praefix == "openai" else AnthropicBatches
    headers = {name: request.headers[name] for name in KEPT_HEADERS if name in request.headers}
    return kind(modell, str(request.url).removesuffix(kind.single), headers)


@dataclass(frozen=True, slots=True)
class Batches(ABC):
    """`root`: the address before what is named here."""

    modell: Modell
    root: str
    headers: Mapping[str, str] = field(repr=False)

    single = ""
    """Where a request goes that is asked by itself."""

    @abstractmethod
    def post(self, name: str, requests: Sequence[BatchRequest], before: Callable[[], None]) -> str:
        """Its id at the provider. `before` is called right before what may be billed leaves.

        A BatchUncertain where nobody knows whether it did; any other error: it did not.
        """

    @abstractmethod
    def find(self, name: str, since: datetime, requests: Collection[str], others: Collection[str]) -> Found:
        """Was a batch of these requests posted, although we have not heard so? `others` are none of it."""

    @abstractmethod
    def look(self, id: str) -> Progress: ...

    @abstractmethod
    def _result(self, line: Mapping[str, Any]) -> Result: ...

    def results(self, places: Sequence[str]) -> list[Result]:
        """The answers in any order; of a line that is none nothing."""
        return [result for place in places for line in self._lines(place) if (result := self._read(line))]

    def _read(self, line: bytes) -> Result | None:
        try:
            return self._result(json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as reason:
            LOG.warning("Eine Zeile der Antworten ist nicht zu lesen (%s).", type(reason).__name__)
            return None

    def _asked(self, method: str, path: str, seconds: float = PATIENCE, **sent: Any) -> dict[str, Any]:
        def read(response: httpx.Response) -> dict[str, Any]:
            response.read()
            return dict(response.raise_for_status().json())

        return self._over_line(method, path, read, seconds, LARGEST, **sent)

    def _lines(self, path: str) -> list[bytes]:
        """Split where JSONL is: `iter_lines` would split within texts, too."""

        def read(response: httpx.Response) -> list[bytes]:
            if response.is_error:
                response.read()
            response.raise_for_status()
            return list(_split(response.iter_bytes()))

        return self._over_line("GET", path, read, LONGEST, LARGEST_RESULTS)

    def _over_line(
        self,
        method: str,
        path: str,
        read: Callable[[httpx.Response], Read],
        seconds: float,
        largest: int,
        **sent: Any,
    ) -> Read:
        """What goes wrong is told in German, and without the key: an error of httpx has the request in it."""
        address = self.root + path
        try:
            with (
                deadline(seconds, largest) as heard,
                client().stream(method, address, headers=self.headers, timeout=seconds, **sent) as response,
            ):
                return read(response)
        except Exception as reason:
            found = diagnose(reason, self.modell, self.root, seconds, heard)
        if found.status == 404:
            raise ModellFehler(
                f"Unter {self.root} gibt es keine Sammelanfragen, oder nicht mehr diese (404). Prüfen Sie "
                "Adresse und Schlüssel, oder fragen Sie ohne --sammel."
            )
        if found.kosten is None or (found.status or 0) >= 500:
            raise BatchUncertain(str(found.fehler))
        raise found.fehler

    def _id(self, told: object) -> str:
        if isinstance(told, str) and ID.fullmatch(told):
            return told
        raise BatchUncertain(f"„{self.modell.id}“ nennt für die Sammelanfrage keine brauchbare Kennung.")

    def _listed(self, path: str, after: str, since: datetime) -> Iterator[Mapping[str, Any]]:
        """The latest first, back to that moment."""
        params: dict[str, str] = {"limit": str(PAGE)}
        for _ in range(MOST_PAGES):
            page = self._asked("GET", path, params=params)
            batches = [one for one in page.get("data") or () if isinstance(one, dict)]
            for one in batches:
                if _moment(one.get("created_at")) < since - SKEW:
                    return
                yield one
            if not (batches and page.get("has_more")):
                return
            params[after] = self._id(batches[-1].get("id"))


def _split(parts: Iterator[bytes]) -> Iterator[bytes]:
    rest = b""
    for part in parts:
        *lines, rest = (rest + part).split(b"\n")
        yield from (line for line in lines if line.strip())
        if len(rest) > LONGEST_LINE:
            raise AntwortTooLong(f"a line of more than {LONGEST_LINE} bytes")
    if rest.strip():
        yield rest


def _moment(told: object) -> datetime:
    """OpenAI tells seconds, Anthropic writes it out; what tells nothing may be of just now."""
    try:
        if isinstance(told, int | float):
            return datetime.fromtimestamp(told, UTC)
        return datetime.fromisoformat(str(told)).astimezone()
    except (ValueError, OverflowError, OSError):
        return clock.now()


class OpenaiBatches(Batches):
    """A file of requests, a batch of that file, and up to two files of answers."""

    __slots__ = ()
    single = "/chat/completions"

    def post(self, name: str, requests: Sequence[BatchRequest], before: Callable[[], None]) -> str:
        target = {"method": "POST", "url": f"/v1{self.single}"}
        lines = (json.dumps({"custom_id": one.id, **target, "body": one.body}) for one in requests)
        content = "\n".join(lines).encode()
        file = (f"{NAME}-{name}.jsonl", content, "application/jsonl")
        try:
            sent = self._asked("POST", "/files", LONGEST, data={"purpose": "batch"}, files={"file": file})
        except BatchUncertain as reason:  # a file alone is not billed
            raise ModellFehler(str(reason)) from None
        wanted = {
            "input_file_id": self._id(sent.get("id")),
            "endpoint": f"/v1{self.single}",
            "completion_window": "24h",
            "metadata": {NAME: name},
        }
        before()
        return self._id(self._asked("POST", "/batches", json=wanted).get("id"))

    def find(self, name: str, since: datetime, requests: Collection[str], others: Collection[str]) -> Found:
        for one in self._listed("/batches", "after", since):
            if (one.get("metadata") or {}).get(NAME) == name:
                return Found(self._id(one.get("id")))
        return Found()

    def look(self, id: str) -> Progress:
        batch = self._asked("GET", f"/batches/{id}")
        status, counts = str(batch.get("status")), _counts(batch)
        done = counts.get("completed", 0) + counts.get("failed", 0)
        files = filter(None, (batch.get("output_file_id"), batch.get("error_file_id")))
        places = tuple(f"/files/{self._id(file)}/content" for file in files)
        if status == "completed":
            return Progress(True, done, places=places)
        if status not in ("failed", "expired", "cancelled"):
            return Progress(False, done)
        told = _first_fault(batch.get("errors"))
        return Progress(True, done, _unanswered(status + told), places)

    def _result(self, line: Mapping[str, Any]) -> Result:
        id, response = str(line["custom_id"]), line.get("response")
        if response:
            return Result(id, int(response["status_code"]), response["body"])
        return Result(id, reason=_unanswered(str((line.get("error") or {}).get("code"))))


class AnthropicBatches(Batches):
    """One request has all others in it, one file all answers. A batch bears no name: it is known by those of
    its requests, which its answers alone tell."""

    __slots__ = ()
    single = ""

    def post(self, name: str, requests: Sequence[BatchRequest], before: Callable[[], None]) -> str:
        told = [{"custom_id": one.id, "params": one.body} for one in requests]
        before()
        return self._id(self._asked("POST", "/batches", LONGEST, json={"requests": told}).get("id"))

    def find(self, name: str, since: datetime, requests: Collection[str], others: Collection[str]) -> Found:
        is_certain = True
        for one in self._listed("/batches", "after_id", since):
            id, counts = self._id(one.get("id")), _counts(one)
            if id in others or sum(counts.values()) != len(requests):
                continue
            if one.get("processing_status") != "ended":
                is_certain = False
            elif any(result.id in requests for result in self.results([_results_of(id)])[:1]):
                return Found(id)
        return Found(is_certain=is_certain)

    def look(self, id: str) -> Progress:
        batch = self._asked("GET", f"/batches/{id}")
        counts = _counts(batch)
        done = sum(counts.values()) - counts.get("processing", 0)
        is_ended = batch.get("processing_status") == "ended"
        return Progress(is_ended, done, places=(_results_of(id),) if is_ended else ())

    def _result(self, line: Mapping[str, Any]) -> Result:
        id, result = str(line["custom_id"]), line["result"]
        if result["type"] == "succeeded":
            return Result(id, 200, result["message"])
        if result["type"] == "errored":
            error = result["error"]
            kind = str((error.get("error") or error).get("type"))
            return Result(id, STATUS_OF.get(kind, 400), error)
        return Result(id, reason=_unanswered(str(result["type"])))


def _counts(batch: Mapping[str, Any]) -> dict[str, int]:
    """Of its requests by what became of them; what is no number is told of none."""
    told = batch.get("request_counts")
    return {name: n for name, n in told.items() if isinstance(n, int)} if isinstance(told, dict) else {}


def _first_fault(errors: object) -> str:
    listed = errors.get("data") if isinstance(errors, dict) else None
    first = listed[0] if isinstance(listed, list) and listed else None
    message = first.get("message") if isinstance(first, dict) else None
    return f": {message}" if message else ""


def _results_of(id: str) -> str:
    return f"/batches/{id}/results"


def _unanswered(why: str) -> str:
    told = str(mask(" ".join(why.split())))[:LONGEST_DETAIL]
    return f"Der Anbieter hat diese Frage in der Sammelanfrage nicht beantwortet ({told})."
