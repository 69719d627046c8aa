"""Whose words a quote is: the subject of the clause that introduces it, or of the one right behind it.

A paragraph is taken apart into sentences, in which every quote is one sign, and a sentence into clauses at its
commas, colons and quotes. Of the parties that a clause names, one speaks where it is the subject („die SPD
schreibt“), a source („laut SPD“, „im Programm der SPD“) or a label („SPD: …“); behind „gegen“, „über“, „anders
als“, as an object or in a clause beside, it does not. What is no party's can be told only of words that a verb
of saying gives to somebody.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise

from core.german.folding import transliterated
from core.german.sentences import sentences
from core.german.words import FIRST_WORDS
from core.programme.registry import Registry, find_partei, known_partei
from core.search.word_tags import ADJECTIVE, IN_NAMES, STRICHE, NameLexicon, Sense, is_partei, lexicon

# --- what is found ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Speaker:
    """`parteien`: who speaks, together where they are several. `moeglich`: one of these, nobody can tell which.
    `fremd`: somebody who is no party of the register, as the text calls them. `person`: who says it for a party.
    """

    parteien: tuple[str, ...] = ()
    moeglich: tuple[str, ...] = ()
    fremd: str = ""
    person: str = ""

    @property
    def of(self) -> tuple[str, ...]:
        return self.parteien or self.moeglich


NOBODY = Speaker()


@dataclass(slots=True)
class Told:
    """What the words around one quote say of it.

    `goes_on`: they give it to whoever spoke last („weiter heißt es“). `words`: the clauses before and behind
    it; `source`: what stands in brackets or behind a dash after it.
    """

    speaker: Speaker = NOBODY
    goes_on: bool = False
    before: str = ""
    behind: str = ""
    source: str = ""


# --- the words of a sentence --------------------------------------------------------------------------------

FIRST_SIGN, LAST_SIGN, OPAQUE = 0xE000, 0xF7FF, "\uf8ff"
"""Characters that no text has stand for its quotes, and one for what else is in marks: „sogenannte“."""

FOREIGN_SIGNS = re.compile("[\ue000-\uf8ff]")
OTHER_MARKS = re.compile(r"[„“\"»«‚›‹][^„“”\"»«‚‘›‹\n]{1,150}[“”\"«»‘‹›]")
TOKEN = re.compile(
    r"(?P<quote>[\ue000-\uf7ff])|(?P<word>[^\W\d_](?:[^\W\d_]|['’*:](?=[^\W\d_]))*)|(?P<number>\d+)|(?P<mark>\S)"
)
SIGN = re.compile("[\ue000-\uf7ff]")
NEXT_SENTENCE = re.compile(
    r"(?<=[\ue000-\uf7ff])\s+(?=(?P<word>[^\W\d_]+)|[\ue000-\uf7ff])|(?<=[.!?])\s+(?=[\ue000-\uf7ff])"
)
LINE_END = re.compile(r"(?<=[.!?)\]\ue000-\uf7ff])\n\s*(?=[A-ZÄÖÜ\ue000-\uf7ff])")

DOCUMENT = (
    "programm|papier|antrag|antrags|entwurf|konzept|beschluss|beschlusses|vertrag|manifest|text|textes|kapitel|"
    "stellungnahme|gutachten|brief|bericht|pressemitteilung|interview|rede|abschnitt|website|webseite|homepage|broschüre|flyer|passage|seite|seiten|stelle|werk|agenda|resolution"
)
SAYING_NOUN = (
    "will|wille|willen|willens|ansicht|meinung|sicht|wort|worte|worten|auffassung|vorstellung|vorstellungen|"
    "lesart|logik|plan|pläne|plänen|forderung|forderungen|forderungskatalog|versprechen|wahlversprechen|antwort|"
    "antworten|position|positionen|zusage|angebot|ziel|ziele|motto|credo|slogan|satz|sätze|formulierung|zitat|"
    "idee|ideen|vorschlag|vorschläge|haltung|linie|rezept|bekenntnis|versicherung|aussage|aussagen|anspruch|"
    "ankündigung|maxime|überzeugung|angabe|angaben|darstellung|wunsch|lösung|argument|begründung|titel"
)
GROUP = (
    "fraktion|fraktionen|spitze|führung|vorstand|vorstands|verband|parteitag|gruppe|partei|parteien|genossen|mitglieder|"
    "delegierten|abgeordneten|kollegen|kolleginnen|herren|damen|freunde|herrschaften|schwesterparteien|ortsverein"
)
PERSON = (
    "chef|chefin|chefs|politiker|politikerin|abgeordnete|abgeordneter|vorsitzende|vorsitzender|vorsitzenden|kandidat|"
    "kandidatin|minister|ministerin|sprecher|sprecherin|sekretär|sekretärin|mann|frau|experte|expertin|vize|"
    "präsident|präsidentin|kanzler|kanzlerin|kollege|kollegin|senator|senatorin|bürgermeister|bürgermeisterin|"
    "mitglied|urgestein|rebell|rebellin|star|legende|ikone|grande"
)
DOCUMENT_NOUN, SAID_NOUN, GROUP_NOUN, PERSON_NOUN = (
    re.compile(rf"\w*(?:{words})", re.IGNORECASE)
    for words in (f"(?:{DOCUMENT})(?:e|en|s|es|n)?", SAYING_NOUN, GROUP, PERSON)
)
CLOSED = re.compile(
    rf"(?P<name>\w{{3,30}}?)s?(?P<rest>(?:bundestags|landtags|wahl|grundsatz|regierungs|fraktions|partei)?(?:{DOCUMENT}|{GROUP}|{PERSON}))"
)
"""„Unionsfraktion“, „Grünenchefin“: a party's name and what it is a word of."""


BEFORE_NAMES = (
    "Bündnis",
    "Bündnisses",
    "Partei",
    "Parteien",
    "Fraktion",
    "Fraktionen",
    "Landtagsfraktion",
    "Bundestagsfraktion",
)


class Kind(StrEnum):
    WORD = "word"
    QUOTE = "quote"
    MARK = "mark"
    PARTY = "party"
    DOCUMENT = "document"
    PERSON = "person"
    STRANGER = "stranger"


@dataclass(frozen=True, slots=True)
class Word:
    """A word, a mark, a quote, or a name of a party with what it is compounded with."""

    kind: Kind
    text: str
    start: int
    end: int
    parteien: tuple[str, ...] = ()

    @property
    def low(self) -> str:
        return self.text.lower()

    @property
    def is_capital(self) -> bool:
        """May it be a noun? „Bei“ at the beginning of a sentence is none."""
        return self.kind in (Kind.WORD, Kind.STRANGER) and self.text[0].isupper() and self.low not in NO_NOUN

    @property
    def is_name(self) -> bool:
        return self.kind in (Kind.PARTY, Kind.DOCUMENT, Kind.PERSON)


