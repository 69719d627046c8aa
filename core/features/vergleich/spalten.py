"""What is compared: one column per model, prompt and setting, and all that its Läufe say of each party."""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from operator import attrgetter
from typing import TypeAlias

from core.assessment.partei_view import NO_QUELLEN, WITHOUT_LANGUAGE_MODEL, WITHOUT_WERTUNG
from core.assessment.prompts import OWN
from core.base import formats
from core.base.errors import EingabeError
from core.base.models import Abdeckung
from core.llm.catalogue import OFFLINE
from core.programme.registry import Registry, is_document
from core.runs.comparison_rows import Compared, Laufkopf, TeilNumbers
from core.runs.lauf import Status, Zitierweise, unknown_lauf
from core.runs.store import Runstore
from core.search.geltung import NotInForce
from core.search.suchraum import Strategie
from core.wortlaut.binding.eintrag import ZitatStatus
from core.wortlaut.records import PROGRAMM_TYPEN, Typ

COPIED = "{} keine neue Antwort, sondern eine gespeicherte; statt dessen zählt der Lauf, aus dem sie stammt."
DELETED = "{} gelöscht und zählt nicht. Unter „Anträge“ lässt er sich zurückholen."
LAEUFT = "{} noch nicht fertig und zählt erst, wenn alle Antworten da sind."
EXAMPLE = "{} ein Beispiel und zählt nicht: Beispiele und echte Läufe werden nicht vermischt."
CONTINUED = "{} abgebrochen und später zu Ende geführt; es zählt nur der vollständige."
FROM_FILES = (
    "{} eingelesen: Punkte, Modell, Kosten und Zeiten stehen so nur in der Datei und sind nicht geprüft. "
    "Anteile belegter Zitate beziehen sich auf die Zitate, die hier geprüft werden konnten."
)
OTHER_INDEX = (
    "Bei {} von {} wurde zwischen den Läufen etwas neu eingelesen: Unterschiede können auch daran liegen, "
    "dass andere Passagen vorlagen."
)


def counted(store: Runstore, ids: Sequence[str]) -> tuple[list[Laufkopf], list[str]]:
    """The heads of the Läufe that count, in the order of `ids`, and a sentence on those that do not."""
    found = {row.id: row for row in store.lauf_heads(ids)}
    for lauf_id in ids:
        if lauf_id not in found:
            raise unknown_lauf(lauf_id)
    chosen = [found[lauf_id] for lauf_id in dict.fromkeys(ids)]
    out = {
        DELETED: lambda row: row.geloescht is not None,
    }
    rows, hinweise = _without(chosen, out)
    rows = _originals(store, rows)
    if copies := sum(bool(row.aus_cache) for row in chosen if row.geloescht is None):
        hinweise.append(COPIED.format(_laeufe_are(copies)))
    has_real = any(not row.is_demo for row in rows)
    answered = {row.schluessel for row in rows if row.status == Status.FERTIG}
    rows, more = _without(
        rows,
        {
            LAEUFT: lambda row: row.status == Status.LAEUFT,
            EXAMPLE: lambda row: row.is_demo and has_real,
            CONTINUED: lambda row: row.status != Status.FERTIG and row.schluessel in answered,
        },
    )
    if ids and not rows:
        raise EingabeError(" ".join([*hinweise, *more, "Wählen Sie unter „Anträge“ andere aus."]))
    return rows, hinweise + more


def _without(
    rows: Iterable[Laufkopf], rules: dict[str, Callable[[Laufkopf], bool]]
) -> tuple[list[Laufkopf], list[str]]:
    kept, sentences = list(rows), []
    for sentence, is_out in rules.items():
        if out := sum(map(is_out, kept)):
            sentences.append(sentence.format(_laeufe_are(out)))
            kept = [row for row in kept if not is_out(row)]
    return kept, sentences


def _laeufe_are(count: int) -> str:
    return "Ein Lauf ist" if count == 1 else f"{count} Läufe sind"


def _originals(store: Runstore, rows: Sequence[Laufkopf]) -> list[Laufkopf]:
    """Every answer once: a copy gives way to the Lauf it is of, unless that is gone."""
    known, asked = {row.id: row for row in rows}, set[str]()
    while wanted := {row.aus_cache for row in known.values() if row.aus_cache} - known.keys() - asked:
        asked |= wanted
        known |= {row.id: row for row in store.lauf_heads(wanted) if row.geloescht is None}
    by_answer: dict[str, Laufkopf] = {}
    for row in rows:
        original = row
        while original.aus_cache in known:
            original = known[original.aus_cache]
        by_answer.setdefault(original.aus_cache or original.id, original)
    return list(by_answer.values())


