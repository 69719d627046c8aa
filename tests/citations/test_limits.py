"""Every limit of binding from both sides, on sources of a few sentences: what is bound, and what is not."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from core.wortlaut.binding.bind import Bindung, ShownContext, bind, shortened
from core.wortlaut.binding.eintrag import ZitatStatus
from core.wortlaut.binding.exact_match import border_letters, find, find_in, is_too_short, is_whole, overlaps
from core.wortlaut.binding.fund import Fund
from core.wortlaut.binding.near_misses import SearchText, Slip, Wording, in_words, is_small
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.records import Chunk, Fundstelle, Typ
from tests.cases import cases
from tests.citations.quelltext import make_programm, make_quelle
from tests.citations.test_eigenschaften import quelle as demo_quelle


def source(*pages: str, id: str = "spd", partei: str = "SPD", land: str | None = "NRW") -> Quelle:
    """Its version is its wording: what is one text under two names is searched once."""
    made = make_quelle(make_programm(id, partei, land), *pages)
    return replace(made, version=str(hash(pages)))


def passages(quelle: Quelle) -> list[Fundstelle]:
    """A passage of every paragraph."""
    spans = [(one.start, one.end) for one in quelle.strom.absaetze]
    return [passage(quelle, *span) for span in spans]


def passage(quelle: Quelle, start: int, end: int) -> Fundstelle:
    programm, strom = quelle.programm.id, quelle.strom
    pages = strom.pages_of(start, end)
    return Fundstelle(Chunk(f"{programm}:{start}", programm, strom.text[start:end], start, end, pages), 0.5)


def bound(
    text: str, *shown: Quelle, others: Iterable[Quelle] = (), typ: Typ = Typ.WAHLPROGRAMM, partei: str = "SPD"
) -> Bindung:
    """All of `shown` was; of the others nothing."""
    found = {quelle.programm.id: passages(quelle) for quelle in shown}
    quellen = {quelle.programm.id: quelle for quelle in (*shown, *others)}
    return bind(text, partei, typ, ShownContext.of(found, quellen))


FIRST, THEN = "Wir bauen neue Schulen", "in jedem Dorf am Fluss"


# --- what is long enough ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "is_short"), cases(__file__, "too_short"))
def test_what_is_too_short_stands_everywhere(text: str, is_short: bool) -> None:
    assert is_too_short(text) is is_short


@pytest.mark.parametrize(("part", "is_found"), [("abcde fghijkl", True), ("abcde fghijk", False)])
def test_a_part_between_ellipses_has_twelve_letters(part: str, is_found: bool) -> None:
    quelle = source(f"Wir bauen neue Schulen und {part} und Brücken am Fluss.\n")
    assert bool(find(f"Wir bauen neue Schulen … {part}", quelle)) is is_found
    assert bool(find(f"Wir bauen neue Schulen … {part} … Brücken am Fluss", quelle)) is is_found


@pytest.mark.parametrize(("gap", "is_found"), [(500, True), (501, False)])
def test_an_ellipsis_leaves_out_five_hundred_characters(gap: int, is_found: bool) -> None:
    between = f"{(' Wort' * 200)[: gap - 1]} "
    quelle = source(f"Wir bauen neue Schulen{between}in jedem Dorf am Fluss.\n")
    assert bool(find("Wir bauen neue Schulen … in jedem Dorf am Fluss", quelle)) is is_found


def test_after_an_ellipsis_the_nearest_place_is_meant() -> None:
    first, then = "Wir bauen neue Schulen", "in jedem Dorf am Fluss"
    quelle = source(f"Und {then} gilt: {first} auch {then} und {then} noch.\n")
    (fund,) = find(f"{first} … {then}", quelle)
    assert fund.gaps == [" auch "]
    assert not find(f"{then} noch … {first}", quelle)


@pytest.mark.parametrize(("long", "is_cut"), [(500, False), (501, True)])
def test_of_what_is_no_quote_the_beginning_is_kept(long: int, is_cut: bool) -> None:
    assert shortened("x" * long) == "x" * 500 + " …" * is_cut


@pytest.mark.parametrize(("long", "status"), [(20_000, "nicht_gefunden"), (20_001, "unlesbar")])
def test_a_quote_has_twenty_thousand_characters_at_most(long: int, status: str) -> None:
    assert bound("x" * long, source("Wir bauen neue Schulen.\n")).status == status


@pytest.mark.parametrize(("number", "is_joined"), [(12, True), (13, False)])
def test_a_quote_has_twelve_parts_at_most(number: int, is_joined: bool) -> None:
    sentences = [f"Das gilt im {letter * 3}-Dorf für alle dort." for letter in "abcdefghijklm"]
    quelle = source(*(f"{one}{' Dazu gehört vieles mehr.' * 25}\n" for one in sentences))
    found = bound(" … ".join(sentences[:number]), quelle)
    assert (found.status is ZitatStatus.AUS_MEHREREN_STELLEN) is is_joined
    assert not is_joined or [teil.fund and teil.fund.text for teil in found.teile] == sentences[:number]


@pytest.mark.parametrize(("text", "words", "whole"), cases(__file__, "whole"))
def test_a_quote_begins_and_ends_with_whole_words_and_numbers(text: str, words: str, whole: bool) -> None:
    start = text.index(words)
    assert is_whole(text, start, start + len(words)) is whole


@pytest.mark.parametrize(("quote", "shown"), cases(__file__, "full_stop"))
def test_a_quote_has_the_full_stop_it_closes_with(quote: str, shown: str) -> None:
    more = "Sie kosten rund 5 %. \N{MINUS SIGN}5 Grad kalt sind sie."
    asked = "Sind das viele Schulen? Ja, das sind sie alle!!"
    (fund,) = find(quote, source(f"Wir bauen neue Schulen. Und Wege. {asked} {more}\n"))
    assert fund.text == shown


TICKET, WAYS_THERE = "Das Ticket kommt bald zu allen", "Wir bauen Wege am großen Fluss"


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        (f"Nun gilt: {TICKET}. {WAYS_THERE}.", True),
        (f"Nun gilt, {TICKET}. {WAYS_THERE}.", False),
        (f"Nun gilt: {TICKET}, {WAYS_THERE}.", False),
        (f"Nun gilt • {TICKET} • {WAYS_THERE}", True),
        (f"Nun gilt das\n{TICKET}\n{WAYS_THERE}", True),
        (f"Nun gilt das\n– {TICKET}\n- {WAYS_THERE}", True),
        (f"Nun gilt – {TICKET}. {WAYS_THERE}.", False),
        (f"Nun. „{TICKET}. {WAYS_THERE}.“", True),
        (f"Nun „{TICKET}. {WAYS_THERE}.“", False),
        (f"Am 3. {TICKET}. {WAYS_THERE}.", False),  # it may be a day
        (f"{TICKET}. {WAYS_THERE}.", True),
    ],
)
def test_where_a_quote_numbers_its_lines_the_source_begins_them(text: str, is_found: bool) -> None:
    for quote in (f"1. {TICKET}\n2. {WAYS_THERE}", f"a) {TICKET}\nb) {WAYS_THERE}"):
        assert bool(find(quote, source(f"{text}\n"))) is is_found
        assert bool(find_in(quote, text)) is is_found
    assert find(f"{TICKET} {WAYS_THERE}", source(f"{text}\n"))


@pytest.mark.parametrize(("text", "quote", "is_found"), cases(__file__, "raised_digit"))
def test_a_raised_digit_behind_a_letter_is_a_digit(text: str, quote: str, is_found: bool) -> None:
    assert bool(find(quote, source(f"{text}\n"))) is is_found


@pytest.mark.parametrize("quote", ["Sie kosten rund 5", "Sie kosten rund 5 €", "5 Grad kalt sind sie."])
def test_a_number_without_its_sign_is_another(quote: str) -> None:
    assert not find(quote, source("Sie kosten rund 5 %. \N{MINUS SIGN}5 Grad kalt sind sie.\n"))


@pytest.mark.parametrize(
    ("quote", "is_bound"), [("die neue Steuern um 5 %.", True), ("die neue Steuern um 5", False)]
)
def test_a_number_without_its_sign_is_not_mended(quote: str, is_bound: bool) -> None:
    found = bound(f"Im Land senken wir {quote}", source("Im Land senken wir die neuen Steuern um 5 %.\n"))
    assert found.status.is_bound is is_bound
    assert not is_bound or (found.fund and found.fund.text.endswith("um 5 %"))


@pytest.mark.parametrize(
    "quote",
    [
        f"{FIRST} [soll gestoppt werden, nämlich] {THEN}",
        f"{FIRST} [die Abschaffung von] {THEN}",
        f"{FIRST} (S. 4 nicht) {THEN}",
        f"{FIRST} (vgl. Seite 4, verhindern) {THEN}",
        f"{FIRST} <s nicht> {THEN}",
        f"{FIRST} <nicht> {THEN}",
        f"{FIRST} [in jedem](nicht) Dorf am Fluss",
        f"{FIRST} 【4†nie】 {THEN}",
        f"[un]{FIRST} {THEN}",
    ],
)
def test_no_mark_hides_words_that_turn_the_sense(quote: str) -> None:
    text = f"{FIRST} {THEN}."
    assert not find(quote, source(f"{text}\n")) and not find_in(quote, text)


@pytest.mark.parametrize(
    "quote", [f"{FIRST} [in NRW] {THEN}", f"{FIRST} […] {THEN}", f"{FIRST} [in NRW], {THEN}"]
)
def test_where_nothing_is_left_out_no_ellipsis_is_shown(quote: str) -> None:
    for between in (" ", ", "):
        text = f"{FIRST}{between}{THEN} und {FIRST} auch {THEN}."
        (span,) = find_in(quote, text)
        first = find(quote, source(f"{text}\n"))[0]
        assert (first.text, first.spans) == (text[slice(*span)], (span,))
        assert first.text == f"{FIRST}{between}{THEN}"


@pytest.mark.parametrize(("insertion", "is_found"), [("in NRW", True), ("bis 2030", False), ("nie", False)])
def test_words_put_in_may_stand_for_a_small_word_unless_they_mean_something(
    insertion: str, is_found: bool
) -> None:
    quote = f"{FIRST} [{insertion}] {THEN}"
    assert bool(find(quote, source(f"{FIRST} auch {THEN}.\n"))) is is_found
    assert (find_in(quote, f"{FIRST} auch {THEN}.") == ((0, 22), (28, 50))) is is_found


@pytest.mark.parametrize(("long", "ends"), [(150, {"x" * 12}), (151, set())])
def test_of_a_long_quote_no_end_has_to_lie_in_a_passage(long: int, ends: set[str]) -> None:
    assert border_letters("x" * long) == ends


# --- what was shown -----------------------------------------------------------------------------------------

SHOWN = "Im Land gilt: Wir bauen Häuser. Und Wege dazu.\n"


@pytest.mark.parametrize(("quote", "shown", "is_inside"), cases(__file__, "into_a_passage"))
def test_a_quote_that_runs_into_a_passage_has_twelve_letters_there(
    quote: str, shown: str, is_inside: bool
) -> None:
    quelle = source(SHOWN)
    spans = [(SHOWN.index(one), SHOWN.index(one) + len(one)) for one in (quote, shown)]
    assert overlaps(Fund(quelle, (spans[0],)), [(0, 1), spans[1]]) is is_inside


ELSEWHERE = "Kostenlose Kitas sind für uns ein Gebot der Gerechtigkeit."


@pytest.mark.parametrize(
    ("land", "partei", "status"),
    [
        ("NRW", "SPD", ZitatStatus.OUTSIDE),
        (None, "SPD", ZitatStatus.OUTSIDE),  # valid everywhere
        ("BY", "SPD", ZitatStatus.NICHT_GEFUNDEN),
        ("NRW", "CDU", ZitatStatus.NICHT_GEFUNDEN),
    ],
)
def test_a_quote_that_was_not_shown_is_sought_where_it_could_have_been(
    land: str | None, partei: str, status: ZitatStatus
) -> None:
    other = source(f"{ELSEWHERE}\n", id="anderes", partei=partei, land=land)
    found = bound(ELSEWHERE, source(SHOWN), others=[other])
    assert (found.status, found.fremde_partei) == (status, False)
    assert found.fundstellen == (status is ZitatStatus.OUTSIDE)


@pytest.mark.parametrize(("typ", "id"), [(Typ.WAHLPROGRAMM, "spd"), (Typ.PARTEIPROGRAMM, "spd-grundsatz")])
def test_what_stands_in_both_programmes_is_taken_from_the_kind_asked_for(typ: Typ, id: str) -> None:
    both = [source(f"{ELSEWHERE}\n"), source(f"Dazu: {ELSEWHERE}\n", id="spd-grundsatz", land=None)]
    for shown in (both, both[::-1]):
        found = bound(ELSEWHERE, *shown, typ=typ)
        assert found.fund and found.fund.quelle.programm.id == id


def test_of_two_texts_with_one_version_both_are_searched() -> None:
    """The letters stand in the first as well, but within a longer word."""
    old, new = (source(f"{text}\n", id=text[:5]) for text in (f"Super{ELSEWHERE.lower()}", ELSEWHERE))
    others = [replace(one, version="v1") for one in (old, new)]
    assert bound(ELSEWHERE, source(SHOWN), others=others).status is ZitatStatus.OUTSIDE


# --- of several places --------------------------------------------------------------------------------------


def unsure(quelle: Quelle, *texts: str) -> Quelle:
    """The first place of each of these was not read with certainty."""
    spans = [(quelle.strom.text.index(one), quelle.strom.text.index(one) + len(one)) for one in texts]
    return Quelle.of(quelle.programm, quelle.version, replace(quelle.strom, unsicher=tuple(spans)))


def test_the_place_read_with_certainty_is_taken() -> None:
    quelle = source(f"{ELSEWHERE} Erstens.\n", f"{ELSEWHERE} Zweitens.\n")
    found = bound(ELSEWHERE, unsure(quelle, ELSEWHERE))
    assert found.fund and (found.status, found.fundstellen) == (ZitatStatus.WOERTLICH, 2)
    assert found.fund.spans[0][0] > len(ELSEWHERE)


def test_the_tightest_place_is_taken() -> None:
    wide = " und auch viel anderes dazu"
    quelle = source(f"{FIRST}{wide} {THEN}.\n{FIRST} hier {THEN}.\n{FIRST}{wide} {THEN}.\n")
    found = bound(f"{FIRST} … {THEN}", quelle)
    assert found.fund and (found.fund.gaps, found.fundstellen) == ([" hier "], 3)


@pytest.mark.parametrize("part", [FIRST, THEN])
def test_one_unsure_part_makes_a_quote_unsure(part: str) -> None:
    quelle = unsure(source(f"{FIRST} auch {THEN}.\n"), part)
    found = bound(f"{FIRST} … {THEN}", quelle)
    assert (found.status, found.is_evidence) == (ZitatStatus.UNSICHER, False)
    far = unsure(source(f"{FIRST}.{' Dazu gehört vieles mehr.' * 25} Und {THEN}.\n"), part)
    found = bound(f"{FIRST} … {THEN}", far)
    assert (found.status, found.emittiert) == (ZitatStatus.UNSICHER, f"{FIRST} … {THEN}")


@pytest.mark.parametrize("is_shown", [True, False])
def test_neither_a_mended_quote_nor_one_that_was_not_shown_is_taken_from_an_unsure_place(
    is_shown: bool,
) -> None:
    quelle = unsure(source(f"{ELSEWHERE} Ja.\n"), ELSEWHERE)
    quote = ELSEWHERE.replace("Kostenlose", "Kostenlosen") if is_shown else ELSEWHERE
    found = bound(quote, quelle) if is_shown else bound(quote, source(SHOWN, id="x"), others=[quelle])
    assert (found.status, found.fund is not None) == (ZitatStatus.UNSICHER, True)


@pytest.mark.parametrize("gaps", [(" auch nicht ", " so "), (" so ", " auch nicht ")])
def test_a_negation_in_any_of_the_gaps_is_told(gaps: tuple[str, str]) -> None:
    last = "und auf allen Bergen im Land"
    found = bound(f"{FIRST} … {THEN} … {last}", source(f"{FIRST}{gaps[0]}{THEN}{gaps[1]}{last}.\n"))
    assert found.fund and (found.status, found.fund.gaps) == (ZitatStatus.MIT_AUSLASSUNG, list(gaps))
    assert [one.art for one in found.warnungen] == ["verneinung_in_auslassung"]


FAR = " Dazu gehört vieles mehr." * 25


def test_a_part_that_stands_twice_is_taken_where_it_is_nearest_to_the_one_before() -> None:
    quelle = source(f"Und {THEN}.{FAR * 3} {FIRST}.{FAR} Auch {THEN} gilt das.{FAR} Und {THEN}.\n")
    found = bound(f"{FIRST} … {THEN}", quelle)
    assert [teil.fundstellen for teil in found.teile] == [1, 3]
    assert found.teile[1].fund and found.teile[1].fund.spans[0][0] == quelle.strom.text.index(f"{THEN} gilt")
    first = found.teile[0].fund
    assert first and first.spans[0][0] == quelle.strom.text.index(FIRST)
    again = bound(f"{FIRST} … {THEN}", unsure(quelle, f"{THEN} gilt"))
    place_of_last = quelle.strom.text.rindex(THEN)
    assert again.teile[1].fund and again.teile[1].fund.spans[0][0] == place_of_last


def test_a_joined_quote_is_told_with_what_stands_above_its_first_part() -> None:
    quelle = source(f"Und {FIRST}.{FAR}\n", f"Auch {THEN} gilt das.\n")
    above = [replace(one, abschnitt=(name,)) for one, name in zip(quelle.strom.absaetze, "AB", strict=True)]
    quelle = Quelle.of(quelle.programm, "v1", replace(quelle.strom, absaetze=tuple(above)))
    for text, of_first in ((f"{FIRST} … {THEN}", ("A",)), (f"{THEN} … {FIRST}", ("B",))):
        found = bound(text, quelle).gebunden()
        assert (found.abschnitt, found.ort.seiten, found.fundstellen) == (of_first, (1, 2), 1)
        assert found.ort.stellen == tuple(sorted(teil.ort.stellen[0] for teil in found.teile))
        assert (found.satz == f"Und {FIRST}. … Auch {THEN} gilt das.") is (of_first == ("A",))


def test_parts_close_together_are_one_part_and_others_stand_alone() -> None:
    third = "und auf allen Bergen im Land"
    quelle = source(f"{FIRST}.{FAR} Auch {THEN} gilt das {third}.\n")
    found = bound(f"{FIRST} … {THEN} … {third}", quelle)
    assert [teil.status for teil in found.teile] == [ZitatStatus.WOERTLICH, ZitatStatus.MIT_AUSLASSUNG]
    assert (found.fundstellen, found.fund) == (1, found.teile[0].fund)
    assert [teil.emittiert for teil in found.teile] == [FIRST, f"{THEN} … {third}"]


TURNED = "Die Teile des Zitats stehen in einem Satz, dort aber in anderer Reihenfolge."


@pytest.mark.parametrize(("text", "is_turned"), cases(__file__, "turned"))
def test_the_end_of_a_sentence_is_not_quoted_before_its_beginning(text: str, is_turned: bool) -> None:
    """Two whole sentences may change places: each says what it said."""
    quelle = source("Wir bauen neue Häuser im Land, wenn der Bund das bezahlt. Im Tal fahren alle Busse.\n")
    found = bound(text, quelle)
    assert (found.status is not ZitatStatus.AUS_MEHREREN_STELLEN) is is_turned
    assert (found.erklaerung == TURNED) is is_turned


def test_a_slip_in_a_part_is_not_mended_and_the_part_is_told_shortly() -> None:
    sentence = "Jede Schule bekommt bald eine neue Küche mit gutem Essen für alle Kinder dort."
    quelle = source(f"{FIRST} im Land.{FAR} {sentence}\n")
    wrong = sentence.replace("neue", "neuen")
    assert bound(wrong, quelle).status is ZitatStatus.ANGEGLICHEN
    found = bound(f"{FIRST} im Land. … {wrong}", quelle)
    assert (found.status, found.fund) == (ZitatStatus.NUR_AEHNLICH, None)
    told = "„Jede Schule bekommt bald eine neuen Küche mit gutem Essen …“) steht so nirgends"
    assert told in found.erklaerung and f"„{FIRST} im Land.“) steht auf Seite 1" in found.erklaerung
    named = found.verworfen("SPD", "wahlprogramm").naechste
    assert named and named.text == sentence[:-1]


def test_a_slip_is_mended_past_an_ellipsis_that_leaves_nothing_out() -> None:
    """Though one of the parts stands there for itself."""
    sentence = "Jede Schule bekommt bald eine neue Küche mit gutem Essen für alle Kinder"
    quote = sentence.replace("bald eine neue", "bald … eine neuen")
    found = bound(quote, source(f"{sentence}.\n"))
    assert found.fund and (found.status, found.fund.text) == (ZitatStatus.ANGEGLICHEN, sentence)


@pytest.mark.parametrize(("long", "is_cut"), [(60, False), (61, True)])
def test_a_part_of_sixty_characters_is_told_as_a_whole(long: int, is_cut: bool) -> None:
    begins = "Der Wald gehört allen Menschen hier im Land und der"
    part = f"{begins} {'x' * (long - len(begins) - 1)}"
    told = bound(f"{FIRST} im Land. … {part}", source(f"{FIRST} im Land.\n")).erklaerung
    assert (f"„{begins} …“" if is_cut else f"„{part}“") in told


# --- the sentence around ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("quote", "satz"), cases(__file__, "sentences_around"))
def test_the_whole_sentences_around_a_quote_are_kept(quote: str, satz: str) -> None:
    text = "Es gibt hier viel zu tun. Wir bauen neue Häuser. Alle zahlen dafür etwas.\nDas ist gut. Und so.\n"
    assert bound(quote, source(text)).gebunden().satz == satz


def test_on_a_double_page_the_numbers_of_the_halves_are_told() -> None:
    quelle = demo_quelle("leuchtturm-demo-2024")
    text = quelle.strom.text
    start, end = text.index("Wir halten die Reaktivierung als"), text.index("1,2 ausweist.")
    assert Fund(quelle, ((start, end),)).ort.gedruckt == ("9", "10")
    assert Fund(quelle, ((start, start + 20),)).ort.gedruckt == ("9",)
    assert Fund(quelle, ((start, start + 20), (end - 20, end))).ort.gedruckt == ("9", "10")


# --- near misses --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("there", "here", "is_capital", "small"), cases(__file__, "small"))
def test_small_is_what_leaves_the_meaning_alone(there: str, here: str, is_capital: bool, small: bool) -> None:
    assert is_small(Slip(there, here, is_capital)) is small


@pytest.mark.parametrize(("printed", "emitted"), cases(__file__, "turning_slip"))
def test_a_slip_that_turns_the_meaning_is_another_wording(printed: str, emitted: str) -> None:
    """A verb or a preposition may end like an adjective, and a verb's other half may look like an article."""
    before, _, now = emitted.partition(" > ") if " > " in emitted else (emitted.removesuffix(" >"), "", "")
    quote = printed.replace(before, f" {now}" if now and before[0] == " " else now)
    assert quote != printed
    assert not bound(quote, source(f"Nun gut. {printed} Das gilt.\n")).status.is_bound


