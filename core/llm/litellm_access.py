"""The only door to models: LiteLLM, or a handler of our own. One request, no retries.

LiteLLM is loaded with the first request that needs it: that takes seconds.
"""

import importlib.util
import json
import logging
import math
import os
import re
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from core.base.errors import (
    AntwortUnlesbar,
    EingabeError,
    ModellFehler,
    ModellNichtErreichbar,
    ModellUnbekannt,
    SchluesselFehlt,
)
from core.base.key_masker import key_named, mask_keys
from core.llm.anfrage import PRICELESS, Anfrage, Budget, Message
from core.llm.antwort import LARGEST, Schema, json_schema
from core.llm.catalogue import DEMO, Handler, Mode, Modell, address_hint, catalogue_of, key_hint
from core.llm.copy_grammar import grammar_for
from core.llm.failures import ErrorFinding, FormatRefused, diagnose
from core.llm.line import Heard, Line, client, deadline
from core.llm.provider_citations import SourceDocument, as_references, documents_of, with_documents
from core.programme.context import Context

NO_KEY = "ohne-schluessel"
"""Sent where a server needs none: the client refuses to start without one."""

LOG = logging.getLogger(__name__)

ZEICHEN_JE_TOKEN = 3.4

CACHE_WRITE = 1.25
"""So many times the usual price Claude bills for tokens that it keeps for us; none in LiteLLM's list more."""

AROUND = 500
"""Tokens that a provider puts around what is sent: 346 tell Claude of tools, as which it is told a schema."""

AROUND_DOCUMENTS = 4_000
"""The same with documents to cite, which nobody tells."""

LETTERS = re.compile(rb"[A-Za-z\s]+")

LARGEST_CONTEXT = 2_000_000
"""Tokens of a model that the catalogue does not list; no provider's holds more."""

MOST_TOKENS = 1_000_000_000_000
REFUSING, UNTOLD = (400, 422), (ModellFehler, FormatRefused)
"""What a server answers to a grammar that it cannot use; such an answer says nothing of context or key."""
GRAMMAR_REFUSED = (
    "Der Server von „{}“ lehnt die Grammatik ab, unter der das Modell Zitate nur abschreiben kann. Starten "
    "Sie ihn mit LLGuidance, oder streichen Sie „erzwungen“ bei diesem Modell in modelle.toml."
)
LONGEST_WORD = 200
"""Characters of what a server calls its model, and its reason to stop."""


@dataclass(frozen=True, slots=True)
class RawAntwort:
    """`ende`: why the model stopped (stop, length, content_filter). `tokens_cache` are among `tokens_ein`."""

    text: str
    modell: str
    tokens_ein: int
    tokens_aus: int
    kosten: float | None
    ende: str
    tokens_cache: int = 0
    status: int | None = 200


def register_anbieter(context: Context, name: str, handler: Handler) -> None:
    """Let `handler(messages, params)` answer for every model `name/…`.

    `params["model"]` is what follows the slash, `params["material"]` the request's material.
    """
    catalogue_of(context).handlers[name] = handler


