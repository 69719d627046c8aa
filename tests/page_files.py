"""Where the pages of the app lie, and how the menu calls them: its own and those of the features."""

from pathlib import Path

from core.base.settings import ROOT
from core.features import all_features
from pages.ui.menu import all_pages

FOLDER = ROOT / "pages"

LAST = 1_000
"""Pages that are not in the menu stand behind it."""

OF_FEATURES = {page.name: feature.name for feature in all_features() for page in feature.pages}
TITLES = {page.name: page.title for page, _ in sorted(all_pages(), key=lambda one: one[0].place or LAST)}
FILES: dict[str, Path] = {page.name: FOLDER / file for page, file in all_pages()}


def page_file(name: str) -> str:
    """As Streamlit calls it: from the folder of the frame."""
    return FILES[name].relative_to(FOLDER).as_posix()
