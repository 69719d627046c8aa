"""A finished Lauf of the demo that two people have judged."""

from collections import Counter

import pytest

from core.context import Context
from core.runs.lauf import Lauf, Urteil
from core.runs.store import Runstore, runstore
from core.support.verdict import Verdict
from tests.pages.conftest import demo_index, finished, lauf_id, places

__all__ = ["demo_index", "finished", "lauf_id", "places"]


def first_quotes(lauf: Lauf, most: int = 3) -> list[tuple[str, str, int]]:
    """Party, kind of Programm, number of the first bound quotes of the party with most."""
    partei, _ = Counter(one.partei for one in lauf.zitate if one.status.is_bound).most_common(1)[0]
    own = [one for one in lauf.zitate if one.partei == partei]
    return [(partei, one.typ, number) for number, one in enumerate(own) if one.status.is_bound][:most]


def judged(store: Runstore, lauf_id: str) -> Lauf:
    """Eva and Jo agree on the first quote and differ on the second; their points are 2 apart."""
    said = {"Eva": (Verdict.STUETZT, Verdict.STUETZT, 8.0), "Jo": (Verdict.STUETZT, Verdict.ANDERES, 6.0)}
    quotes = first_quotes(store.load(lauf_id), 2)
    partei, typ, _ = quotes[0]
    for name, (*verdicts, points) in said.items():
        for (whose, kind, number), verdict in zip(quotes, verdicts, strict=True):
            store.save_urteil(
                Urteil(
                    lauf_id,
                    whose,
                    kind,
                    True,
                    name,
                    f"Notiz von {name}.",
                    number,
                    traegt=verdict,
                    forderung="1",
                )
            )
        store.save_urteil(Urteil(lauf_id, partei, typ, True, name, "Begründet.", punkte=points))
    return store.load(lauf_id)


@pytest.fixture
def read_lauf(demo_index: Context, lauf_id: str) -> Lauf:
    return judged(runstore(demo_index), lauf_id)
