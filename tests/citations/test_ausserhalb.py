"""Ruling quotes out unread changes no outcome: the same as when every text is searched."""

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from core.base.memory import Recent
from core.base.settings import ROOT, Settings
from core.programme import quellen as quellen_module
from core.programme.chunking import chunk
from core.programme.context import Context
from core.programme.quellen import Quellen
from core.programme.registry import load_registry
from core.wortlaut.binding.bind import Bindung, ShownContext, bind
from core.wortlaut.binding.eintrag import ZitatStatus
from core.wortlaut.binding.emitted_quote import unwrapped
from core.wortlaut.binding.near_misses import Candidate, Wording, _source_words, _window, nearest
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.reading.sieve import make_sieve
from core.wortlaut.records import Chunk, Fundstelle, Typ


@pytest.fixture
def demo(demo_ordner: Path, tmp_path: Path) -> Context:
    return Context(replace(Settings(), chroma_dir=shutil.copytree(demo_ordner, tmp_path / "chroma")))


EVERYTHING = b"\xff"
"""A sieve with which every text is searched."""

PARTEIEN = ("BRÜCKE", "LINDENBUND")


@cache
def quellen() -> dict[str, Quelle]:
    """All Programme of the demo, and each a second time under another id."""
    registry = load_registry(ROOT / "data" / "registry")
    result = {}
    for path in sorted((ROOT / "data" / "demo" / "pdf").glob("*.pdf")):
        if programm := registry.programme.get(path.stem):
            strom = read_strom(path)
            result[programm.id] = Quelle.of(programm, "v1", strom)
            copy = replace(programm, id=f"{programm.id}-kopie")
            result[copy.id] = Quelle.of(copy, "v1", strom)
    return result


def unsifted() -> dict[str, Quelle]:
    return {id: Quelle(q.programm, id, q.read, lambda: EVERYTHING) for id, q in quellen().items()}


@cache
def chunks(programm_id: str) -> list[Chunk]:
    return chunk(programm_id, quellen()[programm_id].strom, "passagen", 1000)


def shown(rng: Random) -> dict[str, list[Fundstelle]]:
    """Some passages of two parties; most of what their Programme say was not shown."""
    return {
        partei: [
            Fundstelle(c, 0.5)
            for id, quelle in quellen().items()
            if quelle.programm.partei == partei and not id.endswith("kopie")
            for c in rng.sample(chunks(id), min(6, len(chunks(id))))
        ]
        for partei in PARTEIEN
    }


def quotes(rng: Random) -> Iterator[str]:
    """True, elided, with a slip, false, glued together of two Programme, odd."""
    texts = [c.text for id in quellen() for c in chunks(id)]
    for _ in range(150):
        words, other = (rng.choice(texts).split() for _ in range(2))
        start = rng.randrange(max(1, len(words) - 12))
        cut = words[start : start + rng.randint(3, 25)]
        middle = len(cut) // 2
        yield from (
            " ".join(cut),
            " ".join([*cut[:middle], "…", *cut[middle + 1 :]]),
            " ".join([*cut[:middle], *cut[middle + 1 :]]),
            " ".join([*cut[:middle], "nicht", *cut[middle:]]),
            " ".join([*cut[:middle], "[...]", *other[-8:]]),
            " ".join([*cut, *other[:6]]),
            "<b>" + " ".join(cut).upper() + "</b> [Q1]",
            "[1] (S. 5) " + cut[0] * 3,
        )


def told(bindung: Bindung) -> tuple[object, ...]:
    def place(fund: object) -> object:
        return fund and (fund.quelle.programm.id, fund.spans)  # type: ignore[attr-defined]

    near = bindung.naechste and (
        bindung.naechste.chunk_id,
        place(bindung.naechste.fund),
        bindung.naechste.anteil,
    )
    return (
        bindung.status, place(bindung.fund), bindung.fremde_partei, bindung.fundstellen, near,
        bindung.warnungen,
    )  # fmt: skip


