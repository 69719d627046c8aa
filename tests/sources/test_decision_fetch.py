"""The decision on a motion of the Bundestag without anybody's hand: papers, votes, and the traps."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.antrag.vote_papers import PaperKind
from core.cli.main import main
from core.features.decisions import decision_command
from core.features.decisions.decision import KeptDecision, find_paper
from core.features.decisions.fetch_decisions import (
    DIFFERING,
    NOTHING_THERE,
    DecisionsFetched,
    fetch_decisions,
)
from core.features.decisions.protokoll_votes import mended
from core.features.decisions.stored_decisions import decisions_of
from core.features.sources import parliaments
from core.features.sources.antrag_fetch import read_source
from core.features.sources.dip import LICENCE
from core.features.sources.pardok import PardokExport
from core.programme.context import Context
from core.runs.store import Runstore
from tests.sources.antrag_shapes import Paper, put_pardok
from tests.sources.printed import protokoll_pdf
from tests.sources.quellserver import Quellserver, Reply, as_json, html, pdf, quellserver, web
from tests.sources.vote_shapes import (
    NUMBER,
    SPOKEN,
    Sitting,
    cursored,
    dip,
    motion,
    put_text_alone,
    put_votes,
    text_of,
    vote_step,
)

KEY = ("BUND", NUMBER)
SIDES = {"CDU": "dagegen", "SPD": "dagegen", "AfD": "dagegen", "LINKE": "dafür", "GRÜNE": "Enthaltung"}
PDFS = ["/btd/2100300.pdf", "/btp/21040.pdf"]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Quellserver]:
    with quellserver({}) as server:
        put_votes(server, tmp_path)
        yield server


def fetch(place: Context, server: Quellserver) -> DecisionsFetched:
    return fetch_decisions(place, dip(server), [motion(server)], lambda name: None)


def sides(kept: KeptDecision) -> dict[str, str]:
    return {one.partei: str(one.side) for one in kept.decision.sides}


def pdfs(server: Quellserver) -> list[str]:
    return [path for path in server.paths if path.endswith(".pdf")]


def test_committee_and_plenary_are_kept_with_the_page_of_each_sentence(
    place: Context, server: Quellserver, store: Runstore
) -> None:
    done = fetch(place, server)
    assert (done.gefragt, done.papiere, done.fehler) == (1, 2, [])
    advice, plenary = decisions_of(store, "BUND", NUMBER)
    assert (advice.source.art, plenary.source.art) == (PaperKind.RECOMMENDATION, PaperKind.PROTOKOLL)
    assert sides(advice) == sides(plenary) == SIDES
    assert plenary.decision.adopted and plenary.decision.is_certain
    evidence = plenary.decision.evidence[-1]
    assert evidence.seiten == (2,) and evidence.text.endswith("Die Grünen angenommen.")
    assert plenary.marks[-1][2] and find_paper(place.settings.laeufe_dir, plenary.source)
    assert (plenary.source.lizenz, plenary.source.name) == (LICENCE, "Plenarprotokoll 21-40.pdf")
    assert plenary.source.url.endswith(PDFS[1]) and str(plenary.source.datum) == "2026-11-12"


def test_a_paper_is_fetched_once_and_a_first_debate_s_never(place: Context, server: Quellserver) -> None:
    fetch(place, server)
    assert pdfs(server) == PDFS
    again = fetch(place, server)
    assert pdfs(server) == PDFS and (again.gefragt, again.papiere, again.beschluesse) == (1, 0, [])


def test_every_request_bears_its_filter_and_its_key(place: Context, server: Quellserver) -> None:
    fetch(place, server)
    asked = [one for one in server.requests if one.path == "/dip/vorgangsposition"]
    assert len(asked) == 3 and {one.query["f.vorgang"][0] for one in asked} == {f"v{NUMBER}"}
    (text,) = [one for one in server.requests if one.path == "/dip/plenarprotokoll-text"]
    assert text.query == {"f.dokumentnummer": ["21/40"], "f.zuordnung": ["BT"]}
    assert text.headers["Authorization"] == "ApiKey geheim"


def test_two_readings_that_differ_are_told_to_a_human_and_not_taken(
    place: Context, server: Quellserver, store: Runstore, tmp_path: Path
) -> None:
    said = Sitting().full_text.replace("gegen die Stimmen", "und gegen niemandes Stimmen", 1)
    wrong = said.replace("und gegen niemandes Stimmen\nder Fraktion Die Linke", "und der Fraktion Die Linke")
    put_votes(server, tmp_path, Sitting(text=wrong))
    done = fetch(place, server)
    assert [one.grund for one in done.fehler] == [DIFFERING]
    assert [one.source.art for one in decisions_of(store, "BUND", NUMBER)] == [PaperKind.RECOMMENDATION]
    assert fetch(place, server).fehler == []


def test_a_sentence_that_only_the_text_has_is_never_shown(
    place: Context, server: Quellserver, store: Runstore, tmp_path: Path
) -> None:
    put_votes(server, tmp_path, Sitting(spoken=["Hier wurde nichts beschlossen."], text=Sitting().full_text))
    done = fetch(place, server)
    assert done.fehler == [] and [one.source.art for one in done.beschluesse] == [PaperKind.RECOMMENDATION]
    assert len(store.papers_seen(KEY)) == 2 and NOTHING_THERE


@pytest.mark.parametrize("text", ["", None])
def test_without_a_text_the_pdf_tells_alone(text: str | None, place: Context, server: Quellserver) -> None:
    rows = [] if text is None else [text_of("21/40", text)]
    server.pages["/dip/plenarprotokoll-text"] = cursored(rows)
    assert len(fetch(place, server).beschluesse) == 2


def test_a_text_filter_that_was_ignored_shows_and_nothing_of_it_is_taken(
    place: Context, server: Quellserver
) -> None:
    rows = [text_of("21/40", "x"), text_of("20/1", "y")]
    server.pages["/dip/plenarprotokoll-text"] = as_json({"numFound": 9, "cursor": "x", "documents": rows})
    done = fetch(place, server)
    assert [one.source.art for one in done.beschluesse] == [PaperKind.RECOMMENDATION]
    assert "auch andere" in done.fehler[0].grund


BROKEN = {
    "no key": (as_json({"message": "nein"}, 401), "gültigen Schlüssel"),
    "closed door": (as_json({"message": "nein"}, 403), "verweigert den Zugriff"),
    "overloaded": (Reply(b"", 429, {"Retry-After": "0"}), "überlastet"),
    "other steps": (
        as_json({"numFound": 1, "cursor": "x", "documents": [{"vorgang_id": "v9"}]}),
        "auch andere",
    ),
    "no list": (as_json({"numFound": 1, "cursor": "x", "documents": {}}), "documents"),
    "a web page": (html(), "nicht mit JSON"),
    "cut off": (Reply(b'{"numFound": 1', 200, cut=True), "schickte nur"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_source_that_fails_says_why_and_is_asked_again(
    name: str, place: Context, server: Quellserver, store: Runstore
) -> None:
    reply, said = BROKEN[name]
    whole = server.pages["/dip/vorgangsposition"]
    server.pages["/dip/vorgangsposition"] = reply
    (trouble,) = fetch(place, server).fehler
    assert trouble.wovon == "DIP"
    assert (
        said in trouble.grund and "geheim" not in trouble.grund and decisions_of(store, "BUND", NUMBER) == []
    )
    server.pages["/dip/vorgangsposition"] = whole
    assert len(fetch(place, server).beschluesse) == 2


@pytest.mark.parametrize("reply", [html(), html(404), Reply(b"%PDF-1.4 und", 200, cut=True), Reply(b"", 304)])
def test_a_pdf_that_is_none_keeps_nothing_else_and_is_fetched_again(
    reply: Reply, place: Context, server: Quellserver
) -> None:
    whole = server.pages[PDFS[1]]
    server.pages[PDFS[1]] = reply
    done = fetch(place, server)
    assert [one.source.art for one in done.beschluesse] == [PaperKind.RECOMMENDATION]
    assert [one.wovon for one in done.fehler] == ["Plenarprotokoll 21/40"]
    server.pages[PDFS[1]] = whole
    assert [one.source.art for one in fetch(place, server).beschluesse] == [PaperKind.PROTOKOLL]


def test_a_pdf_that_came_and_cannot_be_read_is_told_once(place: Context, server: Quellserver) -> None:
    server.pages[PDFS[1]] = Reply(b"%PDF-1.4 und dann nichts", 200)
    assert len(fetch(place, server).fehler) == 1
    assert fetch(place, server).fehler == [] and pdfs(server).count(PDFS[1]) == 1


def test_a_pdf_of_another_sitting_is_told_once_and_nothing_of_it_taken(
    place: Context, server: Quellserver
) -> None:
    server.pages["/dip/vorgangsposition"] = cursored([vote_step(server, number="21/99")])
    done = fetch(place, server)
    assert done.beschluesse == [] and [one.wovon for one in done.fehler] == ["Plenarprotokoll 21/99"]
    assert "ein anderes Papier" in done.fehler[0].grund
    assert fetch(place, server).fehler == [] and pdfs(server).count(PDFS[1]) == 1


def test_a_text_without_the_vote_is_no_contradiction(place: Context, server: Quellserver) -> None:
    put_text_alone(server, "Ich rufe den Tagesordnungspunkt auf.")
    assert len(fetch(place, server).beschluesse) == 2


def test_heads_of_pages_and_torn_words_do_not_stand_in_the_way() -> None:
    assert mended(Sitting().full_text).startswith(
        "Wir kommen zur Abstimmung über die Beschlussempfehlung des A"
    )
    assert "Der Ausschuss empfiehlt in seiner" in mended(Sitting().full_text)
    assert "4293" not in mended(Sitting().full_text) and "(A)" not in mended(Sitting().full_text)
    assert mended("\n".join(SPOKEN)).endswith("Bündnis 90/Die Grünen angenommen.")


def test_an_export_names_the_sittings_and_each_is_read_once_for_all(
    place: Context, server: Quellserver, store: Runstore
) -> None:
    extra = {"Protokoll": f"{server.url}/protokoll-88.pdf"}
    put_pardok(server, [Paper(f"18/{number}", "Brunnen", extra=extra) for number in (3, 4)])
    server.pages["/protokoll-88.pdf"] = pdf(protokoll_pdf())
    folder = place.settings.laeufe_dir / "quellen"
    source = PardokExport(web(), folder, 18, f"{server.url}/pardok.xml")
    list(read_source(store, source))
    antraege = [one.antrag for one in store.list_listed()]
    done = fetch_decisions(place, source, antraege, lambda name: None)
    assert (done.gefragt, done.papiere, done.fehler) == (2, 1, [])
    (kept,) = decisions_of(store, "BE", "18/3")
    told = {"SPD": "dafür", "CDU": "dagegen", "GRÜNE": "dagegen", "FDP": "Enthaltung", "AfD": "Enthaltung"}
    assert sides(kept) == told and kept.decision.evidence[-1].seiten == (1,)
    assert decisions_of(store, "BE", "18/4") == []


def test_the_command_says_who_voted_how_and_knows_no_unknown_number(
    place: Context, server: Quellserver, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DIP_API_KEY", "geheim")
    monkeypatch.setattr(decision_command, "default_context", lambda: place)
    monkeypatch.setattr(parliaments, "Dip", lambda _, key: dip(server))
    assert main(["fetch", "decisions", NUMBER]) == 0
    out = capsys.readouterr().out
    assert "Gefragt wurde zu 1 Antrag." in out and "LINKE dafür" in out and "Plenarprotokoll 21-40.pdf" in out
    assert main(["fetch", "decisions", "21/999"]) == 2
    assert "kennt keine Drucksache 21/999" in capsys.readouterr().err
