"""Check any text: which of its quotes are printed, where, and whether that is where the text says.

Every quote is looked for by the binder that also binds what a model emits: first in the programmes that the
text names, then in the others of the party, in those in force, in all. None is told as printed by likeness.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

from core.base import formats
from core.base.errors import EingabeError
from core.base.models import ERFUNDEN, INDEXGEBIETE
from core.features import hooks
from core.features.textcheck.blocks import ReadText
from core.features.textcheck.claims import Claim, read_claims
from core.features.textcheck.documents import DocumentLibrary
from core.features.textcheck.library import NEAR, Library, ProgrammeLibrary, is_on_pages
from core.features.textcheck.quotes_in_text import PAGE, EmittedQuote, read_quotes
from core.features.textcheck.source_files import OF_FILE, Sources, read_sources
from core.features.textcheck.text_blocks import one_quotation, read_file, read_text
from core.programme.context import Context, default_context
from core.programme.quellen import Quellen
from core.programme.stock import Coverage
from core.programme.stored_streams import is_content
from core.wortlaut.binding.bind import LONGEST as LONGEST_QUOTE, Bindung
from core.wortlaut.binding.eintrag import Gebunden, Verworfen, ZitatStatus, write_eintrag
from core.wortlaut.binding.exact_match import find, is_too_short, ways_to_stand
from core.wortlaut.binding.fund import Fund
from core.wortlaut.binding.near_misses import PieceKind, differences
from core.wortlaut.binding.source_labels import cite_url
from core.wortlaut.german.folding import letters
from core.wortlaut.german.numbers_and_dates import signed_numbers
from core.wortlaut.german.words import MONTHS

MOST_QUOTES = 1_000
"""A text with more is a collection; 400 take 3 s."""

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
    `kept`: so many other documents were looked in. `notes`: where nobody can tell what is quoted.
    `replaced`: names of cited Programme whose PDF is no longer the one that was read in. `sources`: the
    documents that were looked in, where it was these alone."""

    document: ReadText
    quotes: tuple[CheckedQuote, ...]
    programme: int
    kept: int
    coverage: tuple[Coverage, ...]
    left_out: int = 0
    notes: tuple[Note, ...] = ()
    replaced: tuple[str, ...] = ()
    sources: Sources | None = None

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
            and not (self.sources and self.sources.unread)
            and not any(
                one.is_false or one.verdict in DOUBTFUL or one.claim.bestritten for one in self.quotes
            )
        )

    def remarks(self) -> list[str]:
        """What belongs beside the result: paragraphs whose marks are unclear, a replaced PDF, what was not
        read."""
        told = [self.document.unread_in_words()] if self.document.unread else []
        if self.sources:
            told[:0] = self.sources.remarks()
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
        if self.sources:
            names = ", ".join(self.sources.names) or "keinem lesbaren Dokument"
            return f"Gesucht wurde nur in: {names}."
        looked = formats.counted(self.programme, "eingelesenem Programm", "eingelesenen Programmen")
        if self.kept:
            looked += f" und in {formats.counted(self.kept, 'Quelle', 'Quellen')}"
        parties = " ".join(f"{one}." for one in self.coverage)
        return f"Gesucht wurde in {looked}. {parties}".strip()


def check_text(
    text: str,
    context: Context | None = None,
    bundesland: str | None = None,
    against: Sequence[str | Path | tuple[str, bytes]] = (),
) -> CheckedText:
    """Check a text that was pasted: plain, Markdown, HTML or JSON.

    `against`: files and folders, or names and contents of files; then in these alone, and nothing is indexed.
    """
    if not against:
        return check(read_text(text), context or default_context(), bundesland)
    given = [Path(one) if isinstance(one, str) else one for one in against]
    with TemporaryDirectory(prefix="dokumente-") as folder:
        sources = read_sources(given, Path(folder))
        return check(read_text(text), context or default_context(), bundesland, sources=sources)


