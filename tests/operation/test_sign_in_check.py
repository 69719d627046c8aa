"""`doctor` on signing in: each thing that can be wrong with it is broken once and told with its way out."""

import http.server
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.context import Context
from core.errors import EingabeError
from core.operation.checks import Mark, check_installation
from core.operation.sign_in_check import sign_in_lines
from core.roles import sign_in_setup
from tests.pages.oidc import Provider, oidc_provider

Broken = Callable[[str], str]
ROLES = '[verwalten]\nadressen = ["a.b@example.org"]\n'


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with oidc_provider() as running:
        yield running


@pytest.fixture
def set_up(
    filled: Context, provider: Provider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Broken], Context]:
    def make(broken: Broken = lambda text: text) -> Context:
        secrets, roles = provider.secrets(tmp_path, "https://antraege.example.org"), tmp_path / "rollen.toml"
        secrets.write_text(broken(secrets.read_text()))
        roles.write_text(ROLES)
        monkeypatch.setenv("STREAMLIT_SECRETS_FILES", str(secrets))
        return Context(replace(filled.settings, anmeldung=True, rollen=roles))

    return make


def test_a_sound_one_is_told_line_by_line(set_up: Callable[..., Context], provider: Provider) -> None:
    first, second = sign_in_lines(set_up())
    assert "https://antraege.example.org/oauth2callback" in first
    assert second == f"Anbieter haus: {provider.url} antwortet"
    lines = [line for line in check_installation(set_up()) if line.name == "Anmeldung"]
    assert [line.mark for line in lines] == [Mark.OK, Mark.OK]


def test_where_nobody_signs_in_that_is_all_there_is_to_say(filled: Context) -> None:
    assert sign_in_lines(filled) == ["aus (ANMELDUNG=1 schaltet sie ein)"]


def without(word: str) -> Broken:
    return lambda text: "\n".join(line for line in text.splitlines() if not line.startswith(word))


def instead(old: str, new: str) -> Broken:
    def changed(text: str) -> str:
        assert old in text
        return text.replace(old, new)

    return changed


BROKEN: dict[str, tuple[Broken, str]] = {
    "no file": (lambda text: "", "braucht in .streamlit/secrets.toml den Abschnitt [auth]"),
    "no TOML": (lambda text: text + "\n[auth", "lässt sich nicht lesen"),
    "no redirect": (without("redirect_uri"), "muss redirect_uri eine Adresse wie"),
    "redirect in the clear": (instead("https://antraege", "http://antraege"), "muss redirect_uri"),
    "redirect elsewhere": (instead("/oauth2callback", "/zurueck"), "/oauth2callback sein; gefunden"),
    "short secret": (
        instead("ein-zufaelliger-text-nur-fuer-diese-tests", "zu-kurz"),
        "zufälliger Text von mindestens 32 Zeichen",
    ),
    "no secret": (without("cookie_secret"), "muss cookie_secret"),
    "no provider": (lambda text: text.partition("[auth.haus]")[0], "steht kein Anbieter der Anmeldung"),
    "no metadata": (without("server_metadata_url"), "fehlt unter [auth.haus]: server_metadata_url"),
    "unknown address": (instead("openid-configuration", "gibt-es-nicht"), "lässt sich nichts lesen"),
    "keys for metadata": (
        instead(".well-known/openid-configuration", "jwks"),
        "es fehlt: issuer, authorization_endpoint, token_endpoint, jwks_uri",
    ),
    "nobody there": (
        lambda text: text.replace("http://127.0.0.1:", "http://127.0.0.1:1/"),
        "ob dieser Rechner sie erreicht",
    ),
    "no http": (instead('server_metadata_url = "http', 'server_metadata_url = "file'), "nichts lesen"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_broken_is_told_with_its_way_out(set_up: Callable[..., Context], what: str) -> None:
    broken, told = BROKEN[what]
    context = set_up(broken)
    with pytest.raises(EingabeError) as raised:
        sign_in_lines(context)
    assert told in str(raised.value)
    (line,) = (one for one in check_installation(context) if one.name == "Anmeldung")
    assert line.mark is Mark.FAULT and line.told == str(raised.value)
    assert "kein-geheimnis" not in line.told and "ein-zufaelliger-text" not in line.told


def test_a_missing_file_of_roles_is_told(set_up: Callable[..., Context]) -> None:
    context = set_up()
    context.settings.rollen.unlink()
    with pytest.raises(EingabeError, match=r"rollen\.toml mit den Rollen stimmt etwas nicht"):
        sign_in_lines(context)


def test_what_is_no_json_is_told_too(set_up: Callable[..., Context]) -> None:
    class Html(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<html>Anmelden</html>")

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Html)
    thread = threading.Thread(target=server.handle_request, daemon=True)
    thread.start()
    address = f"http://127.0.0.1:{server.server_port}/"

    def elsewhere(text: str) -> str:
        kept = without("server_metadata_url")(text)
        return f'{kept}\nserver_metadata_url = "{address}"\n'

    with pytest.raises(EingabeError, match="lässt sich nichts lesen"):
        sign_in_lines(set_up(elsewhere))
    thread.join(10)
    server.server_close()


def test_without_a_variable_the_file_of_the_folder_comes_before_that_of_the_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Streamlit has it."""
    monkeypatch.delenv("STREAMLIT_SECRETS_FILES", raising=False)
    home, here = tmp_path / "heim", tmp_path / "hier"
    for folder in (home, here):
        (folder / ".streamlit").mkdir(parents=True)
        (folder / ".streamlit" / "secrets.toml").write_text(f'[auth]\nredirect_uri = "{folder.name}"\n')
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(here)
    assert sign_in_setup.stored_section() == {"redirect_uri": "hier"}
    (here / ".streamlit" / "secrets.toml").unlink()
    assert sign_in_setup.stored_section() == {"redirect_uri": "heim"}
