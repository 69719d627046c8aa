"""Whose words a text says its quotes are: one line a case; and what is told of a quote by it."""

import pytest

from core.features.textcheck.check import CheckedQuote, Verdict, check_text, checked_as_json
from core.features.textcheck.claims import Claim, read_claims
from core.features.textcheck.quotes_in_text import read_quotes
from core.features.textcheck.text_blocks import read_text
from core.programme.context import Context
from core.programme.registry import Registry
from tests.textcheck.test_check import Printed, printed

__all__ = ["printed"]

SENTENCES = {
    "a": "Wir bauen die Bahn im ganzen Land zuverlässig aus",
    "b": "Wir senken die Steuern für alle Betriebe im Land",
    "c": "Wir stellen mehr Lehrkräfte an jeder Schule ein",
}


def who(claim: Claim) -> str:
    """„SPD+FDP“ together, „SPD?FDP“ one of them, „SPD?“ perhaps, „~“ and words: somebody else, „-“ nobody."""
    if claim.fremd:
        return f"~{claim.fremd}"
    perhaps = "?".join(claim.moeglich) + "?" * (len(claim.moeglich) == 1)
    return "+".join(claim.parteien) or perhaps or "-"


def read(text: str, registry: Registry) -> list[Claim]:
    for letter, sentence in SENTENCES.items():
        text = text.replace(f"{{{letter}}}", f"„{sentence}“")
    document = read_text(text)
    return read_claims(document, read_quotes(document).quotes, registry)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        # an introduction: the subject of the clause, not the nearest name
        ("Die SPD schreibt: {a}. Die CDU lehnt das ab.", "SPD"),
        ("Die SPD verspricht im Gegensatz zur CDU: {a}", "SPD"),
        ("Die SPD kritisiert die CDU und schreibt: {a}", "SPD"),
        ("Die SPD verspricht: {a}, was die CDU ablehnt.", "SPD"),
        ("Die AfD kritisiert: Die Grünen schreiben {a}", "GRÜNE"),
        ("Die SPD, die im Bund mit der Union regiert, schreibt: {a}", "SPD"),
        ("Deutlich wird die SPD, die der CDU Wortbruch vorwirft: {a}", "SPD"),
        ("Wie die CDU kritisiert, will die SPD {a}.", "SPD"),
        ("Gegen den Willen der CDU hat die SPD hineingeschrieben: {a}", "SPD"),
        ("Nach dem Willen der FDP gilt {a}.", "FDP"),
        ("Bei der Union liest sich das so: {a}", "CDU"),
        ("Der SPD zufolge gilt: {a}", "SPD"),
        ("Die von der CDU unterstützte Forderung der SPD lautet: {a}", "SPD"),
        ("Die FDP über die SPD: {a}", "FDP"),
        ("Die FDP liest im Programm der Linken: {a}", "LINKE"),
        ("Laut CDU will die SPD {a}.", "SPD?CDU"),
        ("Die SPD wirft der CDU vor, sie habe {a} versprochen.", "SPD?"),
        # behind the quote
        ("{a}, schreiben die Liberalen im Programm.", "FDP"),
        ("{a}, so die Grünen. Die CDU widerspricht.", "GRÜNE"),
        ("{a}, heißt es bei der Linken, was die AfD ärgert.", "LINKE"),
        ("{a} – mit diesem Satz wirbt die AfD.", "AfD"),
        ("{a} – SPD, Wahlprogramm 2021, S. 3", "SPD"),
        ("{a} – die SPD lehnt das ab.", "-"),
        ("{a} So steht es im Wahlprogramm der SPD.", "SPD"),
        ("Den Satz {a} kritisiert die SPD.", "SPD?"),
        ("Die SPD schreibt: {a} (CDU, S. 12)", "SPD?CDU"),
        ("Meine Herren von der SPD, in Ihrem Programm steht: {a} (Beifall bei der CDU)", "SPD"),
        ("{a} Mit diesen Worten beginnt die SPD ihr Kapitel.", "SPD"),
        # who is denied, who is addressed, who acts in a passive, who is beside in a clause without a verb
        ("Der Satz {a} stammt nicht von der CDU, sondern von der SPD.", "SPD"),
        ("Nicht im Programm der CDU, wohl aber in dem der SPD steht: {a}", "SPD"),
        ("Nicht einmal die SPD fordert: {a}", "SPD?"),
        ("Herr Kollege von der CDU, Sie wissen, was im Programm der SPD steht, nämlich: {a}", "SPD"),
        ("Liebe CDU, wisst ihr, was die SPD schreibt? {a}", "CDU?SPD"),
        ("Gefordert wird von der SPD unter anderem: {a} Abgelehnt wird das von der CDU.", "SPD"),
        ("Auch die SPD, sonst Partner der CDU, schreibt: {a}", "SPD"),
        ("Die Forderung, die die SPD gegen die CDU durchsetzen will, lautet: {a}", "SPD?CDU"),
        ("Die SPD begrüßt die Pläne der CDU und ergänzt: {a}", "SPD?CDU"),
        ("Befürwortet wird das von der SPD, in deren Programm es heißt: {a}", "SPD"),
        # several quotes
        ("Die SPD schreibt {a} und die CDU {b}.", "SPD CDU"),
        ("Während die SPD schreibt: {a}, heißt es bei der CDU: {b}.", "SPD CDU"),
        ("Die SPD verspricht: {a} Die CDU hält dagegen: {b}", "SPD CDU"),
        ("SPD: {a} – CDU: {b}", "SPD CDU"),
        ("{a} (SPD), {b} (CDU)", "SPD CDU"),
        ("{a} verspricht die SPD, {b} das BSW.", "SPD BSW"),
        ("{a} und {b} (SPD, S. 1; CDU, S. 2)", "SPD CDU"),
        ("SPD vs. CDU: {a} vs. {b}", "SPD CDU"),
        ("({a}, SPD 2021, S. 3, gegenüber {b}, CDU 2021, S. 4)", "SPD CDU"),
        ("Ob SPD oder FDP, beide schreiben: {a}", "SPD?FDP"),
        ("{a} und {b} versprechen SPD und CDU.", "SPD?CDU SPD?CDU"),
        ("{a} und {b} versprechen SPD beziehungsweise CDU.", "SPD CDU"),
        ("{a}, schreibt die SPD gegen die CDU, {b}", "SPD SPD"),
        ("SPD und Grüne fordern gleichlautend: {a}", "SPD+GRÜNE"),
        ("Bei der SPD heißt es {a}, bei der CDU {b}, und die FDP will {c}", "SPD CDU FDP"),
        # who goes on
        ("Die SPD schreibt: {a} Weiter heißt es: {b}", "SPD SPD"),
        ("Die SPD schreibt: {a}. Die CDU lehnt das ab. Dort heißt es: {b}", "SPD SPD?CDU"),
        ("{a} (SPD). Dieselbe Partei schreibt: {b}", "SPD SPD"),
        # layout
        ("## SPD\n\nGanz anders die CDU: {a}", "CDU"),
        ("## SPD\n\n{a}", "SPD"),
        ("| Thema | SPD | CDU |\n| --- | --- | --- |\n| Rente | {a} | {b} |", "SPD CDU"),
        ("SPD: {a}\nCDU: {b}", "SPD CDU"),
        ("Zitat 1 (SPD): {a}\n\nZitat 2 (CDU): {b}", "SPD CDU"),
        ("1. **SPD**\n   - Zitat: {a}\n2. **CDU**\n   - Zitat: {b}", "SPD CDU"),
        ("- SPD\n- CDU\n\nEin Satz bleibt: {a}", "-"),
        ("### Position der SPD\n\n> {a}\n\n### Position der CDU\n\n> {b}", "SPD CDU"),
        # somebody else, and a person of a party
        ("Die SPÖ schreibt: {a}", "~Die SPÖ"),
        ("Wie die Tierschutzpartei schreibt: {a}", "~die Tierschutzpartei"),
        ("Die PARTEI fordert: {a}", "~Die PARTEI"),
        ("{a}, sagte Thomas Müller am Montag.", "~Thomas Müller"),
        ("{a}, heißt es in der Stellungnahme des Städtetags.", "~des Städtetags"),
        ("Die rot-grüne Koalition schreibt: {a}", "~Die rot-grüne Koalition"),
        ("Greenpeace begrüßt die Pläne der SPD und ergänzt: {a}", "SPD?"),
        ("Laut Bundesrechnungshof gilt: {a}", "~Bundesrechnungshof"),
        ("Die SPD zitiert Ludwig Erhard mit den Worten: {a}", "~Ludwig Erhard"),
        ("{a}, heißt es in einem Gutachten, das die SPD bestellt hat.", "~in einem Gutachten"),
        ("Der Sachverständigenrat, von der SPD gern zitiert, schreibt: {a}", "~Der Sachverständigenrat"),
        ("SPD-Chefin Saskia Esken sagte: {a}", "SPD"),
        # names that are words, and names within quotes
        ("Volt verspricht: {a}", "Volt"),
        ("Ein AfD-Verbot fordert niemand: {a}", "-"),
        ("Die SPD nennt die „CDU-Politik“ falsch und verspricht: {a}", "SPD"),
        ("Die CDU-geführte Regierung zögert. Die SPD schreibt: {a}", "SPD"),
        ("Das ist links: {a}", "-"),
        # who hears, strikes out, is asked or ought to say it has said nothing
        ("Die SPD musste sich anhören: {a}", "SPD?"),
        ("Die SPD distanziert sich von dem Satz: {a}", "SPD?"),
        ("Die SPD hätte schreiben sollen: {a}", "SPD?"),
        ("Die SPD ließ sich vom Mieterbund erklären: {a}", "SPD?"),
        # the next line of a chat is no source; and a sentence behind tells whose it is
        ("[10:15] Ben: Laut SPD {a}\n[10:16] Anna: und die FDP?\n[10:16] Ben: {b}", "SPD FDP"),
        ("{a} Das ist von der FDP.", "FDP"),
        # a line over a list or a quotation, with or without a line between; a line below one is its source
        ("SPD\n- {a}\n- {b}\nFDP\n- {c}", "SPD SPD FDP"),
        ("SPD-Wahlprogramm kompakt\n• {a}\nFDP-Wahlprogramm kompakt\n• {b}", "SPD FDP"),
        ("Das sagt die SPD\n\n{a}\n\nUnd die FDP?\n\n{b}", "SPD FDP"),
        ("Was die SPD will\n> {a}\n\nWas die FDP will\n> {b}", "SPD FDP"),
        ("> {a}\n\nSPD-Wahlprogramm\n\n> {b}\n\nFDP-Wahlprogramm", "SPD FDP"),
        # one and other, first and last; lines in dashes and brackets; as before; colours and handles
        ("Das eine ({a}) schreibt die SPD, das andere ({b}) die FDP.", "SPD FDP"),
        ("SPD und FDP im Vergleich: Erstere will {a}, Letztere {b}.", "SPD FDP"),
        ("SPD und FDP streiten. Bei den einen steht {a}, bei den anderen {b}, meint die CDU.", "CDU? CDU?"),
        ("[SPD] {a}\n[FDP] {b}", "SPD FDP"),
        ("— SPD —\n{a}\n— FDP —\n{b}", "SPD FDP"),
        ("{a}\n(SPD)\n{b}\n(FDP)", "SPD FDP"),
        ("{a} (SPD, Wahlprogramm). {b} (ebenda)", "SPD SPD"),
        ("Rot: {a}", "~Rot"),
        ("Bei den Gelben heißt es: {a}", "~den Gelben"),
        ("@spdbt: {a}", "~@spdbt"),
        ("Die Zeitung fasst das Programm der SPD so zusammen: {a}", "SPD?"),
        ("Kommentar unter einem Beitrag der SPD: {a}", "SPD?"),
        ("Das sagt die SPD\n- {a}\n\nDie Bahn ist knapp. Das Ziel sei {b}.", "SPD -"),
    ],
)  # fmt: skip
def test_whose_words_a_text_says_its_quotes_are(text: str, said: str, registry: Registry) -> None:
    assert " ".join(who(one) for one in read(text, registry)) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        # another party beside: a noun with its verb, any verb behind a quote, a comparison
        ("Kritik an der CDU übt die SPD: {a}", "SPD"),
        ("{a}, orakelt die SPD, während die CDU schweigt.", "SPD"),
        ("{a}, geben sich die Liberalen kämpferisch, die CDU schweigt.", "FDP"),
        ("Weder die CDU noch die FDP gehen so weit wie die SPD: {a}", "SPD"),
        ("Die CDU stört sich an einem Satz der SPD: {a}", "SPD"),
        ("Für Streit mit der CDU dürfte dieser Satz der SPD sorgen: {a}", "SPD"),
        ("Im Gegensatz zur CDU versprechen die Grünen: {a}", "GRÜNE"),
        ("Es war die SPD, nicht die CDU, die geschrieben hat: {a}", "SPD"),
        ("Der SPD zufolge ist das kein Problem: {a} Die CDU lacht.", "SPD"),
        # whom an address or the sentence before means, and what is set right
        ("Liebe SPD, euer Programm verspricht {a}, die CDU auch?", "SPD"),
        ("Liebe Genossen der SPD, ihr habt selbst geschrieben: {a} Und die CDU?", "SPD"),
        ("Die CDU lobt sich. Im eigenen Programm schreibt sie: {a} Die SPD lacht.", "CDU"),
        ("Die SPD macht Druck. {a}, verlangt sie mit Blick auf die CDU.", "SPD"),
        ("{a} wird der CDU zugeschrieben. Es stammt aber aus dem Programm der SPD.", "SPD"),
        ("{a} – das klingt nach der CDU, stammt aber von der SPD.", "SPD"),
        # of these nobody can tell, or somebody else says it
        ("Im Wahlkampf hielt die CDU der SPD einen Satz aus deren Programm vor: {a}", "not sure"),
        ("{a}, erinnert die SPD an ein Versprechen der CDU.", "not sure"),
        ("{a}, höhnt die SPD über die CDU.", "not sure"),
        ("Die SPD ändert einen Satz der CDU: {a}", "not sure"),
        ("Die SPD reagiert auf einen Satz der CDU: {a}", "not sure"),
        ("Viel Spott erntet die SPD: {a}", "not sure"),
        ("Es war die SPD, die sich anhören musste: {a}", "not sure"),
        ("Im Programm der SPD steht nichts davon: {a}", "not sure"),
        ("Liebe SPD, ihr wisst doch, was man schreibt: {a}", "not sure"),
        ("Die SPD lädt ein. Die Chefin kommt, sie sagt: {a}", "~Die Chefin"),
        ("Die SPD hat die Gewerkschaft besucht. {a}, klagt sie.", "not sure"),
        ("Stiftung Familie macht die SPD verantwortlich: {a}", "not sure"),
        ("Dem Mieterbund zufolge taugt das Konzept der SPD wenig: {a}", "~Dem Mieterbund"),
        ("Scharfe Kritik an der SPD übt der Rechnungshof: {a}", "~der Rechnungshof"),
        ("Lob für die SPD gibt es vom Mieterbund: {a}", "~Mieterbund"),
        ("{a}, grantelt der Wirt, der die SPD wählt.", "~der Wirt"),
        ("Ich schrieb der SPD: {a}", "~Ich"),
        ("Der Rechnungshof stört sich an den Plänen der SPD: {a}", "~Der Rechnungshof"),
        ("{a} – das klingt nach der SPD, stammt aber aus einem Schulbuch.", "~aus einem Schulbuch"),
    ],
)  # fmt: skip
def test_who_speaks_for_sure_where_others_are_named(text: str, said: str, registry: Registry) -> None:
    (claim,) = read(text, registry)
    assert (who(claim) if claim.is_plain or claim.fremd else "not sure") == said


