"""The probe: the same question without the passages that were quoted; a real server, the real store."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from core.assessment.lauf_view import LaufView
from core.assessment.pipeline import assess, begin, carry_out
from core.assessment.removal_probe import (
    ProbeBefund,
    ProbeEffect,
    effects,
    plan_probe,
    probe_obstacle,
    probes_of,
    zusammen,
)
from core.context import Context
from core.errors import EingabeError
from core.llm.catalogue import OFFLINE
from core.llm.litellm_access import tokens_of
from core.models import Typ
from core.runs.figures import load_number_table
from core.runs.lauf import Lauf, Status
from core.runs.load_laeufe import Filter
from core.runs.store import runstore
from core.vergleich.spalten import list_stock, vergleich_of
from tests.assessment.conftest import auftrag
from tests.assessment.test_pipeline import asked, first_source, run
from tests.llm.modellserver import Reply, Request, antwort, modellserver, status
from tests.runs.beispiele import versuch

Script = Callable[[Request], Reply]


def judged(quote: str, points: float) -> Reply:
    zitate = [{"text": quote, "quelle": "[Q1]"}]
    part = {"score": points, "begruendung": "Weil es so da steht.", "zitate": zitate}
    nothing = {"score": None, "begruendung": "Dazu steht nichts da.", "zitate": []}
    return antwort({"fraktion": "x", "wahlprogramm": part, "parteiprogramm": nothing})


def stubborn(request: Request) -> Reply:
    return judged(first_source(asked(request)), 7)


class Swayed:
    """Gives 8 as long as it is shown what it saw first, then `later`."""

    def __init__(self, later: float) -> None:
        self.seen: dict[str, str] = {}
        self.later = later

    def __call__(self, request: Request) -> Reply:
        text, party = asked(request), re.search(r"Partei: (.*)", asked(request))
        first = self.seen.setdefault(party[1] if party else "", first_source(text))
        return judged(first_source(text), 8 if first in text.replace("\n", " ") else self.later)


def probed(context: Context, script: Script) -> tuple[Lauf, Lauf, list[Request]]:
    store = runstore(context)
    with modellserver(script) as server:
        lauf = store.load(assess(context, auftrag(api_base=server.url)))
        before = len(server.requests)
        plan = plan_probe(LaufView(context, lauf))
        begonnen = begin(context, replace(plan.auftrag, api_base=server.url), plan.material)
        carry_out(context, begonnen)
        return lauf, store.load(begonnen.lauf_id), list(server.requests)[before:]


def test_quoted_passages_are_left_out_all_else_is_shown_and_points_may_stay(context: Context) -> None:
    lauf, probe, requests = probed(context, stubborn)
    assert probe.status is Status.FERTIG and probe.probe_von == lauf.id and len(requests) == 2
    for request in requests:
        partei = next(t.partei for t in probe.teile if t.messages[-1]["content"] == asked(request))
        quotes = [z.beleg.text for z in lauf.zitate if z.partei == partei and z.status.is_bound]
        told = " ".join(asked(request).split())
        assert quotes and not any(" ".join(quote.split()) in told for quote in quotes)
        before = {o.chunk_id for o in lauf.angebote if o.partei == partei and o.q}
        after = {o.chunk_id for o in probe.angebote if o.partei == partei and o.q}
        assert after < before and after
    same = ("modell_gefragt", "prompt_hash", "prompt_version", "wiederholung", "strategie")
    assert [getattr(probe, name) for name in same] == [getattr(lauf, name) for name in same]
    settings = ("temperature", "max_tokens", "top_k", "min_similarity")
    assert [probe.parameter[n] for n in settings] == [lauf.parameter[n] for n in settings]
    found = effects(lauf, probe)
    assert [(one.vorher, one.nachher, one.befund) for one in found] == [(7, 7, ProbeBefund.BLEIBT)] * 2
    assert found[0].punkte == "7 → 7" and "nicht verursacht" in found[0].satz
    assert zusammen(found).startswith("Bei 2 von 2 geprüften Urteilen bleiben")


@pytest.mark.parametrize(
    ("later", "befund"), [(3, ProbeBefund.AENDERT), (7, ProbeBefund.SCHWANKT), (7.5, ProbeBefund.BLEIBT)]
)
def test_points_that_change_hang_on_the_quotes(context: Context, later: float, befund: ProbeBefund) -> None:
    lauf, probe, _ = probed(context, Swayed(later))
    found = effects(lauf, probe)
    assert [(one.vorher, one.nachher, one.befund) for one in found] == [(8, later, befund)] * 2


def test_a_probe_counts_nowhere(context: Context) -> None:
    lauf, probe, _ = probed(context, stubborn)
    store = runstore(context)
    assert [zeile.id for zeile in store.list_laeufe()] == [lauf.id] and store.count_laeufe() == 1
    assert store.count_laeufe(Filter(probe_von=None)) == 2
    assert [one.id for one in probes_of(store, lauf.id)] == [probe.id]
    assert load_number_table(store).ids == (lauf.id,)
    assert store.quote_counts()[0].emittiert == len(lauf.zitate)
    assert list_stock(store).spalten[0].total == 1
    assert store.find_cached(probe.schluessel) is None
    compared = vergleich_of(store, context.registry, [lauf.id, probe.id])
    assert [one.id for one in compared.laeufe] == [lauf.id]
    assert "Ein Lauf ist eine Gegenprobe ohne die zitierten Stellen und zählt nicht." in compared.hinweise
    with pytest.raises(EingabeError, match="Gegenprobe"):
        vergleich_of(store, context.registry, [probe.id])


def _priced(lauf: Lauf, usd: float | None) -> Lauf:
    return replace(lauf, teile=tuple(replace(t, versuche=(versuch(usd),)) for t in lauf.teile))


def test_cost_and_requests_are_told_before_anybody_is_asked(context: Context) -> None:
    lauf, requests = run(context, stubborn)
    plan = plan_probe(LaufView(context, _priced(lauf, 0.25)))
    assert len(requests) == 2 and plan.aufwand.anfragen == 2 and plan.kosten == 0.5
    assert plan.entfernt.keys() == {"BRÜCKE", "MÜHLRAD"} and min(plan.entfernt.values()) >= 1
    sent = sum(tokens_of(teil.messages) for teil in lauf.teile)
    assert 0 < plan.aufwand.tokens_ein < sent
    assert plan_probe(LaufView(context, _priced(lauf, None))).kosten is None


def test_what_cannot_be_probed_says_why(context: Context) -> None:
    lauf, probe, _ = probed(context, stubborn)
    without = tuple(zitat for zitat in lauf.zitate if not zitat.status.is_bound)
    cases = {
        "schon eine Gegenprobe": probe,
        "noch nicht fertig": replace(lauf, status=Status.LAEUFT),
        "gelöscht": replace(lauf, geloescht=lauf.created),
        "aus einer Datei": replace(lauf, eingelesen=lauf.created),
        "Ohne Sprachmodell": replace(lauf, modell_gefragt=OFFLINE),
        "gespielt": replace(lauf, modell_gefragt="demo/genau"),
        "nichts wegzulassen": replace(lauf, zitate=without),
    }
    for told, one in cases.items():
        assert told in probe_obstacle(one)
        with pytest.raises(EingabeError, match=told):
            plan_probe(LaufView(context, one))
    assert probe_obstacle(lauf) == ""


def test_another_prompt_or_index_than_then_is_refused(context: Context) -> None:
    lauf, _ = run(context, stubborn)
    with pytest.raises(EingabeError, match="lautet heute anders"):
        plan_probe(LaufView(context, replace(lauf, prompt_hash="x")))
    with pytest.raises(EingabeError, match="lautet heute anders"):
        plan_probe(LaufView(context, replace(lauf, prompt_version="99")))
    offered = tuple(replace(offer, chunk_id="weg") for offer in lauf.angebote)
    with pytest.raises(EingabeError, match="neu eingelesen"):
        plan_probe(LaufView(context, replace(lauf, angebote=offered)))


def test_where_every_passage_was_quoted_nothing_is_asked(context: Context) -> None:
    def quotes_all(request: Request) -> Reply:
        sources = re.findall(r"\[Q\d+\].*?„(.*?)“", asked(request), re.DOTALL)
        quotes = [re.split(r"(?<=[.!?])\s", text.replace("\n", " "))[0] for text in sources]
        zitate = [{"text": quote, "quelle": "[Q1]"} for quote in quotes]
        part = {"score": 6, "begruendung": "So.", "zitate": zitate}
        return antwort({"fraktion": "x", "wahlprogramm": part, "parteiprogramm": part})

    lauf, _ = run(context, quotes_all, top_k=1)
    with pytest.raises(EingabeError, match="Jede vorgelegte Passage"):
        plan_probe(LaufView(context, lauf))


def test_a_probe_that_fails_proves_nothing(context: Context) -> None:
    class FailsLater:
        calls = 0

        def __call__(self, request: Request) -> Reply:
            self.calls += 1
            return stubborn(request) if self.calls <= 2 else status(401)

    lauf, probe, _ = probed(context, FailsLater())
    assert probe.status is Status.FEHLGESCHLAGEN
    assert {one.befund for one in effects(lauf, probe)} == {ProbeBefund.FEHLT}
    assert zusammen(effects(lauf, probe)) == "Keines der Urteile ließ sich so prüfen."


def test_judgement_of_another_model_or_without_a_quote_passage_or_points_is_not_tested(
    context: Context,
) -> None:
    lauf, probe, _ = probed(context, stubborn)
    other = replace(probe, teile=tuple(replace(teil, modell="openai/other") for teil in probe.teile))
    assert {one.befund for one in effects(lauf, other)} == {ProbeBefund.ANDERES_MODELL}
    unquoted = replace(lauf, zitate=())
    assert {one.befund for one in effects(unquoted, probe)} == {ProbeBefund.OHNE_ZITAT}
    empty = replace(probe, angebote=())
    assert {one.befund for one in effects(lauf, empty)} == {ProbeBefund.NICHTS_UEBRIG}
    silent = replace(probe, scores=tuple(replace(score, score=None) for score in probe.scores))
    assert {one.befund for one in effects(lauf, silent)} == {ProbeBefund.OHNE_PUNKTE}
    one = ProbeEffect("SPD", Typ.WAHLPROGRAMM, 6.5, None, ProbeBefund.OHNE_PUNKTE)
    assert one.punkte == "6,5 → –" and zusammen([one]) == one.satz


def test_export_takes_lauf_and_probe_together_and_they_stay_so(context: Context) -> None:
    lauf, probe, _ = probed(context, stubborn)
    store = runstore(context)
    whole, alone = store.export_json([lauf.id]), store.export_json([lauf.id])
    alone["laeufe"] = [one for one in alone["laeufe"] if one["lauf"]["id"] == probe.id]
    with pytest.raises(EingabeError, match="probe_von"):
        store.import_json(alone, context)
    assert {one["lauf"]["id"] for one in whole["laeufe"]} == {lauf.id, probe.id}
    assert {one["lauf"]["id"] for one in store.export_json([probe.id])["laeufe"]} == {lauf.id, probe.id}
    ids = {lauf.id: "a1", probe.id: "a2"}
    for one in whole["laeufe"]:
        one["lauf"]["id"] = ids[one["lauf"]["id"]]
        one["lauf"]["probe_von"] = ids.get(one["lauf"]["probe_von"])
    first, second = sorted(store.import_json(whole, context), key=lambda id: bool(store.load(id).probe_von))
    assert store.load(second).probe_von == first and store.count_laeufe() == 2
    assert [one.id for one in probes_of(store, first)] == [second]
    assert effects(store.load(first), store.load(second))[0].befund is ProbeBefund.BLEIBT
