"""For which listed Anträge a decision is still looked for, and in which papers that was done before."""

from datetime import UTC, datetime

from sqlalchemy import Connection, and_, select

from core import clock
from core.antrag.drucksache import number_of
from core.decisions.kept_decision import PaperKind
from core.runs.connection import StoreConnection, insert_missing
from core.runs.kept_decisions import Key, judged_keys, key_of
from core.runs.lauf import text_hash
from core.runs.listed_antraege import StoredListing, stored_listing
from core.runs.tables import abstimmung, beschlusssuche, liste

ASKED = ""
"""The address that stands for its source."""

NEVER = datetime.min.replace(tzinfo=UTC)


def undecided(store: StoreConnection, quelle: str, limit: int) -> list[StoredListing]:
    """Those that were read or assessed here and have no vote of the plenary, the longest unasked first."""
    own = select(liste).where(liste.c.quelle == quelle, liste.c.zurueckgezogen.is_(False))
    latest_first = own.order_by(liste.c.datum.desc().nulls_last(), liste.c.kennung)
    with store.reading() as connection:
        judged, decided, asked = judged_keys(connection), _decided(connection), _asked(connection)
        rows = connection.execute(latest_first).mappings().all()
    found = {
        key: stored_listing(row)
        for row in rows
        if (key := key_of(row["bundesland"], row["nummer"])) and key not in decided
        if row["antrag_id"] or key in judged
    }
    in_turn = sorted(found, key=lambda key: asked.get(key, NEVER))
    return [found[key] for key in in_turn[:limit]]


def _decided(connection: Connection) -> set[Key]:
    plenary = abstimmung.c.art.in_((PaperKind.PROTOKOLL, PaperKind.ROLL_CALL))
    rows = connection.execute(select(abstimmung.c.bundesland, abstimmung.c.drucksache).where(plenary))
    return {(row.bundesland, row.drucksache) for row in rows}


def _asked(connection: Connection) -> dict[Key, datetime]:
    rows = connection.execute(select(beschlusssuche).where(beschlusssuche.c.url == ASKED))
    return {(row.bundesland, row.drucksache): row.wann for row in rows}


def papers_seen(store: StoreConnection, key: Key) -> set[str]:
    """Addresses of papers that need not be looked at again."""
    land, number = key
    asked = select(beschlusssuche.c.url).where(
        beschlusssuche.c.bundesland == land,
        beschlusssuche.c.drucksache == number,
        beschlusssuche.c.url != ASKED,
    )
    with store.reading() as connection:
        return set(connection.execute(asked).scalars())


def note_search(store: StoreConnection, key: Key, url: str = ASKED, grund: str = "") -> None:
    """That its source was asked, or that this paper was read; `grund`: why nothing was taken from it."""
    land, number = key
    row = {"bundesland": land, "drucksache": number_of(number), "url_hash": text_hash(url)[:32]}
    own = and_(*(beschlusssuche.c[name] == value for name, value in row.items()))
    told = {"url": url, "wann": clock.now(), "grund": grund}
    with store.writing() as connection:
        insert_missing(connection, beschlusssuche, [row | told])
        connection.execute(beschlusssuche.update().where(own).values(told))
