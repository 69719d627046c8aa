"""What a search is, as it was chosen; what it found, shown passage by passage; or why it found nothing."""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import islice
from typing import Any, TypeVar

import streamlit as st

from core.base import formats
from core.base.models import GEBIETE
from core.programme.context import Context
from core.programme.quellen import Quellen
from core.programme.registry import Registry
from core.programme.stock import Coverage
from core.programme.wording_index import mark_terms
from core.proof.zitat_page import PageGlance, page_glance
from core.search.passage_search import AbschnittHit, AbschnittWertung, HitList
from core.search.programm_search import DocumentHit, Way
from core.search.question_search import Hit, QuestionSearch, found_chunks
from core.search.shown_passage import ShownPassage
from core.search.suchanfrage import Suchanfrage
from core.search.suchraum import Method, indexed
from core.wortlaut.records import PROGRAMM_TYPEN, Chunk, Fundstelle, Programm, Typ
from pages.ui import address
from pages.ui.parts import is_dark, readable
from pages.ui.text import joined, plain
from pages.ui.words import modell_name, programm_brief
from pages.ui.zitat import passage_copy

Choice = TypeVar("Choice", bound=StrEnum)

ANZAHL, PER_PARTEI = (10, 25, 50), (2, 5, 10)
PASSAGE_COUNTS, PROGRAMME = (1, 3, 5, 8), (3, 5, 8, 12)
ALLE = "alle"
PER_PROGRAMM, BEST = 3, 5
"""Passages of each Programm, and so many Programme that a model answers from, where none is chosen."""

SHOWN = ("treffer", "zitat", "seite", "antwort", "ab")
"""What belongs to one result and goes with it."""


class Was(StrEnum):
    PASSAGEN = "passagen"
    ABSCHNITTE = "abschnitte"
    DOKUMENTE = "dokumente"


MANNERS: dict[Was, type[Method] | type[AbschnittWertung] | type[Way]] = {
    Was.PASSAGEN: Method,
    Was.ABSCHNITTE: AbschnittWertung,
    Was.DOKUMENTE: Way,
}


@dataclass(frozen=True, slots=True)
class Wahl:
    """`weise` is of the kind that `MANNERS` names for `was`; the first hit shown is the `ab`th.

    `je_partei`: None leaves it to the question. `fruehere`: also Programme that are no longer in force.
    """

    q: str
    land: str | None
    parteien: tuple[str, ...]
    typ: Typ | None
    jahr: int | None
    wortgetreu: bool
    was: Was
    weise: Method | AbschnittWertung | Way
    je_partei: bool | None
    anzahl: int
    passagen: int = PER_PROGRAMM
    programme: int = BEST
    programm: str | None = None
    ab: int = 1
    fruehere: bool = False

    @property
    def is_narrowed(self) -> bool:
        return bool(self.land or self.parteien or self.typ or self.jahr or self.programm)

    @property
    def offset(self) -> int:
        """So many hits come before those that are shown."""
        return self.ab - 1


def wahl_of_address(registry: Registry) -> Wahl:
    """A Land, party or Programm that does not exist is an EingabeError; what else is odd does not count."""
    land = registry.find_bundesland(address.get("land")) if address.get("land") else None
    names = [name for name in address.get("partei").split(",") if name.strip()]
    was = _one_of(Was, address.get("was"))
    per = {"partei": True, "gemischt": False}.get(address.get("je"))
    programm = address.get("programm")
    return Wahl(
        q=address.get("q").strip(),
        land=land,
        parteien=tuple(dict.fromkeys(registry.find_partei(name, land).id for name in names)),
        typ=Typ(address.get("typ")) if address.get("typ") in PROGRAMM_TYPEN else None,
        jahr=address.number("jahr"),
        wortgetreu=address.get("wortgetreu") == "1",
        was=was,
        weise=_one_of(MANNERS[was], address.get("strategie")),
        je_partei=per if was is Was.PASSAGEN else False,
        anzahl=address.number("anzahl") or 0,
        passagen=_number_of("passagen", PASSAGE_COUNTS, PER_PROGRAMM),
        programme=_number_of("programme", PROGRAMME, BEST),
        programm=registry.find_programm(programm).id if programm else None,
        ab=max(1, min(address.number("ab") or 1, HitList.DEEPEST + 1)),
        fruehere=address.get("stand") == ALLE,
    )


