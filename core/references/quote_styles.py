"""A quote with its source, as people write it down: a footnote, author and year, a newspaper."""

from dataclasses import dataclass

QUOTED = str.maketrans({"„": "‚", "“": "‘"})


@dataclass(frozen=True, slots=True)
class CitedQuote:
    """`quelle`: „SPD NRW Wahlprogramm 2022, S. 56“; `seiten`: „S. 56“; `programm`: „Wahlprogramm 2022“."""

    text: str
    partei: str
    programm: str
    jahr: str
    seiten: str
    quelle: str
    url: str


def quoted(text: str) -> str:
    """In German marks; those inside become single ones."""
    return f"„{' '.join(text.split()).translate(QUOTED)}“"


def footnote(text: str, quelle: str, url: str) -> str:
    """„Wir bauen die Bahn.“ (Lindenbund Musterland Wahlprogramm 2024, S. 5, https://…)."""
    return f"{quoted(text)} ({quelle}, {url})"


def author_year(of: CitedQuote) -> str:
    """„Wir bauen die Bahn.“ (Lindenbund 2024: S. 5)"""
    return f"{quoted(of.text)} ({of.partei} {of.jahr}: {of.seiten})"


def press(of: CitedQuote) -> str:
    """Lindenbund, Wahlprogramm 2024, S. 5: „Wir bauen die Bahn.“ https://…"""
    return f"{of.partei}, {of.programm}, {of.seiten}: {quoted(of.text)} {of.url}"


def in_all_styles(of: CitedQuote) -> dict[str, str]:
    """By the name that an analyst chooses from."""
    return {
        "Fußnote": footnote(of.text, of.quelle, of.url),
        "Autor und Jahr": author_year(of),
        "Presse": press(of),
    }
