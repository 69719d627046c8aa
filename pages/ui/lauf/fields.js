// What both tables of a Lauf share: elements whose texts are data, and one stop of the Tab key for all fields.

const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
};

const column = (button) => button.parentElement.cellIndex;
const row = (button) => button.parentElement.parentElement.rowIndex;

const beside = (all, here, key) => {
    const place = all.indexOf(here);
    if (key === "ArrowRight") return all[place + 1];
    if (key === "ArrowLeft") return all[place - 1];
    if (key === "Home") return all[0];
    if (key === "End") return all.at(-1);
    if (key === "ArrowDown") return all.find((one) => column(one) === column(here) && row(one) > row(here));
    if (key === "ArrowUp") return all.findLast((one) => column(one) === column(here) && row(one) < row(here));
};

// One stop of the Tab key for the whole table; within it the arrow keys lead from field to field, and nowhere else.
const steer = (table) => {
    const buttons = () => [...table.querySelectorAll("button.feld")];
    const only = (chosen) => buttons().forEach((one) => (one.tabIndex = one === chosen ? 0 : -1));
    only(table.querySelector('[aria-current="true"]') ?? buttons()[0]);
    table.addEventListener("focusin", ({ target }) => target.matches("button.feld") && only(target));
    table.addEventListener("keydown", (event) => {
        if (!event.target.matches("button.feld") || !/^(Arrow|Home|End)/.test(event.key)) return;
        event.preventDefault();
        event.stopPropagation();
        beside(buttons(), event.target, event.key)?.focus();
    });
};
