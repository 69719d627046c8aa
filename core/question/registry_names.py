"""The names in a registry, in all the forms people write them: what a word of a question may stand for."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain

from core.german.folding import transliterated
from core.models import Typ
from core.programme.registry import Registry
from core.settings import ROOT

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
    """`art` is the Wortart, see core.question.word_tags."""

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
    made = _make_lexicon(registry)
    _last[:] = [(registry, made)]
    return made


def _make_lexicon(registry: Registry) -> NameLexicon:
    namen = {
        form: name
        for text, name in chain(_foreign(), _parteien(registry), _laender(registry))
        for form in _inflected(text, name.art)
    }
    programme, parlamente = registry.programme.values(), registry.parlamente.values()
    years = [p.jahr for p in programme] + [w.wahl.year for p in parlamente for w in p.wahlperioden]
    return NameLexicon(
        namen=namen,
        anfaenge=frozenset(form[:length] for form in namen for length in range(1, len(form) + 1)),
        jahre=range(min(years, default=0), max(years, default=-1) + 1),
        gewaehlt={stem: _elects(registry, stem) for stem in PARLAMENTE},
    )


def key_of(words: str) -> str:
    """The words of a name as one, without its article: „Die Linke.PDS“ is linkepds."""
    folded = re.findall(r"[^\W_]+", transliterated(words))
    return "".join(folded[1:] if folded[:1] in (["die"], ["der"]) else folded)


@cache
def foreign() -> tuple[tuple[str, ...], frozenset[str]]:
    """The names of parties beside the register, and words in -partei that name none."""
    found = tomllib.loads(FOREIGN_PARTIES.read_text(encoding="utf-8"))
    return tuple(found["namen"]), frozenset(transliterated(word) for word in found["keine"])


def _foreign() -> Iterator[tuple[str, Name]]:
    yield from ((name, Name("K", FOREIGN)) for name in foreign()[0])


def is_partei(word: str) -> bool:
    """Tierschutzpartei, but not Volkspartei."""
    key = transliterated(word)
    return key.endswith("partei") and len(key) > len("partei") and key not in foreign()[1]


def _parteien(registry: Registry) -> Iterator[tuple[str, Name]]:
    """Names used in some Länder only come first, so that one that holds everywhere replaces them."""
    for name, laender in _local_names(registry).items():
        yield name, Name(_partei_art(name), (name, *laender))
    laender = [parlament.land for parlament in registry.parlamente.values()]
    for partei in registry.parteien.values():
        names = (partei.id, partei.name, *partei.aliase)
        for name in names:
            party, _, land = name.rpartition(" ")
            if not (party in names and land in laender):  # „FREIE WÄHLER Bayern“ names both
                yield name, Name(_partei_art(name), (name,))


def _local_names(registry: Registry) -> dict[str, list[str]]:
    """Name → the Länder it is used in."""
    found: dict[str, list[str]] = {}
    for partei in registry.parteien.values():
        for land, name in partei.name_in.items():
            found.setdefault(name, []).append(land)
        for land, names in partei.aliase_in.items():
            for name in names:
                found.setdefault(name, []).append(land)
    return found


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
            yield name, Name(_land_art(code, name), (code,))
    for code, adjectives in ADJECTIVES.items():
        for adjective in adjectives.split():
            yield adjective, Name("A", (code,))
    for word, art in IN_BUND.items():
        yield word, Name(art, ("BUND",))


def _land_art(code: str, name: str) -> str:
    """Parliaments and the Bund can be what a question is about: „Verkleinerung des Bundestags“."""
    if name.endswith("Deutschland"):
        return "d"
    return "D" if code == "BUND" or key_of(name) in ("abgeordnetenhaus", "agh") else "L"


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


def _elects(registry: Registry, stem: str) -> Sense:
    """The Länder whose parliament is called so. Of the Landtage there are too many to name one."""
    codes = [
        code for code, parlament in registry.parlamente.items() if stem in transliterated(parlament.name)
    ]
    return () if stem == "landtag" else tuple(codes)
