"""Fundstellen as a model reads them; what others wrote stands in them as material and nothing else."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.context import Context, default_context
from core.german.folding import visible
from core.index.zusammenfassung import Zusammenfassung
from core.models import Fundstelle, Typ
from core.programme.registry import Registry, partei_name
from core.search.in_force import remark
from core.search.passage_forms import partei_id, passages_of
from core.search.shown_passage import safe_text, stellen

# The wide forms of the signs are in it, for a model reads them alike.
TAG_OPENERS = re.compile(r"[<\uff1c\ufe64](?!\s*\d)")
TAG_CLOSERS = re.compile(r"[>\uff1e\ufe65](?!\s*\d)")
LABEL = re.compile(r"[\[\uff3b\u3010]\s*(Q\s*\d+)\s*[\]\uff3d\u3011]?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class QuelleText:
    """A source of a prompt as a value: `kennung` is its label without brackets, `partei` the party's name."""

    kennung: str
    partei: str
    typ: Typ
    text: str


def fence(text: str) -> str:
    """Text by others, as it may stand between two tags: it closes none, and names no source.

    A sign before a number stays, for „< 5 Prozent“ is no tag.
    """
    return LABEL.sub(r"(\1)", TAG_CLOSERS.sub("\u203a", TAG_OPENERS.sub("\u2039", visible(text))))


def format_quotes_for_prompt(
    quotes: object,
    searched_parties: Sequence[str] | None = None,
    context: Context | None = None,
) -> str:
    """[Q1] [Q2] … each with its programme and page; parties that were searched in vain are named.

    `quotes` in any form that `passages_of` takes. Of a passage only what was read with certainty stands
    there, „[…]“ for the rest.
    """
    context = context or default_context()
    registry = context.registry
    by_partei = passages_of(quotes, context)
    found = [fundstelle for own in by_partei.values() for fundstelle in own]
    pages = stellen(context, [fundstelle.chunk for fundstelle in found])
    lines = [
        f"[Q{number}] {_head(fundstelle, pages, registry)}\n„{fence(safe_text(context, fundstelle.chunk))}“\n"
        for number, fundstelle in enumerate(found, start=1)
    ]
    parties = list(by_partei) if searched_parties is None else searched_parties
    searched = dict.fromkeys(partei_id(registry, partei) for partei in parties)
    if without := [partei for partei in searched if not by_partei.get(partei)]:
        names = ", ".join(_name(registry, partei, _land(found, registry)) for partei in without)
        lines.append(f"Keine Quellen im Index: {names}. Für sie gilt score: null.")
    return "\n".join(lines)


def quelle_texts(quotes: object, context: Context) -> tuple[QuelleText, ...]:
    """The same sources under the same labels as in `format_quotes_for_prompt`, as values."""
    found = [fundstelle for own in passages_of(quotes, context).values() for fundstelle in own]
    programme = [context.registry.programme[fundstelle.programm_id] for fundstelle in found]
    return tuple(
        QuelleText(
            f"Q{number}",
            partei_name(context.registry, programm.partei, programm.bundesland),
            programm.typ,
            safe_text(context, fundstelle.chunk),
        )
        for number, (fundstelle, programm) in enumerate(zip(found, programme, strict=True), start=1)
    )


def format_summary_for_prompt(summary: Zusammenfassung, registry: Registry) -> str:
    """It has no [Q…] and says that nothing may be quoted from it."""
    name = registry.programme[summary.programm_id].name
    kapitel = f", Kapitel „{fence(summary.kapitel)}“" if summary.kapitel else ""
    head = f"{_of(summary.programm_id, registry)}: {fence(name)}{kapitel}"
    return f"Zusammenfassung, nicht zitierbar – {head}\n{fence(summary.text)}\n"


def _head(fundstelle: Fundstelle, pages: Mapping[str, str], registry: Registry) -> str:
    """„SPD, Wahlprogramm: SPD NRW Wahlprogramm 2022, S. 56 (Datei 58)“: with the page that readers see.

    Behind it, where the Programm was added by hand, that it is not in force, and why.
    """
    mark = f" – {' '.join(fence(remark(fundstelle.trotzdem)).split())}" if fundstelle.trotzdem else ""
    return f"{_of(fundstelle.programm_id, registry)}: {fence(pages[fundstelle.chunk.id])}{mark}"


def _of(programm_id: str, registry: Registry) -> str:
    programm = registry.programme[programm_id]
    return f"{partei_name(registry, programm.partei, programm.bundesland)}, {programm.typ.title()}"


def _land(found: Sequence[Fundstelle], registry: Registry) -> str | None:
    """That of the sources, where they are of one: parties are called there as in their heads."""
    laender = {registry.programme[fundstelle.programm_id].bundesland for fundstelle in found} - {None}
    return laender.pop() if len(laender) == 1 else None


def _name(registry: Registry, partei: str, land: str | None) -> str:
    return partei_name(registry, partei, land) if partei in registry.parteien else fence(partei)
