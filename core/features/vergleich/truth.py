"""What points would have been right, from a file; how far the points of a column are from that."""

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from core.base import formats
from core.base.errors import EingabeError
from core.features.vergleich.differences import Matrix, mean_values
from core.features.vergleich.spalten import Vergleich
from core.programme.registry import Registry
from core.wortlaut.records import PROGRAMM_TYPEN, Typ

HOW = "Wie die Datei aussieht, steht in docs/comparing.md."
COLUMNS = ("antrag", "partei", "punkte")


@dataclass(frozen=True, slots=True)
class Truth:
    """Antrag (its title, or the hash that the exported table has), party, kind of Programm → points."""

    points: Mapping[tuple[str, str, Typ], float]

    @classmethod
    def read(cls, name: str, data: bytes, registry: Registry) -> Self:
        """All rows or none: the first that is wrong is told with its line. With semicolons or commas."""
        parteien = {
            word.casefold(): one.id for one in registry.parteien.values() for word in (one.id, one.name)
        }
        points: dict[tuple[str, str, Typ], float] = {}
        try:
            text = data.decode("utf-8-sig")
            separator = ";" if ";" in text.partition("\n")[0] else ","
            rows = csv.DictReader(io.StringIO(text), delimiter=separator)
            for row in rows:
                own = {str(key).strip().casefold(): value for key, value in row.items() if key is not None}
                where = f"{name}, Zeile {rows.line_num}"
                key, value = _row(where, own, parteien)
                if points.setdefault(key, value) != value:
                    raise EingabeError(
                        f"{where} widerspricht einer Zeile davor. Bitte eine von beiden streichen."
                    )
        except (UnicodeDecodeError, csv.Error) as error:
            raise EingabeError(f"{name} ist keine CSV-Datei in UTF-8 ({error!s:.120}). {HOW}") from error
        if not points:
            raise EingabeError(f"{name} enthält keine Zeile mit Punkten. {HOW}")
        return cls(points)

    def deviations(self, vergleich: Vergleich) -> Matrix:
        """Column × Antrag × 1: how far the points are off on average, nan where no point of both is known."""
        found = np.full((len(vergleich.spalten), len(vergleich.antraege), 1), np.nan)
        per_typ = {typ: mean_values(vergleich, typ) for typ in PROGRAMM_TYPEN}
        for at, (antrag, titel) in enumerate(vergleich.antraege.items()):
            off = [
                abs(given[:, at, cell] - points)
                for typ, given in per_typ.items()
                for cell, partei in enumerate(vergleich.parteien)
                if (points := self._of(antrag, titel, partei, typ)) is not None
            ]
            if off:
                # Only what both sides have points for, else one gains by being silent.
                known = np.array(off)[~np.isnan(off).any(axis=1)]
                found[:, at, 0] = known.mean(axis=0) if len(known) else np.nan
        if np.isnan(found).all():
            raise EingabeError(
                f"Keine der {formats.number(len(self.points))} Angaben der Datei mit den richtigen Punkten "
                f"passt zu einem Antrag und einer Partei, zu denen beide Seiten Punkte haben. {HOW}"
            )
        return found

    def _of(self, antrag: str, titel: str, partei: str, typ: Typ) -> float | None:
        by_title = self.points.get((_plain(titel), partei, typ))
        return self.points.get((antrag, partei, typ)) if by_title is None else by_title


def _row(
    where: str, row: Mapping[str, Any], parteien: Mapping[str, str]
) -> tuple[tuple[str, str, Typ], float]:
    if missing := [column for column in COLUMNS if not str(row.get(column) or "").strip()]:
        raise EingabeError(f"{where}: „{missing[0]}“ fehlt. {HOW}")
    antrag, partei, punkte = (str(row[column]).strip() for column in COLUMNS)
    programm = str(row.get("programm") or Typ.WAHLPROGRAMM).strip().casefold()
    if programm not in PROGRAMM_TYPEN:
        wanted = " oder ".join(PROGRAMM_TYPEN)
        raise EingabeError(f"{where}: „programm“ ist „{programm:.40}“, nötig ist {wanted}.")
    if (known := parteien.get(partei.casefold())) is None:
        raise EingabeError(f"{where}: Eine Partei „{partei:.40}“ ist nicht bekannt. {HOW}")
    try:
        points = formats.parsed(punkte)
    except ValueError:
        points = -1.0
    if not 0 <= points <= 10:
        raise EingabeError(f"{where}: „punkte“ ist „{punkte:.40}“, nötig ist eine Zahl von 0 bis 10.")
    return (_plain(antrag), known, Typ(programm)), points


def _plain(titel: str) -> str:
    return " ".join(titel.casefold().split())
