"""What became of Anträge that are used here: asked of their sources until the plenary's vote is known."""

from collections.abc import Callable, Iterator, Sequence

from core.context import Context
from core.runs.store import runstore
from core.runs.updates import UpdateMessage, UpdateTrouble
from core.sources.antrag_quelle import AntragQuelle
from core.sources.decision_fetch import DecisionsFetched, fetch_decisions
from core.sources.web import Web

MOST = 500
"""Anträge for which a source is asked in one update; the others come first the next time."""


def decisions_of_sources(
    context: Context, web: Web, sources: Sequence[AntragQuelle], tell: Callable[[str], None]
) -> DecisionsFetched:
    whole = DecisionsFetched()
    for source in sources:
        listings = runstore(context).undecided(source.name, MOST)
        done = fetch_decisions(context, web, source, [one.antrag for one in listings], tell)
        whole.gefragt += done.gefragt
        whole.papiere += done.papiere
        whole.beschluesse += done.beschluesse
        whole.fehler += done.fehler
    return whole


def decision_messages(done: DecisionsFetched) -> Iterator[UpdateMessage]:
    for one in done.fehler:
        art = UpdateTrouble.DOUBTFUL if one.is_doubted else UpdateTrouble.UNREAD
        yield UpdateMessage(art, one.wovon, one.grund)
