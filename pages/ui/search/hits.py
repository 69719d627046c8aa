"""The hits: passages, whole Abschnitte, or Programme with their best passages."""

from collections.abc import Container, Sequence
from itertools import islice

import streamlit as st

from core.context import Context
from core.german import formats
from core.index.stock import coverage
from core.index.wording_index import mark_terms
from core.models import Chunk, Fundstelle
from core.programme.registry import partei_name
from core.search.passage_search import DEEPEST, AbschnittHit
from core.search.programm_search import DocumentHit
from core.search.shown_passage import hinweis
from pages.ui import address, colors
from pages.ui.copy_button import passage_copy
from pages.ui.search.finding import Ergebnis, chunks_of
from pages.ui.search.wahl import Wahl, Was, change
from pages.ui.shortened import programm_brief
from pages.ui.shown_names import modell_name
from pages.ui.text import joined, plain

THEMEN = 5
"""So many tags of a Programm are shown; all of them on its own page."""

LONG = 1600
"""Characters of an Abschnitt that are shown at once."""

HELP = (
    "Die Ähnlichkeit (0 bis 1) ordnet die Treffer, sie beweist nichts: Auch Fragen, die am Thema "
    "vorbeigehen, erreichen 0,5. Ob eine Partei zustimmt oder ablehnt, steht nur im Text. "
    "Fett sind Wörter, die auch in der Frage stehen, gebeugt oder in Zusammensetzungen."
)
WEAK = (
    "Wohl nichts Passendes: Keine Stelle kommt der Frage nahe; gezeigt ist, was ihr am nächsten kommt. "
    "Vielleicht sagen die Programme nichts dazu. Oft helfen andere Wörter."
)
STILL = "Wohl keine passende Stelle. Am nächsten kommt:"
WITHOUT_PROGRAMM = "Keine Stelle gefunden: Von dieser Partei ist hier kein Programm durchsucht."
NOTHING_MORE = "Keine weitere Stelle gefunden."
WORDS = {
    Fundstelle: ("Passage", "Passagen"),
    AbschnittHit: ("Abschnitt", "Abschnitte"),
    DocumentHit: ("Programm", "Programme"),
}


def hit_list(context: Context, ergebnis: Ergebnis, chosen: Chunk) -> None:
    kind = type(ergebnis.treffer[0])
    if ergebnis.daneben and not ergebnis.liste.offset:
        st.info(WEAK, icon=":material/search_off:")
        if ergebnis.land and ergebnis.land in context.registry.parlamente:  # it is said of what is read in
            st.caption(plain(f"{coverage(context, ergebnis.land)}."))
    with st.container(key="trefferkopf"):
        st.markdown(_total(ergebnis, *WORDS[kind]), help=HELP)
    numbers = iter(range(len(ergebnis.treffer)))
    for partei, count in ergebnis.gruppen.items():
        own = list(islice(numbers, count))
        _partei(context, ergebnis, partei, own)
        for number in own:
            _card(context, ergebnis, chosen, number)
    for number in numbers:
        _card(context, ergebnis, chosen, number)


def _partei(context: Context, ergebnis: Ergebnis, partei: str, own: Sequence[int]) -> None:
    """The heading above a party's hits, and what to know where it has none."""
    registry = context.registry
    laender = [
        registry.programme[c.programm_id].bundesland for n in own for c in chunks_of(ergebnis.treffer[n])
    ]
    land = next(filter(None, laender), ergebnis.land)
    with st.container(key=f"trefferpartei-{partei}", gap="small"):
        name = partei_name(registry, partei, land)
        st.header(f"{_punkt(context, partei)} {plain(name)}", anchor=False)
        if not own:
            st.caption(NOTHING_MORE if ergebnis.liste.offset else WITHOUT_PROGRAMM)
        elif partei in ergebnis.still and not ergebnis.daneben:
            st.caption(STILL)


