"""Where the pages of the app lie, and how the menu calls them: its own and those of the features."""

import re
from pathlib import Path

from core.base.settings import ROOT
from core.features import all_features

FOLDER = ROOT / "pages"
FRAME = FOLDER / "frame.py"

LAST = 1_000
"""Pages that are not in the menu stand behind it."""

OWN = {
    name: (int(place or LAST), title)
    for name, title, place in re.findall(
        r'Page\("(\w+)", "([^"]+)", "\w+"(?:, place=(\d+))?', FRAME.read_text(encoding="utf-8")
    )
}
OF_FEATURES = {page.name: feature.name for feature in all_features() for page in feature.pages}

_PLACES = OWN | {
    page.name: (page.place or LAST, page.title) for feature in all_features() for page in feature.pages
}
TITLES = {name: title for name, (_, title) in sorted(_PLACES.items(), key=lambda one: one[1][0])}
FILES: dict[str, Path] = {name: FOLDER / f"{name}.py" for name in OWN} | {
    name: FOLDER / "features" / feature / f"{name}.py" for name, feature in OF_FEATURES.items()
}


def page_file(name: str) -> str:
    """As Streamlit calls it: from the folder of the frame."""
    return FILES[name].relative_to(FOLDER).as_posix()