def settled(wahl: Wahl, anfrage: Suchanfrage) -> Wahl:
    """With what the question decides: whether its hits stand party by party, and how many of them."""
    je = wahl.je_partei if wahl.je_partei is not None else anfrage.vergleicht
    default = (5 if 0 < len(anfrage.parteien) <= 3 else PER_PARTEI[0]) if je else ANZAHL[0]
    number = wahl.anzahl if wahl.anzahl in (PER_PARTEI if je else ANZAHL) else default
    return replace(wahl, je_partei=je, anzahl=number)


def follow(name: str, value: object, *drop: str) -> dict[str, Any]:
    """A widget in the address whose change takes what was found before out of it."""
    return address.follow("suche", name, value, *SHOWN, *drop)


def change(**changes: object) -> None:
    """Another search: nothing of the result before is shown on."""
    address.go(**{**dict.fromkeys(SHOWN), **changes})


def _number_of(name: str, numbers: Sequence[int], default: int) -> int:
    number = address.number(name)
    return number if number is not None and number in numbers else default


def _one_of(kind: type[Choice], value: str) -> Choice:
    """The member of that value, else the first."""
    return kind(value) if value in list(kind) else next(iter(kind))


# --- one search as it was chosen, and the passages in its result that can be shown on their page ------------


@dataclass(frozen=True, slots=True)
class Ergebnis:
    """`text` is what was looked for.

    `gruppen`: party → how many of the hits are its own, where they stand party by party; `still`: parties of
    which no passage is near enough. `daneben`: that of none is. `fehlend`: what is left out of the index.
    """

    text: str
    liste: HitList[Hit]
    sekunden: float
    gruppen: Mapping[str, int] = field(default_factory=dict)
    still: frozenset[str] = frozenset()
    daneben: bool = False
    land: str | None = None
    fehlend: str = ""

    @property
    def treffer(self) -> tuple[Hit, ...]:
        return self.liste.treffer

    @property
    def chunks(self) -> list[Chunk]:
        """Everything that can be chosen, in the order it is shown."""
        return [chunk for one in self.treffer for chunk in found_chunks(one)]


def find(context: Context, anfrage: Suchanfrage, wahl: Wahl) -> Ergebnis:
    started = time.perf_counter()
    search, gruppen = QuestionSearch.of(context, anfrage), dict[str, int]()
    weise, part = wahl.weise, (wahl.anzahl, wahl.offset)
    liste: HitList[Hit]
    if isinstance(weise, AbschnittWertung):
        liste = search.abschnitte(weise, *part)
    elif isinstance(weise, Way):
        liste = search.documents(weise, *part, passagen=wahl.passagen)
    elif wahl.je_partei:
        lists = search.per_partei(*part, method=weise)
        gruppen = {partei: len(own.treffer) for partei, own in lists.items()}
        gruppen |= dict.fromkeys((partei for partei in anfrage.parteien if partei not in lists), 0)
        liste = HitList.joined(lists.values())
    else:
        liste = search.passages(*part, method=weise)
    still = search.silent
    sekunden = time.perf_counter() - started
    daneben, land, fehlend = search.is_off_subject, anfrage.bundesland, search.not_shown
    return Ergebnis(anfrage.text, liste, sekunden, gruppen, still, daneben, land, fehlend)


def choose(ergebnis: Ergebnis, chunk_id: str) -> Chunk | None:
    """The passage an address names, or the first."""
    chunks = ergebnis.chunks
    return next((chunk for chunk in chunks if chunk.id == chunk_id), next(iter(chunks), None))