def complete(
    context: Context,
    anfrage: Anfrage,
    modell: Modell,
    messages: Sequence[Message],
    modus: Mode,
    before: Callable[[], None] = lambda: None,
) -> RawAntwort | ErrorFinding:
    """Ask once. What goes wrong comes back as a Befund: raised from here it would carry the key along.

    `before` is called right before the request leaves; what it raises is raised, and nothing leaves.
    """
    basis_url = catalogue_of(context).own_server(modell, anfrage.modell, anfrage.api_base) or modell.basis_url
    if missing := modell.missing_key(basis_url):
        return ErrorFinding(SchluesselFehlt(key_hint(missing)), is_sent=False)
    if address := modell.missing_address(basis_url):
        return ErrorFinding(ModellNichtErreichbar(address_hint(address)), is_sent=False)
    handler = anfrage.skript if modell.praefix == DEMO else catalogue_of(context).handlers.get(modell.praefix)
    if modell.praefix == DEMO and handler is None:
        return ErrorFinding(ModellUnbekannt(modell.demo_hint()), is_sent=False)
    before()
    outside, heard = sys.exception(), Heard()
    try:
        if handler:
            params = {
                "model": modell.name,
                "temperature": anfrage.temperature,
                "max_tokens": anfrage.max_tokens,
                "material": anfrage.material,
            }
            text = handler(messages, params)
            read, written = tokens_of(messages), count_tokens(text)
            return _checked(modell, RawAntwort(text, modell.id, read, written, 0.0, "stop"))
        # None leaves it to LiteLLM to find the key of a provider that the catalogue does not list.
        unkeyed = NO_KEY if modell.schluessel or modell.basis_url_variable else None
        llm = litellm()
        with deadline(anfrage.timeout) as heard:
            response = llm.completion(
                model=modell.id,
                messages=_sent(modell, messages, anfrage.shared, modus),
                api_base=basis_url,
                api_key=(key_named(modell.schluessel) if modell.schluessel else None) or unkeyed,
                temperature=anfrage.temperature,
                max_tokens=anfrage.max_tokens,
                seed=anfrage.seed,
                timeout=anfrage.timeout,
                response_format=_response_format(anfrage.schema, modus),
                # The client would retry by itself, unseen.
                max_retries=0,
                num_retries=0,
                drop_params=True,
                **_forced(anfrage, modell, modus),
            )
        documents = documents_of(messages) if modus is Mode.BELEGE else None
        return _raw_antwort(response, modell, _is_free(context, modell), documents)
    except Exception as reason:
        found = diagnose(reason, modell, basis_url, anfrage.timeout, heard, outside)
        if modus is Mode.GRAMMATIK and found.status in REFUSING and type(found.fehler) in UNTOLD:
            found = replace(found, fehler=ModellFehler(GRAMMAR_REFUSED.format(modell.id)))
        return replace(found, kosten=0.0) if _is_free(context, modell) else found


def _forced(anfrage: Anfrage, modell: Modell, modus: Mode) -> dict[str, Any]:
    """What LiteLLM hands through to a server that is to hold its model to a grammar."""
    if modus is not Mode.GRAMMATIK or not modell.erzwungen:
        return {}
    return {"extra_body": modell.erzwungen.body(grammar_for(anfrage, modell))}


def _sent(modell: Modell, messages: Sequence[Message], shared: int, modus: Mode) -> list[dict[str, Any]]:
    marked = _with_mark(modell, messages, shared)
    if modus is not Mode.BELEGE:
        return marked
    return [with_documents(one) if one["role"] == "user" else one for one in marked]


def _with_mark(modell: Modell, messages: Sequence[Message], shared: int) -> list[dict[str, object]]:
    """As they are sent: with a mark up to where others begin alike, for those who keep only what is marked.

    Anthropic does; OpenAI, Google and DeepSeek keep what several requests begin with by themselves. A repair
    has further messages behind the one that is shared.
    """
    sent: list[dict[str, object]] = [dict(message) for message in messages]
    place = next((i for i, message in enumerate(messages) if message["role"] == "user"), None)
    if place is not None and shared and _keeps_what_is_marked(modell):
        content = messages[place]["content"]
        marked = {"type": "text", "text": content[:shared], "cache_control": {"type": "ephemeral"}}
        sent[place]["content"] = [marked, {"type": "text", "text": content[shared:]}]
    return sent


def _keeps_what_is_marked(modell: Modell) -> bool:
    return "claude" in modell.name.lower()


def count_tokens(text: str) -> int:
    """About how many tokens a text has, for any model, without loading anything.

    German programmes have 3.4 to 3.9 characters a token (OpenAI's cl100k): this counts up to 15 % too many.
    """
    return math.ceil(len(text) / ZEICHEN_JE_TOKEN)


def tokens_of(messages: Iterable[Message]) -> int:
    """The same of all messages of a request."""
    return sum(count_tokens(message["content"]) for message in messages)