@pytest.mark.parametrize(
    ("text", "jahre", "seiten"),
    [
        ("Die SPD schreibt: {a}. 2021 war das im Wahlprogramm der CDU auf S. 3 anders.", (), ()),
        ("Die SPD schreibt im Wahlprogramm 2021 (S. 12): {a} (S. 14).", (2021,), (14,)),
        ("Auf Seite 12 schreibt die SPD: {a}", (), (12,)),
        ("{a}, heißt es bei der SPD (Wahlprogramm 2021, Seite 7).", (2021,), (7,)),
        ("{a} steht auf Seite 7 im Programm der SPD.", (), (7,)),
    ],
)
def test_a_year_and_a_page_of_another_sentence_are_of_no_quote(
    text: str, jahre: tuple[int, ...], seiten: tuple[int, ...], registry: Registry
) -> None:
    (claim,) = read(text, registry)
    assert (claim.jahre, claim.seiten) == (jahre, seiten)


def test_a_person_is_named_beside_the_party(registry: Registry) -> None:
    (claim,) = read("Lars Klingbeil (SPD) sagte: {a}", registry)
    assert (claim.parteien, claim.person) == (("SPD",), "Lars Klingbeil (SPD)")


def told(text: str, demo: Context) -> CheckedQuote:
    (quote,) = check_text(text, demo).quotes
    return quote


