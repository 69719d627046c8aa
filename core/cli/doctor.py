"""`doctor`: whether an installation has what it needs to work; what is wrong is told with its way out.

`doctor --repair` removes what killed processes left, and mends an index that is not what the PDFs say.
"""

import argparse
import logging
import os
import re
import shutil
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from core.antrag.antrag import PDF_FOLDER as ANTRAEGE, find_file
from core.base import formats
from core.base.key_masker import secrets_that_are_words
from core.base.private_files import close_to_others, open_to_others
from core.base.settings import ROOT
from core.cli import output
from core.cli.backup import SCRATCH, remove_draft
from core.cli.output import emit
from core.features import hooks
from core.health import SCARCE, existing
from core.llm.catalogue import catalogue_of
from core.programme.chroma import WriterLock
from core.programme.context import Context, default_context
from core.programme.indexing import Indexergebnis, index_steps
from core.programme.stock import Diagnose
from core.runs.connection import FILE as STORE
from core.runs.sammel import Sammelbuch
from core.runs.store import check_snapshot, runstore
from core.wortlaut.errors import DashboardError
from core.wortlaut.reading.tesseract import engine

PLACES = 5
"""So many places of a Programm are told; `--json` tells all."""


def add_doctor(doctor: argparse.ArgumentParser) -> None:
    what = doctor.add_mutually_exclusive_group()
    what.add_argument("--bundesland", metavar="LAND", help="nur die Programme dieses Landes")
    what.add_argument(
        "--repair", action="store_true", help="zuvor Reste entfernen und den Index in Ordnung bringen"
    )
    doctor.set_defaults(instead=None)
    of_features: tuple[Callable[[argparse.ArgumentParser], None], ...] = hooks("doctor_options")
    for add in of_features:
        add(doctor)


def run_doctor(arguments: argparse.Namespace) -> int:
    if arguments.instead:
        code: int = arguments.instead(arguments)
        return code
    context = default_context()
    land = context.registry.find_bundesland(arguments.bundesland) if arguments.bundesland else None
    mended = [*remove_leftovers(context), *_close(context), *mend_index(context)] if arguments.repair else []
    lines = [] if land else check_installation(context)
    found = Diagnose.of(context, land)
    gesund = found.gesund and not any(line.mark is Mark.FAULT for line in lines)

    def show() -> None:
        _print_lines("Repariert", mended)
        output.say(*(f"{line.name}: {line.mark}: {line.told}" for line in lines))
        _print_diagnose(found)

    told = {"gesund": gesund, "anlage": lines, "repariert": mended}
    emit(arguments.json, asdict(found) | told, show)
    return 0 if gesund else 1


def _print_diagnose(found: Diagnose) -> None:
    for titel, lines in (
        ("Index beschädigt", found.schaeden),
        ("Nicht lesbar", found.unlesbar),
        ("Scans ohne Texterkennung", found.scans),
        ("Eingelesen, aber das PDF fehlt", found.ohne_pdf),
        ("Nicht zu zitieren: vom Druck nicht bestätigt", found.gesperrt),
        ("Nur zum Teil zitierbar", found.begrenzt),
    ):
        _print_lines(titel, lines)
    if found.lesarten:
        output.say("Nicht sicher gelesene Sätze (werden gefunden und gezeigt, aber nie zitiert):")
        columns = (
            ("Programm", lambda one: one.programm),
            ("Sätze", lambda one: one.saetze),
            ("unsicher", lambda one: one.unsicher),
            ("Lesegüte", lambda one: one.guete),
        )
        output.print_table(columns, found.lesarten)
    for one in found.lesarten:
        for stelle in one.stellen[:PLACES]:
            output.say(f"{one.programm}, Seite {stelle.seite}: {stelle.anfang}")
        if (more := len(one.stellen) - PLACES) > 0:
            word = "weiterer Satz" if more == 1 else "weitere Sätze"
            output.say(f"{one.programm}: {more} {word} (alle mit --json)")
    if found.gesund:
        output.say("An den Daten fehlt nichts, und nichts ist beschädigt.")


