"""What models and people said of quotes and points, one by one, as tables to take along."""

from collections.abc import Iterable, Mapping, Sequence

from core.citations.verdict import WORT, Traegt, Verdict
from core.models import Typ
from core.runs.lauf import Lauf, Urteil
from core.runs.notes import JudgedZitat
from core.table import Column, Table

NAME = "Trägt"
PERSON, PRUEFER = "Mensch", "Prüfmodell"
FIRST = "nicht genannt (die erste des Zitats)"
"""How people were asked before each Forderung of a quote could be judged for itself."""

READING = (
    "Eine Zeile je Zitat, Forderung und wer etwas dazu sagt: Ein Zitat, das mehrere Forderungen betrifft, "
    "hat mehrere Zeilen. Zitate, zu denen niemand etwas sagt, stehen hier nicht."
)


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
    return Table(NAME, columns, sorted(every, key=lambda one: [_sortable(of(one)) for of in in_order]))


def _sortable(value: object) -> str:
    return f"{value:>9}" if isinstance(value, int) else str(value)


def _is_model(one: Traegt | JudgedZitat) -> bool:
    return isinstance(one, Traegt)


# --- what people said, of points too ------------------------------------------------------------------------


def urteil_table(laeufe: Iterable[Lauf]) -> Table:
    """A row per Urteil; of one on points there is no quote, of one on a quote there are no points."""
    return Table("Urteile", URTEIL, [(lauf, one) for lauf in laeufe for one in lauf.urteile])


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
    ("Punkte des Modells", lambda row: _points(*row)),
    ("Notiz", lambda row: row[1].notiz or None),
    ("Name", lambda row: row[1].name or None),
    ("Gesagt am", lambda row: row[1].created),
    ("Wortlaut", lambda row: _wording(*row)),
)


def _points(lauf: Lauf, one: Urteil) -> float | None:
    points = [score.score for score in lauf.scores if (score.partei, score.typ) == (one.partei, one.typ)]
    return points[0] if points and one.zitat is None else None


def _wording(lauf: Lauf, one: Urteil) -> str | None:
    quotes = [zitat.eintrag.text for zitat in lauf.zitate if zitat.partei == one.partei]
    return quotes[one.zitat] if one.zitat is not None and one.zitat < len(quotes) else None
