"""A kept document is read, found, shown and proved like a programme, and counts as none."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.base.errors import AddressRefused, EingabeError, RegistryError
from core.cli.backup import restore_backup, write_backup
from core.cli.doctor import check_installation, mend_index
from core.features.documents import keep as keep_module
from core.features.documents.keep import find, keep, renew
from core.features.documents.search import NOBODY, quellen_of, search
from core.programme.context import Context
from core.programme.indexing import remove_programm
from core.programme.pdf_origins import load_fassungen
from core.programme.quellen import Quellen
from core.programme.registering import EARLIER, DocumentDetails, PdfFolder
from core.programme.registry import load_registry
from core.programme.stock import Diagnose, ProgrammState, Stock, kept_documents
from core.proof.audit import audit
from core.proof.highlight import highlighted_page
from core.proof.zitat_page import page_glance
from core.search.passage_search import HitList
from core.search.suchraum import indexed
from core.wortlaut.binding.source_labels import cite_url
from core.wortlaut.errors import DashboardError, PdfError
from core.wortlaut.reading.mupdf import pymupdf
from core.wortlaut.records import Quelldokument
from tests.documents.conftest import DETAILS, LAW, QUOTE, TREATY, pdf_of, read_in
from tests.operation.conftest import settings_in, shipped_data
from tests.sources.quellserver import html, pdf, quellserver, web

TEXT = "\n".join(TREATY)
AREA = "QUELLEN-DEMO"


def own_file(context: Context) -> Path:
    return context.own_documents.path


def test_it_is_found_by_its_id_and_in_no_list_of_programmes(place: Context, treaty: Quelldokument) -> None:
    assert treaty.id == "quelle-koalitionsvertrag-musterland-2024"
    assert (treaty.parteien, treaty.partei, treaty.bundesland) == (("LINDENBUND", "BRÜCKE"), "", "DEMO")
    assert place.registry.dokumente[treaty.id] == treaty and treaty.id not in place.registry.programme
    assert set(place.store.staende(AREA)) == {treaty.id} and place.store.staende("DEMO") == {}
    listed = {one.programm.id for one in Stock.of(place).programme}
    assert treaty.id not in listed and treaty.id not in Quellen(place) and indexed(place) == []
    (kept,) = kept_documents(place)
    assert (kept.zustand, kept.seiten) == (ProgrammState.INDEXIERT, 2)
    (quelle,) = quellen_of(place, "DEMO")
    assert quelle.programm == treaty and QUOTE in " ".join(quelle.strom.text.split())


def test_its_quotes_are_shown_and_proved_on_its_pages(place: Context, treaty: Quelldokument) -> None:
    assert page_glance(place, treaty.id, 2).name == treaty.name
    data, seite, marked = highlighted_page(place, treaty.id, 1, QUOTE)
    assert data and seite == 1 and marked

    def proved(text: str, seite: int) -> bool:
        label, url = treaty.label((), [seite]), cite_url(treaty.id, seite, text)
        quote = {"text": text, "quelle": label, "url": url, "programm": treaty.id, "seiten": [seite]}
        answer = {"wahlprogrammScores": [{"fraktion": "LINDENBUND", "wahlprogramm": {"zitate": [quote]}}]}
        (befund,) = audit([answer], place, im_druck=False)
        return befund.ok

    assert proved(QUOTE, 1)
    assert not proved(QUOTE, 2) and not proved(QUOTE.replace("achtzig", "neunzig"), 1)


def test_search_finds_in_documents_alone_and_says_whose_words_it_is(
    place: Context, treaty: Quelldokument
) -> None:
    law = keep(place, DocumentDetails(name="Pfandgesetz", art="gesetz", urheber="Bundestag"), pdf_of(LAW))
    read_in(place, law.id)
    for question, first, owner in (
        ("Bleiben kleine Grundschulen erhalten?", treaty.id, "Lindenbund, Die Brücke"),
        ("Rücknahme von Pfandflaschen", law.id, "Bundestag"),
    ):
        found = search(place, question, id=first)
        assert (found.treffer[0].dokument.id, found.treffer[0].von) == (first, owner)
    assert {one.dokument.id for one in search(place, "Getränke").treffer} == {treaty.id, law.id}
    assert {one.dokument.id for one in search(place, "Getränke", art="gesetz").treffer} == {law.id}
    assert {one.dokument.id for one in search(place, "Getränke", land="NRW").treffer} == {law.id}
    for question in ("Kinder", "Rezept für Apfelkuchen", "asdfgh qwertz"):
        assert search(place, question, id=law.id) == HitList((), 0, 0, False)
    with pytest.raises(EingabeError, match="ist ein Programm und keine Quelle"):
        search(place, "Kinder", id="spd-nrw-2022")


PROTOCOL = (
    [
        "Plenarprotokoll 7/12, Landtag Musterland, 12. Sitzung",
        "",
        "Präsidentin Ida Wald: Ich eröffne die Aussprache zur Wieltalbahn und bitte um Ruhe im Saal.",
    ],
    [
        "Erika Muster (Lindenbund): Die Wieltalbahn fährt ab dem Sommer wieder nach jedem vollen Takt,",
        "und dafür hat unsere Fraktion vier lange Jahre geworben und gestritten.",
    ],
    [
        "Jan Probe (Die Brücke): Wer die Grundschulen auf dem Land schließt, schließt zuletzt auch die",
        "Dörfer, und genau das werden wir in diesem Haus niemals mittragen.",
    ],
)


def test_a_protocol_tells_who_speaks(place: Context) -> None:
    details = DocumentDetails(name="Protokoll 7/12", art="protokoll", bundesland="DEMO", urheber="Landtag")
    found = keep(place, details, pdf_of(*PROTOCOL))
    read_in(place, found.id)
    told = [one.von for one in search(place, "Wieltalbahn").treffer]
    assert set(", ".join(told).split(", ")) == {
        "Präsidentin Ida Wald",
        "Erika Muster (Lindenbund)",
        "Jan Probe (Die Brücke)",
    }
    plain = keep(place, replace(details, name="Protokoll ohne Namen"), pdf_of(["Plenarprotokoll 7/13", *LAW]))
    read_in(place, plain.id)
    assert [one.von for one in search(place, "Pfandflaschen", id=plain.id).treffer] == [NOBODY]


@pytest.mark.parametrize(
    ("changes", "data", "message"),
    [
        ({}, b"", "ist leer"),
        ({}, b"<html>nicht gefunden</html>", "ist kein PDF"),
        ({}, b"%PDF-1.7\nund dann nur Unsinn", "beschädigt|lässt sich nicht|keine Seite|ist kein"),
        ({}, "encrypted", "mit einem Kennwort geschützt"),
        ({"name": " "}, None, "Der Name fehlt"),
        ({"name": "SPD NRW Wahlprogramm 2022"}, None, "heißt schon ein anderes Dokument"),
        ({"name": "Zeile\nzwei"}, None, "Zeilenumbrüche"),
        ({"art": "roman"}, None, "Die Art „roman“ gibt es nicht"),
        ({"parteien": ["SPD", "Gartenpartei"]}, None, "Gartenpartei"),
        ({"parteien": ["Lindenbund"]}, None, "gehört mehreren Parteien"),
        ({"parteien": ["Lindenbund", "LINDENBUND"]}, None, "gehört mehreren Parteien"),
        ({"bundesland": "Atlantis"}, None, "Atlantis"),
        ({"url": "javascript:alert(1)"}, None, "ist keine Adresse"),
    ],
)
def test_what_is_refused_leaves_nothing_behind(
    place: Context, changes: dict[str, object], data: bytes | str | None, message: str
) -> None:
    given = data if isinstance(data, bytes) else pdf_of(TREATY)
    if data == "encrypted":
        with pymupdf().open(stream=given) as document:
            given = document.tobytes(encryption=pymupdf().PDF_ENCRYPT_AES_256, user_pw="geheim")
    with pytest.raises((EingabeError, PdfError), match=message):
        keep(place, replace(DETAILS, **changes), given)  # type: ignore[arg-type]
    assert place.registry.quellen == {} and place.registry.quellen_fehler == ()
    assert list(place.settings.pdf_dir.glob("**/*.pdf")) == []


def test_the_same_file_is_taken_once(place: Context, treaty: Quelldokument) -> None:
    data = (place.settings.pdf_dir / treaty.pdf).read_bytes()
    with pytest.raises(EingabeError, match="Koalitionsvertrag Musterland 2024"):
        keep(place, replace(DETAILS, name="Noch einer"), data)
    assert set(place.registry.quellen) == {treaty.id}


def test_names_that_differ_in_signs_alone_get_ids_of_their_own(place: Context) -> None:
    ids = [
        keep(place, DocumentDetails(name=name, art="studie"), pdf_of([name, *LAW])).id
        for name in ("Straße & Bahn", "Straße – Bahn", "???", "Ä" * 100)
    ]
    assert ids == ["quelle-strasse-bahn", "quelle-strasse-bahn-2", "quelle-ohne-namen", f"quelle-{'ae' * 30}"]


def test_another_version_takes_its_place_and_the_old_one_stays_beside_it(
    place: Context, treaty: Quelldokument
) -> None:
    old = (place.settings.pdf_dir / treaty.pdf).read_bytes()
    before = Quellen.find(place, treaty.id)
    assert renew(place, treaty.id, old) is False
    assert renew(place, treaty.id, pdf_of([line.replace("achtzig", "neunzig") for line in TREATY])) is True
    (done,) = read_in(place, treaty.id)
    now = Quellen.find(place, treaty.id)
    assert done.is_read and before and now and now.version != before.version and "neunzig" in now.strom.text
    assert [path.read_bytes() for path in (place.settings.pdf_dir / EARLIER).iterdir()] == [old]
    other = keep(place, DocumentDetails(name="Pfandgesetz", art="gesetz"), pdf_of(LAW))
    with pytest.raises(EingabeError, match="ist das von „Pfandgesetz“"):
        renew(place, treaty.id, (place.settings.pdf_dir / other.pdf).read_bytes())


def test_from_an_address_it_has_its_origin_and_goes_through_the_same_door(place: Context) -> None:
    with quellserver({"/v.pdf": pdf(pdf_of(TREATY)), "/seite": html()}) as server:
        found = keep(place, DETAILS, f"{server.url}/v.pdf", web())
        (origin,) = load_fassungen(place.settings, found)
        assert found.url == origin.url == f"{server.url}/v.pdf" and len(origin.sha256) == 64
        for url, door, error, message in (
            (f"{server.url}/seite", web(), PdfError, "liegt kein PDF, sondern eine Webseite"),
            (f"{server.url}/v.pdf", web(private=()), AddressRefused, "privates Netz|Port"),
            ("https://user:kennwort@example.org/v.pdf", web(), AddressRefused, "Kennwort"),
        ):
            with pytest.raises(error, match=message):
                keep(place, replace(DETAILS, name="Ein anderer"), url, door)
    assert set(place.registry.quellen) == {found.id}


def test_killed_before_its_pdf_is_there_it_stands_in_the_list_and_can_be_completed(
    place: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(PdfFolder, "place", killed)
        keep(place, DETAILS, pdf_of(TREATY))
    (half,) = kept_documents(place)
    assert half.zustand is ProgrammState.WITHOUT_PDF
    assert renew(place, half.programm.id, pdf_of(TREATY))
    assert read_in(place, half.programm.id)[0].is_read


def test_what_an_index_loses_is_told_by_doctor_and_put_back(place: Context, treaty: Quelldokument) -> None:
    assert Diagnose.of(place).gesund
    with place.store.writing():
        place.store.reset()
    assert [line for line in Diagnose.of(place).schaeden if treaty.name in line]
    assert mend_index(place) == [f"{treaty.id}: neu eingelesen"]
    assert Diagnose.of(place).gesund and set(place.store.staende(AREA)) == {treaty.id}
    (place.settings.pdf_dir / treaty.pdf).unlink()
    assert Diagnose.of(place).ohne_pdf and Diagnose.of(place, "DEMO").ohne_pdf
    assert not Diagnose.of(place, "NRW").ohne_pdf


def test_removed_it_is_in_no_list_and_not_in_the_index(place: Context, treaty: Quelldokument) -> None:
    remove_programm(treaty.id, place)
    place.own_documents.remove(treaty.id)
    assert place.registry.quellen == {} and place.store.staende(AREA) == {}
    assert (place.settings.pdf_dir / treaty.pdf).is_file()
    for look in (find, lambda context, id: context.own_documents.remove(id)):
        with pytest.raises(EingabeError, match="steht nicht im Register"):
            look(place, treaty.id)


def test_a_backup_brings_it_back_elsewhere(tmp_path: Path) -> None:
    for name in ("alt", "neu"):
        shipped_data(tmp_path / name)
    before, after = (Context(settings_in(tmp_path / name)) for name in ("alt", "neu"))
    found = keep(before, DETAILS, pdf_of(TREATY))
    restore_backup(after, write_backup(before, tmp_path)[0])
    assert after.registry.quellen == {found.id: found}
    assert read_in(after, *after.with_pdf())[-1].is_read


BAD = (
    '["quelle-x"]\nname = "x"\nart = "roman"\n',
    '["spd-nrw-2030"]\nname = "x"\nart = "studie"\n',
    '["quelle-x"]\nname = "x"\nart = "studie"\nparteien = ["GARTEN"]\n',
    '["quelle-x"]\nname = "x"\nart = "studie"\nfarbe = "rot"\n',
    '["quelle-x"]\nname = "x"\nart = "studie"\npdf = "../x.pdf"\n',
    "das ist kein TOML",
)


@pytest.mark.parametrize("text", BAD)
def test_an_entry_with_a_mistake_is_told_and_hinders_nothing_else(
    place: Context, treaty: Quelldokument, text: str
) -> None:
    good = own_file(place).read_text(encoding="utf-8")
    own_file(place).write_text(f"{good}\n{text}", encoding="utf-8")
    registry = place.registry
    assert len(registry.quellen_fehler) == 1 and registry.programme and registry.fehler == ()
    told = next(one.told for one in check_installation(place) if one.name == "Register")
    assert told.endswith("quellen.toml")
    with pytest.raises(EingabeError, match="auf der Seite Quellen beiseite"):
        place.own_documents.remove(treaty.id)
    assert place.own_documents.set_aside().name == "quellen.toml.1.txt"
    assert place.registry.quellen_fehler == ()
    assert set(place.registry.quellen) == ({treaty.id} if text in BAD[:-1] else set())


@pytest.mark.parametrize("line", ['["quelle-spd"]', 'pdf = "Quelle-x.pdf"'])
def test_no_programme_takes_the_place_of_a_document(place: Context, line: str) -> None:
    path = place.own_entries.path.with_name("nrw.toml")
    text, entry = path.read_text(encoding="utf-8"), 'pdf = "spd-nrw-2022.pdf"'
    assert "[spd-nrw-2022]" in text and entry in text
    bad = text.replace("[spd-nrw-2022]" if line.startswith("[") else entry, line)
    path.write_text(bad, encoding="utf-8")
    with pytest.raises(RegistryError, match="beginnen nur Quellen"):
        load_registry(place.settings.data_dir / "registry")


def test_where_nothing_is_read_in_search_says_how_to_begin(place: Context) -> None:
    with pytest.raises(DashboardError, match="keine eingelesen"):
        search(place, "Kinder")
    assert keep_module.is_address(" HTTPS://example.org ") and not keep_module.is_address("v.pdf")