Words = Sequence[Word]


class Reader:
    """Takes sentences apart, with the names of one register."""

    def __init__(self, registry: Registry) -> None:
        self._registry, self._lexicon = registry, lexicon(registry)

    def words(self, text: str) -> list[Word]:
        found = [match for match in TOKEN.finditer(text) if match.lastgroup]
        keys = [transliterated(one[0]) if one.lastgroup == "word" else one[0] for one in found]
        result: list[Word] = []
        at = 0
        while at < len(found):
            one = found[at]
            end, sense = self._name(text, found, keys, at) if one.lastgroup == "word" else (at, None)
            if sense is None:
                kind = {"quote": Kind.QUOTE, "mark": Kind.MARK}.get(str(one.lastgroup), Kind.WORD)
                result.append(self._closed(Word(kind, one[0], one.start(), one.end())))
                at += 1
                continue
            # With a hyphen: „SPD-Fraktion“ is the party, „SPD-Chefin“ a person, „AfD-Verbot“ no name at all.
            stop, rest = found[end - 1].end(), ""
            while end < len(found) and text[stop : found[end].start()] == "" and found[end][0] in STRICHE:
                if (
                    end + 1 >= len(found)
                    or found[end + 1].lastgroup != "word"
                    or found[end + 1].start() != found[end].end()
                ):
                    break
                rest, stop, end = found[end + 1][0], found[end + 1].end(), end + 2
            kind = _kind_of_compound(rest) if rest else (Kind.STRANGER if sense == ("fremd",) else Kind.PARTY)
            before = text[one.start() - 2 : one.start()]
            if (
                len(before) == 2
                and before[1] in STRICHE
                and before[0].isalnum()
                and result
                and kind is Kind.PARTY
            ):
                result.pop()  # the hyphen
                whole = result.pop()
                kind = Kind.PARTY if self._is_place(whole.text) else Kind.WORD
                result.append(
                    Word(
                        kind,
                        text[whole.start : stop],
                        whole.start,
                        stop,
                        self._ids(sense) if kind is Kind.PARTY else (),
                    )
                )
            else:
                result.append(
                    Word(
                        kind,
                        text[one.start() : stop],
                        one.start(),
                        stop,
                        self._ids(sense) if kind is not Kind.STRANGER else (),
                    )
                )
            at = end
            self._with_noun(text, result)
        return result

    def _with_noun(self, text: str, words: list[Word]) -> None:
        """„Bündnis Mühlrad“ and „Fraktion Die Linke“ are one name."""
        noun = len(words) - (3 if len(words) > 2 and words[-2].text in ("Die", "DIE") else 2)
        if noun >= 0 and words[-1].kind is Kind.PARTY and words[noun].text in BEFORE_NAMES:
            start, end = words[noun].start, words[-1].end
            words[noun:] = [replace(words[-1], text=text[start:end], start=start)]

    def _name(
        self, text: str, found: Sequence[re.Match[str]], keys: Sequence[str], at: int
    ) -> tuple[int, Sense | None]:
        """Where the longest name ends that begins here, and what it means; „Linke Politik“ is none."""
        end, sense, joined, art = at, None, "", ""
        names: NameLexicon = self._lexicon
        for last in range(at, min(len(found), at + 12)):
            if found[last].lastgroup == "mark" and joined and found[last][0] in IN_NAMES:
                continue
            joined += keys[last]
            if joined not in names.anfaenge:
                break
            name = names.name(joined, text[found[at].start() : found[last].end()])
            if name is not None and name.art in "PphK":
                end, sense, art = last + 1, name.sinn, name.art
        if sense is None:
            return at, None
        word, following = found[at][0], found[end] if end < len(found) else None
        if art in "ph" and end == at + 1:
            before = found[at - 1][0] if at else ""
            is_glued = (
                following is not None and following[0][0] in STRICHE and following.start() == found[at].end()
            )
            names_noun = following is not None and following.lastgroup == "word" and following[0][0].isupper()
            by_article = word in ("Linke", "Grünen", "Liberalen", "Union") and before.lower() in (
                "die",
                "der",
                "den",
            )
            is_adjective = names_noun and not by_article and not is_glued and art == "p"
            if (
                not word[0].isupper()
                or is_adjective
                or (
                    before[:1].isupper()
                    and (ADJECTIVE.search(transliterated(before)) or before in ("Junge", "Jungen"))
                )
            ):
                return at, None
        if art == "K" and " " in text[found[at].start() : found[end - 1].end()] and keys[at] == "die":
            return at, None  # „die Basis der SPD“
        return end, sense

    def _closed(self, word: Word) -> Word:
        if word.kind is not Kind.WORD:
            return word
        if word.text == "PARTEI" or (
            word.low.endswith("partei") and is_partei(word.text) and not word.low.startswith("ampel")
        ):
            return replace(word, kind=Kind.STRANGER)
        if len(word.text) > 8 and word.text[0].isupper() and (found := CLOSED.fullmatch(word.low)):
            name = self._lexicon.namen.get(transliterated(found["name"]))
            if name is not None and name.art in "Pp":
                return replace(word, kind=_kind_of_compound(found["rest"]), parteien=self._ids(name.sinn))
        return word

    def _is_place(self, prefix: str) -> bool:
        name = self._lexicon.namen.get(transliterated(prefix))
        return (name is not None and name.art in "LADdUFP") or prefix.lower() in (
            "bundes",
            "landes",
            "hauptstadt",
        )

    def _ids(self, sense: Sense) -> tuple[str, ...]:
        name, *used_in = sense
        known = known_partei(self._registry, name) or find_partei(
            self._registry, name, used_in[0] if used_in else None
        )
        return (known.id,)


def _kind_of_compound(rest: str) -> Kind:
    for pattern, kind in (
        (PERSON_NOUN, Kind.PERSON), (GROUP_NOUN, Kind.PARTY), (DOCUMENT_NOUN, Kind.DOCUMENT), (SAID_NOUN, Kind.DOCUMENT),
    ):  # fmt: skip
        if pattern.fullmatch(rest):
            return kind
    return Kind.WORD


# --- what a party is in its clause --------------------------------------------------------------------------

ARTICLES = frozenset("die der das den dem des ihre ihren ihrer ihrem eine einer einem eines ein".split())
AGAINST = frozenset(
    """gegen mit ohne über für statt anstatt an durch wegen trotz gegenüber zu zur zum seit neben außer als wie vor
    hinter unter zwischen um auf in im bis entgegen mitsamt samt contra versus vs am nach von vom aus bezüglich""".split()
)
"""Before a party, they make it no speaker, but where a verb like „heißt es“ makes a source of it."""

