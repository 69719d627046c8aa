"""What can be taken out: each folder is one feature, with its records, tables, words and commands.

A feature shows pages, too, and core knows no Streamlit: those lie under the same name in `pages/features`.
Who takes one out deletes its two folders, its line in FEATURES, and what `core/__init__.py` promises of it.
The frame knows features by `all_features` alone.
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
    "documents",
    "reuse",
    "treaties",
    "versions",
)


@dataclass(frozen=True, slots=True)
class Tab:
    """A page as one of several that stand side by side at their head, under the title of the page `of`."""

    of: str
    name: str
    place: int


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the menu. `place`: where in it, the smaller the further left; None: not in the menu."""

    name: str
    title: str
    icon: str
    place: int | None = None
    tab: Tab | None = None


@dataclass(frozen=True, slots=True)
class Feature:
    """What the frame is told of a feature: by name only, so that nothing is loaded before it is needed.

    `commands`: of `python -m core`: name → the module of the feature that holds it, and what it does.
    `without_json`: which of them have no `--json`.
    `hooks`: place in the frame → what it calls there, as „module:name“; PLACES says with what.
    `places`: where it asks others for more in turn, as PLACES has them of the frame: „monitor.tabs“.
    `needs`: features that it imports.
    """

    name: str
    commands: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    without_json: tuple[str, ...] = ()
    pages: tuple[Page, ...] = ()
    hooks: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    needs: tuple[str, ...] = ()


PLACES: Mapping[str, str] = {
    "start_blocks": "on the first page, beside what was checked last: () draws",
    "lauf_points": "in a Lauf, below the points that a kind of Programm got: (Lauf, Typ, points) draws",
    "soon_needed": "names of modules that are loaded in the background as soon as a first page is there",
    "lauf_files": "Mapping[str, Write]: how the name of a file ends → how Läufe are written into it",
    "lauf_downloads": "(context, ids, name): draws buttons for what most take along of Läufe",
    "further_downloads": "(context, id of a whole Lauf, name): draws a button for what few take along",
    "laeufe_tools": "(): draws a button at the head of the page Anträge",
    "quote_actions": "(Lauf, ParteiView, Zitat): draws a button below the quote that is chosen",
    "antrag_notes": "(Runstore, Antrag): draws what is known of an Antrag above what it says",
    "antrag_entries": "(Context, Runstore): draws a further way to enter an Antrag",
    "silent_parties": "(Land): draws a way out where parties have no source for an Antrag",
    "programme_panels": (
        "(Context, Gebiet or None for all, opens the upload by a Programm's id): "
        "draws above the list of programmes"
    ),
    "routes": "Sequence[Route]: what the app serves beside its pages",
    "note_kinds": "Mapping[str, NoteKind]: the kinds of note that are kept beside Läufe, by the stored word",
    "prompt_kinds": "PromptKind: its prompt, and what fills that",
    "followup_parts": "(context, Lauf) → Iterable[str]: told to a model that is asked about the Lauf",
    "matrix_tools": "(LaufView): draws beside the head of its matrix",
    "lauf_blocks": "(LaufView): draws between its panes and the tabs below",
    "help_texts": "Path of a TOML file: what the pages Hilfe and Glossar tell of it",
    "lauf_tabs": "LaufTab: what lies behind „Mehr“ of a Lauf",
    "antrag_views": "Mapping of a parameter to (context, parameters, page) → PageView: of an Antrag's file",
    "backup_folders": "{folder beside the Läufe: pattern of names}: files that a backup takes",
    "doctor_options": "(the parser of `doctor`): adds an option whose `instead` is run in place of all else",
    "demo_example": "(context, id of the Lauf, Modell): adds to the example what this model says of it",
    "drop_paper": "(folder of the Läufe, name): deletes a file that goes with the last Lauf on a Drucksache",
    "file_readers": "(bytes, name) → None, or of a file [(paragraph, is it a heading)] and what was not read",
    "listing_outcomes": "(store, ListedAntrag, …) → of each its Outcomes, by what is stored",
    "lauf_panes": "LaufPanes: in the place of the quotes of a Lauf and of their page",
    "party_words": "(LaufView) → PartyWords: drawn beneath the points of the parties",
}
"""Where the frame asks features for more: the name of the place, and what is called or taken there."""


@cache
def all_features() -> tuple[Feature, ...]:
    return tuple(import_module(f"{__name__}.{name}").FEATURE for name in FEATURES)


def hooks(place: str) -> tuple[Any, ...]:
    """What the features have for this place, loaded now, in the order of FEATURES."""
    if not any(place in places for places in (PLACES, *(one.places for one in all_features()))):
        raise KeyError(f"there is no place „{place}“")
    homes = [feature.hooks[place].split(":") for feature in all_features() if place in feature.hooks]
    return tuple(getattr(import_module(module), name) for module, name in homes)
