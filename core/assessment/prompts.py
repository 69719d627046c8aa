"""The prompts: a file each under data/prompts, a feature's, or an analyst's own; all checked the same way.

A file is a head in TOML between two lines `+++`, the system text, a line `--- Nutzer ---`, the user text.
`{name}` is a slot; any other brace stays as it is, so JSON can be written plainly.
"""

import hashlib
import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from core.antrag.antrag import Antrag, wortlaut
from core.base import formats
from core.base.errors import EingabeError, RegistryError
from core.base.toml_entry import TomlEntry, toml_text
from core.features import hooks
from core.llm.antwort import outside
from core.llm.prompt_sources import fence
from core.programme.context import Context
from core.search.geltung import NotInForce
from core.wortlaut.records import PROGRAMM_TYPEN, Fundstelle, Typ

PARTEI, VERWEIS, ANBIETER, FUNDSTELLEN = "partei", "verweis", "anbieter", "fundstellen"
DOKUMENT, DOKUMENT_VERWEIS = "dokument", "dokument-verweis"
ANTRAG, FRAGE, NACHFRAGE, ZUSAMMENFASSUNG = "antrag", "frage", "nachfrage", "zusammenfassung"
KINDS = (
    PARTEI,
    VERWEIS,
    ANBIETER,
    DOKUMENT,
    DOKUMENT_VERWEIS,
    ANTRAG,
    FRAGE,
    NACHFRAGE,
    ZUSAMMENFASSUNG,
    FUNDSTELLEN,
)
"""The last is the built-in model's, which reads no prompt: no other is offered for it."""

JUDGING = (PARTEI, VERWEIS, ANBIETER)
"""Those that judge a party: the model copies what it quotes, points at it, or cites documents as its provider
has it do."""

POINTING = (VERWEIS, ANBIETER)
"""Those whose sources have numbered sentences."""

OF_DOCUMENTS = dict.fromkeys(POINTING, DOKUMENT_VERWEIS)
"""Beside one of those, the kind by which documents are judged that are no programme; beside others they are
copied from."""

OWN = "eigen:"
"""Before the name of an own prompt; no file that is shipped has an id like that."""

FROM_ANTRAG: Mapping[str, Callable[[Antrag], str]] = {
    "titel": lambda antrag: " ".join(antrag.titel.split()),
    "drucksache": lambda antrag: antrag.drucksache,
    "bundesland": lambda antrag: antrag.bundesland or "",
    "datum": lambda antrag: formats.day(antrag.datum) if antrag.datum else "",
    "antragsteller": lambda antrag: ", ".join(antrag.antragsteller),
    "feststellung": lambda antrag: antrag.feststellung,
    # An Antrag without Forderungen is shown whole.
    "forderungen": lambda antrag: (
        "\n".join(f"Forderung {f.nummer}: {wortlaut(f)}" for f in antrag.forderungen) or antrag.text
    ),
    "begruendung": lambda antrag: antrag.begruendung,
}
"""What a prompt may tell of the Antrag, and how it is told."""

SLOTS: Mapping[str, Sequence[str]] = {
    **dict.fromkeys((*JUDGING, FUNDSTELLEN), (*FROM_ANTRAG, "partei", "quellen", "ohne_quellen")),
    **dict.fromkeys((DOKUMENT, DOKUMENT_VERWEIS), (*FROM_ANTRAG, "dokument", "quellen", "hinweise")),
    ANTRAG: tuple(FROM_ANTRAG),
    FRAGE: ("frage", "quellen", "zusammenfassungen"),
    NACHFRAGE: (*FROM_ANTRAG, "ergebnis", "quellen", "frage"),
    ZUSAMMENFASSUNG: ("text",),
}
REQUIRED = {
    **dict.fromkeys((*JUDGING, FUNDSTELLEN), ("partei", "forderungen", "quellen")),
    **dict.fromkeys((DOKUMENT, DOKUMENT_VERWEIS), ("dokument", "forderungen", "quellen")),
    ANTRAG: ("forderungen",),
    FRAGE: ("frage", "quellen"),
    NACHFRAGE: ("forderungen", "ergebnis", "quellen", "frage"),
    ZUSAMMENFASSUNG: ("text",),
}
TAG_OF = {
    **dict.fromkeys(FROM_ANTRAG, "antrag"),
    **{name: name for name in ("quellen", "zusammenfassungen", "frage", "ergebnis", "text")},
}
"""Between which tags a slot must stand, for what fills it was written by others."""

