"""Fundstellen as a model reads them."""

from collections.abc import Mapping, Sequence

from core.context import Context, default_context
from core.models import Fundstelle
from core.programme.registry import partei_name


def format_quotes_for_prompt(
    quotes: Mapping[str, Sequence[Fundstelle]],
    searched_parties: Sequence[str] | None = None,
    context: Context | None = None,
) -> str:
    """[Q1] [Q2] … each with its programme and page; parties that were searched in vain are named."""
    context = context or default_context()
    registry = context.registry
    lines = []
    for number, fundstelle in enumerate((f for found in quotes.values() for f in found), start=1):
        chunk = fundstelle.chunk
        programm = registry.programme[chunk.programm_id]
        pages = " und ".join(map(str, chunk.seiten))
        kind = programm.typ.title()
        lines.append(
            f"[Q{number}] {partei_name(registry, programm.partei, programm.bundesland)}, {kind}: "
            f"{programm.name}, Seite {pages}\n„{chunk.text}“\n"
        )
    parties = searched_parties if searched_parties is not None else list(quotes)
    without = [partei_name(registry, partei, None) for partei in parties if not quotes.get(partei)]
    if without:
        lines.append(f"Keine Quellen im Index: {', '.join(without)}. Für sie gilt score: null.")
    return "\n".join(lines)
