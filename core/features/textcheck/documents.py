"""Any documents as what a text's quotes are looked for in: files at hand, and such as are kept.

A file is read, and nothing of it stored. What cannot be read is told, and the others count.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path

from core.antrag.antrag import is_pdf
from core.base import formats
from core.base.errors import EingabeError
from core.features.textcheck.claims import Claim
from core.features.textcheck.library import NEAR, rank_of, wrong_page
from core.features.textcheck.text_blocks import read_file
from core.processes.pdf_processes import read_apart
from core.programme.registry import Registry
from core.proof.antrag_citations import JudgedText
from core.wortlaut.binding.bind import Bindung, ShownContext, bind
from core.wortlaut.binding.eintrag import Gebunden, Place
from core.wortlaut.binding.fund import Fund
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.binding.source_labels import label
from core.wortlaut.errors import DashboardError
from core.wortlaut.german.folding import letters
from core.wortlaut.protocol import Speaker, Turns, read_turns
from core.wortlaut.reading.print_check import check_print, signs, unquotable
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.reading.textstrom import Textstrom
from core.wortlaut.records import Art, Chunk, Quelldokument

MOST_FILES = 50
MOST_BYTES = 200 << 20
"""Of all files together."""

SECONDS = 240.0
"""Of computing for one file: a PDF of 600 pages takes some 20 s to read, and 30 to compare with its print."""

SUFFIXES = frozenset(".pdf .docx .html .htm .txt .md .eml .json".split())
LONGEST_PASSAGE = 2_000
WORDS = re.compile(r"[^\W\d_]{4,}")
NAMES = re.compile(r"[^\W\d_]+(?:[-’'][^\W\d_]+)*")
"""„Müller-Lüdenscheidt“ is one, and not Müller."""

Given = Path | tuple[str, bytes]
"""A file or a folder of such, or a file's name and what is in it."""


@dataclass(frozen=True)
class Sources:
    """`quellen`: what could be read, by id; `pdfs`: of those that are PDFs the file, as long as it is there.
    `unread`: of each file that could not be read its name and why."""

    quellen: Mapping[str, Quelle]
    pdfs: Mapping[str, Path] = field(default_factory=dict)
    unread: tuple[tuple[str, str], ...] = ()

    @property
    def names(self) -> list[str]:
        return [quelle.programm.name for quelle in self.quellen.values()]

    def label(self, id: str, pages: Sequence[int]) -> str:
        quelle = self.quellen[id]
        return label_of(quelle, pages, ()) if quelle else id


def read_sources(given: Sequence[Given], folder: Path, compare_print: bool = True) -> Sources:
    """Read them, two at a time. `folder`: where PDFs given as bytes are written, to be drawn later."""
    files = _files(given, folder)
    with ThreadPoolExecutor(2) as pool:
        read = list(pool.map(partial(_read, compare_print=compare_print), files.values()))
    quellen, pdfs, unread = dict[str, Quelle](), dict[str, Path](), list[tuple[str, str]]()
    for (name, path), found in zip(files.items(), read, strict=True):
        if isinstance(found, str):
            unread.append((name, found))
            continue
        id = f"datei:{name}"
        version = hashlib.sha256(found.text.encode("utf-8", "replace")).hexdigest()[:16]
        record = Quelldokument(id, Path(name).stem, None, "", None)
        quellen[id] = Quelle.of(record, version, found)
        if found.seiten:
            pdfs[id] = path
    return Sources(quellen, pdfs, tuple(unread))


def _files(given: Sequence[Given], folder: Path) -> dict[str, Path]:
    """Each file under a name of its own, those of a folder in the order of their names."""
    files: dict[str, Path] = {}
    for one in given:
        if isinstance(one, tuple):
            own = {_free(files, one[0] or "Dokument"): one[1]}
            for name, data in own.items():
                suffix = Path(name).suffix.lower()
                place = folder / f"{len(files)}{suffix if suffix in SUFFIXES else ''}"
                place.write_bytes(data)
                files[name] = place
        elif one.is_dir():
            inside = sorted(path for path in one.rglob("*") if path.suffix.lower() in SUFFIXES)
            files |= {_free(files, path.name): path for path in inside if path.is_file()}
        else:
            files[_free(files, one.name)] = one
        if len(files) > MOST_FILES:
            raise EingabeError(
                f"Das sind mehr als {MOST_FILES} Dokumente. Nennen Sie die, in denen gesucht werden soll."
            )
    if not files:
        raise EingabeError(
            "Es ist kein Dokument genannt, in dem gesucht werden könnte. Möglich sind PDF, Word, HTML, Text."
        )
    present = [path for path in files.values() if path.is_file()]
    if sum(path.stat().st_size for path in present) > MOST_BYTES:
        raise EingabeError(f"Die Dokumente sind zusammen größer als {formats.size(MOST_BYTES)}.")
    return files


