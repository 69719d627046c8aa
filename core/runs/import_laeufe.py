"""Reading in what `export_json` wrote, here or elsewhere; read in twice it is stored once.

A file may claim anything. So it is checked whole, its quotes are proved anew, and what is stored of it is
marked: it answers no question of ours from the cache, belongs to no batch, and changes no Lauf that is here.
"""

import hashlib
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from sqlalchemy import Connection, func, select

from core.base import clock, formats
from core.base.errors import EingabeError
from core.llm.antwort import stances_in
from core.programme.context import Context, default_context
from core.proof.antrag_citations import JudgedText
from core.proof.nachweis import DEADLINE, Claim, Nachweis, PresentedPassage
from core.runs.antraege import judged_text
from core.runs.buchungen import BookedFor, Zweck, booking_row
from core.runs.claimed_quotes import PlaceForm
from core.runs.connection import StoreConnection, insert_missing, insert_rows, lock_table
from core.runs.export import FORMAT, VERSION, find_lauf
from core.runs.export_form import NOTHING, Datei, LaufForm, Nachfrage, check
from core.runs.lauf import (
    NewLauf,
    Row,
    Status,
    StoredAntwort,
    Urteil,
    Zitat,
    antrag_hash,
    file_row,
    fitting,
    lauf_row,
    plain,
    score_row,
    teil_row,
    text_hash,
    text_rows,
    with_letters,
    words_row,
    zitat_row,
)
from core.runs.load_laeufe import Filter, count_laeufe
from core.runs.notes import Note, coming_in, row_of, write_notes
from core.runs.tables import akte, angebot, antragstext, buchung, lauf, score, teil, texte, zitat
from core.runs.write_laeufe import count_teil
from core.wortlaut.binding.eintrag import Gebunden, Verworfen, write_eintrag

UNFINISHED = "Als dieser Lauf exportiert wurde, war er noch nicht fertig."
FROM_FILE = " (aus der Datei)"


def import_json(
    store: StoreConnection, data: Mapping[str, object], context: Context | None = None
) -> list[str]:
    """Store these Läufe; their ids here. One that is here already stays as it is.

    What was read in before and deleted since is restored; a deleted Lauf of our own is not.
    """
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise EingabeError(
            "Das ist keine Datei mit Läufen. Erwartet wird, was „Exportieren“ als JSON schreibt."
        )
    version = data.get("version")
    if isinstance(version, bool) or not isinstance(version, int) or not 1 <= version <= VERSION:
        wrote = str(data.get("geschrieben_mit", "eine andere Version des Antragsspiegels"))[:60]
        raise EingabeError(
            f"Die Datei hat die Fassung {str(version)[:20]} (geschrieben hat sie: {wrote}), lesbar sind hier "
            f"Fassungen bis {VERSION}. {NOTHING} Bitte das Programm aktualisieren."
        )
    file = check(data)
    new = {entry.lauf.id: id_of(entry) for entry in file.laeufe}
    known = _known(store, file, new)
    here = new | known
    bis = time.monotonic() + DEADLINE
    context = context or default_context()
    unknown = {here[entry.lauf.id]: entry for entry in file.laeufe if entry.lauf.id not in known}
    rows = [(entry, _proved(context, file, entry, bis)) for entry in unknown.values()]
    notes = {
        here[entry.lauf.id]: list(_proved_notes(store, context, entry, here[entry.lauf.id], bis))
        for entry, _ in rows
    }
    with store.writing() as connection:
        lock_table(connection, lauf)
        unasked = select(lauf.c.id).where(lauf.c.id.in_(set(new.values()) - set(known.values())))
        done = set(connection.scalars(unasked))  # by another, since it was asked
        rows = [(entry, zitate) for entry, zitate in rows if here[entry.lauf.id] not in done]
        again = lauf.c.id.in_((set(known.values()) | done) & set(new.values()))
        connection.execute(lauf.update().where(again).values(geloescht=None))
        wanted = {entry.lauf.prompttext_hash for entry, _ in rows}
        wanted |= {one.text_hash for entry, _ in rows for one in entry.angebot}
        needed = [text for text in file.texte if text_hash(text) in wanted]
        insert_missing(connection, texte, text_rows(needed))
        for entry, zitate in rows:
            _insert(connection, here, entry, zitate)
            write_notes(connection, [row_of(note) for note in notes[here[entry.lauf.id]]])
    return [here[entry.lauf.id] for entry in file.laeufe]


# --- what is here already -----------------------------------------------------------------------------------


def id_of(entry: LaufForm) -> str:
    """An id made of all the file says of the Lauf: none of ours, and the same whenever it is read in."""
    digest = hashlib.sha256(_content(entry).encode()).hexdigest()
    return f"e{digest[:15]}"


