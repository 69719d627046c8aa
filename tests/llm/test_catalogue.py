from pathlib import Path

import pytest

from core.base import key_masker
from core.base.errors import EingabeError, ModellNichtErreichbar, ModellUnbekannt, RegistryError
from core.base.key_masker import key_named
from core.base.settings import Settings, load_settings
from core.llm.anfrage import Anfrage
from core.llm.catalogue import Mode, catalogue_of, load_catalogue
from core.llm.client import ask
from core.programme.context import Context
from tests.llm.conftest import GEHEIM
from tests.llm.modellserver import antwort, modellserver

CONTEXT = Context(Settings())

ANBIETER = '[[anbieter]]\npraefix = "openai"\nname = "OpenAI"\n'
MODELL = '[[modell]]\nid = "openai/x"\nlabel = "X"\nkontext = 1000\nausgabe = "text"\n'


def write_secrets(text: str) -> None:
    key_masker.SECRETS.write_text(text, encoding="utf-8")


def test_every_model_of_the_file_has_a_known_provider_and_a_label_of_its_own() -> None:
    assert len({one.label for one in catalogue_of(CONTEXT).modelle.values()}) == len(
        catalogue_of(CONTEXT).modelle.values()
    )
    assert all(one.im_katalog and one.kontext >= 8000 for one in catalogue_of(CONTEXT).modelle.values())


def test_typed_model_takes_the_key_of_its_provider() -> None:
    modell = catalogue_of(CONTEXT).find(" mistral/neu-und-unbekannt ")
    assert (modell.id, modell.schluessel) == ("mistral/neu-und-unbekannt", "MISTRAL_API_KEY")
    assert (modell.modus, modell.im_katalog) == (Mode.JSON_SCHEMA, False)


@pytest.mark.night
def test_of_all_that_litellm_knows_only_providers_of_the_file_can_be_typed() -> None:
    from litellm import provider_list

    listed = load_catalogue(load_settings().data_dir).anbieter
    names = {getattr(one, "value", one) for one in provider_list}
    assert len(names) > 100
    for praefix in names & listed.keys():
        assert not catalogue_of(CONTEXT).find(f"{praefix}/irgendwas").im_katalog
    for praefix in names - listed.keys():
        with pytest.raises(ModellUnbekannt, match=f"Den Anbieter „{praefix}“ gibt es nicht"):
            catalogue_of(CONTEXT).find(f"{praefix}/irgendwas")


@pytest.mark.parametrize(
    "name",
    [
        "http://127.0.0.1:8760", "https://host/v1", "https:/host", "//host/x", "a//b", "x@host", "../../a",
        "a/../b", ".", "a/.", "a b", "a\tb", "a\nb", "a\x00b", "x?key=1", "x#y", "x%2fy", "a\\b", "x/",
        "x" * 200, "127.0.0.1:", "{x}", "<b>", "ä", "\uff48ttp",
    ],
)  # fmt: skip
def test_name_that_may_be_an_address_is_refused(name: str) -> None:
    for praefix in ("openai", "ollama_chat", "azure", "huggingface", "oobabooga", "triton"):
        with pytest.raises(ModellUnbekannt) as caught:
            catalogue_of(CONTEXT).find(f"{praefix}/{name}")
        assert "kein Name eines Modells" in str(caught.value) or "nennt keinen Anbieter" in str(caught.value)
        assert str(caught.value).isprintable() and len(str(caught.value)) < 500


