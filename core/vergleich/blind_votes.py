"""Which of two answers is better, judged without knowing whose they are; and what all those votes come to."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations

from core.assessment.lauf_view import WITHOUT_WERTUNG
from core.runs.notes import Preference, Stimme
from core.runs.store import Runstore
from core.statistical_measures import Interval, share_interval
from core.vergleich.spalten import Vergleich


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
    """How a column did."""

    spalte: int
    gewonnen: int
    gleich: int
    verloren: int

    @property
    def vorgezogen(self) -> Interval:
        """The share of its votes that chose it, ties apart."""
        return share_interval(self.gewonnen, self.gewonnen + self.verloren)


@dataclass(frozen=True, slots=True)
class Tally:
    """All votes between these columns. `satz`: what they come to."""

    stimmen: int
    ausgaenge: tuple[BlindResult, ...]
    satz: str


# --- what to judge ------------------------------------------------------------------------------------------


def open_pairs(
    vergleich: Vergleich,
    stimmen: Sequence[Stimme] = (),
    *,
    partei: str | None = None,
    name: str = "",
) -> list[Paar]:
    """What this person has not judged yet, of all parties or of one.

    By chance, but the same at every call: neither place nor side tells the column, and another person gets
    another order.
    """
    answers, judged = _answers(vergleich), {vote.frage for vote in _valid(vergleich, stimmen, name)}
    found = {}
    for (antrag, own_partei), laeufe in answers.items():
        if partei and partei != own_partei:
            continue
        for pair in combinations(sorted(laeufe), 2):
            if (antrag, own_partei, pair) not in judged:
                keys = sorted((vergleich.spalten[at].schluessel, at) for at in pair)
                told = [antrag, own_partei, *(key for key, _ in keys), name]
                chance = sha256("|".join(told).encode("utf-8", "surrogatepass")).digest()
                (_, a), (_, b) = keys if chance[-1] % 2 else keys[::-1]
                found[chance] = Paar(laeufe[a], laeufe[b], own_partei, antrag, a, b)
    return [found[chance] for chance in sorted(found)]


def cast_vote(store: Runstore, paar: Paar, wahl: Preference, name: str = "") -> Stimme:
    return store.save_note(Stimme(paar.lauf_a, paar.lauf_b, paar.partei, wahl, name))


def stimmen_of(store: Runstore, vergleich: Vergleich) -> list[Stimme]:
    """All votes between Läufe of this comparison."""
    return store.stimmen_between([lauf.id for lauf in vergleich.laeufe])


def _answers(vergleich: Vergleich) -> dict[tuple[str, str], dict[int, str]]:
    """Per Antrag and party: of every column that was shown any source one Lauf, the same each time."""
    found: dict[tuple[str, str], dict[int, str]] = {}
    for wert in vergleich.werte:
        if wert.score is not None or wert.zustand == WITHOUT_WERTUNG:
            laeufe = found.setdefault((wert.antrag, wert.partei), {})
            laeufe[wert.spalte] = min(wert.lauf_id, laeufe.get(wert.spalte, wert.lauf_id))
    return found


# --- what the votes come to ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Valid:
    """A vote as the columns have it: the share of the first column in it, 1, ½ or 0."""

    antrag: str
    partei: str
    spalten: tuple[int, int]
    anteil: float

    @property
    def frage(self) -> tuple[str, str, tuple[int, int]]:
        return self.antrag, self.partei, self.spalten


def auszaehlung(vergleich: Vergleich, stimmen: Sequence[Stimme]) -> Tally:
    """Per column, in their order. Of several votes of one person on the same question the last counts."""
    votes = _valid(vergleich, stimmen)
    ausgaenge = []
    for spalte in range(len(vergleich.spalten)):
        shares = [
            vote.anteil if vote.spalten[0] == spalte else 1 - vote.anteil
            for vote in votes
            if spalte in vote.spalten
        ]
        ausgaenge.append(BlindResult(spalte, shares.count(1.0), shares.count(0.5), shares.count(0.0)))
    best = max(ausgaenge, key=lambda one: one.vorgezogen.von, default=None)
    if best is None or best.vorgezogen.von <= 0.5:
        satz = "Keine Spalte ist erkennbar besser."
    else:
        satz = f"„{vergleich.spalten[best.spalte].name}“ wird erkennbar öfter vorgezogen als abgelehnt."
    return Tally(len(votes), tuple(ausgaenge), satz)


def _valid(vergleich: Vergleich, stimmen: Sequence[Stimme], name: str | None = None) -> list[_Valid]:
    """Votes between two columns of the comparison: of one person, or of all."""
    spalten = {lauf.id: (lauf.spalte, lauf.antrag) for lauf in vergleich.laeufe}
    found: dict[tuple[object, str], _Valid] = {}
    for vote in stimmen:
        if name not in (None, vote.name) or vote.lauf_id not in spalten or vote.lauf_b not in spalten:
            continue
        (a, antrag), (b, _) = spalten[vote.lauf_id], spalten[vote.lauf_b]
        if a != b:
            share = {Preference.A: 1.0, Preference.B: 0.0, Preference.GLEICH: 0.5}[vote.wahl]
            one = _Valid(antrag, vote.partei, (min(a, b), max(a, b)), share if a < b else 1 - share)
            found[one.frage, vote.name] = one
    return list(found.values())
