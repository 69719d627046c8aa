import gzip
import json
import time
from datetime import date

import pytest
from hypothesis import given, settings, strategies as st

from core.base.settings import ROOT
from core.programme.registry import load_registry
from core.search.suchanfrage import Suchanfrage, Zeitraum, parse_suchanfrage
from core.wortlaut.records import Programm, Typ
from tests.cases import cases
from tests.conftest import korpus_path

REGISTRY = load_registry(ROOT / "data" / "registry")
WAHL, PARTEI = Typ.WAHLPROGRAMM, Typ.PARTEIPROGRAMM


def parse(eingabe: str) -> Suchanfrage:
    return parse_suchanfrage(eingabe, REGISTRY)


def programm(jahr: int = 2021, bis: date | None = None, partei: str = "SPD", typ: Typ = WAHL) -> Programm:
    return Programm("x", "X", typ, partei, "NRW", jahr, date(jahr, 10, 1), bis, "x.pdf")


@pytest.mark.parametrize(("eingabe", "text", "parteien"), cases(__file__, "parteien"))
def test_parties_are_known_by_every_name_and_inflection(eingabe: str, text: str, parteien: str) -> None:
    anfrage = parse(eingabe)
    expected = tuple(parteien.replace("FREIE WÄHLER", "FREIE_WÄHLER").split())
    assert (anfrage.text, anfrage.parteien) == (text, tuple(p.replace("_", " ") for p in expected))
    assert anfrage.bundesland is None


@pytest.mark.parametrize(("eingabe", "text", "parteien", "ohne"), cases(__file__, "without"))
def test_parties_can_be_left_out(eingabe: str, text: str, parteien: str, ohne: str) -> None:
    anfrage = parse(eingabe)
    assert (anfrage.text, anfrage.parteien, anfrage.ohne) == (
        text,
        tuple(parteien.split()),
        tuple(ohne.split()),
    )
    assert (anfrage.bundesland, anfrage.rueckfragen) == (None, ())
    assert ("Ohne" in dict(anfrage.verstanden(REGISTRY))) == bool(ohne)
    assert not any(anfrage.matches(programm(partei=partei)) for partei in anfrage.ohne)


def test_a_programm_that_left_the_register_is_told_by_its_id() -> None:
    assert ("Nur in", "eigenes-1") in Suchanfrage("Rente", "Rente", programm="eigenes-1").verstanden(REGISTRY)
    known = next(iter(REGISTRY.programme.values()))
    assert ("Nur in", known.name) in Suchanfrage("Rente", "Rente", programm=known.id).verstanden(REGISTRY)


def test_in_a_land_the_party_left_out_is_the_one_of_that_name_there() -> None:
    assert parse("Rente ohne die Union in Thüringen").ohne == ("CDU",)
    assert parse("Rente ohne die CSU in Bayern").ohne == ("CSU",)


@pytest.mark.parametrize("eingabe", cases(__file__, "unknown_parties"))
def test_a_party_the_register_does_not_have_is_asked_back_wherever_it_stands(eingabe: str) -> None:
    (rueckfrage,) = parse(eingabe).rueckfragen
    assert rueckfrage.wort in eingabe and "Welche Partei meinen Sie?" in rueckfrage.frage
    assert rueckfrage.moeglich and set(rueckfrage.moeglich) <= set(REGISTRY.parteien)


@pytest.mark.parametrize("eingabe", cases(__file__, "about"))
def test_what_a_question_is_about_is_asked_to_nobody(eingabe: str) -> None:
    assert parse(eingabe).rueckfragen == ()


def test_ordinary_questions_raise_no_alarm() -> None:
    """The theses of 16 years: what is asked back of them is noise."""
    with gzip.open(korpus_path("wahlomat.jsonl.gz"), "rt", encoding="utf-8") as file:
        theses = sorted({json.loads(line)["these"] for line in file})
    asked = [these for these in theses if any("Partei" in one.frage for one in parse(these).rueckfragen)]
    left_out = [these for these in theses if parse(these).ohne]
    assert len(theses) > 500 and (asked, left_out) == ([], [])


@pytest.mark.parametrize(("eingabe", "text", "land"), cases(__file__, "laender"))
def test_laender_are_known_by_every_name_and_inflection(eingabe: str, text: str, land: str) -> None:
    anfrage = parse(eingabe)
    assert (anfrage.text, anfrage.bundesland, anfrage.rueckfragen) == (text, land, ())


