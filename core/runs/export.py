"""Läufe as files: JSON that can be read in again, and tables of quotes, words said of them, and edits."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import NamedTuple

from sqlalchemy import Connection, Table as SqlTable

from core.antrag.antrag import listed_title
from core.antrag.edits import NOT_RECORDED, Edit, Edits, edits_of, mark_of
from core.base.table import Column, Table, as_csv
from core.base.version import VERSION as PROGRAM
from core.llm.verdict import WORT, Traegt, Verdict, by_forderung
from core.runs.buchungen import Zweck
from core.runs.connection import Condition, StoreConnection
from core.runs.drucksachen import exported_votes, judged_keys
from core.runs.lauf import Lauf, Row, Score, Urteil, Zitat
from core.runs.load_laeufe import JudgedAntrag, load
from core.runs.notes import JudgedZitat, leaving, list_traegt
from core.runs.spread import Spread, spreads_of
from core.runs.tables import akte, angebot, batch, buchung, lauf, notiz, score, teil, texte, zitat
from core.wortlaut.binding.eintrag import Gebunden, NearestText, Verworfen
from core.wortlaut.records import Typ

FORMAT = "antragsspiegel-laeufe"
VERSION = 1
"""Raised where a program that reads this one could not read the next; it goes on reading those before."""

READ_BY = "Antragsspiegel ab 0.8: Seite „Anträge“, „Einlesen“, oder python -m core runs --import DATEI"

PARTS = (akte, teil, score, zitat, angebot)
"""What belongs to one Lauf. The counts are left out: whoever reads the Zitate in counts them anew."""


def export_json(store: StoreConnection, ids: Sequence[str]) -> Row:
    """These Läufe whole, in a form that `import_json` reads; plain JSON values only."""
    with store.reading() as connection:
        rows = _select(connection, lauf, lauf.c.id.in_(ids))
        batches = {row["batch_id"] for row in rows}
        data: Row = {
            "format": FORMAT,
            "version": VERSION,
            "geschrieben_mit": f"Antragsspiegel {PROGRAM}",
            "lesbar_mit": READ_BY,
            "laeufe": [export_lauf(connection, row) for row in rows],
            "batches": _select(connection, batch, batch.c.id.in_(batches)),
        }
        hashes = {row["prompttext_hash"] for row in rows}
        hashes |= {offered["text_hash"] for one in data["laeufe"] for offered in one["angebot"]}
        keys = judged_keys(connection, lauf.c.id.in_({row["id"] for row in rows}))
        data["abstimmungen"] = exported_votes(connection, keys)
        in_order = sorted(hashes)
        data["texte"] = [
            row["text"]
            for start in range(0, len(in_order), 500)  # as many parameters as every database takes
            for row in _select(connection, texte, texte.c.hash.in_(in_order[start : start + 500]))
        ]
    return data


def find_lauf(connection: Connection, lauf_id: str) -> Row | None:
    """One of them as it would stand in a file."""
    rows = _select(connection, lauf, lauf.c.id == lauf_id)
    return export_lauf(connection, rows[0]) if rows else None


def export_lauf(connection: Connection, row: Row) -> Row:
    lauf_id = row["id"]
    parts = {table.name: _select(connection, table, table.c.lauf_id == lauf_id) for table in PARTS}
    parts["notiz"] = _select(connection, notiz, (notiz.c.lauf_id == lauf_id) & notiz.c.art.in_(leaving()))
    own = (buchung.c.lauf_id == lauf_id) & (buchung.c.zweck == Zweck.LAUF)
    not_told = {"id", "zweck", "lauf_id", "eichung_id", "frage", "vorgemerkt"}
    asked = sorted(_select(connection, buchung, own), key=lambda one: (one["partei"], one["id"]))
    return {
        "lauf": row,
        "buchung": [{name: value for name, value in one.items() if name not in not_told} for one in asked],
        **{
            name: [{key: value for key, value in part.items() if key != "lauf_id"} for part in found]
            for name, found in parts.items()
        },
    }


class QuoteRow(NamedTuple):
    """A quote, and what a line of the table of quotes tells beside it."""

    run: Lauf
    quote: Zitat
    said: Sequence[Traegt]
    """What second models say of it, a verdict for each Forderung, that which counts for the quote first."""
    spread: Spread | None
    """Of the points it stands beside."""

    @property
    def kept(self) -> Gebunden | None:
        return self.quote.eintrag if isinstance(self.quote.eintrag, Gebunden) else None

    @property
    def nearest(self) -> NearestText | None:
        return self.quote.eintrag.naechste if isinstance(self.quote.eintrag, Verworfen) else None

    @property
    def score(self) -> Score | None:
        of = self.quote.partei, self.quote.typ
        return next((one for one in self.run.scores if (one.partei, one.typ) == of), None)

    @property
    def first(self) -> Traegt | None:
        return self.said[0] if self.said else None

    @property
    def verdict(self) -> str | None:
        """A dropped quote is looked at by nobody."""
        if self.first:
            return WORT[self.first.verdict]
        return "nicht geprüft" if self.quote.status.is_bound else None


QUOTE: tuple[Column, ...] = (
    ("lauf", lambda row: row.run.id),
    ("erstellt", lambda row: row.run.created),
    ("eingelesen", lambda row: row.run.eingelesen),
    ("titel", lambda row: row.run.antrag.titel),
    ("drucksache", lambda row: row.run.antrag.drucksache),
    ("datum", lambda row: row.run.antrag.datum),
    ("bundesland", lambda row: row.run.antrag.bundesland),
    ("modell", lambda row: row.run.modell_geantwortet or row.run.modell_gefragt),
    ("prompt", lambda row: f"{row.run.prompt_id} {row.run.prompt_version}"),
    ("partei", lambda row: row.quote.partei),
    ("typ", lambda row: row.quote.typ),
    ("score", lambda row: row.score and row.score.score),
    ("score_streuung", lambda row: row.spread and str(row.spread)),
    ("nummer", lambda row: row.quote.shown_number),
    ("status", lambda row: str(row.quote.status)),
    ("gebunden", lambda row: row.quote.status.is_bound),
    ("fremde_partei", lambda row: row.quote.is_foreign),
    ("emittiert", lambda row: row.quote.text),
    ("quelle_emittiert", lambda row: row.quote.quelle),
    ("zitat", lambda row: row.kept and row.kept.text),
    ("quelle", lambda row: row.kept and row.kept.quelle),
    ("programm", lambda row: row.quote.ort and row.quote.ort.programm),
    ("nicht_in_kraft", lambda row: row.quote.ort and row.run.trotzdem.get(row.quote.ort.programm)),
    ("seite", lambda row: row.quote.ort and ", ".join(map(str, row.quote.ort.seiten))),
    ("url", lambda row: row.quote.ort and row.quote.ort.url),
    ("warnungen", lambda row: " ".join(warning.text for warning in row.quote.eintrag.warnungen)),
    ("naechste_passage", lambda row: row.nearest and row.nearest.text),
    ("uebereinstimmung", lambda row: row.nearest and row.nearest.uebereinstimmung),
    ("forderungen_nah", lambda row: row.score and row.score.abdeckung and row.score.abdeckung.nah),
    ("forderungen", lambda row: row.score and row.score.abdeckung and row.score.abdeckung.von),
    ("beispiel", lambda row: row.run.is_demo),
    ("traegt", lambda row: row.verdict),
    ("traegt_woerter", lambda row: row.first and row.first.words),
    ("traegt_grund", lambda row: row.first and row.first.reason),
    (
        "traegt_forderung",
        lambda row: row.first and f"{row.first.forderung}{mark_of(row.first.forderung, row.run.edits)}",
    ),
    ("traegt_modell", lambda row: row.first and row.first.model),
    (
        "traegt_je_forderung",
        lambda row: " | ".join(f"{one.forderung}: {WORT[one.verdict]}" for one in row.said),
    ),
    # What the Antrag says that its file does not: it must not be taken for the file.
    (
        "antrag_bearbeitet",
        lambda row: "nicht aufgezeichnet" if row.run.edits is None else bool(row.run.edits),
    ),
    (
        "antrag_aenderungen",
        lambda row: " | ".join(map(str, row.run.edits.changes)) if row.run.edits else None,
    ),
    (
        "urteile",
        lambda row: " | ".join(
            map(str, row.run.urteile_on(row.quote.partei, row.quote.typ, row.quote.nummer))
        ),
    ),
)


def export_csv(store: StoreConnection, ids: Sequence[str]) -> bytes:
    """One row per Zitat, as a German Excel opens it."""
    rows = []
    for run in [load(store, lauf_id) for lauf_id in ids]:
        every, spreads = by_forderung(list_traegt(store, run.id)), spreads_of(store, run)
        for quote in run.zitate:
            said = list(every.get(quote.stelle, {}).values())
            rows.append(QuoteRow(run, quote, said, spreads.get((quote.partei, Typ(quote.typ)))))
    return as_csv(Table("Zitate", QUOTE, rows))


def _select(connection: Connection, table: SqlTable, condition: Condition) -> list[Row]:
    query = table.select().where(condition).order_by(*table.primary_key)
    rows = connection.execute(query).mappings()
    return [{name: _plain(value) for name, value in row.items()} for row in rows]


def _plain(value: object) -> object:
    if isinstance(value, datetime | date):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value


# --- what models and people said of quotes and points, one by one, as tables to take along -----------------


VERDICTS, EDITS = "Trägt", "Bearbeitung"
HOW_TO_READ = {
    VERDICTS: "Eine Zeile je Zitat, Forderung und wer etwas dazu sagt: Ein Zitat, das mehrere Forderungen "
    "betrifft, hat mehrere Zeilen. Zitate, zu denen niemand etwas sagt, stehen hier nicht.",
    EDITS: "Was am Antrag anders ist als in seiner Datei: eine Zeile je Änderung; ohne Änderung eine je "
    "Lauf.",
}
"""What a row of a sheet is, where that is not seen at once."""

PERSON, PRUEFER = "Mensch", "Prüfmodell"
FIRST = "nicht genannt (die erste des Zitats)"
"""How people were asked before each Forderung of a quote could be judged for itself."""


def verdict_table(
    titles: Mapping[str, str],
    namen: Mapping[str, str],
    said: Mapping[str, Sequence[Traegt]],
    people: Iterable[JudgedZitat],
) -> Table:
    """`titles`: Lauf → its Antrag; `namen`: party → what it is called; `said`: Lauf → the words of models.

    Lauf by Lauf, party by party, quote by quote, and all that was said of a Forderung together.
    """
    columns: tuple[Column, ...] = (
        ("Lauf", lambda one: one.lauf_id),
        ("Antrag", lambda one: titles[one.lauf_id]),
        ("Partei", lambda one: namen.get(one.partei, one.partei)),
        ("Zitat Nr.", lambda one: one.zitat + 1),
        ("Zu Forderung", lambda one: FIRST if one.forderung is None else one.forderung),
        ("Wer", lambda one: PRUEFER if _is_model(one) else PERSON),
        ("Name", lambda one: f"{one.model}, Prompt {one.prompt_version}" if _is_model(one) else one.name),
        ("Was das Zitat sagt", lambda one: WORT[Verdict(one.verdict)]),
        ("Gestützt auf", lambda one: one.words or None if _is_model(one) else None),
        ("Grund", lambda one: one.reason or None if _is_model(one) else None),
        ("Forderung von uns zugeordnet", lambda one: one.gewaehlt if _is_model(one) else None),
        ("Gesagt am", lambda one: one.created),
    )
    every = (*people, *(row for rows in said.values() for row in rows))
    in_order = [of for head, of in columns if head in ("Lauf", "Partei", "Zitat Nr.", "Zu Forderung")]
    return Table(VERDICTS, columns, sorted(every, key=lambda one: [_sortable(of(one)) for of in in_order]))


def _sortable(value: object) -> str:
    return f"{value:>9}" if isinstance(value, int) else str(value)


def _is_model(one: Traegt | JudgedZitat) -> bool:
    return isinstance(one, Traegt)


# --- what people said, of points too ------------------------------------------------------------------------


def urteil_table(laeufe: Iterable[Lauf]) -> Table:
    """A row per Urteil; of one on points there is no quote, of one on a quote there are no points."""
    rows: list[tuple[Lauf, Urteil, float | None, str | None]] = []
    for run in laeufe:
        points = {(one.partei, one.typ): one.score for one in run.scores}
        quotes: dict[str, list[str]] = defaultdict(list)
        for quote in run.zitate:
            quotes[quote.partei].append(quote.eintrag.text)
        for said in run.urteile:
            if said.zitat is None:
                rows.append((run, said, points.get((said.partei, said.typ)), None))
            else:
                wording = quotes[said.partei][said.zitat :][:1]
                rows.append((run, said, None, wording[0] if wording else None))
    return Table("Urteile", URTEIL, rows)


URTEIL: tuple[Column, ...] = (
    ("Lauf", lambda row: row[0].id),
    ("Antrag", lambda row: row[0].antrag.titel),
    ("Drucksache", lambda row: row[0].antrag.drucksache),
    ("Modell", lambda row: row[0].modell_geantwortet or row[0].modell_gefragt),
    ("Partei", lambda row: row[1].partei),
    ("Programm", lambda row: Typ(row[1].typ).title()),
    ("Zitat Nr.", lambda row: None if row[1].zitat is None else row[1].zitat + 1),
    ("Zu Forderung", lambda row: row[1].forderung),
    ("Urteil", lambda row: "stimmt" if row[1].zustimmung else "stimmt nicht"),
    ("Was das Zitat sagt", lambda row: WORT[row[1].traegt] if row[1].traegt else None),
    ("Eigene Punkte", lambda row: row[1].punkte),
    ("Punkte des Modells", lambda row: row[2]),
    ("Notiz", lambda row: row[1].notiz or None),
    ("Name", lambda row: row[1].name or None),
    ("Gesagt am", lambda row: row[1].created),
    ("Wortlaut", lambda row: row[3]),
)


# --- what people changed of the Anträge of Läufe, as a table to take along ---------------------------------

UNCHANGED = "Wie in der Datei: Nichts wurde geändert."
ParteiName = Callable[[str, str | None], str]
"""Party and Land → what it is called there."""


def edit_table(laeufe: Iterable[Lauf | JudgedAntrag], name: ParteiName) -> Table:
    """A row per difference from what was read of the file; of a Lauf without any, a row that says so."""
    columns: tuple[Column, ...] = (
        ("Lauf", lambda row: row[0].id),
        ("Antrag", lambda row: listed_title(row[0].antrag.titel, row[0].antrag.drucksache, bool(row[1]))),
        ("Was", lambda row: row[2] and row[2].what),
        (
            "Änderung",
            lambda row: str(row[2].how) if row[2] else NOT_RECORDED if row[1] is None else UNCHANGED,
        ),
        ("vorher", lambda row: (row[2] and row[2].before) or None),
        ("jetzt", lambda row: (row[2] and row[2].after) or None),
    )
    rows: list[tuple[Lauf | JudgedAntrag, Edits | None, Edit | None]] = []
    for run in laeufe:
        edits = _edits(run, name)
        rows += [(run, edits, edit) for edit in (edits.changes if edits else (None,))]
    return Table(EDITS, columns, rows)


def _edits(run: Lauf | JudgedAntrag, name: ParteiName) -> Edits | None:
    return edits_of(run.gelesen, run.antrag, lambda id: name(id, run.antrag.bundesland))
