"""The words of a German sentence: its quotes as one sign each, the names of parties as one word each.

A name tells with what it is compounded: „SPD-Fraktion“ is the party, „SPD-Programm“ its document,
„SPD-Chefin“ a person of it, „AfD-Verbot“ none of these. Lists of words have gaps.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from core.programme.registry import Registry
from core.search.word_tags import Kind as NameKind, NameLexicon
from core.wortlaut.german.folding import transliterated
from core.wortlaut.german.words import ADJECTIVE, STRICHE

EVERYDAY = {NameKind.EVERYDAY, NameKind.SUBJECT}
PARTEI_KINDS = {NameKind.PARTEI, NameKind.FOREIGN, *EVERYDAY}
PLACE_KINDS = {NameKind.LAND, NameKind.ADJECTIVE, NameKind.BUND, NameKind.PARTIES, NameKind.PARTEI}

# --- lists --------------------------------------------------------------------------------------------------

DOCUMENT = (
    "programm|papier|antrag|antrags|entwurf|konzept|beschluss|beschlusses|vertrag|manifest|text|textes|kapitel|"
    "stellungnahme|gutachten|brief|bericht|pressemitteilung|interview|rede|abschnitt|website|webseite|homepage|"
    "broschüre|flyer|passage|seite|seiten|stelle|werk|agenda|resolution"
)
SAID = (
    "will|wille|willen|willens|ansicht|meinung|sicht|wort|worte|worten|auffassung|vorstellung|vorstellungen|"
    "lesart|logik|plan|pläne|plänen|forderung|forderungen|forderungskatalog|versprechen|wahlversprechen|antwort|"
    "antworten|position|positionen|zusage|angebot|ziel|ziele|motto|credo|slogan|satz|sätze|formulierung|zitat|"
    "idee|ideen|vorschlag|vorschläge|haltung|linie|rezept|bekenntnis|versicherung|aussage|aussagen|anspruch|"
    "ankündigung|maxime|überzeugung|angabe|angaben|darstellung|wunsch|lösung|argument|begründung|titel"
)
GROUP = (
    "fraktion|fraktionen|spitze|führung|vorstand|vorstands|verband|parteitag|gruppe|partei|parteien|genossen|"
    "mitglieder|delegierten|abgeordneten|kollegen|kolleginnen|herren|damen|freunde|herrschaften|"
    "schwesterparteien|ortsverein"
)
PERSON = (
    "chef|chefin|chefs|politiker|politikerin|abgeordnete|abgeordneter|vorsitzende|vorsitzender|vorsitzenden|"
    "kandidat|kandidatin|minister|ministerin|sprecher|sprecherin|sekretär|sekretärin|mann|frau|experte|expertin|"
    "vize|präsident|präsidentin|kanzler|kanzlerin|kollege|kollegin|senator|senatorin|bürgermeister|"
    "bürgermeisterin|mitglied|urgestein|rebell|rebellin|star|legende|ikone|grande"
)
SOMEBODY = (
    f"{PERSON}|gewerkschaft|verband|verbands|institut|instituts|bundestag|bundestags|landtag|bundesrat|regierung|"
    "koalition|zeitung|studie|gericht|ministerium|kirche|verein|bund|forscher|forscherin|professor|autor|autorin|"
    "ökonom|ökonomin|historiker|kommission|ausschuss|rat|amt|kritiker|gegner|rechnungshof|gerichtshof|bürger|initiative|"
    "jugend|jusos|nutzer|nutzerin|leser|leserin|redner|rednerin|moderator|moderatorin|journalist|journalistin|magazin|sender|"
    "redaktion|kommentar|leserbrief|kommentator|influencer"
)
DOCUMENT_NOUN, SAID_NOUN, GROUP_NOUN, PERSON_NOUN, SOMEBODY_NOUN = (
    re.compile(rf"\w*(?:{nouns})", re.IGNORECASE)
    for nouns in (f"(?:{DOCUMENT})(?:e|en|s|es|n)?", SAID, GROUP, PERSON, f"(?:{SOMEBODY})(?:en|n)?")
)
"""What they end in says what they are: „Wahlprogramm“, „Fraktionschefin“."""

CLOSED = re.compile(
    r"(?P<name>\w{3,30}?)s?(?P<rest>(?:bundestags|landtags|wahl|grundsatz|regierungs|fraktions|partei)?"
    rf"(?:{DOCUMENT}|{GROUP}|{PERSON}))"
)
"""„Unionsfraktion“, „Grünenchefin“: a party's name and what it is a word of."""

