"""From which passages a question is answered, and which summaries a model reads before them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from core.context import Context
from core.errors import EingabeError
from core.german import formats
from core.index.zusammenfassung import Zusammenfassung
from core.llm.client import count_tokens
from core.models import Fundstelle
from core.search.passage_search import indexed_of, list_per_partei
from core.search.programm_search import Way, search_documents, summaries_in
from core.search.shown_passage import format_summary_for_prompt, is_offered
from core.search.suchraum import Suchraum

PER_PARTEI = 3
"""Passages of each party, where no way to choose Programme is set."""

PROGRAMME = 5
PASSAGEN = 3

AFTER = {
    Way.PASSAGEN: "nach ihren besten Passagen",
    Way.ZUSAMMENFASSUNGEN: "nach ihren Zusammenfassungen",
    Way.BEIDES: "nach Passagen und Zusammenfassungen",
}


@dataclass(frozen=True, slots=True)
class QuellenSelection:
    """How sources were chosen: without `dokumente` the best `top_k` passages of each party; else the best
    `top_k` Programme by this way and the best `passagen` of each (0: not chosen so).

    `programme` and `zusammenfassungen`: what the model was shown. `uebergangen`: parties that have passages
    near enough, but no Programm among the best.
    """

    dokumente: Way | None
    top_k: int
    passagen: int = 0
    programme: tuple[str, ...] = ()
    zusammenfassungen: tuple[Zusammenfassung, ...] = ()
    uebergangen: tuple[str, ...] = ()

    @property
    def erklaerung(self) -> str:
        """One sentence for whoever reads the answer; empty where nothing was shown to a model."""
        if not self.programme:
            return ""
        if self.dokumente is None:
            return f"Vorgelegt wurden von jeder Partei höchstens {_passages(self.top_k)}."
        one = len(self.programme) == 1
        programme = "dem Programm, das" if one else f"den {len(self.programme)} Programmen, die"
        count = len(self.zusammenfassungen)
        return (
            f"Vorgelegt wurden je höchstens {_passages(self.passagen)} aus {programme} der Frage "
            f"{AFTER[self.dokumente]} am nächsten {'kommt' if one else 'kommen'}, und davor "
            f"{formats.counted(count, 'Zusammenfassung', 'Zusammenfassungen')}."
        )


@dataclass(frozen=True, slots=True)
class FrageQuellen:
    """`found`: of every party that is asked about and indexed, in the parties' order, its passages."""

    auswahl: QuellenSelection
    found: Mapping[str, Sequence[Fundstelle]]

    @property
    def ohne(self) -> tuple[str, ...]:
        """Parties without any passage that is near enough."""
        return tuple(p for p, own in self.found.items() if not own and p not in self.auswahl.uebergangen)


def read_selection(dokumente: str | None, top_k: int | None, passagen: int) -> QuellenSelection:
    """As somebody chose it; what is wrong with it is an EingabeError."""
    if dokumente is not None and dokumente not in list(Way):
        raise EingabeError(f"dokumente={dokumente!r}: Möglich sind {', '.join(Way)}.")
    if top_k is not None and top_k < 1:
        raise EingabeError(f"top_k={top_k}: Gebraucht wird mindestens ein Treffer.")
    if dokumente is None:
        return QuellenSelection(None, top_k or PER_PARTEI)
    return QuellenSelection(Way(dokumente), top_k or PROGRAMME, passagen)


def find_quellen(space: Suchraum, frage: str, auswahl: QuellenSelection) -> FrageQuellen:
    """Only passages that may be shown to a model."""
    if auswahl.dokumente is None:
        found = list_per_partei(space, frage, auswahl.top_k)
        offered = {
            p: [one for one in own.treffer if is_offered(space.context, one)] for p, own in found.items()
        }
        return FrageQuellen(auswahl, offered)
    return _of_documents(space, frage, auswahl, auswahl.dokumente)


def _of_documents(space: Suchraum, frage: str, auswahl: QuellenSelection, way: Way) -> FrageQuellen:
    offered = partial(is_offered, space.context)
    every = search_documents(space, frage, len(space.programme), auswahl.passagen, way, counts=offered)
    found: dict[str, list[Fundstelle]] = {partei: [] for partei in indexed_of(space)}
    for treffer in every[: auswahl.top_k]:
        found[_partei(space, treffer.programm_id)] += treffer.fundstellen
    parteien = {_partei(space, treffer.programm_id) for treffer in every}
    uebergangen = tuple(partei for partei, own in found.items() if partei in parteien and not own)
    return FrageQuellen(replace(auswahl, uebergangen=uebergangen), found)


def summaries_for(space: Suchraum, shown: Sequence[Fundstelle]) -> list[Zusammenfassung]:
    """Of each Programm shown its summary, then those of the chapters in which the passages lie."""
    kapitel: dict[str, set[str]] = {}
    for fundstelle in shown:
        kapitel.setdefault(fundstelle.programm_id, {""}).update(fundstelle.chunk.abschnitt[:1])
    blocks = {name: block for sammlung in space.sammlungen for name, block in sammlung.blocks.items()}
    return [
        summary
        for programm_id, wanted in kapitel.items()
        for summary in summaries_in(space.context, blocks[programm_id])
        if summary.kapitel in wanted
    ]


def fit_summaries(
    context: Context, modell: str, summaries: Sequence[Zusammenfassung], room: int
) -> list[Zusammenfassung]:
    """Those for which tokens are left, in their order; a Programm's goes before any chapter's."""
    kept = set()
    for summary in sorted(summaries, key=lambda summary: bool(summary.kapitel)):
        size = count_tokens(modell, format_summary_for_prompt(summary, context.registry))
        if size <= room:
            room -= size
            kept.add(summary)
    return [summary for summary in summaries if summary in kept]


def _passages(count: int) -> str:
    return formats.counted(count, "Passage", "Passagen")


def _partei(space: Suchraum, programm_id: str) -> str:
    return space.context.registry.programme[programm_id].partei
