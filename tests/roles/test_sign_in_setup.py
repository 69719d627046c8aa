"""Two providers: whose word counts is said, or the app does not start."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.roles import sign_in_setup
from core.settings import Settings

PROVIDER = {"client_id": "a", "client_secret": "b", "server_metadata_url": "https://sso.example.org"}
AUTH = {"redirect_uri": "https://antraege.example.org/oauth2callback", "cookie_secret": "x" * 32}
VERA = "[verwalten]\nadressen = ['vera@haus.example']\n"


def told(folder: Path, roles: str, **providers: object) -> str:
    (folder / "rollen.toml").write_text(roles, "utf-8")
    settings = replace(Settings(), anmeldung=True, rollen=folder / "rollen.toml")
    return sign_in_setup.problem(settings, {**AUTH, **providers})


@pytest.mark.parametrize(
    ("roles", "providers", "problem"),
    [
        (VERA, {"haus": PROVIDER}, ""),
        (VERA, dict(PROVIDER), ""),
        (VERA + "anbieter = ['default']\n", dict(PROVIDER), ""),
        (VERA + "anbieter = ['hasu']\n", {"haus": PROVIDER}, "„hasu“"),
        (VERA, {"haus": PROVIDER, "frei": PROVIDER}, "wessen Wort gilt: frei, haus"),
        (VERA + "anbieter = ['haus']\n", {"haus": PROVIDER, "frei": PROVIDER}, ""),
    ],
)
def test_of_several_providers_each_part_names_whom_it_trusts(
    tmp_path: Path, roles: str, providers: dict[str, object], problem: str
) -> None:
    found = told(tmp_path, roles, **providers)
    assert problem in found if problem else found == ""
