"""The query line that understands German: „Was sagen SPD und Grüne in NRW zum Kohleausstieg seit 2020?“."""

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import islice

from core.context import Context
from core.errors import EingabeError
from core.index.sammlung import INDEXGEBIETE
from core.programme.registry import (
    Registry,
    find_bundesland,
    find_partei,
    find_programm,
    known_partei,
    partei_name,
)
from core.search.question_grammar import (
    SentencePart,
    check_frage,
    codes,
    election_years,
    find_foreign,
    find_frame,
    find_searched,
    words,
)
from core.search.word_tags import FrageSentence, Sense, lexicon, read_sentence
from core.wortlaut.german import formats
from core.wortlaut.german.folding import transliterated
from core.wortlaut.records import Programm, Typ

# --- what is asked back where a party or a Land is unknown, or one of several -------------------------------

PLACE = re.compile("(?<=i)[MX]")
"""A place after „in“ that is no Land: half of one's name, a slip, or a town."""
PLACES = 3
"""So many are compared with the Länder; a question has no more."""


@dataclass(frozen=True, slots=True)
class Rueckfrage:
    """`moeglich`: ids of parties, codes of Länder or years to choose from; may be empty."""

    wort: str
    frage: str
    moeglich: tuple[str, ...]


WHAT_FOR = Rueckfrage("", "Wonach soll gesucht werden?", ())


def ask_land(
    satz: FrageSentence, rahmen: Sequence[SentencePart], laender: Sequence[str], registry: Registry
) -> Iterator[Rueckfrage]:
    names = {parlament.land: code for code, parlament in registry.parlamente.items() if code != "DEMO"}
    for teil in (teil for teil in rahmen if teil.art == "fremdland"):
        wort = satz.text(teil.start + 1, teil.end)
        yield _unknown_land(wort, _meant(satz, teil.start + 1, names) or tuple(names.values()))
    if len(laender) > 1:
        frage = "Eine Suche geht in ein Land oder in alle: In welchem soll gesucht werden?"
        yield Rueckfrage(", ".join(registry.parlamente[code].land for code in laender), frage, tuple(laender))
    elif not laender:
        for i in words(satz, rahmen, "W"):
            if len(satz.sinn.get(i, ())) > 1:
                wort = satz.text(i, i + 1)
                yield Rueckfrage(wort, f"Welche {wort} meinen Sie?", satz.sinn[i])
        # In what is looked for, a town is no reason to ask; „Mecklenburg“ and „Thürigen“ are.
        taken = {i for teil in rahmen for i in range(teil.start, teil.end)}
        for i in (found.start() for found in islice(PLACE.finditer(satz.arten), PLACES)):
            if i not in taken and (satz.arten[i] == "M" or _meant(satz, i, names)):
                yield _unknown_land(satz.text(i, i + 1), _meant(satz, i, names) or tuple(names.values()))


def ask_partei(
    satz: FrageSentence,
    rahmen: Sequence[SentencePart],
    foreign: Sequence[int],
    land: str | None,
    registry: Registry,
) -> Iterator[Rueckfrage]:
    """What stood after „Was sagt die …“ is no party of the registry, or `foreign` names one anywhere."""
    asked = [teil for teil in rahmen if teil.art == "fremd"]
    within = {i for teil in asked for i in range(teil.start, teil.end)}
    worte = [
        satz.text(next(i for i in range(teil.start, teil.end) if satz.arten[i] in "XK"), teil.end)
        for teil in asked
    ]
    for wort in dict.fromkeys([*worte, *(satz.text(i, i + 1) for i in foreign if i not in within)]):
        frage = f"„{wort}“ ist als Partei nicht im Register: Welche Partei meinen Sie?"
        yield Rueckfrage(wort, frage, _meant_parteien(wort, land, registry))


def ask_jahr(years: Sequence[int]) -> Iterator[Rueckfrage]:
    if len(years) > 1:
        named = tuple(map(str, years))
        yield Rueckfrage(", ".join(named), "Aus welchem Jahr sollen die Programme sein?", named)


def _unknown_land(wort: str, moeglich: tuple[str, ...]) -> Rueckfrage:
    return Rueckfrage(wort, f"„{wort}“ ist kein Land im Register: Welches Land meinen Sie?", moeglich)


