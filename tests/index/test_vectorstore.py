"""The index: exact, whole at any moment, and honest about damage. Other processes are real processes here."""

import hashlib
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from core.errors import EingabeError, EmbeddingError, IndexFehler, IndexGesperrt
from core.index import chroma, chroma_inside, chroma_rows
from core.index.vector_blocks import BlockFiles
from core.index.vectorstore import UEBERALL, Indexstand, Vectorstore
from core.models import Chunk
from core.settings import ROOT, Settings
from tests.index.stores import (
    HashEmbedder,
    chroma_server,
    expected,
    finished,
    killed_at_end,
    make_chunks,
    make_store,
    merkmale_of,
    put,
    row_count,
    started,
    texts,
)
from tests.sammlungen import ask_servers_anew

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


def test_where_chroma_is_open_its_file_is_left_alone(tmp_path: Path) -> None:
    """Closing the file would take away the locks that Chroma holds on it in this process."""
    with (store := make_store(tmp_path)).writing():
        put(store, "spd", 5, "eins")
        assert chroma_inside.peek(tmp_path / "chroma.sqlite3", "egal") is None


def test_round_trip(place: Settings) -> None:
    chunks = [
        Chunk(
            "b", "spd", "Zweiter\nAbsatz mit\u2028Trenner, „Zitat“ und ☃.", 100, 140, (2, 3),
            ("1 Wohnen", "Miete"),
        ),
        Chunk("a", "spd", "Erster", 0, 90, (1,), ()),
        Chunk("c", "spd", "", 200, 200, (), ()),
    ]  # fmt: skip
    model = HashEmbedder()
    stand = Indexstand("v1", 3, "2026-11-20T12:00:00", {"pages": 3, "health": ["gut", None, {"x": 1.5}]})
    store = make_store(place)
    with store.writing():
        store.replace("NRW", "spd", stand, chunks, model.embed_documents([c.text for c in chunks]))
    for reader in (store, make_store(place)):
        assert reader.staende("NRW") == {"spd": stand}
        assert reader.chunks_of("NRW", "spd") == [chunks[1], chunks[0], chunks[2]]
        (best, similarity), (_, second), (last, zero) = reader.search("NRW", model.embed_query("Erster"), 5)
        assert best == chunks[1] and similarity == pytest.approx(1, abs=1e-6)
        truth = float(model.embed_query("Erster") @ model.embed_query(chunks[0].text))
        assert (second if truth > 0 else zero) == pytest.approx(truth, abs=2e-6)
        assert last == (chunks[2] if truth > 0 else chunks[0])
        assert reader.health("NRW") == []
    shutil.rmtree(place.chroma_dir / "vektoren")
    assert make_store(place).chunks_of("NRW", "spd") == [chunks[1], chunks[0], chunks[2]]


def test_nothing_indexed_is_no_error(place: Settings) -> None:
    store = make_store(place)
    assert store.staende("BE") == {} and store.search("BE", np.ones(8), 3) == []
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
        assert len(list((place.chroma_dir / "vektoren").glob("*/*"))) == 2


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
    store = make_store(place)
    with store.writing():
        put(store, "spd", 1500)
    assert len(texts(store)) == 1500
    for version, count in (("zwei", 1400), ("drei", 20)):
        finished(started(child_writes, place, "spd", count, version))
        ask_servers_anew(monkeypatch)
        assert texts(store) == expected(("spd", count, version))
    shutil.rmtree(place.chroma_dir / "vektoren")
    assert texts(make_store(place)) == expected(("spd", 20, "drei"))
    assert store.health("NRW") == []


def test_two_processes_writing_in_turn_keep_the_vector_index_whole(tmp_path: Path) -> None:
    """A client kept open would save its old index over the other's rows."""
    place = Settings(chroma_dir=tmp_path)
    store = make_store(place)
    for turn in range(3):
        with store.writing():
            put(store, f"hier{turn}", 1100)
        finished(started(child_writes, place, f"dort{turn}", 1100, "eins"))
    assert store.health("NRW") == []
    shutil.rmtree(tmp_path / "vektoren")
    model = HashEmbedder()
    fresh = Vectorstore(place, "probe", lambda: model, merkmale_of)
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
    with pytest.raises(EmbeddingError):
        store.search("NRW", np.ones(5), 3)
    with pytest.raises(EingabeError, match="'XX' gibt es nicht"):
        store.staende("XX")


