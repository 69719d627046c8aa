"""The prompts that analysts wrote themselves, beside those that are shipped."""

from dataclasses import replace

from core.context import Context
from core.errors import EingabeError
from core.llm.prompts import PARTEI, Prompt, format_prompt, make_prompt, parse_prompt, prompts_of
from core.runs.lauf import OwnPrompt
from core.runs.store import Runstore

OWN = "eigen:"
"""Before the name of an own prompt; no file that is shipped has an id like that."""


def save_own(store: Runstore, name: str, system: str, nutzer: str, beschreibung: str = "") -> Prompt:
    """The prompt under that name; other texts than its newest version's make another version."""
    name = " ".join(name.split())
    if not name or not name.isprintable():
        raise EingabeError("Der Prompt braucht einen Namen ohne unsichtbare Zeichen. Bitte eintragen.")
    prompt = make_prompt(name, system, nutzer, id=OWN + name, beschreibung=beschreibung)
    # The store counts the versions; the text says 1 in each, for the same wording must be the same text.
    return _read(store.save_prompt(name, format_prompt(prompt)))


def own_prompts(store: Runstore) -> list[Prompt]:
    """Every version of every own prompt, the newest of each first."""
    return [_read(stored) for stored in store.list_prompts()]


def all_prompts(context: Context, store: Runstore, art: str = PARTEI) -> list[Prompt]:
    """The shipped ones of that Art, then the newest version of each own one."""
    newest: dict[str, Prompt] = {}
    for prompt in own_prompts(store):
        newest.setdefault(prompt.id, prompt)
    return [prompt for prompt in (*prompts_of(context).values(), *newest.values()) if prompt.art == art]


def find_prompt(context: Context, store: Runstore, id: str, version: int | None = None) -> Prompt:
    """The prompt of that id, shipped or own, in its newest version; of an own one the name will do."""
    shipped = prompts_of(context)
    versions = [shipped[id]] if id in shipped else _versions(store, id)
    if not versions:
        known = ", ".join(prompt.id for prompt in all_prompts(context, store))
        raise EingabeError(f"Den Prompt „{id}“ gibt es nicht. Möglich sind: {known}.")
    for prompt in versions:
        if version in (None, prompt.version):
            return prompt
    there = ", ".join(str(prompt.version) for prompt in versions)
    raise EingabeError(f"Die Fassung {version} des Prompts „{id}“ gibt es nicht. Vorhanden: {there}.")


def _versions(store: Runstore, id: str) -> list[Prompt]:
    own = own_prompts(store)
    return [p for p in own if p.id == id] or [p for p in own if p.id == OWN + id]


def _read(stored: OwnPrompt) -> Prompt:
    prompt = parse_prompt(stored.text, f"Der eigene Prompt „{stored.name}“, Fassung {stored.nummer}")
    return replace(prompt, version=stored.nummer)
