// The fields of a rubric as a real table. All texts are set as text: what others wrote is never markup.

// `data` says what a row is called, where a field leads to (`ziel`) and what is focused there (`stelle`).

const LONG = 12;

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const lookAt = (selector) =>
    document.querySelector(selector)?.scrollIntoView({ behavior: calm() ? "auto" : "smooth", block: "start" });

const demand = ({ nummer, text }, kind) => {
    const words = make("span", { class: "worte", title: text }, text);
    const more = make("button", { type: "button", class: "mehr", "aria-expanded": "false", hidden: "" }, "mehr");
    more.setAttribute("aria-label", `${kind} ${nummer} ganz zeigen`);
    more.onclick = () => {
        const open = words.classList.toggle("ganz");
        more.setAttribute("aria-expanded", String(open));
        more.textContent = open ? "weniger" : "mehr";
    };
    const number = nummer ? [make("span", { class: "nummer" }, nummer), " "] : [];
    return make("th", { scope: "row" }, ...number, words, more);
};

// Forderungen that one sentence leads to stand under it.
const groups = (data, send) => {
    const found = [];
    let before = "";
    for (const zeile of data.zeilen) {
        if (!found.length || zeile.einleitung !== before) {
            const body = make("tbody");
            if (zeile.einleitung) {
                const span = { scope: "rowgroup", colspan: data.spalten.length + 1, class: "einleitung" };
                body.append(make("tr", {}, make("th", span, make("span", {}, zeile.einleitung))));
            }
            found.push(body);
        }
        before = zeile.einleitung;
        found.at(-1).append(make("tr", {}, demand(zeile, data.ecke), ...zeile.zellen.map((one) => cell(one, send))));
    }
    return found;
};

const cell = (one, send) => {
    const sign = one.zeichen ? make("span", { class: "zeichen", "aria-hidden": "true" }, one.zeichen) : "";
    const told = make("span", { class: "wort" }, one.wort);
    const name = one.name ? [make("span", { class: "name" }, one.name)] : [];
    if (!one.key) return make("td", { class: one.art }, make("span", { class: "feld" }, ...name, sign, told));
    const button = make("button", { type: "button", class: "feld", title: one.titel, "data-key": one.key });
    button.append(...name, sign, told, make("span", { class: "zahl" }, one.zahl));
    button.setAttribute("aria-label", one.titel);
    if (one.gewaehlt) button.setAttribute("aria-current", "true");
    button.onclick = () => send(one.key);
    return make("td", { class: one.art }, button);
};

const build = (data, send) => {
    const head = make("tr", {}, make("th", { scope: "col" }, data.ecke));
    for (const { name, farbe } of data.spalten) {
        const colour = { class: "punkt", "aria-hidden": "true", style: `background:${farbe}` };
        head.append(make("th", { scope: "col" }, ...(farbe ? [make("span", colour)] : []), name));
    }
    const foot = make("tfoot");
    for (const { name, zellen } of data.summen) {
        const cells = zellen.map((one) => (one.key ? cell(one, send) : make("td", {}, one.wort)));
        foot.append(make("tr", {}, make("th", { scope: "row" }, name), ...cells));
    }
    return make("table", {}, make("caption", {}, data.name), make("thead", {}, head), ...groups(data, send), foot);
};

// Which texts are cut off is known when they have been laid out, and changes with the width.
const unfold = (place) => {
    const cut = () =>
        place.querySelectorAll("th .worte:not(.ganz)").forEach((words) => {
            words.nextElementSibling.hidden = words.scrollHeight <= words.clientHeight + 1;
        });
    new ResizeObserver(cut).observe(place);
    cut();
};

export default ({ data, parentElement, setTriggerValue }) => {
    const place = parentElement.querySelector(".matrix");
    place.send = (key) => {
        setTriggerValue("feld", key);
        lookAt(data.ziel);
    };
    const state = JSON.stringify(data);
    if (place.state === state) return;
    place.state = state;
    const focused = parentElement.activeElement?.dataset?.key;
    const scroll = [place.scrollLeft, place.scrollTop];
    const table = build(data, (key) => place.send(key));
    place.setAttribute("aria-label", data.name);
    place.classList.toggle("lang", data.zeilen.length > LONG);
    place.replaceChildren(table);
    [place.scrollLeft, place.scrollTop] = scroll;
    steer(table);
    unfold(place);
    if (focused) table.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    const skip = parentElement.querySelector(".weiter");
    skip.hidden = !data.waehlbar;
    skip.onclick = () => {
        lookAt(data.ziel);
        document.querySelector(data.stelle)?.focus({ preventScroll: true });
    };
};