def test_collection_of_another_model_is_refused(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    with store.writing():
        put(store, "spd", 1)
    (collection,) = chroma.open_folder(tmp_path).list_collections()
    collection.modify(metadata={"fingerprint": "anderes", "staende": "{}"})
    with pytest.raises(IndexFehler, match="'anderes'"):
        store.staende("NRW")


# One writer


def child_holds(place: Settings, ready: Path, forever: bool) -> None:
    with make_store(place).writing():
        ready.write_text(str(os.getpid()))
        time.sleep(600 if forever else 1.5)


def wait_for(path: Path) -> str:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if path.exists() and (content := path.read_text()):
            return content
        time.sleep(0.02)
    raise TimeoutError(path)


def test_lock_names_its_holder_and_dies_with_it(tmp_path: Path) -> None:
    place, ready = Settings(chroma_dir=tmp_path), tmp_path / "bereit"
    store = make_store(place)
    with killed_at_end(started(child_holds, place, ready, True)) as holder:
        pid = wait_for(ready)
        begin = time.monotonic()
        with pytest.raises(IndexGesperrt, match=f"Prozess {pid} auf {socket.gethostname()}, seit .* Uhr"):
            with store.writing(timeout=0.3):
                pass
        assert 0.25 < time.monotonic() - begin < 5
        assert store.staende("NRW") == {} and store.health("NRW") == []
        os.kill(holder.pid or 0, signal.SIGKILL)
        with store.writing(timeout=5):
            put(store, "spd", 2)
    assert texts(store) == expected(("spd", 2, "eins"))


def test_writer_waits_for_the_other(tmp_path: Path) -> None:
    place, ready = Settings(chroma_dir=tmp_path), tmp_path / "bereit"
    with killed_at_end(started(child_holds, place, ready, False)) as holder:
        wait_for(ready)
        with (store := make_store(place)).writing(timeout=30):
            assert not holder.is_alive() or holder.join(10) is None
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


def assert_whole(found: list[str]) -> None:
    stand = found[0].split()[1]
    assert found == expected(("spd", 150 + int(stand.removeprefix("stand")), stand))


@pytest.mark.parametrize("url", [False, True])
def test_searches_see_all_old_or_all_new_of_another_process(
    tmp_path: Path, url: bool, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = request.getfixturevalue("server") if url else None
    place, done = Settings(chroma_dir=tmp_path / "db", chroma_url=server), tmp_path / "fertig"
    store = make_store(place)
    with store.writing():
        store.reset() if url else None
        put(store, "spd", 150, "stand0")
    seen = set()
    with killed_at_end(started(child_replaces_often, place, done, 12)) as writer:
        while writer.is_alive():
            found = texts(store)
            assert_whole(found)
            seen.add(len(found))
    assert done.exists() and len(seen) > 3
    ask_servers_anew(monkeypatch)
    assert texts(store) == expected(("spd", 161, "stand11"))


MOMENTS = {
    "after some rows": (chroma_rows, "_metadata", 130),
    "before the rows": (chroma_rows, "write", 1),
    "before the file": (BlockFiles, "save", 1),
    "before the switch": (chroma, "write_manifest", 1),
    "before the old rows go": (chroma_rows, "delete_versions_but", 1),
    "before the old file goes": (BlockFiles, "keep_only", 1),
}


def child_dies(place: Settings, moment: str, version: str) -> None:
    """Be killed when this function is called for the n-th time."""
    owner, name, times = MOMENTS[moment]
    original, calls = getattr(owner, name), 0

    def deadly(*args: object) -> object:
        nonlocal calls
        calls += 1
        if calls == times:
            os.kill(os.getpid(), signal.SIGKILL)
        return original(*args)

    setattr(owner, name, deadly)
    chroma_rows.ROWS_PER_CALL = 50
    store = make_store(place)
    with store.writing():
        put(store, "spd", 200, version)


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("repair", ["replace", "sweep"])
def test_killed_writer_leaves_a_whole_index(tmp_path: Path, moment: str, repair: str) -> None:
    place = Settings(chroma_dir=tmp_path)
    store = make_store(place)
    with store.writing():
        put(store, "spd", 90, "alt")
        put(store, "cdu", 5)
    finished(started(child_dies, place, moment, "neu"), -signal.SIGKILL)
    old, new = ("spd", 90, "alt"), ("spd", 200, "neu")
    is_switched = moment in ("before the old rows go", "before the old file goes")
    after_kill = expected(new if is_switched else old, ("cdu", 5, "eins"))
    assert texts(store) == texts(make_store(place)) == after_kill
    with store.writing(timeout=5):
        put(store, "spd", 200, "neu") if repair == "replace" else store.sweep("NRW")
    after_repair = expected(new, ("cdu", 5, "eins")) if repair == "replace" else after_kill
    assert texts(store) == texts(make_store(place)) == after_repair
    assert row_count(tmp_path) == len(after_repair) and store.health("NRW") == []
    assert len(list((tmp_path / "vektoren").glob("*/*"))) == 2
    shutil.rmtree(tmp_path / "vektoren")
    assert texts(make_store(place)) == after_repair


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
        with store.writing(timeout=5):
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
    "gone", "index_metadata.pickle", "data_level0.bin", "length.bin", "link_lists.bin", "header.bin",
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


def test_what_a_killed_repair_left_is_put_back_or_swept(tmp_path: Path, large: Path) -> None:
    place = Settings(chroma_dir=tmp_path)
    shutil.copytree(large, tmp_path, dirs_exist_ok=True)
    aside, whole = index_folders(tmp_path)
    aside.rename(tmp_path / f".pruefen-{aside.name}")
    for name in (f".pruefen-{whole.name}", ".neu-entwurf"):
        shutil.copytree(whole, tmp_path / name)
    store = make_store(place)
    with store.writing(timeout=5):
        put(store, "fdp", 3)
    assert list(tmp_path.glob(".neu-*")) == list(tmp_path.glob(".pruefen-*")) == []
    assert {folder.name for folder in index_folders(tmp_path)} == {aside.name, whole.name}
    assert store.health("NRW") == store.health("BE") == []


@pytest.mark.parametrize(("what", "files_too"), [
    *((what, False) for what in HNSW_DAMAGE), ("gone", True),
    *(pytest.param(what, True, marks=pytest.mark.night) for what in HNSW_DAMAGE[1:]),
])  # fmt: skip
def test_lost_vectors_are_noticed_answered_right_and_repaired(
    tmp_path: Path, large: Path, what: str, files_too: bool
) -> None:
    place = Settings(chroma_dir=tmp_path)
    shutil.copytree(large, tmp_path, dirs_exist_ok=True)
    assert len(index_folders(tmp_path)) == 2
    damage(tmp_path, what)
    if files_too:
        shutil.rmtree(tmp_path / "vektoren")
    store = make_store(place)
    assert store.health("NRW") != []
    query = HashEmbedder().embed_query("cdu eins Absatz 7")
    (chunk, similarity), *_ = store.search("NRW", query, 3)
    assert chunk.text == "cdu eins Absatz 7" and similarity == pytest.approx(1, abs=1e-6)
    assert texts(store) == expected(("spd", 1300, "eins"), ("cdu", 300, "eins"))
    for gebiet in ("NRW", "BE"):
        with store.writing():
            assert store.sweep(gebiet) != []
        assert store.health(gebiet) == []
    shutil.rmtree(tmp_path / "vektoren")
    model = HashEmbedder()
    fresh = Vectorstore(place, "probe", lambda: model, merkmale_of)
    assert texts(fresh) == expected(("spd", 1300, "eins"), ("cdu", 300, "eins"))
    assert texts(fresh, "BE") == expected(("afd", 1200, "eins")) and model.embedded == 0


@pytest.mark.parametrize(
    "what", [*HNSW_DAMAGE[:3], *(pytest.param(what, marks=pytest.mark.night) for what in HNSW_DAMAGE[3:])]
)
def test_replace_works_on_a_damaged_vector_index(tmp_path: Path, what: str) -> None:
    with (store := make_store(tmp_path)).writing():
        put(store, "spd", 1300)
    damage(tmp_path, what)
    with (store := make_store(tmp_path)).writing():
        put(store, "spd", 1100, "zwei")
    assert texts(store) == expected(("spd", 1100, "zwei")) and store.health("NRW") == []


def test_lost_rows_are_put_back_or_given_up(tmp_path: Path) -> None:
    with (store := make_store(tmp_path)).writing():
        put(store, "spd", 50)
        put(store, "cdu", 20)
    everything = expected(("spd", 50, "eins"), ("cdu", 20, "eins"))

    def lose_rows() -> None:
        (collection,) = chroma.open_folder(tmp_path).list_collections()
        collection.delete(where={"$and": [{"programm_id": "spd"}, {"start": {"$gte": 3000}}]})

    lose_rows()
    store = make_store(tmp_path)
    assert store.health("NRW") == ["spd: Im Index sind 30 von 50 Passagen."]
    assert texts(store) == everything
    with store.writing():
        store.sweep("NRW")
    assert store.health("NRW") == [] and row_count(tmp_path) == 70
    lose_rows()
    shutil.rmtree(tmp_path / "vektoren")
    store = make_store(tmp_path)
    assert store.health("NRW")[0].startswith("spd: Im Index fehlen Texte")
    with pytest.raises(IndexFehler, match=r"fehlen Texte von „spd“.*python -m core index --all"):
        texts(store)
    with store.writing():
        assert "neu eingelesen" in store.sweep("NRW")[-1]
    assert list(store.staende("NRW")) == ["cdu"] and texts(store) == expected(("cdu", 20, "eins"))
    with store.writing():
        store.sweep("NRW")
        put(store, "spd", 50)
    assert texts(store) == everything and row_count(tmp_path) == 70 and store.health("NRW") == []


@pytest.mark.parametrize("how", ["half", "empty", "garbage", "other shape"])
def test_damaged_files_are_read_anew(tmp_path: Path, how: str) -> None:
    with (store := make_store(tmp_path)).writing():
        put(store, "spd", 50)
    (file,) = (tmp_path / "vektoren").glob("*/*")
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
    assert texts(make_store(tmp_path)) == expected(("spd", 50, "eins"))
    assert file.stat().st_size == len(content)


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
    (tmp_path / "texte").mkdir()
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
        assert aside is not None and (aside / "chroma.sqlite3").exists() and (aside / "vektoren").exists()
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
    ask_servers_anew(monkeypatch)
    for store in (open_store, make_store(place)):
        for call in (lambda store=store: store.staende("NRW"), lambda store=store: texts(store)):
            with pytest.raises(IndexFehler, match=rf"CHROMA_URL={url} antwortet nicht .*chroma run"):
                call()
        assert "CHROMA_URL" in store.health("NRW")[0]
    with pytest.raises(EingabeError, match="CHROMA_URL='ftp://x' ist keine Adresse"):
        make_store(Settings(chroma_dir=tmp_path, chroma_url="ftp://x")).staende("NRW")


def test_server_that_lost_its_vectors_is_answered_right(tmp_path: Path) -> None:
    data = tmp_path / "server"
    place = tmp_path / "hier"
    with chroma_server(data) as url:
        with (store := make_store(Settings(chroma_dir=place, chroma_url=url))).writing():
            put(store, "spd", 1300)
    damage(data, "gone")
    shutil.rmtree(place / "vektoren")
    with chroma_server(data) as url:
        store = make_store(Settings(chroma_dir=place, chroma_url=url))
        assert texts(store) == expected(("spd", 1300, "eins")) and store.health("NRW") != []
        with store.writing():
            store.sweep("NRW")
        assert store.health("NRW") == []


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every opening of the database to write."""
    seen: list[str] = []
    real = chroma.Chroma.writing_client

    def noted(self: chroma.Chroma) -> object:
        seen.append("writing")
        return real(self)

    monkeypatch.setattr(chroma.Chroma, "writing_client", noted)
    return seen


def sweep_once(store: Vectorstore, opened: list[str]) -> bool:
    """Whether the database was opened for it."""
    opened.clear()
    with store.writing():
        store.sweep("NRW")
    return bool(opened)


def test_what_nobody_wrote_since_is_not_opened_to_be_swept(tmp_path: Path, opened: list[str]) -> None:
    store = make_store(tmp_path)
    with store.writing():
        store.sweep("NRW")
        put(store, "spd", 3)
    sweep_once(store, opened)  # what a change leaves of its own is the next one's
    assert not sweep_once(store, opened) and texts(store) == expected(("spd", 3, "eins"))
    (block,) = (tmp_path / "vektoren").rglob("*.npz")
    block.write_bytes(block.read_bytes()[:-1])
    assert sweep_once(make_store(tmp_path), opened)


def test_what_the_register_says_anew_is_told_though_nobody_wrote(tmp_path: Path, opened: list[str]) -> None:
    store = make_store(tmp_path)
    with store.writing():
        store.sweep("NRW")
        put(store, "spd", 3)
    renamed = Vectorstore(Settings(chroma_dir=tmp_path), "probe", HashEmbedder, lambda id: {"partei": "neu"})
    assert sweep_once(renamed, opened)
    assert not sweep_once(renamed, opened)


def test_a_change_that_failed_on_its_way_is_swept_up(
    tmp_path: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = make_store(tmp_path)
    with store.writing():
        store.sweep("NRW")
        put(store, "spd", 3)

    def full(*_: object) -> None:
        raise OSError("kein Platz")

    with monkeypatch.context() as patched, store.writing():
        store.sweep("NRW")
        patched.setattr(chroma, "write_manifest", full)
        with pytest.raises((IndexFehler, OSError)):
            put(store, "spd", 5, "zwei")
    assert row_count(tmp_path) > 3
    assert sweep_once(store, opened)
    assert row_count(tmp_path) == 3 and texts(store) == expected(("spd", 3, "eins"))


def test_a_missing_package_is_no_damage(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "chromadb", None)
    with pytest.raises(IndexFehler, match=r"fehlt ein Paket .*chromadb.*pip install") as told:
        chroma.Chroma(Settings(chroma_dir=tmp_path)).writing_client()
    assert type(told.value) is IndexFehler and "beschädigt" not in str(told.value)


def test_a_database_without_its_tables_is_left_for_chroma(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(chroma_inside, "opened", threading.Event())
    file = tmp_path / chroma_inside.DATABASE
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE sammlungen (id, name)")
    assert chroma_inside.peek(file, "a") is None
    assert chroma_inside.unused_indexes(file, [tmp_path / "x"]) == []


def test_what_a_killed_writer_left_half_written_is_rolled_back_by_chroma(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its journal lies beside the file; who may only read cannot play it back."""
    with (store := make_store(tmp_path / "a")).writing():
        put(store, "spd", 5, "eins")
    killed = tmp_path / "b"
    with closing(sqlite3.connect(tmp_path / "a" / chroma_inside.DATABASE)) as database:
        database.execute("PRAGMA cache_size = 1")
        database.execute("BEGIN IMMEDIATE")
        database.execute("DELETE FROM collection_metadata")
        database.execute("CREATE TABLE viel (text)")
        database.executemany("INSERT INTO viel VALUES (?)", [("x" * 4000,)] * 400)
        shutil.copytree(tmp_path / "a", killed)  # as it lies there when the writer dies
    monkeypatch.setattr(chroma_inside, "opened", threading.Event())
    assert chroma_inside.peek(killed / chroma_inside.DATABASE, "egal") is None
    assert make_store(killed).staende("NRW").keys() == {"spd"}
