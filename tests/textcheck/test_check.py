"""What is said of a text's quotes: printed, elsewhere, otherwise, nowhere; and that nothing else counts."""

import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from core.base.errors import EingabeError, IndexFehler
from core.features.textcheck.check import (
    CheckedQuote,
    Verdict,
    check_file,
    check_text,
    claimed_page,
)
from core.features.textcheck.kept_checks import keep, list_kept, open_kept
from core.features.textcheck.word_comments import as_docx
from core.programme.context import Context
from core.programme.quellen import Quellen
from core.runs.store import runstore
from core.wortlaut.binding.fund import Fund
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.german.folding import letters

PLAIN = re.compile(r"[A-ZÄÖÜ][^„“”»«\"‚‘'’()\[\]|…\d]{70,220}[.]")


class Printed:
    """A sentence of a demo programme and how it is cited."""

    def __init__(self, quelle: Quelle, start: int, end: int) -> None:
        self.programm = quelle.programm
        self.text = " ".join(quelle.strom.text[start:end].split())
        self.page = next(iter(Fund(quelle, ((start, end),)).gedruckt))

    @property
    def source(self) -> str:
        return f"{self.programm.name}, S. {self.page}"


@pytest.fixture(scope="module")
def printed(demo: Context) -> list[Printed]:
    """Sentences that stand once, of several programmes."""
    quellen = Quellen(demo)
    whole = " ".join(letters(quelle.strom.text) for quelle in quellen.values())
    found = []
    for quelle in quellen.values():
        for paragraph in quelle.strom.absaetze:
            for start, end in quelle.strom.sentences_of(paragraph):
                text = quelle.strom.text[start:end]
                if PLAIN.fullmatch(" ".join(text.split())) and whole.count(letters(text)) == 1:
                    if not quelle.strom.is_unsure(start, end) and len(quelle.strom.pages_of(start, end)) == 1:
                        found.append(Printed(quelle, start, end))
    assert len({one.programm.id for one in found}) > 3
    return found


def only(text: str, context: Context) -> CheckedQuote:
    (quote,) = check_text(text, context).quotes
    return quote


def test_a_quote_is_printed_where_the_text_says(demo: Context, printed: list[Printed]) -> None:
    for one in printed[::20]:
        found = only(f"Dort steht: „{one.text}“ ({one.source})", demo)
        assert (found.verdict, found.wrong) == (Verdict.GEDRUCKT, ())
        assert (found.gebunden[0].ort.programm, found.gebunden[0].text) == (one.programm.id, one.text)


def test_another_party_page_year_or_kind_is_told(demo: Context, printed: list[Printed]) -> None:
    one = printed[0]
    other = next(
        p
        for p in printed
        if p.programm.partei != one.programm.partei and p.programm.jahr != one.programm.jahr
    )
    name = demo.registry.parteien[other.programm.partei].name
    for claim in (
        name,
        f"S. {int(one.page) + 1}",
        str(other.programm.jahr),
        other.programm.name,
    ):
        found = only(f"„{one.text}“ ({claim})", demo)
        assert found.verdict is Verdict.FALSCH_ZUGEORDNET and len(found.wrong) == 1 and found.is_false, claim
        assert found.gebunden[0].ort.programm == one.programm.id


def test_a_text_without_a_quote_has_none(demo: Context) -> None:
    checked = check_text("Hallo Welt, hier steht kein Zitat.", demo)
    assert (checked.quotes, checked.is_clean) == ((), True)


def test_without_programmes_nothing_is_said(demo: Context, tmp_path: Path) -> None:
    with pytest.raises(IndexFehler):
        check_text(
            "„Das steht so in keinem einzigen Programm.“",
            Context(replace(demo.settings, chroma_dir=tmp_path)),
        )


def test_a_party_beside_the_name_of_a_programme_of_another_is_wrong(
    demo: Context, printed: list[Printed]
) -> None:
    one = printed[0]
    other = next(p.programm.partei for p in printed if p.programm.partei != one.programm.partei)
    found = only(json.dumps({"zitat": one.text, "quelle": one.source, "partei": other}), demo)
    assert found.verdict is Verdict.FALSCH_ZUGEORDNET


def test_a_changed_word_is_no_print(demo: Context, printed: list[Printed]) -> None:
    for one in printed[::25]:
        words = one.text.split()
        changed = " ".join([*words[:4], "keinesfalls", *words[4:]])
        found = only(f"„{changed}“ ({one.source})", demo)
        assert found.verdict is Verdict.ABWEICHEND and found.is_false
        assert found.near is not None and found.near.ort.programm == one.programm.id


def test_a_small_slip_is_no_print_either(demo: Context, printed: list[Printed]) -> None:
    """A model's answer is mended to the source's words; of somebody's text only the difference is told."""
    one = next(p for p in printed if " die " in p.text)
    found = only(f"„{one.text.replace(' die ', ' der ', 1)}“", demo)
    assert (found.verdict, found.gebunden) == (Verdict.ABWEICHEND, ())
    assert found.near is not None and letters(found.near.text) == letters(one.text)


def test_words_in_another_order_stand_nowhere(demo: Context, printed: list[Printed]) -> None:
    found = only(f"„{' '.join(sorted(printed[0].text.split()))}“", demo)
    assert (found.verdict, found.gebunden, found.is_false) == (Verdict.NIRGENDS, (), True)