SLOT = re.compile(r"\{([a-z_]+)\}")
SEPARATOR = "--- Nutzer ---"
PLUS = "+++"
LONGEST = 30_000
"""Characters of a prompt's text: ten times what the longest of ours has."""
LONGEST_TITEL = 200


@dataclass(frozen=True, slots=True)
class Prompt:
    id: str
    version: int
    titel: str
    beschreibung: str
    art: str
    system: str
    nutzer: str

    @property
    def hash(self) -> str:
        """Names this very wording: a change of any letter changes it."""
        return hashlib.sha256(json.dumps(astuple(self)).encode()).hexdigest()[:16]

    @property
    def is_own(self) -> bool:
        """Did an analyst write it?"""
        return self.id.startswith(OWN)

    @property
    def slots(self) -> str:
        """Those that are possible in one of its kind, as they are written."""
        return _braced(_slots_of(self.art))

    def fill(self, slots: Mapping[str, str]) -> list[dict[str, str]]:
        """The messages to send. What fills a slot is never searched for slots."""
        known, used = _slots_of(self.art), _slots_in(self.system + self.nutzer)
        if unknown := [name for name in slots if name not in known]:
            raise EingabeError(
                f"Den Platzhalter {_braced(unknown)} gibt es nicht. Möglich sind: {_braced(known)}."
            )
        if missing := [name for name in used if name not in slots]:
            raise EingabeError(
                f"Für „{self.titel}“ fehlt der Inhalt zu {_braced(missing)}. Bitte ergänzen oder den "
                "Platzhalter aus dem Prompt streichen."
            )
        texts = {"system": self.system, "user": self.nutzer}
        return [
            {"role": role, "content": SLOT.sub(lambda slot: slots[slot[1]], text)}
            for role, text in texts.items()
        ]


class PromptKind(NamedTuple):
    """A kind of a feature's own, called after the `file` of its one prompt. Every slot must stand in that,
    between tags of its name."""

    file: Path
    slots: tuple[str, ...]


def _others() -> dict[str, PromptKind]:
    declared: tuple[PromptKind, ...] = hooks("prompt_kinds")
    return {kind.file.stem: kind for kind in declared}


def _kinds() -> tuple[str, ...]:
    return (*KINDS, *_others())


def _slots_of(art: str) -> Sequence[str]:
    return SLOTS[art] if art in SLOTS else _others()[art].slots


def prompts_of(context: Context) -> dict[str, Prompt]:
    """The shipped prompts, as they stand in their files now."""
    theirs = {art: read_prompt(kind.file) for art, kind in _others().items()}
    return theirs | load_prompts(context.settings.data_dir / "prompts")


def load_prompts(folder: Path) -> dict[str, Prompt]:
    """Every prompt of the folder by its id; a mistake is told with file and place."""
    files = sorted(folder.glob("*.md"))
    if not files:
        raise RegistryError(f"In {folder} liegt kein Prompt. Bitte die Dateien *.md zurückholen.")
    return {file.stem: read_prompt(file) for file in files}


def read_prompt(file: Path) -> Prompt:
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as reason:
        raise RegistryError(f"{file.name} ist nicht UTF-8 ({reason}). Bitte so speichern.") from None
    prompt = parse_prompt(text, file.name)
    if prompt.id != file.stem:
        raise RegistryError(
            f"{file.name}, Feld „id“: gefunden „{prompt.id}“, erwartet „{file.stem}“ wie der Dateiname."
        )
    return prompt


def make_prompt(
    titel: str,
    system: str,
    nutzer: str,
    art: str = PARTEI,
    id: str = "eigener",
    version: int = 1,
    beschreibung: str = "",
) -> Prompt:
    """A prompt from its texts; refused where a slot is missing, unknown or outside its tags."""
    prompt = Prompt(id, version, titel.strip(), beschreibung.strip(), art, system.strip(), nutzer.strip())
    if problem := _problem(prompt):
        raise EingabeError(f"Prompt „{prompt.titel or id}“: {problem}")
    return prompt


