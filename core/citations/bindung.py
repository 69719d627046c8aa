"""The outcome for one quote: bound with its exact place, or dropped with a reason; how both are stored."""

from bisect import bisect_right
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import Any

from core.citations.binden import Fund, Span
from core.citations.zitattext import NEGATOR
from core.programme.angaben import cite_url, label
from core.programme.strom import Abschnittsteil, Textstrom


class Status(StrEnum):
    WOERTLICH = "woertlich"
    MIT_AUSLASSUNG = "mit_auslassung"
    ANGEGLICHEN = "angeglichen"
    ZU_KURZ = "zu_kurz"
    NICHT_GEFUNDEN = "nicht_gefunden"
    AUSSERHALB = "ausserhalb_des_kontexts"
    NUR_AEHNLICH = "nur_aehnlich"
    ZAHL = "zahl_weicht_ab"
    VERNEINUNG = "verneinung_weicht_ab"
    UNLESBAR = "unlesbar"
    UNSICHER = "unsicher"
    UNGEPRUEFT = "ungeprueft"

    @property
    def is_bound(self) -> bool:
        return self in (Status.WOERTLICH, Status.MIT_AUSLASSUNG, Status.ANGEGLICHEN)

    @property
    def is_dropped(self) -> bool:
        """By us. What somebody's file says and nobody could prove here is neither bound nor dropped."""
        return not self.is_bound and self is not Status.UNGEPRUEFT


WORT = {
    Status.WOERTLICH: "wörtlich",
    Status.MIT_AUSLASSUNG: "mit Auslassung",
    Status.ANGEGLICHEN: "angeglichen",
    Status.NICHT_GEFUNDEN: "nicht gefunden",
    Status.NUR_AEHNLICH: "nur ähnlich",
    Status.AUSSERHALB: "nicht vorgelegt",
    Status.ZAHL: "andere Zahl",
    Status.VERNEINUNG: "andere Verneinung",
    Status.ZU_KURZ: "zu kurz",
    Status.UNLESBAR: "unlesbar",
    Status.UNSICHER: "unsicher gelesen",
    Status.UNGEPRUEFT: "nicht geprüft (eingelesen)",
}
"""What became of a quote, as a reader is told: first how it was bound, then why it was dropped."""

GRUENDE = {status: wort for status, wort in WORT.items() if status.is_dropped}

ERKLAERUNG = {
    Status.ZU_KURZ: "Das Zitat ist kürzer als 20 Zeichen; so kurze Wortfolgen belegen nichts.",
    Status.NICHT_GEFUNDEN: "Der Wortlaut steht in keiner der vorgelegten Quellen.",
    Status.AUSSERHALB: "Der Wortlaut steht im Programm, aber nicht in den vorgelegten Passagen.",
    Status.NUR_AEHNLICH: "Eine vorgelegte Passage ist ähnlich, der Wortlaut aber ein anderer.",
    Status.ZAHL: "Eine vorgelegte Passage lautet ähnlich, nennt aber eine andere Zahl.",
    Status.VERNEINUNG: "Eine vorgelegte Passage lautet ähnlich, aber eine Verneinung fehlt oder kam hinzu.",
    Status.UNLESBAR: "Die Angabe ist kein lesbares Zitat.",
    Status.UNSICHER: (
        "Diese Stelle wurde beim Einlesen nicht sicher gelesen; ob sie so gedruckt ist, zeigt nur die Seite."
    ),
    Status.UNGEPRUEFT: "Das Zitat stammt aus einer eingelesenen Datei und ließ sich hier nicht nachprüfen.",
}


VERBUNDEN = "Die Auslassung verbindet Teile verschiedener Sätze: bitte die ganze Passage lesen."


@dataclass(frozen=True, slots=True)
class Naechste:
    """The Chunk a dropped quote is nearest to, the passage in it, the share of words that align."""

    chunk_id: str
    fund: Fund
    anteil: float


@dataclass(frozen=True, slots=True)
class Bindung:
    """`fund` is where the quote stands: also set for one outside of what the model was shown."""

    status: Status
    emittiert: str
    fund: Fund | None = None
    fremde_partei: bool = False
    fundstellen: int = 0
    naechste: Naechste | None = None
    erklaerung: str = ""
    warnungen: tuple[tuple[str, str], ...] = field(default=())

    @property
    def is_evidence(self) -> bool:
        """Only a quote from the party's own programmes counts for its score."""
        return self.status.is_bound and not self.fremde_partei


