"""The real programmes of the test corpus, under the file names the registry has for them."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.conftest import KORPUS

OTHER_NAMES = {
    "afd-bund-2025-leitantrag.pdf": "afd-bund-2025.pdf",
    "spd-grundsatz-2007.pdf": "spd-grundsatzprogramm.pdf",
    "fdp-grundsatz-2012.pdf": "fdp-grundsatzprogramm.pdf",
    "linke-grundsatz-2011.pdf": "linke-grundsatzprogramm.pdf",
}


@contextmanager
def workplace() -> Iterator[Path]:
    """A folder with `pdf/` (links to the corpus) and room for an index."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "pdf").mkdir()
        for path in (KORPUS / "programme").glob("*.pdf"):
            (folder / "pdf" / OTHER_NAMES.get(path.name, path.name)).symlink_to(path)
        yield folder
