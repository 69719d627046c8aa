"""Numbers and dates of a text that its source does not have."""

from core.german.dates import Date, dates, without_dates
from core.german.folding import lowered
from core.german.numbers import measured


def unfounded(text: str, source: str) -> list[str]:
    """The numbers and dates of a text that do not occur in its source, in small letters.

    „3 Mio.“, „3 Millionen“ and „drei Millionen“ are one, „3 Milliarden“ is another, and so is „3 Prozent“.
    """
    text, source = lowered(text), lowered(source)
    known = dict(dates(source))
    numbers = {*dict(measured(without_dates(source))), *((year, "") for _, _, year in known)}
    bare = {number for number, _ in numbers}
    wrong = [told for date, told in dates(text) if not any(_fits(date, other) for other in known)]
    for (number, unit), told in measured(without_dates(text)):
        if number not in bare or (unit and (number, unit) not in numbers):
            wrong.append(told)
    return list(dict.fromkeys(wrong))


def _fits(date: Date, other: Date) -> bool:
    """The other tells at least the same."""
    return all(told in ("", known) for told, known in zip(date, other, strict=True))
