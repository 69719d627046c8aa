"""One known document asked of each source, and what it tells of it compared with what was recorded.

What the tests of this program cannot see is whether the sources still answer as they did; this can.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path

from core.errors import EingabeError, SourceError, SourceRefused, SourceUnrecognised
from core.programme.programme_entries import TomlEntry, read_toml
from core.sources.abgeordnetenwatch import Abgeordnetenwatch
from core.sources.dip import Dip, dip_key
from core.sources.export_xml import XmlNode, nodes_of
from core.sources.http_line import Reply
from core.sources.web import Web, told_gone

FILE = "bekannte-dokumente.toml"
XML_SECONDS = 300.0
"""The recorded document stands near the beginning of 50 MB; the rest is not taken."""

Told = Mapping[str, str]


class OnlineState(StrEnum):
    OK = "wie bekannt"
    DIFFERENT = "antwortet anders"
    REFUSED = "lehnt ab"
    UNREACHABLE = "nicht erreichbar"
    KEY_MISSING = "Schlüssel fehlt"

    @property
    def is_trouble(self) -> bool:
        """Who has no key for a source may not want it."""
        return self not in (OnlineState.OK, OnlineState.KEY_MISSING)


@dataclass(frozen=True, slots=True)
class KnownDocument:
    quelle: str
    nummer: str
    erwartet: Told
    ask: Callable[[], Told]


@dataclass(frozen=True, slots=True)
class OnlineAnswer:
    """`text`: what was expected and what was found, or why nothing was."""

    quelle: str
    nummer: str
    state: OnlineState
    text: str = ""


def known_documents(web: Web, data_dir: Path) -> list[KnownDocument]:
    return [_document(web, entry) for entry in read_toml(data_dir, FILE).tables("dokument", "quelle")]


def ask_source(document: KnownDocument) -> OnlineAnswer:
    state, text = OnlineState.OK, ""
    try:
        text = _differences(document.erwartet, document.ask())
        state = OnlineState.DIFFERENT if text else OnlineState.OK
    except EingabeError as error:
        state, text = OnlineState.KEY_MISSING, str(error)
    except SourceUnrecognised as error:
        state, text = OnlineState.DIFFERENT, str(error)
    except SourceRefused as error:
        state, text = OnlineState.REFUSED, str(error)
    except SourceError as error:
        state, text = OnlineState.UNREACHABLE, str(error)
    return OnlineAnswer(document.quelle, document.nummer, state, text)


def _differences(expected: Told, found: Told) -> str:
    return "; ".join(
        f"{name}: erwartet „{value}“, gefunden „{found.get(name, '')[:200]}“"
        for name, value in expected.items()
        if found.get(name) != value
    )


def _document(web: Web, entry: TomlEntry) -> KnownDocument:
    art, url = entry.choice("art", ASKED), entry.take("adresse", str)
    quelle, number = entry.take("quelle", str), entry.take("nummer", str)
    expected = {name: str(value) for name, value in entry.take("erwartet", dict).items()}
    entry.close()
    return KnownDocument(quelle, number, expected, partial(ASKED[art], web, url, number))


def _of_watch(web: Web, base: str, number: str) -> Told:
    entry = Abgeordnetenwatch(web, base).one(int(number))
    return {
        "Titel": str(entry.get("label")),
        "Wahl": _label(entry.get("parliament_period")),
        "Partei": _label(entry.get("party")),
        "PDF": str(entry.get("file")),
    }


def _label(inner: object) -> str:
    return str(inner.get("label")) if isinstance(inner, dict) else ""


def _of_dip(web: Web, base: str, number: str) -> Told:
    found = Dip(web, dip_key(), base).by_number(number)
    return {"PDF": found.pdf_url or ""} if found else {}


def _of_pardok(web: Web, url: str, number: str) -> Told:
    return web.ask(url, lambda reply: _in_export(reply, number), seconds=XML_SECONDS)


def _in_export(reply: Reply, number: str) -> Told:
    if reply.status != 200:
        raise told_gone(reply)
    for matter in nodes_of(reply.body, "Export", "Vorgang"):
        for paper in matter.all("Dokument"):
            if paper.value("DBID") == number:
                return _paper(paper)
    return {}


def _paper(paper: XmlNode) -> Told:
    names = {"Drucksache": "DokNr", "Datum": "DokDat", "Art": "DokTypL", "Urheber": "Urheber"}
    return {name: paper.value(field) for name, field in names.items()}


def _of_pdf(web: Web, url: str, number: str) -> Told:
    return web.ask(url, _kind)


def _kind(reply: Reply) -> Told:
    if reply.status != 200:
        raise told_gone(reply)
    is_pdf = b"%PDF-" in next(reply.body, b"")[:1024]
    return {"Art": "PDF" if is_pdf else reply.headers.get("content-type", "nicht genannt")}


ASKED: dict[str, Callable[[Web, str, str], Told]] = {
    "abgeordnetenwatch": _of_watch,
    "dip": _of_dip,
    "pardok": _of_pardok,
    "pdf": _of_pdf,
}