def view_of(context: Context, ergebnis: Ergebnis, chunk: Chunk, seite: int | None) -> PageGlance:
    """Its page, or another of its Programm; what else was found there is marked more faintly."""
    quelle = Quellen.find(context, chunk.programm_id)
    same = [one for one in ergebnis.chunks if one.programm_id == chunk.programm_id and one.id != chunk.id]
    return page_glance(
        context,
        chunk.programm_id,
        seite or chunk.seiten[0],
        version=quelle.version if quelle else None,
        zitat=[(chunk.start, chunk.end)],
        weitere=[(one.start, one.end) for one in same],
        seiten=chunk.seiten,
    )


# --- the hits: passages, whole Abschnitte, or Programme with their best passages ----------------------------

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
            st.caption(plain(f"{Coverage.of(context, ergebnis.land)}."))
    with st.container(key="trefferkopf"):
        st.markdown(_total(ergebnis, *WORDS[kind]), help=HELP)
    numbers = iter(range(len(ergebnis.treffer)))
    for partei, count in ergebnis.gruppen.items():
        own = list(islice(numbers, count))
        # The heading above a party's hits, and what to know where it has none.
        registry = context.registry
        found = (chunk for number in own for chunk in found_chunks(ergebnis.treffer[number]))
        laender = [registry.programme[chunk.programm_id].bundesland for chunk in found]
        land = next(filter(None, laender), ergebnis.land)
        with st.container(key=f"trefferpartei-{partei}", gap="small"):
            name = registry.partei_name(partei, land)
            st.header(f"{_punkt(context, partei)} {plain(name)}", anchor=False)
            if not own and ergebnis.liste.offset:
                st.caption("Keine weitere Stelle gefunden.")
            elif not own:
                st.caption("Keine Stelle gefunden: Von dieser Partei ist hier kein Programm durchsucht.")
            elif partei in ergebnis.still and not ergebnis.daneben:
                st.caption("Wohl keine passende Stelle. Am nächsten kommt:")
        for number in own:
            _card(context, ergebnis, chosen, number)
    for number in numbers:
        _card(context, ergebnis, chosen, number)


def _card(context: Context, ergebnis: Ergebnis, chosen: Chunk, number: int) -> None:
    treffer = ergebnis.treffer[number]
    key = "gewaehltes-zitat" if chosen in found_chunks(treffer) else f"karte-{number}"
    with st.container(border=True, key=key, gap="xsmall"):
        if isinstance(treffer, Fundstelle):
            chunk = treffer.chunk
            _button(context, ergebnis, chunk, chosen, f"{number}", punkt=True)
            _caption(context, treffer)
            with st.container(key=f"zitat-schrift-{number}"):
                st.markdown(marked(ergebnis.text, chunk.text))
            passage_copy(ShownPassage(context, chunk), f"{number}")
            for place, other in enumerate(treffer.weitere):
                _button(context, ergebnis, other, chosen, f"{number}-auch-{place}", before="Ebenso: ")
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
    """Buttons to the hits before and after."""
    if not (ergebnis.liste.offset or ergebnis.liste.mehr):
        return
    with st.container(horizontal=True, gap="small"):
        before, after = max(1, wahl.ab - wahl.anzahl), wahl.ab + wahl.anzahl
        is_more = ergebnis.liste.mehr and after <= HitList.DEEPEST
        for key, name, icon, ab, is_there in (
            ("zurueck", "Vorige Treffer", "arrow_back", before, bool(ergebnis.liste.offset)),
            ("weiter", "Weitere Treffer", "arrow_forward", after, is_more),
        ):
            st.button(
                name,
                key=f"treffer-{key}",
                icon=f":material/{icon}:",
                disabled=not is_there,
                on_click=change,
                kwargs={"ab": ab if ab > 1 else None},
            )


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
            passage_copy(ShownPassage(context, chunk), f"{number}-{place}")
        elif not is_long:
            st.markdown(f":gray[{plain(chunk.text)}]")
    if is_long and len(matching) < len(treffer.chunks):
        with st.expander("Ganzer Abschnitt", type="compact"):
            for chunk in treffer.chunks:
                found = chunk.id in matching
                st.markdown(marked(ergebnis.text, chunk.text) if found else f":gray[{plain(chunk.text)}]")


