"""A Lauf as the pipeline stores one, in our own words."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from core.antrag.antrag import Antrag, Forderung
from core.llm.anfrage import Versuch
from core.runs.lauf import NewLauf, Offer, Score, Teil, Zitat
from core.runs.store import Runstore
from core.wortlaut.binding.eintrag import read_eintrag

NOWHERE = Path("gibt-es-nicht")
"""The folder of files where there are none."""

ANTRAG = Antrag(
    text="Der Landtag möge beschließen: Jede Schule erhält einen Trinkbrunnen.",
    titel="Trinkbrunnen an allen Schulen", drucksache="5/214", datum=date(2025, 3, 4), typ="Antrag",
    bundesland="DEMO", antragsteller=("LINDENBUND", "MUEHLRAD"),
    forderungen=(Forderung("1", "Jede Schule erhält einen Trinkbrunnen.", "Der Landtag möge beschließen:"),),
    begruendung="Wasser hilft beim Denken.",
)  # fmt: skip


MODELL = "openai/a"


def neuer_lauf(**changes: Any) -> NewLauf:
    lauf = NewLauf(
        antrag=ANTRAG, modell_gefragt="offline/extraktiv", prompt_id="standard", prompt_version="3",
        prompt_hash="p" * 64, prompt_text="Beurteilen Sie den Antrag.", schluessel="schluessel-1",
        strategie="je_forderung", parameter={"temperature": 0.0, "top_k": 3, "min_similarity": 0.35},
        embedder="modell-a 700", index_stand={"DEMO": "abc"}, bibliotheken={"chromadb": "1.5.9"},
        app_version="0.3",
    )  # fmt: skip
    return replace(lauf, **changes)


def of_model(**changes: Any) -> NewLauf:
    """One that tells of a language model: on an Antrag of a real Land."""
    return neuer_lauf(**{"modell_gefragt": MODELL, "antrag": replace(ANTRAG, bundesland="NRW"), **changes})


def gebunden(partei: str = "LINDENBUND", **changes: Any) -> Zitat:
    eintrag = {
        "text": "Wir stellen an jeder Schule einen Brunnen auf.",
        "quelle": "Lindenbund 2024, S. 7",
        "status": "woertlich",
        "emittiert": "Wir stellen an jeder Schule einen Brunnen auf",
        "partei": partei,
        "programm": "lindenbund-demo-2024",
        "version": "v1",
        "stellen": [[100, 120], [130, 146]],
        "seiten": [7, 8],
        "gedruckt": ["5", "6"],
        "url": "/api/wahlprogramm-cite?programm=lindenbund-demo-2024&seite=7",
        "abschnitt": ["Schule"],
        "satz": "Wir stellen an jeder Schule einen Brunnen auf.",
        "warnungen": [
            {"art": "verneinung_in_auslassung", "text": "In der Auslassung steht eine Verneinung."}
        ],
        "fundstellen": 1,
        "fremdePartei": False,
        **changes,
    }
    return Zitat(partei, "wahlprogramm", eintrag["emittiert"], "[Q1]", read_eintrag(eintrag))


def verworfen(partei: str = "LINDENBUND", text: str = "Brunnen für alle, sofort.", **changes: Any) -> Zitat:
    eintrag = {
        "fraktion": partei,
        "bereich": "wahlprogramm",
        "text": text,
        "grund": "nur_aehnlich",
        "erklaerung": "Eine vorgelegte Passage ist ähnlich.",
        "naechste": {
            "chunk": "c1", "programm": "lindenbund-demo-2024", "seiten": [7], "text": "…",
            "uebereinstimmung": 0.61,
        },
        "ort": None,
        **changes,
    }  # fmt: skip
    return Zitat(partei, "wahlprogramm", text, "Lindenbund", read_eintrag(eintrag))


def versuch(kosten: float | None = 0.0042, **changes: Any) -> Versuch:
    one = Versuch(
        "offline/extraktiv", "text", 1, 0.8, tokens_ein=900, tokens_aus=120, kosten=kosten, status=200
    )
    return replace(one, **changes)


def teil(partei: str = "LINDENBUND", kosten: float | None = 0.0042, **changes: Any) -> Teil:
    part = Teil(
        partei=partei, modell="offline/extraktiv", antwort='{"fraktion": "LINDENBUND"}',
        messages=[{"role": "user", "content": "Was steht im Programm?"}],
        ergebnis={"fraktion": partei, "wahlprogramm": {"score": 7, "zitate": []}},
        dauer={"retrieval": 12.5, "model": 810.0, "binding": 3.1}, versuche=(versuch(kosten),),
        started=datetime(2025, 3, 5, 10, 0, tzinfo=UTC),
        finished=datetime(2025, 3, 5, 10, 1, 30, 250, tzinfo=UTC),
    )  # fmt: skip
    return replace(part, **changes)


def angebot(partei: str = "LINDENBUND", q: int | None = 1, **changes: Any) -> Offer:
    offered = Offer(
        partei=partei, q=q, chunk_id="c1", programm_id="lindenbund-demo-2024",
        text="An jeder Schule stellen wir einen Brunnen auf.", seiten=(7, 8), similarity=0.71,
        forderungen=("1",),
    )  # fmt: skip
    return replace(offered, **changes)


def score(partei: str = "LINDENBUND", value: float | None = 7.5) -> Score:
    return Score(partei, "wahlprogramm", value, "Passt gut.")


def exported(store: Runstore, *ids: str) -> dict[str, Any]:
    """As a file holds it."""
    found: dict[str, Any] = json.loads(json.dumps(store.export_json(ids)))
    return found


def finished_lauf(store: Runstore, **changes: Any) -> str:
    """One Lauf with two parties: three Zitate of the first, none of the second."""
    lauf_id = store.start(neuer_lauf(**changes))
    store.save_fundstellen(lauf_id, [angebot(), angebot(q=None, weggelassen="Kein Platz im Prompt.")])
    store.save_teil(lauf_id, teil(), [score()], [gebunden(), verworfen(), gebunden(fremdePartei=True)])
    store.save_teil(lauf_id, teil("MUEHLRAD", kosten=0.001), [score("MUEHLRAD", None)])
    store.finish(lauf_id)
    return lauf_id
