"""What a person changed of an Antrag: what was judged, against what was read from its file."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import count
from typing import Any

from core.antrag.antrag import Antrag, Forderung
from core.base import formats

NOT_RECORDED = "Ob der Antrag vor der Prüfung bearbeitet wurde, ist nicht aufgezeichnet."

ALIKE = 0.5
"""Share of common words from which two wordings are one demand that was changed."""

MOST_PAIRS = 40_000
MOST_WORDS = 800
"""So many pairs of demands are compared, so many words of two wordings; a file may hold more."""


class Edited(StrEnum):
    UNCHANGED = "unverändert"
    CHANGED = "geändert"
    ENTFERNT = "entfernt"
    ADDED = "hinzugefügt"


@dataclass(frozen=True, slots=True)
class Edit:
    """One difference. `nummer`: the demand's, as judged or else as read; None for the head."""

    what: str
    how: Edited
    before: str = ""
    after: str = ""
    nummer: str | None = None

    def __str__(self) -> str:
        """„Forderung II.2 geändert, vorher: „…“, jetzt: „…““."""
        told = [(word, text) for word, text in (("vorher", self.before), ("jetzt", self.after)) if text]
        alone = len(told) == 1
        words = (f"„{text}“" if alone else f"{word}: „{text}“" for word, text in told)
        return f"{self.what} {self.how}: {', '.join(words)}"


@dataclass(frozen=True, slots=True)
class Edits:
    """All that differs, and how many demands do not."""

    changes: tuple[Edit, ...] = ()
    unveraendert: int = 0

    def __bool__(self) -> bool:
        return bool(self.changes)

    @property
    def marks(self) -> dict[str, Edited]:
        """Number of a judged demand → what became of it, where it is not as it was read."""
        kept = (edit for edit in self.changes if edit.nummer is not None and edit.how is not Edited.ENTFERNT)
        return {edit.nummer or "": edit.how for edit in kept}

    def __str__(self) -> str:
        """„Titel geändert; 1 Forderung entfernt, 2 hinzugefügt; 6 Forderungen unverändert“."""
        head = ", ".join(f"{edit.what} {edit.how}" for edit in self.changes if edit.nummer is None)
        counts = Counter(edit.how for edit in self.changes if edit.nummer is not None)
        if self.unveraendert:
            counts[Edited.UNCHANGED] = self.unveraendert
        order = [how for how in (*list(Edited)[1:], Edited.UNCHANGED) if counts[how]]
        told = [f"{formats.counted(counts[how], 'Forderung', 'Forderungen')} {how}" for how in order]
        return "; ".join(filter(None, [head, ", ".join(told)]))


def edits_of(gelesen: Antrag | None, antrag: Antrag, partei_name: Callable[[str], str] = str) -> Edits | None:
    """None where it was not recorded what was read. Space between words is no difference."""
    if gelesen is None:
        return None
    if gelesen == antrag:
        return Edits(unveraendert=len(antrag.forderungen))
    pairs = list(_pairs(gelesen.forderungen, antrag.forderungen))
    changed = []
    for old, new in pairs:
        before, after = _words(old), _words(new)
        if _plain(before) == _plain(after):
            continue
        if old is None or new is None or _plain(old.einleitung) == _plain(new.einleitung):
            before, after = old.text if old else "", new.text if new else ""
        nummer = (new or old or Forderung("", "")).nummer
        changed.append(Edit(f"Forderung {nummer}".strip(), _how(before, after), before, after, nummer))
    return Edits((*_head(gelesen, antrag, partei_name), *changed), len(pairs) - len(changed))


def mark_of(nummer: str, edits: Edits | None) -> str:
    """„ (hinzugefügt)“ behind the number of a demand that the file does not have so."""
    how = edits.marks.get(nummer) if edits else None
    return f" ({how})" if how else ""


def pieces(before: str, after: str) -> list[tuple[Edited, str]]:
    """Both wordings in one: the words that stayed, those that went and those that came, in order."""
    a, b = before.split(), after.split()
    if len(a) + len(b) > MOST_WORDS:
        both = ((Edited.ENTFERNT, before), (Edited.ADDED, after))
        return [(how, text) for how, text in both if text]
    found: list[tuple[Edited, str]] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag == "equal":
            found.append((Edited.UNCHANGED, " ".join(a[i1:i2])))
            continue
        both = ((Edited.ENTFERNT, " ".join(a[i1:i2])), (Edited.ADDED, " ".join(b[j1:j2])))
        found += [(how, text) for how, text in both if text]
    return found


