"""Find the passages that answer a question."""

from collections.abc import Iterable, Sequence

from core.context import Context, default_context
from core.errors import EingabeError, IndexFehler
from core.models import GEBIETE, Fundstelle, Programm, Typ
from core.programme.registry import find_bundesland, find_partei
from core.retrieval.vectorstore import UEBERALL

MIN_SIMILARITY = 0.3
"""With the bundled model the right page of 99 in 100 questions has a passage of at least 0.36. Questions off
the subject find passages of up to 0.46, so what is above is no proof (`python -m tests.bench search`)."""


def find_relevant_chunks(
    query: str,
    parteien: Sequence[str] | None = None,
    typ: str | None = None,
    bundesland: str | None = None,
    top_k: int = 3,
    min_similarity: float = MIN_SIMILARITY,
    context: Context | None = None,
) -> list[Fundstelle]:
    """The best Fundstellen; with `bundesland` only its own and what is valid there. None filters nothing."""
    context = context or default_context()
    if not query.strip():
        raise EingabeError("Die Suche ist leer. Geben Sie ein, wonach gesucht werden soll.")
    if top_k < 1:
        raise EingabeError(f"top_k={top_k}: Gebraucht wird mindestens ein Treffer.")
    land = find_bundesland(context.registry, bundesland) if bundesland else None
    programme = list(_chosen(context, parteien, typ, land))
    gebiete = (land, UEBERALL) if land else (*GEBIETE, UEBERALL)
    _require_index(context, gebiete, land)
    vector = context.embedder.embed_query(query)
    ids = {programm.id for programm in programme}
    hits = [hit for gebiet in gebiete for hit in context.store.search(gebiet, vector, top_k, ids)]
    hits.sort(key=lambda hit: (-hit[1], hit[0].id))
    return [Fundstelle(chunk, score) for chunk, score in hits[:top_k] if score >= min_similarity]


def _chosen(
    context: Context, parteien: Sequence[str] | None, typ: str | None, land: str | None
) -> Iterable[Programm]:
    """The Programme a search may look into."""
    registry = context.registry
    wanted = None if parteien is None else {find_partei(registry, name, land).id for name in parteien}
    if typ is not None and typ not in list(Typ):
        raise EingabeError(f"Den Programmtyp {typ!r} gibt es nicht. Möglich sind: {', '.join(Typ)}.")
    for programm in registry.programme.values():
        in_land = land is None or programm.bundesland == land
        everywhere = programm.bundesland is None and (
            land is None or registry.parteien[programm.partei].stands_in(land)
        )
        of_partei = wanted is None or programm.partei in wanted
        if of_partei and (in_land or everywhere) and (typ is None or programm.typ == typ):
            yield programm


def _require_index(context: Context, gebiete: Sequence[str], land: str | None) -> None:
    if not any(context.store.staende(gebiet) for gebiet in gebiete):
        where, option = (f"Für {land}", f"--bundesland {land}") if land else ("Im Index", "--all")
        raise IndexFehler(f"{where} ist noch nichts indexiert. Anlegen mit: python -m core index {option}")
