"""The committee's vote in a Beschlussempfehlung: one sentence for each paper that it decides on.

„Zu Buchstabe b: Ablehnung des Antrags auf Drucksache 18/1953 mit den Stimmen der Fraktionen …“ stands under
„B. Lösung“. What the committees that were only asked for their opinion say stands elsewhere and is not read.
"""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from pathlib import Path

from core.antrag.antrag import number_of
from core.antrag.vote_papers import PaperKind
from core.base.errors import EingabeError
from core.features.decisions.decision import Decision, Evidence, FraktionSide, VotedOn
from core.features.decisions.fraktionen import Roster
from core.features.decisions.vote_phrases import AMENDED, UNCHANGED, numbers_in, told
from core.processes.pdf_processes import Aim, apart, read_apart
from core.wortlaut.binding.exact_match import find
from core.wortlaut.binding.print_proof import RawRow, key, raw_rows, stands_in
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.german.sentences import sentences
from core.wortlaut.german.words import MONTHS
from core.wortlaut.reading.read_strom import read_mended, strom_of
from core.wortlaut.reading.textstrom import Textstrom
from core.wortlaut.records import Programm, Typ

OPEN_END = re.compile(
    r"(?:\b(?:der|die|das|den|dem|des|und|sowie|von|mit|bei|gegen|auf|zu|durch|Fraktion"
    r"|Fraktionen|Stimmen|Drucksachen?|DIE"
    r"|BÜNDNIS(?: 90/)?)|,)\s*$"
)
SHORT = ("Drs.", "BT-Drs.", "Drucks.", "Abg.")
SEEN = 40
"""Letters before a break that tell whether a sentence is open."""


def sentences_across(text: str) -> Iterator[tuple[int, int]]:
    """The sentences as ranges; one that goes on in the next paragraph is one, and so is „der Drs. 8/401“."""
    begin = 0
    ends = [
        gap.end()
        for gap in re.finditer(r"\n+", text)
        if not text[gap.end() : gap.end() + 1].islower()
        and not OPEN_END.search(text, max(0, gap.start() - SEEN), gap.start())
    ]
    for end in (*ends, len(text)):
        first = None
        for start, stop in sentences(text[begin:end]):
            first = start if first is None else first
            if not text.endswith(SHORT, 0, begin + stop):
                yield begin + first, begin + stop
                first = None
        if first is not None:
            yield begin + first, begin + len(text[begin:end].rstrip())
        begin = end


def with_dashes(text: str) -> str:
    """With one kind of dash and hyphen, letter for letter: many Landtage write „Wer ist dagegen? - Das …“."""
    return text.replace(" - ", " – ").replace("\u2011", "-")


# --- the votes of a committee's paper -----------------------------------------------------------------------

BEGINS = re.compile(r"(?m)\bB\.\s+Lösung\b|(?:^|(?<=\n))Lösung\s*$")
ENDS = re.compile(r"\bC\.\s+(?:Alternative|Befristung|Kosten)|(?m:^Alternativen\s*$)")
NO_SECTIONS = 12_000
"""Letters from the start in which the sentence stands where a paper has no headings."""

LETTERS = re.compile(r"\bZu (?:den )?Buchstaben? ([a-z](?:(?:, | und | bis | sowie )[a-z])*)(?![a-zäöü)])")
IN_HEAD = re.compile(r"(?:^|\s)([a-z])\) (?=zu |Antr|Gesetz|Unterricht|Entschl|Beratung|über )")
HEAD_ENDS = re.compile(r"\bA\.\s+Problem|Der Bundestag wolle beschließen")
VOTE = re.compile(
    r"^\W*(?:(?:Einstimmige|Unveränderte|Einvernehmliche|einstimmige|unveränderte"
    r"|Mehrheitliche)\s+)*(Annahme|Ablehnung|Zustimmung)\s+(?:des|der|dieses|zu)\b"
)
OTHERS = re.compile(r"\b(?:Änderungsantr|Entschließungsantr|Ausschussdrucksache|Entschließung)\w*")
LIMITED = re.compile(r"\b(?:hinsichtlich|bezüglich|in Bezug auf|soweit)\b")
"""Behind the names it says that they voted so on a part alone."""

UNANIMOUS = re.compile(
    r"\b[Ee]in(?:stimmig|vernehmlich)e\b(?= (?:und )?(?:\w+ )?(?:Annahme|Ablehnung|Zustimmung))"
)


