"""Ways to forge a Prüfakte: as a patient forger leaves it, on the enclosed page, and in the ZIP around it."""

import json
import stat
import struct
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from core.base.errors import AkteBroken
from core.features.papers.bag import TAGS, as_bag, read_bag, zipped
from core.features.papers.bundle import overview_page
from core.features.papers.contents import OVERVIEW, bag_info, read_contents

Entry = dict[str, Any]
Change = Callable[[dict[str, bytes]], object]
INVENTED = "Wir schaffen die Schwerkraft im ganzen Land bis 2031 ab."
TEIL = "teile/01-bruecke/teil.json"
ANSWER = "teile/01-bruecke/antwort.txt"
WORDS = "programme/bruecke-demo-2024/woerter.bin"
FOLDER = "pruefakte"


def payload_of(data: bytes) -> dict[str, bytes]:
    return dict(read_bag(data).payload)


def forged(data: bytes, change: Change) -> bytes:
    """As a patient forger leaves it: overview and every sum are made anew after the change.

    Where nobody can read it any more, the overview is left.
    """
    payload = payload_of(data)
    change(payload)
    try:
        contents = read_contents(payload)
    except AkteBroken:
        return resealed(data, change)
    payload[OVERVIEW] = overview_page(contents).encode()
    return zipped(FOLDER, as_bag(payload, bag_info(contents.lauf)))


def resealed(data: bytes, change: Change) -> bytes:
    """Only the sums of the bag are made anew."""
    payload = payload_of(data)
    told = bag_info(read_contents(payload).lauf)
    change(payload)
    return zipped(FOLDER, as_bag(payload, told))


def replaced(path: str, old: str, new: str) -> Change:
    def change(payload: dict[str, bytes]) -> None:
        assert old.encode() in payload[path], (path, old)
        payload[path] = payload[path].replace(old.encode(), new.encode())

    return change


def change_json(path: str, edit: Callable[[Entry], object]) -> Change:
    def change(payload: dict[str, bytes]) -> None:
        content = json.loads(payload[path])
        edit(content)
        payload[path] = json.dumps(content).encode()

    return change


def first_bound(payload: dict[str, bytes]) -> Entry:
    zitate = json.loads(payload[TEIL])["zitate"]
    return next(one for one in zitate if "status" in one["eintrag"])


def misquote(payload: dict[str, bytes]) -> None:
    """One letter of a quote, and of all that leads to it: text, passages, question, answer, entry."""
    wording = str(first_bound(payload)["eintrag"]["text"])
    word = max(wording.strip(".").split(), key=len)
    other = word[:3] + ("x" if word[3] != "x" else "y") + word[4:]
    for path, data in payload.items():
        if path.endswith((".txt", ".json")):
            payload[path] = data.replace(word.encode(), other.encode())


def swap_pages(payload: dict[str, bytes]) -> None:
    """Another page under the name of the quoted one."""
    eintrag = first_bound(payload)["eintrag"]
    folder = f"programme/{eintrag['programm']}"
    wanted = f"{folder}/seite-{eintrag['seiten'][0]:04d}.pdf"
    other = next(p for p in sorted(payload) if p.startswith("programme/muehlrad") and p.endswith(".pdf"))
    payload[wanted] = payload[other]


def answer_more(payload: dict[str, bytes]) -> None:
    path = "teile/01-bruecke/antwort.txt"
    payload[path] = payload[path].replace(INVENTED.encode(), b"Wir schaffen etwas ganz anderes endlich ab.")


def believe_the_dropped(content: Entry) -> None:
    """What was dropped is said to be bound where another quote is."""
    bound = next(one for one in content["zitate"] if "status" in one["eintrag"])
    dropped = next(one for one in content["zitate"] if "grund" in one["eintrag"])
    dropped["eintrag"] = {**bound["eintrag"], "text": INVENTED, "emittiert": INVENTED}


def first(content: Entry) -> Entry:
    zitat: Entry = next(one for one in content["zitate"] if "status" in one["eintrag"])
    return zitat


