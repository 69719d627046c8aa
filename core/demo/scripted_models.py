"""Scripted models: they quote what they are shown, as well or as badly as real ones do.

They play the demo history and nothing else. What they say is drawn from a seed, so it is the same every time.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

from core.base.errors import ModellUeberlastet
from core.llm.anfrage import AntragMaterial, Message, ParteiMaterial
from core.llm.catalogue import DEMO, Handler
from core.llm.prompt_sources import QuelleText
from core.llm.verdict import Verdict
from core.programme.themen import themen
from core.wortlaut.binding.bind import LONGEST
from core.wortlaut.binding.exact_match import is_too_short
from core.wortlaut.german.sentences import sentences
from core.wortlaut.records import PROGRAMM_TYPEN, Typ

NEGATION = re.compile(r"\b(?:nicht|nie|niemals) |\b([Kk])(?=ein)")
NUMBER = re.compile(r"\d+")
LONG_WORD = re.compile(r"[a-zäöüß]{7,}|[A-ZÄÖÜ][a-zäöüß]{5,}")

FEWEST_WORDS, MOST_WORDS = 7, 30
"""What is longer is mostly a table, read across its columns."""

MOST_SENTENCES = 8
"""A model picks its quotes from so many sentences that share most words with the Forderungen."""

ON_SUBJECT = 2
"""So many long words a sentence shares with one Forderung, or it is not quoted: one is shared by chance."""

UNREST = 2.5
"""So many places a sentence may fall behind by chance."""


class Transcript(StrEnum):
    """How a quote is copied."""

    WOERTLICH = "woertlich"
    GEKUERZT = "gekuerzt"
    WORT_FEHLT = "wort_fehlt"
    UMSCHRIEBEN = "umschrieben"
    ZAHL = "zahl"
    VERNEINUNG = "verneinung"
    STICHWORT = "stichwort"
    ANDERSWO = "anderswo"
    ERFUNDEN = "erfunden"
    ENDLOS = "endlos"


@dataclass(frozen=True, slots=True)
class PlayStyle:
    """How a scripted model goes about it: `abschrift` weighs the ways it copies a quote.

    `neigung` and `streuung` are points it adds and points it wavers by; `stumm` and `stoerung` say how often
    it gives no points, and no answer.
    """

    abschrift: Mapping[Transcript, float]
    neigung: float = 0.0
    streuung: float = 0.4
    zitate: int = 3
    stumm: float = 0.0
    stoerung: float = 0.0


@dataclass(frozen=True, slots=True)
class Appearance:
    """One Lauf of a scripted model. By the party's name: the points its programmes are worth, and what stands
    in them elsewhere than in what is shown."""

    spielweise: PlayStyle
    seed: str
    haltung: Mapping[str, Mapping[Typ, float]] = field(default_factory=dict)
    anderswo: Mapping[str, Sequence[str]] = field(default_factory=dict)


MIDDLE = 5.0

INVENTIONS = (
    "Wir richten dafür einen Landesfonds ein, aus dem jede Gemeinde binnen sechs Wochen Geld erhält.",
    "Eine Beauftragte des Landes wacht künftig darüber, dass jede dieser Zusagen eingehalten wird.",
    "Bis zum Ende des Jahrzehnts soll jeder Haushalt im Land davon spürbar entlastet werden.",
    "Dazu schließen wir mit den Kreisen einen Vertrag, der zwölf Jahre lang gilt.",
    "Wer weniger als der Durchschnitt verdient, zahlt dafür in Zukunft gar nichts mehr.",
    "Wir werden die Zuständigkeiten bündeln und eine einzige Behörde für alle Fragen schaffen.",
    "Ein Bürgerrat aus ausgelosten Mitgliedern begleitet das Vorhaben von Anfang an.",
    "Jedes Jahr veröffentlichen wir einen Bericht, der Erfolge und Rückschläge offen benennt.",
    "Das Land geht voran und stellt alle eigenen Gebäude zuerst um.",
    "Dafür nehmen wir im kommenden Haushalt eine Rücklage in dreistelliger Millionenhöhe auf.",
)

BEGRUENDUNGEN = (
    (
        2.5,
        (
            "Das Programm lehnt ab, was {forderung} verlangt. Auch das Übrige findet darin keine Stütze.",
            "Zu {forderung} steht im Programm das Gegenteil; gemeinsam ist beiden Texten nur das Thema.",
        ),
    ),
    (
        4.5,
        (
            "Das Programm setzt andere Schwerpunkte als {forderung}. Manche Ziele lassen sich vereinbaren.",
            "Die Quellen gehen in eine andere Richtung als {forderung}, ohne den Antrag ganz auszuschließen.",
        ),
    ),
    (
        5.5,
        (
            "Das Programm berührt das Thema, legt sich zu {forderung} aber nicht fest.",
            "Für und gegen {forderung} lässt sich aus den Quellen gleich viel anführen.",
        ),
    ),
    (
        7.5,
        (
            "Die Richtung stimmt überein. Bei {forderung} nennt das Programm ein anderes Mittel.",
            "Das Ziel von {forderung} teilt das Programm, über Umfang und Frist sagt es nichts.",
        ),
    ),
    (
        10.0,
        (
            "Das Programm will bei {forderung} dasselbe und nennt im Kern denselben Weg.",
            "Ziel und Mittel von {forderung} stehen fast gleich im Programm; nur Einzelheiten weichen ab.",
        ),
    ),
)
"""Up to so many points: what is said about it."""


def play(appearance: Appearance) -> Handler:
    """What answers in the model's place."""

    def handler(messages: Sequence[Message], params: Mapping[str, object]) -> str:
        material = params["material"]
        fraktion = material.fraktion if isinstance(material, ParteiMaterial) else ""
        chance = Random(f"{appearance.seed} {fraktion}")
        if chance.random() < appearance.spielweise.stoerung:
            raise ModellUeberlastet(
                f"Der Anbieter von „{DEMO}/{params['model']}“ hat eine Störung (503). Warten Sie einige "
                "Minuten oder wählen Sie ein anderes Modell."
            )
        if isinstance(material, ParteiMaterial):
            urteile = {str(typ): _urteil(appearance, material, typ, chance) for typ in PROGRAMM_TYPEN}
            return json.dumps({"fraktion": material.fraktion, **urteile}, ensure_ascii=False)
        if isinstance(material, AntragMaterial):
            return json.dumps(answer_antrag(material), ensure_ascii=False)
        raise ValueError("a script answers for parties and on the Antrag only")

    return handler


