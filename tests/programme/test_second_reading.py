"""The second reading: what is printed so is proved, what is woven is not."""

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.base.settings import ROOT
from core.programme.stored_streams import StoredStreams
from core.wortlaut.reading.mupdf import pymupdf
from core.wortlaut.reading.pdf import read_pages
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.reading.second_reading import unproved
from core.wortlaut.reading.textstrom import Textstrom
from tests.conftest import korpus_path
from tests.drucker import TEXT, Satz, column, print_pdf

LEFT = [
    "Wir bauen bis 2028 zwölftausend neue",
    "Wohnungen im ganzen Land und geben den",
    "Gemeinden dafür mehr Geld. Die Mieten",
    "sollen dadurch nicht weiter steigen, und",
    "wer Hilfe braucht, der bekommt sie auch",
]
RIGHT = [
    "Jede Schule erhält eine Bibliothek und",
    "eine Küche, in der frisch gekocht wird.",
    "Kein Kind geht hungrig in den Unterricht,",
    "und keine Familie zahlt für das Essen mehr",
    "als einen Euro am Tag in diesem Jahr.",
]


def read(tmp_path: Path, *pages: Sequence[Satz]) -> tuple[Textstrom, list[Sequence[Any]]]:
    path = print_pdf(tmp_path / "p.pdf", pages)
    return read_strom(path), [seite.roh for seite in read_pages(path)]


def in_order(strom: Textstrom, order: Sequence[int]) -> Textstrom:
    """The stream with its words in another order, as one paragraph."""
    words = [strom.text[strom.starts[i] : strom.ends[i]] for i in order]
    starts = np.cumsum([0, *(len(word) + 1 for word in words[:-1])]).astype(np.int32)
    text = " ".join(words) + "\n"
    return replace(
        strom, text=text, absaetze=(replace(strom.absaetze[0], start=0, end=len(text) - 1),), starts=starts,
        ends=starts + np.array([len(word) for word in words], np.int32),
        seiten_nr=strom.seiten_nr[list(order)], boxes=strom.boxes[list(order)],
    )  # fmt: skip


def told(strom: Textstrom, spans: Sequence[tuple[int, int]]) -> list[str]:
    return [strom.text[start:end] for start, end in spans]


def test_two_columns_and_a_page_break_are_proved(tmp_path: Path) -> None:
    # Not at one height: the same line at the head of each page would be a running head.
    pages = ([*column(60, LEFT * 6, y), *column(320, RIGHT * 6, y)] for y in (100, 130))
    strom, _ = read(tmp_path, *pages)
    assert strom.unsicher == ()


def test_lines_of_two_columns_woven_together_are_not_proved(tmp_path: Path) -> None:
    page = [*column(60, LEFT * 2), *column(320, RIGHT * 2)]
    strom, roh = read(tmp_path, page)
    rows: dict[float, list[int]] = {}
    for i, box in enumerate(strom.boxes.tolist()):
        rows.setdefault(box[1], []).append(i)
    woven = in_order(strom, [i for row in rows.values() for i in row])
    found = told(woven, unproved(woven, roh))
    sentences = told(woven, woven.sentences_of(woven.absaetze[0]))
    across = [s for s in sentences if any(word in s for word in ("Bibliothek", "Wohnungen", "Mieten"))]
    assert len(across) >= 4 and set(across) <= set(found)


@pytest.mark.parametrize("damage", ["dropped", "doubled", "swapped"])
def test_a_word_dropped_doubled_or_swapped_is_seen(damage: str, tmp_path: Path) -> None:
    strom, roh = read(tmp_path, column(60, TEXT))
    order = list(range(len(strom.starts)))
    if damage == "dropped":
        del order[7]
    elif damage == "doubled":
        order.insert(7, order[7])
    else:
        order[7], order[8] = order[8], order[7]
    damaged = in_order(strom, order)
    (found,) = told(damaged, unproved(damaged, roh))
    assert found.startswith("Wir bauen bis 2028")


def test_a_line_left_out_is_seen(tmp_path: Path) -> None:
    strom, roh = read(tmp_path, column(60, TEXT))
    second = {i for i, box in enumerate(strom.boxes.tolist()) if round(box[1]) == round(strom.boxes[12][1])}
    damaged = in_order(strom, [i for i in range(len(strom.starts)) if i not in second])
    assert told(damaged, unproved(damaged, roh))[0].startswith("Wir bauen bis 2028")