def invent_a_teil(payload: dict[str, bytes]) -> None:
    """Quotes and points of no party, which no answer has."""
    teil = {**json.loads(payload[TEIL]), "partei": "", "passagen": [], "nachrichten": []}
    payload["teile/99-antrag/teil.json"] = json.dumps(teil).encode()
    payload["teile/99-antrag/antwort.txt"] = b""
    change_json("lauf.json", lambda content: content["teile"].append("99-antrag"))(payload)


FORGERIES: dict[str, tuple[Change, str]] = {
    "a letter of a quote everywhere": (misquote, "Der Wortlaut steht so nicht auf"),
    "another page": (swap_pages, "Der Wortlaut steht so nicht auf"),
    "another answer": (answer_more, "folgt etwas anderes"),
    "a dropped quote bound": (
        change_json(TEIL, believe_the_dropped),
        "steht im beigelegten Text etwas anderes",
    ),
    "a quote left out": (change_json(TEIL, lambda c: c["zitate"].pop()), "hat 4 Zitate, die Akte 3"),
    "other points": (
        change_json(TEIL, lambda c: c["punkte"][0].update(score=9.0)),
        "Punkte oder Begründung sind nicht die der rohen Antwort",
    ),
    "a coverage over the points": (
        change_json(TEIL, lambda c: c["punkte"][0].update(nah=3, von=3)),
        "Punkte oder Begründung sind nicht die der rohen Antwort",
    ),
    "quotes of no party": (invent_a_teil, "aus denen sie folgen"),
    "points told twice": (replaced(TEIL, '"score": 7.0', '"score": 0.0, "score": 7.0'), f"Fehler: {TEIL}"),
    "a title told twice": (
        replaced("lauf.json", '"titel":', '"titel":"Ein anderer","titel":'),
        "Fehler: lauf.json",
    ),
    "no number": (
        change_json(TEIL, lambda c: c["passagen"][-1]["angebot"].update(similarity=float("nan"))),
        f"Fehler: {TEIL}",
    ),
    "more than all numbers": (
        change_json("lauf.json", lambda c: c["parameter"].update(temperature=float("inf"))),
        "Fehler: lauf.json",
    ),
    "bytes behind the words": (
        lambda payload: payload.update({WORDS: payload[WORDS] + b"more"}),
        f"Fehler: {WORDS}",
    ),
    "another status": (
        change_json(TEIL, lambda c: first(c)["eintrag"].update(status="angeglichen")),
        "folgt etwas anderes",
    ),
    "another page number": (
        change_json(TEIL, lambda c: first(c)["eintrag"].update(gedruckt=["99"])),
        "gedruckte Seitenzahl",
    ),
    "another party": (
        change_json(TEIL, lambda c: first(c)["eintrag"].update(partei="MÜHLRAD")),
        "Die Quellenangabe ist",
    ),
    "a proof spared": (
        change_json(TEIL, lambda c: first(c).update(offen="Das PDF fehlt leider.")),
        "Nicht nachgewiesen: Die Brücke, Zitat 1: Das PDF fehlt leider.",
    ),
    "a passage that was not sent": (
        change_json(TEIL, lambda c: c["nachrichten"][-1].update(content="[Q1]")),
        "steht nicht in der beigelegten Anfrage",
    ),
    "a passage of elsewhere": (
        change_json(TEIL, lambda c: c["passagen"][0].update(stelle=[0, 50])),
        "steht nicht so an ihrer Stelle",
    ),
    "a stranger": (
        lambda payload: payload.update({"beweis.txt": b"Alles wahr."}),
        "gehört in keine Prüfakte",
    ),
    "a page that nobody quotes": (
        lambda payload: payload.update({"programme/bruecke-demo-2024/seite-0099.pdf": b"%PDF-1.7"}),
        "gehört in keine Prüfakte",
    ),
    "no messages": (
        change_json(TEIL, lambda c: c.update(nachrichten=[])),
        "Was an das Modell gesendet wurde",
    ),
    "messages without words": (
        change_json(TEIL, lambda c: [one.update(content=" ") for one in c["nachrichten"]]),
        "Was an das Modell gesendet wurde",
    ),
    "the last word without a place": (
        lambda payload: payload.update({WORDS: payload[WORDS][:-13]}),
        "nicht jedes Wort hat seine Stelle",
    ),
    "the first word without a place": (
        lambda payload: payload.update({WORDS: payload[WORDS][13:]}),
        "nicht jedes Wort hat seine Stelle",
    ),
    "a word in the midst without a place": (
        lambda payload: payload.update({WORDS: payload[WORDS][:1300] + payload[WORDS][1313:]}),
        "nicht jedes Wort hat seine Stelle",
    ),
    "a party under another name": (change_json(TEIL, lambda c: c.update(name="SPD")), "heißt nicht so"),
    "a failure of what did not fail": (
        change_json(TEIL, lambda c: c.update(fehler="Die Partei lehnt ab.")),
        "hat keine Fehlermeldung",
    ),
    "another title in the Antrag": (
        change_json("antrag.json", lambda c: c["antrag"].update(titel="Anders")),
        "Der Titel ist ein anderer",
    ),
    "another file of a page": (
        lambda payload: payload.update({min(p for p in payload if p.endswith(".pdf")): b"%PDF-1.7 kaputt"}),
        "ist beschädigt und lässt sich nicht öffnen",
    ),
}


