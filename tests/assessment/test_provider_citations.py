"""Citations that the provider vouches for: they say where, and the words are those of our own passage."""

import json
from typing import Any

import pytest

from core.assessment.lauf_audit import audit_laeufe
from core.assessment.pipeline import assess
from core.llm.antwort import ZitierteAntwort
from core.llm.provider_citations import as_references, documents_in
from core.programme.context import Context
from core.runs.lauf import Lauf, Status, Zitierweise
from core.runs.store import runstore
from core.wortlaut.binding.eintrag import Gebunden, Verworfen, ZitatStatus
from tests.assessment.conftest import PROMPTS, auftrag
from tests.llm.modellserver import Reply, Request, modellserver

CLAUDE = "anthropic/claude-haiku-4-5"
NOTHING = "Parteiprogramm\nPunkte: keine\nBegründung: Dazu steht nichts da.\nBelege:\n"

Block = dict[str, Any]


def text(said: str, *citations: Block) -> Block:
    """A block of an answer, in the documented form."""
    return {"type": "text", "text": said, **({"citations": list(citations)} if citations else {})}


def place(document: object, first: object, last: object, kind: str = "content_block_location") -> Block:
    return {
        "type": kind,
        "cited_text": "Das hat niemand gedruckt, und so wird es auch nie gezeigt.",
        "document_index": document,
        "document_title": "Quelle",
        "start_block_index": first,
        "end_block_index": last,
    }


def message(*blocks: Block) -> Reply:
    head = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-haiku-4-5"}
    usage = {"input_tokens": 610, "output_tokens": 51}
    ended = {"stop_reason": "end_turn", "stop_sequence": None, "usage": usage}
    return Reply(body=json.dumps({**head, "content": list(blocks), **ended}))


def silent() -> Reply:
    return message(text(f"Wahlprogramm\nPunkte: keine\nBegründung: Nichts.\nBelege:\n{NOTHING}"))


def cited(*lines: tuple[str, Block]) -> Reply:
    blocks = [text("Wahlprogramm\n\nPunkte: 7\nBegründung: Das Programm will dasselbe.\nBelege:")]
    for stance, citation in lines:
        blocks += [text(f"\n- {stance}"), text("Die Bahn soll wieder fahren.", citation)]
    return message(*blocks, text(f"\n\n{NOTHING}"))


def documents(request: Request) -> list[Block]:
    return [part for part in request.body["messages"][0]["content"] if part["type"] == "document"]


def told(request: Request) -> str:
    """What stands around the documents."""
    return "".join(part["text"] for part in request.body["messages"][0]["content"] if part["type"] == "text")


def judged(context: Context, *replies: Reply, modell: str = CLAUDE) -> tuple[Lauf, list[Request]]:
    """MÜHLRAD is answered with these, one after the other; and what was asked about it."""
    asked: list[Request] = []

    def script(request: Request) -> Reply:
        if "Mühlrad" not in told(request):
            return silent()
        asked.append(request)
        return replies[min(len(asked), len(replies)) - 1]

    with modellserver(script) as server:
        prompt = PROMPTS["anbieterzitate"]
        lauf_id = assess(context, auftrag(modell, prompt=prompt, api_base=server.url))
        return runstore(context).load(lauf_id), asked


def test_a_citation_is_shown_in_the_words_of_our_passage_and_one_outside_is_dropped(context: Context) -> None:
    lauf, (request,) = judged(
        context,
        cited(
            ("Forderung 1, stuetzt: ", place(0, 0, 2)),
            ("**Forderung 2**, widerspricht: ", place(1, 0, 1)),
            ("", place(0, 0, 2)),
            ("Forderung 1, stuetzt: ", place(99, 0, 1)),
            ("Forderung 1, stuetzt: ", place(0, 0, 77)),
            ("Forderung 1, stuetzt: ", place(0, 3, 9, "char_location")),
        ),
    )
    assert lauf.status is Status.FERTIG and lauf.zitierweise is Zitierweise.ANBIETER
    one, two, *outside = (zitat for zitat in lauf.zitate if zitat.partei == "MÜHLRAD")
    sent = [[block["text"] for block in one["source"]["content"]] for one in documents(request)]
    for zitat, wanted in ((one, sent[0][:2]), (two, sent[1][:1])):
        assert isinstance(zitat.eintrag, Gebunden) and zitat.status is ZitatStatus.WOERTLICH
        assert zitat.eintrag.text == " ".join(" ".join(wanted).split())
    assert one.stance and (one.stance.forderung, one.stance.verdict) == ("1", "stuetzt")
    assert two.stance and (two.stance.forderung, two.stance.verdict) == ("2", "widerspricht")
    assert len(outside) == 3
    for zitat in outside:
        assert isinstance(zitat.eintrag, Verworfen) and zitat.status is ZitatStatus.VERWEIS
        assert zitat.eintrag.erklaerung and "niemand gedruckt" not in str(zitat)
    points = {score.typ: score.score for score in lauf.scores if score.partei == "MÜHLRAD"}
    assert points == {"wahlprogramm": 7, "parteiprogramm": None}
    (audit,) = audit_laeufe(context, [lauf.id])
    assert len(audit.befunde) == 2 and all(befund.ok for befund in audit.befunde)