def test_what_is_told_of_two_possible_speakers_of_somebody_else_and_of_both(
    demo: Context, printed: list[Printed]
) -> None:
    one = next(p for p in printed if p.programm.partei == "BRÜCKE")
    for lead, verdict in (
        ("Die Brücke schreibt", Verdict.GEDRUCKT),
        ("Der Leuchtturm schreibt", Verdict.FALSCH_ZUGEORDNET),
        ("Laut Lindenbund will die Brücke", Verdict.UNKLAR),
        ("Laut Lindenbund will der Leuchtturm", Verdict.UNKLAR),
        ("Der Kanzler sagt", Verdict.UNKLAR),
        ("Die Brücke und der Lindenbund schreiben", Verdict.UNKLAR),
        ("Anna Schmidt (Die Brücke) sagt", Verdict.GEDRUCKT),
        ("Anna Schmidt (Lindenbund) sagt", Verdict.FALSCH_ZUGEORDNET),
        ("Nicht einmal die Brücke fordert", Verdict.UNKLAR),
        ("Aus den Reihen der Brücke ist zu hören", Verdict.GEDRUCKT),
        ("Aus den Reihen des Lindenbunds ist zu hören", Verdict.UNKLAR),
        ("Ob die Brücke oder der Lindenbund das schrieb, ist offen", Verdict.UNKLAR),
    ):
        found = told(f"{lead}: „{one.text}“", demo)
        assert found.verdict is verdict, (lead, found.satz)