# --- the page for people, which says what the files do not --------------------------------------------------


def as_if_by_another_version(payload: dict[str, bytes]) -> None:
    payload["lauf.json"] = payload["lauf.json"].replace(
        f'"antragsspiegel": "{_version(payload)}"'.encode(), b'"antragsspiegel": "9.9"'
    )


def _version(payload: dict[str, bytes]) -> str:
    return str(json.loads(payload["lauf.json"])["geschrieben_mit"]["antragsspiegel"])


def other_words(payload: dict[str, bytes]) -> None:
    wording = str(first_bound(payload)["eintrag"]["text"]).encode()
    payload[OVERVIEW] = payload[OVERVIEW].replace(wording, INVENTED.encode())


def a_script(payload: dict[str, bytes]) -> None:
    payload[OVERVIEW] = payload[OVERVIEW].replace(b"</body>", b"<script>alert(1)</script></body>")


def both(*changes: Change) -> Change:
    def change(payload: dict[str, bytes]) -> None:
        for one in changes:
            one(payload)

    return change


LYING_PAGES: dict[str, Change] = {
    "the page quotes an invented sentence": other_words,
    "the same, said to be of another version": both(as_if_by_another_version, other_words),
    "a script on the page, said to be of another version": both(as_if_by_another_version, a_script),
    "a script on the page": a_script,
    "other points on the page": lambda payload: payload.update(
        {OVERVIEW: payload[OVERVIEW].replace(b"7 von 10", b"9 von 10")}
    ),
    "other points there, said to be of another version": both(
        as_if_by_another_version,
        lambda payload: payload.update({OVERVIEW: payload[OVERVIEW].replace(b"7 von 10", b"9 von 10")}),
    ),
    "a comment in the page": lambda payload: payload.update({OVERVIEW: payload[OVERVIEW] + b"<!-- -->"}),
    "an empty page": lambda payload: payload.update({OVERVIEW: b""}),
    "no page": lambda payload: payload.pop(OVERVIEW),
    "no page, said to be of another version": both(
        as_if_by_another_version, lambda payload: payload.pop(OVERVIEW)
    ),
    "another title in the head alone": change_json(
        "lauf.json", lambda content: content.update(titel="Anders")
    ),
}
"""Sums are made anew, the page is left as it was changed."""


# --- the ZIP around the files -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Member:
    """A file of a ZIP as its own header has it, and as the list at the end has it where that is another."""

    name: str
    data: bytes
    mode: int = stat.S_IFREG | 0o644
    extra: bytes = b""
    listed: Mapping[str, int] = field(default_factory=dict)
    before: bytes = b""


