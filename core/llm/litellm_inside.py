"""LiteLLM, loaded quiet and behind our line, and what of it its documentation does not promise."""

import logging
import os
import warnings
from collections.abc import Mapping
from functools import cache
from typing import Any

TALKATIVE = ("LiteLLM", "httpx", "httpcore", "openai")
"""Loggers that tell of every request, Gemini's with the key in its address."""


@cache
def litellm() -> Any:
    """Without a call home; the import takes seconds."""
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import litellm

        from core.llm import litellm_access

        litellm.Message(content="")  # its class is built, with a warning, when it is first used

    # Its two ways to the network: the client of OpenAI's, and that of its own, which it documents nowhere.
    litellm.client_session = litellm_access.client()
    litellm.sync_transport = litellm_access.Line()
    litellm.suppress_debug_info = True
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    return litellm


def headers_of(error: BaseException) -> Mapping[str, str] | None:
    """Those of the answer that an error tells of; where LiteLLM hides them elsewhere, its response's own."""
    response = getattr(error, "response", None)
    return getattr(error, "litellm_response_headers", None) or getattr(response, "headers", None)
