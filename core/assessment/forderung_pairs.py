"""Which Forderungen a quote stands for, and the passage it stands in: what is asked about together.

A passage was offered to the model because it answers some Forderungen of the Antrag, and the Lauf keeps
their numbers. Where that is one, the quote stands for it; where they are several, or none is known, it
stands for the nearest, and it is kept that we chose it. It may answer the others, too, where it is near
enough to them. How near it is to each is measured once, when the Lauf is computed, and stored with the quote.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

import numpy as np

from core.antrag.antrag import Antrag
from core.assessment.parteiteil import PLACES
from core.llm.verdict import Place, Traegt, Verdict
from core.programme.context import Context
from core.runs.lauf import Lauf, Zitat
from core.search.antrag_search import fragen_of
from core.wortlaut.binding.emitted_quote import parts
from core.wortlaut.german.folding import letters

TOO_FAR = 0.2
"""A quote less near than that to every Forderung answers none. Of sentences in which parties give their
reason for a thesis (Wahl-O-Mat since 2021) 15 of 100 are as far from it, of those for another one 87."""

NEARLY = 0.9
"""To a party's reason for a thesis 8.5 other theses of its election are nearer than `TOO_FAR`, but only 0.3
so near beside the nearest (`python -m tests.bench nearness`)."""

MOST = 3
"""Forderungen that one quote is asked about at most."""


@dataclass(frozen=True, slots=True)
class BelegPair:
    """Quote number `zitat` (from 0, per party), the passage around it, and a Forderung it may answer.

    `gewaehlt`: we chose the Forderung, by nearness. `rang`: 0 for the one the quote stands for, then those
    it may answer too, the nearest first.
    """

    partei: str
    zitat: int
    text: str
    stelle: str
    forderung: str
    frage: str
    gewaehlt: bool = False
    rang: int = 0


def measured(context: Context, antrag: Antrag, zitate: Sequence[Zitat]) -> list[Zitat]:
    """With the nearness of each bound one to each Forderung; what is measured already stays as it is."""
    bound = [one for one in zitate if one.status.is_bound and one.naehe is None]
    if not bound:
        return list(zitate)
    fragen = fragen_of(antrag)
    asked = np.array([context.embedder.embed_query(frage) for frage in fragen.values()])
    near = context.embedder.embed_documents([one.beleg.text for one in bound]) @ asked.T
    rows = iter(near.tolist())
    return [
        replace(one, naehe=dict(zip(fragen, (round(value, 6) for value in next(rows)), strict=True)))
        if one.status.is_bound and one.naehe is None
        else one
        for one in zitate
    ]


def pairs_of(context: Context, lauf: Lauf) -> list[BelegPair]:
    """Those of each bound quote of the Lauf, in its order; one that was read in is measured now."""
    fragen = fragen_of(lauf.antrag)
    zitate = measured(context, lauf.antrag, lauf.zitate)
    return [pair for zitat in zitate if zitat.status.is_bound for pair in _pairs(lauf, zitat, fragen)]


def _pairs(lauf: Lauf, zitat: Zitat, fragen: Mapping[str, str]) -> Iterator[BelegPair]:
    beleg, naehe = zitat.beleg, zitat.naehe or {}
    # The passage of that Programm that holds all of the quote; one offered for this party first.
    pieces = [letters(piece) for piece in parts(beleg.text)]
    there = [one for one in lauf.angebote if one.programm_id == beleg.ort.programm]
    in_order = sorted(there, key=lambda one: one.partei != zitat.partei)
    angebot = next((one for one in in_order if all(piece in letters(one.text) for piece in pieces)), None)
    linked = [n for n in angebot.forderungen if n in fragen] if angebot else []
    if angebot:
        stelle = angebot.text
    elif beleg.teile or letters(beleg.text) in letters(beleg.satz):
        # No stored passage holds it whole: the sentence around it, or those around its parts.
        stelle = beleg.satz
    else:
        stelle = beleg.text  # with an ellipsis the quote alone
    if linked:
        chosen = _answered(linked, naehe)
    else:  # no search says anything of the passage: what the quote is nearly as near to as to the nearest
        chosen = _answered(list(fragen), naehe, max(TOO_FAR, NEARLY * max(naehe.values(), default=0.0)))
    ours = len(linked) != 1
    for rang, nummer in enumerate(chosen):
        yield BelegPair(*zitat.stelle, beleg.text, stelle, nummer, fragen[nummer], ours, rang)


def _answered(numbers: Sequence[str], naehe: Mapping[str, float], least: float = TOO_FAR) -> list[str]:
    """The nearest of these Forderungen, however far, and others that are near enough."""
    ranked = sorted(numbers, key=lambda nummer: -naehe.get(nummer, 0.0))
    return [ranked[0], *(n for n in ranked[1:MOST] if naehe.get(n, 0.0) >= least)]


# --- what each quote of a Lauf answers, by who chose it and who has judged it -------------------------------

NO = "Zu keiner Forderung"

Said = Mapping[Place, Mapping[str, Traegt]]
"""What a second model said last of each quote and each Forderung that it was asked about."""


@dataclass(frozen=True, slots=True)
class ZitatReference:
    """The numbers of the Forderungen, the one that the quote stands for first; none where it answers none.

    A quote from another party's Programm answers none.

    `gewaehlt`: we chose them by nearness. An Antrag without Forderungen is one, without a number. `people`:
    what a reader said last of the quote and a Forderung, which counts before a model's word.
    """

    forderungen: tuple[str, ...]
    gewaehlt: bool = False
    verdicts: Mapping[str, Verdict] = field(default_factory=dict, hash=False)
    people: Mapping[str, Verdict] = field(default_factory=dict, hash=False)

    def is_by_person(self, nummer: str) -> bool:
        return nummer in self.people

    def verdict_on(self, nummer: str) -> Verdict | None:
        """None where nobody has said anything of the quote and this Forderung."""
        return self.people.get(nummer, self.verdicts.get(nummer))


def reference_told(bezug: ZitatReference | None) -> str:
    """„Zu Forderung II.1.a, II.2 und 3 (von uns zugeordnet)“."""
    if bezug is None:
        return ""
    if not bezug.forderungen:
        return NO
    if bezug.forderungen == ("",):
        return "Zum Antrag als Ganzem"
    whose = " (von uns zugeordnet)" if bezug.gewaehlt else ""
    *others, last = bezug.forderungen
    named = f"{', '.join(others)} und {last}" if others else last
    return f"Zu Forderung {named}{whose}"


def references(context: Context, lauf: Lauf, said: Said) -> dict[Place, ZitatReference]:
    """What each bound quote answers."""
    lauf = replace(lauf, zitate=tuple(measured(context, lauf.antrag, lauf.zitate)))
    quotes = {zitat.stelle: zitat for zitat in lauf.zitate}
    # Where the built-in model searched, it said which Forderungen a sentence is near to.
    near = near_sentences(lauf)
    # What a reader said last of each quote and Forderung; None: of the one that the quote stands for. A Lauf
    # may be read in from a file: a Forderung that its Antrag has not is left out.
    known: set[str | None] = {None, *fragen_of(lauf.antrag)}
    people: dict[Place, dict[str | None, Verdict]] = defaultdict(dict)
    for one in lauf.urteile:
        if one.zitat is not None and one.traegt and one.forderung in known:
            people[one.partei, one.zitat][one.forderung] = one.traegt
    found = {}
    for stelle, paare in groupby(pairs_of(context, lauf), key=lambda paar: (paar.partei, paar.zitat)):
        zitat, own = quotes[stelle], list(paare)
        recorded = [n for n, text in near.get((zitat.partei, zitat.typ), {}).items() if text == zitat.text]
        found[stelle] = (
            ZitatReference(())
            if zitat.is_foreign
            else _reference(own, zitat, recorded, said.get(stelle, {}), people.get(stelle, {}))
        )
    return found


def _reference(
    paare: Sequence[BelegPair],
    zitat: Zitat,
    recorded: Sequence[str],
    rows: Mapping[str, Traegt],
    people: Mapping[str | None, Verdict],
) -> ZitatReference:
    nearest = max((zitat.naehe or {}).values(), default=0.0)
    if not rows and not recorded and not people and nearest < TOO_FAR:
        return ZitatReference(())
    chosen = [*rows, *recorded] or [paar.forderung for paar in paare]
    ours = any(row.gewaehlt for row in rows.values()) if rows else not recorded and paare[0].gewaehlt
    verdicts = {nummer: row.verdict for nummer, row in rows.items()}
    named = {nummer: said for nummer, said in people.items() if nummer is not None}
    spoken = {chosen[0]: people[None], **named} if None in people else named
    return ZitatReference(tuple(dict.fromkeys([*chosen, *named])), ours, verdicts, spoken)


def near_sentences(lauf: Lauf) -> dict[tuple[str, str], dict[str, str]]:
    """Party and kind of Programm → Forderung → the near sentence, of a Lauf of the built-in model.

    A Lauf may be read in from a file: what has another form there, or names no Forderung of its, is left out.
    """
    numbers = fragen_of(lauf.antrag)
    found = {}
    for teil in lauf.teile:
        for typ, part in (teil.ergebnis or {}).items():
            told = part.get(PLACES) if isinstance(part, Mapping) else None
            if isinstance(told, Mapping):
                found[teil.partei, typ] = {
                    n: text for n, text in told.items() if n in numbers and isinstance(text, str)
                }
    return found
