"""Did the quotes cause the points? Judged again without the passages that were quoted, and what it changed.

The probe is a Lauf of its own, marked with the one it is of, and counts in no list, comparison or figure. Of
every party it is asked about it is shown what was shown before, less each passage that a bound quote of that
party stands in.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from core.assessment.auftrag import Auftrag
from core.assessment.before_lauf import Effort, find_prompt
from core.assessment.lauf_view import LaufView
from core.assessment.parteiteil import prepare
from core.assessment.pipeline import Material, retrieve
from core.citations.eintrag import Gebunden
from core.context import Context
from core.errors import EingabeError
from core.german import formats
from core.llm.catalogue import DEMO, OFFLINE, find_modell
from core.llm.litellm_access import tokens_of
from core.models import Fundstelle, Typ
from core.runs.lauf import Lauf, Status
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore, runstore
from core.search.geltung import unbenutzt

NAME = "Gegenprobe ohne die zitierten Stellen"

LAEUFT = "Der Lauf ist noch nicht fertig. Die Gegenprobe geht, sobald alle Antworten da sind."
IS_PROBE = "Dies ist schon eine Gegenprobe. Öffnen Sie den Lauf, zu dem sie gehört."
FROM_FILE = (
    "Der Lauf stammt aus einer Datei; seine Punkte hat hier niemand erfragt. Wiederholen Sie ihn hier, dann "
    "geht auch die Gegenprobe."
)
WITHOUT_MODELL = "Ohne Sprachmodell gibt es kein Urteil, das ein Zitat verursacht haben könnte."
PLAYED = "Dieses Modell ist gespielt und antwortet auf nichts Neues."
DELETED = "Der Lauf ist gelöscht. Holen Sie ihn unter „Anträge“ zurück, dann geht die Gegenprobe."
NOTHING_CITED = "Keine Partei hat Punkte und ein belegtes Zitat: Es gibt nichts wegzulassen."
NICHTS_UEBRIG = (
    "Jede vorgelegte Passage ist zitiert: Ohne sie bleibt nichts, wonach das Modell urteilen könnte."
)
PROMPT_DIFFERENT = (
    "Der Prompt „{}“ lautet heute anders als in diesem Lauf. Wiederholen Sie den Lauf, dann geht die "
    "Gegenprobe."
)
INDEX_DIFFERENT = (
    "Was dem Modell damals vorlag, findet die Suche heute nicht mehr ganz: Programme wurden neu eingelesen. "
    "Wiederholen Sie den Lauf, dann geht die Gegenprobe."
)


@dataclass(frozen=True, slots=True)
class ProbePlan:
    """What the probe would ask: `entfernt` passages per party are left out.

    `kosten` in USD: what the same parties have cost in the Lauf, which had more to read; None if unknown.
    """

    auftrag: Auftrag
    material: Material
    entfernt: Mapping[str, int]
    aufwand: Effort
    kosten: float | None


def probe_obstacle(lauf: Lauf) -> str:
    """Why this Lauf cannot be probed at all; empty where it may be."""
    reasons = {
        IS_PROBE: lauf.probe_von is not None,
        LAEUFT: lauf.status is Status.LAEUFT,
        DELETED: lauf.geloescht is not None,
        FROM_FILE: lauf.eingelesen is not None,
        WITHOUT_MODELL: lauf.modell_gefragt == OFFLINE,
        PLAYED: lauf.modell_gefragt.startswith(f"{DEMO}/"),
        NOTHING_CITED: not _quoted(lauf),
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def plan_probe(view: LaufView) -> ProbePlan:
    """Searched anew and asked nothing; refused where not all that was shown then is found again."""
    context, lauf = view.context, view.lauf
    if reason := probe_obstacle(lauf):
        raise EingabeError(reason)
    auftrag = _auftrag(context, lauf)
    auswahl, found, seconds = retrieve(context, auftrag)
    shown = {partei: _shown(lauf, partei, found.get(partei, ())) for partei in _quoted(lauf)}
    left: dict[str, list[Fundstelle]] = {}
    for partei, own in shown.items():
        belege = [one.beleg for one in view.parteien[partei].gebunden()]
        left[partei] = [one for one in own if not any(_holds(one, beleg) for beleg in belege)]
    asked = {partei: own for partei, own in left.items() if own and len(own) < len(shown[partei])}
    if not asked:
        raise EingabeError(NICHTS_UEBRIG)
    parteien = tuple(one for one in auswahl.parteien if one.partei in asked)
    unused = unbenutzt(auswahl)
    tokens = 0
    for one in parteien:
        sheet = prepare(context, auftrag, one.partei, one.name, asked[one.partei], unused.get(one.partei, {}))
        tokens += tokens_of(sheet.messages)
    material: Material = (replace(auswahl, parteien=parteien), asked, seconds)
    return ProbePlan(
        auftrag=auftrag,
        material=material,
        entfernt={partei: len(shown[partei]) - len(own) for partei, own in asked.items()},
        aufwand=Effort(len(asked), len(asked), tokens, None),
        kosten=_cost(context, lauf, asked),
    )


def probes_of(store: Runstore, lauf_id: str) -> list[Lauf]:
    """The probes of a Lauf that can be read, the latest first."""
    zeilen = store.list_laeufe(Filter(probe_von=lauf_id))
    return [store.load(zeile.id) for zeile in zeilen if not zeile.unlesbar]


def latest_probe(store: Runstore, lauf_id: str) -> Lauf | None:
    """The one that is shown: the latest that is finished."""
    return next((one for one in probes_of(store, lauf_id) if one.status is Status.FERTIG), None)


def _quoted(lauf: Lauf) -> list[str]:
    """The parties that have points and a bound quote of their own."""
    scored = {score.partei for score in lauf.scores if score.score is not None}
    cited = {zitat.partei for zitat in lauf.zitate if zitat.status.is_bound and not zitat.is_foreign}
    return [teil.partei for teil in lauf.teile if teil.partei in scored & cited]


def _auftrag(context: Context, lauf: Lauf) -> Auftrag:
    """As the Lauf was asked for; the part on the Antrag itself is not asked again."""
    try:
        prompt = find_prompt(context, runstore(context), lauf.prompt_id, int(lauf.prompt_version))
    except (EingabeError, ValueError) as reason:
        raise EingabeError(PROMPT_DIFFERENT.format(lauf.prompt_id)) from reason
    if prompt.hash != lauf.prompt_hash:
        raise EingabeError(PROMPT_DIFFERENT.format(lauf.prompt_id))
    asked = lauf.parameter
    return Auftrag(
        antrag=lauf.antrag,
        gelesen=lauf.gelesen,
        modell=lauf.modell_gefragt,
        prompt=prompt,
        weitere=tuple(asked.get("weitere", ())),
        trotzdem=tuple(lauf.trotzdem),
        wiederholung=lauf.wiederholung,
        ersatzmodell=asked.get("ersatzmodell"),
        is_demo=lauf.is_demo,
        probe_von=lauf.id,
        **{name: asked[name] for name in ("top_k", "min_similarity", "temperature", "max_tokens")},
    )


def _shown(lauf: Lauf, partei: str, found: Iterable[Fundstelle]) -> list[Fundstelle]:
    """What the party's prompt showed; what had no room in it then gets none now."""
    by_id = {fundstelle.chunk.id: fundstelle for fundstelle in found}
    ids = [offer.chunk_id for offer in lauf.angebote if offer.partei == partei and offer.q is not None]
    if set(ids) - by_id.keys():
        raise EingabeError(INDEX_DIFFERENT)
    return [by_id[id] for id in ids]