@pytest.mark.parametrize(
    ("eingabe", "partei", "land"),
    [
        ("Was sagt die Union zur Rente?", "CDU", "BUND"), ("CDU/CSU Rente", "CDU", "BUND"),
        ("Was sagen CDU und CSU zur Rente?", "CDU", "BUND"), ("Unionsparteien Rente", "CDU", "BUND"),
        ("Union in Thüringen: Rente", "CDU", "TH"), ("Was sagt die Union in Bayern zur Rente?", "CSU", "BY"),
        ("CSU im Bundestag Rente", "CDU", "BUND"), ("CSU Rente", "CSU", None), ("GAL Rente", "GRÜNE", "HH"),
        ("FW in Brandenburg Rente", "BVB/FW", "BB"), ("Freie Wähler Bayern Rente", "FREIE WÄHLER", "BY"),
    ],
)  # fmt: skip
def test_a_name_means_the_party_it_has_in_that_land(eingabe: str, partei: str, land: str | None) -> None:
    anfrage = parse(eingabe)
    assert (anfrage.text, anfrage.parteien, anfrage.bundesland) == ("Rente", (partei,), land)


UNTOUCHED = """\
linke Politik | grüner Wasserstoff | grüne Energie | Grüne Gentechnik | Freiheit | links | in | be
| die liberale Gesellschaft | die Union der Krankenversicherten | Europäische Union | sh
| HB-Männchen | neue Linke | Wohnen im Grünen | grüne und blaue Infrastruktur
| Rechte und linke Gewalt | rot-grüne Koalition | 230 Volt Steckdosen | Bedeutung der Heimat
| Sanierung der Brücke | AfD-Verbot | Verbot der NPD | Zusammenarbeit mit SPD und Grünen
| Brandmauer zur AfD | Koalition aus SPD und Grünen | Grenze zu Bayern | Stromtrasse nach Bayern
| Fusion von Berlin und Brandenburg | Rundfunk Berlin-Brandenburg | Berliner Mietendeckel
| bayerische Polizei | Verkleinerung des Bundestags | Bund und Länder
| Zusammenarbeit im Bund und in den Ländern | Atomkraft in Deutschland
| Deutschland als Industriestandort | bundesweit einheitliches Abitur | Wohnungsnot in Köln
| Personal in Kitas | Die Würde des Menschen | Zu Fuß zur Schule | Haltung von Hühnern
| Position der Bundeswehr | Ziele der Agenda | Programm Soziale Stadt
| Ein Programm zur Förderung von Kitas | Investitionsprogramm Schulen
| Wahlalter bei der Bundestagswahl | Wahlalter 16 bei Landtagswahlen | Wahl-O-Mat
| Die Parteien sollen Listen quotieren | Finanzierung der Parteien | Was Kinder wollen
| Wolf (Abschuss) | § 218 | CO2-Preis | Grünes | Grüne und soziale Städte | Berlin und sein Umland
| Kritik am Regierungsprogramm Trumps | Recht auf Homeoffice | "SPD in NRW" | „Was sagt die SPD zur Rente?“"""


@pytest.mark.parametrize("eingabe", [text.strip() for text in UNTOUCHED.split("|")])
def test_words_of_the_subject_are_no_names(eingabe: str) -> None:
    assert parse(eingabe) == Suchanfrage(eingabe, eingabe)


SUBJECTS = [
    ("Was sagt die CDU zur Zusammenarbeit mit der AfD?", "Zusammenarbeit mit der AfD", "CDU", None),
    ("Was sagt die CDU zur AfD?", "AfD", "CDU", None),
    ("Was sagt die CDU zum Verbot der NPD?", "Verbot der NPD", "CDU", None),
    ("Was sagt die CDU zur Klimapolitik der Grünen?", "Klimapolitik der Grünen", "CDU", None),
    ("Was sagt die CDU zum AfD-Verbot?", "AfD-Verbot", "CDU", None),
    ("Was sagt die CDU Thüringen zum Wolf in Sachsen?", "Wolf in Sachsen", "CDU", "TH"),
    ("Wie steht die CDU zur „Grünen Woche“ in Berlin?", "„Grünen Woche“", "CDU", "BE"),
    ('Was sagt die CDU in Hessen zu "Mieten in Berlin"?', '"Mieten in Berlin"', "CDU", "HE"),
    ("CDU: „Respekt für dich“", "„Respekt für dich“", "CDU", None),
]


