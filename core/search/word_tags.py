"""The words of a question, each of its kind: names from the register, all others from lists."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import chain
from typing import ClassVar, NamedTuple

from core.base.models import EUROPA
from core.base.settings import ROOT
from core.programme.registry import Registry
from core.wortlaut.german.folding import transliterated
from core.wortlaut.german.words import ADJECTIVE, STRICHE
from core.wortlaut.records import Typ

Sense = tuple[str, ...]
"""What a name stands for: a party's name and the one Land it is used in, if so; codes of Länder; a Typ."""


Kind = StrEnum(
    "Kind",
    "PARTEI EVERYDAY SUBJECT FOREIGN LAND BUND ADJECTIVE TYP WAHL JAHR QUOTE WORD ASK WHO SAY DO SPEECH"
    " FILLER ALL PARTIES PROGRAMM ELECTION ARTICLE AND IN TOPIC OF TIME UNTIL BETWEEN OTHER YEAR_WORD"
    " MARK WITHOUT",
)
K = Kind
LISTS = tomllib.loads((ROOT / "data" / "registry" / "fragewoerter.toml").read_text(encoding="utf-8"))
KINDS = {
    transliterated(word): Kind(kind) for kind, words in LISTS["woerter"].items() for word in words.split()
}
"""The words that have a part in framing a question."""
EVERYDAY = {K(kind): frozenset(names.split()) for kind, names in LISTS["namen"].items()}
"""Names of parties that mean the party only as a noun, or only as who is asked."""


def ends_with(which: str) -> re.Pattern[str]:
    """One of these words, inflected, alone or as the end of another."""
    return re.compile(f"({'|'.join(LISTS['endungen'][which].split())})(en|s|es)?$")


# --- names --------------------------------------------------------------------------------------------------

OF_THE_BUND = {
    "bundesweit": Kind.BUND,
    "auf Bundesebene": Kind.BUND,
    "Bundespartei": Kind.PARTIES,
    "Bundestagsfraktion": Kind.PARTIES,
}
FOREIGN_PARTIES = ROOT / "data" / "registry" / "fremde_parteien.toml"
PROGRAMM_TYPES = {
    "wahlprogramm": Typ.WAHLPROGRAMM,
    "regierungsprogramm": Typ.WAHLPROGRAMM,
    "parteiprogramm": Typ.PARTEIPROGRAMM,
    "grundsatzprogramm": Typ.PARTEIPROGRAMM,
}
HOUSES = ("bundestags", "landtags", "abgeordnetenhaus", "bürgerschafts", "europa")


class Name(NamedTuple):
    kind: Kind
    sense: Sense = ()


@dataclass(frozen=True, slots=True)
class NameLexicon:
    """`beginnings`: of every name, so that the longest is found."""

    names: Mapping[str, Name]
    beginnings: frozenset[str]
    years: range

    IN_NAMES: ClassVar = "/.-–"
    """What may stand between the words of a name."""

    @classmethod
    def of(cls, registry: Registry) -> "NameLexicon":
        """Made once for a registry: that takes longer than all else that is done with a question."""
        for known, made in _last:
            if known is registry:
                return made
        names = {
            form: name
            for text, name in chain(_parteien(registry), _laender(registry), _elections(registry))
            for form in _inflected(text, name.kind)
        }
        parlamente = registry.parlamente.values()
        years = [p.jahr for p in registry.programme.values()]
        years += [w.wahl.year for p in parlamente for w in p.wahlperioden]
        made = cls(
            names=names,
            beginnings=frozenset(form[:length] for form in names for length in range(1, len(form) + 1)),
            years=range(min(years, default=0), max(years, default=-1) + 1),
        )
        _last[:] = [(registry, made)]
        return made

    @staticmethod
    def is_partei(word: str) -> bool:
        """Is it one by its ending? Tierschutzpartei, but not Volkspartei."""
        key = transliterated(word)
        return key.endswith("partei") and len(key) > len("partei") and key not in foreign()[1]

    def name(self, key: str, text: str) -> Name | None:
        """Whose name it is, if it is written like one: BE and DEMO only in capitals, „be“ and „Demo“ not."""
        name = self.names.get(key)
        if name is None or ((len(key) < 3 or key == "demo") and not text.isupper()):
            return None
        everyday = name.kind in (K.EVERYDAY, K.SUBJECT)
        return Name(K.PARTEI, name.sense) if everyday and text.isupper() else name  # „LINKE Politik“


_last: list[tuple[Registry, NameLexicon]] = []


@cache
def foreign() -> tuple[tuple[str, ...], frozenset[str]]:
    """The names of parties beside the register, and words in -partei that name none."""
    found = tomllib.loads(FOREIGN_PARTIES.read_text(encoding="utf-8"))
    return tuple(found["namen"]), frozenset(transliterated(word) for word in found["keine"])