def parse_prompt(text: str, quelle: str) -> Prompt:
    """The prompt that a text of this module's form holds; `quelle` names the text in a message."""
    try:
        head, plus, rest = text.removeprefix(PLUS).partition(f"\n{PLUS}\n")
        system, separator, nutzer = f"\n{rest}".partition(f"\n{SEPARATOR}\n")
        if not (text.startswith(f"{PLUS}\n") and plus and separator):
            raise EingabeError(
                "Erwartet werden ein Kopf zwischen zwei Zeilen „+++“, der Systemtext, eine Zeile "
                f"„{SEPARATOR}“ und der Nutzertext."
            )
        kopf = TomlEntry(quelle, "Kopf", tomllib.loads(head))
        prompt = make_prompt(
            titel=kopf.take("titel", str),
            system=system,
            nutzer=nutzer,
            art=kopf.choice("art", _kinds()),
            id=kopf.take("id", str),
            version=kopf.take("version", int),
            beschreibung=kopf.maybe("beschreibung", str) or "",
        )
    except tomllib.TOMLDecodeError as reason:
        raise RegistryError(f"{quelle}: Der Kopf ist kein TOML ({reason}). Bitte berichtigen.") from None
    except EingabeError as reason:
        raise RegistryError(f"{quelle}: {reason}") from None
    kopf.close()
    return prompt


def format_prompt(prompt: Prompt) -> str:
    """The text from which `parse_prompt` makes the same prompt."""
    kopf = [
        f"id = {toml_text(prompt.id)}",
        f"version = {prompt.version}",
        f"art = {toml_text(prompt.art)}",
        f"titel = {toml_text(prompt.titel)}",
        *([f"beschreibung = {toml_text(prompt.beschreibung)}"] if prompt.beschreibung else []),
    ]
    return "\n".join(["+++", *kopf, "+++", prompt.system, "", SEPARATOR, prompt.nutzer, ""])


def _problem(prompt: Prompt) -> str | None:
    """The first thing that is wrong, as an analyst reads it."""
    if prompt.art not in (kinds := _kinds()):
        return f"Die Art „{prompt.art}“ gibt es nicht. Möglich sind: {', '.join(kinds)}."
    for name, text in (("Titel", prompt.titel), ("Systemtext", prompt.system), ("Nutzertext", prompt.nutzer)):
        if not text:
            return f"Der {name} ist leer. Bitte ausfüllen."
        if len(text) > (most := LONGEST_TITEL if name == "Titel" else LONGEST):
            return (
                f"Der {name} hat {len(text)} Zeichen; er darf höchstens {most} Zeichen haben. Bitte kürzen."
            )
    if re.search(rf"^{SEPARATOR}$", prompt.system, re.MULTILINE):
        return f"Im Systemtext steht die Zeile „{SEPARATOR}“, die ihn beendet. Bitte ändern."
    known, used = _slots_of(prompt.art), _slots_in(prompt.system + prompt.nutzer)
    if unknown := [name for name in used if name not in known]:
        return f"Den Platzhalter {_braced(unknown)} gibt es nicht. Möglich sind: {_braced(known)}."
    if missing := [name for name in REQUIRED.get(prompt.art, known) if f"{{{name}}}" not in prompt.nutzer]:
        return f"Im Nutzertext fehlt der Platzhalter {_braced(missing)}. Bitte einfügen."
    tags = TAG_OF if prompt.art in SLOTS else dict(zip(known, known, strict=True))
    for name in used:
        if (tag := tags.get(name)) is None:
            continue
        if f"{{{name}}}" in prompt.system + outside(prompt.nutzer, f"<{tag}>", f"</{tag}>"):
            return (
                f"{{{name}}} muss im Nutzertext zwischen <{tag}> und </{tag}> stehen. Bitte dorthin setzen."
            )
    if prompt.art != ANBIETER and "JSON" not in prompt.system + prompt.nutzer:
        return "Das Wort JSON fehlt. Bitte schreiben, in welcher Form das Modell antworten soll."
    return None


def _slots_in(text: str) -> list[str]:
    return list(dict.fromkeys(SLOT.findall(text)))


