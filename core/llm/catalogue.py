"""Which models there are (data/modelle.toml), and whether one can be asked right now."""

import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from core.base.errors import EingabeError, ModellUnbekannt
from core.base.key_masker import key_named, mask
from core.base.toml_entry import read_toml
from core.programme.context import Context

Handler = Callable[[Sequence[Mapping[str, str]], dict[str, Any]], str]
"""Answers messages, with the parameters of the request, in a provider's place."""

DATEI = "modelle.toml"
OFFLINE = "offline/extraktiv"
OFFLINE_VERSION = 2
"""Of the built-in model: what another one answered has another key and another column. The first gave points,
by distance alone."""

DEMO = "demo"
"""Models `demo/…` play the demo history and answer nobody else."""

OLLAMA = ("ollama", "ollama_chat")
OLLAMA_URL = "http://localhost:11434"
OLLAMA_PATIENCE = 0.5
"""Seconds; an Ollama on the same machine answers in a few milliseconds."""

TYPED = re.compile(r"[a-z0-9_-]+(?:/(?!\.)[A-Za-z0-9._:+-]+(?<![.:]))+")
"""A name that can be typed: LiteLLM takes some providers' addresses from it, so nothing in it may be one.

For the same reason only providers of the file can be named: with others LiteLLM asks whatever host it reads.
"""
LONGEST_NAME = 120

WITH_BATCHES = ("openai", "anthropic")
"""Providers whose batches we know how to post; `sammel` says it of a model."""

UNKNOWN_CONTEXT_SIZE = 16_000
"""Tokens assumed for a model that is not in the file: nearly all that are on offer take more."""

PROMPT = "streng"


class Mode(StrEnum):
    """How a model is held to the form of its answer."""

    JSON_SCHEMA = "json_schema"
    JSON_MODUS = "json_modus"
    TEXT = "text"
    GRAMMATIK = "grammatik"
    """To the words of its sources, too."""
    BELEGE = "belege"
    """Not at all: it cites documents, and says the rest in text."""

    @property
    def down(self) -> tuple["Mode", ...]:
        """This one and the less strict kinds of JSON."""
        return JSON_MODES[JSON_MODES.index(self) :]


JSON_MODES = (Mode.JSON_SCHEMA, Mode.JSON_MODUS, Mode.TEXT)
"""The strictest first."""


CITING = ("anthropic",)
"""Whose form of citations is read."""


class Forcing(StrEnum):
    """As what a server of one's own takes a grammar of LLGuidance."""

    VLLM = "structured_outputs"
    VLLM_BEFORE_12 = "guided_grammar"
    SGLANG = "ebnf"
    LLAMA_CPP = "grammar"

    def body(self, grammar: str) -> dict[str, object]:
        """What goes beside the messages."""
        return {str(self): {"grammar": grammar} if self is Forcing.VLLM else grammar}


@dataclass(frozen=True, slots=True)
class Anbieter:
    praefix: str
    name: str
    schluessel: str | None = None
    basis_url_variable: str | None = None


@dataclass(frozen=True, slots=True)
class Availability:
    """`grund` says what to do where `ok` is false."""

    ok: bool
    grund: str = ""