def _meant(satz: FrageSentence, i: int, names: Mapping[str, str]) -> tuple[str, ...]:
    """The Länder whose name is written much like word i, or half of whose name it is."""
    if satz.arten[i] == "M" and (sinn := satz.sinn.get(i)):
        return sinn
    folded = {transliterated(name): code for name, code in names.items()}
    close = difflib.get_close_matches(transliterated(satz.text(i, i + 1)[:40]), folded, cutoff=0.87)
    return tuple(folded[name] for name in close)


def _meant_parteien(wort: str, land: str | None, registry: Registry) -> tuple[str, ...]:
    """The parties whose names are written much like it; else all with a programme that stand in that Land.

    Without a Land, those of the Bundestag's elections.
    """
    folded = {
        transliterated(name): partei.id
        for partei in registry.parteien.values()
        for name in (partei.id, partei.name, *partei.aliase)
    }
    if close := difflib.get_close_matches(transliterated(wort[:40]), folded, cutoff=0.65):
        return tuple(dict.fromkeys(folded[name] for name in close))
    with_programm = {programm.partei for programm in registry.programme.values()}
    parteien = registry.parteien.values()
    return tuple(p.id for p in parteien if p.id in with_programm and p.stands_in(land or "BUND"))


# --- what a question says -----------------------------------------------------------------------------------

UNION_IN = {("CDU", "BY"): "CSU"}
"""What a name of the Bundestag's parties means in a Land: the Union in Bavaria is the CSU."""
IN_FORCE = "Geltend am"
LONGEST = 1000
"""Longer than a question: a text pasted in. The parties it names are its subject, so nothing is taken out."""


@dataclass(frozen=True, slots=True)
class Zeitraum:
    """Years, inclusive; None leaves that end open."""

    von: int | None
    bis: int | None

    def __str__(self) -> str:
        if self.von is None or self.bis is None:
            return f"bis {self.bis}" if self.von is None else f"seit {self.von}"
        return f"{self.von} bis {self.bis}"

    def overlaps(self, programm: Programm) -> bool:
        """Was it in force at some time in it?"""
        ends = programm.gueltig_bis.year if programm.gueltig_bis else None
        begins_in_time = self.bis is None or programm.gueltig_ab.year <= self.bis
        return begins_in_time and (self.von is None or ends is None or self.von <= ends)


@dataclass(frozen=True, slots=True)
class Suchanfrage:
    """What an input asks for: `text` is what to look for, the rest says where.

    `ohne`: parties that are left out. `programm`: the id of the only one to search. `stichtag`: only what was
    in force on that day. `vergleicht`: it asks what several parties say, or all. `woertlich`: years and ids
    of parties that stand in it and limit nothing, as they are a part of what is looked for.
    """

    eingabe: str
    text: str
    parteien: tuple[str, ...] = ()
    bundesland: str | None = None
    typ: Typ | None = None
    jahr: int | None = None
    zeitraum: Zeitraum | None = None
    rueckfragen: tuple[Rueckfrage, ...] = ()
    ohne: tuple[str, ...] = ()
    programm: str | None = None
    stichtag: date | None = None
    vergleicht: bool = field(default=False, compare=False)
    woertlich: tuple[str, ...] = field(default=(), compare=False)

    @property
    def names_time(self) -> bool:
        """Does it say itself of when the programmes are?"""
        return bool(self.jahr or self.zeitraum or self.stichtag or self.programm)

    def matches(self, programm: Programm) -> bool:
        """Is it of those parties, that kind and that time? The Land is left to the search."""
        return (
            self.programm in (None, programm.id)
            and (not self.parteien or programm.partei in self.parteien)
            and programm.partei not in self.ohne
            and self.typ in (None, programm.typ)
            and self.jahr in (None, programm.jahr)
            and (self.zeitraum is None or self.zeitraum.overlaps(programm))
            and (self.stichtag is None or programm.is_valid_on(self.stichtag))
        )


