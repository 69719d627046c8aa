"""Which Programme count: the real registry, the demo really indexed, and days on the borders."""

import shutil
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from core.base.errors import EingabeError
from core.base.settings import Settings
from core.programme.context import Context
from core.programme.indexing import index_programme
from core.search.geltung import Participants, Role, Selection, choose_programme
from core.wortlaut.reading.mupdf import pymupdf
from core.wortlaut.records import PROGRAMM_TYPEN, Typ
from tests.drucker import TEXT, column, new_document, print_pdf


def context_in(folder: Path) -> Context:
    (folder / "pdf").mkdir(parents=True)
    return Context(replace(Settings(), pdf_dir=folder / "pdf", chroma_dir=folder / "chroma"))


@pytest.fixture
def context(tmp_path: Path) -> Context:
    """Nothing is indexed, and there is no PDF but the demo's."""
    return context_in(tmp_path / "leer")


def partei(auswahl: Selection, id: str) -> Participants:
    (found,) = [participants for participants in auswahl.parteien if participants.partei == id]
    return found


def gruende(auswahl: Selection) -> dict[str, str]:
    return {g.programm.id: g.grund for participants in auswahl.parteien for g in participants.geltungen}


def rollen(auswahl: Selection) -> dict[str, tuple[Role, ...]]:
    return {participants.partei: participants.rollen for participants in auswahl.parteien}


def in_force(auswahl: Selection) -> set[str]:
    return {g.programm.id for b in auswahl.parteien for g in b.geltungen if g.gilt}


# --- what counts --------------------------------------------------------------------------------------------


def test_indexed_programmes_of_movers_and_government_count(demo: Context) -> None:
    auswahl = choose_programme(demo, "Musterland", date(2025, 3, 1), ["Lindenbund"])
    assert [programm.id for programm in auswahl.counting()] == [
        "bruecke-demo-2024", "bruecke-grundsatz", "lindenbund-demo-2024", "lindenbund-grundsatz",
        "muehlrad-demo-2024",
    ]  # fmt: skip
    assert set(gruende(auswahl).values()) == {""}


def test_programme_counts_from_its_first_day_on(demo: Context) -> None:
    before = choose_programme(demo, "DEMO", date(2024, 10, 9), ["Leuchtturm"])
    assert gruende(before)["leuchtturm-demo-2024"] == "gilt ab 10.10.2024"
    assert partei(before, "LEUCHTTURM").programme == []
    after = choose_programme(demo, "DEMO", date(2024, 10, 10), ["Leuchtturm"])
    assert [programm.id for programm in partei(after, "LEUCHTTURM").programme] == ["leuchtturm-demo-2024"]


def test_programme_counts_to_its_last_day(context: Context) -> None:
    last = choose_programme(context, "BUND", date(2025, 3, 24), ["CDU", "GRÜNE"])
    assert in_force(last) == {
        "cdu-bund-2021", "cdu-grundsatz-2024", "gruene-bund-2021", "gruene-grundsatz",
        "spd-bund-2021", "spd-grundsatz",
    }  # fmt: skip
    assert gruende(last)["spd-bund-2025"] == "gilt ab 25.03.2025"
    first = choose_programme(context, "BUND", date(2025, 3, 25), ["CDU", "GRÜNE"])
    assert {"cdu-bund-2025", "gruene-bund-2025", "spd-bund-2025"} < in_force(first)
    assert gruende(first)["spd-bund-2021"] == "galt bis 24.03.2025"


@pytest.mark.parametrize("new_start", ["2023-03-16", "2021-11-04"])
def test_newer_of_two_valid_wahlprogramme_replaces_the_older(tmp_path: Path, new_start: str) -> None:
    settings = context_in(tmp_path / "index").settings
    shutil.copytree(settings.data_dir / "registry", tmp_path / "data" / "registry")
    berlin = tmp_path / "data" / "registry" / "programme" / "be.toml"
    repeated = (
        '[spd-be-wiederholung]\nname = "SPD Berlin Programm zur Wiederholungswahl"\n'
        'typ = "wahlprogramm"\npartei = "SPD"\nbundesland = "BE"\njahr = 2023\n'
        f'gueltig_ab = {new_start}\npdf = "spd-be-wiederholung.pdf"\n\n'
    )
    berlin.write_text(repeated + berlin.read_text(encoding="utf-8"), encoding="utf-8")
    auswahl = choose_programme(Context(replace(settings, data_dir=tmp_path / "data")), "BE", date(2024, 1, 1))
    reason = gruende(auswahl)["spd-be-2023"]
    assert reason == "abgelöst durch SPD Berlin Programm zur Wiederholungswahl"
    assert {"spd-be-wiederholung", "spd-grundsatz"} < in_force(auswahl)
    assert "spd-be-2023" not in in_force(auswahl)


