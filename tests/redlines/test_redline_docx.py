"""The Antrag with tracked changes: opened by LibreOffice; refused it is the Antrag, taken the new one."""

import shutil
import subprocess
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from xml.etree import ElementTree as Xml

import pytest

from core.antrag.antrag import Antrag
from core.context import Context
from core.redlines.redline_docx import Accepted, chosen_redlines, redline_docx
from core.runs.lauf import Lauf
from core.runs.redline_rows import Redline
from core.runs.store import Runstore
from tests.vermerk.opened import W, pages, part, words

MODEL, PERSON = "openai/test <b>&", "Eva Muster"
JETZT = datetime(2026, 11, 24, 10, 0, tzinfo=UTC)
EINS = "eine Grundschule mit mehr als 40 Kindern nicht gegen den Willen"
ZWEI = "laufende Verfahren zur Aufhebung von Grundschulen"


@pytest.fixture
def lauf(store: Runstore, lauf_id: str) -> Lauf:
    return store.load(lauf_id)


def row(lauf: Lauf, alt: str, neu: str, **changes: object) -> Redline:
    start = lauf.antrag.text.index(alt)
    one = Redline(
        lauf.id, 0, MODEL, "aenderungen v1", "1", alt, neu, "Weil es <klarer> ist & kürzer.",
        start, start + len(alt), created=JETZT,
    )  # fmt: skip
    return replace(one, **changes)  # type: ignore[arg-type]


def body(data: bytes) -> list[Xml.Element]:
    """The paragraphs of the Antrag, without those that introduce it."""
    return list(part(data, "word/document.xml").iter(f"{W}p"))[3:]


def read(data: bytes, without: str, kinds: tuple[str, ...]) -> list[str]:
    """The paragraphs where all changes of one kind are left out."""
    found = []
    for paragraph in body(data):
        left_out = {id(run) for change in paragraph.iter(f"{W}{without}") for run in change.iter()}
        told = (one.text or "" for one in paragraph.iter() if id(one) not in left_out and one.tag in kinds)
        found.append("".join(told))
    return found


def lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.strip()]


def refused(data: bytes) -> list[str]:
    return read(data, "ins", (f"{W}t", f"{W}delText"))


def taken(data: bytes) -> list[str]:
    return read(data, "del", (f"{W}t",))


def test_refused_it_is_the_antrag_and_taken_it_has_the_new_words(lauf: Lauf) -> None:
    both = [row(lauf, EINS, "eine Schule"), row(lauf, ZWEI, "")]
    data = redline_docx(lauf, both)
    assert refused(data) == lines(lauf.antrag.text)
    assert taken(data) == lines(lauf.antrag.text.replace(EINS, "eine Schule").replace(ZWEI, ""))


def test_any_changes_can_be_refused_and_taken(lauf: Lauf) -> None:
    chance, text = Random(7), lauf.antrag.text
    for _ in range(30):
        found = []
        for line in lines(text)[5:]:
            own = line.split(" ")
            a, b = sorted(chance.sample(range(len(own) + 1), 2)) if len(own) > 3 else (0, len(own))
            alt = " ".join(own[a:b])
            if alt and text.count(alt) == 1:
                found.append(row(lauf, alt, " ".join(chance.choices(own, k=chance.randrange(9)))))
        data = redline_docx(lauf, found)
        assert len(found) > 5 and refused(data) == lines(text)
        expected = text
        for one in sorted(found, key=lambda one: one.stelle, reverse=True):
            expected = expected[: one.stelle[0]] + one.neu + expected[one.stelle[1] :]
        assert [line for line in taken(data) if line.strip()] == lines(expected)


@pytest.mark.parametrize(
    ("accepted", "authors"),
    [(Accepted.MODEL, {MODEL}), (Accepted.PERSON, {MODEL, PERSON}), (Accepted.TAKEN_IN, {MODEL})],
)
def test_who_changed_it_is_told(lauf: Lauf, accepted: Accepted, authors: set[str]) -> None:
    both = [row(lauf, EINS, "eine Schule", angenommen=True), row(lauf, ZWEI, "alle Verfahren")]
    data = redline_docx(lauf, both, accepted, PERSON)
    tree = part(data, "word/document.xml")
    changes = [*tree.iter(f"{W}ins"), *tree.iter(f"{W}del")]
    assert {one.get(f"{W}author") for one in changes} == authors
    assert len({one.get(f"{W}id") for one in changes}) == len(changes)
    assert "eine Schule" in "".join(taken(data)) and (EINS in "".join(refused(data))) == (
        accepted is not Accepted.TAKEN_IN
    )
    (first, *_) = part(data, "word/comments.xml")
    assert words(first) == "Weil es <klarer> ist & kürzer." and first.get(f"{W}author") == MODEL


def test_what_is_declined_dropped_moved_or_in_the_way_is_left_out(lauf: Lauf) -> None:
    proposals = [
        row(lauf, EINS, "x", angenommen=False),
        row(lauf, EINS, "y", verworfen="Nein."),
        row(lauf, EINS, "z", von=3, bis=9),
        row(lauf, ZWEI, "der erste"),
        row(lauf, ZWEI[8:], "der angenommene", angenommen=True),
    ]
    assert [one.neu for one in chosen_redlines(lauf, proposals)] == ["der angenommene"]


def test_libreoffice_opens_it_and_finds_every_change(lauf: Lauf, tmp_path: Path) -> None:
    both = [
        row(lauf, EINS, "eine \u202eSchule\x07 <w:p>"),
        row(lauf, ZWEI, "alle Verfahren", angenommen=True),
    ]
    data = redline_docx(lauf, both, Accepted.PERSON, PERSON)
    shown = " ".join(pages(data, tmp_path))
    assert "Kleine Grundschulen im ländlichen Raum" in shown and "keine beschlossene Fassung" in shown
    office = shutil.which("soffice")
    assert office is not None
    home = f"-env:UserInstallation=file://{tmp_path / 'office'}"
    command = [office, home, "--headless", "--convert-to", "fodt", "vermerk.docx"]
    subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=180, check=True)
    written = (tmp_path / "vermerk.fodt").read_text(encoding="utf-8")
    assert written.count("<text:changed-region") == sum(
        len(list(part(data, "word/document.xml").iter(f"{W}{tag}"))) for tag in ("ins", "del")
    )
    assert (
        PERSON in written and "openai/test &lt;b&gt;&amp;" in written and "Weil es &lt;klarer&gt;" in written
    )


def test_an_antrag_without_proposals_is_written_as_it_is(
    lauf: Lauf, context: Context, antrag: Antrag
) -> None:
    assert refused(redline_docx(lauf, [])) == lines(antrag.text)
