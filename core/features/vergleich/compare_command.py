"""`compare`: is one model, prompt or version worse than another? For a build that must stop then."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from core.base import formats
from core.base.atomic_files import write_whole
from core.base.errors import EingabeError
from core.cli.output import emit, printable, read_bounded, write_out
from core.features.vergleich.gate import (
    TOLD,
    Compared,
    GateResult,
    Groesse,
    Urteil,
    held_against,
    lauf_ids_of,
    needed,
    two_sides,
)
from core.features.vergleich.truth import Truth
from core.programme.context import default_context
from core.runs.store import runstore

MOST_BYTES = 10 << 20
"""A file with the right points of every party for 20,000 Anträge has about as many."""

SIDE = "Spalte als MODELL/PROMPT[@FASSUNG] oder mit ihrem Schlüssel, gestarteter Vergleich oder Läufe a,b,c"


def add_compare(compare: argparse.ArgumentParser) -> None:
    compare.add_argument("--basis", metavar="A", required=True, help=f"was bisher gilt: {SIDE}")
    compare.add_argument("--gegen", metavar="B", required=True, help="was geprüft wird; ebenso")
    compare.add_argument(
        "--wahrheit", metavar="DATEI", type=Path, help="CSV mit richtigen Punkten: antrag, partei, punkte"
    )
    compare.add_argument(
        "--grenze",
        metavar="GRÖSSE=ZAHL",
        action="append",
        default=[],
        help=f"erst ab so viel schlechter statt nach dem Intervall ({', '.join(Groesse)}; mehrfach möglich)",
    )
    compare.add_argument(
        "--fail-on-worse", action="store_true", help="mit 1 enden, wenn B in etwas schlechter ist"
    )
    compare.add_argument("--junit", metavar="DATEI", type=Path, help="das Ergebnis auch als JUnit-XML")
    compare.add_argument("--demo", action="store_true", help="nur die erfundenen Läufe der Demo")


def run_compare(arguments: argparse.Namespace) -> int:
    grenzen = _margins(arguments.grenze)
    if Groesse.ABWEICHUNG in grenzen and not arguments.wahrheit:
        raise EingabeError("Eine Grenze für „abweichung“ braucht mit --wahrheit die richtigen Punkte.")
    context = default_context()
    store = runstore(context)
    truth = None
    if path := arguments.wahrheit:
        if len(data := read_bounded(path, MOST_BYTES)) > MOST_BYTES:
            raise EingabeError(f"{path.name} ist größer als {formats.size(MOST_BYTES)}. Bitte teilen.")
        truth = Truth.read(path.name, data, context.registry)
    basis, gegen = (lauf_ids_of(store, one, arguments.demo) for one in (arguments.basis, arguments.gegen))
    found = held_against(two_sides(store, context.registry, basis, gegen), grenzen, truth)
    if not found.antraege or not found.compared:
        raise EingabeError(
            "Beide Seiten haben keinen Antrag mit Antworten gemeinsam: So ist nichts zu vergleichen. Prüfen "
            "Sie dieselben Anträge mit beiden, z. B. mit „assess --batch ORDNER“."
        )
    if arguments.fail_on_worse and (unsure := found.undecided):
        raise EingabeError(_too_few(found, unsure, len(grenzen)))
    names = (arguments.basis, arguments.gegen)
    if arguments.junit:
        _write(arguments.junit, junit(found, names))
    if arguments.json:
        emit(True, found)
    else:
        write_out(markdown(found, names))
    return 1 if arguments.fail_on_worse and found.worse else 0


def _margins(given: Sequence[str]) -> dict[Groesse, float]:
    """„verworfen=2“ → two percentage points more are no harm."""
    grenzen = {}
    for one in given:
        name, _, number = one.partition("=")
        try:
            value = formats.parsed(number)
        except ValueError:
            value = -1.0
        if name not in list(Groesse) or not 0 <= value < 1e6:
            raise EingabeError(
                f"Die Grenze „{one:.60}“ ist nicht zu lesen. Nötig ist eine Größe und eine Zahl ab 0, z. B. "
                f"verworfen=2; Größen: {', '.join(Groesse)}."
            )
        grenzen[Groesse(name)] = value
    return grenzen


def _too_few(found: GateResult, unsure: Sequence[Compared], margins: int) -> str:
    least = needed(len(found.compared) - sum(one.grenze is not None for one in found.compared))
    names = ", ".join(f"„{one.groesse}“" for one in unsure)
    fewest = min(one.antraege for one in unsure)
    return (
        f"Zu wenige Anträge: Auf {formats.number(fewest)} gemeinsamen lässt sich nichts belegen, die Prüfung "
        f"schlüge nie an. Nötig sind {least} für {names}, oder eine Grenze, z. B. "
        f"--grenze {unsure[0].groesse}=1."
    )


def _write(path: Path, data: bytes) -> None:
    try:
        write_whole(path, data)
    except OSError as error:
        raise EingabeError(f"{path} lässt sich nicht schreiben ({error.strerror}).") from error


# --- told ---------------------------------------------------------------------------------------------------

BOLD = f"**{Urteil.SCHLECHTER}**"
HEAD = ("Größe", "A", "B", "B gegen A", "95 %", "Anträge", "Urteil")
MARGIN_UNIT = {Groesse.VERWORFEN: "Prozentpunkte", Groesse.KOSTEN: "%"}


def markdown(found: GateResult, names: tuple[str, str]) -> str:
    lines = [
        "# Vergleich",
        "",
        *(
            f"- {side}: {_cell(name)} ({formats.counted(number, 'Lauf', 'Läufe')}; ohne brauchbare Antwort: "
            f"{failed})"
            for side, name, number, failed in zip(
                ("A", "B"), names, found.laeufe, found.fehlgeschlagen, strict=True
            )
        ),
        f"- {formats.counted(found.antraege, 'gemeinsamer Antrag', 'gemeinsame Anträge')}",
        "",
        f"| {' | '.join(HEAD)} |",
        f"| --- |{' ---: |' * 5} --- |",
        *(f"| {' | '.join(_row(one)).replace(Urteil.SCHLECHTER, BOLD)} |" for one in found.compared),
        "",
        rule(found),
        *(f"\nNicht verglichen, weil nicht beide Seiten es haben: {name}." for name in found.fehlend),
        *(f"\nHinweis zu {_cell(text)}" for text in found.hinweise),
        "",
        result(found),
    ]
    return "\n".join(lines) + "\n"


def rule(found: GateResult) -> str:
    by_rule = [one for one in found.compared if one.grenze is None]
    told = []
    if by_rule:
        told.append(
            "„Schlechter“ heißt: Das 95-%-Intervall des Unterschieds, Antrag für Antrag gepaart, schließt 0 "
            "aus, und der Vorzeichentest bestätigt das für "
            f"{formats.counted(len(by_rule), 'Größe', 'Größen')} zugleich (nach Holm)."
        )
    told += [
        f"Für „{one.groesse}“ heißt es: im Mittel um mehr als {formats.shortest(one.grenze)} "
        f"{MARGIN_UNIT.get(one.groesse, TOLD[one.groesse].unit)} schlechter."
        for one in found.compared
        if one.grenze is not None
    ]
    return " ".join(told)


def result(found: GateResult) -> str:
    if found.worse:
        return f"**B ist schlechter: {', '.join(TOLD[one.groesse].name for one in found.worse)}.**"
    if unsure := [TOLD[one.groesse].name for one in found.undecided]:
        return f"**Zu wenige Anträge für eine Aussage über: {', '.join(unsure)}.**"
    better = [TOLD[one.groesse].name for one in found.compared if one.urteil is Urteil.BESSER]
    more = f" Besser: {', '.join(better)}." if better else ""
    return f"**B ist in nichts schlechter.**{more}"


def _row(one: Compared) -> tuple[str, ...]:
    told = TOLD[one.groesse]
    bounds = one.intervall and (one.intervall.von, one.intervall.bis)
    return (
        f"{told.name} ({told.unit})",
        told.figure(one.a),
        told.figure(one.b),
        told.figure(one.b - one.a, sign=True),
        " bis ".join(told.figure(bound, sign=True) for bound in bounds) if bounds else formats.NOTHING,
        formats.number(one.antraege),
        str(one.urteil),
    )


def _cell(text: str) -> str:
    """What others wrote is no markup."""
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>|#" else letter for letter in printable(text))


def junit(found: GateResult, names: tuple[str, str]) -> bytes:
    """A case for each figure; one that got worse is a failure, one nothing can be said of is skipped."""
    suite = ElementTree.Element(
        "testsuite",
        name=f"compare {printable(names[0])} {printable(names[1])}",
        tests=str(len(found.compared)),
        failures=str(len(found.worse)),
        skipped=str(len(found.undecided)),
        errors="0",
    )
    for one in found.compared:
        case = ElementTree.SubElement(suite, "testcase", classname="compare", name=str(one.groesse))
        told = ", ".join(f"{head}: {value}" for head, value in zip(HEAD, _row(one), strict=True))
        if one.urteil is Urteil.SCHLECHTER:
            failure = ElementTree.SubElement(
                case, "failure", message=f"{TOLD[one.groesse].name}: {one.urteil}"
            )
            failure.text = f"{told}\n{rule(found)}"
        elif one.urteil is Urteil.TOO_FEW:
            ElementTree.SubElement(case, "skipped", message=str(one.urteil))
        else:
            ElementTree.SubElement(case, "system-out").text = told
    return bytes(ElementTree.tostring(suite, encoding="utf-8", xml_declaration=True))
