"""The Anträge a comparison can be started with: those compared now, earlier ones, examples."""

from contextlib import suppress

from core.antrag.read_antrag import read_antrag_bytes
from core.context import Context
from core.demo.demo_antraege import demo_antraege
from core.errors import EingabeError
from core.runs.store import Runstore
from core.vergleich.spalten import Vergleich
from pages.ui.antrag_list import label, name_of, newest
from pages.ui.text import joined

LAUF, EXAMPLE = "lauf:", "beispiel:"
ORIGIN = "Beispiel"
EARLIER = 200
"""So many of the Anträge entered last are offered."""


def antraege(context: Context, store: Runstore, vergleich: Vergleich | None) -> dict[str, str]:
    """Key → label; a title is offered once, from where it is nearest."""
    compared = {lauf.antrag: lauf.id for lauf in reversed(vergleich.laeufe)} if vergleich else {}
    titles = {hash: vergleich.antraege[hash] for hash in compared} if vergleich else {}
    offered = {f"{LAUF}{compared[hash]}": title for hash, title in titles.items()}
    examples = demo_antraege(context)
    # An example is stored as soon as it is taken, and must stay the same choice.
    taken = [
        row for row in store.list_antraege(EARLIER) if row.herkunft != ORIGIN or row.titel not in examples
    ]
    rows = [row for row in newest(taken) if name_of(row) not in titles.values()]
    offered |= {row.id: label(context, row) for row in rows}
    known = {*titles.values(), *(name_of(row) for row in rows)}
    return offered | {f"{EXAMPLE}{title}": f"{title} (Beispiel)" for title in examples if title not in known}


def chosen(store: Runstore, ids: str) -> dict[str, str]:
    """„id,id“ of an address: those that are stored here, each with its label."""
    found = {}
    for antrag_id in ids.split(",")[:EARLIER] if ids else []:
        with suppress(EingabeError):
            antrag = store.load_antrag(antrag_id)
            found[antrag_id] = joined([antrag.titel or "Antrag ohne Titel", antrag.drucksache])
    return found


def take(context: Context, store: Runstore, key: str) -> str:
    """The id under which the Antrag of that key is stored."""
    if key.startswith(LAUF):
        lauf_id = key.removeprefix(LAUF)
        lauf = store.load(lauf_id)
        return store.save_antrag(lauf.antrag, f"aus Lauf {lauf_id}", lauf.gelesen)
    if key.startswith(EXAMPLE):
        file = demo_antraege(context)[key.removeprefix(EXAMPLE)]
        antrag = read_antrag_bytes(file.read_bytes(), context.registry)
        return store.save_antrag(antrag, ORIGIN, antrag)
    return key