def answer_antrag(material: AntragMaterial) -> dict[str, object]:
    texts = [text for _, text in material.forderungen]
    measured = next((nummer for nummer, text in material.forderungen if NUMBER.search(text)), None)
    praise = f"Forderung {measured} nennt eine Zahl, an der sich der Erfolg messen lässt."
    return {
        "titel": material.antrag.titel,
        "zusammenfassung": f"Der Antrag hat {len(texts)} Forderungen. Die erste lautet: {texts[0]}",
        "themen": themen([material.antrag.titel, *texts, material.umfeld]),
        "staerken": [praise] if measured else [],
        "schwaechen": [],
        "aenderungen": [],
    }


def _urteil(appearance: Appearance, material: ParteiMaterial, typ: Typ, chance: Random) -> dict[str, object]:
    own = [quelle for quelle in material.quellen if quelle.typ is typ]
    if not own:
        return {"score": None, "begruendung": f"Zum {typ.title()} liegt keine Quelle vor.", "zitate": []}
    spielweise = appearance.spielweise
    worth = appearance.haltung.get(material.fraktion, {}).get(typ, MIDDLE)
    points = round(chance.gauss(worth + spielweise.neigung, spielweise.streuung))
    score = None if chance.random() < spielweise.stumm else min(max(points, 0), 10)
    saetze = _nearest(material, own)
    zitate = _zitate(appearance, material, saetze, stance(score), chance)
    nummer = asked(material, saetze[0][0]) if saetze else None
    return {"score": score, "begruendung": _begruendung(score, nummer, chance), "zitate": zitate}


def _begruendung(score: int | None, nummer: str | None, chance: Random) -> str:
    """About the Forderung that the first quote is nearest to, so that both are about the same."""
    forderung = f"Forderung {nummer}" if nummer else "den Forderungen"
    if nummer is None and score is not None:
        return f"Zu {forderung} steht in den Quellen nichts Ausdrückliches; die Punkte folgen der Richtung."
    if score is None:
        return f"Die Quellen sagen zu {forderung} nichts, woran sich ein Urteil halten könnte."
    wordings = next(wordings for most, wordings in BEGRUENDUNGEN if score <= most)
    return chance.choice(wordings).format(forderung=forderung)


# --- quotes -------------------------------------------------------------------------------------------------


def stance(score: float | None) -> Verdict:
    """What a scripted model says of its quotes: that they say what its points say."""
    return Verdict.of_score(score) or Verdict.ANDERES