BEFORE_NAMES = frozenset(
    "Bündnis Bündnisses Partei Parteien Fraktion Fraktionen Landtagsfraktion Bundestagsfraktion".split()
)

ARTICLES = frozenset("die der das den dem des ihre ihren ihrer ihrem eine einer einem eines ein".split())
PREPOSITIONS = frozenset(
    """gegen mit ohne über für statt anstatt an durch wegen trotz gegenüber zu zur zum seit neben außer als
    wie vor hinter unter zwischen um auf in im bis entgegen mitsamt samt contra versus vs am nach von
    vom aus bezüglich""".split()
)
"""Before a party they make it no speaker, but where a verb like „heißt es“ makes a source of it."""

SOURCES = frozenset("laut gemäß bei beim seitens vonseiten aufseiten so".split())
WITHIN = frozenset("im in aus laut gemäß nach auf ins vom von beim bei".split())
"""Before a document they make a source of it; „zum Programm der SPD“ is what somebody speaks of."""

NO_VERB = frozenset(
    """und oder aber doch sowie wie was wer wo wobei womit wofür wogegen während weil obwohl als wenn dass
    ob nachdem bevor da damit sondern denn die der das den dem des ein eine einen einem einer eines im
    in an am auf aus bei beim mit gegen ohne über für von vom vor zu zum zur nach seit trotz wegen laut
    nicht auch noch nur sehr schon erst bereits hier dort dann heute gestern weit weiter weiterhin
    dagegen hingegen dafür dazu daneben zudem außerdem indes allerdings jedoch sonst selbst anders
    zuletzt ebenso ebenfalls letzten ersten zweiten bisher unten oben drei zehn wieder statt fast mehr
    meist direkt bekanntlich derweil gemeinsam gleichlautend diesen ihren seinen unseren allen vielen
    beiden anderen weiteren künftigen""".split()
)
VERB = re.compile(
    r"[a-zäöüß]+(?:t|en|te|ten|rn|ln)|will|muss|kann|soll|darf|schrieb|rief|sprach|hielt|gab|warb|kam|stand|hieß|war"
    r"|verschrieb|beschloss|versprach|trug|ließ|zog|hob|tat"
)
SUBORDINATE = frozenset(
    """während weil obwohl obgleich wie was dass wenn ob nachdem bevor womit wofür wogegen wobei indem
    sodass da wo weshalb woran worauf woraus wozu als ohne anstatt statt um welche welcher welches deren
    dessen sowie""".split()
)
NO_NOUN = NO_VERB | PREPOSITIONS | SOURCES | ARTICLES | SUBORDINATE
RELATIVE = frozenset("die der das den dem deren dessen denen".split())

# --- words --------------------------------------------------------------------------------------------------

COLOURS = re.compile(r"(?:Tief|Dunkel)?(?:rot|schwarz|gelb|blau|lila|magenta|violett)(?:en)?", re.IGNORECASE)
"""„Bei den Roten“, „Gelb: …“: somebody means a party by it, and nobody can be sure which."""

TOKEN = re.compile(
    r"(?P<quote>[\ue000-\uf7ff])|(?P<word>[^\W\d_](?:[^\W\d_]|['’*:](?=[^\W\d_]))*)|(?P<number>\d+)|(?P<mark>\S)"
)
"""Characters that no text has stand for its quotes."""

LONGEST_COMPOUND = 60


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
        if self.text[0] == "@":
            return True
        return self.kind in (Kind.WORD, Kind.STRANGER) and self.text[0].isupper() and self.low not in NO_NOUN

    @property
    def is_name(self) -> bool:
        return self.kind in (Kind.PARTY, Kind.DOCUMENT, Kind.PERSON)


Words = Sequence[Word]


def is_verb(word: Word) -> bool:
    """May it be a finite verb? By its ending, so „Zeiten“ in small letters would be one, too."""
    return (
        word.kind is Kind.WORD
        and word.text[0].islower()
        and word.low not in NO_VERB
        and bool(VERB.fullmatch(word.text))
    )


def is_adjective(word: Word) -> bool:
    return (
        word.kind is Kind.WORD
        and word.text[0].islower()
        and word.text.endswith(("e", "en", "er", "em"))
        and word.low not in ARTICLES | PREPOSITIONS | NO_VERB
    )


def as_written(words: Words) -> str:
    """As they stand in the text, but for what was left out between them."""
    pieces = []
    for n, word in enumerate(words):
        pieces.append(" " if n and word.start > words[n - 1].end else "")
        pieces.append(word.text)
    return "".join(pieces).strip(" ,;:()[]–—|")