@dataclass(frozen=True, slots=True)
class Modell:
    """A model by its LiteLLM name. `schluessel` and `basis_url_variable` are names of variables.

    `erzwungen`: its server can be held to a grammar, so that it copies nothing wrongly. `zitate`: in whose
    form it can cite documents, one of `CITING`. `sammel`: its provider takes requests to it in batches, for
    half the price.
    """

    id: str
    label: str
    anbieter: str
    schluessel: str | None
    kontext: int
    modus: Mode
    prompt: str
    basis_url_variable: str | None
    im_katalog: bool = True
    erzwungen: Forcing | None = None
    zitate: str | None = None
    sammel: bool = False

    @property
    def praefix(self) -> str:
        return self.id.split("/", 1)[0]

    @property
    def name(self) -> str:
        """What the provider calls it."""
        return self.id.split("/", 1)[1]

    @property
    def kostenlos(self) -> bool:
        """Does it run on this machine, so that no provider sends a bill?"""
        return self.praefix in (*OLLAMA, "offline")

    @property
    def named_url(self) -> str | None:
        """Another address for the provider, where the environment names one."""
        return os.environ.get(self.basis_url_variable or "") or None

    @property
    def basis_url(self) -> str | None:
        """Where it is asked, where that is not the provider's usual address."""
        return self.named_url or (OLLAMA_URL if self.praefix in OLLAMA else None)

    def missing_key(self, basis_url: str | None = None) -> str | None:
        """The name of the key that is needed and not there. A server of one's own needs none."""
        if self.schluessel is None or basis_url or self.basis_url or key_named(self.schluessel):
            return None
        return self.schluessel

    def missing_address(self, basis_url: str | None = None) -> str | None:
        """The variable that has to name a server of one's own: LiteLLM would ask OpenAI in its place."""
        own_server = self.schluessel is None and self.basis_url_variable
        return own_server if own_server and not (basis_url or self.basis_url) else None

    def demo_hint(self) -> str:
        return (
            f"Das Modell „{self.id}“ gibt es nur im Demo-Verlauf, wo seine Antworten gespielt sind. Wählen "
            "Sie ein anderes Modell."
        )

    def availability(self) -> Availability:
        """Can it be asked? Looks for the key, and asks Ollama what it holds; sends nothing to a provider."""
        if self.praefix == DEMO:
            return Availability(False, self.demo_hint())
        try:
            missing = self.missing_key()
        except EingabeError as reason:
            return Availability(False, str(reason))
        if missing:
            return Availability(False, key_hint(missing))
        if address := self.missing_address():
            return Availability(False, address_hint(address))
        if self.praefix not in OLLAMA:
            return Availability(True)
        from core.llm import line  # not at the door: httpx

        try:
            reply = line.fetch(f"{self.basis_url}/api/tags", OLLAMA_PATIENCE)
            pulled = {one["name"] for one in json.loads(reply)["models"]}
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            grund = f"Ollama antwortet nicht unter {self.basis_url}. Starten Sie es mit „ollama serve“."
            return Availability(False, str(mask(grund)))
        # Ollama takes a name without a tag for its tag „latest“.
        wanted = self.name if ":" in self.name else f"{self.name}:latest"
        if wanted in pulled:
            return Availability(True)
        return Availability(
            False, f"Ollama hat das Modell nicht. Laden Sie es mit „ollama pull {self.name}“."
        )


@dataclass(frozen=True, slots=True)
class Catalogue:
    """`handlers`: who answers for the models of a provider in LiteLLM's place, by its prefix."""

    modelle: Mapping[str, Modell]
    anbieter: Mapping[str, Anbieter]
    handlers: dict[str, Handler] = field(default_factory=dict)

    def find(self, id: str) -> Modell:
        """The model of that id; one that is not in the file is taken as LiteLLM's name for it."""
        id = id.strip()
        if id in self.modelle:
            return self.modelle[id]
        praefix, slash, name = id.partition("/")
        if not (praefix and slash and name):
            raise ModellUnbekannt(
                f"Das Modell „{_shown(id)}“ nennt keinen Anbieter. Schreiben Sie es wie „openai/gpt-4.1“ "
                "oder „ollama_chat/llama3.1:8b“."
            )
        if len(id) > LONGEST_NAME or not TYPED.fullmatch(id):
            raise ModellUnbekannt(
                f"„{_shown(id)}“ ist kein Name eines Modells: Möglich sind bis zu {LONGEST_NAME} Buchstaben, "
                "Ziffern und die Zeichen . _ : + - zwischen einzelnen Schrägstrichen. Eine Adresse gehört in "
                f"die Variable des Anbieters, siehe {DATEI}."
            )
        if praefix not in {*self.anbieter, *self.handlers, DEMO}:
            raise ModellUnbekannt(
                f"Den Anbieter „{praefix}“ gibt es nicht. Möglich sind: {', '.join(self.anbieter)}. Weitere "
                f"trägt man als [[anbieter]] in {DATEI} ein."
            )
        anbieter = self.anbieter.get(praefix, Anbieter(praefix, praefix))
        return _of(anbieter, id, name, UNKNOWN_CONTEXT_SIZE, Mode.JSON_SCHEMA, PROMPT, im_katalog=False)

    def label_of(self, name: str) -> str | None:
        """What a model is called that answers to this id, or to this name without its provider."""
        return next((one.label for one in self.modelle.values() if name in (one.id, one.name)), None)

    def own_server(self, modell: Modell, asked: str, api_base: str | None) -> str | None:
        """The address that somebody named for it. `api_base` is the request's own.

        That goes for the model that is `asked`, and for a fallback from the same provider.
        """
        same = modell.praefix == self.find(asked).praefix
        return (api_base if same else None) or modell.named_url

    def availabilities(self) -> dict[str, Availability]:
        """By model id, for every model of the file; all are looked at at once."""
        with ThreadPoolExecutor(max_workers=8) as pool:
            return dict(zip(self.modelle, pool.map(Modell.availability, self.modelle.values()), strict=True))


