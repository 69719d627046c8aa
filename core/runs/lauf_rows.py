"""How the values of a Lauf become rows of tables, and rows become values again."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import RowMapping

from core.antrag.antrag import Antrag, Forderung
from core.citations.eintrag import Verworfen
from core.citations.eintrag_json import write_eintrag
from core.citations.zitat_status import ZitatStatus
from core.models import Abdeckung
from core.runs.lauf import Json, NewLauf, Offer, Score, Status, Teil, Zitat, text_hash

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Row = dict[str, Any]

KEPT_ELSEWHERE = {"antrag", "gelesen", "prompt_text", "parameter", "index_stand", "bibliotheken"}

MEASURES = ("heuristik", "max_tokens", "min_similarity", "temperature", "top_k")
"""What of a Lauf's parameters changes an answer."""


SEARCHED = 100_000
"""So many letters of an Antrag are looked through: more than any that was printed has."""


def lauf_row(lauf_id: str, lauf: NewLauf, created: datetime) -> Row:
    antrag, edits = lauf.antrag, lauf.edits
    return {
        **{f.name: getattr(lauf, f.name) for f in fields(lauf) if f.name not in KEPT_ELSEWHERE},
        "id": lauf_id,
        "created": created,
        "herzschlag": created,
        **calendar(created),
        **excerpt(lauf.parameter, lauf.index_stand),
        "status": str(Status.LAEUFT),
        "fehler": "",
        "titel": antrag.titel,
        "drucksache": antrag.drucksache,
        "suchtext": f"{antrag.titel} {antrag.drucksache}".casefold(),
        "datum": antrag.datum,
        "bundesland": antrag.bundesland,
        "antragsteller": antrag.antragsteller,
        "antrag_hash": antrag_hash(antrag, is_edited=bool(edits)),
        "bearbeitet": None if edits is None else bool(edits),
        "ersatzmodell": False,
        "prompttext_hash": text_hash(lauf.prompt_text),
    }


def antrag_hash(antrag: Antrag, is_edited: bool) -> str:
    """What two Läufe on one Antrag have in common; one that a person changed is another."""
    content = json.dumps(antrag_as_dict(antrag), sort_keys=True) if is_edited else antrag.text
    return text_hash(content)


def words_row(antrag: Antrag, antrag_hash: str) -> Row:
    """What a search finds an Antrag by; a Forderung that a person wrote does not stand in its text."""
    added = [one.text for one in antrag.forderungen if one.text not in antrag.text]
    words = " ".join([antrag.titel, antrag.drucksache, antrag.text, *added]).casefold()
    return {"antrag_hash": antrag_hash, "suchtext": " ".join(words.split())[:SEARCHED]}


def calendar(created: datetime) -> Row:
    """The day and the ISO week, both of UTC, for no two databases write a week alike."""
    year, week, _ = created.isocalendar()
    return {"tag": created.date().isoformat(), "woche": f"{year}-W{week:02}"}


def excerpt(parameter: Json, index_stand: Json) -> Row:
    """Of the Akte, what lists and figures ask of every Lauf: there it lies behind much that is long."""
    masse: Row = {name: float(value) for name in MEASURES if (value := parameter.get(name)) is not None}
    if trotzdem := parameter.get("trotzdem"):
        masse["trotzdem"] = sorted(trotzdem)
    return {
        "masse": json.dumps(masse),
        "index_hash": text_hash(json.dumps(dict(index_stand), sort_keys=True)),
    }


def file_row(lauf_id: str, lauf: NewLauf) -> Row:
    return {
        "lauf_id": lauf_id,
        "antrag": antrag_as_dict(lauf.antrag),
        "gelesen": None if lauf.gelesen is None else antrag_as_dict(lauf.gelesen),
        "parameter": dict(lauf.parameter),
        "index_stand": dict(lauf.index_stand),
        "bibliotheken": dict(lauf.bibliotheken),
    }


