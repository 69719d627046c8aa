"""A real HTTP server on loopback that speaks the OpenAI and the Ollama protocol with scripted answers.

    with modellserver([status(429, retry_after=1), antwort("Guten Tag")]) as server:
        ...  # model "openai/test", api_base=server.url; what came in is in server.requests

The last answer is repeated when the script has ended. Instead of a script, a function takes each request.
For measurements: `python -m tests.llm.modellserver --port 8123 --delay 0.05`.
"""

import argparse
import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Request:
    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """`text` is what the model says; `body` replaces the whole HTTP body, `raw` all that is sent."""

    text: str | None = ""
    status: int = 200
    body: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    content_type: str = "application/json"
    finish_reason: str = "stop"
    delay: float = 0.0
    cut: bool = False
    raw: Callable[["Handler"], None] | None = None
    usage: tuple[int, int] = (12, 34)


Script = Sequence[Reply] | Callable[[Request], Reply | str]


def antwort(content: object, finish_reason: str = "stop") -> Reply:
    """What the model says; what is not a text is sent as JSON."""
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    return Reply(text=text, finish_reason=finish_reason)


def truncated_json(data: object) -> Reply:
    text = json.dumps(data)
    return antwort(text[: len(text) * 2 // 3], finish_reason="length")


def status(
    number: int, message: str = "", *, retry_after: float | None = None, body: object = None, **error: str
) -> Reply:
    """An HTTP error: OpenAI's body with `message` and the fields of `error`, or the body given."""
    content = {"error": {"message": message or f"status {number}", **error}} if body is None else body
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    return Reply(
        status=number, body=content if isinstance(content, str) else json.dumps(content), headers=headers
    )


def refused_format(kind: str = "json_schema") -> Reply:
    return status(400, f"'response_format' of type '{kind}' is not supported with this model.")


def cut() -> Reply:
    """The connection ends in the middle of the answer."""
    return Reply(cut=True)


def slow(seconds: float, content: object = "endlich") -> Reply:
    return replace(antwort(content), delay=seconds)


def empty_choice() -> Reply:
    return Reply(text=None)


def no_choice() -> Reply:
    return Reply(body=json.dumps({"id": "x", "object": "chat.completion", "model": "test", "choices": []}))


def html() -> Reply:
    return Reply(body="<html><body>Anmeldung</body></html>", content_type="text/html")


def rendered(reply: Reply, model: str, books: list[tuple[str, int, int]]) -> str:
    """What the model says, as OpenAI writes it; it is billed."""
    message = {"role": "assistant", "content": reply.text}
    choice = {"index": 0, "message": message, "finish_reason": reply.finish_reason}
    sent, said = reply.usage
    books.append((model, sent, said))
    usage = {"prompt_tokens": sent, "completion_tokens": said, "total_tokens": sent + said}
    head = {"id": "x", "object": "chat.completion", "created": 1_790_000_000, "model": model}
    return json.dumps({**head, "choices": [choice], "usage": usage})


class Modellserver(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, script: Script, ollama: Sequence[str] | None = None, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.script, self.ollama = script, ollama
        self.requests: list[Request] = []
        self.books: list[tuple[str, int, int]] = []
        """What it bills: model, tokens in and out of every answer that it gave, usable or not."""

        self.most_at_once = 0
        self.do_get: Reply | None = None
        self.stopping = threading.Event()
        self._running = 0
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def reply(self, request: Request) -> Reply:
        with self._lock:
            self.requests.append(request)
            number = len(self.requests) - 1
        if callable(self.script):
            answer = self.script(request)
            return antwort(answer) if isinstance(answer, str) else answer
        return self.script[min(number, len(self.script) - 1)]

    @contextmanager
    def counted(self) -> Iterator[None]:
        with self._lock:
            self._running += 1
            self.most_at_once = max(self.most_at_once, self._running)
        try:
            yield
        finally:
            with self._lock:
                self._running -= 1

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no news."""


class Handler(BaseHTTPRequestHandler):
    server: Modellserver
    # Kept connections would outlive the server: of clients that threads make at once LiteLLM forgets some.
    protocol_version = "HTTP/1.0"

    def do_GET(self) -> None:
        if self.server.do_get:
            return self.send(self.server.do_get)
        if self.server.ollama is None:
            return self.send(replace(html(), status=404))
        models = [{"name": name, "model": name} for name in self.server.ollama]
        self.send(Reply(body=json.dumps({"models": models})))

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = json.loads(content or b"{}")
        if self.path == "/api/show":
            return self.send(Reply(body=json.dumps({"template": "", "model_info": {}})))
        request = Request(self.path, dict(self.headers), body)
        with self.server.counted():
            self.send(self.server.reply(request), body.get("model", ""))

    def send(self, reply: Reply, model: str = "") -> None:
        self.server.stopping.wait(reply.delay)
        if reply.raw:
            return reply.raw(self)
        body = reply.body if reply.body is not None else self.render(reply, model)
        content = body.encode()
        self.send_response(reply.status)
        for name, value in {"Content-Type": reply.content_type, **reply.headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content) + (100 if reply.cut else 0)))
        self.end_headers()
        self.wfile.write(content)

    def render(self, reply: Reply, model: str) -> str:
        if self.path == "/api/chat":
            message = {"role": "assistant", "content": reply.text}
            counts = {"prompt_eval_count": 12, "eval_count": 34}
            return json.dumps({"model": model, "message": message, "done": True, **counts})
        return rendered(reply, model, self.server.books)

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""


@contextmanager
def modellserver(
    script: Script, ollama: Sequence[str] | None = None, port: int = 0
) -> Iterator[Modellserver]:
    """`ollama`: the models it claims to have pulled; None is not an Ollama."""
    with Modellserver(script, ollama, port) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.stopping.set()
            server.shutdown()
            thread.join()


def main() -> None:
    parser = argparse.ArgumentParser(description="Answer every question with the same text.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--delay", type=float, default=0.0)
    parser.add_argument("--text", default="{}")
    options = parser.parse_args()
    with modellserver([replace(antwort(options.text), delay=options.delay)], port=options.port) as server:
        print(server.url, flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