def test_who_nobody_can_tell_is_neither_right_nor_wrong(demo: Context, printed: list[Printed]) -> None:
    one = next(p for p in printed if p.programm.partei == "BRÜCKE")
    checked = check_text(f"Laut Lindenbund will die Brücke „{one.text}“.", demo)
    (quote,) = checked.quotes
    assert not quote.is_false and not checked.is_clean and not quote.wrong
    assert "Brücke" in quote.satz and "Lindenbund" in quote.satz
    angabe = checked_as_json(checked)["zitate"][0]["angabe"]  # type: ignore[index]
    assert set(angabe["moeglich"]) == {"BRÜCKE", "LINDENBUND"} and angabe["parteien"] == ()


@pytest.mark.parametrize(
    "lead",
    [
        "Das sagt der Lindenbund\n- ",
        "Und der Lindenbund?\n\n",
        "Der Lindenbund beauftragte ein Institut, welches feststellte: ",
        "Der Lindenbund veröffentlichte ein Gutachten, in dem ein Professor schreibt: ",
        "Ein Leser fragt den Lindenbund: ",
        "Im Wieltaler Programm des Lindenbunds heißt es: ",
        "Der Lindenbund musste sich anhören: ",
    ],
)
def test_what_is_no_fixed_form_neither_accuses_nor_clears(
    lead: str, demo: Context, printed: list[Printed]
) -> None:
    other = next(p for p in printed if p.programm.partei == "BRÜCKE")
    checked = check_text(f"{lead}„{other.text}“", demo)
    assert [one.verdict for one in checked.quotes] == [Verdict.UNKLAR]


