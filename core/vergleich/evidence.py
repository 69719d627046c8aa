"""The measures of evidence of every column: how right its quotes are, and whether they carry the points."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from core.assessment.lauf_view import NO_QUELLEN
from core.citations.eintrag import Gebunden
from core.citations.eintrag_json import read_eintrag
from core.german import formats
from core.models import Typ
from core.runs.said_of_quotes import JudgedZitat
from core.runs.store import Runstore
from core.statistical_measures import Interval, share_interval
from core.support.checker_agreement import NOT_COMPARED, Quote, agreement_of, consensus
from core.support.grounded_reasons import Reason, begruendung_fidelity
from core.support.measures import (
    BelegCase,
    BelegMeasure,
    BelegZitat,
    Judgement,
    beleg_precision,
    beleg_recall,
    direction_agrees,
    enthaltung,
    enthaltung_rightly,
    zitat_length,
)
from core.support.verdict import SIDES, Traegt, Verdict, latest
from core.vergleich.spalten import Vergleich

PEOPLE = "Urteile von Menschen"
NOT_CHECKED = "nicht geprüft"

FORMULAS = {
    "Zitattreue": "belegte Zitate / genannte Zitate, die hier geprüft werden konnten",
    "Beleg-Recall": (
        "Urteile, deren Zitate zusammen die Punkte tragen / Urteile mit 6 und mehr oder 4 und "
        "weniger Punkten. "
        "Getragen: Bei 6 und mehr stützt mindestens ein Zitat die Forderung und keines "
        "widerspricht ihr, bei 4 "
        "und weniger umgekehrt. Ein Urteil ohne belegtes Zitat ist nicht getragen (nach ALCE, Gao "
        "u. a. 2023)."
    ),
    "Beleg-Precision": (
        "Zitate, die allein tragen oder ohne die die übrigen es nicht tun / alle belegten Zitate "
        "dieser Urteile. "
        "Trägt das Ganze nicht, zählt keines (nach ALCE)."
    ),
    "Richtung stimmt": (
        "Urteile, deren Zitate alle in die Richtung der Punkte weisen / Urteile, von deren Zitaten "
        "mindestens "
        "eines stützt oder widerspricht"
    ),
    "Begründungs-Treue": (
        "Sätze, deren Inhaltswörter und Zahlen alle in einer gezeigten Passage oder im Antrag "
        "stehen / Sätze mit "
        "eigener Aussage. Nur der Wortlaut ist verglichen: Umschriebenes zählt nicht, es ist eine "
        "Untergrenze."
    ),
    "Enthaltung": "Urteile ohne Punkte / Urteile, zu denen dem Modell Passagen vorlagen",
    "Enthaltung zu Recht": (
        "Enthaltungen, deren Zitate weder stützen noch widersprechen / Enthaltungen mit geprüften "
        "Zitaten; der "
        "Rest enthielt sich zu Unrecht"
    ),
    "Zitatlänge": "Zeichen aller belegten Zitate / Zahl der belegten Zitate",
}
"""Every measure with numerator and denominator, in the order they are shown."""

UNPROVEN = ("Zitattreue", "Begründungs-Treue", "Enthaltung", "Zitatlänge")
"""What can be told without anybody having said what a quote carries."""


@dataclass(frozen=True, slots=True)
class PruefungQuelle:
    """Who says what quotes carry: people, or a checker with a version of its prompt; how right it is."""

    name: str
    verdicts: Mapping[Quote, Verdict]
    satz: str = ""


@dataclass(frozen=True, slots=True)
class BelegValue:
    """A figure of a column; without `intervall` nothing was checked. `mittel`: it is no share but a mean."""

    name: str
    spalte: int
    zaehler: int = 0
    nenner: int = 0
    intervall: Interval | None = None
    faelle: tuple[BelegCase, ...] = ()
    ausgelassen: Mapping[str, int] | None = None
    je_lauf: float | None = None
    mittel: bool = False


def pruefung_quellen(store: Runstore, ids: Collection[str]) -> list[PruefungQuelle]:
    """All who said something of quotes of these Läufe: checkers first, who said most before others."""
    told: dict[tuple[str, str, str], list[Traegt]] = defaultdict(list)
    for row in (row for rows in store.traegt_of(ids).values() for row in rows):
        told[row.model, row.prompt_version, row.lauf_id].append(row)
    checked: dict[tuple[str, str], dict[Quote, Verdict]] = defaultdict(dict)
    for (model, version, lauf_id), own in told.items():
        last = latest(own).items()
        checked[model, version] |= {(lauf_id, *place): row.verdict for place, row in last}
    pairs = store.list_pairs() if checked else []
    found = [
        PruefungQuelle(f"{model}, Prompt {version}", verdicts, agreement_of(pairs, model, version).satz)
        for (model, version), verdicts in sorted(checked.items(), key=lambda item: -len(item[1]))
    ]
    people = _said_by_people(store.people_of(ids))
    return [*found, *([PruefungQuelle(PEOPLE, people)] if people else [])]


def _said_by_people(rows: Sequence[JudgedZitat]) -> dict[Quote, Verdict]:
    """On each Forderung what most of them say; of several yes or no counts first, as of a checker's words."""
    said: dict[tuple[Quote, str | None], list[Verdict]] = defaultdict(list)
    for one in rows:
        said[(one.lauf_id, one.partei, one.zitat), one.forderung].append(Verdict(one.verdict))
    found: dict[Quote, Verdict] = {}
    for (quote, _), own in said.items():
        agreed = consensus(own)
        if agreed and (quote not in found or (agreed in SIDES and found[quote] not in SIDES)):
            found[quote] = agreed
    return found


