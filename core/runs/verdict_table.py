"""What models and people said of quotes and points, one by one, as tables to take along."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from core.citations.verdict import WORT, Traegt, Verdict
from core.models import Typ
from core.runs.lauf import Lauf, Urteil
from core.runs.notes import JudgedZitat
from core.runs.workbook import Table, Zeile

NAME = "Trägt"
PERSON, PRUEFER = "Mensch", "Prüfmodell"
FIRST = "nicht genannt (die erste des Zitats)"
"""How people were asked before each Forderung of a quote could be judged for itself."""

HEAD = (
    "Lauf", "Antrag", "Partei", "Zitat Nr.", "Zu Forderung", "Wer", "Name", "Was das Zitat sagt",
    "Gestützt auf", "Grund", "Forderung von uns zugeordnet", "Gesagt am",
)  # fmt: skip

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
    """`titles`: Lauf → its Antrag; `namen`: party → what it is called; `said`: Lauf → the words of models."""
    rows = [*_people(titles, namen, people), *_models(titles, namen, said)]
    return Table(NAME, HEAD, tuple(sorted(rows, key=_order)))


def _order(row: Zeile) -> tuple[str, str, str, str]:
    """Lauf by Lauf, party by party, quote by quote, and all that was said of a Forderung together."""
    return str(row[0]), str(row[2]), f"{row[3]:>9}", str(row[4])


def _people(
    titles: Mapping[str, str], namen: Mapping[str, str], people: Iterable[JudgedZitat]
) -> Iterator[Zeile]:
    for one in people:
        about = FIRST if one.forderung is None else one.forderung
        yield (
            one.lauf_id, titles[one.lauf_id], namen.get(one.partei, one.partei), one.zitat + 1, about,
            PERSON, one.name, WORT[Verdict(one.verdict)], None, None, None, one.created,
        )  # fmt: skip


def _models(
    titles: Mapping[str, str], namen: Mapping[str, str], said: Mapping[str, Sequence[Traegt]]
) -> Iterator[Zeile]:
    for lauf_id, rows in said.items():
        for row in rows:
            yield (
                lauf_id, titles[lauf_id], namen.get(row.partei, row.partei), row.zitat + 1, row.forderung,
                PRUEFER, f"{row.model}, Prompt {row.prompt_version}", WORT[row.verdict], row.words or None,
                row.reason or None, row.gewaehlt, row.created,
            )  # fmt: skip


# --- what people said, of points too ------------------------------------------------------------------------

URTEIL_HEAD = (
    "Lauf", "Antrag", "Drucksache", "Modell", "Partei", "Programm", "Zitat Nr.", "Zu Forderung", "Urteil",
    "Was das Zitat sagt", "Eigene Punkte", "Punkte des Modells", "Notiz", "Name", "Gesagt am", "Wortlaut",
)  # fmt: skip


def urteil_table(laeufe: Iterable[Lauf]) -> Table:
    """A row per Urteil; of one on points there is no quote, of one on a quote there are no points."""
    return Table("Urteile", URTEIL_HEAD, tuple(_urteil(lauf, one) for lauf in laeufe for one in lauf.urteile))


def _urteil(lauf: Lauf, one: Urteil) -> Zeile:
    points = [score.score for score in lauf.scores if (score.partei, score.typ) == (one.partei, one.typ)]
    quotes = [zitat.eintrag.text for zitat in lauf.zitate if zitat.partei == one.partei]
    on_quote = one.zitat is not None
    return (
        lauf.id, lauf.antrag.titel, lauf.antrag.drucksache, lauf.modell_geantwortet or lauf.modell_gefragt,
        one.partei, Typ(one.typ).title(), one.zitat + 1 if one.zitat is not None else None, one.forderung,
        "stimmt" if one.zustimmung else "stimmt nicht", WORT[one.traegt] if one.traegt else None, one.punkte,
        points[0] if points and not on_quote else None, one.notiz or None, one.name or None, one.created,
        quotes[one.zitat] if one.zitat is not None and one.zitat < len(quotes) else None,
    )  # fmt: skip
