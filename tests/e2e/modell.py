"""A scripted language model that quotes what it is shown, and one sentence that it made up."""

import re
from dataclasses import dataclass, replace

from tests.llm.modellserver import Reply, Request, antwort

ERFUNDEN = "Wir schaffen die Schwerkraft im ganzen Land endgültig ab."
QUELLE = re.compile(r"^\[(Q\d+)\].*?\n„(.*?)“$", re.DOTALL | re.MULTILINE)
ZUM_ANTRAG = {"titel": "Ein Antrag", "zusammenfassung": "Es geht um die Forderungen.", "themen": ["Antrag"]}
"""What is answered to the question on the Antrag itself."""

SATZ = re.compile(r"(?<=[.!?])\s+")


@dataclass
class Zitierer:
    """`anzahl` quotes in each answer, which takes `pause` seconds; `texte` collects what it was asked."""

    anzahl: int = 3
    pause: float = 0.0

    def __call__(self, request: Request) -> Reply:
        text = str(request.body["messages"][-1]["content"])
        saetze = [(name, satz) for name, body in QUELLE.findall(text) for satz in SATZ.split(body)]
        lang = [(name, satz) for name, satz in saetze if len(satz) > 40][: self.anzahl]
        zitate = [{"text": satz, "quelle": f"[{name}]"} for name, satz in lang]
        zitate.append({"text": ERFUNDEN, "quelle": "[Q1]"})
        part = {"score": 6, "begruendung": "Das Programm fordert Ähnliches.", "zitate": zitate}
        nothing = {"score": None, "begruendung": "", "zitate": []}
        answer = {"fraktion": "x", "wahlprogramm": part, "parteiprogramm": nothing}
        return replace(antwort(answer), delay=self.pause)
