from dataclasses import replace
from pathlib import Path

import pytest

from core.context import Context
from core.settings import Settings


@pytest.fixture
def context(tmp_path: Path) -> Context:
    """An index and a folder of PDFs of its own."""
    (tmp_path / "pdf").mkdir()
    return Context(replace(Settings(), pdf_dir=tmp_path / "pdf", chroma_dir=tmp_path / "chroma"))
