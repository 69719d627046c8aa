"""What is asked back where a question names a party or a Land that is unknown or one of several."""

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from core.german.folding import transliterated
from core.programme.registry import Registry
from core.question.question_grammar import SentencePart, words
from core.question.word_tags import FrageSentence

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
        yield from _ask_wahl(satz, rahmen)
        yield from _ask_place(satz, rahmen, names)


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
        yield Rueckfrage(wort, frage, _similar_parteien(wort, registry) or _parteien_in(land, registry))


def ask_jahr(years: Sequence[int]) -> Iterator[Rueckfrage]:
    if len(years) > 1:
        named = tuple(map(str, years))
        yield Rueckfrage(", ".join(named), "Aus welchem Jahr sollen die Programme sein?", named)


def _ask_wahl(satz: FrageSentence, rahmen: Sequence[SentencePart]) -> Iterator[Rueckfrage]:
    for i in words(satz, rahmen, "W"):
        if len(satz.sinn.get(i, ())) > 1:
            wort = satz.text(i, i + 1)
            yield Rueckfrage(wort, f"Welche {wort} meinen Sie?", satz.sinn[i])


def _ask_place(
    satz: FrageSentence, rahmen: Sequence[SentencePart], names: Mapping[str, str]
) -> Iterator[Rueckfrage]:
    """In what is looked for, a town is no reason to ask; „Mecklenburg“ and „Thürigen“ are."""
    taken = {i for teil in rahmen for i in range(teil.start, teil.end)}
    for i in (found.start() for found in islice(PLACE.finditer(satz.arten), PLACES)):
        if i not in taken and (satz.arten[i] == "M" or _meant(satz, i, names)):
            yield _unknown_land(satz.text(i, i + 1), _meant(satz, i, names) or tuple(names.values()))


def _unknown_land(wort: str, moeglich: tuple[str, ...]) -> Rueckfrage:
    return Rueckfrage(wort, f"„{wort}“ ist kein Land im Register: Welches Land meinen Sie?", moeglich)


def _meant(satz: FrageSentence, i: int, names: Mapping[str, str]) -> tuple[str, ...]:
    """The Länder whose name is written much like word i, or half of whose name it is."""
    if satz.arten[i] == "M" and (sinn := satz.sinn.get(i)):
        return sinn
    folded = {transliterated(name): code for name, code in names.items()}
    close = difflib.get_close_matches(transliterated(satz.text(i, i + 1)[:40]), folded, cutoff=0.87)
    return tuple(folded[name] for name in close)


def _similar_parteien(wort: str, registry: Registry) -> tuple[str, ...]:
    folded = {
        transliterated(name): partei.id
        for partei in registry.parteien.values()
        for name in (partei.id, partei.name, *partei.aliase)
    }
    close = difflib.get_close_matches(transliterated(wort[:40]), folded, cutoff=0.65)
    return tuple(dict.fromkeys(folded[name] for name in close))


def _parteien_in(land: str | None, registry: Registry) -> tuple[str, ...]:
    """The parties with a programme that stand there; without a Land, those of the Bundestag's elections."""
    with_programm = {programm.partei for programm in registry.programme.values()}
    parteien = registry.parteien.values()
    return tuple(p.id for p in parteien if p.id in with_programm and p.stands_in(land or "BUND"))