def _programm(context: Context, ergebnis: Ergebnis, treffer: DocumentHit, chosen: Chunk, number: int) -> None:
    programm = context.registry.programme[treffer.programm_id]
    st.markdown(f"{_punkt(context, programm.partei)} **{plain(programm.name)}**")
    summary = treffer.zusammenfassung
    kapitel = f"Kapitel {summary.kapitel}" if summary and summary.kapitel else None
    st.caption(plain(joined([kapitel, _similar(treffer.similarity)])))
    if summary and summary.kapitel:
        modell = f"zusammengefasst von {modell_name(summary.modell)}" if summary.modell else ""
        st.markdown(plain(f"{summary.text} ({modell or 'aus Sätzen des Kapitels'})"))
    programm_brief(context, programm.id, {"was": Was.DOKUMENTE, "land": address.get("land")}, THEMEN)
    for place, fundstelle in enumerate(treffer.fundstellen):
        key = f"{number}-{place}"
        _button(context, ergebnis, fundstelle.chunk, chosen, key)
        _caption(context, fundstelle)
        with st.expander(plain(beginning(fundstelle.chunk.text, 110)), type="compact"):
            st.markdown(marked(ergebnis.text, fundstelle.chunk.text))
            passage_copy(ShownPassage(context, fundstelle.chunk), key)


def _caption(context: Context, treffer: Fundstelle) -> None:
    path, told = " › ".join(treffer.chunk.abschnitt), ShownPassage(context, treffer.chunk).hinweis
    st.caption(plain(joined([path, _similar(treffer.similarity), told])))


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
    name = plain(f"{before}{ShownPassage(context, chunk).stelle}")
    dot = f"{_punkt(context, context.registry.programme[chunk.programm_id].partei)} " if punkt else ""
    address.button(
        f"{dot}**{name}**" if chunk.id == chosen.id else f"{dot}{name}",
        {"treffer": chunk.id, "seite": None},
        key=f"wahl-treffer-{key}",
        help="Auf der Seite zeigen",
        wide=True,
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
    farbe = readable(context.registry.parteien[partei].farbe, is_dark())
    return f':color[●]{{foreground="{farbe}"}}'


def _similar(similarity: float) -> str:
    return f"Ähnlichkeit {formats.number(similarity, 2)}"


def beginning(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most].rsplit(' ', 1)[0]} …"


# --- what is shown where there is nothing to show: what one can ask, and what may help ----------------------

EXAMPLES = {
    "DEMO": (
        "Was sagen Lindenbund und Brücke in Musterland zur Wieltalbahn?",
        "Soll in Musterland die Kita kostenlos sein?",
        "Hochwasserschutz Musterland",
    ),
    "BUND": (
        "Was sagen SPD und Grüne im Bund zum Kohleausstieg seit 2020?",
        "Mindestlohn in den Wahlprogrammen zur Bundestagswahl 2025",
    ),
}
MOST = 6
FILTER = ("land", "partei", "typ", "jahr", "programm")


