"""A Lauf as a file that proves itself: what was asked, shown and answered, and the pages of its quotes."""

import json
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from core.antrag.antrag import find_file
from core.assessment.lauf_view import as_today, present_lauf
from core.assessment.parteiteil import ANTRAG
from core.base import formats
from core.base.atomic_files import sha256_of
from core.base.errors import EingabeError
from core.base.key_masker import mask_keys
from core.base.models import gebiet_of
from core.base.templates import render
from core.base.version import VERSION
from core.features.papers.bag import as_bag, fingerprint, zipped
from core.features.papers.contents import (
    ANTRAG_PDF,
    FORMAT,
    OVERVIEW,
    AntragForm,
    Contents,
    EnclosedProgramm,
    EnclosedTeil,
    HeadForm,
    Page,
    PassageForm,
    ProgrammForm,
    TeilForm,
    ZitatForm,
    as_files,
    bag_info,
    masked,
    page_file,
)
from core.llm.catalogue import OFFLINE
from core.processes.pdf_processes import PROCESSES
from core.programme.context import Context
from core.programme.quellen import Quellen
from core.programme.stored_streams import READING_FORMAT
from core.proof.highlight import readable_document
from core.proof.page_drawing import Document, draw_marked
from core.runs.lauf import Lauf, Status, fitting, plain
from core.runs.store import runstore
from core.wortlaut.binding.eintrag import Gebunden, ZitatStatus, read_eintrag, write_eintrag
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.errors import PdfError
from core.wortlaut.german.folding import transliterated
from core.wortlaut.records import Chunk

# --- what of a Lauf goes into it, as it lies here: its Programme, the pages of quotes, its parties ----------

NO_PDF = "Das PDF des Programms ist hier nicht da; die Seite liegt deshalb nicht bei."
OTHER_PDF = "Das PDF ist hier ein anderes als das eingelesene; die Seite liegt deshalb nicht bei."
READ_ANEW = "Das Programm wurde seither neu eingelesen, und die Stelle war nicht wiederzufinden."