def parse_suchanfrage(eingabe: str, registry: Registry) -> Suchanfrage:
    """Take a question apart. What is not surely a name or a part of the question stays in `text`."""
    if len(eingabe.strip()) > LONGEST:
        return Suchanfrage(eingabe, eingabe.strip())
    satz = _with_years(read_sentence(eingabe, lexicon(registry)), registry)
    rahmen = find_frame(satz)
    text = find_searched(satz, rahmen)
    laender = _laender(satz, rahmen)
    land = laender[0] if len(laender) == 1 else None
    years = _years(satz, [teil for teil in rahmen if not _is_time(satz, teil)])
    types = {satz.sinn[i][0] for i in words(satz, rahmen, "T")}
    parteien = tuple(dict.fromkeys(_partei(registry, name, land) for name in _names(satz, rahmen)))
    # „Welche Parteien …“, „Wer will …“, „… der Fraktionen“.
    asks_all = bool(words(satz, rahmen, "F") or words(satz, rahmen, "r"))
    return Suchanfrage(
        eingabe=eingabe,
        text=text,
        parteien=parteien,
        vergleicht=len(parteien) > 1 or (not parteien and asks_all),
        woertlich=tuple(dict.fromkeys(_left_in(registry, satz, rahmen, land))),
        ohne=tuple(dict.fromkeys(_left_out(registry, satz, rahmen, land))),
        bundesland=land,
        typ=Typ(types.pop()) if len(types) == 1 else None,
        jahr=years[0] if len(years) == 1 else None,
        zeitraum=_period(satz, [teil for teil in rahmen if _is_time(satz, teil)]),
        rueckfragen=(
            *ask_partei(satz, rahmen, find_foreign(satz), land, registry),
            *ask_land(satz, rahmen, laender, registry),
            *ask_jahr(years),
            *(() if text else (WHAT_FOR,)),
        ),
    )


@dataclass(frozen=True, slots=True)
class Named:
    """What a text names, whatever it says of it: ids of parties, codes of Länder, years, kinds."""

    parteien: tuple[str, ...] = ()
    laender: tuple[str, ...] = ()
    jahre: tuple[int, ...] = ()
    typen: tuple[Typ, ...] = ()


def named(text: str, registry: Registry) -> Named:
    """„im Wahlprogramm der NRW-SPD von 2022“ names a party, a Land, a year and a kind of programme."""
    satz = _with_years(read_sentence(text[:LONGEST], lexicon(registry)), registry)
    rahmen = [SentencePart("", 0, len(satz.arten))]
    laender = _laender(satz, rahmen)
    land = laender[0] if len(laender) == 1 else None
    return Named(
        parteien=tuple(dict.fromkeys(_partei(registry, name, land) for name in _names(satz, rahmen))),
        laender=tuple(laender),
        jahre=tuple(_years(satz, rahmen)),
        typen=tuple(dict.fromkeys(Typ(satz.sinn[i][0]) for i in words(satz, rahmen, "T"))),
    )


def understand(
    registry: Registry, eingabe: str, what: str = "Die Suche", programm: str | None = None
) -> Suchanfrage:
    """What a question says; an EingabeError asks back what is unclear."""
    anfrage = parse_suchanfrage(check_frage(eingabe, what), registry)
    if programm:
        anfrage = within(registry, anfrage, programm)
    if anfrage.rueckfragen:
        first = anfrage.rueckfragen[0]
        choice = f" Möglich sind: {', '.join(first.moeglich)}." if first.moeglich else ""
        raise EingabeError(f"{first.frage}{choice}")
    check_frage(anfrage.text, what)
    return anfrage


def within(registry: Registry, anfrage: Suchanfrage, programm_id: str) -> Suchanfrage:
    """The same question to one Programm: that settles every other „where“ and what is asked back about it."""
    offen = tuple(one for one in anfrage.rueckfragen if one == WHAT_FOR)
    programm = find_programm(registry, programm_id).id
    return Suchanfrage(anfrage.eingabe, anfrage.text, rueckfragen=offen, programm=programm)


def corrected(
    registry: Registry,
    anfrage: Suchanfrage,
    parteien: Sequence[str] = (),
    bundesland: str | None = None,
    typ: Typ | None = None,
    ohne: Sequence[str] = (),
) -> Suchanfrage:
    """What a person chose counts before what the question says."""
    land = find_bundesland(registry, bundesland) if bundesland else anfrage.bundesland
    chosen = tuple(find_partei(registry, name, land).id for name in parteien)
    left_out = [find_partei(registry, name, land).id for name in ohne]
    asked = chosen or anfrage.parteien
    if asked and set(asked) <= set(left_out):
        names = ", ".join(partei_name(registry, partei, land) for partei in asked)
        raise EingabeError(f"Gefragt ist nur nach {names}, und das ist ausgenommen. Nehmen Sie eins zurück.")
    return replace(
        anfrage,
        bundesland=land,
        parteien=asked,
        ohne=tuple(dict.fromkeys([*(partei for partei in anfrage.ohne if partei not in chosen), *left_out])),
        typ=typ or anfrage.typ,
    )


