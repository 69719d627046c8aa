"""The page of a document beside its quote, with exactly those words marked; drawn from the file at hand."""

from core.features.textcheck.check import CheckedText
from core.proof.marked_page import Marking, PageView, marked_boxes
from core.proof.page_drawing import open_document
from core.wortlaut.binding.eintrag import Gebunden


def document_page(found: CheckedText, bound: Gebunden, seite: int, is_marked: bool = True) -> PageView | None:
    """None where the document has no pages, or its file is gone."""
    id = bound.ort.programm
    path = found.sources.pdfs.get(id) if found.sources else None
    if found.sources is None or path is None or not path.is_file():
        return None
    dokument, quelle = open_document(path), found.sources.quellen[id]
    if not 1 <= seite <= dokument.seitenzahl:
        return None
    spans = bound.ort.stellen if is_marked and bound.ort.version == quelle.version else ()
    return PageView.of(dokument, seite, marked_boxes(quelle, seite, {Marking.ZITAT: spans}), quelle.version)
