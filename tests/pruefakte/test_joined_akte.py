"""A quote from several places goes with its Lauf everywhere: file, Prüfakte, export, Vermerk, counts."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from core.assessment.lauf_view import answer_of
from core.assessment.pipeline import assess
from core.features.papers.bundle import bundle
from core.features.papers.lauf_report import report
from core.features.papers.verify import verify
from core.programme.context import Context
from core.proof.audit import audit
from core.runs.import_laeufe import read_export
from core.runs.lauf import Lauf
from core.runs.store import open_store, runstore
from core.wortlaut.binding.eintrag import ZitatStatus
from tests.assessment.conftest import auftrag
from tests.llm.modellserver import Reply, Request, antwort, modellserver
from tests.pruefakte.forgeries import forged
from tests.pruefakte.test_verify import TEIL, change_json, told

JOINED = ZitatStatus.AUS_MEHREREN_STELLEN


def joining(request: Request) -> Reply:
    """Joins a sentence of each of the first sources with one of every other."""
    text = str(request.body["messages"][-1]["content"])
    bodies = re.findall(r"^\[Q\d+\].*?\n„(.*?)“$", text, re.DOTALL | re.MULTILINE)[:4]
    sentences = [next(s for s in re.split(r"(?<=[.!?])\s", body) if len(s) > 40) for body in bodies]
    zitate = [{"text": f"{a} […] {b}", "quelle": "Q1"} for a, b in permutations(sentences, 2)]
    nothing = {"score": None, "begruendung": "", "zitate": []}
    part = {"score": 7, "begruendung": "Es passt.", "zitate": zitate}
    return antwort({"fraktion": "x", "wahlprogramm": part, "parteiprogramm": nothing})


@pytest.fixture(scope="module")
def judged(demo: Context, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Context, str]]:
    context = Context(replace(demo.settings, laeufe_dir=tmp_path_factory.mktemp("laeufe")))
    with pytest.MonkeyPatch.context() as patch, modellserver(joining) as server:
        patch.setenv("OPENAI_API_KEY", "sk-test-0123456789abcdef")
        lauf_id = assess(context, auftrag(api_base=server.url))
    yield context, lauf_id
    runstore(context).close()


@pytest.fixture
def lauf(judged: tuple[Context, str]) -> Lauf:
    context, lauf_id = judged
    return runstore(context).load(lauf_id)


def test_it_is_stored_counted_and_proved(judged: tuple[Context, str], lauf: Lauf) -> None:
    context, lauf_id = judged
    joined = [zitat for zitat in lauf.zitate if zitat.status is JOINED]
    assert joined and all(len(zitat.beleg.teile) == 2 for zitat in joined)
    (row,) = [one for one in runstore(context).list_laeufe() if one.id == lauf_id]
    assert row.gebunden == sum(zitat.status.is_bound for zitat in lauf.zitate) >= len(joined)
    assert all(befund.ok for befund in audit([answer_of(lauf)], context))
    (total,) = runstore(context).quote_counts()
    assert total.nach_status[JOINED] == len(joined) and total.gebunden == row.gebunden


def test_its_pruefakte_proves_every_part(judged: tuple[Context, str], lauf: Lauf) -> None:
    akte = bundle(*judged)
    assert verify(akte.data).ok and akte.offen == 0
    place = next(n for n, zitat in enumerate(lauf.zitate) if zitat.status is JOINED)

    def lie(content: Any) -> None:
        content["zitate"][place]["eintrag"]["teile"][1]["seiten"] = [1]

    assert "sind nicht die seiner" in told(verify(forged(akte.data, change_json(TEIL, lie))))


def test_its_export_is_proved_again_and_the_vermerk_shows_each_part(
    judged: tuple[Context, str], lauf: Lauf, tmp_path: Path
) -> None:
    context, _ = judged
    beleg = next(zitat.beleg for zitat in lauf.zitate if zitat.status is JOINED)
    page = report(context, [lauf])
    assert all(f"„{teil.text}“" in page for teil in beleg.teile) and f"„{beleg.text}“" not in page
    store = runstore(context)
    assert b"aus_mehreren_stellen" in store.export_csv([lauf.id])
    other = open_store(None, tmp_path / "laeufe")
    (copy,) = read_export(other, json.dumps(store.export_json([lauf.id])).encode(), context).ids
    assert [z.eintrag for z in other.load(copy).zitate] == [z.eintrag for z in lauf.zitate]
    other.close()
