"""The real programmes of the test corpus, under the file names the registry has for them."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count, cycle, islice
from pathlib import Path

from core.base.models import UEBERALL, gebiet_of
from core.programme.context import Context
from core.wortlaut.records import Programm
from tests.conftest import KORPUS

OTHER_NAMES = {
    "afd-bund-2025-leitantrag.pdf": "afd-bund-2025.pdf",
    "spd-grundsatz-2007.pdf": "spd-grundsatzprogramm.pdf",
    "fdp-grundsatz-2012.pdf": "fdp-grundsatzprogramm.pdf",
    "linke-grundsatz-2011.pdf": "linke-grundsatzprogramm.pdf",
}


@contextmanager
def workplace() -> Iterator[Path]:
    """A folder with `pdf/` (copies of the corpus: links out of it are refused) and room for an index."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "pdf").mkdir()
        for path in (KORPUS / "programme").glob("*.pdf"):
            shutil.copy(path, folder / "pdf" / OTHER_NAMES.get(path.name, path.name))
        yield folder


def enlarged(context: Context, size: int, folder: Path) -> Context:
    """The same index, with copies of what lies in it under other ids until it holds `size` Programme.

    Of a copy the whole text is there, but only one passage: more is not needed where nothing is searched.
    """
    data_dir = folder / f"data-{size}"
    shutil.copytree(context.settings.data_dir / "registry", data_dir / "registry")
    staende = {id: s for gebiet in ("BUND", UEBERALL) for id, s in context.store.staende(gebiet).items()}
    originals = [context.registry.programme[id] for id in staende if "-kopie-" not in id]
    copies = islice(zip(count(len(staende)), cycle(originals), strict=False), max(0, size - len(staende)))
    larger = Context(replace(context.settings, data_dir=data_dir))
    own = data_dir / "registry" / "programme" / "eigene.toml"
    with larger.store.writing(), own.open("a", encoding="utf-8") as registered:
        for number, programm in copies:
            copy = replace(programm, id=f"{programm.id}-kopie-{number}")
            registered.write(entry_of(copy))
            version = staende[programm.id].version
            for path in context.texte.folder.glob(f"{programm.id}.{version}.*"):
                shutil.copy(path, path.with_name(path.name.replace(programm.id, copy.id, 1)))
            (chunk, *_), gebiet = (
                context.store.chunks_of(gebiet_of(programm), programm.id),
                gebiet_of(programm),
            )
            vectors = context.embedder.embed_documents([chunk.text])
            stand = replace(staende[programm.id], chunks=1)
            own_id = chunk.id.replace(programm.id, copy.id, 1)
            copied = replace(chunk, id=own_id, programm_id=copy.id)
            larger.store.replace(gebiet, copy.id, stand, [copied], vectors)
    return larger


def entry_of(programm: Programm) -> str:
    fields = {
        "name": programm.name,
        "typ": str(programm.typ),
        "partei": programm.partei,
        "bundesland": programm.bundesland,
        "pdf": f"{programm.id}.pdf",
    }
    lines = [f'{name} = "{value}"' for name, value in fields.items() if value]
    lines += [f"jahr = {programm.jahr}", f"gueltig_ab = {programm.gueltig_ab}"]
    return "\n".join(["", f"[{programm.id}]", *lines, ""])
