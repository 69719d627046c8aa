"""The door to a provider's batches: many questions in one file, answered within a day at half the price.

LiteLLM carries them to whoever speaks OpenAI's protocol. Of the providers of our file that is OpenAI: Azure
wants a deployment of its own for them, Mistral has another protocol, and the others have none.
"""

import json
import logging
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from core.context import Context
from core.errors import EingabeError, ModellFehler, ModellNichtErreichbar, SchluesselFehlt
from core.key_masker import mask, mask_keys
from core.llm.catalogue import (
    Modell,
    address_hint,
    find_modell,
    handlers,
    key_hint,
    missing_address,
    missing_key,
    own_server,
)
from core.llm.failures import LONGEST_DETAIL, ErrorFinding, diagnose
from core.llm.litellm_access import RawAntwort, key_for, read_body, warm_up
from core.llm.versuch import Versuch

PROVIDERS = ("openai",)
SHARE = 0.5
"""Of the price of a single request, as OpenAI bills it."""

MOST_LINES = 50_000
MOST_BYTES = 200_000_000
"""Of one file."""

LARGEST_ANSWERS = 1_000_000_000
"""Bytes of a file of answers; the longest there can be is read into memory."""

MARK = "antragsspiegel"
"""The name of our key among what is told of a batch to the provider, by which it is found again."""

ASKED_IN, CARRIED_IN = 60.0, 600.0
"""Seconds: for a question about a batch, and for a file."""

CLOCKS = timedelta(days=1)
"""So much may the provider's clock differ from ours."""

NOT_OFFERED = (404, 405, 501)
REFUSALS = (400, 401, 402, 403, 413, 422, 429)
ENDED = frozenset({"completed", "failed", "expired", "cancelled"})
WITHOUT = "Starten Sie ohne --guenstig, dann wird jede Frage einzeln gestellt."

LOG = logging.getLogger(__name__)
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Access:
    """A model's provider, and where it is asked."""

    modell: Modell
    basis_url: str | None


@dataclass(frozen=True, slots=True)
class BatchState:
    """`fertig` of `total` questions are answered. `grund`: why the provider did not complete it."""

    is_ended: bool
    is_completed: bool
    fertig: int
    total: int
    files: tuple[str, ...]
    sent: str
    grund: str


def access_to(context: Context, modell_id: str, api_base: str | None) -> Access:
    """EingabeError where its provider has no batches that we can reach."""
    modell = find_modell(context, modell_id)
    if modell.praefix not in PROVIDERS or modell.praefix in handlers(context):
        raise EingabeError(
            f"„{modell.id}“ kann nicht über eine Stapel-Schnittstelle gefragt werden; das geht nur bei "
            f"Modellen, deren Name mit {' oder '.join(f'„{one}/“' for one in PROVIDERS)} beginnt. Wählen "
            f"Sie ein solches Modell. {WITHOUT}"
        )
    basis_url = own_server(context, modell, modell_id, api_base) or modell.basis_url
    if missing := missing_key(modell, basis_url):
        raise SchluesselFehlt(key_hint(missing))
    if address := missing_address(modell, basis_url):
        raise ModellNichtErreichbar(address_hint(address))
    return Access(modell, basis_url)


def send(access: Access, file: Path, mark: str) -> str:
    """The file's questions as one batch; what the provider calls it."""

    def carried(litellm: Any, way: Mapping[str, object]) -> str:
        with file.open("rb") as lines:
            sent = litellm.create_file(file=(f"{mark}.jsonl", lines), purpose="batch", **way)
        created = litellm.create_batch(
            input_file_id=sent.id,
            endpoint="/v1/chat/completions",
            completion_window="24h",
            metadata={MARK: mark},
            **way,
        )
        return str(created.id)

    came = _asked(access, CARRIED_IN, carried)
    if not isinstance(came, ErrorFinding):
        return came
    if came.status in NOT_OFFERED:
        raise EingabeError(
            f"Unter {mask(access.basis_url or access.modell.anbieter)} gibt es keine Stapel-Schnittstelle "
            f"für „{access.modell.id}“ (Status {came.status}). {WITHOUT}"
        )
    # What was refused is not there; of everything else nobody knows.
    raise Refused(str(came.fehler)) if came.status in REFUSALS else came.fehler


class Refused(ModellFehler):
    """The provider did not take a batch, and said so."""


def find(access: Access, mark: str, since: datetime) -> str | None:
    """What the provider calls the batch that was sent with this mark; None where it has none."""

    def found(litellm: Any, way: Mapping[str, object]) -> str | None:
        for one in litellm.list_batches(limit=100, **way):  # asks for page after page, the latest first
            if (one.metadata or {}).get(MARK) == mark:
                return str(one.id)
            if one.created_at < (since - CLOCKS).timestamp():
                return None
        return None

    return _raised(_asked(access, CARRIED_IN, found))