@pytest.mark.parametrize(("eingabe", "text", "partei", "land"), SUBJECTS)
def test_what_the_question_is_about_keeps_its_names(
    eingabe: str, text: str, partei: str, land: str | None
) -> None:
    anfrage = parse(eingabe)
    assert (anfrage.text, anfrage.parteien, anfrage.bundesland) == (text, (partei,), land)


FRAGEN = [
    ("Wie stehen die Grünen zur Wehrpflicht?", "Wehrpflicht"),
    ("Will die AfD den Euro abschaffen?", "Euro abschaffen"),
    ("Gibt es in Hessen etwas zu Wassercent?", "Wassercent"),
    ("Welche Partei will den Soli abschaffen?", "Soli abschaffen"),
    ("Welche Parteien in Berlin sind für die Randbebauung?", "Randbebauung"),
    ("Wer fordert kostenlosen Nahverkehr?", "kostenlosen Nahverkehr"),
    ("Welche Haltung hat die SPD zur Vorratsdatenspeicherung?", "Vorratsdatenspeicherung"),
    ("Wie positioniert sich die AfD zur Windkraft?", "Windkraft"),
    ("Wo unterscheiden sich CDU und SPD beim Bürgergeld?", "Bürgergeld"),
    ("Was ist der Unterschied zwischen SPD und CDU bei der Rente?", "Rente"),
    ("Vergleich SPD CDU Rente", "Rente"),
    ("Was hat die FDP zur Rente versprochen?", "Rente"),
    ("Was hat die SPD beim Mindestlohn vor?", "Mindestlohn"),
    ("Lehnt die CDU das Tempolimit ab?", "Tempolimit"),
    ("Ist die CDU gegen das Heizungsgesetz?", "gegen das Heizungsgesetz"),
    ("Wie will die SPD den Mindestlohn erhöhen?", "Mindestlohn erhöhen"),
    ("Was die SPD zum Mindestlohn sagt", "Mindestlohn"),
    ("Ich möchte wissen, was die SPD in NRW zu Kitas sagt", "Kitas"),
    ("Kannst du mir sagen, was die Grünen zum Wolf sagen?", "Wolf"),
    ("Ich suche Zitate der SPD zum Mindestlohn.", "Mindestlohn"),
    ("Finde alle Stellen zur Schuldenbremse bei der FDP", "Schuldenbremse"),
    ("Was sagt die SPD zum Thema Rente mit 63?", "Rente mit 63"),
    ("Was fordert die SPD für Kitas?", "Kitas"),
    ("Was halten SPD und CDU von der Viertagewoche?", "Viertagewoche"),
    ("Was denkt die Linke über die NATO?", "NATO"),
    ("Zum Kohleausstieg: Was sagt die SPD?", "Kohleausstieg"),
    ("In Sachen Klimaschutz: Was will die SPD?", "Klimaschutz"),
    ("Pflege: Was wollen die Parteien?", "Pflege"),
    ("Was ist Bürgergeld?", "Bürgergeld"),
    ("Wer will Tempolimit zum Klimaschutz?", "Tempolimit zum Klimaschutz"),
    ("Wie teuer ist Strom?", "Wie teuer ist Strom"),
    ("Will die Linke die Vermögensteuer?", "Vermögensteuer"),
    ("Mieten, Wohnen & Bauen – SPD Berlin", "Mieten, Wohnen & Bauen"),
]


@pytest.mark.parametrize(("eingabe", "text"), FRAGEN)
def test_the_frame_of_a_question_is_taken_away(eingabe: str, text: str) -> None:
    assert (parse(eingabe).text, parse(eingabe).rueckfragen) == (text, ())


ZEITEN = [
    ("Was sagen SPD und Grüne in NRW zum Kohleausstieg seit 2020?", "Kohleausstieg", (2020, None)),
    ("Was hat die SPD seit 2020 zum Wohnungsbau gesagt?", "Wohnungsbau", (2020, None)),
    ("Elektromobilität ab 2020 SPD", "Elektromobilität", (2020, None)),
    ("Rente seit dem Jahr 2013", "Rente", (2013, None)),
    ("Rente nach 2013", "Rente", (2014, None)),
    ("Mindestlohn bis 2017", "Mindestlohn", (None, 2017)),
    ("Was sagte die SPD bis 2017 zum Mindestlohn?", "Mindestlohn", (None, 2017)),
    ("Was sagten die Grünen zur Wehrpflicht vor 2015?", "Wehrpflicht", (None, 2014)),
    ("Mietpreisbremse zwischen 2013 und 2017", "Mietpreisbremse", (2013, 2017)),
    ("Was stand von 2013 bis 2017 zur Mietpreisbremse?", "Mietpreisbremse", (2013, 2017)),
    ("Mietpreisbremse 2013–2017", "Mietpreisbremse", (2013, 2017)),
    ("Rente seit der Bundestagswahl 2021", "Rente", (2021, None)),
]