def _content(entry: LaufForm) -> str:
    """What two exports of one Lauf have in common, whatever was said about it since."""
    same = entry.model_dump(mode="json", exclude={"notiz"})
    del same["lauf"]["id"]
    return json.dumps(same, sort_keys=True)


def _known(store: StoreConnection, file: Datei, new: Mapping[str, str]) -> dict[str, str]:
    """Id in the file → id here, for those that were read in before or are a Lauf of ours."""
    known = {}
    with store.reading() as connection:
        for entry in file.laeufe:
            if connection.scalar(select(lauf.c.id).where(lauf.c.id == new[entry.lauf.id])):
                known[entry.lauf.id] = new[entry.lauf.id]
                continue
            try:
                ours = find_lauf(connection, entry.lauf.id)
                same = ours and _content(LaufForm.model_validate(with_letters(ours))) == _content(entry)
            except (ValueError, TypeError):  # one that is damaged does not say the same
                continue
            if same:
                known[entry.lauf.id] = entry.lauf.id
    return known


# --- what is said of quotes ---------------------------------------------------------------------------------


def _proved(context: Context, file: Datei, entry: LaufForm, bis: float) -> dict[str, list[Zitat]]:
    """Party → its quotes in their order, as our own code tells what became of them."""
    by_hash = {text_hash(text): text for text in file.texte}
    shown = tuple(
        PresentedPassage(one.partei, one.chunk_id, one.programm_id, by_hash[one.text_hash])
        for one in entry.angebot
        if one.q is not None
    )
    nachweis = Nachweis(context, entry.akte[0].antrag.bundesland, shown, bis)
    found: dict[str, list[Zitat]] = {one.partei: [] for one in entry.teil}
    # Of the answers, which stand in every file: those of before say it nowhere else.
    stances = {one.partei: stances_in(one.antwort) for one in entry.teil}
    for one in sorted(entry.zitat, key=lambda one: one.nummer):
        eintrag = nachweis.eintrag(_claim(one.partei, one.typ, one.text, one.eintrag.stelle))
        own = found[one.partei]
        said = stances[one.partei]
        stance = said.get((one.typ, one.text)) or said.get((one.typ, one.quelle))
        own.append(Zitat(one.partei, one.typ, one.text, one.quelle, eintrag, nummer=len(own), stance=stance))
    return found


def _claim(partei: str, typ: str, emitted: str, stelle: PlaceForm | None) -> Claim:
    if stelle is None:
        return Claim(partei, typ, emitted)
    return Claim(partei, typ, emitted, stelle.text, stelle.programm, tuple(stelle.seiten))


def _nachfrage(context: Context, entry: LaufForm, said: Nachfrage, bis: float) -> Row:
    """A follow-up question with its answer: the quotes that can be proved are its proof, and no others."""
    nachweis = Nachweis(context, entry.akte[0].antrag.bundesland, bis=bis)
    found = []
    for one in (*said.belege, *said.verworfen):  # the party of each is that of its source
        emitted = one.emittiert or one.stelle.text if one.stelle else one.text
        found.append(nachweis.eintrag(_claim(one.partei, "wahlprogramm", emitted, one.stelle)))
    belege = [one for one in found if isinstance(one, Gebunden)]
    return {
        **said.model_dump(include={"frage", "antwort", "modell", "tokens_ein", "tokens_aus", "kosten"}),
        "belege": [write_eintrag(one) for one in belege],
        "unbelegt": not any(one.is_evidence for one in belege),
        "verworfen": [write_eintrag(one) for one in found if isinstance(one, Verworfen)],
        "gezeigt": [],
        "fehlend": [],
    }


# --- what was said and asked since --------------------------------------------------------------------------


def _proved_notes(
    store: StoreConnection, context: Context, entry: LaufForm, lauf_id: str, bis: float
) -> Iterator[Note]:
    """Their ids are those of the place they come from, and may be taken here.

    From `bis` on (of the monotonic clock) quotes stay unproved.
    """

    @cache
    def text() -> JudgedText:
        neu = _new_lauf(entry)
        hash = antrag_hash(neu.antrag, is_edited=bool(neu.edits))
        return judged_text(store, context.settings.laeufe_dir, neu, hash)

    for one in entry.notiz:
        if kind := coming_in().get(one.art):
            note = replace(one.note(lauf_id), id=text_hash(f"{lauf_id} {one.id}")[:16])
            if isinstance(note, StoredAntwort):
                said = Nachfrage.model_validate(note.inhalt)
                yield replace(note, inhalt=_nachfrage(context, entry, said, bis))
            elif isinstance(note, Urteil):
                yield replace(note, name=note.name.removesuffix(FROM_FILE) + FROM_FILE)
            else:
                yield kind.proved(note, text, bis)


# --- storing ------------------------------------------------------------------------------------------------


