"""A Lauf as a file that proves itself: what was asked, shown and answered, and the pages of its quotes."""

import json
import platform
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from core.antrag.antrag import find_file
from core.assessment.lauf_view import as_today
from core.assessment.prove_laeufe import present_lauf
from core.citations.eintrag import Gebunden
from core.citations.zitat_status import ZitatStatus
from core.context import Context
from core.errors import EingabeError
from core.key_masker import mask
from core.programme.pdf_processes import PROCESSES
from core.programme.stored_streams import READING_FORMAT
from core.pruefakte.akte_form import FORMAT, AntragForm, HeadForm, masked
from core.pruefakte.akte_overview import overview_page
from core.pruefakte.bag import as_bag, fingerprint, zipped
from core.pruefakte.contents import (
    ANTRAG_PDF,
    OVERVIEW,
    Contents,
    as_files,
    page_file,
    picture_file,
    whole_file,
)
from core.pruefakte.enclosed_pages import marked_view
from core.pruefakte.lauf_material import LaufMaterial
from core.runs.lauf import Lauf, Status, Zitat
from core.runs.store import runstore
from core.version import app_version


@dataclass(frozen=True, slots=True)
class Pruefakte:
    """`offen`: how many bound quotes cannot be proved from it."""

    name: str
    data: bytes
    fingerprint: str
    offen: int


def bundle(context: Context, lauf_id: str, whole: bool = False) -> Pruefakte:
    """The Prüfakte of a Lauf as it is shown today; `whole` encloses whole PDFs beside the cited pages.

    The same Lauf gives the same bytes, until a Programm is read anew or another version writes it.
    """
    store = runstore(context)
    lauf = as_today(context, present_lauf(store, lauf_id), as_stored=True)
    if lauf.status is Status.LAEUFT:
        raise EingabeError(f"Der Lauf {lauf_id} ist noch nicht fertig. Bitte warten, bis er beendet ist.")
    path = find_file(context.settings.laeufe_dir, store.find_antrag_file(lauf.antrag_hash))
    pdf = {ANTRAG_PDF: path.read_bytes()} if path else {}
    material = LaufMaterial.of(context, lauf, whole)
    contents = _contents(material, pdf.get(ANTRAG_PDF))
    files = as_files(contents) | pdf | _pdfs(material) | _pictures(contents, material)
    files[OVERVIEW] = overview_page(contents).encode()
    bag, name = as_bag(files, _info(contents.lauf)), f"pruefakte-{lauf.id}"
    offen = sum(bool(zitat.offen) for part in contents.teile for zitat in part.teil.zitate)
    return Pruefakte(name, zipped(name, bag), fingerprint(bag), offen)


def _info(lauf: HeadForm) -> dict[str, str]:
    return {
        "Bag-Software-Agent": f"Antragsspiegel {lauf.geschrieben_mit['antragsspiegel']}",
        "External-Identifier": lauf.id,
        "External-Description": "Prüfakte eines Laufs; zu prüfen mit: python -m core verify DATEI",
    }


def _contents(material: LaufMaterial, antrag_pdf: bytes | None) -> Contents:
    lauf, teile = material.lauf, material.teile()
    digest = sha256(antrag_pdf).hexdigest() if antrag_pdf else None
    antrag = masked(AntragForm(antrag=lauf.antrag, gelesen=lauf.gelesen, pdf=digest))
    head = _head(lauf, tuple(teil.ordner for teil in teile), tuple(material.quellen))
    return Contents(head, antrag, mask(lauf.prompt_text), material.programme(), teile)


def _head(lauf: Lauf, teile: tuple[str, ...], programme: tuple[str, ...]) -> HeadForm:
    same = {name: getattr(lauf, name) for name in HeadForm.model_fields if hasattr(lauf, name)}
    mappings = {name: dict(value) for name, value in same.items() if isinstance(value, Mapping)}
    told = {
        **same,
        **json.loads(json.dumps(mappings)),
        "pruefakte": FORMAT,
        "titel": lauf.antrag.titel,
        "status": str(lauf.status),
        "zitate_ausserhalb": any(_is_outside(zitat) for zitat in lauf.zitate),
        "teile": teile,
        "programme": programme,
        "geschrieben_mit": {**drawer(), "antragsspiegel": app_version(), "lesart": str(READING_FORMAT)},
    }
    return masked(HeadForm(**told))


def drawer() -> dict[str, str]:
    """Where these are the same, a page is drawn to the same pixels."""
    return {"pymupdf": version("pymupdf"), "rechner": platform.machine()}


def _is_outside(zitat: Zitat) -> bool:
    """Kept although the model was not shown it, as the setting of that day said."""
    return isinstance(zitat.eintrag, Gebunden) and zitat.status is ZitatStatus.OUTSIDE


def _pdfs(material: LaufMaterial) -> dict[str, bytes]:
    files = {page_file(*page): pdf for page, pdf in material.pages.items()}
    whole = material.documents if material.whole else ()
    return files | {whole_file(programm_id): material.file(programm_id) for programm_id in whole}


def _pictures(contents: Contents, material: LaufMaterial) -> dict[str, bytes]:
    """Each page of each bound quote with its words marked, drawn from the enclosed page."""
    with TemporaryDirectory() as scratch, ThreadPoolExecutor(PROCESSES) as pool:
        paths = {}
        for number, (page, pdf) in enumerate(material.pages.items()):
            paths[page] = Path(scratch) / f"{number}.pdf"
            paths[page].write_bytes(pdf)
        wanted = [
            (place, paths[str(zitat.eintrag["programm"]), place.seite])
            for part in contents.teile
            for zitat in part.teil.zitate
            for place in zitat.seiten
        ]
        drawn = pool.map(lambda one: marked_view(one[1], one[0].boxes).png(), wanted)
        return {picture_file(place.bild): png for (place, _), png in zip(wanted, drawn, strict=True)}
