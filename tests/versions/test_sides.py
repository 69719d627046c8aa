"""Which documents can be compared: files of any state, what is read in, and what was replaced."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.errors import EingabeError
from core.cli.main import main
from core.features.versions.compare import Kind, compare
from core.features.versions.sides import earlier_pdfs, key_of_earlier, named_side
from core.programme.context import Context
from tests.drucker import column, print_pdf

SENTENCES = ["Wir bauen bis 2028 zwölftausend neue Wohnungen.", "Die Mieten sollen nicht weiter steigen."]


def test_a_replaced_pdf_is_compared_with_what_took_its_place(demo: Context, tmp_path: Path) -> None:
    context = Context(replace(demo.settings, pdf_dir=tmp_path / "pdf"))
    programm = context.registry.programme[context.registry.demo_programme[0]]
    for number, lines in enumerate((SENTENCES, [SENTENCES[0].replace("2028", "2030"), SENTENCES[1]])):
        pdf = print_pdf(tmp_path / f"{number}.pdf", [column(60, lines, step=40)])
        context.pdf_folder.store(programm, pdf.read_bytes())
    (earlier,) = earlier_pdfs(context, programm)
    old = named_side(context, key_of_earlier(programm, earlier))
    new = named_side(context, str(tmp_path / "pdf" / programm.pdf))
    assert (old.programm, new.programm) == (programm.id, "") and "frühere Fassung" in old.name
    found = compare(old.quelle, new.quelle)
    assert {kind: n for kind, n in found.counts.items() if n} == {Kind.GEAENDERT: 1, Kind.GLEICH: 1}
    with pytest.raises(EingabeError, match=f"Aufbewahrt sind: {programm.id}@"):
        named_side(context, f"{programm.id}@anders")


UNREADABLE = {
    "nothing in it": b"",
    "a picture": b"\x89PNG\r\n\x1a\n\x00\x00",
    "cut off": b"%PDF-1.7\n1 0 obj\n<< /Type",
    "no letters": "…\n\n–".encode(),
}


@pytest.mark.parametrize("data", UNREADABLE.values(), ids=UNREADABLE)
def test_a_file_that_cannot_be_read_says_why(
    data: bytes, tmp_path: Path, demo: Context, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "gut.txt", tmp_path / "schlecht.pdf"
    good.write_text("\n\n".join(SENTENCES), encoding="utf-8")
    bad.write_bytes(data)
    assert main(["versions", str(good), str(bad)]) == 2
    assert capsys.readouterr().err.startswith("Fehler: ")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes on this system")
def test_what_is_no_file_is_not_waited_for(tmp_path: Path, demo: Context) -> None:
    os.mkfifo(tmp_path / "rohr")
    with pytest.raises(EingabeError, match="weder eine Datei"):
        named_side(demo, str(tmp_path / "rohr"))