def check_file(
    data: bytes,
    name: str = "",
    context: Context | None = None,
    bundesland: str | None = None,
    is_wanted: Callable[[], bool] = lambda: True,
    sources: Sources | None = None,
) -> CheckedText:
    """Check a file: Word, PDF, a web page, a mail, Markdown, JSON or plain text.

    `is_wanted` is asked before each quote: EingabeError where nobody waits any more.
    """
    return check(read_file(data, name), context or default_context(), bundesland, is_wanted, sources)


def check_quote(text: str, said: str, context: Context) -> CheckedText:
    """Check what is given as one quote and nothing else; `said`: what is said of its source."""
    return check(one_quotation(text, said), context)


def check(
    document: ReadText,
    context: Context,
    bundesland: str | None = None,
    is_wanted: Callable[[], bool] = lambda: True,
    sources: Sources | None = None,
) -> CheckedText:
    """`bundesland`: which Land the text is about, where it does not say so. `sources`: looked in alone; a
    page of theirs that would be shown is compared with its print before."""
    found = _bound(document, context, bundesland, is_wanted, sources)
    while found.sources:
        before, compared = found.sources, found.sources.compared(_shown(found.quotes))
        if compared is before:
            break
        is_same = compared.quellen == before.quellen
        found = (
            replace(found, sources=compared)
            if is_same
            else _bound(document, context, bundesland, is_wanted, compared)
        )
    return found


def _shown(quotes: Iterable[CheckedQuote]) -> dict[str, set[int]]:
    """The pages whose words are told as printed, or as what is printed instead: by id of their document."""
    pages: dict[str, set[int]] = {}
    for one in quotes:
        for bound in (*one.gebunden, *((one.near,) if one.near else ())):
            for teil in bound.teile or (bound,):
                pages.setdefault(teil.ort.programm, set()).update(teil.ort.seiten)
        if nearest := one.verworfen.naechste if one.verworfen else None:
            pages.setdefault(nearest.programm, set()).update(nearest.seiten)
    return pages


def _bound(
    document: ReadText,
    context: Context,
    bundesland: str | None,
    is_wanted: Callable[[], bool],
    sources: Sources | None,
) -> CheckedText:
    registry = context.registry
    land = registry.find_bundesland(bundesland) if bundesland else None
    read = read_quotes(document, registry)
    emitted = read.quotes
    looked_at = emitted[:MOST_QUOTES]
    claims = read_claims(document, looked_at, registry)
    binders = _binders(context, land, sources)
    turned = [
        (start, start + len(block.text))
        for start, block in zip(document.starts, document.blocks, strict=True)
        if block.is_reordered
    ]
    found = [
        _checked(binders, one, claim, any(start < one.end and one.start < stop for start, stop in turned))
        for one, claim in zip(_while(is_wanted, looked_at), claims, strict=True)
    ]
    return CheckedText(
        document,
        tuple(found),
        *_sizes(binders),
        () if sources else _coverage(context, land, found),
        len(emitted) - len(looked_at),
        tuple(Note(start, end, UNCLEAR) for start, end in read.unclear),
        () if sources else _replaced(context, found),
        sources,
    )


def _binders(context: Context, land: str | None, sources: Sources | None) -> list["_Binder"]:
    """What is asked first, and what where that has no such wording: kept documents behind the Programme."""
    if sources:
        return [_Binder(DocumentLibrary(sources.quellen, context.registry))]
    kept = {
        quelle.programm.id: quelle
        for documents in hooks("textcheck.documents")
        for quelle in documents(context, land)
    }
    behind = [_Binder(DocumentLibrary(kept, context.registry))] if kept else []
    if behind and not Quellen(context):
        return behind
    return [_Binder(ProgrammeLibrary(context, land)), *behind]


def _sizes(binders: Sequence["_Binder"]) -> tuple[int, int]:
    """In how many Programme was looked, and in how many other documents."""
    libraries = [one.library for one in binders]
    programme = sum(len(one.quellen) for one in libraries if isinstance(one, ProgrammeLibrary))
    return programme, sum(len(one.quellen) for one in libraries) - programme


