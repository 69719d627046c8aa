"""Backup and restore, as whoever runs it relies on them."""

import json
import shutil
import sqlite3
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from core.antrag.antrag import find_file
from core.base.errors import EingabeError
from core.cli import backup
from core.cli.backup import MANIFEST, STORE, open_backup, restore_backup, write_backup
from core.programme.context import Context
from core.runs.lauf import text_hash
from core.runs.store import Runstore, check_snapshot, open_store, runstore
from core.runs.tables import antragstext, metadata
from core.wortlaut.errors import DashboardError
from tests.operation.conftest import PDF, settings_in
from tests.runs.beispiele import finished_lauf

Rewrite = Callable[[dict[str, bytes]], None]


@pytest.fixture(scope="module")
def sound(installation: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup that is whole; it is only read."""
    folder = tmp_path_factory.mktemp("sicherung")
    context = Context(settings_in(Path(shutil.copytree(installation, folder / "alt"))))
    path, _ = write_backup(context, folder)
    context.close()
    return path


def test_what_was_backed_up_comes_back_elsewhere_with_every_quote_proved(
    filled: Context, fresh: Context, tmp_path: Path
) -> None:
    path, manifest = write_backup(filled, tmp_path)
    assert path.parent == tmp_path and path.suffix == ".zip"
    assert {file.name.partition("/")[0] for file in manifest.files} >= {STORE, "antraege", "pdf", "register"}
    done = restore_backup(fresh, path)
    assert (done.laeufe, done.antraege) == (1, 2), "the text of the Lauf is not that of the PDF"
    assert done.belegt == done.geprueft > 3
    before, after = runstore(filled), runstore(fresh)
    assert _rows(after) == _rows(before)
    (row,) = after.list_antraege()
    assert find_file(fresh.settings.laeufe_dir, row.datei)
    (own,) = fresh.registry.eigene
    assert (fresh.settings.pdf_dir / fresh.registry.programme[own].pdf).read_bytes() == PDF.read_bytes()


def test_antraege_that_were_judged_without_being_entered_are_counted_as_restored(
    filled: Context, fresh: Context, tmp_path: Path
) -> None:
    store = runstore(filled)
    finished_lauf(store)
    finished_lauf(store)
    with store.writing() as connection:
        connection.execute(metadata.tables["antrag"].delete())
    done = restore_backup(fresh, write_backup(filled, tmp_path)[0])
    assert (done.laeufe, done.antraege) == (3, 2)


def test_a_backup_holds_everything_acknowledged_before_it_while_others_write(
    filled: Context, tmp_path: Path
) -> None:
    store = runstore(filled)
    with store.writing() as connection:  # another writer is in the middle of something
        known = {line.id for line in store.list_laeufe()}
        connection.execute(antragstext.insert(), {"antrag_hash": text_hash("halb"), "suchtext": "halb"})
        path, _ = write_backup(filled, tmp_path)
    with zipfile.ZipFile(path) as archive:
        archive.extract(STORE, tmp_path)
    snapshot = open_store(f"sqlite:///{tmp_path / STORE}", tmp_path)
    assert {line.id for line in snapshot.list_laeufe()} == known
    assert text_hash("halb") not in {row[0] for row in _rows(snapshot)["antragstext"]}
    snapshot.close()


def test_nothing_is_ever_written_over(filled: Context, fresh: Context, tmp_path: Path) -> None:
    path, _ = write_backup(filled, tmp_path)
    with pytest.raises(EingabeError, match="gibt es schon"):
        write_backup(filled, path)
    fresh.settings.pdf_dir.mkdir()
    own = fresh.settings.pdf_dir / filled.registry.programme[filled.registry.eigene[0]].pdf
    own.write_bytes(b"%PDF- of somebody else")
    with pytest.raises(EingabeError, match="Hier liegt schon etwas anderes"):
        restore_backup(fresh, path)
    assert own.read_bytes() == b"%PDF- of somebody else"
    own.unlink()
    restore_backup(fresh, path)
    with pytest.raises(EingabeError, match="der Laufspeicher"):
        restore_backup(fresh, path)


def test_a_restore_that_was_interrupted_is_begun_again(
    filled: Context, fresh: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, _ = write_backup(filled, tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr("core.runs.store.Runstore.fill_empty", _cut_off)
        with pytest.raises(KeyboardInterrupt):
            restore_backup(fresh, path)
    assert runstore(fresh).count_laeufe() == 0
    assert restore_backup(fresh, path).laeufe == 1


def _cut_off(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_backup_that_is_cut_off_leaves_no_file_that_passes_for_one(
    filled: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "kept_files", _cut_off)
    (tmp_path / "ziel").mkdir()
    with pytest.raises(KeyboardInterrupt):
        write_backup(filled, tmp_path / "ziel")
    assert list((tmp_path / "ziel").iterdir()) == []


def test_half_a_file_is_no_backup(sound: Path, fresh: Context, tmp_path: Path) -> None:
    whole, path = sound.read_bytes(), tmp_path / "halb.zip"
    for kept in (len(whole) - 1, len(whole) - 20, len(whole) - 2000, len(whole) // 2):
        path.write_bytes(whole[:kept])
        with pytest.raises(EingabeError, match="keine vollständige Sicherung"):
            restore_backup(fresh, path)
        assert not fresh.settings.pdf_dir.exists(), kept


def test_one_changed_byte_is_found_before_anything_is_written(
    sound: Path, fresh: Context, tmp_path: Path
) -> None:
    data, path = bytearray(sound.read_bytes()), tmp_path / "anders.zip"
    data[data.rindex(b"%PDF-") + 400] ^= 1  # of the last of several files
    path.write_bytes(data)
    with pytest.raises(EingabeError, match="keine vollständige Sicherung"):
        restore_backup(fresh, path)
    assert not fresh.settings.pdf_dir.exists()
    assert not (fresh.settings.laeufe_dir / "antraege").exists()
    assert runstore(fresh).count_laeufe() == 0


def test_a_list_of_contents_that_is_not_what_lies_there_is_refused(
    sound: Path, fresh: Context, tmp_path: Path
) -> None:
    """A few bytes that unpack to many are told by their size, before they are unpacked."""
    with open_backup(sound) as opened:
        contents = json.loads(opened.manifest.model_dump_json())
    *others, last = contents["files"]
    for files in (
        [*others, {**last, "size": last["size"] + 1}],
        [*others, last, last],
        [*others, last, {**last, "name": "pdf/mehr.pdf"}],
        others,
    ):
        with zipfile.ZipFile(sound) as old, zipfile.ZipFile(tmp_path / "neu.zip", "w") as archive:
            for entry in old.infolist():
                if entry.filename != MANIFEST:
                    archive.writestr(entry.filename, old.read(entry))
            archive.writestr(MANIFEST, json.dumps({**contents, "files": files}))
        with pytest.raises(EingabeError, match="was darin liegt"):
            restore_backup(fresh, tmp_path / "neu.zip")


HOSTILE = [
    "../pdf/fremd.pdf", "/etc/fremd.pdf", "pdf/../../fremd.pdf", "pdf/unter/fremd.pdf", "pdf/.fremd.pdf",
    "pdf\\fremd.pdf", "register/nrw.toml", "antraege/fremd.pdf", "modelle.toml", "pdf/fremd.exe",
    f"pdf/{'ä' * 150}.pdf", "pdf/a\x01.pdf",
]  # fmt: skip


def test_a_name_that_no_backup_has_is_refused(sound: Path, fresh: Context, tmp_path: Path) -> None:
    for name in HOSTILE:

        def add(files: dict[str, bytes], name: str = name) -> None:
            files[name] = b"%PDF-1.4"

        path = _rewritten(sound, tmp_path, add)
        before = sorted(tmp_path.rglob("*fremd*"))
        with pytest.raises(EingabeError):
            restore_backup(fresh, path)
        assert sorted(tmp_path.rglob("*fremd*")) == before and not fresh.settings.pdf_dir.exists(), name


def test_more_than_the_disk_holds_is_not_unpacked(
    sound: Path, fresh: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.cli.backup.SPARE", 1 << 60)
    with pytest.raises(EingabeError, match="Gebraucht werden"):
        restore_backup(fresh, sound)


OTHER_FORM = b'{"form": 9, "app_version": "1", "created": "", "files": []}'


def test_a_strange_list_of_contents_is_refused(fresh: Context, tmp_path: Path) -> None:
    path = tmp_path / "fremd.zip"
    for manifest in (b"{", b"[" * 100_000, b'{"form": 1}', b"null", OTHER_FORM):
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(MANIFEST, manifest)
        with pytest.raises(EingabeError, match="Sicherung"):
            restore_backup(fresh, path)


def test_a_store_that_would_do_something_by_itself_is_refused(
    sound: Path, fresh: Context, tmp_path: Path
) -> None:
    def plant(files: dict[str, bytes]) -> None:
        (tmp_path / "fremd.sqlite3").write_bytes(files[STORE])
        with sqlite3.connect(tmp_path / "fremd.sqlite3") as database:
            database.execute("CREATE TRIGGER fremd AFTER INSERT ON lauf BEGIN DELETE FROM lauf; END")
        files[STORE] = (tmp_path / "fremd.sqlite3").read_bytes()

    path = _rewritten(sound, tmp_path, plant)
    with pytest.raises(DashboardError, match="trigger"):
        restore_backup(fresh, path)
    assert runstore(fresh).count_laeufe() == 0


def test_a_store_whose_pages_are_damaged_is_refused(tmp_path: Path) -> None:
    store = open_store(None, tmp_path)
    finished_lauf(store)
    (tmp_path / "neu").mkdir()
    path = store.write_snapshot(tmp_path / "neu")
    store.close()
    data = bytearray(path.read_bytes())
    data[4096 * 3 : 4096 * 6] = b"\xff" * 4096 * 3
    path.write_bytes(data)
    with pytest.raises(DashboardError, match="beschädigt"):
        check_snapshot(path)


def test_a_store_moves_from_either_database_into_either(
    url: str, store: Runstore, filled: Context, fresh: Context, tmp_path: Path
) -> None:
    """What PostgreSQL holds is backed up without a program of its own, as of one moment."""
    finished_lauf(store)
    store.save_prompt("Eigener", "Text mit \x00 und \\ und ä")
    source = Context(replace(filled.settings, database_url=url))
    path, _ = write_backup(source, tmp_path)
    restored = restore_backup(fresh, path)
    assert restored.laeufe == 1 and _rows(runstore(fresh)) == _rows(store)
    _empty(store)
    elsewhere = Context(replace(fresh.settings, database_url=url))
    again, _ = write_backup(fresh, tmp_path / "zurueck.zip")
    assert restore_backup(elsewhere, again).laeufe == 1
    assert _rows(runstore(elsewhere)) == _rows(runstore(fresh))
    elsewhere.close()
    source.close()


def _rows(store: Runstore) -> dict[str, list[tuple[object, ...]]]:
    with store.reading() as connection:
        return {
            table.name: sorted((tuple(row) for row in connection.execute(table.select())), key=repr)
            for table in metadata.sorted_tables
        }


def _empty(store: Runstore) -> None:
    with store.writing() as connection:
        for table in reversed(metadata.sorted_tables):
            connection.execute(table.delete())


def _rewritten(path: Path, folder: Path, change: Rewrite) -> Path:
    """The same backup with other contents, whose list of contents says so."""
    import hashlib

    with open_backup(path) as backup:
        files = {file.name: backup.archive.read(file.name) for file in backup.manifest.files}
        told = json.loads(backup.manifest.model_dump_json())
    change(files)
    told["files"] = [
        {"name": name, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for name, data in files.items()
    ]
    other = folder / "fremd.zip"
    with zipfile.ZipFile(other, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
        archive.writestr(MANIFEST, json.dumps(told))
    return other