# --- which parties ------------------------------------------------------------------------------------------


def test_parties_are_looked_at_for_every_role_they_have(context: Context) -> None:
    auswahl = choose_programme(context, "TH", date(2021, 1, 1), ["Linkspartei", "CDU"], ["FDP", "SPD"])
    assert rollen(auswahl) == {
        "CDU": (Role.ANTRAGSTELLER,), "FDP": (Role.CHOSEN,), "GRÜNE": (Role.REGIERUNG,),
        "LINKE": (Role.ANTRAGSTELLER, Role.REGIERUNG), "SPD": (Role.REGIERUNG, Role.CHOSEN),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("land", "day", "absent", "where"),
    [
        ("NRW", date(2023, 1, 1), "LINKE", "im Landtag"),
        ("BE", date(2023, 3, 16), "FDP", "im Abgeordnetenhaus"),
        ("HH", date(2021, 1, 1), "FDP", "in der Bürgerschaft"),
        ("BUND", date(2015, 1, 1), "AfD", "im Bundestag"),
    ],
)
def test_mover_out_of_parliament_is_told_of_which(
    context: Context, land: str, day: date, absent: str, where: str
) -> None:
    hinweise = choose_programme(context, land, day, [absent]).hinweise
    assert any(f" nicht {where}: " in hinweis for hinweis in hinweise)


def test_added_party_is_looked_at_even_out_of_parliament(context: Context) -> None:
    auswahl = choose_programme(context, "RP", date(2026, 6, 1), weitere=["FREIE WÄHLER"])
    assert rollen(auswahl)["FREIE WÄHLER"] == (Role.CHOSEN,)
    assert "fw-rp-2026" in in_force(auswahl)


def test_csu_is_no_party_of_its_own_in_the_bundestag(context: Context) -> None:
    auswahl = choose_programme(context, "BUND", date(2024, 3, 1), ["CSU"])
    assert partei(auswahl, "CDU").name == "CDU/CSU"
    assert "CSU" not in rollen(auswahl)
    assert rollen(choose_programme(context, "BY", date(2024, 3, 1)))["CSU"] == (Role.REGIERUNG,)


def test_unknown_government_and_parliament_are_told_and_nothing_is_claimed(context: Context) -> None:
    auswahl = choose_programme(context, "LSA", date(2005, 11, 20), ["SPD"])
    assert rollen(auswahl) == {"SPD": (Role.ANTRAGSTELLER,)}
    assert [hinweis.split(" im Register")[0] for hinweis in auswahl.hinweise] == [
        "Für den 20.11.2005 steht keine Regierung",
        "Für den 20.11.2005 stehen keine Fraktionen",
    ]


def test_mover_out_of_parliament_makes_one_check_date_and_land(context: Context) -> None:
    (hinweis,) = choose_programme(context, "NRW", date(2023, 3, 1), ["SPD", "Linke"]).hinweise
    assert hinweis == "Am 01.03.2023 nicht im Landtag: DIE LINKE. Prüfen Sie Datum und Bundesland."
    assert choose_programme(context, "NRW", date(2023, 3, 1), ["SPD"], ["Linke"]).hinweise == ()


# --- why not ------------------------------------------------------------------------------------------------


