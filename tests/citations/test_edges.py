"""What stands around the letters of a quote: numbers with their range, words put in, gaps, stops, halves."""

import pytest

from core.programme.context import Context
from core.programme.quellen import Quellen
from core.proof.nachweis import anchored_eintrag
from core.wortlaut.binding.bind import Bindung, ShownContext, bind
from core.wortlaut.binding.eintrag import ZitatStatus, read_eintrag, write_eintrag
from core.wortlaut.binding.emitted_quote import insertions
from core.wortlaut.binding.re_anchor import places_of
from core.wortlaut.records import Fundstelle, Typ
from tests.cases import cases
from tests.citations.test_limits import FAR, bound, source
from tests.citations.test_re_anchor import ID, WOHNEN, context, first_edition, typeset

__all__ = ["context", "first_edition"]


def of(sentence: str, quote: str) -> Bindung:
    return bound(quote, source(f"Davor steht noch ein Satz. {sentence} Danach kommt noch einer.\n"))


def arts(found: Bindung) -> list[str]:
    return [warning.art for warning in found.warnungen]


TAX = "Wir senken die Steuern um 10 bis 15 Prozent für alle kleinen Betriebe."
FEE = "Die Beiträge sinken von 100 auf 50 Euro je Hektar in allen Dörfern am Fluss."
AGE = "Das gilt für Menschen zwischen 18 und 25 Jahren, die in unserem Land leben."
FEW = "Jede Klasse bekommt zwei bis drei Lehrkräfte für den ganzen Tag."
HOMES = "Wir bauen 500 neue Wohnungen bis 2030 in allen Städten des Landes."
YEARS = "Das Netz wird bis 2025 und bis 2030 in allen Städten ausgebaut."
LAW = "Wir ändern die Artikel 3 und 4 der Verfassung noch in diesem Jahr."


@pytest.mark.parametrize(
    ("sentence", "quote", "status"),
    [
        (TAX, "15 Prozent für alle kleinen Betriebe", "zahl_weicht_ab"),
        (TAX, "Wir senken die Steuern um 10", "zahl_weicht_ab"),
        (TAX, "bis 15 Prozent für alle kleinen Betriebe", "zahl_weicht_ab"),
        (TAX, "10 bis 15 Prozent für alle kleinen Betriebe", "woertlich"),
        (FEE, "50 Euro je Hektar in allen Dörfern am Fluss", "zahl_weicht_ab"),
        (FEE, "Die Beiträge sinken von 100", "zahl_weicht_ab"),
        (FEE, "auf 50 Euro je Hektar in allen Dörfern", "woertlich"),
        (AGE, "25 Jahren, die in unserem Land leben", "zahl_weicht_ab"),
        (AGE, "18 und 25 Jahren, die in unserem Land leben", "zahl_weicht_ab"),
        (FEW, "drei Lehrkräfte für den ganzen Tag", "zahl_weicht_ab"),
        (FEW, "Jede Klasse bekommt zwei bis drei Lehrkräfte", "woertlich"),
        (HOMES, "Wir bauen 500 neue Wohnungen", "woertlich"),
        (HOMES, "bis 2030 in allen Städten des Landes", "woertlich"),
        (YEARS, "bis 2030 in allen Städten ausgebaut", "woertlich"),
        (LAW, "4 der Verfassung noch in diesem Jahr", "woertlich"),
    ],
)
def test_a_number_stands_with_its_range(sentence: str, quote: str, status: str) -> None:
    assert of(sentence, quote).status == status


def test_of_a_range_that_was_cut_the_whole_is_named() -> None:
    found = of(TAX, "15 Prozent für alle kleinen Betriebe")
    assert found.naechste and found.naechste.fund.text.startswith("10 bis 15 Prozent")


@pytest.mark.parametrize(("sentence", "quote", "told"), cases(__file__, "bound"))
def test_a_number_without_its_bound_is_told(sentence: str, quote: str, told: list[str]) -> None:
    found = of(sentence, quote)
    assert arts(found) == told
    assert found.status.is_bound


@pytest.mark.parametrize(("sentence", "quote", "is_bound"), cases(__file__, "signs"))
def test_signs_belong_to_their_number(sentence: str, quote: str, is_bound: bool) -> None:
    assert of(sentence, quote).status.is_bound is is_bound


WIND = "Wir fördern den Ausbau der Windkraft im ganzen Land und an der Küste."
SHE = "Sie will den Ausbau der Windkraft im ganzen Land und an der Küste."


