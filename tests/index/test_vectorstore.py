"""The index: exact, whole at any moment, and honest about damage. Other processes are real processes here."""

import hashlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
import pytest

from core.base.errors import EingabeError, EmbeddingError, IndexBeschaedigt, IndexFehler, IndexGesperrt
from core.base.models import UEBERALL
from core.base.settings import ROOT, Settings
from core.programme import chroma, vectorstore
from core.programme.chroma import Chroma, WriterLock
from core.programme.collection_cache import CollectionCache, Snapshot
from core.programme.sammlung import Indexstand
from core.programme.stored_streams import StoredStreams
from core.programme.vectorstore import Vectorstore
from core.wortlaut.records import Chunk
from tests.index.stores import (
    HashEmbedder,
    chroma_server,
    collection_in,
    collections_in,
    expected,
    finished,
    killed_at_end,
    make_chunks,
    make_store,
    merkmale_of,
    put,
    row_count,
    save_texts,
    started,
    texts,
)
from tests.prozesse import until
from tests.sammlungen import nearest

# Round trip, in the folder and with a server


SEARCHES_ONLY = """
import sys
from pathlib import Path
from tests.index.stores import make_store
store = make_store(Path(sys.argv[1]))
print({name: stand.version for name, stand in store.staende("NRW").items()}, store.staende("BY"))
print(len(store.sammlung("NRW")), "chromadb" in sys.modules)
"""