def _holds(fundstelle: Fundstelle, beleg: Gebunden) -> bool:
    """The quote stands in the passage, at its own place or in the same words at another."""
    passage = " ".join(fundstelle.text.split())
    if any(" ".join(text.split()) in passage for _, text in beleg.parts):
        return True
    return any(
        one.programm_id == ort.programm and start < one.end and one.start < end
        for one in (fundstelle.chunk, *fundstelle.weitere)
        for ort in beleg.orte
        for start, end in ort.stellen
    )


def _cost(context: Context, lauf: Lauf, parteien: Iterable[str]) -> float | None:
    if find_modell(context, lauf.modell_gefragt).kostenlos:
        return 0.0
    wanted = set(parteien)
    # What was copied was paid for elsewhere: it tells no price.
    known = [t.kosten if t.versuche else None for t in lauf.teile if t.partei in wanted]
    return sum(cost for cost in known if cost is not None) if None not in known else None


# --- what leaving out the quoted passages did to the points, party by party, and what that means -----------

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
    """What became of every judgement of the Lauf that has points, in its order."""
    after = {(score.partei, score.typ): score.score for score in probe.scores}
    found = []
    for score in lauf.scores:
        if score.score is not None:
            partei, typ, nachher = score.partei, Typ(score.typ), after.get((score.partei, score.typ))
            befund = _untested(lauf, probe, partei, typ) or _tested(score.score, nachher)
            shown = nachher if befund in CHECKED else None
            found.append(ProbeEffect(partei, typ, score.score, shown, befund))
    return found


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


def _untested(lauf: Lauf, probe: Lauf, partei: str, typ: Typ) -> ProbeBefund | None:
    # The Programme that its quotes stand in; another party's prove nothing.
    own = [zitat for zitat in lauf.zitate if (zitat.partei, zitat.typ) == (partei, typ)]
    proofs = (zitat for zitat in own if zitat.status.is_bound and not zitat.is_foreign)
    cited = {ort.programm for zitat in proofs for ort in zitat.orte}
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


def _tested(vorher: float, nachher: float | None) -> ProbeBefund:
    if nachher is None:
        return ProbeBefund.OHNE_PUNKTE
    change = abs(nachher - vorher)
    if change < GLEICH:
        return ProbeBefund.BLEIBT
    return ProbeBefund.SCHWANKT if change < DISPERSION else ProbeBefund.AENDERT
