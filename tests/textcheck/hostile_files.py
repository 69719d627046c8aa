"""Texts and files made to cost whoever reads them: small to send, large, deep or endless to read."""

import io
import json
import random
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from types import MappingProxyType

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
QUOTE = "Die Brücke schreibt: „Kein Grundschulkind soll länger als 30 Minuten im Bus sitzen.“"
KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    f'<Relationship Id="r1" Type="{KIND}/officeDocument" Target="word/document.xml"/></Relationships>'
)


def _zip(files: Mapping[str, bytes | str]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return made.getvalue()


def _word(body: str, head: str = "", more: Mapping[str, str] = MappingProxyType({})) -> bytes:
    document = f'<?xml version="1.0"?>{head}<w:document {W} {MC}><w:body>{body}</w:body></w:document>'
    return _zip({"_rels/.rels": RELATIONS, "word/document.xml": document, **more})


def _p(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def _cell(span: int) -> str:
    return f'<w:tc><w:tcPr><w:gridSpan w:val="{span}"/></w:tcPr>{_p("x")}</w:tc>'


def _styles(count: int, ring: bool = False) -> bytes:
    """Styles based on each other in a row, or in a ring, and paragraphs of the last one."""
    styles = "".join(
        f'<w:style w:styleId="s{n}"><w:basedOn w:val="s{(n + 1) % count if ring else n + 1}"/></w:style>'
        for n in range(count)
    )
    relations = RELATIONS.replace('/officeDocument"', '/styles"').replace("word/document.xml", "styles.xml")
    body = '<w:p><w:pPr><w:pStyle w:val="s0"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>' * 2000
    more = {
        "word/_rels/document.xml.rels": relations,
        "word/styles.xml": f"<w:styles {W}>{styles}</w:styles>",
    }
    return _word(body, more=more)


def _overlapping(files: int = 2000, size: int = 1 << 20) -> bytes:
    """Many members of one place: each is the same compressed zeros („quoted overlap“)."""
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packed.compress(b"\0" * size) + packed.flush()
    crc = zlib.crc32(b"\0" * size)
    local = struct.pack("<4s5H3I2H", b"PK\x03\x04", 20, 0, 8, 0, 33, crc, len(data), size, 1, 0) + b"a" + data
    listed = b"".join(
        struct.pack(
            "<4s6H3I5H2I", b"PK\x01\x02", 20, 20, 0, 8, 0, 33, crc, len(data), size, 1, 0, 0, 0, 0, 0, 0
        )
        + b"a"
        for _ in range(files)
    )
    end = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, files, files, len(listed), len(local), 0)
    return local + listed + end


def _mail(body: str, kind: str = "text/plain", more: str = "") -> bytes:
    head = f"From: a@example.org\r\nTo: b@example.org\r\nSubject: Zitate\r\n{more}"
    return f"{head}MIME-Version: 1.0\r\nContent-Type: {kind}; charset=utf-8\r\n\r\n{body}".encode()


def _parts(count: int) -> bytes:
    parts = "".join(f"--x\r\nContent-Type: text/plain\r\n\r\n{n}\r\n" for n in range(count))
    return _mail(f"{parts}--x--", 'multipart/mixed; boundary="x"')


def _nested_mail(depth: int, kind: str) -> bytes:
    head = "".join(f'Content-Type: multipart/{kind}; boundary="b{n}"\r\n\r\n--b{n}\r\n' for n in range(depth))
    return f"From: a@example.org\r\nSubject: x\r\nMIME-Version: 1.0\r\n{head}\r\nText".encode()


def _passed_on(depth: int) -> bytes:
    return _mail("", "x").replace(b"Content-Type: x; charset=utf-8\r\n\r\n", b"") + (
        b"Content-Type: message/rfc822\r\n\r\nSubject: x\r\n" * depth
    )


def _html(body: str, head: str = "") -> bytes:
    return f"<!doctype html><html><head>{head}</head><body><p>{QUOTE}</p>{body}</body></html>".encode()


BIG = 1_500_000
"""Letters; `POST /api/pruefen` takes 2 MB."""

FORMS: dict[str, Callable[[], bytes]] = {
    "word: a cell of a million columns": lambda: _word(
        f"<w:tbl><w:tr>{_cell(10**6)}</w:tr></w:tbl>{_p(QUOTE)}"
    ),
    "word: 400 cells of 60,000 columns": lambda: _word(
        f"<w:tbl>{f'<w:tr>{_cell(60_000) * 20}</w:tr>' * 20}</w:tbl>"
    ),
    "word: 1.5 million empty paragraphs": lambda: _word("<w:p/>" * 1_500_000),
    "word: 150,000 paragraphs": lambda: _word(_p("a") * 150_000),
    "word: 500,000 runs in a paragraph": lambda: _word(f"<w:p>{'<w:r/>' * 500_000}</w:p>"),
    "word: 250 tables in each other": lambda: _word(
        "<w:tbl><w:tr><w:tc>" * 250 + _p("x") + "</w:tc></w:tr></w:tbl>" * 250
    ),
    "word: 20,000 tables in each other": lambda: _word(
        "<w:tbl><w:tr><w:tc>" * 20_000 + _p("x") + "</w:tc></w:tr></w:tbl>" * 20_000
    ),
    "word: an attribute of 20 MB": lambda: _word(f'<w:p w:rsidR="{"a" * 20_000_000}"/>{_p(QUOTE)}'),
    "word: 100,000 attributes": lambda: _word("<w:p " + " ".join(f"a{n}='1'" for n in range(100_000)) + "/>"),
    "word: a text of 60 MB": lambda: _word(_p("a" * 60_000_000)),
    "word: a text of 9 MB": lambda: _word(_p("a" * 9_000_000)),
    "word: entities in entities": lambda: _word(
        _p("&e9;"),
        head="<!DOCTYPE d [<!ENTITY e0 'aaaaaaaaaa'>"
        + "".join(f"<!ENTITY e{n} '{f'&e{n - 1};' * 10}'>" for n in range(1, 10))
        + "]>",
    ),
    "word: an entity of this machine": lambda: _word(
        _p("&e;"), head='<!DOCTYPE d [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    ),
    "word: 20,000 styles in a row": lambda: _styles(20_000),
    "word: 1,000 styles in a ring": lambda: _styles(1_000, ring=True),
    "word: 200,000 relations": lambda: _zip(
        {
            "_rels/.rels": RELATIONS.replace(
                "</Relationships>", "<Relationship/>" * 200_000 + "</Relationships>"
            )
        }
    ),
    "word: choices in choices": lambda: _word(
        f"<w:p>{'<mc:AlternateContent><mc:Choice>' * 100}{'</mc:Choice></mc:AlternateContent>' * 100}</w:p>"
    ),
    "word: 300,000 namespaces": lambda: _word("".join(f'<a xmlns="n{n}"/>' for n in range(300_000))),
    "word: damaged": lambda: _word(_p(QUOTE))[:-40],
    "word: cut in its XML": lambda: _zip(
        {"_rels/.rels": RELATIONS, "word/document.xml": f"<w:document {W}>"}
    ),
    "zip: 60,000 members": lambda: _zip({f"{n}": b"" for n in range(20_000)}),
    "zip: 90 MB of zeros": lambda: _zip({"_rels/.rels": b"\0" * (90 << 20)}),
    "zip: 2,000 members in one place": _overlapping,
    "zip: a ZIP in a ZIP": lambda: _zip({"word/document.xml": _zip({"a": b"\0" * (20 << 20)})}),
    "zip: nothing but its sign": lambda: b"PK\x03\x04" + b"\0" * 5000,
    "mail: 60,000 parts": lambda: _parts(30_000),
    "mail: 400 parts": lambda: _parts(400),
    "mail: 20,000 parts in each other": lambda: _nested_mail(20_000, "mixed"),
    "mail: 300 alternatives in each other": lambda: _nested_mail(300, "alternative"),
    "mail: passed on 20,000 times": lambda: _passed_on(20_000),
    "mail: 40,000 lines of head": lambda: _mail(QUOTE, more="X-A: b\r\n" * 40_000),
    "mail: a head of 1.5 MB": lambda: _mail(QUOTE, more=f"X-A: {'b ' * 700_000}\r\n"),
    "mail: a subject in 30,000 words": lambda: _mail(QUOTE, more="").replace(
        b"Subject: Zitate", b"Subject: " + b"=?utf-8?q?a=20?=\r\n " * 30_000 + b"b"
    ),
    "mail: 20,000 addresses": lambda: _mail(QUOTE, more="Cc: " + "a@b.org, " * 20_000 + "c@d.org\r\n"),
    "mail: a name of a file in 20,000 pieces": lambda: _mail(
        QUOTE, "text/plain; " + "; ".join(f"name*{n}=a" for n in range(20_000))
    ),
    "mail: its HTML 200,000 deep": lambda: _mail("<div>" * 200_000, "text/html"),
    "mail: a boundary of nothing": lambda: _mail("--\r\n" * 200_000, 'multipart/mixed; boundary=""'),
    "html: 300,000 deep": lambda: _html("<div>" * 300_000),
    "html: 200 deep in paragraphs": lambda: _html("<blockquote><p>" * 200 + "x"),
    "html: 370,000 elements": lambda: _html("<br>" * 370_000),
    "html: 100,000 paragraphs": lambda: _html("<p>a" * 100_000),
    "html: 100,000 quotations": lambda: _html("<q>a</q>" * 100_000),
    "html: 100,000 quotations in each other": lambda: _html("<q>" * 100_000),
    "html: crossed tags": lambda: _html("<b><i><p>" * 60_000),
    "html: 100,000 unclosed rows": lambda: _html("<table><tr><td>" * 60_000),
    "html: 150,000 attributes": lambda: _html(f"<p {' '.join(f'a{n}' for n in range(150_000))}>"),
    "html: an attribute of 1.5 MB": lambda: _html(f'<p style="{"color:red;" * 130_000}">x</p>'),
    "html: 100,000 selectors": lambda: _html(
        "<p class=a>x", f"<style>{'.a,' * 400_000}.b{{display:none}}</style>"
    ),
    "html: 60,000 rules": lambda: _html(
        "<p class=a>x" * 3000, f"<style>{''.join(f'.a{n}{{display:none}}' for n in range(60_000))}</style>"
    ),
    "html: comments without end": lambda: _html("<!--" * 300_000),
    "html: 400,000 entities": lambda: _html("&auml;" * 240_000),
    "html: classes in one element": lambda: _html(
        f'<p class="{" ".join(f"c{n}" for n in range(200_000))}">x'
    ),
    "json: 100,000 deep": lambda: b"[" * 100_000,
    "json: 59 deep, wide": lambda: json.dumps(_deep(59)).encode(),
    "json: 300,000 fields": lambda: json.dumps({f"f{n}": "„a“" for n in range(90_000)}).encode(),
    "json: 100,000 quotes": lambda: json.dumps([{"zitat": "a b c"}] * 90_000).encode(),
    "json: a number of 1.5 million digits": lambda: b'{"zitat": ' + b"9" * BIG + b"}",
    "json: a number beyond all": lambda: b'{"seite": 1e999999999, "zitat": "a"}',
    "json: backslashes": lambda: b'{"zitat": "' + b"\\\\" * 700_000 + b'"}',
    "json: halves of characters": lambda: b'{"zitat": "' + b"\\ud800" * 200_000 + b'"}',
    "json: a field 1.5 MB long": lambda: json.dumps({"zitat": "a " * (BIG // 2)}).encode(),
    "text: marks": lambda: ("„" * (BIG // 3)).encode(),
    "text: pairs of marks": lambda: ("„a“ " * 200_000).encode(),
    "text: marks in each other": lambda: ("„‚" * 100_000 + "‘“" * 100_000).encode(),
    "text: all kinds of marks": lambda: ("„“”‚‘’»«›\u2039\"'" * 40_000).encode(),
    "text: a word": lambda: b"a" * BIG,
    "text: blanks": lambda: b" " * BIG + b"a",
    "text: empty lines": lambda: b"\n" * BIG + b"a",
    "text: levels of a list": lambda: b"- " * (BIG // 2),
    "text: levels of a citation": lambda: b">" * BIG,
    "text: stars": lambda: b"*" * BIG,
    "text: backticks": lambda: b"`" * BIG,
    "text: brackets": lambda: b"[" * BIG,
    "text: links": lambda: b"[a](" * (BIG // 4),
    "text: pictures in links": lambda: b"![" * (BIG // 2),
    "text: a table": lambda: b"|a" * 40_000 + b"\n" + b"|-" * 40_000,
    "text: 3,000 quotes of a sentence": lambda: (
        "„Wir bauen Wohnungen in jeder Stadt.“ (S. 3)\n" * 3000
    ).encode(),
    "text: a quote of 6,000 letters, 45 times": lambda: (
        ("„" + "Wohnung und Bus " * 370 + "“\n\n").encode() * 45
    ),
    "text: ellipses": lambda: ("„Wir … bauen … “ " * 15_000).encode(),
    "text: numbers": lambda: ("„1.2.3.4.5.6.7.8.9.0“ S. 1–9, " * 9_000).encode(),
    "text: names of parties": lambda: ("SPD, CDU und FDP sagen: „Wir bauen Wohnungen.“ " * 6_000).encode(),
    "text: directions": lambda: ("\u202e„Kein“\u202c " * 60_000).encode(),
    "text: marks over letters": lambda: ("a" + "\u0301" * 1000).encode() * 600,
    "text: zero bytes": lambda: b"\0" * BIG,
    "text: no UTF-8": lambda: b"\xff\xfe\x00\x00" * (BIG // 4),
    "pdf: damaged": lambda: b"%PDF-1.7\n" + b"1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n" * 20_000,
    "pdf: nothing but its sign": lambda: b"%PDF-1.7",
    "pdf: no page": lambda: b"%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF",
}


def _deep(depth: int) -> object:
    value: object = [{"zitat": "a b"}] * 5000
    for _ in range(depth):
        value = {"a": value}
    return value


def mutated(rng: random.Random, data: bytes) -> bytes:
    """Some bytes changed, taken out, or put in twice."""
    made = bytearray(data[: 200_000 + rng.randrange(2_000)])
    for _ in range(rng.randint(1, 8)):
        at, length = rng.randrange(len(made) + 1), rng.randint(1, 64)
        piece = bytes(rng.randrange(256) for _ in range(length))
        way = rng.randrange(3)
        made[at : at + (length if way < 2 else 0)] = piece if way != 1 else b""
        if not made:
            return piece
    return bytes(made)