def test_who_only_searches_need_not_load_chroma(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    with store.writing():
        put(store, "spd", 5, "eins")
    command = [sys.executable, "-c", SEARCHES_ONLY, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    version = hashlib.sha256(b"eins").hexdigest()
    assert done.stdout.splitlines() == [f"{{'spd': '{version}'}} {{}}", "5 False"]


def test_round_trip(place: Settings) -> None:
    chunks = [
        Chunk(
            "spd:b", "spd", "Zweiter\nAbsatz mit\u2028Trenner, „Zitat“ und ☃.", 100, 142, (2, 3),
            ("1 Wohnen", "Miete"),
        ),
        Chunk("spd:a", "spd", "Erster", 0, 6, (1,), ()),
        Chunk("spd:c", "spd", "", 200, 200, (), ()),
    ]  # fmt: skip
    model = HashEmbedder()
    stand = Indexstand("v1", 3, "2026-11-20T12:00:00", {"pages": 3, "health": ["gut", None, {"x": 1.5}]})
    store = make_store(place)
    save_texts(store._texte, "spd", "v1", chunks)
    with store.writing():
        store.replace("NRW", "spd", stand, chunks, model.embed_documents([c.text for c in chunks]))
    for reader in (store, make_store(place)):
        assert reader.staende("NRW") == {"spd": stand}
        assert reader.chunks_of("NRW", "spd") == [chunks[1], chunks[0], chunks[2]]
        found = nearest(reader.sammlung("NRW"), model.embed_query("Erster"), 5)
        (best, similarity), (_, second), (last, zero) = found
        assert best == chunks[1] and similarity == pytest.approx(1, abs=1e-6)
        truth = float(model.embed_query("Erster") @ model.embed_query(chunks[0].text))
        assert (second if truth > 0 else zero) == pytest.approx(truth, abs=2e-6)
        assert last == (chunks[2] if truth > 0 else chunks[0])
        assert reader.health("NRW") == []
    shutil.rmtree(place.chroma_dir / "zwischenspeicher")
    assert make_store(place).chunks_of("NRW", "spd") == [chunks[1], chunks[0], chunks[2]]


def test_nothing_indexed_is_no_error(place: Settings) -> None:
    store = make_store(place)
    assert store.staende("BE") == {} and len(store.sammlung("BE")) == 0
    assert store.chunks_of("BE", "spd") == [] and store.health("BE") == []
    if place.chroma_url is None:
        assert not (place.chroma_dir / "chroma.sqlite3").exists()
    with store.writing():
        assert store.sweep("BE") == []
        store.remove("BE", "spd")
        put(store, "leer", 0, gebiet="BE")
    assert store.staende("BE")["leer"].chunks == 0 and texts(store, "BE") == []


def test_gebiete_and_filters_are_apart(place: Settings) -> None:
    store = make_store(place)
    with store.writing():
        put(store, "spd", 5)
        put(store, "cdu", 7)
        put(store, "afd", 3, gebiet="BE")
        put(store, "grund", 2, gebiet=UEBERALL)
    assert texts(store) == expected(("cdu", 7, "eins"), ("spd", 5, "eins"))
    assert texts(store, "BE") == expected(("afd", 3, "eins"))
    assert texts(store, UEBERALL) == expected(("grund", 2, "eins"))
    assert texts(store, "NRW", {"spd", "afd"}) == expected(("spd", 5, "eins"))
    assert texts(store, "NRW", set()) == []
    with store.writing():
        store.remove("NRW", "spd")
    assert list(store.staende("NRW")) == ["cdu"] and texts(store) == expected(("cdu", 7, "eins"))
    assert texts(make_store(place)) == expected(("cdu", 7, "eins"))


def test_replacing_leaves_no_old_rows(place: Settings) -> None:
    store = make_store(place)
    for version, count in (("eins", 30), ("zwei", 12), ("zwei", 8), ("drei", 25)):
        with store.writing():
            put(store, "spd", count, version)
            put(store, "cdu", 4)
        assert texts(store) == expected(("spd", count, version), ("cdu", 4, "eins"))
        assert store.health("NRW") == []
    if place.chroma_url is None:
        assert row_count(place.chroma_dir) == 29
        assert len(list((place.chroma_dir / "zwischenspeicher").glob("*.npz"))) == 1


def test_two_models_never_mix(place: Settings) -> None:
    one, other = make_store(place, "modell-a"), make_store(place, "modell-b")
    with one.writing():
        put(one, "spd", 5, "eins")
    assert other.staende("NRW") == {} and texts(other) == []
    with other.writing():
        put(other, "spd", 3, "zwei")
    assert texts(one) == expected(("spd", 5, "eins")) and texts(other) == expected(("spd", 3, "zwei"))
    with one.writing():
        one.remove("NRW", "spd")
    assert texts(other) == expected(("spd", 3, "zwei"))


def child_writes(place: Settings, programm_id: str, count: int, version: str) -> None:
    store = make_store(place)
    with store.writing(30):
        put(store, programm_id, count, version)


def test_reader_sees_what_another_process_wrote(place: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chroma's own query would go on giving the old rows: facts B2."""
    store, many = make_store(place), 150 if place.chroma_url else 1500
    with store.writing():
        put(store, "spd", many)
    assert len(texts(store)) == many
    for version, count in (("zwei", many - 100), ("drei", 20)):
        finished(started(child_writes, place, "spd", count, version))
        assert texts(store) == expected(("spd", count, version))
    shutil.rmtree(place.chroma_dir / "zwischenspeicher")
    assert texts(make_store(place)) == expected(("spd", 20, "drei"))
    assert store.health("NRW") == []


@pytest.mark.night
def test_two_processes_writing_in_turn_keep_the_vector_index_whole(tmp_path: Path) -> None:
    """A client kept open would save its old index over the other's rows."""
    place = Settings(chroma_dir=tmp_path)
    store = make_store(place)
    for turn in range(3):
        with store.writing():
            put(store, f"hier{turn}", 1100)
        finished(started(child_writes, place, f"dort{turn}", 1100, "eins"))
    assert store.health("NRW") == []
    shutil.rmtree(tmp_path / "zwischenspeicher")
    model = HashEmbedder()
    fresh = Vectorstore(place, "probe", lambda: model, merkmale_of, StoredStreams(place.chroma_dir / "texte"))
    assert len(texts(fresh)) == 6600 and model.embedded == 0


# Refusals


def test_writing_needs_the_lock_and_fitting_parts(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    for call in (lambda: put(store, "spd", 1), lambda: store.sweep("NRW"), lambda: store.reset()):
        with pytest.raises(RuntimeError, match="writing"):
            call()
    with pytest.raises(RuntimeError, match="writing"):
        store.remove("NRW", "spd")
    chunks, stand = make_chunks("spd", 2), Indexstand("v", 2, "2026")
    with store.writing():
        with pytest.raises(EmbeddingError, match="2 Vektoren aus 8 gültigen Zahlen"):
            store.replace("NRW", "spd", stand, chunks, np.ones((2, 5)))
        with pytest.raises(EmbeddingError):
            store.replace("NRW", "spd", stand, chunks, np.full((2, 8), np.nan))
        with pytest.raises(ValueError):
            store.replace("NRW", "spd", Indexstand("v", 3, "2026"), chunks, np.ones((2, 8)))
        with pytest.raises(ValueError):
            store.replace("NRW", "cdu", stand, chunks, np.ones((2, 8)))
        with pytest.raises(ValueError):
            store.replace("NRW", "spd", stand, [chunks[0], chunks[0]], np.ones((2, 8)))
        with pytest.raises(TypeError):
            store.replace("NRW", "spd", Indexstand("v", 2, "2026", {"x": object()}), chunks, np.ones((2, 8)))
        with pytest.raises(IndexFehler, match="Zeichen"):
            broken = [Chunk("x", "spd", "\ud800", 0, 1, (1,)), chunks[1]]
            store.replace("NRW", "spd", stand, broken, np.ones((2, 8)))
    assert store.staende("NRW") == {}
    with pytest.raises(EingabeError, match="'XX' gibt es nicht"):
        store.staende("XX")


def test_collection_of_another_model_is_refused(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    with store.writing():
        put(store, "spd", 1)
    with collection_in(tmp_path) as collection:
        collection.modify(metadata={"fingerprint": "anderes", "staende": "{}"})
    with pytest.raises(IndexFehler, match="'anderes'"):
        store.staende("NRW")


# One writer


def child_holds(place: Settings, ready: Path, forever: bool) -> None:
    with make_store(place).writing():
        ready.write_text(str(os.getpid()))
        time.sleep(600 if forever else 1.5)


def wait_for(path: Path) -> str:
    until(lambda: path.exists() and path.read_text())
    return path.read_text()


def test_lock_names_its_holder_and_dies_with_it(tmp_path: Path) -> None:
    place, ready = Settings(chroma_dir=tmp_path), tmp_path / "bereit"
    store = make_store(place)
    with killed_at_end(started(child_holds, place, ready, True)) as holder:
        pid = wait_for(ready)
        begin = time.monotonic()
        with pytest.raises(IndexGesperrt, match=f"Prozess {pid} auf {socket.gethostname()}, seit .* Uhr"):
            with store.writing(timeout=0.3):
                pass
        assert time.monotonic() - begin > 0.25
        assert store.staende("NRW") == {} and store.health("NRW") == []
        os.kill(holder.pid or 0, signal.SIGKILL)
        with store.writing(timeout=60):
            put(store, "spd", 2)
    assert texts(store) == expected(("spd", 2, "eins"))


def writes_on(folder: Path, ready: Path) -> None:
    """Indexes NRW, for as long as it lives."""
    with (store := make_store(folder)).writing():
        put(store, "spd", 4, "zwei")
        store.read_stale()
        ready.write_text("ja")
        while True:
            put(store, "spd", 4, "drei")
            put(store, "spd", 4, "vier")


@pytest.mark.parametrize("before", ["somebody else wrote", "a writer was killed", "the cache is gone"])
def test_other_laender_are_searched_while_one_is_indexed(tmp_path: Path, before: str) -> None:
    place, ready, wanted = Settings(chroma_dir=tmp_path), tmp_path / "bereit", expected(("cdu", 3, "eins"))
    with (store := make_store(tmp_path)).writing():
        put(store, "spd", 3)
        put(store, "cdu", 3, gebiet="BE")
    assert texts(store, "BE") == wanted
    if before == "somebody else wrote":
        with collections_in(tmp_path) as collections:
            for collection in collections:
                vectors = collection.get(limit=1, include=["embeddings"])["embeddings"]
                collection.add(["neu"], vectors, [{"programm_id": "fremd"}], ["fremd"])
    elif before == "a writer was killed":
        with killed_at_end(started(writes_on, tmp_path, ready)):
            wait_for(ready)
        ready.unlink()
    else:
        shutil.rmtree(tmp_path / "zwischenspeicher")
    with killed_at_end(started(writes_on, tmp_path, ready)):
        begin = time.monotonic()
        assert texts(store, "BE") == wanted  # what it has in memory, whoever holds the folder
        assert before == "the cache is gone" or time.monotonic() - begin < 5
        wait_for(ready)
        for _ in range(5):
            assert texts(make_store(place), "BE") == wanted
            assert texts(store, "BE") == wanted


def test_writer_waits_for_the_other(tmp_path: Path) -> None:
    place, ready = Settings(chroma_dir=tmp_path), tmp_path / "bereit"
    with killed_at_end(started(child_holds, place, ready, False)) as holder:
        wait_for(ready)
        with (store := make_store(place)).writing(timeout=300):
            assert not holder.is_alive() or holder.join(60) is None
            put(store, "spd", 2)
    assert store.health("NRW") == []


def test_lock_is_per_thread_and_nests(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    seen: list[type[Exception]] = []

    def other_thread() -> None:
        try:
            with store.writing(timeout=0.1):
                pass
        except IndexGesperrt as error:
            seen.append(type(error))
        try:
            store.sweep("NRW")
        except RuntimeError as error:
            seen.append(type(error))

    with store.writing(), store.writing():
        put(store, "spd", 1)
        thread = threading.Thread(target=other_thread)
        thread.start()
        thread.join()
    assert seen == [IndexGesperrt, RuntimeError]
    with pytest.raises(RuntimeError):
        store.sweep("NRW")


def test_two_processes_writing_at_once(tmp_path: Path) -> None:
    """Into a folder where not even a database is."""
    place = Settings(chroma_dir=tmp_path / "neu")
    children = [started(child_writes, place, name, 1500, "eins") for name in ("spd", "cdu")]
    for child in children:
        finished(child)
    store = make_store(place)
    assert texts(store) == expected(("spd", 1500, "eins"), ("cdu", 1500, "eins"))
    assert store.health("NRW") == [] and row_count(tmp_path / "neu") == 3000


# Whole at any moment


def child_replaces_often(place: Settings, done: Path, times: int) -> None:
    store = make_store(place)
    for turn in range(times):
        with store.writing(30):
            put(store, "spd", 150 + turn, f"stand{turn}")
    done.write_text("ja")


def child_replaces_until(place: Settings, done: Path, enough: Path) -> None:
    """Until who reads meanwhile has seen enough; `done` then says what was written last."""
    store = make_store(place)
    for turn in range(1, 10_000):
        with store.writing(30):
            put(store, "spd", 150 + turn, f"stand{turn}")
        if enough.exists():
            break
    done.write_text(str(turn))


def assert_whole(found: list[str]) -> None:
    stand = found[0].split()[1]
    assert found == expected(("spd", 150 + int(stand.removeprefix("stand")), stand))


@pytest.mark.parametrize("url", [False, pytest.param(True, marks=pytest.mark.night)])
def test_searches_see_all_old_or_all_new_of_another_process(
    tmp_path: Path, url: bool, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = request.getfixturevalue("server") if url else None
    place = Settings(chroma_dir=tmp_path / "db", chroma_url=server)
    done, enough = tmp_path / "fertig", tmp_path / "genug"
    store = make_store(place)
    with store.writing():
        store.reset() if url else None
        put(store, "spd", 150, "stand0")
    seen = set()
    with killed_at_end(started(child_replaces_until, place, done, enough)) as writer:
        while writer.is_alive():
            found = texts(store)
            assert_whole(found)
            seen.add(len(found))
            if len(seen) > 3:
                enough.touch()
    last = int(done.read_text())
    assert texts(store) == expected(("spd", 150 + last, f"stand{last}"))


MOMENTS = {
    "after some rows": ("worker.write", 3, False),
    "before the rows": ("worker.write", 1, False),
    "before the switch": ("worker.tell", 1, False),
    "before the old rows go": ("worker.delete", 1, True),
    "before it is published": ("worker.found", 1, True),
    "before it is kept": ("cache.keep", 2, True),
}
"""Which call is the writer's last, and whether the index is the new one then."""


def child_dies(place: Settings, moment: str, version: str) -> None:
    """Be killed when this function is called for the n-th time."""
    what, times, _ = MOMENTS[moment]
    calls = 0

    def count(name: str) -> None:
        nonlocal calls
        calls += name == what
        if calls == times:
            os.kill(os.getpid(), signal.SIGKILL)

    call, keep = Chroma.call, CollectionCache.keep

    def counted_call(self: Chroma, function: Callable[..., object], *args: object) -> object:
        count(f"worker.{function.__name__}")
        return call(self, function, *args)

    def counted_keep(self: CollectionCache, snapshot: Snapshot) -> None:
        count("cache.keep")
        keep(self, snapshot)

    Chroma.call = counted_call  # type: ignore[assignment]
    CollectionCache.keep = counted_keep  # type: ignore[method-assign]
    vectorstore.ROWS_PER_CALL = 50
    store = make_store(place)
    with store.writing():
        put(store, "spd", 200, version)


REPAIRS = [(moment, "sweep" if place % 2 else "replace") for place, moment in enumerate(MOMENTS)]
OTHERS = [(moment, "replace" if place % 2 else "sweep") for place, moment in enumerate(MOMENTS)]


@pytest.mark.parametrize(
    ("moment", "repair"), [*REPAIRS, *(pytest.param(*other, marks=pytest.mark.night) for other in OTHERS)]
)
def test_killed_writer_leaves_a_whole_index(tmp_path: Path, moment: str, repair: str) -> None:
    place = Settings(chroma_dir=tmp_path)
    store = make_store(place)
    with store.writing():
        put(store, "spd", 90, "alt")
        put(store, "cdu", 5)
    finished(started(child_dies, place, moment, "neu"), -signal.SIGKILL)
    old, new = ("spd", 90, "alt"), ("spd", 200, "neu")
    after_kill = expected(new if MOMENTS[moment][2] else old, ("cdu", 5, "eins"))
    assert texts(store) == texts(make_store(place)) == after_kill
    with store.writing(timeout=60):
        put(store, "spd", 200, "neu") if repair == "replace" else store.sweep("NRW")
    after_repair = expected(new, ("cdu", 5, "eins")) if repair == "replace" else after_kill
    assert texts(store) == texts(make_store(place)) == after_repair
    assert row_count(tmp_path) == len(after_repair) and store.health("NRW") == []
    shutil.rmtree(tmp_path / "zwischenspeicher")
    assert texts(make_store(place)) == after_repair


@pytest.mark.night
def test_killed_at_any_time(tmp_path: Path) -> None:
    place = Settings(chroma_dir=tmp_path / "db")
    store = make_store(place)
    with store.writing():
        put(store, "spd", 150, "stand0")
    for delay in (0.02, 0.1, 0.25, 0.6):
        writer = started(child_replaces_often, place, tmp_path / "fertig", 1000)
        before = store.staende("NRW")
        while store.staende("NRW") == before:
            time.sleep(0.005)
        time.sleep(delay)
        writer.kill()
        writer.join()
        assert_whole(texts(make_store(place)))
        with store.writing(timeout=60):
            store.sweep("NRW")
        assert_whole(texts(store))
        assert row_count(tmp_path / "db") == len(texts(store)) and store.health("NRW") == []


# Damage


def index_folders(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.is_dir() and len(path.name) == 36]


def damage(folder: Path, what: str) -> None:
    for index in index_folders(folder):
        if what == "gone":
            shutil.rmtree(index)
        else:
            (index / what).write_bytes((index / what).read_bytes()[:90])


HNSW_DAMAGE = [
    "gone", "data_level0.bin", "index_metadata.pickle", "length.bin", "link_lists.bin", "header.bin",
]  # fmt: skip


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Rows enough for vector indexes in files, of two Gebiete; to be copied."""
    folder = tmp_path_factory.mktemp("gross")
    with (writer := make_store(folder)).writing():
        put(writer, "spd", 1300)
        put(writer, "cdu", 300)
        put(writer, "afd", 1200, gebiet="BE")
    return folder


@pytest.mark.parametrize("what", [
    HNSW_DAMAGE[0], *(pytest.param(what, marks=pytest.mark.night) for what in HNSW_DAMAGE[1:])
])  # fmt: skip
def test_a_damaged_vector_index_is_told_and_put_back(tmp_path: Path, large: Path, what: str) -> None:
    """What can be read is answered right; what cannot leaves the index, to be read in anew."""
    place = Settings(chroma_dir=tmp_path)
    shutil.copytree(large, tmp_path, dirs_exist_ok=True)
    damage(tmp_path, what)
    everything = {
        "NRW": expected(("spd", 1300, "eins"), ("cdu", 300, "eins")),
        "BE": expected(("afd", 1200, "eins")),
    }
    store = make_store(place)
    for gebiet, whole in everything.items():
        is_told = store.health(gebiet) != []
        assert is_told or what == "header.bin"  # without its last bytes all can still be read
        try:
            assert texts(store, gebiet) == whole
        except IndexBeschaedigt as error:
            assert "python -m core index --all" in str(error)
        with store.writing():
            lost = store.sweep(gebiet)
            assert bool(lost) == is_told
            for programm_id in lost:
                put(store, programm_id, {"spd": 1300, "cdu": 300, "afd": 1200}[programm_id], gebiet=gebiet)
        assert store.health(gebiet) == []
    shutil.rmtree(tmp_path / "zwischenspeicher")
    model = HashEmbedder()
    fresh = Vectorstore(place, "probe", lambda: model, merkmale_of, StoredStreams(place.chroma_dir / "texte"))
    for gebiet, whole in everything.items():
        assert texts(fresh, gebiet) == whole
    assert model.embedded == 0


def test_what_others_delete_change_or_add_is_what_is_found(place: Settings) -> None:
    store = make_store(place)
    with store.writing():
        put(store, "spd", 50)
        put(store, "cdu", 20)
    assert len(texts(store)) == 70
    finished(started(child_meddles, place, "delete"))
    assert texts(store) == texts(make_store(place)) == expected(("cdu", 20, "eins"))
    assert store.health("NRW") == ["spd: Im Index sind 0 von 50 Passagen."]
    for what in ("add", "change"):  # of a row that is changed a server does not tell: it is shown as it was
        finished(started(child_meddles, place, what))
        assert texts(store) == texts(make_store(place)) == expected(("cdu", 20, "eins"))
        told = store.health("NRW")
        assert len(told) == 2 and told[1] == "spd: Im Index sind 0 von 50 Passagen."
        assert told[0].startswith("cdu: Im Index: 1 Passage, die so nicht im gespeicherten Text")
    with store.writing():
        assert store.sweep("NRW") == ["cdu", "spd"]
    assert store.staende("NRW") == {} and texts(store) == []


def child_meddles(place: Settings, what: str) -> None:
    """With Chroma itself, as somebody would who knows nothing of this project."""
    import chromadb

    address = urlsplit(place.chroma_url or "")
    client = (
        chromadb.HttpClient(address.hostname or "", address.port or 0)
        if place.chroma_url
        else chromadb.PersistentClient(str(place.chroma_dir))
    )
    collection = client.get_collection(make_store(place)._name("NRW"), embedding_function=None)
    row = collection.get(where={"start": 300}, include=["metadatas", "embeddings"])
    match what:
        case "delete":
            collection.delete(where={"partei": "SPD"})
        case "add":
            collection.add(["neu"], row["embeddings"], row["metadatas"], ["von anderen"])
        case "change":
            collection.update(["neu"], row["embeddings"][:1], documents=["umgeschrieben"])


def test_lost_rows_are_told_and_given_up(tmp_path: Path) -> None:
    with (store := make_store(tmp_path)).writing():
        put(store, "spd", 50)
        put(store, "cdu", 20)
    with collection_in(tmp_path) as collection:
        collection.delete(where={"$and": [{"programm_id": "spd"}, {"start": {"$gte": 3000}}]})
    store = make_store(tmp_path)
    assert store.health("NRW") == ["spd: Im Index sind 30 von 50 Passagen."]
    with store.writing():
        assert store.sweep("NRW") == ["spd"]
    assert list(store.staende("NRW")) == ["cdu"] and texts(store) == expected(("cdu", 20, "eins"))
    with store.writing():
        assert store.sweep("NRW") == []
        put(store, "spd", 50)
    assert texts(store) == expected(("spd", 50, "eins"), ("cdu", 20, "eins"))
    assert row_count(tmp_path) == 70 and store.health("NRW") == []


CACHE_AT_NIGHT = [pytest.param(how, marks=pytest.mark.night) for how in ("half", "empty", "other shape")]


@pytest.mark.parametrize("how", ["garbage", "gone", *CACHE_AT_NIGHT])
def test_a_damaged_cache_is_made_anew(tmp_path: Path, how: str) -> None:
    with (store := make_store(tmp_path)).writing():
        put(store, "spd", 50)
    (file,) = (tmp_path / "zwischenspeicher").glob("*.npz")
    content = bytearray(file.read_bytes())
    match how:
        case "half":
            file.write_bytes(content[: len(content) // 2])
        case "empty":
            file.write_bytes(b"")
        case "garbage":
            content[500:520] = b"x" * 20
            file.write_bytes(content)
        case "other shape":
            np.savez(file, vectors=np.ones((50, 3), np.float32), rows=np.zeros(3, np.uint8))
        case "gone":
            shutil.rmtree(file.parent)
    assert texts(make_store(tmp_path)) == expected(("spd", 50, "eins"))
    (anew,) = (tmp_path / "zwischenspeicher").glob("*.npz")
    assert anew != file


def break_sqlite(folder: Path, how: str) -> None:
    file = folder / "chroma.sqlite3"
    with file.open("r+b") as handle:
        match how:
            case "header":
                handle.write(b"x" * 100)
            case "half":
                handle.truncate(file.stat().st_size // 2)
            case "empty":
                handle.truncate(0)


@pytest.mark.parametrize(("how", "is_open"), [("header", False), ("half", True), ("empty", False)])
def test_broken_database_is_said_and_can_be_reset(tmp_path: Path, how: str, is_open: bool) -> None:
    with (store := make_store(tmp_path)).writing():
        put(store, "spd", 1300)
    (tmp_path / "texte" / "spd.txt").write_text("bleibt")
    if not is_open:
        store = make_store(tmp_path)
    else:
        texts(store)
    break_sqlite(tmp_path, how)
    way_out = r"ist beschädigt \(.*\)\. „python -m core index --all“ baut ihn neu auf\."
    for call in (lambda: store.staende("NRW"), lambda: texts(store)):
        with pytest.raises(IndexFehler, match=way_out):
            call()
    assert "beschädigt" in store.health("NRW")[0]
    with store.writing():
        with pytest.raises(IndexFehler, match=way_out):
            put(store, "spd", 3)
        aside = store.reset()
        assert aside is not None and (aside / "chroma.sqlite3").exists()
        put(store, "spd", 7, "zwei")
    assert (tmp_path / "texte" / "spd.txt").read_text() == "bleibt"
    assert texts(store) == texts(make_store(tmp_path)) == expected(("spd", 7, "zwei"))
    assert store.health("NRW") == []


def test_reset_by_another_is_noticed(tmp_path: Path) -> None:
    store, other = make_store(tmp_path), make_store(tmp_path)
    with store.writing():
        put(store, "spd", 3)
    assert len(texts(store)) == 3
    with other.writing():
        other.reset()
    assert store.staende("NRW") == {} and texts(store) == []
    with other.writing():
        put(other, "spd", 4, "zwei")
    assert texts(store) == expected(("spd", 4, "zwei"))


def test_read_only_folder_is_said(tmp_path: Path) -> None:
    (tmp_path / "datei").write_text("kein Ordner")
    with pytest.raises(IndexFehler, match="lässt sich nicht schreiben"):
        with make_store(tmp_path / "datei").writing():
            pass


# Server


def test_server_that_is_not_there_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with chroma_server(tmp_path / "server") as url:
        place = Settings(chroma_dir=tmp_path, chroma_url=url)
        with (open_store := make_store(place)).writing():
            put(open_store, "spd", 3)
        assert len(texts(open_store)) == 3
    for store in (open_store, make_store(place)):
        for call in (lambda store=store: store.staende("NRW"), lambda store=store: texts(store)):
            with pytest.raises(IndexFehler, match=rf"CHROMA_URL={url} antwortet nicht .*chroma run"):
                call()
        assert "CHROMA_URL" in store.health("NRW")[0]
    with pytest.raises(EingabeError, match="CHROMA_URL='ftp://x' ist keine Adresse"):
        make_store(Settings(chroma_dir=tmp_path, chroma_url="ftp://x")).staende("NRW")


@pytest.mark.night
def test_server_that_lost_its_vectors_is_answered_right(tmp_path: Path) -> None:
    data = tmp_path / "server"
    place = tmp_path / "hier"
    with chroma_server(data) as url:
        with (store := make_store(Settings(chroma_dir=place, chroma_url=url))).writing():
            put(store, "spd", 1300)
    damage(data, "gone")
    shutil.rmtree(place / "zwischenspeicher")
    with chroma_server(data) as url:
        store = make_store(Settings(chroma_dir=place, chroma_url=url))
        assert texts(store) == expected(("spd", 1300, "eins")) and store.health("NRW") != []
        with store.writing():
            store.sweep("NRW")
        assert store.health("NRW") == []


def opens_chroma(store: Vectorstore, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether it was opened to be swept."""
    seen: list[str] = []
    call = Chroma.call
    with monkeypatch.context() as patched, store.writing():
        patched.setattr(
            Chroma, "call", lambda self, one, *a: seen.append(one.__name__) or call(self, one, *a)
        )
        store.sweep("NRW")
    return bool(seen)


def test_what_nobody_wrote_since_is_not_opened_to_be_swept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = make_store(tmp_path)
    with store.writing():
        store.sweep("NRW")
        put(store, "spd", 3)
    assert not opens_chroma(store, monkeypatch) and texts(store) == expected(("spd", 3, "eins"))
    with collection_in(tmp_path) as collection:
        collection.add(ids=["fremd"], embeddings=[[1.0] * 8], documents=["x"], metadatas=[{"a": 1}])
    assert opens_chroma(make_store(tmp_path), monkeypatch) and row_count(tmp_path) == 3


def test_what_the_register_says_anew_is_told_though_nobody_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = make_store(tmp_path)
    with store.writing():
        store.sweep("NRW")
        put(store, "spd", 3)
    place, texte = Settings(chroma_dir=tmp_path), StoredStreams(tmp_path / "texte")
    renamed = Vectorstore(place, "probe", HashEmbedder, lambda id: {"partei": "neu"}, texte)
    assert opens_chroma(renamed, monkeypatch)
    with collection_in(tmp_path) as collection:
        assert {row["partei"] for row in collection.get()["metadatas"]} == {"neu"}
    with renamed.writing():
        renamed.sweep("NRW")  # the look at it from outside touched its files
    assert not opens_chroma(renamed, monkeypatch)
    assert renamed.health("NRW") == []


def test_a_change_that_failed_on_its_way_is_swept_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = make_store(tmp_path)
    with store.writing():
        store.sweep("NRW")
        put(store, "spd", 3)

    def full(*_: object) -> None:
        raise IndexFehler("kein Platz")

    with monkeypatch.context() as patched, store.writing():
        patched.setattr(Vectorstore, "_tell", full)
        with pytest.raises(IndexFehler, match="kein Platz"):
            put(store, "spd", 5, "zwei")
    assert texts(store) == expected(("spd", 3, "eins"))
    assert row_count(tmp_path) > 3
    with store.writing():
        assert store.sweep("NRW") == []
    assert row_count(tmp_path) == 3 and texts(store) == expected(("spd", 3, "eins"))


def test_a_call_that_never_ends_is_told_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a full disk, where Chroma may wait for itself for ever; the next run needs no hand."""
    with (store := make_store(tmp_path)).writing():
        put(store, "spd", 3)
    monkeypatch.setattr(chroma, "SECONDS", 0.5)
    with pytest.raises(IndexFehler, match=r"nicht geantwortet.*index --all"), store.writing():
        store._changing("x").__enter__()
        store._chroma.call(never_ends)
    monkeypatch.undo()
    with store.writing():
        put(store, "cdu", 2)
    assert texts(store) == expected(("spd", 3, "eins"), ("cdu", 2, "eins"))


def never_ends(place: object) -> None:
    time.sleep(600)


def test_a_worker_that_crashes_is_damage(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    with pytest.raises(IndexBeschaedigt, match=r"SIGSEGV.*index --all"):
        store._chroma.call(crashes)


def crashes(place: object) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def is_killed(place: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def pid_of(place: object) -> int:
    return os.getpid()


def test_a_worker_that_is_killed_is_no_damage(tmp_path: Path) -> None:
    """By the system, where memory is short: at rest, between calls of who writes, twice at one call."""
    with (store := make_store(tmp_path)).writing():
        put(store, "spd", 3)
    os.kill(store._chroma.call(pid_of), signal.SIGKILL)
    assert store.health("NRW") == []
    with store.writing():
        put(store, "cdu", 2)
        os.kill(store._chroma.call(pid_of), signal.SIGKILL)
        put(store, "fdp", 4)
    with pytest.raises(IndexFehler) as told:
        store._chroma.call(is_killed)
    assert not isinstance(told.value, IndexBeschaedigt)
    assert store.health("NRW") == []
    assert texts(make_store(tmp_path)) == expected(("spd", 3, "eins"), ("cdu", 2, "eins"), ("fdp", 4, "eins"))


def test_a_read_only_disk_still_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files look new there, as in an image that was copied, and nobody can have the lock."""
    with (store := make_store(tmp_path)).writing():
        put(store, "spd", 3)
    os.utime(tmp_path / "chroma.sqlite3", (1, 1))

    def refused(self: WriterLock, timeout: float) -> None:
        raise IndexFehler("lässt sich nicht schreiben")

    monkeypatch.setattr(WriterLock, "_acquire", refused)
    assert texts(make_store(tmp_path)) == expected(("spd", 3, "eins"))
