"""What leaves the house: a Vermerk of 7 parties and 40 quotes, how long it takes, whether it can be read."""

import asyncio
import json
import os
import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
from starlette.applications import Starlette

from core.citations.exact_match import find_quelle
from core.context import Context, default_context
from core.german.sentences import sentences
from core.index.indexing import demo_programme, index_programme
from core.papers.lauf_files import LaufFileForm, exported
from core.programme.source_labels import CITE_PATH
from core.runs.import_laeufe import read_export
from core.runs.store import runstore
from pages.ui.routes import ROUTES
from tests.bench.figures import Figure
from tests.runs.faelschungen import load_export
from tests.vermerk.opened import pages, part

PARTIES, QUOTES = 7, 40
TRIES = 5
SERVICE = "https://spiegel.example.org"
OTHERS = ("SPD", "CDU", "GRÜNE")
"""Beside the four of the demo; their quotes are of programmes of those."""


def measure() -> list[Figure]:
    with _context() as context:
        lauf_id = _stored(context)
        seconds = {form: _seconds(context, lauf_id, form) for form in ("docx", "html", "pdf")}
        data = exported(context, [lauf_id], LaufFileForm.DOCX, SERVICE)
        with tempfile.TemporaryDirectory() as name:
            sheets = pages(data, Path(name))
        links = [one.get("Target", "") for one in part(data, "word/_rels/footnotes.xml.rels")]
        own = [url for url in links if url.startswith(SERVICE)]
        marked, shown = _resolved(own)
        told = len(re.findall(r"/api/zitat/\w+/[^/]+/\d", "".join(sheets).replace(" ", "")))
        return [
            *(
                Figure(f"{form}: {PARTIES} parties, {QUOTES} quotes", s, "s", "≤ 1")
                for form, s in seconds.items()
            ),
            Figure("LibreOffice: pages", len(sheets), "", "≥ 1"),
            Figure("LibreOffice: footnotes with their address", told, "", f"≥ {QUOTES}"),
            Figure("addresses in footnotes", len(own), "", f"≥ {2 * QUOTES}"),
            Figure("… that resolve: page served, quote marked", marked, "", f"≥ {QUOTES}"),
            Figure("… that resolve: page of this quote, proved anew", shown, "", f"≥ {QUOTES}"),
        ]


@contextmanager
def _context() -> Iterator[Context]:
    """The demo, read in; the served routes ask the same one."""
    with tempfile.TemporaryDirectory() as name:
        os.environ.update(CHROMA_DIR=f"{name}/chroma", LAEUFE_DIR=f"{name}/laeufe")
        default_context.cache_clear()
        context = default_context()
        for _ in index_programme(demo_programme(context), context=context):
            pass
        yield context
        runstore(context).close()


def _stored(context: Context) -> str:
    """A file of a Lauf, its quotes replaced by sentences of the demo: reading it in proves every one."""
    file = load_export()
    lauf = file["laeufe"][0]
    names = ["LINDENBUND", "BRÜCKE", "LEUCHTTURM", "MÜHLRAD", *OTHERS]
    lauf["angebot"], lauf["notiz"] = [], []
    whole = next(teil for teil in lauf["teil"] if teil["partei"])
    lauf["teil"] = [lauf["teil"][0], *({**deepcopy(whole), "partei": name} for name in names)]
    score = next(one for one in lauf["score"] if one["typ"] == "wahlprogramm")
    lauf["score"] = [{**score, "partei": name} for name in names]
    lauf["zitat"] = [*_quotes(context, lauf["zitat"][0], names)]
    (lauf_id,) = read_export(runstore(context), json.dumps(file).encode(), context).ids
    bound = sum(zitat.status.is_bound for zitat in runstore(context).load(lauf_id).zitate)
    assert bound == QUOTES, f"{bound} of {QUOTES} quotes are proved"
    return lauf_id


def _quotes(context: Context, row: dict[str, Any], names: list[str]) -> Iterator[dict[str, Any]]:
    found = islice(_sentences(context), QUOTES)
    numbers = dict.fromkeys(names, 0)
    for place, (programm, text) in enumerate(found):
        name = names[place * len(names) // QUOTES]
        said = {**row["eintrag"], "text": text, "emittiert": text, "programm": programm, "partei": name}
        yield {**row, "partei": name, "nummer": numbers[name], "text": text, "eintrag": said}
        numbers[name] += 1


def _sentences(context: Context) -> Iterator[tuple[str, str]]:
    """Of every programme in turn, so many letters long that they prove something."""
    for ids in zip(*(_of(context, one) for one in demo_programme(context)), strict=False):
        yield from ids


def _of(context: Context, programm: str) -> Iterator[tuple[str, str]]:
    quelle = find_quelle(context, programm)
    assert quelle is not None, programm
    strom = quelle.strom
    for teil in strom.absaetze:
        for start, end in sentences(strom.text[teil.start : teil.end]) if teil.art.is_prose else ():
            text = strom.text[teil.start + start : teil.start + end]
            if len(text) > 50 and "\n" not in text:
                yield programm, text


def _seconds(context: Context, lauf_id: str, form: str) -> float:
    """The middle of some; the first has to load what the others find loaded."""
    taken = []
    for _ in range(TRIES):
        begin = time.perf_counter()
        exported(context, [lauf_id], LaufFileForm(form), SERVICE)
        taken.append(time.perf_counter() - begin)
    return sorted(taken)[TRIES // 2]


def _resolved(urls: list[str]) -> tuple[int, int]:
    """How many pages are served with the quote marked, and how many quotes have a page of their own."""
    pictures = [url for url in urls if urlsplit(url).path == CITE_PATH]
    return asyncio.run(_marked(pictures)), asyncio.run(_shown([url for url in urls if url not in pictures]))


async def _marked(urls: list[str]) -> int:
    transport = httpx.ASGITransport(app=Starlette(routes=ROUTES))
    async with httpx.AsyncClient(transport=transport) as client:
        answers = [await client.get(url) for url in urls]
    return sum(one.status_code == 200 and one.headers["X-Highlighted"] == "true" for one in answers)


async def _shown(urls: list[str]) -> int:
    transport = httpx.ASGITransport(app=Starlette(routes=ROUTES))
    async with httpx.AsyncClient(transport=transport) as client:
        answers = [await client.get(url) for url in urls]
    return sum(one.status_code == 200 and "<blockquote" in one.text for one in answers)
