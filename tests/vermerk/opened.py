"""A DOCX as others see it: its parts, and the pages that LibreOffice makes of it."""

import io
import shutil
import subprocess
import zipfile
from pathlib import Path
from xml.etree import ElementTree as Xml

from core.wortlaut.reading.mupdf import pymupdf
from tests.skips import skip_without

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
PATIENCE = 180


def part(data: bytes, name: str) -> Xml.Element:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return Xml.fromstring(packed.read(name))


def words(element: Xml.Element) -> str:
    return "".join(one.text or "" for one in element.iter(f"{W}t"))


def pages(data: bytes, folder: Path) -> list[str]:
    """The text of every page, one blank between words."""
    office = shutil.which("soffice")
    if office is None:
        skip_without("LibreOffice")
    (folder / "vermerk.docx").write_bytes(data)
    home = f"-env:UserInstallation=file://{folder / 'office'}"
    command = [office, home, "--headless", "--convert-to", "pdf", "--outdir", str(folder), "vermerk.docx"]
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=PATIENCE, check=True)
    assert (folder / "vermerk.pdf").exists(), done.stderr
    with pymupdf().open(folder / "vermerk.pdf") as pdf:
        return [" ".join(page.get_text().split()) for page in pdf]