def other_index(heads: Sequence[Laufkopf]) -> Iterator[str]:
    """Said where the Läufe of one Antrag did not search the same Programme."""
    seen: dict[str, set[str]] = defaultdict(set)
    for kopf in heads:
        seen[kopf.antrag_hash].add(kopf.index_hash)
    if changed := sum(len(states) > 1 for states in seen.values()):
        yield OTHER_INDEX.format(changed, f"{formats.counted(len(seen), 'Antrag', 'Anträgen')}")


# --- what the columns are called ----------------------------------------------------------------------------


READ_IN = "eingelesen"
MEASURES = {
    "temperature": "Temperatur {}",
    "top_k": "Passagen: {}",
    "min_similarity": "Ähnlichkeit ab {}",
    "max_tokens": "höchstens {} Tokens",
    "embedder": "Suche mit {}",
}
"""What is set of an answer, beside model and prompt, and how it is told."""

Shown: TypeAlias = Callable[["Spalte"], dict[str, str]]


def named(spalten: Sequence["Spalte"], shown: Shown | None = None) -> list["Spalte"]:
    """Each with a name that no other of them has, made of what differs; of the model where nothing does.

    `shown`: what model and prompt are called, where people read it; else as they are stored.
    """
    told = []
    for spalte in spalten:
        parameter = json.loads(spalte.parameter)
        parts = {"modell": spalte.modell, "prompt": spalte.prompt}
        parts["zitierweise"] = spalte.zitierweise.wort
        parts["strategie"] = Strategie(spalte.strategie).told
        for measure, text in MEASURES.items():
            value = parameter.get(measure, "–")
            parts[measure] = text.format(formats.shortest(value) if isinstance(value, int | float) else value)
        added = f"mit {', '.join(spalte.trotzdem)} ({NotInForce.WORD})"
        parts["trotzdem"] = added if spalte.trotzdem else "nur Programme in Kraft"
        told.append(parts | (shown(spalte) if shown else {}))
    differing = [part for part in told[0] if len({one[part] for one in told}) > 1] if told else []
    if len({(one["prompt"], one["zitierweise"]) for one in told}) == len({one["prompt"] for one in told}):
        differing = [part for part in differing if part != "zitierweise"]  # each prompt asks for one way
    names = [" · ".join(one[part] for part in differing or ["modell"]) for one in told]
    marks = [f" ({READ_IN})" if spalte.eingelesen else "" for spalte in spalten]
    names = [f"{name}{mark}" for name, mark in zip(names, marks, strict=True)]
    often = Counter(names)
    return [
        replace(spalte, name=name if often[name] == 1 else f"{name} ({spalte.schluessel[:4]})")
        for spalte, name in zip(spalten, names, strict=True)
    ]


# --- the values that a comparison is made of ----------------------------------------------------------------


FEHLGESCHLAGEN = "fehlgeschlagen"
STATUSES, TYPES = tuple(ZitatStatus), PROGRAMM_TYPEN
GEBUNDEN = [status for status in STATUSES if status.is_bound]
"""Going through an Enum itself takes many times as long."""


@dataclass(frozen=True, slots=True)
class Spalte:
    """One column. `modell` is the one that answered, or was asked while none has.

    `parameter` is canonical JSON of what else changes an answer. `name` tells only what differs from the
    columns beside it. `eingelesen`: of Läufe from files, which never share a column with our own.
    """

    modell: str
    prompt_id: str
    prompt_version: str
    prompt_hash: str
    strategie: str
    parameter: str
    name: str = ""
    eingelesen: bool = False
    zitierweise: Zitierweise = Zitierweise.ABSCHRIFT

    @property
    def schluessel(self) -> str:
        """The same whatever it is shown beside, and short enough for an address."""
        parts = [self.modell, self.prompt_id, self.prompt_version, self.prompt_hash, self.strategie]
        parts += [self.parameter, *([READ_IN] if self.eingelesen else [])]
        parts += [self.zitierweise] if self.zitierweise is not Zitierweise.ABSCHRIFT else []
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:10]

    @property
    def trotzdem(self) -> tuple[str, ...]:
        """The Programme that were added by hand although they are not in force, by id."""
        return tuple(json.loads(self.parameter).get("trotzdem", ()))

    @property
    def prompt(self) -> str:
        """„streng v3“."""
        return f"{self.prompt_id.removeprefix(OWN)} v{self.prompt_version}"


