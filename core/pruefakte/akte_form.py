"""What stands in the files of a Prüfakte: written from these forms, and read through them."""

import json
from datetime import datetime
from typing import Annotated, Literal, TypeVar

from core.antrag.antrag import Antrag
from core.key_masker import mask
from core.models import Programm
from core.programme.textstrom import AbschnittPart, Seite
from core.runs.lauf import Offer, Score
from core.schema import BaseModel, ConfigDict, Field, JsonValue

FORMAT = 1

Span = tuple[int, int]
Box = tuple[float, float, float, float]
Folder = Annotated[str, Field(pattern=r"^[0-9]{2,3}-[a-z0-9-]{1,60}$")]
ProgrammId = Annotated[str, Field(pattern=r"^[a-z0-9-]{1,90}$")]
Sum = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Number = Annotated[int, Field(ge=1, le=100_000)]


class AkteForm(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


Form = TypeVar("Form", bound=AkteForm)


def masked(form: Form) -> Form:
    """The same without what may be a key, wherever it stands in it."""
    plain = mask(json.loads(form.model_dump_json()))
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


class PageForm(AkteForm):
    """A page that is enclosed, and the sum of its file."""

    seite: Number
    sha256: Sum


class ProgrammForm(AkteForm):
    """`programm.json`. `version`: of the reading, `sha256`: of the PDF; `ganz`: it is enclosed."""

    programm: Programm
    version: str
    sha256: Sum | None
    ganz: bool
    seiten: tuple[PageForm, ...]


class StructureForm(AkteForm):
    """`aufbau.json`: what the text of a Programm is made of, beside `text.txt` and `woerter.bin`."""

    absaetze: tuple[AbschnittPart, ...]
    seiten: tuple[Seite, ...]
    ohne_unicode: int
    unsicher: tuple[Span, ...]


class PassageForm(AkteForm):
    """A passage that was offered, and its place in the text; none where that was read anew since."""

    angebot: Offer
    stelle: Span | None
    abschnitt: tuple[str, ...]


class PassagesForm(AkteForm):
    passagen: tuple[PassageForm, ...]


class MarkForm(AkteForm):
    """A page of a quote: the boxes of its words there, in points, and the picture with them marked."""

    seite: Number
    boxes: tuple[Box, ...]
    bild: Annotated[str, Field(pattern=r"^[a-z0-9-]{1,90}\.png$")]


class ZitatForm(AkteForm):
    """`offen`: why a bound quote cannot be proved from here. `eintrag`: what became of it, as stored."""

    typ: str
    text: str
    quelle: str
    eintrag: dict[str, JsonValue]
    seiten: tuple[MarkForm, ...]
    offen: str


class TeilForm(AkteForm):
    """`teil.json`: what became of one party's question, beside what was sent and answered."""

    partei: str
    name: str
    status: str
    fehler: str
    modell: str | None
    ersatzmodell: bool
    started: datetime | None
    finished: datetime | None
    punkte: tuple[Score, ...]
    zitate: tuple[ZitatForm, ...]


class MessagesForm(AkteForm):
    nachrichten: tuple[dict[str, JsonValue], ...]