def key_of(words: str) -> str:
    """The words of a name as one, without its article: „Die Linke.PDS“ is linkepds."""
    folded = re.findall(r"[^\W_]+", transliterated(words))
    return "".join(folded[1:] if folded[:1] in (["die"], ["der"]) else folded)


def _parteien(registry: Registry) -> Iterator[tuple[str, Name]]:
    """Names used in some Länder only come before those that hold everywhere and replace them."""
    yield from ((name, Name(K.FOREIGN)) for name in foreign()[0])
    used_in: dict[str, list[str]] = {}
    for partei in registry.parteien.values():
        of_laender = [(land, [name]) for land, name in partei.name_in.items()]
        for land, names in (*of_laender, *partei.aliase_in.items()):
            for name in names:
                used_in.setdefault(name, []).append(land)
    laender = [parlament.land for parlament in registry.parlamente.values()]
    for partei in registry.parteien.values():
        everywhere = (partei.id, partei.name, *partei.aliase)
        for name in everywhere:
            party, _, land = name.rpartition(" ")
            if not (party in everywhere and land in laender):  # „FREIE WÄHLER Bayern“ names both
                used_in[name] = []
    for name, where in sorted(used_in.items(), key=lambda one: not one[1]):
        kind = next((kind for kind, keys in EVERYDAY.items() if key_of(name) in keys), K.PARTEI)
        yield name, Name(kind, (name, *where))


def _laender(registry: Registry) -> Iterator[tuple[str, Name]]:
    for code, parlament in registry.parlamente.items():
        for name in (*parlament.names_in_text, f"Land {parlament.land}", code):
            # Parliaments and the Bund can be what a question is about: „Verkleinerung des Bundestags“.
            is_subject = code in ("BUND", EUROPA) or key_of(name) in ("abgeordnetenhaus", "agh")
            yield name, Name(K.BUND if is_subject else K.LAND, (code,))
    for code, adjectives in LISTS["adjektive"].items():
        yield from ((adjective, Name(K.ADJECTIVE, (code,))) for adjective in adjectives.split())
    yield from ((word, Name(kind, ("BUND",))) for word, kind in OF_THE_BUND.items())


def _elections(registry: Registry) -> Iterator[tuple[str, Name]]:
    """Bundestagswahl, and the kinds of programmes: Landtagswahlprogramm."""
    for house in ("", "landes", *HOUSES):
        called = [code for code, one in registry.parlamente.items() if house[:-1] in one.name.casefold()]
        # Of the Landtage there are too many to name one.
        codes = () if house in ("", "landes", "landtags") else tuple(called)
        for word, typ in PROGRAMM_TYPES.items():
            name = Name(K.TYP, (typ, *(codes if len(codes) == 1 else ())))
            yield from ((f"{house}{word}", name), (f"{house}{word}e", name))
        if house in HOUSES:
            yield from ((f"{house}wahl", Name(K.WAHL, codes)), (f"{house}wahlen", Name(K.WAHL, codes)))
    yield from (("BTW", Name(K.WAHL, ("BUND",))), ("LTW", Name(K.WAHL)))


def _inflected(name: str, kind: Kind) -> Iterator[str]:
    """„Freie Wähler“ also as Freien Wählern, „Bremen“ as Bremens, „bayerisch“ as bayerische."""
    key = key_of(name)
    yield key
    if kind is K.ADJECTIVE:
        yield from (key + ending for ending in ("e", "en", "er", "em", "es") if not key.endswith("er"))
    elif len(key) > 2:
        oblique = key_of(re.sub(r"(?<=\w{2}e)r?(?= \w)", "n", name.casefold()))
        for form in {key, oblique}:
            yield from (form, form + "n", *(() if form.endswith("e") else (form + "s", form + "es")))


# --- a question as words ------------------------------------------------------------------------------------

LETTER = r"[^\W\d_][\u0300-\u036f]*"
TOKEN = re.compile(
    r"""(?P<zitat>„[^„“”"]*[“”"]|"[^"]*"|“[^“”]*”|»[^»«]*«|«[^»«]*»)"""
    rf"|(?P<wort>{LETTER}(?:['’]?{LETTER})*)|(?P<zahl>\d+)|(?<=\w)(?P<strich>[{STRICHE}])(?=\w)|(?P<zeichen>\S)"
)
GLUED_NAMES = {
    K.PARTEI, K.EVERYDAY, K.SUBJECT, K.LAND, K.BUND, K.ADJECTIVE, K.TYP, K.PARTIES, K.PROGRAMM, K.WAHL,
    K.ELECTION, K.SPEECH, K.JAHR,
}  # fmt: skip
"""SPD-Fraktion names the party; AfD-Verbot and HB-Männchen do not."""


class Word(NamedTuple):
    """`key` is its text as names are compared; a name of several words is one."""

    start: int
    end: int
    text: str
    key: str
    kind: Kind
    sense: Sense = ()


END = Word(0, 0, "", "", K.MARK)
"""What stands before the first word and behind the last."""