SOURCES = frozenset("laut gemäß bei beim seitens vonseiten aufseiten so".split())
WITHIN = frozenset("im in aus laut gemäß nach auf ins vom von beim bei".split())
"""Before a document they make a source of it; „zum Programm der SPD“ is what somebody speaks of."""

IMPERSONAL = re.compile(
    r"(?:heißt|hieß|heißen|steht|stehen|stand|standen|liest|lesen|lautet|lauten|findet|finden|kommt|kam|stammt|stammen|verlautet"
    r"|verlautete|hört|klingt|gilt|ist|tönt|war|zitiert|entnommen|nachzulesen)"
)
"""Nobody speaks here but the source."""

SAYS = re.compile(
    r"(?:sag|schreib|schrieb|erklär|forder|verspr[aeio]|versicher|beton|kündig|formulier|bekräftig|unterstr|verkünd|behaupt"
    r"|argumentier|verlang|erläuter|ergänz|begründ|mahn|warn|kritisier|konter|entgegn|erwider|antwort|rief|ruft|frag|beschl"
    r"|resümier|meld|äußer|twitter|poste|zitier|nenn|nannt|will|woll|wirft|lob|jubel|klag|spott|notier|sprach|spricht|teilt|teilen"
    r"|stellt|hält|halten|mein|urteil|schlag|schläg|empf|appell|droh|gelob|bekenn|bekann|wirb|werb|warb|setz|plan|plän|möcht|sieht"
    r"|sehen|zitat|titel|plädier|lehn|wünsch|räum|stimm|verspott|legt|propagier)\w*"
)
STRONG = re.compile(
    r"(?:sag|schreib|schrieb|verspr[aeio]|erklär|forder|will$|wollen$|formulier|beton|heißt$|schrieb)\w*"
)
OBJECTS = re.compile(
    r"(?:lehnt?|lehnen|ablehn\w*|kritisier\w*|verw[ai]rf\w*|verwerfen|bezweifel\w*|zweifel\w*|ärger\w*|stör\w*|missf\w*|widersprech\w*"
    r"|widerspricht|widersprach\w*|verspott\w*|rüg\w*|zerpflück\w*|tadel\w*|bemängel\w*|verurteil\w*|hält|halten|bestreit\w*|bekämpf\w*)"
)
"""What is quoted is not the words of who does so, but where a colon stands."""

NO_VERB = frozenset(
    """und oder aber doch sowie wie was wer wo wobei womit wofür wogegen während weil obwohl als wenn dass ob nachdem bevor da
    damit sondern denn die der das den dem des ein eine einen einem einer eines im in an am auf aus bei beim mit gegen ohne über für
    von vom vor zu zum zur nach seit trotz wegen laut nicht auch noch nur sehr schon erst bereits hier dort dann heute gestern
    weit weiter weiterhin dagegen hingegen dafür dazu daneben zudem außerdem indes allerdings jedoch sonst selbst anders zuletzt ebenso ebenfalls
    letzten ersten zweiten bisher unten oben drei zehn wieder statt fast mehr meist direkt bekanntlich derweil gemeinsam gleichlautend
    diesen ihren seinen unseren allen vielen beiden anderen weiteren künftigen""".split()
)
VERB = re.compile(
    r"[a-zäöüß]+(?:t|en|te|ten|rn|ln)|will|muss|kann|soll|darf|schrieb|rief|sprach|hielt|gab|warb|kam|stand|hieß|war|verschrieb|beschloss|versprach|trug|ließ|zog|hob|tat"
)
SUBORDINATE = frozenset(
    """während weil obwohl obgleich wie was dass wenn ob nachdem bevor womit wofür wogegen wobei indem sodass da wo weshalb woran
    worauf woraus wozu als ohne anstatt statt um welche welcher welches deren dessen sowie""".split()
)
NO_NOUN = NO_VERB | AGAINST | SOURCES | ARTICLES | SUBORDINATE
RELATIVE = frozenset("die der das den dem deren dessen denen".split())
GOES_ON = re.compile(
    r"\b(?:sie|er|es|diese|dieser|dieses|dort|darin|dazu|hier|weiter|weiterhin|ferner|außerdem|zudem|ebenda|ihrem|ihren|ihre|ihr|seinem|"
    r"partei|fraktion|genossen|ampelpartei|regierungspartei|kanzlerpartei|man|wörtlich|unten|stelle|programm|wahlprogramm|papier|kapitel|"
    r"anschluss|auch|sodann|später|abschnitt|text|heißt|steht|folgt|seite|s)\b",
    re.IGNORECASE,
)
NOT_SOMEBODY = frozenset(
    """dieselbe derselbe dieselben es sie er man wir ich ihr das dies dieses dieser diese jener jemand niemand alle alles beide viele folgendes folgende nichts etwas
    wer was dort hier sich uns ihnen unter anderem anderes weiteres weiter zitat ende""".split()
)
RESPECTIVE = re.compile(r"\b(?:beziehungsweise|bzw|respektive|jeweils)\b")
TOPICS = frozenset(
    "thema frage punkt blick stichwort beispiel ergebnis fall kapitel folge schluss anfang ende jahr montag dienstag mittwoch donnerstag freitag samstag sonntag jahres wahl".split()
)


MASCULINE = re.compile(r"(?:bund|turm|verband|block|ssw)$")
"""„der SSW schreibt“; „der SPD“ is an object."""

PARTICIPLE = re.compile(r"[a-zäöüß]+(?:te|ten|ter|ene|enen|ener)")


class Role(StrEnum):
    SUBJECT = "subject"
    SOURCE = "source"
    PERSON = "person"
    OBJECT = "object"
    NONE = "none"

    @property
    def is_source(self) -> bool:
        """In brackets, in a cell or in a footnote: „SPD, S. 12“, but not „Beifall bei der SPD“."""
        return self in (Role.SUBJECT, Role.SOURCE, Role.PERSON)


@dataclass(frozen=True, slots=True)
class Mention:
    """Parties named together, and what they are in their clause; `at`: the words from first to behind last."""

    role: Role
    parteien: tuple[str, ...]
    first: int
    behind: int
    is_document: bool = False


def read_mentions(words: Words) -> list[Mention]:
    found: list[Mention] = []
    at = 0
    while at < len(words):
        if not words[at].is_name:
            at += 1
            continue
        last = at
        while (following := _joined(words, last)) is not None:
            last = following
        parteien = tuple(dict.fromkeys(p for one in words[at : last + 1] for p in one.parteien))
        role, is_document = _role(words, at, last)
        found.append(Mention(role, parteien, at, last + 1, is_document))
        at = last + 1
    return found


