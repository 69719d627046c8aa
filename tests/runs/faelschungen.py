"""Files of Läufe as somebody makes them who wants words to be shown as proved; seeded."""

import json
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

from core.runs.lauf import text_hash
from core.wortlaut.binding.source_labels import cite_url

EXPORT = Path(__file__).parent / "daten" / "export.json"

GELOGEN = "Wir werden alle Grundschulen auf dem Land sofort und ersatzlos schließen."
PARTEIEN = ("BRÜCKE", "LINDENBUND", "MÜHLRAD", "LEUCHTTURM")
PROGRAMME = (
    "bruecke-demo-2024", "lindenbund-demo-2024", "muehlrad-demo-2024", "leuchtturm-demo-2024",
    "bruecke-grundsatz", "spd-bund-2025", "gibt-es-nicht",
)  # fmt: skip
BUCHSTABEN = "abcdefghijklmnopqrstuvwxyzäöüß"

Json = dict[str, Any]


class Faelschung(NamedTuple):
    name: str
    datei: Json


def load_export() -> Json:
    found: Json = json.loads(EXPORT.read_text(encoding="utf-8"))
    return found


def faelschungen(number: int, seed: int = 1) -> Iterator[Faelschung]:
    """So many files; each kind of forgery alone, then several at once."""
    chance, original = random.Random(seed), load_export()
    names = list(KINDS)
    for at in range(number):
        few = 1 if at < number // 2 else chance.randint(2, 4)
        chosen = [names[at % len(names)], *chance.sample(names, few - 1)]
        datei = deepcopy(original)
        (lauf,) = datei["laeufe"]
        for name in chosen:
            KINDS[name](lauf, chance.choice(lauf["zitat"]), chance)
        datei["texte"] += lauf.pop("neue_texte", [])
        yield Faelschung(" + ".join(chosen), datei)


def _letter(text: str, chance: random.Random) -> str:
    places = [at for at, letter in enumerate(text) if letter.isalpha()]
    at = chance.choice(places)
    other = chance.choice([letter for letter in BUCHSTABEN if letter != text[at].lower()])
    return text[:at] + other + text[at + 1 :]


def _number(text: str, chance: random.Random) -> str:
    places = [at for at, letter in enumerate(text) if letter.isdigit()]
    if not places:
        return f"{text[:-1]} bis {chance.randint(2026, 2099)}."
    at = chance.choice(places)
    return text[:at] + str((int(text[at]) + chance.randint(1, 9)) % 10) + text[at + 1 :]


def _everywhere(change: Callable[[str, random.Random], str], *fields: str) -> Callable[..., None]:
    """The same other wording in all these places of the quote, so that they agree."""

    def forge(lauf: Json, zitat: Json, chance: random.Random) -> None:
        new = change(zitat["eintrag"]["text"], chance)
        for field in fields:
            (zitat if field == "zitat" else zitat["eintrag"])["text" if field == "zitat" else field] = new
        if "url" in fields:
            zitat["eintrag"]["url"] = cite_url(
                zitat["eintrag"]["programm"], zitat["eintrag"]["seiten"][0], new
            )

    return forge


def _set(**values: Callable[[random.Random], Any]) -> Callable[..., None]:
    def forge(lauf: Json, zitat: Json, chance: random.Random) -> None:
        zitat["eintrag"] |= {name: value(chance) for name, value in values.items()}

    return forge


def _page(lauf: Json, zitat: Json, chance: random.Random) -> None:
    """The page in all its places: label, number, address, and beside the quote."""
    eintrag, page = zitat["eintrag"], chance.randint(1, 12)
    eintrag |= {"seiten": [page], "gedruckt": [str(page)]}
    eintrag["quelle"] = f"{eintrag['quelle'].rpartition(',')[0]}, S. {page}"
    eintrag["url"] = cite_url(eintrag["programm"], page, eintrag["text"])
    zitat["seite"] = page


def _other_party(lauf: Json, zitat: Json, chance: random.Random) -> None:
    """A true quote of one party, said to be of another that was asked too."""
    others = [teil["partei"] for teil in lauf["teil"] if teil["partei"] not in ("", zitat["partei"])]
    zitat["partei"] = chance.choice(others)
    zitat["eintrag"] |= {"partei": zitat["partei"], "fremdePartei": False}
    zitat["nummer"] = 100 + chance.randint(0, 10**6)


def _offered_to_other(lauf: Json, zitat: Json, chance: random.Random) -> None:
    """… and its passages said to be those of the other."""
    of = zitat["partei"]
    _other_party(lauf, zitat, chance)
    for offered in [one for one in lauf["angebot"] if one["partei"] == of]:
        copy = {**offered, "partei": zitat["partei"], "nummer": 100 + chance.randint(0, 10**9)}
        lauf["angebot"].append(copy)


