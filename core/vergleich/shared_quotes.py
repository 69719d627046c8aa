"""The quotes of two answers about one party: which both rely on, which only one, and the page with both."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.assessment.lauf_view import Numbered
from core.citations.eintrag import Gebunden, Place
from core.citations.exact_match import Span
from core.context import Context
from core.seiten.zitat_page import PageGlance, zitat_view


@dataclass(frozen=True, slots=True)
class BelegComparison:
    """`gemeinsam`: pairs that overlap in the programme. A quote may overlap with several of the other's."""

    gemeinsam: tuple[tuple[Numbered, Numbered], ...]
    nur_links: tuple[Numbered, ...]
    nur_rechts: tuple[Numbered, ...]


def belege(links: Sequence[Numbered], rechts: Sequence[Numbered]) -> BelegComparison:
    """Both are bound quotes; the same words count as the same wherever each began and ended its quote."""
    pairs = tuple((one, two) for one in links for two in rechts if _overlap(one, two))
    return BelegComparison(
        gemeinsam=pairs,
        nur_links=tuple(one for one in links if all(one is not pair[0] for pair in pairs)),
        nur_rechts=tuple(two for two in rechts if all(two is not pair[1] for pair in pairs)),
    )


def view_on_both(
    context: Context,
    beleg: Gebunden,
    links: Iterable[Numbered],
    rechts: Iterable[Numbered],
    seite: int | None = None,
) -> PageGlance:
    """The page of a quote, or another of its Programm, with the quotes of both marked apart."""
    blue = _spans(rechts, beleg.ort)
    return zitat_view(context, beleg, seite, zitat=_spans(links, beleg.ort), vergleich=blue)


def _overlap(one: Numbered, two: Numbered) -> bool:
    return any(
        first.is_beside(second) and start < stop and begin < end
        for first in one.zitat.orte
        for second in two.zitat.orte
        for start, end in first.stellen
        for begin, stop in second.stellen
    )


def _spans(zitate: Iterable[Numbered], like: Place) -> tuple[Span, ...]:
    own = (ort for one in zitate for ort in one.zitat.orte)
    return tuple(span for ort in own if ort.is_beside(like) for span in ort.stellen)
