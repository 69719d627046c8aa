"""The query line that understands German: „Was sagen SPD und Grüne in NRW zum Kohleausstieg seit 2020?“."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date

from core.errors import EingabeError
from core.german import formats
from core.german.folding import transliterated
from core.models import Programm, Typ
from core.programme.registry import Registry, find_bundesland, find_partei, find_programm, partei_name
from core.question.named_times import election_years, read_day
from core.question.question_grammar import SentencePart, codes, find_foreign, find_frame, find_searched, words
from core.question.question_words import check_frage
from core.question.registry_names import Sense, lexicon
from core.question.rueckfragen import WHAT_FOR, Rueckfrage, ask_jahr, ask_land, ask_partei
from core.question.word_tags import FrageSentence, read_eichsatz

__all__ = [
    "Rueckfrage",
    "Suchanfrage",
    "Zeitraum",
    "corrected",
    "parse_suchanfrage",
    "understand",
    "verstanden",
]

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
    day, rest = read_day(eingabe)
    satz = _with_years(read_eichsatz(rest, lexicon(registry)), registry)
    rahmen = find_frame(satz)
    text = find_searched(satz, rahmen)
    laender = _laender(satz, rahmen)
    land = laender[0] if len(laender) == 1 else None
    years = _years(satz, [teil for teil in rahmen if not _is_time(satz, teil)])
    types = {satz.sinn[i][0] for i in words(satz, rahmen, "T")}
    parteien = tuple(dict.fromkeys(_partei(registry, name, land) for name in _names(satz, rahmen)))
    return Suchanfrage(
        eingabe=eingabe,
        text=text,
        parteien=parteien,
        stichtag=day,
        vergleicht=len(parteien) > 1 or (not parteien and _asks_all(satz, rahmen)),
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


def understand(
    registry: Registry,
    eingabe: str,
    parteien: Sequence[str] = (),
    bundesland: str | None = None,
    typ: Typ | None = None,
    what: str = "Die Suche",
    *,
    programm: str | None = None,
    ohne: Sequence[str] = (),
) -> Suchanfrage:
    """What a question says, unless told otherwise; an EingabeError asks back what is unclear."""
    anfrage = parse_suchanfrage(check_frage(eingabe, what), registry)
    if programm:
        anfrage = within(registry, anfrage, programm)
    if anfrage.rueckfragen:
        first = anfrage.rueckfragen[0]
        choice = f" Möglich sind: {', '.join(first.moeglich)}." if first.moeglich else ""
        raise EingabeError(f"{first.frage}{choice}")
    check_frage(anfrage.text, what)
    return anfrage if programm else corrected(registry, anfrage, parteien, bundesland, typ, ohne)


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
    shown = [
        (
            "Parteien" if len(anfrage.parteien) > 1 else "Partei",
            ", ".join(partei_name(registry, partei, land) for partei in anfrage.parteien),
        ),
        ("Ohne", ", ".join(partei_name(registry, partei, land) for partei in anfrage.ohne)),
        ("Land", registry.parlamente[land].land if land else ""),
        ("Nur in", _programm_name(registry, anfrage.programm) if anfrage.programm else ""),
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


def _programm_name(registry: Registry, programm_id: str) -> str:
    """A stored question may name one that has left the register since."""
    programm = registry.programme.get(programm_id)
    return programm.name if programm else programm_id


def _names(satz: FrageSentence, rahmen: Sequence[SentencePart]) -> list[Sense]:
    asked = [teil for teil in rahmen if teil.art != "ohne"]
    return list(dict.fromkeys(satz.sinn[i] for i in words(satz, asked, "P")))


def _with_years(satz: FrageSentence, registry: Registry) -> FrageSentence:
    every = [SentencePart("", 0, len(satz.arten))]
    laender = set(codes(satz, every))
    parteien = {_partei(registry, satz.sinn[i], None) for i in words(satz, every, "P")}
    return replace(satz, wahljahre=election_years(registry, laender, parteien))


def _asks_all(satz: FrageSentence, rahmen: Sequence[SentencePart]) -> bool:
    """„Welche Parteien …“, „Wer will …“, „… der Fraktionen“."""
    return any("Fr".find(satz.arten[i]) >= 0 for teil in rahmen for i in range(teil.start, teil.end))


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
    with suppress(EingabeError):
        return find_partei(registry, name, land).id
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
