"""What is damaged or hostile in the store: no page goes down, nothing of it becomes markup."""

import json
import re
from dataclasses import fields, is_dataclass, replace
from html.parser import HTMLParser
from typing import Any

import pytest
from sqlalchemy import text

from core.base.figure import escaped
from core.base.templates import adresse
from core.cli.main import main
from core.features.papers.lauf_report import report
from core.features.vergleich.spalten import vergleich_of
from core.programme.context import Context
from core.runs.lauf import Lauf
from core.runs.load_laeufe import LaufUnreadable
from core.runs.store import Runstore
from pages.ui.laeufe import DELETED
from tests.pages.conftest import open_at
from tests.runs.beispiele import ANTRAG, finished_lauf, neuer_lauf, verworfen

BOESE = '"><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>'

SHOWN = ("markdown", "caption", "info", "warning", "error", "success", "title", "header")

SCHADEN = [
    "UPDATE lauf SET status = 'boese'",
    "UPDATE lauf SET created = 'gestern'",
    "UPDATE akte SET antrag = '{kaputt'",
    "UPDATE akte SET antrag = '[]'",
    "UPDATE teil SET status = 'boese'",
    "UPDATE zitat SET eintrag = '{kaputt'",
]


open_page = open_at


def damage(store: Runstore, statement: str, lauf_id: str) -> None:
    """By raw SQL, past all that our own code would refuse."""
    key = "id" if statement.split()[1 if statement.startswith("UPDATE") else 2] == "lauf" else "lauf_id"
    with store.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        connection.execute(text(f"{statement.replace(':', chr(92) + ':')} WHERE {key} = '{lauf_id}'"))
        connection.commit()


