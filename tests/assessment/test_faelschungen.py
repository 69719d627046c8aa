"""Whoever hands in a file cannot make the screen say that words are proved which are not."""

import json
import random
import string
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.assessment.lauf_files import exported
from core.assessment.lauf_view import LaufView, as_today
from core.base.errors import EingabeError
from core.features.papers import lauf_report
from core.features.papers.lauf_report import report
from core.programme.context import Context
from core.runs.import_laeufe import read_export
from core.runs.lauf import Lauf
from core.runs.store import Runstore, open_store, runstore
from core.wortlaut.binding.eintrag import ZitatStatus, read_eintrag, write_eintrag
from tests.runs.beweisprobe import falsely_shown
from tests.runs.faelschungen import GELOGEN, KINDS, faelschungen, load_export

SHARE = 2 * len(KINDS)
"""Each kind alone, and as many mixed ones; the bench „forge“ makes a thousand."""

Change = Callable[[dict[str, Any]], object]


@pytest.fixture
def store(context: Context) -> Runstore:
    return runstore(context)


def read(store: Runstore, context: Context, datei: dict[str, Any]) -> Lauf:
    (lauf_id,) = read_export(store, json.dumps(datei).encode(), context).ids
    return store.load(lauf_id)


def changed(change: Change) -> dict[str, Any]:
    datei = load_export()
    change(datei["laeufe"][0])
    return datei


def test_an_export_is_read_and_its_quotes_are_proved(store: Runstore, context: Context) -> None:
    lauf = read(store, context, load_export())
    said = [zitat["eintrag"] for zitat in load_export()["laeufe"][0]["zitat"]]
    assert [write_eintrag(zitat.eintrag) for zitat in lauf.zitate] == said
    assert falsely_shown(context, lauf, {}) == []


def test_no_forged_file_shows_words_as_proved(store: Runstore, context: Context) -> None:
    dateien: dict[str, Any] = {}
    for forged in faelschungen(SHARE, seed=7):
        lauf = read(store, context, forged.datei)
        assert falsely_shown(context, lauf, dateien) == [], forged.name


