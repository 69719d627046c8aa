"""The registry: what was promised, by whom, and who sat and governed where. Checked when it is loaded."""

import difflib
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path

from core.base.errors import EingabeError, RegistryError
from core.base.models import ERFUNDEN, GEBIETE, Mitgliedschaft, Parlament, Partei, Regierung, Wahlperiode
from core.base.settings import HOME, ROOT
from core.base.toml_entry import TomlEntry, read_toml
from core.wortlaut.german.folding import transliterated
from core.wortlaut.records import PROGRAMM_TYPEN, Art, Programm, Quelldokument, Typ

# --- programme/*.toml → Programme ---------------------------------------------------------------------------
# A mistake in a shipped file is refused, an own entry with one is left out.

OWN_ENTRIES = "eigene.toml"
"""What analysts registered themselves, beside the files that are shipped; not in git."""

OWN = f"programme/{OWN_ENTRIES}"

DOCUMENTS = "programme/quellen.toml"
"""Beside them the documents that are no programme."""

DOCUMENT_ID = "quelle-"
"""So begin the ids of documents and the names of their PDFs, and no Programm's: they share a folder."""


def is_document(id: str) -> bool:
    """Of a stored part of a Lauf: is it a document's, kept still or not, and no party's?"""
    return id.startswith(DOCUMENT_ID)


Registered = Programm | Quelldokument
"""What the registry knows under an id, and PDFs, readings and collections are kept of."""

Read = tuple[dict[str, Programm], tuple[str, ...], tuple[str, ...]]


def own_registry(folder: Path) -> Path:
    """The registry that holds the own entries: the shipped one, but of an installed copy, which an update
    replaces, one in the folder it works in."""
    return HOME / "data" / "registry" if folder == ROOT / "data" / "registry" else folder


def read_programme(folder: Path, names: Sequence[str], parteien: Mapping[str, Partei]) -> Read:
    """All Programme by their ids, the own ids among them, and what is wrong with those that are left out."""
    programme: dict[str, Programm] = {}
    origin: dict[str, str] = {}
    shipped_files = (name for name in names if name not in (OWN, DOCUMENTS))
    for entry in (entry for name in shipped_files for entry in read_toml(folder, name).all_tables()):
        _add(entry, programme, origin, parteien)
    shipped, own = set(programme), own_registry(folder)
    fehler = _add_own(own, programme, origin, parteien) if os.path.lexists(own / OWN) else []
    return programme, tuple(id for id in programme if id not in shipped), tuple(fehler)


def _add_own(
    folder: Path, programme: dict[str, Programm], origin: dict[str, str], parteien: Mapping[str, Partei]
) -> list[str]:
    """What is wrong with the own entries; those without a mistake are added."""
    return _each_entry(folder, OWN, lambda entry: _add(entry, programme, origin, parteien))


def _each_entry(folder: Path, name: str, add: Callable[[TomlEntry], None]) -> list[str]:
    """What is wrong with the entries of a file; one with a mistake hinders no other."""
    fehler = []
    try:
        for entry in read_toml(folder, name).all_tables():
            try:
                add(entry)
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
    typ = Typ(entry.choice("typ", PROGRAMM_TYPEN))
    land, pdf = entry.maybe("bundesland", str), entry.line("pdf", 200) or entry.take("pdf", str)
    if land is None and typ is Typ.WAHLPROGRAMM:
        entry.fail("bundesland", f"fehlt. Ein Wahlprogramm braucht eines von: {', '.join(GEBIETE)}.")
    if land is not None and typ is Typ.PARTEIPROGRAMM:
        entry.fail("bundesland", f"gefunden „{land}“; ein Parteiprogramm gilt überall, bitte entfernen.")
    if not re.fullmatch("[a-z0-9][a-z0-9-]{0,79}", entry.name):
        entry.fail("id", "erwartet Kleinbuchstaben, Ziffern und Striche wie spd-nrw-2022.")
    for feld, value in (("id", entry.name), ("pdf", pdf)):
        if value.lower().startswith(DOCUMENT_ID):
            entry.fail(feld, f"gefunden „{value}“; mit „{DOCUMENT_ID}“ beginnen nur Quellen.")
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
        archiv=_url(entry, "archiv"),
        beleg=entry.line("beleg", 300),
    )
    entry.close()
    return programm


