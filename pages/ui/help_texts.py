"""What newcomers are told: the pages „Methode“ and „Glossar“, links to their words, and three steps."""

import tomllib
from pathlib import Path
from urllib.parse import quote

import streamlit as st

from core.features import hooks
from core.wortlaut.german.folding import without_umlauts
from pages.ui import address


def _read(file: Path) -> tuple[dict[str, str], dict[str, str]]:
    """Sections on the method, and words of the glossary."""
    parts = tomllib.loads(file.read_text(encoding="utf-8"))
    method, words = (
        {name: " ".join(text.split()) for name, text in parts[part].items()}
        for part in ("methode", "glossar")
    )
    return method, words


def _with_features() -> tuple[dict[str, str], dict[str, str]]:
    method, glossary = _read(Path(__file__).with_name("help_texts.toml"))
    files: tuple[Path, ...] = hooks("help_texts")
    entries = list(glossary.items())
    for more, words in map(_read, files):
        method |= more
        for word, text in words.items():
            behind = (at for at, (one, _) in enumerate(entries) if _key(one) > _key(word))
            entries.insert(next(behind, len(entries)), (word, text))
    return method, dict(entries)


def _key(word: str) -> str:
    """By which the words of the glossary are in the order of the alphabet."""
    return without_umlauts(word.casefold())


METHOD, GLOSSARY = _with_features()


# --- words that lead to what the glossary says of them, at the place where they are first met ---------------


def explained(word: str, shown: str = "") -> str:
    """As Markdown; `shown`: the word as the sentence has it. One that the glossary lacks is our mistake."""
    if word not in GLOSSARY:
        raise KeyError(word)
    return f"[{shown or word}]({address.absolute(f'/glossar?wort={quote(word)}')})"


# --- three steps for who is new here: in the page, never over it; put away once, it stays away --------------

FROM = "aus"
STEPS = (
    (
        ":material/edit_document:",
        "1. Antrag hineingeben",
        "Datei, Text oder Beispiel. Der Antragsspiegel liest die Forderungen heraus; Sie prüfen, ob er sie "
        "richtig verstanden hat.",
    ),
    (
        ":material/grid_on:",
        "2. Wer sagt was?",
        "Die Matrix zeigt zu jeder Forderung, was im Programm jeder Partei steht: stützt, widerspricht, nahe "
        "Stelle oder nichts.",
    ),
    (
        ":material/find_in_page:",
        "3. Beleg ansehen",
        "Ein Feld der Matrix öffnet das Zitat und daneben die Seite, auf der es steht. Wörtlich heißt nicht "
        "passend: Dafür gibt es ein eigenes Zeichen.",
    ),
)


def tour() -> None:
    """The steps side by side, on a telephone one below the other."""
    for column, (icon, title, text) in zip(st.columns(3, gap="medium"), STEPS, strict=True):
        with column:
            st.markdown(f"{icon} **{title}**")
            st.markdown(text)


def first_tour() -> None:
    """Until it is put away: that is remembered in the address and for the visit."""
    if address.get("tour") == FROM or st.session_state.get("tour") == FROM:
        st.session_state["tour"] = FROM
        return
    with st.container(border=True, key="tour"):
        tour()
        with st.container(horizontal=True, vertical_alignment="center"):
            st.page_link("methode.py", label="Wie das zustande kommt", icon=":material/menu_book:")
            st.button(
                "Nicht mehr zeigen",
                key="tour-aus",
                type="tertiary",
                icon=":material/close:",
                on_click=_put_away,
            )


def _put_away() -> None:
    st.session_state["tour"] = FROM
    address.go(tour=FROM)
