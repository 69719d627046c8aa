"""programme/*.toml → Programme: a mistake in a shipped file is refused, an own entry with one is left out."""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from core.errors import RegistryError
from core.models import GEBIETE, Partei, Programm, Typ
from core.programme.toml_entry import TomlEntry, read_toml
from core.settings import HOME, ROOT

OWN_ENTRIES = "eigene.toml"
"""What analysts registered themselves, beside the files that are shipped; not in git."""

OWN = f"programme/{OWN_ENTRIES}"

Read = tuple[dict[str, Programm], tuple[str, ...], tuple[str, ...]]


def own_registry(folder: Path) -> Path:
    """The registry that holds the own entries: the shipped one, but of an installed copy, which an update
    replaces, one in the folder it works in."""
    return HOME / "data" / "registry" if folder == ROOT / "data" / "registry" else folder


def read_programme(folder: Path, names: Sequence[str], parteien: Mapping[str, Partei]) -> Read:
    """All Programme by their ids, the own ids among them, and what is wrong with those that are left out."""
    programme: dict[str, Programm] = {}
    origin: dict[str, str] = {}
    for entry in (entry for name in names if name != OWN for entry in read_toml(folder, name).all_tables()):
        _add(entry, programme, origin, parteien)
    shipped, own = set(programme), own_registry(folder)
    fehler = _add_own(own, programme, origin, parteien) if os.path.lexists(own / OWN) else []
    return programme, tuple(id for id in programme if id not in shipped), tuple(fehler)


def _add_own(
    folder: Path, programme: dict[str, Programm], origin: dict[str, str], parteien: Mapping[str, Partei]
) -> list[str]:
    """What is wrong with the own entries; those without a mistake are added."""
    fehler = []
    try:
        for entry in read_toml(folder, OWN).all_tables():
            try:
                _add(entry, programme, origin, parteien)
            except RegistryError as error:
                fehler.append(str(error))
    except RegistryError as error:
        fehler.append(str(error))
    return fehler


def _add(
    entry: TomlEntry, programme: dict[str, Programm], origin: dict[str, str], parteien: Mapping[str, Partei]
) -> None:
    if entry.name in programme:
        entry.fail("id", f"steht auch in {origin[entry.name]}. Bitte einen der beiden umbenennen.")
    programme[entry.name], origin[entry.name] = _programm(entry, parteien), entry.file


def _programm(entry: TomlEntry, parteien: Mapping[str, Partei]) -> Programm:
    typ = Typ(entry.choice("typ", Typ))
    land, pdf = entry.maybe("bundesland", str), entry.line("pdf", 200) or entry.take("pdf", str)
    if land is None and typ is Typ.WAHLPROGRAMM:
        entry.fail("bundesland", f"fehlt. Ein Wahlprogramm braucht eines von: {', '.join(GEBIETE)}.")
    if land is not None and typ is Typ.PARTEIPROGRAMM:
        entry.fail("bundesland", f"gefunden „{land}“; ein Parteiprogramm gilt überall, bitte entfernen.")
    if not re.fullmatch("[a-z0-9][a-z0-9-]{0,79}", entry.name):
        entry.fail("id", "erwartet Kleinbuchstaben, Ziffern und Striche wie spd-nrw-2022.")
    if re.search(r"[/\\:]|\.\.|^\.", pdf) or not pdf.lower().endswith(".pdf"):
        entry.fail("pdf", f"gefunden „{pdf}“, erwartet wird ein Dateiname ohne Ordner wie {entry.name}.pdf.")
    gueltig_ab, gueltig_bis = entry.span("gueltig_ab", "gueltig_bis")
    programm = Programm(
        id=entry.name,
        name=entry.line("name", 200) or entry.take("name", str),
        typ=typ,
        partei=entry.choice("partei", parteien),
        bundesland=land and entry.one_of("bundesland", land, GEBIETE),
        jahr=_jahr(entry),
        gueltig_ab=gueltig_ab,
        gueltig_bis=gueltig_bis,
        pdf=pdf,
        url=_url(entry),
        hinweis=entry.line("hinweis", 1000),
    )
    entry.close()
    return programm


def _jahr(entry: TomlEntry) -> int:
    jahr = entry.take("jahr", int)
    if not 1900 <= jahr <= 2100:
        entry.fail("jahr", f"{jahr} kann nicht stimmen. Erwartet ein Jahr von 1900 bis 2100.")
    return jahr


def _url(entry: TomlEntry) -> str | None:
    url = entry.line("url", 2000)
    if url is not None and not re.fullmatch(r"https?://[^\s/]\S*", url):
        entry.fail("url", f"gefunden „{url}“, erwartet eine Adresse wie https://www.example.org/p.pdf.")
    return url