def packed(members: list[Member], prefix: bytes = b"", behind: bytes = b"", tail: bytes = b"") -> bytes:
    """By hand, for Python's own writer makes no ZIP that says two things."""
    made, listed = bytearray(prefix), bytearray()
    for one in members:
        made += one.before
        offset, name = len(made), one.name.encode()
        crc = zipfile.crc32(one.data)
        told = {"flags": 0x800, "kind": 0, "crc": crc, "packed": len(one.data), "size": len(one.data)}
        made += _local(told, name, one.extra) + one.data
        told |= dict(one.listed)
        listed += struct.pack(
            "<4s6H3I5H2I", b"PK\x01\x02", 0x314, 20, told["flags"], told["kind"], 0, 33, told["crc"],
            told["packed"], told["size"], len(name), len(one.extra), 0, 0, 0, one.mode << 16, offset,
        )  # fmt: skip
        listed += name + one.extra
    made += behind
    start = len(made)
    end = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, len(members), len(members), len(listed), start, 0)
    return bytes(made + listed + tail + end)


def _local(told: Mapping[str, int], name: bytes, extra: bytes) -> bytes:
    head = struct.pack(
        "<4s5H3I2H", b"PK\x03\x04", 20, told["flags"], told["kind"], 0, 33, told["crc"], told["packed"],
        told["size"], len(name), len(extra),
    )  # fmt: skip
    return head + name + extra


def members_of(data: bytes) -> list[Member]:
    bag = read_bag(data)
    return [Member(f"{bag.name}/{path}", content) for path, content in bag.files.items()]


def _with(data: bytes, *more: Member, at: int | None = None) -> bytes:
    members = members_of(data)
    place = len(members) if at is None else at
    return packed([*members[:place], *more, *members[place:]])


def _changed(data: bytes, path: str, **changes: Any) -> bytes:
    return packed(
        [replace(one, **changes) if one.name.endswith(f"/{path}") else one for one in members_of(data)]
    )


def _hidden(data: bytes) -> bytes:
    """A whole member between two others that no list has: who reads from the start finds it."""
    lie = b"Die Akte ist falsch."
    told = {"flags": 0x800, "kind": 0, "crc": zipfile.crc32(lie), "packed": len(lie), "size": len(lie)}
    return _changed(data, "bagit.txt", before=_local(told, b"pruefakte/data/LIES-MICH.html", b"") + lie)


def _unicode_path(name: str, shown: str) -> bytes:
    body = b"\x01" + struct.pack("<I", zipfile.crc32(name.encode())) + shown.encode()
    return struct.pack("<2H", 0x7075, len(body)) + body


def _name(data: bytes, path: str) -> str:
    return f"{read_bag(data).name}/{path}"


def _tagged(data: bytes, path: str, content: bytes) -> bytes:
    """One more file beside the others of the bag, with its sum."""
    files = dict(read_bag(data).files) | {path: content}
    tags = sorted(one for one in files if not one.startswith("data/") and one != TAGS)
    lines = (f"{sha256(files[one]).hexdigest()}  {one}\n" for one in tags)
    return zipped(FOLDER, {**files, TAGS: "".join(lines).encode()})


ZIP64 = struct.pack("<2H2Q", 1, 16, 10, 10)

