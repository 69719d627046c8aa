"""Addresses of papers that follow from their numbers, where a parliament's do."""

import re

NUMBER = re.compile(r"(?P<period>\d{1,2})/(?P<number>\d{1,5})")
FIRST_OF_NRW = 16
"""Papers of earlier periods lie where the parliament wants no machine to fetch them."""


def built_link(bundesland: str | None, nummer: str) -> str | None:
    """None where nothing can be built."""
    found = NUMBER.fullmatch(nummer.replace(" ", ""))
    if not found:
        return None
    period, number = int(found["period"]), int(found["number"])
    if bundesland == "BUND":
        return f"https://dserver.bundestag.de/btd/{period:02}/{number // 100:03}/{period:02}{number:05}.pdf"
    if bundesland == "NRW" and period >= FIRST_OF_NRW:
        folder = "https://www.landtag.nrw.de/portal/WWW/dokumentenarchiv/Dokument"
        return f"{folder}/MMD{period}-{number}.pdf"
    return None
