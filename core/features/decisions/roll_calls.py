"""Roll calls: a sheet with one row for each deputy → the side of each Fraktion on the motion itself.

On what was voted stands in the head of the official result, never in the sheet. Where the head names a
Beschlussempfehlung, only that paper tells whether it wants the motion rejected.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from core.base.errors import EingabeError
from core.features.decisions.decision import Decision, Evidence, FraktionSide, Side, VotedOn
from core.features.decisions.fraktionen import Roster
from core.features.decisions.vote_phrases import numbers_in
from core.processes.pdf_processes import Aim, apart

FRAKTION = "Fraktion/Gruppe"
CAST = {"ja": Side.YES, "nein": Side.NO, "Enthaltung": Side.ABSTAINED}
NOT_CAST = ("ungültig", "nichtabgegeben")
SPLIT = Fraction(1, 6)
"""From this share of differing votes on a Fraktion is split. In 40 sheets those that voted as one differ by
at most 15 %, those of the two free votes by 19 % or more, but for one that was of one mind both times."""

INDEPENDENT = re.compile(r"^\W*fraktionslos", re.IGNORECASE)
KINDS = ("Beschlussempfehlung", "Änderungsantrag", "Entschließungsantrag", "Antrag", "Gesetzentwurf")
KIND = re.compile(rf"\b(?:{'|'.join(KINDS)})")
IN_HEAD = re.compile(r"Abstimmung Nr\.?:? ?\d+")


@dataclass(frozen=True, slots=True)
class RollCall:
    """The votes of a sheet by Fraktion. `unknown`: names of Fraktionen that nobody knows here."""

    document: str
    votes: Mapping[str, Counter[Side]]
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ResultHead:
    """The head of the official result: what kind of paper was voted on, and the numbers it names."""

    text: str
    kind: str
    drucksachen: tuple[str, ...]


def read_roll_call(path: Path, roster: Roster) -> RollCall:
    """Every row is checked: one vote for each deputy, and nothing else."""
    rows = sheet_rows(path)
    columns = {name.strip(): index for index, name in enumerate(rows[0] if rows else [])}
    if missing := [column for column in (FRAKTION, *CAST, *NOT_CAST) if column not in columns]:
        raise EingabeError(
            f"In {path.name} fehlen die Spalten {', '.join(missing)}. Erwartet wird die Liste einer "
            "namentlichen Abstimmung, wie der Bundestag sie anbietet."
        )
    votes: dict[str, Counter[Side]] = {}
    unknown: dict[str, None] = {}
    for number, row in enumerate(rows[1:], start=2):
        if not any(cell.strip() for cell in row):
            continue
        name, side = _vote(row, columns, f"{path.name}, Zeile {number}")
        partei = roster.find(name)
        if partei is not None:
            votes.setdefault(partei, Counter())[side] += 1
        elif not INDEPENDENT.match(name):
            unknown[name] = None
    return RollCall(path.name, votes, tuple(unknown))


def _vote(row: Sequence[str], columns: Mapping[str, int], place: str) -> tuple[str, Side]:
    def cell(column: str) -> str:
        return row[columns[column]].strip() if columns[column] < len(row) else ""

    marked = [column for column in (*CAST, *NOT_CAST) if cell(column) == "1"]
    others = [column for column in (*CAST, *NOT_CAST) if cell(column) not in ("0", "1", "")]
    if len(marked) != 1 or others or not cell(FRAKTION):
        raise EingabeError(f"{place}: Gefunden sind {len(marked)} Stimmen, erwartet ist genau eine.")
    return cell(FRAKTION), CAST.get(marked[0], Side.UNKNOWN)


def read_head(text: str, listed: Sequence[str] = ()) -> ResultHead:
    """The first kind of paper that the head names is the one that was voted on.

    `listed`: the numbers that the list of roll calls gives, where the head is cut short of them.
    """
    begins = IN_HEAD.search(text)
    body = text[begins.end() :] if begins else text
    kind = KIND.search(body)
    return ResultHead(" ".join(text.split()), kind[0] if kind else "", (*numbers_in(body), *listed))


def voted_on(head: ResultHead, drucksache: str, typ: str, recommended: VotedOn | None) -> tuple[VotedOn, str]:
    """What the roll call is for a Drucksache of that type, and why that is not certain.

    `recommended`: what the Beschlussempfehlung wants done with it, where that paper was read.
    """
    if drucksache not in head.drucksachen:
        return VotedOn.UNKNOWN, "Der Kopf des Ergebnisses nennt die Drucksache nicht."
    if head.kind == "Beschlussempfehlung":
        if typ != "Antrag" or recommended is None:
            return (
                VotedOn.UNKNOWN,
                "Abgestimmt wurde über eine Beschlussempfehlung, deren Text nicht vorliegt.",
            )
        return recommended, "" if recommended in (VotedOn.REJECTION, VotedOn.ADOPTION) else str(recommended)
    if head.kind == typ and typ != "Gesetzentwurf":
        return VotedOn.ITSELF, ""
    return VotedOn.UNKNOWN, f"Abgestimmt wurde laut Kopf über: {head.kind or 'nicht feststellbar'}."


def roll_call_decision(
    call: RollCall, head: ResultHead, drucksache: str, typ: str, recommended: VotedOn | None = None
) -> Decision:
    on, reason = voted_on(head, drucksache, typ, recommended)
    sides = []
    for partei, counted in call.votes.items():
        cast = majority(counted)
        note = "Die Fraktion stimmte nicht geschlossen ab." if cast is Side.SPLIT else ""
        sides.append(FraktionSide(partei, on.on_motion(cast), cast, in_words(counted), note))
    total = sum((votes for votes in call.votes.values()), Counter[Side]())
    decision = Decision(
        drucksache,
        on,
        total[Side.YES] > total[Side.NO],
        tuple(sides),
        (Evidence(call.document, head.text, 0, note="Kopf des amtlichen Ergebnisses"),),
        f"namentliche Abstimmung über: {head.kind}",
        reason,
    )
    return decision.doubted(reason) if reason else decision


def majority(counted: Mapping[Side, int]) -> Side:
    """The side of most of those who voted, unless too many of them differ."""
    cast = {side: counted.get(side, 0) for side in CAST.values()}
    total = sum(cast.values())
    if not total:
        return Side.UNKNOWN
    most = max(cast, key=lambda side: cast[side])
    return Side.SPLIT if Fraction(total - cast[most], total) >= SPLIT else most


def in_words(counted: Mapping[Side, int]) -> str:
    """„291 Ja, 5 Nein, 3 Enthaltungen, 12 nicht abgegeben“."""
    counts = [counted.get(side, 0) for side in (*CAST.values(), Side.UNKNOWN)]
    return "{} Ja, {} Nein, {} Enthaltungen, {} ungültig oder nicht abgegeben".format(*counts)


# --- the Bundestag's result sheets as rows of text: CSV as it is, XLS and XLSX by calamine ----------------
# A workbook is somebody else's ZIP or OLE file; its time and memory are bounded where it is opened.

MOST_BYTES = 4 << 20
MOST_ROWS = 2000
MOST_COLUMNS = 40
"""A sheet has a row for each deputy: at most 736 in one Bundestag, in some 60 KB of CSV or 200 KB of XLS."""

OLD_FORMAT, ZIP = b"\xd0\xcf\x11\xe0", b"PK\x03\x04"
WAY_OUT = "Speichern Sie die Tabelle als CSV."


def sheet_rows(path: Path) -> list[list[str]]:
    """The first sheet's rows."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise EingabeError(f"{path.name} lässt sich nicht lesen. Prüfen Sie den Pfad.") from error
    if not data:
        raise EingabeError(f"{path.name} ist leer. Laden Sie die Abstimmungsliste neu herunter.")
    if len(data) > MOST_BYTES:
        raise EingabeError(f"{path.name} ist größer als {MOST_BYTES >> 20} MB und keine Abstimmungsliste.")
    if data.startswith((OLD_FORMAT, ZIP)):
        return apart(Aim.READ, path.name, _workbook, data, path.name, way_out=WAY_OUT)
    return _bounded(_csv(data, path.name), path.name)


