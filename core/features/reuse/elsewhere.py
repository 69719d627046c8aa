"""Where else is this printed: the runs of letters of a text that stand in kept documents and Anträge, too."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from core.base import formats
from core.base.errors import EingabeError
from core.base.table import Column, Table
from core.features.reuse.kept_texts import KeptText, stock_of
from core.features.reuse.same_words import is_same, same_parts
from core.features.reuse.shared_letters import LEAST, UNSURE, Run
from core.programme.context import Context
from core.proof.given_text import unread_of
from core.wortlaut.binding.fund import Fund
from core.wortlaut.german.folding import letters
from core.wortlaut.records import Span

COMMON = 8
"""A wording that stands in so many other documents is nobody's: a phrase, an imprint, a heading."""


@dataclass(frozen=True, eq=False)
class Elsewhere:
    """A place of a kept text, and the part of the text asked about that is the same there."""

    kept: KeptText
    run: Run
    asked: KeptText

    @cached_property
    def spans(self) -> tuple[Span, Span]:
        """Here and there."""
        start, there, length = self.run.start, self.run.there, self.run.length
        one, other = self.asked.quelle.key, self.kept.quelle.key
        return one.span(start, start + length), other.span(there, there + length)

    @property
    def text(self) -> str:
        return Fund(self.kept.quelle, (self.spans[1],)).text

    @property
    def seiten(self) -> tuple[int, ...]:
        return self.kept.quelle.strom.pages_of(*self.spans[1])

    @property
    def label(self) -> str:
        return self.kept.label([self.spans[1]])


@dataclass(frozen=True, eq=False)
class Passage:
    """A run of the text asked about; `places`: where it stands, whole first, one for each document."""

    asked: KeptText
    span: Span
    places: tuple[Elsewhere, ...]

    @cached_property
    def text(self) -> str:
        return Fund(self.asked.quelle, (self.span,)).text

    @property
    def letters(self) -> int:
        return len(letters(self.text))

    @property
    def label(self) -> str:
        return self.asked.label([self.span])

    @property
    def seiten(self) -> tuple[int, ...]:
        return self.asked.quelle.strom.pages_of(*self.span)

    @property
    def is_common(self) -> bool:
        return len(self.places) >= COMMON

    def in_words(self) -> str:
        """„212 Buchstaben, steht in 3 anderen Dokumenten“."""
        count = formats.counted(len(self.places), "anderen Dokument", "anderen Dokumenten")
        return f"{formats.number(self.letters)} Buchstaben, steht in {count}"


@dataclass(frozen=True)
class Reuse:
    """`passages` and `common` with the longest first; `share`: of the text's letters, those that stand in any
    of the passages. `looked_in`: how many documents and Anträge."""

    asked: KeptText
    passages: tuple[Passage, ...]
    common: tuple[Passage, ...] = ()
    share: float = 0.0
    looked_in: tuple[int, int] = (0, 0)
    left_out: tuple[str, ...] = ()

    def in_words(self) -> str:
        if not self.passages and not self.common:
            return "Keine Stelle steht in einem anderen Dokument."
        told = formats.counted(len(self.passages), "Stelle steht", "Stellen stehen")
        makes = "Sie macht" if len(self.passages) == 1 else "Sie machen"
        part = f" {makes} {formats.percent(self.share, 1)} des Textes aus." if self.passages else ""
        many = formats.counted(len(self.common), "Wendung", "Wendungen")
        common = f" Dazu {many}, die in {COMMON} und mehr Dokumenten stehen." if self.common else ""
        return f"{told} auch anderswo.{part}{common}"

    def scope(self) -> str:
        documents = formats.counted(self.looked_in[0], "eingelesenen Dokument", "eingelesenen Dokumenten")
        antraege = formats.counted(self.looked_in[1], "eingegebenen Antrag", "eingegebenen Anträgen")
        same = f" Derselbe Text und nicht verglichen: {'; '.join(self.left_out)}." if self.left_out else ""
        told = f"Verglichen mit {documents} und {antraege}.{same}"
        return " ".join(filter(None, (told, unread_of(self.asked.quelle))))