@dataclass(frozen=True)
class LaufMaterial:
    """`documents`: the PDFs that are what was read; `faults`: why not."""

    context: Context
    lauf: Lauf
    quellen: Mapping[str, Quelle]
    documents: Mapping[str, Document]
    faults: Mapping[str, str]

    @classmethod
    def of(cls, context: Context, lauf: Lauf) -> "LaufMaterial":
        """What was shown and what quotes stand in, in the order in which an answer is bound to it."""
        wanted = {angebot.programm_id for angebot in lauf.angebote}
        wanted |= {ort.programm for zitat in lauf.zitate for ort in zitat.orte}
        every = Quellen(context, dokumente=sorted(wanted & context.registry.quellen.keys()))
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
        return cls(context, lauf, quellen, documents, faults)

    @cached_property
    def pages(self) -> dict[Page, bytes]:
        """The pages that quotes stand on, each as a PDF of its own."""
        bound = [zitat.eintrag for zitat in self.lauf.zitate if isinstance(zitat.eintrag, Gebunden)]
        proved = [ort for eintrag in bound if not self.fault(eintrag) for ort in eintrag.orte]
        wanted = sorted({(ort.programm, seite) for ort in proved for seite in ort.seiten})
        with ThreadPoolExecutor(PROCESSES) as pool:
            cut = pool.map(lambda page: draw_marked(self.documents[page[0]], page[1], ()), wanted)
            return dict(zip(wanted, cut, strict=True))

    def fault(self, eintrag: Gebunden) -> str:
        """Why the page of a bound quote cannot be enclosed; empty where it can."""
        for ort in eintrag.orte:
            quelle = self.quellen.get(ort.programm)
            if eintrag.is_uncertain or quelle is None or quelle.version != ort.version:
                return READ_ANEW
        return next((self.faults[o.programm] for o in eintrag.orte if o.programm in self.faults), "")

    def programme(self) -> list[EnclosedProgramm]:
        found = []
        for programm_id, quelle in self.quellen.items():
            dokument = self.documents.get(programm_id)
            digest = sha256_of(dokument.stempel[0]) if dokument else None
            strom = quelle.strom
            form = ProgrammForm(
                programm=self.context.registry.dokumente[programm_id],
                version=quelle.version,
                sha256=digest,
                absaetze=tuple(strom.absaetze),
                seiten=strom.seiten,
                ohne_unicode=strom.ohne_unicode,
                unsicher=strom.unsicher,
            )
            found.append(EnclosedProgramm(form, strom))
        return found

    def teile(self) -> list[EnclosedTeil]:
        registry, land = self.context.registry, self.lauf.antrag.bundesland
        found = []
        for number, teil in enumerate(self.lauf.teile, 1):
            # Its folder is its place in the Lauf, and the party for the eye.
            folded = transliterated(teil.partei or "antrag").lower()
            folder = "".join(c if c.isascii() and c.isalnum() else "-" for c in folded).strip("-")
            form = TeilForm(
                partei=teil.partei,
                name="" if teil.partei == ANTRAG else registry.partei_label(teil.partei, land),
                status=str(teil.status),
                fehler=teil.fehler,
                modell=teil.modell,
                ersatzmodell=teil.ersatzmodell,
                started=teil.started,
                finished=teil.finished,
                passagen=tuple(self._passages(teil.partei)),
                nachrichten=tuple(dict(message) for message in teil.messages),
                punkte=tuple(score for score in self.lauf.scores if score.partei == teil.partei),
                zitate=tuple(
                    ZitatForm(
                        typ=zitat.typ,
                        text=zitat.text,
                        quelle=zitat.quelle,
                        eintrag=json.loads(json.dumps(write_eintrag(zitat.eintrag))),
                        offen=self.fault(zitat.eintrag) if isinstance(zitat.eintrag, Gebunden) else "",
                    )
                    for zitat in self.lauf.zitate
                    if zitat.partei == teil.partei
                ),
            )
            ordner = f"{number:02d}-{folder[:40] or 'partei'}"
            found.append(EnclosedTeil(ordner, masked(form), mask_keys(teil.antwort)))
        return found

    def _passages(self, partei: str) -> Iterator[PassageForm]:
        """What was offered of a party, each with its place, where it stands in what is indexed today."""
        chunks: dict[str, dict[str, Chunk]] = {}
        for offer in self.lauf.angebote:
            if offer.partei != partei:
                continue
            quelle = self.quellen.get(offer.programm_id)
            if quelle and offer.programm_id not in chunks:
                indexed = self.context.store.chunks_of(gebiet_of(quelle.programm), offer.programm_id)
                chunks[offer.programm_id] = {chunk.id: chunk for chunk in indexed}
            chunk = chunks.get(offer.programm_id, {}).get(offer.chunk_id)
            if chunk is None or chunk.text != offer.text:
                yield PassageForm(angebot=offer, stelle=None, abschnitt=())
            else:
                yield PassageForm(angebot=offer, stelle=(chunk.start, chunk.end), abschnitt=chunk.abschnitt)


# --- what it says of itself to somebody who never saw the dashboard -----------------------------------------

PLAYED = "Beispiel: Was die Modelle „demo/…“ antworten, ist gespielt."
READ_IN = (
    "Dieser Lauf wurde aus einer Datei eingelesen. Angaben zu Modell, Prompt, Punkten, Begründungen und Zeit "
    "sind die jener Datei."
)

Json = dict[str, object]


def overview_page(contents: Contents) -> str:
    lauf = contents.lauf
    told = [
        f"Lauf {lauf.id} vom {formats.moment(lauf.created)}",
        f"Modell {lauf.modell_geantwortet or lauf.modell_gefragt}{' (Ersatz)' if lauf.ersatzmodell else ''}",
        f"Prompt {lauf.prompt_id} {lauf.prompt_version}",
        f"Antragsspiegel {lauf.geschrieben_mit['antragsspiegel']}",
    ]
    return render(
        "pruefakte",
        titel=lauf.titel or "Antrag ohne Titel",
        angaben=" · ".join(told),
        ohne_modell=lauf.modell_gefragt == OFFLINE,
        spiel=" ".join(text for text, is_so in ((PLAYED, lauf.is_demo), (READ_IN, lauf.eingelesen)) if is_so),
        datei=f"pruefakte-{lauf.id}.zip",
        fassung=lauf.pruefakte,
        teile=[_shown_teil(part.teil) for part in contents.teile if part.teil.partei],
        programme=[
            {"name": one.form.programm.name, "sha256": one.form.sha256, "url": one.form.programm.url}
            for one in contents.programme
        ],
        antrag_pdf=contents.antrag.pdf is not None,
    )


