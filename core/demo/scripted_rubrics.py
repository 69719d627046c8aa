"""What scripted models say of the demo's Anträge by rubrics: true quotes, and such as must be dropped."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from core.antrag.antrag import keep_pdf
from core.antrag.read_antrag import read_antrag_bytes
from core.context import Context
from core.llm.anfrage import Handler, Message
from core.rubrics.judge import judge_lauf
from core.runs.store import runstore

FILE = "rubriken.json"
"""Rubric → what is answered of its fields for the first of the demo's Anträge."""

Answer = Sequence[Mapping[str, object]]


def judge_example(context: Context, lauf_id: str, modell: str) -> None:
    """The Antrag of this Lauf by each rubric, stored as all judgements."""
    store = runstore(context)
    for rubric, answer in _told(context).items():
        judge_lauf(context, store, lauf_id, rubric, modell, skript=_script(answer))


def keep_file(context: Context, file: Path) -> None:
    """The PDF beside the text of an Antrag, so that quotes from it are seen on their page."""
    antrag = read_antrag_bytes(file.read_bytes(), context.registry)
    kept = keep_pdf(context.settings.laeufe_dir, file.with_suffix(".pdf").read_bytes())
    runstore(context).save_antrag(antrag, "Beispiel", antrag, kept)


def _told(context: Context) -> Mapping[str, Answer]:
    file = context.settings.data_dir / "demo" / FILE
    told: Mapping[str, Answer] = json.loads(file.read_text(encoding="utf-8"))
    return told


def _script(answer: Answer) -> Handler:
    def handler(messages: Sequence[Message], params: Mapping[str, object]) -> str:
        return json.dumps({"urteile": answer}, ensure_ascii=False)

    return handler