SIGNED = "Der Anteil der Kommunen steigt jährlich um 3,5 % und sinkt nie unter 25 € bei -2 Grad im Norden."


@pytest.mark.parametrize(("printed", "emitted", "status"), cases(__file__, "signs"))
def test_the_signs_of_numbers_are_part_of_them(printed: str, emitted: str, status: str) -> None:
    assert bound(SIGNED.replace(printed, emitted), source(f"{SIGNED}\n")).status == status


@pytest.mark.parametrize("dropped", ["große ", "neue ", "bezahlbare ", "guten "])
def test_an_adjective_before_its_noun_may_be_missing(dropped: str) -> None:
    printed = (
        "Wir bauen für alle Kinder große neue Schulen mit guten Lehrern und bezahlbare Wohnungen im Land."
    )
    assert bound(printed.replace(dropped, ""), source(f"Nun. {printed}\n")).status is ZitatStatus.ANGEGLICHEN


LONG = source(
    "Wir bauen im ganzen Land neue Wege für die Kinder, denn ein sicherer Weg zur Schule ist wichtig und "
    "macht alle dort froh.\n"
)
SLIPS = (("neue", "neuen"), ("die", "den"), ("sicherer", "sichere"), ("ein ", "eine "))


def slipped(number: int, upto: str) -> str:
    text = LONG.strom.text
    text = text[: text.index(upto) + len(upto)]
    for before, now in SLIPS[:number]:
        text = text.replace(f" {before}", f" {now}", 1)
    return text


