"""A list of Anträge as a file: what its rows say, what is refused, and what a second reading changes."""

import io
import json
import re
import stat
import zipfile
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from xlsxwriter import Workbook

from core.antrag.antrag import find_file
from core.base.errors import EingabeError
from core.base.settings import ROOT
from core.cli.main import main
from core.features.sources import fetch_command
from core.features.sources.antrag_fetch import licence_of, origin_told, take_antrag
from core.features.sources.antrag_list import ListReading, kept_pdf, read_list, remove_list
from core.features.sources.list_package import Package, package_at, package_of
from core.programme.context import Context
from core.runs.antraege import ListedAntrag
from core.runs.store import Runstore, runstore
from core.wortlaut.errors import DashboardError
from tests.sources.printed import antrag_pdf
from tests.sources.quellserver import web

HEAD = "Nummer;Titel;Antragsteller;Datum;Link"


def lines(*rows: str, head: str = HEAD) -> bytes:
    return "\n".join([head, *rows]).encode()


def read(
    place: Context, data: bytes, name: str = "liste.csv", land: str = "HE", **more: str
) -> tuple[ListReading, dict[str, ListedAntrag]]:
    """What was told, and what is stored, by its number or title."""
    reading = read_list(place, Package(name, data, {}), land=land, **more)
    stored = (one.antrag for one in runstore(place).entries_of(reading.quelle).values())
    told = {one.nummer or one.titel: one for one in stored}
    return reading, {name: told[name] for name in sorted(told, key=lambda name: (len(name), name))}


# --- cells: a hundred as people write them ------------------------------------------------------------------

NUMBERS = {
    "20/1234": "20/1234",
    "Drs. 20/1": "20/1",
    "Drs 20/ 2": "20/2",
    "Drucksache 20 / 3": "20/3",
    "DRUCKSACHE: 20/4": "20/4",
    "Drs.-Nr. 20/5": "20/5",
    "20/6 (neu)": "20/6 (neu)",
    "20/7 Neudruck": "20/7 Neudruck",
    "20/\u00ad8": "20/8",
    "\u00a020/9\u00a0": "20/9",
    "VO/0012/24": "VO/0012/24",
    "Vorlage 0815-2024": "0815-2024",
    "A-17/2026": "A-17/2026",
}
NO_NUMBERS = {
    "08. Dez": "ist ein Datum",
    "Dez 12": "ist ein Datum",
    "12.08.2026": "ist ein Datum",
    "20/1, 20/2": "mehrere Nummern",
    "20/1 und 20/2": "mehrere Nummern",
    "siehe Anlage": "ist keine Nummer",
    "1,2E+05": "ist keine Nummer",
    "#REF!": "Fehler einer Formel",
    "=A1": "Formel",
    "9" * 70: "ist keine Nummer",
}


def test_numbers_are_as_told_or_refused(place: Context) -> None:
    rows = [f"{told};Titel {n};SPD;;" for n, told in enumerate([*NUMBERS, *NO_NUMBERS])]
    reading, stored = read(place, lines(*rows))
    assert set(stored) == set(NUMBERS.values())
    assert all(why in told for why, told in zip(NO_NUMBERS.values(), reading.fehler, strict=True))
    assert reading.fehler[0].startswith(f"Zeile {len(NUMBERS) + 2}: ")


DAYS = {
    "2026-11-02": date(2026, 11, 2),
    "02.11.2026": date(2026, 11, 2),
    "2.11.26": date(2026, 11, 2),
    "2. 11. 2026": date(2026, 11, 2),
    "2. November 2026": date(2026, 11, 2),
    "2026-11-02 00:00:00": date(2026, 11, 2),
    "2026-11-02T10:00:00Z": date(2026, 11, 2),
    "02.11.2026, 14:30 Uhr": date(2026, 11, 2),
    "29.02.2024": date(2024, 2, 29),
    "1.1.50": date(1950, 1, 1),
    "31.12.49": date(2049, 12, 31),
    "": None,
}
NO_DAYS = (
    "31.02.2026", "29.02.2026", "11/02/2026", "02-11-2026", "November 2026", "46328", "gestern",
    "2.13.2026", "02.11.", "1.1.1850", "0000-00-00", "02.11.2026 bis 04.11.2026",
)  # fmt: skip