def _print_lines(titel: str, lines: Sequence[str]) -> None:
    if lines:
        output.say(f"{titel}:", *(f"  {line}" for line in lines))


# --- each part of an installation, looked at ----------------------------------------------------------------


LOG = logging.getLogger("antragsspiegel")
TIGHT = 2 << 30
"""Free bytes with which somebody should look soon."""


class Mark(StrEnum):
    OK = "ok"
    HINT = "Hinweis"
    FAULT = "Fehler"


@dataclass(frozen=True, slots=True)
class Check:
    name: str
    mark: Mark
    told: str


def check_installation(context: Context) -> list[Check]:
    """Every line is there whatever the others find."""
    found: list[Check] = []
    for name, look in LOOKS:
        try:
            found += [Check(name, mark, told) for mark, told in list(look(context))]
        except DashboardError as error:
            found.append(Check(name, Mark.FAULT, str(error)))
        except Exception as error:  # a check that fails must not hide the others
            LOG.warning("doctor, %s", name, exc_info=True)
            told = f"Die Prüfung selbst ging nicht: {type(error).__name__}: {error}"
            found.append(Check(name, Mark.FAULT, told))
    return found


Line = tuple[Mark, str]
Look = Callable[[Context], Iterable[Line]]


def _disk(context: Context) -> Iterator[Line]:
    settings = context.settings
    folders = {existing(path) for path in (settings.laeufe_dir, settings.chroma_dir, settings.pdf_dir)}
    for folder in sorted(folders):
        free = shutil.disk_usage(folder).free
        told = f"{folder}: {formats.size(free)} frei"
        if not os.access(folder, os.W_OK | os.X_OK):
            yield Mark.FAULT, f"{folder}: Hier darf nicht geschrieben werden. Bitte die Rechte prüfen."
        elif free < TIGHT:
            mark = Mark.FAULT if free < SCARCE else Mark.HINT
            yield mark, f"{told}. Bitte Platz schaffen, sonst wird bald nichts mehr gespeichert."
        else:
            yield Mark.OK, told


def _registry(context: Context) -> Iterator[Line]:
    registry = context.registry
    for error in registry.fehler:
        yield Mark.FAULT, f"{error} Die Datei: {context.own_entries.path}"
    for error in registry.quellen_fehler:
        yield Mark.FAULT, f"{error} Die Datei: {context.own_documents.path}"
    if registry.quellen:
        yield Mark.OK, formats.counted(len(registry.quellen), "Quelle", "Quellen")
    if not registry.fehler:
        yield Mark.OK, formats.counted(len(registry.programme), "Programm", "Programme")


def _is_begun(context: Context) -> bool:
    """There is a store: opening it would make one."""
    return context.settings.database_url is not None or (context.settings.laeufe_dir / STORE).exists()


def _store(context: Context) -> Iterator[Line]:
    if not _is_begun(context):
        yield Mark.OK, "noch keine Läufe gespeichert"
        return
    if context.settings.database_url is None:
        check_snapshot(context.settings.laeufe_dir / STORE)
    count = runstore(context).count_laeufe()  # opening it brings its tables to today's version
    yield Mark.OK, formats.counted(count, "Lauf", "Läufe")


def _costs(context: Context) -> Iterator[Line]:
    if not _is_begun(context):
        yield Mark.OK, "noch keine Anfragen verbucht"
        return
    store = runstore(context)
    yield Mark.OK, f"{formats.cost(store.spent())} verbucht"
    if told := store.unsettled().satz:
        yield Mark.HINT, told
    if posted := sum(one.total for one in Sammelbuch(store).list_open()):
        yield (
            Mark.HINT,
            f"{formats.counted(posted, 'Anfrage ist', 'Anfragen sind')} als Sammelanfrage unterwegs oder "
            "liegen beantwortet beim Anbieter. Derselbe Befehl „assess … --sammel“ holt sie ab.",
        )


