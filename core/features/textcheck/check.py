"""Check any text: which of its quotes are printed, where, and whether that is where the text says.

Every quote is looked for by the binder that also binds what a model emits: first in the programmes that the
text names, then in the others of the party, in those in force, in all. None is told as printed by likeness.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from functools import cached_property

import numpy as np

from core.base import clock, formats
from core.base.errors import EingabeError, IndexFehler
from core.base.models import ERFUNDEN, INDEXGEBIETE, gebiet_of
from core.features.textcheck.blocks import Block, BlockKind, ReadText, Unread
from core.features.textcheck.claims import Claim, read_claims
from core.features.textcheck.kept_text import TextPruefung
from core.features.textcheck.quotes_in_text import EmittedQuote, read_quotes
from core.features.textcheck.text_blocks import one_quotation, read_file, read_text
from core.programme.context import Context, default_context
from core.programme.quellen import Quellen
from core.programme.stock import Coverage
from core.programme.stored_streams import is_content
from core.runs.connection import StoreConnection
from core.runs.notes import find_note, notes_of, save_note
from core.search.geltung import in_force
from core.search.suchraum import best
from core.wortlaut.binding.bind import LONGEST as LONGEST_QUOTE, Bindung, ShownContext, bind
from core.wortlaut.binding.eintrag import Gebunden, Verworfen, ZitatStatus, write_eintrag
from core.wortlaut.binding.exact_match import find, is_too_short, ways_to_stand
from core.wortlaut.binding.fund import Fund
from core.wortlaut.binding.near_misses import PieceKind, differences
from core.wortlaut.binding.source_labels import cite_url
from core.wortlaut.german.folding import letters
from core.wortlaut.records import Chunk, Fundstelle, Programm

MOST_QUOTES = 1_000
"""A text with more is a collection; 400 take 3 s."""

NEAR = 6
"""So many passages that share most words with a quote are aligned with it; as many of the claimed party."""

OTHERS = 3
"""So many other places of a quote are named."""


class Verdict(StrEnum):
    """What became of a quote of a text."""

    GEDRUCKT = "gedruckt"
    VERKUERZT = "verkuerzt"
    UNKLAR = "zuordnung_unklar"
    FALSCH_ZUGEORDNET = "falsch_zugeordnet"
    ABWEICHEND = "abweichend"
    MEHRERE_STELLEN = "mehrere_stellen"
    NIRGENDS = "nirgends"
    UNSICHER = "unsicher"
    ZU_KURZ = "zu_kurz"


SIGN = {
    Verdict.GEDRUCKT: "✔",
    Verdict.VERKUERZT: "✂",
    Verdict.UNKLAR: "⁇",
    Verdict.FALSCH_ZUGEORDNET: "⚠",
    Verdict.ABWEICHEND: "≠",
    Verdict.MEHRERE_STELLEN: "⋯",
    Verdict.NIRGENDS: "✗",
    Verdict.UNSICHER: "?",
    Verdict.ZU_KURZ: "–",
}
NAME = {
    Verdict.GEDRUCKT: "so gedruckt",
    Verdict.VERKUERZT: "gedruckt, aber verkürzt oder ergänzt",
    Verdict.UNKLAR: "gedruckt mit unklarer Zuordnung",
    Verdict.FALSCH_ZUGEORDNET: "gedruckt, aber woanders",
    Verdict.ABWEICHEND: "anders gedruckt",
    Verdict.MEHRERE_STELLEN: "an mehreren Stellen gedruckt",
    Verdict.NIRGENDS: "nirgends gedruckt",
    Verdict.UNSICHER: "nicht sicher gelesen",
    Verdict.ZU_KURZ: "zu kurz",
}
"""Behind a number as well as alone."""

FALSE = (Verdict.FALSCH_ZUGEORDNET, Verdict.ABWEICHEND, Verdict.NIRGENDS)
"""What a newsroom would not print."""

DOUBTFUL = (Verdict.VERKUERZT, Verdict.UNKLAR, Verdict.MEHRERE_STELLEN, Verdict.UNSICHER)
"""Not false, but a person has to read it: a text with one of these is not called free of faults."""

OPENING = 200
"""Characters of a text that are shown or named of it."""

RANK = (
    ZitatStatus.AUS_MEHREREN_STELLEN,
    ZitatStatus.OUTSIDE,
    ZitatStatus.ANGEGLICHEN,
    ZitatStatus.ZAHL,
    ZitatStatus.VERNEINUNG,
    ZitatStatus.NUR_AEHNLICH,
    ZitatStatus.UNSICHER,
)
"""Of a quote that stands nowhere as a whole, what is told first."""

REORDERED = "Im Text stehen Zeichen, die die Leserichtung umkehren: Er zeigt anderes, als er enthält."
UNCLEAR = (
    "Anführung unklar: Die Anführungszeichen dieses Absatzes gehören nicht zueinander; niemand kann sicher "
    "sagen, welche Worte zitiert sind."
)
REPLACED = (
    "Das PDF ist nicht mehr das eingelesene: {}. Gesagt ist, was im eingelesenen steht. Neu einlesen mit: "
    "python -m core index --all"
)
DENIED = "Der Text bestreitet das Zitat selbst („{}“)."
UNMARKED = "Der Satz steht nicht in Anführungszeichen, und wörtlich steht er nirgends."


def counts_in_words(counts: Mapping[str, int]) -> str:
    """„7 Zitate: 4 so gedruckt, 1 anders gedruckt, 2 nirgends gedruckt“. `counts`: by verdict."""
    total = formats.counted(sum(counts.values()), "Zitat", "Zitate")
    parts = [f"{formats.number(count)} {NAME[Verdict(one)]}" for one, count in counts.items() if count]
    return f"{total}: {', '.join(parts)}" if parts else total


@dataclass(frozen=True, slots=True)
class CheckedQuote:
    """A quote of the text with what is printed.

    `gebunden`: where it stands, the place that fits best first. `verworfen`: why it has none; `near`: what is
    printed that is most like it. `wrong`: which of the text's own words on its source are not so; `unclear`:
    why nobody can tell whom the text means.
    """

    quote: EmittedQuote
    claim: Claim
    verdict: Verdict
    satz: str
    gebunden: tuple[Gebunden, ...] = ()
    verworfen: Verworfen | None = None
    near: Gebunden | None = None
    wrong: tuple[str, ...] = ()
    unclear: str = ""

    @property
    def is_false(self) -> bool:
        """A sentence without quote marks that stands nowhere may be a fair summary; what a text itself calls
        invented is no fault of it."""
        is_summary = not self.quote.is_marked and self.verdict is Verdict.NIRGENDS
        return self.verdict in FALSE and not is_summary and not self.claim.bestritten


@dataclass(frozen=True, slots=True)
class Note:
    """What is said of a place of the text that is no quote, or of all quotes there."""

    start: int
    end: int
    satz: str


@dataclass(frozen=True)
class CheckedText:
    """`left_out`: how many quotes beyond the limit are unchecked. `coverage`: what „nowhere“ is said of.
    `notes`: where nobody can tell what is quoted. `replaced`: names of cited Programme whose PDF is no longer
    the one that was read in."""

    document: ReadText
    quotes: tuple[CheckedQuote, ...]
    programme: int
    coverage: tuple[Coverage, ...]
    left_out: int = 0
    notes: tuple[Note, ...] = ()
    replaced: tuple[str, ...] = ()

    @cached_property
    def counts(self) -> dict[Verdict, int]:
        return {one: sum(quote.verdict is one for quote in self.quotes) for one in Verdict}

    @property
    def is_clean(self) -> bool:
        """Nothing is false, nothing is left to a person to decide, and all that was read was looked at. What
        a file holds beside what is read is told with it (`remarks`)."""
        return (
            not self.left_out
            and not self.notes
            and not self.replaced
            and not any(
                one.is_false or one.verdict in DOUBTFUL or one.claim.bestritten for one in self.quotes
            )
        )

    def remarks(self) -> list[str]:
        """What belongs beside the result: paragraphs whose marks are unclear, a replaced PDF, what was not
        read."""
        told = [self.document.unread_in_words()] if self.document.unread else []
        if self.replaced:
            told.insert(0, REPLACED.format(", ".join(self.replaced)))
        if self.notes:
            count = formats.counted(len(self.notes), "Absatz", "Absätzen")
            first = " ".join(self.document.text[self.notes[0].start : self.notes[0].end].split())
            shown = first if len(first) <= OPENING else f"{first[:OPENING].rsplit(' ', 1)[0]} …"
            told.insert(
                0, f"Anführung unklar in {count}: Die Anführungszeichen gehören nicht zueinander. {shown}"
            )
        return told

    def in_words(self) -> str:
        """„7 Zitate: 4 so gedruckt, 1 anders gedruckt, 2 nirgends gedruckt“."""
        more = f" {formats.number(self.left_out)} weitere wurden nicht geprüft." if self.left_out else ""
        if not self.quotes:
            return f"Im Text steht kein Zitat.{more}"
        return f"{counts_in_words({str(one): count for one, count in self.counts.items()})}.{more}"

    def scope(self) -> str:
        """In what was looked: „nowhere“ is said of that alone."""
        looked = formats.counted(self.programme, "eingelesenem Programm", "eingelesenen Programmen")
        parties = " ".join(f"{one}." for one in self.coverage)
        return f"Gesucht wurde in {looked}. {parties}".strip()


def check_text(text: str, context: Context | None = None, bundesland: str | None = None) -> CheckedText:
    """Check a text that was pasted: plain, Markdown, HTML or JSON."""
    return check(read_text(text), context or default_context(), bundesland)


def check_file(
    data: bytes,
    name: str = "",
    context: Context | None = None,
    bundesland: str | None = None,
    is_wanted: Callable[[], bool] = lambda: True,
) -> CheckedText:
    """Check a file: Word, PDF, a web page, a mail, Markdown, JSON or plain text.

    `is_wanted` is asked before each quote: EingabeError where nobody waits any more.
    """
    return check(read_file(data, name), context or default_context(), bundesland, is_wanted)


def check_quote(text: str, said: str, context: Context) -> CheckedText:
    """Check what is given as one quote and nothing else; `said`: what is said of its source."""
    return check(one_quotation(text, said), context)


def check(
    document: ReadText,
    context: Context,
    bundesland: str | None = None,
    is_wanted: Callable[[], bool] = lambda: True,
) -> CheckedText:
    """`bundesland`: which Land the text is about, where it does not say so itself."""
    land = context.registry.find_bundesland(bundesland) if bundesland else None
    read = read_quotes(document, context.registry)
    emitted = read.quotes
    looked_at = emitted[:MOST_QUOTES]
    claims = read_claims(document, looked_at, context.registry)
    binder = _Binder(context, land)
    turned = [
        (start, start + len(block.text))
        for start, block in zip(document.starts, document.blocks, strict=True)
        if block.is_reordered
    ]
    found = [
        binder.checked(
            one,
            claim,
            any(start < one.end and one.start < stop for start, stop in turned),
        )
        for one, claim in zip(_while(is_wanted, looked_at), claims, strict=True)
    ]
    return CheckedText(
        document,
        tuple(found),
        len(binder.quellen),
        _coverage(context, land, found),
        len(emitted) - len(looked_at),
        tuple(Note(start, end, UNCLEAR) for start, end in read.unclear),
        _replaced(context, found),
    )


def _replaced(context: Context, found: Sequence[CheckedQuote]) -> tuple[str, ...]:
    """Of Programme that have a PDF here: without one nothing says that another is meant."""
    names = []
    for id in sorted({one.ort.programm for quote in found for one in quote.gebunden}):
        programm = context.registry.programme[id]
        stand = context.store.stand_of(programm)
        pdf = context.find_pdf(programm)
        if stand and pdf and not is_content(pdf, stand.version):
            names.append(programm.name)
    return tuple(names)


def _while(is_wanted: Callable[[], bool], quotes: Iterable[EmittedQuote]) -> Iterator[EmittedQuote]:
    for quote in quotes:
        if not is_wanted():
            raise EingabeError("Die Prüfung wurde beendet: Wer sie wollte, wartet nicht mehr.")
        yield quote


def _coverage(context: Context, land: str | None, found: Sequence[CheckedQuote]) -> tuple[Coverage, ...]:
    """Of the Länder and years that the text is about; of all that are read in where it names none."""
    named: set[tuple[str, int | None]] = {(land, None)} if land else set()
    for quote in found:
        printed = {context.registry.programme[one.ort.programm].bundesland for one in quote.gebunden}
        laender = quote.claim.laender or tuple(one for one in printed if one)
        named |= {(one, jahr) for one in laender for jahr in quote.claim.jahre or (None,)}
    if not named:
        stored = [gebiet for gebiet in context.registry.parlamente if context.store.staende(gebiet)]
        named = {(gebiet, None) for gebiet in stored if gebiet != ERFUNDEN or len(stored) == 1}
    ordered = sorted(named, key=lambda one: (INDEXGEBIETE.index(one[0]), one[1] or 0))
    return tuple(Coverage.of(context, gebiet, jahr=jahr) for gebiet, jahr in ordered)


def claimed_page(context: Context, claim: Claim) -> tuple[str, int] | None:
    """The Programm and the page of its file that a text names, where it can mean but one that is read in."""
    quellen = Quellen(context)
    means = [id for id in quellen if claim.may_mean(context.registry.programme[id])]
    if not (claim.parteien or claim.programme) or not claim.seiten or len(means) != 1:
        return None
    strom, wanted = quellen[means[0]].strom, str(claim.seiten[0])
    printed = (number for number, seite in enumerate(strom.seiten, start=1) if wanted in seite.gedruckt)
    return means[0], next(printed, claim.seiten[0])


class _Binder:
    """Binds the quotes of one text; what is at hand of the index is looked up once."""

    def __init__(self, context: Context, land: str | None) -> None:
        self._context, self._land = context, land
        self.quellen = Quellen(context)
        if not self.quellen:
            raise IndexFehler(
                "Noch ist kein Programm eingelesen, in dem gesucht werden könnte. Einlesen mit: "
                "python -m core index --all"
            )
        programme = [context.registry.programme[id] for id in self.quellen]
        self._in_force = {one.id for one in in_force(programme, clock.today())}
        self._programme = sorted(programme, key=lambda one: -one.jahr)
        self._orders: dict[Claim, list[Programm]] = {}
        stored = ((gebiet, context.store.sammlung(gebiet)) for gebiet in INDEXGEBIETE)
        self._sammlungen = {gebiet: sammlung for gebiet, sammlung in stored if len(sammlung)}

    def checked(self, quote: EmittedQuote, claim: Claim, is_reordered: bool) -> CheckedQuote:
        if is_reordered:
            return CheckedQuote(
                quote, claim, Verdict.NIRGENDS, REORDERED, verworfen=_dropped(quote, REORDERED)
            )
        if len(quote.text) > LONGEST_QUOTE:
            gone = Bindung.no_quote(quote.text).verworfen()
            return CheckedQuote(quote, claim, Verdict.NIRGENDS, gone.erklaerung, verworfen=gone)
        if is_too_short(quote.text):
            return CheckedQuote(quote, claim, Verdict.ZU_KURZ, ZitatStatus.ZU_KURZ.erklaerung)
        places = self._places(quote.text, claim)
        told = self._printed(quote, claim, places) if places else self._elsewise(quote, claim)
        if claim.bestritten and told.verdict in (Verdict.ABWEICHEND, Verdict.NIRGENDS):
            told = replace(told, satz=f"{told.satz} {DENIED.format(claim.bestritten)}")
        if quote.is_unclear and told.verdict is Verdict.GEDRUCKT:
            return replace(told, verdict=Verdict.UNSICHER, satz=f"{told.satz} {UNCLEAR}")
        # The binder passes over a page in brackets, and what stands beside it there.
        printed = letters(told.gebunden[0].text) if told.gebunden else ""
        if beside := [one for one in quote.beside if letters(one) not in printed] if printed else []:
            near = told.gebunden[0]
            return replace(
                told, verdict=Verdict.ABWEICHEND, satz=_not_printed(beside), gebunden=(), near=near
            )
        return self._with_foreign(told) if quote.is_whole and not places else told

    def _with_foreign(self, told: CheckedQuote) -> CheckedQuote:
        """Of a quotation every word counts: which of them are not printed, where the others are."""
        if told.verdict not in (Verdict.ABWEICHEND, Verdict.NIRGENDS):
            return told
        pieces = [piece.strip() for piece in PIECE.split(told.quote.text) if not is_too_short(piece)]
        found = (self._places(piece, told.claim) for piece in sorted(pieces, key=len, reverse=True)[:NEAR])
        sure = (one[0] for one in found if one and one[0].status is not ZitatStatus.UNSICHER)
        printed = next((one.gebunden() for one in sure), None)
        # A piece that is printed says more than a passage that is alike, where it is most of the quote.
        is_most = printed is not None and 2 * len(printed.text) > len(told.quote.text)
        near = printed if is_most or not told.near else told.near
        if near is None:
            return told
        parts = differences(told.quote.text, near.text)
        words = [one.text for one in parts if one.art is PieceKind.ONLY_ZITAT and letters(one.text)]
        if not words:
            return told
        sentence = " ".join(filter(None, (told.satz if told.near else "", _not_printed(words))))
        return replace(told, verdict=Verdict.ABWEICHEND, satz=sentence, near=near)

    # --- as a whole

    def _places(self, text: str, claim: Claim) -> list[Bindung]:
        """Where it stands as a whole: once in each programme, at the claimed page where it is there."""
        ways, found = ways_to_stand(text), list[Bindung]()
        for programm in self._order(claim):
            quelle = self.quellen[programm.id]
            if quelle.may_hold(ways) and (funds := find(text, quelle)):
                funds.sort(key=lambda fund: not _on_pages(fund, claim))
                found.append(Bindung.at(text, funds))
                if len(found) > OTHERS:
                    break

        def rank(one: Bindung) -> tuple[bool, bool]:
            is_wrong = one.fund is None or bool(self._wrong(one.fund, claim))
            return one.status is ZitatStatus.UNSICHER, is_wrong

        return sorted(found, key=rank)

    def _order(self, claim: Claim) -> list[Programm]:
        """The claimed programmes, the party's, those of the Land, those in force, all; the newest first."""
        if claim not in self._orders:
            self._orders[claim] = sorted(
                self._programme,
                key=lambda one: (
                    not claim.may_mean(one),
                    bool(claim.named_parteien) and not claim.means_party_of(one),
                    self._land not in (None, one.bundesland),
                    one.id not in self._in_force,
                ),
            )
        return self._orders[claim]

    def _printed(self, quote: EmittedQuote, claim: Claim, places: Sequence[Bindung]) -> CheckedQuote:
        first = places[0]
        if first.status is ZitatStatus.UNSICHER:
            gone = first.verworfen()
            return CheckedQuote(quote, claim, Verdict.UNSICHER, gone.erklaerung, verworfen=gone)
        sure = [one for one in places if one.status is not ZitatStatus.UNSICHER]
        bound = tuple(one.gebunden() for one in sure)
        unclear = self._unclear([self._programm_of(one.fund) for one in sure if one.fund], claim)
        wrong = self._wrong(first.fund, claim) if first.fund and not unclear else ()
        told = filter(None, (*wrong, unclear, self._said_by(claim)))
        sentence = " ".join(
            (f"Gedruckt: {bound[0].quelle}.", *told, *(one.text for one in bound[0].warnungen))
        )
        is_cut = any(one.may_turn for one in bound[0].warnungen)
        printed = Verdict.VERKUERZT if is_cut else Verdict.UNKLAR if unclear else Verdict.GEDRUCKT
        verdict = Verdict.FALSCH_ZUGEORDNET if wrong else printed
        return CheckedQuote(quote, claim, verdict, sentence, bound, wrong=wrong, unclear=unclear)

    def _unclear(self, programme: Sequence[Programm], claim: Claim) -> str:
        """Why nobody can tell whether it is printed where the text says; empty where one can."""
        registry, first = self._context.registry, programme[0]

        def named(parteien: Iterable[str], word: str) -> str:
            return f" {word} ".join(registry.partei_name(one, first.bundesland) for one in parteien)

        there = named(dict.fromkeys(one.partei for one in programme[:1]), "und")
        if claim.bestritten:
            return f"Der Text bestreitet das selbst („{claim.bestritten}“); gedruckt ist es bei {there}."
        if claim.fremd:
            return f"Im Text sagt das: {claim.fremd}; gedruckt ist es bei {there}."
        if claim.moeglich:
            either = named(claim.moeglich, "oder")
            return f"Wer das sagt, ist im Text nicht eindeutig: {either}; gedruckt ist es bei {there}."
        beside = [replace(claim, parteien=(one,)) for one in claim.genannt if one not in claim.parteien]
        missing = [
            one
            for one in claim.parteien
            if not any(replace(claim, parteien=(one,)).means_party_of(programm) for programm in programme)
        ]
        if missing and len(missing) < len(claim.parteien):
            both, not_there = named(claim.parteien, "und"), named(missing, "und")
            return f"Im Text sagen das {both}; gefunden wurde es nicht bei {not_there}."
        is_beside = any(one.means_party_of(programm) for one in beside for programm in programme)
        is_sole = len(beside) == 1 and is_beside
        is_clear = (
            claim.is_plain and not (missing and is_beside)
            if missing
            else not beside or claim.is_plain or (not claim.parteien and is_sole)
        )
        if is_clear:
            return ""
        near = named(dict.fromkeys((*claim.parteien, *claim.genannt)), "und")
        return f"Wer das sagt, ist im Text nicht eindeutig (genannt: {near}); gedruckt bei {there}."

    def _said_by(self, claim: Claim) -> str:
        """A person's word is none of the programme, though it may stand there."""
        return f"Im Text ist es ein Wort von: {claim.person}." if claim.person else ""

    def _wrong(self, fund: Fund, claim: Claim) -> tuple[str, ...]:
        """What the text says of the source and is not so, each as a sentence."""
        programm, registry = self._programm_of(fund), self._context.registry
        faults = []
        if claim.programme and programm.id not in claim.programme:
            named = ", ".join(registry.programme[one].name for one in claim.programme)
            faults.append(f"Im Text: {named}; gedruckt in {programm.name}.")
        else:
            # Of a programme that is named by its name the rest follows; of another party nothing does.
            faults += self._wrong_kind(
                programm, replace(claim, laender=(), jahre=(), typ=None) if claim.programme else claim
            )
        if claim.seiten and not _on_pages(fund, claim):
            pages = fund.quelle.strom.pages_of(*fund.spans[0])
            there = programm.label(fund.gedruckt, pages).rpartition(", ")[2]
            is_of_file = not set(pages).isdisjoint(claim.seiten)
            faults.append(
                f"Im Text: S. {', '.join(map(str, claim.seiten))}; gedruckt auf {there}."
                + (" Das ist die Seite der Datei, nicht die gedruckte." if is_of_file else "")
            )
        return tuple(faults)

    def _programm_of(self, fund: Fund) -> Programm:
        return self._context.registry.programme[fund.quelle.programm.id]

    def _wrong_kind(self, programm: Programm, claim: Claim) -> Iterator[str]:
        """Of another party, Land, year or kind than the text says."""
        registry, land = self._context.registry, programm.bundesland
        if claim.named_parteien and not claim.means_party_of(programm):
            word = " und " if claim.parteien else " oder "
            named = word.join(registry.partei_name(one, land) for one in claim.named_parteien)
            yield f"Im Text: {named}; gedruckt bei {registry.partei_name(programm.partei, land)}."
        if claim.laender and land is not None and land not in claim.laender:
            named = ", ".join(registry.parlamente[one].land for one in claim.laender)
            yield f"Im Text: {named}; das Programm ist von {registry.parlamente[land].land}."
        if claim.jahre and programm.jahr not in claim.jahre:
            yield f"Im Text: {', '.join(map(str, claim.jahre))}; das Programm ist von {programm.jahr}."
        if claim.typ not in (None, programm.typ):
            yield f"Im Text: {str(claim.typ).capitalize()}; gedruckt in {programm.name}."

    # --- in parts, with other words, or nowhere

    def _elsewise(self, quote: EmittedQuote, claim: Claim) -> CheckedQuote:
        found = self._nearest(quote, claim)
        if found is None or found.status in (ZitatStatus.NICHT_GEFUNDEN, ZitatStatus.ZU_KURZ):
            reason = "Der Wortlaut steht in keinem der eingelesenen Programme."
            gone = found.verworfen() if found else _dropped(quote, reason)
            sentence = (
                (gone.erklaerung if found and found.erklaerung else reason) if quote.is_marked else UNMARKED
            )
            return CheckedQuote(quote, claim, Verdict.NIRGENDS, sentence, verworfen=gone)
        if found.teile:
            bound = found.gebunden()
            funds = [teil.fund for teil in found.teile if teil.fund]
            unclear = self._unclear([self._programm_of(one) for one in funds], claim)
            faults = (one for fund in funds for one in self._wrong(fund, replace(claim, seiten=())))
            wrong = () if unclear else tuple(dict.fromkeys(faults))
            told = f"Gedruckt, aber an mehreren Stellen: {bound.quelle}."
            words = filter(None, (told, unclear, *wrong, *(one.text for one in bound.warnungen)))
            sentence = " ".join(words)
            verdict = Verdict.FALSCH_ZUGEORDNET if wrong else Verdict.MEHRERE_STELLEN
            return CheckedQuote(quote, claim, verdict, sentence, (bound,), wrong=wrong)
        if found.status is ZitatStatus.ANGEGLICHEN:
            bound = found.gebunden()
            sentence = f"Gedruckt ist: „{bound.text}“ ({bound.quelle})."
            return CheckedQuote(
                quote, claim, Verdict.ABWEICHEND, sentence, verworfen=_dropped(quote, sentence), near=bound
            )
        gone = found.verworfen()
        sentence = DIFFERENT.get(found.status, gone.erklaerung)
        verdict = Verdict.UNSICHER if found.status is ZitatStatus.UNSICHER else Verdict.ABWEICHEND
        near = Bindung.at(quote.text, [found.naechste.fund]).gebunden() if found.naechste else None
        return CheckedQuote(quote, claim, verdict, sentence, verworfen=gone, near=near)

    def _nearest(self, quote: EmittedQuote, claim: Claim) -> Bindung | None:
        """The best that the binder says of it, held against the passages that share most words with it."""
        shown: dict[str, list[Fundstelle]] = {}
        for chunk in self._alike(quote.text, claim):
            partei = self._context.registry.programme[chunk.programm_id].partei
            shown.setdefault(partei, []).append(Fundstelle(chunk, 0.0))
        context = ShownContext.of(shown, self.quellen)
        found = [
            bind(quote.text, partei, self._context.registry.programme[own[0].chunk.programm_id].typ, context)
            for partei, own in shown.items()
        ]
        return min(found, key=_rank, default=None)

    def _alike(self, text: str, claim: Claim) -> Iterable[Chunk]:
        """By the index of words alone: a quote with other words has most of them."""
        near: list[tuple[float, Chunk]] = []
        for gebiet, sammlung in self._sammlungen.items():
            shares = sammlung.lexicon.shares(text)
            masks = [np.ones(len(sammlung), bool)]
            if claim.named_parteien:
                own = [one.id for one in self._programme if claim.may_mean(one) and gebiet_of(one) == gebiet]
                masks.append(sammlung.mask(own))
            for mask in masks:
                rows = np.flatnonzero(mask & (shares > 0))
                top = rows[best(shares[rows], NEAR)]
                near += [(float(shares[row]), sammlung.chunk(int(row))) for row in top]
        near.sort(key=lambda one: -one[0])
        claimed = [c for _, c in near if claim.may_mean(self._context.registry.programme[c.programm_id])]
        chosen = [chunk for _, chunk in near[:NEAR]] + (claimed[:NEAR] if claim.named_parteien else [])
        return {chunk.id: chunk for chunk in chosen if chunk.programm_id in self.quellen}.values()


