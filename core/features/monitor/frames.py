"""What the charts and tables of the Monitor show, as frames.

Columns are named as they are read: the same frame is drawn, shown as a table and taken along as CSV.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date

from core.base import clock
from core.base.frames import DataFrame, frame_of
from core.features.monitor.alarms import ChangeMark
from core.features.monitor.quote_counts import MomentNumbers, ParteiNumbers
from core.features.monitor.regelkarte import Regelkarte
from core.runs.figures import Zitatzahlen
from core.wortlaut.binding.eintrag import ZitatStatus


def totals_frame(counts: Sequence[Zitatzahlen], kopf: str, name_of: Callable[[str | None], str]) -> DataFrame:
    """One row per group under the heading `kopf`."""
    rows = [{kopf: name_of(row.gruppe), **_counts(row)} for row in counts]
    return frame_of(rows, [kopf, *_COUNTED])


def timeline_frame(reihe: Sequence[MomentNumbers], name_of: Callable[[str | None], str] = str) -> DataFrame:
    """One row per step of time and group, in the given order."""
    rows = [{"Zeit": one.zeit, "Gruppe": name_of(one.zahlen.gruppe), **_counts(one.zahlen)} for one in reihe]
    return frame_of(rows, ["Zeit", "Gruppe", *_COUNTED])


_COUNTED = [
    "Läufe",
    "Ohne Zitat",
    "Genannt",
    "Belegt",
    "Anteil belegt",
    *(status.heading for status in ZitatStatus.checked()),
]


def _counts(row: Zitatzahlen) -> dict[str, object]:
    """The share has all emitted quotes as its denominator; of none there is no share."""
    return {
        "Läufe": row.laeufe,
        "Ohne Zitat": row.ohne_zitat,
        "Genannt": row.emittiert,
        "Belegt": row.gebunden,
        "Anteil belegt": row.gebunden / row.emittiert if row.emittiert else None,
        **{status.heading: row.nach_status[status] for status in ZitatStatus.checked()},
    }


def largest_values(table: DataFrame, most: int) -> DataFrame:
    """Only the groups with the most emitted quotes, in the order they had."""
    largest = table.groupby("Gruppe")["Genannt"].sum().nlargest(most).index
    return table[table["Gruppe"].isin(largest)]


def regelkarte(card: Regelkarte, von: date | None = None) -> DataFrame:
    """One row per point since `von`: `Anzahl` of `Gesamt`."""
    rows = [
        {
            "Tag": punkt.tag,
            "Anzahl": punkt.verworfen,
            "Gesamt": punkt.emittiert,
            "Anteil": punkt.anteil,
            "Mittel": card.mittel,
            "Untergrenze": punkt.unten,
            "Obergrenze": punkt.oben,
            "Bezug": punkt.im_bezug,
            "Alarm": punkt.is_beyond,
        }
        for punkt in card.punkte
        if von is None or punkt.tag >= von
    ]
    columns = ["Tag", "Anzahl", "Gesamt", "Anteil", "Mittel", "Untergrenze", "Obergrenze", "Bezug", "Alarm"]
    return frame_of(rows, columns)


def marken(marken: Iterable[ChangeMark], von: date | None = None) -> DataFrame:
    """What changed, a row each."""
    rows = [
        {"Tag": day, "Art": str(marke.art), "Änderung": marke.text}
        for marke in marken
        for day in (clock.day_of(marke.zeit),)
        if von is None or day >= von
    ]
    return frame_of(rows, ["Tag", "Art", "Änderung"])


def parteien(
    reihen: Sequence[ParteiNumbers], namen: Mapping[str, str], colors: Mapping[str, str]
) -> DataFrame:
    """One row per party; `colors` are those to be seen on the page's ground."""
    rows = [
        {
            "Partei": namen.get(row.partei, row.partei),
            "Farbe": colors.get(row.partei, "#8a8f99"),
            "Läufe": row.laeufe,
            "Zitate je Lauf": row.zitate_per_lauf,
            "Quelltext je Lauf": row.letters_per_lauf,
            "Programme im Index": row.indexiert,
            "Genannt": row.emittiert,
            "Verworfen": row.verworfen,
            "Anteil verworfen": row.dropped_share,
            "Von": row.verworfen_von,
            "Bis": row.verworfen_bis,
        }
        for row in reihen
    ]
    return frame_of(rows, PARTEI)


PARTEI = (
    "Partei", "Farbe", "Läufe", "Zitate je Lauf", "Quelltext je Lauf", "Programme im Index", "Genannt",
    "Verworfen", "Anteil verworfen", "Von", "Bis",
)  # fmt: skip
