"""Summaries: the Programm's own sentences, whole and different from each other; a model's end in any case."""

from collections.abc import Callable, Sequence
from functools import cache

import pytest
from hypothesis import given, strategies as st

from core.assessment.model_summaries import summarize_with
from core.base.settings import ROOT, Settings
from core.programme.chunking import chunk
from core.programme.embedding import Embedder, load_embedder
from core.search.zusammenfassung import Zusammenfassung, summarize
from core.wortlaut.errors import DashboardError
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.records import Chunk

DEMO = ("bruecke-demo-2024", "lindenbund-grundsatz")

VERKEHR = """Wir bauen die Bahnstrecke zwischen Kleen und Brackstedt bis zum Jahr 2030 zweigleisig aus.
Auf den Landstraßen sollen sichere Radwege für Schulkinder und Pendler entstehen.
Für Lastwagen wird die Durchfahrt durch die engen Ortskerne an der Küste verboten.
Der Flughafen in Hohenwiel bekommt vom Land keine weiteren Zuschüsse mehr.
Fähren und Häfen an der Küste werden mit elektrischem Strom vom Land versorgt.
Ein Rufbus verbindet jedes Dorf nach Feierabend mit der nächsten Stadt.
Der Führerschein soll für Auszubildende auf dem Land billiger werden.""".splitlines()
SCHULE = """Wir stellen bis 2029 zusätzliche Lehrerinnen und Lehrer an Grundschulen ein.
Das Mittagessen in den Kitas wird für alle Kinder kostenlos sein.
Die Hochschulen erhalten eine verlässliche Finanzierung für Forschung und Labore.
Musikschulen und Büchereien brauchen einen festen Anteil am Haushalt der Gemeinden.""".splitlines()


@cache
def embedder() -> Embedder:
    return load_embedder(Settings())


def chunks_of(*kapitel: tuple[str, Sequence[str]]) -> list[Chunk]:
    """A Programm of these headings and passages."""
    return [
        Chunk(f"p:{name}-{number}", "p", text, 0, len(text), (1,), (name,) if name else ())
        for name, texts in kapitel
        for number, text in enumerate(texts)
    ]


def summaries_of(chunks: Sequence[Chunk], model: Embedder | None = None) -> list[Zusammenfassung]:
    vectors = embedder().embed_documents([chunk.text for chunk in chunks])
    return summarize("p", chunks, vectors, model or embedder())


def sentences_of(*kapitel: tuple[str, Sequence[str]]) -> list[str]:
    """The sentences in the summary of the last chapter."""
    return summaries_of(chunks_of(*kapitel))[-1].text.split("\n")


@cache
def demo(programm_id: str) -> list[Chunk]:
    return chunk(
        programm_id, read_strom(ROOT / "data" / "demo" / "pdf" / f"{programm_id}.pdf"), "passagen", 1000
    )


# --- by the Programm's own sentences ------------------------------------------------------------------------


@pytest.mark.parametrize("programm_id", DEMO)
def test_every_sentence_stands_in_its_chapter_in_this_order(programm_id: str) -> None:
    chunks = demo(programm_id)
    for found in summaries_of(chunks):
        own = [c.text for c in chunks if found.kapitel in ("", *c.abschnitt[:1])]
        places = ["\n".join(own).find(satz) for satz in found.text.split("\n")]
        assert min(places) >= 0 and places == sorted(places), found.kapitel


@pytest.mark.parametrize("programm_id", DEMO)
def test_the_programm_comes_first_then_its_chapters_in_order(programm_id: str) -> None:
    chunks = demo(programm_id)
    kapitel = [found.kapitel for found in summaries_of(chunks)]
    assert kapitel == ["", *dict.fromkeys(c.abschnitt[0] for c in chunks)]


def test_a_programm_gets_up_to_twelve_sentences_a_chapter_three_to_five() -> None:
    whole, *kapitel = summaries_of(demo("bruecke-demo-2024"))
    long = [found for found in kapitel if found.kapitel != kapitel[0].kapitel]
    assert len(whole.text.split("\n")) == 12
    assert {len(found.text.split("\n")) for found in long} <= {3, 4, 5}


