"""A stored Lauf with quotes in our own words, and checkers with scripted answers on a real server."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import pytest

from core.antrag.antrag import Antrag, Forderung
from core.assessment.prompts import read_prompt
from core.features.support.check import ModellPruefer
from core.features.support.prompt import KIND
from core.llm.verdict import Traegt, Verdict
from core.programme.context import Context
from core.runs.lauf import NewLauf, Offer, Score, Teil, Zitat
from core.runs.store import Runstore, runstore
from core.wortlaut.binding.eintrag import read_eintrag
from tests.assessment.conftest import context
from tests.llm.conftest import umgebung
from tests.llm.modellserver import Reply, Request, antwort

__all__ = ["context", "umgebung"]

PROMPT = read_prompt(KIND.file)
BAHN_ZITAT = "Bis 2030 fährt sie zwischen Tarnau und Kleen jede Stunde."
BAHN = f"Wir nehmen die Wieltalbahn wieder in Betrieb. {BAHN_ZITAT}"
BEIDES_ZITAT = "Die Wieltalbahn fährt wieder, und die Kita bleibt gebührenfrei."
BEIDES = f"Beides gehört zusammen. {BEIDES_ZITAT}"
GEGEN = "Eine neue Bahn durch das Wieltal lehnen wir ab. Das Geld gehört in die Straßen des Landes."
GEGEN_ZITAT = "Eine neue Bahn durch das Wieltal lehnen wir ab."
WALD = "Der Wald im Norden bleibt, wie er ist. Wir pflanzen jedes Jahr tausend Bäume."
WALD_ZITAT = "Wir pflanzen jedes Jahr tausend Bäume."
ANTRAG = Antrag(
    text="Bahn und Kita",
    titel="Bahn und Kita",
    bundesland="DEMO",
    forderungen=(
        Forderung("1", "Die Wieltalbahn zwischen Tarnau und Kleen soll wieder fahren."),
        Forderung("2", "Die Kita soll in allen Jahren gebührenfrei sein."),
    ),
    begruendung="Viele Familien sind auf Bus und Bahn angewiesen.",
)
JETZT = datetime(2026, 3, 5, 10, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Quote:
    """A bound quote, the passage it stands in, and the Forderungen that the search linked the passage to."""

    partei: str
    text: str
    stelle: str
    forderungen: tuple[str, ...] = ("1",)
    typ: str = "wahlprogramm"
    fremd: bool = False


DREI = (
    Quote("BRÜCKE", BAHN_ZITAT, BAHN),
    Quote("BRÜCKE", WALD_ZITAT, WALD, ("2",)),
    Quote("MÜHLRAD", GEGEN_ZITAT, GEGEN),
)


@pytest.fixture
def store(context: Context) -> Runstore:
    return runstore(context)


def stored_lauf(
    store: Runstore,
    quotes: Sequence[Quote] = DREI,
    scores: dict[str, float | None] | None = None,
    antrag: Antrag = ANTRAG,
    created: datetime | None = None,
    **changes: object,
) -> str:
    """Its id; each party's points are those of `scores`, else 7."""
    neu = NewLauf(
        antrag=antrag, modell_gefragt="openai/urteil", prompt_id="streng", prompt_version="1",
        prompt_hash="h", prompt_text="Beurteile.", schluessel="s",
    )  # fmt: skip
    lauf_id = store.start(replace(neu, **changes), created)  # type: ignore[arg-type]
    store.save_fundstellen(lauf_id, [_offer(place, one) for place, one in enumerate(quotes)])
    for partei in dict.fromkeys(one.partei for one in quotes):
        own = [one for one in quotes if one.partei == partei]
        points = (scores or {}).get(partei, 7.0)
        types = dict.fromkeys(one.typ for one in own)
        store.save_teil(
            lauf_id,
            Teil(partei=partei, modell="openai/urteil", started=JETZT, finished=JETZT),
            [Score(partei, typ, points, "Passt.") for typ in types],
            [_zitat(one) for one in own],
        )
    store.finish(lauf_id)
    return lauf_id


def _offer(place: int, one: Quote) -> Offer:
    programm = f"{one.partei.lower()}-programm"
    return Offer(one.partei, place + 1, f"c{place}", programm, one.stelle, (3,), 0.7, one.forderungen)


def _zitat(one: Quote) -> Zitat:
    eintrag = {
        "text": one.text, "quelle": "Programm, S. 3", "status": "woertlich", "emittiert": one.text,
        "partei": one.partei, "programm": f"{one.partei.lower()}-programm", "version": "v1",
        "stellen": [[0, len(one.text)]], "seiten": [3], "gedruckt": ["3"], "url": "/x", "abschnitt": [],
        "satz": one.text, "warnungen": [], "fundstellen": 1, "fremdePartei": one.fremd,
    }  # fmt: skip
    return Zitat(one.partei, one.typ, one.text, "[Q1]", read_eintrag(eintrag))


@dataclass(frozen=True)
class Read:
    """A pair as it stood in a request."""

    nummer: int
    forderung: str
    stelle: str
    zitat: str


def pairs_in(request: Request) -> list[Read]:
    text = str(request.body["messages"][-1]["content"])
    found = re.findall(r'<paar nummer="(\d+)">\nForderung: (.*)\nStelle: (.*)\nZitat: (.*)\n</paar>', text)
    return [Read(int(number), *rest) for number, *rest in found]


def checker(judge: Callable[[Read], tuple[str, str]]) -> Callable[[Request], Reply]:
    """Answers each pair of a request by `judge`: verdict and words."""

    def reply(request: Request) -> Reply:
        said = [(one.nummer, *judge(one)) for one in pairs_in(request)]
        return antwort({"urteile": [{"nummer": n, "urteil": u, "worte": w} for n, u, w in said]})

    return reply


def honest(one: Read) -> tuple[str, str]:
    """Right about the three quotes above: the sentence quoted is what it relies on."""
    verdict = "widerspricht" if "lehnen wir ab" in one.zitat else "stuetzt"
    return "anderes" if "Bäume" in one.zitat else verdict, one.zitat


def pruefer(context: Context, url: str, name: str = "openai/pruefer") -> ModellPruefer:
    return ModellPruefer(context, name, PROMPT, api_base=url, pause=0.01)


CHECKER = ("openai/pruefer", "traegt v1")


def checked(store: Runstore, verdicts: Sequence[Verdict], model: str = CHECKER[0], **changes: object) -> str:
    """A Lauf with a checked quote for each verdict."""
    quotes = [Quote("BRÜCKE", BAHN_ZITAT, f"Die BRÜCKE sagt: {BAHN}") for _ in verdicts]
    lauf_id = stored_lauf(store, quotes, **changes)  # type: ignore[arg-type]
    store.save_notes([row(lauf_id, number, one, model) for number, one in enumerate(verdicts)])
    return lauf_id


def row(lauf_id: str, number: int, verdict: Verdict, model: str = CHECKER[0]) -> Traegt:
    return Traegt(
        lauf_id=lauf_id, partei="BRÜCKE", zitat=number, forderung="1", verdict=verdict, words=BAHN_ZITAT,
        model=model, prompt_version=CHECKER[1], created=JETZT, schluessel=f"{lauf_id} {number}",
    )  # fmt: skip
