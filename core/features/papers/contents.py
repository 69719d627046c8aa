"""A Prüfakte as values and as files, each made of the other: written from these forms, read through them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, ClassVar, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    JsonValue,
    Tag,
    TypeAdapter,
    ValidationError,
)

from core.antrag.antrag import Antrag
from core.base import formats
from core.base.errors import AkteBroken
from core.base.key_masker import mask, mask_keys
from core.base.schema import Hash, Moment
from core.features.papers.bag import Files
from core.runs.lauf import LaufHead, Offer, Score
from core.wortlaut.binding.eintrag import Gebunden, read_eintrag
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.reading.textstrom import AbschnittPart, Seite, Textstrom
from core.wortlaut.records import Programm, Quelldokument, Span, Typ

MOST_TEXT = 100 << 20
"""Bytes of all but PDFs. One with 14 Programme has 14 MB."""
LONGEST_QUOTE, MOST_PAGES = 25_000, 50
"""Letters of a bound quote, and pages it stands on: none is bound that was emitted with more than 20,000."""


# --- the forms of its files ---------------------------------------------------------------------------------


FORMAT = 1

Page = tuple[str, int]
"""A Programm and a page of it."""
Folder = Annotated[str, Field(pattern=r"^[0-9]{2,3}-[a-z0-9-]{1,60}$")]
ProgrammId = Annotated[str, Field(pattern=r"^[a-z0-9-]{1,90}$")]


def _kind(given: object) -> str:
    typ = given.get("typ") if isinstance(given, dict) else getattr(given, "typ", None)
    return "quelle" if typ == Typ.DOKUMENT else "programm"


Registered = Annotated[
    Annotated[Programm, Tag("programm")] | Annotated[Quelldokument, Tag("quelle")], Discriminator(_kind)
]
"""By what it says itself to be: nothing is read as a document that lacks what a programme has."""


STRICT = ConfigDict(extra="forbid", strict=True)


class AkteForm(BaseModel):
    model_config = ConfigDict(**STRICT, frozen=True)


Form = TypeVar("Form")


def masked(form: Form) -> Form:
    """The same without what may be a key, wherever it stands in it."""
    plain = mask_keys(json.loads(_json(form)))
    return TypeAdapter(type(form)).validate_json(json.dumps(plain))


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadForm(LaufHead):
    """`lauf.json`. `geschrieben_mit`: what wrote this; `bibliotheken`: what the Lauf was made with.
    `probe_von`: 0.7 wrote it, empty in every Lauf but those of a method that is gone."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    pruefakte: Literal[1]
    titel: str
    parameter: dict[str, JsonValue]
    index_stand: dict[str, JsonValue]
    bibliotheken: dict[str, JsonValue]
    eingelesen: Moment | None
    zitate_ausserhalb: bool
    teile: tuple[Folder, ...]
    programme: tuple[ProgrammId, ...]
    geschrieben_mit: dict[str, str]
    probe_von: None = None


def bag_info(lauf: HeadForm) -> dict[str, str]:
    """What the bag says of itself beside the number of its bytes."""
    return {
        "Bag-Software-Agent": f"Antragsspiegel {lauf.geschrieben_mit.get('antragsspiegel', '')}",
        "External-Identifier": lauf.id,
        "External-Description": "Prüfakte eines Laufs; zu prüfen mit: python -m core verify DATEI",
    }


class AntragForm(AkteForm):
    """`antrag.json`. `gelesen`: as it was read, where a person changed it; `pdf`: the sum of its file."""

    antrag: Antrag
    gelesen: Antrag | None
    pdf: Hash | None


class ProgrammForm(AkteForm):
    """`programm.json`. `version`: of the reading, `sha256`: of the PDF; then what its text is made of, beside
    `text.txt` and `woerter.bin`."""

    programm: Registered
    version: str
    sha256: Hash | None
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
    name: Annotated[str, Field(max_length=1000)]
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
FOR_PEOPLE = frozenset({OVERVIEW})
"""Written for people; nothing is read from it."""
WORD = np.dtype([("start", "<i4"), ("ende", "<i4"), ("seite", "<i4"), ("rechts", "u1")])
"""`woerter.bin`: 13 bytes for each word. Right or left says which number of a double page is its own."""


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
    def zitate(self) -> list[tuple[str, ZitatForm]]:
        """Each after „SPD, Zitat 1“."""
        return [
            (f"{part.teil.name}, Zitat {number}", zitat)
            for part in self.teile
            for number, zitat in enumerate(part.teil.zitate, 1)
        ]

    @property
    def pages(self) -> list[Page]:
        """What proved quotes stand on, each once."""
        bound = [zitat.bound for _, zitat in self.zitate if not zitat.offen]
        orte = (ort for one in bound if one for ort in one.orte)
        return sorted({(ort.programm, seite) for ort in orte for seite in ort.seiten})


def page_file(programm_id: str, seite: int) -> str:
    return f"programme/{programm_id}/seite-{seite:04d}.pdf"


# --- written ------------------------------------------------------------------------------------------------


