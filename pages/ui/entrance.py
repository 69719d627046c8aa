"""Who gets to see which page; and what stands there for whoever does not."""

import streamlit as st

from core.context import default_context
from core.roles.rights import NEEDED, ROLE_WORDS, AccessRole, Action
from core.roles.sign_in_setup import providers
from pages.ui import address, resources
from pages.ui.person import Person
from pages.ui.streamlit_inside import sign_in_settings
from pages.ui.text import plain

PAGES = {
    "": Action.SEE,
    "antrag": Action.ENTER,
    "antraege": Action.SEE,
    "laeufe": Action.SEE,
    "vergleich": Action.SEE,
    "monitor": Action.SEE,
    "eichung": Action.SEE,
    "suche": Action.SEE,
    "programme": Action.SEE,
    "methode": Action.SEE,
    "glossar": Action.SEE,
    "lauf": Action.SEE_RELEASED,
    "einstellungen": Action.RUN,
    "barrierefreiheit": Action.SIGN_IN,
}
"""What seeing a page is. A page without an entry is seen by those alone who administer."""

GREETED = "angemeldet-vermerkt"
ONLY_RELEASED = (
    "Hier sind einzelne Läufe zu sehen, die jemand freigegeben hat, jeder unter seiner Adresse. "
    "Diese gehört zu keinem davon. Bitte prüfen Sie sie, oder fragen Sie, wer sie Ihnen gab."
)
NO_ACCESS = (
    "Sie sind angemeldet als **{}**, haben hier aber keinen Zugang. Den gibt, wer diesen Antragsspiegel "
    "betreibt; nennen Sie ihm diese Kennung. Haben Sie mehrere Konten, melden Sie sich ab und mit einem "
    "anderen an."
)
STALE = "Ihre Anmeldung ist abgelaufen. Bitte melden Sie sich noch einmal an."


def may_see(who: Person, url_path: str) -> bool:
    return who.may(PAGES.get(url_path, Action.WATCH))


def lets_in(who: Person, url_path: str) -> bool:
    """Whether the page is drawn; where not, it says here why."""
    settings = default_context().settings
    if settings.oeffentlich:
        return url_path == "barrierefreiheit" or _is_released(url_path)
    if not settings.anmeldung:
        return True
    if who.role is AccessRole.NOBODY:
        _at_the_door(who)
        return url_path == "barrierefreiheit"
    _greet(who)
    if not may_see(who, url_path):
        _forbidden(who, PAGES.get(url_path, Action.WATCH))
        return False
    return True


def _is_released(url_path: str) -> bool:
    if url_path == "lauf" and resources.store().is_released(address.get("id")):
        return True
    st.title("Antragsspiegel", anchor=False)
    st.info(ONLY_RELEASED, icon=":material/lock:")
    st.page_link("barrierefreiheit.py", label="Barrierefreiheit", icon=":material/accessibility_new:")
    return False


def _at_the_door(who: Person) -> None:
    st.title("Antragsspiegel", anchor=False)
    if who.key:
        st.warning(NO_ACCESS.format(plain(who.key)), icon=":material/no_accounts:")
        st.button("Abmelden", icon=":material/logout:", on_click=st.logout, key="abmelden")
        return
    st.markdown(STALE if who.is_stale else "Bitte melden Sie sich an.")
    for name, part in providers(sign_in_settings()).items():
        label = str(part.get("name") or name)
        st.button(
            f"Anmelden mit {plain(label)}" if label else "Anmelden",
            icon=":material/login:",
            type="primary",
            on_click=st.login,
            args=(name,) if name else (),
            key=f"anmelden-{name}",
        )


def _forbidden(who: Person, action: Action) -> None:
    st.title("Kein Zugang", anchor=False)
    needed, own = ROLE_WORDS[NEEDED[action]], ROLE_WORDS[who.role]
    st.info(
        f"Für diese Seite braucht es die Rolle „{needed}“; Ihre ist „{own}“. Rollen vergibt, wer diesen "
        "Antragsspiegel betreibt.",
        icon=":material/lock:",
    )
    st.page_link("uebersicht.py", label="Zur Übersicht", icon=":material/home:")


def _greet(who: Person) -> None:
    """Once in a session its beginning is written down; on every page stands who one is, and the way out."""
    if not st.session_state.get(GREETED):
        st.session_state[GREETED] = True
        who.note(Action.SIGN_IN)
    with st.container(
        horizontal=True, horizontal_alignment="right", vertical_alignment="center", key="angemeldet"
    ):
        st.caption(plain(f"{who.key} · {ROLE_WORDS[who.role]}"), width="content")
        st.button("Abmelden", icon=":material/logout:", type="tertiary", on_click=st.logout, key="abmelden")
