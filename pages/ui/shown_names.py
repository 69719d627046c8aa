"""What models, prompts and Länder are called on the pages; their ids stand in addresses and in files."""

import re

import streamlit as st

from core.assessment.before_lauf import OWN
from core.demo.history import PLAYED
from core.llm.catalogue import OFFLINE
from core.llm.prompts import prompts_of
from core.programme.registry import partei_label
from pages.ui import resources


def modell_name(id: str) -> str:
    """As the catalogue calls it, also where a provider answers without its own name; else as it was typed."""
    if id == OFFLINE:
        return "ohne Sprachmodell"
    known = (modell for modell in resources.modelle() if id in (modell.id, modell.name))
    return next((modell.label for modell in known), PLAYED.get(id, id))


def prompt_name(id: str) -> str:
    """Its title; of an own one the name it was given."""
    return _titles().get(id) or PLAYED.get(id, id.removeprefix(OWN))


@st.cache_data(ttl=60, show_spinner=False)
def _titles() -> dict[str, str]:
    """Of the prompts that are shipped: they are files, and a list names many."""
    return {id: prompt.titel for id, prompt in prompts_of(resources.context()).items()}


def prompt_told(id: str, version: str | int) -> str:
    """„Streng belegt, Fassung 1“."""
    return f"{prompt_name(id)}, Fassung {version}" if version else prompt_name(id)


def prompt_shown(stored: str) -> str:
    """Of „streng v1“, as figures name it."""
    id, _, version = stored.rpartition(" v")
    return prompt_told(id, version) if id else prompt_name(stored)


def series_name(reihe: str, land: str | None = None) -> str:
    """Of „Modell openai/gpt-4.1“, „Prompt streng v1“, „Partei SPD“; „alle Läufe“ stays."""
    word, _, name = reihe.partition(" ")
    if word == "Partei":
        return f"{word} {partei_shown(name, land)}"
    shown = {"Modell": modell_name, "Prompt": prompt_shown}.get(word)
    return f"{word} {shown(name)}" if shown and name else reihe


def partei_shown(id: str, land: str | None = None) -> str:
    return partei_label(resources.context().registry, id, land)


def index_shown(change: str) -> str:
    """Of „DEMO: neu: lindenbund-demo-2024“: the Land and the Programme by their names."""
    gebiet, colon, programme = change.partition(": ")
    known = resources.context().registry.programme
    return f"{land_name(gebiet)}{colon}" + re.sub(
        r"[\w-]+", lambda found: known[found[0]].name if found[0] in known else found[0], programme
    )


def land_name(code: str | None) -> str:
    parlament = resources.context().registry.parlamente.get(code or "")
    return parlament.land if parlament else code or ""
