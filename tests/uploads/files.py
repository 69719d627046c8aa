"""Everything else somebody may upload for an Antrag or a Programm: other formats, other encodings, bad
texts."""

import gzip
import io
import zipfile
from collections.abc import Callable

Make = Callable[[], bytes]

HEAD = "Der Landtag wolle beschließen:\n"
SIZE = 400_000
"""Characters; an Antrag may have half a million."""


def _zip() -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", "0" * 10_000_000)
    return target.getvalue()


def _filled(unit: str, start: str = "") -> Make:
    return lambda: (start + unit * (SIZE // len(unit)))[:SIZE].encode()


def _roman(number: int) -> str:
    return "".join("IVXL"[(number >> 2 * place) & 3] for place in range(4))


def _numbered(row: Callable[[int], str], count: int) -> Make:
    return lambda: (HEAD + "".join(map(row, range(count)))).encode()


TEXT = "Der Landtag wolle beschließen:\nDie Landesregierung wird aufgefordert, den Wald zu schützen.\n"

FORMATS: dict[str, Make] = {
    "nothing": lambda: b"",
    "one-byte": lambda: b"\x00",
    "html-error-page": lambda: b"<!DOCTYPE html><html><h1>404 Not Found</h1></html>",
    "png": lambda: b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 100,
    "zip-of-a-docx": _zip,
    "gzip": lambda: gzip.compress(TEXT.encode()),
    "rtf": lambda: rb"{\rtf1\ansi Die Landesregierung}",
    "program": lambda: b"\x7fELF" + bytes(5000),
    "old-word": lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(5000),
    "zeros": lambda: bytes(1 << 20),
    "zeros-too-many": lambda: bytes(201 << 20),
    "utf-8-with-mark": lambda: TEXT.encode("utf-8-sig"),
    "utf-16": lambda: TEXT.encode("utf-16"),
    "utf-16-be": lambda: b"\xfe\xff" + TEXT.encode("utf-16-be"),
    "utf-16-unmarked": lambda: TEXT.encode("utf-16-le"),
    "utf-16-odd": lambda: TEXT.encode("utf-16")[:-1],
    "utf-16-surrogates": lambda: b"\xff\xfe" + b"\x00\xd8" * 1000,
    "utf-32": lambda: TEXT.encode("utf-32"),
    "windows-1252": lambda: TEXT.encode("cp1252"),
    "mac-roman": lambda: TEXT.encode("mac-roman"),
    "ebcdic": lambda: TEXT.encode("cp500"),
    "half-utf-8": lambda: TEXT.encode() + b"\xc3",
    "surrogates-in-utf-8": lambda: (TEXT + "\ud800\udfff").encode(errors="surrogatepass"),
    "nul-in-text": lambda: TEXT.encode().replace(b" ", b"\x00"),
    "control-characters": lambda: TEXT.encode() + bytes(range(1, 32)) * 20,
    "bidi-marks": lambda: TEXT.replace(" ", " \u202e\u2066").encode(),
    "unseen-characters": lambda: ("\u200b\u2060\ufeff\xad" * 5000).encode(),
    "accents-on-accents": lambda: ("a" + "\u0301" * 50_000).encode(),
    "text-too-long": lambda: TEXT.encode() * 50_000,
    "forderungen-too-many": _numbered(
        lambda i: f"{i % 999 + 1}. Das Land soll {i} Bäume pflanzen.\n", 10_000
    ),
    "items": _numbered(lambda i: f"– Das Land soll {i} Bäume pflanzen.\n", 9_000),
    "numbers-in-numbers": _numbered(lambda i: f"{'.'.join(['1'] * (i % 9 + 1))} x\n", 30_000),
    "roman-numerals": _numbered(lambda i: f"{_roman(i)}. Teil\n", 36_000),
    "colons-in-colons": _numbered(lambda i: "1. Das Land soll:\n", 20_000),
}

UNITS = {
    "spaces": " ",
    "newlines": "\n",
    "returns": "\r",
    "feeds": "\f",
    "tabs": "\t",
    "words": "Wort ",
    "letters": "w",
    "capitals": "A",
    "capitals-and-stops": "A. ",
    "digits": "9",
    "digits-and-stops": "9.",
    "dates": "31. März 2024 ",
    "stops": ".",
    "stops-and-spaces": ". ",
    "ellipses": "…",
    "colons": "a: ",
    "semicolons": "a; ",
    "commas": "Eva, ",
    "hyphens": "-",
    "hyphens-at-ends": "wort-\n",
    "dashes": " – ",
    "opening-quotes": "„",
    "quotes": "„a“ ",
    "closing-quotes": "“",
    "apostrophes": "'",
    "brackets": "(",
    "bracketed": "(a) ",
    "letters-of-lists": "a) ",
    "bullets": "– soll\n",
    "numbers": "1. ",
    "romans": "I. II. III. IV. ",
    "paragraphs": "§ ",
    "laws": "§ 1 Absatz 2 ",
    "begruendungen": "Begründung: ",
    "movers": "Antrag der Abgeordneten Eva Muster, ",
    "fraktionen": "Fraktion der SPD und ",
    "heads": "Landtag – 18. Wahlperiode\n",
    "numbers-of-papers": "Drucksache 18/1234 ",
    "formulas": "Der Landtag wolle ",
    "demands": "Die Landesregierung wird aufgefordert, ",
    "points-out": "Der Landtag weist ",
    "abbreviations": "z. B. ",
    "stars": "**",
    "hashes": "# ",
    "hidden-letters": "a\ufffd ",
    "short-lines": "x\n",
    "places": "Kiel, den 3. Mai 2024 ",
    "spaced-out": "a b c d e ",
    "conjunctions": " und",
    "addresses": "http://a.b/",
}

TEXTS: dict[str, Make] = {f"nothing-but-{name}": _filled(unit) for name, unit in UNITS.items()} | {
    f"a-motion-of-{name}": _filled(unit, HEAD) for name, unit in UNITS.items()
}
