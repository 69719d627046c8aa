// A text with its quotes as buttons. All of it is set as text, never as markup. One stop of the Tab key for the
// quotes; the arrow keys lead from one to the next.

const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
};

const piece = (one, send) => {
    if (one.n === undefined) return document.createTextNode(one.text);
    const mark = make("mark", { class: one.art, "data-n": one.n, title: one.titel, role: "button" }, one.text);
    if (one.first) {
        mark.prepend(make("span", { class: "zeichen", "aria-hidden": "true" }, one.zeichen));
        mark.setAttribute("aria-label", `${one.titel}: ${one.text}`);
    } else {
        mark.setAttribute("aria-hidden", "true");
        mark.removeAttribute("role");
    }
    mark.onclick = () => send(one.n);
    return mark;
};

const TAGS = { ueberschrift: "h2", aufzaehlung: "li", zitat: "blockquote", text: "p" };

export default ({ data, parentElement, setTriggerValue }) => {
    const place = parentElement.querySelector(".text");
    place.send = (number) => setTriggerValue("zitat", number);
    if (place.state !== data.key) {
        place.state = data.key;
        const blocks = data.blocks.map((block) =>
            make(TAGS[block.kind] ?? "p", {}, ...block.pieces.map((one) => piece(one, (number) => place.send(number)))));
        data.blocks.forEach((block, number) => {
            if (!block.hinweis) return;
            blocks[number].classList.add("unklar");
            blocks[number].append(make("small", {}, block.hinweis));
        });
        place.replaceChildren(...blocks);
        place.onkeydown = (event) => {
            const all = [...place.querySelectorAll("mark[role]")];
            const here = all.indexOf(parentElement.activeElement ?? document.activeElement);
            const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
            if (here >= 0 && (event.key === "Enter" || event.key === " ")) place.send(Number(all[here].dataset.n));
            else if (here >= 0 && step) (all[here + step] ?? all[here]).focus();
            else return;
            event.preventDefault();
        };
    }
    for (const mark of place.querySelectorAll("mark")) {
        const chosen = mark.dataset.n === String(data.chosen);
        mark.toggleAttribute("data-chosen", chosen);
        if (mark.hasAttribute("role")) {
            mark.tabIndex = chosen ? 0 : -1;
            if (chosen) mark.setAttribute("aria-current", "true");
            else mark.removeAttribute("aria-current");
        }
        if (chosen && mark.hasAttribute("role") && place.shown !== data.chosen) {
            const box = mark.getBoundingClientRect(), around = place.getBoundingClientRect();
            if (box.top < around.top || box.bottom > around.bottom) place.scrollTop += box.top - around.top - 60;
        }
    }
    place.shown = data.chosen;
};
