"""A Prüfakte proved from nothing but itself: what holds, and every forgery that can be told."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from markupsafe import escape

from core.antrag.read_antrag import read_antrag_bytes
from core.assessment.pipeline import assess
from core.base.settings import ROOT
from core.demo.demo_antraege import demo_antraege
from core.features.papers.bag import read_bag, zipped
from core.features.papers.bundle import Pruefakte, bundle
from core.features.papers.contents import (
    LAUF,
    LONGEST_QUOTE,
    MOST_PAGES,
    MOST_TEXT,
    EnclosedProgramm,
    as_files,
    read_contents,
)
from core.features.papers.findings import AkteProof, Weight
from core.features.papers.verify import prove, verify
from core.llm.catalogue import OFFLINE
from core.processes.pdf_processes import DEADLINES, Aim
from core.programme.context import Context
from core.runs.store import runstore
from core.search import shown_passage
from core.wortlaut.reading.mupdf import pymupdf
from core.wortlaut.reading.tesseract import engine
from core.wortlaut.records import Chunk
from tests.assessment.conftest import auftrag
from tests.pruefakte.forgeries import (
    FORGERIES,
    HARMLESS,
    INVENTED,
    LYING_PAGES,
    TEIL,
    ZIPS,
    Change,
    change_json,
    first,
    first_bound,
    forged,
    payload_of,
    resealed,
)
from tests.skips import needs

looks_at_print = pytest.mark.skipif(not engine(), reason=needs("Tesseract"))
"""Without Tesseract it is remarked that nobody looked."""


def told(proof: AkteProof) -> str:
    return "\n".join(map(str, proof.befunde))


@looks_at_print
def test_the_pruefakte_of_a_lauf_holds(akte: Pruefakte) -> None:
    proof = verify(akte.data, akte.fingerprint)
    assert proof.ok and not proof.befunde, told(proof)
    assert proof.fingerprint == akte.fingerprint and proof.lauf
    assert proof.zahlen["gebundene Zitate"] >= 4 and proof.zahlen["verworfene Zitate"] >= 2
    assert proof.zahlen["Zitate an der gezeichneten Seite gesehen"] == proof.zahlen["gebundene Zitate"]


def test_those_of_all_demo_antraege_hold(demo: Context, tmp_path: Path) -> None:
    """Their passages hold tables, prose, and programmes of which every sentence was surely read."""
    context = Context(replace(demo.settings, laeufe_dir=tmp_path))
    for datei in demo_antraege(context).values():
        antrag = read_antrag_bytes(datei.read_bytes(), context.registry)
        proof = verify(bundle(context, assess(context, auftrag(OFFLINE, antrag=antrag))).data)
        assert proof.ok, f"{datei.name}: {told(proof)}"
    runstore(context).close()


def test_a_passage_that_was_sent_whole_holds_where_only_spaces_of_it_are_unsure(
    demo: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As versions before 0.8 sent those of a Programm of which every sentence was surely read."""
    context = Context(replace(demo.settings, laeufe_dir=tmp_path))
    antrag = read_antrag_bytes(next(iter(demo_antraege(context).values())).read_bytes(), context.registry)
    places = shown_passage.unsure_places

    def words_alone(context: Context, chunk: Chunk) -> list[tuple[int, int]]:
        spans = places(context, chunk)
        texts = [chunk.text[max(0, low - chunk.start) : high - chunk.start] for low, high in spans]
        return spans if any(text.strip() for text in texts) else []

    with monkeypatch.context() as patch:
        patch.setattr(shown_passage, "unsure_places", words_alone)
        lauf_id = assess(context, auftrag(OFFLINE, antrag=antrag))
    proof = verify(bundle(context, lauf_id).data)
    assert proof.ok, told(proof)
    runstore(context).close()


@looks_at_print
def test_words_that_are_in_the_text_of_a_page_and_not_drawn_are_told(akte: Pruefakte) -> None:
    def cover(payload: dict[str, bytes]) -> None:
        for path in [path for path in payload if "/seite-" in path]:
            document = pymupdf().open(stream=payload[path], filetype="pdf")
            document[0].draw_rect(document[0].rect, color=(1, 1, 1), fill=(1, 1, 1))
            payload[path] = document.tobytes()

    proof = verify(forged(akte.data, cover))
    printed = [befund for befund in proof.befunde if "gedruckten Seite" in befund.text]
    assert len(printed) == proof.zahlen["gebundene Zitate"] and not proof.ok


