"""One bound quote to hand on: its words, whose they are, the marked lines, and whether that holds today."""

import base64
from dataclasses import dataclass
from urllib.parse import quote

from core.assessment.lauf_view import Numbered, as_today, partei_views
from core.citations.eintrag import UNCERTAIN, Gebunden
from core.citations.zitat_status import WORT, ZitatStatus
from core.context import Context
from core.errors import EingabeError
from core.german import formats
from core.models import Programm
from core.programme.source_labels import file_pages
from core.references.card_drawing import card_pdf, card_png, card_svg
from core.references.quote_address import CardForm, QuoteAddress
from core.references.quote_styles import CitedQuote, in_all_styles, quoted
from core.runs.lauf import Lauf
from core.runs.store import runstore
from core.search.in_force import satz
from core.seiten.marked_page import Marking, render_seite
from core.seiten.zitat_page import zitat_view
from core.templates import render

SHARP = 150
"""Dots per inch of the marked lines on a card."""

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
class QuoteCard:
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

    @property
    def wort(self) -> str:
        return WORT[self.beleg.status]


def find_card(context: Context, address: QuoteAddress) -> QuoteCard:
    lauf = _stored(context, address.lauf_id)
    view = next((one for one in partei_views(context, lauf) if one.partei == address.partei), None)
    numbered = next((n for n in view.gebunden() if n.nummer == address.nummer), None) if view else None
    if view is None or numbered is None:
        raise EingabeError(NO_QUOTE)
    beleg = numbered.zitat.beleg
    hinweis = zitat_view(context, beleg).hinweis
    return QuoteCard(
        address=address,
        lauf=lauf,
        beleg=beleg,
        partei=view.name,
        farbe=view.farbe,
        programm=context.registry.programme.get(beleg.ort.programm),
        stand=hinweis or beleg.notiz or UNCHANGED.format(_pages(beleg)),
        is_proven=not hinweis and beleg.anker not in UNCERTAIN,
        hinweise=_beware(lauf, beleg),
    )


def _stored(context: Context, lauf_id: str) -> Lauf:
    store = runstore(context)
    if not store.has(lauf_id):
        raise EingabeError(UNKNOWN)
    lauf = store.load(lauf_id)
    if lauf.geloescht:
        raise EingabeError(UNKNOWN)
    return as_today(context, lauf)


def _pages(beleg: Gebunden) -> str:
    return file_pages(beleg.ort.seiten)


def _beware(lauf: Lauf, beleg: Gebunden) -> tuple[str, ...]:
    """Whatever a reader must know before taking the words for the party's word on the subject."""
    return (
        *([EXAMPLE] if lauf.is_demo else []),
        *([FOREIGN] if beleg.fremde_partei else []),
        *([satz(beleg.trotzdem)] if beleg.trotzdem else []),
        *(warning.text for warning in beleg.warnungen),
    )


def styles_of(numbered: Numbered, partei: str, programm: Programm | None, url: str) -> dict[str, str]:
    """The quote with its source, ready to be pasted."""
    beleg = numbered.zitat.beleg
    seiten = ", ".join(beleg.ort.gedruckt) if beleg.ort.gedruckt else ""
    return in_all_styles(
        CitedQuote(
            text=beleg.text,
            partei=partei,
            programm=f"{programm.typ.title()} {programm.jahr}" if programm else beleg.quelle,
            jahr=str(programm.jahr) if programm else "o. J.",
            seiten=f"S. {seiten}" if seiten else file_pages(beleg.ort.seiten),
            quelle=beleg.quelle,
            url=url,
        )
    )


# --- drawn --------------------------------------------------------------------------------------------------


def marked_lines(context: Context, card: QuoteCard) -> list[bytes]:
    """Pictures of the lines with the words marked, page by page; none where nothing may be marked today."""
    if not card.is_proven:
        return []
    ort = card.beleg.ort
    views = (
        render_seite(ort.programm, seite, {Marking.ZITAT: ort.stellen}, context, ort.version)
        for seite in ort.seiten[:MOST_PICTURES]
    )
    return [view.png(SHARP, ausschnitt=True) for view in views if view is not None and view.marked]


def card_file(context: Context, card: QuoteCard, form: CardForm, service: str) -> bytes:
    """`service`: where the app is reached."""
    pictures = marked_lines(context, card)
    if form in (CardForm.PAGE, CardForm.EMBED):
        return _page(card, pictures, form, service).encode()
    names = [f"{number}.png" for number in range(len(pictures))]
    pdf = card_pdf(render("zitatbild", **_values(card, service), bilder=names), pictures, card.farbe)
    return card_png(pdf) if form is CardForm.PNG else card_svg(pdf, _told(card))


def _page(card: QuoteCard, pictures: list[bytes], form: CardForm, service: str) -> str:
    inline = [f"data:image/png;base64,{base64.b64encode(png).decode()}" for png in pictures]
    return render("zitat" if form is CardForm.PAGE else "zitatkarte", **_values(card, service), bilder=inline)


def _values(card: QuoteCard, service: str) -> dict[str, object]:
    lauf, partei, nummer = card.lauf, card.address.partei, card.address.nummer
    return {
        "zitat": quoted(card.beleg.text),
        "partei": card.partei,
        "farbe": card.farbe,
        "quelle": card.beleg.quelle,
        "abschnitt": " › ".join(card.beleg.abschnitt),
        "satz": card.beleg.satz,
        "wort": card.wort,
        "emittiert": card.beleg.emittiert if card.beleg.status is ZitatStatus.ANGEGLICHEN else "",
        "stand": card.stand,
        "is_proven": card.is_proven,
        "hinweise": card.hinweise,
        "antrag": lauf.antrag.titel or "Antrag",
        "vom": formats.moment(lauf.created),
        "adresse_zitat": f"{service}{card.address.path()}",
        "adresse_lauf": f"{service}/lauf?id={lauf.id}&partei={quote(partei)}&zitat={nummer}",
        "adresse_programm": (card.programm.url or "") if card.programm else "",
    }


def _told(card: QuoteCard) -> str:
    """For those who do not see the picture."""
    return f"{quoted(card.beleg.text)} – {card.partei}, {card.beleg.quelle}. {card.stand}"