def _originals(context: Context) -> Iterator[Line]:
    if not _is_begun(context):
        return
    folder, files = context.settings.laeufe_dir, runstore(context).antrag_files()
    if lost := [id for id, name in files.items() if find_file(folder, name) is None]:
        told = formats.counted(len(lost), "hochgeladenes PDF fehlt", "hochgeladene PDFs fehlen")
        yield (
            Mark.FAULT,
            f"{told} (Antrag {', '.join(lost[:5])}). Aus einer Sicherung zurücklegen nach "
            f"{folder / ANTRAEGE}; ohne sie fehlt nur das Bild der Seite.",
        )
    else:
        yield Mark.OK, formats.counted(len(files), "PDF eines Antrags", "PDFs von Anträgen")


def _embedder(context: Context) -> Iterator[Line]:
    name, vector = context.embedder.name, context.embedder.embed_query("Kleine Schulen auf dem Land")
    if abs(float((vector * vector).sum()) - 1) > 0.01:
        yield Mark.FAULT, f"{name} gibt keine brauchbaren Vektoren. Bitte EMBEDDING_MODEL prüfen."
    else:
        yield Mark.OK, f"{name}, {context.embedder.dim} Werte je Passage"


def _recogniser(context: Context) -> Iterator[Line]:
    without = "Kein Bild wird gelesen, kein Druck verglichen, aus schlechten Textebenen nichts zitiert."
    if found := engine():
        yield Mark.OK, found
    elif os.environ.get("TESSERACT") == "":
        yield Mark.HINT, f"TESSERACT ist leer gesetzt. {without} Zum Einschalten die Einstellung weglassen."
    else:
        way = "Mit pip kommt es als tesserocr, sonst mit den Paketen tesseract-ocr und tesseract-ocr-deu."
        yield Mark.HINT, f"Tesseract fehlt oder liest kein Deutsch. {without} {way}"


def _models(context: Context) -> Iterator[Line]:
    ready = [id for id, found in catalogue_of(context).availabilities().items() if found.ok]
    if asked := [id for id in ready if not id.startswith("offline/")]:
        yield Mark.OK, f"{formats.counted(len(asked), 'Sprachmodell', 'Sprachmodelle')} bereit"
    else:
        told = "Kein Sprachmodell ist eingerichtet; gesucht wird trotzdem."
        yield Mark.HINT, f"{told} Was fehlt, zeigt: python -m core models"


def _versions(context: Context) -> Iterator[Line]:
    """Installed is what was tested."""
    pins, other = _pins(), []
    for name, pin in pins.items():
        try:
            found = version(name)
        except PackageNotFoundError:
            found = "nichts"
        if found != pin:
            other.append(f"{name} {found} statt {pin}")
    if other:
        yield Mark.HINT, f"{', '.join(other)}. Wie geprüft: pip install -r requirements.lock"
    else:
        yield Mark.OK, f"{formats.counted(len(pins), 'Paket', 'Pakete')} wie geprüft"


def _pins() -> dict[str, str]:
    """What the app needs, in the versions of the lock; an installed copy has no lock, but ranges."""
    lock = ROOT / "requirements.lock"
    if not lock.is_file():
        return {}
    locked = dict(re.findall(r"(?m)^([a-z0-9._-]+)==([^ ;]+)", lock.read_text("utf-8")))
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    return {name: locked[name] for line in told if (name := re.split(r"[\[><=]", line)[0]) in locked}


def _locks(context: Context) -> Iterator[Line]:
    folder = context.settings.chroma_dir
    try:
        if who := WriterLock(context.settings).holder():
            yield Mark.HINT, f"In den Index schreibt gerade: {who}."
        else:
            yield Mark.OK, "niemand schreibt in den Index"
    except OSError as error:
        told = f"{folder}: {error.strerror}. Einlesen geht so nicht; bitte Rechte prüfen."
        yield Mark.FAULT, told


