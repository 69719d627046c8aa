"""This installation as it is set up: which models it can ask at what price, and which data lie where."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from core.base import formats
from core.base.key_masker import mask
from core.llm.anfrage import Anfrage, Antwort
from core.llm.catalogue import OFFLINE, Availability, Modell, catalogue_of
from core.llm.litellm_access import Price, count_tokens
from core.programme.context import Context
from core.programme.stock import Stock
from core.runs.asking import ask_booked
from core.runs.buchungen import BookedFor, Zweck
from core.runs.load_laeufe import Filter
from core.runs.store import runstore

MILLION = 1_000_000
PROBE = "Antworten Sie nur mit dem Wort: bereit"
MOST_TOKENS = 500
"""Of the answer to a test: a model that thinks first needs some for that."""

PATIENCE = 30.0
FEHLT = "fehlt"


@dataclass(frozen=True, slots=True)
class ModellRow:
    """`preis_ein`, `preis_aus`: US dollars for a million tokens read and written, None where unknown."""

    modell: Modell
    bereit: Availability
    schluessel: str
    preis_ein: float | None
    preis_aus: float | None


@dataclass(frozen=True, slots=True)
class DataPlace:
    """`groesse` in bytes, None where it lies on another machine."""

    was: str
    wo: str
    umfang: str
    groesse: int | None


def modell_rows(context: Context, bereit: Mapping[str, Availability]) -> list[ModellRow]:
    """Every model of the catalogue, those that can be asked first."""
    rows = [
        ModellRow(
            modell,
            bereit[modell.id],
            _key(modell),
            Price(context, modell.id).of(MILLION, 0),
            Price(context, modell.id).of(0, MILLION),
        )
        for modell in catalogue_of(context).modelle.values()
    ]
    return sorted(rows, key=lambda row: not row.bereit.ok)


def _key(modell: Modell) -> str:
    """Whether it is there; never what it is. A server of one's own needs none."""
    if modell.schluessel is None:
        return "nicht nötig"
    if modell.basis_url:
        return f"{modell.schluessel}: eigener Server"
    return f"{modell.schluessel}: {FEHLT if modell.missing_key() else 'gesetzt'}"


def modelle_to_try(zeilen: list[ModellRow]) -> list[str]:
    """Models that a test request says something about: the built-in search asks nobody."""
    return [row.modell.id for row in zeilen if row.bereit.ok and row.modell.id != OFFLINE]


def probe_cost(context: Context, modell: str) -> float | None:
    """US dollars that a test costs at most."""
    return Price(context, modell).of(count_tokens(PROBE), MOST_TOKENS)


def probe(context: Context, modell: str) -> Antwort:
    """One tiny request, sent once."""
    messages = [{"role": "user", "content": PROBE}]
    anfrage = Anfrage(modell, messages, max_tokens=MOST_TOKENS, timeout=PATIENCE, versuche=1)
    return ask_booked(context, anfrage, BookedFor(zweck=Zweck.VERBINDUNG))


def data_places(context: Context) -> list[DataPlace]:
    settings, store = context.settings, runstore(context)
    pdfs = [size for path, size in _files(settings.pdf_dir) if path.suffix.lower() == ".pdf"]
    stock = Stock.of(context)
    programme = formats.counted(stock.indexed, "Programm", "Programme")
    passagen = formats.counted(stock.chunks, "Passage", "Passagen")
    laeufe = formats.counted(store.count_laeufe(), "Lauf", "Läufe")
    if deleted := store.count_laeufe(Filter(geloescht=True)):
        laeufe = f"{laeufe}, {formats.number(deleted)} gelöscht"
    files = formats.counted(len(pdfs), "Datei", "Dateien")
    return [
        DataPlace("Programme als PDF", str(settings.pdf_dir), files, sum(pdfs)),
        _place("Suchindex", settings.chroma_url, settings.chroma_dir, f"{programme}, {passagen}"),
        _place("Läufe und Anträge", settings.database_url, settings.laeufe_dir, laeufe),
        DataPlace("Register, Prompts, Modellkatalog", str(settings.data_dir), "", None),
        DataPlace(
            "Modell für die Suche", settings.embedding_model, "", _size(Path(settings.embedding_model))
        ),
    ]


def _place(was: str, url: str | None, folder: Path, umfang: str) -> DataPlace:
    """A server where there is one, else a folder."""
    return DataPlace(was, _host(url) if url else str(folder), umfang, None if url else _size(folder))


def _host(url: str) -> str:
    """Computer and name of an address: who may log in, and with what, is nobody's business."""
    try:
        parts = urlsplit(url if "//" in url else f"//{url}")
        return str(mask(f"{parts.hostname or ''}{parts.path}")) or "eigener Server"
    except ValueError:
        return "eigener Server"


def _size(path: Path) -> int:
    return sum(size for _, size in _files(path))


def _files(folder: Path) -> Iterator[tuple[Path, int]]:
    """What vanishes meanwhile, or may not be looked at, is left out; links are not followed."""
    for root, _, names in os.walk(folder):
        for name in names:
            path = Path(root) / name
            try:
                yield path, path.lstat().st_size
            except OSError:
                continue
