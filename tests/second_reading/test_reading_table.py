"""Readings as a table: a row per unit and reader, and what was settled."""

import csv
import io

from core.context import Context
from core.runs.lauf import Lauf, Urteil
from core.runs.lesung import Festlegung
from core.runs.store import runstore
from core.second_reading.reading_table import HEAD, readings_csv
from core.second_reading.readings import load_readings
from core.support.verdict import Verdict
from tests.second_reading.conftest import first_quotes


def rows(context: Context) -> list[dict[str, str]]:
    store = runstore(context)
    text = readings_csv(store, load_readings(store)).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text), delimiter=";"))


def test_every_unit_has_a_row_per_reader_with_the_words_that_were_judged(
    demo_index: Context, read_lauf: Lauf
) -> None:
    found = rows(demo_index)
    assert tuple(found[0]) == HEAD and len(found) == 2 * 6
    partei, _, number = first_quotes(read_lauf)[1]
    own = [one for one in read_lauf.zitate if one.partei == partei]
    told = {
        row["Name"]: (row["Wert"], row["Wortlaut"], row["Unabhängig"], row["Notiz oder Grund"])
        for row in found
        if row["Merkmal"] == "Was das Zitat sagt" and row["Zitat Nr."] == str(number + 1)
    }
    words = own[number].eintrag.text
    assert told == {
        "Eva": ("stützt", words, "ja", "Notiz von Eva."),
        "Jo": ("spricht von anderem", words, "ja", "Notiz von Jo."),
    }
    assert sorted(row["Wert"] for row in found if row["Merkmal"] == "Eigene Punkte") == ["6", "8"]


def test_what_was_settled_and_what_came_after_the_reading_have_rows_of_their_own(
    demo_index: Context, read_lauf: Lauf
) -> None:
    store = runstore(demo_index)
    partei, typ, number = first_quotes(read_lauf)[1]
    place = (read_lauf.id, partei, typ)
    store.finish_lesung(read_lauf.id, "Eva")
    store.save_urteil(Urteil(*place, True, "Eva", "", number, traegt=Verdict.ANDERES, forderung="1"))
    store.save_festlegung(Festlegung(*place, "=Darum", "Eva", number, "1", traegt=Verdict.ANDERES))
    found = [row for row in rows(demo_index) if row["Merkmal"] == "Was das Zitat sagt"]
    assert [
        (row["Wer"], row["Wert"], row["Unabhängig"]) for row in found if row["Name"] == "Eva"
    ][1:] == [
        ("Lesung", "stützt", "ja"),
        ("Lesung", "spricht von anderem", "nein"),
        ("Festlegung", "spricht von anderem", "nein"),
    ]  # fmt: skip
    assert found[-1]["Notiz oder Grund"] == "'=Darum"
