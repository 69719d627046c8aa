"""The rubrics that analysts wrote: a file each beside the stored Läufe; their versions count themselves."""

import re
from pathlib import Path
from tempfile import NamedTemporaryFile

from core.atomic_files import new_lock, put
from core.context import Context
from core.errors import EingabeError, RegistryError
from core.programme.programme_entries import toml_file
from core.rubrics.rubric import SHIPPED, Rubric, load_rubric, own_folder, read_rubric

LONGEST = 200_000
"""Characters of a rubric; one of 25 fields has 8,000."""

ID = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
VERSION = re.compile(r"^version\s*=.*$", re.MULTILINE)
NAME = re.compile(r"^id\s*=.*$", re.MULTILINE)
UNNUMBERED = (
    "Die Zeile „version = …“ fehlt oder steht zweimal am Zeilenanfang. Bitte eine davon lassen; die Zahl "
    "setzt der Antragsspiegel."
)


def own_rubrics(context: Context) -> dict[str, Rubric | RegistryError]:
    """By their ids; in place of one that cannot be read, why."""
    found: dict[str, Rubric | RegistryError] = {}
    for file in sorted(own_folder(context).glob("*.toml")):
        try:
            found[file.stem] = load_rubric(file)
        except RegistryError as error:
            found[file.stem] = error
    return found


def own_text(context: Context, id: str) -> str:
    """As its file says it, also where that cannot be read as a rubric."""
    return toml_file(own_folder(context), _file(context, id).name)


def copy_rubric(context: Context, source: Rubric, id: str) -> Rubric:
    """Another rubric's text as an own one, of that id."""
    id = id.strip().casefold()
    if _file(context, id).exists():
        raise EingabeError(f"Die Rubrik „{id}“ gibt es schon. Bitte eine andere Kennung wählen.")
    renamed = NAME.sub(f'id = "{id}"', source.text, count=1)
    return save_rubric_text(context, id, VERSION.sub("version = 1", renamed, count=1))


def save_rubric_text(context: Context, id: str, text: str) -> Rubric:
    """The rubric as it is kept: other content than it had makes another version."""
    target = _file(context, id)
    text = text.replace("\r\n", "\n").strip() + "\n"
    given = checked(id, text)
    target.parent.mkdir(parents=True, exist_ok=True)
    # Of two who save at once each gets a version of its own: a judgement names its rubric by it.
    with new_lock(target.parent / ".lock"):
        version = _next_version(target, given)
        numbered = VERSION.sub(f"version = {version}", text, count=1)
        kept = read_rubric(id, numbered)
        if kept.version != version:
            raise EingabeError(UNNUMBERED)
        _write(target, numbered)
    return kept


def checked(id: str, text: str) -> Rubric:
    """What that text says; a mistake is told with its place."""
    if len(text) > LONGEST:
        raise EingabeError(
            f"Der Text ist mit {len(text)} Zeichen zu lang; möglich sind {LONGEST}. Bitte kürzen."
        )
    return read_rubric(id, text)


def delete_own(context: Context, id: str) -> None:
    """For good; judgements by it keep its text. One that is not there is gone already."""
    _file(context, id).unlink(missing_ok=True)


def _next_version(target: Path, given: Rubric) -> int:
    try:
        kept = load_rubric(target)
    except RegistryError:  # not there yet, or broken by hand
        return max(given.version, 1)
    return kept.version + (_content(kept.text) != _content(given.text))


def _content(text: str) -> str:
    return VERSION.sub("", text, count=1).strip()


def _file(context: Context, id: str) -> Path:
    if not ID.fullmatch(id):
        raise EingabeError(
            f"„{id[:60]}“ ist keine Kennung. Erwartet sind Kleinbuchstaben, Ziffern und Striche, wie in "
            "klima-check; Umlaute bitte ausschreiben."
        )
    if (context.settings.data_dir / SHIPPED / f"{id}.toml").exists():
        raise EingabeError(f"„{id}“ heißt schon eine mitgelieferte Rubrik. Bitte eine andere Kennung wählen.")
    return own_folder(context) / f"{id}.toml"


def _write(target: Path, text: str) -> None:
    with NamedTemporaryFile("w", dir=target.parent, prefix=".neu-", delete=False, encoding="utf-8") as draft:
        draft.write(text)
    put(Path(draft.name), target)