def _joined(words: Words, at: int) -> int | None:
    """The place of a party that „und“, a comma or a slash joins to the one here."""
    joint = at + 1
    if joint >= len(words) or words[joint].low not in (
        "und",
        "sowie",
        ",",
        "/",
        "&",
        "oder",
        "beziehungsweise",
        "bzw",
        "respektive",
    ):
        return None
    behind = joint + 1
    while behind < len(words) and (words[behind].low in ARTICLES or words[behind].text == "."):
        behind += 1
    if behind >= len(words) or not words[behind].is_name or words[behind].kind is not words[at].kind:
        return None
    if words[joint].text == "," and _joined(words, behind) is None:
        return None
    # „… schreibt die SPD und die Grünen lehnen das ab“: the second has a verb of its own.
    is_inverted = any(is_verb(one) for one in words[:at])
    has_verb = behind + 1 < len(words) and is_verb(words[behind + 1])
    return None if is_inverted and has_verb else behind


def is_verb(word: Word) -> bool:
    return (
        word.kind is Kind.WORD
        and word.text[0].islower()
        and word.low not in NO_VERB
        and bool(VERB.fullmatch(word.text))
    )


def _role(words: Words, first: int, last: int) -> tuple[Role, bool]:
    one = words[first]
    behind = words[last + 1] if last + 1 < len(words) else None
    if behind is not None and behind.low == "zufolge":
        return Role.SOURCE, False
    if behind is not None and behind.kind is Kind.WORD and PARTICIPLE.fullmatch(behind.text):
        if any(word.low in ("von", "vom") for word in words[max(0, first - 2) : first]):
            return Role.NONE, False  # „die von der SPD unterstützte Forderung“
    left, article = first - 1, ""
    at = left
    while (
        at >= 0
        and words[at].kind is Kind.WORD
        and words[at].text[0].islower()
        and re.search("(?:e|en|er|em)$", words[at].text)
        and words[at].low not in ARTICLES | AGAINST | NO_VERB
    ):
        at -= 1
    if at >= 0 and words[at].low in ARTICLES:
        article, left = words[at].low, at - 1
    before = words[left] if left >= 0 else None
    prep = before.low if before is not None and before.kind is Kind.WORD else ""
    if prep in ("weder", "nicht", "kein", "keine") or (
        prep == "noch" and any(word.low == "weder" for word in words)
    ):
        return Role.NONE, False
    if one.kind is Kind.PERSON:
        return (Role.NONE if prep in AGAINST else Role.PERSON), False
    if one.kind is Kind.DOCUMENT:
        is_topic = prep in AGAINST and prep not in WITHIN
        return (Role.NONE if is_topic or _is_spoken_of(words, left) else Role.SOURCE), True
    is_masculine = article == "der" and bool(MASCULINE.search(one.low))
    if (
        before is not None
        and before.is_capital
        and not is_masculine
        and (article in ("der", "des") or prep == "von" or not article)
    ):
        return _of_noun(words, left, bool(article))
    if prep in ("von", "vom") and left >= 1 and (words[left - 1].is_capital or words[left - 1].low == "sie"):
        return _of_noun(words, left - 1, True)
    if prep in SOURCES and not (prep in ("bei", "beim") and left >= 1 and words[left - 1].is_capital):
        return Role.SOURCE, False
    if prep == "nach" and any(re.fullmatch("geht|ginge|gehen", word.low) for word in words):
        return Role.SOURCE, False
    if prep in AGAINST:
        if prep == "wie" and any(word.low == "weder" for word in words[:first]):
            return Role.SUBJECT, False  # „Weder SPD noch FDP gehen so weit wie die Linke“
        if prep in ("von", "aus", "in") and any(IMPERSONAL.fullmatch(word.low) for word in words):
            return Role.SOURCE, False
        if prep == "für" and any(
            re.fullmatch("gilt|ist|steht|heißt|bedeutet|zählt|lautet", word.low) for word in words
        ):
            return Role.SOURCE, False
        return Role.NONE, False
    if article in ("dem", "den", "des") or (article == "der" and not is_masculine):
        return Role.OBJECT, False
    return Role.SUBJECT, False


def _is_spoken_of(words: Words, left: int) -> bool:
    """„Kritik am Programm“: a noun with a preposition before it."""
    return left >= 1 and words[left].low in ("am", "an", "zum", "zur", "über", "gegen")


def _of_noun(words: Words, noun: int, has_article: bool) -> tuple[Role, bool]:
    """„das Programm der SPD“, „der Chef der SPD“, „die Kritiker der SPD“, „Fraktion Die Linke“, „Sie von der SPD“."""
    word = words[noun]
    at = noun - 1
    while (
        at >= 0
        and words[at].kind is Kind.WORD
        and (
            words[at].low in ARTICLES
            or (
                words[at].text[0].islower()
                and re.search("(?:e|en|er|em)$", words[at].text)
                and words[at].low not in AGAINST | NO_VERB
            )
        )
    ):
        at -= 1
    prep = words[at].low if at >= 0 and words[at].kind is Kind.WORD else ""
    if word.low == "sie" or GROUP_NOUN.fullmatch(word.low):
        if prep in AGAINST and prep not in ("von",):
            return Role.NONE, False
        return (Role.SOURCE if prep in SOURCES else Role.SUBJECT), False
    if DOCUMENT_NOUN.fullmatch(word.low) or SAID_NOUN.fullmatch(word.low):
        is_topic = prep in AGAINST and prep not in WITHIN
        return (Role.NONE if is_topic else Role.SOURCE), True
    if PERSON_NOUN.fullmatch(word.low):
        return (Role.NONE if prep in AGAINST else Role.PERSON), False
    if not has_article:  # „Müller, SPD“ and „Koalitionspartner FDP“
        return (Role.NONE if prep in AGAINST else Role.SUBJECT), False
    # „Lars Klingbeil von der SPD“, but „die Kritiker der SPD“.
    is_person = noun >= 1 and words[noun - 1].is_capital and words[noun - 1].low not in ARTICLES
    return (Role.PERSON if is_person else Role.NONE), False


# --- who speaks in a clause ---------------------------------------------------------------------------------