def test_missing_pdf_and_unread_pdf_are_told_apart(context: Context) -> None:
    print_pdf(context.settings.pdf_dir / "spd-nrw-2022.pdf", [column(60, TEXT)])
    auswahl = choose_programme(context, "NRW", date(2023, 3, 1), ["SPD", "FDP"])
    reasons = gruende(auswahl)
    assert reasons["fdp-nrw-2022"] == "nicht indexiert: PDF fehlt"
    assert reasons["spd-nrw-2022"].startswith("nicht indexiert: PDF ist da, aber noch nicht eingelesen.")
    assert reasons["spd-nrw-2022"].endswith("python -m core index --all")
    assert {"spd-nrw-2022", "fdp-nrw-2022"} < in_force(auswahl)
    assert auswahl.counting() == []


def test_scan_and_broken_pdf_are_told_with_their_fault(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESSERACT", "")  # no Tesseract
    scan = pymupdf().open()
    page = scan.new_page(width=595, height=842)
    page.insert_image(page.rect, pixmap=new_document([column(60, TEXT)])[0].get_pixmap(dpi=72))
    scan.save(context.settings.pdf_dir / "spd-nrw-2022.pdf")
    (context.settings.pdf_dir / "fdp-nrw-2022.pdf").write_bytes(b"<html>Seite nicht gefunden</html>")
    list(index_programme(["spd-nrw-2022", "fdp-nrw-2022"], context=context))
    reasons = gruende(choose_programme(context, "NRW", date(2023, 3, 1), ["SPD", "FDP"]))
    assert reasons["spd-nrw-2022"].startswith("ohne Textebene: ")
    assert reasons["fdp-nrw-2022"].startswith("nicht lesbar: fdp-nrw-2022.pdf ist kein PDF")
    (context.settings.pdf_dir / "fdp-nrw-2022.pdf").unlink()
    reasons = gruende(choose_programme(context, "NRW", date(2023, 3, 1), ["SPD", "FDP"]))
    assert reasons["fdp-nrw-2022"] == "nicht indexiert: PDF fehlt"


def test_every_programme_of_a_party_is_there_with_a_reason(context: Context) -> None:
    auswahl = choose_programme(context, "NRW", date(2023, 3, 1), ["SPD"])
    known = {programm.id for programm in context.registry.programme.values() if programm.partei == "SPD"}
    reasons = {g.programm.id: g.grund for g in partei(auswahl, "SPD").geltungen}
    assert set(reasons) == known
    assert reasons["spd-th-2024"] == "anderes Bundesland (TH)"
    assert reasons["spd-bund-2021"] == "gilt für den Bund"
    assert all(reasons.values())


@pytest.mark.parametrize("typ", list(PROGRAMM_TYPEN))
def test_at_most_one_programme_of_each_kind_is_in_force(context: Context, typ: Typ) -> None:
    for land in context.registry.parlamente:
        names = [p.id for p in context.registry.parteien.values() if p.stands_in(land)]
        for day in (date(2012, 1, 1), date(2021, 10, 26), date(2024, 5, 7), date(2026, 11, 20)):
            for participants in choose_programme(context, land, day, weitere=names).parteien:
                assert sum(g.gilt and g.programm.typ is typ for g in participants.geltungen) <= 1


# --- requests that name nothing real ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("land", "movers", "added", "message"),
    [
        ("", [], [], "Das Bundesland des Antrags fehlt"),
        ("Atlantis", [], [], "Das Bundesland „Atlantis“ ist nicht im Register"),
        ("NRW", [], ["Piratten"], "Die Partei „Piratten“ ist nicht im Register. Meinten Sie PIRATEN"),
        (
            "NRW",
            ["CSU"],
            [],
            r"„CSU“ gibt es hier nicht \(Nordrhein-Westfalen\), sondern nur in: Bund, Bayern, Europa\.",
        ),
        ("NRW", [], ["Lindenbund"], r"„Lindenbund“ gibt es hier nicht .* nur in: Musterland\."),
        ("DEMO", ["CDU"], [], r"„CDU“ gibt es hier nicht \(Musterland\), sondern nur in: Bund und Länder\."),
    ],
)
def test_unknown_land_or_party_is_refused(
    context: Context, land: str, movers: list[str], added: list[str], message: str
) -> None:
    with pytest.raises(EingabeError, match=message):
        choose_programme(context, land, date(2023, 3, 1), movers, added)