@pytest.mark.parametrize(("eingabe", "text", "zeitraum"), ZEITEN)
def test_a_period_limits_the_programmes(
    eingabe: str, text: str, zeitraum: tuple[int | None, int | None]
) -> None:
    anfrage = parse(eingabe)
    assert (anfrage.text, anfrage.zeitraum, anfrage.jahr) == (text, Zeitraum(*zeitraum), None)


@pytest.mark.parametrize("eingabe", cases(__file__, "years"))
def test_a_year_of_the_subject_stays(eingabe: str) -> None:
    assert parse(eingabe) == Suchanfrage(eingabe, eingabe)


def test_a_year_beside_a_land_alone_stays() -> None:
    anfrage = parse("Berlin 2024 Olympia")
    assert (anfrage.text, anfrage.bundesland, anfrage.jahr) == ("2024 Olympia", "BE", None)


def test_a_goal_for_the_future_is_no_period() -> None:
    assert parse("Was will die SPD bis 2025 bei der Kohle?").text == "bis 2025 bei der Kohle"
    anfrage = parse("Was sagte die SPD Brandenburg 2019 zur Braunkohle bis 2038?")
    assert (anfrage.text, anfrage.jahr, anfrage.bundesland) == ("Braunkohle bis 2038", 2019, "BB")


WAHLEN = [
    ("SPD zur Bundestagswahl 2025: Rente", "BUND", 2025, None),
    ("BTW 2025 Rente", "BUND", 2025, None),
    ("Rente vor der Bundestagswahl 2025", "BUND", 2025, None),
    ("Was sagte die CDU zur Landtagswahl 2022 in NRW zur Rente?", "NRW", 2022, None),
    ("Was sagte die CDU NRW zur Landtagswahl 2022 zur Rente?", "NRW", 2022, None),
    ("Landtagswahl Sachsen 2024 Rente", "SN", 2024, None),
    ("Rente bei der hessischen Landtagswahl 2023", "HE", 2023, None),
    ("Landtagswahl 2022 Rente", None, 2022, None),
    ("Abgeordnetenhauswahl 2023 Rente", "BE", 2023, None),
    ("Bürgerschaftswahl 2025 in Hamburg Rente", "HH", 2025, None),
    ("NRW-Wahl 2022 Rente", "NRW", 2022, None),
    ("Was stand im Programm von 2013 zur Rente?", None, 2013, None),
    ("Was sagte die SPD 2013 zur Rente?", None, 2013, None),
    ("Was sagte die SPD im Jahr 2013 zur Rente?", None, 2013, None),
    ("Rente SPD 2021", None, 2021, None),
    ("Was steht im Wahlprogramm der SPD zur Rente?", None, None, WAHL),
    ("Was steht zur Rente im Programm der SPD?", None, None, None),
    ("Wahlprogramm 2021 der SPD Rente", None, 2021, WAHL),
    ("SPD-Wahlprogramm 2017 Rente", None, 2017, WAHL),
    ("Rente in den Wahlprogrammen 2021", None, 2021, WAHL),
    ("im aktuellen Wahlprogramm der FDP Rente", None, None, WAHL),
    ("Landtagswahlprogramm CDU Hessen Rente", "HE", None, WAHL),
    ("Was will die SPD im Bundestagswahlprogramm 2025 zur Rente?", "BUND", 2025, WAHL),
    ("Regierungsprogramm der CDU/CSU 2013 Rente", "BUND", 2013, WAHL),
    ("Bürgerschaftswahlprogramm SPD Hamburg Rente", "HH", None, WAHL),
    ("Grundsatzprogramm der AfD Rente", None, None, PARTEI),
    ("Rente im Parteiprogramm der Linken", None, None, PARTEI),
    ("Rente in Wahlprogramm und Parteiprogramm der SPD", None, None, None),
]