@pytest.mark.parametrize(
    ("slips", "upto", "status"),
    [
        (3, "zur", ZitatStatus.ANGEGLICHEN),  # three of fifteen words: four fifths align
        (3, "sicherer Weg", ZitatStatus.NUR_AEHNLICH),
        (3, "macht", ZitatStatus.ANGEGLICHEN),
        (4, "macht", ZitatStatus.NUR_AEHNLICH),  # four of twenty, but four
    ],
)
def test_three_small_slips_are_mended_where_four_fifths_align(
    slips: int, upto: str, status: ZitatStatus
) -> None:
    found = bound(slipped(slips, upto), LONG)
    assert found.status is status
    if status is ZitatStatus.ANGEGLICHEN:
        assert found.fund and found.fund.text == slipped(0, upto)
        assert (found.fundstellen, found.fremde_partei) == (1, False)


TEN = source("Wir bauen bis 2028 am Fluss Brücken aus Holz und Stein.\n")


@pytest.mark.parametrize(("quote", "status", "anteil"), cases(__file__, "aligned"))
def test_what_is_wrong_is_told_by_how_much_aligns(quote: str, status: str, anteil: float) -> None:
    """Half to be similar, four fifths to differ in a number or a negation only."""
    found = bound(quote, TEN)
    assert (found.status, found.erklaerung) == (status, "")
    assert found.naechste and found.naechste.anteil == pytest.approx(anteil)
    told = found.verworfen("SPD", "wahlprogramm").erklaerung
    assert ("Modell: " in told) is (status != "nicht_gefunden"), "of what is far off no differences are told"