@dataclass(frozen=True, slots=True)
class LaufValue:
    """One Lauf of the comparison. `spalte` is an index; `wiederholung` counts from 1 per column and Antrag.

    `sekunden`: from its start to its end. `kosten` in USD, None where not all of them are known.
    """

    id: str
    spalte: int
    antrag: str
    wiederholung: int
    status: Status
    kosten: float | None
    tokens_ein: int
    tokens_aus: int
    sekunden: float | None
    created: datetime
    is_demo: bool


@dataclass(frozen=True, slots=True)
class Wert:
    """One score as it was given; `zustand` says why there is none and is empty where there is one.

    `abdeckung`: what was found without a language model, where there are no points.
    """

    spalte: int
    antrag: str
    partei: str
    typ: Typ
    lauf_id: str
    score: float | None
    zustand: str
    abdeckung: Abdeckung | None = None


@dataclass(frozen=True, slots=True)
class CountValue:
    """One Teil: what became of its quotes, and of the question to the model.

    `gefragt`: a model was asked at all. `nachgefragt`: its first answer was no JSON that could be read.
    `sekunden`: what the model took, None where it gave no answer.
    """

    spalte: int
    antrag: str
    partei: str
    lauf_id: str
    emittiert: int
    geprueft: int
    gebunden: int
    angeglichen: int
    fremde_partei: int
    nach_status: Mapping[ZitatStatus, int]
    gefragt: bool = True
    fehlgeschlagen: bool = False
    nachgefragt: bool = False
    sekunden: float | None = None


@dataclass(frozen=True, slots=True)
class Vergleich:
    """All of it. `antraege`: hash → title; `parteien` in the registry's order.

    `hinweise`: which of the chosen Läufe do not count, and why.
    """

    spalten: tuple[Spalte, ...]
    antraege: Mapping[str, str]
    parteien: tuple[str, ...]
    laeufe: tuple[LaufValue, ...]
    werte: tuple[Wert, ...]
    zaehlwerte: tuple[CountValue, ...]
    hinweise: tuple[str, ...] = ()


def spalten_of(heads: Sequence[Laufkopf]) -> list[Spalte]:
    """The column of each Lauf, given the heads that the store has of them.

    A Lauf that got no answer belongs to the model that answered the others who asked for the same.
    """
    answered: dict[str, set[str]] = defaultdict(set)
    for kopf in heads:
        if kopf.modell_geantwortet and not kopf.ersatzmodell and kopf.eingelesen is None:
            answered[kopf.modell_gefragt].add(kopf.modell_geantwortet)
    spalten = []
    for kopf in heads:
        others = answered[kopf.modell_gefragt]
        is_silent = kopf.modell_geantwortet is None and len(others) == 1
        modell = next(iter(others)) if is_silent else str(kopf.modell)
        spalten.append(_spalte(modell, _rest(kopf), kopf.eingelesen is not None))
    return spalten


_rest = attrgetter(
    "prompt_id", "prompt_version", "prompt_hash", "strategie", "masse", "embedder", "zitierweise"
)


@lru_cache(maxsize=1024)
def _spalte(modell: str, rest: tuple[str, ...], eingelesen: bool) -> Spalte:
    prompt_id, prompt_version, prompt_hash, strategie, masse, embedder, way = rest
    parameter = json.dumps({"embedder": embedder, **json.loads(masse)})
    parts = (modell, prompt_id, prompt_version, prompt_hash, strategie, parameter)
    return Spalte(*parts, eingelesen=eingelesen, zitierweise=Zitierweise(way))


# --- all that the Läufe say ---------------------------------------------------------------------------------


def vergleich_of(store: Runstore, registry: Registry, lauf_ids: Sequence[str]) -> Vergleich:
    """Everything of these Läufe that can be compared, read at once; columns in the order of their Läufe."""
    heads, hinweise = counted(store, lauf_ids)
    own = spalten_of(heads)
    spalten = list(dict.fromkeys(own))
    places = {kopf.id: (spalten.index(one), kopf.antrag_hash) for kopf, one in zip(heads, own, strict=True)}
    # Parties are compared: a document that some Lauf was held against has no place beside them.
    found = store.compared(places)
    teile = [one for one in found.teile if not is_document(one.partei)]
    werte = tuple(_values(found, registry, teile, places))
    asked = {wert.partei for wert in werte}
    known = [partei for partei in registry.parteien if partei in asked]
    hinweise += other_index(heads)
    if read_in := sum(kopf.eingelesen is not None for kopf in heads):
        hinweise.append(FROM_FILES.format(_laeufe_are(read_in)))
    return Vergleich(
        spalten=tuple(named(spalten)),
        antraege={kopf.antrag_hash: kopf.antrag_name for kopf in heads},
        parteien=(*known, *sorted(asked.difference(known))),
        laeufe=tuple(_laeufe(heads, found, places)),
        werte=werte,
        zaehlwerte=tuple([_count_value(teil, *places[teil.lauf_id]) for teil in teile if teil.partei]),
        hinweise=tuple(hinweise),
    )


