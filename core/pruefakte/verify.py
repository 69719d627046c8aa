"""Prove a Prüfakte again from nothing but itself: no network, no index, no store of this machine is asked."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from core.citations.eintrag import Gebunden
from core.citations.eintrag_json import read_eintrag
from core.errors import AkteBroken
from core.programme.ocr import read_apart
from core.programme.pdf_processes import PROCESSES
from core.programme.stored_streams import content_version
from core.programme.textstrom import Textstrom, read_strom
from core.pruefakte.akte_findings import AkteFinding, AkteProof, Weight, fault, looked_at
from core.pruefakte.akte_overview import overview_page
from core.pruefakte.bag import Bag, Files, faults, read_bag
from core.pruefakte.bound_again import check_binding, check_passages
from core.pruefakte.bundle import drawer
from core.pruefakte.contents import (
    ANTRAG_PDF,
    OVERVIEW,
    Contents,
    EnclosedProgramm,
    as_files,
    page_file,
    picture_file,
    read_contents,
    whole_file,
)
from core.pruefakte.quote_proof import check_page_sums, check_zitat, opened_pages
from core.version import app_version

READ_SECONDS = 120.0
REPACKED = (
    "Die ZIP-Hülle ist nicht so, wie wir sie schreiben: neu gepackt, oder an Zeiten, Rechten oder Packart "
    "der Dateien verändert. Ihr Inhalt ist davon nicht berührt."
)
OTHER_DRAWER = (
    "Die Bilder wurden auf einem anderen Rechner oder mit einer anderen Fassung von PyMuPDF gezeichnet; sie "
    "sind deshalb nicht Punkt für Punkt verglichen, sondern nur im Ganzen."
)


def verify(data: bytes, expected: str = "") -> AkteProof:
    """All that does not hold of a Prüfakte; `expected` is the fingerprint that somebody published of it."""
    try:
        bag = read_bag(data)
    except AkteBroken as reason:
        return AkteProof("", None, {}, (fault("", str(reason)),))
    found = list(_of_bag(bag, expected))
    files = bag.payload
    try:
        contents = read_contents(files)
    except AkteBroken as reason:
        return AkteProof(bag.fingerprint, None, {"Dateien": len(files)}, (*found, fault("", str(reason))))
    found += _of_contents(contents, files)
    return AkteProof(bag.fingerprint, contents.lauf, _counts(contents, files), tuple(found))


def _of_bag(bag: Bag, expected: str) -> Iterator[AkteFinding]:
    yield from (fault("", text) for text in faults(bag.files))
    if expected and expected.strip().lower() != bag.fingerprint:
        yield fault("", f"Der Fingerabdruck ist {bag.fingerprint}, erwartet war {expected.strip()[:100]}.")
    if not bag.is_original:
        yield AkteFinding(Weight.REMARK, "", REPACKED)


def _of_contents(contents: Contents, files: Files) -> Iterator[AkteFinding]:
    quellen = {one.form.programm.id: one.quelle for one in contents.programme}
    outside, told = contents.lauf.zitate_ausserhalb, contents.lauf.geschrieben_mit
    is_same_drawer = drawer().items() <= told.items()
    yield from looked_at("", partial(_strangers, contents, files))
    yield from looked_at(OVERVIEW, partial(_overview, contents, files))
    yield from looked_at(ANTRAG_PDF, partial(_antrag, contents, files))
    for one in contents.programme:
        yield from looked_at(one.form.programm.id, partial(_whole, one, files))
    for part in contents.teile:
        yield from looked_at(part.teil.name, partial(check_passages, part, quellen))
        if part.teil.partei:
            yield from looked_at(part.teil.name, partial(check_binding, part, quellen, outside))
    yield from check_page_sums(contents, files)
    zitate = [
        (f"{part.teil.name}, Zitat {number}", zitat)
        for part in contents.teile
        for number, zitat in enumerate(part.teil.zitate, 1)
    ]
    with opened_pages(contents, files, is_same_drawer) as pages, ThreadPoolExecutor(PROCESSES) as pool:
        proofs = [(name, partial(check_zitat, name, zitat, quellen, pages)) for name, zitat in zitate]
        for found in pool.map(lambda one: list(looked_at(*one)), proofs):
            yield from found
    if pages.paths and not is_same_drawer:
        yield AkteFinding(Weight.REMARK, "", OTHER_DRAWER)


def _strangers(contents: Contents, files: Files) -> Iterator[AkteFinding]:
    """What nobody looks at proves nothing, and would look as if it did."""
    known = {OVERVIEW, *as_files(contents)}
    known |= {ANTRAG_PDF} if contents.antrag.pdf else set()
    for one in contents.programme:
        known |= {page_file(one.form.programm.id, form.seite) for form in one.form.seiten}
        known |= {whole_file(one.form.programm.id)} if one.form.ganz else set()
    zitate = [zitat for part in contents.teile for zitat in part.teil.zitate]
    known |= {picture_file(place.bild) for zitat in zitate for place in zitat.seiten}
    for path in sorted(files.keys() - known):
        yield fault(path, "Diese Datei gehört in keine Prüfakte.")


def _overview(contents: Contents, files: Files) -> Iterator[AkteFinding]:
    if files.get(OVERVIEW) == overview_page(contents).encode():
        return
    if contents.lauf.geschrieben_mit.get("antragsspiegel") == app_version():
        yield fault(OVERVIEW, "Sie sagt etwas anderes als die Dateien, die sie beschreibt.")
    else:
        told = "Eine andere Fassung des Programms schrieb sie; mit den Dateien ist sie nicht verglichen."
        yield AkteFinding(Weight.REMARK, OVERVIEW, told)


def _antrag(contents: Contents, files: Files) -> Iterator[AkteFinding]:
    if contents.antrag.pdf and sha256(files.get(ANTRAG_PDF, b"")).hexdigest() != contents.antrag.pdf:
        yield fault(ANTRAG_PDF, "Die Datei des Antrags ist eine andere, als „antrag.json“ sagt, oder fehlt.")


def _whole(one: EnclosedProgramm, files: Files) -> Iterator[AkteFinding]:
    """Where the whole PDF is enclosed, all of the text is read from it again."""
    if not one.form.ganz:
        return
    programm_id = one.form.programm.id
    data = files.get(whole_file(programm_id), b"")
    if sha256(data).hexdigest() != one.form.sha256:
        yield fault(programm_id, "Das beigelegte PDF ist ein anderes, als „programm.json“ sagt, oder fehlt.")
        return
    with TemporaryDirectory() as scratch:
        path = Path(scratch) / "original.pdf"
        path.write_bytes(data)
        read, version = read_apart(path, read_strom, seconds=READ_SECONDS), content_version(path)
    if _same(read, one.strom):
        return
    if version == one.form.version:
        yield fault(programm_id, "Der beigelegte Text ist nicht der des beigelegten PDFs.")
    else:
        told = "Diese Fassung des Programms liest das PDF anders als die, mit der es eingelesen wurde."
        yield AkteFinding(Weight.OPEN, programm_id, told)


def _same(one: Textstrom, other: Textstrom) -> bool:
    arrays = ("starts", "ends", "seiten_nr", "boxes")
    plain = ("text", "absaetze", "seiten", "unsicher")
    return all(getattr(one, name) == getattr(other, name) for name in plain) and all(
        getattr(one, name).tobytes() == getattr(other, name).tobytes() for name in arrays
    )


def _counts(contents: Contents, files: Files) -> dict[str, int]:
    zitate = [zitat for part in contents.teile for zitat in part.teil.zitate]
    kinds = Counter(isinstance(read_eintrag(dict(zitat.eintrag)), Gebunden) for zitat in zitate)
    return {
        "Dateien": len(files),
        "Programme": len(contents.programme),
        "Seiten": sum(len(one.form.seiten) for one in contents.programme),
        "Passagen": sum(len(part.passagen) for part in contents.teile),
        "gebundene Zitate": kinds[True],
        "verworfene Zitate": kinds[False],
        "Bilder": sum(len(zitat.seiten) for zitat in zitate),
    }
