"""Nobody is told to have said what a document says: by no file that is read in, by no forged Prüfakte."""

import json
from typing import Any

import pytest

from core.assessment.lauf_view import LaufView
from core.base.errors import EingabeError
from core.features.documents.keep import keep
from core.features.papers.bundle import bundle
from core.features.papers.findings import AkteProof
from core.features.papers.verify import prove
from core.programme.context import Context
from core.runs.import_laeufe import import_json
from core.runs.lauf import Lauf
from core.runs.store import runstore
from core.wortlaut.records import Quelldokument
from tests.assessment.conftest import auftrag
from tests.documents.conftest import DETAILS, QUOTE, read_in
from tests.documents.test_in_lauf import PROMISE, answered, both, judged
from tests.llm.conftest import umgebung
from tests.pruefakte.forgeries import forged

__all__ = ["both", "umgebung"]


def made(context: Context, treaty: Quelldokument) -> Lauf:
    script = answered([{"text": PROMISE, "quelle": "[Q1]"}], [{"text": QUOTE, "quelle": "[Q1]"}])
    return judged(context, script, auftrag(quellen=(treaty.id,)))


def file_of(context: Context, lauf: Lauf) -> Any:
    got = json.loads(json.dumps(runstore(context).export_json([lauf.id])))
    got["laeufe"][0]["lauf"]["fehler"] = "z"
    return got


def proof_with(context: Context, lauf: Lauf, partei: str, **changes: Any) -> AkteProof:
    def change(payload: dict[str, bytes]) -> None:
        for path in [path for path in payload if path.endswith("teil.json")]:
            teil = json.loads(payload[path])
            if teil["partei"] == partei:
                points = changes.get("points")
                teil["punkte"] += [{**teil["punkte"][0], **points}] if points else []
                teil["name"] = changes.get("name", teil["name"])
                payload[path] = json.dumps(teil, indent=1, ensure_ascii=False).encode()

    return prove(forged(bundle(context, lauf.id).data, change))


def test_a_lauf_read_in_before_its_document_can_be_looked_at_once_that_is_there(
    both: Context, treaty: Quelldokument
) -> None:
    file, path = file_of(both, made(both, treaty)), both.find_pdf(treaty)
    pdf = path.read_bytes()
    both.own_documents.remove(treaty.id)
    path.unlink()
    there = Context(both.settings)
    (id,) = import_json(runstore(there), file, there)
    read_in(there, keep(there, DETAILS, pdf).id)
    there = Context(both.settings)
    assert LaufView(there, runstore(there).load(id)).parteien


def test_a_file_without_passages_is_read_in_or_refused(both: Context, treaty: Quelldokument) -> None:
    file = file_of(both, made(both, treaty))
    file["laeufe"][0]["angebot"] = []
    assert import_json(runstore(both), file, both)


def test_a_document_bears_its_own_name_in_a_pruefakte(both: Context, treaty: Quelldokument) -> None:
    assert not proof_with(both, made(both, treaty), treaty.id, name="SPD").ok


def test_no_points_hold_that_the_answer_does_not_give(both: Context, treaty: Quelldokument) -> None:
    lauf = made(both, treaty)
    assert not proof_with(both, lauf, "MÜHLRAD", points={"typ": "dokument", "score": 10.0}).ok
    assert not proof_with(both, lauf, treaty.id, points={"typ": "wahlprogramm", "score": 10.0}).ok


def test_a_party_is_not_read_in_as_a_document(both: Context, treaty: Quelldokument) -> None:
    file = file_of(both, made(both, treaty))
    own = file["laeufe"][0]["score"]
    first = next(one for one in own if one["partei"] == "MÜHLRAD" and one["score"] is not None)
    own.append({**first, "typ": "dokument", "score": 10})
    with pytest.raises(EingabeError, match="MÜHLRAD"):
        import_json(runstore(both), file, both)
