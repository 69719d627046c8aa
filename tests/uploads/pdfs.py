"""PDFs that are bombs, lies or ruins."""

import random
from collections.abc import Callable
from functools import cache

from core.base.settings import ROOT
from tests.fuzz.zufall import mutated_bytes
from tests.uploads.bau import A4, FONT, SATZ, flate, page, pdf, stream, text_at, zeros

Make = Callable[[], bytes]

MUTATIONS = 24
CUTS = (0.02, 0.3, 0.6, 0.9, 0.99)


@cache
def demo() -> list[bytes]:
    return [path.read_bytes() for path in sorted((ROOT / "data" / "demo" / "pdf").glob("*.pdf"))]


def _form(calls: str, resources: str) -> bytes:
    return stream(calls.encode(), f"/Type/XObject/Subtype/Form/BBox{A4}/Resources<<{resources}>>")


# --- things in things ---------------------------------------------------------------------------------------


def forms_doubled(depth: int = 28) -> bytes:
    """Each form draws the next one twice."""
    more = {n: _form("/X Do /X Do", f"/XObject<</X {n + 1} 0 R>>") for n in range(6, 6 + depth)}
    more[6 + depth] = _form(SATZ.decode(), "/Font<</F1 5 0 R>>")
    return page("/X Do", resources="/XObject<</X 6 0 R>>", more=more)


def forms_deep(depth: int = 5000) -> bytes:
    more = {n: _form("/X Do", f"/XObject<</X {n + 1} 0 R>>") for n in range(6, 6 + depth)}
    more[6 + depth] = _form(SATZ.decode(), "/Font<</F1 5 0 R>>")
    return page("/X Do", resources="/XObject<</X 6 0 R>>", more=more)


def form_in_itself() -> bytes:
    return page(
        "/X Do", resources="/XObject<</X 6 0 R>>", more={6: _form("/X Do /X Do", "/XObject<</X 6 0 R>>")}
    )


def patterns_doubled() -> bytes:
    def pattern(n: int) -> bytes:
        head = "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 1/YStep 1"
        resources = f"/Pattern<</P {n + 1} 0 R>>"
        return stream(b"/Pattern cs /P scn 0 0 9 9 re f", f"{head}/Resources<<{resources}>>")

    more = {n: pattern(n) for n in range(6, 20)} | {20: pattern(5)}
    return page(SATZ + b"/Pattern cs /P scn 0 0 595 842 re f", resources="/Pattern<</P 6 0 R>>", more=more)


def pattern_of_a_million_tiles() -> bytes:
    head = "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep 0.001/YStep 0.001/Resources<<>>"
    tile = stream(b"0 0 0.5 0.5 re f", head)
    content = SATZ + b"/Pattern cs /P scn 0 0 595 842 re f"
    return page(content, resources="/Pattern<</P 6 0 R>>", more={6: tile})


def masks_doubled() -> bytes:
    def form(n: int) -> bytes:
        resources = f"/ExtGState<</G<</SMask<</S/Luminosity/G {n + 1} 0 R>>>>>>/XObject<</X {n + 1} 0 R>>"
        head = f"/Type/XObject/Subtype/Form/BBox{A4}/Group<</S/Transparency/I true>>"
        return stream(b"/G gs /X Do /X Do", f"{head}/Resources<<{resources}>>")

    more = {n: form(n) for n in range(6, 30)} | {30: _form("0 0 9 9 re f", "")}
    return page(SATZ + b"/X Do", resources="/XObject<</X 6 0 R>>", more=more)


def font_in_itself() -> bytes:
    glyph = stream(b"1000 0 0 0 750 750 d1 BT /F1 1 Tf (aa) Tj ET")
    font = (
        "<</Type/Font/Subtype/Type3/FontBBox[0 0 750 750]/FontMatrix[.001 0 0 .001 0 0]/CharProcs<</a 7 0 R>>"
        "/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[1000]/Resources<</Font<</F1 6 0 "
        "R>>>>>>"
    )
    content = "BT /T 10 Tf 60 700 Td (aaaa) Tj ET"
    return page(content, resources="/Font<</F1 5 0 R/T 6 0 R>>", more={6: font, 7: glyph})


# --- page trees, tables, object streams ---------------------------------------------------------------------


