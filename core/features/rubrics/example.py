"""What a scripted model says of the demo's Antrag by rubrics: true quotes, and such as must be dropped."""

import json
from collections.abc import Mapping, Sequence

from core.features.rubrics.judge import judge_lauf
from core.llm.anfrage import Anfrage, Message
from core.llm.catalogue import Handler
from core.programme.context import Context

FILE = "rubriken.json"
"""Rubric → what is answered of its fields for the first of the demo's Anträge."""

Answer = Sequence[Mapping[str, object]]


def judge_example(context: Context, lauf_id: str, modell: str) -> None:
    """The Antrag of this Lauf by each rubric, stored as all judgements."""
    file = context.settings.data_dir / "demo" / FILE
    told: Mapping[str, Answer] = json.loads(file.read_text(encoding="utf-8"))
    for rubric, answer in told.items():
        judge_lauf(context, lauf_id, rubric, Anfrage(modell, skript=_script(answer)))


def _script(answer: Answer) -> Handler:
    def handler(messages: Sequence[Message], params: Mapping[str, object]) -> str:
        return json.dumps({"urteile": answer}, ensure_ascii=False)

    return handler
