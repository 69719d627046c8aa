"""What of Streamlit its documentation does not promise; each says what happens where it is gone."""

import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

SOCKET = "streamlit.web.server.starlette.starlette_websocket"
USER_COOKIE = "_streamlit_user"
SPOKEN = "streamlit.proto.BackMsg_pb2"
NEEDED = {"rerun_script", "stop_script", "app_heartbeat", "file_urls_request"}
OPERATION, OPERATIONS = "backend_operation_request", {"deferred_file", "dataframe_chunk"}
"""What a page sends. A stranger could also empty what is kept for all, or ask which files lie here."""

PAGES = Path(__file__).resolve().parents[1]


def is_history_navigation() -> bool:
    """Did the visitor come here by the browser's back or forward button?

    False where Streamlit does not tell: who goes back within seconds of a click may then have to do it twice.
    """
    context = (_find("streamlit.runtime.scriptrunner", "get_script_run_ctx") or _nobody)()
    return bool(getattr(context, "is_history_navigation", False))


def skip_component_scan() -> None:
    """The pages use no component packages; looking for some in all that is installed takes 0.4 s of a start.

    Works because Streamlit imports the function only where it calls it; else the start takes as long as that.
    """
    if _find("streamlit.components.v2.manifest_scanner", "scan_component_manifests"):
        scanner: Any = import_module("streamlit.components.v2.manifest_scanner")
        scanner.scan_component_manifests = lambda max_workers=None: []


def keep_search_path() -> None:
    """For each run of a page Streamlit puts its folder before all others in which modules are sought.

    And takes it away again, unless it is among them.

    Another thread that is just seeking would skip a folder then: a Lauf would miss what is installed. Where
    Streamlit does it otherwise, the folder stands at the end for nothing.
    """
    if str(PAGES) not in sys.path:
        sys.path.append(str(PAGES))


def signed_in(cookies: Mapping[str, str], origin: str) -> dict[str, object]:
    """What the provider said of whom these cookies belong to, their signature checked; empty for nobody.

    Empty for everybody where Streamlit keeps them otherwise: then pages are seen, but no address beside them.
    """
    read, parse = _find(SOCKET, "_get_signed_cookie_with_chunks"), _find(SOCKET, "_parse_decoded_user_cookie")
    if not (read and parse):
        return {}
    try:
        raw = read(dict(cookies), USER_COOKIE)
        claims: dict[str, object] = parse(raw, origin) if raw else {}
    except (ValueError, TypeError, AttributeError, KeyError):
        return {}
    return claims if claims.get("is_logged_in") is True else {}


def is_needed(said: bytes) -> bool:
    """Whether a page would say that over the socket; True for all where Streamlit speaks otherwise."""
    spoken = _find(SPOKEN, "BackMsg")
    if not _knows_what_is_said(spoken):
        return True
    fault: type[Exception] = _find("google.protobuf.message", "DecodeError") or ValueError
    try:
        told = spoken.FromString(said)
    except fault:
        return False
    kind = told.WhichOneof("type")
    if kind == OPERATION:
        return told.backend_operation_request.WhichOneof("payload") in OPERATIONS
    return kind in NEEDED


def _knows_what_is_said(spoken: Any) -> bool:
    fields = getattr(getattr(spoken, "DESCRIPTOR", None), "fields_by_name", {})
    return {OPERATION, *NEEDED} <= set(fields)


def sign_in_settings() -> Mapping[str, object]:
    """The part [auth] of `.streamlit/secrets.toml`; empty where there is none."""
    found = (_find("streamlit.auth_util", "get_secrets_auth_section") or _nobody)()
    return dict(getattr(found, "to_dict", dict)())


def check() -> list[str]:
    """What of this the installed Streamlit does not have, each with what follows from it."""
    context = _find("streamlit.runtime.scriptrunner_utils.script_run_context", "ScriptRunContext")
    told = {name for kind in getattr(context, "__mro__", ()) for name in getattr(kind, "__annotations__", ())}
    is_asked = _find("streamlit.runtime.scriptrunner", "get_script_run_ctx")
    manager = "streamlit.components.v2.component_manager", "scan_component_manifests"
    scans = _find("streamlit.components.v2.manifest_scanner", "scan_component_manifests")
    missing = {
        "Zurück im Browser: Wer gleich nach einem Klick zurückgeht, muss es zweimal tun.": not is_asked
        or not {"is_history_navigation"} <= told | set(dir(context)),
        "Suche nach Komponenten: Der Start dauert länger.": not scans or _find(*manager) is not None,
        "Anmeldung: Wer angemeldet ist, sieht Seiten, aber keine Bilder und Dateien daneben.": not (
            _find(SOCKET, "_get_signed_cookie_with_chunks") and _find(SOCKET, "_parse_decoded_user_cookie")
        ),
        "Nachrichten: Wer die Seiten erreicht, kann für alle leeren, was gemerkt ist.": not (
            _knows_what_is_said(_find(SPOKEN, "BackMsg"))
        ),
        "Suchpfad der Module: Eine Seite kann stören, was daneben geladen wird.": not _is_path_left_alone(),
    }
    return [f"Streamlit: {what}" for what, is_missing in missing.items() if is_missing]


def _is_path_left_alone() -> bool:
    modified = _find("streamlit.runtime.scriptrunner.exec_code", "modified_sys_path")
    if modified is None:
        return False
    keep_search_path()
    before = list(sys.path)
    with modified(str(PAGES / "frame.py")):
        return sys.path == before


def _find(module: str, name: str) -> Any:
    """None where there is no such module, or nothing of that name in it."""
    try:
        return getattr(import_module(module), name, None)
    except ImportError:
        return None


def _nobody() -> None:
    """Where nobody can be asked."""
