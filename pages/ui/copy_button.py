"""A button that puts a text into the clipboard: a quote or a passage with its source and address."""

import streamlit as st

from core.models import Chunk
from core.papers.cited_quote import footnote
from core.search.shown_passage import url_of
from pages.ui import address

JS = """
export default ({ data, parentElement }) => {
    const button = parentElement.querySelector("button");
    button.textContent = data.label;
    button.setAttribute("aria-label", `${data.label}: ${data.stelle}`);
    const byHand = () => {
        const area = document.createElement("textarea");
        area.value = data.text;
        document.body.append(area);
        area.select();
        const done = document.execCommand("copy");
        area.remove();
        return done;
    };
    const copy = () => navigator.clipboard
        ? navigator.clipboard.writeText(data.text).then(() => true, byHand)
        : Promise.resolve(byHand());
    button.onclick = async () => {
        button.textContent = (await copy()) ? "Kopiert" : "Kopieren nicht erlaubt";
        setTimeout(() => { button.textContent = data.label; }, 2500);
    };
};
"""
CSS = """
button { font: inherit; font-size: 0.875rem; color: var(--st-text-color); background: none; cursor: pointer;
    min-height: 1.75rem; padding: 0.1rem 0.6rem; border-radius: 0.5rem;
    border: 1px solid color-mix(in srgb, currentColor 30%, transparent); }
button:hover { border-color: currentColor; }
button:focus-visible { outline: 3px solid var(--st-primary-color); outline-offset: 2px; }
"""
_copied = st.components.v2.component("zitatkopie", html='<button type="button"></button>', css=CSS, js=JS)


def copy_button(label: str, text: str, stelle: str, key: str) -> None:
    """`stelle` is said to those who do not see beside what the button stands."""
    _copied(data={"label": label, "text": text, "stelle": stelle}, key=f"kopie-{key}")


def passage_copy(chunk: Chunk, stelle: str, key: str) -> None:
    """„Wir bauen die Bahn.“ (Lindenbund Musterland Wahlprogramm 2024, S. 5 (Datei 5), http://…)."""
    text = footnote(chunk.text, stelle, address.absolute(url_of(chunk)))
    copy_button("Zitat kopieren", text, stelle, key)
