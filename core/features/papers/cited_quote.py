"""One bound quote to hand on: its permanent address, the page there, and how people write it down."""

import base64
from dataclasses import dataclass
from itertools import islice
from urllib.parse import quote

from core.assessment.lauf_view import LaufView
from core.base import formats
from core.base.errors import EingabeError
from core.base.templates import render
from core.programme.context import Context
from core.proof.marked_page import Marking, render_seite
from core.proof.zitat_page import zitat_view
from core.runs.lauf import Lauf, Zitat
from core.runs.store import runstore
from core.search.geltung import NotInForce
from core.wortlaut.binding.eintrag import Gebunden, Place, ZitatStatus
from core.wortlaut.binding.source_labels import file_pages, quoted
from core.wortlaut.records import Programm


@dataclass(frozen=True, slots=True)
class QuoteAddress:
    """Its Lauf, its party, its number there, from 1 among what the model emitted: none of them ever changes.

    Where the quote stands is asked anew whenever somebody comes: a page of a PDF may be another one tomorrow.
    """

    lauf_id: str
    partei: str
    nummer: int

    def path(self) -> str:
        return f"/api/zitat/{quote(self.lauf_id, safe='')}/{quote(self.partei, safe='')}/{self.nummer}"


# --- as people write it down: a footnote, author and year, a newspaper --------------------------------------


def quoted_parts(beleg: Gebunden) -> str:
    """In German marks; of one from several places each part in its own, with what lies between."""
    return " ".join(f"[{way}] {quoted(text)}" if way else quoted(text) for way, text in beleg.parts)


def styles_of(zitat: Zitat, partei: str, programm: Programm | None, url: str) -> dict[str, str]:
    """By the name that an analyst chooses from; ready to be pasted."""
    beleg = zitat.beleg
    words, gedruckt = quoted_parts(beleg), ", ".join(beleg.ort.gedruckt or ())
    seiten = f"S. {gedruckt}" if gedruckt else file_pages(beleg.ort.seiten)
    name = f"{programm.typ.title()} {programm.jahr}" if programm else beleg.quelle
    return {
        "Fußnote": f"{words} ({beleg.quelle}, {url})",
        "Autor und Jahr": f"{words} ({partei} {programm.jahr if programm else 'o. J.'}: {seiten})",
        "Presse": f"{partei}, {name}, {seiten}: {words} {url}",
    }


# --- what its permanent address shows -----------------------------------------------------------------------

SHARP = 150
"""Dots per inch of the marked lines."""

MOST_PICTURES = 3
UNCHANGED = "Heute geprüft: Das PDF ist dasselbe wie beim Lauf, und die Worte stehen so auf {}."
UNKNOWN = "Diesen Lauf gibt es hier nicht, oder er wurde gelöscht."
NO_QUOTE = (
    "Zu dieser Adresse gibt es kein belegtes Zitat: Was das Modell hier angab, wurde verworfen oder ist "
    "nicht geprüft."
)
EXAMPLE = "Beispiel: erfundene Partei, erfundenes Programm, gespieltes Modell."
FOREIGN = "Aus dem Programm einer anderen Partei als der, zu der das Modell es anführte."


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedQuote:
    """`beleg` as it stands today; `stand` says whether that was proved, `is_proven`."""

    address: QuoteAddress
    lauf: Lauf
    beleg: Gebunden
    partei: str
    farbe: str
    programm: Programm | None
    stand: str
    is_proven: bool
    hinweise: tuple[str, ...]


def find_quote(context: Context, address: QuoteAddress) -> CitedQuote:
    store = runstore(context)
    if not store.has(address.lauf_id) or (lauf := store.load(address.lauf_id)).geloescht:
        raise EingabeError(UNKNOWN)
    view = LaufView(context, lauf).parteien.get(address.partei)
    bound = view.gebunden() if view else []
    zitat = next((one for one in bound if one.shown_number == address.nummer), None)
    if view is None or zitat is None:
        raise EingabeError(NO_QUOTE)
    beleg = zitat.beleg
    views = (zitat_view(context, one) for one in (beleg, *beleg.teile))
    hinweis = next((view.hinweis for view in views if view.hinweis), "")
    return CitedQuote(
        address=address,
        lauf=lauf,
        beleg=beleg,
        partei=view.name,
        farbe=view.farbe,
        programm=context.registry.programme.get(beleg.ort.programm),
        stand=hinweis or beleg.notiz or UNCHANGED.format(file_pages(beleg.ort.seiten)),
        is_proven=not hinweis and not beleg.is_uncertain,
        hinweise=(  # what a reader must know before taking the words for the party's word on the subject
            *([EXAMPLE] if lauf.is_demo else []),
            *([FOREIGN] if beleg.fremde_partei else []),
            *([NotInForce(beleg.trotzdem).sentence] if beleg.trotzdem else []),
            *(warning.text for warning in beleg.warnungen),
        ),
    )


def marked_lines(context: Context, cited: CitedQuote) -> list[bytes]:
    """Pictures of the lines with the words marked, page by page; none where nothing may be marked today."""
    if not cited.is_proven:
        return []
    orte = [Place.joined([ort, *(one for one in cited.beleg.orte if one != ort)]) for ort in cited.beleg.orte]
    pages = {(ort.programm, seite): ort for ort in orte for seite in ort.seiten}
    views = (
        render_seite(programm, seite, {Marking.ZITAT: ort.stellen}, context, ort.version)
        for (programm, seite), ort in islice(pages.items(), MOST_PICTURES)
    )
    return [view.png(SHARP, ausschnitt=True) for view in views if view is not None and view.marked]


def quote_page(context: Context, cited: CitedQuote, service: str) -> str:
    """`service`: where the app is reached."""
    pictures = [base64.b64encode(png).decode() for png in marked_lines(context, cited)]
    lauf, partei, nummer = cited.lauf, cited.address.partei, cited.address.nummer
    return render(
        "zitat",
        zitat=quoted_parts(cited.beleg),
        partei=cited.partei,
        farbe=cited.farbe,
        quelle=cited.beleg.quelle,
        abschnitt=" › ".join(cited.beleg.abschnitt),
        satz=cited.beleg.satz,
        wort=cited.beleg.status.wort,
        emittiert=cited.beleg.emittiert if cited.beleg.status is ZitatStatus.ANGEGLICHEN else "",
        stand=cited.stand,
        is_proven=cited.is_proven,
        hinweise=cited.hinweise,
        antrag=lauf.antrag.titel or "Antrag",
        vom=formats.moment(lauf.created),
        adresse_zitat=f"{service}{cited.address.path()}",
        adresse_lauf=f"{service}/lauf?id={lauf.id}&partei={quote(partei)}&zitat={nummer}",
        adresse_programm=(cited.programm.url or "") if cited.programm else "",
        bilder=[f"data:image/png;base64,{one}" for one in pictures],
    )
