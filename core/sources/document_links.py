"""Addresses of papers: as told, or as they follow from their numbers, where a parliament's do."""

from urllib.parse import urlsplit

from core.antrag.drucksache import number_of
from core.runs.antraege import ListedAntrag

FIRST_OF_NRW = 16
"""Papers of earlier periods lie where the parliament wants no machine to fetch them."""

WITH_LINKS = ("BUND", "NRW")
"""Whose papers lie where their numbers say."""


def link_of(antrag: ListedAntrag) -> str | None:
    """Where its PDF lies; None where nobody tells, or what is told is no address of the web."""
    told = antrag.pdf_url or ""
    if urlsplit(told).scheme.casefold() in ("http", "https"):
        return told
    return built_link(antrag.bundesland, antrag.nummer)


def built_link(bundesland: str | None, nummer: str) -> str | None:
    """None where nothing can be built."""
    plain = number_of(nummer)
    if not plain:
        return None
    period, number = map(int, plain.split("/"))
    if bundesland == "BUND":
        return f"https://dserver.bundestag.de/btd/{period:02}/{number // 100:03}/{period:02}{number:05}.pdf"
    if bundesland == "NRW" and period >= FIRST_OF_NRW:
        folder = "https://www.landtag.nrw.de/portal/WWW/dokumentenarchiv/Dokument"
        return f"{folder}/MMD{period}-{number}.pdf"
    return None
