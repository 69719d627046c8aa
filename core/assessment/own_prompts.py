"""The prompts that analysts wrote themselves, beside those that are shipped."""

from dataclasses import dataclass, replace

from core.assessment.prompts import (
    ANBIETER,
    JUDGING,
    OWN,
    PARTEI,
    Prompt,
    format_prompt,
    make_prompt,
    parse_prompt,
    prompts_of,
)
from core.base.errors import EingabeError
from core.llm.catalogue import Modell
from core.programme.context import Context
from core.runs.lauf import OwnPrompt
from core.runs.store import runstore


@dataclass(frozen=True, slots=True)
class PromptShelf:
    """The prompts that judge a party: the shipped ones, and those that analysts wrote."""

    context: Context

    def own(self) -> list[Prompt]:
        """Every version of every own prompt, the newest of each first."""
        return [_read(stored) for stored in runstore(self.context).list_prompts()]

    def newest(self, modell: Modell | None = None) -> list[Prompt]:
        """The shipped ones, then the newest version of each own one. `modell`: those alone that it can
        answer."""
        newest: dict[str, Prompt] = {}
        for prompt in self.own():
            newest.setdefault(prompt.id, prompt)
        shipped = prompts_of(self.context).values()
        every = [prompt for prompt in (*shipped, *newest.values()) if prompt.art in JUDGING]
        is_silent = modell is not None and not modell.zitate
        return [prompt for prompt in every if not (is_silent and prompt.art == ANBIETER)]

    def find(self, id: str, version: int | None = None) -> Prompt:
        """That of the id, shipped or own, in its newest version; of an own one the name will do."""
        shipped = prompts_of(self.context)
        own = [] if id in shipped else self.own()
        versions = [shipped[id]] if id in shipped else [one for one in own if one.id == id]
        versions = versions or [one for one in own if one.id == OWN + id]
        if not versions:
            known = ", ".join(prompt.id for prompt in self.newest())
            raise EingabeError(f"Den Prompt „{id}“ gibt es nicht. Möglich sind: {known}.")
        for prompt in versions:
            if version in (None, prompt.version):
                return prompt
        there = ", ".join(str(prompt.version) for prompt in versions)
        raise EingabeError(f"Die Fassung {version} des Prompts „{id}“ gibt es nicht. Vorhanden: {there}.")

    def save(self, name: str, system: str, nutzer: str, beschreibung: str = "", art: str = PARTEI) -> Prompt:
        """The prompt under that name; other texts than its newest version's make another version."""
        name = " ".join(name.split())
        if not name or not name.isprintable():
            raise EingabeError("Der Prompt braucht einen Namen ohne unsichtbare Zeichen. Bitte eintragen.")
        prompt = make_prompt(name, system, nutzer, art, OWN + name, beschreibung=beschreibung)
        # The store counts the versions; the text says 1 in each: the same wording must be the same text.
        return _read(runstore(self.context).save_prompt(name, format_prompt(prompt)))


def _read(stored: OwnPrompt) -> Prompt:
    prompt = parse_prompt(stored.text, f"Der eigene Prompt „{stored.name}“, Fassung {stored.nummer}")
    return replace(prompt, version=stored.nummer)
