"""Who sat and governed in a parliament on a day, and every spelling of the Fraktionen there."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property

from core.models import Regierung, Wahlperiode
from core.programme.registry import Registry, fraktionen_on, known_partei, regierung_on

FORMING = timedelta(days=14)
"""So long after an uncertain beginning of a government nobody is called its coalition."""

GENITIVE = re.compile(r"(?<=bündnis)ses\b", re.IGNORECASE)
STRAY_MARK = re.compile("[`\u00b4]\\s*(?=90)")


@dataclass(frozen=True, eq=False)
class Roster:
    """Without a day only names count: nobody knows then who „die Koalition“ is."""

    registry: Registry
    land: str
    day: date | None = None

    @cached_property
    def fraktionen(self) -> tuple[str, ...]:
        return fraktionen_on(self.registry, self.land, self.day) if self.day else ()

    @cached_property
    def coalition(self) -> tuple[str, ...]:
        """The governing Fraktionen; none where a government of the Wahlperiode before is still in office."""
        if self.day is None or not self._has_settled(self.day):
            return ()
        governing = regierung_on(self.registry, self.land, self.day)
        return tuple(p for p in governing if p in self.fraktionen) if governing else ()

    @cached_property
    def opposition(self) -> tuple[str, ...]:
        return tuple(p for p in self.fraktionen if p not in self.coalition) if self.coalition else ()

    def _has_settled(self, day: date) -> bool:
        parlament = self.registry.parlamente[self.land]
        term = next((w for w in parlament.wahlperioden if _covers(w, day)), None)
        ruling = next((r for r in parlament.regierungen if _covers(r, day)), None)
        if term is None or ruling is None or ruling.von < term.von:
            return False
        return "von" not in ruling.unsicher or day >= ruling.von + FORMING

    @cached_property
    def names(self) -> re.Pattern[str]:
        """Every name a party has there, the longest first; „der Grünen“ and „den Linken“ with them."""
        known = sorted(set(self._spellings()), key=len, reverse=True)
        words = "|".join(_loose(name) for name in known)
        return re.compile(rf"(?<![\w-])(?:{words})n?(?:-Fraktion|-Gruppe|fraktion)?(?![\w-])", re.IGNORECASE)

    def _spellings(self) -> Iterator[str]:
        for partei in self.registry.parteien.values():
            if partei.stands_in(self.land):
                local = partei.aliase_in.get(self.land, ()), partei.name_in.get(self.land, "")
                yield from (n for n in (partei.id, partei.name, *partei.aliase, *local[0], local[1]) if n)

    def find(self, name: str) -> str | None:
        """The party of a name as it is spelled in papers, sheets and on the floor."""
        plain = STRAY_MARK.sub(" ", re.sub(r"\s+", " ", GENITIVE.sub("", name))).strip()
        bare = re.sub(r"-?(?:Fraktion|Gruppe)$", "", plain, flags=re.IGNORECASE)
        for one in (plain, plain.removesuffix("n"), bare, bare.removesuffix("n")):
            if partei := known_partei(self.registry, one, self.land):
                return partei.id
        return None


def _loose(name: str) -> str:
    """A pattern for a name with any white space: „BÜNDNIS 90/ DIE GRÜNEN“, „BÜNDNIS`90/DIE GRÜNEN“."""
    spaced = re.sub(r"\\ ", "[\\\\s`\u00b4]*", re.escape(name))
    return re.sub(r"(?i)(?<=bündnis)(?!\w)", "(?:ses)?", spaced.replace("/", r"\s*/\s*"))


def _covers(span: Wahlperiode | Regierung, day: date) -> bool:
    return span.von <= day and (span.bis is None or day <= span.bis)
