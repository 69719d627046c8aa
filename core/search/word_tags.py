"""A question taken apart: every word gets its Wortart, one letter, so that grammar is regular expressions."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

from core.programme.registry import Registry
from core.settings import ROOT
from core.wortlaut.german.folding import transliterated
from core.wortlaut.records import Typ

# --- the names that the registry gives words to -------------------------------------------------------------

Sense = tuple[str, ...]
"""What a name stands for: a party's name and the one Land it is used in, if so; codes of Länder; a Typ."""

ADJECTIVES = {
    "BW": "baden-württembergisch", "BY": "bayerisch bayrisch", "BE": "berlinisch Berliner",
    "BB": "brandenburgisch Brandenburger", "HB": "bremisch Bremer", "HH": "hamburgisch Hamburger",
    "HE": "hessisch", "MV": "mecklenburg-vorpommersch mecklenburgisch", "NI": "niedersächsisch",
    "NRW": "nordrhein-westfälisch", "RP": "rheinland-pfälzisch", "SL": "saarländisch", "SN": "sächsisch",
    "LSA": "sachsen-anhaltisch sachsen-anhaltinisch", "SH": "schleswig-holsteinisch",
    "TH": "thüringisch Thüringer",
}  # fmt: skip
IN_BUND = {"bundesweit": "U", "Bundesebene": "U", "Bundespartei": "F", "Bundestagsfraktion": "F"}

ONLY_AS_NOUN = {"linke", "gruene", "liberale", "union"}
"""Parties called by an everyday word: it means the party only as a noun."""

ONLY_AS_SUBJECT = {"heimat", "bruecke", "leuchtturm", "muehlrad", "volt", "piraten"}
"""… and these even as nouns mean something else most of the time."""

NO_LAND = ("Preußen",)
"""Places that are meant as a Land and are none, besides halves of names such as Mecklenburg."""

PARLAMENTE = ("bundestag", "landtag", "abgeordnetenhaus", "buergerschaft")
PROGRAMM_TYPES = {
    "wahlprogramm": Typ.WAHLPROGRAMM,
    "regierungsprogramm": Typ.WAHLPROGRAMM,
    "parteiprogramm": Typ.PARTEIPROGRAMM,
    "grundsatzprogramm": Typ.PARTEIPROGRAMM,
}
FOREIGN: Sense = ("fremd",)
"""What names a party that the register does not have."""
FOREIGN_PARTIES = ROOT / "data" / "registry" / "fremde_parteien.toml"
STEMS = "|".join(PARLAMENTE)
PROGRAMM_WORD = re.compile(rf"(?:landes|({STEMS})s?)?({'|'.join(PROGRAMM_TYPES)})(?:e|en|s|es)?")
WAHL_WORD = re.compile(rf"({STEMS})s?wahl(?:en)?")
WAHL_ABBREVIATION = {"btw": "bundestagswahl", "ltw": "landtagswahl"}


@dataclass(frozen=True, slots=True)
class Name:
    """`art` is the Wortart, one of `WORD_KINDS` or of those named below them."""

    art: str
    sinn: Sense = ()


@dataclass(frozen=True, slots=True)
class NameLexicon:
    namen: Mapping[str, Name]
    anfaenge: frozenset[str]
    jahre: range
    gewaehlt: Mapping[str, Sense]

    def name(self, key: str, text: str) -> Name | None:
        """Whose name it is, if it is written like one: BE and DEMO only in capitals, „be“ and „Demo“ not."""
        name = self.namen.get(key)
        if name is None or ((len(key) < 3 or key == "demo") and not text.isupper()):
            return None
        # In capitals the party is meant: „LINKE Politik“.
        return Name("P", name.sinn) if name.art in "ph" and text.isupper() else name

    def compound(self, key: str) -> Name | None:
        """The kind of programme or the election that a word names: Landtagswahlprogramm, Bundestagswahl."""
        if found := PROGRAMM_WORD.fullmatch(key):
            codes = self.gewaehlt.get(found[1] or "", ())
            return Name("T", (PROGRAMM_TYPES[found[2]], *(codes if len(codes) == 1 else ())))
        if found := WAHL_WORD.fullmatch(WAHL_ABBREVIATION.get(key, key)):
            return Name("W", self.gewaehlt[found[1]])
        return None


