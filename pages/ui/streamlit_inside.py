"""What of Streamlit its documentation does not promise."""

import sys
from pathlib import Path

from google.protobuf.message import DecodeError
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.runtime.scriptrunner import get_script_run_ctx

NEEDED = {"rerun_script", "stop_script", "app_heartbeat", "file_urls_request"}
OPERATION, OPERATIONS = "backend_operation_request", {"deferred_file", "dataframe_chunk"}
"""What a page sends. A stranger could also empty what is kept for all, or ask which files lie here."""

PAGES = Path(__file__).resolve().parents[1]


def is_history_navigation() -> bool:
    """Did the visitor come here by the browser's back or forward button?"""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def asked_page() -> str:
    """Which page the visitor's address names; there may be none of that name."""
    context = get_script_run_ctx()
    return (context.pages_manager.intended_page_name or "") if context else ""


def keep_search_path() -> None:
    """For each run of a page Streamlit puts its folder before all others in which modules are sought.

    And takes it away again, unless it is among them.

    Another thread that is just seeking would skip a folder then: a Lauf would miss what is installed.
    """
    if str(PAGES) not in sys.path:
        sys.path.append(str(PAGES))


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
