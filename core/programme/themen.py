"""What a text turns on, in its own nouns: tags that need no language model."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from core.programme.embedding import Embedder, FloatMatrix
from core.wortlaut.german.words import FIRST_WORDS
from core.wortlaut.records import Chunk

MOST, FEWEST = 10, 5
TITLE_WEIGHT = 3
CANDIDATES = 40
"""So many of the heaviest nouns of a Programm its tags are chosen from."""

NEW = 0.1
"""What a further sentence must add: two of similarity 0.9 are one."""

TEILE = 24
"""A Programm is cut into so many equal parts: a topic has its places in it, a phrase stands everywhere."""

OFTEN, SHORT = 3, 40
"""In so many passages a topic comes up at least; of a text of fewer than `SHORT` in one less."""

HEADED = 1.5
"""What a noun counts more that stands in a heading too."""

USUAL_FORM = 0.2
"""Of how often its usual form comes, what a shorter one must: „Grundeinkommen“ before „Grundeinkommens“."""

WORD = re.compile(r"(?<![\w-])[^\W\d_]++(?:-[^\W\d_]++)*+(?![\w-])")
"""Whole words: „Bundes-“ of „Bundes- und Landesmittel“ is none."""
PLAIN = re.compile(r"[A-ZÄÖÜ][a-zäöüß]+(?:-[A-ZÄÖÜ]?[a-zäöüß]+)*")
"""„Kita-Ausbau“, neither „NATO“ nor „BürgerInnen“."""

WITHIN = re.compile(r"[a-zäöüß,–] $")
"""What stands before a word that does not open a sentence."""

DESCRIBED = re.compile(r"\b(?:[A-ZÄÖÜ]?[a-zäöüß]+(?:e|er|es|en|em)|das|zu[rm]|im|vom|beim) $")
"""An article or an adjective: „der Pflege“, „gute Pflege“, „zur Pflege“. Names of places hardly have one."""

DESCRIBED_SHARE = 0.25
"""Of all its places, in how many a topic has one before it."""

INFLECTED = ("e", "en", "er", "em", "es")
"""How adjectives end: „Europäische Union“ is no noun „Europäische“."""

NAME = re.compile(r" [A-ZÄÖÜ]")

ENDINGS = "ens"
"""Letters that inflect a noun; without them „Schulen“ and „Schule“ are one."""


@dataclass(slots=True)
class Noun:
    """A noun in all its forms, as it stands in a text."""

    forms: Counter[str] = field(default_factory=Counter)
    passages: int = 0
    parts: set[int] = field(default_factory=set)
    sure: int = 0
    described: int = 0
    before_name: int = 0
    in_heading: bool = False

    @property
    def count(self) -> int:
        return self.forms.total()

    @property
    def is_noun(self) -> bool:
        """Not the first word of sentences, no adjective of a name."""
        return self.sure > 0 and self.before_name <= 0.4 * self.count

    @property
    def is_topic(self) -> bool:
        """A noun, and no place."""
        described = self.in_heading or self.described >= DESCRIBED_SHARE * self.count
        return self.is_noun and 2 * self.sure >= self.count and described

    @property
    def name(self) -> str:
        """The shortest of the usual forms."""
        _, most = self.forms.most_common(1)[0]
        return min((len(form), form) for form, n in self.forms.items() if n >= USUAL_FORM * most)[1]


def key_of(thema: str) -> str:
    """The key of a tag, the same in each of its forms: „Renten“, „Rente“."""
    return thema.casefold().rstrip(ENDINGS)


IN_EVERY_ANTRAG = frozenset(
    """abgeordnete absatz anfang anlage anspruch antrag antragsteller anwendung april artikel aufgabe august
    ausschuss bedarf begründung beispiel beratung bereich bericht beschluss bund bundesland bundesminister
    bundesministerium bundesregierung bundestag deutschen dezember drucksache einzelplan ende entwurf euro
    februar fraktion fraktionen geschäftsbereich gesetz gesetzentwurf gesetzes grund haushaltsjahr hinblick
    ihnen ihre ihrem ihren ihrer innern jahr jahre jahren januar juli juni kapitel keine koalitionsfraktion
    land landes landesregierung landtag mehr milliarden millionen ministerium mitte monat märz neubestimmung
    november nummer oktober partei prozent punkt rahmen regelung regierung satz seite september
    staatsregierung stelle teil titel verfügung wahlperiode weniger woche ziel""".split()
)
IN_EVERY_PROGRAMM = frozenset(
    """abbau ablehnung abschaffung akteur alle alltag anerkennung anforderung angebot angehörige anliegen
    anpassung anreiz ansatz anschluss anstrengung anteil anträge antwort art aufbau auftrag aufträge ausbau
    ausgabe ausgleich ausnahme austausch basis bedeutung bedingung behauptung behörde beispiele beitrag
    bekämpfung bereitschaft beruf berücksichtigung bescheid beschäftigte beseitigung besitz bestand
    beteiligung betrag betrieb betroffene bevölkerung bewusstsein blick bundesebene bundesländer bündnis
    bürger bürgerin bürgerschaft chance charakter darstellung demokraten deren dessen deutsche deutschland
    dialog dienst dienstleistung dorf dritte druck durchschnitt durchsetzung ebene effizienz eigene
    eigenverantwortung einfluss einführung einheit einkommen einrichtung einsatz einwohner einwohnerin
    einwohnerschaft elter engagement entlastung entscheidung entwicklung erde erfahrung erfolg ergebnis
    erhalt erhöhung erleichterung euch europa europäer fall familie finanzierung fläche folge form
    fortschritt frage frau freie freiheit funktion förderung gebiet geburtstag gefahr gegenwart geld
    gelegenheit gemeinde gemeinschaft gemeinwesen generation gesamt gesellschaft gesetzgebung gestaltung
    gewicht gewährleistung grenze grundlage grundsatz grundsatzprogramm gruppe größe grüne hand handeln
    handlungsfähigkeit haus haushalte heimat hektar herausforderung hilfe hinweis hälfte häuser höhe idee
    identität initiative institution instrument interesse jahrhundert jahrzehnt jede jeder jedes jugendliche
    kind kinder klarheit kommune kompetenz kontrolle konzept kooperation kosten kraft kreis krise kriterium
    leben lebensbedingung leistung leute liberale linke länder lösung macht mangel mann maßnahme maßstab
    mehrheit meinung mensch menschenwürde minderheit minute misstrauen miteinander mitglied mitgliedsstaat
    mitgliedstaat mittel mittelpunkt modell modernisierung moment monate männer möglichkeit nachteil nation
    niemand nutzung ordnung organisation ort partner partnerschaft person personal perspektive pflicht
    piraten piratenpartei plan platz plätze politik politiker politikwechsel position praxis preis prinzip
    problem produkt programm projekt prozess prüfung qualität rahmenbedingung raum recht rechte reduzierung
    reform regel regierungsprogramm region republik respekt ressource richtung rolle rückgang sache
    schaffung schritt schutz schwerpunkt selbstbestimmung senkung sicherheit sicherstellung sicherung sinn
    situation solidarität sorge sowie sozialdemokrat sozialdemokratie sozialdemokratin staat staatsbürger
    stadt stand standard start steigerung stellung strategie struktur stunde städte stärke stärkung störung
    stück system tag tatsache teilhabe teilnahme thema träger umbau umfang umfeld umgang umsetzung umstand
    ungleichheit union unsere unserem unseren unserer unternehmen unterstützung ursache verantwortung
    verband verbesserung verbraucher verbraucherin verein verfahren vergangenheit vergleich verhalten
    verhinderung verhältnis verpflichtung versorgung verstoß verteilung vertrauen vertreter viele vielfalt
    vierteljahr volk voraussetzung vorbild vorgabe vorgang vorhaben vorrang vorschlag vorschrift vorteil
    wachstum wahl wahlprogramm wandel weg weise weiterentwicklung welt wert werte wettbewerbsfähigkeit
    wiedereinführung wiederherstellung wille wirkung wirtschaft wochen wohl wohlstand wort würde zahl zeit
    zeitraum zentrum ziele zugang zukunft zusage zusammenarbeit zusammenhalt zusammenhang zuschuss zustand
    zuständigkeit zweck überwachung übrige""".split()
)
"""Nouns in which any could be told: they are no topics. By meaning or by counting they cannot be told from
„Rente“ and „Pflege“: programmes hold both, and as often."""

GENERAL = frozenset(map(key_of, IN_EVERY_ANTRAG | IN_EVERY_PROGRAMM))


def cover(candidates: FloatMatrix, targets: FloatMatrix, count: int, given: Sequence[int] = ()) -> list[int]:
    """The candidates that together come nearest to all targets, beside those given.

    Greedy facility location: each adds the most to the targets' similarities to their nearest one, so what
    says the same as one before adds nothing.
    """
    similarity = candidates @ targets.T
    chosen = list(given)
    reached = similarity[chosen].max(axis=0, initial=0)
    while len(chosen) < min(count, len(candidates)):
        gain = np.maximum(similarity - reached, 0).sum(axis=1)
        best = int(gain.argmax())
        if gain[best] < NEW:
            break
        chosen.append(best)
        reached = np.maximum(reached, similarity[best])
    return chosen


def themen_of_programm(chunks: Sequence[Chunk], vectors: FloatMatrix, embedder: Embedder) -> list[str]:
    """Up to ten of its topics, the most central first; together they come near to all its passages."""
    ranked = _ranked(_nouns(chunks), len(chunks))
    names = [word.name for word in ranked[:CANDIDATES]]
    if not names:
        return []
    chosen = cover(embedder.embed_documents(names), vectors, MOST)
    more = [row for row in range(len(names)) if row not in chosen]
    return [names[row] for row in [*chosen, *more[: max(FEWEST - len(chosen), 0)]]]


def _nouns(chunks: Sequence[Chunk]) -> dict[str, Noun]:
    found: dict[str, Noun] = {}
    length = max(1, math.ceil(len(chunks) / TEILE))
    for place, chunk in enumerate(chunks):
        here = set()
        for match in WORD.finditer(chunk.text):
            if PLAIN.fullmatch(match[0]) and len(match[0]) > 3 and (key := key_of(match[0])) not in GENERAL:
                here.add(key)
                _count(found.setdefault(key, Noun()), chunk.text, match)
        for key in here:
            found[key].passages += 1
            found[key].parts.add(place // length)
    for heading in {heading for chunk in chunks for heading in chunk.abschnitt}:
        for word in WORD.findall(heading):
            if key_of(word) in found:
                found[key_of(word)].in_heading = True
    return found


def _count(word: Noun, text: str, match: re.Match[str]) -> None:
    start, end = match.span()
    word.forms[match[0]] += 1
    word.sure += WITHIN.search(text, max(start - 2, 0), start) is not None
    word.described += DESCRIBED.search(text, max(start - 30, 0), start) is not None
    word.before_name += match[0].endswith(INFLECTED) and NAME.match(text, end) is not None


def _ranked(words: dict[str, Noun], passages: int) -> list[Noun]:
    """The heaviest first. A long one is a compound and tells more."""
    topics = {key: word for key, word in words.items() if word.is_topic}
    often = OFTEN - (passages < SHORT)

    def weight(key: str) -> float:
        word = topics[key]
        rare = math.log((TEILE + 1) / len(word.parts))
        return word.passages * rare * math.sqrt(len(key)) * (HEADED if word.in_heading else 1)

    ranked = [topics[key] for key in sorted(topics, key=lambda key: (-weight(key), key))]
    usual = [word for word in ranked if word.passages >= often]
    seldom = [word for word in ranked if word.passages < often]
    return usual + seldom[: max(FEWEST - len(usual), 0)]


# --- of a short text ----------------------------------------------------------------------------------------


def themen(texts: Sequence[str]) -> list[str]:
    """The nouns that come most often, the first text's most of all; long ones are compounds and tell more."""
    weights: Counter[str] = Counter()
    words: dict[str, Noun] = {}
    for place, text in enumerate(texts):
        for match in WORD.finditer(text):
            word = match[0]
            if len(word) > 3 and word[0].isupper() and word not in FIRST_WORDS:
                weights[key_of(word)] += 1 if place else TITLE_WEIGHT
                _count(words.setdefault(key_of(word), Noun()), text, match)
    ranked = sorted(weights, key=lambda key: (-weights[key] * len(key) ** 0.5, key))
    nouns = [key for key in ranked if words[key].is_noun and key not in GENERAL][:MOST]
    rest = [key for key in ranked if key not in nouns and (words[key].is_noun or key not in GENERAL)]
    doubtful = sorted(rest, key=lambda key: not words[key].is_noun)
    return [words[key].name for key in [*nouns, *doubtful[: max(FEWEST - len(nouns), 0)]]]
