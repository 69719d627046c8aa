"""People who sign in, what they may, and how: by the page, or with a cookie as the app signs it."""

import json

from playwright.sync_api import Page
from streamlit.web.server.starlette.starlette_app_utils import create_signed_value

from tests.pages.oidc import COOKIE_SECRET

ROLES = """
[lesen]
domains = ["parlament.de"]

[pruefen]
adressen = ["paula@haus.example"]

[[verwalten]]
adressen = ["vera@haus.example"]

[[verwalten]]
anbieter = ["haus"]
claims = { groups = ["leitung"] }
"""
LENA, PAULA, VERA = "lena@parlament.de", "paula@haus.example", "vera@haus.example"
COOKIE = "_streamlit_user"


def signed(told: dict[str, object], secret: str = COOKIE_SECRET) -> str:
    return f"{COOKIE}={create_signed_value(secret, COOKIE, json.dumps(told)).decode()}"


def sign_in(page: Page) -> None:
    page.get_by_role("button", name="Anmelden mit dem Haus").click()
