"""Every carrier is read as its reader sees it, within time and memory, and what is not read is told."""

import io
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from core.base.errors import EingabeError
from core.features.textcheck.blocks import BlockKind, Unread
from core.features.textcheck.check import check_file, check_text, checked_as_json
from core.features.textcheck.kept_checks import keep, open_kept
from core.features.textcheck.markdown_text import text_blocks
from core.features.textcheck.text_blocks import read_file, read_text
from core.features.textcheck.word_comments import as_docx
from core.programme.context import Context
from core.runs.store import runstore
from core.wortlaut.german.folding import letters
from tests.textcheck.carrier_forms import Form, all_forms, docx, faults, p, run, table


@pytest.mark.parametrize("form", all_forms(), ids=lambda form: form.name)
def test_what_is_shown_is_read_and_what_is_not_read_is_told(form: Form) -> None:
    read = read_file(form.data, form.file)
    assert faults(form, read.text, read.unread) == []


def test_what_is_not_read_stands_beside_the_result(demo: Context, tmp_path: Path) -> None:
    page = "<html><body><p>Wir <s>nie</s> bauen.</p><textarea>a</textarea><input value=b></body></html>"
    found = check_text(page, demo)
    told = (
        "Nicht gelesen: 2 Formularfelder. Nicht als gesagt gelten: 1 durchgestrichene oder gelöschte Stelle."
    )
    assert (found.is_clean, found.remarks(), checked_as_json(found)["nicht_gelesen"]) == (True, [told], told)
    from docx import Document

    assert told in Document(io.BytesIO(as_docx(found))).paragraphs[0].text


def test_a_kept_check_still_says_what_was_not_read(demo: Context, leere_laeufe: Path, tmp_path: Path) -> None:
    from dataclasses import replace

    context = Context(replace(demo.settings, laeufe_dir=tmp_path))
    store = runstore(context)
    found = check_text("<p>Wir bauen.<img src=x></p>", context)
    _, again = open_kept(store, context, keep(store, found, None))
    assert again.remarks() == found.remarks() == ["Nicht gelesen: 1 Bild."]
    store.close()


def test_an_indent_sets_off_only_where_most_are_not_indented() -> None:
    left = '<w:ind w:left="700"/>'
    some = docx(
        p("Eins und mehr.") + p("Wir bauen die Bahn im Land aus.", properties=left) + p("Drei.") + p("Vier.")
    )
    kinds = [block.kind for block in read_file(some).blocks]
    assert kinds == [BlockKind.TEXT, BlockKind.QUOTE, BlockKind.TEXT, BlockKind.TEXT]
    every = docx("".join(p(f"Absatz {n} ist auch nur eingerückt.", properties=left) for n in range(5)))
    assert {block.kind for block in read_file(every).blocks} == {BlockKind.TEXT}


def test_short_words_below_a_quotation_belong_to_it() -> None:
    for text in (
        "> Wir bauen die Bahn im ganzen Land.\n>\n> Das ist falsch.",
        "<blockquote><p>Wir bauen die Bahn im ganzen Land.</p><p>Das ist falsch.</p></blockquote>",
    ):
        (block,) = read_text(text).blocks
        assert block.text.endswith("\nDas ist falsch.")


WORDS = st.sampled_from(
    ["Bahn", "wir", "12.", "1.", "*", "**", "_x_", "Schüler*innen", "#", "# a", ">", "-", "a) b", "|", "`",
     "(S. 3)", "~~", "[a](b)", "[1]: x", "<b", "<x y>", "&amp", "\\", "---", "===", "\n", "\n\n",
     "    ", "\t", "„so“"]
)  # fmt: skip


@given(st.lists(WORDS, max_size=30))
def test_no_word_of_a_plain_text_gets_lost(words: list[str]) -> None:
    """Whatever looks like Markdown: each letter is read, but for a list's numbers and what is struck."""
    text = " ".join(words)
    unread: Counter[Unread] = Counter()
    read = letters("".join(block.text for block in text_blocks(text, unread)))
    if not unread:
        kept = Counter(letter for letter in read if letter.isalpha())
        given_letters = Counter(letter for letter in letters(text) if letter.isalpha())
        lost = given_letters - kept
        assert not set(lost) - set("ab"), (lost, text)  # „a)“ numbers an item, <b is a tag


def test_bombs_end_in_time() -> None:
    wide = '<w:gridSpan w:val="60000"/>'
    rows = "<w:tr>" + f"<w:tc><w:tcPr>{wide}</w:tcPr>{p('Wir')}</w:tc>" * 20 + "</w:tr>"
    many = io.BytesIO()
    with zipfile.ZipFile(many, "w") as packed:
        for number in range(6_000):
            packed.writestr(f"a{number}", "")
    assert read_file(docx(f"<w:tbl>{rows * 20}</w:tbl>")).text.startswith("Wir | Wir")
    for data in (docx("<w:p/>" * 1_500_000), many.getvalue(), docx(table(run("a") * 700_000))):
        with pytest.raises(EingabeError):
            read_file(data)


def test_a_damaged_file_is_the_givers_fault() -> None:
    for data in (b"%PDF-1.7 nothing", docx(p("a"))[:300], b"PK\x03\x04"):
        with pytest.raises(EingabeError):
            read_file(data)


def test_a_mail_is_checked_in_both_its_parts(demo: Context) -> None:
    form = next(one for one in all_forms() if one.name == "Mail: page says other")
    assert check_file(form.data, form.file, demo).document.text.count("Wir bauen") == 2