@pytest.mark.parametrize(("eingabe", "land", "jahr", "typ"), WAHLEN)
def test_elections_and_kinds_of_programmes_limit_the_search(
    eingabe: str, land: str | None, jahr: int | None, typ: Typ | None
) -> None:
    anfrage = parse(eingabe)
    assert (anfrage.bundesland, anfrage.jahr, anfrage.typ) == (land, jahr, typ)
    assert (anfrage.text, anfrage.zeitraum, anfrage.rueckfragen) == ("Rente", None, ())


RUECKFRAGEN = [
    ("Was sagt Thüringen und Sachsen zum Wolf?", "Wolf", "Thüringen, Sachsen", ("TH", "SN")),
    ("Was sagt die SPD im Bund und in NRW zum Wolf?", "Wolf", "Bund, Nordrhein-Westfalen", ("BUND", "NRW")),
    ("Wolf in Thüringen und Sachsen schützen", "Wolf schützen", "Thüringen, Sachsen", ("TH", "SN")),
    ("Bürgerschaftswahl 2025 Wolf", "Wolf", "Bürgerschaftswahl", ("HB", "HH")),
    ("Wolf in Vorpommern", "Wolf in Vorpommern", "Vorpommern", ("MV",)),
    ("Wolf in Thürigen", "Wolf in Thürigen", "Thürigen", ("TH",)),
    (
        "Wolf in Nordrhein-Westphalen", "Wolf in Nordrhein-Westphalen", "Nordrhein-Westphalen", ("NRW",),
    ),
    ("Was sagt die SDP zum Wolf?", "Wolf", "SDP", ("SPD", "FDP")),
    ("Wahlprogramme 2017 und 2021 Wolf", "Wolf", "2017, 2021", ("2017", "2021")),
]  # fmt: skip


@pytest.mark.parametrize(("eingabe", "text", "wort", "moeglich"), RUECKFRAGEN)
def test_what_can_mean_several_things_is_asked_back(
    eingabe: str, text: str, wort: str, moeglich: tuple[str, ...]
) -> None:
    anfrage = parse(eingabe)
    (frage,) = anfrage.rueckfragen
    assert (anfrage.text, anfrage.bundesland, anfrage.jahr) == (text, None, anfrage.jahr and 2025)
    assert (frage.wort, frage.moeglich) == (wort, moeglich)
    assert frage.frage.endswith("?")


@pytest.mark.parametrize(
    ("eingabe", "text", "wort"),
    [
        ("Was sagt die Tierschutzpartei zu Legehennen?", "Legehennen", "Tierschutzpartei"),
        ("was sagt die tierschutzpartei zu legehennen", "legehennen", "tierschutzpartei"),
        ("Was steht im Wahlprogramm der Tierschutzpartei zu Legehennen?", "Legehennen", "Tierschutzpartei"),
        ("Was sagen SPD und ÖDP zu Bienen?", "Bienen", "ÖDP"),
        ("Was sagt Merz in Hessen zu Bienen?", "Bienen", "Merz"),
    ],
)
def test_an_unknown_party_is_asked_back_with_the_known_ones(eingabe: str, text: str, wort: str) -> None:
    anfrage = parse(eingabe)
    (frage,) = anfrage.rueckfragen
    assert (anfrage.text, frage.wort) == (text, wort)
    assert {"SPD", "GRÜNE"} < set(frage.moeglich)
    assert "LINDENBUND" not in frage.moeglich


RARE = [
    ("Mieten in Preußen", "Mieten in Preußen", (), None),
    ("Was sagt die SPD in Preußen zu Mieten?", "in Preußen zu Mieten", ("SPD",), None),
    ("Tempo 30 in Bremen und Bremerhaven", "Tempo 30 in Bremen und Bremerhaven", (), None),
    ("Zusammenarbeit mit der AfD in Berlin", "Zusammenarbeit mit der AfD in Berlin", (), None),
    ("Was sagt die SPD zu Mieten im Wahlprogramm der CDU?", "Mieten im Wahlprogramm der CDU", ("SPD",), None),
    ("Migration im Bund seit 2020", "Migration im Bund", (), None),
    ("Was sagt die CDU zum Wolf in Sachsen SPD", "Wolf in Sachsen SPD", ("CDU",), None),
    ("Bei Landtagswahlen in Brandenburg wählen", "Bei Landtagswahlen in Brandenburg wählen", (), None),
]