def test_a_form_is_no_part_of_what_the_programm_says() -> None:
    form = "Hiermit erkläre ich meinen Eintritt und bitte um Abbuchung von meinem Konto."
    whole, *_, last = summaries_of(
        chunks_of(("Verkehr", VERKEHR), ("Schule", SCHULE * 2), ("Beitritt", [form]))
    )
    assert form not in whole.text and last == Zusammenfassung("p", "Beitritt", form)


@pytest.mark.parametrize(
    "noise",
    [
        "Bahn, Bus und Rad",
        "MEHR BUSSE UND BAHNEN FÜR DAS GANZE LAND",
        "• Ausbau der Bahnstrecken und Radwege",
        "Für einen modernen Verkehr mit besseren Bahnstrecken, Bussen und Radwegen.",
        "durch den Ausbau der Bahnstrecken und Radwege und bessere Busse im Land erreichen wollen.",
        "Wir bauen Bahnstrecken und Radwege und bessere Busse im ganzen Land wie folgt aus:",
        "Warum bauen wir Bahnstrecken und Radwege auf dem Land aus?",
        "Dafür bauen wir Bahnstrecken, Straßen, Häfen und Radwege auf dem Land aus.",
        "Das werden wir auf den Bahnstrecken und Radwegen im ganzen Land ändern.",
        "Wir wollen deshalb auf den Bahnstrecken und Radwegen im ganzen Land bauen.",
        f"Wir bauen Bahnstrecken, Straßen und Radwege{', Häfen und Brücken' * 15} im Land.",
        "Wir bauen Bahn und Bus aus.",
    ],
)
def test_what_is_no_sentence_of_its_own_is_left_out(noise: str) -> None:
    # Each passage holds the noise too, so nothing is nearer to all of them.
    passages = [f"{noise}\n{satz}\n{noise}\n{noise}" for satz in VERKEHR * 2]
    assert set(sentences_of(("Verkehr", passages))) <= set(VERKEHR)


# --- by a language model ------------------------------------------------------------------------------------

LONG = "\n".join(f"{satz} Das ist Punkt {number}." for number in range(40) for satz in VERKEHR)


def recorded(answer: Callable[[str], str]) -> tuple[list[str], Callable[[str], str]]:
    asked: list[str] = []

    def model(text: str) -> str:
        asked.append(text)
        return answer(text)

    return asked, model


def letters(text: str) -> str:
    return "".join(text.split())


def test_a_text_that_fits_is_asked_once() -> None:
    asked, model = recorded(lambda text: " Kurz gesagt. ")
    assert summarize_with(model, VERKEHR[0], 200) == "Kurz gesagt." and asked == [VERKEHR[0]]


def test_a_longer_text_is_asked_in_whole_sentences_then_its_summaries() -> None:
    asked, model = recorded(lambda text: f"Teil {len(asked)}.")
    assert summarize_with(model, LONG, 5000) == f"Teil {len(asked)}."
    *parts, last = asked
    assert letters("".join(parts)) == letters(LONG)
    assert all(len(part) <= 5000 and part.endswith(".") for part in parts)
    assert last == "\n".join(f"Teil {number + 1}." for number in range(len(parts)))


def test_summaries_too_long_together_are_summarised_again() -> None:
    asked, model = recorded(lambda text: VERKEHR[0])
    summarize_with(model, LONG, 300)
    assert len([text for text in asked if set(text.split("\n")) == {VERKEHR[0]}]) > 2


@given(st.text("aA .!\n", min_size=1).filter(str.strip), st.integers(1, 60), st.integers(200, 400))
def test_it_ends_even_with_a_model_that_makes_texts_longer(text: str, times: int, longest: int) -> None:
    asked, model = recorded(lambda part: part * 3)
    text = text * times
    summarize_with(model, text, longest)
    assert max(map(len, asked)) <= longest and len(asked) <= 2 + 8 * len(text) / longest


@pytest.mark.parametrize("text", [VERKEHR[0], LONG])
@pytest.mark.parametrize("nothing", ["", " \n"])
def test_an_empty_answer_is_refused(text: str, nothing: str) -> None:
    with pytest.raises(DashboardError, match="leere Antwort"):
        summarize_with(lambda part: nothing, text, 400)
