"""What scripts call and read: the public functions, in every form they were promised in."""

import json
from copy import deepcopy
from typing import Any

import pytest

import core
from core import (
    find_chunk_for_text,
    find_relevant_chunks,
    format_quotes_for_prompt,
    get_relevant_quotes_for_antrag,
    reconstruct_zitate,
    render_highlighted_page,
)
from core.programme.context import Context
from core.programme.quellen import Quellen
from core.proof.highlight import ONLY_BEGINNING, Located
from core.wortlaut.reading.mupdf import pymupdf
from core.wortlaut.records import PROGRAMM_TYPEN, Chunk, Fundstelle

ANTRAG = "Der Landtag fordert, jede Grundschule auf dem Land zu erhalten und den Bus zu stärken."
ERFUNDEN = "Wir schließen alle Grundschulen auf dem Land sofort und ersatzlos."


@pytest.fixture(scope="module")
def quotes(demo: Context) -> dict[str, list[Fundstelle]]:
    return get_relevant_quotes_for_antrag(ANTRAG, ["BRÜCKE"], "DEMO", context=demo)


def first(quotes: dict[str, list[Fundstelle]]) -> Fundstelle:
    return next(own[0] for own in quotes.values() if own)


def sentence(fundstelle: Fundstelle) -> str:
    """A sentence of the passage, long enough to be a quote."""
    return next(s for s in fundstelle.text.split(". ") if len(s) > 40)


def plain(fundstelle: Fundstelle) -> dict[str, Any]:
    """As a script would write it into a file and read it again."""
    names = ("text", "programm_id", "seite", "similarity")
    read: dict[str, Any] = json.loads(json.dumps({name: fundstelle[name] for name in names}))
    return read


# --- records as mappings ------------------------------------------------------------------------------------


def test_a_programm_reads_like_a_mapping() -> None:
    programm = core.PROGRAMME["bruecke-demo-2024"]
    assert programm["name"] == programm.name and programm.get("partei") == "BRÜCKE"
    assert "bundesland" in programm and "score" not in programm and programm.get("score", 7) == 7
    assert dict(programm)["jahr"] == 2024
    with pytest.raises(KeyError, match="score"):
        programm["score"]


def test_nobody_changes_the_registry_by_the_way() -> None:
    with pytest.raises(TypeError):
        core.PROGRAMME["x"] = core.PROGRAMME["bruecke-demo-2024"]  # type: ignore[index]


def test_a_fundstelle_knows_its_programme_label_and_address(demo: Context) -> None:
    found = find_relevant_chunks("Grundschulen auf dem Land erhalten", bundesland="DEMO", context=demo)
    assert len(found) == 3
    for one in found:
        programm = demo.registry.programme[one["programm_id"]]
        assert one["text"] == one.chunk.text == one.chunk["text"] and one["seite"] == one.chunk.seiten[0]
        assert (one["name"], one["partei"], one["bundesland"], one["typ"], one["jahr"]) == (
            programm.name, programm.partei, programm.bundesland, programm.typ, programm.jahr,
        )  # fmt: skip
        assert one["quelle"].startswith(f"{programm.name}, S")
        assert 0 < one["similarity"] <= 1 and "url" in one


def test_the_address_of_a_fundstelle_marks_its_beginning(demo: Context) -> None:
    from core.wortlaut.binding.source_labels import parse_cite_url

    (found,) = find_relevant_chunks("Grundschulen auf dem Land", bundesland="DEMO", top_k=1, context=demo)
    address = parse_cite_url(found.url)
    assert address is not None and found.text.startswith(address["text"]) and len(address["text"]) <= 200
    told = render_highlighted_page(address["programm"], int(address["seite"]), address["text"], demo)
    assert told[1:] == (found.seite, True)


# --- the forms of passages ----------------------------------------------------------------------------------

FORMS = {
    "by party": lambda quotes: quotes,
    "a list": lambda quotes: [one for own in quotes.values() for one in own],
    "chunks": lambda quotes: {partei: [one.chunk for one in own] for partei, own in quotes.items()},
    "dicts": lambda quotes: {partei: [plain(one) for one in own] for partei, own in quotes.items()},
    "dicts in a list": lambda quotes: [plain(one) for own in quotes.values() for one in own],
    "by kind of programme": lambda quotes: {
        partei: {str(typ): [plain(one) for one in own if one.typ == typ] for typ in PROGRAMM_TYPEN}
        for partei, own in quotes.items()
    },
}


