// A field of the points is a link that works alone; where this runs, a click opens its quotes on this page.
export default ({ setTriggerValue }) => {
    document.tafel?.abort(); // the page was drawn anew
    const listening = (document.tafel = new AbortController());
    const open = (event) => {
        if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
        const link = event.target.closest?.(".punkte a[data-feld]");
        if (!link) return;
        event.preventDefault();
        setTriggerValue("feld", link.dataset.feld);
    };
    document.addEventListener("click", open, { signal: listening.signal });
    return () => listening.abort();
};
