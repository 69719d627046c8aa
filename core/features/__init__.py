"""What can be taken out: each folder is one feature, with its records, tables, words and commands.

A feature shows pages, too, and core knows no Streamlit: those lie under the same name in `pages/features`.
Who takes one out deletes its two folders and its line in FEATURES. The frame knows features by `all_features`
alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

FEATURES = (
    "decisions",
    "rubrics",
    "support",
    "eichung",
    "textcheck",
    "papers",
    "monitor",
    "vergleich",
    "sources",
)


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the menu. `place`: where in it, the smaller the further left; None: not in the menu."""

    name: str
    title: str
    icon: str
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Feature:
    """What the frame is told of a feature: by name only, so that nothing is loaded before it is needed.

    `commands`: of `python -m core`: name → the module of the feature that holds it, and what it does.
    `hooks`: place in the frame → what it calls there, as „module:name“; PLACES says with what.
    `needs`: features that it imports.
    """

    name: str
    commands: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    pages: tuple[Page, ...] = ()
    hooks: Mapping[str, str] = field(default_factory=dict)
    needs: tuple[str, ...] = ()


PLACES: Mapping[str, str] = {
    "backup_folders": "{folder beside the Läufe: pattern of names}: files that a backup takes",
    "kept_of_drucksachen": "KeptOfDrucksachen: what goes with the last Lauf on a Drucksache",
    "export_parts": "(connection, keys of Drucksachen) → {name: rows}: stands beside exported Läufe",
    "listing_outcomes": "(store, ListedAntrag, …) → of each its Outcomes, by what is stored",
    "listing_steps": "(one of STEPS) → Condition on a row of `liste`: is that step stored?",
    "fetch_commands": "(subparsers, which sources there are, opens one by name): adds what `fetch` fetches",
    "lauf_panes": "LaufPanes: in the place of the quotes of a Lauf and of their page",
    "lauf_tabs": "LaufTab: what lies behind „Mehr“ of a Lauf",
    "party_words": "(LaufView) → PartyWords: drawn beneath the points of the parties",
    "report_parties": "(context, lauf) → {party: PartyNote}: a line with each, a column of their table",
    "report_sections": "(context, lauf) → ReportSection, …: what else a report of a Lauf tells",
    "routes": "Sequence[Route]: what the app serves beside its pages",
}
"""Where the frame asks features for more: the name of the place, and what is called or taken there."""


@cache
def all_features() -> tuple[Feature, ...]:
    return tuple(import_module(f"{__name__}.{name}").FEATURE for name in FEATURES)


def hooks(place: str) -> tuple[Any, ...]:
    """What the features have for this place, loaded now, in the order of FEATURES."""
    if place not in PLACES:
        raise KeyError(f"PLACES has no „{place}“")
    homes = [feature.hooks[place].split(":") for feature in all_features() if place in feature.hooks]
    return tuple(getattr(import_module(module), name) for module, name in homes)
