"""What is written into a Prüfakte, and what is not."""

import json
from pathlib import Path

import pytest

from core.assessment.pipeline import begin
from core.base.errors import EingabeError
from core.cli.main import main
from core.features.papers.bag import read_bag
from core.features.papers.bundle import Pruefakte, bundle
from core.features.papers.verify import verify
from core.llm.catalogue import OFFLINE
from core.programme.context import Context, default_context
from core.runs.store import runstore
from tests.assessment.conftest import ANTRAG, auftrag, context, umgebung
from tests.pruefakte.forgeries import INVENTED, payload_of

__all__ = ["context", "umgebung"]


def test_the_same_lauf_gives_the_same_bytes(judged: tuple[Context, str], akte: Pruefakte) -> None:
    assert bundle(*judged).data == akte.data


def test_everything_that_led_to_a_quote_is_in_it(judged: tuple[Context, str], akte: Pruefakte) -> None:
    own, lauf_id = judged
    lauf, files = runstore(own).load(lauf_id), payload_of(akte.data)
    assert json.loads(files["antrag.json"])["antrag"]["text"] == ANTRAG.text
    for n, teil in enumerate(lauf.teile, 1):
        (folder,) = [
            path.rpartition("/")[0]
            for path in files
            if path.startswith(f"teile/{n:02d}-") and path.endswith("teil.json")
        ]
        assert files[f"{folder}/antwort.txt"].decode() == teil.antwort
        written = json.loads(files[f"{folder}/teil.json"])
        assert written["nachrichten"] == [dict(message) for message in teil.messages]
        own_zitate = [zitat for zitat in lauf.zitate if zitat.partei == teil.partei]
        assert [one["text"] for one in written["zitate"]] == [zitat.text for zitat in own_zitate]
        for one in (zitat["eintrag"] for zitat in written["zitate"] if "status" in zitat["eintrag"]):
            pages = [f"programme/{one['programm']}/seite-{page:04d}.pdf" for page in one["seiten"]]
            assert pages and all(page in files for page in pages)
    head = json.loads(files["lauf.json"])
    assert head["bibliotheken"] == lauf.bibliotheken and head["geschrieben_mit"]["antragsspiegel"]


def test_a_layperson_reads_what_is_in_it_and_how_to_check_it(akte: Pruefakte) -> None:
    page = payload_of(akte.data)["LIES-MICH.html"].decode()
    for told in (
        "So prüfen Sie von Hand",
        "core verify",
        "Was diese Akte nicht beweist",
        "nicht gefunden",
        INVENTED,
    ):
        assert told in page
    files = payload_of(akte.data)
    links = [part.split('"')[0] for part in page.split('<a href="')[1:]]
    assert links and all(link in files for link in links)


def test_no_key_goes_out_with_it(judged: tuple[Context, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A word that is a key today, wherever it stands in what was sent and answered."""
    monkeypatch.setenv("ANDERE_API_KEY", "Schwerkraft im ganzen Land bis 2031")
    files = payload_of(bundle(*judged).data)
    assert not [path for path, data in files.items() if b"Schwerkraft im ganzen Land bis 2031" in data]
    assert any(b"***" in data for path, data in files.items() if path.endswith("antwort.txt"))


def test_a_quote_whose_pdf_changed_is_left_open_and_told(
    judged: tuple[Context, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.features.papers.bundle.readable_document", lambda *_: None)
    akte = bundle(*judged)
    proof = verify(akte.data)
    assert akte.offen == proof.zahlen["gebundene Zitate"] > 0 and not proof.ok
    assert {str(befund.weight) for befund in proof.befunde} == {"Nicht nachgewiesen"}
    assert not [path for path in read_bag(akte.data).files if path.endswith(".pdf")]


def test_only_a_finished_lauf_that_is_there_is_bundled(context: Context) -> None:
    begun = begin(context, auftrag(OFFLINE))
    with pytest.raises(EingabeError, match="noch nicht fertig"):
        bundle(context, begun.lauf_id)
    runstore(context).delete([begun.lauf_id])
    with pytest.raises(EingabeError, match="gelöscht"):
        bundle(context, begun.lauf_id)


def test_the_commands_write_and_prove(
    judged: tuple[Context, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    own, lauf_id = judged
    monkeypatch.setenv("CHROMA_DIR", str(own.settings.chroma_dir))
    monkeypatch.setenv("LAEUFE_DIR", str(own.settings.laeufe_dir))
    monkeypatch.chdir(tmp_path)
    default_context.cache_clear()
    assert main(["bundle", lauf_id]) == 0
    assert f"pruefakte-{lauf_id}.zip" in capsys.readouterr().out
    assert main(["verify", f"pruefakte-{lauf_id}.zip"]) == 0
    assert "Alles hält" in capsys.readouterr().out
    path = tmp_path / f"pruefakte-{lauf_id}.zip"
    path.write_bytes(path.read_bytes()[:-1])
    assert main(["verify", str(path)]) == 1
    told = capsys.readouterr()
    assert "Fehler:" in told.out and "nicht nachgewiesen" in told.err
    assert main(["verify", "gibtesnicht.zip"]) == 2
    runstore(default_context()).close()
    default_context.cache_clear()