def _jahr(entry: TomlEntry) -> int:
    jahr = entry.take("jahr", int)
    if not 1900 <= jahr <= 2100:
        entry.fail("jahr", f"{jahr} kann nicht stimmen. Erwartet ein Jahr von 1900 bis 2100.")
    return jahr


def _url(entry: TomlEntry, field: str = "url") -> str | None:
    url = entry.line(field, 2000)
    if url is not None and not re.fullmatch(r"https?://[^\s/]\S*", url):
        entry.fail(field, f"gefunden „{url}“, erwartet eine Adresse wie https://www.example.org/p.pdf.")
    return url


# --- programme/quellen.toml → documents that are no programme -----------------------------------------------


def read_documents(
    folder: Path, parteien: Mapping[str, Partei]
) -> tuple[dict[str, Quelldokument], tuple[str, ...]]:
    """All by their ids, and what is wrong with those that are left out."""
    own, found = own_registry(folder), dict[str, Quelldokument]()
    if not os.path.lexists(own / DOCUMENTS):
        return found, ()

    def add(entry: TomlEntry) -> None:
        found[entry.name] = _document(entry, parteien)

    fehler = _each_entry(own, DOCUMENTS, add)
    return found, tuple(fehler)


def _document(entry: TomlEntry, parteien: Mapping[str, Partei]) -> Quelldokument:
    if not re.fullmatch(f"{DOCUMENT_ID}[a-z0-9-]{{1,73}}", entry.name):
        entry.fail("id", f"erwartet „{DOCUMENT_ID}“ und Kleinbuchstaben, Ziffern und Striche.")
    signed = tuple(entry.one_of("parteien", one, parteien) for one in entry.texts("parteien"))
    land = entry.maybe("bundesland", str)
    found = Quelldokument(
        id=entry.name,
        name=entry.line("name", 200) or entry.take("name", str),
        typ=Typ.DOKUMENT,
        partei=signed[0] if len(signed) == 1 else "",
        bundesland=land and entry.one_of("bundesland", land, GEBIETE),
        art=Art(entry.choice("art", Art)),
        parteien=signed,
        urheber=entry.line("urheber", 200),
        datum=entry.maybe("datum", date),
        pdf=f"{entry.name}.pdf",
        url=_url(entry),
        hinweis=entry.line("hinweis", 1000),
    )
    entry.close()
    return found


# --- where the PDF of a Programm lies ----------------------------------------------------------------------


def leads_outside(path: Path) -> bool:
    """Whether it is a link to something that lies elsewhere: that is nobody's programme, and not served."""
    return path.is_symlink() and path.parent.resolve() not in path.resolve().parents


# --- the registry: parties, parliaments, Programme, and their names -----------------------------------------


Zeitraum = Wahlperiode | Regierung | Mitgliedschaft
Claims = dict[str, str]