@pytest.mark.parametrize("words", [
    "kaum", "weniger", "nur", "angeblich", "teilweise", "später", "sofern finanzierbar", "unter Vorbehalt",
    "den Rückbau", "die Kürzung", "nur für Mitglieder", "auf dem Papier", "falls Geld da ist",
    "ausgenommen im Winter", "60 Prozent", "drei", "nicht", "ein Teil", "vorübergehend",
])  # fmt: skip
def test_words_put_in_that_limit_or_turn_are_refused(words: str) -> None:
    for quote in (
        f"Wir fördern [{words}] den Ausbau der Windkraft im ganzen Land",
        f"Wir fördern den Ausbau der Windkraft im ganzen Land [{words}] und an der Küste.",
    ):
        assert not of(WIND, quote).status.is_bound


@pytest.mark.parametrize(
    ("sentence", "quote", "told"),
    [
        (SHE, "Sie [die SPD] will den Ausbau der Windkraft", ["zusatz_name"]),
        (SHE, "[Die SPD] will den Ausbau der Windkraft im Land", None),
        (SHE, "[Die SPD] will den Ausbau der Windkraft im ganzen Land", ["zusatz_name"]),
        (WIND, "den Ausbau der Windkraft [an Land] im ganzen Land", ["zusatz"]),
        (WIND, "den Ausbau der Windkraft (S. 3, im Sommer) im ganzen Land", ["zusatz"]),
        (WIND, "den Ausbau der Windkraft (vgl. S. 3, nur für Reiche) im ganzen Land", None),
        (WIND, "Wir fördern [60] den Ausbau der Windkraft im ganzen Land", None),
        (WIND, "den <weniger> Ausbau der Windkraft im ganzen Land", None),
        (WIND, "den Ausbau [der Straßen] im ganzen Land", None),
        ("Das Gesetz [des Bundes] gilt im ganzen Land.", "Das Gesetz [des Bundes] gilt im ganzen Land.", []),
        (WIND, "den Ausbau der Windkraft [sic] im ganzen Land [Q3]", []),
        (WIND, "[W]ir fördern den Ausbau der Windkraft im ganzen Land. [3]", []),
        (WIND, "<b>Wir fördern</b> den Ausbau der Windkraft (S. 12 f.) im ganzen Land", []),
    ],
)  # fmt: skip
def test_words_put_in_are_told_or_refused(sentence: str, quote: str, told: list[str] | None) -> None:
    found = of(sentence, quote)
    assert found.status.is_bound is (told is not None)
    assert arts(found) == (told or [])
    if told:
        assert insertions(quote)[0] in found.warnungen[0].text


BAHN = "Wir bauen die neue Bahn im Tal nicht. Die Straße ist unser Ziel."


@pytest.mark.parametrize(
    ("quote", "status"),
    [
        (BAHN, "woertlich"),
        ("Wir bauen die neue Bahn im Tal nicht\nDie Straße ist unser Ziel", "woertlich"),
        ("Wir bauen die neue Bahn im Tal nicht: Die Straße ist unser Ziel", "woertlich"),
        ("Wir bauen die neue Bahn im Tal. Nicht die Straße ist unser Ziel.", "verneinung_weicht_ab"),
        ("Wir bauen die neue Bahn im Tal nicht die Straße ist unser Ziel.", "verneinung_weicht_ab"),
    ],
)
def test_a_full_stop_stays_on_its_side_of_a_negation(quote: str, status: str) -> None:
    assert of(BAHN, quote).status == status


LONG = "Wir wollen den Ausbau der Bahn im ganzen Land noch gezielt und mit viel mehr Geld als heute fördern."


@pytest.mark.parametrize(("quote", "is_bound"), cases(__file__, "short_part"))
def test_a_short_part_is_bound_in_the_sentence_of_a_long_one(quote: str, is_bound: bool) -> None:
    found = of(LONG, quote)
    assert found.status.is_bound is is_bound
    if found.fund:  # as stored, it is found again
        assert places_of(found.fund.quelle, found.fund.text, len(found.fund.spans)) == [found.fund]
    assert not of(f"{LONG} Und nun: {LONG}", quote).status.is_bound, (
        "where the long one stands twice, nobody knows"
    )


@pytest.mark.parametrize(("sentence", "quote", "art"), cases(__file__, "cut"))
def test_a_cut_that_turns_the_sense_is_told(sentence: str, quote: str, art: str) -> None:
    found = of(sentence, quote)
    assert found.status.is_bound
    assert arts(found) == ([art] if art else [])
    assert any(one.may_turn for one in found.warnungen) is bool(art and art != "verneinung_im_satz")