def most_tokens(text: str) -> int:
    """More than any model's tokens of a text: a token for each byte, or for two where it is a letter of ours.

    In 2,267 windows of 3,000 characters of programmes and motions OpenAI's cl100k had at most 0.79 of it and
    Claude's old tokenizer 0.74; a newer one may have a third more. Tables and indexes have up to 2.8 times
    what `count_tokens` tells, which is right for prose.
    """
    data = text.encode(errors="replace")
    others = len(LETTERS.sub(b"", data))
    return others + math.ceil((len(data) - others) / 2)


@dataclass(frozen=True, slots=True)
class Price:
    """What requests to a model cost, in US dollars; None where its price is unknown."""

    context: Context
    modell: str

    @property
    def is_known(self) -> bool:
        return self.of(1000, 1000) is not None

    def of(self, tokens_ein: int, tokens_aus: int) -> float | None:
        """Those with so many tokens, by the price that they are billed at."""
        known = catalogue_of(self.context).find(self.modell)
        if _is_free(self.context, known):
            return 0.0
        try:
            input_tokens, aus = litellm().cost_per_token(
                model=known.id, prompt_tokens=tokens_ein, completion_tokens=tokens_aus
            )
        except Exception:  # LiteLLM has no class of its own for an unknown price
            return None
        return float(input_tokens + aus) or None

    def at_most(self, tokens_ein: int, tokens_aus: int) -> float | None:
        """The same, and all of them kept for others where that costs more."""
        dearer = CACHE_WRITE if _keeps_what_is_marked(catalogue_of(self.context).find(self.modell)) else 1
        return self.of(math.ceil(dearer * tokens_ein), tokens_aus)

    def listed(self, tokens_ein: int, tokens_aus: int) -> float | None:
        """The same by the list price, without loading LiteLLM; None where none is listed for both."""
        row = _prices().get(self.modell) or _prices().get(self.modell.partition("/")[2]) or {}
        price_in, price_out = row.get("input_cost_per_token"), row.get("output_cost_per_token")
        if not price_in or not price_out:
            return None
        return price_in * tokens_ein + price_out * tokens_aus


BATCH_SHARE = 0.5
"""Of the price, in a batch: OpenAI's and Anthropic's price lists, and LiteLLM's for every model that we know
to be taken in batches (`input_cost_per_token_batches`)."""


def cost_in_batch(context: Context, modell: Modell, came: "RawAntwort | ErrorFinding") -> float | None:
    """What an answer is billed there whose own price is in `came`.

    Of tokens that a provider had from before not all models are listed as cheaper there, too.
    """
    row = _prices().get(modell.id) or _prices().get(modell.name) or {}
    if came.kosten and came.tokens_cache and "cache_read_input_token_cost_batches" not in row:
        whole = Price(context, modell.id).of(came.tokens_ein, came.tokens_aus)
        return None if whole is None else BATCH_SHARE * whole
    return came.kosten and BATCH_SHARE * came.kosten


def most_cost_of(
    context: Context, anfrage: Anfrage, modell: Modell, messages: Sequence[Message], modus: Mode
) -> float | None:
    """What one request may cost at most, with the schema that goes beside its messages."""
    schema = json.dumps(_response_format(anfrage.schema, modus), ensure_ascii=False)
    around = AROUND_DOCUMENTS if modus is Mode.BELEGE else AROUND
    tokens = around + sum(map(most_tokens, (schema, *(message["content"] for message in messages))))
    return Price(context, modell.id).at_most(tokens, anfrage.max_tokens or 0)


def takes_response_format(context: Context, modell: Modell) -> bool:
    """Is a response format passed on? Where not, LiteLLM drops it without a word."""
    if modell.praefix in (DEMO, *catalogue_of(context).handlers):
        return False
    try:
        params = litellm().get_supported_openai_params(model=modell.id)
    except Exception:  # an unknown provider; asking it tells so
        return False
    return "response_format" in (params or ())