@dataclass(frozen=True)
class Registry:
    programme: Mapping[str, Programm]
    parteien: Mapping[str, Partei]
    parlamente: Mapping[str, Parlament]
    eigene: tuple[str, ...] = ()
    """Those that analysts registered themselves."""
    fehler: tuple[str, ...] = ()
    """What is wrong among the own entries; those are left out, and all others count."""
    quellen: Mapping[str, Quelldokument] = field(default_factory=dict)
    """Kept documents that are no programme: found by their ids, and in no list of Programme."""
    quellen_fehler: tuple[str, ...] = ()
    """What is wrong among their entries."""

    @cached_property
    def dokumente(self) -> Mapping[str, Registered]:
        """Programme and kept documents, to look one up by its id; who lists Programme asks for those."""
        return {**self.programme, **self.quellen}

    @cached_property
    def _names(self) -> dict[str | None, Claims]:
        """Land → normalized name → party id, filled as it is asked for."""
        return {}

    def find_partei(self, name: str, bundesland: str | None = None) -> Partei:
        """The party of that id, name or alias; with a Land, the names used there come first."""
        if partei := self.known_partei(name, bundesland):
            return partei
        labels = {id: id for id in self.parteien}
        hint = _hint(_key(name), self._names_in(bundesland), labels)
        raise EingabeError(f"Die Partei „{name}“ ist nicht im Register. {hint}")

    def known_partei(self, name: str, bundesland: str | None = None) -> Partei | None:
        """The same where any words may be given: no hint is made of what most of them resemble."""
        id = self._names_in(bundesland).get(_key(name))
        return self.parteien[id] if id else None

    def _names_in(self, bundesland: str | None) -> Claims:
        land = self.find_bundesland(bundesland) if bundesland else None
        if land in self._names:
            return self._names[land]
        parteien = self.parteien.values()
        everywhere = {_key(name): p.id for p in parteien for name in (p.id, p.name, *p.aliase)}
        local = [
            (code, _key(name), p.id)
            for p in parteien
            for code, names in (*((code, (name,)) for code, name in p.name_in.items()), *p.aliase_in.items())
            for name in names
        ]
        if land is not None:
            found = everywhere | {key: owner for code, key, owner in local if code == land}
        else:
            # A local name still counts where it can mean one party only: „Unionsfraktion“ is CDU.
            owners: dict[str, set[str]] = {}
            for _, key, owner in local:
                owners.setdefault(key, set()).add(owner)
            found = {key: ids.pop() for key, ids in owners.items() if len(ids) == 1} | everywhere
        self._names[land] = found
        return found

    def find_bundesland(self, name: str) -> str:
        """The code of the Land or parliament of that code, name or alias."""
        names = {
            _key(text): code
            for code, parlament in self.parlamente.items()
            for text in (code, parlament.land, parlament.name, *parlament.aliase)
        }
        if (key := _key(name)) in names:
            return names[key]
        labels = {code: f"{parlament.land} ({code})" for code, parlament in self.parlamente.items()}
        raise EingabeError(f"Das Bundesland „{name}“ ist nicht im Register. {_hint(key, names, labels)}")

    def find_programm(self, programm_id: str) -> Programm:
        if programm_id in self.programme:
            return self.programme[programm_id]
        close = difflib.get_close_matches(programm_id[:80], self.programme)
        raise EingabeError(
            f"Das Programm „{programm_id[:80]}“ steht nicht im Register. "
            + (f"Meinten Sie {' oder '.join(close)}? " if close else "")
            + "Welche es gibt, zeigen die Seite „Programme“ und: python -m core status --bundesland NRW"
        )

    def find_dokument(self, id: str) -> Registered:
        """A kept document, or a Programm."""
        if id.startswith(DOCUMENT_ID) and id not in self.quellen:
            close = difflib.get_close_matches(id[:80], self.quellen)
            raise EingabeError(
                f"Die Quelle „{id[:80]}“ steht nicht im Register. "
                + (f"Meinten Sie {' oder '.join(close)}? " if close else "")
                + "Welche es gibt, zeigen die Seite „Quellen“ und: python -m core quellen list"
            )
        return self.quellen.get(id) or self.find_programm(id)

    def programme_of(self, bundesland: str) -> list[str]:
        """Those of one Land; with the fictional one's the Grundsatzprogramme of its parties."""
        if bundesland == ERFUNDEN:
            return self.demo_programme
        return [one.id for one in self.programme.values() if one.bundesland == bundesland]

    @property
    def demo_programme(self) -> list[str]:
        return [p.id for p in self.programme.values() if self.parteien[p.partei].stands_in(ERFUNDEN)]

    def fraktionen_on(self, bundesland: str, day: date) -> tuple[str, ...]:
        """The parties with a Fraktion or Gruppe in that parliament on that day; empty where unknown."""
        parlament = self.parlamente[self.find_bundesland(bundesland)]
        sitting = [
            m for w in parlament.wahlperioden if _covers(w, day) for m in w.fraktionen if _covers(m, day)
        ]
        return tuple(dict.fromkeys(m.partei for m in sitting))

    def regierung_on(self, bundesland: str, day: date) -> tuple[str, ...]:
        """The governing parties of that Land on that day; empty where unknown."""
        parlament = self.parlamente[self.find_bundesland(bundesland)]
        return next((r.parteien for r in parlament.regierungen if _covers(r, day)), ())

    def parteien_in(self, land: str | None) -> list[str]:
        """The parties of that Land in order; all of them where it is unknown."""
        if land is None:
            return list(self.parteien)
        here = (id for id, partei in self.parteien.items() if partei.stands_in(land))
        # The CSU in BUND is CDU/CSU: no party of its own there.
        return [id for id in here if self.find_partei(id, land).id == id]

    def partei_name(self, partei_id: str, bundesland: str | None = None) -> str:
        """What the party is called in that Land: CDU is „CDU/CSU“ in BUND."""
        partei = self.parteien.get(partei_id) or self.find_partei(partei_id, bundesland)
        return partei.name_in.get(bundesland or "", partei.name)

    def partei_label(self, name: str, bundesland: str | None = None) -> str:
        """The same; the name itself where no such party is known: what is stored may come from elsewhere.
        A document that was judged beside parties bears its own."""
        if dokument := self.quellen.get(name):
            return dokument.name
        try:
            return self.partei_name(name, bundesland)
        except EingabeError:
            return name