def all_told(passages: Mapping[str, list[Fundstelle]], sources: dict[str, Quelle], seed: int) -> list[object]:
    kontext = ShownContext.of(passages, sources)
    typ = Typ.WAHLPROGRAMM
    return [told(bind(text, partei, typ, kontext)) for text in quotes(Random(seed)) for partei in PARTEIEN]


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.night) for seed in (1, 2))])
def test_nothing_is_bound_otherwise_than_by_searching_every_text(seed: int) -> None:
    passages = shown(Random(seed))
    sifted, plain = (all_told(passages, sources, seed) for sources in (quellen(), unsifted()))
    assert sifted == plain
    outcomes = {entry[0] for entry in sifted}  # type: ignore[index]
    assert {
        ZitatStatus.WOERTLICH, ZitatStatus.MIT_AUSLASSUNG, ZitatStatus.OUTSIDE, ZitatStatus.NICHT_GEFUNDEN,
    } <= outcomes  # fmt: skip
    assert any(entry[2] for entry in sifted), "some are another party's"  # type: ignore[index]


def test_the_nearest_passage_is_the_best_of_all_candidates() -> None:
    """None that is left out unlooked at would have been chosen."""
    passages = shown(Random(1))
    kontext = ShownContext.of(passages, quellen())
    search_texts = [v.suchtext for found in kontext.vorgelegt.values() for v in found]
    compared = 0
    for text in quotes(Random(2)):
        quote = Wording(unwrapped(text))
        found = [
            (suchtext.quelle, Candidate.of(quote, suchtext.quelle, c, source, window).compared(quote, text))
            for suchtext in search_texts
            for c in suchtext.most_alike(quote.keys_of_rows())
            if (window := _window(quote, source := _source_words(suchtext.quelle, c)))
        ]
        if len(quote.words) >= 5 and found:
            assert nearest(text, search_texts) == max(found, key=lambda f: (f[1].is_repairable, f[1].anteil))
            compared += len(found) > 1
    assert compared > 50


def test_texts_of_others_are_not_read_for_a_quote_that_stands_nowhere() -> None:
    passages = shown(Random(1))
    read = []

    def watched(quelle: Quelle) -> Quelle:
        def reading() -> object:
            read.append(quelle.programm.id)
            return quelle.read()

        return Quelle(quelle.programm, "v1", reading, lambda: make_sieve(quelle.key.text))  # type: ignore[arg-type]

    kontext = ShownContext.of(passages, {id: watched(quelle) for id, quelle in quellen().items()})
    read.clear()
    bind(
        "Wir wollen sämtliche Laternen der Landeshauptstadt violett lackieren.",
        "BRÜCKE",
        Typ.WAHLPROGRAMM,
        kontext,
    )
    assert not [id for id in read if id.endswith("kopie")]


def test_an_index_without_sieves_is_bound_to_the_same_and_given_them(demo: Context) -> None:
    stored = sorted(path.name for path in demo.texte.folder.glob("*.sieve"))
    assert len(stored) == len(Quellen(demo))
    before = {id: quelle.sieve() for id, quelle in Quellen(demo).items()}
    for name in stored:
        (demo.texte.folder / name).unlink()
    quellen_module._sieves.clear()
    quellen_module._texts.clear()
    assert {id: quelle.sieve() for id, quelle in Quellen(demo).items()} == before
    assert sorted(path.name for path in demo.texte.folder.glob("*.sieve")) == stored


def test_only_the_laender_of_the_passages_are_asked_for(demo: Context) -> None:
    everything = Quellen(demo)
    fundstelle = Fundstelle(next(iter(demo.store.chunks_of("DEMO", "bruecke-demo-2024"))), 0.5)
    assert set(Quellen.around(demo, {"BRÜCKE": [fundstelle]})) == set(everything)
    valid_everywhere = {id for id in everything if everything[id].programm.bundesland is None}
    assert set(Quellen.around(demo, {})) == valid_everywhere


def test_memory_holds_what_was_used_last_and_no_more_than_it_may() -> None:
    recent: Recent[bytes] = Recent(100, len)
    made = []

    def get(name: str, size: int = 40) -> None:
        recent.get(name, lambda: made.append(name) or bytes(size))  # type: ignore[func-returns-value]

    for name in ("a", "b", "a", "c", "a", "b"):
        get(name)
    assert made == ["a", "b", "c", "b"]
    assert recent.bytes <= 100
    get("large", 500)
    get("large")
    assert made[-1] == "large", "one that is too large alone is kept until the next"
    assert recent.bytes == 500
