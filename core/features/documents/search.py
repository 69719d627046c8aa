"""Search in the kept documents, and in nothing else: what they say is no party's promise."""

from dataclasses import dataclass
from functools import lru_cache

from core.base.errors import EingabeError, IndexFehler
from core.base.models import QUELLGEBIETE, gebiet_of
from core.features.documents.keep import ART, find, owner_of
from core.programme.context import Context
from core.programme.quellen import Quellen
from core.search.passage_search import HitList, is_off_subject, list_passages
from core.search.question_grammar import check_frage
from core.search.shown_passage import ShownPassage
from core.search.suchraum import Suchraum
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.protocol import Turns, read_turns
from core.wortlaut.records import Art, Chunk, Fundstelle, Quelldokument

NEAR = 0.25
"""Where no passage is so near in meaning and wording together, none is shown. In collections of one and of
eleven Drucksachen of 2 to 8 pages, none of 47 questions on one of them lies below (the least has 0.26), of 96
off the subject 88 do. Programmes say so much that 0.45 is asked there; in a collection of one document no
word is rare, and what answers is hardly nearer than this. Of the others each passage has a similarity of 0.25
or more, as in a search of programmes: the nearest right one had 0.27 at least."""


@dataclass(frozen=True, slots=True)
class DocumentPassage:
    """A passage of a document. `von`: whose words it is; of a protocol those who speak in it, in order."""

    dokument: Quelldokument
    chunk: Chunk
    similarity: float
    quelle: str
    url: str
    von: str
    hinweis: str


def searched(
    context: Context, land: str | None = None, art: str | None = None, id: str | None = None
) -> list[Quelldokument]:
    """The documents that are asked for, read in or not; those of no Land belong to each."""
    if art is not None and art not in list(Art):
        raise EingabeError(f"Die Art „{art}“ gibt es nicht. Möglich sind: {', '.join(Art)}.")
    if id is not None:
        return [find(context, id)]
    code = context.registry.find_bundesland(land) if land else None
    return [
        one
        for one in context.registry.quellen.values()
        if art in (None, one.art) and (code is None or one.bundesland in (None, code))
    ]


def search(
    context: Context,
    frage: str,
    top_k: int = 5,
    offset: int = 0,
    *,
    land: str | None = None,
    art: str | None = None,
    id: str | None = None,
) -> HitList[DocumentPassage]:
    """The passages nearest to the question, none where all are far; IndexFehler where nothing is read in."""
    HitList.check_range(top_k, offset)
    frage, wanted = check_frage(frage), searched(context, land, art, id)
    gebiete = {gebiet_of(one) for one in wanted}
    sammlungen = [context.store.sammlung(gebiet) for gebiet in QUELLGEBIETE if gebiet in gebiete]
    space = Suchraum(
        context, tuple(one for one in sammlungen if len(one)), frozenset(one.id for one in wanted)
    )
    if not space.sammlungen or not len(space.rows()):
        raise IndexFehler(
            "Von den gefragten Quellen ist keine eingelesen. Aufnehmen: Seite „Quellen“ oder "
            "python -m core quellen add DATEI --name „…“ --art …"
        )
    if is_off_subject(space, frage, NEAR):
        return HitList((), 0, offset, False)
    found = list_passages(space, frage, top_k, offset)
    told = tuple(_passage(context, one) for one in found.treffer)
    return HitList(told, found.gesamt, found.offset, found.mehr)


def _passage(context: Context, found: Fundstelle) -> DocumentPassage:
    dokument, shown = find(context, found.programm_id), ShownPassage(context, found.chunk)
    return DocumentPassage(
        dokument,
        found.chunk,
        found.similarity,
        shown.quelle,
        shown.url,
        _whose(context, dokument, found.chunk),
        shown.hinweis,
    )


NOBODY = "nicht zu erkennen wem"


def _whose(context: Context, dokument: Quelldokument, chunk: Chunk) -> str:
    if dokument.art is not Art.PROTOKOLL:
        return owner_of(context, dokument) or ART[dokument.art]
    quelle = Quellen.find(context, dokument.id)
    turns = _turns(context, quelle) if quelle else Turns()
    ends = (*turns.starts[1:], chunk.end)
    speaking = [
        speaker.in_words(lambda partei: context.registry.partei_label(partei, dokument.bundesland))
        for (start, speaker), end in zip(turns, ends, strict=False)
        if speaker and start < chunk.end and chunk.start < end
    ]
    return ", ".join(dict.fromkeys(speaking)) or NOBODY


@lru_cache(maxsize=16)
def _turns(context: Context, quelle: Quelle) -> Turns:
    """Of one reading of a protocol, kept while its passages are shown."""
    land = quelle.programm.bundesland

    def party_of(name: str) -> str | None:
        found = context.registry.known_partei(name, land)
        return found.id if found else None

    return read_turns(quelle.strom, party_of)


def quellen_of(context: Context, land: str | None) -> list[Quelle]:
    """What of the documents is read in, as sources that quotes are looked for in."""
    found = (Quellen.find(context, one.id) for one in searched(context, land))
    return [one for one in found if one]