@pytest.mark.parametrize("statement", SCHADEN)
def test_a_damaged_lauf_is_told_and_hides_no_other(
    demo_index: Context, store: Runstore, statement: str, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = finished_lauf(store), finished_lauf(store)
    damage(store, statement, bad)
    assert {zeile.id for zeile in store.list_laeufe()} == {good, bad}
    assert not next(zeile for zeile in store.list_laeufe() if zeile.id == good).unlesbar
    assert store.load(good).id == good
    with pytest.raises(LaufUnreadable, match=f"{bad} ist nicht lesbar"):
        store.load(bad)
    assert main(["runs"]) == 0 and good in capsys.readouterr().out
    store.delete([bad])
    assert {zeile.id for zeile in store.list_laeufe()} == {good}


def test_pages_with_damaged_laeufe_are_drawn(store: Runstore) -> None:
    good, *bad = (finished_lauf(store) for _ in range(3))
    for statement, lauf_id in zip((SCHADEN[1], SCHADEN[5]), bad, strict=True):
        damage(store, statement, lauf_id)
    for name, params in (
        ("uebersicht", {}), ("laeufe", {}), ("monitor", {}),
        ("vergleich", {"laeufe": ",".join((good, *bad))}),
    ):  # fmt: skip
        app = open_page(name, **params)
        assert not [error for error in app.error if "Fehler im Programm" in error.value], name


@pytest.mark.parametrize("view", ["", "tabelle"])
def test_half_a_letter_in_a_title_ends_no_list(store: Runstore, view: str) -> None:
    """A store keeps it as it came, and no browser can be sent it."""
    finished_lauf(store, antrag=replace(ANTRAG, titel="Halb \ud800"))
    app = open_page("laeufe", ansicht=view)
    assert not app.exception and not [one for one in app.error if "Fehler im Programm" in one.value]


@pytest.mark.parametrize("part", ["titel", "text", "begruendung"])
def test_half_a_letter_in_a_stored_antrag_ends_no_page_of_it(store: Runstore, part: str) -> None:
    lauf_id = finished_lauf(store, antrag=replace(ANTRAG, **{part: f"{getattr(ANTRAG, part)} Halb \ud800"}))
    for name, params in (("lauf", {"id": lauf_id}), ("vergleich", {"laeufe": lauf_id}), ("antraege", {})):
        app = open_page(name, **params)
        assert not app.exception, name
        assert not [one for one in app.error if "Fehler im Programm" in one.value], name


def test_a_damaged_lauf_can_be_deleted_where_it_is_told_of(store: Runstore) -> None:
    bad = finished_lauf(store)
    damage(store, SCHADEN[0], bad)
    app = open_page("lauf", id=bad)
    assert not app.exception and "nicht lesbar" in app.error[0].value
    (row,) = open_page("laeufe", ansicht="tabelle").dataframe[0].value.to_dict("records")
    assert (row["Antrag"], row["Status"], row["Kosten"]) == (f"Lauf {bad}", "✗ nicht lesbar", "–")
    app.button(key="unlesbaren_loeschen").click().run()
    assert store.count_laeufe() == 0 and app.session_state[DELETED] == [bad]


def test_thousands_of_dropped_quotes_are_shown_a_few_at_a_time(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    lauf = store.load(lauf_id)
    (part,) = [teil for teil in lauf.teile if teil.partei == "LINDENBUND"]
    store.save_teil(
        lauf_id, part, [], [verworfen(text=f"Brunnen Nummer {n} für alle.") for n in range(2_000)]
    )
    app = open_page("lauf", id=lauf_id, partei="LINDENBUND")
    shown = [one for one in app.markdown if one.value.startswith("Brunnen Nummer")]
    assert not app.exception and 10 <= len(shown) <= 100
    more = next(button for button in app.button if button.label.startswith("Weitere anzeigen"))
    drawn = [one for one in app if getattr(one, "value", "") == shown[-1].value or one == more]
    assert drawn[-1].key == more.key, "below what is shown"
    app = more.click().run()
    assert len([one for one in app.markdown if one.value.startswith("Brunnen Nummer")]) == 2 * len(shown)


# --- nothing that others wrote is markup --------------------------------------------------------------------


class Tags(HTMLParser):
    """What a browser would make of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def harmless(page: str) -> None:
    parser = Tags()
    parser.feed(page)
    assert {tag for tag, _ in parser.tags} <= {
        "html", "head", "meta", "title", "style", "body", "article", "h1", "h2", "h3", "p", "br", "span",
        "div", "blockquote", "a", "ul", "ol", "li", "table", "tr", "th", "td", "strong", "del", "ins",
    }  # fmt: skip
    for tag, attributes in parser.tags:
        assert not [name for name in attributes if name.startswith("on")], tag
        assert re.match(r"https?://", attributes.get("href") or "http://"), attributes


def poisoned(value: Any, evil: str) -> Any:
    """The same with the hostile text in every field that holds text, and the text of every dict below."""
    if isinstance(value, str) and type(value) is str:
        return evil
    if is_dataclass(value) and not isinstance(value, type):
        return replace(
            value, **{f.name: poisoned(getattr(value, f.name), evil) for f in fields(value) if f.init}
        )
    if isinstance(value, tuple | list):
        kind = getattr(type(value), "_make", type(value))
        return kind(poisoned(one, evil) for one in value)
    if isinstance(value, dict):
        return {key: poisoned(one, evil) for key, one in value.items()}
    return value


def hostile(lauf: Lauf) -> Lauf:
    """With what the program itself looks things up by left as it is, so that all of it is drawn."""
    evil = poisoned(lauf, BOESE)
    zitate = tuple(
        replace(z, partei=old.partei, typ=old.typ, eintrag=replace(z.eintrag, status=old.status))
        for z, old in zip(evil.zitate, lauf.zitate, strict=True)
    )
    teile = tuple(
        replace(t, partei=old.partei, fehler="") for t, old in zip(evil.teile, lauf.teile, strict=True)
    )
    scores = tuple(
        replace(s, partei=o.partei, typ=o.typ) for s, o in zip(evil.scores, lauf.scores, strict=True)
    )
    return replace(evil, zitate=zitate, teile=teile, scores=scores, aus_cache=None, parameter={})


def test_hostile_text_in_every_field_of_a_lauf_is_no_markup_in_its_report(
    demo_index: Context, store: Runstore, lauf_id: str
) -> None:
    for lauf in (store.load(lauf_id), store.load(finished_lauf(store))):
        page = report(demo_index, [hostile(lauf)])
        harmless(page)
        assert page.count("&lt;script&gt;") >= 5


@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "data:text/html,x", "JaVaScRiPt:x", "//boese.example", "vbscript:x",
     " javascript:x", "http://a b", "https:", "", None, "http://[",
     'https://x/"onmouseover="alert(1)', "java\nscript:x"],
)  # fmt: skip
def test_only_pages_on_the_internet_are_linked(url: str | None) -> None:
    from core.base.templates import render
    from tests.vermerk.papers import vermerk

    page = render("vermerk", titel="t", vermerke=[vermerk(text=BOESE, url=url or "")])
    harmless(page)
    assert adresse("https://example.org/a?b=c#page=4") == "https://example.org/a?b=c#page=4"


@pytest.mark.parametrize(
    ("name", "view"),
    [
        ("lauf", ""), ("laeufe", ""), ("laeufe", "tabelle"), ("monitor", ""), ("uebersicht", ""),
    ],
)  # fmt: skip
def test_hostile_names_are_no_markup_on_a_page(store: Runstore, name: str, view: str) -> None:
    evil = f"{BOESE} $x$ :red[x] [x](javascript:alert(1))"
    antrag = replace(ANTRAG, titel=evil)
    ids = [
        finished_lauf(store, antrag=antrag, modell_gefragt=BOESE, prompt_id=f"{BOESE}{n}", strategie=BOESE)
        for n in range(2)
    ]
    store.start(neuer_lauf(antrag=antrag))
    app = open_page(name, **({"id": ids[0]} if name == "lauf" else {"ansicht": view}))
    elements = [(one, getattr(one, "value", "") or "") for kind in SHOWN for one in app.get(kind)]
    elements += [(one, one.label) for one in (*app.page_link, *app.button, *app.expander)]
    for element, value in elements:
        assert not getattr(element.proto, "allow_html", False) or "<script" not in value
        drawn = re.sub(r"\\.", "", value)
        assert not any(part in drawn for part in ("<script", "](javascript", ":red[x]", "$x$")), value[:200]
    if view == "tabelle":
        assert set(app.dataframe[0].value["Antrag"]) == {evil}, "a table shows it as it is"
    for chart in app.get("plotly_chart"):
        figure = json.loads(chart.proto.spec)
        assert "<script" not in json.dumps(figure) and "<a href" not in json.dumps(figure)


def test_words_in_charts_are_no_tags() -> None:
    assert escaped('<a href="x">&amp;<b>') == '&lt;a href="x"&gt;&amp;amp;&lt;b&gt;'


def test_what_was_read_in_is_told_apart_everywhere(demo_index: Context, store: Runstore) -> None:
    from core.runs.import_laeufe import read_export
    from tests.runs.faelschungen import load_export

    datei = load_export()
    said = datei["laeufe"][0]["zitat"][0]
    said["text"] = said["eintrag"]["text"] = "Wir schließen alle Schulen auf dem Land sofort und ohne Ersatz."
    own = finished_lauf(store)
    (there,) = read_export(store, json.dumps(datei).encode(), demo_index).ids
    app = open_page("lauf", id=there, partei=said["partei"])
    assert not app.exception and any("Eingelesen am" in one.value for one in app.info)
    told = [expander.label for expander in app.get("expander")]
    assert "1 Zitat nicht geprüft (eingelesen)" in told, told
    assert all("Wir schließen alle Schulen" not in button.label for button in app.button)
    (frame,) = [
        one.value for one in open_page("laeufe", ansicht="tabelle").dataframe if "Belegt" in one.value
    ]
    told = dict(zip(frame["Status"], frame["Belegt"], strict=True))
    assert told["✓ fertig (eingelesen)"] == "6 von 6 (1 nicht geprüft)"
    assert any("Nicht mitgezählt: 1 eingelesener Lauf" in one.value for one in open_page("monitor").caption)
    found = vergleich_of(store, demo_index.registry, [own, there])
    assert [spalte.eingelesen for spalte in found.spalten] == [False, True]
    assert "(eingelesen)" in found.spalten[1].name and found.hinweise
