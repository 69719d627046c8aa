"""A Prüfakte as values and as files, each made of the other."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.citations.quellen import Quelle
from core.errors import AkteBroken
from core.programme.textstrom import Textstrom
from core.pruefakte.akte_form import (
    AkteForm,
    AntragForm,
    Form,
    HeadForm,
    MessagesForm,
    PassageForm,
    PassagesForm,
    ProgrammForm,
    StructureForm,
    TeilForm,
)
from core.pruefakte.bag import Files
from core.schema import ValidationError

LAUF, ANTRAG, ANTRAG_PDF, PROMPT = "lauf.json", "antrag.json", "antrag.pdf", "prompt.txt"
OVERVIEW = "LIES-MICH.html"
WORD = np.dtype([("start", "<i4"), ("ende", "<i4"), ("seite", "<i4"), ("box", "<f4", (4,))])
"""`woerter.bin`: 28 bytes for each word."""


@dataclass(frozen=True, slots=True, eq=False)
class EnclosedProgramm:
    form: ProgrammForm
    strom: Textstrom

    @property
    def quelle(self) -> Quelle:
        return Quelle.of(self.form.programm, self.form.version, self.strom)


@dataclass(frozen=True, slots=True)
class EnclosedTeil:
    """What was sent, what was answered, what came of it."""

    ordner: str
    teil: TeilForm
    passagen: tuple[PassageForm, ...]
    nachrichten: MessagesForm
    antwort: str


@dataclass(frozen=True, slots=True)
class Contents:
    lauf: HeadForm
    antrag: AntragForm
    prompt: str
    programme: Sequence[EnclosedProgramm]
    teile: Sequence[EnclosedTeil]


def page_file(programm_id: str, seite: int) -> str:
    return f"programme/{programm_id}/seite-{seite:04d}.pdf"


def whole_file(programm_id: str) -> str:
    return f"programme/{programm_id}/original.pdf"


def picture_file(bild: str) -> str:
    return f"bilder/{bild}"


# --- written ------------------------------------------------------------------------------------------------


def as_files(contents: Contents) -> dict[str, bytes]:
    """All but PDFs, pictures and OVERVIEW."""
    files = {
        LAUF: _json(contents.lauf),
        ANTRAG: _json(contents.antrag),
        PROMPT: contents.prompt.encode(),
    }
    for one in contents.programme:
        folder = f"programme/{one.form.programm.id}"
        files[f"{folder}/programm.json"] = _json(one.form)
        files[f"{folder}/text.txt"] = one.strom.text.encode()
        files[f"{folder}/woerter.bin"] = _words(one.strom)
        files[f"{folder}/aufbau.json"] = _json(_structure(one.strom))
    for part in contents.teile:
        folder = f"teile/{part.ordner}"
        files[f"{folder}/passagen.json"] = _json(PassagesForm(passagen=part.passagen))
        files[f"{folder}/nachrichten.json"] = _json(part.nachrichten)
        files[f"{folder}/antwort.txt"] = part.antwort.encode()
        files[f"{folder}/teil.json"] = _json(part.teil)
    return files


def _json(form: AkteForm) -> bytes:
    return form.model_dump_json(indent=1).encode()


def _words(strom: Textstrom) -> bytes:
    table = np.zeros(len(strom.starts), WORD)
    table["start"], table["ende"], table["seite"] = strom.starts, strom.ends, strom.seiten_nr
    table["box"] = strom.boxes
    return table.tobytes()


def _structure(strom: Textstrom) -> StructureForm:
    return StructureForm(
        absaetze=strom.absaetze,
        seiten=strom.seiten,
        ohne_unicode=strom.ohne_unicode,
        unsicher=strom.unsicher,
    )


# --- read ---------------------------------------------------------------------------------------------------


def read_contents(files: Files) -> Contents:
    """Whoever wrote it: what has not the form of a Prüfakte is told by its file."""
    lauf = _form(HeadForm, files, LAUF)
    return Contents(
        lauf,
        _form(AntragForm, files, ANTRAG),
        _text(files, PROMPT),
        [_programm(files, programm_id) for programm_id in lauf.programme],
        [_teil(files, folder) for folder in lauf.teile],
    )


def _programm(files: Files, programm_id: str) -> EnclosedProgramm:
    folder = f"programme/{programm_id}"
    form = _form(ProgrammForm, files, f"{folder}/programm.json")
    if form.programm.id != programm_id:
        raise AkteBroken(f"„{folder}/programm.json“ ist von einem anderen Programm.")
    structure = _form(StructureForm, files, f"{folder}/aufbau.json")
    strom = _strom(_text(files, f"{folder}/text.txt"), _bytes(files, f"{folder}/woerter.bin"), structure)
    if fault := _fault(strom):
        raise AkteBroken(f"Der Text in „{folder}“ passt nicht zu seinem Aufbau: {fault}.")
    return EnclosedProgramm(form, strom)


def _strom(text: str, words: bytes, structure: StructureForm) -> Textstrom:
    table = np.frombuffer(words[: len(words) // WORD.itemsize * WORD.itemsize], WORD)
    starts, ends, pages = (np.ascontiguousarray(table[name], np.int32) for name in ("start", "ende", "seite"))
    boxes = np.ascontiguousarray(table["box"], np.float32)
    return Textstrom(
        text,
        structure.absaetze,
        structure.seiten,
        starts,
        ends,
        pages,
        boxes,
        structure.ohne_unicode,
        structure.unsicher,
    )


def _fault(strom: Textstrom) -> str:
    """What our own code would stumble over, or would take for something else than it is."""
    length = len(strom.text)
    order = np.concatenate([strom.starts, strom.ends]).reshape(2, -1).T.ravel()
    if len(order) and (order[0] < 0 or order[-1] > length or (np.diff(order) < 0).any()):
        return "Wörter liegen nicht in ihrer Folge"
    if [seite.nummer for seite in strom.seiten] != list(range(1, len(strom.seiten) + 1)):
        return "Seiten sind nicht durchgezählt"
    if len(order) and not (1 <= strom.seiten_nr.min() and strom.seiten_nr.max() <= len(strom.seiten)):
        return "Wörter stehen auf Seiten, die es nicht gibt"
    if not np.isfinite(strom.boxes).all():
        return "Wörter liegen nirgends"
    spans = [(teil.start, teil.end) for teil in strom.absaetze]
    if not spans or not (_in_order(spans, length) and _in_order(strom.unsicher, length)):
        return "Absätze liegen nicht in ihrer Folge"
    return ""


def _in_order(spans: Sequence[tuple[int, int]], length: int) -> bool:
    at = 0
    for start, end in spans:
        if not at <= start <= end <= length:
            return False
        at = end
    return True


def _teil(files: Files, folder: str) -> EnclosedTeil:
    place = f"teile/{folder}"
    return EnclosedTeil(
        folder,
        _form(TeilForm, files, f"{place}/teil.json"),
        _form(PassagesForm, files, f"{place}/passagen.json").passagen,
        _form(MessagesForm, files, f"{place}/nachrichten.json"),
        _text(files, f"{place}/antwort.txt"),
    )


def _form(kind: type[Form], files: Files, path: str) -> Form:
    try:
        return kind.model_validate_json(_bytes(files, path))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "Anfang"
        raise AkteBroken(f"„{path}“ hat nicht die Form einer Prüfakte ({where:.80}).") from None


def _text(files: Files, path: str) -> str:
    try:
        return _bytes(files, path).decode()
    except UnicodeDecodeError:
        raise AkteBroken(f"„{path}“ ist kein Text.") from None


def _bytes(files: Files, path: str) -> bytes:
    if path not in files:
        raise AkteBroken(f"„{path}“ fehlt.")
    return files[path]