def load_catalogue(folder: Path) -> Catalogue:
    datei = read_toml(folder, DATEI)
    by_prefix: dict[str, Anbieter] = {}
    for entry in datei.tables("anbieter", "praefix"):
        praefix = entry.take("praefix", str)
        by_prefix[praefix] = Anbieter(
            praefix=praefix,
            name=entry.take("name", str),
            schluessel=entry.maybe("schluessel", str),
            basis_url_variable=entry.maybe("basis_url_variable", str),
        )
        entry.close()
    modelle: dict[str, Modell] = {}
    for entry in datei.tables("modell", "id"):
        id = entry.take("id", str)
        praefix, slash, name = id.partition("/")
        if not (slash and name):
            entry.fail("id", f"gefunden „{id}“, erwartet Anbieter/Modell wie openai/gpt-4.1.")
        owner = by_prefix[entry.one_of("id", praefix, by_prefix)]
        label, kontext = entry.take("label", str), entry.take("kontext", int)
        if kontext <= 0:
            entry.fail("kontext", f"gefunden {kontext}, erwartet eine Zahl von Tokens über 0.")
        modus, prompt = Mode(entry.choice("ausgabe", JSON_MODES)), entry.maybe("prompt", str) or PROMPT
        forced = entry.maybe("erzwungen", str)
        forcing = Forcing(entry.one_of("erzwungen", forced, Forcing)) if forced else None
        citing = entry.maybe("zitate", str)
        citing = entry.one_of("zitate", citing, CITING) if citing else None
        sammel = entry.maybe("sammel", bool) or False
        if sammel and praefix not in WITH_BATCHES:
            known = ", ".join(WITH_BATCHES)
            entry.fail("sammel", f"gibt es nur bei Modellen von {known}. Bitte die Zeile streichen.")
        entry.close()
        modell = _of(owner, id, label, kontext, modus, prompt)
        modell = replace(modell, erzwungen=forcing, zitate=citing, sammel=sammel)
        if modell.id in modelle:
            entry.fail("id", f"„{modell.id}“ gibt es zweimal. Bitte einen der beiden Einträge streichen.")
        modelle[modell.id] = modell
    datei.close()
    return Catalogue(modelle, by_prefix)


def catalogue_of(context: Context) -> Catalogue:
    """The file's, as it was when first asked for, and the handlers of this Context."""
    return context.own(_loaded)


def _loaded(context: Context) -> Catalogue:
    return load_catalogue(context.settings.data_dir)


def _shown(id: str) -> str:
    """A typed name as a message may show it: masked, printable and cut."""
    printable = "".join(letter if letter.isprintable() else "�" for letter in id)
    return str(mask(printable))[:LONGEST_NAME]


def address_hint(name: str) -> str:
    return f"Die Adresse {name} fehlt. Setzen Sie sie als Umgebungsvariable, wie http://localhost:8000/v1."


def key_hint(name: str) -> str:
    return (
        f"Der Schlüssel {name} fehlt. Setzen Sie ihn als Umgebungsvariable oder in .streamlit/secrets.toml."
    )


def _of(
    anbieter: Anbieter, id: str, label: str, kontext: int, modus: Mode, prompt: str, im_katalog: bool = True
) -> Modell:
    return Modell(
        id=id,
        label=label,
        anbieter=anbieter.name,
        schluessel=anbieter.schluessel,
        kontext=kontext,
        modus=modus,
        prompt=prompt,
        basis_url_variable=anbieter.basis_url_variable,
        im_katalog=im_katalog,
    )