def _checked(
    binders: Sequence["_Binder"], quote: EmittedQuote, claim: Claim, is_reordered: bool
) -> CheckedQuote:
    first, *others = binders
    told = first.checked(quote, claim, is_reordered)
    if told.gebunden or is_reordered:
        return told
    further = [one.checked(quote, claim, is_reordered) for one in others]
    # A kept document that prints it with other words says more than programmes that do not have it.
    says_more = (one for one in further if told.verdict is Verdict.NIRGENDS and one.near)
    return next((one for one in further if one.gebunden), next(says_more, told))


def _replaced(context: Context, found: Sequence[CheckedQuote]) -> tuple[str, ...]:
    """Of Programme that have a PDF here: without one nothing says that another is meant."""
    names = []
    for id in sorted({one.ort.programm for quote in found for one in quote.gebunden}):
        programm = context.registry.programme.get(id)
        stand = context.store.stand_of(programm) if programm else None
        pdf = context.find_pdf(programm) if programm else None
        if programm and stand and pdf and not is_content(pdf, stand.version):
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
        known = (context.registry.programme.get(one.ort.programm) for one in quote.gebunden)
        printed = {programm.bundesland for programm in known if programm}
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
    """Binds the quotes of one text to what a library has."""

    def __init__(self, library: Library) -> None:
        self.library = library

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
        printed = next((self.library.gebunden(one) for one in sure), None)
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
        """Where it stands as a whole: once in each source, at the claimed page where it is there."""
        ways, found = ways_to_stand(text), list[Bindung]()
        for id in self.library.order(claim):
            quelle = self.library.quellen[id]
            if quelle.may_hold(ways) and (funds := find(text, quelle)):
                funds.sort(
                    key=lambda fund: (not is_on_pages(fund, claim), bool(self.library.wrong(fund, claim)))
                )
                found.append(Bindung.at(text, funds))
                if len(found) > OTHERS:
                    break

        def rank(one: Bindung) -> tuple[bool, bool]:
            is_wrong = one.fund is None or bool(self.library.wrong(one.fund, claim))
            return one.status is ZitatStatus.UNSICHER, is_wrong

        return sorted(found, key=rank)

    def _printed(self, quote: EmittedQuote, claim: Claim, places: Sequence[Bindung]) -> CheckedQuote:
        first = places[0]
        if first.status is ZitatStatus.UNSICHER:
            gone = first.verworfen()
            shown = f"{gone.erklaerung} Nachzusehen ist das hier: {self.library.gebunden(first).quelle}."
            return CheckedQuote(quote, claim, Verdict.UNSICHER, shown, verworfen=gone)
        sure = [one for one in places if one.status is not ZitatStatus.UNSICHER]
        bound = tuple(self.library.gebunden(one) for one in sure)
        others = [_other_bracket(quote, one.fund) for one in sure if one.fund]
        if others and all(others):
            return CheckedQuote(quote, claim, Verdict.ABWEICHEND, others[0], near=bound[0])
        unclear = self.library.unclear([one.fund for one in sure if one.fund], claim)
        wrong = self.library.wrong(first.fund, claim) if first.fund and not unclear else ()
        beside = self.library.beside(first.fund, claim) if first.fund else ""
        told = filter(None, (*wrong, unclear, beside))
        sentence = " ".join(
            (f"Gedruckt: {bound[0].quelle}.", *told, *(one.text for one in bound[0].warnungen))
        )
        is_cut = any(one.may_turn for one in bound[0].warnungen)
        printed = Verdict.VERKUERZT if is_cut else Verdict.UNKLAR if unclear else Verdict.GEDRUCKT
        verdict = Verdict.FALSCH_ZUGEORDNET if wrong else printed
        return CheckedQuote(quote, claim, verdict, sentence, bound, wrong=wrong, unclear=unclear)

    # --- in parts, with other words, or nowhere

    def _elsewise(self, quote: EmittedQuote, claim: Claim) -> CheckedQuote:
        found = self.library.nearest(quote.text, claim)
        if found is None or found.status in (ZitatStatus.NICHT_GEFUNDEN, ZitatStatus.ZU_KURZ):
            reason = self.library.nowhere
            gone = found.verworfen() if found else _dropped(quote, reason)
            sentence = (
                (gone.erklaerung if found and found.erklaerung else reason) if quote.is_marked else UNMARKED
            )
            return CheckedQuote(quote, claim, Verdict.NIRGENDS, sentence, verworfen=gone)
        if found.teile:
            bound = self.library.gebunden(found)
            funds = [teil.fund for teil in found.teile if teil.fund]
            unclear = self.library.unclear(funds, claim)
            faults = (one for fund in funds for one in self.library.wrong(fund, replace(claim, seiten=())))
            wrong = () if unclear else tuple(dict.fromkeys(faults))
            told = f"Gedruckt, aber an mehreren Stellen: {bound.quelle}."
            words = filter(None, (told, unclear, *wrong, *(one.text for one in bound.warnungen)))
            sentence = " ".join(words)
            verdict = Verdict.FALSCH_ZUGEORDNET if wrong else Verdict.MEHRERE_STELLEN
            return CheckedQuote(quote, claim, verdict, sentence, (bound,), wrong=wrong)
        if found.status is ZitatStatus.ANGEGLICHEN:
            bound = self.library.gebunden(found)
            sentence = f"Gedruckt ist: „{bound.text}“ ({bound.quelle})."
            return CheckedQuote(
                quote, claim, Verdict.ABWEICHEND, sentence, verworfen=_dropped(quote, sentence), near=bound
            )
        gone = found.verworfen()
        sentence = DIFFERENT.get(found.status, gone.erklaerung)
        verdict = Verdict.UNSICHER if found.status is ZitatStatus.UNSICHER else Verdict.ABWEICHEND
        near = None
        if found.naechste:
            near = self.library.gebunden(Bindung.at(quote.text, [found.naechste.fund]))
        return CheckedQuote(quote, claim, verdict, sentence, verworfen=gone, near=near)


