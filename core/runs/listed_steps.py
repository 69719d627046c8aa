"""What is known of a decision on a listed Antrag: by its source's list, and by papers that are stored."""

from core.decisions.kept_decision import PaperKind
from core.runs.paper_number import plain_number_in
from core.runs.source_tables import abstimmung, liste
from core.runs.sql import Condition, Text, and_, cast, or_, select

STEPS = ("Beschl", "BeschlEmpf", "PlPr")
"""What `weitere` calls the papers that tell what became of an Antrag, the most telling first."""

DECIDED_BY = {
    "Beschl": (PaperKind.PROTOKOLL, PaperKind.ROLL_CALL),
    "BeschlEmpf": (PaperKind.RECOMMENDATION,),
    "PlPr": (),
}
"""Which stored papers are such a step; a Protokoll is kept for its vote, and that is a decision."""


def has_step(kurz: str) -> Condition:
    """JSON is kept as it was written: every database finds in it what we wrote."""
    told = cast(liste.c.weitere, Text).contains(f'"kurz": "{kurz}"', autoescape=True)
    return or_(told, _is_stored(DECIDED_BY[kurz])) if DECIDED_BY[kurz] else told


def _is_stored(kinds: tuple[PaperKind, ...]) -> Condition:
    same = and_(
        abstimmung.c.bundesland == liste.c.bundesland,
        abstimmung.c.drucksache == plain_number_in(liste.c.nummer),
    )
    return select(abstimmung.c.id).where(same, abstimmung.c.art.in_(kinds)).exists()
