"""The query line that understands German: „Was sagen SPD und Grüne in NRW zum Kohleausstieg seit 2020?“."""

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import pairwise

from core.base import formats
from core.base.errors import EingabeError
from core.base.models import EUROPA
from core.programme.registry import Registry
from core.search.question_grammar import (
    LANDS,
    Form,
    Part,
    check_frage,
    find_frame,
    find_searched,
    stance_words,
)
from core.search.word_tags import END, Kind, NameLexicon, Sense, Word, read_words
from core.wortlaut.german.folding import transliterated
from core.wortlaut.records import Programm, Typ

# --- what is asked back where a party or a Land is unknown, or one of several -------------------------------

LAND, PARTEI, JAHR = "land", "partei", "jahr"

PLACES = 3
"""So many are compared with the Länder; a question has no more."""


@dataclass(frozen=True, slots=True)
class Rueckfrage:
    """`moeglich`: ids of parties, codes of Länder or years to choose from; may be empty."""

    wort: str
    frage: str
    moeglich: tuple[str, ...]

    def field(self, registry: Registry) -> str:
        """What is asked back: for a Land, a party or a year; empty where there is nothing to choose from."""
        first = next(iter(self.moeglich), "")
        if first in registry.parlamente:
            return LAND
        return PARTEI if first in registry.parteien else JAHR if first else ""


WHAT_FOR = Rueckfrage("", "Wonach soll gesucht werden?", ())


def _asked_back(question: "_Question", years: Sequence[int]) -> Iterator[Rueckfrage]:
    registry, land = question.registry, question.land
    for wort in dict.fromkeys(word.text for word in question.of(Kind.FOREIGN)):
        frage = f"„{wort}“ ist als Partei nicht im Register: Welche Partei meinen Sie?"
        yield Rueckfrage(wort, frage, _meant_parteien(wort, land, registry))
    if len(question.laender) > 1:
        names = ", ".join(registry.parlamente[code].land for code in question.laender)
        frage = "Eine Suche geht in ein Land oder in alle: In welchem soll gesucht werden?"
        yield Rueckfrage(names, frage, question.laender)
    elif not land:
        for word in (word for word in question.of(Kind.WAHL) if len(word.sense) > 1):
            yield Rueckfrage(word.text, f"Welche {word.text} meinen Sie?", word.sense)
        yield from _slips(question)
    if len(years) > 1:
        named = tuple(map(str, years))
        yield Rueckfrage(", ".join(named), "Aus welchem Jahr sollen die Programme sein?", named)


