"""Which role a signed-in person has: read from `rollen.toml`, checked whole before anybody is let in.

A role is given by address, by domain, or by a claim of the provider. Addresses and domains count only where
the provider says that it has verified the address; nobody may be admitted by what he wrote himself.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from unicodedata import is_normalized

from core.errors import EingabeError
from core.roles.rights import AccessRole

ROLES = {
    "lesen": AccessRole.READER,
    "pruefen": AccessRole.REVIEWER,
    "verwalten": AccessRole.ADMINISTRATOR,
}
FIELDS = ("anbieter", "adressen", "domains", "claims")
MOST_BYTES = 1_000_000
MOST = 5000
"""Addresses, domains or values of a claim in one role."""

ADDRESS = re.compile(r"[^\s@<>\",;]{1,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+")
DOMAIN = re.compile(r"\A[a-z0-9-]++(\.[a-z0-9-]++)+")

Claims = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class RoleRule:
    """One part of the file. `anbieter`: the providers it trusts, all where there are none."""

    role: AccessRole
    anbieter: frozenset[str] = frozenset()
    adressen: frozenset[str] = frozenset()
    domains: frozenset[str] = frozenset()
    claims: tuple[tuple[str, frozenset[str]], ...] = ()

    def matches(self, claims: Claims) -> bool:
        if self.anbieter and not _values(claims.get("provider")) & self.anbieter:
            return False
        address = verified_address(claims)
        domain = address.rpartition("@")[2]
        return (
            (address != "" and address in self.adressen)
            or domain in self.domains
            or any(values & _values(claims.get(name)) for name, values in self.claims)
        )


def role_of(rules: Sequence[RoleRule], claims: Claims) -> AccessRole:
    """The highest of all that match; nobody's where none does."""
    return max((rule.role for rule in rules if rule.matches(claims)), default=AccessRole.NOBODY)


def verified_address(claims: Claims) -> str:
    """In small letters; empty where the provider does not vouch for it.

    A letter that only looks like another is none of it: „K“ (U+212A) would become a „k“, U+202E turns the
    rest round wherever it is shown.
    """
    address = claims.get("email")
    if claims.get("email_verified") is not True or not isinstance(address, str):
        return ""
    if not (address.isprintable() and is_normalized("NFKC", address)):
        return ""
    address = address.lower()
    return address if ADDRESS.fullmatch(address) else ""


def person_key(claims: Claims) -> str:
    """Under which somebody's deeds and costs are kept: the address, else what the provider calls him."""
    subject = f"{claims.get('provider') or 'default'}:{claims.get('sub') or ''}"
    return verified_address(claims) or "".join(c if c.isprintable() else "\ufffd" for c in subject)[:200]


def load_role_rules(path: Path) -> tuple[RoleRule, ...]:
    """The rules of the file; anything that is not understood is told, and nothing of it is used."""
    parts = _parsed(path)
    if unknown := sorted(set(parts) - set(ROLES)):
        raise _wrong(path, f"[{unknown[0]}] ist keine Rolle. Es gibt: {', '.join(ROLES)}.")
    rules = tuple(rule for name, part in parts.items() for rule in _rules(path, name, part))
    if not any(rule.role is AccessRole.ADMINISTRATOR for rule in rules):
        raise _wrong(path, "Niemand hat die Rolle verwalten. Tragen Sie unter [verwalten] eine Adresse ein.")
    return rules


def _parsed(path: Path) -> dict[str, object]:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise _wrong(
            path, f"Sie lässt sich nicht lesen ({error.strerror}). Sie sagt, wer sich anmelden darf."
        ) from error
    if len(data) > MOST_BYTES:
        raise _wrong(path, f"Sie ist größer als {MOST_BYTES} Byte.")
    try:
        return tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise _wrong(path, f"Sie ist kein gültiges TOML: {error}") from error


def _rules(path: Path, name: str, part: object) -> Iterator[RoleRule]:
    """A role may stand there once, or as several parts ([[lesen]])."""
    for one in part if isinstance(part, list) else [part]:
        if not isinstance(one, dict):
            raise _wrong(path, f"{name} ist kein Abschnitt. Schreiben Sie [{name}] in eine eigene Zeile.")
        yield _rule(path, name, one)


def _rule(path: Path, name: str, part: Mapping[str, object]) -> RoleRule:
    if unknown := sorted(set(part) - set(FIELDS)):
        raise _wrong(path, f"[{name}] kennt {unknown[0]!r} nicht. Es gibt: {', '.join(FIELDS)}.")
    claims = part.get("claims", {})
    if not isinstance(claims, dict):
        raise _wrong(path, f'[{name}] claims: Gebraucht wird etwa {{ groups = ["referat-7"] }}.')
    rule = RoleRule(
        ROLES[name],
        frozenset(_texts(path, name, "anbieter", part.get("anbieter", []))),
        frozenset(_checked(path, name, "adressen", part, ADDRESS, "a.b@example.org")),
        frozenset(_checked(path, name, "domains", part, DOMAIN, "example.org")),
        tuple((key, frozenset(_texts(path, name, key, value))) for key, value in claims.items()),
    )
    if not (rule.adressen or rule.domains or rule.claims):
        raise _wrong(path, f"[{name}] nennt niemanden: Gebraucht werden adressen, domains oder claims.")
    return rule


def _checked(
    path: Path, name: str, field: str, part: Mapping[str, object], form: re.Pattern[str], example: str
) -> list[str]:
    """Written out whole: no pattern, no part of a domain."""
    texts = [text.lower() for text in _texts(path, name, field, part.get(field, []))]
    for text in texts:
        if not form.fullmatch(text):
            raise _wrong(path, f"[{name}] {field}: {text!r} ist nichts wie {example}.")
    return texts


def _texts(path: Path, name: str, field: str, value: object) -> list[str]:
    values = [value] if isinstance(value, str) else value
    if (
        not isinstance(values, list)
        or len(values) > MOST
        or not all(isinstance(one, str) and one.strip() == one != "" for one in values)
    ):
        raise _wrong(
            path, f'[{name}] {field}: Gebraucht wird eine Liste von bis zu {MOST} Texten, etwa ["a", "b"].'
        )
    return values


def _values(claim: object) -> frozenset[str]:
    """A claim is a text, a truth or a list of texts."""
    if isinstance(claim, bool):
        return frozenset(["true" if claim else "false"])
    if isinstance(claim, str):
        return frozenset([claim])
    return frozenset(one for one in claim if isinstance(one, str)) if isinstance(claim, list) else frozenset()


def _wrong(path: Path, what: str) -> EingabeError:
    return EingabeError(f"In der Datei {path} mit den Rollen stimmt etwas nicht. {what}")
