"""What the sources list is stored, page by page, so that a reading goes on where it was broken off."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from core.antrag.antrag import keep_pdf
from core.context import Context
from core.errors import DashboardError, EingabeError
from core.runs.listed_antraege import ListedAntrag, SourceState
from core.runs.store import Runstore, runstore
from core.sources.antrag_quelle import AntragQuelle
from core.sources.dip import Dip, dip_key
from core.sources.document_links import link_of
from core.sources.download import download
from core.sources.oparl import OparlBody
from core.sources.pardok import PardokExport
from core.sources.web import Web, web_of

FILES = "quellen"
"""Within the folder of the Läufe: files that are compared with what a source has tomorrow."""

LARGEST_PDF = 50 << 20
BERLIN = "berlin"
BUND = "bund"


@dataclass(frozen=True, slots=True)
class SourceReading:
    """`alarm`: why nothing, or no more, came of a source; empty where all was recognised."""

    quelle: str
    lizenz: str
    gelesen: int = 0
    neu: int = 0
    entfernt: int = 0
    alarm: str = ""


def source_named(context: Context, name: str) -> AntragQuelle:
    """„bund“, „berlin“ (the latest period), „berlin-19“, or the address of an OParl body."""
    web, folder = context.own(web_of), context.settings.laeufe_dir / FILES
    if name == BUND:
        return Dip(web, dip_key())
    if name == BERLIN or name.startswith(f"{BERLIN}-"):
        return PardokExport(web, folder, _period(context, name))
    if name.startswith(("https://", "http://")):
        return OparlBody(web, name)
    raise EingabeError(
        f"Die Quelle „{name[:80]}“ gibt es nicht. Es gibt: {BUND}, {BERLIN}, {BERLIN}-19 oder die Adresse "
        "einer Kommune nach OParl (https://…)."
    )


def read_source(store: Runstore, source: AntragQuelle) -> Iterator[SourceReading]:
    """What came so far, after each part that was stored; an alarm is stored too, with what came before it."""
    known = store.load_reading(source.name)
    so_far = SourceReading(source.name, source.lizenz)
    stand = known.stand
    try:
        for part in source.new_since(stand):
            stand = part.stand
            noted = replace(known, stand=stand, geholt=None, meldung="")
            new = store.save_listing(noted, part.entries, part.gone, part.gone_matters)
            so_far = SourceReading(
                source.name,
                source.lizenz,
                so_far.gelesen + len(part.entries),
                so_far.neu + new,
                so_far.entfernt + len(part.gone) + len(part.gone_matters),
            )
            yield so_far
    except DashboardError as error:
        store.note_reading(replace(known, stand=stand, geholt=None, meldung=str(error)))
        yield SourceReading(
            source.name, source.lizenz, so_far.gelesen, so_far.neu, so_far.entfernt, str(error)
        )  # fmt: skip
        return
    store.note_reading(SourceState(source.name, stand))
    yield so_far


def read_sources(context: Context, sources: Iterable[AntragQuelle]) -> Iterator[SourceReading]:
    """How each of them ended; one that fails does not keep the others."""
    store = runstore(context)
    for source in sources:
        *_, last = read_source(store, source)
        yield last


def fetch_pdf(context: Context, web: Web, antrag: ListedAntrag) -> str:
    """The name under which `find_file` has the paper's PDF: kept by its content, as an uploaded one is."""
    url = link_of(antrag)
    if url is None:
        raise EingabeError(
            f"Zu {antrag.nummer or antrag.titel[:60]} nennt {antrag.quelle} kein PDF. Bitte die Datei selbst "
            "hochladen."
        )
    folder = context.settings.laeufe_dir
    with TemporaryDirectory() as scratch:
        got = download(web, url, Path(scratch) / "antrag.pdf", most=LARGEST_PDF)
        assert got  # nothing was seen before, so something came
        return keep_pdf(folder, got.path.read_bytes())


def _period(context: Context, name: str) -> int:
    told = name.removeprefix(BERLIN).removeprefix("-")
    if told.isascii() and told.isdigit() and len(told) < 3:
        return int(told)
    if told:
        raise EingabeError(f"„{name[:40]}“ nennt keine Wahlperiode. Erwartet: {BERLIN} oder {BERLIN}-19.")
    return max(term.nummer for term in context.registry.parlamente["BE"].wahlperioden)
