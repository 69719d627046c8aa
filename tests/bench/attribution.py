"""Whose words a quote is, in the forms in which articles, speeches, Drucksachen, answers and blogs tell it.

Each form of `attribution_forms.toml` is filled with sentences of real programmes: once rightly, and once with
the sentences of another party, which nothing may tell as right.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from core.base.settings import Settings
from core.features.textcheck.check import CheckedQuote, Verdict, check_text
from core.programme.context import Context
from core.programme.indexing import index_programme
from core.wortlaut.records import Typ
from tests.bench.binding import Bank, opened_bank
from tests.bench.figures import Figure
from tests.bench.textcheck import Quoted, Source
from tests.bench.zitate import letters
from tests.conftest import KORPUS

SEED = 20261128
TEXTS = 20
"""Of each form, rightly and with the parties swapped."""

FORMS = Path(__file__).with_name("attribution_forms.toml")


@dataclass(frozen=True, slots=True)
class Called:
    """How a text calls a party: „die Grünen“, „den Grünen“, „der Grünen“, „Grüne“."""

    nominative: str
    dative: str
    genitive: str
    bare: str
    pronoun: str = "sie"
    is_plural: bool = False


def _many(name: str, article: str = "die ", bare: str = "") -> Called:
    dative = f"den {name}" if article else name
    genitive = f"der {name}" if article else f"von {name}"
    return Called(f"{article}{name}", dative, genitive, bare or name, "sie", True)


def _one(name: str, article: str = "die", bare: str = "") -> Called:
    dative, genitive, pronoun = {
        "die": ("der", "der", "sie"), "das": ("dem", "des", "es"), "der": ("dem", "des", "er"),
    }[article]  # fmt: skip
    return Called(f"{article} {name}", f"{dative} {name}", f"{genitive} {name}", bare or name, pronoun)


CALLED: Mapping[str, Sequence[Called]] = {
    "SPD": (_one("SPD"), _one("SPD"), _many("Sozialdemokraten")),
    "CDU": (_one("CDU"), _one("Union"), _many("Christdemokraten"), _many("CDU und CSU", "")),
    "FDP": (
        _one("FDP"),
        _one("FDP"),
        _many("Liberalen", bare="Liberale"),
        _many("Freien Demokraten", bare="Freie Demokraten"),
    ),
    "GRÜNE": (
        _many("Grünen", bare="Grüne"),
        _many("Grünen", bare="Grüne"),
        _many("Bündnis 90/Die Grünen", ""),
    ),
    "LINKE": (Called("die Linke", "der Linken", "der Linken", "Linke"), _one("Linkspartei")),
    "AfD": (_one("AfD"),),
    "BSW": (_one("BSW", "das"),),
    "BRÜCKE": (_one("Brücke", bare="Die Brücke"),),
    "LINDENBUND": (Called("der Lindenbund", "dem Lindenbund", "des Lindenbunds", "Lindenbund", "er"),),
    "MÜHLRAD": (
        Called(
            "das Bündnis Mühlrad", "dem Bündnis Mühlrad", "des Bündnisses Mühlrad", "Bündnis Mühlrad", "es"
        ),
    ),
    "LEUCHTTURM": (Called("der Leuchtturm", "dem Leuchtturm", "des Leuchtturms", "Leuchtturm", "er"),),
}


@dataclass(frozen=True, slots=True)
class Form:
    part: str
    truth: str
    text: str

    @property
    def letters(self) -> list[str]:
        """Which parties it names or quotes; of one without any, whoever is quoted."""
        return sorted(set(re.findall(r"\b[ABC]\b", self.text)) | set("A"))


def read_forms() -> list[Form]:
    read = tomllib.loads(FORMS.read_text(encoding="utf-8"))
    return [Form(part, truth, text) for part, forms in read.items() for truth, text in forms]


def filled(form: Form, called: Mapping[str, Called], quotes: Mapping[str, Quoted]) -> str:
    """The form with these names and these quotes."""

    def inserted(match: re.Match[str]) -> str:
        word = match[1]
        if found := re.fullmatch(r"([ABC]):(.+)/(.+)", word):
            return found[3] if called[found[1]].is_plural else found[2]
        if found := re.fullmatch(r"p([abc])", word):
            return quotes[found[1].upper()].seite
        if found := re.fullmatch(r"j([abc])", word):
            return str(quotes[found[1].upper()].programm.jahr)
        if found := re.fullmatch(r"([abc])([12]?)", word):
            return halves(quotes[found[1].upper()].text)[int(found[2] or 0)]
        kind, letter = word[:-1].strip(), called[word[-1]]
        names = {"": letter.bare, "die": letter.nominative, "der": letter.dative, "des": letter.genitive}
        name = (names | {"sie": letter.pronoun})[kind.lower()]
        return name[0].upper() + name[1:] if kind[:1].isupper() else name

    return re.sub(r"\{([^{}]+)\}", inserted, form.text)


NUMBER_WORDS = ("zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf")
BEFORE_NO_CUT = ("[0-9%€]", "auf", "bis", "von", *NUMBER_WORDS)
BLANK = "".join(f"(?<!{one})" for one in BEFORE_NO_CUT) + rf" (?!\d|(?:{'|'.join(NUMBER_WORDS)})\b)"
"""A number cut in two, „um sechs | Uhr“, is another number: binding refuses it, whoever said it."""


def halves(text: str) -> tuple[str, str, str]:
    """All of it, and its parts before and behind a blank in its middle, no number beside it."""
    blanks = [match.start() for match in re.finditer(BLANK, text)]
    middle = min(blanks, key=lambda at: abs(at - len(text) // 2))
    return text, text[:middle], text[middle + 1 :]


class Drawer:
    """Draws parties, how they are called, and sentences that none of the others has."""

    def __init__(self, bank: Bank, rng: Random) -> None:
        self._bank, self._rng = bank, rng
        self._source = Source(bank, rng)
        self._of: dict[str, list[Quoted]] = {}
        for satz in self._source.pool:
            programm = bank.quellen[satz.programm].programm
            if programm.typ is not Typ.WAHLPROGRAMM or satz.partei not in CALLED:
                continue  # the forms say „Wahlprogramm“
            is_sentence = satz.text[0].isupper() and len(re.findall(BLANK, satz.text)) > 8
            if 90 <= len(satz.text) <= 260 and is_sentence:
                self._of.setdefault(satz.partei, []).append(self._source.quoted(satz))
        if len(self._of) < 4:
            raise RuntimeError(f"Sentences of four parties are needed, there are those of {list(self._of)}.")

    def parties(self) -> dict[str, str]:
        """A, B, C and a fourth, D, of which nothing is said."""
        return dict(zip("ABCD", self._rng.sample(sorted(self._of), 4), strict=True))

    def called(self, parties: Mapping[str, str]) -> dict[str, Called]:
        return {letter: self._rng.choice(CALLED[partei]) for letter, partei in parties.items()}

    def quotes(self, parties: Mapping[str, str]) -> dict[str, Quoted]:
        found = {}
        for letter, partei in parties.items():
            others = [one for one in parties.values() if one != partei]
            while True:
                drawn = self._rng.choice(self._of[partei])
                if not any(
                    self._bank.stock.holds(one, part) for one in others for part in halves(drawn.text)
                ):
                    break
            # Half of all writers leave out the full stop of what they quote.
            text = drawn.text.rstrip(".") if self._rng.random() < 0.5 else drawn.text
            found[letter] = replace(drawn, text=text)
        return found


@contextmanager
def _bank() -> Iterator[Bank]:
    if list((KORPUS / "programme").glob("*.pdf")):
        with opened_bank() as bank:
            yield bank
        return
    with TemporaryDirectory() as folder:
        context = Context(replace(Settings(), chroma_dir=Path(folder)))
        for _ in index_programme(context.registry.demo_programme, context=context):
            pass
        yield Bank.of(context)


def judged(bank: Bank, drawer: Drawer, form: Form) -> tuple[Counter[str], list[str]]:
    """What is told of the quotes of a form, once filled rightly and once with the parties swapped."""
    count: Counter[str] = Counter()
    faults: list[str] = []
    parties = drawer.parties()
    called, quotes = drawer.called(parties), drawer.quotes(parties)
    named = form.letters
    # A's words to B and so on; where the form names one alone, a party of which it says nothing.
    following = [*named[1:], named[0]] if len(named) > 1 and "?" not in form.truth else ["D"] * len(named)
    swapped = {
        letter: replace(quotes[other], seite=quotes[letter].seite)
        for letter, other in zip(named, following, strict=True)
    }
    for is_swapped, own in ((False, quotes), (True, swapped)):
        text = filled(form, called, own)
        # Other words in marks, as in a motto, are none of the form's.
        inside = [letters(one.text) for one in own.values()]
        quoted = check_text(text, bank.context).quotes
        checked = [one for one in quoted if any(letters(one.quote.text) in whole for whole in inside)]
        if len(checked) != len(form.truth):
            count["not read"] += 1
            faults.append(f"not read: {text}")
            continue
        for truth, one in zip(form.truth, checked, strict=True):
            kind = _fault(truth, _attributed(one), is_swapped)
            count[kind] += 1
            if kind.startswith("!"):
                faults.append(f"{kind} {truth} {form.text!r}: {one.satz} | {text}")
    return count, faults


def _attributed(one: CheckedQuote) -> Verdict:
    """What is told of whose words it is, also where it is told that half a sentence was left out."""
    if one.verdict is not Verdict.VERKUERZT:
        return one.verdict
    return Verdict.UNKLAR if one.unclear else Verdict.GEDRUCKT


def _fault(truth: str, verdict: Verdict, is_swapped: bool) -> str:
    """What was told of a quote; what begins with „!“ is a fault."""
    is_clear = truth in "ABC"
    if truth == "f":
        if is_swapped:
            return "nothing swapped"
        found = {Verdict.FALSCH_ZUGEORDNET: "swapped, told so", Verdict.UNKLAR: "unclear"}
        return found.get(verdict, "! swapped, told clean")
    if truth == "d":
        found = {Verdict.FALSCH_ZUGEORDNET: "! denied, told false", Verdict.UNKLAR: "denied, told unclear"}
        return found.get(verdict, "! denied, told clean")
    if is_swapped:
        if truth in "-x":
            return "nothing swapped"
        found = {Verdict.GEDRUCKT: "! swapped, told clean", Verdict.FALSCH_ZUGEORDNET: "swapped, told false"}
        return found.get(verdict, "swapped, told so")
    if verdict is Verdict.UNKLAR:
        return "unclear" if is_clear or truth == "-" else "rightly unclear"
    if verdict is not Verdict.GEDRUCKT:
        return "! true, told false"
    return "true, told so" if is_clear or truth in "-&" else "! another's, told clean"


def measure() -> list[Figure]:
    figures = []
    with _bank() as bank:
        drawer = Drawer(bank, Random(SEED))
        total: Counter[str] = Counter()
        for form in read_forms():
            found: Counter[str] = Counter()
            for _ in range(TEXTS):
                count, faults = judged(bank, drawer, form)
                found += count
            total += found
            is_right = not any(kind.startswith("!") or kind in ("not read", "unclear") for kind in found)
            if not is_right:
                print(form.part, form.text, dict(found), *faults[:2], sep="\n   ")
            total[f"forms told wholly right, {form.part}"] += is_right
            total[f"forms, {form.part}"] += 1
    swapped = sum(
        total[kind] for kind in ("swapped, told so", "swapped, told false", "! swapped, told clean")
    )
    others = total["rightly unclear"] + total["! another's, told clean"]
    told = total["true, told so"] + total["unclear"] + total["! true, told false"]
    for part in dict.fromkeys(form.part for form in read_forms()):
        figures += [
            Figure(f"forms, {part}", total[f"forms, {part}"], ""),
            Figure("… told wholly right", total[f"forms told wholly right, {part}"], ""),
        ]
    return [
        *figures,
        Figure("quotes rightly attributed", told, ""),
        Figure("… told false", total["! true, told false"], "", "≤ 0"),
        Figure("… told unclear", 100 * total["unclear"] / told, "%", "≤ 10"),
        Figure("quotes with the parties swapped", swapped, ""),
        Figure("… told false, not only unclear", 100 * total["swapped, told false"] / swapped, "%"),
        Figure("… told clean", total["! swapped, told clean"], "", "≤ 0"),
        Figure("quotes of somebody else, or of one of two", others, ""),
        Figure("… told clean", total["! another's, told clean"], "", "≤ 0"),
        Figure("texts of which another number of quotes was read", total["not read"], "", "≤ 0"),
    ]
