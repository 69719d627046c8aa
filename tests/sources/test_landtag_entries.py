"""No wrong number, mover, day, title or address in what the documentations of the Landtage tell, however odd.

What is told as it never was, or contradicts itself or what was asked, is refused whole.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from typing import Any

import pytest

from core.antrag.antrag import number_of
from core.antrag.vote_papers import PaperKind
from core.base.errors import SourceRefused, SourceUnrecognised
from core.features.sources import parldok, portala
from core.features.sources.antrag_quelle import AntragQuelle
from core.features.sources.landtag import split_movers, windows
from core.features.sources.paper_lines import told_paper
from core.programme.web import Web
from core.runs.antraege import ListedAntrag
from tests.sources import parldok_shapes, portala_shapes
from tests.sources.antrag_shapes import Paper
from tests.sources.quellserver import Quellserver, Reply, as_json, quellserver

pytestmark = pytest.mark.usefixtures("noon")  # sources are read up to today

DAY = date(2026, 11, 2)
SINCE = {"seit": "2026-11-10"}
"""The first week that is asked for then ends with the day of most papers."""


@pytest.fixture
def server() -> Iterator[Quellserver]:
    with quellserver({}) as server:
        yield server


@dataclass(frozen=True)
class Case:
    """What a source tells; beside it what has to be listed, where that is not the same."""

    title: str = "Brunnen für Lindenau"
    titel: str | None = None
    movers: str = "Fraktion der SPD"
    urheber: tuple[str, ...] | None = None
    day: str = "2026-11-02"
    datum: date | None = DAY
    typ: str = "Antrag"
    nummer: str | None = None
    file: str | None = "told"
    extra: tuple[tuple[str, Any], ...] = ()


# Everybody's: titles and movers as they are told anywhere.
COMMON = (
    Case(),
    Case(title="Größe &amp; Maß – „Brunnen“ für alle", titel="Größe & Maß – „Brunnen“ für alle"),
    Case(title="Trink\u00adwasser\u00adbrunnen", titel="Trinkwasserbrunnen"),
    Case(title="  Brunnen\u00a0und   Wege ", titel="Brunnen und Wege"),
    Case(title="Antrag auf Brunnen 03.04.2025 (Drucksache 18/1)"),
    Case(movers="Fraktion der SPD, Fraktion der CDU", urheber=("Fraktion der SPD", "Fraktion der CDU")),
    Case(movers="Fraktion der FDP/DVP", urheber=("Fraktion der FDP/DVP",)),
    Case(movers="BÜNDNIS 90/DIE GRÜNEN", urheber=("BÜNDNIS 90/DIE GRÜNEN",)),
    Case(movers="Fraktion BÜNDNIS 90/DIE GRÜNEN, DIE LINKE",
         urheber=("Fraktion BÜNDNIS 90/DIE GRÜNEN", "DIE LINKE")),
    Case(movers="Fraktion GRÜNE und Fraktion der CDU", urheber=("Fraktion GRÜNE", "Fraktion der CDU")),
    Case(movers="Eva Muster (CDU), Ömer Beispiel (SPD)", urheber=("Eva Muster (CDU)", "Ömer Beispiel (SPD)")),
    Case(movers="Dr. Eva von Muster (B90/GR)", urheber=("Dr. Eva von Muster (B90/GR)",)),
    Case(movers="Eva Mus\u00adter (AfD)", urheber=("Eva Muster (AfD)",)),
    Case(day="2026-10-31", datum=date(2026, 10, 31)),
    Case(day="2026-11-25", datum=date(2026, 11, 25)),
)  # fmt: skip

OF_PARLDOK = (
    *COMMON,
    Case(title="Werte <5 mg und > 3 mg"),
    Case(title="Mehr <b>Brunnen</b>", titel="Mehr Brunnen"),
    Case(movers="SPD &amp; CDU (Gruppe)", urheber=("SPD & CDU (Gruppe)",)),
    Case(movers="", urheber=()),
    Case(extra=(("authorhtml", None),), urheber=()),
    Case(extra=(("authorhtml", "<a href='#1'>Eva Muster</a> (CDU), <a href='#2'>Jan Beispiel</a> (CDU)"),),
         urheber=("Eva Muster (CDU)", "Jan Beispiel (CDU)")),
    Case(extra=(("authorhtml", "Fraktion der SPD<br/>Fraktion der CDU"),),
         urheber=("Fraktion der SPD", "Fraktion der CDU")),
    Case(extra=(("authorhtml", "Präsidium (Ausschuss für Bau, Wege und Brunnen)"),),
         urheber=("Präsidium (Ausschuss für Bau, Wege und Brunnen)",)),
    Case(extra=(("date", ""),), datum=None),
    Case(extra=(("date", None),), datum=None, day=""),
    Case(extra=(("type", " Änderungsantrag "),), typ="Änderungsantrag"),
    Case(extra=(("type", "Entschließungsantrag"),), typ="Entschließungsantrag"),
    Case(extra=(("type", "Dringlicher Antrag"),), typ="Dringlicher Antrag"),
    Case(extra=(("exists", False),), file=None),
    Case(extra=(("link", ""),), file=None),
    Case(extra=(("processid", 0), ("hasProcess", False))),
)  # fmt: skip


def parldok_papers(land: str) -> dict[str, tuple[Case, Paper]]:
    found = {}
    for place, case in enumerate(OF_PARLDOK):
        number = f"19/{200 + place}"
        found[number] = case, Paper(number, case.title, case.day, urheber=case.movers, extra=dict(case.extra))
    return found


def wrong_fields(case: Case, told: ListedAntrag, number: str, address: str | None) -> list[str]:
    right = {
        "nummer": case.nummer or number,
        "titel": case.title if case.titel is None else case.titel,
        "urheber": (case.movers,) if case.urheber is None else case.urheber,
        "datum": case.datum,
        "typ": case.typ,
        "pdf_url": address,
        "wahlperiode": 19,
    }
    return [
        f"{number} {name}: {getattr(told, name)!r}"
        for name, one in right.items()
        if getattr(told, name) != one
    ]


@pytest.mark.parametrize("land", parldok_shapes.LANDS)
def test_parldok_lists_every_field_as_told(land: str, server: Quellserver) -> None:
    papers, site = parldok_papers(land), parldok_shapes.LANDS[land]
    docs = [parldok_shapes.document(site, paper) for _, paper in papers.values()]
    parldok_shapes.put_documents(server, site, [*docs, *parldok_shapes.beside(site)])
    source = parldok_shapes.local(server, land)
    listed = {one.nummer: one for portion in source.new_since(SINCE) for one in portion.entries}
    assert set(listed) == set(papers)
    wrong = []
    for (number, (case, _)), doc in zip(papers.items(), docs, strict=True):
        address = f"{source.site.documents}{doc['link']}" if case.file else None
        for one in (listed[number], source.by_number(f"Drs 19/ {number[3:]}")):
            wrong += wrong_fields(case, one, number, address) if one else [number]
    assert wrong == [] and len(papers) >= 20


def lined(line: str, **told: Any) -> Case:
    """Of a motion by the SPD that its source tells in this line."""
    return Case(extra=(("line", line),), **told)


SPD = "Antrag    Fraktion der SPD  "
OF_PARLIS = (
    *COMMON,
    Case(movers="Dr. Eva Muster u. a. GRÜNE", urheber=("Dr. Eva Muster u. a. GRÜNE",)),
    Case(extra=(("WMV30", [{"main": " Fraktion GRÜNE &amp; andere"}]),), movers="Fraktion GRÜNE",
         urheber=("Fraktion GRÜNE & andere",)),
    Case(extra=(("WMV30", None),)),
    Case(extra=(("WMV30", []),), movers="Fraktion GRÜNE, CDU", urheber=("Fraktion GRÜNE", "CDU")),
    Case(extra=(("EWBV02", None), ("WMV40", [{"main": "V-9"}]))),
    lined("Antrag Fraktion der SPD 02.11.2026 Drucksache {}"),
    lined(f"{SPD}02.11.2026 und Stellungnahme  Ministerium für Bau 20.11.2026 Drucksache {{}}   (9 S.)"),
    lined(f"{SPD}02.11.2026 02.11.2026 Drucksache {{}}"),
    lined(f"{SPD}02.11.2026 03.11.2026 Drucksache {{}}", datum=None),
    lined(f"{SPD}Drucksache {{}}", datum=None),
    lined(f"{SPD}und Stellungnahme MVI 20.11.2026 Drs {{}}", datum=None),
    lined(f"{SPD}02.11.2026 Drucksache {{}} (neu)"),
    lined(f"{SPD}02.11.2026 Drucksache {{}} (zu Drucksache 19/1)"),
    lined(f"{SPD}02.11.2026 Drs. {{}}"),
    lined("Entschließungsantrag    Fraktion der SPD  02.11.2026 Drucksache {}", typ="Entschließungsantrag"),
    Case(extra=(("url", ""),), file=None),
    Case(extra=(("url", "javascript:alert(1)"),), file=None),
)  # fmt: skip


def parlis_paper(number: str, case: Case) -> Paper:
    extra = dict(case.extra)
    line, url = extra.pop("line", None), extra.pop("url", None)
    if line is not None or url is not None:
        told = portala_shapes.german(case.day)
        usual = f"Antrag    {case.movers}  {told} Drucksache {number}   (3 S.)"
        file = f"https://www.landtag-bw.de/files/{number.replace('/', '_')}_D.pdf" if url is None else url
        text = portala_shapes.place(file, line.format(number) if line else usual)
        extra["WMV35"] = [{"main": text * 2}]  # told twice, as it often is
    return Paper(number, case.title, case.day, urheber=case.movers, extra=extra)


OF_LINES = (
    *COMMON,
    Case(movers="SPD, Grüne, Die Linke", urheber=("SPD", "Grüne", "Die Linke")),
    Case(movers="", urheber=()),
    Case(movers="Irgendwer", urheber=()),
    Case(movers="SPD, Irgendwer", urheber=()),
    Case(file=None, extra=(("file", ""),)),
    Case(file=None, extra=(("file", "https://example.org/d19-0001.pdf"),)),
    lined("Änderungsantrag Fraktion der SPD 02.11.2026 Drucksache {} (zu Drs 19/3)", typ="Änderungsantrag"),
    lined("Dringlicher Antrag Fraktion der SPD Drucksache {} vom 02.11.2026", typ="Dringlicher Antrag"),
    lined("Antrag Fraktion der SPD Drucksache {}", datum=None),
    lined("Antrag Fraktion der SPD Drs 19/ {tail} vom 02.11.2026"),
    lined("Antrag Fraktion der SPD Drucksache 19/0{tail} (Neu) vom 02.11.2026", nummer="0"),
)  # fmt: skip


def line_paper(number: str, case: Case) -> Paper:
    extra = dict(case.extra)
    if "line" in extra:
        extra["line"] = extra["line"].format(number, tail=number[3:])
    return Paper(number, case.title, case.day, urheber=case.movers, extra=extra)


@pytest.mark.parametrize(
    ("land", "cases", "paper_of"),
    [("BW", OF_PARLIS, parlis_paper), ("BE", OF_LINES, line_paper), ("LSA", OF_LINES, line_paper)],
)
def test_portala_lists_every_field_as_told(
    land: str, cases: tuple[Case, ...], paper_of: Callable[[str, Case], Paper], server: Quellserver
) -> None:
    site = portala_shapes.LANDS[land]
    told = {f"19/{200 + place}": case for place, case in enumerate(cases)}
    papers = [paper_of(number, case) for number, case in told.items()]
    portala_shapes.put_papers(server, site, papers, size=7)
    source = portala_shapes.local(server, land)
    listed = {number_of(one.nummer): one for portion in source.new_since(SINCE) for one in portion.entries}
    assert set(listed) == set(told)
    wrong = []
    for number, case in told.items():
        right = replace(case, nummer=f"19/0{number[3:]}" if case.nummer else None)
        file = f"https://www.landtag-bw.de/files/{number.replace('/', '_')}_D.pdf"
        if land != "BW":
            file = portala_shapes.file_of(site, Paper(number, ""))
        for one in (listed[number], source.by_number(number)):
            wrong += wrong_fields(right, one, number, file if case.file else None) if one else [number]
    assert wrong == [] and len(told) >= 20


# --- what has to be refused ---------------------------------------------------------------------------------

ODD_DOCUMENTS: dict[str, tuple[dict[str, Any], str]] = {
    "another period": ({"lp": "19"}, "keine Nummer"),
    "no number": ({"number": None}, "keine Nummer"),
    "a number that is none": ({"number": "12a/4"}, "keine Nummer"),
    "an address of another paper": ({"link": "/dokument/1"}, "nicht die Adresse"),
    "an address with another number": ({"link": "/dokument/70100/19_00101_brunnen"}, "nennt 19/101"),
    "no address of a paper": ({"link": "https://evil.example/dokument/70100"}, "nicht die Adresse"),
    "a day of two digits": ({"date": "02.11.26"}, "kein Tag"),
    "a day that is none": ({"date": "31.11.2026"}, "kein Tag"),
    "a day as in English": ({"date": "11/02/2026"}, "kein Tag"),
    "a day outside what was asked for": ({"date": "02.11.2025"}, "kommt etwas vom 02.11.2025"),
    "no kind": ({"kind": None}, "kind"),
    "no type": ({"type": ""}, "type"),
    "authors as a list": ({"authorhtml": ["SPD"]}, "authorhtml"),
    "no title": ({"title": " "}, "title"),
    "an id that is text": ({"id": "70100"}, "id"),
    "a title without end": ({"title": "Brunnen " * 400}, "2000"),
}


@pytest.mark.parametrize("odd", ODD_DOCUMENTS)
def test_parldok_refuses_a_document_in_another_form(odd: str, server: Quellserver) -> None:
    site = parldok_shapes.LANDS["TH"]
    doc = parldok_shapes.document(site, Paper("19/100", "Brunnen", extra=ODD_DOCUMENTS[odd][0]))
    server.pages["/TH/Fulltext/Search"] = parldok_shapes.answered([doc])
    refused(parldok_shapes.local(server, "TH"), ODD_DOCUMENTS[odd][1])


def test_parldok_without_authors_told_at_all_is_another_form(server: Quellserver) -> None:
    doc = parldok_shapes.document(parldok_shapes.LANDS["MV"], Paper("19/100", "Brunnen"))
    del doc["authorhtml"]
    server.pages["/MV/Fulltext/Search"] = parldok_shapes.answered([doc])
    refused(parldok_shapes.local(server, "MV"), "authorhtml")


def refused(source: AntragQuelle, because: str) -> None:
    with pytest.raises(SourceUnrecognised) as told:
        list(source.new_since(SINCE))
    said = str(told.value)
    assert because in said and "Daraus wird nichts übernommen" in said and "\n" not in said


@pytest.mark.parametrize(
    ("inner", "because"),
    [
        ({"count": 3, "queryid": 1, "docs": []}, "count"),
        ({"count": 0, "queryid": 1}, "docs"),
        ({"count": "0", "queryid": 1, "docs": []}, "count"),
        ({"count": 1000, "queryid": 1, "docs": [{"id": n} for n in range(100)]}, "1000"),
        ([], "kein Eintrag"),
    ],
)
def test_parldok_says_itself_that_there_is_nothing(inner: Any, because: str, server: Quellserver) -> None:
    source = parldok_shapes.local(server, "HH")
    server.pages["/HH/Fulltext/Search"] = parldok_shapes.envelope(inner)
    refused(source, because)
    server.pages["/HH/Fulltext/Search"] = parldok_shapes.answered([])
    assert [portion.entries for portion in source.new_since(SINCE)] == [()] * 5


def test_parldok_takes_no_other_paper_for_the_one_asked_for(server: Quellserver) -> None:
    site, source = parldok_shapes.LANDS["MV"], parldok_shapes.local(server, "MV")
    one, other = (parldok_shapes.document(site, Paper(number, "Brunnen")) for number in ("19/100", "19/101"))
    server.pages["/MV/Fulltext/Search"] = parldok_shapes.answered([one, other])
    with pytest.raises(SourceUnrecognised, match="auch andere Nummern"):
        source.by_number("19/100")
    server.pages["/MV/Fulltext/Search"] = parldok_shapes.answered(
        [one, {**one, "id": 7, "link": "/dokument/7"}]
    )
    with pytest.raises(SourceUnrecognised, match="mehrere Drucksachen"):
        source.by_number("19/100")
    assert source.by_number("keine Nummer") is None


@pytest.mark.parametrize("land", parldok_shapes.LANDS)
def test_parldok_names_where_votes_may_be_printed(land: str, server: Quellserver) -> None:
    site, source = parldok_shapes.LANDS[land], parldok_shapes.local(server, land)
    parldok_shapes.put_documents(server, site, [parldok_shapes.document(site, Paper("19/100", "Brunnen"))])
    antrag = source.by_number("19/100")
    assert antrag
    advice, sitting = source.vote_papers(antrag)
    assert (advice.art, advice.nummer, advice.datum) == (
        PaperKind.RECOMMENDATION,
        "19/950",
        date(2026, 11, 9),
    )
    assert (sitting.art, sitting.nummer, sitting.datum) == (PaperKind.PROTOKOLL, "19/88", date(2026, 11, 12))
    assert sitting.url == f"{source.site.documents}/dokument/9"
    other = {"process": {"positions": [{"doc": {"id": 1}}]}}
    server.pages[f"/{land}/Process/Document"] = parldok_shapes.envelope(other)
    with pytest.raises(SourceUnrecognised, match="nennt diese Drucksache nicht"):
        source.vote_papers(antrag)


def parlis(**extra: Any) -> str:
    return portala_shapes.parlis_record(Paper("19/100", "Brunnen", extra=extra))


def place(line: str) -> list[dict[str, str]]:
    return [{"main": portala_shapes.place("https://example.org/a.pdf", line)}]


TWICE = {"EWBV22": [{"main": "Drucksache 19/100"}], "EWBD05": [{"main": "https://example.org/b.pdf"}]}
SPLIT = "https://example.org/a.pdf @@ Antrag CDU Drucksache 19/100"
ODD_RECORDS = {
    "no JSON": ("<div class='efxRecordRepeater'><a>Brunnen</a></div>", "0 Einträge"),
    "broken JSON": ("<div class='efxRecordRepeater'><!--{broken--></div>", "kein Eintrag"),
    "a field in another form": (parlis(WMV35="Antrag"), "WMV35"),
    "a field within another": (parlis(EWBV10=[{"main": {"de": "Brunnen"}}]), "EWBV10"),
    "no paper": (parlis(WMV35=None), "kein Dokument"),
    "no title": (parlis(EWBV10=None), "keinen Titel"),
    "a place of two parts": (parlis(WMV35=[{"main": SPLIT}]), "keine Fundstelle"),
    "several numbers": (parlis(WMV35=place("Antrag    CDU  Drucksache 19/1 Drucksache 19/2")), "mehrere"),
    "no number": (parlis(WMV35=place("Antrag    CDU  02.11.2026")), "keine Nummer"),
    "a day that is none": (parlis(WMV35=place("Antrag    CDU  32.11.2026 Drucksache 19/100")), "kein Tag"),
    "another period": (parlis(WMV35=place("Antrag    SPD  02.11.2026 Drucksache 18/100")), "kommt 18/100"),
    "another day": (parlis(WMV35=place("Antrag    SPD  02.11.2025 Drucksache 19/100")), "vom 02.11.2025"),
    "movers that contradict": (parlis(WMV30=[{"main": "Fraktion der AfD"}]), "verschiedene Urheber"),
    "two days": (parlis(EWBV23=[{"main": "Antrag Fraktion der SPD 03.11.2026"}], **TWICE), "Verschiedenes"),
    "two movers": (parlis(EWBV23=[{"main": "Antrag Fraktion der CDU 02.11.2026"}], **TWICE), "Verschiedenes"),
}  # fmt: skip


@pytest.mark.parametrize("odd", ODD_RECORDS)
def test_parlis_refuses_a_hit_in_another_form(odd: str, server: Quellserver) -> None:
    source = portala_shapes.local(server, "BW")
    found, because = ODD_RECORDS[odd]
    hits_of(server, "BW", [found])
    refused(source, because)


def hits_of(server: Quellserver, land: str, records: list[str], count: int | None = None) -> None:
    """The same hits to every search."""
    portala_shapes.put_papers(server, portala_shapes.LANDS[land], [])
    told = {"report_id": "r1", "item_count": str(len(records) if count is None else count)}
    server.pages[f"/{land}/browse.tt.json"] = as_json(told)
    server.pages[f"/{land}/report.tt.html"] = portala_shapes.report(records)


def test_parlis_tells_one_paper_twice_and_in_one_matter_several(server: Quellserver) -> None:
    """By its own fields and among the places; beside others each motion has the movers of its own line."""
    moved = {"EWBV23": [{"main": "Antrag Fraktion der SPD 02.11.2026"}], **TWICE}
    more = place("Antrag    Fraktion der SPD  02.11.2026 Drucksache 19/100")[0][
        "main"
    ] + portala_shapes.place(
        "https://example.org/c.pdf", "Änderungsantrag    Eva Muster (CDU)  02.11.2026 Drucksache 19/104-2"
    )
    hits_of(server, "BW", [parlis(WMV35=[{"main": more}], **moved)])
    source = portala_shapes.local(server, "BW")
    portion = next(source.new_since(SINCE))
    found = {one.nummer: one for one in portion.entries}
    assert [(one.nummer, one.urheber, one.typ) for one in found.values()] == [
        ("19/100", ("Fraktion der SPD",), "Antrag"),
        ("19/104-2", ("Eva Muster (CDU)",), "Änderungsantrag"),
    ]


@pytest.mark.parametrize(
    ("answer", "because"),
    [
        ({"item_count": 2}, "weder Treffer"),
        ({"report_id": "r1"}, "weder Treffer"),
        ({"report_id": "r1", "item_count": "viele"}, "weder Treffer"),
        ({"report_id": "r1", "item_count": 5000}, "5000 Treffer"),
        ({"search_id": "s", "sources": {"Star": {"status": "running", "hits": 0}}}, "immer noch"),
        ({"sources": {"Star": {"status": "running", "hits": 0}}}, "weder Treffer"),
    ],
)
def test_portala_says_itself_that_there_is_nothing(answer: Any, because: str, server: Quellserver) -> None:
    source = portala_shapes.local(server, "BW")
    hits_of(server, "BW", [])
    assert source.by_number("19/100") is None
    server.pages["/BW/browse.tt.json"] = as_json({"fetched_hits": 0})
    assert not any(portion.entries for portion in source.new_since(SINCE))
    server.pages["/BW/browse.tt.json"] = as_json(answer)
    refused(source, because)


@pytest.mark.parametrize("land", portala_shapes.LANDS)
def test_portala_refuses_a_report_that_does_not_hold_what_was_found(land: str, server: Quellserver) -> None:
    site, source = portala_shapes.LANDS[land], portala_shapes.local(server, land)
    one, other = (portala_shapes.record(site, Paper(number, "Brunnen")) for number in ("19/100", "19/101"))
    hits_of(server, land, [one, other], count=1)
    refused(source, "zu 1 Treffern")
    hits_of(server, land, [one], count=2)  # the same page again
    refused(source, "zu 2 Treffern")
    for page in ("<html><body>Wartungsarbeiten</body></html>", "", "<div class='neu'>19/100</div>"):
        hits_of(server, land, [one])
        server.pages[f"/{land}/report.tt.html"] = Reply(page.encode(), 200, {"Content-Type": "text/html"})
        refused(source, "antwortet anders als bekannt")


@pytest.mark.parametrize("land", ["BE", "LSA"])
def test_a_file_of_another_number_is_no_file_of_this_paper(land: str, server: Quellserver) -> None:
    site, source = portala_shapes.LANDS[land], portala_shapes.local(server, land)
    for file, is_this in (("19/3", False), ("19/19", True), ("19/190", False)):
        url = portala_shapes.file_of(site, Paper(file, ""))
        paper = Paper("19/19", "Menge <5 mg & <b>Wege</b>", extra={"file": url})
        hits_of(server, land, [portala_shapes.record(site, paper)])
        found = source.by_number("19/19")
        assert found and found.pdf_url == (url if is_this else None) and found.titel == paper.title


@pytest.mark.parametrize("land", portala_shapes.LANDS)
def test_portala_takes_no_other_paper_for_the_one_asked_for(land: str, server: Quellserver) -> None:
    site, source = portala_shapes.LANDS[land], portala_shapes.local(server, land)
    hits_of(server, land, [portala_shapes.record(site, Paper("19/101", "Brunnen"))])
    with pytest.raises(SourceUnrecognised, match="kommen andere Nummern"):
        source.by_number("19/100")
    same = [portala_shapes.record(site, Paper("19/100", title)) for title in ("Brunnen", "Wege")]
    hits_of(server, land, same)
    with pytest.raises(SourceUnrecognised, match="Verschiedenes"):
        source.by_number("19/100")


def test_parlis_names_where_votes_may_be_printed(server: Quellserver) -> None:
    site, source = portala_shapes.LANDS["BW"], portala_shapes.local(server, "BW")
    portala_shapes.put_papers(server, site, [Paper("19/100", "Brunnen")])
    antrag = source.by_number("19/100")
    assert antrag and antrag.vorgang == "V-100"
    advice, sitting = source.vote_papers(antrag)
    assert (advice.art, advice.nummer, advice.datum) == (
        PaperKind.RECOMMENDATION,
        "19/950",
        date(2026, 11, 9),
    )
    assert (sitting.art, sitting.nummer) == (PaperKind.PROTOKOLL, "19/88") and "#" not in sitting.url


def test_a_statement_has_the_number_of_its_motion_and_is_none(server: Quellserver) -> None:
    both = place("Antrag    Fraktion der SPD  02.11.2026 Drucksache 19/100")[0][
        "main"
    ] + portala_shapes.place(
        "https://example.org/s.pdf", "Stellungnahme    Ministerium für Bau  20.11.2026 Drucksache 19/100"
    )
    hits_of(server, "BW", [parlis(WMV35=[{"main": both}])])
    found = portala_shapes.local(server, "BW").by_number("19/100")
    assert found and (found.typ, found.datum, found.urheber) == ("Antrag", DAY, ("Fraktion der SPD",))


# --- rules of a site, days, lines ---------------------------------------------------------------------------


def test_padoka_is_asked_for_single_papers_only(server: Quellserver) -> None:
    """Its robots.txt disallows everything: no list, one paper that somebody names."""
    site = portala_shapes.LANDS["LSA"]
    portala_shapes.put_papers(server, site, [Paper("19/100", "Brunnen")])
    source = portala_shapes.local(server, "LSA", is_closed=True)
    assert site.is_closed and site.pace >= 5
    with pytest.raises(SourceRefused, match=r"robots\.txt"):
        list(source.new_since({}))
    assert server.requests == []
    found = source.by_number("19/100")
    assert found and found.nummer == "19/100"


def test_every_site_is_left_alone_between_two_questions() -> None:
    web = Web("test")
    for site in parldok.SITES:
        parldok.opened(web, site)
    for land in portala.SITES:
        portala.opened(web, land, portala_shapes.PERIODS)
    assert len(web.paces) >= 8 and min(web.paces.values()) >= 2 and web.pace == 1


def test_days_are_asked_for_in_weeks_with_two_of_them_again() -> None:
    today = date(2026, 11, 25)
    first = list(windows({}, today))
    assert first[0][0] == date(2026, 8, 27) and first[-1][1] == today and len(first) == 13
    assert all(0 <= (end - start).days < 7 for start, end in first)
    assert all(before[1] < after[0] for before, after in pairwise(first))
    assert next(windows({"seit": "2026-11-20"}, today)) == (date(2026, 11, 6), date(2026, 11, 12))
    assert list(windows({"seit": "2027-05-01"}, today)) == [(today, today)]


@pytest.mark.parametrize(
    ("line", "is_motion", "movers"),
    [
        ("Antrag auf Aktuelle Stunde CDU 02.11.2026 Drucksache 19/1", False, ()),
        ("Antrag (Gesetzentwurf) SPD, CDU Drucksache 19/1 vom 02.11.2026", False, ()),
        ("Antrag Aktuelle Stunde CDU 02.11.2026 Drucksache 19/1", False, ()),
        ("Volksantrag    Initiative Brunnen  02.11.2026 Drucksache 19/1", False, ("Initiative Brunnen",)),
        ("Kleine Anfrage    Eva Muster (CDU)  02.11.2026 Drucksache 19/1", False, ("Eva Muster (CDU)",)),
        (
            "Antrag\u00a0\u00a0 Fraktion GRÜNE\u00a0 02.11.2026 Drucksache\u00a019/ 1",
            True,
            ("Fraktion GRÜNE",),
        ),
        ("Antrag 02.11.2026 Drucksache 19/1", True, ()),
    ],
)
def test_only_a_motion_is_taken_for_one(line: str, is_motion: bool, movers: tuple[str, ...]) -> None:
    told = told_paper("Test", line)
    assert told and (told.is_motion, told.movers, told.number) == (is_motion, movers, "19/1")


def test_movers_are_never_torn() -> None:
    assert split_movers("A (B, C), D; E (F (G, H))") == ("A (B, C)", "D", "E (F (G, H))")
    assert split_movers("A (B, C") == ("A (B, C",) and split_movers(" , ;") == ()
    assert split_movers("CDU, CDU") == ("CDU",)
    persons = ("Muster, Eva (CDU)", "von der Aue, Dr. Hans-Jörg (SPD)")
    assert split_movers("; ".join(persons)) == split_movers(", ".join(persons)) == persons
    assert split_movers("SPD, Eva (CDU); DIE LINKE, Grünes, Eva") == (
        "SPD", "Eva (CDU)", "DIE LINKE", "Grünes", "Eva"
    )  # fmt: skip
    assert split_movers("Fraktion der FDP, Eva Muster (CDU), Jan Beispiel (CDU)") == (
        "Fraktion der FDP", "Eva Muster (CDU)", "Jan Beispiel (CDU)"
    )  # fmt: skip