def _shown_teil(teil: TeilForm) -> Json:
    punkte: list[str] = []
    gebunden: list[Json] = []
    verworfen: list[Json] = []
    for score in teil.punkte:
        points = "keine Punkte" if score.score is None else f"{formats.score(score.score)} von 10"
        said = f" – {score.begruendung}" if score.begruendung else ""
        punkte.append(f"{score.typ.capitalize()}: {score.abdeckung or points}{said}")
    for zitat in teil.zitate:
        eintrag = read_eintrag(dict(zitat.eintrag))
        status = eintrag.status.wort
        if not isinstance(eintrag, Gebunden):
            verworfen.append({"text": eintrag.text, "status": status, "grund": eintrag.erklaerung})
            continue
        pages = [
            {"nummer": seite, "pdf": page_file(ort.programm, seite)}
            for ort in eintrag.orte
            for seite in ort.seiten
            if not zitat.offen
        ]
        told = {"text": eintrag.quoted, "quelle": eintrag.quelle, "status": status}
        gebunden.append({**told, "seiten": pages, "offen": zitat.offen})
    whose = {"name": teil.name, "fehler": teil.fehler}
    return {**whose, "punkte": punkte, "gebunden": gebunden, "verworfen": verworfen}


# --- the whole ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pruefakte:
    """`offen`: how many bound quotes cannot be proved from it."""

    name: str
    data: bytes
    fingerprint: str
    offen: int


def bundle(context: Context, lauf_id: str) -> Pruefakte:
    """The Prüfakte of a Lauf as it is shown today.

    The same Lauf gives the same bytes, until a Programm is read anew or another version writes it.
    """
    store = runstore(context)
    lauf = as_today(context, present_lauf(store, lauf_id), as_stored=True)
    if lauf.status is Status.LAEUFT:
        raise EingabeError(f"Der Lauf {lauf_id} ist noch nicht fertig. Bitte warten, bis er beendet ist.")
    path = find_file(context.settings.laeufe_dir, store.find_antrag_file(lauf.antrag_hash))
    pdf = {ANTRAG_PDF: path.read_bytes()} if path else {}
    material = LaufMaterial.of(context, lauf)
    digest = sha256(pdf[ANTRAG_PDF]).hexdigest() if pdf else None
    antrag = masked(AntragForm(antrag=lauf.antrag, gelesen=lauf.gelesen, pdf=digest))
    teile = material.teile()
    head = _head(lauf, tuple(teil.ordner for teil in teile), tuple(material.quellen))
    contents = Contents(head, antrag, mask_keys(lauf.prompt_text), material.programme(), teile)
    pages = {page_file(*page): data for page, data in material.pages.items()}
    files = as_files(contents) | pdf | pages
    files[OVERVIEW] = overview_page(contents).encode()
    bag, name = as_bag(files, bag_info(head)), f"pruefakte-{lauf.id}"
    offen = sum(bool(zitat.offen) for _, zitat in contents.zitate)
    return Pruefakte(name, zipped(name, bag), fingerprint(bag), offen)


def _head(lauf: Lauf, teile: tuple[str, ...], programme: tuple[str, ...]) -> HeadForm:
    same = fitting(HeadForm, plain(lauf))
    mappings = {name: dict(value) for name, value in same.items() if isinstance(value, Mapping)}
    told = {
        **same,
        **json.loads(json.dumps(mappings)),
        "pruefakte": FORMAT,
        "titel": lauf.antrag.titel,
        # Kept although the model was not shown it, as the setting of that day said.
        "zitate_ausserhalb": any(
            isinstance(zitat.eintrag, Gebunden) and zitat.status is ZitatStatus.OUTSIDE
            for zitat in lauf.zitate
        ),
        "teile": teile,
        "programme": programme,
        "geschrieben_mit": {"antragsspiegel": VERSION, "lesart": str(READING_FORMAT)},
    }
    return masked(HeadForm(**told))
