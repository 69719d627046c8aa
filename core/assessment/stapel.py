"""The questions of many Läufe over a provider's batches, at half the price: sent once, booked once.

What comes back is a row in the books that no Lauf has used yet, so the ordinary batch finds it paid, and asks
itself for what is missing.
"""

import json
import logging
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urlsplit

from core.assessment.auftrag import Auftrag, schluessel
from core.assessment.batch import material_of
from core.assessment.parteiteil import ANTRAG, antrag_anfrage, partei_anfrage
from core.assessment.pipeline import Material, templates
from core.assessment.stapel_files import Draft, Drafts
from core.context import Context
from core.errors import (
    DashboardError,
    EingabeError,
    KontextZuLang,
    ModellFehler,
    ModellNichtErreichbar,
    ModellUeberlastet,
)
from core.german import formats
from core.llm import batch_access
from core.llm.anfrage import Anfrage
from core.llm.batch_access import Access, BatchState, access_to
from core.llm.budget import CENT_PART, PRICELESS
from core.llm.catalogue import OFFLINE, find_modell
from core.llm.client import first_request, most_it_costs
from core.llm.litellm_access import body_of
from core.llm.versuch import billed
from core.runs.buchungen import answered_fragen, claimed, frage_of, prompt_name
from core.runs.lauf import antrag_hash
from core.runs.load_laeufe import paid_parts
from core.runs.stapel_rows import (
    Stapel,
    Stapelfrage,
    begin_stapel,
    book_stapel,
    drop_unsent,
    fragen_of,
    note_sent,
    open_stapel,
    waiting_fragen,
)
from core.runs.store import Runstore, runstore

POLL = 20.0
"""Seconds between two looks at what the provider has."""

PATIENCE = 600.0
"""Seconds that one call waits; a provider may take a day."""

CLAIM = "stapel"
"""Held while it is found out what was sent, and sent what was not."""

LOG = logging.getLogger(__name__)
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """`is_ready`: the answers are in the books. `kosten`: US dollars that came to be known just now."""

    is_ready: bool
    kosten: float = 0.0


def answer_in_batches(
    context: Context, auftraege: Sequence[Auftrag], limit: float | None, tell: Tell
) -> Outcome:
    """Send what nobody has answered yet and take up what was sent before; wait for it for a while.

    Called again it goes on where it was. `tell` hears what it will cost before anything is sent.
    """
    if any(one.fresh for one in auftraege):
        raise EingabeError("Was gespeichert ist, gilt hier als beantwortet. Lassen Sie --fresh weg.")
    asked = [one for one in auftraege if one.modell != OFFLINE]
    if not asked:
        raise EingabeError("Ohne Sprachmodell kostet ein Lauf nichts. Nennen Sie --model.")
    addresses = {find_modell(context, one.modell).id: one.api_base for one in asked}
    for modell, api_base in addresses.items():
        access_to(context, modell, api_base)
    run = _Run(context, runstore(context), addresses, tell)
    with tempfile.TemporaryDirectory() as folder, claimed(run.store, CLAIM):
        run.find_again()
        drafts = Drafts(Path(folder))
        run.write(asked, drafts)
        drafts.close()
        run.announce(drafts.drafts, limit)
        for draft in drafts.drafts:
            run.send(draft)
    return run.wait()


# --- what is to be asked --------------------------------------------------------------------------


def _questions(context: Context, auftrag: Auftrag, material: Material) -> Iterator[tuple[str, Anfrage]]:
    """Party → what its Lauf would ask."""
    if auftrag.antragsprompt is not None:
        yield ANTRAG, antrag_anfrage(auftrag, auftrag.antragsprompt)
    for vorlage in templates(context, auftrag, material[0], material[1]):
        yield vorlage.partei, partei_anfrage(auftrag, vorlage)


def _hash_of(auftrag: Auftrag, material: Material) -> str:
    """As its Lauf will have it."""
    antrag = replace(auftrag.antrag, bundesland=material[0].bundesland, datum=material[0].datum)
    is_edited = auftrag.gelesen is not None and auftrag.gelesen != auftrag.antrag
    return antrag_hash(antrag, is_edited)


def _in_order(auftraege: Iterable[Auftrag]) -> Iterator[Auftrag]:
    """Those of one search after each other: what it found is not kept for long."""
    groups: dict[object, list[Auftrag]] = {}
    for auftrag in auftraege:
        groups.setdefault(auftrag.suche, []).append(auftrag)
    for group in groups.values():
        yield from group