def beleg_values(
    store: Runstore, vergleich: Vergleich, quelle: PruefungQuelle | None = None
) -> list[BelegValue]:
    """Every measure of every column, measure by measure."""
    own = judgements(store, vergleich, quelle.verdicts if quelle else {})
    reasons = _reasons(store, vergleich)
    columns = [
        _of_spalte(vergleich, at, own.get(at, []), reasons.get(at, []))
        for at in range(len(vergleich.spalten))
    ]
    return [column[name] for name in FORMULAS for column in columns]


def judgements(
    store: Runstore, vergleich: Vergleich, verdicts: Mapping[Quote, Verdict]
) -> dict[int, list[Judgement]]:
    """Column → its judgements with their bound quotes; those from another party's Programm prove nothing."""
    quotes: dict[tuple[str, str, Typ], list[BelegZitat]] = defaultdict(list)
    for row in store.zitate_of([lauf.id for lauf in vergleich.laeufe]):
        eintrag = read_eintrag(row.eintrag)
        if isinstance(eintrag, Gebunden) and not eintrag.fremde_partei:
            said = verdicts.get((row.lauf_id, row.partei, row.nummer))
            quote = BelegZitat(row.nummer, len(eintrag.text), said)
            quotes[row.lauf_id, row.partei, Typ(row.typ)].append(quote)
    found: dict[int, list[Judgement]] = defaultdict(list)
    failed = {(one.lauf_id, one.partei) for one in vergleich.zaehlwerte if one.fehlgeschlagen}
    for wert in vergleich.werte:
        if (wert.lauf_id, wert.partei) not in failed:
            own = tuple(quotes[wert.lauf_id, wert.partei, wert.typ])
            shown = wert.zustand != NO_QUELLEN
            one = Judgement(wert.lauf_id, wert.partei, wert.typ, wert.score, own, shown)
            found[wert.spalte].append(one)
    return found


def _reasons(store: Runstore, vergleich: Vergleich) -> dict[int, list[Reason]]:
    """Column → its reasons, each with what was shown; of abstentions there is nothing to ground."""
    ids = [lauf.id for lauf in vergleich.laeufe]
    spalte = {lauf.id: lauf.spalte for lauf in vergleich.laeufe}
    scored = {(w.lauf_id, w.partei, w.typ) for w in vergleich.werte if w.score is not None}
    antraege = {row.lauf_id: row.text or "" for row in store.antrag_texts(ids)}
    shown: dict[tuple[str, str], list[str]] = defaultdict(list)
    for row in store.presented_texts(ids):
        shown[row.lauf_id, row.partei].append(row.text)
    found: dict[int, list[Reason]] = defaultdict(list)
    for lauf_id, partei, typ, begruendung in store.begruendungen_of(ids):
        if (lauf_id, partei, kind := Typ(typ)) in scored:
            texts = shown[lauf_id, partei]
            reason = (lauf_id, partei, kind, begruendung, texts, antraege.get(lauf_id, ""))
            found[spalte[lauf_id]].append(reason)
    return found