def test_marginal_note_is_no_part_of_the_line_beside_it(tmp_path: Path) -> None:
    note = column(40, ["Mieten", "begrenzen", "und bauen"], step=13)
    strom, roh = read(tmp_path, [*note, *column(140, TEXT)])
    first = strom.text.index("Wir bauen")
    body = [i for i in range(len(strom.starts)) if strom.boxes[i][0] > 130]
    aside = [i for i in range(len(strom.starts)) if strom.boxes[i][0] < 130]
    assert first >= 0 and len(aside) == 4
    woven = in_order(strom, [*body[:11], aside[0], *body[11:]])
    assert any("Mieten" in s and "Wohnungen" in s for s in told(woven, unproved(woven, roh)))


def test_white_space_between_sentences_that_do_not_follow_is_a_range_of_its_own(tmp_path: Path) -> None:
    lines = [f"Der Satz Nummer {n} steht hier für sich allein." for n in ("eins", "zwei", "drei", "vier")]
    strom, roh = read(tmp_path, column(60, lines))
    rows = [[i for i in range(len(strom.starts)) if round(strom.boxes[i][1]) == y] for y in _rows(strom)]
    damaged = in_order(strom, [*rows[0], *rows[2]])
    (gap,) = unproved(damaged, roh)
    assert damaged.text[slice(*gap)] == " "
    damaged = replace(damaged, unsicher=(gap,))
    assert damaged.unsure_sentences == [] and not damaged.is_unsure(0, gap[0])
    assert damaged.is_unsure(0, gap[1] + 3) and not damaged.is_unsure(gap[1], gap[1] + 3)


def _rows(strom: Textstrom) -> list[int]:
    return sorted({round(float(box[1])) for box in strom.boxes})


END_OF_LINE = 61 + pymupdf().get_text_length(TEXT[1], fontsize=10)
NUMBERS = [Satz(30, 100 + 13 * i, str(i + 1), 8) for i in range(20)]
TRAPS = {
    "hyphens": column(60, ["Die Städte und Gemein-", "den bauen neue Woh-", "nungen für alle."] * 3),
    "line numbers": [*NUMBERS, *column(60, TEXT * 4)],
    "overprint": [Satz(s.x + shift, s.y, s.text) for s in column(60, TEXT) for shift in (0, 0.3, 0.6)],
    "drop cap": [Satz(60, 112, "W", 36), *column(95, ["ir bauen neue Wohnungen im", "Land und Stadt."])],
    "bullets": [Satz(60, 100, "•"), *column(74, TEXT), Satz(60, 165, "•"), *column(74, TEXT, 165)],
    "list": [Satz(60, 100, "1."), *column(84, TEXT), Satz(60, 165, "2."), *column(84, TEXT, 165)],
    "pieces": [Satz(60 + 50 * i, 100, w) for i, w in enumerate("Wohnungen entstehen inmitten".split())],
    "footnote mark": [*column(60, TEXT[:2]), Satz(END_OF_LINE, 109, "1", 6), *column(60, TEXT[2:], 126)],
}


@pytest.mark.parametrize("trap", TRAPS)
def test_what_is_printed_so_is_proved(trap: str, tmp_path: Path) -> None:
    strom, _ = read(tmp_path, TRAPS[trap])
    assert told(strom, strom.unsicher) == []


def test_letters_of_unknown_meaning_make_a_sentence_unsure(tmp_path: Path) -> None:
    strom, roh = read(tmp_path, column(60, TEXT))
    at = strom.text.index("Mieten")
    damaged = replace(strom, text=strom.text[: at + 1] + "\ue001" + strom.text[at + 2 :])
    assert [s[:11] for s in told(damaged, unproved(damaged, roh))] == [damaged.text[at - 4 : at + 7]]


def test_ranges_the_reader_doubts_are_unsure(tmp_path: Path) -> None:
    strom, roh = read(tmp_path, column(60, TEXT))
    at = strom.text.index("Behörde")
    (found,) = told(strom, unproved(strom, roh, [(at, at + 3)]))
    assert "Behörde" in found


def test_unsure_ranges_are_stored_and_old_streams_have_none(tmp_path: Path) -> None:
    strom, _ = read(tmp_path, column(60, TEXT))
    StoredStreams(tmp_path).save_strom("p", "v1", replace(strom, unsicher=((3, 9), (12, 20))))
    stored = StoredStreams(tmp_path).load_strom("p", "v1")
    assert stored and stored.unsicher == ((3, 9), (12, 20))


@pytest.mark.night
@pytest.mark.parametrize("name", ["spd-bund-2025", "fdp-bund-2025", "bsw-bund-2025", "gruene-bund-2025"])
def test_good_programmes_have_hardly_an_unsure_sentence_and_woven_ones_do(name: str) -> None:
    unsure, missed = unsure_and_missed(korpus_path(f"programme/{name}.pdf"))
    assert unsure <= 0.01 and missed == []


