"""Collections of an earlier form, and rows that say what is no longer so of a Programm, brought up to date.

All from what the index holds: no PDF is read again, and no vector computed that is still there.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from core.index import chroma_rows
from core.index.manifest import Features, ManifestEntry
from core.index.vector_blocks import Block, BlockFiles

if TYPE_CHECKING:
    from chromadb.api.models.Collection import Collection

Blocks = Callable[[str], Block | None]
"""Programm → its block; None where its texts are lost."""


def carry_over(
    new: "Collection",
    files: BlockFiles,
    entries: Mapping[str, ManifestEntry],
    blocks: Blocks,
    merkmale: Callable[[str], Features],
) -> dict[str, ManifestEntry]:
    """Fill a new collection with what these entries of an old one name, if their texts are still there."""
    carried = {}
    for programm_id, entry in entries.items():
        if block := blocks(programm_id):
            carried[programm_id] = replace(entry, merkmale=dict(merkmale(programm_id)))
            chroma_rows.write(new, block, entry.stand.version, carried[programm_id].merkmale)
            files.save(block, entry.write)
    return carried


def tell_anew(
    collection: "Collection",
    entries: Mapping[str, ManifestEntry],
    blocks: Blocks,
    merkmale: Callable[[str], Features],
) -> dict[str, ManifestEntry]:
    """The same entries; where the register says something else of a Programm than before, its rows do now."""
    told = {}
    for programm_id, entry in entries.items():
        now = dict(merkmale(programm_id)) or entry.merkmale
        block = blocks(programm_id) if now != entry.merkmale else None
        if block:
            chroma_rows.write(collection, block, entry.stand.version, now)
        told[programm_id] = replace(entry, merkmale=now) if block else entry
    return told
