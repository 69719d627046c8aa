"""What a reference manager should know: the Antrag, the Programme that were asked, the Lauf itself."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from core.antrag.antrag import first_upper
from core.assessment.report_programme import fingerprint, registered_programme
from core.context import Context
from core.german import formats
from core.models import Programm
from core.programme.registry import partei_label
from core.runs.lauf import Lauf
from core.sources.document_links import built_link

APP = "Antragsspiegel"


class SourceKind(StrEnum):
    """By the names of CSL."""

    DRUCKSACHE = "bill"
    PROGRAMM = "report"
    LAUF = "dataset"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """One source. `authors` are institutions, never taken apart into first and last names.

    `publisher` of a Drucksache is the parliament; `issued` is a day, or only its year.
    """

    key: str
    kind: SourceKind
    title: str
    authors: tuple[str, ...] = ()
    issued: date | None = None
    year: int | None = None
    publisher: str = ""
    number: str = ""
    genre: str = ""
    url: str = ""
    note: str = ""


def references(context: Context, laeufe: Sequence[Lauf], service: str) -> list[Reference]:
    """Each source once, however many Läufe name it. `service`: where the app is reached."""
    found = [one for lauf in laeufe for one in _of_lauf(context, lauf, service.rstrip("/"))]
    return list({one.key: one for one in found}.values())


def _of_lauf(context: Context, lauf: Lauf, service: str) -> list[Reference]:
    return [
        _drucksache(context, lauf),
        *(_programm(context, lauf, programm) for programm in registered_programme(context, lauf)),
        _lauf(lauf, service),
    ]


def _drucksache(context: Context, lauf: Lauf) -> Reference:
    antrag = lauf.antrag
    parlament = context.registry.parlamente.get(antrag.bundesland or "")
    movers = (partei_label(context.registry, one, antrag.bundesland) for one in antrag.antragsteller)
    return Reference(
        key=f"antrag-{lauf.antrag_hash[:12]}",
        kind=SourceKind.DRUCKSACHE,
        title=first_upper(antrag.titel) or "Antrag",
        authors=tuple(movers),
        issued=antrag.datum,
        publisher=parlament.name if parlament else "",
        number=antrag.drucksache,
        genre=antrag.typ or "Antrag",
        url=built_link(antrag.bundesland, antrag.drucksache) or "",
    )


def _programm(context: Context, lauf: Lauf, programm: Programm) -> Reference:
    return Reference(
        key=f"programm-{programm.id}",
        kind=SourceKind.PROGRAMM,
        title=programm.name,
        authors=(partei_label(context.registry, programm.partei, lauf.antrag.bundesland),),
        year=programm.jahr,
        genre=programm.typ.title(),
        url=programm.url or "",
        note=fingerprint(context, programm),
    )


def _lauf(lauf: Lauf, service: str) -> Reference:
    modell = lauf.modell_geantwortet or lauf.modell_gefragt
    drucksache = f" (Drucksache {lauf.antrag.drucksache})" if lauf.antrag.drucksache else ""
    example = "Beispiel mit gespieltem Modell. " if lauf.is_demo else ""
    return Reference(
        key=f"lauf-{lauf.id}",
        kind=SourceKind.LAUF,
        title=f"Programmvergleich zu: {first_upper(lauf.antrag.titel) or 'Antrag'}{drucksache}",
        authors=(APP,),
        issued=lauf.created.astimezone(formats.HERE).date(),
        publisher=APP,
        number=lauf.id,
        genre="Lauf",
        url=f"{service}/lauf?id={lauf.id}" if service else "",
        note=f"{example}Modell {modell}, Prompt {lauf.prompt_id} {lauf.prompt_version}",
    )