@pytest.mark.parametrize("form", FORMS)
def test_quotes_are_bound_whatever_the_form_of_the_passages(
    demo: Context, quotes: dict[str, list[Fundstelle]], form: str
) -> None:
    shown = first(quotes)
    zitate = [{"text": sentence(shown), "quelle": "erfunden"}, {"text": ERFUNDEN}]
    data = {"wahlprogrammScores": [{"fraktion": shown.partei, "wahlprogramm": {"zitate": zitate}}]}
    bound = reconstruct_zitate(data, FORMS[form](quotes), demo)
    (kept,) = bound["wahlprogrammScores"][0]["wahlprogramm"]["zitate"]
    assert kept["status"] == "woertlich" and kept["programm"] == shown.programm_id
    assert kept["fremdePartei"] is False and kept["quelle"] == shown.quelle
    assert [one["grund"] for one in bound["verworfeneZitate"]] == ["nicht_gefunden"]


@pytest.mark.parametrize("form", FORMS)
def test_prompts_are_the_same_whatever_the_form(
    demo: Context, quotes: dict[str, list[Fundstelle]], form: str
) -> None:
    found = {partei: own for partei, own in quotes.items() if own}
    text = format_quotes_for_prompt(FORMS[form](found), context=demo)
    assert text == format_quotes_for_prompt(found, context=demo)
    assert f"[Q1] {demo.registry.parteien[first(found).partei or ''].name}" in text


@pytest.mark.parametrize("form", FORMS)
def test_the_passage_of_a_text_is_the_object_that_was_handed_over(
    quotes: dict[str, list[Fundstelle]], form: str
) -> None:
    shown, given = first(quotes), FORMS[form](quotes)
    found = find_chunk_for_text(sentence(shown), given)
    assert found is not None and found["text"] == shown.text
    assert isinstance(found, dict if "dicts" in form or "kind" in form else Chunk | Fundstelle)
    assert find_chunk_for_text(ERFUNDEN, given) is None and find_chunk_for_text(None, given) is None  # type: ignore[arg-type]


def test_five_words_in_a_row_prove_nothing(quotes: dict[str, list[Fundstelle]]) -> None:
    """Usual elsewhere; here a changed word, number or negation must not pass by what stands around it."""
    shown = first(quotes)
    words = sentence(shown).split()
    assert len(words) > 7 and find_chunk_for_text(" ".join(words), quotes) is shown
    for place in (5, len(words) - 6):
        changed = " ".join([*words[:place], "keinesfalls", *words[place + 1 :]])
        assert find_chunk_for_text(changed, quotes) is None
    assert find_chunk_for_text(" ".join(["Der Landtag hat nie verlangt:", *words[:5]]), quotes) is None


def test_a_passage_that_is_not_in_the_index_binds_nothing(demo: Context) -> None:
    forged = {"text": f"{ERFUNDEN} Das gilt ab sofort.", "programm_id": "bruecke-demo-2024", "seite": 3}
    data = {"wahlprogrammScores": [{"fraktion": "BRÜCKE", "wahlprogramm": {"zitate": [ERFUNDEN]}}]}
    bound = reconstruct_zitate(data, [forged], demo)
    assert bound["wahlprogrammScores"][0]["wahlprogramm"]["zitate"] == []
    assert [one["grund"] for one in bound["verworfeneZitate"]] == ["nicht_gefunden"]


@pytest.mark.parametrize(
    "passages", [[{"text": "Ohne Programm"}], [{"text": 7, "programm_id": "bruecke-demo-2024"}], 7, [7]]
)
def test_what_is_no_passage_is_told(demo: Context, passages: Any) -> None:
    from core.base.errors import EingabeError

    with pytest.raises(EingabeError, match="Passage"):
        format_quotes_for_prompt(passages, context=demo)


# --- prompts ------------------------------------------------------------------------------------------------


def test_an_unknown_party_has_no_sources_and_raises_nothing(demo: Context) -> None:
    text = format_quotes_for_prompt({}, ["BÜNDNIS 90/DIE GRÜNEN", "Partei <b>X</b>"], demo)
    assert text.startswith("Keine Quellen im Index: GRÜNE, Partei ") and "<b>" not in text
    assert text.endswith("Für sie gilt score: null.")


def test_the_prompt_names_the_page_that_the_screen_names(
    demo: Context, quotes: dict[str, list[Fundstelle]]
) -> None:
    (one,) = find_relevant_chunks("Bahn", ["LEUCHTTURM"], bundesland="DEMO", top_k=1, context=demo)
    head = format_quotes_for_prompt([one], context=demo).splitlines()[0]
    assert one.quelle in head and f"(Datei {one.seite}" in head


# --- quotes in places that nobody reads ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "rename",
    [
        {"wahlprogrammScores": "wahlprogramm_scores"}, {"fraktion": "partei"}, {"zitate": "quotes"},
        {"wahlprogramm": "Wahlprogramm"}, {"text": "zitat"},
    ],
)  # fmt: skip
def test_known_other_names_are_read(
    demo: Context, quotes: dict[str, list[Fundstelle]], rename: dict[str, str]
) -> None:
    shown = first(quotes)
    written = {
        "wahlprogrammScores": [
            {
                "fraktion": shown.partei,
                "wahlprogramm": {"zitate": [{"text": sentence(shown)}, {"text": ERFUNDEN}]},
            }
        ]
    }
    ((old, new),) = rename.items()
    data = json.loads(json.dumps(written).replace(f'"{old}":', f'"{new}":'))
    bound = reconstruct_zitate(data, quotes, demo)
    assert [one["status"] for one in bound["wahlprogrammScores"][0]["wahlprogramm"]["zitate"]] == [
        "woertlich"
    ]
    assert [one["grund"] for one in bound["verworfeneZitate"]] == ["nicht_gefunden"]


