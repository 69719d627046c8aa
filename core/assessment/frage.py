"""Questions over the programmes and on a stored Lauf, answered with bound quotes, and kept."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import date
from enum import EnumType
from functools import cache
from types import UnionType
from typing import Any, Unpack, get_args, get_origin, get_type_hints

from core.assessment.answer_quotes import (
    CAVEAT,
    MAX_TOKENS,
    QuellenSheet,
    Sending,
    Shown,
    bind_zitate,
    named_in,
    note_on,
    room_beside,
    with_sources,
    without_quotes,
)
from core.assessment.lauf_view import with_remark
from core.assessment.prompts import FRAGE, NACHFRAGE, Prompt, antrag_slots, prompts_of
from core.base import formats
from core.base.errors import EingabeError
from core.base.models import gebiet_of
from core.features import hooks
from core.llm.anfrage import Anfrage, Antwort, FrageMaterial, Message
from core.llm.antwort import FrageAntwort, NachfrageAntwort
from core.llm.catalogue import OFFLINE
from core.llm.litellm_access import count_tokens
from core.llm.offline import install
from core.llm.prompt_sources import QuelleText, fence, format_quotes_for_prompt, format_summary_for_prompt
from core.programme.context import Context
from core.programme.registry import Registry, is_document
from core.proof.nachweis import anchored_eintrag
from core.runs.asking import ask_booked
from core.runs.buchungen import BookedFor, Zweck, prompt_name
from core.runs.lauf import AntwortKind, Json, Lauf, Offer, Score, StoredAntwort, Zitat
from core.runs.store import Runstore, runstore
from core.search.geltung import NotInForce, Reasons
from core.search.programm_search import Way
from core.search.question_search import QuestionSearch
from core.search.shown_passage import ShownPassage
from core.search.suchanfrage import Suchanfrage
from core.search.zusammenfassung import Zusammenfassung
from core.wortlaut.binding.eintrag import Gebunden, Verworfen, ZitatStatus, read_eintrag, write_eintrag
from core.wortlaut.records import Fundstelle

LONGEST = 2000
"""Characters of a question; more is no question."""

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

    def as_json(self) -> Json:
        """As it is stored and printed."""
        return _fields_of(self)

    def save(self, store: Runstore) -> str:
        """Keep it with its Lauf; returns its id."""
        kept = StoredAntwort(AntwortKind.NACHFRAGE, self.frage, self.modell, self.as_json(), self.lauf_id)
        return store.save_note(kept).id

    @classmethod
    def all_of(cls, store: Runstore, lauf_id: str) -> "list[AntwortSheet]":
        """What was asked about a Lauf, the oldest first.

        What a file that was read in may say otherwise is told by us: the Lauf's id, who answered, and what a
        model puts in quotation marks, which nobody bound.
        """
        found = []
        for stored in store.notes_of(StoredAntwort, [lauf_id]):
            if stored.art is AntwortKind.NACHFRAGE:
                ours = {"lauf_id": stored.lauf_id, "hinweis": note_on(stored.modell)}
                sheet: AntwortSheet = _read(cls, {**stored.inhalt, **ours})
                found.append(replace(sheet, antwort=without_quotes(sheet.antwort)))
        return found


def ask_nachfrage(
    context: Context, lauf_id: str, frage: str, modell: str | None = None, **sending: Unpack[Sending]
) -> AntwortSheet:
    """Ask about a Lauf what its own Antrag, result and sources tell; by default the model that judged."""
    install(context)
    asked = frage.strip()  # „Warum?“ is a question here, unlike in a search
    if not any(letter.isalnum() for letter in asked):
        raise EingabeError("Die Nachfrage ist leer. Fragen Sie etwas zu diesem Lauf.")
    if len(asked) > LONGEST:
        raise EingabeError(
            f"Die Nachfrage ist mit {len(asked)} Zeichen zu lang; möglich sind {LONGEST}. "
            "Fassen Sie sich kürzer."
        )
    lauf = runstore(context).load(lauf_id)
    # A file must not choose whom this server sends its questions to.
    chosen = modell or (OFFLINE if lauf.eingelesen else lauf.modell_gefragt)
    found, missing = _offered(context, lauf)
    prompt = prompts_of(context)[NACHFRAGE]
    messages, shown = with_sources(
        context, chosen, found, lambda few: _followup_messages(context, prompt, lauf, asked, few)
    )
    antwort = ask_booked(
        context,
        Anfrage(
            modell=chosen,
            messages=messages,
            schema=NachfrageAntwort,
            max_tokens=MAX_TOKENS,
            material=FrageMaterial(asked, QuelleText.of(shown, context), is_nachfrage=True),
            **sending,
        ),
        BookedFor(zweck=Zweck.NACHFRAGE, lauf_id=lauf_id, prompt=prompt_name(prompt.id, prompt.version)),
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


def _offered(context: Context, lauf: Lauf) -> tuple[dict[str, list[Fundstelle]], tuple[str, ...]]:
    """What each party's question was shown, as it stands in the index today; and what is gone."""
    found: dict[str, list[Fundstelle]] = {}
    missing = []
    known = context.registry.dokumente
    chunks = {
        chunk.id: chunk
        for programm_id in sorted({offer.programm_id for offer in lauf.angebote} & known.keys())
        for chunk in context.store.chunks_of(gebiet_of(known[programm_id]), programm_id)
    }
    for offer in _shown(lauf):
        if chunk := chunks.get(offer.chunk_id):
            own = found.setdefault(offer.partei, [])
            reason = lauf.trotzdem.get(offer.programm_id, "")
            fundstelle = Fundstelle(chunk, offer.similarity, offer.forderungen, trotzdem=reason)
            own += [fundstelle] if ShownPassage(context, chunk).is_offered else []
        else:
            missing.append(offer.programm_id)
    return found, tuple(dict.fromkeys(missing))