def load_registry(folder: Path) -> Registry:
    """Read and check parteien.toml, parlamente.toml and programme/*.toml."""
    parteien = _parteien(read_toml(folder, "parteien.toml"))
    parlamente = _parlamente(read_toml(folder, "parlamente.toml"), parteien)
    names = sorted(f"programme/{path.name}" for path in (folder / "programme").glob("*.toml"))
    if not names:
        raise RegistryError(f"{folder / 'programme'} ist leer. Bitte eine Datei wie nrw.toml anlegen.")
    programme, own, fehler = read_programme(folder, names, parteien)
    return Registry(programme, parteien, parlamente, own, fehler, *read_documents(folder, parteien))


def own_files(folder: Path) -> tuple[str, ...]:
    """What is written while the app runs."""
    return tuple(str(own_registry(folder) / name) for name in (OWN, DOCUMENTS))


def state_of_own(files: Sequence[str]) -> tuple[tuple[int, ...] | None, ...]:
    """Another with every change of the own entries.

    By paths that are made once: a search asks a hundred times, and to join them took longer than all else.
    """
    return tuple(map(_state_of, files))


def _state_of(file: str) -> tuple[int, ...] | None:
    try:
        found = os.stat(file)
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def _parteien(datei: TomlEntry) -> dict[str, Partei]:
    parteien: dict[str, Partei] = {}
    everywhere: Claims = {}
    claims_in: dict[str, Claims] = {land: {} for land in GEBIETE}
    for entry in datei.tables("partei", "id"):
        names_in, aliases_in = entry.by_land("name_in", GEBIETE), entry.by_land("aliase_in", GEBIETE)
        partei = Partei(
            id=entry.take("id", str),
            name=entry.take("name", str),
            farbe=entry.take("farbe", str),
            reihenfolge=entry.take("reihenfolge", int),
            aliase=entry.texts("aliase"),
            nur_in=tuple(entry.one_of("nur_in", land, GEBIETE) for land in entry.texts("nur_in")),
            name_in={land: entry.as_texts("name_in", [name])[0] for land, name in names_in.items()},
            aliase_in={land: entry.as_texts("aliase_in", names) for land, names in aliases_in.items()},
        )
        if partei.id in parteien:
            entry.fail("id", f"„{partei.id}“ gibt es zweimal. Bitte einen der beiden Einträge umbenennen.")
        if not re.fullmatch(r"#[0-9a-fA-F]{6}", partei.farbe):
            entry.fail("farbe", f"gefunden „{partei.farbe}“, erwartet eine Farbe wie #2f6b3a.")
        _claim(everywhere, entry, "name", (partei.id, partei.name), partei.id)
        _claim(everywhere, entry, "aliase", partei.aliase, partei.id)
        for land, name in partei.name_in.items():
            _claim(claims_in[land], entry, "name_in", (name,), partei.id)
        for land, names in partei.aliase_in.items():
            _claim(claims_in[land], entry, "aliase_in", names, partei.id)
        entry.close()
        parteien[partei.id] = partei
    datei.close()
    in_order = sorted(parteien.values(), key=lambda partei: partei.reihenfolge)
    return {partei.id: partei for partei in in_order}


