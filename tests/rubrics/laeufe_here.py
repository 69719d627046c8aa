"""Läufe on Anträge that a rubric of one's own can judge, and a model that answers as told."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from core.antrag.antrag import Antrag
from core.base.settings import ROOT, Settings
from core.features.rubrics.judge import judge_lauf
from core.features.rubrics.judgement import RubricJudgement
from core.llm.anfrage import Anfrage
from core.programme.context import Context
from core.runs.lauf import NewLauf
from core.runs.store import Runstore
from tests.llm.modellserver import Reply, antwort, modellserver
from tests.rubrics.own_rubric import OWN, write

TEXT = """Der Landtag möge beschließen:

Die Landesregierung wird aufgefordert, ab 2031 in allen Kreisstädten einen Nachtbus einzuführen.

Begründung

Viele Menschen kommen nachts nicht mehr nach Hause."""
QUOTE = "ab 2031 in allen Kreisstädten einen Nachtbus einzuführen"
INVENTED = QUOTE.replace("2031", "2039")
MODEL = "openai/test"


def context_with(folder: Path, laeufe: Path) -> Context:
    """A folder of data with the rubric `klima`, and a store of its own."""
    (folder / "rubriken").mkdir(parents=True)
    write(folder / "rubriken", OWN)
    for name in ("modelle.toml", "registry", "prompts"):
        (folder / name).symlink_to(ROOT / "data" / name)
    return Context(replace(Settings(), data_dir=folder, laeufe_dir=laeufe))


def lauf_on(store: Runstore, text: str = TEXT, schluessel: str = "s", is_demo: bool = False) -> str:
    neu = NewLauf(
        antrag=Antrag(text=text, titel="Nachtbus"), modell_gefragt="openai/urteil", prompt_id="streng",
        prompt_version="1", prompt_hash="h", prompt_text="Beurteile.", schluessel=schluessel, is_demo=is_demo,
    )  # fmt: skip
    new = store.start(neu)
    store.finish(new)
    return new


def said(
    *quotes: str, feld: str = "verkehr", stufe: object = 1, grund: str = "Er nützt."
) -> dict[str, object]:
    return {"feld": feld, "stufe": stufe, "begruendung": grund, "zitate": list(quotes)}


def judged(
    context: Context, lauf_id: str, *entries: object, anew: bool = False
) -> tuple[RubricJudgement, int]:
    """The stored judgement, and how often the model was asked for it."""
    return answered(context, lauf_id, [antwort(json.dumps({"urteile": list(entries)}))], anew)


def answered(
    context: Context, lauf_id: str, replies: Sequence[Reply], anew: bool = False
) -> tuple[RubricJudgement, int]:
    with modellserver(replies) as server:
        found = judge_lauf(context, lauf_id, "klima", Anfrage(MODEL, api_base=server.url), anew=anew)
        return found, len(server.requests)