def test_another_fingerprint_than_the_published_one_is_told(akte: Pruefakte) -> None:
    assert "erwartet war abc" in told(verify(akte.data, "abc"))
    assert verify(akte.data, f" {akte.fingerprint.upper()}\n").ok


@looks_at_print
def test_a_repacked_pruefakte_holds_and_is_called_repacked(akte: Pruefakte) -> None:
    bag = read_bag(akte.data)
    proof = verify(zipped("umbenannt", dict(reversed(list(bag.files.items())))))
    assert proof.ok and proof.fingerprint == akte.fingerprint
    unsealed = bytearray(akte.data)
    unsealed[10] ^= 1  # the hour of the first member
    assert [befund.weight for befund in verify(bytes(unsealed)).befunde] == [Weight.REMARK]


def test_what_is_no_pruefakte_is_told_and_nothing_raised() -> None:
    for data in (b"", b"%PDF-1.7", zipped("a", {"x": b"y"})):
        proof = verify(data)
        assert not proof.ok and proof.befunde


# --- a patient forger: all sums are made anew ---------------------------------------------------------------


@pytest.fixture
def unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told by the files alone needs no look at drawn pages, which takes a second."""
    monkeypatch.setattr("core.features.papers.check_pages.engine", lambda: None)


@pytest.mark.usefixtures("unseen")
@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_told_though_all_sums_are_right(akte: Pruefakte, name: str) -> None:
    change, expected = FORGERIES[name]
    proof = prove(forged(akte.data, change))
    assert not proof.ok and expected in told(proof), told(proof)
    assert "Prüfsumme" not in told(proof)


@pytest.mark.usefixtures("unseen")
@pytest.mark.parametrize("name", LYING_PAGES)
def test_a_page_that_says_something_else_never_holds(akte: Pruefakte, name: str) -> None:
    proof = prove(resealed(akte.data, LYING_PAGES[name]))
    assert not proof.ok and INVENTED not in proof.seite and "<script" not in proof.seite


@pytest.mark.usefixtures("unseen")
@pytest.mark.parametrize("name", ZIPS)
def test_a_zip_that_says_two_things_is_no_pruefakte(akte: Pruefakte, name: str) -> None:
    proof = prove(ZIPS[name](akte.data))
    assert proof.ok is (name in HARMLESS), told(proof)


@pytest.mark.usefixtures("unseen")
def test_the_page_of_the_proof_shows_what_was_proved_and_nothing_else(akte: Pruefakte) -> None:
    contents = read_contents(payload_of(akte.data))
    bound = [zitat.bound for _, zitat in contents.zitate if zitat.bound]
    page = prove(akte.data).seite
    assert page.count("<blockquote>") == len(bound)
    assert all(escape(one.quoted) in page for one in bound) and akte.fingerprint in page
    one = str(first_bound(payload_of(akte.data))["eintrag"]["text"])
    page = prove(forged(akte.data, FORGERIES["a proof spared"][0])).seite
    assert page.count("<blockquote>") == len(bound) - 1 and f"„{escape(one)}“" not in page
    page = prove(forged(akte.data, FORGERIES["other points"][0])).seite
    assert f"„{escape(one)}“" not in page and "<blockquote>" in page, "another party's quotes stay"
    page = prove(forged(akte.data, FORGERIES["a stranger"][0])).seite
    assert "<blockquote>" not in page


DAMAGES: dict[str, Change] = {
    "no head": lambda payload: payload.pop("lauf.json"),
    "no JSON": lambda payload: payload.update({"lauf.json": b"{"}),
    "deep JSON": lambda payload: payload.update({TEIL: b"[" * 100_000}),
    "other types": change_json(TEIL, lambda content: content.update(zitate={"a": 1})),
    "a way out": change_json("lauf.json", lambda content: content.update(teile=["../../etc"])),
    "no text": lambda payload: payload.update({"programme/bruecke-demo-2024/text.txt": b"\xff\xfe"}),
    "cut text": lambda payload: payload.update({"programme/bruecke-demo-2024/text.txt": b"Kurz."}),
    "cut words": lambda payload: payload.update({"programme/bruecke-demo-2024/woerter.bin": b"\x01" * 2800}),
    "spans outside": change_json(
        TEIL, lambda content: first(content)["eintrag"].update(stellen=[[5, 10**12]])
    ),
    "no spans": change_json(TEIL, lambda content: first(content)["eintrag"].update(stellen=[])),
    "an unreadable answer": lambda payload: payload.update({"teile/01-bruecke/antwort.txt": b"nichts"}),
    "a foreign passage": change_json(
        TEIL, lambda content: content["passagen"][0]["angebot"].update(programm_id="gibt-es-nicht")
    ),
}


@pytest.mark.usefixtures("unseen")
@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_told_in_german_and_nothing_raised(akte: Pruefakte, name: str) -> None:
    proof = prove(resealed(akte.data, DAMAGES[name]))
    assert not proof.ok and all(str(befund).strip() for befund in proof.befunde)


def same_teil_in_other_folder(payload: dict[str, bytes]) -> None:
    for name in ("teil.json", "antwort.txt"):
        payload[f"teile/98-bruecke/{name}"] = payload[f"teile/01-bruecke/{name}"]
    change_json("lauf.json", lambda content: content["teile"].append("98-bruecke"))(payload)


COSTLY: dict[str, Change] = {
    "a Programm twice": change_json("lauf.json", lambda c: c["programme"].append(c["programme"][0])),
    "a Teil twice": change_json("lauf.json", lambda c: c["teile"].append(c["teile"][0])),
    "a party twice": same_teil_in_other_folder,
    "a quote without end": change_json(
        TEIL, lambda c: first(c)["eintrag"].update(text="a" * (LONGEST_QUOTE + 1))
    ),
    "a quote on all pages": change_json(
        TEIL, lambda c: first(c)["eintrag"].update(seiten=list(range(1, MOST_PAGES + 2)))
    ),
    "text without end": lambda payload: payload.update({"prompt.txt": b" " * (MOST_TEXT + 1)}),
}


@pytest.mark.parametrize("name", COSTLY)
def test_what_would_be_counted_twice_or_cost_without_end_is_not_looked_at(akte: Pruefakte, name: str) -> None:
    proof = prove(resealed(akte.data, COSTLY[name]))
    assert not proof.ok and proof.lauf is None and len(proof.befunde) == 1, told(proof)


@looks_at_print
def test_the_same_in_other_lines_holds_and_is_remarked(akte: Pruefakte) -> None:
    proof = verify(forged(akte.data, change_json(TEIL, lambda content: None)))
    assert proof.ok and [(befund.weight, befund.wo) for befund in proof.befunde] == [(Weight.REMARK, TEIL)]


def test_what_an_earlier_version_did_not_write_yet_is_no_fault(akte: Pruefakte) -> None:
    """Such a field has a default, and a Prüfakte without it says nothing that is not looked at."""
    proof = verify(forged(akte.data, change_json(LAUF, lambda head: head.pop("aus_cache"))))
    assert proof.ok and [(befund.weight, befund.wo) for befund in proof.befunde] == [(Weight.REMARK, LAUF)]


def test_one_that_takes_too_long_ends_in_one_sentence(
    akte: Pruefakte, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(DEADLINES, Aim.PROVE, 0.01)
    proof = verify(akte.data)
    assert [befund.weight for befund in proof.befunde] == [Weight.OPEN] and not proof.ok


def test_a_word_keeps_its_half_of_a_double_page(akte: Pruefakte) -> None:
    """Both halves have a number, and which one a quote stands on is told by the places of its words."""
    contents = read_contents(payload_of(akte.data))
    one = contents.programme[0]
    seiten = tuple(replace(seite, gedruckt=("8", "9")) for seite in one.strom.seiten)
    places = np.linspace(0, seiten[0].breite, len(one.strom.starts), dtype=np.float32)
    strom = replace(one.strom, seiten=seiten, boxes=np.stack([places] * 4, axis=1))
    form = one.form.model_copy(update={"seiten": seiten})
    files = as_files(replace(contents, programme=[EnclosedProgramm(form, strom), *contents.programme[1:]]))
    read = read_contents(files).programme[0].strom
    printed = [strom.printed_page(start) for start in strom.starts.tolist()]
    assert set(printed) == {"8", "9"}
    assert printed == [read.printed_page(start) for start in read.starts.tolist()]


def test_the_command_proves_it_on_a_machine_with_nothing(akte: Pruefakte, nowhere: Path) -> None:
    path = nowhere / "akte.zip"
    path.write_bytes(akte.data)
    page = nowhere / "nachweis.html"
    command = [sys.executable, "-m", "core", "verify", str(path), "--fingerprint", akte.fingerprint, "--json"]
    command += ["--seite", str(page)]
    done = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and json.loads(done.stdout)["ok"], done.stderr
    assert "<blockquote>" in page.read_text("utf-8")
    assert sorted(found.name for found in nowhere.iterdir()) == ["akte.zip", "nachweis.html"]
