"""The page „Fassungen“: what is chosen or uploaded, what is told of each sentence, and both pages."""

from pathlib import Path

from core.programme.context import Context
from tests.drucker import column, print_pdf
from tests.pages.conftest import address, open_at, pictures, ready, seen

OLD = ["Wir bauen bis 2028 zwölftausend neue Wohnungen im Land.", "Die Mieten sollen nicht weiter steigen."]
NEW = ["Wir bauen bis 2030 zwölftausend neue Wohnungen im Land.", "Die Mieten sollen nicht weiter steigen."]


def test_two_files_are_compared_and_their_pages_drawn(demo_index: Context, tmp_path: Path) -> None:
    app = open_at("fassungen")
    ready(app.button(key="fassungen-los").click().run())
    assert "Wählen Sie ein Programm oder eine Datei" in seen(app)
    for side, lines in (("alt", OLD), ("neu", NEW)):
        pdf = print_pdf(tmp_path / f"{side}.pdf", [column(60, lines, step=40)])
        app.file_uploader(key=f"fassungen-datei-{side}").upload(pdf.name, pdf.read_bytes(), "application/pdf")
    ready(app.button(key="fassungen-los").click().run())
    told = seen(app)
    assert "1 geändert, 1 gleich" in told and "2028" in told and "2030" in told, told
    assert len(app.get("image")) == 2
    ready(app.button(key="fassungen-neu").click().run())
    assert "Gespeichert wird nichts" in seen(app)


def test_two_programmes_of_the_index_stand_with_their_marked_pages(demo_index: Context) -> None:
    alt, neu = demo_index.registry.demo_programme[:2]
    app = open_at("fassungen", alt=alt, neu=neu)
    assert not app.error and "gleich" in seen(app)
    narrowed = open_at("fassungen", alt=alt, neu=neu, ergebnis="weg")
    assert f"programm={alt}" in pictures(narrowed)[0]["src"]
    assert "In dieser Fassung steht der Satz nicht" in seen(narrowed)
    same = open_at("fassungen", alt=alt, neu=alt)
    assert same.success[0].value == "Satz für Satz dasselbe."


def test_odd_addresses_do_no_harm(demo_index: Context) -> None:
    alt, neu = demo_index.registry.demo_programme[:2]
    odd = open_at("fassungen", alt=alt, neu=neu, satz="999999", ergebnis="nichts", suche="gibtesnicht")
    assert not odd.error and "keinen Satz" in seen(odd)
    for name, told in (("/etc/hostname", "kein Programm"), (f"{alt}@123", "keine frühere Fassung")):
        refused = open_at("fassungen", alt=name, neu=neu)
        assert told in seen(refused) and address(refused)["alt"] == name
