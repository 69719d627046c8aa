"""A comparison from a small table, as `vergleich_of` would read it from the store."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from core.features.vergleich.spalten import FEHLGESCHLAGEN, CountValue, LaufValue, Spalte, Vergleich, Wert
from core.runs.lauf import Status
from core.wortlaut.binding.eintrag import ZitatStatus
from core.wortlaut.records import Typ

TAG = datetime(2026, 11, 20, 9, 30, tzinfo=UTC)

AbschnittWertung = float | str | None
"""The points, or why there are none."""


def spalte(name: str, **changes: str) -> Spalte:
    given = {
        "modell": "anbieter/modell", "prompt_id": "standard", "prompt_version": "3", "prompt_hash": "p" * 64,
        "strategie": "je_forderung", "parameter": '{"temperature": 0.0}', "name": name,
    }  # fmt: skip
    return Spalte(**given | {"prompt_id": name} | changes)


def tafel(
    punkte: Mapping[str, Sequence[Sequence[Sequence[AbschnittWertung]]]],
    parteien: Sequence[str] = ("LINDENBUND", "MUEHLRAD"),
    zitate: Mapping[str, Sequence[tuple[int, int]]] | None = None,
    types: Sequence[Typ] = (Typ.WAHLPROGRAMM,),
) -> Vergleich:
    """`punkte`: name of the column → Anträge → repeats → parties; `zitate`: → Anträge → (bound, emitted).

    Lauf „streng/0/1“ is the second repeat of column „streng“ on the first Antrag.
    """
    laeufe, werte, zaehlwerte = [], [], []
    for at, (name, antraege) in enumerate(punkte.items()):
        for number, repeats in enumerate(antraege):
            for repeat, wertungen in enumerate(repeats):
                lauf_id, antrag = f"{name}/{number}/{repeat}", f"a{number}"
                laeufe.append(_lauf(lauf_id, at, antrag, repeat + 1))
                for partei, wertung in zip(parteien, wertungen, strict=False):
                    werte += [_value(at, antrag, partei, typ, lauf_id, wertung) for typ in types]
            bound, emitted = (zitate or {}).get(name, ((0, 0),) * len(antraege))[number]
            zaehlwerte.append(
                _count_value(at, f"a{number}", parteien[0], f"{name}/{number}/0", bound, emitted)
            )
    most = max(map(len, punkte.values()), default=0)
    return Vergleich(
        spalten=tuple(map(spalte, punkte)),
        antraege={f"a{number}": f"Antrag {number + 1}" for number in range(most)},
        parteien=tuple(parteien),
        laeufe=tuple(laeufe),
        werte=tuple(werte),
        zaehlwerte=tuple(zaehlwerte),
    )


def _lauf(lauf_id: str, spalte: int, antrag: str, wiederholung: int) -> LaufValue:
    return LaufValue(
        id=lauf_id, spalte=spalte, antrag=antrag, wiederholung=wiederholung, status=Status.FERTIG,
        kosten=0.002, tokens_ein=900, tokens_aus=120, sekunden=4.5, created=TAG, is_demo=False,
    )  # fmt: skip


def _count_value(spalte: int, antrag: str, partei: str, lauf_id: str, bound: int, emitted: int) -> CountValue:
    """All bound quotes are word for word, all others stand nowhere."""
    nach_status = dict.fromkeys(ZitatStatus, 0)
    nach_status |= {ZitatStatus.WOERTLICH: bound, ZitatStatus.NICHT_GEFUNDEN: emitted - bound}
    return CountValue(
        spalte, antrag, partei, lauf_id, emitted, emitted, bound, 0, 0, nach_status, gefragt=True,
        sekunden=2.0,
    )  # fmt: skip


def _value(spalte: int, antrag: str, partei: str, typ: Typ, lauf_id: str, wertung: AbschnittWertung) -> Wert:
    if isinstance(wertung, float | int):
        return Wert(spalte, antrag, partei, typ, lauf_id, float(wertung), "")
    return Wert(spalte, antrag, partei, typ, lauf_id, None, wertung or FEHLGESCHLAGEN)