def warnings(fund: Fund) -> tuple[tuple[str, str], ...]:
    """What may turn the quote's meaning round, as (art, German sentence)."""
    found = [("verbundene_saetze", VERBUNDEN)] if _joins_sentences(fund) else []
    if any(NEGATOR.search(gap) for gap in fund.gaps):
        found.append(("verneinung_in_auslassung", "In der Auslassung steht eine Verneinung."))
    start, end = sentence_around(fund)
    text = fund.quelle.strom.text
    if NEGATOR.search(f"{text[start : fund.spans[0][0]]} {text[fund.spans[-1][1] : end]}"):
        found.append(("verneinung_ausserhalb", "Im nicht zitierten Teil des Satzes steht eine Verneinung."))
    return tuple(found)


def _joins_sentences(fund: Fund) -> bool:
    """Does an ellipsis lead from one sentence into another? Together they may say what neither does."""
    strom = fund.quelle.strom
    return any(
        _sentence_at(strom, end - 1) != _sentence_at(strom, start)
        for (_, end), (start, _) in pairwise(fund.spans)
    )


def _sentence_at(strom: Textstrom, position: int) -> Span:
    absatz = _paragraph(strom, position)
    inside = (span for span in strom.sentences_of(absatz) if span[0] <= position < span[1])
    return next(inside, (absatz.start, absatz.end))


@lru_cache(maxsize=512)
def sentence_around(fund: Fund) -> Span:
    """The whole sentence or sentences of the source that the quote is taken from."""
    strom = fund.quelle.strom
    start, end = fund.spans[0][0], fund.spans[-1][1]
    first, last = _paragraph(strom, start), _paragraph(strom, end - 1)
    opening = strom.sentences_of(first)
    closing = opening if last is first else strom.sentences_of(last)
    return (
        max((begin for begin, _ in opening if begin <= start), default=start),
        min((stop for _, stop in closing if stop >= end), default=end),
    )


def _paragraph(strom: Textstrom, position: int) -> Abschnittsteil:
    return strom.absaetze[max(0, bisect_right(strom.absaetze, position, key=lambda teil: teil.start) - 1)]


# --- as stored ----------------------------------------------------------------------------------------------


def place(fund: Fund) -> dict[str, Any]:
    """Where a quote stands, as stored runs and pages know it."""
    pages = pages_of(fund)
    return {
        "programm": fund.quelle.programm.id,
        "version": fund.quelle.version,
        "stellen": [list(span) for span in fund.spans],
        "seiten": pages,
        "gedruckt": printed_pages(fund),
        "url": cite_url(fund.quelle.programm.id, pages[0], fund.text),
    }


def pages_of(fund: Fund) -> list[int]:
    return sorted({page for span in fund.spans for page in fund.quelle.strom.pages_of(*span)})


def printed_pages(fund: Fund) -> list[str]:
    """The printed numbers of the quote's pages, in its order; on a double page those of its halves."""
    strom = fund.quelle.strom
    numbers: dict[str, None] = {}
    for start, end in fund.spans:
        pages = [strom.seiten[page - 1].gedruckt for page in strom.pages_of(start, end)]
        if any(len(printed) > 1 for printed in pages):
            positions = (int(strom.starts[index]) for index in strom.words_in(start, end))
            pages = [(number,) for at in positions if (number := strom.printed_page(at))]
        numbers |= dict.fromkeys(number for printed in pages for number in printed)
    return list(numbers)


def bound_zitat(bindung: Bindung) -> dict[str, Any]:
    """A bound quote: wording, source and address are the source's, whatever the model wrote."""
    fund = bindung.fund
    assert fund is not None
    found = place(fund)
    start, end = sentence_around(fund)
    absatz = _paragraph(fund.quelle.strom, fund.spans[0][0])
    return {
        "text": fund.text,
        "quelle": label(fund.quelle.programm, found["gedruckt"], found["seiten"]),
        "status": str(bindung.status),
        "emittiert": bindung.emittiert,
        "partei": fund.quelle.programm.partei,
        **found,
        "abschnitt": list(absatz.abschnitt),
        "satz": " ".join(fund.quelle.strom.text[start:end].split()),
        "warnungen": [{"art": art, "text": text} for art, text in bindung.warnungen],
        "fundstellen": bindung.fundstellen,
        "fremdePartei": bindung.fremde_partei,
    }


def dropped_zitat(bindung: Bindung, fraktion: str, bereich: str) -> dict[str, Any]:
    """A dropped quote, why it was dropped, and what it is nearest to."""
    naechste = bindung.naechste
    return {
        "fraktion": fraktion,
        "bereich": str(bereich),
        "text": bindung.emittiert,
        "grund": str(bindung.status),
        "erklaerung": bindung.erklaerung or ERKLAERUNG[bindung.status],
        "naechste": naechste
        and {
            "chunk": naechste.chunk_id,
            "programm": naechste.fund.quelle.programm.id,
            "seiten": pages_of(naechste.fund),
            "text": naechste.fund.text,
            "uebereinstimmung": round(naechste.anteil, 3),
        },
        "ort": place(bindung.fund) if bindung.fund else None,
    }
