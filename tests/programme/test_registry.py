import json
from datetime import date
from pathlib import Path

import pytest

from core.base.errors import EingabeError, RegistryError
from core.base.models import BUNDESLAENDER
from core.programme.registry import Registry, load_registry
from core.wortlaut.records import Typ

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared"

PARTEIEN = """
[[partei]]
id = "SPD"
name = "SPD"
farbe = "#e3000f"
reihenfolge = 20
aliase = ["Sozialdemokraten"]

[[partei]]
id = "GRÜNE"
name = "GRÜNE"
farbe = "#1a8a36"
reihenfolge = 10
aliase = ["Bündnis 90/Die Grünen", "Die Grünen"]
[partei.aliase_in]
HH = ["GAL"]

[[partei]]
id = "CDU"
name = "CDU"
farbe = "#000000"
reihenfolge = 30
[partei.name_in]
BUND = "CDU/CSU"
[partei.aliase_in]
BUND = ["Union", "CSU"]

[[partei]]
id = "CSU"
name = "CSU"
farbe = "#0570a8"
reihenfolge = 40
"""
PARLAMENTE = """
[[parlament]]
bundesland = "NRW"
name = "Landtag Nordrhein-Westfalen"
land = "Nordrhein-Westfalen"
aliase = ["NW"]

[[parlament.wahlperiode]]
nummer = 17
wahl = 2017-05-14
von = 2017-06-01
bis = 2022-05-31
fraktionen = ["CDU", { partei = "SPD", bis = 2020-01-31 }, { partei = "SPD", von = 2020-03-01 }]

[[parlament.wahlperiode]]
nummer = 18
wahl = 2022-05-15
von = 2022-06-01
fraktionen = []
unsicher = ["fraktionen"]

[[parlament.regierung]]
name = "Kabinett Wüst II"
von = 2022-06-29
parteien = ["CDU", "GRÜNE"]

[[parlament]]
bundesland = "BUND"
name = "Deutscher Bundestag"
land = "Bund"
aliase = ["Bundestag"]
wahlperiode = []
regierung = []
"""
NRW = """
[spd-nrw-2022]
name = "SPD NRW Wahlprogramm 2022"
typ = "wahlprogramm"
partei = "SPD"
bundesland = "NRW"
jahr = 2022
gueltig_ab = 2022-06-01
gueltig_bis = 2027-05-31
pdf = "spd-nrw-2022.pdf"
"""
GRUNDSATZ = """
[spd-grundsatz]
name = "SPD Grundsatzprogramm 2007"
typ = "parteiprogramm"
partei = "SPD"
jahr = 2007
gueltig_ab = 2007-10-28
pdf = "spd-grundsatzprogramm.pdf"
"""


def write(folder: Path, *changes: tuple[str, str, str]) -> Path:
    """A small registry that is right, with single texts in single files replaced."""
    files = {
        "parteien.toml": PARTEIEN,
        "parlamente.toml": PARLAMENTE,
        "programme/nrw.toml": NRW,
        "programme/grundsatz.toml": GRUNDSATZ,
    }
    for name, old, new in changes:
        assert old in files[name]
        files[name] = files[name].replace(old, new, 1)
    (folder / "programme").mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def small(tmp_path: Path) -> Registry:
    return load_registry(write(tmp_path))


@pytest.fixture(scope="module")
def real() -> Registry:
    return load_registry(ROOT / "data" / "registry")


def test_loads_what_the_files_say(small: Registry) -> None:
    programm = small.programme["spd-nrw-2022"]
    assert (programm.typ, programm.bundesland, programm.url) == (Typ.WAHLPROGRAMM, "NRW", None)
    assert programm.is_valid_on(date(2027, 5, 31))
    assert small.programme["spd-grundsatz"].bundesland is None
    assert list(small.parteien) == ["GRÜNE", "SPD", "CDU", "CSU"]
    assert small.parlamente["NRW"].wahlperioden[1].unsicher == ("fraktionen",)


