"""What a search found, as plain data for scripts: every entry tells by itself whose words these are."""

from collections.abc import Mapping, Sequence

from core.context import Context
from core.models import Chunk, Fundstelle
from core.search.kurzfassung import themen_of
from core.search.passage_search import AbschnittHit, HitList
from core.search.programm_search import DocumentHit
from core.search.shown_passage import quellen_of, url_of
from core.search.suchanfrage import Suchanfrage

Treffer = Fundstelle | AbschnittHit | DocumentHit


def result(
    context: Context, anfrage: Suchanfrage, found: HitList[Treffer], seconds: float
) -> dict[str, object]:
    """{"frage", "verstanden", "gesamt", "offset", "sekunden", "treffer"}."""
    labels = quellen_of(context, [chunk for treffer in found.treffer for chunk in _chunks(treffer)])
    return {
        "frage": anfrage.eingabe,
        "verstanden": _understood(anfrage),
        "gesamt": found.gesamt,
        "offset": found.offset,
        "sekunden": round(seconds, 3),
        "treffer": [_entry(context, treffer, labels) for treffer in found.treffer],
    }


def _understood(anfrage: Suchanfrage) -> dict[str, object]:
    zeitraum = anfrage.zeitraum
    return {
        "gesucht": anfrage.text,
        "parteien": anfrage.parteien,
        "ohne": anfrage.ohne,
        "bundesland": anfrage.bundesland,
        "typ": anfrage.typ,
        "jahr": anfrage.jahr,
        "von": zeitraum.von if zeitraum else None,
        "bis": zeitraum.bis if zeitraum else None,
        "programm_id": anfrage.programm,
        "stichtag": anfrage.stichtag,
        "nur_suchwort": anfrage.woertlich,
    }


def _entry(context: Context, treffer: Treffer, labels: Mapping[str, str]) -> dict[str, object]:
    if isinstance(treffer, Fundstelle):
        return _passage(context, treffer, labels)
    programm = _programm(context, treffer.programm_id)
    if isinstance(treffer, AbschnittHit):
        return {
            **programm,
            "similarity": treffer.similarity,
            "abschnitt": treffer.abschnitt,
            "seiten": treffer.seiten,
            "text": "\n".join(chunk.text for chunk in treffer.chunks),
            "passagen": len(treffer.chunks),
            "treffer": [_passage(context, one, labels) for one in treffer.treffer],
        }
    summary = treffer.zusammenfassung
    return {
        **programm,
        "similarity": treffer.similarity,
        "themen": themen_of(context).get(treffer.programm_id, ()),
        "zusammenfassung": {"kapitel": summary.kapitel, "text": summary.text, "modell": summary.modell}
        if summary
        else None,
        "treffer": [_passage(context, one, labels) for one in treffer.fundstellen],
    }


def _passage(context: Context, fundstelle: Fundstelle, labels: Mapping[str, str]) -> dict[str, object]:
    return {
        **_programm(context, fundstelle.chunk.programm_id),
        **_place(fundstelle.chunk, labels),
        "similarity": fundstelle.similarity,
        "text": fundstelle.chunk.text,
        "weitere": [
            {"programm_id": chunk.programm_id, **_place(chunk, labels), "text": chunk.text}
            for chunk in fundstelle.weitere
        ],
    }


def _programm(context: Context, programm_id: str) -> dict[str, object]:
    programm = context.registry.programme[programm_id]
    return {
        "programm_id": programm.id,
        "name": programm.name,
        "partei": programm.partei,
        "bundesland": programm.bundesland,
        "typ": programm.typ,
        "jahr": programm.jahr,
    }


def _place(chunk: Chunk, labels: Mapping[str, str]) -> dict[str, object]:
    return {
        "id": chunk.id,
        "quelle": labels[chunk.id],
        "url": url_of(chunk),
        "seite": chunk.seite,
        "seiten": chunk.seiten,
        "abschnitt": chunk.abschnitt,
        "start": chunk.start,
        "end": chunk.end,
    }


def _chunks(treffer: Treffer) -> Sequence[Chunk]:
    if isinstance(treffer, Fundstelle):
        return [treffer.chunk, *treffer.weitere]
    own = treffer.treffer if isinstance(treffer, AbschnittHit) else treffer.fundstellen
    return [fundstelle.chunk for fundstelle in own]