def find_elsewhere(context: Context, text: KeptText, least: int = LEAST) -> Reuse:
    """Of every passage the longest run, and each document that holds it or the greater part of it."""
    if least < LEAST:
        raise EingabeError(
            f"--min {least}: Gesucht wird nach mindestens {LEAST} gleichen Buchstaben; kürzere Stellen "
            "teilen zwei Texte oft durch Zufall."
        )
    parts, key = stock_of(context).parts(), text.letters(UNSURE)
    found, left_out = list[Elsewhere](), list[str]()
    for kept, index in parts:
        same = {n for n, one in enumerate(kept) if text.id == one.id or text.file == one.file}
        same.update(n for n in index.same_as(text.letters()) if is_same(text, kept[n]))
        left_out += [kept[number].name for number in sorted(same) if kept[number].id != text.id]
        # An „ü“ counts as one letter, though a key has two for it.
        found += [
            Elsewhere(kept[run.number], run, text)
            for whole in index.shared(key, least, same)
            for run in same_parts(text, kept[whole.number], whole)
            if run.length >= 2 * least or _letters_of(text, run) >= least
        ]
    passages = _passages(text, found, len(key))
    rare = tuple(one for one in passages if not one.is_common)
    return Reuse(
        text,
        rare,
        tuple(one for one in passages if one.is_common),
        _share(rare, len(key)),
        (len(parts[0][0]), len(parts[1][0])),
        tuple(left_out),
    )


def _letters_of(text: KeptText, run: Run) -> int:
    start, end = text.quelle.key.span(run.start, run.start + run.length)
    return len(letters(text.quelle.strom.text[start:end]))


def _passages(text: KeptText, found: Sequence[Elsewhere], whole: int) -> list[Passage]:
    """The longest first; one whose middle lies in a longer one is a further place of that."""
    owners: list[int] = [-1] * whole
    groups: list[list[Elsewhere]] = []
    for one in sorted(found, key=lambda one: (-one.run.length, one.run.start, one.kept.name)):
        start, end = one.run.start, one.run.start + one.run.length
        owner = owners[(start + end) // 2]
        if owner >= 0:
            if all(other.kept is not one.kept for other in groups[owner]):
                groups[owner].append(one)
            continue
        groups.append([one])
        owners[start:end] = [len(groups) - 1 if old < 0 else old for old in owners[start:end]]
    passages = [Passage(text, group[0].spans[0], tuple(group)) for group in groups]
    return sorted(passages, key=lambda one: -one.letters)


def _share(passages: Sequence[Passage], whole: int) -> float:
    held = bytearray(whole)
    for one in passages:
        run = one.places[0].run
        held[run.start : run.start + run.length] = b"\x01" * run.length
    return held.count(1) / max(whole, 1)


# --- as tables and for scripts ------------------------------------------------------------------------------


def table(found: Reuse) -> Table:
    """A row for each place."""
    columns: tuple[Column, ...] = (
        ("Buchstaben", lambda row: row[0].letters),
        ("Wortlaut", lambda row: row[0].text),
        ("Stelle im Text", lambda row: row[0].label),
        ("Steht in so vielen anderen", lambda row: len(row[0].places)),
        ("Davon hier gleich", lambda row: row[1].run.length),
        ("Fundort", lambda row: row[1].label),
        ("Kennung", lambda row: row[1].kept.id),
        ("Seiten der Datei", lambda row: ", ".join(map(str, row[1].seiten))),
        ("Wortlaut dort", lambda row: row[1].text),
    )
    rows = [(one, place) for one in (*found.passages, *found.common) for place in one.places]
    return Table("Fundorte", columns, rows)


def as_json(found: Reuse) -> dict[str, object]:
    return {
        "text": found.asked.name,
        "ergebnis": found.in_words(),
        "verglichen": found.scope(),
        "anteil": round(found.share, 4),
        "stellen": [
            {
                "buchstaben": one.letters,
                "wortlaut": one.text,
                "seiten": one.seiten,
                "haeufig": one.is_common,
                "fundorte": [
                    {
                        "kennung": place.kept.id,
                        "quelle": place.label,
                        "seiten": place.seiten,
                        "stelle": place.spans[1],
                        "wortlaut": place.text,
                    }
                    for place in one.places
                ],
            }
            for one in (*found.passages, *found.common)
        ],
    }
