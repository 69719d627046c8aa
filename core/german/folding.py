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
| `letters` in core/german/letter_key.py | „massnahmegrünesfit“: what two quotations must share |
| `spelled_out` there | „massnahmegruenesfit“: by this a quote is looked for |
"""

import re
import unicodedata
from functools import cache

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