def teil_row(lauf_id: str, teil: Teil) -> Row:
    values = plain(teil)
    del values["versuche"]  # they stand in the books
    told = {"status": str(teil.status), "messages": list(teil.messages), "dauer": dict(teil.dauer)}
    return {"lauf_id": lauf_id, **values, **told}


def score_row(lauf_id: str, score: Score) -> Row:
    values = plain(score)
    abdeckung: Abdeckung | None = values.pop("abdeckung")
    return {"lauf_id": lauf_id, **values, **(plain(abdeckung) if abdeckung else {"nah": None, "von": None})}


def abdeckung_of(nah: float | None, von: float | None) -> Abdeckung | None:
    """From the columns of a score, or from their sums."""
    return None if nah is None or von is None else Abdeckung(int(nah), int(von))


def zitat_row(lauf_id: str, nummer: int, zitat: Zitat) -> Row:
    """The dict whole, and beside it what is counted and filtered."""
    eintrag, ort = zitat.eintrag, zitat.ort
    naechste = eintrag.naechste if isinstance(eintrag, Verworfen) else None
    stellen = ort.stellen if ort else ()
    return {
        "lauf_id": lauf_id,
        "nummer": nummer,
        **plain(zitat),
        "eintrag": write_eintrag(eintrag),
        "naehe": None if zitat.naehe is None else dict(zitat.naehe),
        "status": str(zitat.status),
        "is_bound": zitat.status.is_bound,
        "fremde_partei": zitat.is_foreign,
        "programm_id": ort.programm if ort else None,
        "seite": ort.seiten[0] if ort else None,
        "von": stellen[0][0] if stellen else None,
        "bis": stellen[-1][1] if stellen else None,
        "warnungen": len(eintrag.warnungen),
        "naechste_chunk": naechste.chunk if naechste else None,
        "uebereinstimmung": naechste.uebereinstimmung if naechste else None,
    }


def count_row(lauf_id: str, partei: str, zitate: Sequence[Zitat], passagen: int = 0, zeichen: int = 0) -> Row:
    """The Zitate of one Teil, counted by what became of them; how much its prompt was shown."""
    statuses = [zitat.status for zitat in zitate]
    return {
        "lauf_id": lauf_id,
        "partei": partei,
        "emittiert": len(zitate),
        "fremde_partei": sum(zitat.is_foreign for zitat in zitate),
        **{str(status): statuses.count(status) for status in ZitatStatus},
        "passagen": passagen,
        "zeichen": zeichen,
    }


def offer_rows(lauf_id: str, angebote: Iterable[Offer]) -> list[Row]:
    """Numbered per party, in the order given."""
    numbers: dict[str, int] = {}
    rows = []
    for angebot in angebote:
        numbers[angebot.partei] = nummer = numbers.get(angebot.partei, -1) + 1
        row = plain(angebot) | {"lauf_id": lauf_id, "nummer": nummer, "text_hash": text_hash(angebot.text)}
        del row["text"]
        rows.append(row)
    return rows


def text_rows(texts: Iterable[str]) -> list[Row]:
    return [{"hash": text_hash(text), "text": text} for text in dict.fromkeys(texts)]


def antrag_as_dict(antrag: Antrag) -> Row:
    return asdict(antrag) | {"datum": antrag.datum and antrag.datum.isoformat()}


def antrag_from_dict(stored: Json) -> Antrag:
    read = {
        "datum": stored["datum"] and date.fromisoformat(stored["datum"]),
        "antragsteller": tuple(stored["antragsteller"]),
        "forderungen": tuple(Forderung(**forderung) for forderung in stored["forderungen"]),
    }
    return Antrag(**{**stored, **read})


def plain(value: "DataclassInstance") -> Row:
    """The fields of a dataclass, not copied in depth."""
    return {f.name: getattr(value, f.name) for f in fields(value)}


def fitting(kind: type["DataclassInstance"], row: Mapping[str, object] | RowMapping) -> Row:
    """Of a row, what the dataclass has fields for."""
    return {f.name: row[f.name] for f in fields(kind) if f.name in row}