def _speaker_of(words: Words, is_label: bool = False) -> Speaker | None:
    """The subject of a clause, or its source; None where it has none. `is_label`: a colon follows."""
    mentions = read_mentions(words)
    sources = [one for one in mentions if one.role is Role.SOURCE]
    subjects = [one for one in mentions if one.role is Role.SUBJECT]
    persons = [one for one in mentions if one.role is Role.PERSON]
    if (
        not is_label
        and any(OBJECTS.fullmatch(word.low) for word in words)
        and not any(STRONG.fullmatch(word.low) for word in words)
    ):
        subjects, persons = [], []
    stranger = _stranger(words)
    if (
        stranger
        and mentions
        and (subjects or sources or persons)
        and stranger.at > min(one.first for one in (*subjects, *sources, *persons))
    ):
        stranger = None
    quoting = next((n for n, word in enumerate(words) if word.low.startswith("zitier")), len(words))
    if (quoted := [one for one in subjects if one.first > quoting]) and (len(subjects) == 2 or stranger):
        subjects, stranger = quoted, None
    by_name = _person_with_party(words, mentions)
    if by_name and not sources:
        return by_name
    if sources:
        told = tuple(dict.fromkeys(p for one in sources for p in one.parteien))
        document = all(one.is_document for one in sources)
        says = any(STRONG.fullmatch(word.low) for word in words)
        if len({one.parteien for one in sources}) > 1:
            return Speaker(moeglich=told)
        if subjects and subjects[0].parteien != told and (says or not document):
            return Speaker(moeglich=tuple(dict.fromkeys((*subjects[0].parteien, *told))))
        if stranger and says and not document:
            return Speaker(fremd=stranger.words)
        return Speaker(parteien=told)
    if stranger and not (subjects and not stranger.is_sure):
        return Speaker(fremd=stranger.words)
    if persons and (not subjects or persons[0].first < subjects[0].first):
        return Speaker(persons[0].parteien, person=_person_words(words, persons[0]))
    if subjects:
        return Speaker(subjects[0].parteien)
    return None


def _person_with_party(words: Words, mentions: Sequence[Mention]) -> Speaker | None:
    """„Lars Klingbeil (SPD) sagte“: a name in capitals, and the party in brackets or between commas behind it."""
    for one in mentions:
        opened = one.first - 2 if words[one.first - 1].low in ("die", "der", "das") else one.first - 1
        if opened >= 1 and words[opened].text in "([" and words[opened - 1].is_capital:
            start = opened - 1
            while start > 0 and words[start - 1].is_capital and words[start - 1].low not in ARTICLES:
                start -= 1
            return Speaker(one.parteien, person=_joined_words(words[start : min(one.behind + 1, len(words))]))
    return None


def _person_words(words: Words, one: Mention) -> str:
    """„SPD-Chefin Saskia Esken“."""
    start, behind = one.first, one.behind
    while (
        start > 0
        and (words[start - 1].is_capital or words[start - 1].low in ("von", *ARTICLES))
        and one.first - start < 5
    ):
        start -= 1
    while behind < len(words) and words[behind].is_capital and behind - one.behind < 4:
        behind += 1
    return _joined_words(words[start:behind])


def _joined_words(words: Words) -> str:
    text = " ".join(word.text for word in words)
    return re.sub(r"(?<=[(\[]) | (?=[)\],.])", "", text)


@dataclass(frozen=True, slots=True)
class _Stranger:
    words: str
    at: int
    is_sure: bool


SOMEBODY = re.compile(
    rf"\w*(?:{PERSON}|gewerkschaft|verband|verbands|institut|instituts|bundestag|bundestags|landtag|bundesrat|regierung|zeitung|studie|gericht|ministerium|kirche|"
    r"verein|bund|forscher|forscherin|professor|autor|autorin|ökonom|ökonomin|historiker|kommission|ausschuss|rat|amt|kritiker|gegner|bürger|initiative|jugend|jusos)",
    re.IGNORECASE,
)


def _stranger(words: Words) -> _Stranger | None:
    """Who says it and is no party: „der Kanzler sagt“, „sagte Thomas Müller“, „Die SPÖ schreibt“."""
    verb = next(
        (
            n
            for n, word in enumerate(words)
            if word.kind is Kind.WORD
            and word.text[0].islower()
            and SAYS.fullmatch(word.low)
            and word.low not in NO_VERB
        ),
        None,
    )
    if verb is None:
        head = next((n for n, word in enumerate(words) if word.low in ("so", "laut")), None)
        if (
            head is None
            and len(words) <= 5
            and words
            and all(word.kind in (Kind.WORD, Kind.STRANGER) for word in words)
        ):
            found = _noun_phrase(words, 0)
            return found if found and found.is_sure else None
        if head is None or any(is_verb(word) for word in words):
            by = next(
                (
                    n
                    for n, word in enumerate(words[:-1])
                    if word.low in ("bei", "beim") and n and words[n - 1].low in ("es", "heißt", "steht")
                ),
                None,
            )
            return _noun_phrase(words, by + 1) if by is not None else _of_document(words)
        return _noun_phrase(words, head + 1)
    start = (
        1 if words[0].low in SUBORDINATE or words[0].low in ("und", "aber", "doch", "denn", "sondern") else 0
    )
    first = words[min(start, verb)]
    if (
        start < verb
        and (first.is_capital or first.low in ARTICLES or first.kind is Kind.STRANGER)
        and first.low not in AGAINST | SOURCES | SUBORDINATE
    ):
        return _noun_phrase(words[:verb], start)
    return _noun_phrase(words, verb + 1)


def _of_document(words: Words) -> _Stranger | None:
    """„in der Stellungnahme des Städtetags heißt es“."""
    for n, word in enumerate(words[:-2]):
        if (
            word.is_capital
            and DOCUMENT_NOUN.fullmatch(word.low)
            and words[n + 1].low in ("der", "des", "vom", "von")
        ):
            if any(one.low in WITHIN for one in words[max(0, n - 3) : n]):
                return _noun_phrase(words, n + 1)
    return None


def _noun_phrase(words: Words, start: int) -> _Stranger | None:
    """The noun that stands there with its article, where it may be somebody's name."""
    at = start
    while (
        at < len(words)
        and words[at].kind is Kind.WORD
        and words[at].text[0].islower()
        and words[at].low not in AGAINST | SOURCES
    ):
        if words[at].low in NOT_SOMEBODY and words[at].low not in ARTICLES:
            return None
        at += 1
    if start < len(words) and words[start].low in ARTICLES and at == start:
        at += 1
        while at < len(words) and words[at].kind is Kind.WORD and words[at].text[0].islower():
            at += 1
    behind = at
    while (
        behind < len(words)
        and (
            words[behind].is_capital
            or words[behind].text in STRICHE
            or words[behind].low in ("von", "der", "des")
        )
        and not words[behind].is_name
    ):
        if words[behind].low in ("von", "der", "des") and not (
            behind + 1 < len(words) and words[behind + 1].is_capital
        ):
            break
        behind += 1
    named = words[at:behind]
    if not named or not named[0].is_capital:
        return None
    heads = [word.low for word in named if word.is_capital]
    if any(head in NOT_SOMEBODY or head in ARTICLES or head in TOPICS for head in heads[:1]):
        return None
    head = heads[0]
    if (
        DOCUMENT_NOUN.fullmatch(head)
        or SAID_NOUN.fullmatch(head)
        or (
            GROUP_NOUN.fullmatch(head)
            and len(heads) == 1
            and named[0].kind is not Kind.STRANGER
            and not SOMEBODY.fullmatch(head)
        )
    ):
        return None
    is_sure = (
        any(word.kind is Kind.STRANGER or SOMEBODY.fullmatch(word.low) for word in named)
        or (len(heads) == 1 and re.fullmatch("[A-ZÄÖÜ]{3,5}", named[0].text) is not None)
        or (len(heads) >= 2 and not named[0].low.endswith(("e", "es", "er", "ung")))
    )
    lead = words[start:at] if start < at and words[start].low in ARTICLES else ()
    return _Stranger(_joined_words([*lead, *named]), start, is_sure)


