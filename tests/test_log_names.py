"""No name out of an Antrag gets into a log, also not where a provider throws it back at us in an error."""

import json
import logging
import time
from dataclasses import replace
from pathlib import Path

import pytest

from core.antrag.read_antrag import read_antrag
from core.assessment.auftrag import Auftrag
from core.assessment.pipeline import LaufJobs
from core.assessment.prompts import prompts_of
from core.base.background import told
from core.base.errors import ModellFehler
from core.programme.context import Context
from core.runs.lauf import Status
from core.runs.store import runstore
from tests.llm.modellserver import Reply, Request, modellserver

NAMES = ("Wendelin", "Käsbohrer", "Roswitha", "Thalmeier")
ANTRAG = (
    "Antrag der Abgeordneten Dr. Wendelin Käsbohrer und Roswitha Thalmeier, Fraktion LINDENBUND\n"
    "Grundschulen auf dem Land erhalten\n\nDer Landtag fordert die Landesregierung auf,\n"
    "1. kleine Grundschulen auf dem Land zu erhalten.\n2. Herrn Käsbohrer dazu zu hören.\n"
)


def thrown_back(request: Request) -> Reply:
    return Reply(status=400, body=json.dumps({"error": {"message": json.dumps(request.body)}}))


@pytest.mark.parametrize("kind", ["refused", "nonsense"])
def test_no_name_of_a_deputy_is_logged(
    demo: Context,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
) -> None:
    caplog.set_level(logging.DEBUG)
    context = Context(replace(demo.settings, laeufe_dir=tmp_path))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    answer = thrown_back if kind == "refused" else (lambda request: json.dumps(request.body))
    with modellserver(answer) as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        antrag = replace(read_antrag(ANTRAG, context.registry), bundesland="DEMO")
        prompt = next(one for one in prompts_of(context).values() if one.art == "partei")
        jobs = LaufJobs(context)
        lauf_id = jobs.start(Auftrag.of(context, antrag, "openai/gpt-4.1", prompt, versuche=1))
        while jobs.stand(lauf_id).status is Status.LAEUFT:
            time.sleep(0.05)
        jobs.close()
    assert server.requests and runstore(context).load(lauf_id).antrag.text
    with told("Prüfen", lauf_id):
        raise ModellFehler(ANTRAG)
    lines = [logging.Formatter().format(one) for one in caplog.records if one.name.split(".")[0] in OURS]
    assert [line for line in lines for name in NAMES if name in line] == []


OURS = ("core", "pages", "antragsspiegel", "LiteLLM", "litellm", "streamlit", "uvicorn", "alembic")
"""What a server with INFO or DEBUG writes; HTTP clients are silenced by their own level."""
