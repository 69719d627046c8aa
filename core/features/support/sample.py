"""How right a checker is: quotes drawn for people to read, and its rate corrected by what they say.

Nobody can pick what is read: the order of all checked quotes is a hash of each with a seed that is made by
the first draw and kept, so every later draw continues the same order. Only what was read in that order,
without a gap, counts.
"""

import hashlib
import secrets
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from core.assessment.forderung_pairs import pairs_of
from core.base import formats
from core.base.errors import EingabeError
from core.base.statistical_measures import Interval, corrected_share
from core.features.support.check import hide_names, names_of, reading_reason
from core.llm.verdict import Traegt, Verdict, latest
from core.programme.context import Context
from core.runs.lauf import Lauf, Urteil, Zitat
from core.runs.notes import NoteKind
from core.runs.store import Runstore, runstore
from core.search.antrag_search import fragen_of

BATCH = 30
"""Quotes of one draw. With fewer read the bounds lie over 30 points apart (`python -m tests.bench rates`)."""

ANSWERS = {Verdict.STUETZT: "stützt", Verdict.WIDERSPRICHT: "widerspricht", Verdict.ANDERES: "weder noch"}
"""What a person can say. „Offen“ is a checker's word and counts as neither."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnQuote:
    """Quote number `zitat` (from 0, per party), and what the checker said. `schluessel` as in `Traegt`."""

    lauf_id: str
    partei: str
    zitat: int
    forderung: str
    verdict: Verdict
    schluessel: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ziehung:
    """Quotes drawn from all that a checker had checked, in the order in which they are read.

    `geprueft`: verdict → how many of all had it. `saat`: the same in all draws of this checker.
    """

    model: str
    prompt_version: str
    saat: str
    geprueft: Mapping[Verdict, int]
    gezogen: tuple[DrawnQuote, ...]
    id: str = ""
    created: datetime | None = None

    @property
    def name(self) -> str:
        return f"{self.model}, Prompt {self.prompt_version}"

    @property
    def of(self) -> int:
        return sum(self.geprueft.values())


NOTE_KINDS = {"ziehung": NoteKind(Ziehung)}


# --- drawing ------------------------------------------------------------------------------------------------

Checker = tuple[str, str]
"""A model, and the version of its prompt."""


def checked_quotes(store: Runstore) -> dict[Checker, list[Traegt]]:
    """What each checker said last of each quote; who checked most comes first. No invented or deleted Lauf.

    Where nothing usable was answered it is asked again, and counts nowhere.
    """
    said: dict[Checker, dict[str, list[Traegt]]] = {}
    for row in store.counting_traegt():
        said.setdefault((row.model, row.prompt_version), {}).setdefault(row.lauf_id, []).append(row)
    found = {
        checker: [row for of_lauf in laeufe.values() for row in latest(of_lauf).values()]
        for checker, laeufe in said.items()
    }
    return dict(sorted(found.items(), key=lambda pair: -len(pair[1])))


def draw(store: Runstore, checker: Checker | None = None, count: int = BATCH) -> Ziehung:
    """So many more than were drawn before, from all that is checked now. Without a checker: who checked most.

    Refused while some of those drawn before are unread: else one could draw until it pleases.
    """
    checked = checked_quotes(store)
    checker = checker or next(iter(checked), None)
    rows = checked.get(checker, []) if checker else []
    if checker is None or not rows:
        raise EingabeError(
            "Es gibt kein geprüftes Zitat, aus dem gezogen werden kann. Lassen Sie zuerst die Zitate eigener "
            "Läufe prüfen (im Lauf „Prüfen lassen …“, oder „python -m core support LAUF“)."
        )
    before = last_draw(store, checker)
    if before and (left := len(reading_of(store, before).unread)):
        raise EingabeError(
            f"Von den gezogenen Zitaten {'ist' if left == 1 else 'sind'} noch {formats.number(left)} nicht "
            "gelesen. Nachgezogen wird erst, wenn alle gelesen sind: Sonst ließe sich auswählen, was zählt."
        )
    saat = before.saat if before else secrets.token_hex(16)
    wanted = count + (len(before.gezogen) if before else 0)
    in_order = sorted(rows, key=lambda row: _place(saat, row))
    drawn = tuple(
        DrawnQuote(
            lauf_id=row.lauf_id,
            partei=row.partei,
            zitat=row.zitat,
            forderung=row.forderung,
            verdict=row.verdict,
            schluessel=row.schluessel,
        )
        for row in in_order[:wanted]
    )
    counts = Counter(row.verdict for row in rows)
    return store.save_note(
        Ziehung(model=checker[0], prompt_version=checker[1], saat=saat, geprueft=dict(counts), gezogen=drawn),
    )


def _place(saat: str, row: Traegt) -> str:
    """Of a quote, not of what was said of it: who checks anew does not shuffle."""
    told = "\n".join((saat, row.lauf_id, row.partei, str(row.zitat)))
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


def last_draw(store: Runstore, checker: Checker) -> Ziehung | None:
    return next((one for one in reversed(store.notes_of(Ziehung)) if _checker(one) == checker), None)


def last_draws(store: Runstore) -> list[Ziehung]:
    """Of each checker, the latest first."""
    return list({_checker(one): one for one in store.notes_of(Ziehung)}.values())[::-1]


def _checker(one: Ziehung | Traegt) -> Checker:
    return one.model, one.prompt_version


# --- reading ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reading:
    """`read`: those read without a gap, with what a person said last. `gone`: so many are there no more."""

    read: tuple[tuple[DrawnQuote, Verdict], ...]
    unread: tuple[DrawnQuote, ...]
    gone: int


def reading_of(store: Runstore, drawn: Ziehung) -> Reading:
    """A quote whose Lauf was removed, or whose party was asked again, is passed over."""
    ids = {one.lauf_id for one in drawn.gezogen}
    there = {
        (row.lauf_id, row.partei, row.zitat, row.forderung, row.schluessel)
        for rows in store.traegt_of(ids).values()
        for row in rows
        if _checker(row) == _checker(drawn)
    }
    people = {
        (one.lauf_id, one.partei, one.zitat, one.forderung): Verdict(one.verdict)
        for one in store.people_of(ids)
    }
    present = [one for one in drawn.gezogen if (*_spot(one), one.schluessel) in there]
    unread = tuple(one for one in present if _spot(one) not in people)
    until = present.index(unread[0]) if unread else len(present)
    read = tuple((one, people[_spot(one)]) for one in present[:until])
    return Reading(read, unread, len(drawn.gezogen) - len(present))


def _spot(one: DrawnQuote) -> tuple[str, str, int, str]:
    return one.lauf_id, one.partei, one.zitat, one.forderung


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a person reads of a drawn quote: without names, points, and what anybody said of it."""

    frage: str
    stelle: str
    zitat: str


