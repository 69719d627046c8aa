"""A page of a Programm beside a quote: which one, what it is called, and what may be marked on it."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.citations.angaben import pdf_url, seiten_url
from core.citations.binden import Span
from core.citations.quellen import Quelle, Quellen
from core.citations.seitenbild import Dokument, open_dokument
from core.context import Context
from core.errors import PdfError, PdfFehlt
from core.programme.sources import find_pdf

UNBEKANNT = "Dieses Programm steht nicht mehr im Register; seine Seiten sind nicht zu sehen."
OHNE_PDF = "Das PDF „{}“ ist nicht da. Laden Sie es unter „Programme“ hoch, dann ist die Seite zu sehen."
NEU_EINGELESEN = (
    "Das Programm wurde seither neu eingelesen oder sein PDF geändert. Wo die Stelle jetzt steht, ist nicht "
    "gesichert; deshalb ist nichts markiert."
)
NICHT_EINGELESEN = "Das Programm ist nicht eingelesen; deshalb ist nichts markiert. Einlesen unter Programme."


@dataclass(frozen=True, slots=True)
class Seitenblick:
    """`seite` counts from 1 in the file, `gedruckt` is the number printed on it, empty where there is none.

    `hinweis` says why there is no picture (then `seitenzahl` is 0) or no mark. `seiten`: where the quote is.
    """

    programm_id: str
    name: str
    seite: int
    seitenzahl: int
    gedruckt: str = ""
    bild: str = ""
    pdf: str = ""
    hinweis: str = ""
    seiten: tuple[int, ...] = ()


def seitenblick(
    context: Context,
    programm_id: str,
    seite: int,
    version: str | None = None,
    zitat: Sequence[Span] = (),
    weitere: Sequence[Span] = (),
    seiten: tuple[int, ...] = (),
    vergleich: Sequence[Span] = (),
) -> Seitenblick:
    """The page nearest to the one asked for. Without `version` the spans are of what is indexed today.

    `vergleich`: the quotes of a second answer.
    """
    programm = context.registry.programme.get(programm_id)
    name = programm.name if programm else programm_id
    try:
        dokument = _dokument(context, programm_id)
    except PdfError as error:
        return Seitenblick(programm_id, name, seite, 0, hinweis=str(error), seiten=seiten)
    seite = min(max(seite, 1), dokument.seitenzahl)
    quelle = Quellen(context).get(programm_id)
    hinweis = _amiss(quelle, dokument, version) if zitat or weitere or vergleich else ""
    spans = ((), (), ()) if hinweis else (zitat, weitere, vergleich)
    return Seitenblick(
        programm_id,
        name,
        seite,
        dokument.seitenzahl,
        gedruckt=_gedruckt(quelle, dokument, seite),
        bild=seiten_url(programm_id, seite, dokument.version, *spans),
        pdf=pdf_url(programm_id, seite),
        hinweis=hinweis,
        seiten=seiten,
    )


def _dokument(context: Context, programm_id: str) -> Dokument:
    programm = context.registry.programme.get(programm_id)
    if programm is None:
        raise PdfFehlt(UNBEKANNT)
    pdf = find_pdf(programm, context.settings.pdf_dir, context.settings.data_dir)
    if pdf is None:
        raise PdfFehlt(OHNE_PDF.format(programm.pdf))
    return open_dokument(pdf)


def _amiss(quelle: Quelle | None, dokument: Dokument, version: str | None) -> str:
    """Marks are true only on the very file, read in the very way, that the spans are of."""
    if quelle is None:
        return NICHT_EINGELESEN
    is_same = quelle.version == dokument.version and version in (None, quelle.version)
    return "" if is_same else NEU_EINGELESEN


def _gedruckt(quelle: Quelle | None, dokument: Dokument, seite: int) -> str:
    if quelle is None or quelle.version != dokument.version:
        return ""
    return "/".join(quelle.strom.seiten[seite - 1].gedruckt)
