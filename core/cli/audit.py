"""`audit`: proving stored quotes against the PDFs."""

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from core.assessment.lauf_audit import ProofLog, all_laeufe, audit_laeufe
from core.base import formats
from core.base.errors import EingabeError
from core.cli import output
from core.cli.output import emit, fail
from core.programme.context import Context, default_context
from core.proof.audit import Befund, audit, per_bundesland
from core.proof.reconstruct import read_answers
from core.runs.store import runstore

UNGEPRUEFT = "Nicht geprüft (eingelesen): {}."


def add_audit(audit: argparse.ArgumentParser) -> None:
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
    if not arguments.dateien:
        return _audit_laeufe(default_context(), arguments)
    answers = [answer for path in arguments.dateien for answer in read_answers(path)]
    befunde = audit(answers, default_context(), im_druck=not arguments.text_only)
    if not befunde:
        return fail("Nichts geprüft: In den Antworten steht kein Zitat.", 1)
    failed = [("", befund) for befund in befunde if not befund.ok or befund.hinweise]
    told = [asdict(befund) for befund in befunde]
    return _report(arguments.json, per_bundesland(befunde), _im_druck(befunde), told, failed)


def _audit_laeufe(context: Context, arguments: argparse.Namespace) -> int:
    """Of many Läufe only the counts and what failed are kept."""
    store = runstore(context)
    lauf_ids = all_laeufe(store) if arguments.all else list(dict.fromkeys(arguments.laeufe))
    laeufe = audit_laeufe(context, lauf_ids, pass_over=arguments.all, im_druck=not arguments.text_only)
    failed: list[tuple[str, Befund]] = []
    printed: Counter[str] = Counter()
    log, ungeprueft = ProofLog(), 0

    def proved() -> Iterator[Befund]:
        nonlocal ungeprueft
        with output.progress(len(lauf_ids), quiet=arguments.json) as advance:
            for one in laeufe:
                log.add(one)
                ungeprueft += one.ungeprueft
                printed.update(_im_druck(one.befunde))
                failed.extend((one.lauf_id, befund) for befund in one.befunde if not befund.ok)
                yield from one.befunde
                advance(f"Lauf {one.lauf_id}")

    counts = per_bundesland(proved())
    if arguments.all and lauf_ids:
        log.save(store)  # the page „Monitor“ lists them
    if not counts:
        more = f" {UNGEPRUEFT.format(ungeprueft)}" if ungeprueft else ""
        return fail(f"Nichts geprüft: In den Läufen steht kein belegtes Zitat.{more}", 1)
    told = [{"lauf": lauf_id, **asdict(befund)} for lauf_id, befund in failed]
    there = [(f"Lauf {lauf_id}, ", befund) for lauf_id, befund in failed]
    return _report(arguments.json, counts, printed, told, there, ungeprueft)


def _im_druck(befunde: Sequence[Befund]) -> dict[str, int]:
    seen = [befund.im_druck for befund in befunde if befund.im_druck is not None]
    return {"im_druck_geprueft": len(seen), "im_druck_belegt": sum(seen)}


def _report(
    as_json: bool,
    counts: Mapping[str, tuple[int, int]],
    printed: Mapping[str, int],
    befunde: Sequence[object],
    failed: Sequence[tuple[str, Befund]],
    ungeprueft: int = 0,
) -> int:
    """`counts`: Land → proved, of all. What is `ungeprueft` is neither proved nor disproved: no failure."""
    belegt, geprueft = (sum(count[place] for count in counts.values()) for place in (0, 1))
    laender = {land: {"belegt": proved, "geprueft": of} for land, (proved, of) in counts.items()}
    told = {"geprueft": geprueft, "belegt": belegt, "bundeslaender": laender}
    told |= {**printed, "ungeprueft": ungeprueft, "befunde": befunde}
    emit(as_json, told, lambda: _print_report(counts, printed, failed, ungeprueft))
    return 0 if belegt == geprueft else 1


def _print_report(
    counts: Mapping[str, tuple[int, int]],
    printed: Mapping[str, int],
    failed: Sequence[tuple[str, Befund]],
    ungeprueft: int,
) -> None:
    for land, (proved, of) in counts.items():
        output.say(f"{land} {proved}/{of}")
    if looked := printed["im_druck_geprueft"]:
        seen = f"{formats.number(printed['im_druck_belegt'])} von {formats.number(looked)}"
        output.say(f"Davon auch an der gezeichneten Seite belegt: {seen}")
    else:
        output.say("Belegt im Text der PDFs; an den gezeichneten Seiten nicht nachgesehen.")
    if ungeprueft:
        output.say(UNGEPRUEFT.format(ungeprueft))
    for where, befund in failed:
        programm = output.printable(befund.programm or "ohne Programm")
        output.say(f"\n{where}{programm}: „{output.printable(befund.text)}“")
        for grund in befund.gruende:
            output.say(f"  {output.printable(grund)}")
        for hinweis in befund.hinweise:
            output.say(f"  Hinweis: {output.printable(hinweis)}")
