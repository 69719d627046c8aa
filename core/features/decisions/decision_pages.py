"""The page of a Protokoll or a Beschlussempfehlung beside a vote, with the words that tell it marked."""

from urllib.parse import urlencode

from core.features.decisions.committee_votes import VotePaper
from core.features.decisions.decision import Evidence, KeptDecision, Marks, find_paper
from core.programme.context import Context
from core.proof.highlight import highlight_boxes
from core.proof.marked_page import Marking, PageView
from core.proof.page_drawing import Document, blatt, open_document
from core.proof.zitat_page import PageGlance
from core.wortlaut.errors import PdfError

NO_PAGE = "Diese Quelle ist kein PDF; eine Seite lässt sich nicht zeigen."
NOT_HERE = "Die Datei „{}“ ist hier nicht gespeichert. Laden Sie sie unter „Abstimmung“ hoch."


def marks_of(paper: VotePaper, evidence: Evidence) -> Marks:
    """Where a sentence stands that was bound; nothing of a text without pages."""
    if paper.quelle is None or not evidence.spans:
        return {}
    return {page: tuple(boxes) for page, boxes in highlight_boxes(paper.quelle, evidence.spans).items()}


def decision_page(context: Context, kept: KeptDecision, stelle: int, seite: int) -> PageView | None:
    """None where there is no such file, sentence or page. The chosen sentence is marked strongly."""
    dokument = _paper_document(context, kept)
    if dokument is None or stelle not in range(len(kept.marks)) or not 1 <= seite <= dokument.seitenzahl:
        return None
    others = tuple(b for n, own in enumerate(kept.marks) if n != stelle for b in own.get(seite, ()))
    chosen = kept.marks[stelle].get(seite, ())
    return PageView.of(dokument, seite, {Marking.ZITAT: chosen, Marking.WEITERE: others}, dokument.version)


def decision_glance(context: Context, kept: KeptDecision, stelle: int, seite: int | None) -> PageGlance:
    """What stands beside a sentence of a decision: its page, or why there is none."""
    evidence, name = kept.decision.evidence[stelle], f"{kept.source.art}: {kept.source.name}"
    first = next(iter(evidence.seiten), 1)
    try:
        dokument = _paper_document(context, kept)
    except PdfError as error:
        return PageGlance("", name, first, 0, hinweis=str(error), seiten=evidence.seiten)
    if dokument is None:
        hinweis = NOT_HERE.format(kept.source.name) if kept.source.suffix == ".pdf" else NO_PAGE
        return PageGlance("", name, first, 0, hinweis=hinweis, seiten=evidence.seiten)
    page = min(max(seite or first, 1), dokument.seitenzahl)
    sheet = blatt(dokument, page)
    # Known only where the sentence stands, and where each of its pages has one number.
    is_known = len(evidence.printed) == len(evidence.seiten) and page in evidence.seiten
    asked = urlencode({"id": kept.id, "stelle": stelle, "seite": page})
    return PageGlance(
        "",
        name,
        page,
        dokument.seitenzahl,
        gedruckt=evidence.printed[evidence.seiten.index(page)] if is_known else "",
        bild=f"/api/abstimmung.png?{asked}",
        seitenpdf=f"/api/abstimmung.pdf?{asked}",
        pdf=f"/api/abstimmung/{kept.id}.pdf#page={page}",
        seiten=evidence.seiten,
        ratio=sheet.breite / sheet.hoehe,
    )


def _paper_document(context: Context, kept: KeptDecision) -> Document | None:
    """Found by its content: it is the very file that was read."""
    path = find_paper(context.settings.laeufe_dir, kept.source)
    return open_document(path) if path and path.suffix == ".pdf" else None
