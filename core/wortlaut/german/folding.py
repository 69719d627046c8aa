"""How texts are made alike before they are compared: every way, from the gentlest to the roughest.

| way | „Maß\xadnahme, GRÜNE’s ﬁt" becomes |
| --- | --- |
| `composed` | the same, „Ü“ one character whatever it was made of |
| `visible` | the same without what nobody sees (the soft hyphen) |
| `lowered` | „maß\xadnahme, grüne’s fit“: small letters, still readable |
| `folded` | „massnahme, grüne’s fit“: what readers take for the same |
| `words` | massnahme · grüne · s · fit |
| `small_words` | mass · nahme · grüne · s · fit: by these two wordings are aligned |
| `transliterated` | „massnahme, gruenes fit“: names, however somebody types them |
| `bare_word` | of „(Maß\xadnahme,“ „massnahme“: one word without the marks around it |
| `without_umlauts` | „grune“: two forms of one word, „Land“ and „Länder“ |
| `letters` | „massnahmegrünesfit“: what two quotations must share |
| `spelled_out` | „massnahmegruenesfit“: by this a quote is looked for |
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

WORD = re.compile(r"[^\W_]+")
TOKEN = re.compile(r"\w+")

WESTERN = "cp1252"
"""Letters of one byte, German quotation marks, dashes and dots included."""

ZERO_WIDTH = "\u200b-\u200f\u2060\ufeff"
"""Characters that nobody sees and no search should stumble over, as they stand in a pattern's [ ]."""

SOFT_HYPHEN = "\xad"
HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Categories of characters that nobody sees: control, direction, zero width, broken, odd line ends."""

TYPED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "'": None, "’": None})
UMLAUTS = str.maketrans("äöü", "aou")


def is_picture_or_mark(sign: str) -> bool:
    """An emoji, a symbol of a font's own, a stroke over the letter before: drawn, and no letter."""
    return unicodedata.category(sign) in ("So", "Co", "Mn")


def composed(text: str) -> str:
    """Letters that some files hold as „a“ and two dots are one character."""
    return unicodedata.normalize("NFC", text)


def visible(text: str) -> str:
    """Without what nobody sees: marks of direction, of zero width, broken ones. Lines and tabs stay."""
    hidden = {letter for letter in set(text) - {"\n", "\t"} if unicodedata.category(letter) in HIDDEN}
    if not hidden:  # to translate nothing takes as long
        return text
    separators = {letter for letter in hidden if unicodedata.category(letter) in ("Zl", "Zp")}
    return text.translate({ord(c): " " if c in separators else None for c in hidden})


def without_format_marks(text: str) -> str:
    """Without soft hyphens and other marks that only say how to set a text; control characters stay."""
    return "".join(letter for letter in text if unicodedata.category(letter) != "Cf")


def lowered(text: str) -> str:
    """In small letters that can be shown to people: „ß“ stays."""
    return composed(unicodedata.normalize("NFKC", text).lower())


def folded(text: str) -> str:
    """What readers take for the same text: of any width and case, without soft hyphens; „ß“ is „ss“."""
    return unicodedata.normalize("NFKC", text).replace(SOFT_HYPHEN, "").casefold()


def small_words(text: str) -> list[str]:
    """Its words in small letters, „ß“ as „ss“; „Kita_Ausbau“ is one."""
    if (plain := plain_words(text)) is not None:
        return plain.decode("latin-1").replace("ß", "ss").split()
    return [word.casefold() for word in TOKEN.findall(text)]


def plain_words(text: str) -> bytes | None:
    """In small letters and with blanks for all that is in no word, a byte for each character.

    None where a character has no such byte; nearly every text has but western ones, which are folded at once.
    """
    try:
        encoded = text.encode(WESTERN)
    except UnicodeEncodeError:
        return None
    small, plain = _small_bytes()
    return None if encoded.translate(None, plain) else encoded.translate(small)


@cache
def _small_bytes() -> tuple[bytes, bytes]:
    """What becomes of each byte of a western text, a blank of what is in no word; and of which that is so."""
    small, plain = bytearray(b" " * 256), bytearray()
    for byte in range(256):
        letter = bytes([byte]).decode(WESTERN, "ignore")
        folded = letter if letter == "ß" else letter.casefold()
        if letter and not TOKEN.match(letter):
            plain.append(byte)
        elif len(folded) == 1 and folded <= "\xff":
            plain.append(byte)
            small[byte] = ord(folded)
    return bytes(small), bytes(plain)


def words(text: str) -> list[str]:
    """Its words, folded: „Kita-Ausbau“ are two."""
    return WORD.findall(folded(text))


def transliterated(text: str) -> str:
    """As people type names without German keys: „Grüne“, „GRÜNE“ and „Gruene“ are one."""
    return folded(text).translate(TYPED)


def bare_word(word: str) -> str:
    """A word without the marks around it, as a document's vocabulary holds it."""
    return word.replace(SOFT_HYPHEN, "").strip('.,;:!?()[]„“”"»«…–—/').casefold()


def without_umlauts(word: str) -> str:
    """Of a folded word, to compare its forms: „länder“ begins like „land“."""
    return word.translate(UMLAUTS)


