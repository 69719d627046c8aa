"""Readings as a project that programmes for qualitative analysis open: REFI-QDA 1.0, a `.qdpx`.

Written by hand: the one kept package (pyrefiqda) is a parser, and would bring xsdata along for these few
elements. Order of elements and attributes as the schema has them („urn:QDA-XML:project:1.0“, 2019).
"""

import io
import re
import stat
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from uuid import NAMESPACE_URL, uuid5
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from core.context import Context
from core.models import Typ
from core.programme.registry import partei_label
from core.runs.lauf import Lauf
from core.runs.store import Runstore
from core.second_reading.coded_sources import CodedPdf, CodedQuote, CodedSources, coded_sources
from core.second_reading.readings import (
    TITLE,
    Readings,
    ReadUnit,
    UnitKey,
    Value,
    Variable,
    reader_told,
    settled_value,
    value_told,
)
from core.version import VERSION

XML_SPACE = "urn:QDA-XML:project:1.0"
ORIGIN = "Antragsspiegel"
PARTEI, SETTLED = "Partei", "Festgelegt"
NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
SHORT = 80

Coded = tuple[str, str, Value]
"""Who, under which heading, what."""


def project_file(context: Context, store: Runstore, readings: Readings) -> tuple[bytes, int]:
    """The file, and how many bound quotes are not in it since their PDF is not at hand as it was read."""
    laeufe = [store.load(one.id) for one in readings.laeufe]
    sources = coded_sources(context, laeufe)
    return _zipped(_Project(context, readings, sources).files()), sources.left_out


def guid(*parts: object) -> str:
    """The same for the same thing, so that a project can be merged with an earlier one of it."""
    return str(uuid5(NAMESPACE_URL, "antragsspiegel:" + " ".join(ascii(part) for part in parts)))