@pytest.mark.parametrize("praefix", ["hosted_vllm", "lm_studio"])
def test_own_server_without_an_address_is_told_before_anything_is_sent(praefix: str) -> None:
    modell = catalogue_of(CONTEXT).find(f"{praefix}/irgendwas")
    assert f"{praefix.upper()}_API_BASE fehlt" in modell.availability().grund
    with pytest.raises(ModellNichtErreichbar, match=f"{praefix.upper()}_API_BASE fehlt"):
        ask(CONTEXT, Anfrage(modell.id, [{"role": "user", "content": "?"}]))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (ANBIETER + MODELL.replace("1000", '"viel"'), "modell openai/x.*„kontext“.*eine ganze Zahl"),
        (ANBIETER + MODELL.replace('"text"', '"xml"'), "„ausgabe“.*json_schema, json_modus, text"),
        (ANBIETER + MODELL.replace('"text"', '"grammatik"'), "„ausgabe“.*json_schema, json_modus, text"),
        (ANBIETER + MODELL + 'erzwungen = "ja"\n', "„erzwungen“.*structured_outputs"),
        (ANBIETER + MODELL.replace("openai/x", "openia/x"), "„id“.*openia"),
        (ANBIETER + MODELL.replace("openai/x", "openai"), "Anbieter/Modell"),
        (ANBIETER + MODELL + MODELL, "zweimal"),
        (ANBIETER + MODELL + 'farbe = "rot"\n', "„farbe“: gibt es nicht"),
        (ANBIETER.replace("name", "nam") + MODELL, "anbieter openai.*„name“: fehlt"),
    ],
)
def test_mistake_in_the_file_is_told_with_entry_and_field(text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "modelle.toml").write_text(text, encoding="utf-8")
    with pytest.raises(RegistryError, match=f"modelle.toml.*{told}"):
        load_catalogue(tmp_path)


def test_an_entry_says_as_what_its_server_takes_a_grammar(tmp_path: Path) -> None:
    entry = ANBIETER + MODELL + 'erzwungen = "structured_outputs"\n'
    (tmp_path / "modelle.toml").write_text(entry, encoding="utf-8")
    modell = load_catalogue(tmp_path).find("openai/x")
    assert modell.erzwungen and modell.erzwungen.body("start: x") == {
        "structured_outputs": {"grammar": "start: x"}
    }


def test_key_is_found_in_the_secrets_and_the_environment_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    write_secrets('DASHSCOPE_API_KEY = "aus-der-datei"\n[andere]\nX = "y"\n')
    assert catalogue_of(CONTEXT).find("dashscope/qwen-max").availability().ok
    assert key_named("DASHSCOPE_API_KEY") == "aus-der-datei"
    monkeypatch.setenv("DASHSCOPE_API_KEY", "aus-der-umgebung")
    assert key_named("DASHSCOPE_API_KEY") == "aus-der-umgebung"


def test_broken_secrets_are_told_without_their_content() -> None:
    write_secrets(f'X = "{GEHEIM}')
    with pytest.raises(EingabeError, match=r"secrets\.toml ist kein lesbares TOML") as caught:
        key_named("DASHSCOPE_API_KEY")
    assert GEHEIM not in str(caught.value)
    assert "TOML" in catalogue_of(CONTEXT).find("dashscope/qwen-max").availability().grund


def test_ollama_that_does_not_run_says_how_to_start_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLLAMA_API_BASE", "http://127.0.0.1:9")
    found = catalogue_of(CONTEXT).find("ollama_chat/llama3.1:8b").availability()
    assert (found.ok, "ollama serve" in found.grund) == (False, True)


def test_ollama_is_asked_which_models_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    with modellserver([antwort("")], ollama=["llama3.1:8b", "phi4:latest"]) as server:
        monkeypatch.setenv("OLLAMA_API_BASE", server.url)
        assert catalogue_of(CONTEXT).find("ollama_chat/llama3.1:8b").availability().ok
        assert catalogue_of(CONTEXT).find("ollama/phi4").availability().ok
        missing = catalogue_of(CONTEXT).find("ollama_chat/llama3.1").availability()
    assert (missing.ok, "ollama pull llama3.1" in missing.grund) == (False, True)


def test_something_else_on_ollamas_port_is_not_taken_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with modellserver([antwort("")]) as server:
        monkeypatch.setenv("OLLAMA_API_BASE", server.url)
        found = catalogue_of(CONTEXT).find("ollama_chat/llama3.1:8b").availability()
    assert (found.ok, "ollama serve" in found.grund) == (False, True)