def test_scores_by_party_are_read(demo: Context, quotes: dict[str, list[Fundstelle]]) -> None:
    shown = first(quotes)
    data = {"wahlprogrammScores": {str(shown.partei): {"wahlprogramm": {"zitate": [[sentence(shown)]]}}}}
    (entry,) = reconstruct_zitate(data, quotes, demo)["wahlprogrammScores"]
    assert entry["fraktion"] == shown.partei and entry["wahlprogramm"]["zitate"][0]["status"] == "woertlich"


ELSEWHERE: dict[str, Any] = {
    "beside the scores": {"zitate": [{"text": ERFUNDEN}]},
    "a list of its own": {"anhang": [{"text": ERFUNDEN, "quelle": "SPD, S. 3"}]},
    "deep within": {"a": {"b": [[{"c": {"belege": ERFUNDEN}}]]}},
    "in the entry": {"wahlprogrammScores": [{"fraktion": "BRÜCKE", "zitate": [ERFUNDEN]}]},
    "beside the quotes": {
        "wahlprogrammScores": [{"fraktion": "BRÜCKE", "wahlprogramm": {"zitate": [], "quotes": [ERFUNDEN]}}]
    },
    "of another programme": {
        "wahlprogrammScores": [{"fraktion": "BRÜCKE", "landesprogramm": {"zitate": [{"text": ERFUNDEN}]}}]
    },
}


@pytest.mark.parametrize("place", ELSEWHERE)
def test_quotes_elsewhere_are_told_and_taken_out(
    demo: Context, quotes: dict[str, list[Fundstelle]], place: str
) -> None:
    bound = reconstruct_zitate(deepcopy(ELSEWHERE[place]), quotes, demo)
    (told,) = bound["verworfeneZitate"]
    assert (told["grund"], told["text"]) == ("unlesbar", ERFUNDEN) and "Feld" in told["erklaerung"]
    assert ERFUNDEN not in json.dumps({**bound, "verworfeneZitate": []}, ensure_ascii=False)


def test_an_answer_without_strays_stays_as_it_is(demo: Context, quotes: dict[str, list[Fundstelle]]) -> None:
    data = {"titel": "T", "zitate_gesamt": 3, "themen": ["Text", "Quelle"], "wahlprogrammScores": []}
    assert reconstruct_zitate(deepcopy(data), quotes, demo) == {**data, "verworfeneZitate": []}


def test_what_was_bound_can_be_bound_again(demo: Context, quotes: dict[str, list[Fundstelle]]) -> None:
    shown = first(quotes)
    data = {"wahlprogrammScores": [{"fraktion": shown.partei, "wahlprogramm": {"zitate": [sentence(shown)]}}]}
    once = deepcopy(reconstruct_zitate(data, quotes, demo))
    assert reconstruct_zitate(deepcopy(once), quotes, demo)["verworfeneZitate"] == []


# --- texts that were cut off --------------------------------------------------------------------------------


def test_links_cut_at_two_hundred_characters_mark_what_is_left(demo: Context) -> None:
    quelle = Quellen.find(demo, "bruecke-demo-2024")
    assert quelle is not None
    paragraph = next(a for a in quelle.strom.absaetze if a.end - a.start > 320)
    text = " ".join(quelle.strom.text[paragraph.start : paragraph.end].split())
    (seite, *_) = quelle.strom.pages_of(paragraph.start, paragraph.end)
    cuts = [end for end in range(60, 201) if text[end - 1].isalpha() and text[end].isalpha()]
    assert cuts
    for end in (cuts[0], cuts[-1]):
        assert render_highlighted_page(quelle.programm.id, seite, text[:end], demo)[2]
    assert render_highlighted_page(quelle.programm.id, seite, text, demo)[2] is True
    pdf, _, located = render_highlighted_page(quelle.programm.id, seite, f"{text} Und es ging weiter.", demo)
    assert located and located == Located.BEGINNING
    assert pdf and [ONLY_BEGINNING] == notes(pdf)
    assert not render_highlighted_page(quelle.programm.id, seite, f"{text[: cuts[0]]}xyz", demo)[2]


def notes(pdf: bytes) -> list[str]:
    with pymupdf().open(stream=pdf, filetype="pdf") as document:
        return [one.info["content"] for one in document[0].annots() if one.type[1] == "FreeText"]
