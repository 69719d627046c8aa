"""Who looks at a page or asks for an address, what he may do, and who pays for what he has asked.

Where nobody signs in, whoever reaches the app may do everything, as ever, and nothing is written down.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import streamlit as st

from core.context import Context, default_context
from core.german import formats
from core.roles import rights
from core.roles.payer import paid_by
from core.roles.rights import AccessRole, Action
from core.roles.role_file import Claims, RoleRule, load_role_rules, person_key, role_of

if TYPE_CHECKING:
    from core.runs.store import Runstore

SIGNED_IN_SECONDS = 12 * 3600
"""After so long one signs in again, however long the cookie would last: a role may have been taken away."""

FUTURE_SECONDS = 120
"""So far may the provider's clock be ahead."""

Given = ParamSpec("Given")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Person:
    """`key`: under which deeds and costs are kept; empty where nobody signed in."""

    key: str
    role: AccessRole
    is_stale: bool = False

    def may(self, action: Action) -> bool:
        return rights.may(self.role, action)

    def require(self, action: Action) -> None:
        rights.require(self.role, action)

    @contextmanager
    def pays(self) -> Iterator[None]:
        """For what language models are asked within."""
        from core.runs.person_payer import PersonPayer

        with paid_by(PersonPayer(default_context(), self.key) if self.key else None):
            yield

    def note(self, action: Action, about: str = "") -> None:
        if self.key:
            _store().note_deed(self.key, action, about)

    def noted(self, action: Action, about: str, work: Callable[Given, Result]) -> Callable[Given, Result]:
        """`work`, refused where he may not, and written down when it is done, in whatever thread that is."""
        return partial(_do, self, action, about, work)


ALONE = Person("", AccessRole.ADMINISTRATOR)
PUBLIC = Person("", AccessRole.PUBLIC)
NOBODY = Person("", AccessRole.NOBODY)


def here() -> Person:
    """Whoever looks at the page that is being drawn."""
    settings = default_context().settings
    if settings.oeffentlich:
        return PUBLIC
    return of_claims(st.user.to_dict()) if settings.anmeldung else ALONE


def may(action: Action) -> bool:
    return here().may(action)


def require(action: Action) -> None:
    here().require(action)


def of_claims(claims: Claims) -> Person:
    """Of what a provider said, whose word was checked before."""
    if claims.get("is_logged_in") is not True:
        return NOBODY
    since = claims.get("iat")
    age = time.time() - since if isinstance(since, int | float) else SIGNED_IN_SECONDS + 1
    if not -FUTURE_SECONDS <= age <= SIGNED_IN_SECONDS:
        return Person("", AccessRole.NOBODY, is_stale=True)
    return Person(person_key(claims), role_of(default_context().own(_rules), claims))


def too_dear(usd: float | None) -> str:
    """Why what will cost so much cannot begin; empty where it can. None: nobody knows how much."""
    from core.runs.person_payer import reached

    key = here().key
    if not key or usd == 0:
        return ""
    if usd is None:
        return reached(default_context(), key)
    rest = _store().budget_of(key).rest
    if rest is None or usd <= rest:
        return ""
    return (
        f"Das kostet etwa {formats.cost(usd)}; in diesem Monat bleiben Ihnen {formats.cost(rest)}. "
        "Wählen Sie weniger oder ein günstigeres Modell; eine höhere Grenze setzt, wer die Rolle „verwalten“ "
        "hat."
    )


def told(ids: Sequence[str]) -> str:
    """Ids as the log names them."""
    return ", ".join(ids)


def _rules(context: Context) -> tuple[RoleRule, ...]:
    return load_role_rules(context.settings.rollen)


def _do(
    person: Person,
    action: Action,
    about: str,
    work: Callable[Given, Result],
    *arguments: Given.args,
    **options: Given.kwargs,
) -> Result:
    person.require(action)
    with person.pays():
        done = work(*arguments, **options)
    person.note(action, about)
    return done


def _store() -> "Runstore":
    from core.runs.store import runstore

    return runstore(default_context())
