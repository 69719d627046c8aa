"""„der Fraktionen der CDU/CSU und SPD“, „der Koalition und der AfD“, „der übrigen Fraktionen“ → whom.

A list is understood when nothing is left of it once the names and the words around them are taken out.
"""

import re
from dataclasses import dataclass

from core.decisions.roster import Roster

MARK = re.compile(r"⟦(\d+)⟧")
COALITION = re.compile(
    r"\b(?:(?:Regierungs|Koalitions)[- ]?(?:fraktionen|parteien|koalition)|Regierungskoalition"
    r"|Koalition(?:äre)?"
    r"|(?:die )?(?:Regierung|Koalition) tragenden (?:Fraktionen|Parteien)"
    r"|regierungstragenden Fraktionen|(?:Große|große|Großen|großen) Koalition)\b"
)
OPPOSITION = re.compile(
    r"\b(?:(?:gesamten |ganzen |vereinigten )?Opposition(?:s[- ]?(?:fraktionen|parteien))?)\b"
)
REST = re.compile(
    r"\b(?:(?:aller|allen|[Aa]lle|sämtlicher|der|den|[Dd]ie|des)? ?(?:übrigen|anderen|restlichen"
    r"|verbleibenden|sonstigen|weiteren) "
    r"(?:Fraktionen(?: und Gruppen| des Hauses)?|Stimmen(?: des Hauses)?|Hauses|Mitglieder(?:n)? des Hauses)"
    r"|(?:de[rsnm] )?Rest(?:es)? des (?:ganzen )?Hauses"
    r"|übrigen? Haus(?:es)?|(?:des )?Hauses im Übrigen|im Übrigen)\b"
)
ALL = re.compile(
    r"\b(?:(?:aller|allen|alle|sämtlicher|sämtliche|sämtlichen) (?:im Hause? vertretenen )?"
    r"(?:Fraktionen(?: und Gruppen| des Hauses)?|Mitglieder des (?:Hauses|Ausschusses))"
    r"|(?:des )?(?:ganzen|gesamten) Haus(?:es)?|(?:gesamte|ganze|komplette) Haus)\b"
)
WITHOUT = re.compile(r"\b(?:außer|ohne|mit Ausnahme|ausgenommen|bis auf|ausschließlich)\b")
PERSON = re.compile(
    r"\b(?:(?:des|der|dem|vom|von|einem?|einer|eines|beiden|zwei|drei|den|die|fraktionslosen?)\s+)*"
    r"(?:fraktionslosen?\s+|parteilosen?\s+)?(?:Abgeordneten?|Kolleg(?:e|en|in|innen)|Mitglieds?)\s+"
    r"(?!der\b|des\b|aus\b|von\b|und\b|⟦)(?:(?:Dr|Prof)\.\s*)*[A-ZÄÖÜ][\w.-]+(?:\s+[A-ZÄÖÜ][\w.-]+){0,3}"
    r"(?:\s*\((?:⟦\d+⟧|fraktionslos|[^()⟦]{0,30})\))?"
)
NO_FRAKTION = re.compile(
    r"\b(?:(?:des|der|die|den|dem|eines|einer|beiden|zweier|zwei)\s+)*(?:fraktionslosen?|parteilosen?)\s+"
    r"(?:Abgeordneten?|Mitglied(?:er|s)?|Kolleg\w+)(?!\s+[A-ZÄÖÜ])|\bFraktionslosen?\b"
)
SOME = re.compile(
    r"\b(?:ein(?:e[rsnm]?)?|einig(?:e[rn]?)|einzeln(?:e[rn]?)|vereinzelt(?:e[rn]?)"
    r"|wenig(?:e[rn]?)|mehrer(?:e[rn]?)|viel(?:e[rn]?)"
    r"|manch(?:e[rn]?)|zwei(?:er)?|drei(?:er)?|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf"
    r"|(?<![⟦\d])\d+|Teil(?:e[n]?|s)?|teilweise"
    r"|Mehrheit|Großteil|Hälfte|Minderheit|etliche[rn]?|Mitglied(?:er|s|ern)?|Abgeordnete[rn]?"
    r"|aus(?: den Reihen)?|unterschiedlich\w*|anwesenden?)\b"
)
PARTS = re.compile(
    r"\b(?:Teil(?:e|en|s)?|teilweise|Mehrheit|Großteil|Hälfte|unterschiedlich\w*|Minderheit)\b"
)
FILLER = re.compile(
    r"\b(?:und|sowie|auch|der|die|das|den|des|dem|von|vom|durch|seitens|beiden|bei|auf Seiten"
    r"|aufseiten|die|Fraktion(?:en)?"
    r"|Gruppen?|Partei(?:en)?|Stimmen?|als auch|sowohl|wie|ebenso|jeweils|Damen|Herren"
    r"|Kolleginnen|Kollegen|Landtags|Bürgerschafts)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Listed:
    """`whole` Fraktionen, those of which only `some` are named, `parts` of which a share is; `outside` are
    those that are excepted from the rest, `left` the words that were not understood."""

    whole: tuple[str, ...] = ()
    some: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()
    rest: bool = False
    everyone: bool = False
    left: str = ""

    @property
    def named(self) -> tuple[str, ...]:
        return (*self.whole, *self.some)

    @property
    def is_understood(self) -> bool:
        return not self.left


def read_list(text: str, roster: Roster) -> Listed:
    """Whom a list names; where a word of it is not understood, nobody is taken as whole."""
    masked, parteien = _masked(text, roster)
    masked = NO_FRAKTION.sub(" ", PERSON.sub(" ", masked))
    if without := WITHOUT.search(masked):
        return _all_but(masked[: without.start()], masked[without.end() :], parteien)
    everyone, rest = ALL.search(masked) is not None, REST.search(masked) is not None
    plain = REST.sub(" ", ALL.sub(" ", masked))
    some = SOME.search(plain)
    border = some.start() if some else len(plain)
    found = [(match.start(), parteien[int(match[1])]) for match in MARK.finditer(plain)]
    left = re.sub(r"[\s,.–;:()’'\"„“-]+", " ", FILLER.sub(" ", SOME.sub(" ", MARK.sub(" ", plain)))).strip()
    whole = tuple(partei for at, partei in found if at < border)
    partial = tuple(partei for at, partei in found if at >= border)
    if left:
        return Listed((), tuple(partei for _, partei in found), (), (), rest, everyone, left)
    parts = partial if some and PARTS.search(plain, border) else ()
    return Listed(whole, partial, parts, (), rest, everyone)


def _all_but(before: str, behind: str, parteien: list[str]) -> Listed:
    """„aller Fraktionen mit Ausnahme der AfD“: the rest, once the others are named."""
    left = FILLER.sub(" ", MARK.sub(" ", f"{REST.sub(' ', ALL.sub(' ', before))} {behind}")).strip(" ,.–")
    others = tuple(parteien[int(match[1])] for match in MARK.finditer(behind))
    known = (ALL.search(before) or REST.search(before)) and not MARK.search(before) and not left
    return Listed(outside=others, rest=True) if known and others else Listed(some=others, left=left or before)


def _masked(text: str, roster: Roster) -> tuple[str, list[str]]:
    """The text with a mark for every party; „Koalition“ is as many marks as it has Fraktionen."""
    parteien: list[str] = []

    def marks(*found: str) -> str:
        parteien.extend(found)
        first = len(parteien) - len(found)
        return " ".join(f"⟦{first + index}⟧" for index in range(len(found)))

    def one(match: re.Match[str]) -> str:
        partei = roster.find(match[0])
        return f" {marks(partei)} " if partei else match[0]

    masked = roster.names.sub(one, text)
    for pattern, members in ((COALITION, roster.coalition), (OPPOSITION, roster.opposition)):
        if members:
            masked = pattern.sub(lambda _, those=members: f" {marks(*those)} ", masked)  # type: ignore[misc]
    return masked, parteien
