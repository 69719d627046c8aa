"""`audit`: proving stored quotes against the PDFs."""

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from core import terminal
from core.commands.options import add_command, fail, print_json
from core.context import Context, default_context
from core.errors import EingabeError
from core.german import formats

if TYPE_CHECKING:
    from core.assessment.prove_laeufe import LaufBefund
    from core.citations.audit import Befund
    from core.commands.options import Subcommands

Counts = Mapping[str, tuple[int, int]]


def add(commands: "Subcommands") -> None:
    audit = add_command(commands, "audit", run_audit, "Zitate gespeicherter Antworten an den PDFs prüfen")
    audit.add_argument(
        "dateien",
        metavar="DATEI",
        nargs="*",
        type=Path,
        help="Antworten als JSON oder JSONL (mehrere möglich)",
    )
    audit.add_argument(
        "--run", dest="laeufe", metavar="LAUF", action="append", help="diesen Lauf (mehrfach möglich)"
    )
    audit.add_argument("--all", action="store_true", help="alle gespeicherten Läufe, außer gelöschten")
    audit.add_argument(
        "--text-only",
        action="store_true",
        help="nur am Text der PDFs, nicht auch an den gezeichneten Seiten (schneller)",
    )


def run_audit(arguments: argparse.Namespace) -> int:
    if bool(arguments.dateien) + bool(arguments.laeufe) + arguments.all != 1:
        raise EingabeError(
            "Nennen Sie mindestens eine Datei mit Antworten, oder mit --run einen Lauf, oder --all."
        )
    return _audit_files(arguments) if arguments.dateien else _audit_laeufe(arguments)


def _audit_files(arguments: argparse.Namespace) -> int:
    from core.citations.answer_shape import read_answers
    from core.citations.audit import audit, per_bundesland

    answers = [answer for path in arguments.dateien for answer in read_answers(path)]
    befunde = audit(answers, default_context(), im_druck=not arguments.text_only)
    counts = per_bundesland(befunde)
    if not befunde:
        return fail("Nichts geprüft: In den Antworten steht kein Zitat.", 1)
    if arguments.json:
        printed = _im_druck(befunde)
        print_json({**_as_json(counts), **printed, "befunde": [asdict(befund) for befund in befunde]})
    else:
        _print_counts(counts)
        _print_seen(_im_druck(befunde))
        for befund in befunde:
            _print_failure(befund)
    return _code(counts)


def _audit_laeufe(arguments: argparse.Namespace) -> int:
    """Of many Läufe only the counts and what failed are kept."""
    from core.citations.audit import per_bundesland

    failed: list[tuple[str, Befund]] = []
    printed: Counter[str] = Counter()
    ungeprueft = 0

    def proved() -> Iterator["Befund"]:
        nonlocal ungeprueft
        for lauf_id, befunde, more in _lauf_befunde(default_context(), arguments):
            ungeprueft += more
            printed.update(_im_druck(befunde))
            failed.extend((lauf_id, befund) for befund in befunde if not befund.ok)
            yield from befunde

    counts = per_bundesland(proved())
    if not counts:
        return fail(f"Nichts geprüft: In den Läufen steht kein belegtes Zitat.{_told(ungeprueft)}", 1)
    if arguments.json:
        told = [{"lauf": lauf_id, **asdict(befund)} for lauf_id, befund in failed]
        print_json({**_as_json(counts), **printed, "ungeprueft": ungeprueft, "befunde": told})
    else:
        _print_counts(counts)
        _print_seen(printed)
        if ungeprueft:
            terminal.say(_told(ungeprueft).strip())
        for lauf_id, befund in failed:
            _print_failure(befund, f"Lauf {lauf_id}, ")
    return _code(counts)


def _told(ungeprueft: int) -> str:
    """They are neither proved nor disproved, so they change no exit code."""
    return f" Nicht geprüft (eingelesen): {ungeprueft}." if ungeprueft else ""


def _lauf_befunde(context: Context, arguments: argparse.Namespace) -> Iterator["LaufBefund"]:
    """With --all the proof is kept: the page „Monitor“ lists them."""
    from core.assessment.prove_laeufe import all_laeufe, audit_laeufe
    from core.monitor.proof_job import EventLog
    from core.runs.store import runstore

    store = runstore(context)
    lauf_ids = all_laeufe(store) if arguments.all else list(dict.fromkeys(arguments.laeufe))
    event_log = EventLog()
    with terminal.progress(len(lauf_ids), quiet=arguments.json) as advance:
        for lauf_befund in audit_laeufe(
            context, lauf_ids, pass_over=arguments.all, im_druck=not arguments.text_only
        ):
            event_log.add(lauf_befund)
            yield lauf_befund
            advance(f"Lauf {lauf_befund.lauf_id}")
    if arguments.all and lauf_ids:
        event_log.save(store)


def _code(counts: Counts) -> int:
    return 1 if any(proved < total for proved, total in counts.values()) else 0


def _as_json(counts: Counts) -> dict[str, object]:
    return {
        "geprueft": sum(total for _, total in counts.values()),
        "belegt": sum(proved for proved, _ in counts.values()),
        "bundeslaender": {
            land: {"belegt": proved, "geprueft": total} for land, (proved, total) in counts.items()
        },
    }


def _im_druck(befunde: Sequence["Befund"]) -> dict[str, int]:
    seen = [befund.im_druck for befund in befunde if befund.im_druck is not None]
    return {"im_druck_geprueft": len(seen), "im_druck_belegt": sum(seen)}


def _print_seen(printed: Mapping[str, int]) -> None:
    if not printed["im_druck_geprueft"]:
        terminal.say("Belegt im Text der PDFs; an den gezeichneten Seiten nicht nachgesehen.")
        return
    terminal.say(
        f"Davon auch an der gezeichneten Seite belegt: {formats.number(printed['im_druck_belegt'])} von "
        f"{formats.number(printed['im_druck_geprueft'])}"
    )


def _print_counts(counts: Counts) -> None:
    for land, (proved, total) in counts.items():
        terminal.say(f"{land} {proved}/{total}")


def _print_failure(befund: "Befund", where: str = "") -> None:
    if befund.ok:
        return
    programm = terminal.printable(befund.programm or "ohne Programm")
    terminal.say(f"\n{where}{programm}: „{terminal.printable(befund.text)}“")
    for grund in befund.gruende:
        terminal.say(f"  {terminal.printable(grund)}")