def test_days_are_days_or_refused(place: Context) -> None:
    rows = [f"20/{n};Titel;SPD;{told};" for n, told in enumerate([*DAYS, *NO_DAYS], start=1)]
    reading, stored = read(place, lines(*rows))
    assert [one.datum for one in stored.values()] == list(DAYS.values())
    assert len(reading.fehler) == len(NO_DAYS)
    assert reading.fehler[0].startswith("Zeile 14: „31.02.2026“ ist kein Tag")


GREENS = "BÜNDNIS 90/DIE GRÜNEN"
MOVERS: dict[str, tuple[str, ...]] = {
    "SPD": ("SPD",),
    "Fraktion der SPD": ("Fraktion der SPD",),
    "SPD; CDU": ("SPD", "CDU"),
    "SPD, CDU": ("SPD", "CDU"),
    "SPD und CDU": ("SPD", "CDU"),
    "SPD, CDU und FDP": ("SPD", "CDU", "FDP"),
    GREENS: (GREENS,),
    "Bündnis 90 / Die Grünen": ("Bündnis 90 / Die Grünen",),
    "B&Uuml;NDNIS 90/DIE GR&Uuml;NEN": (GREENS,),
    "BÜND\u00adNIS 90/DIE GRÜNEN": (GREENS,),
    "BÜNDNIS 90/\nDIE GRÜNEN": (GREENS,),
    "BÜNDNIS 90\n/DIE GRÜNEN": (GREENS,),
    "BU\u0308NDNIS 90/DIE GRU\u0308NEN": (GREENS,),
    f"CDU und {GREENS}": ("CDU", GREENS),
    f"SPD\n{GREENS}\nFDP": ("SPD", GREENS, "FDP"),
    "SPD<br>CDU": ("SPD", "CDU"),
    "SPD|CDU": ("SPD", "CDU"),
    "CDU/CSU": ("CDU/CSU",),
    "Fraktion der FDP/DVP": ("Fraktion der FDP/DVP",),
    "Fraktionen der SPD und der CDU": ("SPD", "der CDU"),
    "Fraktion der SPD und Fraktion der CDU": ("Fraktion der SPD", "Fraktion der CDU"),
    "Fraktion\nder SPD": ("Fraktion der SPD",),
    "SPD und\nCDU": ("SPD", "CDU"),
    "Eva Muster, Jan Beispiel": ("Eva Muster", "Jan Beispiel"),
    "Eva Muster (SPD), Jan Beispiel (CDU)": ("Eva Muster (SPD)", "Jan Beispiel (CDU)"),
    "Eva Muster (SPD) und Jan Beispiel (CDU)": ("Eva Muster (SPD)", "Jan Beispiel (CDU)"),
    "Abg. Eva Muster und Fraktion der SPD": ("Abg. Eva Muster", "Fraktion der SPD"),
    "Muster, Eva": ("Muster, Eva",),
    "Muster, Eva; Beispiel, Jan": ("Muster, Eva", "Beispiel, Jan"),
    "Graf Muster, Dr. Eva": ("Graf Muster, Dr. Eva",),
    "Eva Muster, SPD": ("Eva Muster, SPD",),
    "Bürger und Umwelt": ("Bürger und Umwelt",),
    "Freie Bürger und Unabhängige Lindenau": ("Freie Bürger und Unabhängige Lindenau",),
    "SPD; Bürger und Umwelt": ("SPD", "Bürger und Umwelt"),
    "SPD; SPD": ("SPD",),
    "AfD-Fraktion": ("AfD-Fraktion",),
    "Die Linke": ("Die Linke",),
    " ; SPD ; ": ("SPD",),
    "": (),
}
NO_MOVERS = ("GR\ufffdNE", "GRÃœNE", "Die Grü-\nnen", "=HYPERLINK(1)", "12345")