def _csv(data: bytes, name: str) -> list[list[str]]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    head = text.split("\n", 1)[0]
    try:
        return list(
            csv.reader(io.StringIO(text), delimiter=";" if head.count(";") > head.count(",") else ",")
        )
    except csv.Error as error:
        raise EingabeError(f"{name} ist keine lesbare CSV-Datei ({error!s:.80}).") from error


def _workbook(data: bytes, name: str) -> list[list[str]]:
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        rows = book.get_sheet_by_index(0).to_python(nrows=MOST_ROWS + 1)
    except (CalamineError, OSError, IndexError, ValueError) as error:
        raise EingabeError(f"{name} ist keine lesbare Arbeitsmappe ({error!s:.80}). {WAY_OUT}") from error
    # „1“ is stored as 1.0.
    shown = [
        [str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell) for cell in row]
        for row in rows
    ]
    return _bounded(shown, name)


def _bounded(rows: list[list[str]], name: str) -> list[list[str]]:
    if len(rows) > MOST_ROWS or any(len(row) > MOST_COLUMNS for row in rows):
        raise EingabeError(
            f"{name} hat mehr als {MOST_ROWS} Zeilen oder {MOST_COLUMNS} Spalten. Erwartet wird eine "
            "Liste mit einer Zeile je Mitglied des Bundestages."
        )
    return rows
