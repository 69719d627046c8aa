"""What is looked through: every document whose stream is stored, and the stored Anträge."""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

from core.features.reuse.shared_letters import BORDER, LetterIndex
from core.programme.context import Context
from core.programme.quellen import Quellen
from core.proof.antrag_citations import JudgedText
from core.runs.store import Runstore, runstore
from core.wortlaut.binding.fund import Fund
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.reading.print_check import file_version
from core.wortlaut.records import Dokument, Span

MOST_ANTRAEGE = 3_000
"""The newest; each holds about 10,000 letters."""


@dataclass(frozen=True, eq=False)
class KeptText:
    """One of them. `antrag`: its id where it is a stored Antrag, whose pages another address shows."""

    quelle: Quelle
    antrag: str = ""

    @property
    def name(self) -> str:
        return self.quelle.programm.name

    @property
    def id(self) -> str:
        return self.antrag or self.quelle.programm.id

    @property
    def file(self) -> str:
        """The same for two ids under which the same file lies."""
        return file_version(self.quelle.version)

    def letters(self, unsure: str = BORDER) -> str:
        """The key; what was not read with certainty is there for its place alone, as this sign."""
        key, letters = self.quelle.key, self.quelle.key.text
        for start, end in self.quelle.strom.unsicher:
            low, high = key.at(start), key.at(end)
            letters = letters[:low] + unsure * (high - low) + letters[high:]
        return letters

    def label(self, spans: Sequence[Span]) -> str:
        """„SPD Bundestag Wahlprogramm 2025, S. 12“; without pages the name alone."""
        fund = Fund(self.quelle, tuple(spans))
        seiten = fund.seiten
        return self.quelle.programm.label(fund.gedruckt, seiten) if seiten else self.name


def kept_document(context: Context, id: str) -> KeptText | None:
    quelle = Quellen.find(context, id)
    return KeptText(quelle) if quelle else None


def kept_antrag(store: Runstore, id: str) -> KeptText:
    """EingabeError where there is none of that id."""
    sheet = store.load_sheet(id)
    text = JudgedText.of(sheet.antrag, sheet.gelesen).quelle
    name = sheet.antrag.titel or "Antrag ohne Titel"
    number = f"Drucksache {sheet.antrag.drucksache}: " if sheet.antrag.drucksache else ""
    return KeptText(Quelle.of(Dokument(id, f"{number}{name}", None, "", None), text.version, text.strom), id)


class Stock:
    """Both, and their letters, as they are now; made anew where one was added, read anew or has gone."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._making = Lock()
        self._made: dict[str, tuple[object, list[KeptText], LetterIndex]] = {}
        self._antraege: dict[str, KeptText] = {}

    def parts(self) -> list[tuple[list[KeptText], LetterIndex]]:
        with self._making:
            return [self._part("dokumente", self._documents()), self._part("antraege", self._stored())]

    def _part(self, name: str, now: list[KeptText]) -> tuple[list[KeptText], LetterIndex]:
        stamp = self._context.texte.druck_stamp  # what is read with certainty changes with the print's word
        state = [(one.id, one.quelle.version, stamp(one.id)) for one in now]
        if name not in self._made or self._made[name][0] != state:
            self._made[name] = state, now, LetterIndex.of([one.letters() for one in now])
        return self._made[name][1:]

    def _documents(self) -> list[KeptText]:
        found = (Quellen.find(self._context, id) for id in sorted(self._context.texte.stored()))
        return [KeptText(quelle) for quelle in found if quelle]

    def _stored(self) -> list[KeptText]:
        store = runstore(self._context)
        ids = [row.id for row in store.list_antraege(MOST_ANTRAEGE)]
        self._antraege = {id: self._antraege.get(id) or kept_antrag(store, id) for id in ids}
        return list(self._antraege.values())


def stock_of(context: Context) -> Stock:
    return context.own(Stock)