@pytest.mark.parametrize(
    ("quote", "has_nearest"),
    [
        ("Alle Kinder lernen gemeinsam schwimmen", True),  # five words
        ("Kinder lernen gemeinsam schwimmen", False),
        ("Alle Kinder lernten gemeinsam das Lesen", False),  # no three in a row
    ],
)
def test_a_near_passage_shares_three_words_in_a_row_of_five(quote: str, has_nearest: bool) -> None:
    found = bound(quote, source("Alle Kinder lernen gemeinsam lesen und schreiben.\n"))
    assert (found.naechste is not None) is has_nearest


WAYS = "wir bauen die neuen Wege im ganzen Land und in jeder Stadt"


@pytest.mark.parametrize(("before", "behind", "is_mended"), cases(__file__, "negation_beside"))
def test_no_negation_stands_right_beside_what_is_mended(before: str, behind: str, is_mended: bool) -> None:
    """Within two words of the same sentence."""
    found = bound(WAYS.replace("neuen", "neue"), source(f"{before}{WAYS}{behind}\n"))
    assert found.status == ("angeglichen" if is_mended else "verneinung_weicht_ab")


@pytest.mark.parametrize(("quote", "status"), cases(__file__, "same_negations"))
def test_what_is_mended_has_the_same_negations_and_joins_no_sentences(quote: str, status: str) -> None:
    text = "Es gibt im ganzen Land kein Weg zurück in die alte Zeit. Wir sparen nun Geld.\n"
    assert bound(quote, source(text)).status == status


