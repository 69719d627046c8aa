"""How often a checker says of a quote what people say of it: the reference are they, not another model."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.runs.said_of_quotes import UrteilPair
from core.statistical_measures import Interval, share_interval
from core.support.verdict import WORT, Verdict

FEWEST = 20
"""From so many cases on, the interval of a share is at most 40 points wide, whatever the share."""

Quote = tuple[str, str, int]
"""Lauf, party, number of the quote from 0."""

Case = tuple[str, str, int, str]
"""A quote, and the Forderung that was asked about: each is judged for itself."""

CLASSES = (Verdict.STUETZT, Verdict.WIDERSPRICHT, Verdict.ANDERES)
"""What a person can say; not to say anything is left to checkers."""

NOT_COMPARED = "Noch hat niemand zu diesem Prüfmodell ein Urteil abgegeben."


@dataclass(frozen=True, slots=True)
class HitCount:
    """So many of `n` cases the checker said the same."""

    richtig: int
    n: int

    @property
    def intervall(self) -> Interval:
        return share_interval(self.richtig, self.n)


@dataclass(frozen=True, slots=True)
class Agreement:
    """Of one checker. `je_klasse` goes by what people said; `offen`: so often it said nothing."""

    gesamt: HitCount
    je_klasse: Mapping[Verdict, HitCount]
    offen: int

    @property
    def satz(self) -> str:
        """„Liegt bei diesem Prüfmodell in 87 von 100 Fällen richtig (n = 62, 95 %: 77 bis 93).“"""
        n = self.gesamt.n
        if not n + self.offen:
            return NOT_COMPARED
        if n < FEWEST:
            return f"Wie oft dieses Prüfmodell richtig liegt: noch zu wenige Urteile von Menschen (n = {n})."
        bounds, silent = self.gesamt.intervall, f"; {self.offen}-mal offen" if self.offen else ""
        return (
            f"Liegt bei diesem Prüfmodell in {_of_100(bounds.wert)} von 100 Fällen richtig "
            f"(n = {n}, 95 %: {_of_100(bounds.von)} bis {_of_100(bounds.bis)}{silent})."
        )

    @property
    def classes(self) -> list[str]:
        """„stützt: 30 von 32 (95 %: 80 bis 98 von 100)“, of each class that people named."""
        return [_class_name(verdict, found) for verdict, found in self.je_klasse.items() if found.n]


def einigkeit(pairs: Iterable[tuple[Verdict, Verdict]]) -> Agreement:
    """What the checker said, and what people said of the same quote."""
    told = list(pairs)
    said = [(checker, person) for checker, person in told if checker is not Verdict.OFFEN]
    return Agreement(
        _counted(said),
        {verdict: _counted([pair for pair in said if pair[1] is verdict]) for verdict in CLASSES},
        len(told) - len(said),
    )


def consensus(said: Sequence[Verdict]) -> Verdict | None:
    """What most people say of one quote; None where as many say another thing."""
    ranked = Counter(said).most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]


def agreements(rows: Iterable[UrteilPair]) -> dict[tuple[str, str], Agreement]:
    """Checker and version of its prompt → its agreement with people, from the store's `list_pairs`."""
    persons: dict[tuple[str, str], dict[Case, list[Verdict]]] = defaultdict(lambda: defaultdict(list))
    checkers: dict[tuple[str, str, Case], Verdict] = {}
    for row in rows:
        case: Case = (row.lauf_id, row.partei, row.zitat, row.forderung)
        persons[row.model, row.prompt_version][case].append(Verdict(row.person))
        checkers[row.model, row.prompt_version, case] = Verdict(row.verdict)
    return {
        pruefer: einigkeit(
            (checkers[*pruefer, case], agreed)
            for case, said in cases.items()
            if (agreed := consensus(said)) is not None
        )
        for pruefer, cases in persons.items()
    }


def pruefer_told(model: str, prompt_version: str, found: Agreement | None) -> str:
    """„Prüfmodell openai/gpt-4.1, Prompt 2: Liegt …“."""
    return f"Prüfmodell {model}, Prompt {prompt_version}: {found.satz if found else NOT_COMPARED}"


def agreement_of(rows: Iterable[UrteilPair], model: str, prompt_version: str) -> Agreement:
    """That of one checker, also where nobody has judged any of its quotes."""
    return agreements(rows).get((model, prompt_version), einigkeit(()))


def _counted(pairs: Sequence[tuple[Verdict, Verdict]]) -> HitCount:
    return HitCount(sum(checker is person for checker, person in pairs), len(pairs))


def _class_name(verdict: Verdict, found: HitCount) -> str:
    bounds = found.intervall
    told = f"95 %: {_of_100(bounds.von)} bis {_of_100(bounds.bis)} von 100"
    return f"{WORT[verdict]}: {found.richtig} von {found.n} ({told})"


def _of_100(share: float) -> int:
    return round(100 * share)