def _shown(lauf: Lauf) -> list[Offer]:
    return [offer for offer in lauf.angebote if offer.q is not None]


def _followup_messages(
    context: Context, prompt: Prompt, lauf: Lauf, frage: str, shown: Shown
) -> list[Message]:
    sources = format_quotes_for_prompt(shown, [], context=context)
    slots = {
        **antrag_slots(lauf.antrag),
        "ergebnis": fence(_result(context, lauf, shown)) or "keines",
        "quellen": sources.strip() or "keine",
        "frage": fence(frage).strip(),
    }
    return list(prompt.fill(slots))


def _result(context: Context, lauf: Lauf, shown: Shown) -> str:
    """Every party's scores, reasons and quotes, its sources called by the names they have here.

    Then what features know of the Antrag.
    """
    ids = [fundstelle.chunk.id for own in shown.values() for fundstelle in own]
    here = {chunk_id: number for number, chunk_id in enumerate(ids, start=1)}
    numbers: dict[str, dict[int, int]] = defaultdict(dict)  # party → number in the Lauf → number here
    for offer in _shown(lauf):
        if offer.q is not None and offer.chunk_id in here:
            numbers[offer.partei][offer.q] = here[offer.chunk_id]
    parts = []
    for partei in dict.fromkeys(teil.partei for teil in lauf.teile if teil.partei):
        name = context.registry.partei_label(partei, lauf.antrag.bundesland)
        failures = [teil.fehler for teil in lauf.teile if teil.partei == partei and teil.fehler]
        lines = [
            *(f"Fehlgeschlagen: {fehler}" for fehler in failures),
            *(_score(score, numbers[partei]) for score in lauf.scores if score.partei == partei),
            *(_zitat(zitat, lauf) for zitat in lauf.zitate if zitat.partei == partei),
            Reasons(lauf.trotzdem_of(partei, context.registry)).added_by_hand(context.registry),
        ]
        if told := Reasons(lauf.nicht_benutzt.get(partei, {})).told(context.registry):
            lines.append(f"Nicht benutzte Programme: {told}.")
        kind = "Weitere Quelle, keine Partei:" if is_document(partei) else "Partei"
        parts.append("\n".join([f"{kind} {name}", *filter(None, lines)]))
    others: tuple[Callable[[Context, Lauf], Iterable[str]], ...] = hooks("followup_parts")
    return "\n\n".join([*parts, *(part for tell in others for part in tell(context, lauf))])


def _score(score: Score, numbers: Mapping[int, int]) -> str:
    def here(match: re.Match[str]) -> str:
        number = numbers.get(int(match[1]))
        return f"Q{number}" if number else "eine Quelle, die hier nicht vorliegt,"

    points = "null" if score.score is None else f"{formats.score(score.score)} von 10"
    return f"{score.typ.title()}: {points}. {IDENTIFIER.sub(here, score.begruendung)}"