# --- the clauses around a quote -----------------------------------------------------------------------------

BREAKS = frozenset(",;:–—|")


def _pieces(words: Words) -> list[list[Word]]:
    """The clauses of what stands before a quote, split at its marks, and at an „und“ with a verb of its own."""
    found: list[list[Word]] = [[]]
    for n, word in enumerate(words):
        if word.kind is Kind.MARK and word.text in BREAKS:
            is_list = word.text == "," and n and words[n - 1].is_name and _joined(words, n - 1) is not None
            if is_list:
                found[-1].append(word)
            else:
                found.append([])
            continue
        own_verb = (
            word.low in ("und", "doch", "aber")
            and _opens_clause(words, n)
            and any(is_verb(one) for one in found[-1])
        )
        if own_verb:
            found.append([])
        found[-1].append(word)
    return [piece for piece in found if piece]


def _opens_clause(words: Words, at: int) -> bool:
    """„… und die FDP schreibt“: behind it a name and a verb."""
    behind = at + 1
    while behind < len(words) and words[behind].low in ARTICLES:
        behind += 1
    return behind + 1 < len(words) and words[behind].is_name and is_verb(words[behind + 1])


def _is_aside(piece: Words, number: int) -> bool:
    """A clause beside: „die im Bund regiert“, „wie die CDU kritisiert“, „anders als die CDU“."""
    if piece[0].low in ("und", "oder", "aber") and len(piece) > 1:
        piece = piece[1:]
    first = piece[0].low
    is_verbless = not any(is_verb(one) for one in piece)
    if first in SUBORDINATE or (first in ("anders", "nicht", "ähnlich", "auch") and is_verbless):
        return True
    is_relative = first in RELATIVE or (len(piece) > 1 and first in AGAINST and piece[1].low in RELATIVE)
    following = next((one for one in piece[1:] if one.low not in RELATIVE), None)
    named = following is not None and following.is_name and following is piece[1]
    return number > 0 and is_relative and not named and is_verb(piece[-1])


def _before(words: Words) -> tuple[Speaker | None, bool, Speaker]:
    """Who speaks by what stands before a quote; does it give the quote to whoever spoke last; and, where nobody
    did, the only party of the clauses beside."""
    has_colon = bool(words) and words[-1].text == ":"
    pieces = _pieces(words)
    if not pieces:
        return None, False, NOBODY
    goes_on = False
    for number in reversed(range(len(pieces))):
        piece = pieces[number]
        is_next = number == len(pieces) - 1
        if not is_next and _is_aside(piece, number):
            continue
        if found := _speaker_of(piece, is_label=has_colon and is_next):
            if goes_on and is_next is False:
                return _one_of(pieces[: number + 1], found), False, NOBODY
            return found, False, NOBODY
        goes_on = goes_on or (is_next and bool(GOES_ON.search(" ".join(word.text for word in piece))))
    named = (one for piece in pieces for one in read_mentions(piece) if one.role.is_source)
    beside = {one.parteien for one in named}
    return None, goes_on, Speaker(beside.pop()) if goes_on and len(beside) == 1 else NOBODY


def _one_of(pieces: Sequence[Words], found: Speaker) -> Speaker:
    """„Die SPD wirft der CDU vor, sie habe …“: nobody can tell whom „sie“ means."""
    named = [
        p
        for piece in pieces
        for one in read_mentions(piece)
        if one.role in (Role.SUBJECT, Role.OBJECT)
        for p in one.parteien
    ]
    parteien = tuple(dict.fromkeys((*found.parteien, *named)))
    return Speaker(moeglich=parteien) if len(parteien) > 1 and len(found.parteien) == 1 else found


def _behind(words: Words, is_gapped: bool) -> tuple[Speaker | None, bool, int]:
    """Who speaks by what stands right behind a quote, does it go on, and how many of the words say so."""
    start = 0
    while start < len(words) and words[start].text in (",", ".", "!", "?", ";", "–", "—", ":"):
        start += 1
    if start >= len(words):
        return None, False, 0
    end = _clause_end(words, start)
    piece, first = words[start:end], words[start]
    has_comma = any(word.text in ",;–—:" for word in words[:start])
    if first.low in ARTICLES | {"von", "aus", "im", "in", "bei"} and not has_comma:
        # „das Versprechen „…“ der SPD“, „steht „…“ im Programm der SPD“
        found = [one for one in read_mentions(piece) if one.role in (Role.SOURCE, Role.OBJECT, Role.SUBJECT)]
        sources = [
            one
            for one in found
            if one.role is Role.SOURCE or (one.first <= 1 and first.low in ("der", "des", "von", "aus"))
        ]
        if sources:
            return Speaker(sources[0].parteien), False, start + sources[0].behind
    if is_gapped and piece[-1].is_name and not any(is_verb(one) for one in piece):
        if named := read_mentions(piece):  # „„a“ schreibt die SPD, „b“ die FDP“
            return Speaker(named[0].parteien), False, end
    opens = is_verb(first) or first.low in ("so", "laut", "sagte", "steht") or (
        has_comma and first.low in ("das", "dies", "dieser", "diese", "dieses", "mit", "damit", "versprochen", "geschrieben", "nachzulesen")
    )  # fmt: skip
    if first.low in ("im", "in", "aus", "bei") and has_comma:
        opens = any(one.role is Role.SOURCE for one in read_mentions(piece))
    is_name = start + 1 < len(words) and words[start + 1].is_name and first.low in ARTICLES
    if not opens or is_name or first.low in SUBORDINATE:
        return None, False, 0
    if any(OBJECTS.fullmatch(word.low) for word in piece) and not has_comma:
        return None, False, 0
    if first.low in ("das", "dies", "dieser", "diese", "dieses", "mit", "damit") and any(
        OBJECTS.fullmatch(word.low) for word in piece
    ):
        return None, False, 0
    if first.low in ("so", "laut") and not read_mentions(piece) and not _stranger(piece):
        return None, True, end
    if found_speaker := _speaker_of(piece, is_label=has_comma):
        return found_speaker, False, end
    says = first.low == "so" or SAYS.fullmatch(first.low) or IMPERSONAL.fullmatch(first.low)
    return None, bool(says) and bool(GOES_ON.search(_joined_words(piece))), end if says else 0


