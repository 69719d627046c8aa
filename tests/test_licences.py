"""Every package installed for us may be used with an AGPL program, and the lock is of what is pinned."""

import re
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from core.base.settings import ROOT

ALLOWED = frozenset(
    " ".join(
        """
    0BSD | 3-Clause BSD License | AGPL-3.0-or-later | Apache 2.0 License | Apache License 2.0 | Apache
    License, Version 2.0 | Apache Software License | Apache-2.0 | BSD | BSD License | BSD-2-Clause |
    BSD-3-Clause | BSL-1.0 | CC0-1.0 | CNRI-Python | Dual Licensed - GNU AFFERO GPL 3.0 or Artifex Commercial
    License | GNU Lesser General Public License v3 (LGPLv3) | GPL-3.0-or-later | HPND | ISC | ISC License
    (ISCL) | LGPL-3.0-only | LGPL-3.0-or-later | MIT | MIT License | MIT-0 | MIT-CMU | MPL-2.0 | Mozilla
    Public License 2.0 (MPL 2.0) | PSF-2.0 | Python Software Foundation License | Python-2.0 | The Unlicense
    (Unlicense) | Unlicense | Zlib
    """.split()
    ).split(" | ")
)
"""What an AGPL-3.0-or-later program may be delivered with."""

EMPTY = {"pymupdf-layout": "2.0", "pymupdf4llm": "2.0"}
"""No licence is told, and none is needed: these versions hold nothing. docs/operation.md, „Licences“."""


def test_every_installed_package_has_a_licence_that_allows_it() -> None:
    found = {name: licences(distribution(name)) for name in needed() if name not in EMPTY}
    assert len(found) > 100
    unknown = {name: told for name, told in found.items() if not told or not all(map(is_allowed, told))}
    assert unknown == {}, "ALLOWED does not have these; may they be delivered with an AGPL program?"


@pytest.mark.parametrize("name", EMPTY)
def test_a_package_without_a_licence_holds_nothing(name: str) -> None:
    """Up to 1.27 pymupdf_layout was for non-commercial use alone: a file of it would be told here."""
    found = distribution(name)
    assert found.version == EMPTY[name]
    assert "empty package" in (found.read_text("METADATA") or "")
    wheel = [str(path) for path in found.files or [] if ".dist-info/" not in str(path)]
    belonging = {str(path) for path in distribution("pymupdf").files or []}
    assert set(wheel) <= belonging


FORBIDDEN = [
    "PolyForm-Noncommercial-1.0.0",
    "MIT AND PolyForm-Noncommercial-1.0.0",
    "CC-BY-NC-4.0",
    "Other/Proprietary License",
    "SSPL-1.0",
    "GPL-2.0-only",
    "",
]


@pytest.mark.parametrize("told", FORBIDDEN)
def test_what_forbids_some_use_is_found(told: str) -> None:
    assert not is_allowed(told)


def is_allowed(told: str) -> bool:
    """„A OR B“: one will do; „A AND B“: both are to be kept."""
    if told in ALLOWED:
        return True
    return any(
        all(part.strip("() ").split(" WITH ")[0] in ALLOWED for part in re.split(r"\s+AND\s+", one))
        for one in re.split(r"\s+OR\s+", told)
    )


def licences(found: Distribution) -> list[str]:
    """The expression, else the classifiers, else the first line of the text."""
    metadata = found.metadata
    if told := metadata.get("License-Expression"):
        return [told]
    classifiers = [one.split(" :: ") for one in metadata.get_all("Classifier") or []]
    named = [parts[-1] for parts in classifiers if parts[0] == "License" and parts[-1] != "OSI Approved"]
    text = (metadata.get("License") or "").strip()
    if named or text:
        return named or [text.splitlines()[0]]
    return [_of_file(found)]


def _of_file(found: Distribution) -> str:
    """Some tell it in a file only."""
    for path in found.files or []:
        if re.search(r"licen[sc]e", path.name, re.IGNORECASE):
            return path.read_text().strip().splitlines()[0].strip()
    return ""


def needed() -> set[str]:
    """What is installed of requirements.txt, with what that brings."""
    waiting = [Requirement(line) for line in _lines("requirements.txt")]
    known: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        one = waiting.pop()
        key = (canonicalize_name(one.name), frozenset(one.extras))
        if key in known:
            continue
        try:
            brought = [Requirement(line) for line in distribution(one.name).requires or []]
        except PackageNotFoundError:
            continue  # of another platform
        known.add(key)
        waiting += [new for new in brought if _is_wanted(new, one.extras)]
    return {name for name, _ in known}


def _is_wanted(new: Requirement, extras: set[str]) -> bool:
    return new.marker is None or any(new.marker.evaluate({"extra": extra}) for extra in (extras or {""}))


# --- the lock -----------------------------------------------------------------------------------------------

LOCK = (ROOT / "requirements.lock").read_text("utf-8")


def test_the_lock_has_every_package_in_its_range_and_all_they_bring() -> None:
    locked = dict(re.findall(r"(?m)^([a-z0-9._-]+)==([^ ;]+)", LOCK))
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    for wanted in map(Requirement, told):
        assert wanted.specifier.contains(locked[wanted.name]), wanted
    assert len(locked) > 100


def test_every_package_of_the_lock_has_hashes_and_no_place_it_comes_from() -> None:
    entries = re.split(r"(?m)^(?=[a-z0-9])", LOCK)[1:]
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []
    assert not re.search(r"https?://|file:|--index-url|--find-links|@ ", LOCK)


def _lines(name: str) -> list[str]:
    lines = (ROOT / name).read_text("utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and line[0] not in "#-"]
