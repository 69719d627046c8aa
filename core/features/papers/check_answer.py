"""The raw answers, bound again to the passages that were shown: does the same come of it?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from core.assessment.parteiteil import bind_answer
from core.features.papers.contents import EnclosedTeil, HeadForm, PassageForm
from core.features.papers.findings import AkteFinding, Weight, fault
from core.llm.antwort import DokumentVerweisAntwort, VerweisAntwort, read_stored_answer
from core.llm.catalogue import OFFLINE
from core.llm.prompt_sources import fence, numbered_text
from core.llm.references import NumberedPassage
from core.programme.registry import is_document
from core.runs.lauf import Status
from core.search.shown_passage import proved_text
from core.wortlaut.binding.eintrag import write_eintrag
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.records import Chunk, Fundstelle, Typ

Quellen = Mapping[str, Quelle]

REMARKS = ("trotzdem", "aussage")
"""Said of a quote beside what it is bound to."""


def check_passages(part: EnclosedTeil, quellen: Quellen) -> Iterator[AkteFinding]:
    """Each stands in the enclosed text where it says, and was in what was sent."""
    sent = _sent(part)
    if part.antwort and not sent.strip() and any(one.angebot.q for one in part.teil.passagen):
        told = "Was an das Modell gesendet wurde, liegt nicht bei; was ihm vorgelegt wurde, ist damit offen."
        yield AkteFinding(Weight.OPEN, part.teil.name, told)
    for passage in part.teil.passagen:
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
        shown = [proved_text(chunk, unsure)]
        if not any(quelle.strom.text[low:high].strip() for low, high in unsure):
            # Only spaces between a table's cells are unsure: versions before 0.8 sent it whole.
            shown.append(chunk.text)
        forms = [fence(one) for one in shown]
        if angebot.q:
            forms.append(numbered_text(NumberedPassage.of(chunk, quelle.strom), angebot.q))
        is_sent = f"[Q{angebot.q}]" in sent and any(form in sent for form in forms)
        if angebot.q and sent.strip() and not is_sent:
            yield fault(name, "Sie steht nicht in der beigelegten Anfrage an das Modell.")


def _chunk(passage: PassageForm) -> Chunk:
    angebot = passage.angebot
    start, end = passage.stelle or (0, 0)
    return Chunk(
        angebot.chunk_id, angebot.programm_id, angebot.text, start, end, angebot.seiten, passage.abschnitt
    )


def check_binding(part: EnclosedTeil, quellen: Quellen, lauf: HeadForm) -> Iterator[AkteFinding]:
    """Quotes and points are what our own code makes of the raw answer; coverage has the built-in search."""
    teil = part.teil
    if teil.fehler and teil.status == Status.FERTIG:
        yield fault(teil.name, "Ein Teil, der fertig wurde, hat keine Fehlermeldung.")
    # In the order of their numbers, as the model saw them.
    numbered = sorted((one for one in teil.passagen if one.angebot.q), key=lambda one: one.angebot.q or 0)
    shown = [Fundstelle(_chunk(one), one.angebot.similarity, one.angebot.forderungen) for one in numbered]
    if not teil.partei or not part.antwort or teil.status != Status.FERTIG or not shown:
        if teil.zitate or any(not teil.partei or score.score is not None for score in teil.punkte):
            told = (
                "Es gibt Zitate oder Punkte, aber nicht Partei, Antwort und Passagen, aus denen sie folgen."
            )
            yield fault(teil.name, told)
        return
    if any(passage.stelle is None for passage in numbered):
        told = "Die Zitate lassen sich nicht noch einmal binden, denn nicht alle Passagen haben ihre Stelle."
        yield AkteFinding(Weight.OPEN, teil.name, told)
        return
    yield from _bound_again(part, shown, quellen, lauf)


def _bound_again(
    part: EnclosedTeil, shown: Sequence[Fundstelle], quellen: Quellen, lauf: HeadForm
) -> Iterator[AkteFinding]:
    teil = part.teil
    try:
        answer = read_stored_answer(part.antwort)
    except ValueError as reason:
        yield fault(teil.name, f"Die rohe Antwort ist nicht lesbar: {reason}")
        return
    if (Typ.DOKUMENT in answer.urteile) is not is_document(teil.partei):
        yield fault(teil.name, "Die rohe Antwort ist nicht die auf eine solche Frage.")
        return
    passages = [NumberedPassage.of(one.chunk, quellen[one.programm_id].strom) for one in shown]
    if isinstance(answer, VerweisAntwort | DokumentVerweisAntwort) and not _are_sent(passages, _sent(part)):
        told = (
            "Die Sätze sind heute anders gezählt als in der Anfrage; die Verweise lassen sich nicht prüfen."
        )
        yield AkteFinding(Weight.OPEN, teil.name, told)
        return
    scores, zitate = bind_answer(teil.partei, shown, quellen, answer, lauf.zitate_ausserhalb, passages)
    if len(teil.zitate) != len(zitate):
        yield fault(teil.name, f"Die rohe Antwort hat {len(zitate)} Zitate, die Akte {len(teil.zitate)}.")
    for number, (one, zitat) in enumerate(zip(teil.zitate, zitate, strict=False), 1):
        claimed = (one.typ, one.text, one.quelle, _plain(dict(one.eintrag)))
        if claimed != (zitat.typ, zitat.text, zitat.quelle, _plain(write_eintrag(zitat.eintrag))):
            name = f"{teil.name}, Zitat {number}"
            yield fault(name, "Aus der rohen Antwort und den Passagen folgt etwas anderes.")
    for typ in {one.typ for one in teil.punkte} - {one.typ for one in scores}:
        yield fault(f"{teil.name}, {typ.capitalize()}", "Davon sagt die rohe Antwort nichts.")
    for score in scores:
        said = [one for one in teil.punkte if one.typ == score.typ]
        if lauf.modell_gefragt == OFFLINE:
            said = [replace(one, nah=None, von=None) for one in said]
        if said != [score]:
            yield fault(
                f"{teil.name}, {score.typ.capitalize()}",
                "Punkte oder Begründung sind nicht die der rohen Antwort.",
            )


def _sent(part: EnclosedTeil) -> str:
    return "\n".join(str(message.get("content", "")) for message in part.teil.nachrichten)


def _are_sent(passages: Sequence[NumberedPassage], sent: str) -> bool:
    return all(numbered_text(one, number) in sent for number, one in enumerate(passages, start=1))


def _plain(eintrag: object) -> dict[str, object]:
    entry = eintrag if isinstance(eintrag, dict) else {}
    return {key: value for key, value in entry.items() if key not in REMARKS}