def _free(taken: Mapping[str, Path], name: str) -> str:
    free = Path(name).name
    while free in taken:
        free = f"{Path(free).stem} (2){Path(free).suffix}"
    return free


def _read(path: Path, compare_print: bool) -> Textstrom | str:
    """Its text; or why there is none."""
    if path.exists() and not path.is_file():
        return "Das ist keine Datei. Legen Sie das Dokument als Datei ab."  # a pipe is read but once
    try:
        with path.open("rb") as file:
            head = file.read(1024)
        if is_pdf(head):
            return read_apart(path, partial(_read_pdf, compare_print=compare_print), seconds=SECONDS)
        blocks = read_file(path.read_bytes(), path.name).blocks
        return JudgedText("\n\n".join(block.text for block in blocks)).quelle.strom
    except OSError as error:
        return f"Die Datei lässt sich nicht lesen ({error.strerror})."
    except DashboardError as error:
        return str(error)


def _read_pdf(path: Path, folder: Path, compare_print: bool) -> Textstrom:
    strom = read_strom(path, folder)
    if compare_print:
        strom = unquotable(strom, check_print(path, strom, "", signs(path, strom)), is_reread=False)
    return strom


def label_of(quelle: Quelle, pages: Sequence[int], printed: Sequence[str]) -> str:
    """„Koalitionsvertrag, S. 12“; of a file without pages its name."""
    name = quelle.programm.name
    return label(name, printed, pages) if pages else f"{name} (ohne Seiten)"


# --- documents as a library --------------------------------------------------------------------------------