def test_the_probe_finds_what_would_be_shown_if_files_were_believed(
    store: Runstore, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the test above could not fail."""
    datei = changed(lambda lauf: lauf["zitat"][0]["eintrag"].update(text=GELOGEN, version="frei"))
    said = datei["laeufe"][0]["zitat"][0]["eintrag"]
    lauf = read(store, context, load_export())
    forged = replace(lauf, zitate=(replace(lauf.zitate[0], eintrag=read_eintrag(said)), *lauf.zitate[1:]))
    assert falsely_shown(context, forged, {})


def test_right_words_with_a_wrong_page_are_shown_on_the_right_page(store: Runstore, context: Context) -> None:
    true = load_export()["laeufe"][0]["zitat"][0]["eintrag"]
    datei = changed(lambda lauf: lauf["zitat"][0]["eintrag"].update(seiten=[9], quelle="Brücke, S. 9"))
    found = write_eintrag(read(store, context, datei).zitate[0].eintrag)
    assert (found["seiten"], found["quelle"], found["url"]) == (true["seiten"], true["quelle"], true["url"])


def without_passages(lauf: dict[str, Any]) -> None:
    lauf["angebot"] = []


def test_words_are_proved_at_their_place_where_nothing_else_is_known(
    store: Runstore, context: Context
) -> None:
    lauf = read(store, context, changed(without_passages))
    assert {zitat.status for zitat in lauf.zitate} == {ZitatStatus.WOERTLICH}
    assert falsely_shown(context, lauf, {}) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"programm": "gibt-es-nicht"}, "steht hier nicht im Register"),
        ({"programm": "spd-bund-2025"}, "ist keines für DEMO"),
        ({"text": GELOGEN}, "Der Wortlaut steht so nicht"),
    ],
)
def test_what_cannot_be_proved_says_why_and_has_a_status_of_its_own(
    store: Runstore, context: Context, change: dict[str, Any], said: str
) -> None:
    def forge(lauf: dict[str, Any]) -> None:
        without_passages(lauf)
        lauf["zitat"][0]["eintrag"] |= change

    lauf = read(store, context, changed(forge))
    zitat = lauf.zitate[0]
    assert zitat.status is ZitatStatus.UNGEPRUEFT and said in zitat.eintrag.erklaerung
    ansicht = LaufView(context, lauf).parteien[zitat.partei]
    assert ansicht.ungeprueft() == [zitat]
    assert zitat not in [*ansicht.gebunden(), *ansicht.verworfen()]
    assert "nicht geprüft (eingelesen)".casefold() in report(context, [lauf]).casefold()


def test_a_dropped_quote_is_somebodys_word_too_where_the_passages_are_not_here(
    store: Runstore, context: Context
) -> None:
    def forge(lauf: dict[str, Any]) -> None:
        without_passages(lauf)
        old = lauf["zitat"][0]["eintrag"]
        lauf["zitat"][0]["eintrag"] = {"text": old["text"], "grund": "nicht_gefunden", "erklaerung": "…"}

    assert read(store, context, changed(forge)).zitate[0].status is ZitatStatus.UNGEPRUEFT


def test_a_true_quote_that_a_file_calls_dropped_is_bound(store: Runstore, context: Context) -> None:
    def forge(lauf: dict[str, Any]) -> None:
        old = lauf["zitat"][0]["eintrag"]
        lauf["zitat"][0]["eintrag"] = {"text": old["text"], "grund": "nicht_gefunden", "erklaerung": "…"}

    assert read(store, context, changed(forge)).zitate[0].status is ZitatStatus.WOERTLICH


def test_quotes_are_proved_later_when_their_programme_is_read_in(context: Context, tmp_path: Path) -> None:
    empty = Context(replace(context.settings, chroma_dir=tmp_path / "leer"))
    other = open_store(None, tmp_path / "anderswo")
    (lauf_id,) = read_export(other, json.dumps(load_export()).encode(), empty).ids
    lauf = other.load(lauf_id)
    other.close()
    assert {zitat.status for zitat in lauf.zitate} == {ZitatStatus.UNGEPRUEFT}
    assert "nicht eingelesen" in lauf.zitate[0].eintrag.erklaerung
    assert {zitat.status for zitat in as_today(empty, lauf).zitate} == {ZitatStatus.UNGEPRUEFT}
    assert {zitat.status for zitat in as_today(context, lauf).zitate} == {ZitatStatus.WOERTLICH}
    assert falsely_shown(context, lauf, {}) == []


def test_proving_takes_no_longer_than_it_may(
    store: Runstore, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.runs.import_laeufe.DEADLINE", -1.0)
    lauf = read(store, context, load_export())
    assert {zitat.status for zitat in lauf.zitate} == {ZitatStatus.UNGEPRUEFT}
    assert {zitat.status for zitat in as_today(context, lauf).zitate} == {ZitatStatus.WOERTLICH}


# --- what a report claims -----------------------------------------------------------------------------------


def test_a_report_says_that_all_is_proved_only_where_it_is(store: Runstore, context: Context) -> None:
    honest = read(store, context, load_export())
    page = report(context, [honest])
    assert lauf_report.ALL_PROVEN in page and "aus einer Datei" in page
    old = write_eintrag(honest.zitate[0].eintrag)
    gone = replace(honest.zitate[0], eintrag=read_eintrag(old | {"version": "alt", "text": GELOGEN}))
    page = report(context, [replace(honest, zitate=(gone, *honest.zitate[1:]))])
    assert lauf_report.ALL_PROVEN not in page and "6 von 7 Zitaten" in page
    page = report(context, [replace(honest, zitate=())])
    assert lauf_report.ALL_PROVEN not in page and lauf_report.NONE_PROVEN in page


def test_a_report_says_what_could_not_be_looked_up_today(
    context: Context, store: Runstore, tmp_path: Path
) -> None:
    honest = read(store, context, load_export())
    page = report(Context(replace(context.settings, chroma_dir=tmp_path / "leer")), [honest])
    unread = page.count(lauf_report.NOT_READ_IN)
    assert lauf_report.ALL_PROVEN not in page and unread == len(honest.zitate)


# --- the file itself ----------------------------------------------------------------------------------------

ODD = [
    None, True, -1, 2**63, 10**400, 1e308, "", "x", "\x00", "\ud800", [], {}, [[]], {"a": {}},
    "javascript:alert(1)", "9999-12-31T23:59:59+00:00", "2026-01-01",
    "a" * 300_000, "../../etc/passwd", [1] * 50, -0.5,
]  # fmt: skip


def cases(chance: random.Random) -> Iterator[bytes]:
    """Exports with one or a few values replaced, keys lost or doubled, and bytes changed: without end."""
    original = load_export()
    while True:
        datei = deepcopy(original)
        for _ in range(chance.choice([1, 1, 1, 3])):
            _damage(datei, chance)
        text = json.dumps(datei)
        yield _damaged_bytes(text.encode(), chance) if chance.random() < 0.2 else text.encode()


def _damage(value: Any, chance: random.Random) -> None:
    """Somewhere inside."""
    while True:
        keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            return
        key = chance.choice(keys)
        if isinstance(value[key], dict | list) and value[key] and chance.random() < 0.85:
            value = value[key]
            continue
        kind = chance.random()
        if kind < 0.7:
            value[key] = deepcopy(chance.choice(ODD))
        elif kind < 0.85:
            del value[key]
        elif isinstance(value, list):
            value.append(deepcopy(value[key]))
        else:
            value["".join(chance.choices(string.printable, k=5))] = deepcopy(value[key])
        return


def _damaged_bytes(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return chance.choice([
        data[:at], data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :],
        data[:at] + b"[" * 5_000 + data[at:],
        data[:at] + b"NaN" + data[at:], data + data,
    ])  # fmt: skip


def attempt(data: bytes, store: Runstore, context: Context) -> bool:
    """Is it read? Read in and shown whole, or refused in one German sentence; anything else raises."""
    try:
        ids = read_export(store, data, context).ids
    except EingabeError as error:
        assert str(error).endswith(".") and "Traceback" not in str(error), error
        return False
    for zeile in store.list_laeufe(limit=5):
        assert not zeile.unlesbar
    for lauf_id in ids:
        lauf = store.load(lauf_id)
        assert LaufView(context, lauf).parteien
        for form in ("pdf", "csv"):
            exported(context, [lauf_id], form)
    return True


def test_odd_files_are_read_or_refused_in_german(store: Runstore, context: Context) -> None:
    attempts = cases(random.Random(11))
    assert {attempt(next(attempts), store, context) for _ in range(120)} == {True, False}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda lauf: lauf["score"][0].update(score="7"), "laeufe[0].score[0].score: muss eine Zahl sein"),
        (lambda lauf: lauf["score"][0].update(score=11), "score[0].score: darf höchstens 10 sein"),
        (lambda lauf: lauf["score"][0].update(typ="boese"), "score[0].typ: muss eines von"),
        (lambda lauf: lauf["lauf"].update(status="boese"), "laeufe[0].lauf.status: muss eines von"),
        (lambda lauf: lauf["lauf"].update(id="../x"), "laeufe[0].lauf.id: hat die falsche Länge oder"),
        (lambda lauf: lauf["lauf"].update(created="2026-01-01T00:00:00"), "lauf.created: muss ein Zeitpunkt"),
        (lambda lauf: lauf["lauf"].update(created="9999-01-01T00:00:00+00:00"), "zwischen 2020 und heute"),
        (lambda lauf: lauf["buchung"][0].update(kosten="viel"), "buchung[0].kosten: muss eine Zahl sein"),
        (lambda lauf: lauf["buchung"][0].update(tokens_ein=2**40), "buchung[0].tokens_ein: darf höchstens"),
        (lambda lauf: lauf["buchung"][0].update(tokens_ein=10**30), "ganze Zahl mit 31 Stellen"),
        (lambda lauf: lauf["akte"][0]["antrag"].update(titel=[]), "antrag.titel: muss ein Text sein"),
        (lambda lauf: lauf["akte"][0]["antrag"].update(bundesland="XX"), "antrag.bundesland: muss eines von"),
        (lambda lauf: lauf["akte"][0]["antrag"].update(datum="morgen"), "antrag.datum: muss ein Tag"),
        (lambda lauf: lauf["zitat"][0].update(partei="SPD"), "zitat[0] nennt die Partei „SPD“"),
        (lambda lauf: lauf["zitat"].append(lauf["zitat"][0]), "zitat[7] steht zweimal"),
        (
            lambda lauf: lauf["zitat"][0]["eintrag"].update(seiten=['1"><script>']),
            "seiten[0]: muss eine ganze",
        ),
        (lambda lauf: lauf["angebot"][0].update(text_hash="0" * 64), "Diesen Text enthält die Datei nicht"),
        (lambda lauf: lauf["angebot"][0].update(similarity=float("inf")), "kein JSON"),
        (lambda lauf: lauf["teil"][0]["dauer"].update(x=[[[[[]]]]]), "dauer.x"),
    ],
)
def test_a_wrong_value_is_told_with_its_place(
    store: Runstore, context: Context, change: Change, said: str
) -> None:
    with pytest.raises(EingabeError) as refused:
        read(store, context, changed(change))
    assert said in str(refused.value)
    assert store.count_laeufe() == 0


def test_a_file_that_is_too_large_or_too_deep_is_refused_before_it_is_unpacked(
    store: Runstore, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    for data, said in (
        (b"[" * 4_000_001, "zu viele Einträge"),
        (
            b'{"format": "antragsspiegel-laeufe", "version": 1, "x": ' + b"[" * 200 + b"]" * 200 + b"}",
            "Ebenen",
        ),
    ):
        with pytest.raises(EingabeError, match=said):
            read_export(store, data, context)
    monkeypatch.setattr("core.runs.import_laeufe.MOST_BYTES", 1000)
    with pytest.raises(EingabeError, match="lesbar sind höchstens"):
        read_export(store, json.dumps(load_export()).encode(), context)


def test_a_file_does_not_choose_whom_questions_are_sent_to(store: Runstore, context: Context) -> None:
    from core.assessment.frage import ask_nachfrage

    datei = changed(lambda lauf: lauf["lauf"].update(modell_gefragt="oobabooga/http://127.0.0.1:9"))
    lauf = read(store, context, datei)
    assert ask_nachfrage(context, lauf.id, "Warum diese Punkte?").modell == "offline/extraktiv"
