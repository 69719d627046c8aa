"""Whether all is there that signing in needs; looked at when the app starts, told in one sentence.

The app asks Streamlit for the part [auth] of its secrets; commands read it here, as Streamlit does.
"""

import os
import tomllib
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

from core.errors import EingabeError
from core.roles.role_file import RoleRule, load_role_rules
from core.settings import Settings

SHORTEST_SECRET = 32
PROVIDER = ("client_id", "client_secret", "server_metadata_url")
SECRETS = ".streamlit/secrets.toml"
CALLBACK = "/oauth2callback"
ITSELF = "default"
"""As Streamlit calls the provider that stands in [auth] itself."""

LOCAL = ("localhost", "127.0.0.1", "::1")

Part = Mapping[str, object]


def problem(settings: Settings, section: Part) -> str:
    """Why the app cannot start so; empty where it can, or where nobody signs in. `section`: [auth]."""
    asked = {
        "ANMELDUNG": settings.anmeldung,
        "OEFFENTLICH": settings.oeffentlich,
        "OHNE_ANMELDUNG": settings.ohne_anmeldung,
    }
    if len(chosen := [name for name, is_on in asked.items() if is_on]) > 1:
        return (
            f"{'=1 und '.join(chosen)}=1 schließen einander aus. Eine öffentliche Ansicht ist ein zweiter "
            "Prozess mit demselben Laufspeicher."
        )
    return _lacking(settings, section) if settings.anmeldung else ""


def providers(section: Part) -> dict[str, Part]:
    """By name; „“ is the one that stands in [auth] itself."""
    named = {
        name: part for name, part in section.items() if isinstance(part, Mapping) and "client_id" in part
    }
    return {**({"": section} if "client_id" in section else {}), **named}


def stored_section() -> Part:
    """[auth] of the last file that has one: those a variable names, else in the home and where one is."""
    named = os.environ.get("STREAMLIT_SECRETS_FILES", "").split()
    files = [Path(name) for name in named] or [Path.home() / SECRETS, Path.cwd() / SECRETS]
    parts = [_read(path).get("auth") for path in files if path.is_file()]
    return next((part for part in reversed(parts) if isinstance(part, Mapping)), {})


def _read(path: Path) -> Part:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise EingabeError(
            f"Die Datei {path} mit den Angaben zur Anmeldung lässt sich nicht lesen ({error}). Gebraucht "
            "wird TOML wie in docs/operation.md, lesbar für den Dienst."
        ) from error


def _lacking(settings: Settings, section: Part) -> str:
    try:
        rules = load_role_rules(settings.rollen)
    except EingabeError as error:
        return str(error)
    if find_spec("authlib") is None:
        return "Für die Anmeldung fehlt das Paket Authlib: pip install -r requirements-app.txt"
    if not section:
        return f"ANMELDUNG=1 braucht in {SECRETS} den Abschnitt [auth]; siehe docs/operation.md."
    return _of_address(section) or _of_providers(section) or _of_rules(section, rules)


def _of_address(section: Part) -> str:
    address = str(section.get("redirect_uri") or "")
    parts = urlsplit(address)
    is_safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOCAL)
    if not (is_safe and parts.hostname and parts.path.endswith(CALLBACK)):
        return (
            f"In {SECRETS} unter [auth] muss redirect_uri eine Adresse wie "
            f"https://antraege.example.org{CALLBACK} sein; gefunden: {address!r}."
        )
    if len(str(section.get("cookie_secret") or "")) < SHORTEST_SECRET:
        return (
            f"In {SECRETS} unter [auth] muss cookie_secret ein zufälliger Text von mindestens "
            f'{SHORTEST_SECRET} Zeichen sein: python -c "import secrets; print(secrets.token_hex(32))"'
        )
    return ""


def _of_providers(section: Part) -> str:
    found = providers(section)
    if not found:
        return f"In {SECRETS} steht kein Anbieter der Anmeldung. Gebraucht wird {', '.join(PROVIDER)}."
    for name, part in found.items():
        where = f"[auth.{name}]" if name else "[auth]"
        if missing := [field for field in PROVIDER if not part.get(field)]:
            return f"In {SECRETS} fehlt unter {where}: {', '.join(missing)}."
        if "_" in name:
            return f"In {SECRETS} darf der Name {where} keinen Unterstrich enthalten."
    return ""


def _of_rules(section: Part, rules: Sequence[RoleRule]) -> str:
    """Of several providers one may let everybody choose his address: each rule says whose word it takes."""
    known = {name or ITSELF for name in providers(section)}
    if unknown := sorted({name for rule in rules for name in rule.anbieter} - known):
        return (
            f"In der Datei mit den Rollen steht der Anbieter „{unknown[0]}“; in {SECRETS} gibt es: "
            f"{', '.join(sorted(known))}."
        )
    if len(known) > 1 and not all(rule.anbieter for rule in rules):
        return (
            "Es gibt mehrere Anbieter der Anmeldung. Dann muss in der Datei mit den Rollen jeder Abschnitt "
            f"mit anbieter sagen, wessen Wort gilt: {', '.join(sorted(known))}."
        )
    return ""