# --- sending and fetching -----------------------------------------------------------------------------------


@dataclass(slots=True)
class _Run:
    """One call. `mine`: those that hold questions of this call, and are waited for."""

    context: Context
    store: Runstore
    addresses: Mapping[str, str | None]
    tell: Tell
    mine: set[str] = field(default_factory=set)
    states: dict[str, BatchState] = field(default_factory=dict)
    kosten: float = 0.0
    troubles: dict[str, str] = field(default_factory=dict)
    refusals: list[str] = field(default_factory=list)

    def find_again(self) -> None:
        """What may have been sent by a process that died before it could note so."""
        for stapel in (one for one in open_stapel(self.store) if one.kennung is None):
            try:
                kennung = batch_access.find(self._access(stapel), stapel.id, stapel.created)
            except DashboardError as reason:  # as long as nobody knows, its questions are not sent again
                self._note(stapel, reason)
                continue
            if kennung:
                note_sent(self.store, stapel.id, kennung)
            else:
                drop_unsent(self.store, stapel.id)

    def write(self, auftraege: Sequence[Auftrag], drafts: Drafts) -> None:
        waiting, done = waiting_fragen(self.store), answered_fragen(self.store)
        for auftrag in _in_order(auftraege):
            try:
                material = material_of(self.context, auftrag)
                key = schluessel(self.context, auftrag, material[1])
                if self.store.find_cached(key):
                    continue
                done |= {frage_of(key, partei) for partei in paid_parts(self.store, key)}
                for partei, anfrage in _questions(self.context, auftrag, material):
                    frage = frage_of(key, partei)
                    if frage in waiting:
                        self.mine.add(waiting[frage])
                    elif frage not in done:
                        done.add(frage)
                        told = partei, frage, _hash_of(auftrag, material)
                        self._write_one(drafts, auftrag, anfrage, *told)
            except (EingabeError, KontextZuLang) as reason:  # its Lauf tells so, and stops nobody else's
                LOG.info("%s: %s", auftrag.antrag.titel, reason)

    def _write_one(
        self, drafts: Drafts, auftrag: Auftrag, anfrage: Anfrage, partei: str, frage: str, antrag: str
    ) -> None:
        access = access_to(self.context, auftrag.modell, auftrag.api_base)
        modus, messages = first_request(self.context, anfrage)
        body = body_of(anfrage, access.modell, messages, modus)
        line = {"custom_id": frage, "method": "POST", "url": "/v1/chat/completions", "body": body}
        prompt = prompt_name(auftrag.prompt.id, auftrag.prompt.version)
        most = most_it_costs(self.context, anfrage, messages)
        drafts.add(access, Stapelfrage(frage, partei, prompt, modus, antrag), json.dumps(line), most)

    def announce(self, drafts: Sequence[Draft], limit: float | None) -> None:
        """What it costs at most; EingabeError where that is more than the limit."""
        if not drafts:
            return
        costs = [draft.most for draft in drafts]
        full = None if None in costs else sum(one for one in costs if one is not None)
        if limit is not None:
            self._check(full, limit)
        count = sum(len(draft.fragen) for draft in drafts)
        price = "zum halben Preis, der nicht bekannt ist"
        if full is not None:
            price = f"höchstens {formats.cost(full * batch_access.SHARE)} statt {formats.cost(full)}"
        self.tell(
            f"{formats.number(count)} Fragen über die Stapel-Schnittstelle: {price}, Antworten innerhalb von "
            "24 Stunden."
        )

    def _check(self, full: float | None, limit: float) -> None:
        if full is None:
            raise EingabeError(PRICELESS)
        sent = [one.hoechstens or 0.0 for one in open_stapel(self.store) if one.id in self.mine]
        most = full * batch_access.SHARE + sum(sent)
        if most > limit + CENT_PART:
            raise EingabeError(
                f"Der Stapel kostet höchstens {formats.cost(most)}, mehr als die Grenze von "
                f"{formats.cost(limit)}; gesendet wurde nichts. Setzen Sie --limit höher, oder nehmen Sie "
                "weniger Anträge."
            )

    def send(self, draft: Draft) -> None:
        access = draft.access
        hoechstens = None if draft.most is None else draft.most * batch_access.SHARE
        begun = begin_stapel(self.store, access.modell.id, _address(access), hoechstens, draft.fragen)
        try:
            kennung = batch_access.send(access, draft.file, begun.id)
        except (EingabeError, batch_access.Refused):
            drop_unsent(self.store, begun.id)
            raise
        note_sent(self.store, begun.id, kennung)
        self.mine.add(begun.id)

    def wait(self) -> Outcome:
        """Look at all that is open, whoever sent it: what was answered is billed. Wait for what is ours."""
        pending, end = open_stapel(self.store), time.monotonic() + PATIENCE
        while True:
            pending = [one for one in pending if not self._is_done(one)]
            if self.refusals:
                raise ModellFehler(" ".join(self.refusals))
            pending = [one for one in pending if one.id in self.mine]
            if not pending:
                return Outcome(True, self.kosten)
            is_known = any(one.kennung for one in pending)
            if not is_known or time.monotonic() + POLL > end:
                self.tell(self._not_ready(pending))
                return Outcome(False, self.kosten)
            time.sleep(POLL)

    def _not_ready(self, pending: Sequence[Stapel]) -> str:
        states = [self.states[one.id] for one in pending if one.id in self.states]
        fertig, total = sum(one.fertig for one in states), sum(one.total for one in states)
        count = f" ({formats.number(fertig)} von {formats.number(total)} Fragen)" if total else ""
        known = {self.troubles[one.id] for one in pending if one.id in self.troubles}
        trouble = f" Zuletzt gab es eine Störung: {' '.join(sorted(known))}" if known else ""
        return (
            f"Der Anbieter ist noch nicht fertig{count}.{trouble} Starten Sie denselben Befehl später noch "
            "einmal: Er holt die Antworten ab und sendet nichts zweimal."
        )

    def _is_done(self, stapel: Stapel) -> bool:
        if stapel.kennung is None:
            return False
        try:
            access = self._access(stapel)
            state = self.states[stapel.id] = batch_access.state_of(access, stapel.kennung)
            self.troubles.pop(stapel.id, None)
            if state.is_ended:
                self._collect(stapel, access, state)
            return state.is_ended
        except DashboardError as reason:
            if all(one.id != stapel.id for one in open_stapel(self.store)):
                return True  # somebody else has fetched it meanwhile
            self._note(stapel, reason)
            return False

    def _note(self, stapel: Stapel, reason: DashboardError) -> None:
        """What may pass is waited for; what will not ends the call, if it is about what is asked here."""
        LOG.warning("Stapel %s: %s", stapel.id, reason)
        self.troubles[stapel.id] = str(reason)
        if stapel.id in self.mine and not isinstance(reason, ModellNichtErreichbar | ModellUeberlastet):
            raise reason

    def _collect(self, stapel: Stapel, access: Access, state: BatchState) -> None:
        fragen = fragen_of(self.store, stapel.id)
        came = {}
        for line in (line for file in state.files for line in batch_access.lines_of(access, file)):
            if isinstance(frage := line.get("custom_id"), str) and frage not in came:
                modus = fragen[frage].modus if frage in fragen else ""
                came[frage] = batch_access.versuch_of(self.context, access.modell, modus, line)
        if book_stapel(self.store, stapel.id, fragen, came):
            batch_access.drop_files(access, state)
        if stapel.id not in self.mine:
            return
        kosten, answered = billed(came.values()) or 0.0, sum(not one.grund for one in came.values())
        self.kosten += kosten
        if not (state.is_completed or answered or kosten):
            self.refusals.append(
                f"Der Anbieter von „{stapel.modell}“ hat den Stapel nicht bearbeitet ({state.grund}); es ist "
                f"nichts bezahlt. Nehmen Sie weniger Anträge auf einmal. {batch_access.WITHOUT}"
            )
        elif missing := len(fragen) - answered:
            self.tell(
                f"{formats.number(missing)} von {formats.number(len(fragen))} Fragen hat der Anbieter nicht "
                "beantwortet; sie werden einzeln gestellt, zum vollen Preis."
            )

    def _access(self, stapel: Stapel) -> Access:
        access = access_to(self.context, stapel.modell, self.addresses.get(stapel.modell))
        if _address(access) != stapel.adresse:
            raise EingabeError(
                f"Der Stapel für „{stapel.modell}“ wurde an {stapel.adresse or access.modell.anbieter} "
                "gesendet. Setzen Sie diese Adresse wieder, um seine Antworten abzuholen."
            )
        return access


def _address(access: Access) -> str:
    """Without a name and a password that may stand in it."""
    if not access.basis_url:
        return ""
    parts = urlsplit(access.basis_url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl().rstrip("/")
