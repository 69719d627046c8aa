"""PDFs written object by object, so that any of them can be wrong."""

import zlib
from collections.abc import Mapping

A4 = "[0 0 595 842]"
FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
SATZ = b"BT /F1 10 Tf 60 700 Td (Die Landesregierung wird aufgefordert, den Wald zu schuetzen.) Tj ET\n"


def stream(data: bytes, head: str = "") -> bytes:
    return f"<<{head}/Length {len(data)}>>\nstream\n".encode() + data + b"\nendstream"


def flate(data: bytes, times: int = 1, head: str = "") -> bytes:
    for _ in range(times):
        data = zlib.compress(data, 9)
    return stream(data, f"{head}/Filter[{'/FlateDecode' * times}]")


def zeros(size: int, times: int) -> bytes:
    """So many zeros, compressed several times: each time a thousandth is left."""
    packer = zlib.compressobj(9)
    block, parts = bytes(1 << 20), []
    for _ in range(size >> 20):
        parts.append(packer.compress(block))
    data = b"".join([*parts, packer.flush()])
    for _ in range(times - 1):
        data = zlib.compress(data, 9)
    return data


def pdf(
    objects: Mapping[int, str | bytes],
    trailer: str = "/Root 1 0 R",
    xref: bool = True,
    head: str = "%PDF-1.7",
) -> bytes:
    """These objects as a file, with a table of where they are."""
    result, places = bytearray(f"{head}\n".encode()), {}
    for number, body in objects.items():
        places[number] = len(result)
        result += f"{number} 0 obj\n".encode()
        result += body if isinstance(body, bytes) else body.encode()
        result += b"\nendobj\n"
    start, size = len(result), max(places) + 1
    if xref:
        result += f"xref\n0 {size}\n0000000000 65535 f \n".encode()
        for number in range(1, size):
            place = places.get(number)
            row = f"{place:010} 00000 n \n" if place is not None else "0000000000 65535 f \n"
            result += row.encode()
    result += f"trailer\n<</Size {size}{trailer}>>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(result)


def page(
    content: bytes | str = SATZ,
    *,
    box: str = A4,
    resources: str = "",
    more: Mapping[int, str | bytes] | None = None,
    of_page: str = "",
    of_catalog: str = "",
    trailer: str = "/Root 1 0 R",
    head: str = "%PDF-1.7",
) -> bytes:
    """A PDF of one page; its content is object 4, a font object 5, others begin at 6."""
    data = content.encode() if isinstance(content, str) else content
    return pdf(
        {
            1: f"<</Type/Catalog/Pages 2 0 R{of_catalog}>>",
            2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            3: f"<</Type/Page/Parent 2 0 R/MediaBox{box}/Contents 4 0 R"
            f"/Resources<</Font<</F1 5 0 R>>{resources}>>{of_page}>>",
            4: data if data.startswith(b"<<") else stream(data),
            5: FONT,
            **(more or {}),
        },
        trailer,
        head=head,
    )


def text_at(words: list[tuple[float, float, str]], size: float = 10) -> bytes:
    rows = [f"1 0 0 1 {x:.1f} {y:.1f} Tm ({text}) Tj" for x, y, text in words]
    return "\n".join([f"BT /F1 {size} Tf", *rows, "ET"]).encode("cp1252")
