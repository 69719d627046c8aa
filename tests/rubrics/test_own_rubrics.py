"""Own rubrics: read beside the shipped ones; a hostile or broken one is refused where it is read."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.errors import EingabeError, RegistryError
from core.base.settings import Settings
from core.cli.backup import kept_files, path_of
from core.features.rubrics.rubric import find_rubric, own_folder, rubrics_of
from core.programme.context import Context
from tests.rubrics.own_rubric import OWN, write


@pytest.fixture
def context(tmp_path: Path) -> Context:
    context = Context(replace(Settings(), laeufe_dir=tmp_path / "laeufe"))
    own_folder(context).mkdir(parents=True)
    return context


def test_an_own_one_stands_behind_the_shipped_ones_and_in_a_backup(context: Context) -> None:
    file = write(own_folder(context), OWN)
    (own_folder(context) / "formpruefung.toml").write_text(OWN.replace("klima", "formpruefung"), "utf-8")
    assert list(rubrics_of(context))[-1] == "klima" and find_rubric(context, "klima").text == OWN
    assert find_rubric(context, "formpruefung").titel == "Formprüfung"
    assert ("rubriken/klima.toml", file) in kept_files(context)
    assert path_of(context, "rubriken/klima.toml") == file


def test_one_that_is_broken_stops_no_other_and_is_told(context: Context) -> None:
    write(own_folder(context), "id = ")
    assert isinstance(rubrics_of(context)["klima"], RegistryError)
    assert find_rubric(context, "formpruefung").id == "formpruefung"
    with pytest.raises(RegistryError, match="kein TOML"):
        find_rubric(context, "klima")
    with pytest.raises(EingabeError, match="Möglich sind: formpruefung"):
        find_rubric(context, "nichts")


DEEP = ".".join(["a"] * 1500)
HUGE = f"0x{'f' * 5000}"


@pytest.mark.parametrize(
    "text",
    [
        ".".join(["a"] * 90_000) + " = 1",
        ".".join(['"\\""'] * 30_000) + " = 1",
        f"[{'.'.join(['a'] * 90_000)}]",
        OWN.replace('titel = "Klima-Check"', f"titel.{DEEP} = 1"),
        OWN.replace('titel = "Verkehr"', f"titel.{DEEP} = 1"),
        OWN.replace("wert = 1", f"wert = {'{a=' * 60}1{'}' * 60}"),
        OWN.replace("wert = 1", f"wert = {HUGE}"),
        OWN.replace('titel = "Klima-Check"', f"titel = {HUGE}"),
        f"{OWN}#{'x' * 200_000}",
        OWN.replace("version = 1", f"version = {2**40}"),
        OWN.replace("wert = 1", f"wert = {2**31}"),
        f'{OWN}\n[zeilen]\nA = "nach \u202elinks"',
        f'{OWN}\n[zeilen]\nA = "{"lang" * 100}"',
        f"{OWN}\n[spalten]\nA = 5",
    ],
)
def test_hostile_text_is_refused_at_once(context: Context, text: str) -> None:
    """tomllib took minutes for the first; what is deeper than Python prints was told as our own mistake."""
    write(own_folder(context), text)
    start = time.process_time()
    with pytest.raises(RegistryError):
        find_rubric(context, "klima")
    assert time.process_time() - start < 3


def test_words_with_many_dots_are_no_deep_key(context: Context) -> None:
    write(own_folder(context), OWN.replace("Prüfe, ob", f"Prüfe … {'.' * 200} {'Gut. ' * 40} ob"))
    assert "Gut. Gut." in find_rubric(context, "klima").prompt
