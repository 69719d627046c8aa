"""A follow-up question on a stored Lauf. The answer is given back; `antworten` stores it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Unpack

from core.assessment.answer_quotes import (
    CAVEAT,
    MAX_TOKENS,
    QuellenSheet,
    Sending,
    Shown,
    bind_zitate,
    note_on,
    with_sources,
    without_quotes,
)
from core.assessment.lauf_view import with_remark
from core.assessment.rubric_report import rubrics_for_report
from core.citations.eintrag import Gebunden, Verworfen
from core.citations.zitat_status import ZitatStatus
from core.context import Context
from core.errors import EingabeError
from core.german import formats
from core.index.indexing import gebiet_of
from core.llm.anfrage import Anfrage, FrageMaterial, Message
from core.llm.antwort import NachfrageAntwort
from core.llm.catalogue import OFFLINE
from core.llm.offline import install
from core.llm.prompts import NACHFRAGE, Prompt, antrag_slots, fill, prompts_of
from core.models import Chunk, Fundstelle
from core.programme.registry import partei_label
from core.runs.buchungen import Anlass, Zweck, ask_booked, prompt_name
from core.runs.lauf import Lauf, Offer, Score, Zitat
from core.runs.store import runstore
from core.search.geltung import hinweis, programme_told, remark
from core.search.shown_passage import fence, format_quotes_for_prompt, is_offered, quelle_texts

LONGEST = 2000
"""Characters of a question; more is no question."""

LONGEST_REASON = 300
"""Characters of a reason of a rubric's field that are told again."""

