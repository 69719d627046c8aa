"""The Prüfakte of a Lauf on real programmes: written, and proved in a fresh environment."""

import json
import os
import re
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

from core.assessment.auftrag import Auftrag
from core.assessment.pipeline import assess
from core.assessment.prompts import prompts_of
from core.base.settings import ROOT
from core.features.papers.bundle import Pruefakte, bundle
from core.programme.context import Context
from core.runs.store import runstore
from tests.bench.assess import read_antraege, read_stock
from tests.bench.figures import Figure
from tests.bench.stock import workplace
from tests.conftest import KORPUS
from tests.llm.modellserver import Reply, Request, antwort, modellserver

PARTEIEN = ("CDU", "SPD", "GRÜNE", "LINKE", "FDP", "AfD", "BSW") if KORPUS.exists() else ()
EARLIER = ("cdu-bund-2021", "spd-bund-2021", "gruene-bund-2021", "fdp-bund-2021", "afd-bund-2021")
QUOTES = 6


def measure() -> list[Figure]:
    os.environ.setdefault("OPENAI_API_KEY", "sk-messung-0000")
    with workplace() as folder:
        context = read_stock(folder)
        lauf_id = _lauf(context)
        seconds, akte = _written(context, lauf_id)
        lauf = runstore(context).load(lauf_id)
        programme = {zitat.beleg.ort.programm for zitat in lauf.zitate if zitat.status.is_bound}
        shown = {angebot.programm_id for angebot in lauf.angebote}
        bound = sum(zitat.status.is_bound for zitat in lauf.zitate)
        rounds = [_verified(akte.data, folder / f"fremd-{n}") for n in range(3)]
        is_known = KORPUS.exists()
        return [
            Figure("bound quotes in it", bound, "", "≥ 40" if is_known else ""),
            Figure("dropped quotes in it", len(lauf.zitate) - bound, ""),
            Figure("Programme whose passages were shown", len(shown), "", "≥ 12" if is_known else ""),
            Figure("Programme quoted", len(programme), ""),
            Figure("written, the first time", seconds[0], "s", "≤ 5"),
            Figure("written, the best of three", min(seconds), "s"),
            Figure("size", len(akte.data) / 1e6, "MB"),
            Figure("verified in a fresh process, no index", min(s for s, _ in rounds), "s", "≤ 10"),
            Figure("of these it holds", sum(ok for _, ok in rounds), "of 3", "≥ 3"),
        ]  # fmt: skip


def _lauf(context: Context) -> str:
    antrag = replace(read_antraege(context)[0], antragsteller=("SPD",) if KORPUS.exists() else ("MÜHLRAD",))
    if KORPUS.exists():
        antrag = replace(antrag, bundesland="BUND")
    with modellserver(_quoting) as server:
        auftrag = Auftrag(
            antrag=antrag,
            modell="openai/messung",
            prompt=prompts_of(context)["streng"],
            api_base=server.url,
            weitere=PARTEIEN,
            trotzdem=EARLIER if KORPUS.exists() else (),
            fresh=True,
        )
        return assess(context, auftrag)


def _quoting(request: Request) -> Reply:
    """Quotes a sentence of each of the first sources, and one that is invented."""
    text = str(request.body["messages"][-1]["content"])
    sources = re.findall(r"^\[(Q\d+)\].*?\n„(.*?)“$", text, re.DOTALL | re.MULTILINE)
    zitate = []
    for q, body in sources[: QUOTES + 1]:
        sentences = [one for one in re.split(r"(?<=[.!?])\s", body) if len(one) > 40]
        if sentences:
            zitate.append({"text": sentences[len(zitate) % len(sentences)], "quelle": f"[{q}]"})
    zitate.append({"text": "Wir schaffen die Schwerkraft im ganzen Land endgültig ab.", "quelle": "[Q1]"})
    part = {"score": 5, "begruendung": "Gemessen.", "zitate": zitate}
    nothing = {"score": None, "begruendung": "", "zitate": []}
    return antwort({"fraktion": "x", "wahlprogramm": part, "parteiprogramm": nothing})


def _written(context: Context, lauf_id: str) -> tuple[list[float], Pruefakte]:
    seconds, made = [], []
    for _ in range(3):
        begin = time.perf_counter()
        made.append(bundle(context, lauf_id))
        seconds.append(time.perf_counter() - begin)
    assert len({akte.data for akte in made}) == 1, "the same Lauf gave other bytes"
    return seconds, made[0]


def _verified(data: bytes, place: Path) -> tuple[float, bool]:
    """By the command, where there is no index, no store, no PDF and no network."""
    place.mkdir()
    (place / "akte.zip").write_bytes(data)
    empty = {name: str(place / name.lower()) for name in ("PDF_DIR", "CHROMA_DIR", "LAEUFE_DIR")}
    command = [sys.executable, "-m", "core", "verify", str(place / "akte.zip"), "--json"]
    if os.geteuid() == 0:
        command = ["unshare", "--net", *command]
    begin = time.perf_counter()
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **empty}, capture_output=True, text=True, check=False
    )
    seconds = time.perf_counter() - begin
    told = json.loads(done.stdout)
    for befund in told["befunde"]:
        print(befund, file=sys.stderr)
    assert not any(Path(path).exists() for path in empty.values()), "it made a place of its own"
    return seconds, done.returncode == 0 and told["ok"]
