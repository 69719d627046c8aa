"""What of a Lauf goes into its Prüfakte, as it lies here: its Programme, the pages of quotes, its parties."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from core.assessment.parteiteil import ANTRAG
from core.citations.eintrag import UNCERTAIN, Gebunden
from core.citations.eintrag_json import write_eintrag
from core.citations.quellen import Quelle, Quellen
from core.context import Context
from core.errors import PdfError
from core.german.folding import transliterated
from core.index.indexing import gebiet_of
from core.key_masker import mask
from core.models import Chunk
from core.programme.pdf_processes import PROCESSES
from core.programme.registry import partei_label
from core.pruefakte.akte_form import (
    MarkForm,
    MessagesForm,
    PageForm,
    PassageForm,
    ProgrammForm,
    TeilForm,
    ZitatForm,
    masked,
)
from core.pruefakte.contents import EnclosedProgramm, EnclosedTeil
from core.pruefakte.enclosed_pages import cut_page, marked_boxes
from core.runs.lauf import Lauf, Offer, Teil, Zitat
from core.seiten.highlight import readable_document
from core.seiten.page_picture import Document

NO_PDF = "Das PDF des Programms ist hier nicht da; die Seite liegt deshalb nicht bei."
OTHER_PDF = "Das PDF ist hier ein anderes als das eingelesene; die Seite liegt deshalb nicht bei."
READ_ANEW = "Das Programm wurde seither neu eingelesen, und die Stelle war nicht wiederzufinden."

Page = tuple[str, int]
"""A Programm and a page of it."""


@dataclass(frozen=True)
class LaufMaterial:
    """`whole`: whole PDFs are enclosed. `documents`: the PDFs that are what was read; `faults`: why not."""

    context: Context
    lauf: Lauf
    whole: bool
    quellen: Mapping[str, Quelle]
    documents: Mapping[str, Document]
    faults: Mapping[str, str]

    @classmethod
    def of(cls, context: Context, lauf: Lauf, whole: bool) -> "LaufMaterial":
        """What was shown and what quotes stand in, in the order in which an answer is bound to it."""
        wanted = {angebot.programm_id for angebot in lauf.angebote}
        wanted |= {zitat.ort.programm for zitat in lauf.zitate if zitat.ort}
        every = Quellen(context)
        quellen = {programm_id: every[programm_id] for programm_id in every if programm_id in wanted}
        documents, faults = {}, {}
        for programm_id, quelle in quellen.items():
            try:
                dokument = readable_document(context, programm_id)
            except PdfError as error:
                faults[programm_id] = str(error)
                continue
            if dokument is None or dokument.version != quelle.version:
                faults[programm_id] = OTHER_PDF if dokument else NO_PDF
            else:
                documents[programm_id] = dokument
        return cls(context, lauf, whole, quellen, documents, faults)

    @cached_property
    def pages(self) -> dict[Page, bytes]:
        """The pages that quotes stand on, each as a PDF of its own."""
        bound = [zitat.eintrag for zitat in self.lauf.zitate if isinstance(zitat.eintrag, Gebunden)]
        proved = [eintrag.ort for eintrag in bound if not self.fault(eintrag)]
        wanted = sorted({(ort.programm, seite) for ort in proved for seite in ort.seiten})
        with ThreadPoolExecutor(PROCESSES) as pool:
            cut = pool.map(lambda page: cut_page(self.documents[page[0]], page[1]), wanted)
            return dict(zip(wanted, cut, strict=True))

    def fault(self, eintrag: Gebunden) -> str:
        """Why the page of a bound quote cannot be enclosed; empty where it can."""
        quelle = self.quellen.get(eintrag.ort.programm)
        if eintrag.anker in UNCERTAIN or quelle is None or quelle.version != eintrag.ort.version:
            return READ_ANEW
        return self.faults.get(quelle.programm.id, "")

    def file(self, programm_id: str) -> bytes:
        return self.documents[programm_id].stempel[0].read_bytes()

    def programme(self) -> list[EnclosedProgramm]:
        return [EnclosedProgramm(self._form(quelle), quelle.strom) for quelle in self.quellen.values()]

    def _form(self, quelle: Quelle) -> ProgrammForm:
        programm_id = quelle.programm.id
        is_here = programm_id in self.documents
        own = {seite: pdf for (of, seite), pdf in self.pages.items() if of == programm_id}
        return ProgrammForm(
            programm=quelle.programm,
            version=quelle.version,
            sha256=sha256(self.file(programm_id)).hexdigest() if is_here else None,
            ganz=self.whole and is_here,
            seiten=tuple(PageForm(seite=n, sha256=sha256(pdf).hexdigest()) for n, pdf in own.items()),
        )

    def teile(self) -> list[EnclosedTeil]:
        folders = _folders(self.lauf.teile)
        return [_teil(self, teil, folders[teil.partei]) for teil in self.lauf.teile]


def _folders(teile: Sequence[Teil]) -> dict[str, str]:
    """A folder for each Teil: its place in the Lauf, and the party for the eye."""
    found = {}
    for number, teil in enumerate(teile, 1):
        folded = transliterated(teil.partei or "antrag").lower()
        name = "".join(c if c.isascii() and c.isalnum() else "-" for c in folded).strip("-")
        found[teil.partei] = f"{number:02d}-{name[:40] or 'partei'}"
    return found


def _teil(material: LaufMaterial, teil: Teil, ordner: str) -> EnclosedTeil:
    lauf, registry = material.lauf, material.context.registry
    own = [zitat for zitat in lauf.zitate if zitat.partei == teil.partei]
    form = TeilForm(
        partei=teil.partei,
        name="" if teil.partei == ANTRAG else partei_label(registry, teil.partei, lauf.antrag.bundesland),
        status=str(teil.status),
        fehler=teil.fehler,
        modell=teil.modell,
        ersatzmodell=teil.ersatzmodell,
        started=teil.started,
        finished=teil.finished,
        punkte=tuple(score for score in lauf.scores if score.partei == teil.partei),
        zitate=tuple(_zitat(material, zitat, f"{ordner}-zitat-{n:02d}") for n, zitat in enumerate(own, 1)),
    )
    messages = MessagesForm(nachrichten=tuple(dict(message) for message in teil.messages))
    offers = [angebot for angebot in lauf.angebote if angebot.partei == teil.partei]
    passages = tuple(_passages(material, offers))
    return EnclosedTeil(ordner, masked(form), passages, masked(messages), mask(teil.antwort))


def _passages(material: LaufMaterial, offers: Iterable[Offer]) -> Iterator[PassageForm]:
    """Each with its place, where it stands in what is indexed today."""
    chunks: dict[str, dict[str, Chunk]] = {}
    for offer in offers:
        if offer.programm_id not in chunks:
            chunks[offer.programm_id] = _chunks(material, offer.programm_id)
        chunk = chunks[offer.programm_id].get(offer.chunk_id)
        if chunk is None or chunk.text != offer.text:
            yield PassageForm(angebot=offer, stelle=None, abschnitt=())
        else:
            yield PassageForm(angebot=offer, stelle=(chunk.start, chunk.end), abschnitt=chunk.abschnitt)


def _chunks(material: LaufMaterial, programm_id: str) -> dict[str, Chunk]:
    quelle = material.quellen.get(programm_id)
    if quelle is None:
        return {}
    found = material.context.store.chunks_of(gebiet_of(quelle.programm), programm_id)
    return {chunk.id: chunk for chunk in found}


def _zitat(material: LaufMaterial, zitat: Zitat, name: str) -> ZitatForm:
    eintrag = zitat.eintrag
    offen = material.fault(eintrag) if isinstance(eintrag, Gebunden) else ""
    is_shown = isinstance(eintrag, Gebunden) and not offen
    return ZitatForm(
        typ=zitat.typ,
        text=zitat.text,
        quelle=zitat.quelle,
        eintrag=json.loads(json.dumps(write_eintrag(eintrag))),
        seiten=tuple(_places(material, zitat.beleg, name)) if is_shown else (),
        offen=offen,
    )


def _places(material: LaufMaterial, eintrag: Gebunden, name: str) -> Iterator[MarkForm]:
    quelle = material.quellen[eintrag.ort.programm]
    for seite in eintrag.ort.seiten:
        boxes = marked_boxes(quelle, seite, eintrag.ort.stellen)
        yield MarkForm(seite=seite, boxes=boxes, bild=f"{name}-seite-{seite:04d}.png")
