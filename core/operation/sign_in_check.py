"""`doctor` on signing in: what stands in the secrets, and whether each provider answers with what it is."""

import json

from core.context import Context
from core.errors import EingabeError
from core.llm import guarded_line
from core.roles.sign_in_setup import SHORTEST_SECRET, problem, providers, stored_section

PATIENCE = 10.0
"""Seconds for a provider to answer: people who sign in wait no longer."""

NEEDED = ("issuer", "authorization_endpoint", "token_endpoint", "jwks_uri")


def sign_in_lines(context: Context) -> list[str]:
    """What is right with it, a line each; raises what is not."""
    if not context.settings.anmeldung:
        return ["aus (ANMELDUNG=1 schaltet sie ein)"]
    section = stored_section()
    if wrong := problem(context.settings, section):
        raise EingabeError(wrong)
    told = f"zurück an {section['redirect_uri']}, cookie_secret mit mindestens {SHORTEST_SECRET} Zeichen"
    return [
        told,
        *(_provider(name, str(part["server_metadata_url"])) for name, part in providers(section).items()),
    ]


def _provider(name: str, address: str) -> str:
    where = f"Anbieter {name}" if name else "Anbieter"
    try:
        described = json.loads(guarded_line.fetch(address, PATIENCE))
    except (OSError, ValueError) as error:
        raise EingabeError(
            f"{where}: Unter server_metadata_url ({address}) lässt sich nichts lesen ({error}). Bitte die "
            "Adresse prüfen, und ob dieser Rechner sie erreicht (Proxy: HTTPS_PROXY, eigene Zertifikate: "
            "SSL_CERT_FILE)."
        ) from error
    lacking = [field for field in NEEDED if not (isinstance(described, dict) and described.get(field))]
    if lacking:
        raise EingabeError(
            f"{where}: Was unter server_metadata_url ({address}) steht, beschreibt keinen OIDC-Anbieter; "
            f"es fehlt: {', '.join(lacking)}. Die Adresse endet meist auf /.well-known/openid-configuration."
        )
    return f"{where}: {described['issuer']} antwortet"
