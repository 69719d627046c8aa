"""Target: the text of an Antrag, as it is pasted."""

from functools import cache
from random import Random

from core.antrag.read_antrag import read_antrag
from core.base.settings import ROOT
from core.programme.registry import Registry, load_registry
from tests.fuzz.target import Target
from tests.fuzz.zufall import mutated_text


@cache
def _sources() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted((ROOT / "data/demo/pdf").glob("*.txt"))]


@cache
def _registry() -> Registry:
    return load_registry(ROOT / "data" / "registry")


def _make(chance: Random) -> str:
    return mutated_text(chance, _sources(), longest=chance.choice((500, 4_000, 20_000)))


def _run(case: str) -> None:
    antrag = read_antrag(case, _registry())
    numbers = [forderung.nummer for forderung in antrag.forderungen]
    assert len(set(numbers)) == len(numbers)
    assert all(forderung.text for forderung in antrag.forderungen)


TARGET = Target(_make, _run)