def _leftovers(context: Context) -> Iterator[Line]:
    if found := leftovers(context):
        count = formats.counted(len(found), "Rest", "Reste")
        yield Mark.HINT, f"{count} abgebrochener Arbeiten, etwa {found[0]}. Weg damit: doctor --repair"
    else:
        yield Mark.OK, "keine"


def _secrets(context: Context) -> Iterator[Line]:
    if found := secrets_that_are_words():
        told = f"{', '.join(found)}: ein gewöhnliches Wort. Es ist zu erraten und steht zufällig auch in"
        yield Mark.HINT, f"{told} Texten. Bitte durch ein zufälliges Kennwort ersetzen."
    else:
        yield Mark.OK, "keines ist ein gewöhnliches Wort"


def _readers(context: Context) -> Iterator[Line]:
    if found := [str(path) for path in open_to_others(context.settings)]:
        told = f"{', '.join(found[:PLACES])}: Das kann jedes Konto dieses Rechners lesen."
        yield Mark.HINT, f"{told} Schließen: python -m core doctor --repair"
    else:
        yield Mark.OK, "Läufe und Index liest nur das eigene Konto"


def _close(context: Context) -> list[str]:
    return [f"nur noch vom eigenen Konto zu lesen: {path}" for path in close_to_others(context.settings)]


def _addresses(context: Context) -> Iterator[Line]:
    if context.settings.ohne_anmeldung:
        told = "OHNE_ANMELDUNG=1: Wer die Adresse erreicht, kann alles."
        yield Mark.HINT, f"{told} Nur in einem geschützten Netz so lassen."
    else:
        yield Mark.OK, "nur auf diesem Rechner erreichbar"


LOOKS: tuple[tuple[str, Look], ...] = (
    ("Platz und Rechte", _disk),
    ("Register", _registry),
    ("Läufe", _store),
    ("Ausgaben", _costs),
    ("Originale der Anträge", _originals),
    ("Modell für die Suche", _embedder),
    ("Texterkennung", _recogniser),
    ("Sprachmodelle", _models),
    ("Versionen", _versions),
    ("Sperren", _locks),
    ("Reste", _leftovers),
    ("Kennwörter", _secrets),
    ("Leserechte", _readers),
    ("Adressen", _addresses),
)


# --- mended: drafts that nobody will ever finish, and what is made of what is there -------------------------

OLD = 24 * 3600
"""Seconds after which nobody is still writing a draft."""


def leftovers(context: Context) -> list[Path]:
    settings = context.settings
    of_features: tuple[Mapping[str, str], ...] = hooks("backup_folders")
    drafts = (
        (settings.laeufe_dir, f"{SCRATCH}*"),
        (settings.laeufe_dir / ANTRAEGE, ".neu-*"),
        *((settings.laeufe_dir / name, ".neu-*") for folders in of_features for name in folders),
        (settings.pdf_dir, ".neu-*"),
        (context.texte.folder, "*.tmp"),
        (settings.chroma_dir / "zusammenfassungen", "*.tmp"),
    )
    found = (path for folder, pattern in drafts for path in folder.glob(pattern))
    return sorted(path for path in found if time.time() - path.lstat().st_mtime > OLD)


def remove_leftovers(context: Context) -> list[str]:
    """What was removed."""
    found = leftovers(context)
    for path in found:
        remove_draft(path)
    return [f"entfernt: {path}" for path in found]


def mend_index(context: Context) -> list[str]:
    """Every Programm whose PDF is there and whose entry is missing, damaged or of another version, anew."""
    present = context.with_pdf()
    for programm_id, reading in context.texte.stored().items():
        if programm_id in present and context.texte.readable_strom(programm_id, reading) is None:
            context.texte.strom_path(programm_id, reading).unlink(missing_ok=True)
    ends = [step for step in index_steps(present, context=context) if isinstance(step, Indexergebnis)]
    return [
        f"{end.programm_id}: neu eingelesen"
        if end.is_read
        else f"{end.programm_id}: {end.ausgang}, {end.grund}"
        for end in ends
        if not end.is_unchanged
    ]