def refuse_priceless(context: Context, budget: Budget, modelle: Iterable[str]) -> None:
    """Before anything is asked."""
    if budget.limit is None:
        return
    if unknown := [one for one in sorted(set(modelle)) if not Price(context, one).is_known]:
        raise EingabeError(f"{PRICELESS} ({', '.join(unknown)})")


def _is_free(context: Context, modell: Modell) -> bool:
    return modell.kostenlos or modell.praefix in catalogue_of(context).handlers


def _response_format(schema: Schema | None, modus: Mode) -> dict[str, object] | None:
    if schema is None or modus in (Mode.TEXT, Mode.GRAMMATIK, Mode.BELEGE):
        return None
    if modus is Mode.JSON_MODUS:
        return {"type": "json_object"}
    content = json_schema(schema)
    # Providers hold a model to a schema word by word only where it allows nothing else.
    strict = content.get("additionalProperties") is False
    named = {"name": str(content.get("title", "Antwort")), "schema": content, "strict": strict}
    return {"type": "json_schema", "json_schema": named}


def _raw_antwort(
    response: Any, modell: Modell, is_free: bool, documents: Sequence[SourceDocument] | None = None
) -> RawAntwort | ErrorFinding:
    """What came, each part only where it is what it should be: a server may answer anything.

    `documents`: those that it could cite, and whose citations its text is to have as references.

    More tokens than a model holds are booked as so many, and told: one wrong figure of a gateway would else
    outweigh all other bills.
    """
    choice = response.choices[0] if response.choices else None
    ende = _word(choice and choice.finish_reason, "stop")
    message = choice.message if choice else None
    text = _said(message)
    if documents is not None:
        beside = getattr(message, "provider_specific_fields", None)
        cited = beside.get("citations") if isinstance(beside, dict) else None
        text = as_references(text, cited, documents)
    usage = getattr(response, "usage", None)
    most = modell.kontext if modell.im_katalog else LARGEST_CONTEXT
    for count in ("prompt_tokens", "completion_tokens"):
        if (said := _count(getattr(usage, count, 0))) > most:
            LOG.warning("%s meldet %s=%s; verbucht werden %s.", modell.id, count, said, most)
            setattr(usage, count, most)
    input_tokens = _count(getattr(usage, "prompt_tokens", 0))
    cached = _count(getattr(getattr(usage, "prompt_tokens_details", None), "cached_tokens", 0))
    aus = _count(getattr(usage, "completion_tokens", 0))
    name = _word(response.model, modell.id)
    # What is told by halves LiteLLM counts as nothing, and „true“ as 1: a request of one token there is none.
    is_told = input_tokens > 1 and aus > 0
    kosten = 0.0 if is_free else _dearer(response, modell.id) if is_told else None
    return _checked(modell, RawAntwort(text, name, input_tokens, aus, kosten, ende, cached))


def _dearer(response: Any, asked: str) -> float | None:
    """US dollars by the price of the model that was asked or of the one that says it answered; None without
    a price. LiteLLM goes by the name in the answer alone, which a server may choose."""
    llm, known = litellm(), []
    prices: Sequence[Callable[[], Any]] = (
        lambda: sum(llm.cost_per_token(model=asked, usage_object=response.usage)),
        lambda: llm.completion_cost(response, model=asked),
    )
    for price in prices:
        with suppress(Exception):  # LiteLLM has no class of its own for an unknown price
            value = price()
            # Zero means that nobody entered a price; what is free is known by its provider.
            if isinstance(value, int | float) and math.isfinite(value) and value > 0:
                known.append(float(value))
    return max(known, default=None)


def _said(message: object) -> str:
    """The text of a message; a list of parts is put together, of other things nothing is taken."""
    content = getattr(message, "content", None) or getattr(message, "refusal", None)
    if isinstance(content, list):
        content = "".join(
            part["text"] for part in content if isinstance(part, dict) and isinstance(part.get("text"), str)
        )
    return content if isinstance(content, str) else ""