def test_two_sentences_of_one_party_are_joined_and_of_two_parties_not(
    demo: Context, printed: list[Printed]
) -> None:
    one = printed[0]
    same = next(p for p in printed[::-1] if p.programm.id == one.programm.id)
    other = next(p for p in printed if p.programm.partei != one.programm.partei)
    assert only(f"„{one.text} … {same.text}“", demo).verdict is Verdict.MEHRERE_STELLEN
    assert only(f"„{one.text} … {other.text}“", demo).verdict in (Verdict.ABWEICHEND, Verdict.NIRGENDS)


def test_a_few_words_prove_nothing(demo: Context) -> None:
    for words in ("Gerechtigkeit", "für die Heimat"):
        found = only(f"„{words}“ (SPD, S. 3)", demo)
        assert (found.verdict, found.is_false) == (Verdict.ZU_KURZ, False)


def test_a_sentence_without_marks_may_be_a_summary(demo: Context, printed: list[Printed]) -> None:
    summary = only("- Die Partei will im Grunde dasselbe wie vor fünf Jahren (SPD, S. 3)", demo)
    assert (summary.verdict, summary.is_false) == (Verdict.NIRGENDS, False)
    assert only(f"- {printed[0].text} ({printed[0].source})", demo).verdict is Verdict.GEDRUCKT


def test_a_text_that_turns_its_direction_is_never_printed(demo: Context, printed: list[Printed]) -> None:
    text = printed[0].text
    found = only(f"„{text[:20]}\u202e{text[20:]}\u202c“", demo)
    assert found.verdict is Verdict.NIRGENDS and not found.gebunden


@given(cut=st.integers(1, 10), letter=st.sampled_from("abcxyz"))
def test_a_changed_letter_is_never_told_as_printed(
    demo: Context, printed: list[Printed], cut: int, letter: str
) -> None:
    text = printed[cut].text
    at = next(i for i in range(20 + cut, len(text)) if text[i].isalpha() and text[i].lower() != letter)
    found = only(f"„{text[:at]}{letter}{text[at + 1 :]}“", demo)
    assert found.verdict not in (Verdict.GEDRUCKT, Verdict.FALSCH_ZUGEORDNET, Verdict.MEHRERE_STELLEN)


def test_the_page_that_a_text_names(demo: Context, printed: list[Printed]) -> None:
    one = printed[0]
    found = only(f"„Das steht so in keinem einzigen Programm, nirgends.“ ({one.source})", demo)
    place = claimed_page(demo, found.claim)
    assert place is not None and place[0] == one.programm.id
    assert one.page in Quellen(demo)[one.programm.id].strom.seiten[place[1] - 1].gedruckt


def test_a_kept_check_is_checked_anew(
    demo: Context, printed: list[Printed], leere_laeufe: Path, tmp_path: Path
) -> None:
    context = Context(replace(demo.settings, laeufe_dir=tmp_path))
    store = runstore(context)
    checked = check_text(
        f"# Titel\n\n„{printed[0].text}“\n\n„Das steht so in keinem einzigen Programm.“", context
    )
    note_id = keep(store, checked, None)
    note, again = open_kept(store, context, note_id)
    assert (note.titel, list_kept(store)) == ("Titel", [note])
    assert [one.verdict for one in again.quotes] == [Verdict.GEDRUCKT, Verdict.NIRGENDS]
    assert note.counts["gedruckt"] == 1 and note.programme == checked.programme
    with pytest.raises(EingabeError):
        open_kept(store, context, "gibt-es-nicht")
    store.close()


def test_the_word_file_has_a_comment_at_each_quote(demo: Context, printed: list[Printed]) -> None:
    from docx import Document

    checked = check_text(f"> {printed[0].text}\n\nUnd: „{printed[1].text}“ =SUMME(A1)", demo)
    document = Document(io.BytesIO(as_docx(checked)))
    comments = list(document.comments)
    assert len(comments) == 2 and all(one.author for one in comments)
    assert printed[1].text in "\n".join(paragraph.text for paragraph in document.paragraphs)


@pytest.mark.night
@pytest.mark.parametrize("size", [100_000, 290_000])
def test_a_long_text_ends_in_time(demo: Context, printed: list[Printed], size: int) -> None:
    line = f"Dazu: „{printed[0].text}“ (S. 3) und „{printed[1].text} nie“.\n\n"
    checked = check_file((line * (size // len(line))).encode(), "lang.txt", demo)
    assert checked.quotes and checked.left_out >= 0


def test_what_a_gap_swallows_or_a_bracket_adds_is_not_free_of_faults(
    demo: Context, printed: list[Printed]
) -> None:
    told = []
    for one in printed:
        for word in (" nicht ", " keine ", " ohne ", " nur "):
            before, _, behind = one.text.partition(word)
            if min(len(letters(before)), len(letters(behind))) >= 20:
                told.append((f"{before} … {behind}", one))
    assert len(told) > 10
    for text, one in told:
        checked = check_text(f"„{text}“ ({one.source})", demo)
        assert [quote.verdict for quote in checked.quotes] == [Verdict.VERKUERZT] and not checked.is_clean
    one = next(p for p in printed if " und " in p.text[20:60])
    for words, verdict in (("im Land", Verdict.VERKUERZT), ("kaum", Verdict.ABWEICHEND)):
        found = only(f"„{one.text.replace(' und ', f' [{words}] und ', 1)}“ ({one.source})", demo)
        assert found.verdict is verdict
        assert verdict is Verdict.ABWEICHEND or f"[{words}]" in found.satz
