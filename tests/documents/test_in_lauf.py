"""A kept document can be judged beside the parties: under its own name, with points and quotes of its own."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from core.assessment.auftrag import Auftrag
from core.assessment.batch import material_of
from core.assessment.before_lauf import BeforeLauf
from core.assessment.frage import ask_nachfrage
from core.assessment.lauf_audit import audit_laeufe
from core.assessment.lauf_files import exported, lauf_forms
from core.assessment.lauf_view import LaufView
from core.assessment.pipeline import assess
from core.base.errors import EingabeError
from core.base.settings import Settings
from core.cli.runs import print_lauf
from core.features.documents.keep import keep, renew
from core.features.papers.bundle import bundle
from core.features.papers.verify import verify
from core.features.vergleich.spalten import vergleich_of
from core.features.vergleich.vergleich_files import VergleichFileForm, exported as as_file
from core.llm.catalogue import OFFLINE
from core.programme.context import Context
from core.programme.registering import DocumentDetails
from core.runs.lauf import Lauf, Status, Zitat, Zitierweise
from core.runs.store import runstore
from core.search.geltung import Role
from core.wortlaut.binding.eintrag import ZitatStatus
from core.wortlaut.records import Quelldokument, Typ
from tests.assessment.conftest import PROMPTS, auftrag
from tests.documents.conftest import QUOTE, TREATY, pdf_of, read_in
from tests.llm.conftest import umgebung
from tests.llm.modellserver import Reply, Request, antwort, modellserver

__all__ = ["umgebung"]

PROMISE = "Die Wieltalbahn zwischen Tarnau und Kleen soll ab dem Sommer wieder fahren."
PROGRAMME = [
    PROMISE,
    "Die Kita ist in allen Jahren gebührenfrei, auch für Kinder unter drei Jahren.",
]
EMPTY = {"score": None, "begruendung": "", "zitate": []}
TRAIN = (
    "Die Wieltalbahn fährt ab dem Jahr 2027 wieder in jeder Stunde, und an Werktagen auch nach Mitternacht."
)


@pytest.fixture
def both(place: Context, treaty: Quelldokument) -> Context:
    """The treaty, and one programme of the party that made the Antrag."""
    for name in ("modelle.toml", "prompts"):
        (place.settings.data_dir / name).symlink_to(Settings().data_dir / name)
    place.pdf_folder.store(place.registry.programme["muehlrad-demo-2024"], pdf_of(PROGRAMME))
    read_in(place, "muehlrad-demo-2024")
    return place


def is_document(request: Request) -> bool:
    return "Dokument: " in request.body["messages"][-1]["content"]


def answered(party: list[object], document: list[object]) -> Callable[[Request], Reply]:
    """The party gets six points, the document nine."""

    def script(request: Request) -> Reply:
        if is_document(request):
            return antwort({"dokument": {"score": 9, "begruendung": "Steht da.", "zitate": document}})
        own = {"score": 6, "begruendung": "Steht da.", "zitate": party}
        return antwort({"fraktion": "Mühlrad", "wahlprogramm": own, "parteiprogramm": EMPTY})

    return script


def judged(context: Context, script: Callable[[Request], Reply], asked: Auftrag) -> Lauf:
    with modellserver(script) as server:
        store = runstore(context)
        return store.load(assess(context, replace(asked, api_base=server.url)))


def of(lauf: Lauf, partei: str) -> list[Zitat]:
    return [zitat for zitat in lauf.zitate if zitat.partei == partei]


def test_it_has_its_own_points_and_quotes_and_no_party_has_them(
    both: Context, treaty: Quelldokument, capsys: pytest.CaptureFixture[str]
) -> None:
    copied = {"text": QUOTE, "quelle": "[Q1]", "forderung": "2", "haltung": "anderes"}
    script = answered([{"text": PROMISE, "quelle": "[Q1]"}, copied], [copied, {"text": PROMISE}])
    lauf = judged(both, script, auftrag(quellen=(treaty.id,)))
    assert lauf.status is Status.FERTIG and lauf.parameter["quellen"] == [treaty.id]
    points = {(one.partei, one.typ): one.score for one in lauf.scores if one.score is not None}
    assert points == {("MÜHLRAD", "wahlprogramm"): 6, (treaty.id, "dokument"): 9}
    assert [one.typ for one in lauf.scores if one.partei == treaty.id] == ["dokument"]
    own, taken = of(lauf, "MÜHLRAD")
    assert own.status is ZitatStatus.WOERTLICH and not taken.status.is_bound
    quote, foreign = of(lauf, treaty.id)
    assert quote.status is ZitatStatus.WOERTLICH and quote.beleg.ort.programm == treaty.id
    assert quote.beleg.text == QUOTE and quote.beleg.quelle.startswith(treaty.name)
    assert not foreign.status.is_bound

    view = LaufView(both, lauf)
    assert list(view.parteien)[-1] == treaty.id and "MÜHLRAD" in view.parteien
    seen = view.parteien[treaty.id]
    assert (seen.name, seen.rollen, seen.typen) == (treaty.name, (Role.QUELLE,), (Typ.DOKUMENT,))
    assert str(seen.wertung(Typ.DOKUMENT)) == "9 von 10" and view.choose(treaty.id)
    (audited,) = audit_laeufe(both, [lauf.id])
    assert len(audited.befunde) == 2 and all(one.ok for one in audited.befunde), audited.befunde
    print_lauf(both, lauf)
    assert treaty.name in capsys.readouterr().out
    for form in lauf_forms():
        assert exported(both, [lauf.id], form)


def test_it_is_shown_what_stands_in_it_and_asked_as_what_it_is(both: Context, treaty: Quelldokument) -> None:
    asked = auftrag(quellen=(treaty.id,))
    shown = BeforeLauf(both, asked).preview(treaty.id)
    text = "\n".join(message["content"] for message in shown.messages)
    assert QUOTE in text and treaty.name in text and PROMISE not in text
    assert "Wahlprogramm" not in text and "Lindenbund" not in text
    assert QUOTE not in str(BeforeLauf(both, asked).preview("MÜHLRAD").messages)


def test_a_model_that_points_at_sentences_points_at_its_sentences_too(
    both: Context, treaty: Quelldokument
) -> None:
    lauf = judged(
        both,
        answered([{"stelle": "Q1:1"}], [{"stelle": "Q1:2"}, {"stelle": "Q1:99"}]),
        auftrag(quellen=(treaty.id,), prompt=PROMPTS["verweis"]),
    )
    assert lauf.zitierweise is Zitierweise.VERWEIS
    bound, nowhere = of(lauf, treaty.id)
    assert bound.beleg.text == QUOTE and nowhere.status is ZitatStatus.VERWEIS


def test_without_a_language_model_near_places_are_found_in_it(
    both: Context, treaty: Quelldokument, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.llm.offline.NEAR", 0.3)
    lauf = runstore(both).load(assess(both, auftrag(OFFLINE, quellen=(treaty.id,))))
    (score,) = [one for one in lauf.scores if one.partei == treaty.id]
    assert score.score is None and score.abdeckung and score.abdeckung.von == 2
    assert TRAIN in [zitat.beleg.text for zitat in of(lauf, treaty.id)]


def test_what_does_not_fit_is_refused_with_its_reason(both: Context, treaty: Quelldokument) -> None:
    elsewhere = keep(
        both, DocumentDetails(name="Vertrag anderswo", art="beschluss", bundesland="NRW"), pdf_of(["x " * 90])
    )
    unread = keep(
        both, DocumentDetails(name="Nicht eingelesen", art="beschluss"), pdf_of(["Ein Satz, der da steht."])
    )
    for id, told in (
        ("quelle-x", treaty.id),
        (elsewhere.id, "anderen Land"),
        (unread.id, "nicht eingelesen"),
    ):
        with pytest.raises(EingabeError, match=told):
            assess(both, auftrag(OFFLINE, quellen=(id,)))


def test_another_document_is_another_question_and_the_same_is_not_asked_twice(
    both: Context, treaty: Quelldokument
) -> None:
    copied = [{"text": QUOTE, "quelle": "[Q1]"}]
    with modellserver(answered([], copied)) as server:
        asked = auftrag(api_base=server.url)
        ids = [assess(both, replace(asked, quellen=own)) for own in ((), (treaty.id,), (treaty.id,))]
        first, second, third = (runstore(both).load(id) for id in ids)
        documents = [one for one in server.requests if is_document(one)]
    assert len(documents) == 1 and first.schluessel != second.schluessel == third.schluessel
    assert third.aus_cache == second.id and [z.text for z in of(third, treaty.id)] == [QUOTE]


def test_a_pruefakte_of_it_can_be_checked_by_a_stranger(both: Context, treaty: Quelldokument) -> None:
    script = answered([{"text": PROMISE, "quelle": "[Q1]"}], [{"text": QUOTE, "quelle": "[Q1]"}])
    lauf = judged(both, script, auftrag(quellen=(treaty.id,)))
    proof = verify(bundle(both, lauf.id).data)
    assert proof.ok, proof.befunde
    assert treaty.name in proof.seite and QUOTE in proof.seite


def test_a_comparison_is_one_of_parties(both: Context, treaty: Quelldokument) -> None:
    script = answered([{"text": PROMISE, "quelle": "[Q1]"}], [{"text": QUOTE, "quelle": "[Q1]"}])
    lauf = judged(both, script, auftrag(quellen=(treaty.id,)))
    store = runstore(both)
    found = vergleich_of(store, both.registry, [lauf.id])
    assert "MÜHLRAD" in found.parteien and treaty.id not in found.parteien
    assert sum(one.emittiert for one in found.zaehlwerte) == 1
    assert as_file(found, VergleichFileForm.XLSX, store=store)


def test_a_follow_up_question_is_answered_from_it_under_its_own_name(
    both: Context, treaty: Quelldokument
) -> None:
    lauf = judged(both, answered([], [{"text": QUOTE, "quelle": "[Q1]"}]), auftrag(quellen=(treaty.id,)))

    def script(request: Request) -> Reply:
        text = request.body["messages"][-1]["content"]
        (label,) = re.findall(rf"\[(Q\d+)\] {treaty.name}", text)
        return antwort({"antwort": "Das steht da.", "zitate": [{"text": QUOTE, "quelle": f"[{label}]"}]})

    with modellserver(script) as server:
        told = ask_nachfrage(both, lauf.id, "Was steht im Vertrag?", api_base=server.url, versuche=1)
        text = server.requests[0].body["messages"][-1]["content"]
    assert not told.fehlend and f"keine Partei: {treaty.name}" in text
    (beleg,) = told.belege
    assert beleg.ort.programm == treaty.id and not beleg.fremde_partei


def test_what_a_renewed_document_says_is_found_anew(both: Context, treaty: Quelldokument) -> None:
    asked = auftrag(OFFLINE, quellen=(treaty.id,))
    (before,) = material_of(both, asked)[1][treaty.id]
    renew(both, treaty.id, pdf_of([*TREATY, "Die Wieltalbahn zwischen Tarnau und Kleen soll wieder fahren."]))
    read_in(both, treaty.id)
    (after,) = material_of(both, asked)[1][treaty.id]
    assert QUOTE in after.text and "Tarnau" in after.text and "Tarnau" not in before.text