PIECE = re.compile(r"(?<=[.!?])[\s“”«»\"‘’']+|\s[–—]\s|[()\[\]„“”»«\"\n:]")
"""Where a quotation may have been put together."""

DIFFERENT = {
    ZitatStatus.ZAHL: "Eine Stelle lautet ähnlich, nennt aber eine andere Zahl.",
    ZitatStatus.VERNEINUNG: "Eine Stelle lautet ähnlich, aber eine Verneinung fehlt oder kam hinzu.",
    ZitatStatus.NUR_AEHNLICH: "Eine Stelle ist ähnlich, der Wortlaut aber ein anderer.",
}
"""Where what is told of shown passages would be wrong here."""


def _not_printed(words: Sequence[str]) -> str:
    shown = ", ".join(f"„{one.strip('„“”»«()[] ')}“" for one in words[:OTHERS])
    return f"Nicht gedruckt sind die Worte {shown}{' und weitere' if words[OTHERS:] else ''}."


def _rank(found: Bindung) -> tuple[int, float]:
    place = RANK.index(found.status) if found.status in RANK else len(RANK)
    return place, -(found.naechste.anteil if found.naechste else 0.0)


def _on_pages(fund: Fund, claim: Claim) -> bool:
    """By the printed numbers; by the pages of the file only where they bear none."""
    printed = {number for number in fund.gedruckt if number.isdecimal()}
    there = set(map(int, printed)) or {p for span in fund.spans for p in fund.quelle.strom.pages_of(*span)}
    return not there.isdisjoint(claim.seiten)