def _slips(question: "_Question") -> Iterator[Rueckfrage]:
    """„Wolf in Thürigen“, „in Vorpommern“: places after „in“ that are much like a Land or a half of one."""
    parlamente = question.registry.parlamente.values()
    named = [p for p in parlamente if p.land and p.bundesland != EUROPA]
    names = {transliterated(p.land): p.bundesland for p in named}
    halves = {half: code for name, code in names.items() if "-" in name for half in name.split("-")}
    known = {**halves, **names}
    places = [word for before, word in pairwise(question.words) if before.kind is Kind.IN]
    for word in [word for word in places if word.kind is Kind.WORD][:PLACES]:
        close = difflib.get_close_matches(word.key[:40], known, n=1, cutoff=0.87)
        if close:
            frage = f"„{word.text}“ ist kein Land im Register: Welches Land meinen Sie?"
            yield Rueckfrage(word.text, frage, (known[close[0]],))


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

    @property
    def stance_words(self) -> tuple[str, ...]:
        """By which of its words it asks for a side: („Wer … will“, „nicht“)."""
        return stance_words(self.eingabe)

    @classmethod
    def literal(cls, eingabe: str, what: str = "Die Suche") -> "Suchanfrage":
        """All of it is looked for as it was typed, and nothing of it says where."""
        text = check_frage(eingabe, what)
        return cls(text, text)

    def only_in_force(self, day: date) -> "Suchanfrage":
        """Of the Programme in force on that day; a question that names a time itself keeps it."""
        return self if self.names_time else replace(self, stichtag=day)

    def within(self, registry: Registry, programm_id: str) -> "Suchanfrage":
        """To one Programm: that settles every other „where“ and what is asked back about it."""
        offen = tuple(one for one in self.rueckfragen if one == WHAT_FOR)
        programm = registry.find_programm(programm_id).id
        return Suchanfrage(self.eingabe, self.text, rueckfragen=offen, programm=programm)

    def corrected(
        self,
        registry: Registry,
        parteien: Sequence[str] = (),
        bundesland: str | None = None,
        typ: Typ | None = None,
        ohne: Sequence[str] = (),
    ) -> "Suchanfrage":
        """What a person chose counts before what the question says."""
        land = registry.find_bundesland(bundesland) if bundesland else self.bundesland
        chosen = tuple(registry.find_partei(name, land).id for name in parteien)
        left_out = [registry.find_partei(name, land).id for name in ohne]
        asked = chosen or self.parteien
        if asked and set(asked) <= set(left_out):
            names = ", ".join(registry.partei_name(partei, land) for partei in asked)
            raise EingabeError(
                f"Gefragt ist nur nach {names}, und das ist ausgenommen. Nehmen Sie eins zurück."
            )
        kept = (partei for partei in self.ohne if partei not in chosen)
        return replace(
            self,
            bundesland=land,
            parteien=asked,
            ohne=tuple(dict.fromkeys([*kept, *left_out])),
            typ=typ or self.typ,
        )

    def settle(self, registry: Registry, rueckfrage: Rueckfrage, wert: str) -> Mapping[str, str]:
        """What an answer changes: the question, where its word is thus put right, else what is chosen beside.

        {"q": "Mieten in Thüringen"}, {"land": "BY"}, {"partei": "SPD,GRÜNE"}.
        """
        if rueckfrage.wort in self.eingabe:
            better = self.eingabe.replace(rueckfrage.wort, self.name_of(registry, wert), 1)
            read = parse_suchanfrage(better, registry)
            if wert in (read.bundesland, *read.parteien) and rueckfrage not in read.rueckfragen:
                return {"q": better}
        feld = rueckfrage.field(registry)
        return {feld: ",".join([*self.parteien, wert]) if feld == PARTEI else wert}

    def name_of(self, registry: Registry, wert: str) -> str:
        """How a possible answer to a Rueckfrage is called, or one of its `woertlich`."""
        if wert in registry.parlamente:
            return registry.parlamente[wert].land
        return registry.partei_name(wert, self.bundesland) if wert in registry.parteien else wert

    def verstanden(self, registry: Registry, today: date | None = None) -> list[tuple[str, str]]:
        """What was understood, as it is shown: [("Parteien", "SPD, GRÜNE"), …, ("Gesucht", "Kohleausstieg")].

        A day that is `today` is told as that.
        """
        land = self.bundesland
        # A stored question may name a Programm that has left the register since.
        only = registry.programme.get(self.programm or "")
        day = formats.day(self.stichtag) if self.stichtag else ""
        shown = [
            (
                "Parteien" if len(self.parteien) > 1 else "Partei",
                ", ".join(registry.partei_name(partei, land) for partei in self.parteien),
            ),
            ("Ohne", ", ".join(registry.partei_name(partei, land) for partei in self.ohne)),
            ("Land", registry.parlamente[land].land if land else ""),
            ("Nur in", only.name if only else self.programm or ""),
            ("Art", self.typ.capitalize() if self.typ else ""),
            ("Jahr", str(self.jahr or "")),
            ("Zeitraum", str(self.zeitraum or "")),
            ("Geltend am", f"{day}, heute" if self.stichtag and self.stichtag == today else day),
            ("Gesucht", self.text),
            ("Nur als Suchwort", ", ".join(self.name_of(registry, one) for one in self.woertlich)),
        ]
        return [(label, value) for label, value in shown if value]


@dataclass(frozen=True, slots=True)
class _Question:
    """The words of a question, and those of them that say where to look."""

    registry: Registry
    words: Sequence[Word]
    frame: Sequence[Part]

    def of(self, *kinds: Kind) -> list[Word]:
        """What says where to look, without what is left out."""
        parts = [part for part in self.frame if part.form is not Form.OHNE]
        return [word for part in parts for word in part.words if word.kind in kinds]

    @property
    def laender(self) -> tuple[str, ...]:
        """The Länder named; where none is, those the parties' names are used in: Union → BUND, GAL → HH."""
        named = [code for word in self.of(*LANDS, Kind.PARTIES) for code in word.sense]
        named += [word.sense[0] for word in self.of(Kind.WAHL) if len(word.sense) == 1]
        named += [code for word in self.of(Kind.TYP) for code in word.sense[1:]]
        used_in = [word.sense[1] for word in self.of(Kind.PARTEI) if len(word.sense) == 2]
        return tuple(dict.fromkeys(named or used_in))

    @property
    def land(self) -> str | None:
        laender = self.laender
        return laender[0] if len(laender) == 1 else None

    @property
    def parteien(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.partei(word.sense) for word in self.of(Kind.PARTEI)))

    def partei(self, sense: Sense) -> str:
        name, *used_in = sense
        land = self.land
        if there := self.registry.known_partei(name, land):
            return there.id
        partei = self.registry.find_partei(name, used_in[0]).id
        return UNION_IN.get((partei, land or ""), partei)

    @property
    def typen(self) -> tuple[Typ, ...]:
        return tuple(dict.fromkeys(Typ(word.sense[0]) for word in self.of(Kind.TYP)))


def _all_of(eingabe: str, registry: Registry) -> _Question:
    words = read_words(eingabe, NameLexicon.of(registry))
    return _Question(registry, words, [Part(Form.NAMED, words, END, END)])