def _clause_end(words: Words, start: int) -> int:
    """Up to its comma, or an „und“ with another verb."""
    for n in range(start, len(words)):
        word = words[n]
        if word.text in (",", ";", ".", "–", "—", ":", "?", "!"):
            is_list = (
                word.text == "," and n > start and words[n - 1].is_name and _joined(words, n - 1) is not None
            )
            is_initial = (
                word.text == "." and n > start and not words[n - 1].is_name and len(words[n - 1].text) < 4
            )
            if not is_list and not is_initial:
                return n
        elif (
            word.low in ("und", "aber", "doch")
            and n + 1 < len(words)
            and (is_verb(words[n + 1]) or _opens_clause(words, n))
        ):
            return n
    return len(words)


# --- a paragraph --------------------------------------------------------------------------------------------

BEHIND = re.compile(
    r"\s*+[.,;:!?]?\s*+[(\[](?P<inside>[^()\[\]\n]{2,200}(?:\([^()\n]{1,60}\))?[^()\[\]\n]{0,60})[)\]]"
)
DASH_BEHIND = re.compile("\\s*+[–—]\\s*+(?P<inside>[^\\n\ue000-\uf8ff]{2,150})$")
INTERJECTION = re.compile(
    r"(?:\w+ )?(?:Beifall|Zuruf|Zwischenruf|Gegenruf|Heiterkeit|Lachen|Unruhe|Widerspruch)"
)
"""In minutes; they say nothing of whose a quote is."""

NOTE_MARK = re.compile(r"[.,;]?(?:\s?\[\^?\d{1,3}\]|[⁰¹²³⁴-⁹]{1,3})")


SAID_SO = re.compile(
    r"(?:So (?:steht|heißt|schreib|formulier|will|sag|verspr|lautet|liest)|(?:Das|Dies|Dieser Satz|Diesen Satz|Diese Worte|"
    r"Diese Sätze|Dieses Versprechen|Mit diesen Worten)\b[^.]{0,60}?\b(?:steh|schreib|heiß|verspr|sag|stamm|find|wirb))"
)
"""A sentence that tells whose the quote before it is, where its own sentence does not."""


@dataclass
class Memory:
    """Who spoke last, and which parties were the subject of sentences since."""

    spoke: tuple[str, ...] = ()
    fremd: str = ""
    since: list[tuple[str, ...]] = field(default_factory=list)
    here: Speaker = NOBODY
    """Of whom the sentence before speaks, in this paragraph."""

    def forget(self) -> None:
        self.spoke, self.fremd, self.since, self.here = (), "", [], NOBODY

    def speaks(self, speaker: Speaker) -> None:
        self.spoke, self.fremd, self.since, self.here = speaker.of, speaker.fremd, [], speaker

    def speaker(self) -> Speaker:
        """Exactly one, or one of several."""
        if self.fremd and not self.since:
            return Speaker(fremd=self.fremd)
        parteien = tuple(dict.fromkeys((*self.spoke, *(p for topic in self.since for p in topic))))
        return (
            Speaker(parteien)
            if len(parteien) < 2 or (self.spoke and not self.since)
            else Speaker(moeglich=parteien)
        )


def read_paragraph(text: str, spans: Sequence[tuple[int, int]], reader: Reader, memory: Memory) -> list[Told]:
    """What a paragraph says of each of its quotes, which stand at `spans`; a memory goes from one to the next."""
    signs, told = _with_signs(text, spans), [Told() for _ in spans]
    signs = _sources_apart(signs, told, reader)
    memory.here = NOBODY
    last: Told | None = None
    for low, high in _sentences(signs):
        words = reader.words(signs[low:high])
        slots = [n for n, word in enumerate(words) if word.kind is Kind.QUOTE]
        if slots:
            _sentence(words, slots, told, memory, signs[low:high], reader)
            last = told[ord(words[slots[-1]].text) - FIRST_SIGN]
            continue
        sentence = signs[low:high].strip()
        if last is not None and last.speaker == NOBODY and not last.source and SAID_SO.match(sentence):
            last.speaker, last.behind = _speaker_of(words) or NOBODY, sentence
            memory.speaks(last.speaker)
        elif topic := _topic(words):
            memory.since.append(topic)
            memory.here = Speaker(topic) if len(topic) == 1 else Speaker(moeglich=topic)
        last = None
    return told


def _with_signs(text: str, spans: Sequence[tuple[int, int]]) -> str:
    pieces, at = [], 0
    for n, (start, end) in enumerate(spans):
        pieces += [FOREIGN_SIGNS.sub(" ", text[at:start]), chr(FIRST_SIGN + n)]
        at = end
    pieces.append(FOREIGN_SIGNS.sub(" ", text[at:]))
    text = "".join(pieces)
    return OTHER_MARKS.sub(lambda match: match[0] if SIGN.search(match[0]) else OPAQUE, text)


def _sources_apart(signs: str, told: Sequence[Told], reader: Reader) -> str:
    """Brackets and dashes right behind quotes are taken out as their sources, and all other brackets as asides."""
    pieces, at = [], 0
    places = [match.start() for match in SIGN.finditer(signs)]
    for n, place in enumerate(places):
        own = told[ord(signs[place]) - FIRST_SIGN]
        pieces.append(signs[at : place + 1])
        at = place + 1
        behind = signs[at : places[n + 1] if n + 1 < len(places) else len(signs)]
        if mark := NOTE_MARK.match(behind):
            at += mark.end()
            behind = behind[mark.end() :]
        if found := BEHIND.match(behind):
            own.source = "" if INTERJECTION.match(found["inside"]) else found["inside"]
            pieces.append(behind[: found.start("inside") - 1].rstrip() or "")
            at += found.end()
        elif (dash := DASH_BEHIND.match(behind.lstrip("\n ").split("\n")[0].rstrip())) and _is_source(
            dash["inside"], reader
        ):
            own.source = dash["inside"]
            at += behind.index(dash["inside"]) + len(dash["inside"])
    return "".join([*pieces, signs[at:]])


def _is_source(words: str, reader: Reader) -> bool:
    """„SPD, Wahlprogramm 2021, S. 3“, but not „die SPD lehnt das ab“."""
    found = reader.words(words)
    if words.rstrip().endswith(":"):
        return False  # „SPD: „…“ – FDP: „…““
    behind = 1 if found and found[0].low in ARTICLES else 0
    if re.search(r"\b(?:S\.|Seiten?)\s*\d", words) and not re.match("so |das |dies|mit ", words):
        return True
    if len(found) <= behind or not found[behind].is_name:
        return False
    return not any(is_verb(word) for word in found) and (
        len(found) == behind + 1 or not found[behind + 1].text[0].islower()
    )