def _parlamente(datei: TomlEntry, parteien: Mapping[str, Partei]) -> dict[str, Parlament]:
    parlamente: dict[str, Parlament] = {}
    claims: Claims = {}
    for entry in datei.tables("parlament", "bundesland"):
        code = entry.choice("bundesland", GEBIETE)
        if code in parlamente:
            entry.fail("bundesland", f"„{code}“ gibt es zweimal. Bitte die Einträge zusammenführen.")
        parlament = Parlament(
            bundesland=code,
            name=entry.take("name", str),
            land=entry.take("land", str),
            aliase=entry.texts("aliase"),
            wahlperioden=tuple(_wahlperiode(sub, parteien) for sub in entry.tables("wahlperiode", "nummer")),
            regierungen=tuple(_regierung(sub, parteien) for sub in entry.tables("regierung", "name")),
        )
        _claim(claims, entry, "aliase", (code, parlament.land, parlament.name, *parlament.aliase), code)
        _forbid_overlap(entry, "wahlperiode", parlament.wahlperioden)
        _forbid_overlap(entry, "regierung", parlament.regierungen)
        entry.close()
        parlamente[code] = parlament
    datei.close()
    return parlamente


def _wahlperiode(entry: TomlEntry, parteien: Mapping[str, Partei]) -> Wahlperiode:
    nummer, wahl, (von, bis) = entry.take("nummer", int), entry.take("wahl", date), entry.span("von", "bis")
    if wahl > von:
        entry.fail("wahl", f"{wahl} liegt nach „von“ ({von}). Bitte die Reihenfolge prüfen.")
    fraktionen = tuple(
        _mitgliedschaft(entry, item, von, bis, parteien) for item in entry.take("fraktionen", list)
    )
    unsicher = entry.unsicher()
    entry.close()
    return Wahlperiode(nummer, wahl, von, bis, fraktionen, unsicher)


def _mitgliedschaft(
    entry: TomlEntry,
    item: str | dict[str, object],
    von: date,
    bis: date | None,
    parteien: Mapping[str, Partei],
) -> Mitgliedschaft:
    if not isinstance(item, dict):
        return Mitgliedschaft(entry.one_of("fraktionen", item, parteien), von, bis)
    sub = TomlEntry(entry.file, f"{entry.name}, fraktionen", item)
    partei, (start, end) = sub.choice("partei", parteien), sub.span("von", "bis", von)
    if start < von or (bis is not None and max(start, end or bis) > bis):
        sub.fail("von", f"{start} bis {end or bis} liegt nicht in der Wahlperiode ({von} bis {bis}).")
    sub.close()
    return Mitgliedschaft(partei, start, end or bis)


def _regierung(entry: TomlEntry, parteien: Mapping[str, Partei]) -> Regierung:
    name, (von, bis) = entry.take("name", str), entry.span("von", "bis")
    governing = tuple(entry.one_of("parteien", partei, parteien) for partei in entry.take("parteien", list))
    unsicher = entry.unsicher()
    entry.close()
    return Regierung(name, von, bis, governing, unsicher)


def _claim(claims: Claims, entry: TomlEntry, feld: str, names: Sequence[str], owner: str) -> None:
    for name in names:
        other = claims.setdefault(_key(name), owner)
        if other != owner:
            entry.fail(feld, f"„{name}“ gehört schon zu {other}. Bitte bei einem der beiden streichen.")


def _forbid_overlap(entry: TomlEntry, feld: str, spans: Sequence[Wahlperiode | Regierung]) -> None:
    for one, two in pairwise(sorted(spans, key=lambda span: span.von)):
        if one.bis is None or one.bis >= two.von:
            entry.fail(feld, f"{one.von} bis {one.bis or 'heute'} überschneidet sich mit {two.von}.")


BESIDE_PARTIES = frozenset({"die", "der", "fraktion", "fraktionen", "landtagsfraktion", "bundestagsfraktion"})
"""What stands beside a party's name and is no part of it."""


@lru_cache(maxsize=4096)  # a search asks for the same names again and again
def _key(name: str) -> str:
    """„Die GRÜNEN-Fraktion“ → „gruenen“."""
    text = transliterated(name.replace(".", ""))
    return "".join(word for word in re.findall(r"\w+", text) if word not in BESIDE_PARTIES)


def _hint(key: str, names: Claims, labels: Mapping[str, str]) -> str:
    close = dict.fromkeys(labels[names[match]] for match in difflib.get_close_matches(key, names))
    return f"Meinten Sie {' oder '.join(close)}?" if close else f"Bekannt sind: {', '.join(labels.values())}."


def _covers(span: Zeitraum, day: date) -> bool:
    return span.von <= day and (span.bis is None or day <= span.bis)
