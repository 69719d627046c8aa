"""The built-in model in LiteLLM's place: it is given the material of a request and reads no prompt."""

from collections.abc import Sequence
from typing import Any

from core.context import Context
from core.llm.anfrage import Message
from core.llm.catalogue import OFFLINE
from core.llm.litellm_access import register_anbieter
from core.llm.material import FrageMaterial
from core.llm.offline import answer
from core.llm.offline_frage import answer_frage


def install(context: Context) -> None:
    """Let models `offline/…` be answered on this machine."""

    def handler(messages: Sequence[Message], params: dict[str, Any]) -> str:
        material = params["material"]
        if isinstance(material, FrageMaterial):
            return answer_frage(material, context.embedder, context.registry)
        return answer(material, context.embedder)

    register_anbieter(context, OFFLINE.split("/")[0], handler)
