// One line per party, one sign per Forderung, as a real table. All texts are set as text, never as markup.
// What a sign means is its label, its tooltip, and the line below: of the field that is pointed at or focused, else
// of the chosen one.

const cell = (one, send) => {
    const look = one.art ? { class: one.art } : {};
    if (!one.key) {
        const words = one.titel ? [make("span", { class: "unsichtbar" }, one.titel)] : [];
        const sign = make("span", { "aria-hidden": "true" }, one.zeichen);
        return make("td", look, make("span", { class: "feld", title: one.titel }, sign, ...words));
    }
    const button = make("button", { type: "button", class: "feld", title: one.titel, "data-key": one.key }, one.zeichen);
    button.setAttribute("aria-label", `${one.titel}, zeigen`);
    if (one.gewaehlt) button.setAttribute("aria-current", "true");
    button.onclick = () => send(one.key);
    return make("td", look, button);
};

const build = (data, send) => {
    const columns = data.spalten.map(({ name, wort, titel }) =>
        make("th", { scope: "col", title: titel, lang: "de" }, name, ...(wort ? [make("small", {}, wort)] : [])),
    );
    const head = make("tr", {}, make("th", { scope: "col" }, data.ecke), ...columns, make("th", { scope: "col" }, data.rand));
    const rows = data.zeilen.map((row) => {
        const dot = make("span", { class: "punkt", "aria-hidden": "true", style: `background:${row.farbe}` });
        const cells = [...row.zellen, row.summe].map((one) => cell(one, send));
        return make("tr", row.gewaehlt ? { class: "gewaehlt" } : {}, make("th", { scope: "row" }, dot, row.name), ...cells);
    });
    const look = data.gedreht ? { class: "viele" } : {};
    return make("table", look, make("caption", {}, data.name), make("thead", {}, head), make("tbody", {}, ...rows));
};

const tell = (place, line) => {
    const show = ({ target }) => {
        const titled = target.closest?.("[title]");
        if (!titled) return (line.textContent = place.data.was);
        const cell = titled.closest("td");
        const one = cell && place.data.zeilen[cell.parentElement.rowIndex - 1].zellen[cell.cellIndex - 1];
        const demand = one && `${place.data.spalten[cell.cellIndex - 1].titel}\n`;
        line.textContent = one ? `${demand}${one.titel}. ${place.data.worte[one.wort]}` : titled.title;
    };
    place.onmouseover = show;
    place.addEventListener("focusin", show);
    place.onmouseleave = () => (line.textContent = place.data.was);
};

export default ({ data, parentElement, setTriggerValue }) => {
    const place = parentElement.querySelector(".matrix");
    place.send = (key) => setTriggerValue("feld", key);
    place.data = data;
    const state = JSON.stringify(data);
    if (place.state === state) return;
    if (!place.state) {
        tell(place, parentElement.querySelector(".was"));
        parentElement.querySelector(".weiter").onclick = () => {
            const buttons = [...document.querySelectorAll(".st-key-gewaehltes-zitat button")];
            buttons.find((one) => one.offsetParent)?.focus(); // Streamlit draws each twice, one for narrow windows
        };
    }
    place.state = state;
    parentElement.querySelector(".was").textContent = data.was;
    const focused = parentElement.activeElement?.dataset?.key;
    const scroll = [place.scrollLeft, place.scrollTop];
    const table = build(data, (key) => place.send(key));
    place.setAttribute("aria-label", data.name);
    place.replaceChildren(table);
    [place.scrollLeft, place.scrollTop] = scroll;
    steer(table);
    if (focused) table.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
};