def _head(old: Antrag, new: Antrag, partei_name: Callable[[str], str]) -> Iterator[Edit]:
    movers = [", ".join(partei_name(id) for id in one.antragsteller) for one in (old, new)]
    same_movers = set(old.antragsteller) == set(new.antragsteller)
    days = [formats.day(one.datum) if one.datum else "" for one in (old, new)]
    told = {
        "Titel": (old.titel, new.titel),
        "Drucksache": (old.drucksache, new.drucksache),
        "Datum": (days[0], days[1]),
        # A Land has to be chosen where the text does not tell.
        "Land": (old.bundesland or new.bundesland or "", new.bundesland or ""),
        "Antragsteller": ("", "") if same_movers else (movers[0], movers[1]),
        "Feststellung": (old.feststellung, new.feststellung),
        "Begründung": (old.begruendung, new.begruendung),
    }
    for what, (before, after) in told.items():
        if _plain(before) != _plain(after):
            yield Edit(what, _how(before, after), before, after)


def _how(before: str, after: str) -> Edited:
    if not before.strip():
        return Edited.ADDED
    return Edited.CHANGED if after.strip() else Edited.ENTFERNT


def _words(forderung: Forderung | None) -> str:
    return f"{forderung.einleitung} {forderung.text}".strip() if forderung else ""


def _plain(text: str) -> str:
    return " ".join(text.split())


# --- which demand is which ----------------------------------------------------------------------------------


def _pairs(
    old: Sequence[Forderung], new: Sequence[Forderung]
) -> Iterator[tuple[Forderung | None, Forderung | None]]:
    """Each demand with the one it was: by its words, whatever its number; else by its number.

    In the order of what was judged; what was removed stands behind.
    """
    before: dict[int, int] = {}
    for matched in (_same, _alike, _numbered):
        taken = set(before.values())
        left = [(i, forderung) for i, forderung in enumerate(old) if i not in taken]
        before |= matched(left, [(j, forderung) for j, forderung in enumerate(new) if j not in before])
    for j, forderung in enumerate(new):
        yield (old[before[j]] if j in before else None), forderung
    kept = set(before.values())
    yield from ((forderung, None) for i, forderung in enumerate(old) if i not in kept)


Numbered = Sequence[tuple[int, Forderung]]


def _same(old: Numbered, new: Numbered) -> dict[int, int]:
    places: dict[str, list[int]] = {}
    for i, forderung in reversed(old):
        places.setdefault(_plain(_words(forderung)), []).append(i)
    found = ((j, places.get(_plain(_words(forderung)))) for j, forderung in new)
    return {j: rest.pop() for j, rest in found if rest}


def _alike(old: Numbered, new: Numbered) -> dict[int, int]:
    if len(old) * len(new) > MOST_PAIRS:
        return {}
    bags = [(i, Counter(_words(f).casefold().split())) for i, f in old]
    others = [(j, Counter(_words(f).casefold().split())) for j, f in new]
    likeness = (
        (2 * (a & b).total() / max(1, a.total() + b.total()), -j, -i) for i, a in bags for j, b in others
    )
    found: dict[int, int] = {}
    taken: set[int] = set()
    for _, j, i in sorted((one for one in likeness if one[0] >= ALIKE), reverse=True):
        if -j not in found and -i not in taken:
            found[-j] = -i
            taken.add(-i)
    return found


def _numbered(old: Numbered, new: Numbered) -> dict[int, int]:
    places = {forderung.nummer: i for i, forderung in reversed(old)}
    return {j: places.pop(forderung.nummer) for j, forderung in new if forderung.nummer in places}


# --- what a person knows better than what was read. Only what they change is changed ------------------------

UNREAD = {
    "titel": "nicht erkannt",
    "drucksache": "nicht erkannt",
    "bundesland": "nicht erkannt: bitte wählen",
    "datum": "nicht erkannt: sonst gilt heute",
    "antragsteller": "nicht erkannt: bitte wählen",
    "forderungen": "nicht erkannt: der ganze Text gilt als eine Forderung",
}
"""Fields an assessment uses, and what to say where one is empty."""


def unread(antrag: Antrag) -> dict[str, str]:
    """What to say of each field that could not be read."""
    return {feld: hinweis for feld, hinweis in UNREAD.items() if not getattr(antrag, feld)}


def corrected(antrag: Antrag, forderungen: Sequence[str], **felder: Any) -> Antrag:
    """The Antrag with these fields. `forderungen` are the texts in their order: those it has come first,
    an empty one is struck out, what comes after is new."""
    old, found = antrag.forderungen, []
    used = {forderung.nummer for forderung in old}
    for forderung, text in zip(old, forderungen, strict=False):
        if text.strip():
            found.append(forderung if text == forderung.text else replace(forderung, text=text.strip()))
    for text in forderungen[len(old) :]:
        if text.strip():
            nummer = next(nummer for n in count(len(used) + 1) if (nummer := str(n)) not in used)
            used.add(nummer)
            found.append(Forderung(nummer, text.strip()))
    return replace(antrag, **felder, forderungen=tuple(found))
