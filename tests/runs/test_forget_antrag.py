"""`forget`: nothing of an Antrag is left, and nothing of any other is gone."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.antrag.antrag import find_file, keep_pdf
from core.base.errors import EingabeError
from core.runs.lauf import AntwortKind, StoredAntwort, Urteil
from core.runs.notes import Pruefung
from core.runs.store import Runstore
from core.runs.tables import metadata
from tests.runs.beispiele import ANTRAG, NOWHERE, finished_lauf

OTHER = replace(
    ANTRAG, text="Jeder Bahnhof erhält eine Uhr.", titel="Uhren", drucksache="5/999", forderungen=()
)
WORD = "Trinkbrunnen"


def _whole_store(store: Runstore) -> str:
    with store.reading() as connection:
        return repr(
            [
                row
                for t in metadata.sorted_tables
                if t.name != "liste"
                for row in connection.execute(t.select())
            ]
        )


def _filled(store: Runstore, folder: Path) -> tuple[str, str, str]:
    """A Lauf, a deleted one of a corrected version, and the PDF both were read from."""
    name = keep_pdf(folder, b"%PDF-1.4 Brunnen")
    changed = replace(ANTRAG, text=f"{ANTRAG.text} Auch jeder Kindergarten.")
    antrag_id = store.save_antrag(ANTRAG, gelesen=ANTRAG, datei=name)
    store.save_antrag(changed, gelesen=ANTRAG, datei=name)
    kept, deleted = finished_lauf(store), finished_lauf(store, antrag=changed, schluessel="s2")
    store.save_note(
        Urteil(kept, "LINDENBUND", "wahlprogramm", zustimmung=True, name="Eva", notiz=f"{WORD} passt")
    )
    store.save_note(StoredAntwort(AntwortKind.NACHFRAGE, f"Warum {WORD}?", "m", {"antwort": WORD}, kept))
    store.delete([deleted])
    befunde = ({"lauf": kept, "text": WORD}, {"lauf": "fremd", "text": "Uhr"})
    store.save_note(Pruefung(sekunden=1.0, laeufe=2, geprueft=2, belegt=0, befunde=befunde))
    return antrag_id, kept, name


@pytest.mark.contract
def test_nothing_of_it_is_left_whatever_it_is_called_by(store: Runstore, tmp_path: Path) -> None:
    antrag_id, kept, name = _filled(store, tmp_path)
    other = finished_lauf(store, antrag=OTHER, schluessel="s3")
    store.save_antrag(OTHER)
    before = _whole_store(store)
    by_id, by_lauf, by_number = (store.find_traces(called) for called in (antrag_id, kept, "5/214"))
    assert by_id == by_lauf == by_number and WORD in before == _whole_store(store)
    gone = store.forget(antrag_id, tmp_path)
    assert gone == by_id and len(gone.laeufe) == 2 and len(gone.antraege) == 2
    assert gone.dateien == (name,) and (gone.urteile, gone.antworten) == (1, 1)
    assert WORD not in _whole_store(store) and kept not in _whole_store(store)
    assert store.load(other).antrag.titel == "Uhren" and len(store.list_antraege()) == 1
    (proof,) = store.notes_of(Pruefung)
    assert proof.befunde == ({"lauf": "fremd", "text": "Uhr"},) and proof.geprueft == 2
    assert find_file(tmp_path, name) is None


def test_sqlite_keeps_none_of_its_words_in_its_file(tmp_path: Path) -> None:
    from core.runs.store import open_store

    store = open_store(None, tmp_path)
    _, kept, _ = _filled(store, tmp_path)
    store.forget(kept, tmp_path)
    files = [path.read_bytes() for path in tmp_path.glob("laeufe.sqlite3*")]
    assert files and not any(WORD.encode() in data for data in files)
    store.close()


def test_what_was_read_from_one_file_is_one_antrag(store: Runstore, tmp_path: Path) -> None:
    name = keep_pdf(tmp_path, b"%PDF-1.4 zwei")
    store.save_antrag(ANTRAG, datei=name)
    store.save_antrag(OTHER, datei=name)
    assert len(store.find_traces("5/214").antraege) == 2


def test_an_unknown_one_and_one_of_two_parliaments_are_told(store: Runstore) -> None:
    finished_lauf(store)
    finished_lauf(store, antrag=replace(OTHER, drucksache="5/214", bundesland="NRW"), schluessel="s4")
    with pytest.raises(EingabeError, match="mehreren Parlamenten"):
        store.forget("5/214", NOWHERE)
    for unknown in ("", "9/9", "gibtsnicht"):
        with pytest.raises(EingabeError, match="gibt es hier nicht"):
            store.forget(unknown, NOWHERE)
    assert store.count_laeufe() == 2