def read_words(eingabe: str, lexicon: NameLexicon) -> list[Word]:
    words: list[Word] = []
    run: list[Word] = []
    for word in _words(eingabe, lexicon):
        end = run[-1].end if run else -1
        between = eingabe[end : word.start]
        glued = between == "" or (len(between) == 1 and between in STRICHE)
        if run and not (glued and eingabe[end - 1].isalnum() and word.text[0].isalnum()):
            words += _compound(eingabe, run)
            run = []
        run.append(word)
    return _settled([*words, *_compound(eingabe, run)])


def _words(eingabe: str, lexicon: NameLexicon) -> Iterator[Word]:
    tokens = [found for found in TOKEN.finditer(eingabe) if found.lastgroup != "strich"]
    keys = [transliterated(token[0]) if token.lastgroup == "wort" else token[0] for token in tokens]
    at = 0
    while at < len(tokens):
        end, joined, start = at + 1, "", tokens[at].start()
        name: Name | None = None
        # The longest name that begins with this word: Sachsen, Sachsen-Anhalt.
        for last in range(at, len(tokens)):
            if tokens[last].lastgroup == "zeichen" and joined and tokens[last][0] in lexicon.IN_NAMES:
                continue
            joined += keys[last]
            if joined not in lexicon.beginnings:
                break
            if found := lexicon.name(joined, eingabe[start : tokens[last].end()]):
                end, name = last + 1, found
        if name is None and tokens[at].lastgroup == "zahl":
            name = Name(K.JAHR if len(keys[at]) == 4 and int(keys[at]) in lexicon.years else K.WORD)
        elif name is None and tokens[at].lastgroup == "zitat":
            name = Name(K.QUOTE)
        elif name is None:
            listed = KINDS.get(keys[at])
            name = Name(listed) if listed else _content(tokens[at][0])
        stop = tokens[end - 1].end()
        yield Word(start, stop, eingabe[start:stop], joined if end > at + 1 else keys[at], *name)
        at = end


def _content(text: str) -> Name:
    return Name(K.FOREIGN if NameLexicon.is_partei(text) else K.WORD)


def _compound(eingabe: str, run: Sequence[Word]) -> Sequence[Word]:
    kinds = [word.kind for word in run]
    if len(run) < 2 or (
        set(kinds) <= GLUED_NAMES and sum(k in (K.LAND, K.BUND, K.ADJECTIVE) for k in kinds) < 2
    ):
        return run
    text = eingabe[run[0].start : run[-1].end]
    return [Word(run[0].start, run[-1].end, text, transliterated(text), *_content(text))]


def _settled(words: Sequence[Word]) -> list[Word]:
    """Which of the everyday words among the parties' names mean the party."""
    settled = [END]
    for at, word in enumerate(words, start=1):
        if word.kind in (K.EVERYDAY, K.SUBJECT):
            follow = (*words[at : at + 2], END, END)
            means = _is_noun(settled, word, *follow[:2])
            if means and word.kind is K.SUBJECT:
                means = _is_asked(settled) or (follow[0].kind is K.AND and follow[1].kind is K.PARTEI)
            word = word._replace(kind=K.PARTEI) if means else word._replace(kind=K.WORD, sense=())
        settled.append(word)
    for at, word in enumerate(settled[2:-1], start=2):
        if word.key == "gegen" and settled[at - 1].kind is settled[at + 1].kind is K.PARTEI:
            settled[at] = word._replace(kind=K.AND)  # „SPD gegen FDP“
    return settled[1:]


def _is_noun(before: Sequence[Word], word: Word, after: Word, then: Word) -> bool:
    last, capital = before[-1], word.text[0].isupper()
    in_list = last.kind is K.PARTEI or (last.kind is K.AND and before[-2].kind is K.PARTEI)
    if in_list or last.kind is K.ADJECTIVE:
        return capital or after.kind is not K.WORD  # „SPD, Grüne Rente“
    if word.text in ("Linke", "Grünen", "Liberalen") and last.key == "die":  # „die Linke Rente“
        return True
    joined = after.kind is K.AND and then.kind is K.WORD and then.text[0].islower()
    if after.kind in (K.WORD, K.ADJECTIVE) or joined:  # „grüne Energie“, „Grüne und soziale Städte“
        return False
    if last.kind is K.IN or after.key in ("der", "des"):  # „im Grünen“, „die Union der …“
        return False
    if not capital:
        return last.kind in (K.ARTICLE, K.SAY, K.DO, K.TYP, K.PARTIES)
    if last.kind is not K.WORD:
        return True
    return last.text[0].isupper() and not ADJECTIVE.search(last.key)


def _is_asked(before: Sequence[Word]) -> bool:
    """„Was sagt die Heimat …“; but not „Zur Heimat gehört …“."""
    kinds = [word.kind for word in before[-4:] if word.kind not in (K.ARTICLE, K.OF)]
    return kinds[-1] in (K.SAY, K.TYP, K.PROGRAMM, K.PARTIES, K.SPEECH) or kinds[-2:] == [K.PARTEI, K.AND]