def _insert(
    connection: Connection, here: Mapping[str, str], entry: LaufForm, zitate: Mapping[str, Sequence[Zitat]]
) -> None:
    lauf_id = here[entry.lauf.id]
    neu, row = _new_lauf(entry), _lauf_row(lauf_id, entry, here)
    insert_missing(connection, antragstext, [words_row(neu.antrag, row["antrag_hash"])])
    insert_rows(connection, lauf, [row])
    insert_rows(connection, akte, [file_row(lauf_id, neu)])
    ended = [replace(one, status=_status(one.status)) for one in entry.teil]
    insert_rows(connection, teil, [teil_row(lauf_id, one) for one in ended])
    insert_rows(connection, score, [score_row(lauf_id, one) for one in entry.score])
    insert_rows(connection, angebot, [{"lauf_id": lauf_id, **one.model_dump()} for one in entry.angebot])
    for partei, own in zitate.items():
        insert_rows(connection, zitat, [zitat_row(lauf_id, n, one) for n, one in enumerate(own)])
        count_teil(connection, lauf_id, partei, own)
    whose = BookedFor(zweck=Zweck.LAUF, lauf_id=lauf_id)
    told = [(replace(whose, partei=one.partei, prompt=one.prompt), one) for one in entry.buchung]
    insert_rows(connection, buchung, [booking_row(booked_for, one, one.created) for booked_for, one in told])


def _lauf_row(lauf_id: str, entry: LaufForm, here: Mapping[str, str]) -> Row:
    """What follows from the Antrag and the settings is computed, the rest is what the file says.

    `schluessel` is one that no question of ours has; it came from no batch and no cache of ours.
    """
    said = entry.lauf
    row = lauf_row(lauf_id, _new_lauf(entry), said.created)
    return row | {
        "prompttext_hash": said.prompttext_hash,
        "finished": said.finished,
        "herzschlag": clock.now(),
        "status": str(_status(said.status)),
        "fehler": UNFINISHED if said.status == Status.LAEUFT else said.fehler,
        "modell_geantwortet": said.modell_geantwortet,
        "ersatzmodell": said.ersatzmodell,
        "schluessel": f"eingelesen {lauf_id}",
        "aus_cache": here.get(said.aus_cache or ""),
        "eingelesen": clock.now(),
    }


def _new_lauf(entry: LaufForm) -> NewLauf:
    """As it was asked for; with what Läufe of ours it hangs together is settled where it is stored."""
    kept = entry.akte[0]
    said = fitting(NewLauf, plain(entry.lauf) | dict(kept))
    parameter = kept.parameter.model_dump(mode="json", exclude_unset=True)
    unknown = {"prompt_text": "", "schluessel": "", "aus_cache": None}
    return NewLauf(**said | unknown | {"parameter": parameter})


def _status(said: Status) -> Status:
    """Nobody works on it here."""
    return Status.ABGEBROCHEN if said == Status.LAEUFT else said


# --- as it was uploaded: bounded before it is unpacked ------------------------------------------------------

MOST_BYTES = 100 << 20
"""An export of 100 Läufe of ten parties has about 40 MB."""

MOST_BRACKETS = 4_000_000
"""Lists and objects, which cost most memory: 70 bytes each for two in the file."""


@dataclass(frozen=True, slots=True)
class ReadIn:
    """The ids here of all in the file; so many of them were not here before, so many are deleted here."""

    ids: tuple[str, ...]
    neu: int
    geloescht: int

    @property
    def bekannt(self) -> int:
        return len(self.ids) - self.neu


def read_export(store: StoreConnection, data: bytes, context: Context | None = None) -> ReadIn:
    """Store what an exported JSON file holds."""
    if len(data) > MOST_BYTES:
        raise EingabeError(
            f"Die Datei hat {formats.size(len(data))}, lesbar sind höchstens {formats.size(MOST_BYTES)}. "
            "Bitte weniger Läufe auf einmal exportieren."
        )
    if data.count(b"{") + data.count(b"[") > MOST_BRACKETS:
        raise EingabeError("Die Datei hat zu viele Einträge. Bitte weniger Läufe auf einmal exportieren.")
    try:
        content = json.loads(data.decode("utf-8-sig"), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise EingabeError(
            "Die Datei ist kein JSON. Erwartet wird, was „Exportieren“ als JSON schreibt; "
            "Tabellen und Berichte lassen sich nicht einlesen."
        ) from error
    before = _stored(store)
    ids = tuple(dict.fromkeys(import_json(store, content, context)))
    deleted = select(func.count()).where(lauf.c.id.in_(ids), lauf.c.geloescht.is_not(None))
    with store.reading() as connection:
        return ReadIn(ids, _stored(store) - before, connection.scalar(deleted) or 0)


def _no_number(name: str) -> float:
    raise ValueError(name)


def _stored(store: StoreConnection) -> int:
    return sum(count_laeufe(store, Filter(geloescht=gone)) for gone in (False, True))