def state_of(access: Access, kennung: str) -> BatchState:
    def looked(litellm: Any, way: Mapping[str, object]) -> BatchState:
        one = litellm.retrieve_batch(batch_id=kennung, **way)
        counts, files = one.request_counts, (one.output_file_id, one.error_file_id)
        faults = [str(fault.message) for fault in getattr(one.errors, "data", None) or ()]
        return BatchState(
            is_ended=one.status in ENDED,
            is_completed=one.status == "completed",
            fertig=counts.completed if counts else 0,
            total=counts.total if counts else 0,
            files=tuple(str(file) for file in files if file),
            sent=str(one.input_file_id),
            grund=_short(" ".join(faults) or str(one.status)),
        )

    came = _asked(access, ASKED_IN, looked)
    if isinstance(came, ErrorFinding) and came.status == 404:
        raise ModellFehler(
            f"Der Anbieter von „{access.modell.id}“ kennt den Stapel {kennung} nicht. Prüfen Sie, ob der "
            f"Schlüssel zu dem Konto gehört, mit dem er gesendet wurde. {WITHOUT}"
        )
    return _raised(came)


def lines_of(access: Access, file_id: str) -> Iterator[dict[str, Any]]:
    """The lines of a file of answers, each as what it says; what is none is left out."""

    def fetched(litellm: Any, way: Mapping[str, object]) -> bytes:
        return bytes(litellm.file_content(file_id=file_id, **way).content)

    for line in _raised(_asked(access, CARRIED_IN, fetched)).split(b"\n"):
        try:
            said = json.loads(line) if line.strip() else None
        except (ValueError, RecursionError):
            LOG.warning("Eine Zeile der Antworten auf einen Stapel ist nicht lesbar.")
            continue
        if isinstance(said, dict):
            yield said


def drop_files(access: Access, state: BatchState) -> None:
    """What the provider keeps of the questions and answers; it is of use to nobody any more."""
    for file_id in (state.sent, *state.files):
        came = _asked(access, ASKED_IN, partial(_deleted, file_id))
        if isinstance(came, ErrorFinding):
            LOG.warning("Die Datei %s blieb beim Anbieter: %s", file_id, came.fehler)


def _deleted(file_id: str, litellm: Any, way: Mapping[str, object]) -> None:
    litellm.file_delete(file_id=file_id, **way)


def versuch_of(context: Context, modell: Modell, modus: str, line: Mapping[str, Any]) -> Versuch:
    """What became of one question, at the price of a batch."""
    response = line.get("response")
    told: Mapping[str, Any] = response if isinstance(response, dict) else {}
    body, status = told.get("body"), told.get("status_code")
    blank = Versuch(modell.id, modus, 1, 0.0, status=status if isinstance(status, int) else None)
    if status != 200 or not isinstance(body, dict):
        fault = line.get("error") or (body.get("error") if isinstance(body, dict) else body)
        said = fault.get("message") if isinstance(fault, dict) else fault
        return replace(blank, grund=f"Im Stapel nicht beantwortet: {_short(str(said))}")
    came = read_body(context, modell, body)
    return replace(
        blank,
        grund="" if isinstance(came, RawAntwort) else str(came.fehler),
        tokens_ein=came.tokens_ein,
        tokens_aus=came.tokens_aus,
        tokens_cache=came.tokens_cache,
        kosten=None if came.kosten is None else SHARE * came.kosten,
        geantwortet=came.modell,
        text=came.text,
    )


def _short(text: str) -> str:
    return str(mask_keys(" ".join(text.split())))[:LONGEST_DETAIL]


def _asked(
    access: Access, seconds: float, call: Callable[[Any, Mapping[str, object]], Value]
) -> Value | ErrorFinding:
    """One step, without retries. What goes wrong comes back: raised here it would carry the key along."""
    outside = sys.exception()
    try:
        warm_up()
        from core.llm import litellm_access, litellm_inside

        way = {
            "custom_llm_provider": access.modell.praefix,
            "api_base": access.basis_url,
            "api_key": key_for(access.modell),
            "timeout": seconds,
            "max_retries": 0,
        }
        with litellm_access.deadline(seconds, LARGEST_ANSWERS):
            return call(litellm_inside.with_batches(), way)
    except Exception as reason:
        return diagnose(reason, access.modell, access.basis_url, seconds, outside)


def _raised(came: Value | ErrorFinding) -> Value:
    if isinstance(came, ErrorFinding):
        raise came.fehler
    return came
