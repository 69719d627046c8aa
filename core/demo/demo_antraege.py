"""The Anträge of the fictional Land, to try everything with."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from core.antrag.antrag import keep_pdf
from core.antrag.read_antrag import read_antrag, read_antrag_bytes
from core.assessment.auftrag import Auftrag
from core.assessment.pipeline import assess
from core.assessment.prompts import prompts_of
from core.base.errors import EingabeError
from core.demo.scripted_models import answer_antrag, asked, stance
from core.features import hooks
from core.llm.anfrage import AntragMaterial, Message, ParteiMaterial
from core.llm.catalogue import OFFLINE, catalogue_of
from core.programme.context import Context
from core.runs.lauf import Json, Lauf
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore, runstore
from core.wortlaut.records import PROGRAMM_TYPEN

LAND = "DEMO"
HEAD = 1500
"""The title of an Antrag stands within so many letters."""


def demo_antraege(context: Context) -> dict[str, Path]:
    """Title → file (as text; the PDF of the same name lies beside it), in the order of their numbers."""
    files = sorted((context.settings.data_dir / "demo" / "pdf").glob("antrag-*.txt"))
    if not files:
        raise EingabeError(
            f"Unter {context.settings.data_dir / 'demo' / 'pdf'} liegt kein Demo-Antrag. "
            "Bitte die Dateien antrag-*.txt zurückholen."
        )
    return {
        read_antrag(file.read_text(encoding="utf-8")[:HEAD], context.registry).titel: file for file in files
    }


def demo_auftrag(context: Context) -> Auftrag:
    """The first of them, for the built-in model: nothing has to be set up for it."""
    file = next(iter(demo_antraege(context).values()))
    antrag = read_antrag_bytes(file.read_bytes(), context.registry)
    prompt = prompts_of(context)[catalogue_of(context).find(OFFLINE).prompt]
    return Auftrag.of(context, antrag, OFFLINE, prompt, gelesen=antrag)


# --- what a language model's result looks like --------------------------------------------------------------
# One Lauf with answers written by us, beside the demo's first.
# A quote of it has another number than the programme and is dropped; another stands there word for word and
# says the opposite of the reason it is given for. What becomes of them is found out as in every Lauf.

MODELL, PROMPT = "demo/beispiel", "streng"
DATEI = "beispiel.json"
"""Party → kind of Programm → score, reason and quotes, for the first of the demo's Anträge."""

LEARNING_NOTE = (
    "Zum Lernen: Bei Bündnis Mühlrad nennt das gespielte Modell eine andere Zahl als das Programm; dieses "
    "Zitat ist verworfen. Bei Leuchtturm ist das Zitat wörtlich belegt und sagt doch das Gegenteil der "
    "Begründung: Belegt heißt, dass es so dasteht, nicht, dass es die Punkte stützt."
)


def find_example(store: Runstore) -> str | None:
    """The id of the example; None where it is not there."""
    found = store.list_laeufe(Filter(is_demo=True, modell=MODELL, eingelesen=False), limit=1)
    return found[0].id if found else None


def make_example(context: Context) -> str:
    """The id of the example, which is computed where it is not there yet."""
    if there := find_example(runstore(context)):
        return there
    told: Json = json.loads((context.settings.data_dir / "demo" / DATEI).read_text(encoding="utf-8"))
    by_name = {context.registry.partei_name(partei, LAND): said for partei, said in told.items()}

    def answer(messages: Sequence[Message], params: Mapping[str, object]) -> str:
        material = params["material"]
        if not isinstance(material, ParteiMaterial):
            assert isinstance(material, AntragMaterial)
            return json.dumps(answer_antrag(material), ensure_ascii=False)
        said = by_name[material.fraktion]
        urteile = {str(typ): _urteil(said.get(typ), material) for typ in PROGRAMM_TYPEN}
        return json.dumps({"fraktion": material.fraktion, **urteile}, ensure_ascii=False)

    auftrag = replace(
        demo_auftrag(context),
        modell=MODELL,
        prompt=prompts_of(context)[PROMPT],
        weitere=tuple(told),
        skript=answer,
        fresh=True,
    )
    lauf_id = assess(context, auftrag)
    _keep_file(context, next(iter(demo_antraege(context).values())))
    others: tuple[Callable[[Context, str, str], None], ...] = hooks("demo_example")
    for add in others:
        add(context, lauf_id, MODELL)
    return lauf_id


def _keep_file(context: Context, file: Path) -> None:
    """The PDF beside the text of an Antrag, so that quotes from it are seen on their page."""
    antrag = read_antrag_bytes(file.read_bytes(), context.registry)
    kept = keep_pdf(context.settings.laeufe_dir, file.with_suffix(".pdf").read_bytes())
    runstore(context).save_antrag(antrag, "Beispiel", antrag, kept)


def belongs_to(lauf: Lauf) -> bool:
    """Is it the Lauf beside which the example is shown: the demo's Antrag without a language model?"""
    return lauf.modell_gefragt == OFFLINE and lauf.antrag.bundesland == LAND


def has_history(store: Runstore) -> bool:
    """Are there examples besides this one?"""
    every = store.count_laeufe(Filter(is_demo=True, eingelesen=False))
    return every > store.count_laeufe(Filter(is_demo=True, eingelesen=False, modell=MODELL))


def _urteil(said: Json | None, material: ParteiMaterial) -> Json:
    if said is None:
        return {"score": None, "begruendung": "Keine Quelle.", "zitate": []}
    haltung = str(stance(said["score"]))
    quotes = []
    for text in said["zitate"]:
        words = set(text.split())
        source = max(material.quellen, key=lambda one: len(words & set(one.text.split())))
        about = {"forderung": asked(material, text), "haltung": haltung}
        quotes.append({"text": text, "quelle": f"[{source.kennung}]", **about})
    return {**said, "zitate": quotes}
