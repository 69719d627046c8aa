"""nginx with docs/setup/nginx.conf, only its ports and paths replaced, in front of an app on this machine."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from core.base.settings import ROOT
from tests.prozesse import PATIENCE, until

OURS = ROOT / "docs" / "setup" / "nginx.conf"
AROUND = """
user {user};
error_log {folder}/error.log;
pid {folder}/nginx.pid;
events {{}}
http {{
    types {{ text/html html; }}
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxied;
    fastcgi_temp_path {folder}/f;
    uwsgi_temp_path {folder}/u;
    scgi_temp_path {folder}/s;
    include {folder}/ours.conf;
}}
"""
"""What Debian's own nginx.conf is for: where logs and drafts lie."""


HOST = "antraege.localhost"
"""A name that browsers look for on this machine, and the app answers under only where HOSTNAMEN has it."""


@dataclass(frozen=True)
class Proxy:
    port: int
    plain_port: int
    folder: Path

    @property
    def origin(self) -> str:
        return f"https://{HOST}:{self.port}"


def nginx() -> str | None:
    """Debian puts it where only root looks."""
    return shutil.which("nginx") or shutil.which("/usr/sbin/nginx")


@contextmanager
def running(proxy: Proxy, app: int, sign_in: int) -> Iterator[None]:
    program = nginx()
    assert program
    _certificate(proxy.folder)
    (proxy.folder / "ours.conf").write_text(_ours(proxy, app, sign_in))
    config = proxy.folder / "nginx.conf"
    config.write_text(AROUND.format(folder=proxy.folder, user=proxy.folder.owner()))
    process = subprocess.Popen([program, "-p", proxy.folder, "-c", config, "-g", "daemon off;"])
    try:
        _wait(proxy, process)
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _ours(proxy: Proxy, app: int, sign_in: int) -> str:
    text = OURS.read_text(encoding="utf-8")
    for ours, here in (
        ("listen 443 ", f"listen 127.0.0.1:{proxy.port} "),
        ("listen 80;", f"listen 127.0.0.1:{proxy.plain_port};"),
        ("127.0.0.1:8501", f"127.0.0.1:{app}"),
        ("127.0.0.1:4180", f"127.0.0.1:{sign_in}"),
        ("/etc/nginx/tls", str(proxy.folder)),
    ):
        assert ours in text, ours
        text = text.replace(ours, here)
    return text


def _wait(proxy: Proxy, process: "subprocess.Popen[bytes]") -> None:
    def is_up() -> bool:
        assert process.poll() is None, (proxy.folder / "error.log").read_text()
        return (proxy.folder / "nginx.pid").exists()

    until(is_up)


def _certificate(folder: Path) -> None:
    """Signed by itself, for this machine."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    address = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    built = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(datetime(2020, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(2100, 1, 1, tzinfo=UTC))
        .add_extension(address, False)
    )
    signed = built.sign(key, hashes.SHA256())
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    (folder / "fullchain.pem").write_bytes(signed.public_bytes(pem))
    (folder / "privkey.pem").write_bytes(
        key.private_bytes(pem, serialization.PrivateFormat.TraditionalOpenSSL, plain)
    )
