"""The example beside the demo's first Lauf: points, reasons, a drop, a contradiction, marked everywhere."""

from core.demo.demo_antraege import MODELL, find_example, has_history, make_example
from core.features.papers.lauf_report import NOTE_EXAMPLE, report
from core.llm.verdict import Stance, Verdict
from core.programme.context import Context
from core.runs.store import runstore
from core.wortlaut.binding.eintrag import ZitatStatus
from pages.ui.words import status_of


def test_it_has_points_one_drop_and_one_contradiction(context: Context) -> None:
    store = runstore(context)
    assert find_example(store) is None
    lauf = store.load(make_example(context))
    assert lauf.is_demo and lauf.modell_gefragt == MODELL
    assert make_example(context) == find_example(store) == lauf.id
    assert [(z.partei, z.status) for z in lauf.zitate if z.status.is_dropped] == [
        ("MÜHLRAD", ZitatStatus.ZAHL)
    ]
    bound = [zitat for zitat in lauf.zitate if zitat.status.is_bound]
    assert len(bound) == 8 and all(zitat.status is ZitatStatus.WOERTLICH for zitat in bound)
    (against,) = [zitat.beleg.text for zitat in bound if zitat.partei == "LEUCHTTURM"]
    (score,) = [s for s in lauf.scores if (s.partei, s.typ) == ("LEUCHTTURM", "wahlprogramm")]
    assert "halten wir für falsch" in against and score.score == 8 and "will wie" in score.begruendung
    assert all(score.begruendung for score in lauf.scores)
    stances = {zitat.partei: zitat.stance for zitat in lauf.zitate}
    assert stances["LEUCHTTURM"] == Stance("II.2", Verdict.STUETZT)  # which its own quote denies


def test_it_is_marked_and_is_no_history(context: Context) -> None:
    store = runstore(context)
    lauf = store.load(make_example(context))
    (zeile,) = store.list_laeufe()
    assert status_of(zeile) == "✓ fertig (Beispiel)" and not has_history(store)
    assert NOTE_EXAMPLE in report(context, [lauf])
    assert ";ja" in store.export_csv([lauf.id]).decode("utf-8-sig").splitlines()[1]
