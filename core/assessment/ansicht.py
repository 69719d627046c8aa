"""A stored Lauf as it is looked at: party by party, quote by quote, page by page."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.citations.binden import Span
from core.citations.blick import Seitenblick, seitenblick
from core.context import Context
from core.models import Typ
from core.programme.registry import Registry, find_partei, partei_name, regierung_on
from core.retrieval.geltung import Rolle
from core.runs.lauf import Json, Lauf, Score, Teil, Zitat

KEINE_QUELLEN, OHNE_WERTUNG = "keine Quellen", "keine Wertung"
"""Nothing of that kind was shown to the model; or it was, and the model gave no points."""


@dataclass(frozen=True, slots=True)
class Nummeriert:
    """A Zitat with its number, from 1, among all that the model emitted for the party."""

    nummer: int
    zitat: Zitat


@dataclass(frozen=True, slots=True)
class Parteiansicht:
    """What a Lauf says of one party. `vorgelegt`: the kinds of Programm of which the model was shown any."""

    partei: str
    name: str
    farbe: str
    rollen: tuple[Rolle, ...]
    teil: Teil
    scores: dict[Typ, Score]
    vorgelegt: frozenset[Typ]
    zitate: tuple[Nummeriert, ...]

    def wertung(self, typ: Typ) -> float | str:
        """The points, or why there are none."""
        return _wertung(self.scores.get(typ), typ, self.vorgelegt)

    def gebunden(self, typ: Typ | None = None) -> list[Nummeriert]:
        """The quotes that may be shown as such; those of one kind of Programm, or all."""
        return [n for n in self.zitate if n.zitat.status.is_bound and typ in (None, n.zitat.typ)]

    def verworfen(self, typ: Typ | None = None) -> list[Nummeriert]:
        return [n for n in self.zitate if not n.zitat.status.is_bound and typ in (None, n.zitat.typ)]


@dataclass(frozen=True, slots=True)
class Wahl:
    """What is chosen of a Lauf: always a party that is there, a quote only where the party has one."""

    partei: Parteiansicht
    typ: Typ | None
    zitat: Nummeriert | None


def wertung_of(registry: Registry, lauf: Lauf, partei: str, typ: Typ) -> float | str:
    """The points a Lauf gives a party, or why there are none."""
    score = next((s for s in lauf.scores if (s.partei, s.typ) == (partei, typ)), None)
    return _wertung(score, typ, _vorgelegt(registry, lauf, partei))


def _wertung(score: Score | None, typ: Typ, vorgelegt: frozenset[Typ]) -> float | str:
    if score is not None and score.score is not None:
        return score.score
    return OHNE_WERTUNG if typ in vorgelegt else KEINE_QUELLEN


def parteiansichten(registry: Registry, lauf: Lauf) -> list[Parteiansicht]:
    """The parties in the registry's order, which says nothing about the Antrag."""
    teile = {teil.partei: teil for teil in lauf.teile if teil.partei}
    order = [*registry.parteien, *sorted(teile.keys() - registry.parteien.keys())]
    return [_parteiansicht(registry, lauf, teile[partei]) for partei in order if partei in teile]


def choose(
    ansichten: Sequence[Parteiansicht], partei: str = "", typ: str = "", zitat: str = ""
) -> Wahl | None:
    """What an address asks for, or the nearest there is; None while no party has been judged."""
    if not ansichten:
        return None
    chosen = next((a for a in ansichten if a.partei == partei), None) or _most_telling(ansichten)
    kind = Typ(typ) if typ in list(Typ) else None
    shown = chosen.gebunden(kind)
    numbered = next((n for n in shown if str(n.nummer) == zitat), None)
    return Wahl(chosen, kind, numbered or next(iter(shown), None))


def _most_telling(ansichten: Sequence[Parteiansicht]) -> Parteiansicht:
    """With quotes before without, then with points; a mover before others of the same; else the first."""
    return max(
        ansichten,
        key=lambda a: (bool(a.gebunden()), bool(a.vorgelegt), Rolle.ANTRAGSTELLER in a.rollen),
    )


def _parteiansicht(registry: Registry, lauf: Lauf, teil: Teil) -> Parteiansicht:
    land, partei = lauf.antrag.bundesland, teil.partei
    own = [zitat for zitat in lauf.zitate if zitat.partei == partei]
    is_known = partei in registry.parteien
    return Parteiansicht(
        partei=partei,
        name=partei_name(registry, partei, land) if is_known else partei,
        farbe=registry.parteien[partei].farbe if is_known else "#808080",
        rollen=_rollen(registry, lauf, partei),
        teil=teil,
        scores={Typ(score.typ): score for score in lauf.scores if score.partei == partei},
        vorgelegt=_vorgelegt(registry, lauf, partei),
        zitate=tuple(Nummeriert(number, zitat) for number, zitat in enumerate(own, start=1)),
    )


def _vorgelegt(registry: Registry, lauf: Lauf, partei: str) -> frozenset[Typ]:
    shown = {offer.programm_id for offer in lauf.angebote if offer.partei == partei and offer.q is not None}
    return frozenset(registry.programme[id].typ for id in shown if id in registry.programme)


def _rollen(registry: Registry, lauf: Lauf, partei: str) -> tuple[Rolle, ...]:
    """As of the day of the Antrag; the store gives its Lauf both Land and day."""
    antrag = lauf.antrag
    movers = {find_partei(registry, name, antrag.bundesland).id for name in antrag.antragsteller}
    day = antrag.datum or lauf.created.date()
    governing = regierung_on(registry, antrag.bundesland, day) if antrag.bundesland else ()
    found = {Rolle.ANTRAGSTELLER: partei in movers, Rolle.REGIERUNG: partei in governing}
    return tuple(rolle for rolle, has in found.items() if has)


# --- the page beside a quote --------------------------------------------------------------------------------


def blick_of(context: Context, wahl: Wahl, seite: int | None = None, alle: bool = True) -> Seitenblick | None:
    """The page of the chosen quote, or another of its Programm; with `alle` the party's other quotes too."""
    if wahl.zitat is None:
        return None
    eintrag = wahl.zitat.zitat.eintrag
    return seitenblick(
        context,
        eintrag["programm"],
        seite or eintrag["seiten"][0],
        version=eintrag["version"],
        zitat=_spans(eintrag),
        weitere=_others(wahl, eintrag) if alle else (),
        seiten=tuple(eintrag["seiten"]),
    )


def _others(wahl: Wahl, chosen: Json) -> tuple[Span, ...]:
    others = [n.zitat.eintrag for n in wahl.partei.gebunden() if n != wahl.zitat]
    same = [e for e in others if (e["programm"], e["version"]) == (chosen["programm"], chosen["version"])]
    return tuple(span for eintrag in same for span in _spans(eintrag))


def _spans(eintrag: Json) -> tuple[Span, ...]:
    return tuple((start, end) for start, end in eintrag["stellen"])
