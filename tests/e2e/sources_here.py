"""Lets the app in its own process ask a server on this machine: by a `sitecustomize` that only tests have.

with serve(folder, **sources_here(folder, server.url)) as app: ...
"""

from pathlib import Path

from core.settings import ROOT

PATCH = """
import os, sys
if "--server.headless=true" in sys.orig_argv:
    from dataclasses import replace
    from pathlib import Path
    from core import settings

    load = settings.load_settings
    settings.load_settings = lambda *given: replace(load(*given), data_dir=Path(os.environ["TEST_DATA"]))
    from core.sources import programme_fetch, web
    from core.sources.programme_fetch import Abgeordnetenwatch

    near = web.Web("Antragsspiegel/test", pace=0.0, pause=0.01, private={"127.0.0.1"})
    source = Abgeordnetenwatch(near, os.environ["TEST_SOURCE"])
    programme_fetch.abgeordnetenwatch = lambda context: source
"""


def sources_here(folder: Path, url: str) -> dict[str, str]:
    """The environment for it; `folder` holds the data that the app is to have."""
    place = folder / "patch"
    place.mkdir()
    (place / "sitecustomize.py").write_text(PATCH, encoding="utf-8")
    return {
        "PYTHONPATH": f"{place}:{ROOT}",
        "TEST_DATA": str(folder / "data"),
        "TEST_SOURCE": url,
    }