def _sentences(signs: str) -> list[tuple[int, int]]:
    """A quote with its own full stop, or behind a colon, may end one."""
    borders = {0, len(signs)}
    # A quote's sign is one character, which a splitter takes for an initial.
    wide = SIGN.sub("x", signs)
    for start, end in sentences(wide):
        borders |= {start, end}
    for match in SIGN.finditer(signs):
        behind = re.compile(r"[.!?]\s+(?=[A-ZÄÖÜ\ue000-\uf7ff])").match(signs, match.end())
        if behind:
            borders.add(behind.end())
    for match in NEXT_SENTENCE.finditer(signs):
        if (
            match["word"] is None
            or match["word"] in FIRST_WORDS
            or match["word"] in ("Damit", "Ganz", "Weiter", "Ferner", "Dort", "Anders")
        ):
            borders.add(match.end())
    borders |= {match.end() for match in LINE_END.finditer(signs)}
    ordered = sorted(borders)
    return [(low, high) for low, high in pairwise(ordered) if signs[low:high].strip()]


def _topic(words: Words) -> tuple[str, ...]:
    """Of whom a sentence without a quote speaks first."""
    is_question = words[-1].text == "?"
    for number, piece in enumerate(_pieces(words)):
        if is_question or not _is_aside(piece, number):
            for one in read_mentions(piece):
                if one.role in (Role.SUBJECT, Role.SOURCE):
                    return one.parteien
    return ()


def _sentence(
    words: Words, slots: Sequence[int], told: Sequence[Told], memory: Memory, text: str, reader: Reader
) -> None:
    own = [told[ord(words[slot].text) - FIRST_SIGN] for slot in slots]
    left = 0
    by_behind: list[bool] = []
    for n, (slot, one) in enumerate(zip(slots, own, strict=True)):
        following = slots[n + 1] if n + 1 < len(slots) else len(words)
        before, behind = _without_brackets(words[left:slot]), _without_brackets(words[slot + 1 : following])
        lead, goes_on, beside = _before(before)
        follow, follows_on, taken = _behind(behind, bool(by_behind) and by_behind[-1] and lead is None)
        introduces_next = n + 1 < len(slots) and [word.text for word in behind[taken:]] in ([], [":"])
        if introduces_next and (lead is not None or one.source):
            follow, follows_on, taken = None, False, 0  # „„a“, heißt es bei der FDP: „b““
        one.before, one.behind = _claiming(words[left:slot], before), _plain(behind[:taken])
        one.goes_on = goes_on or follows_on
        if beside != NOBODY and follow is None and memory.speaker() == NOBODY:
            lead = beside
        one.speaker = _of_both(lead, follow, before)
        by_behind.append(follow is not None)
        is_joined = n > 0 and all(
            word.low in ("und", ",", "sowie", "oder", "weiter", ":", "dann", "–") for word in before
        )
        if follow is not None and lead is None and is_joined:
            _respectively(own[: n + 1], follow, RESPECTIVE.search(text) is not None)
        elif one.speaker == NOBODY and n and own[n - 1].speaker != NOBODY and not one.source:
            one.speaker = own[n - 1].speaker
        left = slot + 1 + _real(words, slot + 1, taken)
    _by_order(own)
    for one in own:
        if one.speaker == NOBODY and not one.source:
            one.speaker = memory.speaker() if one.goes_on else memory.here
        in_source = [named for named in read_mentions(reader.words(one.source)) if named.role.is_source]
        if in_source:
            memory.speaks(Speaker(in_source[0].parteien))
        elif one.speaker != NOBODY:
            memory.speaks(one.speaker)


def _of_both(lead: Speaker | None, follow: Speaker | None, before: Words) -> Speaker:
    """Behind a quote counts as much as before it; where both name somebody else, nobody can tell."""
    if lead is None or follow is None or lead == follow:
        return follow or lead or NOBODY
    if set(lead.of) & set(follow.of):
        return follow if len(follow.of) <= len(lead.of) else lead
    if lead.of and follow.of and any(STRONG.fullmatch(word.low) for word in before):
        return Speaker(moeglich=(*lead.of, *follow.of))
    return follow


def _respectively(own: Sequence[Told], follow: Speaker, is_ordered: bool) -> None:
    """„„a“ und „b“ versprechen A und B“: of which of them each is, only „beziehungsweise“ tells."""
    joined = [one for one in own if one.speaker in (NOBODY, follow)]
    for n, one in enumerate(joined):
        if len(follow.parteien) > 1 and len(joined) > 1:
            one.speaker = (
                Speaker((follow.parteien[n],))
                if is_ordered and len(joined) == len(follow.parteien)
                else Speaker(moeglich=follow.parteien)
            )
        else:
            one.speaker = follow


def _by_order(own: Sequence[Told]) -> None:
    """„„a“ und „b“ (A, S. 1; B, S. 2)“: as many sources as quotes, in their order."""
    for n, one in enumerate(own):
        parts = [part.strip() for part in re.split(";|(?<=\\d), (?=[A-Z])", one.source) if part.strip()]
        first = n - len(parts) + 1
        if len(parts) > 1 and first >= 0 and not any(other.source for other in own[first:n]):
            for other, part in zip(own[first : n + 1], parts, strict=True):
                other.source = part


def _without_brackets(words: Words) -> list[Word]:
    """Asides in brackets say nothing; a party behind a person's name stays."""
    kept: list[Word] = []
    depth = 0
    for n, word in enumerate(words):
        if word.text in ("(", "["):
            is_party = (
                n > 0
                and n + 2 < len(words)
                and words[n - 1].is_capital
                and words[n + 1].is_name
                and words[n + 2].text in (")", "]", ",")
            )
            depth += 0 if is_party else 1
            if is_party:
                kept.append(word)
        elif word.text in (")", "]"):
            if depth:
                depth -= 1
            else:
                kept.append(word)
        elif not depth:
            kept.append(word)
    return kept


def _real(words: Words, start: int, taken: int) -> int:
    """How many words, brackets with them, those are that were taken without brackets."""
    kept = _without_brackets(words[start:])[:taken]
    return next((n + 1 for n, word in enumerate(words[start:]) if kept and word is kept[-1]), 0)


def _claiming(words: Words, before: Words) -> str:
    """What stands before a quote, without clauses about others, and with what stands in brackets."""
    pieces = _pieces(before)
    kept = [piece for n, piece in enumerate(pieces) if n == len(pieces) - 1 or not _is_aside(piece, n)]
    aside = [word for word in words if not any(word is one for one in before)]
    return " ".join(filter(None, (*(_plain(piece) for piece in kept), _plain(aside))))


def _plain(words: Words) -> str:
    return _joined_words(words).strip()
