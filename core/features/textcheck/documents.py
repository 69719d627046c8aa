"""Documents that are no party's programme as a library: what a text's quotes are looked for in."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.base import formats
from core.features.textcheck.claims import Claim
from core.features.textcheck.library import NEAR, rank_of, wrong_page
from core.features.textcheck.source_files import OF_FILE, label_of
from core.programme.registry import Registry
from core.wortlaut.binding.bind import Bindung, ShownContext, bind
from core.wortlaut.binding.eintrag import Gebunden, Place
from core.wortlaut.binding.fund import Fund
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.german.folding import letters
from core.wortlaut.protocol import Speaker, Turns, read_turns
from core.wortlaut.records import Art, Chunk, Quelldokument

LONGEST_PASSAGE = 2_000
WORDS = re.compile(r"[^\W\d_]{4,}")
NAMES = re.compile(r"[^\W\d_]+(?:[-’'][^\W\d_]+)*")
"""„Müller-Lüdenscheidt“ is one, and not Müller."""


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
        if not quelle.programm.id.startswith(OF_FILE):
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
        """The best of the passages that share most words with it; a word that stands in few tells more."""
        passages, places = self._passages
        shares = np.zeros(len(passages))
        for word in set(map(letters, WORDS.findall(text))) & places.keys():
            shares[places[word]] += 1 / len(places[word])
        rows = np.flatnonzero(shares)
        chosen: dict[Quelle, list[Chunk]] = {}
        for row in rows[np.argsort(shares[rows], kind="stable")[::-1][: 2 * NEAR]].tolist():
            quelle, chunk = passages[row]
            chosen.setdefault(quelle, []).append(chunk)
        found = [
            bind(text, "", None, ShownContext.of_chunks({quelle: own}, [quelle]))
            for quelle, own in chosen.items()
        ]
        return min(found, key=rank_of, default=None)

    @cached_property
    def _passages(self) -> tuple[list[tuple[Quelle, Chunk]], dict[str, NDArray[np.int32]]]:
        """All of them, and of each word in which it stands."""
        found = list[tuple[Quelle, Chunk]]()
        places: dict[str, list[int]] = {}
        for id, quelle in self.quellen.items():
            strom = quelle.strom
            for teil in strom.absaetze:
                for start in range(teil.start, teil.end, LONGEST_PASSAGE):
                    end = min(teil.end, start + LONGEST_PASSAGE)
                    text = strom.text[start:end]
                    for word in set(map(letters, WORDS.findall(text))):
                        places.setdefault(word, []).append(len(found))
                    chunk = Chunk(f"{id}:{start}", id, text, start, end, strom.pages_of(start, end))
                    found.append((quelle, chunk))
        return found, {word: np.array(rows, np.int32) for word, rows in places.items()}


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
