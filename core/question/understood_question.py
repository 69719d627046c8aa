"""A question as a page understands it: what it says, what a person chose instead, what is still unclear."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.context import Context
from core.index.vectorstore import INDEXGEBIETE
from core.models import Programm, Typ
from core.programme.registry import Registry, partei_name
from core.question.question_words import check_frage
from core.question.rueckfragen import Rueckfrage
from core.question.suchanfrage import Suchanfrage, corrected, parse_suchanfrage, within

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
    return [
        programm
        for programm in registry.programme.values()
        if programm.id in ids
        and (
            land is None
            or programm.bundesland == land
            or (programm.bundesland is None and registry.parteien[programm.partei].stands_in(land))
        )
    ]
