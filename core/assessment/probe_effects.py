"""What leaving out the quoted passages did to the points, party by party, and what that means."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from core.german import formats
from core.models import Typ
from core.runs.lauf import Lauf, Status

GLEICH, STREUUNG = 1.0, 2.0
"""Less than one point is the same grade; less than two apart lie repeats of one question too (see the
comparison, where two points between repeats are called unstable)."""


class Probenbefund(StrEnum):
    BLEIBT = "bleibt"
    SCHWANKT = "schwankt"
    AENDERT = "aendert"
    OHNE_PUNKTE = "ohne_punkte"
    NICHTS_UEBRIG = "nichts_uebrig"
    OHNE_ZITAT = "ohne_zitat"
    ANDERES_MODELL = "anderes_modell"
    FEHLT = "fehlt"


SAETZE = {
    Probenbefund.BLEIBT: (
        "Die Punkte bleiben auch ohne die zitierten Stellen: Diese Zitate haben sie nicht verursacht."
    ),
    Probenbefund.SCHWANKT: (
        "Die Punkte ändern sich wenig. So weit liegen auch Wiederholungen auseinander: Es lässt sich nicht "
        "sagen, ob es an den Zitaten liegt."
    ),
    Probenbefund.AENDERT: "Ohne die zitierten Stellen ändern sich die Punkte deutlich: Sie hängen an ihnen.",
    Probenbefund.OHNE_PUNKTE: "Ohne die zitierten Stellen gibt das Modell keine Punkte: Sie hängen an ihnen.",
    Probenbefund.NICHTS_UEBRIG: (
        "Jede vorgelegte Passage war zitiert; ohne sie blieb nichts zu beurteilen. Das sagt über die Zitate "
        "nichts."
    ),
    Probenbefund.OHNE_ZITAT: "Hier war nichts zitiert, also war nichts wegzulassen.",
    Probenbefund.ANDERES_MODELL: (
        "Ein anderes Modell hat geantwortet; die Punkte lassen sich nicht vergleichen."
    ),
    Probenbefund.FEHLT: "Die Gegenprobe hat hierzu keine Antwort.",
}

LESART = (
    "Eine Gegenprobe ist eine einzige neue Antwort desselben Modells auf denselben Prompt mit denselben "
    "Einstellungen; nur die Passagen mit den belegten Zitaten fehlen. Bleiben die Punkte, können sie aus den "
    "übrigen Passagen kommen oder aus dem, was das Modell schon vorher wusste."
)


@dataclass(frozen=True, slots=True)
class Probenwirkung:
    """The points on one kind of Programm of one party before and after."""

    partei: str
    typ: Typ
    vorher: float
    nachher: float | None
    befund: Probenbefund

    @property
    def satz(self) -> str:
        return SAETZE[self.befund]

    @property
    def punkte(self) -> str:
        """„7 → 6,5“."""
        return f"{formats.score(self.vorher)} → {formats.score(self.nachher)}"


def wirkungen(lauf: Lauf, probe: Lauf) -> list[Probenwirkung]:
    """Of every judgement of the Lauf that has points, in its order."""
    scored = [(score.partei, Typ(score.typ), score.score) for score in lauf.scores]
    return [
        _wirkung(lauf, probe, partei, typ, points) for partei, typ, points in scored if points is not None
    ]


def zusammen(found: Iterable[Probenwirkung]) -> str:
    """„Bei 2 von 3 geprüften Urteilen bleiben die Punkte auch ohne die zitierten Stellen.“"""
    tested = [one.befund for one in found if one.befund in GEPRUEFT]
    if not tested:
        return "Keines der Urteile ließ sich so prüfen."
    same, whole = tested.count(Probenbefund.BLEIBT), len(tested)
    if whole == 1:
        return SAETZE[tested[0]]
    return f"Bei {same} von {whole} geprüften Urteilen bleiben die Punkte auch ohne die zitierten Stellen."


GEPRUEFT = (Probenbefund.BLEIBT, Probenbefund.SCHWANKT, Probenbefund.AENDERT, Probenbefund.OHNE_PUNKTE)


def _wirkung(lauf: Lauf, probe: Lauf, partei: str, typ: Typ, vorher: float) -> Probenwirkung:
    nachher = next((one.score for one in probe.scores if (one.partei, one.typ) == (partei, typ)), None)
    befund = _untested(lauf, probe, partei, typ) or _tested(vorher, nachher)
    return Probenwirkung(partei, typ, vorher, nachher if befund in GEPRUEFT else None, befund)


def _untested(lauf: Lauf, probe: Lauf, partei: str, typ: Typ) -> Probenbefund | None:
    cited = _cited(lauf, partei, typ)
    if not cited:
        return Probenbefund.OHNE_ZITAT
    if partei not in probe.parameter.get("parteien", ()):
        return Probenbefund.NICHTS_UEBRIG
    before, after = (next((t for t in one.teile if t.partei == partei), None) for one in (lauf, probe))
    if after is None or after.status is not Status.FERTIG:
        return Probenbefund.FEHLT
    if before is None or before.modell != after.modell:
        return Probenbefund.ANDERES_MODELL
    left = any(one.partei == partei and one.q and one.programm_id in cited for one in probe.angebote)
    return None if left else Probenbefund.NICHTS_UEBRIG


def _cited(lauf: Lauf, partei: str, typ: Typ) -> set[str]:
    """The Programme that its quotes stand in; another party's prove nothing."""
    own = [zitat for zitat in lauf.zitate if (zitat.partei, zitat.typ) == (partei, typ)]
    return {zitat.beleg.ort.programm for zitat in own if zitat.status.is_bound and not zitat.is_fremd}


def _tested(vorher: float, nachher: float | None) -> Probenbefund:
    if nachher is None:
        return Probenbefund.OHNE_PUNKTE
    change = abs(nachher - vorher)
    if change < GLEICH:
        return Probenbefund.BLEIBT
    return Probenbefund.SCHWANKT if change < STREUUNG else Probenbefund.AENDERT