Places = Mapping[str, tuple[int, str]]
"""Lauf → its column and its Antrag."""


def _laeufe(heads: Sequence[Laufkopf], found: Compared, places: Places) -> Iterator[LaufValue]:
    repeats: Counter[tuple[int, str]] = Counter()
    for kopf in sorted(heads, key=lambda kopf: (kopf.created, kopf.id)):
        own, ort = found.sums[kopf.id], places[kopf.id]
        repeats[ort] += 1
        yield LaufValue(
            id=kopf.id,
            spalte=ort[0],
            antrag=ort[1],
            wiederholung=repeats[ort],
            status=Status(kopf.status),
            **own._asdict(),
            sekunden=(kopf.finished - kopf.created).total_seconds() if kopf.finished else None,
            created=kopf.created,
            is_demo=kopf.is_demo,
        )


def _count_value(teil: TeilNumbers, spalte: int, antrag: str) -> CountValue:
    return CountValue(
        spalte=spalte,
        antrag=antrag,
        partei=teil.partei,
        lauf_id=teil.lauf_id,
        emittiert=teil.emittiert,
        geprueft=teil.emittiert - teil.nach_status[ZitatStatus.UNGEPRUEFT],
        gebunden=sum([teil.nach_status[status] for status in GEBUNDEN]),
        angeglichen=teil.nach_status[ZitatStatus.ANGEGLICHEN],
        fremde_partei=teil.fremde_partei,
        nach_status=teil.nach_status,
        gefragt=bool(teil.versuche or teil.modell),
        fehlgeschlagen=teil.status != Status.FERTIG,
        nachgefragt=teil.antworten > 1,  # a second one is asked for only where the first could not be read
        sekunden=teil.sekunden,
    )


def _values(
    found: Compared, registry: Registry, teile: Sequence[TeilNumbers], places: Places
) -> Iterator[Wert]:
    """For every Teil both kinds of Programm, and what a failed Lauf was to ask and did not come to."""
    scores = {(row.lauf_id, row.partei, row.typ): row for row in found.points}
    # Of which kinds of Programm a party's prompt showed anything.
    types = {programm.id: programm.typ for programm in registry.programme.values()}
    vorgelegt = {
        (lauf_id, partei, types[programm])
        for lauf_id, partei, programm in found.presented
        if programm in types
    }
    statuses = {(teil.lauf_id, teil.partei): teil.status for teil in teile if teil.partei}
    for lauf_id, parteien in found.planned.items():
        failed = (partei for partei in parteien if partei and not is_document(partei))
        statuses = {(lauf_id, partei): Status.FEHLGESCHLAGEN for partei in failed} | statuses
    for (lauf_id, partei), status in statuses.items():
        for typ in TYPES:
            row = scores.get((lauf_id, partei, typ)) if status == Status.FERTIG else None
            score = row.score if row else None
            abdeckung = row.abdeckung if row and score is None else None
            zustand = ""
            if status != Status.FERTIG:
                zustand = FEHLGESCHLAGEN
            elif abdeckung:
                zustand = WITHOUT_LANGUAGE_MODEL
            elif score is None:
                zustand = WITHOUT_WERTUNG if (lauf_id, partei, typ) in vorgelegt else NO_QUELLEN
            yield Wert(*places[lauf_id], partei, typ, lauf_id, score, zustand, abdeckung)


# --- what there is to compare: every column that has Läufe, and the Anträge it has them of -----------------


MOST = 6
"""So many columns can be read side by side."""


@dataclass(frozen=True, slots=True)
class SpaltenRow:
    """A column with its Läufe: Antrag → their ids, the earliest first."""

    spalte: Spalte
    laeufe: Mapping[str, tuple[str, ...]]

    @property
    def schluessel(self) -> str:
        return self.spalte.schluessel

    @property
    def total(self) -> int:
        return sum(map(len, self.laeufe.values()))


@dataclass(frozen=True, slots=True)
class Stock:
    """The columns, those with most Anträge first; hash → title of the Anträge, that answered last first."""

    spalten: tuple[SpaltenRow, ...]
    antraege: Mapping[str, str]