@pytest.mark.parametrize(
    "name",
    [
        "lindenbund-grundsatz",
        pytest.param("bruecke-demo-2024", marks=pytest.mark.night),
        pytest.param("leuchtturm-demo-2024", marks=pytest.mark.night),
    ],
)
def test_so_do_the_demo_s(name: str) -> None:
    unsure, missed = unsure_and_missed(ROOT / "data" / "demo" / "pdf" / f"{name}.pdf")
    assert unsure <= 0.02 and missed == []


def unsure_and_missed(path: Path) -> tuple[float, list[int]]:
    """The share of unsure sentences, and which of those whose words are swapped are not told."""
    strom, roh = read_strom(path), [seite.roh for seite in read_pages(path)]
    total = sum(len(strom.sentences_of(teil)) for teil in strom.absaetze)
    chance, swaps, missed = random.Random(7), 0, []
    for _ in range(4):
        places = [chance.choice(words) for words in _inner(strom)]
        damaged = _swapped(strom, places)
        seen = replace(damaged, unsicher=unproved(damaged, roh))
        missed += [at for at in places if not seen.is_unsure(*_pair(strom, at))]
        swaps += len(places)
    assert swaps >= 40
    return len(strom.unsure_sentences) / total, missed


def _inner(strom: Textstrom) -> list[list[int]]:
    """Of each long paragraph of prose the words well within it that nothing is unsure about: what is so
    before the damage is so after it, and would tell nothing."""
    prose = [strom.words_in(teil.start, teil.end) for teil in strom.absaetze if teil.art.is_prose]
    inner = [[at for at in words[5:-5] if not strom.is_unsure(*_pair(strom, at))] for words in prose]
    return [kept for kept, words in zip(inner, prose, strict=True) if len(words) > 30 and kept]


def _pair(strom: Textstrom, at: int) -> tuple[int, int]:
    """From the word to the end of its neighbour."""
    return int(strom.starts[at]), int(strom.ends[at + 1])


def _swapped(strom: Textstrom, places: Sequence[int]) -> Textstrom:
    """Each with its neighbour's place: the text says them in the wrong order."""
    boxes, pages = strom.boxes.copy(), strom.seiten_nr.copy()
    for at in places:
        boxes[[at, at + 1]], pages[[at, at + 1]] = boxes[[at + 1, at]], pages[[at + 1, at]]
    return replace(strom, boxes=boxes, seiten_nr=pages)


def unsure(strom: Textstrom, roh: Sequence[Sequence[Any]]) -> list[str]:
    """The sentences, without the gaps between them."""
    return [text for text in told(strom, unproved(strom, roh)) if not text.isspace()]


def parted(strom: Textstrom, wort: str, at: int) -> Textstrom:
    """The stream with a space within a word that is printed without one."""
    start = strom.text.index(wort)
    (i,) = strom.words_in(start, start + 1)
    x0, y0, x1, y1 = strom.boxes[i].tolist()
    cut = x0 + (x1 - x0) * at / len(wort)
    shift = [(s + (s > start), e + (s >= start)) for s, e in zip(strom.starts, strom.ends, strict=True)]
    starts, ends = [s for s, _ in shift], [e for _, e in shift]
    starts[i : i + 1], ends[i : i + 1] = [start, start + at + 1], [start + at, start + len(wort) + 1]
    boxes = [*strom.boxes[:i].tolist(), [x0, y0, cut, y1], [cut, y0, x1, y1], *strom.boxes[i + 1 :].tolist()]
    return replace(
        strom,
        text=f"{strom.text[: start + at]} {strom.text[start + at :]}",
        absaetze=tuple(
            replace(teil, start=teil.start + (teil.start > start), end=teil.end + 1)
            for teil in strom.absaetze
        ),
        starts=np.array(starts, np.int32),
        ends=np.array(ends, np.int32),
        seiten_nr=np.insert(strom.seiten_nr, i, strom.seiten_nr[i]),
        boxes=np.array(boxes, np.float32),
    )


def test_space_within_a_word_is_seen(tmp_path: Path) -> None:
    """As PyMuPDF gives it where the file has a space of no width: two words that touch."""
    strom, roh = read(tmp_path, column(60, TEXT))
    damaged = parted(strom, "Haushalt", 3)
    words = [
        piece
        for word in roh[0]
        for piece in (
            [word]
            if word[4] != "Haushalt"
            else [
                (*damaged.boxes[i].tolist(), text, *word[5:])
                for i, text in zip(
                    damaged.words_in(*_span(damaged, "Hau shalt")), ("Hau", "shalt"), strict=True
                )
            ]
        )
    ]
    (found,) = told(damaged, unproved(damaged, [words]))
    assert "Hau shalt" in found


