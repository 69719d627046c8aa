"""Which address beside the pages is answered to whom; looked at before anything else sees the request.

A page itself is drawn over the socket, where `entrance` decides: what is open here holds no data.
"""

from urllib.parse import urlsplit

import streamlit as st
from starlette.requests import HTTPConnection
from starlette.types import Scope

from core.context import default_context
from core.roles.rights import NEEDED, ROLE_WORDS, AccessRole, Action
from core.settings import Settings
from pages.ui import person
from pages.ui.person import Person
from pages.ui.streamlit_inside import sign_in_settings, signed_in

ADDRESSES = (
    ("/api/gesundheit", Action.SIGN_IN),
    ("/api/metriken", Action.WATCH),
    ("/api/wahlprogramm-cite", Action.SEE_RELEASED),
    ("/api/seite.png", Action.SEE_RELEASED),
    ("/api/seite.pdf", Action.SEE_RELEASED),
    ("/api/programm/", Action.SEE_RELEASED),
    ("/api/zitat/", Action.SEE_RELEASED),
    ("/api/antrag.png", Action.SEE),
    ("/api/abstimmung", Action.SEE),
    ("/api/", Action.WATCH),
    ("/media/", Action.SEE_RELEASED),
    ("/app/", Action.SEE),
    ("/_stcore/health", Action.SIGN_IN),
    ("/_stcore/script-health-check", Action.WATCH),
    ("/_stcore/host-config", Action.SIGN_IN),
    ("/_stcore/stream", Action.SIGN_IN),
    ("/_stcore/bidi-components/", Action.SIGN_IN),
    ("/_stcore/upload_file/", Action.SEE),
    ("/_stcore/", Action.WATCH),
)
"""The first that fits holds. What begins otherwise is the empty page and its scripts, the same for all."""

SIGN_IN_FIRST = "Dafür müssen Sie angemeldet sein. Öffnen Sie den Antragsspiegel und melden Sie sich an."
NOT_RELEASED = "Das ist hier nicht freigegeben."


def action_of(path: str) -> Action:
    base = str(st.get_option("server.baseUrlPath") or "").strip("/")
    inside = path.removeprefix(f"/{base}") if base else path
    return next(
        (action for start, action in ADDRESSES if inside.startswith(start) or path.startswith(start)),
        Action.SIGN_IN,
    )


def is_guarded(settings: Settings) -> bool:
    return settings.anmeldung or settings.oeffentlich


def refused_to(scope: Scope, settings: Settings) -> tuple[str, int] | None:
    """Why a request is not answered, and with which status; None where it is."""
    action = action_of(scope["path"])
    if action is Action.SIGN_IN:
        return None
    who = person.PUBLIC if settings.oeffentlich else asking(scope)
    if not who.may(action):
        needs = f"Dafür braucht es die Rolle „{ROLE_WORDS[NEEDED[action]]}“."
        return (SIGN_IN_FIRST, 401) if who.role is AccessRole.NOBODY else (needs, 403)
    if who.role is AccessRole.PUBLIC and not _is_released(scope):
        return NOT_RELEASED, 404
    return None


def asking(scope: Scope) -> Person:
    """Whose signed cookies come with the request."""
    return person.of_claims(signed_in(HTTPConnection(scope).cookies, own_origin()))


def own_origin() -> str:
    """Under which the app is reached, as the sign-in has it."""
    parts = urlsplit(str(sign_in_settings().get("redirect_uri") or ""))
    port = st.get_option("server.port")
    return f"{parts.scheme}://{parts.netloc}".replace("{port}", str(port))


def _is_released(scope: Scope) -> bool:
    """Of a Lauf's quote the Lauf is asked for, of a Programm whether a released Lauf quotes it."""
    from core.runs.store import runstore

    path, store = str(scope["path"]), runstore(default_context())
    if path.startswith("/media/"):
        return True
    if path.startswith("/api/zitat/"):
        return store.is_released(path.removeprefix("/api/zitat/").split("/")[0])
    given = HTTPConnection(scope).query_params.getlist("programm")
    if path.startswith("/api/programm/"):
        given = [path.removeprefix("/api/programm/").removesuffix(".pdf")]
    return len(given) == 1 and given[0] in store.released_programme()
