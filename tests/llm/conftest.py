from pathlib import Path

import pytest

from core.base import key_masker
from core.base.settings import load_settings
from core.llm.catalogue import load_catalogue

GEHEIM = "sk-geheim-4711-abcdef"


@pytest.fixture(autouse=True)
def umgebung(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No keys and addresses of the machine's own; one key for OpenAI's protocol."""
    for anbieter in load_catalogue(load_settings().data_dir).anbieter.values():
        for name in (anbieter.schluessel, anbieter.basis_url_variable):
            if name:
                monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(key_masker, "SECRETS", tmp_path / "secrets.toml")
    monkeypatch.setenv("OPENAI_API_KEY", GEHEIM)
