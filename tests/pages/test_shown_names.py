"""What models, prompts, Länder and parties are called on pages, whatever is stored of them."""

from core.assessment.prompts import OWN
from core.demo.history import PLAYED, PROFILE, ZITATE_FIRST
from core.features.monitor.alarms import Reihe, SeriesOf
from core.llm.catalogue import OFFLINE
from core.programme.context import Context
from pages.features.monitor.blocks import series_name
from pages.ui.words import (
    index_shown,
    land_name,
    modell_name,
    partei_shown,
    prompt_shown,
    prompt_told,
)


def test_a_model_is_called_as_the_catalogue_calls_it(demo_index: Context) -> None:
    assert modell_name("openai/gpt-4.1") == modell_name("gpt-4.1") == "GPT-4.1"
    assert modell_name(OFFLINE) == "ohne Sprachmodell"
    assert modell_name("openai/gpt-4.1-2025-04-14") == "openai/gpt-4.1-2025-04-14"
    assert {*PROFILE, ZITATE_FIRST} <= set(PLAYED)


def test_a_prompt_is_called_by_its_title_or_as_its_author_called_it(demo_index: Context) -> None:
    assert prompt_told("streng", 1) == prompt_shown("streng v1") == "Streng belegt"
    assert prompt_told("streng", 2) == "Streng belegt, Fassung 2"
    assert prompt_told(f"{OWN}Meiner v2", "3") == prompt_shown(f"{OWN}Meiner v2 v3") == "Meiner v2, Fassung 3"
    assert prompt_told("–", "") == "–"


def test_laender_parties_and_what_is_watched_have_their_names(demo_index: Context) -> None:
    assert (land_name("NRW"), land_name("XX"), land_name(None)) == ("Nordrhein-Westfalen", "XX", "")
    assert (
        partei_shown("MÜHLRAD", "DEMO") == "Bündnis Mühlrad" and partei_shown("Frei & Wild") == "Frei & Wild"
    )
    assert series_name(Reihe(SeriesOf.MODELL, "openai/gpt-5")) == "Modell GPT-5"
    assert series_name(Reihe(SeriesOf.PARTEI, "LINDENBUND")) == "Partei Lindenbund"
    assert series_name(Reihe(SeriesOf.GEWAEHLTE)) == "die gewählten Läufe"
    told = index_shown("DEMO: neu: lindenbund-demo-2024, gibt-es-nicht")
    assert told == "Musterland: neu: Lindenbund Musterland Wahlprogramm 2024, gibt-es-nicht"
