"""Fundstellen as a model reads them; what others wrote stands in a prompt as material and nothing else."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.llm.references import NumberedPassage
from core.programme.context import Context, default_context
from core.programme.registry import Registry
from core.search.geltung import NotInForce
from core.search.shown_passage import OMITTED, ShownPassage, passages_of
from core.search.zusammenfassung import Zusammenfassung
from core.wortlaut.german.folding import visible
from core.wortlaut.records import Quelldokument, Typ

# The wide forms of the signs are in it, for a model reads them alike.
TAG_OPENERS = re.compile(r"[<\uff1c\ufe64](?!\s*\d)")
TAG_CLOSERS = re.compile(r"[>\uff1e\ufe65](?!\s*\d)")
LABEL = re.compile(r"[\[\uff3b\u3010]\s*(Q\s*\d+)\s*[\]\uff3d\u3011]?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class QuelleText:
    """A source of a prompt as a value: `kennung` is its label without brackets, `partei` the name of the
    party, or of the document."""

    kennung: str
    partei: str
    typ: Typ
    text: str

    @classmethod
    def of(cls, quotes: object, context: Context) -> tuple["QuelleText", ...]:
        """The same sources under the same labels as in `format_quotes_for_prompt`, as values."""
        found = [fundstelle for own in passages_of(quotes, context).values() for fundstelle in own]
        registered = context.registry.dokumente
        programme = [registered[fundstelle.programm_id] for fundstelle in found]
        return tuple(
            cls(
                f"Q{number}",
                programm.name
                if isinstance(programm, Quelldokument)
                else context.registry.partei_name(programm.partei, programm.bundesland),
                programm.typ or Typ.DOKUMENT,
                ShownPassage(context, fundstelle.chunk).safe_text,
            )
            for number, (programm, fundstelle) in enumerate(zip(programme, found, strict=True), start=1)
        )


def fence(text: str) -> str:
    """Text by others, as it may stand between two tags: it closes none, and names no source.

    A sign before a number stays, for „< 5 Prozent“ is no tag.
    """
    return LABEL.sub(r"(\1)", TAG_CLOSERS.sub("\u203a", TAG_OPENERS.sub("\u2039", visible(text))))


def format_quotes_for_prompt(
    quotes: object,
    searched_parties: Sequence[str] | None = None,
    context: Context | None = None,
    numbered: Sequence[NumberedPassage] = (),
) -> str:
    """[Q1] [Q2] … each with its programme and page; parties that were searched in vain are named.

    `quotes` in any form that `passages_of` takes. Of a passage only what was read with certainty stands
    there, „[…]“ for the rest. `numbered`: these very passages, if a model is to point at their sentences.
    """
    context = context or default_context()
    registry = context.registry
    by_partei = passages_of(quotes, context)
    found = [fundstelle for own in by_partei.values() for fundstelle in own]
    lines = []
    for number, fundstelle in enumerate(found, start=1):
        passage = ShownPassage(context, fundstelle.chunk)
        told = numbered_text(numbered[number - 1], number) if numbered else f"„{fence(passage.safe_text)}“"
        lines.append(f"[Q{number}] {_head(passage, fundstelle.trotzdem)}\n{told}\n")
    parties = list(by_partei) if searched_parties is None else searched_parties
    searched = dict.fromkeys(_partei_id(registry, name) for name in parties)
    if without := [partei for partei in searched if not by_partei.get(partei)]:
        # Called as in the heads of the sources, where these are of one Land.
        laender = {registry.dokumente[one.programm_id].bundesland for one in found} - {None}
        land = laender.pop() if len(laender) == 1 else None
        known = registry.parteien
        names = ", ".join(registry.partei_name(p, land) if p in known else fence(p) for p in without)
        lines.append(f"Keine Quellen im Index: {names}. Für sie gilt score: null.")
    return "\n".join(lines)


def numbered_text(passage: NumberedPassage, number: int) -> str:
    """As it stands in a prompt: each sentence behind its number, „[Q3:2]“."""
    return passage.told(number, [fence(piece) for piece in passage.pieces(OMITTED)])


def _partei_id(registry: Registry, name: str) -> str:
    partei = registry.known_partei(name)
    return partei.id if partei else name


def format_summary_for_prompt(summary: Zusammenfassung, registry: Registry) -> str:
    """It has no [Q…] and says that nothing may be quoted from it."""
    name = registry.programme[summary.programm_id].name
    kapitel = f", Kapitel „{fence(summary.kapitel)}“" if summary.kapitel else ""
    head = f"{_of(summary.programm_id, registry)}: {fence(name)}{kapitel}"
    return f"Zusammenfassung, nicht zitierbar – {head}\n{fence(summary.text)}\n"


def _head(passage: ShownPassage, trotzdem: str) -> str:
    """„SPD, Wahlprogramm: SPD NRW Wahlprogramm 2022, S. 56 (Datei 58)“: with the page that readers see.

    Behind it, where the Programm was added by hand, that it is not in force, and why.
    """
    remark = " ".join(fence(NotInForce(trotzdem).remark).split())
    mark = f" – {remark}" if remark else ""
    if isinstance(passage.programm, Quelldokument):  # its name says all there is to say
        return f"{fence(passage.stelle)}{mark}"
    return f"{_of(passage.programm.id, passage.context.registry)}: {fence(passage.stelle)}{mark}"


def _of(programm_id: str, registry: Registry) -> str:
    programm = registry.programme[programm_id]
    return f"{registry.partei_name(programm.partei, programm.bundesland)}, {programm.typ.title()}"
