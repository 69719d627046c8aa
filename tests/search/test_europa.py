"""The European Parliament: its programmes stand for its own Anträge alone; „Europa“ stays a common word."""

from datetime import date

import pytest

from core.antrag.read_antrag import read_antrag
from core.base.models import EUROPA, GEBIETE
from core.base.settings import Settings
from core.features.sources.programme_fetch import PARLIAMENT_IDS
from core.features.textcheck.claims import read_claims
from core.features.textcheck.quotes_in_text import read_quotes
from core.features.textcheck.text_blocks import read_text
from core.programme.context import Context
from core.programme.registry import Registry
from core.search.geltung import OTHER_LAND, Selection, choose_programme
from core.search.suchanfrage import parse_suchanfrage

LANDS = [land for land in GEBIETE if land != EUROPA]


@pytest.fixture
def context() -> Context:
    return Context(Settings())


@pytest.fixture
def registry(context: Context) -> Registry:
    return context.registry


def reasons(auswahl: Selection) -> dict[str, str]:
    every = [g for participants in auswahl.parteien for g in participants.geltungen]
    return {g.programm.id: "" if g.gilt else g.grund for g in every}


# --- what an Antrag is held against -------------------------------------------------------------------------


@pytest.mark.parametrize("land", ["BUND", "NRW", "BY"])
def test_no_european_programme_is_held_against_a_motion_of_another_parliament(
    context: Context, land: str
) -> None:
    auswahl = choose_programme(context, land, date(2025, 6, 1), weitere=["SPD", "GRÜNE", "Volt"])
    told = {id: grund for id, grund in reasons(auswahl).items() if "-ep-" in id}
    assert "spd-ep-2024" in told and set(told.values()) == {"gilt für das Europäische Parlament"}


def test_a_motion_of_europe_is_held_against_its_programmes_alone(context: Context) -> None:
    auswahl = choose_programme(context, "Europa", date(2025, 6, 1), ["SPD", "CSU"], ["Volt"])
    found = reasons(auswahl)
    counting = {id for id, grund in found.items() if not grund}
    assert {"spd-ep-2024", "cdu-ep-2024", "volt-ep-2024", "spd-grundsatz"} <= counting
    assert not [id for id in counting if id.split("-")[1] not in ("ep", "grundsatz")]
    assert found["spd-ep-2019"] == "galt bis 15.07.2024"
    assert found["spd-bund-2025"] == "gilt für den Bund"
    assert found["spd-nrw-2022"].startswith(OTHER_LAND)


def test_europe_has_no_government_to_miss_and_no_landtag(context: Context) -> None:
    notes = " ".join(choose_programme(context, EUROPA, date(2021, 6, 1), ["BSW"]).hinweise)
    assert "hat keine Regierung aus Parteien" in notes
    assert "Am 01.06.2021 nicht im Europäischen Parlament: BSW." in notes
    assert "keine Regierung im Register" not in notes and "Landtag" not in notes


# --- „Europa“ in words --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "question",
    [
        "Was sagt die SPD zu Europa?", "Klimaschutz in Europa", "Land Europa", "EP",
        "Was sagt die SPD zur EU?", "Stärkung des Europäischen Parlaments", "Wahlalter bei der Europawahl",
    ],
)  # fmt: skip
def test_a_question_about_europe_is_asked_of_every_parliament(registry: Registry, question: str) -> None:
    assert parse_suchanfrage(question, registry).bundesland is None


@pytest.mark.parametrize(
    ("question", "partei", "jahr", "text"),
    [
        ("Was sagt die SPD zur Europawahl 2024 zum Mindestlohn?", "SPD", 2024, "Mindestlohn"),
        ("Europawahlprogramm der Grünen: Wolf", "GRÜNE", None, "Wolf"),
        ("Was sagt die SPD im Europaparlament zu Mieten?", "SPD", None, "Mieten"),
        ("CSU Europawahl 2024 Wolf", "CDU", 2024, "Wolf"),
    ],
)
def test_a_european_election_or_programme_is_looked_in(
    registry: Registry, question: str, partei: str, jahr: int | None, text: str
) -> None:
    found = parse_suchanfrage(question, registry)
    assert (found.parteien, found.bundesland, found.jahr, found.text) == ((partei,), EUROPA, jahr, text)


def test_a_motion_that_speaks_of_europe_is_not_one_of_its_parliament(registry: Registry) -> None:
    for demand in (
        "Die Landesregierung wirbt in Europa um Fachkräfte.",
        "Der Landtag bittet das Europäische Parlament, die Richtlinie zu ändern.",
    ):
        assert read_antrag(f"Der Landtag möge beschließen:\n{demand}", registry).bundesland is None


def test_a_quote_said_of_europe_is_not_taken_for_one_of_its_election(registry: Registry) -> None:
    quote = "„Wir schaffen gute Arbeit für alle Menschen überall.“"
    for told in ("in Europa mehr tun", "das Europäische Parlament stärken"):
        document = read_text(f"Die SPD will {told}: {quote}")
        (claim,) = read_claims(document, read_quotes(document).quotes, registry)
        assert (claim.parteien, claim.laender) == (("SPD",), ())


def test_abgeordnetenwatch_is_asked_for_every_parliament_that_is_real() -> None:
    assert set(PARLIAMENT_IDS) == set(GEBIETE) - {"DEMO"}
    assert len(set(PARLIAMENT_IDS.values())) == len(PARLIAMENT_IDS)


# --- the register -------------------------------------------------------------------------------------------


def test_every_party_with_seats_has_its_programme_of_both_elections(registry: Registry) -> None:
    own = [p for p in registry.programme.values() if p.bundesland == EUROPA]
    for term in registry.parlamente[EUROPA].wahlperioden:
        known = {p.partei for p in own if p.jahr == term.wahl.year and p.gueltig_ab == term.von}
        assert known == {member.partei for member in term.fraktionen}
    assert len(own) == 18 and sum(bool(p.url or p.archiv) for p in own) >= 11
    assert [p.id for p in own if bool(p.url or p.archiv) is not bool(p.beleg)] == []