def _zitat(zitat: Zitat, lauf: Lauf) -> str:
    eintrag = zitat.eintrag
    if isinstance(eintrag, Gebunden) and eintrag.status.is_bound:
        fremd = " (von einer anderen Partei, kein Beleg)" if zitat.is_foreign else ""
        mark = NotInForce(lauf.trotzdem.get(eintrag.ort.programm, "")).remark
        return f"Belegtes Zitat: {eintrag.quoted} – {eintrag.quelle}{f', {mark}' if mark else ''}{fremd}"
    if zitat.status is ZitatStatus.UNGEPRUEFT:
        return f"Nicht geprüftes Zitat: „{eintrag.text}“"
    return f"Verworfenes Zitat: „{eintrag.text}“ – {eintrag.erklaerung}"


# --- which sources a question is answered from --------------------------------------------------------------

PER_PARTEI = 3
"""Passages of each party, where no way to choose Programme is set."""

PROGRAMME = 5
PASSAGEN = 3

AFTER = {
    Way.PASSAGEN: "nach ihren besten Passagen",
    Way.ZUSAMMENFASSUNGEN: "nach ihren Zusammenfassungen",
    Way.BEIDES: "nach Passagen und Zusammenfassungen",
}


@dataclass(frozen=True, slots=True)
class QuellenSelection:
    """How sources were chosen: without `dokumente` the best `top_k` passages of each party; else the best
    `top_k` Programme by this way and the best `passagen` of each (0: not chosen so).

    `programme` and `zusammenfassungen`: what the model was shown. `uebergangen`: parties that have passages
    near enough, but no Programm among the best.
    """

    dokumente: Way | None
    top_k: int
    passagen: int = 0
    programme: tuple[str, ...] = ()
    zusammenfassungen: tuple[Zusammenfassung, ...] = ()
    uebergangen: tuple[str, ...] = ()

    @property
    def erklaerung(self) -> str:
        """One sentence for whoever reads the answer; empty where nothing was shown to a model."""
        if not self.programme:
            return ""
        if self.dokumente is None:
            return f"Vorgelegt wurden von jeder Partei höchstens {_passages(self.top_k)}."
        one = len(self.programme) == 1
        programme = "dem Programm, das" if one else f"den {len(self.programme)} Programmen, die"
        count = len(self.zusammenfassungen)
        return (
            f"Vorgelegt wurden je höchstens {_passages(self.passagen)} aus {programme} der Frage "
            f"{AFTER[self.dokumente]} am nächsten {'kommt' if one else 'kommen'}, und davor "
            f"{formats.counted(count, 'Zusammenfassung', 'Zusammenfassungen')}."
        )


@dataclass(frozen=True, slots=True)
class FrageQuellen:
    """`found`: of every party that is asked about and indexed, in the parties' order, its passages."""

    auswahl: QuellenSelection
    found: Mapping[str, Sequence[Fundstelle]]

    @property
    def ohne(self) -> tuple[str, ...]:
        """Parties without any passage that is near enough."""
        return tuple(p for p, own in self.found.items() if not own and p not in self.auswahl.uebergangen)


def read_selection(dokumente: str | None, top_k: int | None, passagen: int) -> QuellenSelection:
    """As somebody chose it; what is wrong with it is an EingabeError."""
    if dokumente is not None and dokumente not in list(Way):
        raise EingabeError(f"dokumente={dokumente!r}: Möglich sind {', '.join(Way)}.")
    if top_k is not None and top_k < 1:
        raise EingabeError(f"top_k={top_k}: Gebraucht wird mindestens ein Treffer.")
    if dokumente is None:
        return QuellenSelection(None, top_k or PER_PARTEI)
    return QuellenSelection(Way(dokumente), top_k or PROGRAMME, passagen)


def find_quellen(search: QuestionSearch, auswahl: QuellenSelection) -> FrageQuellen:
    """Search the sources of a question: only passages that may be shown to a model."""

    def may_be_shown(one: Fundstelle) -> bool:
        return ShownPassage(search.context, one.chunk).is_offered

    if auswahl.dokumente is None:
        found = search.per_partei(auswahl.top_k)
        offered = {p: list(filter(may_be_shown, own.treffer)) for p, own in found.items()}
        return FrageQuellen(auswahl, offered)
    known = search.context.registry.programme
    every = search.documents(auswahl.dokumente, passagen=auswahl.passagen, counts=may_be_shown).treffer
    best: dict[str, list[Fundstelle]] = {partei: [] for partei in search.searched}
    for treffer in every[: auswahl.top_k]:
        best[known[treffer.programm_id].partei] += treffer.fundstellen
    parteien = {known[treffer.programm_id].partei for treffer in every}
    uebergangen = tuple(partei for partei, own in best.items() if partei in parteien and not own)
    return FrageQuellen(replace(auswahl, uebergangen=uebergangen), best)


