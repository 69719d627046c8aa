"""What was deleted can be brought back for 30 days; then nothing of it is left, and all of the others."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from core.antrag.antrag import find_file, keep_pdf
from core.runs.antraege import ListedAntrag, SourceState, note_antrag
from core.runs.forget_antrag import KEPT, MOST
from core.runs.lauf import AntwortKind, StoredAntwort, Urteil
from core.runs.notes import Pruefung
from core.runs.store import Runstore
from core.runs.tables import metadata
from tests.clocks import NOON
from tests.runs.beispiele import ANTRAG, finished_lauf

pytestmark = pytest.mark.usefixtures("noon")

OTHER = replace(
    ANTRAG, text="Jeder Bahnhof erhält eine Uhr.", titel="Uhren", drucksache="5/999", forderungen=()
)
WORD = "Trinkbrunnen"
LATER = NOON + KEPT + timedelta(seconds=1)


def whole(store: Runstore) -> str:
    with store.reading() as connection:
        return repr([list(connection.execute(table.select())) for table in metadata.sorted_tables])


def entered(store: Runstore, folder: Path, **more: object) -> tuple[str, str]:
    """An Antrag with a Lauf and all that can be said of one; its PDF and its Lauf."""
    name = keep_pdf(folder, b"%PDF-1.4 Brunnen")
    store.save_antrag(ANTRAG, gelesen=ANTRAG, datei=name)
    lauf = finished_lauf(store, prompt_text=f"{WORD}: Beurteilen Sie.", **more)
    store.save_note(Urteil(lauf, "LINDENBUND", "wahlprogramm", zustimmung=True, name="Eva", notiz=WORD))
    store.save_note(StoredAntwort(AntwortKind.NACHFRAGE, f"Warum {WORD}?", "m", {"antwort": WORD}, lauf))
    found = ({"lauf": lauf, "text": WORD}, {"lauf": "fremd", "text": "Uhr"})
    store.save_note(Pruefung(sekunden=1.0, laeufe=2, geprueft=2, belegt=0, befunde=found))
    return name, lauf


@pytest.mark.contract
def test_for_thirty_days_it_can_be_brought_back_and_then_nothing_of_it_is_left(
    store: Runstore, tmp_path: Path
) -> None:
    name, lauf = entered(store, tmp_path)
    store.delete([lauf])
    assert store.purge_old(NOON + KEPT - timedelta(hours=1), tmp_path) == 0
    store.restore([lauf])
    assert store.purge_old(LATER, tmp_path) == 0 and store.load(lauf).urteile
    store.delete([lauf])
    assert WORD in whole(store) and find_file(tmp_path, name)
    assert store.purge_old(LATER, tmp_path) == 1
    assert WORD not in whole(store) and lauf not in whole(store) and find_file(tmp_path, name) is None
    (proof,) = store.notes_of(Pruefung)[::-1]
    assert proof.befunde == ({"lauf": "fremd", "text": "Uhr"},) and proof.geprueft == 2


def test_what_another_lauf_needs_stays(store: Runstore, tmp_path: Path) -> None:
    name, gone = entered(store, tmp_path)
    same = finished_lauf(store)
    other = finished_lauf(store, antrag=OTHER, schluessel="s3")
    store.save_antrag(OTHER)
    before = [store.load(one) for one in (same, other)]
    antraege = store.list_antraege()
    store.delete([gone])
    assert store.purge([gone], tmp_path) == 1
    assert [store.load(one) for one in (same, other)] == before
    assert store.list_antraege() == antraege and find_file(tmp_path, name)


def test_an_antrag_whose_other_lauf_can_be_brought_back_stays(store: Runstore, tmp_path: Path) -> None:
    name, first = entered(store, tmp_path)
    second = finished_lauf(store, schluessel="s2")
    store.delete([first, second])
    store.purge([first], tmp_path)
    assert store.list_antraege() and find_file(tmp_path, name)
    store.restore([second])
    assert store.load(second).antrag == ANTRAG
    store.delete([second])
    store.purge([second], tmp_path)
    assert store.list_antraege() == [] and find_file(tmp_path, name) is None


def test_versions_of_one_file_go_together_and_stay_together(store: Runstore, tmp_path: Path) -> None:
    name, lauf = entered(store, tmp_path)
    changed = replace(ANTRAG, text=f"{ANTRAG.text} Auch jeder Kindergarten.")
    store.save_antrag(changed, gelesen=ANTRAG, datei=name)
    on_changed = finished_lauf(store, antrag=changed, schluessel="s2")
    store.delete([lauf])
    store.purge([lauf], tmp_path)
    assert len(store.list_antraege()) == 2
    store.delete([on_changed])
    store.purge([on_changed], tmp_path)
    assert store.list_antraege() == [] and WORD not in whole(store)


def test_an_antrag_that_was_entered_again_since_is_wanted(store: Runstore, tmp_path: Path) -> None:
    name, lauf = entered(store, tmp_path)
    store.delete([lauf])
    store.save_antrag(ANTRAG, gelesen=ANTRAG, datei=name)
    assert store.purge_old(LATER, tmp_path) == 1
    assert len(store.list_antraege()) == 1 and find_file(tmp_path, name)


def test_only_what_was_deleted_goes_whoever_asks(store: Runstore, tmp_path: Path) -> None:
    lauf = finished_lauf(store)
    assert store.purge([lauf, "gibt-es-nicht"], tmp_path) == 0 and store.load(lauf)
    assert store.purge([], tmp_path) == 0


def test_a_list_of_a_source_offers_the_antrag_as_unread(store: Runstore, tmp_path: Path) -> None:
    _, lauf = entered(store, tmp_path)
    store.save_listing(
        SourceState("DIP"), [ListedAntrag("DIP", "a", "5/214", "Brunnen", "Antrag", "Landtag")]
    )
    (antrag,) = store.list_antraege()
    note_antrag(store, "DIP", "a", antrag.id)
    store.delete([lauf])
    store.purge([lauf], tmp_path)
    assert [one.antrag_id for one in store.list_listed()] == [None]


def test_of_very_many_some_go_at_a_time_the_oldest_first(
    store: Runstore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST <= 100
    monkeypatch.setattr("core.runs.forget_antrag.MOST", 2)
    laeufe = [finished_lauf(store, schluessel=str(number)) for number in range(3)]
    for lauf in laeufe:
        store.delete([lauf])
    assert store.purge_old(LATER, tmp_path) == 2 and store.has(laeufe[2]) and not store.has(laeufe[0])
    assert [store.purge_old(LATER, tmp_path) for _ in range(2)] == [1, 0]
