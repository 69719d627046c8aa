"""The raw answers of a Prüfakte, bound again to the passages that were shown: does the same come of it?"""

from collections.abc import Iterator, Mapping, Sequence

from core.assessment.parteiteil import AskedPartei, bind_answer
from core.citations.eintrag_json import write_eintrag
from core.citations.quellen import Quelle
from core.llm.antwort import ParteiAntwort
from core.llm.read_answer import read_answer
from core.models import Chunk, Fundstelle, Typ
from core.programme.registry import Registry
from core.pruefakte.akte_findings import AkteFinding, Weight, fault
from core.pruefakte.akte_form import PassageForm, ZitatForm
from core.pruefakte.contents import EnclosedTeil
from core.runs.lauf import Status, Zitat
from core.search.prompt_sources import fence
from core.search.shown_passage import proved_text

NOBODY = Registry({}, {}, {})
"""No names of parties are needed: each is asked about under its id."""

REMARKS = ("trotzdem", "aussage")
"""Said of a quote beside what it is bound to."""

Quellen = Mapping[str, Quelle]


def check_passages(part: EnclosedTeil, quellen: Quellen) -> Iterator[AkteFinding]:
    """Each stands in the enclosed text where it says, and was in what was sent."""
    sent = "\n".join(str(message.get("content", "")) for message in part.nachrichten.nachrichten)
    for passage in part.passagen:
        angebot = passage.angebot
        name = f"{part.teil.name}, Passage {f'Q{angebot.q}' if angebot.q else 'ohne Nummer'}"
        if passage.stelle is None:
            if angebot.q:
                told = "Ihr Programm wurde seither neu eingelesen; wo sie darin steht, ist nicht bekannt."
                yield AkteFinding(Weight.OPEN, name, told)
            continue
        quelle, (start, end) = quellen[angebot.programm_id], passage.stelle
        chunk = _chunk(passage)
        if (
            quelle.strom.text[start:end] != angebot.text
            or quelle.strom.pages_of(start, end) != angebot.seiten
        ):
            yield fault(name, "Sie steht nicht so an ihrer Stelle im beigelegten Text des Programms.")
        unsure = [span for span in quelle.strom.unsicher if span[0] < end and start < span[1]]
        if angebot.q and sent and not _was_sent(angebot.q, proved_text(chunk, unsure), sent):
            yield fault(name, "Sie steht nicht in der beigelegten Anfrage an das Modell.")


def _was_sent(q: int, text: str, sent: str) -> bool:
    return f"[Q{q}]" in sent and fence(text) in sent


def _chunk(passage: PassageForm) -> Chunk:
    angebot = passage.angebot
    start, end = passage.stelle or (0, 0)
    return Chunk(
        angebot.chunk_id, angebot.programm_id, angebot.text, start, end, angebot.seiten, passage.abschnitt
    )


def check_binding(part: EnclosedTeil, quellen: Quellen, accept_outside: bool) -> Iterator[AkteFinding]:
    """Quotes and points are what our own code makes of the raw answer."""
    teil, shown = part.teil, _shown(part.passagen)
    if not part.antwort or teil.status != Status.FERTIG or not shown:
        if teil.zitate or any(score.score is not None for score in teil.punkte):
            yield fault(
                teil.name,
                "Es gibt Zitate oder Punkte, aber keine Antwort und Passagen, aus denen sie folgen.",
            )
        return
    if any(passage.stelle is None for passage in part.passagen if passage.angebot.q):
        told = "Die Zitate lassen sich nicht noch einmal binden, denn nicht alle Passagen haben ihre Stelle."
        yield AkteFinding(Weight.OPEN, teil.name, told)
        return
    try:
        answer = read_answer(part.antwort, ParteiAntwort)
    except ValueError as reason:
        yield fault(teil.name, f"Die rohe Antwort ist nicht lesbar: {reason}")
        return
    asked = AskedPartei(teil.partei, teil.name, shown)
    ergebnis, zitate = bind_answer(NOBODY, asked, quellen, answer, accept_outside)
    yield from _against(teil.name, teil.zitate, zitate)
    for typ in Typ:
        said = [(score.score, score.begruendung) for score in teil.punkte if score.typ == typ]
        if said != [(ergebnis[typ]["score"], ergebnis[typ]["begruendung"])]:
            yield fault(
                f"{teil.name}, {typ.capitalize()}", "Punkte oder Begründung sind nicht die der rohen Antwort."
            )


def _shown(passagen: Sequence[PassageForm]) -> list[Fundstelle]:
    """In the order of their numbers, as the model saw them."""
    numbered = sorted((one for one in passagen if one.angebot.q), key=lambda one: one.angebot.q or 0)
    return [Fundstelle(_chunk(one), one.angebot.similarity, one.angebot.forderungen) for one in numbered]


def _against(name: str, claimed: Sequence[ZitatForm], found: Sequence[Zitat]) -> Iterator[AkteFinding]:
    if len(claimed) != len(found):
        yield fault(name, f"Die rohe Antwort hat {len(found)} Zitate, die Akte {len(claimed)}.")
    for number, (one, zitat) in enumerate(zip(claimed, found, strict=False), 1):
        told = (one.typ, one.text, one.quelle, _plain(dict(one.eintrag)))
        if told != (zitat.typ, zitat.text, zitat.quelle, _plain(write_eintrag(zitat.eintrag))):
            yield fault(
                f"{name}, Zitat {number}", "Aus der rohen Antwort und den Passagen folgt etwas anderes."
            )


def _plain(eintrag: object) -> dict[str, object]:
    entry = eintrag if isinstance(eintrag, dict) else {}
    return {key: value for key, value in entry.items() if key not in REMARKS}
