"""A provider of OIDC on this machine: discovery, authorisation, tokens signed with RS256, keys, sign-out.

Whoever comes is signed in at once as whom `claims` says. What a hostile one would do can be switched on.
"""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT, SECRET = "antragsspiegel", "kein-geheimnis"
COOKIE_SECRET = "ein-zufaelliger-text-nur-fuer-diese-tests"


@dataclass
class Provider:
    """`claims`: who signs in next. `spoil`: what of the token is changed before it is signed.

    `meanwhile`: what happens elsewhere while somebody is here.
    """

    url: str = ""
    claims: dict[str, Any] = field(default_factory=dict)
    spoil: dict[str, Any] = field(default_factory=dict)
    state: str | None = None
    codes: dict[str, str] = field(default_factory=dict)
    key: RSAKey = field(default_factory=lambda: RSAKey.generate_key(2048, {"kid": "test", "use": "sig"}))
    signs_with: RSAKey | None = None
    signed_out: list[str] = field(default_factory=list)
    meanwhile: Callable[[], None] | None = None

    def will_be(self, email: str, verified: object = True, **more: Any) -> None:
        self.claims = {"sub": email or "ohne", "email": email, "email_verified": verified, **more}
        self.spoil, self.state, self.signs_with = {}, None, None

    def token(self, nonce: str) -> str:
        now = int(time.time())
        told = {"iss": self.url, "aud": CLIENT, "iat": now, "exp": now + 600, "nonce": nonce}
        key = self.signs_with or self.key
        return jwt.encode({"alg": "RS256", "kid": "test"}, {**told, **self.claims, **self.spoil}, key)

    def secrets(self, folder: Path, origin: str = "http://127.0.0.1:{port}") -> Path:
        """As the app reads them; Streamlit puts its own port into the address."""
        path = folder / "secrets.toml"
        path.write_text(
            f'[auth]\nredirect_uri = "{origin}/oauth2callback"\n'
            f'cookie_secret = "{COOKIE_SECRET}"\n[auth.haus]\nname = "dem Haus"\n'
            f'client_id = "{CLIENT}"\nclient_secret = "{SECRET}"\n'
            f'server_metadata_url = "{self.url}/.well-known/openid-configuration"\n'
        )
        return path


@contextmanager
def oidc_provider() -> Iterator[Provider]:
    provider = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
            if parts.path == "/.well-known/openid-configuration":
                self._json(_discovery(provider.url))
            elif parts.path == "/jwks":
                self._json({"keys": [provider.key.as_dict(private=False)]})
            elif parts.path == "/authorize":
                if provider.meanwhile:
                    provider.meanwhile()
                code = f"code-{len(provider.codes)}"
                provider.codes[code] = asked.get("nonce", "")
                state = provider.state or asked["state"]
                self._go(f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': state})}")
            elif parts.path == "/ende":
                provider.signed_out.append(asked.get("id_token_hint", ""))
                self._go(asked["post_logout_redirect_uri"])
            else:
                self.send_error(404)

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"])).decode()
            asked = {name: values[0] for name, values in parse_qs(body).items()}
            nonce = provider.codes.pop(asked.get("code", ""), None)
            if nonce is None:
                self.send_error(400)
                return
            token = provider.token(nonce)
            self._json({"access_token": "a", "token_type": "Bearer", "expires_in": 600, "id_token": token})

        def _json(self, value: object) -> None:
            data = json.dumps(value).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def _go(self, address: str) -> None:
            self.send_response(302)
            self.send_header("location", address)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _discovery(url: str) -> dict[str, object]:
    return {
        "issuer": url,
        "authorization_endpoint": f"{url}/authorize",
        "token_endpoint": f"{url}/token",
        "jwks_uri": f"{url}/jwks",
        "end_session_endpoint": f"{url}/ende",
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256"],
        "code_challenge_methods_supported": ["S256"],
    }