@pytest.mark.parametrize(("end", "status"), [("", "nur_aehnlich"), ("-Gruppen", "angeglichen")])
def test_what_is_mended_is_whole_words(end: str, status: str) -> None:
    quelle = source("Wir bauen im ganzen Land die neuen Wege für Kinder-Gruppen aus.\n")
    assert bound(f"Wir bauen im ganzen Land der neuen Wege für Kinder{end}", quelle).status == status


def test_a_quote_may_run_from_its_passage_into_the_next_words() -> None:
    """Also one with a slip, into two hundred characters."""
    quelle = source(
        f"{slipped(0, 'zur')} Schule ist wichtig. Danach kommt noch ein Satz über Bäume am Weg.\n"
    )
    shown = {"spd": [passage(quelle, 0, quelle.strom.text.index("Kinder"))]}
    kontext = ShownContext.of(shown, {"spd": quelle})
    assert bind(slipped(1, "zur"), "SPD", Typ.WAHLPROGRAMM, kontext).status is ZitatStatus.ANGEGLICHEN


OFFER = "Wir bauen im ganzen Land für alle Kinder große Schulen mit guten Lehrern und auch Wegen."


@pytest.mark.parametrize(("before", "now", "status"), cases(__file__, "slips"))
def test_a_word_too_few_too_many_or_another(before: str, now: str, status: str) -> None:
    found = bound(OFFER.replace(before, now), source(f"Nun. {OFFER} Das gilt.\n"))
    assert found.status == status
    if status == "angeglichen":
        assert found.fund and found.fund.text == OFFER[:-1]