def _dropped(quote: EmittedQuote, reason: str) -> Verworfen:
    return Verworfen(
        fraktion="", bereich="", text=quote.text, status=ZitatStatus.NICHT_GEFUNDEN, erklaerung=reason
    )


# --- a checked text as plain JSON: the same for scripts, the command, the address and models ---------------


Json = dict[str, object]


def checked_as_json(found: CheckedText) -> Json:
    """`text` is what was read, in which each quote has its place (`start` to `end`)."""
    return {
        "text": found.document.text,
        "ergebnis": found.in_words(),
        "fehlerfrei": found.is_clean,
        "zahlen": {str(verdict): count for verdict, count in found.counts.items()},
        "nicht_geprueft": found.left_out,
        "nicht_gelesen": found.document.unread_in_words(),
        "hinweise": [asdict(one) for one in found.notes],
        "pdf_ersetzt": list(found.replaced),
        "gesucht_in": found.scope(),
        "programme": found.programme,
        "abdeckung": [
            {**asdict(one), "vollstaendig": one.is_complete, "satz": f"{one}."} for one in found.coverage
        ],
        "zitate": [
            {
                "text": one.quote.text,
                "start": one.quote.start,
                "end": one.quote.end,
                "in_anfuehrung": one.quote.is_marked,
                "quelle_im_text": one.quote.source,
                "urteil": str(one.verdict),
                "zeichen": SIGN[one.verdict],
                "heisst": NAME[one.verdict],
                "falsch": one.is_false,
                "satz": one.satz,
                "angabe_falsch": one.wrong,
                "angabe": asdict(one.claim),
                "stellen": [write_eintrag(bound) for bound in one.gebunden],
                "naechste": _nearest(one),
            }
            for one in found.quotes
        ],
    }


