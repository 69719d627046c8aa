"""Which pages there are, where the file of each lies, and which stand side by side at their head."""

from functools import cache

from core.features import Page, Tab, all_features

PAGES = (
    Page("uebersicht", "Übersicht", "home", place=10),
    Page("laeufe", "Anträge", "description", place=20, tab=Tab("laeufe", "Geprüft", 10)),
    Page("suche", "Suche", "search", place=50, tab=Tab("suche", "In Programmen suchen", 10)),
    Page("programme", "Programme", "library_books", place=60, tab=Tab("programme", "Programme", 10)),
    Page("methode", "Hilfe", "help", place=70, tab=Tab("methode", "Methode", 10)),
    Page("einstellungen", "Einstellungen", "settings", place=80),
    Page("antrag", "Antrag prüfen", "edit_document", tab=Tab("laeufe", "Neu prüfen", 30)),
    Page("lauf", "Lauf", "fact_check"),
    Page("glossar", "Glossar", "dictionary", tab=Tab("methode", "Glossar", 20)),
    Page(
        "barrierefreiheit",
        "Barrierefreiheit",
        "accessibility_new",
        tab=Tab("methode", "Barrierefreiheit", 30),
    ),
)
"""Those of the frame; features have more."""


@cache
def all_pages() -> tuple[tuple[Page, str], ...]:
    """Each with its file, as Streamlit calls it: from the folder of the frame."""
    own = [(page, f"{page.name}.py") for page in PAGES]
    of_features = [
        (page, f"features/{feature.name}/{page.name}.py")
        for feature in all_features()
        for page in feature.pages
    ]
    return (*own, *of_features)


def file_of(name: str) -> str | None:
    """None where there is no such page: its feature was taken out."""
    return next((file for page, file in all_pages() if page.name == name), None)


def above(name: str) -> str | None:
    """The page of the menu that this one belongs to; None for one of the menu itself."""
    page = next((page for page, _ in all_pages() if page.name == name), None)
    if page is None or page.place is not None:
        return None
    return page.tab.of if page.tab else "laeufe"


def beside(name: str) -> tuple[str, dict[str, str]]:
    """What the pages that belong together with this one are called as a whole, and the tab of each file."""
    pages = {page.name: page for page, _ in all_pages()}
    tab = pages[name].tab
    if tab is None:
        return pages[name].title, {}
    found = [(one.tab, file) for one, file in all_pages() if one.tab and one.tab.of == tab.of]
    tabs = {file: own.name for own, file in sorted(found, key=lambda one: one[0].place)}
    return pages.get(tab.of, pages[name]).title, tabs