def test_what_can_be_mended_is_nearer_than_what_agrees_in_more_words() -> None:
    other = slipped(0, "zur").replace("bauen", "sprengen")
    quelle = source(f"{other} Schule.\n{FAR}\n{slipped(3, 'zur')} Schule.\n")
    found = bound(slipped(0, "zur"), quelle)
    assert found.status is ZitatStatus.ANGEGLICHEN and found.fund
    assert found.fund.text == slipped(3, "zur")


PARTS = (
    "Anfang von allem ist die Schule.",
    "Mitte ohne ein Wort davon.",
    "Ende gut mit der Schule und mehr.",
)
PASSAGES = source("".join(f"{part}\n" for part in PARTS))


def shown_text(*numbers: int) -> SearchText:
    every = passages(PASSAGES)
    return SearchText.of(PASSAGES, [every[number].chunk for number in numbers])


@pytest.mark.parametrize(
    ("needle", "place"),
    [
        ("anfangvonallem", 0),
        ("allemistdie", PASSAGES.key.text.index("allemistdie")),
        ("schule", PASSAGES.key.text.index("schule")),
        ("endegut", PASSAGES.key.text.index("endegut")),
        ("undmehr", PASSAGES.key.text.index("undmehr")),
        ("mitteohne", -1),  # of what was not shown
        ("schuleende", -1),  # two passages are not one
        ("", -1),
    ],
)
def test_letters_of_shown_passages_have_their_place_in_the_source(needle: str, place: int) -> None:
    assert shown_text(0, 2).place_in_source(needle) == place