def parse_suchanfrage(eingabe: str, registry: Registry) -> Suchanfrage:
    """Take a question apart. What is not surely a name or a part of the question stays in `text`."""
    if len(eingabe.strip()) > LONGEST:
        return Suchanfrage(eingabe, eingabe.strip())
    every = _all_of(eingabe, registry)
    words, frame = every.words, find_frame(every.words, _election_years(every))
    question = replace(every, frame=frame)
    text, parteien = find_searched(eingabe, words, frame), question.parteien
    taken = {word.start for part in frame for word in part.words}
    left = [word for word in words if word.start not in taken and word.kind in (Kind.JAHR, Kind.PARTEI)]
    literal = [word.text if word.kind is Kind.JAHR else question.partei(word.sense) for word in left]
    years = _years([part for part in frame if part.form is not Form.ZEIT])
    # „Welche Parteien …“, „Wer will …“, „… der Fraktionen“.
    asks_all = bool(question.of(Kind.PARTIES, Kind.WHO))
    return Suchanfrage(
        eingabe=eingabe,
        text=text,
        parteien=parteien,
        vergleicht=len(parteien) > 1 or (not parteien and asks_all),
        woertlich=tuple(dict.fromkeys(literal)),
        ohne=tuple(dict.fromkeys(_left_out(question))),
        bundesland=question.land,
        typ=question.typen[0] if len(question.typen) == 1 else None,
        jahr=years[0] if len(years) == 1 else None,
        zeitraum=_period([part for part in frame if part.form is Form.ZEIT]),
        rueckfragen=(*_asked_back(question, years), *(() if text else (WHAT_FOR,))),
    )


@dataclass(frozen=True, slots=True)
class Named:
    """What a text names, whatever it says of it: ids of parties, codes of Länder, years, kinds."""

    parteien: tuple[str, ...] = ()
    laender: tuple[str, ...] = ()
    jahre: tuple[int, ...] = ()
    typen: tuple[Typ, ...] = ()

    @classmethod
    def of(cls, text: str, registry: Registry) -> "Named":
        """„im Wahlprogramm der NRW-SPD von 2022“ names a party, a Land, a year and a kind of programme."""
        every = _all_of(text[:LONGEST], registry)
        return cls(every.parteien, every.laender, tuple(_years(every.frame)), every.typen)


def understand(
    registry: Registry, eingabe: str, what: str = "Die Suche", programm: str | None = None
) -> Suchanfrage:
    """What a question says; an EingabeError asks back what is unclear."""
    anfrage = parse_suchanfrage(check_frage(eingabe, what), registry)
    if programm:
        anfrage = anfrage.within(registry, programm)
    if anfrage.rueckfragen:
        first = anfrage.rueckfragen[0]
        choice = f" Möglich sind: {', '.join(first.moeglich)}." if first.moeglich else ""
        raise EingabeError(f"{first.frage}{choice}")
    check_frage(anfrage.text, what)
    return anfrage


def _election_years(every: _Question) -> frozenset[int]:
    """Years in which those Länder voted or those parties wrote for an election; else those of the Bund."""
    registry, parteien = every.registry, every.parteien
    where = {code for word in every.of(*LANDS, Kind.WAHL) for code in word.sense} or (
        set() if parteien else {"BUND"}
    )
    elections = [w.wahl.year for code in where for w in registry.parlamente[code].wahlperioden]
    programme = [p for p in registry.programme.values() if p.typ is Typ.WAHLPROGRAMM]
    # A Land named says more than a party.
    own = [p.jahr for p in programme if (p.bundesland in where if where else p.partei in parteien)]
    return frozenset([*elections, *own])


def _left_out(question: _Question) -> Iterator[str]:
    """Without a Land, „ohne die Union“ means both of its parties."""
    for word in (w for part in question.frame if part.form is Form.OHNE for w in part.words):
        if word.kind is Kind.PARTEI:
            yield (partei := question.partei(word.sense))
            if question.land is None and len(word.sense) > 1:
                yield from (other for (one, _), other in UNION_IN.items() if one == partei)


def _period(times: Sequence[Part]) -> Zeitraum | None:
    von: int | None = None
    bis: int | None = None
    for part in times:
        years, first = _years([part]), part.words[0].key
        if len(years) > 1:
            von, bis = years[0], years[-1]
        elif first in ("vor", "bis"):
            bis = years[0] - (first == "vor")
        elif years:
            von = years[0] + (first == "nach")
    return None if von is bis is None else Zeitraum(von, bis)


def _years(parts: Sequence[Part]) -> list[int]:
    return sorted({int(word.text) for part in parts for word in part.words if word.kind is Kind.JAHR})


# --- as a page understands it: what a person chose instead, what is still unclear ---------------------------


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
    anfrage = Suchanfrage.literal(eingabe)
    if not wortgetreu:
        anfrage = parse_suchanfrage(anfrage.text, registry)
    chosen = {LAND: bundesland, PARTEI: parteien, JAHR: jahr}
    offen = tuple(one for one in anfrage.rueckfragen if not chosen.get(one.field(registry)))
    anfrage = replace(anfrage, rueckfragen=offen)
    if jahr:
        anfrage = replace(anfrage, jahr=jahr, zeitraum=None, stichtag=None)
    settled = {str(jahr), *parteien}
    anfrage = replace(anfrage, woertlich=tuple(one for one in anfrage.woertlich if one not in settled))
    if anfrage.text:
        check_frage(anfrage.text)
    if programm:
        return anfrage.within(registry, programm)
    return anfrage.corrected(registry, parteien, bundesland, typ)
