"""The template that a Vermerk is filled into: our one style, kept as the parts of a DOCX.

It holds placeholders: some stand within a line („Drucksache {{drucksache}}“), some alone in a paragraph and
become tables and text.
"""

import io
import zipfile
from pathlib import Path

FOLDER = Path(__file__).parent / "vorlage"
DOCUMENT = "word/document.xml"
MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
CONTENT_TYPES = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    f'<Override PartName="/{DOCUMENT}" ContentType="{MAIN}"/>'
    "{}</Types>"
)
PART = (
    '<Override PartName="/word/{0}{1}.xml"'
    ' ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.{0}+xml"/>'
)
RELATIONS = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'
)
RELATION = (
    '<Relationship Id="rId{0}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{1}"'
    ' Target="{2}"/>'
)
PARTS = (("styles", ""), ("settings", ""), ("footer", "1"))


def default_template() -> bytes:
    """As a DOCX."""
    links = [RELATION.format(n, kind, f"{kind}{end}.xml") for n, (kind, end) in enumerate(PARTS, start=1)]
    files = {
        "[Content_Types].xml": CONTENT_TYPES.format("".join(PART.format(*part) for part in PARTS)),
        "_rels/.rels": RELATIONS.format(RELATION.format(1, "officeDocument", DOCUMENT)),
        "word/_rels/document.xml.rels": RELATIONS.format("".join(links)),
    }
    for name in ("document", *(f"{kind}{end}" for kind, end in PARTS)):
        files[f"word/{name}.xml"] = (FOLDER / f"{name}.xml").read_text(encoding="utf-8")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in files.items():
            packed.writestr(name, text)
    return out.getvalue()
