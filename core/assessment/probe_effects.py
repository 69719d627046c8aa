"""What leaving out the quoted passages did to the points, party by party, and what that means."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from core.german import formats
from core.models import Typ
from core.runs.lauf import Lauf, Status

GLEICH, DISPERSION = 1.0, 2.0
"""Less than one point is the same grade; less than two apart lie repeats of one question too (see the
comparison, where two points between repeats are called unstable)."""


class ProbeBefund(StrEnum):
    BLEIBT = "bleibt"
    SCHWANKT = "schwankt"
    AENDERT = "aendert"
    OHNE_PUNKTE = "ohne_punkte"
    NICHTS_UEBRIG = "nichts_uebrig"
    OHNE_ZITAT = "ohne_zitat"
    ANDERES_MODELL = "anderes_modell"
    FEHLT = "fehlt"


SENTENCES = {
    ProbeBefund.BLEIBT: (
        "Die Punkte bleiben auch ohne die zitierten Stellen: Diese Zitate haben sie nicht verursacht."
    ),
    ProbeBefund.SCHWANKT: (
        "Die Punkte ändern sich wenig. So weit liegen auch Wiederholungen auseinander: Es lässt sich nicht "
        "sagen, ob es an den Zitaten liegt."
    ),
    ProbeBefund.AENDERT: "Ohne die zitierten Stellen ändern sich die Punkte deutlich: Sie hängen an ihnen.",
    ProbeBefund.OHNE_PUNKTE: "Ohne die zitierten Stellen gibt das Modell keine Punkte: Sie hängen an ihnen.",
    ProbeBefund.NICHTS_UEBRIG: (
        "Jede vorgelegte Passage war zitiert; ohne sie blieb nichts zu beurteilen. Das sagt über die Zitate "
        "nichts."
    ),
    ProbeBefund.OHNE_ZITAT: "Hier war nichts zitiert, also war nichts wegzulassen.",
    ProbeBefund.ANDERES_MODELL: (
        "Ein anderes Modell hat geantwortet; die Punkte lassen sich nicht vergleichen."
    ),
    ProbeBefund.FEHLT: "Die Gegenprobe hat hierzu keine Antwort.",
}

READING = (
    "Eine Gegenprobe ist eine einzige neue Antwort desselben Modells auf denselben Prompt mit denselben "
    "Einstellungen; nur die Passagen mit den belegten Zitaten fehlen. Bleiben die Punkte, können sie aus den "
    "übrigen Passagen kommen oder aus dem, was das Modell schon vorher wusste."
)


@dataclass(frozen=True, slots=True)
class ProbeEffect:
    """The points on one kind of Programm of one party before and after."""

    partei: str
    typ: Typ
    vorher: float
    nachher: float | None
    befund: ProbeBefund

    @property
    def satz(self) -> str:
        return SENTENCES[self.befund]

    @property
    def punkte(self) -> str:
        """„7 → 6,5“."""
        return f"{formats.score(self.vorher)} → {formats.score(self.nachher)}"


def effects(lauf: Lauf, probe: Lauf) -> list[ProbeEffect]:
    """Of every judgement of the Lauf that has points, in its order."""
    scored = [(score.partei, Typ(score.typ), score.score) for score in lauf.scores]
    return [_effect(lauf, probe, partei, typ, points) for partei, typ, points in scored if points is not None]


def zusammen(found: Iterable[ProbeEffect]) -> str:
    """„Bei 2 von 3 geprüften Urteilen bleiben die Punkte auch ohne die zitierten Stellen.“"""
    tested = [one.befund for one in found if one.befund in CHECKED]
    if not tested:
        return "Keines der Urteile ließ sich so prüfen."
    same, whole = tested.count(ProbeBefund.BLEIBT), len(tested)
    if whole == 1:
        return SENTENCES[tested[0]]
    return f"Bei {same} von {whole} geprüften Urteilen bleiben die Punkte auch ohne die zitierten Stellen."


CHECKED = (ProbeBefund.BLEIBT, ProbeBefund.SCHWANKT, ProbeBefund.AENDERT, ProbeBefund.OHNE_PUNKTE)


def _effect(lauf: Lauf, probe: Lauf, partei: str, typ: Typ, vorher: float) -> ProbeEffect:
    nachher = next((one.score for one in probe.scores if (one.partei, one.typ) == (partei, typ)), None)
    befund = _untested(lauf, probe, partei, typ) or _tested(vorher, nachher)
    return ProbeEffect(partei, typ, vorher, nachher if befund in CHECKED else None, befund)


def _untested(lauf: Lauf, probe: Lauf, partei: str, typ: Typ) -> ProbeBefund | None:
    cited = _cited(lauf, partei, typ)
    if not cited:
        return ProbeBefund.OHNE_ZITAT
    if partei not in probe.parameter.get("parteien", ()):
        return ProbeBefund.NICHTS_UEBRIG
    before, after = (next((t for t in one.teile if t.partei == partei), None) for one in (lauf, probe))
    if after is None or after.status is not Status.FERTIG:
        return ProbeBefund.FEHLT
    if before is None or before.modell != after.modell:
        return ProbeBefund.ANDERES_MODELL
    left = any(one.partei == partei and one.q and one.programm_id in cited for one in probe.angebote)
    return None if left else ProbeBefund.NICHTS_UEBRIG


def _cited(lauf: Lauf, partei: str, typ: Typ) -> set[str]:
    """The Programme that its quotes stand in; another party's prove nothing."""
    own = [zitat for zitat in lauf.zitate if (zitat.partei, zitat.typ) == (partei, typ)]
    proofs = (zitat for zitat in own if zitat.status.is_bound and not zitat.is_foreign)
    return {ort.programm for zitat in proofs for ort in zitat.orte}


def _tested(vorher: float, nachher: float | None) -> ProbeBefund:
    if nachher is None:
        return ProbeBefund.OHNE_PUNKTE
    change = abs(nachher - vorher)
    if change < GLEICH:
        return ProbeBefund.BLEIBT
    return ProbeBefund.SCHWANKT if change < DISPERSION else ProbeBefund.AENDERT
