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
