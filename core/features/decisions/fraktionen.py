"""The Fraktionen of a parliament: who sat and governed on a day, how they are spelled, how each voted."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from functools import cached_property

from core.base.models import Regierung, Wahlperiode
from core.features.decisions.decision import FraktionSide, KeptDecision, Side
from core.llm.verdict import Verdict
from core.programme.registry import Registry

FORMING = timedelta(days=14)
"""So long after an uncertain beginning of a government nobody is called its coalition."""

GENITIVE = re.compile(r"(?<=bündnis)ses\b", re.IGNORECASE)
STRAY_MARK = re.compile("[`\u00b4]\\s*(?=90)")
DECLINED = re.compile(r"\bfreien\b", re.IGNORECASE)
"""„der FREIEN WÄHLER“, „den Freien Demokraten“"""

BODY = r"\.?-(?:(?:Landtags|Bürgerschafts)?fraktion|Gruppe)|fraktion"
"""What a name is called that is a Fraktion's; „DIE LINKE.-Landtagsfraktion“ of the Saarland with it."""


@dataclass(frozen=True, eq=False)
class Roster:
    """Without a day only names count: nobody knows then who „die Koalition“ is."""

    registry: Registry
    land: str
    day: date | None = None

    @cached_property
    def fraktionen(self) -> tuple[str, ...]:
        return self.registry.fraktionen_on(self.land, self.day) if self.day else ()

    @cached_property
    def coalition(self) -> tuple[str, ...]:
        """The governing Fraktionen; none where a government of the Wahlperiode before is still in office."""
        day = self.day
        if day is None:
            return ()
        parlament = self.registry.parlamente[self.land]
        term = next((w for w in parlament.wahlperioden if _covers(w, day)), None)
        ruling = next((r for r in parlament.regierungen if _covers(r, day)), None)
        if term is None or ruling is None or ruling.von < term.von:
            return ()
        if "von" in ruling.unsicher and day < ruling.von + FORMING:
            return ()
        return tuple(p for p in self.registry.regierung_on(self.land, day) if p in self.fraktionen)

    @cached_property
    def partners(self) -> tuple[str, ...]:
        """Whom „die Koalition“ names: nobody where one party governs alone, as after a coalition broke."""
        return self.coalition if len(self.coalition) > 1 else ()

    @cached_property
    def opposition(self) -> tuple[str, ...]:
        """Nobody while one party is left of a coalition: whether its partner opposes it, no table says."""
        if not self.coalition or (not self.partners and self._was_left_alone):
            return ()
        return tuple(p for p in self.fraktionen if p not in self.coalition)

    @property
    def _was_left_alone(self) -> bool:
        parlament, day = self.registry.parlamente[self.land], self.day or date.max
        term = next(w for w in parlament.wahlperioden if _covers(w, day))
        return any(len(r.parteien) > 1 for r in parlament.regierungen if term.von <= r.von < day)

    @cached_property
    def names(self) -> re.Pattern[str]:
        """Every name a party has there, the longest first; „der Grünen“ and „den Linken“ with them."""
        known: set[str] = set()
        for partei in self.registry.parteien.values():
            if partei.stands_in(self.land):
                local = (*partei.aliase_in.get(self.land, ()), partei.name_in.get(self.land, ""))
                known |= {partei.id, partei.name, *partei.aliase, *local}
        words = "|".join(map(_loose, sorted(known - {""}, key=len, reverse=True)))
        return re.compile(rf"(?<![\w-])(?:{words})n?(?:{BODY})?(?!\w|-\w)", re.IGNORECASE)

    def find(self, name: str) -> str | None:
        """The party of a name as it is spelled in papers, sheets and on the floor."""
        plain = STRAY_MARK.sub(" ", re.sub(r"\s+", " ", GENITIVE.sub("", name))).strip()
        plain = DECLINED.sub("Freie", plain)
        bare = re.sub(rf"(?:{BODY}|gruppe)$", "", plain, flags=re.IGNORECASE)
        for one in (plain, re.sub("[nN]$", "", plain), bare, re.sub("[nN]$", "", bare)):
            if partei := self.registry.known_partei(one, self.land):
                return partei.id
        return None