def sheet_of(context: Context, one: DrawnQuote) -> Sheet:
    """The passage is that of the check, or the sentence around the quote where no search offers it now."""
    lauf = runstore(context).load(one.lauf_id)
    beleg = _zitat(lauf, one).beleg
    own = (paar for paar in pairs_of(context, lauf) if (paar.partei, paar.zitat) == (one.partei, one.zitat))
    stelle = next((paar.stelle for paar in own), beleg.satz)
    names = names_of(context.registry)
    texts = (fragen_of(lauf.antrag)[one.forderung], stelle, beleg.text)
    return Sheet(*(hide_names(text, names).text for text in texts))


def _zitat(lauf: Lauf, one: DrawnQuote) -> Zitat:
    return next(zitat for zitat in lauf.zitate if zitat.stelle == (one.partei, one.zitat))


def say(store: Runstore, one: DrawnQuote, verdict: Verdict, name: str) -> Urteil:
    """Stored as every Urteil on a quote. It agrees where the quote goes with the points it stands beside."""
    lauf = store.load(one.lauf_id)
    zitat = _zitat(lauf, one)
    points = next(
        (score.score for score in lauf.scores if (score.partei, score.typ) == (one.partei, zitat.typ)), None
    )
    return store.save_note(
        Urteil(
            one.lauf_id,
            one.partei,
            zitat.typ,
            reading_reason(verdict, points) is None,
            name,
            zitat=one.zitat,
            traegt=verdict,
            forderung=one.forderung,
        ),
    )


# --- the corrected rate -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CorrectedRate:
    """How many of the checked quotes are of this verdict: by the checker, and by what people say otherwise.

    `berichtigt`: None while fewer than `BATCH` are read, and not all that there are.
    """

    verdict: Verdict
    laut_modell: float
    berichtigt: Interval | None


@dataclass(frozen=True, slots=True)
class CheckerRates:
    """`gelesen` of the quotes `gezogen` from `geprueft`; `ausgefallen` are there no more."""

    model: str
    prompt_version: str
    gezogen_am: datetime | None
    geprueft: int
    gezogen: int
    gelesen: int
    offen: int
    ausgefallen: int
    anteile: tuple[CorrectedRate, ...]


def rates_of(store: Runstore, drawn: Ziehung) -> CheckerRates:
    reading = reading_of(store, drawn)
    is_enough = len(reading.read) >= min(BATCH, drawn.of)
    return CheckerRates(
        model=drawn.model,
        prompt_version=drawn.prompt_version,
        gezogen_am=drawn.created,
        geprueft=drawn.of,
        gezogen=len(drawn.gezogen),
        gelesen=len(reading.read),
        offen=len(reading.unread),
        ausgefallen=reading.gone,
        anteile=tuple(_rate(drawn, reading, verdict, is_enough) for verdict in ANSWERS),
    )


def _rate(drawn: Ziehung, reading: Reading, verdict: Verdict, is_enough: bool) -> CorrectedRate:
    told = sum(count for said, count in drawn.geprueft.items() if _answer(said) is verdict)
    pairs = [(said is verdict, _answer(one.verdict) is verdict) for one, said in reading.read]
    corrected = corrected_share(pairs, told, drawn.of) if is_enough else None
    return CorrectedRate(verdict, told / drawn.of, corrected)


def _answer(verdict: Verdict) -> Verdict:
    return Verdict.ANDERES if verdict is Verdict.OFFEN else verdict


def rate_told(rates: CheckerRates, verdict: Verdict = Verdict.STUETZT) -> str:
    """„82 % stützen laut Prüfmodell; berichtigt 71 bis 89 %, 36 von Menschen gelesen“."""
    one = next(one for one in rates.anteile if one.verdict is verdict)
    said = f"{formats.percent(one.laut_modell, 1)} {PLURAL[verdict]} laut Prüfmodell"
    if one.berichtigt is None:
        least = min(BATCH, rates.geprueft)
        return f"{said}; berichtigt wird ab {least} von Menschen gelesenen, bisher {rates.gelesen}"
    low, high = (formats.number(100 * value) for value in (one.berichtigt.von, one.berichtigt.bis))
    return f"{said}; berichtigt {low} bis {high} %, {formats.number(rates.gelesen)} von Menschen gelesen"


PLURAL = {
    Verdict.STUETZT: "stützen",
    Verdict.WIDERSPRICHT: "widersprechen",
    Verdict.ANDERES: "tun keines von beiden",
}
