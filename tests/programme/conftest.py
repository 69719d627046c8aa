from dataclasses import replace
from pathlib import Path

import pytest

from core.base.settings import Settings
from core.programme.context import Context


@pytest.fixture
def context(tmp_path: Path) -> Context:
    """An index and a folder of PDFs of its own."""
    (tmp_path / "pdf").mkdir()
    return Context(replace(Settings(), pdf_dir=tmp_path / "pdf", chroma_dir=tmp_path / "chroma"))