_last: list[tuple[Registry, NameLexicon]] = []


def lexicon(registry: Registry) -> NameLexicon:
    """Made once for a registry: that takes longer than all else that is done with a question."""
    for known, made in _last:
        if known is registry:
            return made
    others = ((name, Name("K", FOREIGN)) for name in foreign()[0])
    namen = {
        form: name
        for text, name in chain(others, _parteien(registry), _laender(registry))
        for form in _inflected(text, name.art)
    }
    programme, parlamente = registry.programme.values(), registry.parlamente.values()
    names = {code: transliterated(one.name) for code, one in registry.parlamente.items()}
    years = [p.jahr for p in programme] + [w.wahl.year for p in parlamente for w in p.wahlperioden]
    made = NameLexicon(
        namen=namen,
        anfaenge=frozenset(form[:length] for form in namen for length in range(1, len(form) + 1)),
        jahre=range(min(years, default=0), max(years, default=-1) + 1),
        # The Länder whose parliament is called so. Of the Landtage there are too many to name one.
        gewaehlt={
            stem: () if stem == "landtag" else tuple(code for code, name in names.items() if stem in name)
            for stem in PARLAMENTE
        },
    )
    _last[:] = [(registry, made)]
    return made


def key_of(words: str) -> str:
    """The words of a name as one, without its article: „Die Linke.PDS“ is linkepds."""
    folded = re.findall(r"[^\W_]+", transliterated(words))
    return "".join(folded[1:] if folded[:1] in (["die"], ["der"]) else folded)


@cache
def foreign() -> tuple[tuple[str, ...], frozenset[str]]:
    """The names of parties beside the register, and words in -partei that name none."""
    found = tomllib.loads(FOREIGN_PARTIES.read_text(encoding="utf-8"))
    return tuple(found["namen"]), frozenset(transliterated(word) for word in found["keine"])


def is_partei(word: str) -> bool:
    """Tierschutzpartei, but not Volkspartei."""
    key = transliterated(word)
    return key.endswith("partei") and len(key) > len("partei") and key not in foreign()[1]


def _parteien(registry: Registry) -> Iterator[tuple[str, Name]]:
    """Names used in some Länder only come first, so that one that holds everywhere replaces them."""
    used_in: dict[str, list[str]] = {}
    for partei in registry.parteien.values():
        for land, name in partei.name_in.items():
            used_in.setdefault(name, []).append(land)
        for land, names in partei.aliase_in.items():
            for name in names:
                used_in.setdefault(name, []).append(land)
    for name, where in used_in.items():
        yield name, Name(_partei_art(name), (name, *where))
    laender = [parlament.land for parlament in registry.parlamente.values()]
    for partei in registry.parteien.values():
        everywhere = (partei.id, partei.name, *partei.aliase)
        for name in everywhere:
            party, _, land = name.rpartition(" ")
            if not (party in everywhere and land in laender):  # „FREIE WÄHLER Bayern“ names both
                yield name, Name(_partei_art(name), (name,))


def _partei_art(name: str) -> str:
    key = key_of(name)
    if key.removesuffix("n") in ONLY_AS_NOUN or key in ONLY_AS_NOUN:
        return "p"
    return "h" if key in ONLY_AS_SUBJECT else "P"


