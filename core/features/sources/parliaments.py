"""Which sources of Anträge there are, and which of them can be asked for a Land."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from core.base.errors import EingabeError
from core.base.models import Wahlperiode
from core.features.sources import (
    bayern,
    dip,
    pardok,
    parlamentsspiegel,
    parldok,
    portala,
    saarland,
    sachsen,
    starweb,
)
from core.features.sources.antrag_quelle import AntragQuelle
from core.features.sources.dip import Dip, dip_key
from core.features.sources.oparl import OparlBody
from core.features.sources.pardok import PardokExport
from core.features.sources.parlamentsspiegel import Parlamentsspiegel
from core.programme.context import Context
from core.programme.registry import Registry
from core.programme.web import Web, web_of

FILES = "quellen"
"""Within the folder of the Läufe: files that are compared with what a source has tomorrow."""


@dataclass(frozen=True, slots=True)
class Parliament:
    """A source. `open` is told what stands behind its name and a dash, the number of a period, and gives None
    where it has no such thing; the names under which it stores begin with `stored_as`.

    `land`: whose papers it has; of all sixteen where it is empty: then `open` is told a Land, „he“.
    `is_usual`: asked where no source is named. `probe`: whether it is alive, where that is not told by asking
    for a number.
    """

    label: str
    open: Callable[[Context, str], AntragQuelle | None]
    stored_as: str
    licence: str
    land: str
    is_usual: bool = False
    probe: Callable[[Any], None] | None = None


class Site(Protocol):
    """What differs from one Land to the next within a family of systems: a row in `SITES` of its module.

    `name`: under which its Anträge are stored.
    """

    @property
    def land(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def licence(self) -> str: ...


AnySite = TypeVar("AnySite", bound=Site)


def of_family(
    sites: Iterable[AnySite], build: Callable[[Web, AnySite], AntragQuelle]
) -> dict[str, Parliament]:
    """Each of a family by the short name of its Land, „bw“."""

    def opening(site: AnySite) -> Callable[[Context, str], AntragQuelle | None]:
        return lambda context, rest: None if rest else build(context.own(web_of), site)

    return {
        site.land.casefold(): Parliament(site.label, opening(site), site.name, site.licence, site.land)
        for site in sites
    }


def by_period(
    sites: Iterable[AnySite], build: Callable[[Web, AnySite, Sequence[Wahlperiode]], AntragQuelle]
) -> dict[str, Parliament]:
    """As `of_family`, of systems that want the number of a period with every question."""

    def opening(site: AnySite) -> Callable[[Context, str], AntragQuelle | None]:
        def opened(context: Context, rest: str) -> AntragQuelle | None:
            periods = context.registry.parlamente[site.land].wahlperioden
            return None if rest else build(context.own(web_of), site, periods)

        return opened

    return {
        site.land.casefold(): Parliament(site.label, opening(site), site.name, site.licence, site.land)
        for site in sites
    }


def _bund(context: Context, period: str) -> AntragQuelle | None:
    return None if period else Dip(context.own(web_of), dip_key())


def _berlin(context: Context, period: str) -> AntragQuelle:
    """Without a period the latest that is known here."""
    if period and not (period.isascii() and period.isdigit() and len(period) < 3):
        raise EingabeError(
            f"„berlin-{period[:40]}“ nennt keine Wahlperiode. Erwartet: berlin oder berlin-19."
        )
    number = int(period or max(term.nummer for term in context.registry.parlamente["BE"].wahlperioden))
    return PardokExport(context.own(web_of), context.settings.laeufe_dir / FILES, number)


def _spiegel(context: Context, land: str) -> AntragQuelle | None:
    code = land.upper()
    if code not in parlamentsspiegel.CODES:
        return None
    return Parlamentsspiegel(context.own(web_of), code, context.registry.parlamente[code].name)


PARLIAMENTS: dict[str, Parliament] = {
    "bund": Parliament("Bundestag (DIP)", _bund, dip.DIP, dip.LICENCE, "BUND", True),
    "berlin": Parliament(
        "Berlin (PARDOK)", _berlin, pardok.PARDOK, pardok.LICENCE, "BE", True, PardokExport.probe
    ),
    **by_period(portala.SITES, portala.opened),
    **by_period(bayern.SITES, bayern.Bayern),
    **of_family(starweb.SITES, starweb.Starweb),
    **of_family(parldok.SITES, parldok.opened),
    **of_family(saarland.SITES, saarland.Saarland),
    **by_period(sachsen.SITES, sachsen.Redas),
    "spiegel": Parliament(
        "Parlamentsspiegel", _spiegel, parlamentsspiegel.SPIEGEL, parlamentsspiegel.LICENCE, ""
    ),
}
"""Of a Land with several, the best first."""

BY_NUMBER = ("be", "lsa")
"""Asked for single papers only: Berlin lists better in PARDOK, Sachsen-Anhalt's robots.txt wants no lists."""

UNTRIED = (
    "Die Quellen sind nach aufgezeichneten Antworten gebaut; live erprobt ist bisher keine. Was anders "
    "aussieht als bekannt, wird gesagt und nicht übernommen."
)

KNOWN_SOURCES = (
    f"{', '.join(PARLIAMENTS)}; mit Wahlperiode oder Land wie berlin-19 und spiegel-he; oder die Adresse "
    "einer Kommune nach OParl (https://…)"
)


def parliament_of(quelle: str) -> Parliament | None:
    """The source that a stored entry came from."""
    return next((one for one in PARLIAMENTS.values() if quelle.startswith(one.stored_as)), None)


def sources_of(land: str) -> dict[str, Parliament]:
    """Those that have papers of that Land, the best first, each by the name that `source_named` knows."""
    return {
        name if one.land else f"{name}-{land.casefold()}": one
        for name, one in PARLIAMENTS.items()
        if one.land == land or (not one.land and land in parlamentsspiegel.CODES)
    }


def list_sources(registry: Registry) -> dict[str, str]:
    """Of each parliament the best source that lists its Anträge, and how its Land is called."""
    best = {
        code: next((name for name in sources_of(code) if name not in BY_NUMBER), None)
        for code in registry.parlamente
    }
    return {name: registry.parlamente[code].land for code, name in best.items() if name}


def source_named(context: Context, name: str) -> AntragQuelle:
    """„bund“, „berlin“ (the latest period), „berlin-19“, „spiegel-he“, or the address of an OParl body."""
    if name.startswith(("https://", "http://")):
        return OparlBody(context.own(web_of), name)
    parliament, _, rest = name.partition("-")
    if parliament in PARLIAMENTS and (found := PARLIAMENTS[parliament].open(context, rest)):
        return found
    code = name.upper()
    best = next((one for one in sources_of(code) if one not in BY_NUMBER), None)
    if code in context.registry.parlamente and best:
        return source_named(context, best)
    raise EingabeError(
        f"Die Quelle „{name[:80]}“ gibt es nicht. Es gibt: {KNOWN_SOURCES}. Zu jedem Land genügt auch sein "
        "Kürzel: he, nrw …"
    )
