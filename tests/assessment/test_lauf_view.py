"""A Lauf as it is looked at."""

from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from core.assessment.lauf_view import LaufView, view_of
from core.programme.context import Context
from core.proof import zitat_page
from core.proof.page_addresses import PageWish, read_page_wish
from core.runs.lauf import Lauf, Score, Teil, Zitat
from core.wortlaut.binding.eintrag import ANCHOR_NOTE, Anchor, read_eintrag, write_eintrag
from core.wortlaut.records import Programm, Typ


def asked_of(url: str) -> PageWish:
    return read_page_wish(dict(parse_qsl(urlsplit(url).query)))


def test_numbers_count_every_emitted_quote(context: Context, lauf: Lauf) -> None:
    for ansicht in LaufView(context, lauf).parteien.values():
        own = [zitat for zitat in lauf.zitate if zitat.partei == ansicht.partei]
        assert [n.shown_number for n in ansicht.zitate] == list(range(1, len(own) + 1))
        assert list(ansicht.zitate) == own
        both = ansicht.gebunden() + ansicht.verworfen()
        assert sorted(n.shown_number for n in both) == [n.shown_number for n in ansicht.zitate]


def test_what_is_asked_for_is_chosen(context: Context, lauf: Lauf) -> None:
    view = LaufView(context, lauf)
    other = max(
        view.parteien.values(), key=lambda a: (len(a.gebunden(Typ.WAHLPROGRAMM)), a.partei != "MÜHLRAD")
    )
    last = other.gebunden(Typ.WAHLPROGRAMM)[-1]
    assert last.shown_number > 1
    wahl = view.choose(other.partei, "wahlprogramm", str(last.shown_number))
    assert wahl and (wahl.partei, wahl.typ, wahl.zitat) == (other, Typ.WAHLPROGRAMM, last)


def test_nonsense_in_the_address_chooses_what_is_there(context: Context, lauf: Lauf) -> None:
    wahl = LaufView(context, lauf).choose("<script>", "vertrag", "999")
    assert wahl and wahl.partei.partei == "MÜHLRAD" and wahl.typ is None
    assert wahl.zitat == wahl.partei.gebunden()[0]


def test_quote_of_the_other_kind_is_not_chosen_while_filtered(context: Context, lauf: Lauf) -> None:
    view = LaufView(context, lauf)
    ansicht = next(
        a for a in view.parteien.values() if a.gebunden(Typ.WAHLPROGRAMM) and a.gebunden(Typ.PARTEIPROGRAMM)
    )
    wahl = view.choose(
        ansicht.partei, "parteiprogramm", str(ansicht.gebunden(Typ.WAHLPROGRAMM)[0].shown_number)
    )
    assert wahl and wahl.zitat == ansicht.gebunden(Typ.PARTEIPROGRAMM)[0]


def test_party_that_left_the_registry_is_still_shown(context: Context, lauf: Lauf) -> None:
    gone = replace(
        lauf,
        teile=(*lauf.teile, Teil(partei="WEG")),
        scores=(*lauf.scores, Score("WEG", "wahlprogramm", 3.0)),
    )
    *_, last = LaufView(context, gone).parteien.values()
    assert (last.partei, last.name, last.scores[Typ.WAHLPROGRAMM].score) == ("WEG", "WEG", 3.0)


def test_page_of_the_quote_comes_with_its_words_and_the_others(context: Context, lauf: Lauf) -> None:
    view = LaufView(context, lauf)
    ansicht = max(view.parteien.values(), key=lambda a: len(a.gebunden()))
    wahl = view.choose(ansicht.partei)
    assert wahl and wahl.zitat
    beleg, blick = wahl.zitat.beleg, view_of(context, wahl)
    assert blick and (blick.programm_id, blick.seite) == (beleg.ort.programm, beleg.ort.seiten[0])
    assert blick.gedruckt == beleg.ort.gedruckt[0] and not blick.hinweis
    asked = asked_of(blick.bild)
    assert tuple(asked.zitat) == beleg.ort.stellen
    others = [n.beleg.ort for n in ansicht.gebunden() if n != wahl.zitat]
    same = [ort for ort in others if ort.programm == beleg.ort.programm]
    assert list(asked.weitere) == [stelle for ort in same for stelle in ort.stellen]
    assert blick.pdf.endswith(f"#page={blick.seite}")


def of_an_old_reading(zitat: Zitat, **changes: object) -> Zitat:
    return replace(
        zitat, eintrag=read_eintrag({**write_eintrag(zitat.eintrag), "version": "frueher", **changes})
    )


def test_quote_of_an_old_reading_is_marked_where_it_stands_today(context: Context, lauf: Lauf) -> None:
    moved = [of_an_old_reading(z, stellen=[[7, 9]], seiten=[1]) for z in lauf.zitate]
    wahl = LaufView(context, replace(lauf, zitate=tuple(moved))).choose()
    today = LaufView(context, lauf).choose()
    assert wahl and wahl.zitat and today and today.zitat
    found, true = wahl.zitat.beleg, today.zitat.beleg
    assert found == replace(true, anker=Anchor.WIEDERGEFUNDEN)
    blick, before = view_of(context, wahl), view_of(context, today)
    assert blick and before and not before.notiz
    assert blick == replace(before, notiz=ANCHOR_NOTE[Anchor.WIEDERGEFUNDEN])


def test_quote_that_is_gone_is_not_marked(context: Context, lauf: Lauf) -> None:
    gone = [of_an_old_reading(z, text=f"Nie und nimmer {z.eintrag.text}") for z in lauf.zitate]
    wahl = LaufView(context, replace(lauf, zitate=tuple(gone))).choose()
    assert wahl
    blick = view_of(context, wahl)
    assert blick and blick.hinweis == ANCHOR_NOTE[Anchor.VERLOREN] and not blick.notiz
    asked = asked_of(blick.bild)
    assert not asked.zitat and not asked.weitere


def test_pdf_that_is_not_the_one_that_was_read_is_not_marked(
    context: Context, lauf: Lauf, monkeypatch: pytest.MonkeyPatch
) -> None:
    wahl = LaufView(context, lauf).choose()
    assert wahl
    before = view_of(context, wahl)
    monkeypatch.setattr(Context, "find_pdf", lambda self, programm: replaced(context, programm))
    blick = view_of(context, wahl)
    assert blick and before and (before.hinweis, blick.hinweis) == ("", zitat_page.OUTDATED)
    asked = asked_of(blick.bild)
    assert not asked.zitat and not asked.weitere


def replaced(context: Context, programm: Programm) -> Path:
    """The file of another Programm."""
    return next(
        path
        for path in (context.settings.data_dir / "demo" / "pdf").glob("*.pdf")
        if path.name != programm.pdf
    )


def test_without_the_pdf_there_is_a_sentence_and_no_picture(
    context: Context, lauf: Lauf, tmp_path: Path
) -> None:
    wahl = LaufView(context, lauf).choose()
    (tmp_path / "registry").symlink_to(context.settings.data_dir / "registry")
    bare = Context(replace(context.settings, data_dir=tmp_path))
    assert wahl
    blick = view_of(bare, wahl)
    assert blick and "ist nicht da" in blick.hinweis and not blick.bild
