"""The built-in model in LiteLLM's place: what it needs beside the prompt travels at the prompt's end."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from core.context import Context
from core.llm.anfrage import Message
from core.llm.catalogue import OFFLINE
from core.llm.litellm_access import register_anbieter
from core.llm.offline import answer
from core.llm.offline_frage import answer_frage, read_frage
from core.models import Typ

ENDE = re.compile(r"\n<passung>(.*)</passung>\s*\Z", re.DOTALL)

Passung = Mapping[Typ, tuple[float, int]]
"""Kind of Programm → its share of the Antrag's wording, and among how many."""


def install(context: Context) -> None:
    """Let models `offline/…` be answered on this machine."""

    def handler(messages: Sequence[Mapping[str, str]], params: Mapping[str, Any]) -> str:
        if frage := read_frage(messages):
            return answer_frage(frage, context.embedder, context.registry)
        plain, passung = _split(messages)
        return answer(plain, {**params, "passung": passung}, context.embedder)

    register_anbieter(context, OFFLINE.split("/")[0], handler)


def with_passung(messages: Sequence[Message], passung: Passung) -> list[Message]:
    """The messages as the built-in model reads them."""
    *before, last = messages
    told = json.dumps({str(typ): values for typ, values in passung.items()})
    return [*before, {**last, "content": f"{last['content']}\n<passung>{told}</passung>"}]


def _split(messages: Sequence[Mapping[str, str]]) -> tuple[list[Mapping[str, str]], dict[str, Any]]:
    *before, last = messages
    found = ENDE.search(last["content"])
    if found is None:
        return list(messages), {}
    plain = {**last, "content": last["content"][: found.start()]}
    return [*before, plain], json.loads(found[1])