def test_movers_are_divided_where_that_is_sure_and_never_within_a_name(place: Context) -> None:
    quoted = [f'20/{n};Titel;"{told}";;' for n, told in enumerate([*MOVERS, *NO_MOVERS], start=1)]
    reading, stored = read(place, lines(*quoted))
    told = {given: stored[f"20/{n}"].urheber for n, given in enumerate(MOVERS, start=1)}
    assert told == MOVERS
    assert len(reading.fehler) == len(NO_MOVERS) and len(stored) == len(MOVERS)
    assert sum("Semikolon trennt" in one or "ein Semikolon" in one for one in reading.hinweise) == 5


ADDRESSES: dict[str, str | None] = {
    "https://www.example.org/a.pdf": "https://www.example.org/a.pdf",
    "HTTP://example.org/x?y=1&z=2": "HTTP://example.org/x?y=1&z=2",
    "www.example.org/a.pdf": "https://www.example.org/a.pdf",
    "": None,
}
NO_ADDRESSES = (
    "javascript:alert(1)", "file:///etc/passwd", "PDF", "https://", "https://a b.org/x", "x=1",
    '"=HYPERLINK(""https://example.org"")"', "ftp://example.org/a.pdf", "https://[::1/a",
)  # fmt: skip


def test_addresses_are_of_the_web(place: Context) -> None:
    rows = [f"20/{n};Titel;SPD;;{told}" for n, told in enumerate([*ADDRESSES, *NO_ADDRESSES], start=1)]
    reading, stored = read(place, lines(*rows))
    assert [one.pdf_url for one in stored.values()] == list(ADDRESSES.values())
    assert len(reading.fehler) == len(NO_ADDRESSES)


# --- whose parliament it is ---------------------------------------------------------------------------------


def test_land_and_parliament_come_from_the_row_else_from_the_person(place: Context) -> None:
    head = "Land;Parlament;Drs.;WP;Betreff"
    rows = {
        "HE;;20/1;20;a": ("HE", "Hessischer Landtag", 20),
        "Bayern;;19/2;;b": ("BY", "Bayerischer Landtag", 19),
        ";Bundestag;21/3;21. Wahlperiode;c": ("BUND", "Deutscher Bundestag", 21),
        "Hessen;Stadtrat Lindenau;12/2024;;d": (None, "Stadtrat Lindenau", None),
        ";;18/4;;e": ("NRW", "Landtag Nordrhein-Westfalen", 18),
    }
    wrong = (
        "Atlantis;;1/1;;x",
        "HE;Bayerischer Landtag;20/9;;x",
        "HE;;20/8;21;x",
        ";Landtag von Atlantis;1/2;;x",
    )
    reading, stored = read(place, lines(*rows, *wrong, head=head), land="NRW")
    told = {one.titel: (one.bundesland, one.parlament, one.wahlperiode) for one in stored.values()}
    assert list(map(told.get, "abcde")) == list(rows.values())
    assert len(reading.fehler) == 4 and "keine Nummer der 21. Wahlperiode" in reading.fehler[2]


def test_a_period_that_the_land_never_had_is_a_hint(place: Context) -> None:
    reading, stored = read(
        place, lines("20/77;a;SPD;;", "8/77;b;SPD;;", "99/5;c;SPD;;", "2/5;d;SPD;;"), land="MV"
    )
    assert len(stored) == 4 and len(reading.hinweise) == 2
    for told, row, number in zip(reading.hinweise, (2, 4), ("20/77", "99/5"), strict=True):
        assert (
            told.startswith(f"Zeile {row}: „{number}“") and "Mecklenburg-Vorpommern, zuletzt die 9." in told
        )
    assert read(place, lines("20/77;a;SPD;;"), parlament="Stadtrat Lindenau")[0].hinweise == ()


def test_without_land_and_parliament_nothing_is_taken(place: Context, store: Runstore) -> None:
    with pytest.raises(EingabeError, match="Von welchem Parlament"):
        read(place, lines("20/1;a;;;"), land="")
    with pytest.raises(EingabeError, match="nicht das Parlament"):
        read(place, lines("20/1;a;;;"), land="HE", parlament="Bayerischer Landtag")
    assert store.list_readings() == []