def _consistent(lauf: Json, zitat: Json, chance: random.Random) -> None:
    """An invented sentence with everything that belongs to it: passage, hash, prompt, answer, address."""
    eintrag = zitat["eintrag"]
    old, new = eintrag["text"], chance.choice([GELOGEN, _letter(eintrag["text"], chance)])
    zitat["text"] = new
    eintrag |= {"text": new, "emittiert": new, "satz": new}
    eintrag["url"] = cite_url(eintrag["programm"], eintrag["seiten"][0], new)
    passage = f"Davor steht etwas. {new} Danach auch."
    lauf.setdefault("neue_texte", []).append(passage)
    for offered in lauf["angebot"]:
        if offered["programm_id"] == eintrag["programm"]:
            offered["text_hash"] = text_hash(passage)
            offered["chunk_id"] = f"{eintrag['programm']}:{text_hash(passage)[:12]}"
    for teil in lauf["teil"]:
        teil["antwort"] = teil["antwort"].replace(old, new)
        for message in teil["messages"]:
            message["content"] = message["content"].replace(old, new)


def _dropped_as_bound(lauf: Json, zitat: Json, chance: random.Random) -> None:
    """Something a model made up, and nobody dropped."""
    made_up = f"{GELOGEN[:-1]}, und zwar {chance.randint(2, 99)} Stück."
    zitat["text"] = made_up
    zitat["eintrag"] |= {"text": made_up, "emittiert": made_up, "status": chance.choice(STATUSES)}


def _lauf(**values: Callable[[random.Random], Any]) -> Callable[..., None]:
    def forge(lauf: Json, zitat: Json, chance: random.Random) -> None:
        lauf["lauf"] |= {name: value(chance) for name, value in values.items()}

    return forge


def _land(lauf: Json, zitat: Json, chance: random.Random) -> None:
    lauf["akte"][0]["antrag"]["bundesland"] = chance.choice(["NRW", "BUND", "BY", None])


def _swapped(lauf: Json, zitat: Json, chance: random.Random) -> None:
    """The wording of one true quote with the place of another."""
    other = chance.choice(lauf["zitat"])
    names = ("programm", "version", "stellen", "seiten", "gedruckt", "quelle", "url", "partei")
    zitat["eintrag"] |= {name: other["eintrag"][name] for name in names if name in other["eintrag"]}


def _spliced(lauf: Json, zitat: Json, chance: random.Random) -> None:
    """Two halves of two true quotes as one."""
    other = chance.choice([one for one in lauf["zitat"] if one is not zitat])
    one, two = zitat["eintrag"]["text"], other["eintrag"]["text"]
    new = f"{one[: len(one) // 2]}{two[len(two) // 2 :]}"
    zitat["text"] = new
    zitat["eintrag"] |= {"text": new, "emittiert": new}


STATUSES = ("woertlich", "mit_auslassung", "angeglichen")
_wording = ("text", "emittiert", "satz", "zitat", "url")

KINDS: dict[str, Callable[[Json, Json, random.Random], None]] = {
    "ein Buchstabe, überall": _everywhere(_letter, *_wording),
    "ein Buchstabe, nur im Zitat": _everywhere(_letter, "text"),
    "ein Buchstabe, nur wie das Modell schrieb": _everywhere(_letter, "zitat", "emittiert"),
    "eine Zahl, überall": _everywhere(_number, *_wording),
    "eine Zahl, nur im Zitat": _everywhere(_number, "text"),
    "eine Seite": _page,
    "nur die Seitenzahl": _set(seiten=lambda c: [c.randint(1, 40)]),
    "ein Status": _set(status=lambda c: c.choice(STATUSES)),
    "eine Partei": _set(partei=lambda c: c.choice(PARTEIEN)),
    "eine andere Partei": _other_party,
    "eine andere Partei mit Passagen": _offered_to_other,
    "ein Programm": _set(programm=lambda c: c.choice(PROGRAMME)),
    "eine Fassung": _set(version=lambda c: f"{c.getrandbits(96):024x}"),
    "eine Quelle": _set(quelle=lambda c: f"SPD Wahlprogramm {c.randint(1990, 2030)}, S. {c.randint(1, 99)}"),
    "eine Adresse": _set(url=lambda c: c.choice(["javascript:alert(1)", "https://boese.example/", ""])),
    "eine Warnung": _set(warnungen=lambda c: [{"art": "x", "text": "Von Experten bestätigt."}]),
    "keine Warnung": _set(warnungen=lambda c: []),
    "eine Stelle": _set(stellen=lambda c: [[c.randint(0, 9000), c.randint(9000, 12000)]]),
    "ein Satz": _set(satz=lambda c: GELOGEN),
    "ein Abschnitt": _set(abschnitt=lambda c: [GELOGEN]),
    "eine nächste Passage": _set(naechste=lambda c: {"text": GELOGEN, "programm": PROGRAMME[0]}),
    "wie das Modell schrieb": _set(emittiert=lambda c: GELOGEN),
    "die eigene Partei": _set(fremdePartei=lambda c: False),
    "ein Anker": _set(anker=lambda c: "wiedergefunden"),
    "Beispiel oder nicht": _lauf(is_demo=lambda c: c.random() < 0.5),
    "ein Schlüssel": _lauf(schluessel=lambda c: "fremd", aus_cache=lambda c: None),
    "ein anderes Land": _land,
    "eine vertauschte Stelle": _swapped,
    "zwei halbe Zitate": _spliced,
    "alles passend": _consistent,
    "erfunden": _dropped_as_bound,
}