@pytest.mark.parametrize(
    "text",
    [
        "Dass der Lindenbund schreibt: {q}, ist gelogen.",
        "Der Lindenbund schreibt: {q} Das ist frei erfunden.",
        "Der Lindenbund schreibt: {q}\n\nDas Zitat ist gefälscht.",
        "Falschmeldung: Der Lindenbund fordert {q}.",
        "Hat der Lindenbund das geschrieben: {q}? Nein.",
        "Nirgends im Programm des Lindenbunds steht {q}.",
        "{q}? Das hat der Lindenbund nie geschrieben.",
    ],
)
def test_what_a_text_itself_calls_invented_is_no_fault_of_it_and_no_proof(
    text: str, demo: Context, printed: list[Printed]
) -> None:
    other = next(p for p in printed if p.programm.partei == "BRÜCKE")
    checked = check_text(text.replace("{q}", f"„{other.text}“"), demo)
    (quote,) = checked.quotes
    assert (quote.verdict, quote.is_false, checked.is_clean) == (Verdict.UNKLAR, False, False)
    assert "bestreitet" in quote.satz and quote.claim.bestritten
    nowhere = check_text(
        text.replace("{q}", "„Wir schaffen den Montag in ganz Musterland ersatzlos ab“"), demo
    )
    (quote,) = nowhere.quotes
    assert (quote.verdict, quote.is_false, nowhere.is_clean) == (Verdict.NIRGENDS, False, False)


@pytest.mark.parametrize(
    "text",
    [
        "Der Satz {q} wird dem Lindenbund untergeschoben, steht aber im Programm der Brücke.",
        "Es stimmt, dass die Brücke schreibt: {q} Richtig so.",
        "Die Behauptung ist falsch. Die Brücke schreibt: {q}",
        "Die Brücke schreibt: {q} Das hat noch niemand so gesagt.",
        "Es ist nicht gelogen, dass die Brücke schreibt: {q}",
        "Niemand behauptet, es sei falsch, dass die Brücke {q} schreibt.",
        "Die Brücke schreibt: {q}, und das hat sich niemand ausgedacht.",
        "Die Brücke schreibt: {q}, während anderes erfunden ist.",
    ],
)
def test_what_corrects_or_agrees_denies_nothing(text: str, demo: Context, printed: list[Printed]) -> None:
    one = next(p for p in printed if p.programm.partei == "BRÜCKE")
    quote = told(text.replace("{q}", f"„{one.text}“"), demo)
    assert not quote.claim.bestritten and not quote.is_false