def list_stock(store: Runstore, is_demo: bool = False) -> Stock:
    """Of the examples, or of all others, without the built-in search, which judges nothing.

    What was served from the cache is nobody's answer.
    """
    heads = [head for head in store.lauf_heads(is_demo=is_demo) if head.modell != OFFLINE]
    laeufe: dict[Spalte, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for kopf, spalte in zip(heads, spalten_of(heads), strict=True):
        laeufe[spalte][kopf.antrag_hash].append(kopf.id)
    zeilen = [
        SpaltenRow(spalte, {antrag: tuple(ids) for antrag, ids in own.items()})
        for spalte, own in zip(named(list(laeufe)), laeufe.values(), strict=True)
    ]
    zeilen.sort(key=lambda zeile: (-len(zeile.laeufe), -zeile.total, zeile.spalte.name))
    return Stock(tuple(zeilen), {k.antrag_hash: k.antrag_name for k in reversed(heads)})


ENOUGH_ANTRAEGE, AT_LEAST_ANTRAEGE = 6, 3
"""So many shared Anträge prove a difference, and so many give a first look at one: five that all point the
same way do so by chance once in 16, and below six no test can reach five percent."""


MOST_TRIED = 5_000
"""So many choices of columns are weighed, which takes 0.3 s with 60 columns of 500 Anträge; where there are
more, the best of these is taken, those with most shared Anträge before others."""


def proposed(stock: Stock) -> list[SpaltenRow]:
    """The columns of which most can be said: first those whose shared Anträge suffice to prove anything, or
    for a first look, then those with the most pairs of columns on one Antrag, then those that answered last.

    So one Lauf more never takes the place of a comparison of which more can be said. None where no Antrag was
    answered by two columns.
    """
    antraege = {antrag: at for at, antrag in enumerate(stock.antraege)}
    # As bits: the Antrag that was answered last is the lowest.
    own = [sum(1 << antraege[antrag] for antrag in zeile.laeufe) for zeile in stock.spalten]
    best: tuple[Said, tuple[int, ...]] = ((0, 0, 0), ())
    waiting: list[tuple[tuple[int, ...], int]] = [((), -1)]
    tried = 0
    while waiting and tried < MOST_TRIED:
        chosen, shared = waiting.pop()
        tried += 1
        if len(chosen) > 1 and shared:
            best = max(best, (_said(len(chosen), shared), chosen), key=lambda one: one[0])
        if len(chosen) < MOST:
            further = [(at, own[at] & shared) for at in range(chosen[-1] + 1 if chosen else 0, len(own))]
            # Those first that leave most, so that what cannot be better is known early.
            further.sort(key=lambda one: one[1].bit_count())
            waiting += [((*chosen, at), left) for at, left in further if left and _said(MOST, left) > best[0]]
    return [stock.spalten[at] for at in best[1]]


Said = tuple[int, int, int]


def _said(columns: int, shared: int) -> Said:
    """How much so many columns on these shared Anträge say, and how lately."""
    number = shared.bit_count()
    level = (number >= AT_LEAST_ANTRAEGE) + (number >= ENOUGH_ANTRAEGE)
    latest = (shared & -shared).bit_length()
    return level, number * columns * (columns - 1) // 2, -latest


def find_rows(stock: Stock, schluessel: Sequence[str]) -> list[SpaltenRow]:
    """The columns of these keys, in their order."""
    by_key = {zeile.schluessel: zeile for zeile in stock.spalten}
    if missing := [key for key in schluessel if key not in by_key]:
        raise EingabeError(
            f"Eine Spalte „{missing[0]}“ gibt es nicht: Kein gespeicherter Lauf gehört zu ihr. "
            "Wählen Sie die Spalten neu aus."
        )
    if len(schluessel) > MOST:
        raise EingabeError(
            f"Nebeneinander passen höchstens {MOST} Spalten, gewählt sind {len(schluessel)}. "
            "Wählen Sie weniger aus."
        )
    return [by_key[key] for key in schluessel]


def common(zeilen: Sequence[SpaltenRow]) -> list[str]:
    """The Anträge that all these columns have Läufe of."""
    first, *others = zeilen
    return [antrag for antrag in first.laeufe if all(antrag in other.laeufe for other in others)]


def lauf_ids(zeilen: Sequence[SpaltenRow], antraege: Sequence[str]) -> list[str]:
    """Column by column, so that they stay in this order."""
    wanted = set(antraege)
    return [id for zeile in zeilen for antrag, ids in zeile.laeufe.items() if antrag in wanted for id in ids]
