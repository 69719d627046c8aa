"""Own rubrics: copied, checked in German, counted up when they change, read beside the shipped ones."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from core.context import Context
from core.errors import DashboardError, EingabeError, RegistryError
from core.operation.kept_places import kept_files, path_of
from core.rubrics.own_rubrics import copy_rubric, delete_own, own_rubrics, own_text, save_rubric_text
from core.rubrics.rubric import find_rubric, own_folder, rubrics_of
from core.settings import Settings
from tests.rubrics.own_rubric import OWN


@pytest.fixture
def context(tmp_path: Path) -> Context:
    return Context(replace(Settings(), laeufe_dir=tmp_path / "laeufe"))


def test_a_copy_is_another_rubric_with_the_same_fields(context: Context) -> None:
    shipped = find_rubric(context, "gwoe-gemeinden")
    copied = copy_rubric(context, shipped, " Gemeinde-Eigen ")
    assert (copied.id, copied.version, copied.fields) == ("gemeinde-eigen", 1, shipped.fields)
    assert rubrics_of(context)["gemeinde-eigen"] == copied and list(rubrics_of(context))[-1] == copied.id
    with pytest.raises(EingabeError, match="gibt es schon"):
        copy_rubric(context, shipped, "gemeinde-eigen")


def test_the_version_counts_up_when_the_content_changes_and_only_then(context: Context) -> None:
    assert save_rubric_text(context, "klima", OWN).version == 1
    assert save_rubric_text(context, "klima", OWN.replace("version = 1", "version = 99")).version == 1
    changed = OWN.replace("Fahren weniger Autos?", "Fahren mehr Busse?")
    assert save_rubric_text(context, "klima", changed).version == 2
    assert save_rubric_text(context, "klima", changed.replace("\n", "\r\n")).version == 2
    assert save_rubric_text(context, "klima", OWN).version == 3
    assert "version = 3" in own_text(context, "klima")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (OWN.replace('titel = "Klima-Check"\n', ""), "Feld „titel“: fehlt"),
        (OWN.replace("wert = 1", "wert = 0"), "steht zweimal"),
        (OWN.replace('id = "klima"', 'id = "anders"'), "möglich sind: klima"),
        (OWN.replace('id = "klima"', "id = klima"), "kein TOML"),
        (OWN.replace("version = 1", "  version = 1"), "version = …"),
        ("x" * 300_000, "zu lang"),
    ],
)
def test_a_mistake_is_told_in_german_and_what_was_kept_stays(context: Context, text: str, told: str) -> None:
    save_rubric_text(context, "klima", OWN.replace("version = 1", "version = 7"))
    with pytest.raises(DashboardError, match=told):
        save_rubric_text(context, "klima", text.replace("Busse", "Räder"))
    assert find_rubric(context, "klima").version == 7


@pytest.mark.parametrize("id", ["formpruefung", "../x", "", "Ä", "a" * 61, "a/b", "-a"])
def test_a_name_that_is_taken_or_is_no_name_is_refused(context: Context, id: str) -> None:
    with pytest.raises(EingabeError):
        save_rubric_text(context, id, OWN)
    assert not own_folder(context).exists()


def test_one_that_is_broken_by_hand_stops_no_other_and_can_be_mended(context: Context) -> None:
    save_rubric_text(context, "klima", OWN)
    (own_folder(context) / "klima.toml").write_text("id = ", encoding="utf-8")
    assert "klima" not in rubrics_of(context) and "formpruefung" in rubrics_of(context)
    assert isinstance(own_rubrics(context)["klima"], RegistryError)
    with pytest.raises(RegistryError, match="kein TOML"):
        find_rubric(context, "klima")
    assert save_rubric_text(context, "klima", OWN).id == "klima"
    delete_own(context, "klima")
    delete_own(context, "klima")
    assert own_rubrics(context) == {}


def test_a_backup_holds_them(context: Context) -> None:
    save_rubric_text(context, "klima", OWN)
    assert ("rubriken/klima.toml", own_folder(context) / "klima.toml") in kept_files(context)
    assert path_of(context, "rubriken/klima.toml") == own_folder(context) / "klima.toml"


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
        OWN.replace("version = 1", f"version = {2**40}"),
        OWN.replace("wert = 1", f"wert = {2**31}"),
        f'{OWN}\n[zeilen]\nA = "nach \u202elinks"',
        f'{OWN}\n[zeilen]\nA = "{"lang" * 100}"',
        f"{OWN}\n[spalten]\nA = 5",
    ],
)
def test_hostile_text_is_refused_at_once_and_nothing_is_kept(context: Context, text: str) -> None:
    """tomllib took minutes for the first; what is deeper than Python prints was told as our own mistake."""
    start = time.monotonic()
    with pytest.raises(RegistryError):
        save_rubric_text(context, "klima", text)
    assert time.monotonic() - start < 3 and own_rubrics(context) == {}


def test_words_with_many_dots_are_no_deep_key(context: Context) -> None:
    text = OWN.replace("Prüfe, ob", f"Prüfe … {'.' * 200} {'Gut. ' * 40} ob")
    assert "Gut. Gut." in save_rubric_text(context, "klima", text).prompt


def test_of_many_who_save_at_once_none_gets_the_version_of_another(context: Context) -> None:
    save_rubric_text(context, "klima", OWN)
    texts = [OWN.replace("Klima-Check", f"Klima-Check {number}") for number in range(12)]
    with ThreadPoolExecutor(12) as people:
        kept = list(people.map(lambda text: save_rubric_text(context, "klima", text), texts))
    assert sorted(one.version for one in kept) == list(range(2, 14))
    assert set(own_rubrics(context)) == {"klima"}