def _of_spalte(
    vergleich: Vergleich, spalte: int, own: Sequence[Judgement], reasons: Sequence[Reason]
) -> dict[str, BelegValue]:
    checked = _checked(own)
    masse = {
        "Beleg-Recall": beleg_recall(checked),
        "Beleg-Precision": beleg_precision(checked),
        "Richtung stimmt": direction_agrees(checked),
        "Begründungs-Treue": begruendung_fidelity(reasons),
        "Enthaltung": enthaltung(own),
        "Enthaltung zu Recht": enthaltung_rightly(checked),
    }
    return {
        "Zitattreue": _zitat_fidelity(vergleich, spalte),
        **{name: _value(name, spalte, mass, bool(checked)) for name, mass in masse.items()},
        "Zitatlänge": _zitat_length(spalte, own),
    }


def _checked(own: Sequence[Judgement]) -> list[Judgement]:
    """Those of the Läufe of which anything was said; with none of them nothing is known, not even of the
    judgements without a quote."""
    asked = {one.lauf_id for one in own if any(zitat.verdict is not None for zitat in one.zitate)}
    quoted = {one.lauf_id for one in own if one.zitate}
    return [one for one in own if asked and (one.lauf_id in asked or one.lauf_id not in quoted)]


def _value(name: str, spalte: int, mass: BelegMeasure, is_checked: bool) -> BelegValue:
    if not is_checked and name not in UNPROVEN:
        return BelegValue(name, spalte)
    return BelegValue(
        name, spalte, mass.zaehler, mass.nenner, mass.intervall, mass.faelle, mass.ausgelassen, mass.je_lauf
    )


def _zitat_fidelity(vergleich: Vergleich, spalte: int) -> BelegValue:
    own = [one for one in vergleich.zaehlwerte if one.spalte == spalte and one.gefragt]
    bound, proved = sum(one.gebunden for one in own), sum(one.geprueft for one in own)
    return BelegValue("Zitattreue", spalte, bound, proved, share_interval(bound, proved) if proved else None)


def _zitat_length(spalte: int, own: Sequence[Judgement]) -> BelegValue:
    letters, quotes, mean = zitat_length(own)
    faelle = tuple(
        BelegCase(one.lauf_id, one.partei, one.typ, True, zitat.nummer) for one in own for zitat in one.zitate
    )
    bounds = mean if quotes else None
    return BelegValue("Zitatlänge", spalte, letters, quotes, bounds, faelle, mittel=True)


def value_told(wert: BelegValue) -> str:
    """„78 % (31 von 40; 95 %: 63 bis 88 %)“, „142 Zeichen (40 Zitate; …)“, „nicht geprüft“."""
    if wert.intervall is None:
        return "kein Fall" if wert.ausgelassen is not None or wert.name in UNPROVEN else NOT_CHECKED
    bounds = wert.intervall
    if wert.mittel:
        reach = (
            f"; 95 %: {formats.number(bounds.von)} bis {formats.number(bounds.bis)}"
            if wert.nenner > 1
            else ""
        )
        return f"{formats.number(bounds.wert)} Zeichen ({_zitate(wert.nenner)}{reach})"
    shares = [round(100 * value) for value in (bounds.wert, bounds.von, bounds.bis)]
    return f"{shares[0]} % ({wert.zaehler} von {wert.nenner}; 95 %: {shares[1]} bis {shares[2]} %)"


def _zitate(number: int) -> str:
    return formats.counted(number, "Zitat", "Zitate")


def quelle_told(quelle: PruefungQuelle | None) -> str:
    """Who says so, and how right that is."""
    if quelle is None:
        return (
            "Was die Zitate tragen, hat zu diesen Läufen niemand geprüft: weder ein Prüfmodell noch "
            "ein Mensch."
        )
    if quelle.name == PEOPLE:
        return f"Was die Zitate tragen, sagen hier Menschen ({_zitate(len(quelle.verdicts))})."
    told = quelle.satz or NOT_COMPARED
    return (
        f"Was die Zitate tragen, sagt hier das Prüfmodell {quelle.name} "
        f"({_zitate(len(quelle.verdicts))}). {told}"
    )
