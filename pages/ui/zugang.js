// Streamlit looks for its server below each page's own address first, which costs a request and an error in the
// console. The server lies beside the pages, whatever comes before them; where this is unread, it looks as before.
window.__streamlit ??= { BACKEND_BASE_URL: new URL('.', location.href).href };

// What Streamlit's page lacks for the keyboard and for screen readers. It asks and sends nothing.
(() => {
  // Our buttons that stand for a choice → what of them is chosen.
  const CHOICES = [
    ['.st-key-mehr button', '[data-testid="stBaseButton-secondary"]'],
    ['[class*="st-key-wahl-zitat-"] button', '.st-key-gewaehltes-zitat *'],
    ['[class*="st-key-wahl-partei-"] button', '.st-key-gewaehlte-partei *'],
    ['[class*="st-key-ansicht-"] button', ':has(strong)'],
  ];
  // Streamlit draws each button twice, one for narrow windows; only one of them is seen.
  const quote = () => [...document.querySelectorAll('[class*="st-key-wahl-zitat-"] button')].find(button => button.offsetParent);

  // A label is Markdown to Streamlit, which reads it out with every mark: „Forderung II\.1\.a“.
  const words = label => label.replace(/:color\[(.*?)\]\{[^}]*\}/g, '$1').replace(/\\([^\w\s])/g, '$1');

  const jump = document.createElement('nav');
  jump.className = 'sprungmarke';
  jump.setAttribute('aria-label', 'Sprungmarke');
  jump.innerHTML = '<a href="#zitat">Zum ersten Zitat springen</a>';
  jump.firstChild.addEventListener('click', event => {
    event.preventDefault();
    quote()?.focus();
  });

  // „Weitere Treffer“ stands below the list it changes: the reader goes on at the head of the new one.
  const head = () => document.querySelector('.st-key-trefferkopf');
  let leafed = null;
  function go_on() {
    if (leafed === null || !head() || head().innerText === leafed) return;
    leafed = null;
    head().scrollIntoView({ block: 'start' });
  }
  document.addEventListener('click', event => {
    if (event.target.closest('.st-key-treffer-weiter, .st-key-treffer-zurueck')) leafed = head()?.innerText ?? null;
  }, true);

  // A chosen quote, and the party it is of, are seen in panes that are scrolled by themselves. What is drawn in the
  // moment after may still move them.
  let followed = null, until = 0;
  function follow() {
    const card = document.querySelector('.st-key-gewaehltes-zitat'), pane = card?.closest('.st-key-zitate');
    const party = document.querySelector('.st-key-gewaehlte-partei'), row = party?.closest('.st-key-parteien');
    const name = pane && `${location.pathname}|${party?.innerText}|${card.querySelector('button')?.innerText}`;
    if (!name || (name === followed && performance.now() > until)) return;
    if (name !== followed) until = performance.now() + 1500;
    followed = name;
    const into = (one, all) => {
      const inner = one.getBoundingClientRect(), outer = all.getBoundingClientRect();
      if (inner.top < outer.top || inner.bottom > outer.bottom) all.scrollTop += inner.top - outer.top - 8;
      if (inner.left < outer.left || inner.right > outer.right) all.scrollLeft += inner.left - outer.left - 8;
    };
    into(card, pane);
    if (row) into(party, row);
  }

  // A page that is higher than its pane is seen where its marks begin, as soon as both have their size.
  let pictured = null;
  function to_marks() {
    const image = document.querySelector('.st-key-seitenbild img.seitenbild, .st-key-seitenbild-gross img.seitenbild');
    if (!image || image === pictured) return;
    pictured = image;
    const pane = image.closest('[class*="st-key-seitenbild"]');
    // What scrolls can be reached by keys, too.
    pane.tabIndex = 0;
    pane.setAttribute('role', 'region');
    pane.setAttribute('aria-label', 'Seite im PDF');
    const mark = Number(image.style.getPropertyValue('--stelle'));
    const sized = new ResizeObserver(() => { pane.scrollTop = mark * image.offsetHeight - pane.clientHeight / 4; });
    sized.observe(image);
    sized.observe(pane);
  }

  // What Streamlit says in English before a page, in a field for a file, and to screen readers.
  const GERMAN = [
    [/^Skip to main content$/, 'Zum Inhalt springen'],
    [/^(?:file upload|Upload)$/, 'Datei wählen'],
    [/^Drag and drop .*here$/, 'Hier ablegen'],
    [/^([\d.]+) ?([KMG]?B) per file$/, 'bis $1 $2 je Datei'],
    [/^File must be ([\d.]+) ?([KMG]?B) or smaller\.?$/, 'Die Datei ist größer als $1 $2.'],
    [/^(.+) files are not allowed\.?$/, 'Dateien der Art $1 lassen sich hier nicht lesen.'],
    [/^Remove (.+)$/, '$1 entfernen'],
    [/^Help for (.+)$/, 'Hilfe zu: $1'],
    [/^Help$/, 'Hilfe'],
    [/^App pages$/, 'Seiten'],
    [/^Link to heading$/, 'Verweis auf diese Überschrift'],
    [/^(Increment|Decrement)$/, word => word === 'Increment' ? 'Mehr' : 'Weniger'],
    [/^Selected values$/, 'Gewählt'],
    [/^Clear (?:all|value|date)$/, 'Leeren'],
    [/^Previous month$/, 'Voriger Monat'],
    [/^Next month$/, 'Nächster Monat'],
    [/^day, /, 'Tag, '],
    [/^month, /, 'Monat, '],
    [/^year, /, 'Jahr, '],
    [/^Choose an option$/, 'Wählen'],
    [/^Choose or add an option$/, 'Wählen oder eintippen'],
    [/^Search: /, 'Suchen: '],
    [/^Fullscreen: /, 'Großansicht: '],
    [/^Show\/hide columns: /, 'Spalten zeigen oder verbergen: '],
  ];
  const german = text => GERMAN.reduce((told, [english, own]) => told.replace(english, own), text);

  function translate() {
    for (const field of document.querySelectorAll('[data-testid="stSkipToContent"], [data-testid="stFileUploader"]')) {
      const texts = document.createTreeWalker(field, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode())
        if (german(node.nodeValue) !== node.nodeValue) node.nodeValue = german(node.nodeValue);
    }
    for (const name of ['aria-label', 'placeholder'])
      for (const named of document.querySelectorAll(`[${name}]`)) {
        const told = german(named.getAttribute(name));
        if (told !== named.getAttribute(name)) named.setAttribute(name, told);
      }
  }

  function mend() {
    go_on();
    translate();
    follow();
    to_marks();
    jump.hidden = !quote();
    for (const [all, chosen] of CHOICES)
      for (const button of document.querySelectorAll(all))
        if (button.matches(chosen)) button.setAttribute('aria-current', 'true');
        else button.removeAttribute('aria-current');
    for (const link of document.querySelectorAll('.st-key-reiter a'))
      if (new URL(link.href).pathname === location.pathname) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    // A page that is no word of the menu lies under one. What Streamlit marks itself is called „page“.
    const under = document.querySelector('[data-menue]')?.dataset.menue;
    for (const link of document.querySelectorAll('[data-testid="stTopNavLink"], [data-testid="stTopNavDropdownLink"], [data-testid="stSidebarNavLink"]'))
      if (under && link.pathname.endsWith(`/${under}`)) link.setAttribute('aria-current', 'true');
      else if (link.getAttribute('aria-current') === 'true') link.removeAttribute('aria-current');
    for (const named of document.querySelectorAll('[aria-label*="\\\\"], [aria-label*=":color["]')) {
      const label = words(named.getAttribute('aria-label'));
      if (label !== named.getAttribute('aria-label')) named.setAttribute('aria-label', label);
    }
    document.querySelectorAll('[class*="st-key-feld-"]').forEach(reach);
  }

  // What is wider than a telephone is moved by arrow keys, too.
  function reach(field) {
    const wide = field.scrollWidth > field.clientWidth + 1;
    if (wide === field.hasAttribute('tabindex')) return;
    if (!wide) return ['tabindex', 'role', 'aria-label'].forEach(name => field.removeAttribute(name));
    field.tabIndex = 0;
    field.setAttribute('role', 'region');
    field.setAttribute('aria-label', 'Diagramm, lässt sich seitwärts bewegen');
  }

  let due = false;
  function soon() {
    if (due) return;
    due = true;
    requestAnimationFrame(() => { due = false; mend(); });
  }

  document.addEventListener('DOMContentLoaded', () => {
    document.body.prepend(jump);
    const watched = { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-label', 'placeholder', 'class', 'data-testid'] };
    new MutationObserver(soon).observe(document.body, watched);
    mend();
  });
})();