def _word(value: object, default: str) -> str:
    return value[:LONGEST_WORD] if isinstance(value, str) and value.isprintable() and value else default


def _count(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_TOKENS:
        return value
    return 0


def _checked(modell: Modell, antwort: RawAntwort) -> RawAntwort | ErrorFinding:
    """Masked here, where it comes in: a server can send the key back that it was sent."""
    if len(antwort.text) > LARGEST:
        satz = f"Die Antwort von „{modell.id}“ hat mehr als {LARGEST} Zeichen. Wählen Sie ein anderes Modell."
        return _useless(replace(antwort, text=""), satz)
    antwort = replace(antwort, text=mask_keys(antwort.text), modell=mask_keys(antwort.modell))
    if antwort.ende == "content_filter":
        satz = f"Der Anbieter hat die Antwort von „{modell.id}“ gesperrt. Wählen Sie ein anderes Modell."
        return _useless(antwort, satz)
    if antwort.text.strip():
        return antwort
    if antwort.ende == "length":  # it has thought until there was no room left, and would again
        return _useless(antwort, cut_off(modell, antwort.tokens_aus))
    satz = f"Das Modell „{modell.id}“ hat leer geantwortet. Wählen Sie bei Wiederholung ein anderes."
    return _useless(antwort, satz, wiederholbar=True)


def cut_off(modell: Modell, tokens: int) -> str:
    return (
        f"Die Antwort von „{modell.id}“ brach nach {tokens} Tokens ab. Erhöhen Sie max_tokens "
        "oder wählen Sie ein anderes Modell."
    )


def _useless(antwort: RawAntwort, satz: str, wiederholbar: bool = False) -> ErrorFinding:
    """An answer that was given, and is billed, and of which nothing can be made."""
    return ErrorFinding(
        AntwortUnlesbar(satz, antwort.text),
        wiederholbar,
        tokens_ein=antwort.tokens_ein,
        tokens_aus=antwort.tokens_aus,
        tokens_cache=antwort.tokens_cache,
        kosten=antwort.kosten,
        status=200,
        modell=antwort.modell,
        text=antwort.text,
    )


# --- LiteLLM, loaded quiet and behind our line, and what of it its documentation does not promise ----------

TALKATIVE = ("LiteLLM", "httpx", "httpcore", "openai")
"""Loggers that tell of every request, Gemini's with the key in its address."""

_loading = threading.Lock()


def litellm() -> ModuleType:
    """LiteLLM, kept from calling home; the import takes seconds."""
    with _loading:
        return _loaded()


@cache
def _loaded() -> ModuleType:
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import litellm

        litellm.Message(content="")  # its class is built, with a warning, when it is first used

    # Its two ways to the network: the client of OpenAI's, and that of its own, which it documents nowhere.
    litellm.client_session = client()
    litellm.sync_transport = Line()
    litellm.suppress_debug_info = True
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    return litellm


def warm_up() -> None:
    """Load LiteLLM now, so that the first question need not wait for it."""
    litellm()


def load_beside(context: Context, modell: str) -> None:
    """The same beside what its Lauf does before it asks, where the model is asked through LiteLLM at all."""
    praefix = catalogue_of(context).find(modell).praefix
    if praefix != DEMO and praefix not in catalogue_of(context).handlers:
        threading.Thread(target=warm_up, name="litellm", daemon=True).start()


PRICES = "model_prices_and_context_window_backup.json"


@cache
def _prices() -> Mapping[str, Mapping[str, float]]:
    """The file that LiteLLM itself reads its prices from, without the seconds that loading LiteLLM takes."""
    found = importlib.util.find_spec("litellm")
    folder = found.submodule_search_locations[0] if found and found.submodule_search_locations else ""
    path = Path(folder) / PRICES
    prices: Mapping[str, Mapping[str, float]] = {}
    if path.is_file():
        prices = json.loads(path.read_text(encoding="utf-8"))
    return prices
