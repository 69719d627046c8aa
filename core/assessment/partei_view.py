"""What a Lauf has of one party, as it is looked at."""

from dataclasses import dataclass

from core.base import clock, formats
from core.base.errors import EingabeError
from core.base.models import Abdeckung
from core.programme.registry import Registry, is_document
from core.runs.lauf import Lauf, Score, Teil, Zitat
from core.search.geltung import Role
from core.wortlaut.binding.eintrag import ZitatStatus
from core.wortlaut.records import PROGRAMM_TYPEN, Typ

NO_QUELLEN, WITHOUT_WERTUNG = "keine Quellen", "keine Wertung"
"""Nothing of that kind was shown to the model; or it was, and the model gave no points."""

WITHOUT_LANGUAGE_MODEL = "ohne Sprachmodell nicht beurteilt"


@dataclass(frozen=True, slots=True)
class Parteiwertung:
    """The points of a party, or why there are none: „6,5 von 10“, „keine Quellen“.

    Without a language model there is an `abdeckung` in their place: „zu 5 von 9 Forderungen eine nahe
    Stelle – ohne Sprachmodell nicht beurteilt“.
    """

    punkte: float | None
    grund: str = ""
    abdeckung: Abdeckung | None = None

    def __str__(self) -> str:
        if self.punkte is not None:
            return f"{formats.score(self.punkte)} von 10"
        return f"{self.abdeckung} – {self.grund}" if self.abdeckung else self.grund


@dataclass(frozen=True, slots=True)
class ParteiView:
    """What a Lauf says of one party. `vorgelegt`: the kinds of Programm of which the model was shown any."""

    partei: str
    name: str
    farbe: str
    rollen: tuple[Role, ...]
    teil: Teil
    scores: dict[Typ, Score]
    vorgelegt: frozenset[Typ]
    zitate: tuple[Zitat, ...]

    @property
    def typen(self) -> tuple[Typ, ...]:
        """What is judged each for itself: of a document that is no party's it is one."""
        return (Typ.DOKUMENT,) if is_document(self.partei) else PROGRAMM_TYPEN

    def wertung(self, typ: Typ) -> Parteiwertung:
        score = self.scores.get(typ)
        if score is not None and score.score is not None:
            return Parteiwertung(score.score)
        if score is not None and score.abdeckung is not None:
            return Parteiwertung(None, WITHOUT_LANGUAGE_MODEL, score.abdeckung)
        return Parteiwertung(None, WITHOUT_WERTUNG if typ in self.vorgelegt else NO_QUELLEN)

    def gebunden(self, typ: Typ | None = None) -> list[Zitat]:
        """The quotes that may be shown as such; those of one kind of Programm, or all."""
        return [one for one in self.zitate if one.status.is_bound and typ in (None, one.typ)]

    def verworfen(self, typ: Typ | None = None) -> list[Zitat]:
        return [one for one in self.zitate if one.status.is_dropped and typ in (None, one.typ)]

    def ungeprueft(self, typ: Typ | None = None) -> list[Zitat]:
        """What a file that was read in says, and nobody could prove here."""
        asked = [one for one in self.zitate if one.status is ZitatStatus.UNGEPRUEFT]
        return [one for one in asked if typ in (None, one.typ)]


def partei_view(registry: Registry, lauf: Lauf, teil: Teil) -> ParteiView:
    land, partei = lauf.antrag.bundesland, teil.partei
    shown = {offer.programm_id for offer in lauf.angebote if offer.partei == partei and offer.q is not None}
    is_known, dokument = partei in registry.parteien, registry.quellen.get(partei)
    return ParteiView(
        partei=partei,
        name=registry.partei_name(partei, land) if is_known else dokument.name if dokument else partei,
        farbe=registry.parteien[partei].farbe if is_known else "#808080",
        rollen=(Role.QUELLE,) if is_document(partei) else _roles(registry, lauf, partei),
        teil=teil,
        scores={Typ(score.typ): score for score in lauf.scores if score.partei == partei},
        vorgelegt=frozenset(
            registry.dokumente[id].typ or Typ.DOKUMENT for id in shown if id in registry.dokumente
        ),
        zitate=tuple(one for one in lauf.zitate if one.partei == partei),
    )


def _roles(registry: Registry, lauf: Lauf, partei: str) -> tuple[Role, ...]:
    """The roles of a party on the day of the Antrag; the store gives its Lauf both Land and day."""
    antrag = lauf.antrag
    movers = set()
    for name in antrag.antragsteller:
        try:
            movers.add(registry.find_partei(name, antrag.bundesland).id)
        except EingabeError:  # the registry of another place knew it, and this one does not
            movers.add(name)
    day = antrag.datum or clock.day_of(lauf.created)
    land = antrag.bundesland if antrag.bundesland in registry.parlamente else None
    governing = registry.regierung_on(land, day) if land else ()
    found = {Role.ANTRAGSTELLER: partei in movers, Role.REGIERUNG: partei in governing}
    return tuple(role for role, has in found.items() if has)
