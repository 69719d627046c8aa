from pathlib import Path

import pytest

KORPUS = Path(__file__).parents[2] / "shared" / "korpus"


def korpus_path(name: str) -> Path:
    """A real file of the test corpus, which is other people's text and not part of the project."""
    path = KORPUS / name
    if not path.exists():
        pytest.skip(f"needs the test corpus beside the project: {name} is not there")
    return path
