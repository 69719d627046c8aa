"""Which of two answers is better, judged without knowing whose they are; and what all those votes come to."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations
from math import exp

from core import statistical_measures
from core.assessment.lauf_view import WITHOUT_WERTUNG
from core.runs.beside import Preference, Stimme
from core.runs.store import Runstore
from core.statistical_measures import Interval
from core.vergleich.spalten import Vergleich

ENOUGH_STIMMEN = 10
"""With fewer, the bounds of a strength span nearly everything from „always worse“ to „always better“."""


@dataclass(frozen=True, slots=True)
class Paar:
    """Two answers about one party to one Antrag, as they are shown; a page must not tell the columns."""

    lauf_a: str
    lauf_b: str
    partei: str
    antrag: str
    spalte_a: int
    spalte_b: int


@dataclass(frozen=True, slots=True)
class BlindResult:
    """How a column did. `staerke`: log odds, 0 is the average. `chance`: to be preferred to another."""

    spalte: int
    gewonnen: int
    gleich: int
    verloren: int
    staerke: Interval | None
    chance: float | None


@dataclass(frozen=True, slots=True)
class Tally:
    """All votes between these columns. `satz`: what they come to, or what is missing before they do."""

    stimmen: int
    ausgaenge: tuple[BlindResult, ...]
    satz: str


# --- what to judge ------------------------------------------------------------------------------------------


def open_pairs(
    vergleich: Vergleich,
    stimmen: Sequence[Stimme] = (),
    *,
    antrag: str | None = None,
    partei: str | None = None,
    name: str = "",
) -> list[Paar]:
    """What this person has not judged yet, of all or of one Antrag and party.

    By chance, but the same at every call: neither place nor side tells the column, and another person gets
    another order.
    """
    answers, judged = _answers(vergleich), {_frage(vote) for vote in _valid(vergleich, stimmen, name)}
    found = {}
    for (own_antrag, own_partei), laeufe in answers.items():
        if (antrag or own_antrag, partei or own_partei) != (own_antrag, own_partei):
            continue
        for pair in combinations(sorted(laeufe), 2):
            if (own_antrag, own_partei, pair) not in judged:
                chance, (a, b) = _shuffled(vergleich, pair, own_antrag, own_partei, name)
                found[chance] = Paar(laeufe[a], laeufe[b], own_partei, own_antrag, a, b)
    return [found[chance] for chance in sorted(found)]


def cast_vote(store: Runstore, paar: Paar, wahl: Preference, name: str = "") -> Stimme:
    return store.save_stimme(Stimme(paar.lauf_a, paar.lauf_b, paar.partei, wahl, name))


def stimmen_of(store: Runstore, vergleich: Vergleich) -> list[Stimme]:
    """All votes between Läufe of this comparison."""
    return store.list_stimmen([lauf.id for lauf in vergleich.laeufe])


def _answers(vergleich: Vergleich) -> dict[tuple[str, str], dict[int, str]]:
    """Per Antrag and party: of every column that was shown any source one Lauf, the same each time."""
    found: dict[tuple[str, str], dict[int, str]] = {}
    for wert in vergleich.werte:
        if wert.score is not None or wert.zustand == WITHOUT_WERTUNG:
            laeufe = found.setdefault((wert.antrag, wert.partei), {})
            laeufe[wert.spalte] = min(wert.lauf_id, laeufe.get(wert.spalte, wert.lauf_id))
    return found


def _shuffled(
    vergleich: Vergleich, pair: tuple[int, int], antrag: str, partei: str, name: str
) -> tuple[str, tuple[int, int]]:
    """A place among all pairs, and which column is A."""
    a, b = sorted(pair, key=lambda at: vergleich.spalten[at].schluessel)
    told = [antrag, partei, vergleich.spalten[a].schluessel, vergleich.spalten[b].schluessel, name]
    digest = sha256("|".join(told).encode("utf-8", "surrogatepass"))
    return digest.hexdigest(), (a, b) if digest.digest()[-1] % 2 else (b, a)


# --- what the votes come to ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Valid:
    """A vote as the columns have it: the share of the first column in it, 1, ½ or 0."""

    antrag: str
    partei: str
    spalten: tuple[int, int]
    anteil: float


def auszaehlung(vergleich: Vergleich, stimmen: Sequence[Stimme]) -> Tally:
    """Per column, in their order. Of several votes of one person on the same question the last counts."""
    votes = _valid(vergleich, stimmen)
    siege = [[0.0] * len(vergleich.spalten) for _ in vergleich.spalten]
    for vote in votes:
        first, second = vote.spalten
        siege[first][second] += vote.anteil
        siege[second][first] += 1 - vote.anteil
    staerken, satz = _strengths(vergleich, siege, len(votes))
    odds = _odds(staerken)
    ausgaenge = tuple(
        BlindResult(spalte, *_counted(votes, spalte), staerken.get(spalte), odds.get(spalte))
        for spalte in range(len(vergleich.spalten))
    )
    return Tally(len(votes), ausgaenge, satz)


def _valid(vergleich: Vergleich, stimmen: Sequence[Stimme], name: str | None = None) -> list[_Valid]:
    """Votes between two columns of the comparison: of one person, or of all."""
    spalten = {lauf.id: (lauf.spalte, lauf.antrag) for lauf in vergleich.laeufe}
    found: dict[tuple[object, str], _Valid] = {}
    for vote in stimmen:
        if name not in (None, vote.name) or vote.lauf_a not in spalten or vote.lauf_b not in spalten:
            continue
        (a, antrag), (b, _) = spalten[vote.lauf_a], spalten[vote.lauf_b]
        if a != b:
            share = {Preference.A: 1.0, Preference.B: 0.0, Preference.GLEICH: 0.5}[vote.wahl]
            one = _Valid(antrag, vote.partei, (min(a, b), max(a, b)), share if a < b else 1 - share)
            found[_frage(one), vote.name] = one
    return list(found.values())


def _frage(vote: _Valid) -> tuple[str, str, tuple[int, int]]:
    return vote.antrag, vote.partei, vote.spalten


def _counted(votes: Sequence[_Valid], spalte: int) -> tuple[int, int, int]:
    """Won, tied, lost."""
    shares = [
        vote.anteil if vote.spalten[0] == spalte else 1 - vote.anteil
        for vote in votes
        if spalte in vote.spalten
    ]
    return shares.count(1.0), shares.count(0.5), shares.count(0.0)


def _strengths(
    vergleich: Vergleich, siege: list[list[float]], stimmen: int
) -> tuple[dict[int, Interval], str]:
    """Of the columns that were voted on; none while the votes do not suffice, and why."""
    columns = [at for at in range(len(siege)) if any(siege[at]) or any(row[at] for row in siege)]
    if stimmen < ENOUGH_STIMMEN:
        missing = ENOUGH_STIMMEN - stimmen
        told = "Noch eine Stimme" if missing == 1 else f"Noch {missing} Stimmen"
        return {}, f"{told} bis zu einer Rangfolge."
    own = [[siege[a][b] for b in columns] for a in columns]
    if not statistical_measures.has_strengths(own):
        return {}, (
            "Noch keine Rangfolge: Dafür muss jede Spalte wenigstens einmal vorn und einmal hinten liegen, "
            "und alle müssen über solche Vergleiche verbunden sein. Ein Gleichstand zählt als beides."
        )
    found = dict(zip(columns, statistical_measures.staerken(own), strict=True))
    best = max(found, key=lambda at: found[at].wert)
    if found[best].von <= 0:
        return found, f"Nach {stimmen} Stimmen ist keine Spalte erkennbar besser."
    name = vergleich.spalten[best].name
    return found, f"Nach {stimmen} Stimmen wird „{name}“ erkennbar öfter vorgezogen als der Durchschnitt."


def _odds(staerken: dict[int, Interval]) -> dict[int, float]:
    """How likely a column is preferred to one of the others, each as likely to be met."""
    return {
        own: sum(1 / (1 + exp(other.wert - staerke.wert)) for at, other in staerken.items() if at != own)
        / (len(staerken) - 1)
        for own, staerke in staerken.items()
        if len(staerken) > 1
    }
