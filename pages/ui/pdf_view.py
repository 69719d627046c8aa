"""A page as a PDF within the page, by the viewer that the browser has; a link where it has none."""

import streamlit as st

JS = """
export default ({ data, parentElement }) => {
    const place = parentElement.querySelector(".pdfansicht");
    const shown = place.querySelector("object");
    if (shown?.getAttribute("data") === data.url) {
        shown.setAttribute("aria-label", data.name);
        return;
    }
    const view = document.createElement("object");
    view.type = "application/pdf";
    view.setAttribute("data", data.url);
    view.setAttribute("aria-label", data.name);
    const link = document.createElement("a");
    link.href = data.url;
    link.target = "_blank";
    link.textContent = "Seite als PDF in einem eigenen Fenster öffnen";
    view.append("Das PDF lässt sich hier nicht zeigen. ", link);
    place.replaceChildren(view);
};
"""
CSS = """
.pdfansicht { container-type: inline-size; }
object { display: block; width: 100%; min-height: 20rem;
    height: min(calc(100vh - 14rem), calc(142cqi + 4rem));
    border: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
a { color: var(--st-link-color); }
"""
"""At most as high as the window, and as an A4 page below the viewer's own bar."""

VIEW = "#navpanes=0&view=FitH"
"""For the viewer of Chromium: no list of its pages beside the one, which is as wide as there is room."""

_pdf = st.components.v2.component("pdfansicht", html='<div class="pdfansicht"></div>', css=CSS, js=JS)


def pdfansicht(url: str, name: str) -> None:
    """Not by `st.iframe`: within its sandbox Chromium shows no PDF."""
    _pdf(data={"url": f"{url}{VIEW}", "name": name}, key="seitenpdf")