def _span(strom: Textstrom, text: str) -> tuple[int, int]:
    return strom.text.index(text), strom.text.index(text) + len(text)


def test_hyphen_before_a_capital_that_is_left_out_is_seen(tmp_path: Path) -> None:
    lines = ["Wir wollen in allen Städten Drug-Checking\xad", "Angebote ausbauen, damit alle sicher sind."]
    strom, roh = read(tmp_path, column(60, lines))
    assert "Drug-Checking-Angebote" in strom.text and not strom.unsure_sentences
    at = strom.text.index("-Angebote")
    word = next(i for i in range(len(strom.ends)) if strom.ends[i] == at + 1)
    later = (strom.starts > at).astype(strom.starts.dtype)
    damaged = replace(
        strom,
        text=strom.text[:at] + strom.text[at + 1 :],
        starts=strom.starts - later,
        ends=strom.ends - later - (np.arange(len(strom.ends)) == word),
        absaetze=tuple(replace(teil, end=teil.end - 1) for teil in strom.absaetze),
    )
    assert len([span for span in unproved(damaged, roh) if not damaged.text[slice(*span)].isspace()]) == 1


def test_full_stop_that_is_left_out_is_seen(tmp_path: Path) -> None:
    """Set on its own, as after bold type; without it two sentences are one."""
    strom, roh = read(tmp_path, column(60, TEXT))
    at = strom.text.index("Landes.") + len("Landes")
    word = next(i for i in range(len(strom.ends)) if strom.ends[i] == at + 1)
    ends = strom.ends.copy()
    ends[word] = at
    damaged = replace(strom, text=f"{strom.text[:at]} {strom.text[at + 1 :]}", ends=ends)
    raw = next(i for i, w in enumerate(roh[0]) if w[4] == "Landes.")
    x0, y0, x1, y1, _, *rest = roh[0][raw]
    split = [(x0, y0, x1 - 3, y1, "Landes", *rest), (x1 - 3, y0, x1, y1, ".", *rest)]
    words = [*roh[0][:raw], *split, *roh[0][raw + 1 :]]
    assert unsure(strom, [words]) == []
    (found,) = unsure(damaged, [words])
    assert "Landes  Die Mieten" in found


def test_drop_cap_before_the_second_line_is_seen(tmp_path: Path) -> None:
    """Its middle is that of the second line, and the file has it last (fdp-grundsatz-2012, page 111)."""
    lines = ["ir bauen neue Wohnungen im", "einer jeden Stadt und auf dem Land", "und geben ihnen mehr Geld."]
    strom, roh = read(tmp_path, [*column(95, lines), Satz(60, 124, "W", 34)])
    words = [strom.text[a:b] for a, b in zip(strom.starts, strom.ends, strict=True)]
    cap, first, second = words.index("W"), words.index("ir"), words.index("einer")
    line = [i for i in range(first, second) if i != cap]
    rest = [i for i in range(second, len(words)) if i != cap]
    assert unsure(in_order(strom, [cap, *line, *rest]), roh) == []
    assert unsure(in_order(strom, [*line, cap, *rest]), roh) != []


def test_paragraph_that_goes_on_in_small_letters_is_torn(tmp_path: Path) -> None:
    strom, roh = read(tmp_path, column(60, TEXT))
    cut = strom.text.index("Wohnungen im")
    (teil,) = strom.absaetze
    at = strom.text.index("im ganzen")
    torn = replace(strom, absaetze=(replace(teil, end=at - 1), replace(teil, start=at)))
    assert [text[:9] for text in unsure(torn, roh)] == ["Wir bauen", "im ganzen"]
    item = replace(strom, absaetze=(replace(teil, end=cut - 1), replace(teil, start=cut)))
    assert unsure(item, roh) == []


def test_two_fonts_of_one_size_are_one_text_and_notes_are_not(tmp_path: Path) -> None:
    strom, roh = read(tmp_path, [*column(60, LEFT * 6), *column(320, [*LEFT[1:], *LEFT * 5])])

    def with_higher_boxes(by: float) -> list[Any]:
        return [(*w[:3], w[3] + by, *w[4:]) if w[0] > 300 else w for w in roh[0]]

    assert unsure(strom, [with_higher_boxes(1.5)]) == []
    (found,) = unsure(strom, [with_higher_boxes(4)])
    assert found.endswith(
        "bekommt sie auch Wohnungen im ganzen Land und geben den Gemeinden dafür mehr Geld."
    )


