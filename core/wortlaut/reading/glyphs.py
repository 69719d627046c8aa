"""Letters that a PDF names wrongly or not at all, recovered where font and language leave no doubt.

Some fonts give their ligatures no name, a private one, or a letter's („PÓicht“). One glyph of one font is one
ligature or letter throughout a document: each of these is tried in all words that have the glyph, and the
German of the bundled model's vocabulary decides. What stays in doubt is U+FFFD: nobody can be sure of it.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import inf

from core.wortlaut.reading.nameless import GERMAN, plausible
from core.wortlaut.reading.pdf import PdfWort, RawSide, Zeile
from core.wortlaut.reading.raw_words import NAMELESS

LIGATURES = tuple("fi fl ff ffi ffl ft fft tt tz ch ck st fj fk fb fh ti".split())
CANDIDATES = (*LIGATURES, *"abcdefghijklmnopqrstuvwxyzäöüß")

UNKNOWN = "\ufffd"
STRANGE = re.compile(
    "[\ue000-\uf8ff\U000f0000-\U000fffff\xa4\xa6\xaf\xb1\xb5\xb6\xb8\xd7\xf7]"
    "|(?<=[A-Za-zäöüß])[À-ÃÅÆÈ-ÕØ-ÛÝÞ](?=[a-zäöüß])|(?<=[a-zäöüß])[À-ÃÅÆÈ-ÕØ-ÛÝÞ]"
)
"""What may stand for other letters: private codes, signs, foreign capitals amid small letters („PÓicht“)."""

SIGN = re.compile("[\ufffd\ue000-\uf8ff\U000f0000-\U000fffff]")
ITEMS = 3
"""A sign without a name that begins so many rows marks the items of a list."""

MOSTLY = 0.9
"""Of its uses; one of 424 bullets stands beside a line printed over its own (fdp-bund-2013, page 52)."""

BESIDE = 2.5
"""White, in sizes of the letters, left of which a row's text is another column's."""

NEAR, EDGE = 0.9, 3
"""With less white, where as many signs stand below each other, within so many points: the gap between columns
may be narrower than the widest space of a justified line (cdu-bund-2009)."""

LOOKALIKES = str.maketrans(
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0430\u0435\u043e\u0440\u0441\u0443"
    "\u0445\u0456\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bf",
    "ABEKMHOPCTXaeopcyxiABEZHIKMNOPTYXo",
)
"""Cyrillic and Greek letters that nobody can tell from Latin ones, at the beginning of „Bereich“, say."""

FOREIGN = re.compile(r"[\u0370-\u04ff]")
LATIN = re.compile(r"[A-Za-zÄÖÜäöüß]")

WORDS = 3
"""So many words with different letters around a glyph must agree on what it is."""

MOST, GLYPHS = 200, 100
"""So many words are heard of so many glyphs; a font with more riddles is one that hides its text."""

MARGIN = 2.0
"""By so much, in log probability per word, the best reading must be better than the next."""

Glyph = tuple[str, str]
"""A font and a character in it."""


def recover(seiten: Sequence[RawSide]) -> None:
    """Put letters back into the words of all pages, in place."""
    odd = [seite for seite in seiten if _is_odd("".join(w.text for z in seite.zeilen for w in z.woerter))]
    _set_bullets(odd)
    uses: dict[Glyph, set[str]] = defaultdict(set)
    for zeile in (zeile for seite in odd for zeile in seite.zeilen if _is_odd(zeile.text)):
        for wort in zeile.woerter:
            marks = set(STRANGE.findall(wort.text))
            is_word = len(LATIN.findall(wort.text)) >= 2 and len(marks) <= 3  # „P?icht“, no leader dots
            for mark in marks if is_word else ():
                if wort.text.count(mark) <= 2:
                    uses[zeile.schrift, mark].add(wort.text)
    names = _names(uses) if uses else {}
    for seite in odd:
        changed: dict[str, str] = {}
        for zeile in seite.zeilen:
            if not _is_odd(zeile.text):
                continue
            mended = [_mended(wort, zeile.schrift, names) for wort in zeile.woerter]
            changed |= {a.text: b.text for a, b in zip(zeile.woerter, mended, strict=True) if a is not b}
            zeile.woerter = mended
        if changed:
            seite.roh = [(*w[:4], changed.get(w[4], w[4]), *w[5:]) for w in seite.roh]


def _set_bullets(seiten: Sequence[RawSide]) -> None:
    """Put „•“ for the signs that stand before the items of lists, and as good as nowhere else."""
    places: dict[Glyph, list[tuple[float, PdfWort, Zeile]]] = defaultdict(list)
    for seite in seiten:
        for zeile in seite.zeilen:
            if not zeile.text.isascii():
                for wort in zeile.woerter:
                    for sign in SIGN.findall(wort.text):
                        places[zeile.schrift, sign].append((_white_before(wort, zeile, seite), wort, zeile))
    for found in places.values():
        edges = Counter(round(wort.x0 / EDGE) for white, wort, _ in found if white >= NEAR)
        items = [
            (wort, zeile)
            for white, wort, zeile in found
            if white >= BESIDE or (white >= NEAR and edges[round(wort.x0 / EDGE)] >= ITEMS)
        ]
        if len(items) >= max(ITEMS, MOSTLY * len(found)):
            for first, zeile in [(wort, zeile) for white, wort, zeile in found if white]:
                zeile.woerter = [first._replace(text=f"•{first.text[1:]}"), *zeile.woerter[1:]]


def _white_before(wort: PdfWort, zeile: Zeile, seite: RawSide) -> float:
    """How much white, in sizes of the letters, is left of a word that stands as a list's mark does.

    That is first in its line, alone or before a capital; 0 for any other.
    """
    if wort is not zeile.woerter[0] or (len(wort.text) > 1 and not wort.text[1].isupper()):
        return 0
    level = (z for z in seite.zeilen if z is not zeile and z.y0 < wort.y1 and wort.y0 < z.y1)
    return min((wort.x0 - z.x1 for z in level if z.x0 < wort.x0), default=inf) / max(zeile.groesse, 1)


def _is_odd(text: str) -> bool:
    return not text.isascii() and bool(STRANGE.search(text) or FOREIGN.search(text) or UNKNOWN in text)


def _mended(wort: PdfWort, font: str, names: Mapping[Glyph, str]) -> PdfWort:
    text = wort.text
    if FOREIGN.search(text) and LATIN.search(text):
        text = text.translate(LOOKALIKES)
    for mark in set(STRANGE.findall(text)):
        if name := names.get((font, mark)):
            text = text.replace(mark, name)
        elif ord(mark) >= NAMELESS:
            text = text.replace(mark, UNKNOWN)
    return wort if text == wort.text else wort._replace(text=text)


# --- which letters a glyph is -------------------------------------------------------------------------------


def _names(uses: Mapping[Glyph, set[str]]) -> dict[Glyph, str]:
    """The glyphs of which the language leaves no doubt; those that many words have first.

    Where a font has too few words, those of its family (its bold, its italic) speak too.
    """
    names: dict[Glyph, str] = {}
    for glyph in sorted(uses, key=lambda g: -len(uses[g]))[:GLYPHS]:
        own = _clear_words(glyph, uses[glyph], names)
        if name := _name(glyph[1], own):
            names[glyph] = name
            continue
        kin = [g for g in uses if g[1] == glyph[1] and _family(g) == _family(glyph)]
        shared = [word for g in kin for word in _clear_words(g, uses[g], names)]
        if own and (name := _name(glyph[1], shared)) and _votes(name, glyph[1], own) == len(own):
            names[glyph] = name
    return names


def _family(glyph: Glyph) -> str:
    return re.split(r"[-,]", glyph[0])[0]


def _clear_words(glyph: Glyph, words: Iterable[str], names: Mapping[Glyph, str]) -> list[str]:
    """The words in which, with what is known by now, only this glyph is in question."""
    font, mark = glyph
    known = {
        "".join(letter if letter == mark else names.get((font, letter), letter) for letter in word)
        for word in words
    }
    return sorted(word for word in known if not set(STRANGE.findall(word)) - {mark})


def _name(mark: str, words: Sequence[str]) -> str | None:
    """What makes German of these words by far better than anything else does, the mark itself included."""
    words = words[:MOST]
    # Two letters on each side: „Erdoğan“ and „Erdoğans“ are one witness, not two.
    if len({(before[-2:], behind[:2]) for before, _, behind in (w.partition(mark) for w in words)}) < WORDS:
        return None
    own = [mark] if ord(mark) < 0xE000 else []
    private = [chr(ord(mark) - 0xF000)] if 0xF020 < ord(mark) < 0xF100 else []
    scores = {
        name: sum(plausible(word.replace(mark, name)) for word in words) / len(words)
        for name in dict.fromkeys([*own, *private, *CANDIDATES])
    }
    best, second = sorted(scores, key=lambda name: -scores[name])[:2]
    is_sure = best != mark and scores[best] - scores[second] >= MARGIN
    return best if is_sure and _votes(best, mark, words) >= WORDS else None


def _votes(name: str, mark: str, words: Sequence[str]) -> int:
    """How many of the words are German with it, and each for itself more so than with anything else."""
    rivals = [other for other in CANDIDATES if other != name]
    votes = 0
    for word in words[:MOST]:
        own = plausible(read := word.replace(mark, name))
        is_german = own >= GERMAN * len(read)
        votes += is_german and all(own > plausible(word.replace(mark, other)) for other in rivals)
    return votes
