"""What a Vermerk claims of itself. It follows from what the Lauf holds, whoever made it."""

from collections.abc import Iterator

from core.antrag.edits import NOT_RECORDED
from core.assessment.zitat_reference import Said
from core.citations.eintrag import Anchor
from core.citations.quellen import find_quelle
from core.citations.zitat_status import ZitatStatus
from core.context import Context
from core.errors import DashboardError
from core.german import formats
from core.llm.catalogue import OFFLINE
from core.runs.lauf import Lauf, Zitat
from core.search.geltung import hinweis

NOTE_KI = "Beurteilung und Auswahl der Zitate stammen von einem Sprachmodell und können falsch sein."
NOTE_OFFLINE = (
    "Ohne Sprachmodell: Gesucht wurden Stellen, die den Forderungen nahekommen. Ob die Parteien zustimmen "
    "oder ablehnen, ist nicht beurteilt; Punkte gibt es deshalb nicht."
)
NOTE_EXAMPLE = "Beispiel: Was das Modell antwortet, ist gespielt; es stammt von keinem Sprachmodell."
NOTE_FILE = (
    "Eingelesen am {} aus einer Datei: Angaben zu Modell, Prompt, Punkten, Begründungen, Kosten und Zeit "
    "sind nicht geprüft."
)
METHOD = (
    "Dem Modell wurden zu jeder Partei Passagen aus ihren Programmen vorgelegt, die den Forderungen "
    "nahekommen. Es vergibt je Programm 0 bis 10 Punkte dafür, wie gut der Antrag zu ihm passt, begründet "
    "sie und nennt Zitate."
)
METHOD_OFFLINE = (
    "Aus den Programmen jeder Partei sind die Sätze ausgewählt, die den Forderungen nach Wortlaut und "
    "Bedeutung am nächsten kommen."
)
BINDING = (
    "Kein Zitat ist vom Modell übernommen: Die Software sucht den Wortlaut im Text des Originals und zeigt "
    "ihn von dort; was dort nicht steht, ist verworfen und in der Anlage mit Grund genannt."
)
LIMITS = (
    "Grenzen: Passagen können übersehen, Punkte anders begründbar sein. Kein Zitat heißt nicht, dass ein "
    "Programm nichts dazu sagt, und ein Programm sagt nicht, wie eine Fraktion abstimmt."
)
ALL_PROVEN = "Jedes Zitat ist an seiner Quelle geprüft: Es steht wörtlich auf der genannten Seite."
NONE_PROVEN = "Dieser Vermerk enthält kein belegtes Zitat aus einem Programm."
SOME_PROVEN = (
    "{} von {} Zitaten sind an ihrer Quelle geprüft: Sie stehen wörtlich auf der genannten Seite. "
    "Die anderen ließen sich heute nicht nachprüfen; das steht jeweils dabei."
)
UNGEPRUEFT = "{} Angaben der Datei ließen sich hier nicht nachprüfen und stehen nicht als Zitate da."
SEITEN = (
    "Die Adressen der Zitate und ihrer markierten Seiten führen zum Antragsspiegel unter {} und gehen nur, "
    "solange er dort läuft."
)
TRAEGT = (
    "Bei {} von {} Zitaten hat ein zweites Modell gelesen, ob die Stelle die Forderung stützt; was es sagt, "
    "steht beim Zitat und kann falsch sein."
)
TRAEGT_UNCHECKED = "Ob die Zitate die Forderungen stützen, ist nicht geprüft."


def seen_first(context: Context, lauf: Lauf) -> tuple[str, ...]:
    """Who judged, and what else nobody may miss."""
    said = [NOTE_EXAMPLE] if lauf.is_demo else []
    said.append(NOTE_OFFLINE if lauf.modell_gefragt == OFFLINE else NOTE_KI)
    if lauf.eingelesen:
        said.append(NOTE_FILE.format(formats.day(lauf.eingelesen)))
    return tuple(filter(None, (*said, hinweis(context.registry, lauf.trotzdem))))


def method(context: Context, lauf: Lauf, said: Said, service: str) -> str:
    """One paragraph: how it came about, what is proved of it, and what it cannot tell."""
    return " ".join(_sentences(context, lauf, said, service))


def _sentences(context: Context, lauf: Lauf, said: Said, service: str) -> Iterator[str]:
    shown = [zitat for zitat in lauf.zitate if zitat.status.is_bound]
    yield METHOD_OFFLINE if lauf.modell_gefragt == OFFLINE else METHOD
    yield BINDING
    yield _proved(context, shown)
    if unproved := sum(zitat.status is ZitatStatus.UNGEPRUEFT for zitat in lauf.zitate):
        yield UNGEPRUEFT.format(unproved)
    if shown:  # beside exactness, and never merged with it
        yield TRAEGT.format(len(said), len(shown)) if said else TRAEGT_UNCHECKED
    if lauf.gelesen is None:
        yield NOT_RECORDED
    yield LIMITS
    if shown and service:
        yield SEITEN.format(service)


def _proved(context: Context, shown: list[Zitat]) -> str:
    if not shown:
        return NONE_PROVEN
    proved = sum(_is_proved(context, zitat) for zitat in shown)
    return ALL_PROVEN if proved == len(shown) else SOME_PROVEN.format(proved, len(shown))


def _is_proved(context: Context, zitat: Zitat) -> bool:
    """Today: `as_today` has compared it with its source, where that is here."""
    return zitat.beleg.anker in (None, Anchor.WIEDERGEFUNDEN) and is_read_in(context, zitat)


def is_read_in(context: Context, zitat: Zitat) -> bool:
    try:
        quellen = [find_quelle(context, ort.programm) for ort in zitat.orte]
        return all(quelle is not None and bool(quelle.read()) for quelle in quellen)
    except DashboardError:
        return False