def _laender(registry: Registry) -> Iterator[tuple[str, Name]]:
    laender = {parlament.land: code for code, parlament in registry.parlamente.items()}
    for land, code in laender.items():
        for half in land.split("-") if "-" in land else ():
            if half not in laender:
                yield half, Name("M", (code,))
    for place in NO_LAND:
        yield place, Name("M", ())
    for code, parlament in registry.parlamente.items():
        for name in (parlament.land, f"Land {parlament.land}", parlament.name, *parlament.aliase, code):
            # Parliaments and the Bund can be what a question is about: „Verkleinerung des Bundestags“.
            is_subject = code == "BUND" or key_of(name) in ("abgeordnetenhaus", "agh")
            art = "d" if name.endswith("Deutschland") else "D" if is_subject else "L"
            yield name, Name(art, (code,))
    for code, adjectives in ADJECTIVES.items():
        for adjective in adjectives.split():
            yield adjective, Name("A", (code,))
    for word, art in IN_BUND.items():
        yield word, Name(art, ("BUND",))


def _inflected(name: str, art: str) -> Iterator[str]:
    """„Freie Wähler“ also as Freien Wählern, „Bremen“ as Bremens, „bayerisch“ as bayerische."""
    key = key_of(name)
    yield key
    if art == "A":
        yield from (key + ending for ending in ("e", "en", "er", "em", "es") if not key.endswith("er"))
    elif len(key) > 2:
        oblique = key_of(re.sub(r"(?<=\w{2}e)r?(?= \w)", "n", name.casefold()))
        for form in {key, oblique}:
            yield from (form, form + "n", *(() if form.endswith("e") else (form + "s", form + "es")))


# --- every word with its Wortart ----------------------------------------------------------------------------

WORD_KINDS = {
    "q": "was wie wo wofür wann warum wogegen woran inwiefern",
    "r": "wer welche welcher welches welchen welchem",
    # „sagen“ and its like frame a question also where it ends, the others only where it begins.
    "V": """sagt sagen sagte sagten gesagt fordert fordern forderte forderten gefordert will wollen wollte
        wollten möchte möchten schreibt schreiben schrieb schrieben geschrieben steht stehen stand standen
        meint meinen meinte meinten denkt denken verspricht versprechen versprach versprachen versprochen
        vertritt vertreten verlangt verlangen geäußert positioniert vorgeschlagen angekündigt beschlossen
        geändert
        tut tun""",
    "v": """hat haben hatte hatten ist sind war waren gibt gab plant planen plante planten hält halten hielt
        macht machen sieht sehen sah sahen schlägt schlagen setzt setzen äußert äußern äußerte positionieren
        befürwortet befürworten unterstützt unterstützen bietet bieten lehnt lehnen suche zeige zeig finde
        findet finden vergleiche vergleichen unterscheidet unterscheiden erwähnt erwähnen wissen kann
        kannst können""",
    "n": """position positionen haltung haltungen meinung meinungen standpunkt standpunkte ansicht ansichten
        aussage aussagen einstellung sicht forderung forderungen plan pläne plänen idee ideen vorschlag
        vorschläge vorschlägen konzept konzepte ziel ziele zitat zitate passagen stellen textstellen
        unterschied unterschiede vergleich""",
    "e": """es sich etwas man mir ich du bitte mal denn eigentlich jeweils jeweiligen aktuell aktuelle
        aktuellen alle alles genau konkret dazu so beide""",
    "l": "aller",
    "F": """partei parteien fraktion fraktionen landtagsfraktion landtagsfraktionen landesverband landespartei
        landtag landtags""",
    "G": "programm programms programme programmen",
    "w": "wahl",
    "a": "die der den dem das des ein eine einen einem einer eines ihrem ihren seinem seinen",
    "u": "und oder sowie bzw vs versus , / & +",
    "i": "in im",
    "z": "zu zum zur über bezüglich hinsichtlich betreffend thema frage stichwort sachen bezug",
    "o": "von vom für bei beim",
    "s": "laut aus seitens gemäß",
    "t": "seit ab nach vor",
    "k": "zwischen",
    "B": "bis",
    "g": "mit gegen ohne durch wegen um an am auf unter hinter ins",
    "j": "jahr jahre jahren jahres",
    ".": "? ! . : ; … - – —",
}
"""The words that have a part in framing a question. All others are x, or X where they begin with a capital.

Names: P party · p party if a noun (die Linke) · h party if the subject (die Heimat) · L Land · A its
adjective · D Bundestag, Abgeordnetenhaus · U bundesweit · d Deutschland · M half of a Land's name ·
T kind of programme · W election · J year of a programme · # other number · K like a party, but none here ·
Q quoted phrase · y what leaves out the party after it.
"""
WITHOUT = ("ohne", "ausser", "außer", "ausgenommen", "nicht")
"""„ohne die CSU“, „außer AfD“, „nicht von der FDP“: only before a party."""
QUESTION_WORDS = {
    transliterated(word): Name(art) for art, words in WORD_KINDS.items() for word in words.split()
}