def anfang(context: Context, wahl: Wahl) -> None:
    if wahl.programm:
        name = context.registry.programme[wahl.programm].name
        st.info(f"Gesucht wird nur in: **{plain(name)}**", icon=":material/filter_alt:")
    st.markdown(
        "Fragen Sie mit Stichwörtern oder in einem ganzen Satz. Partei, Land, Jahr und Art des Programms "
        "werden aus der Frage gelesen; was verstanden wurde, steht darunter und lässt sich ändern. "
        "**Suchen** zeigt die Stellen, **Frage stellen** eine Antwort mit Belegen."
    )
    if examples := examples_of(context):
        st.caption("Zum Beispiel:")
        for number, example in enumerate(examples):
            st.button(
                plain(example),
                key=f"wahl-beispiel-{number}",
                type="tertiary",
                icon=":material/search:",
                on_click=change,
                kwargs={"q": example, **dict.fromkeys(FILTER)},
            )
    if not indexed(context):
        nothing_read_in("Es ist noch kein Programm eingelesen; gesucht werden kann erst danach.")


def examples_of(context: Context) -> list[str]:
    """Only about Länder whose own Programme can be searched."""
    there = {programm.bundesland for programm in indexed(context)}
    found: list[str] = []
    for code in (code for code in GEBIETE if code in there):
        land = context.registry.parlamente[code].land
        found += EXAMPLES.get(code, (f"Was sagen die Parteien in {land} zum Wohnungsbau?",))
    return found[:MOST]


def nothing_read_in(sentence: str) -> None:
    st.info(plain(sentence), icon=":material/info:")
    st.page_link("programme.py", label="Programme einlesen", icon=":material/library_books:")


def without_programme(context: Context, anfrage: Suchanfrage) -> None:
    """Nothing of what is asked for can be searched."""
    land = anfrage.bundesland
    where = f" für {context.registry.parlamente[land].land}" if land else ""
    timeless = replace(anfrage, stichtag=None)
    if anfrage.stichtag and any(map(timeless.matches, indexed(context, land))):
        day = formats.day(anfrage.stichtag)
        st.info(f"Zu dieser Auswahl gilt am {day} kein eingelesenes Programm.", icon=":material/event_busy:")
        fruehere()
        return
    nothing_read_in(f"Zu dieser Auswahl ist{where} kein Programm eingelesen.")
    _holding(context)


def fruehere() -> None:
    st.button(
        "Auch frühere Programme durchsuchen",
        key="auch-fruehere",
        icon=":material/history:",
        on_click=change,
        kwargs={"stand": ALLE},
    )


def only_everywhere(context: Context, anfrage: Suchanfrage, programme: Sequence[Programm]) -> None:
    """A Land without any Wahlprogramm of its own: say that only what is valid everywhere is searched."""
    land = anfrage.bundesland
    if land and not any(programm.bundesland == land for programm in programme):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            name = context.registry.parlamente[land].land
            told = f"Für {name} ist kein Wahlprogramm eingelesen; durchsucht werden nur die Parteiprogramme."
            st.caption(plain(told), width="content")
            st.page_link("programme.py", label="Programme einlesen", icon=":material/library_books:")


def without_hits(context: Context, wahl: Wahl) -> None:
    st.info(
        "Dazu fand sich keine Stelle. Fragen Sie mit anderen oder weniger Wörtern.",
        icon=":material/search_off:",
    )
    if wahl.is_narrowed:
        st.button(
            "Ohne Filter suchen",
            key="ohne-filter",
            icon=":material/filter_alt_off:",
            on_click=change,
            kwargs=dict.fromkeys(FILTER),
        )
    _holding(context)


def too_far(gesamt: int) -> None:
    """The address asks for hits beyond the last."""
    st.info(f"So weit reichen die {formats.number(gesamt)} Treffer nicht.", icon=":material/search_off:")
    st.button("Zu den ersten Treffern", key="erste-treffer", on_click=change, kwargs={"ab": None})


def _holding(context: Context) -> None:
    """What can be searched at all."""
    codes = (programm.bundesland for programm in indexed(context))
    counts = Counter(context.registry.parlamente[code].land if code else "überall gültig" for code in codes)
    listed = ", ".join(
        f"{name} ({formats.counted(n, 'Programm', 'Programme')})" for name, n in counts.items()
    )
    if listed:
        st.caption(plain(f"Durchsuchbar sind: {listed}."))
