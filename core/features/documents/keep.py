"""A document kept beside the programmes, from a file or an address, or another version in its place."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from core.base.atomic_files import sha256_of
from core.base.errors import EingabeError, SourceUnrecognised
from core.programme.context import Context
from core.programme.pdf_origins import Fassung, fassung_of, take_fetched
from core.programme.registering import DocumentDetails
from core.programme.web import Web, download, web_of
from core.wortlaut.errors import DashboardError
from core.wortlaut.reading.mupdf import MAX_MB, check_size
from core.wortlaut.records import Art, Quelldokument

ART = {
    Art.KOALITIONSVERTRAG: "Koalitionsvertrag",
    Art.BESCHLUSS: "Beschluss",
    Art.DRUCKSACHE: "Drucksache",
    Art.PROTOKOLL: "Plenarprotokoll",
    Art.GESETZ: "Gesetz",
    Art.STUDIE: "Studie",
    Art.SONSTIGES: "anderes Dokument",
}

Given = bytes | str
"""The bytes of a PDF, or the address where one lies."""


def is_address(text: str) -> bool:
    return text.strip().lower().startswith(("https://", "http://"))


def keep(context: Context, angaben: DocumentDetails, given: Given, web: Web | None = None) -> Quelldokument:
    """A new entry with its PDF, still to be read in; what is refused leaves nothing behind."""
    with _draft(context, given, web) as (draft, fassung):
        if same := _holder_of(context, draft):
            raise EingabeError(
                f"Dieses PDF ist schon da: „{same}“. Ein zweites Mal wird es nicht aufgenommen."
            )
        url = angaben.url or (fassung.url if fassung else "")
        found = context.own_documents.add(context.registry, replace(angaben, url=url))
        try:
            take_fetched(context, found, draft, fassung)
        except (DashboardError, OSError):
            context.own_documents.remove(found.id)
            raise
    return found


def renew(context: Context, id: str, given: Given, web: Web | None = None) -> bool:
    """Another version in place of the one that is there, which stays beside it; False: it is the same."""
    found = find(context, id)
    with _draft(context, given, web) as (draft, fassung):
        here = context.find_pdf(found)
        if here and sha256_of(here) == sha256_of(draft):
            return False
        if same := _holder_of(context, draft):
            raise EingabeError(f"Dieses PDF ist das von „{same}“ und keine Fassung von „{found.name}“.")
        take_fetched(context, found, draft, fassung)
    return True


def find(context: Context, id: str) -> Quelldokument:
    """A kept document; a Programm is none."""
    found = context.registry.find_dokument(id)
    if isinstance(found, Quelldokument):
        return found
    raise EingabeError(
        f"„{found.name}“ ist ein Programm und keine Quelle. Es steht auf der Seite „Programme“."
    )


def owner_of(context: Context, dokument: Quelldokument) -> str:
    """Whose it is: „SPD, CDU“, „Bundesrechnungshof“; empty where nobody was named."""
    names = [context.registry.partei_name(id, dokument.bundesland) for id in dokument.parteien]
    return ", ".join([*names, *([dokument.urheber] if dokument.urheber else [])])


@contextmanager
def _draft(context: Context, given: Given, web: Web | None) -> Iterator[tuple[Path, Fassung | None]]:
    """The PDF in a folder that is gone at the end, and where it was fetched."""
    with context.pdf_folder.room_for_draft() as scratch:
        draft = scratch / "neu.pdf"
        if isinstance(given, bytes):
            check_size("Die Datei", len(given), MAX_MB)
            draft.write_bytes(given)
            yield draft, None
            return
        got = download(web or context.own(web_of), given.strip(), draft)
        if got is None:
            raise SourceUnrecognised(f"{given} gilt als unverändert, wurde hier aber nie geholt.")
        yield draft, fassung_of(got, "von Hand genannte Adresse")


def _holder_of(context: Context, draft: Path) -> str:
    """The name of what has this very PDF, empty where nothing has."""
    size, digest = draft.stat().st_size, sha256_of(draft)
    for one in context.registry.dokumente.values():
        pdf = context.find_pdf(one)
        if pdf and pdf.stat().st_size == size and sha256_of(pdf) == digest:
            return one.name
    return ""