STRICHE = "-\u2010\u2011–"
LETTER = r"[^\W\d_][\u0300-\u036f]*"
TOKEN = re.compile(
    r"""(?P<zitat>„[^„“”"]*[“”"]|"[^"]*"|“[^“”]*”|»[^»«]*«|«[^»«]*»)"""
    rf"|(?P<wort>{LETTER}(?:['’]?{LETTER})*)|(?P<zahl>\d+)|(?<=\w)(?P<strich>[{STRICHE}])(?=\w)|(?P<zeichen>\S)"
)
ADJECTIVE = re.compile("(isch|lich|ig|al|iv|sam|bar|neu|jung|alt|extrem)e[mnrs]?$")
"""„Europäische Union“, „Neue Linke“; but not „Autobahnen Grüne“."""
IN_NAMES = "/.-–"
"""What may stand between the words of a name."""

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class FrageSentence:
    """Word i stands at `stellen[i]` of the input, is of the Wortart `arten[i]`, and a name of `sinn[i]`.

    `wahljahre`: the years that, standing by themselves, mean the programmes of an election.
    """

    eingabe: str
    stellen: Sequence[Place]
    arten: str
    sinn: Mapping[int, Sense]
    wahljahre: frozenset[int] = frozenset()

    def text(self, start: int, end: int) -> str:
        """The words from `start` to before `end` as they were typed."""
        return self.eingabe[self.stellen[start][0] : self.stellen[end - 1][1]] if start < end else ""


def read_sentence(eingabe: str, lexicon: NameLexicon) -> FrageSentence:
    words = list(_settled(eingabe, list(_compounds(eingabe, _words(eingabe, lexicon)))))
    words = list(_leaving_out(eingabe, words))
    return FrageSentence(
        eingabe,
        stellen=[(start, end) for start, end, _ in words],
        arten="".join(name.art for _, _, name in words),
        sinn={i: name.sinn for i, (_, _, name) in enumerate(words) if name.sinn},
    )


Wort = tuple[int, int, Name]


def _words(eingabe: str, lexicon: NameLexicon) -> Iterator[Wort]:
    """Words and names with their places; a name of several words is one."""
    tokens = [found for found in TOKEN.finditer(eingabe) if found.lastgroup != "strich"]
    keys = [transliterated(token[0]) if token.lastgroup == "wort" else token[0] for token in tokens]
    i = 0
    while i < len(tokens):
        end, joined = i + 1, ""
        name: Name | None = None
        # The longest name that begins with this word: Sachsen, Sachsen-Anhalt.
        for last in range(i, len(tokens)):
            if tokens[last].lastgroup == "zeichen" and joined and tokens[last][0] in IN_NAMES:
                continue
            joined += keys[last]
            if joined not in lexicon.anfaenge:
                break
            if found := lexicon.name(joined, eingabe[tokens[i].start() : tokens[last].end()]):
                end, name = last + 1, found
        if name is None:
            token, key = tokens[i], keys[i]
            if token.lastgroup == "zitat":
                name = Name("Q")
            elif token.lastgroup == "zahl":
                name = Name("J" if len(key) == 4 and int(key) in lexicon.jahre else "#")
            else:
                name = QUESTION_WORDS.get(key) or lexicon.compound(key) or _content(token[0])
        yield tokens[i].start(), tokens[end - 1].end(), name
        i = end


def _content(text: str) -> Name:
    if is_partei(text):
        return Name("K", FOREIGN)
    if text[-6:].casefold() == "partei" or (3 <= len(text) <= 5 and text.isalpha() and text.isupper()):
        return Name("K")
    return Name("X" if text[0].isupper() else "x")