def asked(material: ParteiMaterial, satz: str) -> str:
    """The number of the Forderung that shares most words with the sentence."""
    return max(material.forderungen, key=lambda pair: len(_words(satz) & _words(pair[1])))[0]


def _zitate(
    appearance: Appearance,
    material: ParteiMaterial,
    nearest: Sequence[tuple[str, str]],
    haltung: Verdict,
    chance: Random,
) -> list[dict[str, str]]:
    spielweise = appearance.spielweise
    # In nearly that order: the second may come first, the last does not.
    places = {satz: place + chance.random() * UNREST for place, (satz, _) in enumerate(nearest)}
    saetze = sorted(nearest, key=lambda pair: places[pair[0]])
    wanted = min(chance.randint(1, spielweise.zitate) if spielweise.zitate else 0, len(saetze))
    drawn = chance.choices(list(spielweise.abschrift), list(spielweise.abschrift.values()), k=wanted)
    zitate = []
    for abschrift in drawn:
        needed = IN_IT.get(abschrift)
        at = next((at for at, (satz, _) in enumerate(saetze) if not needed or needed.search(satz)), 0)
        satz, kennung = saetze.pop(at)
        if abschrift is Transcript.ERFUNDEN:
            text = chance.choice(INVENTIONS)
        elif abschrift is Transcript.ANDERSWO:
            text = chance.choice(appearance.anderswo.get(material.fraktion) or [satz])
        else:
            text = COPIES[abschrift](satz)
        about = {"forderung": asked(material, satz), "haltung": str(haltung)}
        zitate.append({"text": text, "quelle": f"[{kennung}]", **about})
    return zitate


def _nearest(material: ParteiMaterial, quellen: Sequence[QuelleText]) -> list[tuple[str, str]]:
    """The whole sentences of the sources that share most words with a Forderung, with their label."""
    found = {satz: quelle.kennung for quelle in reversed(quellen) for satz in whole_sentences(quelle.text)}
    shared = {
        satz: max(len(_words(satz) & _words(text)) for _, text in material.forderungen) for satz in found
    }
    ranked = sorted(found.items(), key=lambda pair: (-shared[pair[0]], pair))
    return [pair for pair in ranked if shared[pair[0]] >= ON_SUBJECT][:MOST_SENTENCES]


def whole_sentences(text: str) -> list[str]:
    """Those with a beginning, an end and enough in between to be quoted."""
    found = [line[start:end] for line in text.split("\n") for start, end in sentences(line)]
    return [
        satz
        for satz in found
        if satz[0].isupper() and satz[-1] in ".!?" and FEWEST_WORDS <= len(satz.split()) <= MOST_WORDS
        if not is_too_short(satz)
    ]


def _words(text: str) -> set[str]:
    return {word.casefold()[:6] for word in LONG_WORD.findall(text)}


def _shortened(satz: str) -> str:
    """Its beginning and its end."""
    words = satz.split()
    kept = max(len(words) * 2 // 5, 3)
    return f"{' '.join(words[:kept])} … {' '.join(words[-kept:])}"


def _word_left_out(satz: str) -> str:
    words = satz.split()
    inner = [at for at in range(1, len(words) - 1) if words[at].isalpha() and words[at].islower()]
    at = max(inner, key=lambda at: len(words[at]), default=1)
    return satz if NEGATION.search(f"{words[at]} ") else " ".join([*words[:at], *words[at + 1 :]])


def _paraphrased(satz: str) -> str:
    """It begins like the sentence and goes on by itself."""
    words = satz.split()
    begin = " ".join(words[: len(words) * 3 // 5]).rstrip(",;:–")
    return f"{begin}, und zwar in allen Teilen des Landes in gleicher Weise."


IN_IT = {Transcript.ZAHL: NUMBER, Transcript.VERNEINUNG: NEGATION}
"""What there must be in a sentence, to get it wrong in that way."""

COPIES: Mapping[Transcript, Callable[[str], str]] = {
    Transcript.WOERTLICH: lambda satz: satz,
    Transcript.GEKUERZT: _shortened,
    Transcript.WORT_FEHLT: _word_left_out,
    Transcript.UMSCHRIEBEN: _paraphrased,
    Transcript.ZAHL: lambda satz: NUMBER.sub(lambda found: str(int(found[0]) + 1), satz, count=1),
    Transcript.VERNEINUNG: lambda satz: NEGATION.sub("", satz, count=1),
    Transcript.STICHWORT: lambda satz: " ".join(satz.split()[:2]),
    Transcript.ENDLOS: lambda satz: f"{satz} " * (LONGEST // len(satz) + 1),
}