def test_a_council_is_no_parliament_of_its_land(place: Context) -> None:
    _, stored = read(place, lines("12/2024;Brunnen;SPD;;"), parlament="Stadtrat Lindenau")
    one = stored["12/2024"]
    assert (one.bundesland, one.parlament, one.wahlperiode) == (None, "Stadtrat Lindenau", None)


# --- forms of files -----------------------------------------------------------------------------------------

TABLE = (
    ("Stand: November", "", "", "", ""),
    ("Drucksache", "BETREFF ", "Fraktion(en)", "Datum", "lfd. Nr."),
    ("20/1", "Brunnen; Wege", f"SPD; {GREENS}", "02.11.2026", "1"),
    ("20/2", "Bäder, Busse", "CDU", "", "2"),
)


def as_text(separator: str, charset: str) -> bytes:
    rows = (separator.join(f'"{cell}"' for cell in row) for row in TABLE)
    return "\r\n".join(rows).encode(charset)


def as_workbook(*rows: tuple[object, ...], first: int = 0) -> bytes:
    out = io.BytesIO()
    with Workbook(out, {"in_memory": True}) as book:
        book.add_worksheet("Deckblatt").write(0, 0, "Anträge")
        sheet, day = book.add_worksheet("Anträge"), book.add_format({"num_format": "dd.mm.yyyy"})
        for place, row in enumerate(rows, start=first):
            for column, cell in enumerate(row):
                if isinstance(cell, date):
                    sheet.write_datetime(place, column, cell, day)
                else:
                    sheet.write(place, column, cell)
    return out.getvalue()


FORMS = {
    "a.csv": as_text(";", "utf-8"),
    "b.csv": as_text(",", "utf-8-sig"),
    "c.tsv": as_text("\t", "cp1252"),
    "d.txt": as_text("\t", "utf-16"),
    "e.csv": as_text("|", "utf-8"),
    "f.csv": b"sep=;\r\n" + as_text(";", "utf-8"),
    "g.xlsx": as_workbook(*TABLE),
    "h.json": json.dumps(
        {"stand": "November", "antraege": [
            {"Nummer": "20/1", "titel": "Brunnen; Wege", "urheber": ["SPD", GREENS], "datum": "2026-11-02"},
            {"Nummer": "20/2", "titel": "Bäder, Busse", "urheber": "CDU", "datum": None},
        ]}
    ).encode(),
}  # fmt: skip


@pytest.mark.parametrize("name", FORMS)
def test_one_table_in_every_form_says_the_same(name: str, place: Context) -> None:
    reading, stored = read(place, FORMS[name], name)
    assert reading.fehler == () and reading.gelesen == reading.neu == 2
    one, two = stored["20/1"], stored["20/2"]
    assert (one.titel, one.urheber, one.datum) == ("Brunnen; Wege", ("SPD", GREENS), date(2026, 11, 2))
    assert (two.titel, two.urheber, two.datum, two.bundesland) == ("Bäder, Busse", ("CDU",), None, "HE")
    assert licence_of(one).startswith(f"Quelle: Liste „{name[0]}“, eingelesen am ")


def test_in_a_workbook_days_are_days_and_numbers_that_became_days_are_told(place: Context) -> None:
    rows = as_workbook(
        ("Nr", "Titel", "Datum", "URL"),
        ("20/1", "Brunnen", date(2026, 11, 2), ""),
        (date(2026, 12, 8), "war 8/12", "", ""),
        (4711, "Wege", 46328, ""),
        (4712, "Bäder", "", '=HYPERLINK("https://example.org/a.pdf", "PDF")'),
        (4713, "Busse", "", ""),
        first=3,
    )
    reading, stored = read(place, rows, "x.xlsx")
    assert {key: one.datum for key, one in stored.items()} == {"20/1": date(2026, 11, 2), "4713": None}
    assert [told.split(":")[0] for told in reading.fehler] == ["Zeile 6", "Zeile 7", "Zeile 8"]
    assert "08.12.2026" in reading.fehler[0] and "als Datum formatieren" in reading.fehler[1]
    assert "Gelesen ist das Blatt „Anträge“." in reading.hinweise


