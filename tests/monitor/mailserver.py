"""A real SMTP server on loopback that keeps what it is sent; with STARTTLS, a password, or a refusal."""

import socketserver
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path


@dataclass
class Mailserver:
    """`refuse`: what is answered to a message instead of taking it. `slow`: seconds before each answer."""

    certificate: Path | None = None
    refuse: bytes = b""
    slow: float = 0.0
    port: int = 0
    said: list[str] = field(default_factory=list)
    mails: list[EmailMessage] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"smtp://localhost:{self.port}"


class _Handler(socketserver.StreamRequestHandler):
    rules: Mailserver

    def handle(self) -> None:
        self.tell(b"220 localhost")
        while line := self.rfile.readline(2000):
            self.rules.said.append(line.decode().strip())
            if self.answer(line.split()[0].upper()):
                return

    def finish(self) -> None:
        super().finish()
        self.request.close()

    def answer(self, command: bytes) -> bool:
        """True where the talk is over."""
        if command == b"EHLO":
            offers = b"250-STARTTLS\r\n" if self.can_encrypt() else b""
            self.tell(b"250-localhost\r\n" + offers + b"250 AUTH PLAIN")
        elif command == b"STARTTLS":
            self.tell(b"220 go")
            self.encrypt()
        elif command == b"AUTH":
            self.tell(b"235 welcome")
        elif command == b"DATA":
            self.take()
        else:
            self.tell(b"221 bye" if command == b"QUIT" else b"250 ok")
        return command == b"QUIT"

    def take(self) -> None:
        self.tell(b"354 go on")
        lines = iter(lambda: self.rfile.readline(10_000), b".\r\n")
        mail = message_from_bytes(b"".join(lines), policy=policy.default)
        if not self.rules.refuse:
            self.rules.mails.append(mail)
        self.tell(self.rules.refuse or b"250 taken")

    def can_encrypt(self) -> bool:
        return self.rules.certificate is not None and not isinstance(self.connection, ssl.SSLSocket)

    def encrypt(self) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.rules.certificate)
        self.request = context.wrap_socket(self.connection, server_side=True)
        self.setup()

    def tell(self, line: bytes) -> None:
        time.sleep(self.rules.slow)
        self.wfile.write(line + b"\r\n")


@contextmanager
def mailserver(rules: Mailserver | None = None) -> Iterator[Mailserver]:
    rules = rules or Mailserver()
    handler = type("Handler", (_Handler,), {"rules": rules})
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads, server.block_on_close = True, False
        rules.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield rules
        server.shutdown()


def certificate(folder: Path) -> Path:
    """Key and certificate for „localhost“ in one file, signed by itself."""
    made = folder / "localhost.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost", "-keyout", folder / "key.pem",
         "-out", folder / "crt.pem"],
        check=True,
        capture_output=True,
    )  # fmt: skip
    made.write_bytes((folder / "key.pem").read_bytes() + (folder / "crt.pem").read_bytes())
    return made