def test_letter_spaced_heading_is_proved(tmp_path: Path) -> None:
    letters = [Satz(60 + 9 * i, 60, letter, fett=True) for i, letter in enumerate("KAPITEL")]
    strom, roh = read(tmp_path, [*letters, Satz(128.8, 60, "1", fett=True), *column(60, TEXT, 140)])
    assert strom.text.startswith("K A P I T E L 1") and unsure(strom, roh) == []


def test_second_half_of_a_word_after_another_word_is_seen(tmp_path: Path) -> None:
    """A chart's label before the end of „Kos-/ten“ (fdp-bund-2021-archiv, page 14)."""
    halves = "Wir senken für alle Familien im Land die Kos\xad", "ten. Das gilt ab sofort."
    strom, roh = read(tmp_path, [*column(60, halves, step=200), Satz(60, 200, "Deutschland")])
    words = [strom.text[a:b] for a, b in zip(strom.starts, strom.ends, strict=True)]
    half = words.index("ten.")
    damaged = in_order(strom, [words.index("Deutschland"), *range(half, half + 5)])
    assert unsure(damaged, roh) == ["Deutschland ten."]


def test_columns_that_a_chart_parts_are_not_crossed(tmp_path: Path) -> None:
    """There each piece of a column has a foot and a head (fdp-bund-2021-archiv, page 16)."""
    pieces = [column(x, texts, y) for x, texts in ((60, LEFT[1:4]), (320, RIGHT[1:4])) for y in (100, 400)]
    strom, roh = read(tmp_path, [satz for piece in pieces for satz in piece])
    rows = {i: (box[0] > 300, box[1] > 300) for i, box in enumerate(strom.boxes.tolist())}
    parts = [[i for i, at in rows.items() if at == (right, low)] for right in (0, 1) for low in (0, 1)]
    assert unsure(in_order(strom, [i for part in parts for i in part]), roh) == []
    crossed = unsure(in_order(strom, [i for at in (0, 2, 1, 3) for i in parts[at]]), roh)
    assert any("steigen, und eine Küche" in text for text in crossed)


def test_capital_i_that_was_recognised_as_a_small_l_is_no_letter_to_trust(tmp_path: Path) -> None:
    strom, roh = read(tmp_path, column(60, ["Das nützt lnvestoren.", "Alle lsar-Auen bleiben."]))
    assert unsure(strom, roh) == ["Das nützt lnvestoren.", "Alle lsar-Auen bleiben."]


def test_who_begins_sentences_small_has_broken_nothing_off(tmp_path: Path) -> None:
    small = ["wir bauen wohnungen, und die mieten sinken.", "die bahn fährt wieder überall hin, auch nachts."]
    strom, _ = read(tmp_path, [*column(60, small[:1]), *column(60, small[1:], 140), *column(60, TEXT, 180)])
    assert [strom.text[t.start : t.end] for t in strom.absaetze[:2]] == small and strom.unsicher == ()
    open_end = column(60, ["Das alles ist für die Menschen da, die", "in unserem Land leben und"], 260)
    strom, _ = read(tmp_path, [*column(60, small[:1]), *column(60, small[1:], 140), *open_end])
    assert small[1] in told(strom, strom.unsicher)


def test_note_that_runs_up_the_edge_is_no_part_of_the_lines_beside_it(tmp_path: Path) -> None:
    """As the „Vorabfassung“ of the Bundestag's papers, in larger type than the text."""
    strom, _ = read(
        tmp_path, [*column(60, TEXT * 4), Satz(400, 330, "Entwurf, wird noch ersetzt", 24, drehung=90)]
    )
    assert "Entwurf" not in strom.text and strom.unsicher == ()


@pytest.mark.parametrize(
    "head", ["– {} – Landtag – 18. Wahlperiode", "Programm der Brücke, Seite {}", "{}/2", "{} von 2"]
)
def test_list_goes_on_over_the_page_break_of_a_leaflet(head: str, tmp_path: Path) -> None:
    """Its heads stand on too few pages to be known by being repeated."""
    first = [
        *column(60, TEXT * 2),
        Satz(60, 250, "• Wir bauen neue Wohnungen für alle, die lange"),
        Satz(290, 800, head.format(1)),
    ]
    second = [
        "und vergeblich danach suchen,",
        "• wir fördern den Bau von Radwegen",
        "• und die Bahn fährt jede Stunde.",
    ]
    strom, _ = read(tmp_path, first, [Satz(290, 60, head.format(2)), *column(60, second, 110, 26)])
    assert "die lange und vergeblich danach suchen," in strom.text and strom.unsure_sentences == []
