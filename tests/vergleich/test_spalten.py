"""Columns, and what their Läufe say, from a store as the pipeline fills one."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from core.features.vergleich.spalten import (
    FEHLGESCHLAGEN,
    Spalte,
    Vergleich,
    common,
    find_rows,
    lauf_ids,
    list_stock,
    named,
    proposed,
    vergleich_of,
)
from core.programme.registry import Registry
from core.runs.lauf import Score, Status, Zitierweise
from core.runs.store import Runstore
from core.wortlaut.binding.eintrag import ZitatStatus
from core.wortlaut.records import Typ
from tests.runs.beispiele import (
    ANTRAG,
    angebot,
    finished_lauf,
    neuer_lauf,
    score,
    teil,
    versuch,
)

BEGIN = datetime(2026, 1, 5, 8, tzinfo=UTC)
WP, PP = Typ.WAHLPROGRAMM, Typ.PARTEIPROGRAMM


def add(store: Runstore, modell: str, points: float | None = 5, titel: str = "A", **changes: Any) -> str:
    """A finished Lauf on one party, of which a Wahlprogramm was shown."""
    antrag = replace(ANTRAG, titel=titel, text=titel)
    lauf_id = store.start(neuer_lauf(antrag=antrag, modell_gefragt=modell, **changes), BEGIN)
    store.save_fundstellen(lauf_id, [angebot()])
    store.save_teil(lauf_id, teil(modell=modell), [score(value=points)])
    store.finish(lauf_id)
    return lauf_id


def scores(vergleich: Vergleich) -> list[tuple[int, str, float | None, str]]:
    own = [wert for wert in vergleich.werte if wert.typ is WP]
    return sorted((w.spalte, w.partei, w.score, w.zustand) for w in own)


def test_a_column_per_model_in_the_order_of_the_laeufe(store: Runstore, registry: Registry) -> None:
    second, first = add(store, "openai/b", 7), add(store, "openai/a", 3)
    vergleich = vergleich_of(store, registry, [first, second])
    assert [spalte.name for spalte in vergleich.spalten] == ["openai/a", "openai/b"]
    assert scores(vergleich) == [(0, "LINDENBUND", 3, ""), (1, "LINDENBUND", 7, "")]
    assert list(vergleich.antraege.values()) == ["A"] and vergleich.parteien == ("LINDENBUND",)


def test_what_differs_besides_the_model_makes_a_column(store: Runstore, registry: Registry) -> None:
    ids = [
        add(store, "openai/a", parameter={"temperature": temperature, "top_k": 4, "dauer": {"suche": 1}})
        for temperature in (0.0, 0.7)
    ]
    names = [spalte.name for spalte in vergleich_of(store, registry, ids).spalten]
    assert names == ["Temperatur 0", "Temperatur 0,7"]

    cut = ("umfeld passagen 700", "umfeld passagen 300", "umfeld absaetze 0")
    ids = [add(store, "openai/a", strategie=strategie) for strategie in cut]
    assert [spalte.name for spalte in vergleich_of(store, registry, ids).spalten] == [
        "Sinn, Wortlaut und Umfeld; Passagen um 700 Zeichen",
        "Sinn, Wortlaut und Umfeld; Passagen um 300 Zeichen",
        "Sinn, Wortlaut und Umfeld; einzelne Absätze",
    ]


def test_who_copies_and_who_points_never_share_a_column(store: Runstore, registry: Registry) -> None:
    ids = [add(store, "openai/a", zitierweise=way) for way in Zitierweise]
    vergleich = vergleich_of(store, registry, ids)
    assert [spalte.name for spalte in vergleich.spalten] == [way.wort for way in Zitierweise]
    assert len({spalte.schluessel for spalte in vergleich.spalten}) == len(Zitierweise)
    # Where prompts differ, they say it.
    other = add(store, "openai/a", prompt_id="verweis", zitierweise=Zitierweise.VERWEIS)
    names = [spalte.name for spalte in vergleich_of(store, registry, [ids[0], other]).spalten]
    assert names == ["standard v3", "verweis v3"]


def test_what_no_answer_depends_on_makes_no_column(store: Runstore, registry: Registry) -> None:
    ids = [
        add(
            store, "openai/a", schluessel=str(n), parameter={"top_k": 4, "parallel": n, "dauer": {"suche": n}}
        )
        for n in (1, 2)
    ]
    vergleich = vergleich_of(store, registry, ids)
    assert [lauf.wiederholung for lauf in vergleich.laeufe] == [1, 2] and len(vergleich.spalten) == 1


def test_names_tell_only_what_differs_and_are_unique() -> None:
    base = Spalte("offline/extraktiv", "streng", "3", "hash-a", "", '{"temperature": 0.0}')
    others = [replace(base, prompt_version="4"), replace(base, prompt_version="4", prompt_hash="hash-b")]
    one, two, three = (spalte.name for spalte in named([base, *others]))
    assert one == "streng v3" and two.startswith("streng v4 (") and three.startswith("streng v4 (")
    assert two != three
    assert [spalte.name for spalte in named([base])] == ["offline/extraktiv"]
    assert base.schluessel == named([base])[0].schluessel != others[0].schluessel


def test_no_points_are_told_apart_from_no_sources(store: Runstore, registry: Registry) -> None:
    lauf_id = add(store, "openai/a", None)
    werte = {wert.typ: (wert.score, wert.zustand) for wert in vergleich_of(store, registry, [lauf_id]).werte}
    assert werte == {WP: (None, "keine Wertung"), PP: (None, "keine Quellen")}


def test_a_failed_teil_has_no_points_and_says_so(store: Runstore, registry: Registry) -> None:
    lauf_id = store.start(neuer_lauf(parameter={"parteien": ["", "LINDENBUND", "MUEHLRAD"]}))
    store.save_teil(lauf_id, teil(status=Status.FEHLGESCHLAGEN), [Score("LINDENBUND", "wahlprogramm", 4)])
    store.fail(lauf_id, "Nichts ging.")
    told = [(0, "LINDENBUND", None, FEHLGESCHLAGEN), (0, "MUEHLRAD", None, FEHLGESCHLAGEN)]
    assert scores(vergleich_of(store, registry, [lauf_id])) == told


def test_an_unanswered_lauf_belongs_to_the_column_of_the_model_that_answers(
    store: Runstore, registry: Registry
) -> None:
    answered = add(store, "openai/gpt")
    store.save_teil(answered, teil(modell="gpt-2026-01-01"), [score(value=5)])
    store.save_teil(
        other := store.start(neuer_lauf(modell_gefragt="openai/gpt")), teil(modell="gpt-2026-01-01")
    )
    silent = store.start(neuer_lauf(modell_gefragt="openai/gpt", schluessel="still"))
    for lauf_id in (other, silent):
        store.fail(lauf_id, "Zu spät.")
    vergleich = vergleich_of(store, registry, [other, silent])
    assert [spalte.modell for spalte in vergleich.spalten] == ["gpt-2026-01-01"]


def test_quotes_are_counted_per_teil(store: Runstore, registry: Registry) -> None:
    vergleich = vergleich_of(store, registry, [finished_lauf(store)])
    first, second = vergleich.zaehlwerte
    assert (first.partei, first.emittiert, first.gebunden, first.fremde_partei) == ("LINDENBUND", 3, 2, 1)
    assert first.nach_status[ZitatStatus.NUR_AEHNLICH] == 1 and first.angeglichen == 0
    assert (second.partei, second.emittiert) == ("MUEHLRAD", 0)


def test_an_answer_asked_for_twice_is_told_apart_from_one_that_came_late(
    store: Runstore, registry: Registry
) -> None:
    late, twice = (versuch(0.0, grund="429"), versuch()), (versuch(), versuch())
    lauf_id = store.start(neuer_lauf())
    store.save_teil(lauf_id, teil(versuche=late))
    store.save_teil(lauf_id, teil("MUEHLRAD", versuche=twice))
    store.finish(lauf_id)
    found = {one.partei: one.nachgefragt for one in vergleich_of(store, registry, [lauf_id]).zaehlwerte}
    assert found == {"LINDENBUND": False, "MUEHLRAD": True}


# --- which Läufe count --------------------------------------------------------------------------------------


def test_an_answer_from_the_cache_is_no_repeat(store: Runstore, registry: Registry) -> None:
    original = add(store, "openai/a", 3)
    copies = [add(store, "openai/a", 3, aus_cache=original) for _ in range(2)]
    again = add(store, "openai/a", 3, aus_cache=copies[0])
    vergleich = vergleich_of(store, registry, [*copies, again])
    assert [lauf.id for lauf in vergleich.laeufe] == [original]
    assert "gespeicherte" in vergleich.hinweise[0] and vergleich.hinweise[0].startswith("3 Läufe")


def test_a_copy_stands_for_an_original_that_is_gone(store: Runstore, registry: Registry) -> None:
    original = add(store, "openai/a", 3)
    copies = [add(store, "openai/a", 3, aus_cache=original) for _ in range(2)]
    store.delete([original])
    assert len(vergleich_of(store, registry, copies).laeufe) == 1


def test_deleted_and_running_laeufe_do_not_count_and_are_named(store: Runstore, registry: Registry) -> None:
    kept, deleted = add(store, "openai/a"), add(store, "openai/b")
    store.delete([deleted])
    running = store.start(neuer_lauf(modell_gefragt="openai/c"))
    vergleich = vergleich_of(store, registry, [kept, deleted, running])
    assert [lauf.id for lauf in vergleich.laeufe] == [kept]
    assert [text.split(" und ")[0] for text in vergleich.hinweise] == [
        "Ein Lauf ist gelöscht",
        "Ein Lauf ist noch nicht fertig",
    ]


def test_examples_are_never_mixed_with_real_ones(store: Runstore, registry: Registry) -> None:
    real, demo = add(store, "openai/a"), add(store, "openai/b", is_demo=True)
    vergleich = vergleich_of(store, registry, [demo, real])
    assert [lauf.id for lauf in vergleich.laeufe] == [real] and "Beispiel" in vergleich.hinweise[0]
    assert [lauf.id for lauf in vergleich_of(store, registry, [demo]).laeufe] == [demo]


def test_a_lauf_that_was_carried_on_later_counts_once(store: Runstore, registry: Registry) -> None:
    broken = store.start(neuer_lauf(schluessel="x"))
    store.save_teil(broken, teil(), [score()])
    store.cancel(broken)
    whole = add(store, "offline/extraktiv", schluessel="x")
    assert [lauf.id for lauf in vergleich_of(store, registry, [broken, whole]).laeufe] == [whole]


# --- choosing -----------------------------------------------------------------------------------------------


def test_columns_are_offered_with_their_antraege_and_examples_apart(store: Runstore) -> None:
    for titel in ("A", "B"):
        add(store, "openai/a", titel=titel)
    b = add(store, "openai/b", titel="B")
    add(store, "openai/b", titel="B", aus_cache=b), add(store, "demo/a", is_demo=True)
    store.start(neuer_lauf(modell_gefragt="openai/laeuft"))
    stock = list_stock(store)
    assert [(z.spalte.name, len(z.laeufe), z.total) for z in stock.spalten] == [
        ("openai/a", 2, 2),
        ("openai/b", 1, 1),
    ]
    zeilen = find_rows(stock, [zeile.schluessel for zeile in reversed(stock.spalten)])
    assert [stock.antraege[antrag] for antrag in common(zeilen)] == ["B"]
    assert lauf_ids(zeilen, common(zeilen))[0] == b and len(lauf_ids(zeilen, common(zeilen))) == 2
    assert [zeile.spalte.modell for zeile in list_stock(store, is_demo=True).spalten] == ["demo/a"]


def test_one_lauf_more_never_takes_the_place_of_a_comparison_that_says_more(store: Runstore) -> None:
    assert proposed(list_stock(store)) == []
    for titel in "ABC":
        for modell in "ab":
            add(store, f"openai/{modell}", titel=titel)

    def chosen() -> tuple[list[str], int]:
        zeilen = proposed(list_stock(store))
        return [zeile.spalte.name for zeile in zeilen], len(common(zeilen))

    assert chosen() == (["openai/a", "openai/b"], 3)
    for modell in "cdef":
        add(store, f"openai/{modell}", titel="C")
    assert chosen() == (["openai/a", "openai/b"], 3)
    for titel in "AB":
        add(store, "openai/c", titel=titel)
    assert chosen() == (["openai/a", "openai/b", "openai/c"], 3)
