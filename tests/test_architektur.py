"""The map is true: what it names is there, every package stands on it, and in the order that imports keep."""

import re

import pytest

from tests.test_haus import FLOORS, ROOT, floor

MAP = (ROOT / "docs" / "ARCHITEKTUR.md").read_text(encoding="utf-8")
PATH = re.compile(r"`((?:core|pages|tests|data|docs)(?:/[\w.-]+)*)`(?:, `(\w+)`)?")


@pytest.mark.parametrize(("path", "name"), sorted(set(PATH.findall(MAP))))
def test_what_the_map_names_is_there(path: str, name: str) -> None:
    assert (ROOT / path).exists()
    assert not name or re.search(rf"^def {name}\b", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)


def test_every_package_stands_on_it_in_the_order_of_imports() -> None:
    told = re.findall(r"^\| `(core/\w+)` \|", MAP, re.MULTILINE)
    packages = {f"core/{path.parent.name}" for path in (ROOT / "core").glob("*/__init__.py")}
    assert packages == set(told)
    floors = [floor(package.replace("/", ".")) for package in told]
    assert floors == sorted(floors) and max(floors) < len(FLOORS)
