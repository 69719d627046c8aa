"""A provider on loopback that takes batches by both protocols, over real HTTP, and bills what it answers.

    with sammelserver(Zitierer()) as server:
        ...  # OPENAI_API_BASE=server.url, ANTHROPIC_API_BASE=server.url; what it billed is in server.bills

The same script answers what is asked by itself, at the whole price. As their documentation says: a batch ends
when all of it was answered, or failed; answers come in another order than questions.
"""

import json
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import HTTP
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from core.base import clock
from tests.llm.modellserver import Reply, Request

CUSTOM_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")
KEYS = ("sk-geheim-4711-abcdef", "sk-probe-12345678")


@dataclass(frozen=True)
class Bill:
    """`share`: of the price; a batch costs half."""

    custom_id: str
    model: str
    tokens_ein: int
    tokens_aus: int
    share: float


@dataclass
class Batch:
    """`raw`: sent in place of the lines."""

    id: str
    kind: str
    requests: list[dict[str, Any]]
    created: datetime
    metadata: Mapping[str, str] = field(default_factory=dict)
    fault: str = ""
    lines: list[str] | None = None
    raw: str = ""

    @property
    def is_ended(self) -> bool:
        return self.lines is not None


class Sammelserver(ThreadingHTTPServer):
    """`takes`: seconds until a batch is answered; None: as long as `finish` is not called. `outcome`: by the
    number of a request among all that came in batches: „“, „expired“ or an error of the protocol's.

    `on_event` hears of „file“, „batch“, „list“, „look“, „results“ before the reply to them leaves, when what
    was asked for is done; `lose` are those whose reply never leaves.
    """

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, script: Callable[[Request], Reply], takes: float | None = 0.0) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script, self.takes = script, takes
        self.outcome: Callable[[int], str] = lambda number: ""
        self.on_event: Callable[[str], None] = lambda event: None
        self.after_event: Callable[[str], None] = lambda event: None
        self.lose: set[str] = set()
        self.refuse: dict[str, tuple[int, str]] = {}
        self.fault = ""
        self.page = 2
        self.files: dict[str, tuple[str, bytes]] = {}
        self.batches: dict[str, Batch] = {}
        self.bills: list[Bill] = []
        self.events: list[str] = []
        self.direct: list[Request] = []
        self.asked = 0
        self.lock = threading.RLock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    @property
    def billed(self) -> Counter[str]:
        return Counter(bill.custom_id for bill in self.bills)

    def add(self, kind: str, requests: list[dict[str, Any]], metadata: Mapping[str, str]) -> Batch:
        with self.lock:
            number = len(self.batches) + 1
            name = f"batch_{number}" if kind == "openai" else f"msgbatch_{number}"
            batch = self.batches[name] = Batch(name, kind, requests, clock.now(), metadata, self.fault)
            return batch

    def finish(self) -> None:
        """All batches are answered now."""
        self.takes = 0.0

    def grown(self, batch: Batch) -> Batch:
        """As it is now: answered and billed, where its time has come."""
        with self.lock:
            is_due = self.takes is not None and clock.now() >= batch.created + timedelta(seconds=self.takes)
            if is_due and not batch.is_ended:
                # Not in the order of questions.
                lines = [] if batch.fault else [self.answered(batch, one) for one in batch.requests]
                batch.lines = lines[::-1]
            return batch

    def answered(self, batch: Batch, request: dict[str, Any]) -> str:
        id = request["custom_id"]
        self.asked += 1
        outcome = self.outcome(self.asked - 1)
        body = request["body"] if batch.kind == "openai" else request["params"]
        if batch.kind == "openai":
            if outcome == "expired":
                return json.dumps({"custom_id": id, "response": None, "error": {"code": "batch_expired"}})
            status = 400 if outcome else 200
            told = {"error": {"message": outcome}} if outcome else self.openai_answer(id, body, 0.5)
            return json.dumps(
                {"custom_id": id, "response": {"status_code": status, "body": told}, "error": None}
            )
        if outcome == "expired":
            return json.dumps({"custom_id": id, "result": {"type": "expired"}})
        if outcome:
            error = {"type": "error", "error": {"type": "invalid_request_error", "message": outcome}}
            return json.dumps({"custom_id": id, "result": {"type": "errored", "error": error}})
        message = self.anthropic_answer(id, body, 0.5)
        return json.dumps({"custom_id": id, "result": {"type": "succeeded", "message": message}})

    def bill(self, id: str, model: str, share: float) -> Bill:
        """Each request has a number of tokens of its own."""
        with self.lock:
            bill = Bill(id, model, 1000 + len(self.bills), 20, share)
            self.bills.append(bill)
            return bill

    def openai_answer(self, id: str, body: dict[str, Any], share: float) -> dict[str, Any]:
        reply, bill = self.script(Request("", {}, body)), self.bill(id, body["model"], share)
        message = {"role": "assistant", "content": reply.text}
        return {
            "id": "x",
            "object": "chat.completion",
            "created": 1_790_000_000,
            "model": body["model"],
            "choices": [{"index": 0, "message": message, "finish_reason": reply.finish_reason}],
            "usage": {
                "prompt_tokens": bill.tokens_ein,
                "completion_tokens": bill.tokens_aus,
                "total_tokens": bill.tokens_ein + bill.tokens_aus,
            },
        }

    def anthropic_answer(self, id: str, body: dict[str, Any], share: float) -> dict[str, Any]:
        messages = [
            {"role": one["role"], "content": "".join(part["text"] for part in one["content"])}
            for one in body["messages"]
        ]
        same = {**body, "messages": messages, "response_format": body.get("output_format")}
        reply, bill = self.script(Request("", {}, same)), self.bill(id, body["model"], share)
        return {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": body["model"],
            "content": [{"type": "text", "text": reply.text}],
            "stop_reason": "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": bill.tokens_ein, "output_tokens": bill.tokens_aus},
        }

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no news."""


class Refused(Exception):
    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class Handler(BaseHTTPRequestHandler):
    server: Sammelserver
    protocol_version = "HTTP/1.0"

    def do_GET(self) -> None:
        self.served(b"")

    def do_POST(self) -> None:
        self.served(self.rfile.read(int(self.headers.get("Content-Length", 0))))

    def served(self, content: bytes) -> None:
        url = urlsplit(self.path)
        event, status = "", 200
        try:
            if not any(key in str(self.headers) for key in KEYS):
                raise Refused(401, "invalid api key")
            event, body = self.routed(url.path, parse_qs(url.query), content)
            if event in self.server.refuse:
                raise Refused(*self.server.refuse[event])
        except Refused as reason:
            status, body = reason.status, {"error": {"type": "error", "message": str(reason)}}
        self.server.events.append(event)
        self.server.on_event(event)
        if event in self.server.lose:
            self.connection.close()
            return
        sent = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent)
        self.wfile.flush()
        self.server.after_event(event)

    def routed(self, path: str, query: Mapping[str, list[str]], content: bytes) -> tuple[str, Any]:
        """Both protocols' paths, Anthropic's below /v1/messages."""
        kind = "anthropic" if path.startswith("/v1/messages") else "openai"
        parts = path.removeprefix("/v1/messages").strip("/").split("/")
        return self.got(kind, parts, query) if self.command == "GET" else self.posted(kind, parts, content)

    def got(self, kind: str, parts: list[str], query: Mapping[str, list[str]]) -> tuple[str, Any]:
        state = self.openai_state if kind == "openai" else self.anthropic_state
        match parts:
            case ["batches"]:
                return "list", self.listed(kind, query.get("after" if kind == "openai" else "after_id"))
            case ["batches", id]:
                return "look", state(self.known(id))
            case ["files", id, "content"]:
                return "results", self.openai_lines(id)
            case ["batches", id, "results"]:
                batch = self.known(id)
                return "results", batch.raw or "\n".join(batch.lines or ()) + "\n"
        raise Refused(404, "not found")

    def posted(self, kind: str, parts: list[str], content: bytes) -> tuple[str, Any]:
        if parts == ["files"]:
            return "file", self.take_file(content)
        body = json.loads(content)
        if parts == ["batches"]:
            if "batch" in self.server.refuse:
                raise Refused(*self.server.refuse["batch"])
            return "batch", self.take_openai(body) if kind == "openai" else self.take_anthropic(body)
        if parts not in (["chat", "completions"], [""]):
            raise Refused(404, "not found")
        self.server.direct.append(Request(self.path, {}, body))
        answer = self.server.openai_answer if kind == "openai" else self.server.anthropic_answer
        return "direct", answer("", body, 1.0)

    def known(self, id: str) -> Batch:
        if id not in self.server.batches:
            raise Refused(404, f"No batch {id}")
        return self.server.grown(self.server.batches[id])

    # --- OpenAI's: https://platform.openai.com/docs/guides/batch ------------------------------------------

    def take_file(self, content: bytes) -> dict[str, Any]:
        head = f"Content-Type: {self.headers['Content-Type']}\r\n\r\n".encode()
        message = BytesParser(_class=EmailMessage, policy=HTTP).parsebytes(head + content)
        parts = {part.get_param("name", header="content-disposition"): part for part in message.iter_parts()}
        if str(parts["purpose"].get_payload()).strip() != "batch":
            raise Refused(400, "purpose")
        data, name = parts["file"].get_payload(decode=True), parts["file"].get_filename()
        assert isinstance(data, bytes) and name
        with self.server.lock:
            id = f"file-{len(self.server.files) + 1}"
            self.server.files[id] = (name, data)
        return {"id": id, "object": "file", "purpose": "batch", "filename": name, "bytes": len(data)}

    def take_openai(self, wanted: dict[str, Any]) -> dict[str, Any]:
        lines = self.server.files[wanted["input_file_id"]][1].decode().splitlines()
        requests = [json.loads(line) for line in lines]
        names = {one["custom_id"] for one in requests}
        if (wanted["endpoint"], wanted["completion_window"]) != ("/v1/chat/completions", "24h"):
            raise Refused(400, "endpoint")
        if len(names) != len(requests) or any(one["url"] != wanted["endpoint"] for one in requests):
            raise Refused(400, "requests")
        return self.openai_state(self.server.add("openai", requests, wanted.get("metadata") or {}))

    def openai_state(self, batch: Batch) -> dict[str, Any]:
        status = "failed" if batch.fault else "completed"
        failed = [line for line in batch.lines or () if json.loads(line)["error"]]
        done = [line for line in batch.lines or () if not json.loads(line)["error"]]
        if failed:
            status = "expired"
        return {
            "id": batch.id,
            "object": "batch",
            "endpoint": "/v1/chat/completions",
            "status": status if batch.is_ended else "in_progress",
            "created_at": int(batch.created.timestamp()),
            "metadata": dict(batch.metadata),
            "request_counts": {"total": len(batch.requests), "completed": len(done), "failed": len(failed)},
            "output_file_id": f"{batch.id}-out" if done else None,
            "error_file_id": f"{batch.id}-err" if failed else None,
            "errors": {"data": [{"code": "x", "message": batch.fault}]} if batch.fault else None,
        }

    def openai_lines(self, id: str) -> str:
        name, _, kind = id.rpartition("-")
        lines = self.known(name).lines or ()
        if raw := self.known(name).raw:
            return raw
        return "".join(f"{line}\n" for line in lines if bool(json.loads(line)["error"]) == (kind == "err"))

    # --- Anthropic's: https://docs.anthropic.com/en/api/creating-message-batches --------------------------

    def take_anthropic(self, wanted: dict[str, Any]) -> dict[str, Any]:
        requests = wanted["requests"]
        names = {one["custom_id"] for one in requests}
        is_whole = all(
            CUSTOM_ID.fullmatch(one["custom_id"])
            and {"model", "max_tokens", "messages"} <= set(one["params"])
            for one in requests
        )
        if len(names) != len(requests) or not is_whole or not self.headers["anthropic-version"]:
            raise Refused(400, "requests")
        if any("output_format" in one["params"] for one in requests) and not self.headers["anthropic-beta"]:
            raise Refused(400, "output_format: Extra inputs are not permitted")
        return self.anthropic_state(self.server.add("anthropic", requests, {}))

    def anthropic_state(self, batch: Batch) -> dict[str, Any]:
        counts = Counter(json.loads(line)["result"]["type"] for line in batch.lines or ())
        waiting = 0 if batch.is_ended else len(batch.requests)
        names = ("succeeded", "errored", "canceled", "expired")
        return {
            "id": batch.id,
            "type": "message_batch",
            "processing_status": "ended" if batch.is_ended else "in_progress",
            "created_at": batch.created.isoformat(),
            "request_counts": {"processing": waiting, **{name: counts[name] for name in names}},
            "results_url": f"http://169.254.169.254/{batch.id}" if batch.is_ended else None,
        }

    def listed(self, kind: str, after: list[str] | None) -> dict[str, Any]:
        """The latest first, two on a page."""
        batches = [one for one in reversed(self.server.batches.values()) if one.kind == kind]
        start = [one.id for one in batches].index(after[0]) + 1 if after else 0
        page = [self.known(one.id) for one in batches[start : start + self.server.page]]
        state = self.openai_state if kind == "openai" else self.anthropic_state
        return {"data": [state(one) for one in page], "has_more": start + len(page) < len(batches)}

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""


@contextmanager
def sammelserver(script: Callable[[Request], Reply], takes: float | None = 0.0) -> Iterator[Sammelserver]:
    with Sammelserver(script, takes) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