def _card(context: Context, ergebnis: Ergebnis, chosen: Chunk, number: int) -> None:
    treffer = ergebnis.treffer[number]
    key = "gewaehltes-zitat" if chosen in chunks_of(treffer) else f"karte-{number}"
    with st.container(border=True, key=key, gap="xsmall"):
        if isinstance(treffer, Fundstelle):
            _passage(context, ergebnis, treffer, chosen, f"{number}")
        elif isinstance(treffer, AbschnittHit):
            _abschnitt(context, ergebnis, treffer, chosen, number)
        else:
            _programm(context, ergebnis, treffer, chosen, number)


def _total(ergebnis: Ergebnis, one: str, many: str) -> str:
    """„**605 Passagen**, Treffer 11 bis 20 · 0,12 Sekunden“."""
    liste = ergebnis.liste
    first, last = liste.offset + 1, liste.offset + len(liste.treffer)
    part = f", Treffer {first} bis {last}" if liste.offset or liste.mehr else ""
    if ergebnis.gruppen:
        part = f", je Partei die besten ab der {first}." if liste.offset else ", je Partei die besten"
    seconds = f"{formats.number(max(ergebnis.sekunden, 0.01), 2)} Sekunden"
    return f"**{formats.counted(liste.gesamt, one, many)}**{part} · {seconds}"


def leaf(ergebnis: Ergebnis, wahl: Wahl) -> None:
    """To the hits before and after."""
    if not (ergebnis.liste.offset or ergebnis.liste.mehr):
        return
    with st.container(horizontal=True, gap="small"):
        before, after = max(1, wahl.ab - wahl.anzahl), wahl.ab + wahl.anzahl
        _sheet("zurueck", "Vorige Treffer", before, bool(ergebnis.liste.offset))
        _sheet("weiter", "Weitere Treffer", after, ergebnis.liste.mehr and after <= DEEPEST)


def _sheet(key: str, name: str, ab: int, is_there: bool) -> None:
    st.button(
        name,
        key=f"treffer-{key}",
        icon=":material/arrow_back:" if key == "zurueck" else ":material/arrow_forward:",
        disabled=not is_there,
        on_click=change,
        kwargs={"ab": ab if ab > 1 else None},
    )


def _passage(context: Context, ergebnis: Ergebnis, treffer: Fundstelle, chosen: Chunk, key: str) -> None:
    chunk = treffer.chunk
    _button(context, ergebnis, chunk, chosen, key, punkt=True)
    told = hinweis(context, chunk)
    st.caption(plain(joined([" › ".join(chunk.abschnitt), _similar(treffer.similarity), told])))
    st.markdown(marked(ergebnis.text, chunk.text))
    passage_copy(chunk, ergebnis.stellen[chunk.id], key)
    for place, other in enumerate(treffer.weitere):
        _button(context, ergebnis, other, chosen, f"{key}-auch-{place}", before="Ebenso: ")


def _abschnitt(
    context: Context, ergebnis: Ergebnis, treffer: AbschnittHit, chosen: Chunk, number: int
) -> None:
    """A long one shows what matches, and all of it on a click."""
    matching = {fundstelle.chunk.id for fundstelle in treffer.treffer}
    every = formats.counted(len(treffer.chunks), "Passage passt", "Passagen passen")
    fits = f"{formats.number(len(matching))} von {every}"
    path = " › ".join(treffer.abschnitt) or "Ohne Überschrift"
    partei = context.registry.programme[treffer.programm_id].partei
    st.markdown(f"{_punkt(context, partei)} **{plain(path)}**")
    st.caption(plain(joined([fits, _similar(treffer.similarity)])))
    is_long = sum(len(chunk.text) for chunk in treffer.chunks) > LONG
    for place, chunk in enumerate(treffer.chunks):
        if chunk.id in matching:
            _button(context, ergebnis, chunk, chosen, f"{number}-{place}")
            st.markdown(marked(ergebnis.text, chunk.text))
            passage_copy(chunk, ergebnis.stellen[chunk.id], f"{number}-{place}")
        elif not is_long:
            st.markdown(f":gray[{plain(chunk.text)}]")
    if is_long and len(matching) < len(treffer.chunks):
        with st.expander("Ganzer Abschnitt", type="compact"):
            _whole(ergebnis.text, treffer, matching)


