"""45 real motions, each read once for all tests."""

import json
from functools import cache
from typing import Any

from core.antrag.antrag import Antrag
from core.antrag.read_antrag import read_antrag_pdf
from core.base.settings import ROOT
from core.programme.registry import Registry, load_registry
from tests.conftest import korpus_path


@cache
def registry() -> Registry:
    return load_registry(ROOT / "data" / "registry")


@cache
def motions() -> list[tuple[dict[str, Any], Antrag]]:
    entries = json.loads(korpus_path("antraege/antraege.json").read_text(encoding="utf-8"))
    return [(e, read_antrag_pdf(korpus_path(f"antraege/{e['datei']}"), registry())) for e in entries]
