"""A hostile answer costs its party, with a reason, and never the Lauf."""

import json
from typing import Any

import pytest

from core.assessment import parteiteil
from core.assessment.pipeline import assess
from core.programme.context import Context
from core.runs.lauf import Lauf, Status
from core.runs.store import runstore
from tests.assessment.conftest import auftrag
from tests.assessment.test_pipeline import asked, good
from tests.llm.modellserver import Reply, Request, antwort, modellserver

GOOD: dict[str, Any] = {"score": 7, "begruendung": "Weil.", "zitate": []}
ROH = '{"fraktion": "x", "wahlprogramm": {"score": %s, "begruendung": "x"}, "parteiprogramm": null}'
VIELE = {"usage": {"prompt_tokens": -(10**30), "completion_tokens": 10**30}}
LEER: dict[str, Any] = {"score": None, "begruendung": "", "zitate": []}


def judged(context: Context, reply: Reply) -> Lauf:
    """MÜHLRAD is answered with it, BRÜCKE as it should be."""

    def script(request: Request) -> Reply:
        return reply if "Mühlrad" in asked(request) else good(request)

    with modellserver(script) as server:
        lauf_id = assess(context, auftrag(api_base=server.url, timeout=60.0))
        store = runstore(context)
        json.dumps(store.export_json([lauf_id]), default=str).encode()
        assert store.export_csv([lauf_id])
        return store.load(lauf_id)


def urteil(**fields: Any) -> Reply:
    return antwort({"fraktion": "x", "wahlprogramm": {**GOOD, **fields}, "parteiprogramm": LEER})


def roh(text: str) -> Reply:
    return antwort(text)


@pytest.mark.parametrize(
    "reply",
    [
        urteil(score=10**4000), urteil(score=-(10**30)), urteil(score=True), urteil(score="1e999"),
        urteil(score={"a": 1}), urteil(begruendung=["x"]), urteil(begruendung="x" * 1_000_000),
        urteil(zitate=[{"text": "Ein Zitat, das es nirgends gibt."}] * 10_000),
        roh(ROH % "NaN"), roh(ROH % "Infinity"), roh(ROH % ("9" * 5000)), roh(ROH % "1e999"),
        roh('{"wahlprogramm": ' * 50_000), roh("<think>" * 100_000), roh("[" * 1_000_000),
        roh('"' * 1_000_000),
        roh("x" * 2_000_001), Reply(body=json.dumps({"choices": [{"message": {"content": "x"}}], **VIELE})),
    ],
)  # fmt: skip
def test_one_bad_answer_costs_one_party(context: Context, reply: Reply) -> None:
    lauf = judged(context, reply)
    teile = {teil.partei: teil for teil in lauf.teile}
    assert lauf.status is Status.FERTIG and teile["BRÜCKE"].status is Status.FERTIG
    assert teile["MÜHLRAD"].status is Status.FEHLGESCHLAGEN
    reason = teile["MÜHLRAD"].fehler
    assert "openai/test" in reason and len(reason) < 2000 and "Error" not in reason


@pytest.mark.parametrize(
    "reply",
    [
        urteil(begruendung="a\ud800b\x00c"), urteil(zitate=["\udfff\x00" * 50, "x" * 30_000]),
        roh(ROH.replace("x", "BR\\u00dcCKE\\u0000\\ud800") % '1, "score": 9'),
        antwort({"fraktion": "BRÜCKE", "wahlprogramm": GOOD, "parteiprogramm": LEER, "x": {"y": [[[]]]}}),
    ],
)  # fmt: skip
def test_what_can_be_read_is_stored_and_counts_for_nobody_else(context: Context, reply: Reply) -> None:
    lauf = judged(context, reply)
    assert lauf.status is Status.FERTIG and {teil.status for teil in lauf.teile} == {Status.FERTIG}
    assert [s.score for s in lauf.scores if (s.partei, s.typ) == ("BRÜCKE", "wahlprogramm")] == [7]
    repr(lauf).encode()


def test_answer_our_own_code_cannot_cope_with_costs_its_party_only(
    context: Context, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = parteiteil.bind_answer

    def binds(partei: str, *rest: Any) -> Any:
        if partei == "MÜHLRAD":
            raise RecursionError("too deep")
        return real(partei, *rest)

    monkeypatch.setattr(parteiteil, "bind_answer", binds)
    lauf = judged(context, urteil())
    (failed,) = [teil for teil in lauf.teile if teil.status is Status.FEHLGESCHLAGEN]
    assert failed.partei == "MÜHLRAD" and "ließ sich nicht auswerten" in failed.fehler
    assert lauf.status is Status.FERTIG and "too deep" in caplog.text