BRACKET_BEHIND = re.compile(r"\s*+[(\[]([^()\[\]\n]{1,250})[)\]]")
FIGURES = re.compile(r"\d+")
MONTH = re.compile(rf"\b(?:{'|'.join(MONTHS)})\b")
LEAST_WORDS = 3
"""Letters that two brackets share beside their figures to be the same one."""


def _other_bracket(quote: EmittedQuote, fund: Fund) -> str:
    """Of a quotation: „in Kraft (2. Januar 2018)“ has a day behind it that reads as its source; where the
    same words with other figures are printed right there, they are no source."""
    found = BRACKET_BEHIND.match(fund.quelle.strom.text, fund.spans[-1][1]) if quote.is_whole else None
    if found is None or PAGE.search(quote.source):  # a page is held against the one it is printed on
        return ""
    there, here = letters(found[1]), letters(quote.source)
    if there == here and signed_numbers(found[1]) == signed_numbers(quote.source):
        return ""
    words, said = (letters(MONTH.sub("", FIGURES.sub("", one))) for one in (found[1], quote.source))
    are_days = all(FIGURES.search(one) and MONTH.search(one) for one in (found[1], quote.source))
    is_other = words == said and (are_days or len(words) >= LEAST_WORDS)
    return f"Dahinter ist „({found[1]})“ gedruckt; im Text steht „({quote.source})“." if is_other else ""


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
        "dokumente": found.sources.names if found.sources else [],
        "nicht_durchsucht": [list(one) for one in found.sources.unread] if found.sources else [],
        "dokumente_nicht_gelesen": [list(one) for one in found.sources.gaps] if found.sources else [],
        "ohne_druckpruefung": found.sources.uncompared()[0] if found.sources else [],
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
    is_file = nearest.programm.startswith(OF_FILE) or not nearest.seiten
    url = "" if is_file else cite_url(nearest.programm, nearest.seiten[0], nearest.text[:OPENING])
    return {**nearest._asdict(), "url": url}
