"""What a provider keeps of files and batches: it answers each line as a single request, at half the price.

It hangs on a Modellserver, which hands it every request about files and batches.
"""

import email
import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

Line = dict[str, Any]
Answer = Callable[[str, Line], tuple[int, Line]]
"""custom_id and what is asked → HTTP's status and the body of the answer."""

LATER = 4_000_000_000
"""A moment after every day of ours: who looks for a batch that is new has to look at all of them."""


@dataclass
class KeptBatch:
    """`lines`: what it asks. `status`: None as long as it goes as the server does."""

    id: str
    input_file_id: str
    metadata: dict[str, str]
    lines: list[Line]
    status: str = "in_progress"
    outputs: dict[str, str] = field(default_factory=dict)
    fault: str = ""


class BatchServer:
    """`is_ready`: batches are answered when somebody looks. `held`: it does not say that it made a batch."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._lock = threading.Lock()
        self.is_offered = True
        self.is_ready = True
        self.refusal = ""
        """Why every batch fails whole."""

        self.ending = "completed"
        """How one ends that was worked on."""

        self.trouble = 0
        """A status that is all it says."""

        self.elsewhere = ""
        """An address that it points to in place of every answer."""

        self.left_out: set[int] = set()
        """Lines, counted in a batch from 0, that are not answered."""

        self.held: threading.Event | None = None
        self.files: dict[str, bytes] = {}
        self.dropped: list[str] = []
        self.batches: list[KeptBatch] = []
        self.asked: list[str] = []
        """Method and path of every request."""

    def handle(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> tuple[int, bytes]:
        address = urlsplit(path)
        parts = [part for part in address.path.split("/") if part and part != "v1"]
        with self._lock:
            self.asked.append(f"{method} /{'/'.join(parts)}")
            status, said = self._handle(method, parts, parse_qs(address.query), headers, body)
        if self.held and (method, parts) == ("POST", ["batches"]):
            self.held.wait(60)
        return status, said if isinstance(said, bytes) else json.dumps(said).encode()

    def _handle(
        self,
        method: str,
        parts: list[str],
        query: Mapping[str, list[str]],
        headers: Mapping[str, str],
        body: bytes,
    ) -> tuple[int, bytes | Line]:
        if self.elsewhere:
            return 307, {}
        if self.trouble:
            return self.trouble, {"error": {"message": "Not now."}}
        if not self.is_offered:
            return 404, {"error": {"message": "Not Found"}}
        match method, parts:
            case "POST", ["files"]:
                return 200, self._file(self._keep(_uploaded(headers, body)))
            case "GET", ["files", id, "content"] if id in self.files:
                return 200, self.files[id]
            case "DELETE", ["files", id] if id in self.files:
                self.dropped.append(id)
                del self.files[id]
                return 200, {"id": id, "object": "file", "deleted": True}
            case "POST", ["batches"]:
                return 200, self._told(self._begin(json.loads(body)))
            case "GET", ["batches"]:
                return 200, self._page(query.get("after", [""])[0])
            case "GET", ["batches", id] if found := [one for one in self.batches if one.id == id]:
                self._look(found[0])
                return 200, self._told(found[0])
        return 404, {"error": {"message": f"no {'/'.join(parts)}"}}

    def _keep(self, content: bytes) -> str:
        id = f"file-{len(self.files) + len(self.dropped)}"
        self.files[id] = content
        return id

    def _file(self, id: str) -> Line:
        size = len(self.files[id])
        told = {"object": "file", "bytes": size, "created_at": 1, "filename": "x.jsonl", "purpose": "batch"}
        return {"id": id, "status": "processed", **told}

    def _begin(self, told: Line) -> KeptBatch:
        lines = [json.loads(line) for line in self.files[told["input_file_id"]].split(b"\n") if line]
        id, file_id = f"batch-{len(self.batches)}", told["input_file_id"]
        batch = KeptBatch(id, file_id, told.get("metadata") or {}, lines)
        self.batches.append(batch)
        return batch

    def _page(self, after: str) -> Line:
        """Two at once, so that whoever looks for one has to turn pages."""
        latest = self.batches[::-1]
        begin = next((n for n, one in enumerate(latest, start=1) if one.id == after), 0)
        shown = latest[begin : begin + 2]
        told = [self._told(one) for one in shown]
        return {"object": "list", "data": told, "has_more": begin + 2 < len(latest)}

    def _look(self, batch: KeptBatch) -> None:
        if batch.status != "in_progress" or not self.is_ready:
            return
        if self.refusal:
            batch.status, batch.fault = "failed", self.refusal
            return
        good: list[str] = []
        bad: list[str] = []
        for number, line in enumerate(batch.lines):
            status, body = 500, {"error": {"message": "The server had an error."}}
            if number not in self.left_out:
                status, body = self._answer(line["custom_id"], line["body"])
            response = {"status_code": status, "request_id": "r", "body": body}
            said = {"id": f"r{number}", "custom_id": line["custom_id"], "response": response, "error": None}
            (good if status == 200 else bad).append(json.dumps(said, ensure_ascii=False))
        for name, told in (("output_file_id", good), ("error_file_id", bad)):
            if told:
                batch.outputs[name] = self._keep("\n".join(told).encode())
        batch.status = self.ending

    def _told(self, batch: KeptBatch) -> Line:
        total, done = len(batch.lines), batch.status == self.ending
        fault = {"code": "invalid", "message": batch.fault, "line": None, "param": None}
        return {
            "id": batch.id,
            "object": "batch",
            "endpoint": "/v1/chat/completions",
            "completion_window": "24h",
            "created_at": LATER,
            "input_file_id": batch.input_file_id,
            "metadata": batch.metadata,
            "status": batch.status,
            "request_counts": {"total": total, "completed": total if done else 0, "failed": 0},
            "errors": {"object": "list", "data": [fault]} if batch.fault else None,
            **batch.outputs,
        }


def _uploaded(headers: Mapping[str, str], body: bytes) -> bytes:
    """The file of a form."""
    head = f"Content-Type: {headers['Content-Type']}\r\n\r\n".encode()
    form: Any = email.message_from_bytes(head + body)
    parts = {part.get_param("name", header="content-disposition"): part for part in form.get_payload()}
    assert parts["purpose"].get_payload(decode=True).strip() == b"batch"
    return bytes(parts["file"].get_payload(decode=True))
