"""Who has which role: the file is taken whole or not at all, and nobody gets in by looking like another."""

from pathlib import Path

import pytest

from core.errors import EingabeError
from core.roles.rights import AccessRole
from core.roles.role_file import load_role_rules, person_key, role_of

VERA = '[verwalten]\nadressen = ["vera@haus.example"]\n'


def written(folder: Path, text: str) -> Path:
    path = folder / "rollen.toml"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "Niemand hat die Rolle verwalten"),
        ("[lesen]\ndomains = ['a.de']\n", "Niemand hat die Rolle verwalten"),
        (VERA + "[chefin]\nadressen = ['a@b.de']", "[chefin] ist keine Rolle"),
        (VERA + "[lesen]\n", "nennt niemanden"),
        (VERA + "[lesen]\nanbieter = ['haus']\n", "nennt niemanden"),
        (VERA + "[lesen]\ndomain = ['a.de']", "kennt 'domain' nicht"),
        (VERA + "[lesen]\ndomains = ['*.a.de']", "nichts wie example.org"),
        (VERA + "[lesen]\ndomains = ['@a.de']", "nichts wie example.org"),
        (VERA + "[lesen]\ndomains = ['de']", "nichts wie example.org"),
        (VERA + "[lesen]\nadressen = ['*@a.de']\ndomains = 7", "Gebraucht wird eine Liste"),
        (VERA + "[lesen]\nadressen = ['a']", "nichts wie a.b@example.org"),
        (VERA + "[lesen]\nclaims = ['x']", "claims"),
        (VERA + "[lesen]\nclaims = { groups = [''] }", "Gebraucht wird eine Liste"),
        (VERA + "lesen = 3", "kennt 'lesen' nicht"),
        ("lesen = 3\n" + VERA, "kein Abschnitt"),
        ("[verwalten\n", "kein gültiges TOML"),
        ("x = " + "[" * 3000, "kein gültiges TOML"),
        (VERA + "#" * 1_000_001, "größer als"),
    ],
)
def test_a_file_with_a_mistake_is_refused_whole(tmp_path: Path, text: str, told: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(EingabeError) as error:
        load_role_rules(path)
    assert told in str(error.value) and str(path) in str(error.value)


def test_a_missing_file_says_what_it_is_for(tmp_path: Path) -> None:
    with pytest.raises(EingabeError, match="wer sich anmelden darf"):
        load_role_rules(tmp_path / "fehlt.toml")


def test_the_highest_of_several_roles_holds_and_case_does_not_matter(tmp_path: Path) -> None:
    rules = load_role_rules(written(tmp_path, VERA + "[lesen]\ndomains = ['Haus.example']\n"))
    for email, role in (
        ("VERA@Haus.Example", AccessRole.ADMINISTRATOR),
        ("udo@haus.example", AccessRole.READER),
        ("udo@haus.example.org", AccessRole.NOBODY),
        ("udo@evil-haus.example", AccessRole.NOBODY),
    ):
        assert role_of(rules, {"email": email, "email_verified": True}) == role


def test_a_person_is_kept_under_a_verified_address_or_under_the_providers_own_name() -> None:
    told = {"email": "Eva@Haus.example", "sub": "123", "provider": "haus"}
    assert person_key({**told, "email_verified": True}) == "eva@haus.example"
    assert person_key(told) == "haus:123"


@pytest.mark.parametrize(
    "email",
    [
        "\u212aarl@haus.example",  # the sign of kelvin, whose small letter is a k
        "karl@haus.example\u200b",
        "k\u0430rl@haus.example",  # a Cyrillic a
        "kar\u00adl@haus.example",
        "\uff4barl@haus.example",
        "\u202ekarl@haus.example",
        "x\x1b[2J@lese.example",
        "x\x00@lese.example",
        "x\x7f@lese.example",
        "\u202ex@lese.example",
        "x@le\u017fe.example",
        "x@lese\uff0eexample",
        ["karl@haus.example"],
        {"email": "karl@haus.example"},
        True,
        None,
    ],
)
def test_what_only_looks_like_an_address_gives_no_role(tmp_path: Path, email: object) -> None:
    text = "[verwalten]\nadressen = ['karl@haus.example']\n[lesen]\ndomains = ['lese.example']\n"
    rules = load_role_rules(written(tmp_path, text))
    told = {"email": email, "email_verified": True, "sub": "s", "provider": "haus"}
    assert role_of(rules, told) == AccessRole.NOBODY and person_key(told).isprintable()


@pytest.mark.parametrize("provider", [["haus2"], {"haus": 1}, None, 7, "haus2", "Haus"])
def test_a_provider_that_is_not_the_one_that_is_trusted(tmp_path: Path, provider: object) -> None:
    text = VERA + "[lesen]\nanbieter = ['haus']\nclaims = { g = ['x'] }\n"
    rules = load_role_rules(written(tmp_path, text))
    assert role_of(rules, {"provider": provider, "g": ["x"]}) == AccessRole.NOBODY


def test_no_line_of_the_log_is_made_up_by_a_name() -> None:
    assert person_key({"sub": "a\n2026-01-01 vera gelöscht\x1b[2K", "provider": "haus"}).isprintable()