def _compounds(eingabe: str, words: Iterable[Wort]) -> Iterator[Wort]:
    """A name within a compound is none: SPD-Fraktion names the party, AfD-Verbot and HB-Männchen do not."""
    run: list[Wort] = []
    for word in words:
        if run and not _glued(eingabe, run[-1][1], word[0]):
            yield from _compound(eingabe, run)
            run = []
        run.append(word)
    yield from _compound(eingabe, run)


def _glued(eingabe: str, end: int, start: int) -> bool:
    if start == end:
        return eingabe[end - 1].isalnum() and eingabe[start].isalnum()
    return start == end + 1 and eingabe[end] in STRICHE and eingabe[end - 1].isalnum()


def _compound(eingabe: str, run: Sequence[Wort]) -> Sequence[Wort]:
    arten = "".join(name.art for _, _, name in run)
    if len(run) < 2 or (re.fullmatch("[PphLDATFGWwnJ]*", arten) and len(re.findall("[LDA]", arten)) < 2):
        return run
    start, end = run[0][0], run[-1][1]
    return [(start, end, _content(eingabe[start:end]))]


def _settled(eingabe: str, words: Sequence[Wort]) -> Iterator[Wort]:
    """Which of the everyday words among the parties' names mean the party."""
    arten = ["^", *(name.art for _, _, name in words), "$"]
    for i, (start, end, name) in enumerate(words, start=1):
        if name.art in "ph":
            text = eingabe[start:end]
            left, right = "".join(arten[max(0, i - 4) : i]), "".join(arten[i + 1 : i + 5])
            before, after = (eingabe[a:b] for a, b, _ in (words[i - 2], words[i % len(words)]))
            party = _is_noun(text, left, right, before, after)
            party = party and (name.art == "p" or _is_subject(left, right))
            name = Name("P", name.sinn) if party else _content(text)
            arten[i] = name.art
        yield start, end, name


def _leaving_out(eingabe: str, words: Sequence[Wort]) -> Iterator[Wort]:
    """„ohne“ and its like where a party follows, and „aber“ before them."""
    arten = "".join(name.art for _, _, name in words)
    leaves = [
        transliterated(eingabe[start:end]) in WITHOUT and re.match("[oa]*P", arten[i + 1 :]) is not None
        for i, (start, end, _) in enumerate(words)
    ]
    for i, (start, end, name) in enumerate(words):
        if leaves[i]:
            name = Name("y")
        elif transliterated(eingabe[start:end]) in ("aber", "nur") and any(leaves[i + 1 : i + 2]):
            name = Name("u")
        elif arten[:i].endswith("P") and re.match("gP", arten[i:]) and eingabe[start:end] == "gegen":
            name = Name("u")  # „SPD gegen FDP“
        yield start, end, name


def _is_noun(text: str, left: str, right: str, before: str, after: str) -> bool:
    if text[0].isupper() and re.search("(Pu*|A)$", left):  # „SPD, Grüne Rente“
        return True
    if text in ("Linke", "Grünen", "Liberalen") and before.casefold() == "die":  # „die Linke Rente“
        return True
    if re.match("[xXKA]|u+[xA]", right):  # „grüne Energie“, „Grüne und soziale Städte“
        return False
    if left[-1] == "i" or (right[0] == "a" and after in ("der", "des")):  # „im Grünen“, „die Union der …“
        return False
    if text[0].islower():
        return bool(re.search("([avVPFTA]|Pu+)$", left))
    adjective = left[-1] in "XK" and ADJECTIVE.search(transliterated(before))
    return left[-1] != "x" and not adjective


def _is_subject(left: str, right: str) -> bool:
    """„Was sagt die Heimat …“, „Heimat und SPD …“; but not „Zur Heimat gehört …“."""
    return bool(re.search("([VTGF]|[TGFn][os]?|Pu+)a?$", left) or re.match("u+P", right))
