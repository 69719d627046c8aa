"""Prove a Prüfakte again from nothing but itself: no network, no index, no store of this machine is asked."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from hashlib import sha256

from core.assessment.parteiteil import ANTRAG
from core.base import formats
from core.base.errors import AkteBroken
from core.base.settings import Settings
from core.base.templates import render
from core.base.version import VERSION
from core.features.papers.bag import INFO, PAYLOAD, Bag, Files, as_bag, faults, read_bag
from core.features.papers.bundle import overview_page
from core.features.papers.check_answer import check_binding, check_passages
from core.features.papers.check_pages import EnclosedPages, check_zitat, enclosed_pages, look_at_print
from core.features.papers.contents import (
    ANTRAG_PDF,
    LAUF,
    OVERVIEW,
    Contents,
    EnclosedTeil,
    as_files,
    bag_info,
    page_file,
    read_contents,
)
from core.features.papers.findings import AkteFinding, AkteProof, Weight, fault, looked_at
from core.processes.pdf_processes import Aim, apart
from core.programme.registry import Registry, is_document, load_registry
from core.wortlaut.errors import PdfError

REPACKED = (
    "Die ZIP-Hülle ist nicht so, wie wir sie schreiben: neu gepackt, oder an Zeiten, Rechten oder Packart "
    "der Dateien verändert. Ihr Inhalt ist davon nicht berührt."
)


WAY_OUT = (
    "Prüfen Sie sie noch einmal, wenn der Rechner weniger zu tun hat, oder lassen Sie sie dort, wo der Lauf "
    "ist, neu schreiben."
)


def verify(data: bytes, expected: str = "") -> AkteProof:
    """All that does not hold of a Prüfakte; `expected` is the fingerprint that somebody published of it.

    Whoever wrote it: nothing of it is read here, but in a process with limits of time and memory.
    """
    try:
        return apart(Aim.PROVE, "Die Prüfakte", prove, data, expected, way_out=WAY_OUT)
    except PdfError as reason:
        return AkteProof("", None, {}, (AkteFinding(Weight.OPEN, "", str(reason)),))


def prove(data: bytes, expected: str = "") -> AkteProof:
    """The same, in this process."""
    try:
        bag = read_bag(data)
    except AkteBroken as reason:
        return AkteProof("", None, {}, (fault("", str(reason)),))
    found = [fault("", text) for text in faults(bag.files)]
    if expected and expected.strip().lower() != bag.fingerprint:
        told = f"Der Fingerabdruck ist {bag.fingerprint}, erwartet war {expected.strip()[:100]}."
        found.append(fault("", told))
    if not bag.is_original:
        found.append(AkteFinding(Weight.REMARK, "", REPACKED))
    files = bag.payload
    try:
        contents = read_contents(files)
    except AkteBroken as reason:
        return AkteProof(bag.fingerprint, None, {"Dateien": len(files)}, (*found, fault("", str(reason))))
    with enclosed_pages(contents, files) as pages:
        seen, in_print = look_at_print(contents, pages)
    checked = _checked(contents, bag, pages, found, in_print)
    kinds = Counter(zitat.bound is not None for _, zitat in contents.zitate)
    counts = {
        "Dateien": len(files),
        "Programme": len(contents.programme),
        "Seiten": len(contents.pages),
        "Passagen": sum(len(part.teil.passagen) for part in contents.teile),
        "gebundene Zitate": kinds[True],
        "verworfene Zitate": kinds[False],
        "Zitate an der gezeichneten Seite gesehen": seen,
    }
    proof = AkteProof(bag.fingerprint, contents.lauf, counts, tuple(checked.all))
    return replace(proof, seite=_proved_page(contents, proof, checked))


@dataclass(frozen=True, slots=True)
class _Checked:
    """What was found, by what it speaks of. `page`: the enclosed page for people, on which nothing hangs."""

    whole: Sequence[AkteFinding]
    page: Sequence[AkteFinding]
    parts: Sequence[Sequence[AkteFinding]]
    zitate: Sequence[Sequence[AkteFinding]]

    @property
    def all(self) -> Iterator[AkteFinding]:
        yield from (*self.whole, *self.page)
        for some in (*self.parts, *self.zitate):
            yield from some


def _checked(
    contents: Contents,
    bag: Bag,
    pages: EnclosedPages,
    found: Sequence[AkteFinding],
    in_print: Sequence[AkteFinding],
) -> _Checked:
    files = bag.payload
    quellen = {one.form.programm.id: one.quelle for one in contents.programme}
    names = {name for name, _ in contents.zitate}
    return _Checked(
        whole=[
            *found,
            *looked_at("", partial(_own_files, contents, bag)),
            *looked_at(ANTRAG_PDF, partial(_antrag, contents, files)),
            *(one for one in in_print if one.wo not in names),
        ],
        page=list(looked_at(OVERVIEW, partial(_overview, contents, files))),
        parts=[
            [
                *looked_at(part.teil.name, partial(check_passages, part, quellen)),
                *looked_at(part.teil.name, partial(check_binding, part, quellen, contents.lauf)),
                *looked_at(part.teil.name, partial(_check_name, part, contents)),
            ]
            for part in contents.teile
        ],
        zitate=[
            [
                *looked_at(name, partial(check_zitat, name, zitat, quellen, pages)),
                *(one for one in in_print if one.wo == name),
            ]
            for name, zitat in contents.zitate
        ],
    )


def _check_name(part: EnclosedTeil, contents: Contents) -> Iterator[AkteFinding]:
    """A party bears the name it has here; of one that is not known here its own name is all there is. A
    document bears that of the enclosed one."""
    teil, land = part.teil, contents.antrag.antrag.bundesland
    registry = _shipped_registry()
    if is_document(teil.partei):
        enclosed = {one.form.programm.id: one.form.programm.name for one in contents.programme}
        if teil.name != (name := enclosed.get(teil.partei, teil.partei)):
            yield fault(teil.name, f"Die Quelle „{teil.partei}“ heißt nicht so, sondern „{name}“.")
        return
    if teil.partei not in registry.parteien:
        return
    here = {registry.partei_label(teil.partei, one) for one in (land, None)}
    if teil.partei != ANTRAG and teil.name not in here:
        yield fault(teil.name, f"Die Partei „{teil.partei}“ heißt nicht so, sondern „{min(here)}“.")


@cache
def _shipped_registry() -> Registry:
    return load_registry(Settings().data_dir / "registry")


def _proved_page(contents: Contents, proof: AkteProof, checked: _Checked) -> str:
    """For people, made of what was proved: a quote stands on it only if nothing speaks against it, against
    its Teil or against the whole."""
    lauf, of_zitate = contents.lauf, iter(checked.zitate)
    is_whole = _speak_for(checked.whole)
    teile = []
    for part, found in zip(contents.teile, checked.parts, strict=True):
        holds = is_whole and _speak_for(found)
        zitate, open_ones = [], []
        for number, zitat in enumerate(part.teil.zitate, 1):
            is_proved = _speak_for(next(of_zitate)) and holds
            bound = zitat.bound
            if bound is None:
                continue
            if not is_proved:
                open_ones.append(f"Zitat {number}")
                continue
            pages = [page_file(ort.programm, seite) for ort in bound.orte for seite in ort.seiten]
            told = {"text": bound.quoted, "quelle": bound.quelle, "status": bound.status.wort}
            zitate.append({**told, "seiten": [f"{PAYLOAD}{page}" for page in pages]})
        # Coverage is no part of an answer: nothing here proves it.
        points = [
            f"{one.typ.capitalize()}: {formats.score(one.score)} von 10"
            for one in part.teil.punkte
            if holds and one.score is not None
        ]
        if part.teil.partei:
            name = part.teil.name if holds else f"Teil {part.ordner}"
            teile.append({"name": name, "punkte": points, "zitate": zitate, "offen": open_ones})
    return render(
        "nachweis",
        titel=lauf.titel or "Antrag ohne Titel",
        angaben=f"Lauf {lauf.id} vom {formats.moment(lauf.created)}, wie die Akte sagt",
        ergebnis="Alles hält." if proof.ok else proof.in_words,
        version=VERSION,
        fingerabdruck=proof.fingerprint,
        befunde=[str(one) for one in proof.befunde],
        teile=teile,
        programme=[{"name": p.form.programm.name, "sha256": p.form.sha256} for p in contents.programme],
    )


def _speak_for(found: Sequence[AkteFinding]) -> bool:
    return all(one.weight is Weight.REMARK for one in found)


def _own_files(contents: Contents, bag: Bag) -> Iterator[AkteFinding]:
    """What nobody looks at proves nothing, and would look as if it did: a whole file, and a part of one."""
    files = bag.payload
    if bag.files.get(INFO) != as_bag(files, bag_info(contents.lauf))[INFO]:
        yield fault(INFO, "Darin steht etwas anderes, als eine Prüfakte dieses Laufs von sich sagt.")
    if contents.lauf.titel != contents.antrag.antrag.titel:
        yield fault(LAUF, "Der Titel ist ein anderer als der des Antrags.")
    written = as_files(contents)
    for path, data in written.items():
        if files[path] == data:
            continue
        if path.endswith(".json") and _says_no_more(_values(files[path]), _values(data)):
            yield AkteFinding(Weight.REMARK, path, "Dasselbe ist anders geschrieben, als wir es schreiben.")
        else:
            yield fault(path, "Darin steht mehr, als geprüft werden kann, etwa eine Angabe zweimal.")
    known = {OVERVIEW, *written}
    known |= {ANTRAG_PDF} if contents.antrag.pdf else set()
    known |= {page_file(*page) for page in contents.pages}
    for path in sorted(files.keys() - known):
        yield fault(path, "Diese Datei gehört in keine Prüfakte.")


def _says_no_more(file: object, read: object) -> bool:
    """What an earlier version did not write yet has a default, which was read: it is in `read` alone."""
    waiting = [(file, read)]
    while waiting:
        said, known = waiting.pop()
        if isinstance(said, dict) and isinstance(known, dict) and said.keys() <= known.keys():
            waiting += [(said[name], known[name]) for name in said]
        elif isinstance(said, list) and isinstance(known, list) and len(said) == len(known):
            waiting += zip(said, known, strict=True)
        elif said != known:
            return False
    return True


def _values(data: bytes) -> object:
    """What a JSON file says; an object that names one thing twice stays its pairs, and equals none."""
    return json.loads(data, object_pairs_hook=_once)


def _once(pairs: list[tuple[str, object]]) -> object:
    found = dict(pairs)
    return found if len(found) == len(pairs) else pairs


def _overview(contents: Contents, files: Files) -> Iterator[AkteFinding]:
    if files.get(OVERVIEW) == overview_page(contents).encode():
        return
    is_ours = contents.lauf.geschrieben_mit.get("antragsspiegel") == VERSION
    told = "Sie sagt etwas anderes als die Dateien, die sie beschreibt."
    if not is_ours:
        told = (
            "Sie ist nicht, was diese Fassung des Programms zu den Dateien schreibt. Ob eine andere Fassung "
            "sie so schrieb oder jemand sie änderte, ist nicht zu sagen. Lesen Sie stattdessen die Seite "
            "dieser Prüfung."
        )
    yield AkteFinding(Weight.FAULT if is_ours else Weight.OPEN, OVERVIEW, told)


def _antrag(contents: Contents, files: Files) -> Iterator[AkteFinding]:
    if contents.antrag.pdf and sha256(files.get(ANTRAG_PDF, b"")).hexdigest() != contents.antrag.pdf:
        yield fault(ANTRAG_PDF, "Die Datei des Antrags ist eine andere, als „antrag.json“ sagt, oder fehlt.")
