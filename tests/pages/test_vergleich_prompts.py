"""Two prompts of a comparison as one text with its changes."""

from streamlit.testing.v1 import AppTest

from core.runs.store import Runstore
from tests.pages.conftest import open_at
from tests.runs.beispiele import finished_lauf

COMMON = [f"Regel {number}: Zitiere wörtlich." for number in range(1, 6)]
ALT = "\n".join(["Du bist neutral.", *COMMON, "Nimm ein Zitat je Programm."])
NEU = "\n".join(["Du bist streng und neutral.", *COMMON, "Nimm drei Zitate je Programm.", "*Fertig* <b>"])


def version(store: Runstore, number: str, text: str, prompt: str = "meiner", **changes: str) -> str:
    hash = (prompt + number).ljust(64, "x")
    own = {"prompt_id": prompt, "prompt_version": number, "prompt_hash": hash, "prompt_text": text}
    return finished_lauf(store, **own, **changes)


def open_prompts(*ids: str, **address: str) -> AppTest:
    return open_at("vergleich", laeufe=",".join(ids), mehr="prompts", **address)


def lines(app: AppTest) -> list[str]:
    return [element.value.replace("\\", "") for element in app.markdown]


def captions(app: AppTest) -> str:
    return "\n".join(element.value for element in app.caption).replace("\\", "")


def test_changed_words_are_marked_and_equal_lines_folded(store: Runstore) -> None:
    app = open_prompts(version(store, "1", ALT), version(store, "2", NEU))
    told = lines(app)
    assert "Du bist :green-background[**streng und**] neutral." in told
    assert "Nimm :red-background[~~ein Zitat~~] :green-background[**drei Zitate**] je Programm." in told
    assert ":green-background[***Fertig* <b>**]" in told
    raw = [element.value for element in app.markdown]
    assert ":green-background[**\\*Fertig\\* \\<b\\>**]" in raw
    assert "5 gleiche Zeilen" in [expander.label for expander in app.expander]
    assert "nur in meiner, Fassung 1" in captions(app) and "nur in meiner, Fassung 2" in captions(app)


def test_two_versions_of_one_prompt_come_first_the_older_on_the_left(store: Runstore) -> None:
    old = version(store, "8", "Ganz anders.")
    ids = [
        version(store, "1", "Anders.", "anderer"),
        old,
        version(store, "10", NEU),
        version(store, "9", ALT),
    ]
    app = open_prompts(*ids)
    chosen = [app.selectbox(key=f"vergleich-prompt{side}") for side in ("von", "nach")]
    assert [box.options[box.index or 0] for box in chosen] == ["meiner, Fassung 9", "meiner, Fassung 10"]
    other = next(i for i, label in enumerate(chosen[0].options) if label.startswith("anderer"))
    chosen[0].select_index(other).run()
    assert not app.exception and "nur in anderer, Fassung 1" in captions(app)
