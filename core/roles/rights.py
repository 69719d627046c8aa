"""Who may do what: one table of actions and the role each needs. Whatever asks, asks `may`."""

from enum import IntEnum, StrEnum

from core.errors import DashboardError


class AccessRole(IntEnum):
    """Each may do what those before it may."""

    NOBODY = 0
    PUBLIC = 1
    READER = 2
    REVIEWER = 3
    ADMINISTRATOR = 4


ROLE_WORDS = {
    AccessRole.NOBODY: "ohne Zugang",
    AccessRole.PUBLIC: "öffentlich",
    AccessRole.READER: "lesen",
    AccessRole.REVIEWER: "prüfen",
    AccessRole.ADMINISTRATOR: "verwalten",
}


class Action(StrEnum):
    """Its value is what the log says was done."""

    SIGN_IN = "sich anmelden"
    SEE_RELEASED = "einen freigegebenen Lauf ansehen"
    SEE = "ansehen"
    TAKE = "einen Lauf exportieren"
    EXPORT = "exportieren"
    ENTER = "einen Antrag eingeben"
    RUN = "prüfen lassen"
    JUDGE = "beurteilen"
    IMPORT = "einlesen"
    DELETE = "löschen"
    REGISTER = "ein Programm aufnehmen"
    INDEX = "den Index ändern"
    PROMPT = "einen Prompt schreiben"
    RUBRIC = "eine Rubrik schreiben"
    LIMIT = "eine Ausgabengrenze setzen"
    RELEASE = "freigeben"
    WATCH = "den Betrieb ansehen"


NEEDED = {
    Action.SIGN_IN: AccessRole.NOBODY,
    Action.SEE_RELEASED: AccessRole.PUBLIC,
    Action.TAKE: AccessRole.PUBLIC,
    Action.SEE: AccessRole.READER,
    Action.EXPORT: AccessRole.READER,
    Action.ENTER: AccessRole.REVIEWER,
    Action.RUN: AccessRole.REVIEWER,
    Action.JUDGE: AccessRole.REVIEWER,
    Action.IMPORT: AccessRole.ADMINISTRATOR,
    Action.DELETE: AccessRole.ADMINISTRATOR,
    Action.REGISTER: AccessRole.ADMINISTRATOR,
    Action.INDEX: AccessRole.ADMINISTRATOR,
    Action.PROMPT: AccessRole.ADMINISTRATOR,
    Action.RUBRIC: AccessRole.ADMINISTRATOR,
    Action.LIMIT: AccessRole.ADMINISTRATOR,
    Action.RELEASE: AccessRole.ADMINISTRATOR,
    Action.WATCH: AccessRole.ADMINISTRATOR,
}


class NotAllowed(DashboardError):
    """Somebody wants what his role does not let him do."""


def may(role: AccessRole, action: Action) -> bool:
    return role >= NEEDED[action]


def require(role: AccessRole, action: Action) -> None:
    if not may(role, action):
        raise NotAllowed(
            f"Dafür ({action}) braucht es die Rolle „{ROLE_WORDS[NEEDED[action]]}“; Ihre ist "
            f"„{ROLE_WORDS[role]}“. Rollen vergibt, wer diesen Antragsspiegel betreibt."
        )