@dataclass(frozen=True, slots=True)
class CommitteeSentence:
    """A vote's sentence with its place in the text, and under which letters it stands."""

    start: int
    text: str
    letters: tuple[str, ...]


def committee_votes(text: str, roster: Roster, document: str) -> list[Decision]:
    """One decision for each paper of the Beschlussempfehlung of which a sentence tells the vote."""
    heads = papers_by_letter(text)
    return [one for said in vote_sentences(text) for one in _decisions(said, heads, roster, document)]


def papers_by_letter(text: str) -> dict[str, tuple[str, ...]]:
    """„a) zu dem Gesetzentwurf – Drucksachen 18/1798, 18/2379 – b) …“ → letter → numbers; one paper is „“."""
    end = HEAD_ENDS.search(text)
    head = " ".join(text[: end.start() if end else 4000].split())
    title = re.search(r"Beschluss?empfehlung|Beschlußempfehlung", head)
    head = head[title.end() :] if title else head
    marks = list(IN_HEAD.finditer(head))
    if not marks:
        return {"": _paper_numbers(head)}
    ends = [mark.start() for mark in marks[1:]] + [len(head)]
    return {m[1]: _paper_numbers(head[m.end() : e]) for m, e in zip(marks, ends, strict=True)}


def _paper_numbers(head: str) -> tuple[str, ...]:
    """The numbers between dashes, „– Drucksachen 18/1798, 18/2379 –“, and not those in a title."""
    found = re.search(r"[–-] ?(?:Drucksachen?|Drs\.)? ?(\d{1,2}/\d[^–]*?) ?[–-](?= |$)", head)
    return numbers_in(found[1]) if found else ()


def vote_sentences(text: str) -> Iterator[CommitteeSentence]:
    begins = BEGINS.search(text)
    start = begins.end() if begins else 0
    ends = ENDS.search(text, start) if begins else None
    end = ends.start() if ends else min(len(text), start + NO_SECTIONS)
    marks = list(LETTERS.finditer(text, start, end))
    starts = [(start, "")] + [(mark.end(), mark[1]) for mark in marks]
    stops = [mark.start() for mark in marks] + [end]
    for (begin, letters), stop in zip(starts, stops, strict=True):
        for first, last in sentences_across(text[begin:stop]):
            words = " ".join(text[begin + first : begin + last].split())
            if VOTE.match(words):
                yield CommitteeSentence(begin + first, words, _each(letters))


def _each(letters: str) -> tuple[str, ...]:
    """„a bis c“ → a b c."""
    if span := re.fullmatch(r"([a-z]) bis ([a-z])", letters):
        return tuple(chr(code) for code in range(ord(span[1]), ord(span[2]) + 1))
    return tuple(re.findall(r"\b[a-z]\b", letters))


def _decisions(
    said: CommitteeSentence, heads: Mapping[str, tuple[str, ...]], roster: Roster, document: str
) -> Iterator[Decision]:
    voted_on = _voted_on(said.text)
    sentence = UNANIMOUS.sub("einstimmig", said.text)
    # What is told is the vote on the recommendation: „mit den Stimmen“ is with it.
    sides = tuple(
        FraktionSide(one.partei, voted_on.on_motion(one.side), one.side, one.words, one.note)
        for one in told(sentence, roster, adopted=True)
    )
    rule = f"Satz unter „Lösung“: {VOTE.match(said.text)[1]}"  # type: ignore[index]
    reason = "Empfohlen ist eine geänderte Fassung." if voted_on is VotedOn.AMENDED else ""
    for paper in _papers(said, heads):
        evidence = (Evidence(document, said.text, said.start),)
        yield Decision(paper, voted_on, True, sides, evidence, rule, reason)


def _voted_on(sentence: str) -> VotedOn:
    """What was put to the vote: „Ablehnung des Antrags“, „Annahme in geänderter Fassung“."""
    match = VOTE.match(sentence)
    before = re.split(r"\b(?:mit den Stimmen|gegen die Stimmen|einstimmig|bei )", sentence)[0]
    if OTHERS.search(before):
        return VotedOn.OTHER
    if LIMITED.search(sentence, len(before)):
        return VotedOn.PART
    if AMENDED.search(UNCHANGED.sub(" ", before)):
        return VotedOn.AMENDED
    return VotedOn.REJECTION if match and match[1] == "Ablehnung" else VotedOn.ADOPTION


