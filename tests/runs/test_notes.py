"""Notes of every kind: what is not as its kind may be is neither stored, nor read in, nor shown."""

from typing import Any

import pytest
from sqlalchemy import update

from core.base.errors import EingabeError
from core.features.monitor.alarm_note import AlarmNote
from core.runs.connection import StoreDamaged
from core.runs.import_laeufe import import_json
from core.runs.lauf import Urteil
from core.runs.notes import Pruefung, kinds
from core.runs.store import Runstore
from core.runs.tables import notiz
from tests.runs.beispiele import exported, finished_lauf

Json = dict[str, Any]


def judged(store: Runstore) -> Json:
    """The file of a Lauf with one Urteil, which nobody has here."""
    lauf_id = finished_lauf(store)
    store.save_note(Urteil(lauf_id, "LINDENBUND", "wahlprogramm", True, "Eva", "Gut."))
    data = exported(store, lauf_id)
    data["laeufe"][0]["lauf"]["wiederholung"] = 7
    return data


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"partei": None}, r"notiz\[0\].*partei: muss ein Text sein"),
        ({"partei": "FREMD"}, "von der kein Teil da ist"),
        ({"zitat": -1}, "muss mindestens 0 sein"),
        ({"created": "2190-01-01T00:00:00+00:00"}, "zwischen 2020 und heute"),
        ({"inhalt": []}, "inhalt: muss ein Objekt sein"),
        ({"inhalt": {"typ": "wahlprogramm"}}, "zustimmung: fehlt"),
        ({"inhalt": {"typ": "wahlprogramm", "zustimmung": "ja"}}, "zustimmung: muss true oder false sein"),
        ({"inhalt": {"typ": "x", "zustimmung": True}}, "typ: muss eines von"),
        ({"inhalt": {"typ": "wahlprogramm", "zustimmung": True, "punkte": 11}}, "punkte: darf höchstens 10"),
    ],
)
def test_a_file_is_refused_whole_for_one_note(store: Runstore, change: Json, told: str) -> None:
    data = judged(store)
    data["laeufe"][0]["notiz"][0] |= change
    with pytest.raises(EingabeError, match=told):
        import_json(store, data)
    assert store.count_laeufe() == 1


def test_of_a_file_only_known_kinds_come_in_and_none_says_what_its_columns_do_not(store: Runstore) -> None:
    data = judged(store)
    (said,) = data["laeufe"][0]["notiz"]
    said["inhalt"] |= {"lauf_id": "anderer", "id": "meine", "name": "Chef", "laune": "gut"}
    others = [
        {**said, "id": f"n{n}", "art": art} for n, art in enumerate(("traegt", "alarm", "neu", "pruefung"))
    ]
    data["laeufe"][0]["notiz"] += others
    (there,) = import_json(store, data)
    (urteil,) = store.load(there).urteile
    assert (urteil.lauf_id, urteil.name, urteil.notiz) == (there, "Eva (aus der Datei)", "Gut.")
    assert urteil.id != "meine" and {row.art for row in _rows(store)} == {"urteil"}


@pytest.mark.parametrize("inhalt", [[], {}, {"art": 1}, {"sekunden": "x"}])
def test_a_note_that_was_damaged_is_told(store: Runstore, inhalt: object) -> None:
    store.save_note(Pruefung(1.0, 1, 1, 1))
    with store.writing() as connection:
        connection.execute(update(notiz).values(inhalt=inhalt))
    with pytest.raises(StoreDamaged, match="nicht lesen"):
        store.notes_of(Pruefung)
    assert store.notes_of(AlarmNote) == []


def test_every_kind_has_a_name_that_its_column_holds() -> None:
    assert all(len(art) <= 20 for art in kinds())


def _rows(store: Runstore) -> list[Any]:
    with store.reading() as connection:
        return list(connection.execute(notiz.select()).all())