# --- texts as their letters and digits, in order: what two quotations must share to be the same ------------
# The roughest of the ways: NFKC and casefold; hyphenation, quotation marks, commas, dashes and
# white space do not count. In a key umlauts are written out, too („fuer“), as people do without German keys;
# whether a quote may be written so is decided where it is found (`same_spelling`). Every character of a key
# knows its place in the text.


Counts = NDArray[np.uint8]
Ends = NDArray[np.int32]
Codes = NDArray[np.uint32]


@dataclass(frozen=True, slots=True, eq=False)
class Key:
    """The characters up to and with `i` of the original give the first `ends[i]` letters of `text`."""

    text: str
    ends: Ends
    _looked_up: memoryview

    @classmethod
    def of(cls, text: str, counts: Counts) -> "Key":
        """`counts`: how many letters each character of the original gives."""
        ends = np.cumsum(counts, dtype=np.int32)
        # In a view of memory Python looks one number up several times as fast as in an array.
        return cls(text, ends, ends.data)

    @property
    def counts(self) -> Counts:
        return np.diff(self.ends, prepend=np.int32(0)).astype(np.uint8)

    def place(self, index: int) -> int:
        """The character of the original that letter `index` stems from."""
        return bisect_right(self._looked_up, index)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where the key's characters `start` to `end` stand in the original."""
        return self.place(start), self.place(end - 1) + 1

    def splits(self, start: int, end: int) -> bool:
        """Does the range begin or end amid a character of the original, in the „ss“ of a „ß“?"""
        return any(
            0 < border < len(self.text) and self.place(border - 1) == self.place(border)
            for border in (start, end)
        )

    def at(self, position: int) -> int:
        """The first character of the key that stems from `position` of the original or later."""
        last = min(position, len(self.ends)) - 1
        return self._looked_up[last] if last >= 0 else 0


def folded_key(text: str) -> Key:
    """The key of a text with the places of its characters.

    „Für Maß“ → „fuermass“, of which the characters give 1 2 1 0 1 1 2 letters. Each character that occurs is
    folded once, then all are looked up in tables; what follows the first of several letters is put in last.
    """
    codes = _codes(text)
    is_there = np.zeros(int(codes.max(initial=0)) + 1, bool)
    is_there[codes] = True
    lengths, firsts = np.zeros(len(is_there), np.uint8), np.zeros(len(is_there), np.uint32)
    tails: dict[int, str] = {}
    for code in np.flatnonzero(is_there).tolist():
        if folded := _spelled(chr(code)):
            lengths[code], firsts[code], tails[code] = len(folded), ord(folded[0]), folded[1:]
    counts = lengths[codes]
    positions = np.repeat(np.arange(len(codes), dtype=np.int32), counts)
    letters = firsts[codes[positions]]
    others = np.flatnonzero(positions[1:] == positions[:-1]) + 1
    letters[others] = _codes("".join([tails[code] for code in codes[counts > 1].tolist()]))
    return Key.of(letters.tobytes().decode("utf-32-le", "surrogatepass"), counts)


def places(text: str) -> list[int]:
    """Of a short text: the place of the character that each letter of its key stems from."""
    return [place for place, letter in enumerate(text) for _ in _spelled(letter)]


def _codes(text: str) -> Codes:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


@lru_cache(maxsize=2048)
def letters(text: str) -> str:
    """The key alone. A quote's is asked for at every step of binding it."""
    # Nearly every quote has but characters of one byte each, which are folded together.
    try:
        encoded = text.encode(WESTERN)
    except UnicodeEncodeError:
        encoded = b""
    folding, dropped, plain = _bytes_folded()
    if encoded and not encoded.translate(None, plain):
        return encoded.translate(folding, dropped).decode("latin-1").replace("ß", "ss")
    return "".join([_fold(letter) for letter in unicodedata.normalize("NFC", text)])


@lru_cache(maxsize=2048)
def spelled_out(text: str) -> str:
    """The same as the text of a key: „Für Maß“ → „fuermass“."""
    return _written_out(letters(text))


def _written_out(folded: str) -> str:
    return folded.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")


@cache
def _spelled(letter: str) -> str:
    return _written_out(_fold(letter))


@cache
def _fold(letter: str) -> str:
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", letter).casefold())
    return "".join(part for part in folded if part.isalnum())


@cache
def _bytes_folded() -> tuple[bytes, bytes, bytes]:
    """What becomes of each byte of a western text, which are dropped, and of which all this is true.

    „ß“ stays as it is, and is no letter of any other character; the few others with several letters are left
    to be folded one by one. None of these characters is put together with the one before by Unicode.
    """
    folding, dropped, plain = bytearray(range(256)), bytearray(), bytearray()
    for byte in range(256):
        letter = bytes([byte]).decode(WESTERN, "ignore")
        folded = letter if letter == "ß" else _fold(letter) if letter else "?!"
        if len(folded) <= 1 and folded <= "\xff":
            plain.append(byte)
            folding[byte] = ord(folded or "\0")
            if not folded:
                dropped.append(byte)
    return bytes(folding), bytes(dropped), bytes(plain)


def occurrences(needle: str, haystack: str) -> Iterator[int]:
    """Every place where the needle begins; places may overlap."""
    place = haystack.find(needle)
    while place >= 0 and needle:
        yield place
        place = haystack.find(needle, place + 1)
