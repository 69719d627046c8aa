"""One question to a model, by the path of every Lauf: search, prompt, answer, quotes bound."""

import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace

from core.assessment.auftrag import Auftrag
from core.assessment.parteiteil import Parteiteil, ParteiTemplate, judge, prepare
from core.calibration.questions import EichungFrage
from core.citations.quellen import Quellen
from core.context import Context
from core.errors import ModellFehler
from core.models import Fundstelle, Typ
from core.programme.registry import partei_name
from core.recent import Recent
from core.runs.eichungen import EichungAntwort
from core.runs.lauf import Status, Teil
from core.search.antrag_search import Quotes, search_antrag
from core.search.geltung import Geltung, Participants, Role, Selection

ANSWERED, ENTHALTUNG, WITHOUT_QUELLEN, UNLESBAR = "beantwortet", "enthaltung", "ohne Quellen", "unlesbar"
"""What became of a question; but for the first the model said nothing that could be right or wrong."""

KEPT_THESES = 64
"""All parties of a thesis are asked close together; more need not be kept."""

Material = tuple[Quotes, Quellen]
Search = Callable[[EichungFrage], Material]


def searching(context: Context, top_k: int) -> Search:
    """Per party of the thesis, with what quotes are bound to; searched once, whoever is asked."""
    kept: Recent[Material] = Recent(KEPT_THESES, lambda material: 1)

    def search(frage: EichungFrage) -> Material:
        quotes = search_antrag(context, frage.antrag(), _selection(context, frage), top_k)
        return quotes, Quellen.around(context, quotes)

    return lambda frage: kept.get(frage.these, lambda: search(frage))


def _selection(context: Context, frage: EichungFrage) -> Selection:
    """The parties with their programme of that election, whatever is in force today."""
    participants = (
        Participants(
            partei,
            partei_name(context.registry, partei, frage.land),
            (Role.CHOSEN,),
            (Geltung(programm, gilt=True),),
        )
        for partei, programm in frage.nachbarn.items()
    )
    return Selection(frage.land, frage.stichtag, tuple(participants), ())


def make_template(
    context: Context, auftrag: Auftrag, frage: EichungFrage, found: Sequence[Fundstelle]
) -> ParteiTemplate:
    """The request as a Lauf makes it."""
    name = partei_name(context.registry, frage.partei, frage.land)
    return prepare(context, replace(auftrag, antrag=frage.antrag()), frage.partei, name, found)


def ask_frage(
    context: Context,
    still: Context,
    auftrag: Auftrag,
    search: Search,
    frage: EichungFrage,
    abbruch: threading.Event,
    room: AbstractContextManager[object],
) -> EichungAntwort:
    """`still`: the index as it was when the Eichung began. `room` is held while the model is asked.

    Fails where nothing was answered; an answer that cannot be read was given, and is not asked for again.
    """
    quotes, quellen = search(frage)
    found = quotes[frage.partei]
    if not found:
        return _antwort(frage, Parteiteil(Teil(partei=frage.partei, kosten=0.0)), WITHOUT_QUELLEN, ())
    vorlage = make_template(still, auftrag, frage, found)
    with room:
        part = judge(context, replace(auftrag, antrag=frage.antrag()), vorlage, quellen, abbruch)
    if part.teil.status is not Status.FEHLGESCHLAGEN:
        return _antwort(frage, part, ANSWERED, found)
    if not part.teil.antwort:
        raise ModellFehler(part.teil.fehler)
    return _antwort(frage, part, UNLESBAR, found)


def _antwort(
    frage: EichungFrage, part: Parteiteil, stand: str, found: Sequence[Fundstelle]
) -> EichungAntwort:
    own = next((one for one in part.scores if one.typ == Typ.WAHLPROGRAMM), None)
    score = own.score if own else None
    return EichungAntwort(
        these=frage.these,
        partei=frage.partei,
        stand=ENTHALTUNG if stand == ANSWERED and score is None else stand,
        position=frage.item.position,
        score=score,
        zitate=len(part.zitate),
        gebunden=sum(zitat.status.is_bound for zitat in part.zitate),
        kosten=part.teil.kosten,
        sekunden=sum(part.teil.dauer.values()),
        modell=part.teil.modell or "",
        begruendung=own.begruendung if own else "",
        antwort=part.teil.antwort,
        passagen=[fundstelle.chunk.id for fundstelle in found],
    )