def verstanden(anfrage: Suchanfrage, registry: Registry) -> list[tuple[str, str]]:
    """What was understood, as it is shown: [("Parteien", "SPD, GRÜNE"), …, ("Gesucht", "Kohleausstieg")]."""
    land = anfrage.bundesland
    # A stored question may name a Programm that has left the register since.
    only = registry.programme.get(anfrage.programm or "")
    shown = [
        (
            "Parteien" if len(anfrage.parteien) > 1 else "Partei",
            ", ".join(partei_name(registry, partei, land) for partei in anfrage.parteien),
        ),
        ("Ohne", ", ".join(partei_name(registry, partei, land) for partei in anfrage.ohne)),
        ("Land", registry.parlamente[land].land if land else ""),
        ("Nur in", only.name if only else anfrage.programm or ""),
        ("Art", anfrage.typ.capitalize() if anfrage.typ else ""),
        ("Jahr", str(anfrage.jahr or "")),
        ("Zeitraum", str(anfrage.zeitraum or "")),
        (IN_FORCE, formats.day(anfrage.stichtag) if anfrage.stichtag else ""),
        ("Gesucht", anfrage.text),
        ("Nur als Suchwort", ", ".join(word_of(registry, anfrage, one) for one in anfrage.woertlich)),
    ]
    return [(label, value) for label, value in shown if value]


def word_of(registry: Registry, anfrage: Suchanfrage, one: str) -> str:
    """How one of its `woertlich` is called."""
    return partei_name(registry, one, anfrage.bundesland) if one in registry.parteien else one


def _names(satz: FrageSentence, rahmen: Sequence[SentencePart]) -> list[Sense]:
    asked = [teil for teil in rahmen if teil.art != "ohne"]
    return list(dict.fromkeys(satz.sinn[i] for i in words(satz, asked, "P")))


def _with_years(satz: FrageSentence, registry: Registry) -> FrageSentence:
    every = [SentencePart("", 0, len(satz.arten))]
    laender = set(codes(satz, every))
    parteien = {_partei(registry, satz.sinn[i], None) for i in words(satz, every, "P")}
    return replace(satz, wahljahre=election_years(registry, laender, parteien))


def _left_in(
    registry: Registry, satz: FrageSentence, rahmen: Sequence[SentencePart], land: str | None
) -> Iterator[str]:
    taken = {i for teil in rahmen for i in range(teil.start, teil.end)}
    for i, art in enumerate(satz.arten):
        if i not in taken and art == "J":
            yield satz.text(i, i + 1)
        elif i not in taken and art == "P":
            yield _partei(registry, satz.sinn[i], land)


def _left_out(
    registry: Registry, satz: FrageSentence, rahmen: Sequence[SentencePart], land: str | None
) -> Iterator[str]:
    """Without a Land, „ohne die Union“ means both of its parties."""
    for i in words(satz, [teil for teil in rahmen if teil.art == "ohne"], "P"):
        partei = _partei(registry, satz.sinn[i], land)
        is_local_name = len(satz.sinn[i]) > 1
        yield partei
        if land is None and is_local_name:
            yield from (other for (one, _), other in UNION_IN.items() if one == partei)


def _laender(satz: FrageSentence, rahmen: Sequence[SentencePart]) -> list[str]:
    """The Länder named; where none is, those the parties' names are used in: Union → BUND, GAL → HH."""
    used_in = [sinn[1] for sinn in _names(satz, rahmen) if len(sinn) == 2]
    return codes(satz, rahmen) or list(dict.fromkeys(used_in))


def _partei(registry: Registry, sinn: Sense, land: str | None) -> str:
    name, *used_in = sinn
    if there := known_partei(registry, name, land):
        return there.id
    partei = find_partei(registry, name, used_in[0]).id
    return UNION_IN.get((partei, land or ""), partei)


def _is_time(satz: FrageSentence, teil: SentencePart) -> bool:
    """„seit der Bundestagswahl 2021“ is a time; „vor der Bundestagswahl 2025“ names the election."""
    since = teil.art == "wahl" and _first(satz, teil) in ("seit", "ab", "nach")
    return since or teil.art in ("zeit", "bis")