def _zipped(files: Mapping[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            member = zipfile.ZipInfo(path)
            member.create_system, member.external_attr = 3, (stat.S_IFREG | 0o644) << 16
            member.compress_type = zipfile.ZIP_STORED if path.endswith(".pdf") else zipfile.ZIP_DEFLATED
            archive.writestr(member, data)
    return made.getvalue()


def _clean(text: str) -> str:
    """What no XML may hold becomes another letter, so that every place stays where it is."""
    return NO_XML.sub("\ufffd", text).replace("\r", "\n")


def _moment(value: datetime) -> str:
    return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class _Project:
    """One project while it is put together: codes are noted as they are used, and stand first."""

    def __init__(self, context: Context, readings: Readings, sources: CodedSources) -> None:
        self._registry = context.registry
        self._sources = sources
        self._codes: dict[str, dict[str, str]] = {}
        self._users: dict[str, str] = {}
        self._units: dict[tuple[str, str, str | int], list[ReadUnit]] = {}
        for unit in readings.units:
            key = unit.key
            self._units.setdefault((key.lauf_id, key.partei, _place(key)), []).append(unit)
        self._own = self._user(ORIGIN)

    def files(self) -> dict[str, bytes]:
        part = Element("Sources")
        texts: dict[str, bytes] = {}
        for lauf in self._sources.laeufe:
            self._antrag(part, lauf)
            texts[f"sources/{guid('antrag', lauf.id)}.txt"] = _clean(lauf.antrag.text).encode()
        for pdf in self._sources.pdfs:
            self._pdf(part, pdf)
            texts[f"sources/{guid('pdf', pdf.programm_id)}.pdf"] = pdf.data
            texts[f"sources/{guid('text', pdf.programm_id)}.txt"] = _clean(pdf.text).encode()
        return {"project.qde": self._whole(part), **texts}

    def _whole(self, sources: Element) -> bytes:
        started = max(lauf.created for lauf in self._sources.laeufe) if self._sources.laeufe else None
        head = {"name": "Zweitlesung", "origin": f"{ORIGIN} {VERSION}", "creatingUserGUID": self._own}
        root = Element("Project", {"xmlns": XML_SPACE, **head})
        if started:
            root.set("creationDateTime", _moment(started))
        users = SubElement(root, "Users")
        for name, key in self._users.items():
            SubElement(users, "User", {"guid": key, "name": _clean(name)})
        codes = SubElement(SubElement(root, "CodeBook"), "Codes")
        for heading, own in self._codes.items():
            marks = {"guid": guid("code", heading), "name": heading, "isCodable": "false"}
            parent = SubElement(codes, "Code", marks)
            for name, key in own.items():
                SubElement(parent, "Code", {"guid": key, "name": _clean(name), "isCodable": "true"})
        if len(sources):
            root.append(sources)
        if missing := self._sources.left_out:
            told = f"{missing} belegte Zitate fehlen: Ihr PDF liegt nicht mehr so vor, wie es gelesen wurde."
            SubElement(root, "Description").text = told
        indent(root)
        written: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
        return written

    # --- sources --------------------------------------------------------------------------------------------

    def _antrag(self, sources: Element, lauf: Lauf) -> None:
        """What was said of points is said of the Antrag as a whole, and names party and Programm."""
        key = guid("antrag", lauf.id)
        name = f"{lauf.antrag.drucksache or lauf.antrag.titel or 'Antrag'} (Lauf {lauf.id})"
        marks = {"guid": key, "name": _clean(name)[:SHORT], "plainTextPath": f"internal://{key}.txt"}
        part = SubElement(sources, "TextSource", {**marks, "creatingUser": self._own})
        for (lauf_id, partei, place), units in self._units.items():
            if lauf_id == lauf.id and isinstance(place, str):
                about = f"{partei_label(self._registry, partei)}, {Typ(place).title()}: "
                self._code_all(part, (key, partei, place), units, about)

    def _pdf(self, sources: Element, pdf: CodedPdf) -> None:
        key, text = guid("pdf", pdf.programm_id), guid("text", pdf.programm_id)
        marks = {"guid": key, "name": _clean(pdf.name), "path": f"internal://{key}.pdf"}
        part = SubElement(sources, "PDFSource", {**marks, "creatingUser": self._own})
        for quote in pdf.quotes:
            for number, (page, *edges) in enumerate(quote.rectangles):
                self._rectangle(part, quote, (key, number), page, edges)
        marks = {"guid": text, "name": _clean(pdf.name), "plainTextPath": f"internal://{text}.txt"}
        whole = SubElement(part, "Representation", {**marks, "creatingUser": self._own})
        for quote in pdf.quotes:
            for start, end in quote.spans:
                place = (text, quote.lauf_id, quote.partei, quote.number, start)
                marks = {"guid": guid("span", *place), "name": _clean(pdf.text[start:end])[:SHORT]}
                limits = {"startPosition": str(start), "endPosition": str(end)}
                found = SubElement(
                    whole, "PlainTextSelection", {**marks, **limits, "creatingUser": self._own}
                )
                self._code_quote(found, place, quote)

    def _rectangle(
        self, part: Element, quote: CodedQuote, where: tuple[str, int], page: int, edges: Iterable[int]
    ) -> None:
        place = (*where, quote.lauf_id, quote.partei, quote.number, page)
        names = ("firstX", "firstY", "secondX", "secondY")
        marks = {"guid": guid("rectangle", *place), "name": _clean(quote.text)[:SHORT], "page": str(page)}
        limits = {name: str(edge) for name, edge in zip(names, edges, strict=True)}
        found = SubElement(part, "PDFSelection", {**marks, **limits, "creatingUser": self._own})
        words = SubElement(found, "Representation", {"guid": guid("words", *place)})
        SubElement(words, "PlainTextContent").text = _clean(quote.text)
        self._code_quote(found, place, quote)

    # --- codes ----------------------------------------------------------------------------------------------

    def _code_quote(self, part: Element, place: tuple[object, ...], quote: CodedQuote) -> None:
        self._code(part, place, self._own, PARTEI, partei_label(self._registry, quote.partei))
        units = self._units.get((quote.lauf_id, quote.partei, quote.number), [])
        self._code_all(part, place, units)

    def _code_all(
        self, part: Element, place: tuple[object, ...], units: Iterable[ReadUnit], about: str = ""
    ) -> None:
        for unit in units:
            for who, heading, value in _coded(unit):
                told = f"{about}{_with_forderung(unit.key, value)}"
                self._code(part, (*place, unit.key), self._user(who), heading, told)

    def _code(self, part: Element, place: tuple[object, ...], user: str, heading: str, name: str) -> None:
        own = self._codes.setdefault(heading, {})
        code = own.setdefault(name, guid("code", heading, name))
        marks = {"guid": guid("coding", *place, user, code), "creatingUser": user}
        SubElement(SubElement(part, "Coding", marks), "CodeRef", {"targetGUID": code})

    def _user(self, name: str) -> str:
        return self._users.setdefault(name, guid("user", name))


def _place(key: UnitKey) -> str | int:
    """The number of the quote; of points the kind of Programm."""
    return key.typ if key.zitat is None else key.zitat


def _coded(unit: ReadUnit) -> Iterator[Coded]:
    """Of each reader what was said blind, and what was settled last."""
    for name, value in unit.said.items():
        yield reader_told(name), TITLE[unit.key.variable], value
    for last in unit.settled[-1:]:
        yield last.name, SETTLED, settled_value(last)


def _with_forderung(key: UnitKey, value: Value) -> str:
    """One code for each verdict and Forderung: a quote may support one and contradict another."""
    about = f" (zu Forderung {key.forderung})" if key.forderung and key.variable is Variable.TRAEGT else ""
    return f"{value_told(value)}{about}"