def _braced(names: Collection[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in names)


# --- what fills a prompt: the Antrag, its Forderungen and a party's sources --------------------------------
# All that others wrote is fenced, so the tags around it are ours, and so are the labels [Q1] [Q2] …

UNKNOWN = "nicht angegeben"
HEAD = f"[Q10] Partei, Parteiprogramm: {'Name des Programms ' * 2}, Seiten 100 und 101\n„“\n\n"
"""What stands around a passage, about as long as it gets."""

SAY_IT = "Wo sich ein Urteil auf sie stützt, sagt die begruendung das."
"""Of Programme that are not in force."""


def antrag_slots(antrag: Antrag) -> dict[str, str]:
    """Fenced, for all of it was written by others."""
    return {name: fence(told(antrag)).strip() or UNKNOWN for name, told in FROM_ANTRAG.items()}


def partei_slots(
    antrag: Antrag,
    partei_name: str,
    quellen_text: str,
    ohne_quellen: Collection[Typ] = (),
    unbenutzt: str = "",
    trotzdem: str = "",
) -> dict[str, str]:
    """The same for one party. `quellen_text` comes from format_quotes_for_prompt, which fences it.

    `unbenutzt`: which of its Programme are not asked, and why. `trotzdem`: a sentence on those that are,
    although they are not in force.
    """
    without = [typ.title() for typ in PROGRAMM_TYPEN if typ in ohne_quellen]
    told = "Zu beiden Arten von Programm liegen Quellen vor."
    if without:
        told = f"Keine Quellen im Index: {' und '.join(without)}. Dafür gilt score: null."
    if unbenutzt:
        told += f"\nNicht benutzt werden: {fence(unbenutzt)}."
    if trotzdem:
        told += f"\n{fence(trotzdem)} {SAY_IT}"
    return {
        **antrag_slots(antrag),
        "partei": fence(partei_name),
        "quellen": quellen_text.strip() or "keine",
        "ohne_quellen": told,
    }


def dokument_kind(art: str) -> str:
    """By which kind documents are judged in a Lauf that judges its parties by this one."""
    return OF_DOCUMENTS.get(art, DOKUMENT)


def dokument_prompt(context: Context, beside: Prompt) -> Prompt:
    return prompts_of(context)[dokument_kind(beside.art)]


def dokument_slots(antrag: Antrag, name: str, quellen_text: str, hinweise: str = "") -> dict[str, str]:
    """Of one document that is no programme. `hinweise`: what of it is not to be read."""
    return {
        **antrag_slots(antrag),
        "dokument": fence(name),
        "quellen": quellen_text.strip() or "keine",
        "hinweise": fence(hinweise),
    }


def fit_sources(
    fundstellen: Sequence[Fundstelle],
    room: int,
    size: Callable[[str], int],
    marks: Mapping[str, str] = MappingProxyType({}),
) -> tuple[list[Fundstelle], list[Fundstelle]]:
    """Kept and left out, both in their order. They go by rank within their Programm, and never in parts.
    `marks`: what is written into a passage, by its Chunk.

    Of each Programm the best that fits is kept, so that no kind of Programm falls silent for the other.
    """
    # The first of every Programm, then the second of each.
    seen: Counter[str] = Counter()
    ranks = []
    for fundstelle in fundstellen:
        seen[fundstelle.chunk.programm_id] += 1
        ranks.append(seen[fundstelle.chunk.programm_id])
    ranked = [f for _, f in sorted(zip(ranks, fundstellen, strict=True), key=lambda pair: pair[0])]
    sizes = {
        f.chunk.id: size(HEAD + NotInForce(f.trotzdem).remark + f.chunk.text + marks.get(f.chunk.id, ""))
        for f in ranked
    }
    kept = _first_of_each(ranked, sizes, room)
    room -= sum(sizes[id] for id in kept)
    for id in (f.chunk.id for f in ranked if f.chunk.id not in kept):
        room -= sizes[id]
        # After the first that does not fit none is taken: a worse one must not outlast a better one.
        if room < 0:
            break
        kept.add(id)
    return (
        [f for f in fundstellen if f.chunk.id in kept],
        [f for f in fundstellen if f.chunk.id not in kept],
    )


def _first_of_each(ranked: Sequence[Fundstelle], sizes: Mapping[str, int], room: int) -> set[str]:
    """Of each Programm the best that leaves room for the shortest of the others, else the best that fits."""
    programme: dict[str, list[str]] = {}
    for fundstelle in ranked:
        programme.setdefault(fundstelle.chunk.programm_id, []).append(fundstelle.chunk.id)
    shortest = [min(sizes[id] for id in own) for own in programme.values()]
    kept = set()
    for place, own in enumerate(programme.values(), start=1):
        modest = room - sum(shortest[place:])
        fitting = [id for limit in (modest, room) for id in own if sizes[id] <= limit]
        if fitting:
            kept.add(fitting[0])
            room -= sizes[fitting[0]]
    return kept
