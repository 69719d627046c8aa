"""A button that puts a passage with its source and address into the clipboard, as a footnote has it."""

import streamlit as st

from core.models import Chunk
from core.search.page_numbers import url_of
from pages.ui import address

JS = """
export default ({ data, parentElement }) => {
    const button = parentElement.querySelector("button");
    button.textContent = "Zitat kopieren";
    button.setAttribute("aria-label", `Zitat kopieren: ${data.stelle}`);
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
        setTimeout(() => { button.textContent = "Zitat kopieren"; }, 2500);
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


def zitat_copy(chunk: Chunk, stelle: str, key: str) -> None:
    _copied(data={"text": footnote(chunk, stelle), "stelle": stelle}, key=f"kopie-{key}")


def footnote(chunk: Chunk, stelle: str) -> str:
    """„Wir bauen die Bahn.“ (Lindenbund Musterland Wahlprogramm 2024, S. 5 (Datei 5), http://…)."""
    text = " ".join(chunk.text.split()).replace("„", "‚").replace("“", "‘")
    return f"„{text}“ ({stelle}, {address.absolute(url_of(chunk))})"