def test_sources_go_as_documents_and_nothing_else_of_them(context: Context) -> None:
    _, (request,) = judged(context, silent())
    sent = documents(request)
    assert sent and all(one["citations"] == {"enabled": True} and one["title"] for one in sent)
    assert "<quellen></quellen>" in told(request) and "<antrag>" in told(request)
    blocks = [block["text"] for one in sent for block in one["source"]["content"]]
    assert all(block.strip() and "[Q" not in block for block in blocks)
    assert not any(block in told(request) for block in blocks)
    assert not {"tools", "output_format", "output_config", "response_format"} & request.body.keys()


def test_an_answer_without_the_form_is_asked_for_once_more(context: Context) -> None:
    lauf, (_, again) = judged(
        context, message(text("Gern! Die Partei ist dafür.")), cited(("", place(0, 0, 1)))
    )
    assert lauf.status is Status.FERTIG and "verlangte Form" in str(again.body["messages"][-1]["content"])
    assert documents(again)
    assert [zitat.status for zitat in lauf.zitate] == [ZitatStatus.WOERTLICH]


def test_a_model_that_cannot_cite_is_not_asked(context: Context) -> None:
    lauf, asked = judged(context, silent(), modell="openai/test")
    assert lauf.status is Status.FEHLGESCHLAGEN and "nicht selbst aus Dokumenten zitieren" in lauf.fehler
    assert asked == []


PROMPT = (
    "<quellen>\n[Q1] Partei, Wahlprogramm\nNebenbei\n[Q1:1] Ein Satz.\nMehr\n[Q1:2] Noch einer.\n</quellen>"
)
FORM = f"Wahlprogramm\nPunkte: 5\nBegründung: Weil.\nBelege:\nForderung 1, anderes: so\n{NOTHING}"


@pytest.mark.parametrize(
    ("citation", "stelle"),
    [
        (place(0, 1, 2), "Q1:1"), (place(0, 1, 3), "Q1:1-2"), (place(0, 0, 3), "Q1:1-2"),
        (place(0, 0, 1), "Q1:0"), (place(0, 2, 2), "Q1:2"), (place(0, -1, 1), "Q1:1"),
        (place(7, 0, 1), "Q8:1"), (place(-5, 0, 1), "Q0:1"), (place(10**30, 0, 1), "Q9999:1"),
        (place(None, 0, 1), "Zitat der Art content_block_location"), (place(0, "1", 2), "Zitat der Art"),
        (place(True, 0, 1), "Zitat der Art"), ({}, "Zitat der Art"), ({"type": ["x"]}, "Zitat der Art"),
    ],
)  # fmt: skip
def test_whatever_a_citation_is_it_becomes_one_reference(citation: Block, stelle: str) -> None:
    said = as_references(FORM, [[{**citation, "supported_text": "so"}]], documents_in(PROMPT))
    (zitat,) = ZitierteAntwort.read(said).wahlprogramm.zitate
    assert zitat.stelle.startswith(stelle)


@pytest.mark.parametrize(
    "citations", [None, "x", [], [None], [[]], [["x", 3]], {"a": 1}, [[{"supported_text": 5}]]]
)
def test_what_is_no_citation_breaks_nothing(citations: object) -> None:
    read = ZitierteAntwort.read(as_references(FORM, citations, documents_in(PROMPT)))
    assert read.wahlprogramm.score == 5 and read.wahlprogramm.begruendung == "Weil."
    assert read.parteiprogramm.score is None
