"""The prompts: a file each under data/prompts, or an analyst's own; all checked the same way.

A file is a head in TOML between two lines `+++`, the system text, a line `--- Nutzer ---`, the user text.
`{name}` is a slot; any other brace stays as it is, so JSON can be written plainly.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import astuple, dataclass
from pathlib import Path

from core.context import Context
from core.errors import EingabeError, RegistryError
from core.programme.programme_entries import TomlEntry, toml_text

KINDS = ("partei", "antrag", "frage", "nachfrage", "zusammenfassung", "traegt", "fundstellen")
PARTEI, ANTRAG, FRAGE, NACHFRAGE, ZUSAMMENFASSUNG, TRAEGT, FUNDSTELLEN = KINDS
"""The last is the built-in model's, which reads no prompt: no other is offered for it."""

FROM_ANTRAG = (
    *("titel", "drucksache", "bundesland", "datum", "antragsteller"),
    *("feststellung", "forderungen", "begruendung"),
)
SLOTS = {
    **dict.fromkeys((PARTEI, FUNDSTELLEN), (*FROM_ANTRAG, "partei", "quellen", "ohne_quellen")),
    ANTRAG: FROM_ANTRAG,
    FRAGE: ("frage", "quellen", "zusammenfassungen"),
    NACHFRAGE: (*FROM_ANTRAG, "ergebnis", "quellen", "frage"),
    ZUSAMMENFASSUNG: ("text",),
    TRAEGT: ("paare",),
}
REQUIRED = {
    **dict.fromkeys((PARTEI, FUNDSTELLEN), ("partei", "forderungen", "quellen")),
    ANTRAG: ("forderungen",),
    FRAGE: ("frage", "quellen"),
    NACHFRAGE: ("forderungen", "ergebnis", "quellen", "frage"),
    ZUSAMMENFASSUNG: ("text",),
    TRAEGT: ("paare",),
}
TAG_OF = {
    **dict.fromkeys(FROM_ANTRAG, "antrag"),
    **{name: name for name in ("quellen", "zusammenfassungen", "frage", "ergebnis", "text", "paare")},
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


def prompts_of(context: Context) -> dict[str, Prompt]:
    """Those that are shipped, as they stand in their files now."""
    return load_prompts(context.settings.data_dir / "prompts")


def load_prompts(folder: Path) -> dict[str, Prompt]:
    """Every prompt of the folder by its id; a mistake is told with file and place."""
    files = sorted(folder.glob("*.md"))
    if not files:
        raise RegistryError(f"In {folder} liegt kein Prompt. Bitte die Dateien *.md zurückholen.")
    return {file.stem: _load(file) for file in files}


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


def fill(prompt: Prompt, slots: Mapping[str, str]) -> list[dict[str, str]]:
    """The messages to send. What fills a slot is never searched for slots."""
    known, used = SLOTS[prompt.art], _slots_in(prompt.system + prompt.nutzer)
    if unknown := [name for name in slots if name not in known]:
        raise EingabeError(
            f"Den Platzhalter {_braced(unknown)} gibt es nicht. Möglich sind: {_braced(known)}."
        )
    if missing := [name for name in used if name not in slots]:
        raise EingabeError(
            f"Für „{prompt.titel}“ fehlt der Inhalt zu {_braced(missing)}. Bitte ergänzen oder den "
            "Platzhalter aus dem Prompt streichen."
        )
    texts = {"system": prompt.system, "user": prompt.nutzer}
    return [
        {"role": role, "content": SLOT.sub(lambda slot: slots[slot[1]], text)} for role, text in texts.items()
    ]


def parse_prompt(text: str, quelle: str) -> Prompt:
    """The prompt that a text of this module's form holds; `quelle` names the text in a message."""
    try:
        parts = _parts(text)
        if parts is None:
            raise EingabeError(
                "Erwartet werden ein Kopf zwischen zwei Zeilen „+++“, der Systemtext, eine Zeile "
                f"„{SEPARATOR}“ und der Nutzertext."
            )
        kopf = TomlEntry(quelle, "Kopf", tomllib.loads(parts[0]))
        prompt = make_prompt(
            titel=kopf.take("titel", str),
            system=parts[1],
            nutzer=parts[2],
            art=kopf.choice("art", KINDS),
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


def _parts(text: str) -> tuple[str, str, str] | None:
    """Head, system text and user text; None where a line between them is missing."""
    if not text.startswith(f"{PLUS}\n"):
        return None
    kopf, plus, rest = text.removeprefix(PLUS).partition(f"\n{PLUS}\n")
    system, separator, nutzer = f"\n{rest}".partition(f"\n{SEPARATOR}\n")
    return (kopf, system, nutzer) if plus and separator else None


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


def _load(file: Path) -> Prompt:
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


def _problem(prompt: Prompt) -> str | None:
    """The first thing that is wrong, as an analyst reads it."""
    if prompt.art not in KINDS:
        return f"Die Art „{prompt.art}“ gibt es nicht. Möglich sind: {', '.join(KINDS)}."
    for name, text in (("Titel", prompt.titel), ("Systemtext", prompt.system), ("Nutzertext", prompt.nutzer)):
        if not text:
            return f"Der {name} ist leer. Bitte ausfüllen."
        if len(text) > (most := LONGEST_TITEL if name == "Titel" else LONGEST):
            return (
                f"Der {name} hat {len(text)} Zeichen; er darf höchstens {most} Zeichen haben. Bitte kürzen."
            )
    if re.search(rf"^{SEPARATOR}$", prompt.system, re.MULTILINE):
        return f"Im Systemtext steht die Zeile „{SEPARATOR}“, die ihn beendet. Bitte ändern."
    known, used = SLOTS[prompt.art], _slots_in(prompt.system + prompt.nutzer)
    if unknown := [name for name in used if name not in known]:
        return f"Den Platzhalter {_braced(unknown)} gibt es nicht. Möglich sind: {_braced(known)}."
    if missing := [name for name in REQUIRED[prompt.art] if f"{{{name}}}" not in prompt.nutzer]:
        return f"Im Nutzertext fehlt der Platzhalter {_braced(missing)}. Bitte einfügen."
    for name in used:
        if (tag := TAG_OF.get(name)) and f"{{{name}}}" in prompt.system + _outside(tag, prompt.nutzer):
            return (
                f"{{{name}}} muss im Nutzertext zwischen <{tag}> und </{tag}> stehen. Bitte dorthin setzen."
            )
    if "JSON" not in prompt.system + prompt.nutzer:
        return "Das Wort JSON fehlt. Bitte schreiben, in welcher Form das Modell antworten soll."
    return None


def _slots_in(text: str) -> list[str]:
    return list(dict.fromkeys(SLOT.findall(text)))


def _outside(tag: str, text: str) -> str:
    opening, closing = f"<{tag}>", f"</{tag}>"
    outside, at = [], 0
    while (start := text.find(opening, at)) >= 0 and (end := text.find(closing, start)) >= 0:
        outside.append(text[at:start])
        at = end + len(closing)
    return "".join([*outside, text[at:]])


def _braced(names: Collection[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in names)