def _nearest(one: CheckedQuote) -> Json | None:
    """What is printed that is most like it; None where it stands somewhere, or nothing is like it."""
    nearest = one.verworfen.naechste if one.verworfen else None
    if nearest is None:
        near = one.near and {"programm": one.near.ort.programm, "seiten": one.near.ort.seiten}
        return {**near, "text": one.near.text, "url": one.near.ort.url} if near and one.near else None
    url = cite_url(nearest.programm, nearest.seiten[0], nearest.text[:OPENING])
    return {**nearest._asdict(), "url": url}


# --- checked texts that somebody keeps: the text, and what was counted then; opened, it is checked anew ----


TITLE = 90


def title_of(document: ReadText) -> str:
    """Its first heading, or its first words."""
    headings = (block.text for block in document.blocks if block.kind is BlockKind.HEADING)
    text = " ".join(next(headings, document.blocks[0].text).split())
    return text if len(text) <= TITLE else f"{text[:TITLE].rsplit(' ', 1)[0]} …"


def keep(store: StoreConnection, checked: CheckedText, bundesland: str | None) -> str:
    """Its id, which stands in the permanent address."""
    blocks = tuple(
        [(str(one.kind), one.text, one.source, one.is_reordered) for one in checked.document.blocks]
    )
    counts = {str(verdict): count for verdict, count in checked.counts.items()}
    note = TextPruefung(
        titel=title_of(checked.document),
        blocks=blocks,
        bundesland=bundesland or "",
        programme=checked.programme,
        counts=counts,
        unread=tuple((str(one), count) for one, count in checked.document.unread),
    )
    return save_note(store, note).id


def open_kept(store: StoreConnection, context: Context, note_id: str) -> tuple[TextPruefung, CheckedText]:
    """What was kept, and what is found of it today."""
    note = find_note(store, TextPruefung, note_id)
    if note is None:
        raise EingabeError(
            f"Die Prüfung „{note_id}“ gibt es nicht. Prüfen Sie die Adresse oder den Text neu."
        )
    blocks = tuple(Block(BlockKind(kind), text, source, turned) for kind, text, source, turned in note.blocks)
    unread = tuple((Unread(kind), count) for kind, count in note.unread)
    return note, check(ReadText(blocks, unread), context, note.bundesland or None)


def list_kept(store: StoreConnection) -> list[TextPruefung]:
    """The newest first."""
    return notes_of(store, TextPruefung)[::-1]


def counted(notes: Iterable[TextPruefung]) -> dict[str, int]:
    """Verdict → in how many quotes of all of them."""
    total: dict[str, int] = {}
    for note in notes:
        for verdict, count in note.counts.items():
            total[verdict] = total.get(verdict, 0) + count
    return total