def _papers(said: CommitteeSentence, heads: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Those that the sentence names, else those of its letter, else the only one of the head.

    Of „Drucksachen 18/1798, 18/2379“ under one letter the first is the paper, the others belong to it.
    """
    named = numbers_in(re.split(r"\b(?:mit den Stimmen|gegen die Stimmen|einstimmig\b)", said.text)[0])
    of_letters = [heads[letter] for letter in said.letters if heads.get(letter)]
    if named:
        companions = {number for numbers in heads.values() for number in numbers[1:]}
        return tuple(number for number in named if number not in companions)
    if of_letters:
        return tuple(numbers[0] for numbers in of_letters)
    only = heads.get("", ())
    return only[:1] if len(heads) == 1 else ()


# --- papers that tell votes: read like a Programm, so a sentence in them is bound to its page like a quote

READ_SECONDS = 120.0
"""For one paper. A Protokoll of the Bundestag has up to 400 pages, a budget's 108 are read in 8 s."""

MAX_TEXT = 50 << 20
PAGE_MARK = "\x00"
"""No character of XML: what is between two of them is the number of a page."""

UNPLACED = "Die Seite ist nicht feststellbar: Das Protokoll liegt nur als Text vor."
UNSURE = "Diese Stelle wurde beim Einlesen nicht sicher gelesen."
LOST = "Der Satz ließ sich im Dokument nicht Wort für Wort wiederfinden."

NUMBERED = {PaperKind.RECOMMENDATION: "drucksache", PaperKind.PROTOKOLL: "protokoll"}
"""What stands before a paper's own number. The keys of words know no stroke: 2/140 is 2140, as 21/40 is."""

DAY = re.compile(rf"\b(\d{{1,2}})\. ?(?:(\d{{1,2}})\.|({'|'.join(MONTHS)})) ?(\d{{4}})\b")


@dataclass(frozen=True, eq=False)
class VotePaper:
    """A paper's text, and for each sentence of it the way to its page.

    Of a PDF that goes by word boxes, with the raw lines of its pages as a second reading; of an XML by the
    printed pages that it marks (`pages`: where each begins in the text).
    """

    name: str
    text: str
    strom: Textstrom | None = None
    rows: tuple[tuple[RawRow, ...], ...] = ()
    pages: tuple[tuple[int, str], ...] = ()

    @cached_property
    def quelle(self) -> Quelle | None:
        """The binder knows its sources as Programme; of this one it asks the text alone."""
        if self.strom is None:
            return None
        as_programm = Programm(
            self.name, self.name, Typ.PARTEIPROGRAMM, "", None, date.min.year, date.min, None, self.name
        )
        return Quelle.of(as_programm, self.name, self.strom)

    @property
    def day(self) -> date | None:
        """The first date in its head."""
        match = DAY.search(self.text[:1500])
        if match is None:
            return None
        month = int(match[2]) if match[2] else MONTHS.index(match[3]) + 1
        try:
            return date(int(match[4]), month, int(match[1]))
        except ValueError:
            return None

    def is_of_another(self, art: PaperKind, number: str) -> bool:
        """Does its first page name a paper of this kind, but not this one?

        Of „21/40“ „Plenarprotokoll 21/40“ is, without a number „40. Sitzung“; „Plenarprotokoll 21/99“ is of
        another. What names none, or has no first page, is taken for what its source says.
        """
        period, _, count = number_of(number).partition("/")
        if not period or art not in NUMBERED:
            return False
        head = " ".join(word for page in self.rows[:1] for line in page for word in line.worte if word)
        if re.search(rf"{NUMBERED[art]} \d{{1,2}} ?\d", head):
            return not re.search(rf"{NUMBERED[art]} 0?{period} ?0*{count}\b", head)
        sittings = re.findall(r"\b0*(\d{1,3}) sitzung\b", head) if art is PaperKind.PROTOKOLL else []
        return bool(sittings) and count not in sittings

    def bound(self, decision: Decision) -> Decision:
        """The same with its sentences on their pages; without any side where one cannot be bound."""
        evidence = tuple(self._placed(one) for one in decision.evidence)
        lost = next((one.note for one in evidence if one.note and self.quelle), "")
        placed = replace(decision, evidence=evidence)
        return placed.doubted(lost) if lost else placed

    def _placed(self, evidence: Evidence) -> Evidence:
        if self.quelle is None:
            page = next((page for start, page in reversed(self.pages) if start <= evidence.start), "")
            return replace(evidence, printed=(page,)) if page else replace(evidence, note=UNPLACED)
        end = evidence.start + len(evidence.text)
        places = [
            f
            for f in find(evidence.text, self.quelle)
            if f.spans[0][0] < end and evidence.start < f.spans[-1][1]
        ]
        if not places:
            return replace(evidence, note=LOST)
        seiten, printed = tuple(places[0].seiten), tuple(places[0].gedruckt)
        # Where the reading tore a sentence („… DIE LINKE.“, „bei …“), the raw lines can prove it.
        if places[0].is_unsure and not stands_in(
            [key(places[0].text)], [row for seite in seiten for row in self.rows[seite - 1]]
        ):
            return replace(evidence, note=UNSURE)
        spans = tuple(places[0].spans)
        return replace(evidence, text=places[0].text, seiten=seiten, printed=printed, spans=spans)


def read_vote_paper(path: Path) -> VotePaper:
    """A Protokoll or a Beschlussempfehlung: PDF, the Bundestag's XML, or plain text."""
    try:
        with path.open("rb") as file:
            head = file.read(1024)
    except OSError as error:
        raise EingabeError(f"{path.name} lässt sich nicht lesen. Prüfen Sie den Pfad.") from error
    if b"%PDF-" in head:
        strom, rows = read_apart(path, _read_pdf, seconds=READ_SECONDS)
        return VotePaper(path.name, strom.text, strom, rows)
    if path.stat().st_size > MAX_TEXT:
        raise EingabeError(f"{path.name} ist größer als {MAX_TEXT >> 20} MB. Nehmen Sie das PDF der Sitzung.")
    if head.lstrip(b"\xef\xbb\xbf\r\n\t ").startswith(b"<"):
        return apart(Aim.READ, path.name, _from_xml, path, seconds=READ_SECONDS)
    try:
        return VotePaper(path.name, path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        raise EingabeError(f"{path.name} ist weder PDF noch XML noch Text in UTF-8.") from error


def _read_pdf(path: Path, erkannt: Path) -> tuple[Textstrom, tuple[tuple[RawRow, ...], ...]]:
    seiten = read_mended(path, erkannt)
    return strom_of(seiten), tuple(tuple(raw_rows(seite)) for seite in seiten)


def _from_xml(path: Path) -> VotePaper:
    """`dbtplenarprotokoll`: what is spoken, with the printed pages that `<a id="S2345"/>` marks."""
    data = path.read_bytes()
    if b"\0" in data:
        raise EingabeError(f"{path.name} ist kein XML in UTF-8. Laden Sie es neu herunter.")
    if b"<!ENTITY" in data or b"[" in (re.search(rb"<!DOCTYPE[^>]*", data) or [b""])[0]:
        raise EingabeError(f"{path.name} bringt eigene XML-Definitionen mit und wird nicht gelesen.")
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        raise EingabeError(f"{path.name} ist kein lesbares XML. Laden Sie es neu herunter.") from error
    if root.tag != "dbtplenarprotokoll":
        raise EingabeError(f"{path.name} ist kein Plenarprotokoll: Das XML beginnt mit <{root.tag[:40]}>.")
    try:
        spoken = (" ".join("".join(_said(node)).split()) for node in root.iter("p"))
        pieces = "\n".join((root.get("sitzung-datum", ""), *spoken)).split(PAGE_MARK)
        pages, length = [], len(pieces[0])
        for page, text in zip(pieces[1::2], pieces[2::2], strict=True):
            pages.append((length, page))
            length += len(text)
        return VotePaper(path.name, "".join(pieces[::2]), pages=tuple(pages))
    except RecursionError as error:
        raise EingabeError(f"{path.name} ist tiefer geschachtelt als jedes Plenarprotokoll.") from error


def _said(node: ElementTree.Element) -> Iterator[str]:
    """What a paragraph says, without the names of who speaks; where a printed page begins, its number."""
    yield node.text or ""
    for child in node:
        if child.tag == "a" and (page := re.fullmatch(r"S(\d{1,6})", child.get("id", ""))):
            yield f"{PAGE_MARK}{page[1]}{PAGE_MARK}"
        elif child.tag not in ("redner", "name"):
            yield from _said(child)
        yield child.tail or ""