def _whole(frage: str, treffer: AbschnittHit, matching: Container[str]) -> None:
    for chunk in treffer.chunks:
        is_matching = chunk.id in matching
        st.markdown(marked(frage, chunk.text) if is_matching else f":gray[{plain(chunk.text)}]")


def _programm(context: Context, ergebnis: Ergebnis, treffer: DocumentHit, chosen: Chunk, number: int) -> None:
    programm = context.registry.programme[treffer.programm_id]
    st.markdown(f"{_punkt(context, programm.partei)} **{plain(programm.name)}**")
    summary = treffer.zusammenfassung
    kapitel = f"Kapitel {summary.kapitel}" if summary and summary.kapitel else None
    st.caption(plain(joined([kapitel, _similar(treffer.similarity)])))
    if summary and summary.kapitel:
        by = (
            f"zusammengefasst von {modell_name(summary.modell)}"
            if summary.modell
            else "aus Sätzen des Kapitels"
        )
        st.markdown(plain(f"{summary.text} ({by})"))
    programm_brief(context, programm.id, {"was": Was.DOKUMENTE, "land": address.get("land")}, THEMEN)
    for place, fundstelle in enumerate(treffer.fundstellen):
        _passage_in(context, ergebnis, fundstelle, chosen, f"{number}-{place}")


def _passage_in(context: Context, ergebnis: Ergebnis, treffer: Fundstelle, chosen: Chunk, key: str) -> None:
    _button(context, ergebnis, treffer.chunk, chosen, key)
    told = hinweis(context, treffer.chunk)
    st.caption(plain(joined([" › ".join(treffer.chunk.abschnitt), _similar(treffer.similarity), told])))
    with st.expander(plain(_beginning(treffer.chunk.text)), type="compact"):
        st.markdown(marked(ergebnis.text, treffer.chunk.text))
        passage_copy(treffer.chunk, ergebnis.stellen[treffer.chunk.id], key)


def _button(
    context: Context,
    ergebnis: Ergebnis,
    chunk: Chunk,
    chosen: Chunk,
    key: str,
    before: str = "",
    punkt: bool = False,
) -> None:
    """Where a passage stands, as a button that turns the page."""
    name = plain(f"{before}{ergebnis.stellen[chunk.id]}")
    dot = f"{_punkt(context, context.registry.programme[chunk.programm_id].partei)} " if punkt else ""
    st.button(
        f"{dot}**{name}**" if chunk.id == chosen.id else f"{dot}{name}",
        key=f"wahl-treffer-{key}",
        type="tertiary",
        width="stretch",
        wrap=True,
        help="Auf der Seite zeigen",
        on_click=address.go,
        kwargs={"treffer": chunk.id, "seite": None},
    )


def marked(frage: str, text: str) -> str:
    """The text as Markdown: what the question asks for is bold, and nothing else in it is markup."""
    return "".join(
        f"**{plain(piece.text)}**" if piece.gesucht else _spaced(piece.text)
        for piece in mark_terms(frage, " ".join(text.split()))
    )


def _spaced(text: str) -> str:
    """`plain` cuts off the white space at both ends."""
    return f"{' ' * text[:1].isspace()}{plain(text)}{' ' * text[-1:].isspace()}"


def _punkt(context: Context, partei: str) -> str:
    farbe = colors.readable(context.registry.parteien[partei].farbe, colors.is_dark())
    return f':color[●]{{foreground="{farbe}"}}'


def _similar(similarity: float) -> str:
    return f"Ähnlichkeit {formats.number(similarity, 2)}"


def _beginning(text: str) -> str:
    return text if len(text) <= 110 else f"{text[:110].rsplit(' ', 1)[0]} …"