IDENTIFIER = re.compile(r"\bQ(\d{1,4})\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class AntwortSheet:
    """`fehlend`: passages that the Lauf was shown and the index holds no more (their Programm's id)."""

    lauf_id: str
    frage: str
    antwort: str
    belege: tuple[Gebunden, ...]
    unbelegt: bool
    verworfen: tuple[Verworfen, ...]
    gezeigt: tuple[Fundstelle, ...]
    fehlend: tuple[str, ...]
    modell: str
    tokens_ein: int
    tokens_aus: int
    kosten: float | None
    hinweis: str = CAVEAT


def ask_nachfrage(
    context: Context, lauf_id: str, frage: str, modell: str | None = None, **sending: Unpack[Sending]
) -> AntwortSheet:
    """Ask about a Lauf what its own Antrag, result and sources tell; by default the model that judged."""
    install(context)
    asked = _checked(frage)
    lauf = runstore(context).load(lauf_id)
    # A file must not choose whom this server sends its questions to.
    chosen = modell or (OFFLINE if lauf.eingelesen else lauf.modell_gefragt)
    found, missing = _offered(context, lauf)
    prompt = prompts_of(context)[NACHFRAGE]
    messages, shown = with_sources(
        context, chosen, found, lambda few: _messages(context, prompt, lauf, asked, few)
    )
    antwort = ask_booked(
        context,
        Anfrage(
            modell=chosen,
            messages=messages,
            schema=NachfrageAntwort,
            max_tokens=MAX_TOKENS,
            material=FrageMaterial(asked, quelle_texts(shown, context), is_nachfrage=True),
            **sending,
        ),
        Anlass(zweck=Zweck.NACHFRAGE, lauf_id=lauf_id, prompt=prompt_name(prompt.id, prompt.version)),
    )
    data: NachfrageAntwort = antwort.data
    belege = bind_zitate(data.zitate, QuellenSheet.of(context, shown))
    return AntwortSheet(
        lauf_id=lauf.id,
        frage=asked,
        antwort=without_quotes(data.antwort),
        belege=tuple(with_remark(belege.gebunden, lauf)),
        unbelegt=not belege.is_proven,
        verworfen=belege.verworfen,
        gezeigt=tuple(fundstelle for own in shown.values() for fundstelle in own),
        fehlend=missing,
        modell=antwort.modell_geantwortet,
        tokens_ein=antwort.tokens_ein,
        tokens_aus=antwort.tokens_aus,
        kosten=antwort.kosten,
        hinweis=note_on(antwort.modell_geantwortet),
    )


def _checked(frage: str) -> str:
    """„Warum?“ is a question here, unlike in a search."""
    text = frage.strip()
    if not any(letter.isalnum() for letter in text):
        raise EingabeError("Die Nachfrage ist leer. Fragen Sie etwas zu diesem Lauf.")
    if len(text) > LONGEST:
        raise EingabeError(
            f"Die Nachfrage ist mit {len(text)} Zeichen zu lang; möglich sind {LONGEST}. "
            "Fassen Sie sich kürzer."
        )
    return text


def _offered(context: Context, lauf: Lauf) -> tuple[dict[str, list[Fundstelle]], tuple[str, ...]]:
    """What each party's question was shown, as it stands in the index today; and what is gone."""
    found: dict[str, list[Fundstelle]] = {}
    missing = []
    chunks = _chunks(context, {offer.programm_id for offer in lauf.angebote})
    for offer in _shown(lauf):
        if chunk := chunks.get(offer.chunk_id):
            own = found.setdefault(offer.partei, [])
            reason = lauf.trotzdem.get(offer.programm_id, "")
            fundstelle = Fundstelle(chunk, offer.similarity, offer.forderungen, trotzdem=reason)
            own += [fundstelle] if is_offered(context, fundstelle) else []
        else:
            missing.append(offer.programm_id)
    return found, tuple(dict.fromkeys(missing))


def _shown(lauf: Lauf) -> list[Offer]:
    return [offer for offer in lauf.angebote if offer.q is not None]


def _chunks(context: Context, programme: set[str]) -> dict[str, Chunk]:
    known = context.registry.programme
    return {
        chunk.id: chunk
        for programm_id in sorted(programme & known.keys())
        for chunk in context.store.chunks_of(gebiet_of(known[programm_id]), programm_id)
    }


def _messages(context: Context, prompt: Prompt, lauf: Lauf, frage: str, shown: Shown) -> list[Message]:
    sources = format_quotes_for_prompt(shown, [], context=context)
    slots = {
        **antrag_slots(lauf.antrag),
        "ergebnis": fence("\n\n".join([_result(context, lauf, shown), *_rubrics(context, lauf)])) or "keines",
        "quellen": sources.strip() or "keine",
        "frage": fence(frage).strip(),
    }
    return list(fill(prompt, slots))


def _result(context: Context, lauf: Lauf, shown: Shown) -> str:
    """Every party's scores, reasons and quotes, its sources called by the names they have here."""
    numbers = _numbers(lauf, shown)
    parts = []
    for partei in dict.fromkeys(teil.partei for teil in lauf.teile if teil.partei):
        name = partei_label(context.registry, partei, lauf.antrag.bundesland)
        failures = [teil.fehler for teil in lauf.teile if teil.partei == partei and teil.fehler]
        lines = [
            *(f"Fehlgeschlagen: {fehler}" for fehler in failures),
            *(_score(score, numbers[partei]) for score in lauf.scores if score.partei == partei),
            *(_zitat(zitat, lauf) for zitat in lauf.zitate if zitat.partei == partei),
            hinweis(context.registry, trotzdem_used(context, lauf, partei)),
        ]
        if told := nicht_benutzt(context, lauf, partei):
            lines.append(f"Nicht benutzte Programme: {told}.")
        parts.append("\n".join([f"Partei {name}", *filter(None, lines)]))
    return "\n\n".join(parts)


def _rubrics(context: Context, lauf: Lauf) -> Iterator[str]:
    """What the Antrag is by rubrics, as a Vermerk has it: of each rubric the latest."""
    for one in rubrics_for_report(runstore(context).list_rubrics(lauf.id)):
        fields = (f"{feld}: {stufe}. {grund[:LONGEST_REASON]}" for feld, stufe, grund in one.tabelle.zeilen)
        quotes = (f"Belegtes Zitat aus dem Antrag: „{text}“ – {place}" for text, place in one.zitate)
        yield "\n".join([f"Rubrik {one.titel}, {one.angaben}", *fields, *quotes])


def nicht_benutzt(context: Context, lauf: Lauf, partei: str) -> str:
    """Which of the party's Programme did not count and why; empty where none."""
    return programme_told(context.registry, lauf.parameter.get("nicht_benutzt", {}).get(partei, {}))


def trotzdem_used(context: Context, lauf: Lauf, partei: str) -> dict[str, str]:
    """Which of the party's Programme were added by hand, with why they are not in force."""
    known = context.registry.programme
    return {id: g for id, g in lauf.trotzdem.items() if id in known and known[id].partei == partei}


def _numbers(lauf: Lauf, shown: Shown) -> dict[str, dict[int, int]]:
    """Party → a source's number in the Lauf → its number here."""
    ids = [fundstelle.chunk.id for own in shown.values() for fundstelle in own]
    here = {chunk_id: number for number, chunk_id in enumerate(ids, start=1)}
    numbers: dict[str, dict[int, int]] = {teil.partei: {} for teil in lauf.teile}
    for offer in _shown(lauf):
        if offer.q is not None and offer.chunk_id in here:
            numbers.setdefault(offer.partei, {})[offer.q] = here[offer.chunk_id]
    return numbers


def _score(score: Score, numbers: Mapping[int, int]) -> str:
    points = "null" if score.score is None else f"{formats.score(score.score)} von 10"
    return f"{score.typ.title()}: {points}. {_renumbered(score.begruendung, numbers)}"


def _renumbered(text: str, numbers: Mapping[int, int]) -> str:
    def here(match: re.Match[str]) -> str:
        number = numbers.get(int(match[1]))
        return f"Q{number}" if number else "eine Quelle, die hier nicht vorliegt,"

    return IDENTIFIER.sub(here, text)


def _zitat(zitat: Zitat, lauf: Lauf) -> str:
    eintrag = zitat.eintrag
    if isinstance(eintrag, Gebunden) and eintrag.status.is_bound:
        fremd = " (von einer anderen Partei, kein Beleg)" if zitat.is_foreign else ""
        mark = remark(lauf.trotzdem.get(eintrag.ort.programm, ""))
        return f"Belegtes Zitat: {eintrag.quoted} – {eintrag.quelle}{f', {mark}' if mark else ''}{fremd}"
    if zitat.status is ZitatStatus.UNGEPRUEFT:
        return f"Nicht geprüftes Zitat: „{eintrag.text}“"
    return f"Verworfenes Zitat: „{eintrag.text}“ – {eintrag.erklaerung}"