P, L, W, G = "parteien.toml", "parlamente.toml", "programme/nrw.toml", "programme/grundsatz.toml"
REFUSALS = {
    "unknown party": (W, '"SPD"', '"SPQ"', "spd-nrw-2022", "partei", "gefunden „SPQ“"),
    "alias is no id": (
        W, '"SPD"', '"Sozialdemokraten"', "spd-nrw-2022", "partei", "möglich sind: GRÜNE, SPD",
    ),
    "unknown Land": (W, '"NRW"', '"XX"', "spd-nrw-2022", "bundesland", "gefunden „XX“"),
    "unknown typ": (W, '"wahlprogramm"', '"programm"', "spd-nrw-2022", "typ", "gefunden „programm“"),
    "reversed": (W, "2027-05-31", "2021-05-31", "spd-nrw-2022", "gueltig_bis", "2021-05-31 liegt vor"),
    "missing field": (W, "jahr = 2022", "", "spd-nrw-2022", "jahr", "fehlt. Bitte eine ganze Zahl"),
    "extra field": (
        W, "jahr =", "jar = 1\njahr =", "spd-nrw-2022", "jar", "gibt es nicht. Möglich sind: typ",
    ),
    "wrong type": (W, "jahr = 2022", 'jahr = "2022"', "spd-nrw-2022", "jahr", "gefunden '2022'"),
    "true is no number": (W, "jahr = 2022", "jahr = true", "spd-nrw-2022", "jahr", "eine ganze Zahl"),
    "date as text": (W, "2022-06-01", '"2022-06-01"', "spd-nrw-2022", "gueltig_ab", "ein Datum wie"),
    "date with time": (W, "2022-06-01", "2022-06-01T08:00:00", "spd-nrw-2022", "gueltig_ab", "ein Datum wie"),
    "empty text": (W, '"SPD NRW Wahlprogramm 2022"', '""', "spd-nrw-2022", "name", "gefunden ''"),
    "no table": (W, "[spd-nrw-2022]", "x = 1\n[spd-nrw-2022]", "Datei", "x", "erwartet eine Tabelle"),
    "pdf in a folder": (W, '"spd-nrw-2022.pdf"', '"a/b.pdf"', "spd-nrw-2022", "pdf", "gefunden „a/b.pdf“"),
    "pdf backslash": (W, '"spd-nrw-2022.pdf"', "'a\\b.pdf'", "spd-nrw-2022", "pdf", "ohne Ordner"),
    "pdf dots": (W, '"spd-nrw-2022.pdf"', '"..pdf"', "spd-nrw-2022", "pdf", "ohne Ordner"),
    "pdf suffix": (W, '"spd-nrw-2022.pdf"', '"spd.txt"', "spd-nrw-2022", "pdf", "ohne Ordner"),
    "no Land": (W, 'bundesland = "NRW"', "", "spd-nrw-2022", "bundesland", "Ein Wahlprogramm braucht"),
    "too much Land": (G, "jahr", 'bundesland = "NRW"\njahr', "spd-grundsatz", "bundesland", "gilt überall"),
    "id in two files": (
        G, "[spd-grundsatz]", "[spd-nrw-2022]", "spd-nrw-2022", "id", "programme/grundsatz.toml",
    ),
    "party twice": (P, 'id = "CSU"', 'id = "CDU"', "partei CDU", "id", "gibt es zweimal"),
    "alias twice": (
        P, '"Die Grünen"]', '"sozialdemokraten"]', "partei GRÜNE", "aliase", "gehört schon zu SPD",
    ),
    "alias is a name": (
        P, '"Die Grünen"]', '"Fraktion SPD"]', "partei GRÜNE", "aliase", "gehört schon zu SPD",
    ),
    "Land alias twice": (
        P, 'HH = ["GAL"]', 'BUND = ["Union"]', "partei CDU", "aliase_in", "gehört schon zu GRÜNE",
    ),
    "colour": (P, "#e3000f", "rot", "partei SPD", "farbe", "gefunden „rot“"),
    "alias no list": (P, '["Sozialdemokraten"]', '"x"', "partei SPD", "aliase", "erwartet eine Liste"),
    "Land of an alias": (P, "HH =", "XX =", "partei GRÜNE", "aliase_in", "gefunden „XX“"),
    "party field": (P, "reihenfolge = 20", "rang = 20", "partei SPD", "reihenfolge", "fehlt"),
    "parliament twice": (L, '"BUND"', '"NRW"', "parlament NRW", "bundesland", "gibt es zweimal"),
    "Land name twice": (L, '["Bundestag"]', '["NW"]', "parlament BUND", "aliase", "gehört schon zu NRW"),
    "periods overlap": (L, "2022-05-31", "2022-06-01", "parlament NRW", "wahlperiode", "überschneidet sich"),
    "open end": (L, "bis = 2022-05-31\n", "", "parlament NRW", "wahlperiode", "bis heute überschneidet"),
    "period reversed": (
        L, "2022-05-31", "2016-05-31", "parlament NRW, wahlperiode 17", "bis", "liegt vor „von“",
    ),
    "election after": (L, "2017-05-14", "2017-07-14", "parlament NRW, wahlperiode 17", "wahl", "liegt nach"),
    "unknown Fraktion": (L, '["CDU", {', '["XY", {', "parlament NRW, wahlperiode 17", "fraktionen", "„XY“"),
    "Fraktion outside": (
        L, "2020-03-01", "2023-03-01", "parlament NRW, wahlperiode 17, fraktionen", "von", "nicht in",
    ),
    "Fraktion field": (
        L, "bis = 2020", "ende = 2020", "parlament NRW, wahlperiode 17, fraktionen", "ende", "gibt es",
    ),
    "doubt": (L, '"fraktionen"]', '"farben"]', "parlament NRW, wahlperiode 18", "unsicher", "„farben“"),
    "government": (
        L, '"CDU", "GRÜNE"', '"XY"', "parlament NRW, regierung Kabinett Wüst II", "parteien", "„XY“",
    ),
    "regierungen": (
        L, "[[parlament.regierung]]", "[parlament.regierung]", "parlament NRW", "regierung", "eine Liste",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSALS)
def test_refuses_with_file_entry_and_field(tmp_path: Path, case: str) -> None:
    file, old, new, entry, feld, part = REFUSALS[case]
    with pytest.raises(RegistryError) as caught:
        load_registry(write(tmp_path, (file, old, new)))
    message = str(caught.value)
    told = W if case == "id in two files" else file
    assert message.startswith(f"{told}, Eintrag „{entry}“, Feld „{feld}“: ")
    assert part in message


def test_two_governments_at_once_are_refused(tmp_path: Path) -> None:
    bund = '[[parlament]]\nbundesland = "BUND"'
    second = f'[[parlament.regierung]]\nname = "X"\nvon = 2023-01-01\nparteien = []\n\n{bund}'
    with pytest.raises(RegistryError, match="parlament NRW“, Feld „regierung“: 2022-06-29 bis heute"):
        load_registry(write(tmp_path, (L, bund, second)))


def test_broken_toml_is_told_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(
        RegistryError, match=r"^programme/nrw\.toml, Zeile 4: kein TOML .* Bitte dort berichtigen"
    ):
        load_registry(write(tmp_path, (W, '"wahlprogramm"', "wahlprogramm")))


@pytest.mark.parametrize(
    ("name", "land", "expected"),
    [
        ("SPD", None, "SPD"), ("s.p.d.", None, "SPD"), ("Fraktion der SPD", None, "SPD"),
        ("SPD-Landtagsfraktion", None, "SPD"), ("BÜNDNIS 90/\n DIE GRÜNEN", None, "GRÜNE"),
        ("Bu\u0308ndnis 90 / Die Gru\u0308nen", None, "GRÜNE"), ("gruene", None, "GRÜNE"),
        ("GAL", None, "GRÜNE"), ("CSU", None, "CSU"), ("CSU", "BUND", "CDU"), ("CSU", "Bundestag", "CDU"),
        ("cdu / csu", "BUND", "CDU"), ("CDU/CSU", None, "CDU"), ("Union", None, "CDU"),
    ],
)  # fmt: skip
def test_finds_a_party(small: Registry, name: str, land: str | None, expected: str) -> None:
    assert small.find_partei(name, land).id == expected


@pytest.mark.parametrize(("name", "hint"), [("SDP", "Meinten Sie SPD"), ("Grühne", "Meinten Sie GRÜNE?")])
def test_an_unknown_party_gets_suggestions(small: Registry, name: str, hint: str) -> None:
    with pytest.raises(EingabeError, match=f"Die Partei „{name}“ ist nicht im Register. ") as caught:
        small.find_partei(name)
    assert hint in str(caught.value)


@pytest.mark.parametrize("name", ["NRW", "nrw", "nordrhein westfalen", "NW", "Landtag Nordrhein-Westfalen"])
def test_finds_a_land(small: Registry, name: str) -> None:
    assert small.find_bundesland(name) == "NRW"


def test_an_unknown_land_gets_suggestions(small: Registry) -> None:
    with pytest.raises(
        EingabeError, match=r"„Nordrhein-Westphalen“ .* Meinten Sie Nordrhein-Westfalen \(NRW\)\?"
    ):
        small.find_bundesland("Nordrhein-Westphalen")
    with pytest.raises(EingabeError, match="Bekannt sind: Nordrhein-Westfalen"):
        small.regierung_on("qqq", date(2020, 1, 1))


def test_fraktionen_come_and_go(small: Registry) -> None:
    assert small.fraktionen_on("NRW", date(2020, 1, 31)) == ("CDU", "SPD")
    assert small.fraktionen_on("NRW", date(2020, 2, 1)) == ("CDU",)
    assert small.fraktionen_on("NRW", date(2022, 5, 31)) == ("CDU", "SPD")
    assert small.fraktionen_on("NRW", date(2022, 6, 1)) == ()


def test_a_party_has_its_name_in_that_parliament(small: Registry) -> None:
    assert small.partei_name("CDU", "BUND") == "CDU/CSU"
    assert small.partei_name("CDU", "NRW") == "CDU"
    assert small.partei_name("CDU") == "CDU"


# What ships with the project


def test_every_programme_asked_for_is_registered(real: Registry) -> None:
    wanted_file = SHARED / "programme-registry.json"
    if not wanted_file.exists():
        pytest.skip(f"needs the list of programmes beside the project: {wanted_file.name} is not there")
    for id, wanted in json.loads(wanted_file.read_text(encoding="utf-8")).items():
        programm = real.programme[id]
        wanted["partei"] = real.find_partei(wanted["partei"]).id
        assert {"bundesland": None} | wanted == {
            "name": programm.name, "typ": programm.typ, "partei": programm.partei,
            "bundesland": programm.bundesland, "pdf": programm.pdf,
        }  # fmt: skip


@pytest.mark.parametrize(
    ("land", "day", "expected"),
    [
        ("BUND", date(2024, 11, 6), ("SPD", "GRÜNE", "FDP")),
        ("BUND", date(2024, 11, 20), ("SPD", "GRÜNE")),
        ("TH", date(2021, 1, 1), ("LINKE", "SPD", "GRÜNE")),
        ("BB", date(2026, 2, 1), ("SPD",)),
        ("BY", date(2024, 1, 1), ("CSU", "FREIE WÄHLER")),
        ("DEMO", date(2024, 11, 11), ("LINDENBUND", "LEUCHTTURM")),
        ("DEMO", date(2026, 11, 20), ("BRÜCKE", "MÜHLRAD")),
        ("LSA", date(2026, 11, 20), ()),
    ],
)
def test_who_governed(real: Registry, land: str, day: date, expected: tuple[str, ...]) -> None:
    assert real.regierung_on(land, day) == expected


def test_the_same_name_means_another_party_elsewhere(real: Registry) -> None:
    assert real.find_partei("FW", "BY").id == "FREIE WÄHLER"
    assert real.find_partei("FREIE WÄHLER", "BB").id == "BVB/FW"
    assert real.find_partei("FW", "RP").id == "FREIE WÄHLER"
    assert real.find_partei("GAL").id == "GRÜNE"
    assert real.find_partei("Die Linke.PDS").id == "LINKE"
    assert real.find_partei("FDP/DVP", "Baden-Württemberg").id == "FDP"


def test_every_id_finds_its_own_party_where_it_stands(real: Registry) -> None:
    for programm in real.programme.values():
        assert real.find_partei(programm.partei, programm.bundesland).id == programm.partei
    for code, parlament in real.parlamente.items():
        for partei in {m.partei for w in parlament.wahlperioden for m in w.fraktionen}:
            assert real.find_partei(partei, code).id == partei
            assert real.find_partei(real.partei_name(partei, code), code).id == partei


def test_every_wahlprogramm_is_valid_within_the_known_wahlperioden(real: Registry) -> None:
    for programm in real.programme.values():
        if programm.bundesland is None:
            continue
        wahlperioden = real.parlamente[programm.bundesland].wahlperioden
        spans = {(w.von, w.bis): w.wahl for w in wahlperioden}
        assert (programm.gueltig_ab, programm.gueltig_bis) in spans, programm.id
        assert spans[programm.gueltig_ab, programm.gueltig_bis].year == programm.jahr, programm.id


def test_no_day_without_government_and_parliament(real: Registry) -> None:
    months = [date(year, month, 1) for year in range(2010, 2026) for month in range(1, 13)] + [
        date(2026, 1, 1)
    ]
    gaps = {
        (land, day)
        for land in (*BUNDESLAENDER, "BUND")
        for day in months
        if not (real.regierung_on(land, day) and real.fraktionen_on(land, day))
    }
    # The Landtag dissolved itself on 2012-03-14, and no motion could be moved before the new one met.
    assert gaps == {("NRW", date(2012, 4, 1)), ("NRW", date(2012, 5, 1))}


def test_governing_parties_sit_in_parliament(real: Registry) -> None:
    for code, parlament in real.parlamente.items():
        for regierung in parlament.regierungen:
            if regierung.von.year >= 2010 and real.fraktionen_on(code, regierung.von):
                assert set(regierung.parteien) <= set(real.fraktionen_on(code, regierung.von)), regierung