def tree_in_itself() -> bytes:
    return pdf(
        {1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2/Parent 2 0 R>>"}
    )


def tree_deep(depth: int = 3000) -> bytes:
    tree = {n: f"<</Type/Pages/Kids[{n + 1} 0 R]/Count 1/Parent {n - 1} 0 R>>" for n in range(3, 3 + depth)}
    last = 3 + depth
    return pdf(
        {
            1: "<</Type/Catalog/Pages 2 0 R>>",
            2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            **tree,
            last: f"<</Type/Page/Parent {last - 1} 0 R/MediaBox{A4}/Contents {last + 1} 0 R"
            f"/Resources<</Font<</F1 {last + 2} 0 R>>>>>>",
            last + 1: stream(SATZ),
            last + 2: FONT,
        }
    )


def tree_doubled(depth: int = 40) -> bytes:
    """Each node has the next one twice for a child: 2^40 pages."""
    tree = {
        n: f"<</Type/Pages/Kids[{n + 1} 0 R {n + 1} 0 R]/Count {2 ** (2 + depth - n)}>>"
        for n in range(2, 2 + depth)
    }
    return pdf({1: "<</Type/Catalog/Pages 2 0 R>>", **tree, 2 + depth: f"<</Type/Page/MediaBox{A4}>>"})


def pages_lied(count: int) -> bytes:
    return pdf(
        {
            1: "<</Type/Catalog/Pages 2 0 R>>",
            2: f"<</Type/Pages/Kids[3 0 R]/Count {count}>>",
            3: f"<</Type/Page/Parent 2 0 R/MediaBox{A4}/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
            4: stream(SATZ),
            5: FONT,
        }
    )


def pages_many(count: int = 2_000) -> bytes:
    return _same_pages(count, stream(SATZ), "/Font<</F1 5 0 R>>", FONT)


def _same_pages(count: int, content: bytes, resources: str, resource: str | bytes) -> bytes:
    kids = " ".join(f"{n} 0 R" for n in range(6, 6 + count))
    one = f"<</Type/Page/Parent 2 0 R/MediaBox{A4}/Contents 4 0 R/Resources<<{resources}>>>>"
    return pdf(
        {
            1: "<</Type/Catalog/Pages 2 0 R>>",
            2: f"<</Type/Pages/Kids[{kids}]/Count {count}>>",
            4: content,
            5: resource,
            **dict.fromkeys(range(6, 6 + count), one),
        }
    )


def table_in_itself() -> bytes:
    plain = page()
    start = plain.rindex(b"xref\n0")
    return plain.replace(b"/Root 1 0 R", b"/Root 1 0 R/Prev %d" % start)


def table_endless() -> bytes:
    return page().replace(b"xref\n0 6", b"xref\n0 999999999")


def objects_of_a_bomb(size: int = 64 << 20) -> bytes:
    packed = zeros(size, 1)
    bomb = stream(packed, "/Type/ObjStm/N 1000000/First 1000000/Filter/FlateDecode")
    return page(
        more={6: bomb, 7: stream(packed, "/Type/ObjStm/N 99/First 9/Extends 7 0 R/Filter/FlateDecode")}
    )


def length_in_itself() -> bytes:
    return page(more={6: b"<</Length 6 0 R>>\nstream\nx\nendstream"})


# --- bombs in streams ---------------------------------------------------------------------------------------


def content_of_zeros() -> bytes:
    return page(stream(zeros(128 << 20, 2), "/Filter[/FlateDecode/FlateDecode]"))


def content_of_text(size: int = 20 << 20) -> bytes:
    row = b"1 0 0 1 60 700 Tm (Die Landesregierung soll den Wald schuetzen.) Tj\n"
    return page(flate(b"BT /F1 10 Tf\n" + row * (size // len(row)) + b"ET"))


def content_of(operators: bytes, times: int) -> bytes:
    return page(flate(SATZ + operators * times))


def image(width: int, height: int, kind: str) -> bytes:
    size = width * height // 8
    data, filters = {
        "flate": (zeros(min(size, 64 << 20), 1), "/Filter/FlateDecode"),
        "jbig2": (bytes(30), "/Filter/JBIG2Decode"),
        "ccitt": (bytes(1000), f"/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns {width}/Rows {height}>>"),
        "runs": (b"\x81\x00" * 10000, "/Filter/RunLengthDecode"),
        "predictor": (zeros(1 << 20, 1), f"/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns {width}>>"),
        "jpx": (b"\x00\x00\x00\x0cjP  \r\n\x87\n" + bytes(200), "/Filter/JPXDecode"),
    }[kind]
    head = (
        f"/Type/XObject/Subtype/Image/Width {width}/Height {height}/BitsPerComponent 1/ColorSpace/DeviceGray"
    )
    content = SATZ + b"q 595 0 0 842 0 0 cm /I Do Q"
    return page(content, resources="/XObject<</I 6 0 R>>", more={6: stream(data, head + filters)})


def shading_deep() -> bytes:
    parts = {
        n: f"<</FunctionType 3/Domain[0 1]/Functions[{n + 1} 0 R {n + 1} 0 R]/Bounds[.5]/Encode[0 1 0 1]>>"
        for n in range(7, 37)
    }
    parts[37] = "<</FunctionType 2/Domain[0 1]/C0[0 0 0]/C1[1 1 1]/N 1>>"
    shading = "<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 595 842]/Function 7 0 R>>"
    return page(SATZ + b"/S sh", resources="/Shading<</S 6 0 R>>", more={6: shading, **parts})


# --- words --------------------------------------------------------------------------------------------------


def words_over_each_other(count: int = 20_000) -> bytes:
    return page(flate(text_at([(60 + i % 3 * 0.01, 700, "Schatten") for i in range(count)])))


def words_scattered(count: int = 3_000) -> bytes:
    chance = random.Random(3)
    places = [(chance.uniform(20, 560), chance.uniform(20, 820), f"Wort{i}") for i in range(count)]
    return page(flate(text_at(places, 4)))


def words_in_columns(count: int = 6_000) -> bytes:
    return page(flate(text_at([(10 + i % 60 * 9.6, 830 - i // 60 * 8, "ab") for i in range(count)], 3)))


def words_tiny() -> bytes:
    return page(
        flate(text_at([(100 + i % 80 * 0.05, 100 + i // 80 * 0.05, "aa") for i in range(7_000)], 0.05))
    )


def word_endless(length: int = 2_000_000) -> bytes:
    return page(flate(b"BT /F1 1 Tf 60 700 Td (" + b"a" * length + b") Tj ET"))


def letters_meaning(target: str) -> bytes:
    """A font whose letter „A“ means something else."""
    meaning = target.encode("utf-16-be", errors="surrogatepass").hex()
    codes = "1 begincodespacerange <00><ff> endcodespacerange"
    cmap = f"begincmap {codes} 1 beginbfchar <41><{meaning}> endbfchar endcmap"
    font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 7 0 R>>"
    content = SATZ + b"BT /T 10 Tf 60 600 Td (AAAA AAAA) Tj 0 -20 Td (A und AA) Tj ET"
    return page(content, resources="/Font<</F1 5 0 R/T 6 0 R>>", more={6: font, 7: stream(cmap.encode())})


def map_in_itself() -> bytes:
    cmap = stream(b"begincmap 1 beginbfrange <0000><ffff><0000> endbfrange endcmap", "/UseCMap 7 0 R")
    font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 7 0 R>>"
    content = SATZ + b"BT /T 10 Tf 60 600 Td (AAAA) Tj ET"
    return page(content, resources="/Font<</F1 5 0 R/T 6 0 R>>", more={6: font, 7: cmap})


# --- what else a PDF may hold -------------------------------------------------------------------------------


def script() -> bytes:
    return page(
        of_catalog="/OpenAction<</S/JavaScript/JS(while\\(true\\){app.alert\\(1\\)})>>"
        "/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(this.print\\(\\))>>]>>>>"
    )


def program() -> bytes:
    return page(of_catalog="/OpenAction<</S/Launch/F(/bin/sh)/P(-c id)>>")


def attachment() -> bytes:
    names = "/Names<</EmbeddedFiles<</Names[(a.exe)<</Type/Filespec/F(../../a.exe)/EF<</F 6 0 R>>>>]>>>>"
    return page(of_catalog=names, more={6: stream(zeros(64 << 20, 1), "/Filter/FlateDecode")})


def form_of_entities() -> bytes:
    levels = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, 12))
    xml = f'<!DOCTYPE x [<!ENTITY e0 "ha">{levels}]><xdp:xdp>&e11;</xdp:xdp>'
    return page(of_catalog="/AcroForm<</XFA 6 0 R/Fields[]>>", more={6: stream(xml.encode())})


def outline_in_itself() -> bytes:
    return page(
        of_catalog="/Outlines 6 0 R",
        more={
            6: "<</First 7 0 R/Last 7 0 R/Count 1>>",
            7: "<</Title(a)/Next 7 0 R/First 7 0 R/Parent 6 0 R>>",
        },
    )


def layers_in_themselves() -> bytes:
    props = "/OCProperties<</OCGs[6 0 R]/D<</Order[[[[[6 0 R]]]]]/OFF[6 0 R]>>>>"
    content = b"/OC /L BDC " + SATZ + b"EMC"
    more = {6: "<</Type/OCG/Name(a)/Usage 6 0 R>>", 7: "<</Type/OCMD/OCGs[7 0 R]/VE[/Not 7 0 R]>>"}
    return page(content, resources="/Properties<</L 7 0 R>>", of_catalog=props, more=more)


def labels_lied() -> bytes:
    return page(of_catalog=f"/PageLabels<</Nums[0<</S/r/St 2000000000/P({'x' * 100_000})>>]>>")


def annotations_many() -> bytes:
    note = f"<</Type/Annot/Subtype/FreeText/Rect{A4}/Contents(Das steht nicht im Text.)/DA(/F1 9 Tf)>>"
    return page(of_page=f"/Annots[{note * 5000}]")


@cache
def encrypted(password: str) -> bytes:
    from core.wortlaut.reading.mupdf import pymupdf

    document = pymupdf().open(stream=page(), filetype="pdf")
    data: bytes = document.tobytes(
        encryption=pymupdf().PDF_ENCRYPT_AES_256, owner_pw="geheim", user_pw=password
    )
    return data


def scan(pages: int) -> bytes:
    """Pages that are nothing but a picture, of noise."""
    noise = random.Random(5).randbytes(250 * 350 // 8)
    picture = stream(
        noise, "/Type/XObject/Subtype/Image/Width 250/Height 350/BitsPerComponent 1/ColorSpace/DeviceGray"
    )
    return _same_pages(pages, stream(b"q 595 0 0 842 0 0 cm /I Do Q"), "/XObject<</I 5 0 R>>", picture)


def after(name: str, data: bytes) -> Make:
    return lambda: data


def mutation(seed: int) -> bytes:
    chance = random.Random(seed)
    return mutated_bytes(chance, demo())


def _boxes() -> dict[str, Make]:
    boxes = {
        "a-million-wide": "[0 0 1000000 1000000]", "endless": "[0 0 1e38 1e38]", "empty": "[0 0 0 0]",
        "negative": "[100 100 -500 -700]", "thread": "[0 0 1000000 0.01]", "dust": "[0 0 0.001 0.001]",
        "far-away": "[9e8 9e8 900000595 900000842]", "words": "[a b c d]", "short": "[0 0 595]",
        "not-a-number": "[0 0 nan inf]",
    }  # fmt: skip
    return {f"box-{name}": (lambda box=box: page(box=box)) for name, box in boxes.items()}  # type: ignore[misc]


def _contents() -> dict[str, Make]:
    operators = {
        "states": (b"q ", 2_000_000), "brackets": (b"[", 1_000_000), "parentheses": (b"(", 1_000_000),
        "dictionaries": (b"<<", 500_000), "digits": (b"9", 2_000_000), "names": (b"/n", 2_000_000),
        "clips": (b"0 0 99 99 re W n ", 200_000), "texts": (b"BT ", 500_000), "marks": (b"/a BMC ", 500_000),
        "lines": (b"0 0 m 595 842 l 3 9 l S ", 200_000), "curves": (b"9 9 m 1 1 500 800 3 7 c S ", 100_000),
        "dashes": (b"[.0001] 0 d 0 0 m 595 842 l S ", 200), "inline": (b"BI /W 9999 /H 9999 ID ", 1_000),
        "huge-numbers": (b"1e38 0 0 1e38 1e38 1e38 cm ", 100), "pops": (b"Q ", 2_000_000),
        "fonts": (b"/F1 1e30 Tf ", 10_000),
    }  # fmt: skip
    return {
        f"content-of-{name}": (lambda one=one: content_of(*one))  # type: ignore[misc]
        for name, one in operators.items()
    }


def _images() -> dict[str, Make]:
    kinds = ("flate", "jbig2", "ccitt", "runs", "predictor", "jpx")
    return {f"image-{kind}": (lambda kind=kind: image(60_000, 60_000, kind)) for kind in kinds}  # type: ignore[misc]


def _ruins() -> dict[str, Make]:
    made: dict[str, Make] = {}
    for share in CUTS:
        made[f"cut-at-{share:.0%}"] = lambda share=share: demo()[0][: int(share * len(demo()[0]))]  # type: ignore[misc]
    for seed in range(MUTATIONS):
        made[f"mutation-{seed}"] = lambda seed=seed: mutation(seed)  # type: ignore[misc]
    return made


def _texts() -> dict[str, Make]:
    targets = {
        "nul": "\0", "bidi": "\u202eabc\u2066", "surrogate": "\ud800", "long": "x" * 50_000, "newline": "\n",
        "private": "\uf0b7", "nothing": "", "emoji": "\U0001f600", "markup": "<script>alert(1)</script>",
    }  # fmt: skip
    return {f"letter-means-{n}": (lambda t=t: letters_meaning(t)) for n, t in targets.items()}  # type: ignore[misc]


PDFS: dict[str, Make] = {
    "forms-doubled": forms_doubled,
    "forms-deep": forms_deep,
    "form-in-itself": form_in_itself,
    "patterns-doubled": patterns_doubled,
    "pattern-of-a-million-tiles": pattern_of_a_million_tiles,
    "masks-doubled": masks_doubled,
    "font-in-itself": font_in_itself,
    "tree-in-itself": tree_in_itself,
    "tree-deep": tree_deep,
    "tree-doubled": tree_doubled,
    "pages-lied-huge": lambda: pages_lied(2**31 - 1),
    "pages-lied-negative": lambda: pages_lied(-5),
    "pages-lied-many": lambda: pages_lied(1400),
    "pages-none": lambda: pages_lied(0),
    "pages-many": pages_many,
    "table-in-itself": table_in_itself,
    "table-endless": table_endless,
    "table-missing": lambda: pdf({1: "<</Type/Catalog/Pages 2 0 R>>"}, xref=False),
    "catalog-missing": lambda: page(trailer=""),
    "catalog-is-a-page": lambda: page(trailer="/Root 3 0 R"),
    "objects-of-a-bomb": objects_of_a_bomb,
    "length-in-itself": length_in_itself,
    "content-of-zeros": content_of_zeros,
    "content-of-text": content_of_text,
    "shading-deep": shading_deep,
    "words-over-each-other": words_over_each_other,
    "words-scattered": words_scattered,
    "words-in-columns": words_in_columns,
    "words-tiny": words_tiny,
    "word-endless": word_endless,
    "map-in-itself": map_in_itself,
    "script": script,
    "program": program,
    "attachment": attachment,
    "form-of-entities": form_of_entities,
    "outline-in-itself": outline_in_itself,
    "layers-in-themselves": layers_in_themselves,
    "labels-lied": labels_lied,
    "annotations-many": annotations_many,
    "user-unit": lambda: page(of_page="/UserUnit 75000"),
    "turned-by-45": lambda: page(of_page="/Rotate 45"),
    "turned-for-ever": lambda: page(of_page="/Rotate 99999999999"),
    "encrypted": lambda: encrypted("auch"),
    "encrypted-openly": lambda: encrypted(""),
    "encrypted-oddly": lambda: page(trailer="/Root 1 0 R/Encrypt<</Filter/Odd/V 99>>"),
    "scan-too-long": lambda: scan(80),
    "header-only": lambda: b"%PDF-1.7\n",
    "header-in-garbage": lambda: b"x" * 900 + page(),
    "header-of-the-future": lambda: page(head="%PDF-9.9"),
    "header-twice": lambda: page() + page(),
    "zip-and-pdf": lambda: b"PK\x03\x04" + bytes(40) + page(),
    "html-and-pdf": lambda: b"<html><script>1</script><!--" + page() + b"--></html>",
    "newlines-turned": lambda: demo()[0].replace(b"\n", b"\r\n"),
    "as-utf-16": lambda: page().decode("latin-1").encode("utf-16"),
    "without-ends": lambda: page().replace(b"endobj", b"").replace(b"endstream", b""),
    **_boxes(),
    **_contents(),
    **_images(),
    **_texts(),
    **_ruins(),
}
