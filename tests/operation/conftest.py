import shutil
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from core.antrag.antrag import keep_pdf
from core.antrag.read_antrag import read_antrag_bytes
from core.assessment.batch import run_batch
from core.base.settings import ROOT, Settings
from core.demo.demo_antraege import demo_antraege, demo_auftrag
from core.programme.context import Context
from core.programme.registering import Details
from core.runs.lauf import Status
from core.runs.store import runstore
from tests.runs.conftest import postgres, store, url  # noqa: F401
from tests.vorrat import made_once

PDF = ROOT / "data" / "demo" / "pdf" / "bruecke-grundsatz.pdf"


def settings_in(folder: Path) -> Settings:
    """Everything that is written lies in the folder, also the own registry."""
    return replace(
        Settings(),
        data_dir=folder / "data",
        pdf_dir=folder / "pdf",
        chroma_dir=folder / "index",
        laeufe_dir=folder / "laeufe",
    )


def shipped_data(folder: Path) -> None:
    """What a fresh copy of the program has; no entry of anybody's own."""
    left_out = shutil.ignore_patterns("model", "pdf-eigene", "laeufe", "eigene.toml*", "quellen.toml*")
    shutil.copytree(ROOT / "data", folder / "data", ignore=left_out)


@pytest.fixture(scope="session")
def installation(tmp_path_factory: pytest.TempPathFactory, demo_ordner: Path) -> Path:
    """A Lauf, an uploaded Antrag, a registered Programm with its PDF; to be copied."""

    def make(folder: Path) -> None:
        shipped_data(folder)
        shutil.copytree(demo_ordner, folder / "index")
        context = Context(settings_in(folder))
        (ergebnis,) = run_batch(context, [demo_auftrag(context)], workers=1)
        assert ergebnis.status is Status.FERTIG
        data = next(iter(demo_antraege(context).values())).with_suffix(".pdf").read_bytes()
        antrag = read_antrag_bytes(data, context.registry)
        name = keep_pdf(context.settings.laeufe_dir, data)
        runstore(context).save_antrag(antrag, gelesen=antrag, datei=name)
        details = Details(
            name="SPD NRW 2031",
            typ="wahlprogramm",
            partei="SPD",
            jahr=2031,
            gueltig_ab=date(2031, 1, 1),
            bundesland="NRW",
        )
        added = context.own_entries.add(context.registry, details)
        context.pdf_folder.store(added, PDF.read_bytes())
        context.close()

    return made_once(tmp_path_factory, "installation", make)


@pytest.fixture
def filled(installation: Path, tmp_path: Path) -> Context:
    shutil.copytree(installation, tmp_path / "alt")
    return Context(settings_in(tmp_path / "alt"))


@pytest.fixture
def fresh(tmp_path: Path) -> Context:
    """Another computer with nothing on it."""
    shipped_data(tmp_path / "neu")
    return Context(settings_in(tmp_path / "neu"))