SALE = "Die CDU fordert den Verkauf der kommunalen Krankenhäuser."
STAFF = "Wir wollen in den nächsten fünf Jahren mehr Personal einstellen."


@pytest.mark.parametrize("between", [" ", FAR])
def test_two_halves_are_no_evidence_and_two_sentences_are(between: str) -> None:
    quelle = source(f"{STAFF}{between}{SALE}\n")
    halves = bound(
        "Wir wollen in den nächsten fünf Jahren … den Verkauf der kommunalen Krankenhäuser", quelle
    )
    assert halves.status.is_bound and not halves.is_evidence
    assert arts(halves)[:2] == ["verbundene_saetze", "halbe_saetze"] and not halves.gebunden().is_evidence
    whole = bound(f"{STAFF} … {SALE}", quelle)
    assert "halbe_saetze" not in arts(whole)
    assert whole.is_evidence and (
        not whole.fund or len(whole.fund.spans) == 1 or "verbundene_saetze" in arts(whole)
    )


@pytest.mark.parametrize(("printed", "emitted", "is_mended"), cases(__file__, "mended"))
def test_what_is_mended_is_told_and_no_other_statement(printed: str, emitted: str, is_mended: bool) -> None:
    text = (
        "Die Regierung hat als wichtigste Aufgabe die Unternehmen und die Bank mit neuen Krediten im ganzen "
        "Land zu stärken."
    )
    found = of(text, text.replace(printed, emitted))
    assert (found.status is ZitatStatus.ANGEGLICHEN) is is_mended
    if is_mended:
        (told,) = (one.text for one in found.warnungen if one.art == "angeglichen")
        assert "‚neuem‘" in told and "‚neuen‘" in told


def test_what_is_told_of_the_emitted_words_is_stored_and_told_again(context: Context) -> None:
    typeset(context, WOHNEN)
    passages = [Fundstelle(chunk, 0.5) for chunk in context.store.chunks_of("NRW", ID)]
    kontext = ShownContext.of({"SPD": passages}, Quellen(context))
    quote = "zwölftausend neue Wohnungen [an Land] im ganzen Land und geben den Gemeinden"
    one = bind(quote, "SPD", Typ.WAHLPROGRAMM, kontext).gebunden()
    assert [told.art for told in one.warnungen if told.art.startswith("zusatz")] == ["zusatz"]
    assert read_eintrag(write_eintrag(one)) == one and anchored_eintrag(context, one) == one


NON_SMOKERS = "Im ganzen Land fördern wir Nichtraucher in den Betrieben. Dort soll das gelten."
PROMISE = "Wir versprechen allen Leuten im Land, nicht zu kürzen. Das gilt."


@pytest.mark.parametrize(
    ("sentence", "quote", "stands"),
    [
        (NON_SMOKERS, "Im ganzen Land fördern wir nicht Raucher in den Betrieben.", False),
        (NON_SMOKERS, "Im ganzen Land fördern wir Nicht-\nraucher in den Betrieben.", True),
        (NON_SMOKERS, "Im ganzen Land fördern wir Nicht-Raucher in den Betrieben.", True),
        (NON_SMOKERS, "Im ganzen Land fördern wir. Nichtraucher in den Betrieben.", False),
        (NON_SMOKERS, "fördern wir Nichtraucher in den Betrieben dort. Soll das gelten.", False),
        (NON_SMOKERS, "fördern wir Nichtraucher in den Betrieben, dort soll das gelten.", True),
        (PROMISE, "Wir versprechen allen Leuten im Land nicht, zu kürzen.", False),
        (PROMISE, "Wir versprechen allen Leuten im Land nicht zu kürzen.", True),
        (PROMISE, "Wir versprechen allen Leuten im Land, _nicht_ zu kürzen.", True),
        (PROMISE, "Wir versprechen allen Leuten im Land, ni\xadcht zu kürzen.", True),
        (
            "Die Kosten, z. B. Der Bus im Tal, sinken bald.",
            "Die Kosten, z. B. Der Bus im Tal, sinken bald.",
            True,
        ),
    ],
)
def test_words_commas_and_sentences_end_where_they_are_printed(
    sentence: str, quote: str, stands: bool
) -> None:
    assert (of(sentence, quote).status is ZitatStatus.WOERTLICH) is stands


@pytest.mark.parametrize(("quote", "told"), cases(__file__, "added"))
def test_what_a_quote_adds_to_the_print_is_told(quote: str, told: list[str]) -> None:
    assert arts(of("Wir wollen keine Maut im Land. Die Bahn bauen wir aus.", quote)) == told