def as_files(contents: Contents) -> dict[str, bytes]:
    """All but PDFs and OVERVIEW."""
    files = {LAUF: _json(contents.lauf), ANTRAG: _json(contents.antrag), PROMPT: contents.prompt.encode()}
    for one in contents.programme:
        folder = f"programme/{one.form.programm.id}"
        files[f"{folder}/programm.json"] = _json(one.form)
        files[f"{folder}/text.txt"] = one.strom.text.encode()
        table = np.zeros(len(one.strom.starts), WORD)
        table["start"], table["ende"], table["seite"] = one.strom.starts, one.strom.ends, one.strom.seiten_nr
        table["rechts"] = _right_of_double_pages(one.strom)
        files[f"{folder}/woerter.bin"] = table.tobytes()
    for part in contents.teile:
        folder = f"teile/{part.ordner}"
        files[f"{folder}/antwort.txt"] = part.antwort.encode()
        files[f"{folder}/teil.json"] = _json(part.teil)
    return files


def _right_of_double_pages(strom: Textstrom) -> NDArray[np.bool_]:
    """Which words stand in the right half of a page with two numbers."""
    is_double = np.array([len(seite.gedruckt) > 1 for seite in strom.seiten], bool)[strom.seiten_nr - 1]
    middle = np.array([seite.breite / 2 for seite in strom.seiten], np.float32)[strom.seiten_nr - 1]
    right: NDArray[np.bool_] = is_double & ((strom.boxes[:, 0] + strom.boxes[:, 2]) / 2 > middle)
    return right


def _json(form: object) -> bytes:
    return TypeAdapter[object](type(form)).dump_json(form, indent=1)


# --- read ---------------------------------------------------------------------------------------------------


def read_contents(files: Files) -> Contents:
    """Whoever wrote it: what has not the form of a Prüfakte is told by its file."""
    if sum(len(data) for path, data in files.items() if not path.endswith(".pdf")) > MOST_TEXT:
        raise AkteBroken(f"Darin sind mehr als {formats.size(MOST_TEXT)} Text; so viel hat keine Prüfakte.")
    _refuse_newer(files)
    lauf = _form(HeadForm, files, LAUF)
    if len(set(lauf.programme)) < len(lauf.programme) or len(set(lauf.teile)) < len(lauf.teile):
        raise AkteBroken(f"„{LAUF}“ nennt ein Programm oder einen Teil zweimal.")
    contents = Contents(
        lauf,
        _form(AntragForm, files, ANTRAG),
        _text(files, PROMPT),
        [_programm(files, programm_id) for programm_id in lauf.programme],
        [
            EnclosedTeil(
                folder,
                _form(TeilForm, files, f"teile/{folder}/teil.json"),
                _text(files, f"teile/{folder}/antwort.txt"),
            )
            for folder in lauf.teile
        ],
    )
    if len({part.teil.partei for part in contents.teile}) < len(contents.teile):
        raise AkteBroken("Zwei Teile sind von derselben Partei.")
    for name, zitat in contents.zitate:
        if (one := zitat.bound) and any(_is_too_long(part) for part in one.teile or (one,)):
            raise AkteBroken(f"{name} ist länger, als ein Zitat sein kann.")
    return contents


def _refuse_newer(files: Files) -> None:
    """It may be whole, and have another form: that is told as it is."""
    try:
        head = json.loads(_bytes(files, LAUF))
    except (ValueError, RecursionError):  # told by whoever reads its form
        return
    version = head.get("pruefakte") if isinstance(head, dict) else None
    if isinstance(version, int) and version > FORMAT:
        wrote = mask(str(head.get("geschrieben_mit", {}))[:100])
        raise AkteBroken(
            f"Diese Prüfakte hat die Fassung {version}, diese Version des Antragsspiegels liest bis "
            f"{FORMAT}. "
            f"Prüfen Sie sie mit der Version, die sie schrieb ({wrote}), oder einer späteren."
        )


def _is_too_long(zitat: Gebunden) -> bool:
    return len(zitat.text) > LONGEST_QUOTE or len(zitat.ort.seiten) > MOST_PAGES


def _programm(files: Files, programm_id: str) -> EnclosedProgramm:
    folder = f"programme/{programm_id}"
    form = _form(ProgrammForm, files, f"{folder}/programm.json")
    if form.programm.id != programm_id:
        raise AkteBroken(f"„{folder}/programm.json“ ist von einem anderen Programm.")
    words = _bytes(files, f"{folder}/woerter.bin")
    table = np.frombuffer(words[: len(words) // WORD.itemsize * WORD.itemsize], WORD)
    starts, ends, pages = (np.ascontiguousarray(table[name], np.int32) for name in ("start", "ende", "seite"))
    boxes = np.zeros((len(table), 4), np.float32)
    boxes[table["rechts"] != 0] = np.inf
    strom = Textstrom(
        _text(files, f"{folder}/text.txt"),
        form.absaetze,
        form.seiten,
        starts,
        ends,
        pages,
        boxes,
        form.ohne_unicode,
        form.unsicher,
    )
    if fault := _fault(strom):
        raise AkteBroken(f"Der Text in „{folder}“ passt nicht zu seinem Aufbau: {fault}.")
    return EnclosedProgramm(form, strom)


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
    at, ends = 0, strom.ends.tolist()
    for start, end in zip(strom.starts.tolist(), ends, strict=True):
        if start >= end or (at < start and not strom.text[at:start].isspace()):
            return "nicht jedes Wort hat seine Stelle"
        at = end
    if strom.text[at:].strip():
        return "nicht jedes Wort hat seine Stelle"
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


def _form(kind: type[Form], files: Files, path: str) -> Form:
    try:
        return TypeAdapter(kind).validate_json(_bytes(files, path))
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