@pytest.mark.parametrize(("eingabe", "text", "parteien", "land"), RARE)
def test_what_has_no_known_form_is_searched_for_as_typed(
    eingabe: str, text: str, parteien: tuple[str, ...], land: str | None
) -> None:
    """Never a filter that was not meant, and no word of it is lost."""
    anfrage = parse(eingabe)
    assert (anfrage.text, anfrage.parteien, anfrage.bundesland) == (text, parteien, land)
    assert (anfrage.ohne, anfrage.typ, anfrage.jahr, anfrage.rueckfragen) == ((), None, None, ())


@pytest.mark.parametrize("eingabe", cases(__file__, "without_a_subject"))
def test_without_a_subject_it_is_asked_for(eingabe: str) -> None:
    anfrage = parse(eingabe)
    assert anfrage.text == ""
    assert [frage.frage for frage in anfrage.rueckfragen] == ["Wonach soll gesucht werden?"]


def test_a_pasted_text_is_searched_for_whole() -> None:
    text = "Der Landtag NRW möge beschließen, was die SPD zum Wohnungsbau fordert. " * 20
    assert parse(text) == Suchanfrage(text, text.strip())


@pytest.mark.parametrize("piece", cases(__file__, "pieces"))
def test_a_megabyte_takes_less_than_a_second(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    start = time.thread_time()
    parse(text)
    assert time.thread_time() - start < 1


def test_what_was_understood_is_shown_in_german() -> None:
    shown = parse("Was sagen SPD und Grüne in NRW zum Kohleausstieg seit 2020?").verstanden(REGISTRY)
    assert shown == [
        ("Parteien", "SPD, GRÜNE"),
        ("Land", "Nordrhein-Westfalen"),
        ("Zeitraum", "seit 2020"),
        ("Gesucht", "Kohleausstieg"),
    ]
    shown = parse("Wahlprogramm der Union 2013 Maut").verstanden(REGISTRY)
    assert shown == [
        ("Partei", "CDU/CSU"),
        ("Land", "Bund"),
        ("Art", "Wahlprogramm"),
        ("Jahr", "2013"),
        ("Gesucht", "Maut"),
    ]
    assert parse("").verstanden(REGISTRY) == []


def test_periods_are_shown_as_they_are_asked_for() -> None:
    assert str(Zeitraum(None, 2017)) == "bis 2017"
    assert str(Zeitraum(2013, 2017)) == "2013 bis 2017"


def test_a_programme_matches_by_party_kind_and_year() -> None:
    anfrage = Suchanfrage("", "Rente", parteien=("SPD",), typ=WAHL, jahr=2021)
    assert anfrage.matches(programm())
    assert not anfrage.matches(programm(partei="CDU"))
    assert not anfrage.matches(programm(typ=PARTEI))
    assert not anfrage.matches(programm(jahr=2017))
    assert Suchanfrage("", "Rente").matches(programm())


@pytest.mark.parametrize(
    ("von", "bis", "expected"),
    [(2018, None, False), (2017, None, True), (None, 2013, True), (None, 2012, False), (2014, 2016, True)],
)
def test_a_programme_matches_if_it_was_in_force_at_some_time(
    von: int | None, bis: int | None, expected: bool
) -> None:
    ended = programm(jahr=2013, bis=date(2017, 10, 23))
    assert Suchanfrage("", "Rente", zeitraum=Zeitraum(von, bis)).matches(ended) is expected


def test_a_programme_still_in_force_matches_every_later_time() -> None:
    assert Suchanfrage("", "Rente", zeitraum=Zeitraum(2026, None)).matches(programm(jahr=2013))


WORDS = """Was sagt sagen die der Linke Grünen grüne Union SPD CDU/CSU FW Heimat in im zu zum von seit bis vor
zwischen und , ? : „ “ " - 2013 2020 2030 NRW Sachsen-Anhalt Bund Preußen bayerische Wahlprogramm Programm
Bundestagswahl Bürgerschaftswahl Landtag Partei Tierpartei Deutschland bundesweit Mieten wachsen 15 €
🙂""".split()


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=5), max_size=14), st.sampled_from(["", " ", "-"]))
def test_anything_is_parsed_and_only_its_own_letters_are_searched_for(parts: list[str], glue: str) -> None:
    eingabe = glue.join(parts)
    anfrage = parse(eingabe)
    left = iter(eingabe)
    assert all(letter in left for letter in anfrage.text if not letter.isspace())
    assert anfrage.text or anfrage.rueckfragen
    assert anfrage.verstanden(REGISTRY) or not anfrage.text