class Reader:
    """Takes sentences apart, with the names of one register."""

    def __init__(self, registry: Registry) -> None:
        self._registry, self._lexicon = registry, NameLexicon.of(registry)

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
                _by_other_name(text, result)
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
            kind = _kind_of_compound(rest) if rest else (Kind.STRANGER if sense == () else Kind.PARTY)
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
    ) -> tuple[int, tuple[str, ...] | None]:
        """Where the longest name ends that begins here, and what it means; „Linke Politik“ is none."""
        end, joined = at, ""
        kind: NameKind | None = None
        sense: tuple[str, ...] | None = None
        for last in range(at, min(len(found), at + 12)):
            if found[last].lastgroup == "mark" and joined and found[last][0] in NameLexicon.IN_NAMES:
                continue
            joined += keys[last]
            if joined not in self._lexicon.beginnings:
                break
            name = self._lexicon.name(joined, text[found[at].start() : found[last].end()])
            if name is not None and name.kind in PARTEI_KINDS:
                end, sense, kind = last + 1, name.sense, name.kind
        if sense is None:
            return at, None
        word, following = found[at][0], found[end] if end < len(found) else None
        if kind in EVERYDAY and end == at + 1:
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
            is_adjective = names_noun and not by_article and not is_glued and kind is NameKind.EVERYDAY
            if (
                not word[0].isupper()
                or is_adjective
                or (
                    before[:1].isupper()
                    and (ADJECTIVE.search(transliterated(before)) or before in ("Junge", "Jungen"))
                )
            ):
                return at, None
        if (
            kind is NameKind.FOREIGN
            and " " in text[found[at].start() : found[end - 1].end()]
            and keys[at] == "die"
        ):
            return at, None  # „die Basis der SPD“
        return end, sense

    def _closed(self, word: Word) -> Word:
        if word.kind is not Kind.WORD:
            return word
        if word.text == "PARTEI" or (
            word.low.endswith("partei")
            and NameLexicon.is_partei(word.text)
            and not word.low.startswith("ampel")
        ):
            return replace(word, kind=Kind.STRANGER)
        if (
            8 < len(word.text) < LONGEST_COMPOUND
            and word.text[0].isupper()
            and (found := CLOSED.fullmatch(word.low))
        ):
            name = self._lexicon.names.get(transliterated(found["name"]))
            if name is not None and name.kind in (NameKind.PARTEI, NameKind.EVERYDAY):
                return replace(word, kind=_kind_of_compound(found["rest"]), parteien=self._ids(name.sense))
        return word

    def _is_place(self, prefix: str) -> bool:
        name = self._lexicon.names.get(transliterated(prefix))
        return (name is not None and name.kind in PLACE_KINDS) or prefix.lower() in (
            "bundes",
            "landes",
            "hauptstadt",
        )

    def _ids(self, sense: tuple[str, ...]) -> tuple[str, ...]:
        name, *used_in = sense
        known = self._registry.known_partei(name) or self._registry.find_partei(
            name, used_in[0] if used_in else None
        )
        return (known.id,)


def _by_other_name(text: str, words: list[Word]) -> None:
    """„@spdbt“ and „die Roten“ are names of somebody whom this register does not tell."""
    last = words[-1]
    before = words[-2] if len(words) > 1 else None
    if before is not None and before.text == "@" and before.end == last.start and last.kind is Kind.WORD:
        words[-2:] = [Word(Kind.STRANGER, text[before.start : last.end], before.start, last.end)]
    elif last.kind is Kind.WORD and last.text[0].isupper() and COLOURS.fullmatch(last.text):
        is_label = text[last.end :].lstrip("*_ ").startswith(":")
        by_article = before is not None and before.low in ("die", "den", "der") and last.low.endswith("en")
        followed = re.match(r"\s+[A-ZÄÖÜ]", text[last.end :])  # „die Roten Teufel“
        if (is_label or by_article) and not followed:
            words[-1] = replace(last, kind=Kind.STRANGER)


def _kind_of_compound(rest: str) -> Kind:
    for pattern, kind in (
        (PERSON_NOUN, Kind.PERSON),
        (GROUP_NOUN, Kind.PARTY),
        (DOCUMENT_NOUN, Kind.DOCUMENT),
        (SAID_NOUN, Kind.DOCUMENT),
    ):
        if pattern.fullmatch(rest):
            return kind
    return Kind.WORD
