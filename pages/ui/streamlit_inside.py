"""What of Streamlit its documentation does not promise."""

import sys
from collections.abc import Mapping
from pathlib import Path

from google.protobuf.message import DecodeError
from streamlit.auth_util import get_secrets_auth_section
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.runtime.scriptrunner import get_script_run_ctx

USER_COOKIE = "_streamlit_user"
NEEDED = {"rerun_script", "stop_script", "app_heartbeat", "file_urls_request"}
OPERATION, OPERATIONS = "backend_operation_request", {"deferred_file", "dataframe_chunk"}
"""What a page sends. A stranger could also empty what is kept for all, or ask which files lie here."""

PAGES = Path(__file__).resolve().parents[1]


def is_history_navigation() -> bool:
    """Did the visitor come here by the browser's back or forward button?"""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def keep_search_path() -> None:
    """For each run of a page Streamlit puts its folder before all others in which modules are sought.

    And takes it away again, unless it is among them.

    Another thread that is just seeking would skip a folder then: a Lauf would miss what is installed.
    """
    if str(PAGES) not in sys.path:
        sys.path.append(str(PAGES))


def signed_in(cookies: Mapping[str, str], origin: str) -> dict[str, object]:
    """What the provider said of whom these cookies belong to, their signature checked; empty for nobody."""
    from streamlit.web.server.starlette import starlette_websocket as socket

    try:
        raw = socket._get_signed_cookie_with_chunks(dict(cookies), USER_COOKIE)
        claims: dict[str, object] = socket._parse_decoded_user_cookie(raw, origin) if raw else {}
    except (ValueError, TypeError, AttributeError, KeyError):
        return {}
    return claims if claims.get("is_logged_in") is True else {}


def is_needed(said: bytes) -> bool:
    """Whether a page would say that over the socket."""
    try:
        told = BackMsg.FromString(said)
    except DecodeError:
        return False
    kind = told.WhichOneof("type")
    if kind == OPERATION:
        return told.backend_operation_request.WhichOneof("payload") in OPERATIONS
    return kind in NEEDED


def sign_in_settings() -> Mapping[str, object]:
    """The part [auth] of `.streamlit/secrets.toml`; empty where there is none."""
    return dict(get_secrets_auth_section().to_dict())
