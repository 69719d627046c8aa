"""A Prüfakte as values and as files, each made of the other: written from these forms, read through them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal, TypeVar

import numpy as np

from core.antrag.antrag import Antrag
from core.citations.eintrag import Gebunden
from core.citations.eintrag_json import read_eintrag
from core.citations.quellen import Quelle
from core.errors import AkteBroken
from core.key_masker import mask_keys
from core.models import Programm
from core.papers.bag import Files
from core.programme.textstrom import AbschnittPart, Seite, Textstrom
from core.runs.lauf import Offer, Score
from core.schema import BaseModel, ConfigDict, Field, JsonValue, ValidationError

FORMAT = 1

Page = tuple[str, int]
"""A Programm and a page of it."""
Span = tuple[int, int]
Folder = Annotated[str, Field(pattern=r"^[0-9]{2,3}-[a-z0-9-]{1,60}$")]
ProgrammId = Annotated[str, Field(pattern=r"^[a-z0-9-]{1,90}$")]
Sum = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class AkteForm(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


Form = TypeVar("Form", bound=AkteForm)


def masked(form: Form) -> Form:
    """The same without what may be a key, wherever it stands in it."""
    plain = mask_keys(json.loads(form.model_dump_json()))
    return type(form).model_validate_json(json.dumps(plain))


class HeadForm(AkteForm):
    """`lauf.json`. `geschrieben_mit`: what wrote this; `bibliotheken`: what the Lauf was made with."""

    pruefakte: Literal[1]
    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9]{1,32}$")]
    titel: str
    created: datetime
    finished: datetime | None
    status: str
    fehler: str
    modell_gefragt: str
    modell_geantwortet: str | None
    ersatzmodell: bool
    prompt_id: str
    prompt_version: str
    prompt_hash: str
    strategie: str
    embedder: str
    parameter: dict[str, JsonValue]
    index_stand: dict[str, JsonValue]
    bibliotheken: dict[str, JsonValue]
    app_version: str
    wiederholung: int
    aus_cache: str | None
    probe_von: str | None
    is_demo: bool
    eingelesen: datetime | None
    zitate_ausserhalb: bool
    teile: tuple[Folder, ...]
    programme: tuple[ProgrammId, ...]
    geschrieben_mit: dict[str, str]


class AntragForm(AkteForm):
    """`antrag.json`. `gelesen`: as it was read, where a person changed it; `pdf`: the sum of its file."""

    antrag: Antrag
    gelesen: Antrag | None
    pdf: Sum | None


class ProgrammForm(AkteForm):
    """`programm.json`. `version`: of the reading, `sha256`: of the PDF; then what its text is made of, beside
    `text.txt` and `woerter.bin`."""

    programm: Programm
    version: str
    sha256: Sum | None
    absaetze: tuple[AbschnittPart, ...]
    seiten: tuple[Seite, ...]
    ohne_unicode: int
    unsicher: tuple[Span, ...]


class PassageForm(AkteForm):
    """A passage that was offered, and its place in the text; none where that was read anew since."""

    angebot: Offer
    stelle: Span | None
    abschnitt: tuple[str, ...]


class ZitatForm(AkteForm):
    """`offen`: why a bound quote cannot be proved from here. `eintrag`: what became of it, as stored."""

    typ: str
    text: str
    quelle: str
    eintrag: dict[str, JsonValue]
    offen: str

    @property
    def bound(self) -> Gebunden | None:
        """What it is bound to; None of a dropped one, and of one that is damaged."""
        eintrag = read_eintrag(dict(self.eintrag))
        return eintrag if isinstance(eintrag, Gebunden) else None


class TeilForm(AkteForm):
    """`teil.json`: what one party's question was, and what became of it; the answer lies beside it."""

    partei: str
    name: str
    status: str
    fehler: str
    modell: str | None
    ersatzmodell: bool
    started: datetime | None
    finished: datetime | None
    passagen: tuple[PassageForm, ...]
    nachrichten: tuple[dict[str, JsonValue], ...]
    punkte: tuple[Score, ...]
    zitate: tuple[ZitatForm, ...]


# --- the whole, as values -----------------------------------------------------------------------------------

LAUF, ANTRAG, ANTRAG_PDF, PROMPT = "lauf.json", "antrag.json", "antrag.pdf", "prompt.txt"
OVERVIEW = "LIES-MICH.html"
WORD = np.dtype([("start", "<i4"), ("ende", "<i4"), ("seite", "<i4")])
"""`woerter.bin`: 12 bytes for each word."""


@dataclass(frozen=True, slots=True, eq=False)
class EnclosedProgramm:
    form: ProgrammForm
    strom: Textstrom

    @property
    def quelle(self) -> Quelle:
        return Quelle.of(self.form.programm, self.form.version, self.strom)


@dataclass(frozen=True, slots=True)
class EnclosedTeil:
    ordner: str
    teil: TeilForm
    antwort: str


@dataclass(frozen=True, slots=True)
class Contents:
    lauf: HeadForm
    antrag: AntragForm
    prompt: str
    programme: Sequence[EnclosedProgramm]
    teile: Sequence[EnclosedTeil]

    @property
    def zitate(self) -> list[ZitatForm]:
        return [zitat for part in self.teile for zitat in part.teil.zitate]

    @property
    def pages(self) -> list[Page]:
        """What proved quotes stand on, each once."""
        bound = [zitat.bound for zitat in self.zitate if not zitat.offen]
        orte = (ort for one in bound if one for ort in one.orte)
        return sorted({(ort.programm, seite) for ort in orte for seite in ort.seiten})


def page_file(programm_id: str, seite: int) -> str:
    return f"programme/{programm_id}/seite-{seite:04d}.pdf"


# --- written ------------------------------------------------------------------------------------------------


def as_files(contents: Contents) -> dict[str, bytes]:
    """All but PDFs and OVERVIEW."""
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
    for part in contents.teile:
        folder = f"teile/{part.ordner}"
        files[f"{folder}/antwort.txt"] = part.antwort.encode()
        files[f"{folder}/teil.json"] = _json(part.teil)
    return files


def _json(form: AkteForm) -> bytes:
    return form.model_dump_json(indent=1).encode()


def _words(strom: Textstrom) -> bytes:
    table = np.zeros(len(strom.starts), WORD)
    table["start"], table["ende"], table["seite"] = strom.starts, strom.ends, strom.seiten_nr
    return table.tobytes()


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
    strom = _strom(_text(files, f"{folder}/text.txt"), _bytes(files, f"{folder}/woerter.bin"), form)
    if fault := _fault(strom):
        raise AkteBroken(f"Der Text in „{folder}“ passt nicht zu seinem Aufbau: {fault}.")
    return EnclosedProgramm(form, strom)


def _strom(text: str, words: bytes, form: ProgrammForm) -> Textstrom:
    table = np.frombuffer(words[: len(words) // WORD.itemsize * WORD.itemsize], WORD)
    starts, ends, pages = (np.ascontiguousarray(table[name], np.int32) for name in ("start", "ende", "seite"))
    return Textstrom(
        text,
        form.absaetze,
        form.seiten,
        starts,
        ends,
        pages,
        np.zeros((len(table), 4), np.float32),
        form.ohne_unicode,
        form.unsicher,
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