def _period(satz: FrageSentence, times: Sequence[SentencePart]) -> Zeitraum | None:
    von: int | None = None
    bis: int | None = None
    for teil in times:
        years, first = _years(satz, [teil]), _first(satz, teil)
        if len(years) > 1:
            von, bis = years[0], years[-1]
        elif first in ("vor", "bis"):
            bis = years[0] - (first == "vor")
        elif years:
            von = years[0] + (first == "nach")
    return None if von is bis is None else Zeitraum(von, bis)


def _first(satz: FrageSentence, teil: SentencePart) -> str:
    return transliterated(satz.text(teil.start, teil.start + 1))


def _years(satz: FrageSentence, teile: Sequence[SentencePart]) -> list[int]:
    return sorted({int(satz.text(i, i + 1)) for i in words(satz, teile, "J")})


# --- as a page understands it: what a person chose instead, what is still unclear ---------------------------

LAND, PARTEI, JAHR = "land", "partei", "jahr"


def interpret(
    registry: Registry,
    eingabe: str,
    parteien: Sequence[str] = (),
    bundesland: str | None = None,
    typ: Typ | None = None,
    jahr: int | None = None,
    wortgetreu: bool = False,
    programm: str | None = None,
) -> Suchanfrage:
    """What was chosen counts, then what the question says; `rueckfragen` are those that no choice settles."""
    text = check_frage(eingabe)
    anfrage = Suchanfrage(text, text) if wortgetreu else parse_suchanfrage(text, registry)
    chosen = {LAND: bundesland, PARTEI: parteien, JAHR: jahr}
    offen = tuple(one for one in anfrage.rueckfragen if not chosen.get(field_of(registry, one)))
    anfrage = replace(anfrage, rueckfragen=offen)
    if jahr:
        anfrage = replace(anfrage, jahr=jahr, zeitraum=None, stichtag=None)
    settled = {str(jahr), *parteien}
    anfrage = replace(anfrage, woertlich=tuple(one for one in anfrage.woertlich if one not in settled))
    if anfrage.text:
        check_frage(anfrage.text)
    if programm:
        return within(registry, anfrage, programm)
    return corrected(registry, anfrage, parteien, bundesland, typ)


def field_of(registry: Registry, rueckfrage: Rueckfrage) -> str:
    """What is asked back: for a Land, a party or a year; empty where there is nothing to choose from."""
    first = next(iter(rueckfrage.moeglich), "")
    if first in registry.parlamente:
        return LAND
    return PARTEI if first in registry.parteien else JAHR if first else ""


def name_of(registry: Registry, anfrage: Suchanfrage, wert: str) -> str:
    """How a possible answer to a Rueckfrage is called."""
    if wert in registry.parlamente:
        return registry.parlamente[wert].land
    return partei_name(registry, wert, anfrage.bundesland) if wert in registry.parteien else wert


def settle(registry: Registry, anfrage: Suchanfrage, rueckfrage: Rueckfrage, wert: str) -> Mapping[str, str]:
    """What an answer changes: the question, where its word is thus put right, else what is chosen beside it.

    {"q": "Mieten in Thüringen"}, {"land": "BY"}, {"partei": "SPD,GRÜNE"}.
    """
    if rueckfrage.wort in anfrage.eingabe:
        name = name_of(registry, anfrage, wert)
        better = anfrage.eingabe.replace(rueckfrage.wort, name, 1)
        read = parse_suchanfrage(better, registry)
        if wert in (read.bundesland, *read.parteien) and rueckfrage not in read.rueckfragen:
            return {"q": better}
    feld = field_of(registry, rueckfrage)
    return {feld: ",".join([*anfrage.parteien, wert]) if feld == PARTEI else wert}


def indexed(context: Context, land: str | None = None) -> list[Programm]:
    """What can be searched right now: of a Land what is its own and what is valid there, or everything."""
    registry = context.registry
    ids = {i for gebiet in INDEXGEBIETE for i in context.store.staende(gebiet)}
    return [p for p in registry.programme.values() if p.id in ids and belongs_to(registry, p, land)]


def belongs_to(registry: Registry, programm: Programm, land: str | None) -> bool:
    """Is it the Land's own, or valid there as everywhere? Without a Land each does."""
    if land is None or programm.bundesland is not None:
        return land in (None, programm.bundesland)
    return registry.parteien[programm.partei].stands_in(land)