@pytest.mark.parametrize(
    ("borders", "quote", "may"),
    [
        (set(), "Was immer es ist", True),  # it may hold a whole passage
        ({"gibtesnicht", "undmehr"}, "Was immer es ist", True),
        ({"gibtesnicht"}, "Was immer es ist", False),
        ({"gibtesnicht"}, f"Davor: {PARTS[2]} Danach", True),
        ({"gibtesnicht"}, f"Davor: {PARTS[1]} Danach", False),
    ],
)
def test_a_quote_has_a_share_in_a_passage_by_its_ends_or_as_a_whole(
    borders: set[str], quote: str, may: bool
) -> None:
    assert shown_text(0, 2).may_hold(quote, borders) is may


@pytest.mark.parametrize(("long", "is_short"), [(149, True), (150, False)])
def test_a_long_passage_lies_whole_in_no_quote(long: int, is_short: bool) -> None:
    quelle = source(f"{'x' * long}\n")
    assert bool(SearchText.of(quelle, [passages(quelle)[0].chunk]).short) is is_short


def test_the_two_passages_that_share_most_rows_of_words_are_looked_at() -> None:
    rows = "eins zwei drei vier fünf sechs sieben"
    texts = ["Nichts davon steht hier drin", "zwei drei vier", rows, "drei vier fünf sechs"]
    quelle = source("".join(f"{text}\n" for text in texts))
    found = SearchText.of(quelle, [one.chunk for one in passages(quelle)]).most_alike(
        Wording(rows).keys_of_rows()
    )
    assert [one.text for one in found] == [texts[2], texts[3]]


@pytest.mark.parametrize(("long", "told"), [(40, "x" * 40), (41, f"{'x' * 40} …")])
def test_a_long_difference_is_told_by_its_beginning(long: int, told: str) -> None:
    assert (
        in_words(f"Wir {'x' * long} alle", "Wir sind alle", "Antrag") == f"Modell: ‚{told}‘, Antrag: ‚sind‘."
    )


@pytest.mark.parametrize(("emitted", "printed", "told"), cases(__file__, "in_a_row"))
def test_words_that_differ_in_a_row_are_one_difference(emitted: str, printed: str, told: str) -> None:
    assert in_words(emitted, printed, "Programm") == told
