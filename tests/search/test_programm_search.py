"""Programme as a whole: chosen by passages, by summaries, by both; summaries are made once and kept."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.errors import EingabeError
from core.programme.context import Context
from core.search import summaries
from core.search.passage_search import MIN_SIMILARITY
from core.search.programm_search import DocumentHit, Way, search_documents
from core.search.suchraum import Suchraum
from core.search.summaries import summaries_of
from core.search.zusammenfassung import Zusammenfassung
from tests.sammlungen import LINDENBUND, LINDENBUND_GRUNDSATZ, sammlung_of

FRAGEN = ["Ausbau der Bahn", "Polizei und Sicherheit", "Kostenlose Kitas"]


def search(context: Context, way: Way, frage: str = FRAGEN[0], **options: object) -> list[DocumentHit]:
    space = Suchraum.of(context, bundesland="DEMO")
    return search_documents(space, frage, 10, way=way, **options)  # type: ignore[arg-type]


def worth(context: Context, way: Way, frage: str = FRAGEN[0]) -> dict[str, float]:
    return {t.programm_id: t.similarity for t in search(context, way, frage)}


def refuse(*args: object) -> None:
    raise AssertionError("a summary was made again")


@pytest.fixture
def own(demo: Context, tmp_path: Path) -> Context:
    """The indexed DEMO in a folder of its own, without summaries."""
    shutil.copytree(demo.settings.chroma_dir, tmp_path / "db", ignore=lambda *_: ["zusammenfassungen"])
    return Context(replace(demo.settings, chroma_dir=tmp_path / "db"))


def files(context: Context) -> list[Path]:
    return sorted((context.settings.chroma_dir / "zusammenfassungen").glob("*"))


# --- three ways ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("frage", FRAGEN)
def test_by_passages_a_programm_is_worth_the_mean_of_its_best(demo: Context, frage: str) -> None:
    space = Suchraum.of(demo, bundesland="DEMO")
    (scores,) = space.rank([frage]).T
    for passagen in (1, 3):
        found = search_documents(space, frage, 10, passagen)
        assert len(found) > 1
        for treffer in found:
            best = list(space.fundstellen(scores, passagen, MIN_SIMILARITY, [treffer.programm_id]))
            mean = sum(f.similarity for f in best) / len(best)
            assert treffer.fundstellen == tuple(best) and treffer.zusammenfassung is None
            assert treffer.similarity == pytest.approx(mean, abs=1e-6)


@pytest.mark.parametrize("frage", FRAGEN)
def test_both_is_the_mean_of_passages_and_summaries(demo: Context, frage: str) -> None:
    passages, summaries, both = (worth(demo, way, frage) for way in Way)
    assert passages.keys() == summaries.keys() == both.keys()
    assert both == pytest.approx({id: (passages[id] + summaries[id]) / 2 for id in both}, abs=2e-6)
    assert passages != summaries


@pytest.mark.parametrize("way", Way)
def test_best_come_first_with_the_same_passages_whatever_the_way(demo: Context, way: Way) -> None:
    found = search(demo, way)
    assert [t.similarity for t in found] == sorted((t.similarity for t in found), reverse=True)
    assert {t.programm_id: t.fundstellen for t in found} == {
        t.programm_id: t.fundstellen for t in search(demo, Way.PASSAGEN)
    }
    space = Suchraum.of(demo, bundesland="DEMO")
    assert search_documents(space, FRAGEN[0], 2, way=way) == found[:2]


@pytest.mark.parametrize("frage", FRAGEN)
def test_the_nearest_summary_of_the_programm_is_shown(demo: Context, frage: str) -> None:
    """Asked with a sentence of a summary, it is this one."""
    every: dict[str, list[Zusammenfassung]] = {}
    for sammlung in Suchraum.of(demo, bundesland="DEMO").sammlungen:
        every |= summaries_of(demo, sammlung)
    for treffer in search(demo, Way.ZUSAMMENFASSUNGEN, frage):
        assert treffer.zusammenfassung in every[treffer.programm_id]
    last = every[LINDENBUND][-1]
    hits = {t.programm_id: t for t in search(demo, Way.ZUSAMMENFASSUNGEN, last.text.splitlines()[-1])}
    shown = hits[LINDENBUND]
    assert shown.similarity == pytest.approx(1, abs=1e-5) == max(t.similarity for t in hits.values())
    assert shown.zusammenfassung is not None
    assert last.text.splitlines()[-1] in shown.zusammenfassung.text


@pytest.mark.parametrize("way", Way)
def test_filters_leave_numbers_alone(demo: Context, way: Way) -> None:
    space = Suchraum.of(demo, ["Lindenbund"], bundesland="DEMO")
    found = search_documents(space, FRAGEN[0], 10, way=way, min_similarity=-1)
    assert {t.programm_id for t in found} == {LINDENBUND, LINDENBUND_GRUNDSATZ}
    every = {t.programm_id: t for t in search(demo, way, min_similarity=-1)}
    assert set(every) == set(demo.registry.demo_programme)
    assert all(every[t.programm_id] == t for t in found)


@pytest.mark.parametrize("way", Way)
def test_programm_without_a_passage_near_enough_is_left_out(demo: Context, way: Way) -> None:
    found = search(demo, way, min_similarity=0.6)
    assert 0 < len(found) < 4
    assert all(f.similarity >= 0.6 for t in found for f in t.fundstellen)
    assert search(demo, way, min_similarity=1.1) == []


def test_how_many_passages_count_is_free_but_not_none(demo: Context) -> None:
    assert {len(t.fundstellen) for t in search(demo, Way.BEIDES, passagen=5, min_similarity=-1)} == {5}
    with pytest.raises(EingabeError, match="mindestens eine Passage"):
        search(demo, Way.PASSAGEN, passagen=0)


# --- summaries, made once and kept --------------------------------------------------------------------------


def test_summaries_are_made_once_and_then_read(own: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    first = search(own, Way.BEIDES)
    stored = files(own)
    assert [path.name.rsplit("-", 1)[0] for path in stored] == sorted(own.registry.demo_programme)
    assert {path.suffix for path in stored} == {".json"}
    monkeypatch.setattr(summaries, "summarize", refuse)
    assert search(own, Way.BEIDES) == first
    assert search(Context(own.settings), Way.BEIDES) == first and files(own) == stored


DAMAGE: dict[str, Callable[[str], str]] = {
    "cut": lambda text: text[: len(text) // 2], "empty": lambda text: "", "no list": lambda text: "5",
    "null": lambda text: "null", "list of others": lambda text: '["Verkehr"]',
    "a field too few": lambda text: text.replace('"kapitel"', '"abschnitt"'),
}  # fmt: skip


@pytest.fixture
def made(demo: Context, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The Programme whose summaries were made since then."""
    programme: list[str] = []

    def counting(programm_id: str, *args: object) -> list[Zusammenfassung]:
        programme.append(programm_id)
        return [Zusammenfassung(programm_id, "", "Wir bauen die Bahn aus.")]

    monkeypatch.setattr(summaries, "summarize", counting)
    yield programme


@pytest.mark.parametrize("how", DAMAGE)
def test_damaged_file_is_made_again(own: Context, made: list[str], how: str) -> None:
    right = summaries_of(own, own.store.sammlung("ALLE"))
    path, *_ = files(own)
    text = path.read_text(encoding="utf-8")
    made.clear()
    path.write_text(DAMAGE[how](text), encoding="utf-8")
    again = Context(own.settings)
    assert summaries_of(again, again.store.sammlung("ALLE")) == right
    assert [path.name.rsplit("-", 1)[0]] == made and path.read_text(encoding="utf-8") == text
    assert len(files(own)) == 2


def test_changed_programm_gets_new_summaries(own: Context, made: list[str]) -> None:
    texts = ["Die Bahn fährt öfter.", "Der Wald wird bepflanzt."]
    for passages in (texts, texts[::-1], texts[:1], ["Die Bahn fährt seltener.", texts[1]]):
        summaries_of(own, sammlung_of({LINDENBUND: passages}))
    assert made == [LINDENBUND] * 4 and len(files(own)) == 4
    summaries_of(own, sammlung_of({LINDENBUND: texts}))
    assert made == [LINDENBUND] * 4