def test_rows_that_do_not_fit_their_columns_are_told_by_their_place(place: Context) -> None:
    fitting = ("", '20/2;"Bäder\nund Busse";SPD;;')
    shifted = ("20/1;Brunnen; und Wege;SPD;;", "20/3;Brunnen; und Wege;", "20/4", "20/5;Bäder; und Wege;;")
    reading, stored = read(place, lines(*fitting, *shifted))
    assert list(stored) == ["20/2"] and stored["20/2"].titel == "Bäder und Busse"
    assert reading.fehler[0].startswith("Zeile 4: sie hat 6 Felder, die Spalten haben 5 Namen")
    assert [told[:8] for told in reading.fehler] == ["Zeile 4:", "Zeile 5:", "Zeile 6:", "Zeile 7:"]
    assert "mitten im Satz" in reading.fehler[3]


def test_rows_on_one_paper_are_taken_once_and_not_at_all_where_they_differ(place: Context) -> None:
    rows = (
        "20/1;a;SPD;;",
        "20/1;a;SPD;;",
        "20/2;b;SPD;;",
        "Drs. 20/2;b;CDU;;",
        "20/1 (neu);a;SPD;;",
        ";c;;;",
    )
    reading, stored = read(place, lines(*rows))
    assert sorted(stored) == ["20/1", "20/1 (neu)", "c"]
    assert reading.fehler == (
        "Zeile 3: „20/1“ steht schon in 2.",
        "Zeile 4: „20/2“ steht auch in 5, anders; keine davon gilt.",
    )


# --- files that are none ------------------------------------------------------------------------------------


def packed(*members: tuple[str, bytes], kind: int = zipfile.ZIP_DEFLATED, mode: int = 0) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", kind) as archive:
        for name, data in members:
            info = zipfile.ZipInfo(name)
            info.compress_type, info.external_attr = kind, mode << 16
            archive.writestr(info, data)
    return out.getvalue()