def _loose(name: str) -> str:
    """A pattern for a name with any white space: „BÜNDNIS 90/ DIE GRÜNEN“, „BÜNDNIS`90/DIE GRÜNEN“."""
    spaced = re.sub(r"\\ ", "[\\\\s`\u00b4]*", re.escape(name))
    declined = re.sub(r"(?i)\bfreie\b", "freien?", spaced)
    return re.sub(r"(?i)(?<=bündnis)(?!\w)", "(?:ses)?", declined.replace("/", r"\s*/\s*"))


def _covers(span: Wahlperiode | Regierung, day: date) -> bool:
    return span.von <= day and (span.bis is None or day <= span.bis)


# --- how each party voted at last, and whether that fits what was found in its Programm: an aid, no verdict

CONTRADICTING = "Zwei Quellen sagen Verschiedenes."
UNNAMED = "Zu dieser Fraktion steht in der Quelle nichts."
DISCIPLINE = (
    "Bekannter Grund: Regierungsfraktionen stimmen nach ihrem Koalitionsvertrag meist geschlossen, auch wenn "
    "ein Antrag der Opposition dem eigenen Programm entspricht."
)
AID = (
    "Nur eine Lesehilfe: Ab 6 Punkten gilt ein Programm als dafür, bis 4 als dagegen. Die Punkte gab ein "
    "Modell; warum eine Fraktion so stimmte, steht nicht in dieser Zahl."
)


class Fit(StrEnum):
    """What a side is beside the points of a Programm."""

    MATCHES = "stimmt mit dem Programm überein"
    DEVIATES = "weicht vom Programm ab"
    UNKNOWN = "nicht feststellbar"


@dataclass(frozen=True, slots=True)
class PartyVote:
    """The side on the Drucksache itself. `told`: what the source says of the Fraktion; none where nothing."""

    partei: str
    side: Side
    kept: KeptDecision
    told: FraktionSide | None
    is_coalition: bool
    note: str = ""

    @property
    def stage(self) -> str:
        return self.kept.source.art.stage


def fit(score: float | None, side: Side) -> Fit:
    """Without points of a model there is nothing to compare; a side may be one that is neither yes nor no."""
    said = Verdict.of_score(score)
    if said is None or side not in (Side.YES, Side.NO):
        return Fit.UNKNOWN
    return Fit.MATCHES if (said is Verdict.STUETZT) == (side is Side.YES) else Fit.DEVIATES


def party_votes(
    registry: Registry, decisions: Sequence[KeptDecision], parteien: Iterable[str]
) -> dict[str, PartyVote]:
    """Each party's last known vote: in the plenary, else in a committee. Nobody has one without decisions."""
    found = (_vote(registry, decisions, partei) for partei in parteien)
    return {vote.partei: vote for vote in found if vote}


def _vote(registry: Registry, decisions: Sequence[KeptDecision], partei: str) -> PartyVote | None:
    by_stage: dict[str, list[PartyVote]] = {}
    for kept in decisions:
        member = registry.known_partei(partei, kept.bundesland)  # the CSU votes in one Fraktion with the CDU
        own = member.id if member else partei
        told = next((one for one in kept.decision.sides if one.partei == own), None)
        side = told.side if told and kept.decision.is_certain else Side.UNKNOWN
        note = kept.decision.reason or (told.note if told else UNNAMED)
        coalition = Roster(registry, kept.bundesland, kept.source.datum).coalition
        vote = PartyVote(partei, side, kept, told, own in coalition, note)
        by_stage.setdefault(vote.stage, []).append(vote)
    fallback: PartyVote | None = None
    for votes in (by_stage[stage] for stage in ("Plenum", "Ausschuss") if stage in by_stage):
        # Of several sources of one stage those that say a side must say the same.
        known = [vote for vote in votes if vote.side is not Side.UNKNOWN]
        if len({vote.side for vote in known}) > 1:
            return replace(known[0], side=Side.UNKNOWN, note=CONTRADICTING)
        if known:
            return known[0]
        fallback = fallback or votes[0]
    return fallback
