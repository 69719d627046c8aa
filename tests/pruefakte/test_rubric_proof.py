"""Judgements by rubrics in a Prüfakte: enclosed, proved from it alone, and every forgery of them told."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from core.context import Context
from core.llm.catalogue import OFFLINE
from core.pruefakte.bundle import Pruefakte, bundle
from core.pruefakte.contents import RUBRICS
from core.pruefakte.rubric_proof import NOT_FROM_ANSWER, NOT_THERE, OTHER_TEXT
from core.pruefakte.verify import verify
from core.rubrics.judge_lauf import judge_lauf
from core.runs.store import runstore
from tests.llm.modellserver import antwort, modellserver
from tests.pruefakte.conftest import INVENTED, forged, payload_of

Entry = dict[str, Any]


@pytest.fixture(scope="module")
def with_rubrics(judged: tuple[Context, str]) -> Iterator[Pruefakte]:
    context, lauf_id = judged
    store = runstore(context)
    sentence = max(store.load(lauf_id).antrag.text.splitlines(), key=len).strip()
    said = {"feld": "adressat", "stufe": 2, "begruendung": "Sie ist genannt.", "zitate": [sentence, INVENTED]}
    with pytest.MonkeyPatch.context() as patch, modellserver([antwort({"urteile": [said]})]) as server:
        patch.setenv("OPENAI_API_KEY", "sk-test-0123456789abcdef")
        judge_lauf(context, store, lauf_id, "formpruefung", "openai/test", server.url)
    judge_lauf(context, store, lauf_id, "formpruefung", OFFLINE)
    yield bundle(context, lauf_id)
    for one in store.list_rubrics(lauf_id):
        store.delete_rubric(one.id)


def told(data: bytes) -> str:
    return "\n".join(map(str, verify(data).befunde))


def test_it_holds_on_its_own(with_rubrics: Pruefakte, judged: tuple[Context, str]) -> None:
    proof = verify(with_rubrics.data, with_rubrics.fingerprint)
    assert proof.ok and not proof.befunde, told(with_rubrics.data)
    assert proof.zahlen["Urteile nach Rubriken"] == 2
    payload = payload_of(with_rubrics.data)
    assert "Rubrik formpruefung, Fassung 1" in payload["LIES-MICH.html"].decode()
    assert bundle(*judged).data == with_rubrics.data


def first_field(urteile: list[Entry]) -> Entry:
    return next(one for one in urteile if one["antwort"])["felder"][0]


def misquote(urteile: list[Entry]) -> None:
    zitat = first_field(urteile)["zitate"][0]
    zitat |= {"text": INVENTED, "emittiert": INVENTED}


def misplace(urteile: list[Entry]) -> None:
    first_field(urteile)["zitate"][0]["stellen"] = [[0, 20]]


def misbind(urteile: list[Entry]) -> None:
    zitate = first_field(urteile)["zitate"]
    zitate[1] = zitate[0] | {"text": INVENTED, "emittiert": INVENTED}


def raise_level(urteile: list[Entry]) -> None:
    first_field(urteile)["stufe"] = 1


def other_reason(urteile: list[Entry]) -> None:
    first_field(urteile)["begruendung"] = "Ganz anders."


def drop_quote(urteile: list[Entry]) -> None:
    del first_field(urteile)["zitate"][1]


def other_text(urteile: list[Entry]) -> None:
    urteile[0]["text_version"] = "0" * 16


def other_rubric(urteile: list[Entry]) -> None:
    urteile[0]["rubric_text"] = "kein TOML ["


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (misquote, NOT_THERE),
        (misplace, NOT_THERE),
        (misbind, NOT_THERE),
        (raise_level, NOT_FROM_ANSWER),
        (other_reason, NOT_FROM_ANSWER),
        (drop_quote, NOT_FROM_ANSWER),
        (other_text, OTHER_TEXT),
        (other_rubric, "kein TOML"),
    ],
)
def test_every_forgery_is_told(
    with_rubrics: Pruefakte, change: Callable[[list[Entry]], None], said: str
) -> None:
    def edit(payload: dict[str, bytes]) -> None:
        content = json.loads(payload[RUBRICS])
        change(content["urteile"])
        payload[RUBRICS] = json.dumps(content).encode()

    data = forged(with_rubrics.data, edit)
    assert said in told(data) and not verify(data).ok


def test_a_judgement_left_out_is_told_by_the_fingerprint(with_rubrics: Pruefakte) -> None:
    data = forged(with_rubrics.data, lambda payload: payload.pop(RUBRICS))
    assert not verify(data, with_rubrics.fingerprint).ok