class DocumentLibrary:
    """Documents that are no party's programme: whose word it is they tell themselves, or nobody."""

    def __init__(self, quellen: Mapping[str, Quelle], registry: Registry) -> None:
        self.quellen, self._registry = quellen, registry

    @property
    def nowhere(self) -> str:
        count = len(self.quellen)
        return (
            "Der Wortlaut steht nicht in diesem Dokument."
            if count == 1
            else f"Der Wortlaut steht in keinem der {formats.number(count)} Dokumente."
        )

    def order(self, claim: Claim) -> Iterable[str]:
        """Those named by the words around the quote first."""
        said = letters(claim.words)
        return sorted(self.quellen, key=lambda id: letters(self.quellen[id].programm.name) not in said)

    def gebunden(self, found: Bindung) -> Gebunden:
        if found.teile:
            return found.joined([self.gebunden(teil) for teil in found.teile])
        fund = found.fund
        assert fund is not None
        quelle, seiten = fund.quelle, tuple(fund.seiten)
        if not quelle.programm.id.startswith("datei:"):
            return found.gebunden()  # kept: it has an address
        place = Place(
            programm=quelle.programm.id,
            version=quelle.version,
            stellen=fund.spans,
            seiten=seiten,
            gedruckt=tuple(fund.gedruckt) if seiten else (),
            url="",
        )
        return Gebunden(
            text=fund.text,
            quelle=label_of(quelle, seiten, place.gedruckt),
            status=found.status,
            emittiert=found.emittiert,
            partei="",
            ort=place,
            abschnitt=tuple(quelle.strom.paragraph_at(fund.spans[0][0]).abschnitt),
            satz=fund.satz,
            warnungen=found.warnungen,
            fundstellen=found.fundstellen,
            fremde_partei=False,
        )

    # --- who says it

    @cached_property
    def _turns(self) -> dict[str, Turns]:
        return {}

    def turns(self, quelle: Quelle) -> Turns:
        """Of a protocol who speaks where."""
        id = quelle.programm.id
        if id not in self._turns:
            land = quelle.programm.bundesland

            def party_of(name: str) -> str | None:
                found = self._registry.known_partei(name, land) or self._registry.known_partei(name, "BUND")
                return found.id if found else None

            self._turns[id] = read_turns(quelle.strom, party_of)
        return self._turns[id]

    def wrong(self, fund: Fund, claim: Claim) -> tuple[str, ...]:
        document = record_of(fund)
        faults = list(wrong_page(fund, claim))
        named = self._names(claim.named_parteien)
        if document.parteien and claim.named_parteien and not _meet(document.parteien, claim.named_parteien):
            faults.append(f"Im Text: {named}; das Dokument ist von {self._names(document.parteien)}.")
        if document.datum and claim.jahre and document.datum.year not in claim.jahre:
            years = ", ".join(map(str, claim.jahre))
            faults.append(f"Im Text: {years}; das Dokument ist vom {formats.day(document.datum)}.")
        if claim.typ and document.art is not Art.SONSTIGES:
            faults.append(f"Im Text: {str(claim.typ).capitalize()}; gedruckt in {document.name}.")
        turns = self.turns(fund.quelle)
        speaker = turns.speaker_of(fund.spans) if turns.is_protocol else None
        if speaker and (said := self._said_instead(speaker, turns, claim)):
            faults.append(f"Im Text: {said}; gesprochen hat {self._in_words(speaker)}.")
        return tuple(faults)

    def _said_instead(self, speaker: Speaker, turns: Turns, claim: Claim) -> str:
        """Whom the text names who does not speak here; empty where it may be so."""
        person = claim.person or claim.fremd
        if claim.named_parteien and speaker.partei and not _meet((speaker.partei,), claim.named_parteien):
            return " · ".join(filter(None, (person, self._names(claim.named_parteien))))
        if not speaker.surname or _is_named(speaker, person):
            return ""  # nobody knows who called
        return person if any(_is_named(one, person) for _, one in turns if one) else ""

    def unclear(self, funds: Sequence[Fund], claim: Claim) -> str:
        first = funds[0]
        if claim.bestritten:
            where = first.quelle.programm.name
            return f"Der Text bestreitet das selbst („{claim.bestritten}“); gedruckt ist es in {where}."
        turns = self.turns(first.quelle)
        person = claim.person or claim.fremd
        said = person or self._names(claim.named_parteien)
        if not turns.is_protocol or not said:
            return ""
        speaker = turns.speaker_of(first.spans)
        if speaker is None:
            return f"Im Text sagt das: {said}; wer es im Protokoll sagt, ist nicht sicher zu erkennen."
        if self._said_instead(speaker, turns, claim):
            return ""
        is_named = _is_named(speaker, person)
        verb = "ist es" if speaker.is_interjection else "spricht"
        if person and not is_named:
            return f"Im Text sagt das: {person}; im Protokoll {verb} {self._in_words(speaker)}."
        # An office goes with any party; a member without one has none.
        if claim.named_parteien and not speaker.partei and not (is_named and speaker.amt):
            return f"Im Text: {said}; im Protokoll {verb} {self._in_words(speaker)}, ohne Partei."
        return ""

    def beside(self, fund: Fund, claim: Claim) -> str:
        turns, document = self.turns(fund.quelle), record_of(fund)
        if turns.is_protocol:
            speaker = turns.speaker_of(fund.spans)
            if speaker is None:
                return "Wer das sagt, ist im Protokoll nicht sicher zu erkennen."
            told = self._in_words(speaker)
            return f"Es ist {told}." if speaker.is_interjection else f"Es spricht: {told}."
        said = claim.person or claim.fremd or self._names(claim.named_parteien)
        if said and not document.parteien:
            return f"Im Text: {said}; wessen Wort es ist, sagt das Dokument nicht."
        return ""

    def _in_words(self, speaker: Speaker) -> str:
        return speaker.in_words(lambda id: self._registry.partei_label(id))

    def _names(self, parteien: Iterable[str]) -> str:
        return " und ".join(self._registry.partei_label(one) for one in parteien)

    # --- what is alike

    def nearest(self, text: str, claim: Claim) -> Bindung | None:
        said = Counter(map(letters, WORDS.findall(text)))
        if not said:
            return None
        scored: list[tuple[float, int]] = []
        for number, (_, _, words) in enumerate(self._passages):
            share = sum(self._rarity.get(word, 0.0) for word in said.keys() & words)
            if share:
                scored.append((share, number))
        top = sorted(scored, reverse=True)[: 2 * NEAR]
        chosen: dict[Quelle, list[Chunk]] = {}
        for _, number in top:
            quelle, chunk, _ = self._passages[number]
            chosen.setdefault(quelle, []).append(chunk)
        found = [
            bind(text, "", None, ShownContext.of_chunks({quelle: own}, [quelle]))
            for quelle, own in chosen.items()
        ]
        return min(found, key=rank_of, default=None)

    @cached_property
    def _passages(self) -> list[tuple[Quelle, Chunk, frozenset[str]]]:
        found = []
        for id, quelle in self.quellen.items():
            strom = quelle.strom
            for teil in strom.absaetze:
                for start in range(teil.start, teil.end, LONGEST_PASSAGE):
                    end = min(teil.end, start + LONGEST_PASSAGE)
                    text = strom.text[start:end]
                    chunk = Chunk(f"{id}:{start}", id, text, start, end, strom.pages_of(start, end))
                    found.append((quelle, chunk, frozenset(map(letters, WORDS.findall(text)))))
        return found

    @cached_property
    def _rarity(self) -> dict[str, float]:
        """A word that stands in few passages tells more."""
        count = Counter(word for _, _, words in self._passages for word in words)
        return {word: 1 / often for word, often in count.items()}


def record_of(fund: Fund) -> Quelldokument:
    document = fund.quelle.programm
    assert isinstance(document, Quelldokument)
    return document


def _is_named(speaker: Speaker, person: str) -> bool:
    """Whether these words have the speaker's surname, as a whole."""
    return bool(speaker.surname) and letters(speaker.surname) in set(map(letters, NAMES.findall(person)))


def _meet(one: Iterable[str], two: Iterable[str]) -> bool:
    """CDU and CSU speak as one."""

    def united(parteien: Iterable[str]) -> set[str]:
        return {"CDU" if partei == "CSU" else partei for partei in parteien}

    return not united(one).isdisjoint(united(two))