def summaries_for(search: QuestionSearch, shown: Sequence[Fundstelle]) -> list[Zusammenfassung]:
    """Of each Programm shown its summary, then those of the chapters in which the passages lie."""
    kapitel: dict[str, set[str]] = {}
    for fundstelle in shown:
        kapitel.setdefault(fundstelle.programm_id, {""}).update(fundstelle.chunk.abschnitt[:1])
    return [
        summary
        for programm_id, wanted in kapitel.items()
        for summary in search.summaries(programm_id)
        if summary.kapitel in wanted
    ]


def fit_summaries(
    registry: Registry, summaries: Sequence[Zusammenfassung], room: int
) -> list[Zusammenfassung]:
    """Those for which tokens are left, in their order; a Programm's goes before any chapter's."""
    kept = set()
    for summary in sorted(summaries, key=lambda summary: bool(summary.kapitel)):
        size = count_tokens(format_summary_for_prompt(summary, registry))
        if size <= room:
            room -= size
            kept.add(summary)
    return [summary for summary in summaries if summary in kept]


def _passages(count: int) -> str:
    return formats.counted(count, "Passage", "Passagen")


# --- a question over the programmes -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Aussage:
    """`unbelegt`: no quote proves it."""

    text: str
    belege: tuple[Gebunden, ...]
    unbelegt: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FragenAntwort:
    """`ohne_antwort`: parties without a proved statement; `ohne_quellen`: those without any passage.

    `durchsucht`: the ids of the Programme that were searched, also where nothing was found in them.
    `auswahl`: how its sources were chosen; None in answers that were stored before that was a choice.
    """

    anfrage: Suchanfrage
    aussagen: tuple[Aussage, ...] = ()
    ohne_antwort: tuple[str, ...] = ()
    ohne_quellen: tuple[str, ...] = ()
    durchsucht: tuple[str, ...] = ()
    auswahl: QuellenSelection | None = None
    verworfen: tuple[Verworfen, ...] = ()
    gezeigt: tuple[Fundstelle, ...] = ()
    modell: str = ""
    tokens_ein: int = 0
    tokens_aus: int = 0
    kosten: float | None = None
    hinweis: str = CAVEAT

    def as_json(self) -> Json:
        """As it is stored and printed."""
        return _fields_of(self)

    def save(self, store: Runstore) -> str:
        """Keep it; returns the id under which `load` finds it."""
        kept = StoredAntwort(AntwortKind.FRAGE, self.anfrage.eingabe, self.modell, self.as_json())
        return store.save_note(kept).id

    @classmethod
    def load(cls, context: Context, antwort_id: str) -> "FragenAntwort":
        stored = runstore(context).load_antwort(antwort_id, AntwortKind.FRAGE)
        answer: FragenAntwort = _read(cls, stored.inhalt)
        return replace(
            answer,
            aussagen=tuple(
                replace(aussage, belege=tuple(anchored_eintrag(context, beleg) for beleg in aussage.belege))
                for aussage in answer.aussagen
            ),
        )


def ask_anfrage(
    context: Context,
    anfrage: Suchanfrage,
    modell: str,
    *,
    dokumente: str | None = None,
    top_k: int | None = None,
    passagen: int = PASSAGEN,
    **sending: Unpack[Sending],
) -> FragenAntwort:
    """Search the programmes, ask the model, bind its quotes. Raises a ModellFehler if it fails.

    `dokumente`: a Weg by which the best `top_k` Programme are chosen (5) and the best `passagen` of each; the
    model reads their summaries too. Without it, it is shown the best `top_k` passages of each party (3).
    """
    auswahl = read_selection(dokumente, top_k, passagen)
    install(context)
    search = QuestionSearch.of(context, anfrage)
    quellen = find_quellen(search, auswahl)
    searched = tuple(id for own in search.searched.values() for id in own)
    if not any(quellen.found.values()):
        return FragenAntwort(
            anfrage=anfrage, ohne_quellen=quellen.ohne, durchsucht=searched, auswahl=quellen.auswahl
        )
    prompt, eingabe = prompts_of(context)[FRAGE], anfrage.eingabe
    messages, shown = with_sources(
        context, modell, quellen.found, lambda few: _messages(context, prompt, eingabe, few)
    )
    # Summaries in the room that the passages leave.
    fundstellen = tuple(fundstelle for own in shown.values() for fundstelle in own)
    summaries = summaries_for(search, fundstellen) if dokumente else []
    kept = fit_summaries(context.registry, summaries, room_beside(context, modell, messages))
    antwort = ask_booked(
        context,
        Anfrage(
            modell=modell,
            messages=_messages(context, prompt, eingabe, shown, kept),
            schema=FrageAntwort,
            max_tokens=MAX_TOKENS,
            material=FrageMaterial(eingabe, QuelleText.of(shown, context)),
            **sending,
        ),
        BookedFor(zweck=Zweck.FRAGE, prompt=prompt_name(prompt.id, prompt.version)),
    )
    programme = tuple(dict.fromkeys(fundstelle.programm_id for fundstelle in fundstellen))
    auswahl = replace(quellen.auswahl, programme=programme, zusammenfassungen=tuple(kept))
    answered = _answered(context, anfrage, shown, quellen.ohne, antwort)
    return replace(answered, durchsucht=searched, auswahl=auswahl)