CSV = ("liste.csv", lines("20/1;Brunnen;SPD;;"))
BAD = {
    "empty": (lambda: b" \n", "ist leer"),
    "no head": (lambda: b"20/1;Brunnen;SPD\n20/2;Wege;CDU", "Spalten .* nicht zu erkennen.*Gefunden: „20/1“"),
    "other columns": (lambda: b"Name;Ort\nx;y", "Erwartet: .*Nummer.*Gefunden: „Name“, „Ort“"),
    "a column twice": (lambda: b"Nummer;Titel;Titel\n1;a;b", "„Titel“ gibt es zweimal"),
    "no rows": (lambda: HEAD.encode(), "keine Zeile"),
    "an open quote": (lambda: lines('20/1;"Brunnen;SPD;;', "20/2;Wege;CDU;;"), "Anführungszeichen"),
    "a web page": (lambda: b"<html><table>", "Webseite"),
    "a PDF": (lambda: b"%PDF-1.7 ...", "ist ein PDF"),
    "binary": (lambda: b"\x00\x01\x02;\x00", "keine Textdatei"),
    "charset of DOS": (lambda: lines("20/1;Bäder;GRÜNE;;").decode().encode("cp850"), "Zeichensatz"),
    "charset of a Mac": (lambda: lines("20/1;Größe;GRÜNE;;").decode().encode("mac-roman"), "Zeichensatz"),
    "too large": (lambda: b"x" * (20 << 20) + b"y", "größer als"),
    "too many rows": (lambda: lines(*["20/1;a;b;;"] * 20_001), "mehr als 20.000 Zeilen"),
    "too many columns": (lambda: (HEAD + ";x" * 250).encode() + b"\n1;2", "mehr als 200 Spalten"),
    "a huge field": (lambda: lines(f'20/1;"{"x" * 200_000}";;;'), "nicht in Felder teilen"),
    "no JSON": (lambda: b'[{"nummer": ', "kein lesbares JSON"),
    "deep JSON": (lambda: b"[" * 200_000, "zu tief verschachtelt"),
    "a key twice": (lambda: b'[{"nummer": "1", "titel": "a", "titel": "b"}]', "zweimal"),
    "half a million keys, the last twice": (
        lambda: f'[{{{",".join(f""" "k{n}": 1""" for n in range(500_000))}, "k499999": 2}}]'.encode(),
        "„k499999“ steht in einem Eintrag zweimal",
    ),
    "NaN in JSON": (lambda: b'[{"nummer": "20/1", "titel": NaN}]', "„NaN“ ist kein Wert"),
    "JSON of two lists": (lambda: b'{"a": [{"nummer": 1}], "b": [{"nummer": 2}]}', "keine Liste von"),
    "JSON without objects": (lambda: b"[1, 2]", "keine Liste von"),
    "a broken workbook": (lambda: FORMS["g.xlsx"][:-200], "beschädigt|Arbeitsmappe"),
    "old workbook": (lambda: b"\xd0\xcf\x11\xe0" + b"x" * 2000, "Arbeitsmappe"),
    "a bomb": (
        lambda: packed(("[Content_Types].xml", b"x"), ("xl/a.xml", b"\0" * (201 << 20))), "ausgepackt größer"
    ),
    "ZIP as list": (lambda: packed(("a.txt", b"x")), "keine Arbeitsmappe"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_a_file_that_is_no_list_is_refused_in_a_sentence_and_nothing_stored(
    case: str, place: Context, store: Runstore
) -> None:
    make, told = BAD[case]
    with pytest.raises(DashboardError, match=told):
        read(place, make())
    assert store.list_readings() == []


def test_a_sheet_that_claims_a_million_rows_ends(place: Context, store: Runstore) -> None:
    out = io.BytesIO()
    with Workbook(out, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        sheet.write(0, 0, "Nummer")
        sheet.write(1_048_575, 16_383, "x")
    with pytest.raises(DashboardError):
        read(place, out.getvalue(), "x.xlsx")
    assert store.list_readings() == []


def test_odd_values_in_json_are_told_entry_by_entry(place: Context) -> None:
    entries = [
        {"nummer": "20/1", "titel": {"de": "a"}}, {"nummer": 4711, "titel": "b"},
        {"nummer": "20/3", "titel": True},
        {"nummer": "20/4", "titel": "c", "urheber": [{"name": "SPD"}]}, {"nummer": "20/5", "titel": None},
        {"nummer": "20/6", "titel": "viel"},
    ]  # fmt: skip
    reading, stored = read(place, json.dumps(entries).replace('"viel"', "1e999").encode(), "x.json")
    assert sorted(stored) == ["20/5", "4711"]
    assert [told.split(":")[0] for told in reading.fehler] == [
        "Eintrag 1",
        "Eintrag 3",
        "Eintrag 4",
        "Eintrag 6",
    ]


HOSTILE = {
    "a path out": (lambda: packed(CSV, ("../../20-1.pdf", b"%PDF-")), "hinausführt"),
    "an absolute path": (lambda: packed(CSV, ("/etc/20-1.pdf", b"%PDF-")), "hinausführt"),
    "a path of Windows": (lambda: packed(CSV, ("C:x.pdf", b"%PDF-")), "hinausführt"),
    "a link": (lambda: packed(("l.pdf", b"/etc/passwd"), mode=stat.S_IFLNK | 0o777), "Verweis"),
    "two lists": (lambda: packed(CSV, ("b.csv", b"x")), "genau eine Liste"),
    "no list": (lambda: packed(("a.pdf", b"%PDF-")), "genau eine Liste"),
    "too many files": (lambda: packed(*((f"{n}.x", b"") for n in range(20_001))), "20.000 Dateien"),
    "no ZIP": (lambda: packed(CSV)[:-30], "beschädigt|Arbeitsmappe"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_zip_is_refused_whole(case: str, place: Context, store: Runstore) -> None:
    make, told = HOSTILE[case]
    with pytest.raises(DashboardError, match=told), package_of([("x.zip", make())]) as package:
        read_list(place, package, land="HE")
    assert store.list_readings() == [] and not (place.settings.laeufe_dir / "antraege").exists()


def test_a_zip_whose_member_lies_about_its_size_is_read_no_further_than_bounds(place: Context) -> None:
    data = packed(CSV, ("20-1.pdf", b"%PDF-" + b"\0" * (60 << 20)))
    with package_of([("x.zip", data)]) as package:
        reading = read_list(place, package, land="HE")
    assert reading.gelesen == 1 and reading.mit_pdf == 0 and "größer als" in reading.hinweise[-1]


# --- PDFs beside a list -------------------------------------------------------------------------------------

WITH_FILES = lines(
    "20/1;Brunnen;SPD;;;brunnen.pdf", "20/2;Wege;CDU;;;", "20/3 (neu);Bäder;FDP;;;",
    "20/4;Busse;SPD;;;fehlt.pdf", "20/5;Bahnen;SPD;;;kein.pdf", "20/6;Bühnen;SPD;;;", "20/7;Brot;SPD;;;",
    head=f"{HEAD};Datei",
)  # fmt: skip


def beside() -> dict[str, bytes]:
    pdf = antrag_pdf("Brunnen an allen Schulen")
    return {
        "liste.csv": WITH_FILES, "pdf/Brunnen.PDF": pdf, "Drs_20-00002.pdf": pdf + b"2",
        "20_3_neu.pdf": pdf + b"3", "20-3.pdf": pdf + b"alt", "kein.pdf": b"<html>", "20-6.pdf": pdf + b"6",
        "pdf/20_6.pdf": pdf + b"66",
        ".DS_Store": b"x",
    }  # fmt: skip


def in_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "anträge"
    for name, data in beside().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    (folder / "20-7.pdf").symlink_to(folder / "20-3.pdf")
    return folder


def in_zip(tmp_path: Path) -> Path:
    path = tmp_path / "anträge.zip"
    path.write_bytes(packed(*((f"oben/{name}", data) for name, data in beside().items())))
    return path


@pytest.mark.parametrize("lay", [in_folder, in_zip, lambda path: in_folder(path) / "liste.csv"])
def test_pdfs_are_found_by_name_or_number_and_kept(
    lay: Callable[[Path], Path], place: Context, store: Runstore, tmp_path: Path
) -> None:
    with package_at(lay(tmp_path)) as package:
        reading = read_list(place, package, land="HE")
    found = {one.antrag.nummer: kept_pdf(one.antrag) for one in store.entries_of(reading.quelle).values()}
    assert {number for number, file in found.items() if file} == {"20/1", "20/2", "20/3 (neu)"}
    path = find_file(place.settings.laeufe_dir, found["20/3 (neu)"])
    assert path is not None and path.read_bytes().endswith(b"3")
    told = " ".join(reading.hinweise)
    assert "„fehlt.pdf“ liegt nicht bei der Liste" in told and "kein.pdf“ ist kein PDF" in told
    assert "20/6: 2 Dateien passen" in told and reading.fehler == ()


def test_a_listed_antrag_is_taken_from_beside_the_list_and_says_where_it_came_from(
    place: Context, store: Runstore
) -> None:
    pdf = antrag_pdf("Brunnen an allen Schulen", head=False)
    uploads = [("meine liste.csv", lines("20/1;Brunnen;SPD und CDU;02.11.2026;")), ("20-1.pdf", pdf)]
    with package_of(uploads) as package:
        reading = read_list(place, package, "Landtag, November", "HE")
    (one,) = store.entries_of(reading.quelle).values()
    antrag = store.load_sheet(take_antrag(place, web(), one.antrag)).antrag
    assert (antrag.drucksache, antrag.bundesland, antrag.datum) == ("20/1", "HE", date(2026, 11, 2))
    assert antrag.antragsteller == ("SPD", "CDU")
    assert origin_told(store, antrag).startswith("Quelle: Liste „Landtag, November“, eingelesen am ")
    # Removed, it is out of sight, and what was read still says where it came from.
    assert remove_list(place, "Landtag, November") == 1
    assert store.list_listed() == [] and store.list_readings() == []
    assert origin_told(store, antrag).startswith("Quelle: Liste „Landtag, November“")
    assert find_file(place.settings.laeufe_dir, kept_pdf(one.antrag)) is not None


def test_an_antrag_of_a_council_is_checked_with_the_programmes_of_its_land(
    place: Context, store: Runstore
) -> None:
    pdf = antrag_pdf("Brunnen an allen Schulen", head=False)
    with package_of([("l.csv", lines("12/2024;Brunnen;SPD;;")), ("12-2024.pdf", pdf)]) as package:
        reading = read_list(place, package, "", "HE", "Stadtrat Lindenau")
    (one,) = store.entries_of(reading.quelle).values()
    assert store.load_sheet(take_antrag(place, web(), one.antrag)).antrag.bundesland == "HE"


# --- again, and gone ----------------------------------------------------------------------------------------


def test_the_same_list_again_takes_over_what_changed_and_tells_what_left(place: Context) -> None:
    first, _ = read(place, lines("20/1;a;SPD;;", "20/2;b;SPD;;", "20/3;c;SPD;;"))
    again, _ = read(place, lines("20/3;c;SPD;;", "20/2;b;SPD;;", "20/1;a;SPD;;"))
    assert (first.neu, again.neu, again.geaendert, again.fehlend) == (3, 0, 0, ())
    reading, stored = read(place, lines("20/1;a;SPD; 2.11.2026;", "20/2;b;SPD;31.2.2026;", "20/4;d;SPD;;"))
    assert (reading.gelesen, reading.neu, reading.geaendert) == (2, 1, 1)
    assert reading.fehlend == ("20/2", "20/3") and "20/2, 20/3" in reading.left_told
    assert sorted(stored) == ["20/1", "20/2", "20/3", "20/4"] and stored["20/1"].datum == date(2026, 11, 2)


def test_a_pdf_that_came_once_stays_until_the_list_goes(place: Context, store: Runstore) -> None:
    csv, pdf = lines("20/1;a;SPD;;"), antrag_pdf("Brunnen an allen Schulen")
    with package_of([("l.csv", csv), ("20-1.pdf", pdf)]) as package:
        read_list(place, package, land="HE")
    reading, stored = read(place, csv, "l.csv")
    assert reading.geaendert == 0 and reading.mit_pdf == 1
    file = kept_pdf(stored["20/1"])
    assert find_file(place.settings.laeufe_dir, file) is not None
    assert remove_list(place, "l") == 1
    assert find_file(place.settings.laeufe_dir, file) is None and store.entries_of("Liste l") == {}
    with pytest.raises(EingabeError, match="ist nicht eingelesen"):
        remove_list(place, "l")


# --- the command, and the page of the docs ------------------------------------------------------------------


def test_the_command_tells_what_came_and_ends_with_one_where_a_row_is_wrong(
    place: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fetch_command, "default_context", lambda: place)
    path = tmp_path / "motions.csv"
    path.write_bytes(lines("20/1;Brunnen;SPD;02.11.2026;", "20/2;Wege;SPD;31.02.2026;"))
    assert main(["fetch", "motions", "--liste", str(path), "--bundesland", "HE"]) == 1
    out, err = capsys.readouterr()
    assert "motions" in out and "Zeile 3: „31.02.2026“ ist kein Tag" in err
    path.write_bytes(lines("20/1;Brunnen;SPD;02.11.2026;"))
    assert main(["fetch", "motions", "--liste", str(path), "--bundesland", "HE", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["gelesen"], told["neu"], told["quelle"]) == (1, 0, "Liste motions")
    assert main(["fetch", "motions", "--liste-entfernen", "motions"]) == 0
    assert "1 Eintrag entfernt" in capsys.readouterr().out
    for wrong in (
        ["--bundesland", "HE"],
        ["--liste", str(path), "--quelle", "bund"],
        ["--liste", "fehlt.csv"],
    ):
        assert main(["fetch", "motions", *wrong]) == 2, wrong


def test_the_sample_of_the_docs_is_read_as_it_says(place: Context) -> None:
    page = (ROOT / "docs" / "listen.md").read_text(encoding="utf-8")
    found = re.search(r"```csv\n(.*?)```", page, re.DOTALL)
    assert found
    reading, stored = read(place, found[1].encode(), land="")
    assert reading.fehler == () and len(stored) == 4
    assert stored["20/1251 (neu)"].urheber == ("SPD", "FDP", GREENS)
    assert (stored["19/88"].bundesland, stored["19/88"].datum) == ("BY", date(2026, 11, 4))
    assert stored["20/1240"].datum == date(2026, 11, 3)
