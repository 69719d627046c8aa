"""What two readers settled on, as a comment of the Vermerk."""

from pathlib import Path

from core.assessment.lauf_report import remarks
from core.runs.lauf import Urteil
from core.runs.lesung import Festlegung
from core.runs.store import open_store
from core.support.verdict import Verdict
from tests.runs.beispiele import finished_lauf


def test_it_stands_behind_the_readings_with_who_and_why(tmp_path: Path) -> None:
    store = open_store(None, tmp_path)
    lauf_id = finished_lauf(store)
    store.save_urteil(Urteil(lauf_id, "LINDENBUND", "wahlprogramm", False, "Jo", zitat=0))
    store.finish_lesung(lauf_id, "Eva")
    place = (lauf_id, "LINDENBUND", "wahlprogramm")
    store.save_festlegung(Festlegung(*place, "Der Satz davor.", "Eva", 0, "1", traegt=Verdict.ANDERES))
    store.save_festlegung(Festlegung(*place, "Zu hoch.", "Eva", punkte=4.5))
    lauf = store.load(lauf_id)
    store.close()
    first, second = remarks(lauf, *place[1:], 0)
    assert first.name == "Jo" and first.text.startswith("Urteil: Stimmt nicht")
    assert second.name == "Eva"
    assert second.text.startswith("Festgelegt: zu Forderung 1: spricht von anderem: Der Satz davor. (Eva, ")
    (on_points,) = remarks(lauf, *place[1:], None)
    assert on_points.text.startswith("Festgelegt: 4,5 von 10 Punkten: Zu hoch. (Eva, ")
