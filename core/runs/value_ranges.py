"""Which values a file may hold, field by field: kinds, lengths and ranges that store and pages can bear."""

import re
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Annotated

from core import clock
from core.citations.verdict import Verdict
from core.citations.zitat_status import ZitatStatus
from core.models import GEBIETE, Typ
from core.runs.lauf import Status
from core.schema import AfterValidator, BeforeValidator, FailFast, Field

GREATEST = 2**31 - 1
"""What PostgreSQL keeps as INTEGER; SQLite keeps more."""

UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
AHEAD = timedelta(days=1)
"""So far another machine's clock may be ahead."""

EARLIEST_RUN, EARLIEST, LATEST = datetime(2020, 1, 1, tzinfo=UTC), date(1900, 1, 1), date(2100, 1, 1)


def _moment(value: object) -> datetime:
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise ValueError("muss ein Zeitpunkt mit Zeitzone sein, etwa „2026-11-03T09:30:00+00:00“")
    try:
        moment = moment.astimezone(UTC)
    except OverflowError:
        moment = datetime.max.replace(tzinfo=UTC)
    if not EARLIEST_RUN <= moment <= clock.now() + AHEAD:
        raise ValueError("muss zwischen 2020 und heute liegen")
    return moment


def _day(value: object) -> date:
    try:
        day = date.fromisoformat(value) if isinstance(value, str) and len(value) == 10 else None
    except ValueError:
        day = None
    if day is None or not EARLIEST <= day <= LATEST:
        raise ValueError("muss ein Tag zwischen 1900 und 2100 sein, etwa „2026-11-03“")
    return day


def printable(value: str) -> str:
    if UNPRINTABLE.search(value):
        raise ValueError("darf keine Steuerzeichen enthalten")
    return value


def _without_bar(value: str) -> str:
    if "|" in value:
        raise ValueError("darf kein „|“ enthalten")
    return value


def word_of(words: Iterable[str]) -> Callable[[str], str]:
    known = tuple(map(str, words))

    def check(value: str) -> str:
        if value not in known:
            raise ValueError(f"muss eines von {', '.join(known)} sein")
        return value

    return check


Identifier = Annotated[str, Field(pattern=r"^[A-Za-z0-9]{1,16}$")]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Name = Annotated[str, Field(max_length=100), AfterValidator(printable), AfterValidator(_without_bar)]
Wort = Annotated[str, Field(max_length=300), AfterValidator(printable)]
Text = Annotated[str, Field(max_length=200_000)]
LongText = Annotated[str, Field(max_length=5_000_000)]
ZitatText = Annotated[str, Field(max_length=25_000)]
Moment = Annotated[datetime, BeforeValidator(_moment)]
Tag = Annotated[date, BeforeValidator(_day)]
Number = Annotated[int, Field(ge=0, le=GREATEST)]
Seite = Annotated[int, Field(ge=1, le=100_000)]
Mass = Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)]
Punkte = Annotated[float, Field(ge=0, le=10, allow_inf_nan=False)]
Anteil = Annotated[float, Field(ge=-1.01, le=1.01, allow_inf_nan=False)]
TypWord = Annotated[str, AfterValidator(word_of(Typ))]
Land = Annotated[str, AfterValidator(word_of(GEBIETE))]
Zustand = Annotated[str, AfterValidator(word_of(Status))]
BindungWord = Annotated[str, AfterValidator(word_of(ZitatStatus))]
VerdictWord = Annotated[str, AfterValidator(word_of(Verdict))]
Words = Annotated[list[Text], Field(max_length=1_000), FailFast()]
Seiten = Annotated[list[Seite], Field(max_length=1_000), FailFast()]
