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
