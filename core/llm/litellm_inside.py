"""LiteLLM, loaded quiet and behind our line, and what of it its documentation does not promise."""

import importlib.util
import json
import logging
import os
import warnings
from collections.abc import Mapping
from functools import cache
from pathlib import Path
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


PRICES = "model_prices_and_context_window_backup.json"


@cache
def _prices() -> Mapping[str, Any]:
    """The file that LiteLLM itself reads its prices from, without the seconds that loading LiteLLM takes."""
    found = importlib.util.find_spec("litellm")
    folder = found.submodule_search_locations[0] if found and found.submodule_search_locations else ""
    path = Path(folder) / PRICES
    prices: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return prices


def listed_cost(modell: str, tokens_ein: int, tokens_aus: int) -> float | None:
    """US dollars for so many tokens by the list price; None where none is listed for both."""
    row = _prices().get(modell) or _prices().get(modell.partition("/")[2]) or {}
    price_in, price_out = row.get("input_cost_per_token"), row.get("output_cost_per_token")
    if not price_in or not price_out:
        return None
    return float(price_in * tokens_ein + price_out * tokens_aus)