ZIPS: dict[str, Callable[[bytes], bytes]] = {
    "repacked by hand, which is none": lambda data: packed(members_of(data)),
    "a program before the ZIP": lambda data: b"MZ" + data,
    "a program before the ZIP, its places mended": lambda data: packed(members_of(data), prefix=b"MZ\x90"),
    "a web page before the ZIP": lambda data: b"<html><p>Alles wahr</p><!--" + data,
    "bytes behind the files": lambda data: packed(members_of(data), behind=b"<html>"),
    "bytes behind the list": lambda data: packed(members_of(data), tail=b"<html>"),
    "bytes behind the end": lambda data: data + b"<html>",
    "bytes between two files": lambda data: _changed(data, "bagit.txt", before=b"<html>"),
    "a file that no list has": _hidden,
    "a name twice, the last one counts": lambda data: _with(
        data, Member(_name(data, f"data/{OVERVIEW}"), b"<p>Alles wahr</p>")
    ),
    "a name twice, the first one counts": lambda data: _with(
        data, Member(_name(data, f"data/{OVERVIEW}"), b"<p>Alles wahr</p>"), at=0
    ),
    "a name in capitals": lambda data: _with(
        data, Member(_name(data, "data/lies-mich.HTML"), b"<p>Falsch</p>")
    ),
    "a folder's name in capitals": lambda data: _with(
        data, Member(_name(data, f"DATA/{OVERVIEW}"), b"<p>Falsch</p>")
    ),
    "a name with letters that look alike": lambda data: _with(
        data, Member(_name(data, "data/L\u0406ES-MICH.html"), b"<p>Falsch</p>")
    ),
    "a name with wide letters": lambda data: _with(
        data, Member(_name(data, "data/\uff2cIES-MICH.html"), b"<p>Falsch</p>")
    ),
    "a name that ends with a dot": lambda data: _with(data, Member(_name(data, f"data/{OVERVIEW}."), b"x")),
    "a name with a NUL": lambda data: _with(data, Member(_name(data, f"data/{OVERVIEW}\0.txt"), b"x")),
    "a file more": lambda data: _with(data, Member(_name(data, "data/beweis.txt"), b"Alles wahr.")),
    "a file more in another folder": lambda data: _with(data, Member("andere/beweis.txt", b"Alles wahr.")),
    "a file more beside the bag's own, with its sum": lambda data: _tagged(
        data, "ERGEBNIS.html", b"<p>Alles wahr</p>"
    ),
    "a list of files to fetch, with its sum": lambda data: _tagged(
        data, "fetch.txt", b"https://example.org/a 5 data/a.txt\n"
    ),
    "more in the bag's own words, with its sum": lambda data: _tagged(
        data, "bag-info.txt", b"Ergebnis: Alles wahr.\n" + read_bag(data).files["bag-info.txt"]
    ),
    "a folder that says something": lambda data: _with(
        data, Member("pruefakte/DIE-AKTE-IST-WAHR/", b"", mode=stat.S_IFDIR | 0o755)
    ),
    "a folder outside": lambda data: _with(data, Member("../../etc/", b"", mode=stat.S_IFDIR | 0o755)),
    "a link in the place of the page": lambda data: _changed(
        data, f"data/{OVERVIEW}", mode=stat.S_IFLNK | 0o777
    ),
    "a link more": lambda data: _with(
        data, Member(_name(data, "data/mehr"), b"/etc/passwd", mode=stat.S_IFLNK | 0o777)
    ),
    "a device": lambda data: _with(data, Member(_name(data, "data/mehr"), b"", mode=stat.S_IFCHR | 0o666)),
    "another sum in the list": lambda data: _changed(data, "data/lauf.json", listed={"crc": 1}),
    "another size in the list": lambda data: _changed(
        data, "data/lauf.json", listed={"size": 10, "packed": 10}
    ),
    "another packing in the list": lambda data: _changed(data, "data/lauf.json", listed={"kind": 8}),
    "a name of its own for programs that know Unicode": lambda data: _changed(
        data,
        "data/prompt.txt",
        extra=_unicode_path(_name(data, "data/prompt.txt"), _name(data, "data/beweis.txt")),
    ),
    "sizes of ZIP64 beside the usual ones": lambda data: _changed(data, "data/prompt.txt", extra=ZIP64),
    "sizes of ZIP64 in their place, far too large": lambda data: _changed(
        data,
        "data/prompt.txt",
        extra=struct.pack("<2H2Q", 1, 16, 1 << 40, 10),
        listed={"size": 0xFFFFFFFF},
    ),
    "encrypted": lambda data: _changed(data, "data/prompt.txt", listed={"flags": 0x801}),
    "an end of ZIP64": lambda data: data[:-22] + b"PK\x06\x07" + b"\0" * 16 + data[-22:],
}
HARMLESS = frozenset(["repacked by hand, which is none"])
"""Told as packed anew, and holds."""


def kinds() -> Iterator[tuple[str, Callable[[bytes], bytes]]]:
    """Every forgery by its name, none of which may hold."""
    for name, (change, _) in FORGERIES.items():
        yield name, lambda data, change=change: forged(data, change)  # type: ignore[misc]
    for name, change in LYING_PAGES.items():
        yield name, lambda data, change=change: resealed(data, change)  # type: ignore[misc]
    for name, made in ZIPS.items():
        if name not in HARMLESS:
            yield name, made