def _messages(
    context: Context,
    prompt: Prompt,
    eingabe: str,
    shown: Shown,
    summaries: Sequence[Zusammenfassung] = (),
) -> list[Message]:
    sources = format_quotes_for_prompt(shown, [], context=context)
    told = "\n".join(format_summary_for_prompt(summary, context.registry) for summary in summaries)
    slots = {
        "zusammenfassungen": told.strip() or "keine",
        "quellen": sources.strip(),
        "frage": fence(eingabe).strip(),
    }
    return list(prompt.fill(slots))


def _answered(
    context: Context, anfrage: Suchanfrage, shown: Shown, silent: tuple[str, ...], antwort: Antwort
) -> FragenAntwort:
    blatt = QuellenSheet.of(context, shown)
    data: FrageAntwort = antwort.data
    # It may be about parties of which nothing was shown, and is proved by those that it names alone.
    land, known = anfrage.bundesland or "BUND", context.registry.parteien.values()
    nameable = [partei for partei in known if partei.id in shown or partei.stands_in(land)]
    paired = [
        (one.text, bind_zitate(one.zitate, blatt, named_in(one.text, nameable))) for one in data.aussagen
    ]
    proved = {z.partei for _, b in paired for z in b.gebunden if z.is_evidence}
    return FragenAntwort(
        anfrage=anfrage,
        aussagen=tuple(Aussage(without_quotes(text), b.gebunden, not b.is_proven) for text, b in paired),
        ohne_antwort=tuple(partei for partei in shown if partei not in proved),
        ohne_quellen=silent,
        verworfen=tuple(
            replace(one, aussage=without_quotes(text)) for text, b in paired for one in b.verworfen
        ),
        gezeigt=tuple(fundstelle for own in shown.values() for fundstelle in own),
        modell=antwort.modell_geantwortet,
        tokens_ein=antwort.tokens_ein,
        tokens_aus=antwort.tokens_aus,
        kosten=antwort.kosten,
    )


# --- answers to questions and follow-up questions, stored whole and given back as they were ----------------

EINTRAEGE = (Gebunden, Verworfen)


def _plain(value: object) -> Any:
    """As JSON, with its quotes in the one form that quotes are stored in."""
    if isinstance(value, EINTRAEGE):
        return write_eintrag(value)
    if is_dataclass(value):
        return _fields_of(value)
    if isinstance(value, Mapping):
        return {name: _plain(one) for name, one in value.items()}
    if isinstance(value, date):
        return value.isoformat()
    return [_plain(one) for one in value] if isinstance(value, tuple | list) else value


def _fields_of(value: Any) -> Json:
    return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}


def _read(kind: Any, value: Any) -> Any:
    """What JSON holds, as the kind of value that a field is declared to be."""
    if value is None:
        return None
    if isinstance(kind, UnionType):  # „… | None“
        kind = get_args(kind)[0]
    if kind in EINTRAEGE:
        return read_eintrag(value)
    if declared := _fields(kind):
        return kind(**{name: _read(field, value[name]) for name, field in declared.items() if name in value})
    if get_origin(kind) is tuple:
        return tuple(_read(get_args(kind)[0], one) for one in value)
    if kind is date:
        return date.fromisoformat(value)
    return kind(value) if isinstance(kind, EnumType) else value


@cache
def _fields(kind: Any) -> dict[str, Any]:
    """Of a dataclass, what each field is declared to be; of anything else nothing."""
    return get_type_hints(kind) if is_dataclass(kind) else {}
