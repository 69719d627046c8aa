"""A scripted language model that quotes what it is shown, and one sentence that it made up."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.llm.modellserver import Reply, Request, antwort

ERFUNDEN = "Wir schaffen die Schwerkraft im ganzen Land endgültig ab."
QUELLE = re.compile(r"^\[(Q\d+)\].*?\n„(.*?)“$", re.DOTALL | re.MULTILINE)
ZUM_ANTRAG = {"titel": "Ein Antrag", "zusammenfassung": "Es geht um die Forderungen.", "themen": ["Antrag"]}
"""What is answered to the question on the Antrag itself."""

SATZ = re.compile(r"(?<=[.!?])(?<!\d\.)\s+")


@dataclass
class Zitierer:
    """`anzahl` quotes in each answer."""

    anzahl: int = 3
    may_answer: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.may_answer.set()

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Within, no question is answered; afterwards all are."""
        self.may_answer.clear()
        try:
            yield
        finally:
            self.may_answer.set()

    def __call__(self, request: Request) -> Reply:
        self.may_answer.wait()
        if "AntragAntwort" in str(request.body.get("response_format")):
            return antwort(ZUM_ANTRAG)
        text = str(request.body["messages"][-1]["content"])
        saetze = [(name, satz) for name, body in QUELLE.findall(text) for satz in SATZ.split(body)]
        lang = [(name, satz) for name, satz in saetze if len(satz) > 40][: self.anzahl]
        zitate = [{"text": satz, "quelle": f"[{name}]"} for name, satz in lang]
        zitate.append({"text": ERFUNDEN, "quelle": "[Q1]"})
        part = {"score": 6, "begruendung": "Das Programm fordert Ähnliches.", "zitate": zitate}
        nothing = {"score": None, "begruendung": "", "zitate": []}
        return antwort({"fraktion": "x", "wahlprogramm": part, "parteiprogramm": nothing})
