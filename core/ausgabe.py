"""Tables, progress and passages in a terminal. The only module that knows rich."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from core.context import Context
from core.models import Fundstelle

if TYPE_CHECKING:
    from core.citations.audit import Befund
    from core.retrieval.bestand import Gebietsbestand
    from core.retrieval.indexing import Indexergebnis


def _console() -> Console:
    # Where no terminal tells its width, a table is not cut at 80 characters.
    console = Console()
    return console if console.is_terminal else Console(width=120)


def say(text: str) -> None:
    _console().print(Text(text))


@contextmanager
def progress(total: int, quiet: bool = False) -> Iterator[Callable[[str], None]]:
    """A bar on stderr; call what it gives with the name of each thing done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as bar:
        task = bar.add_task("Indexieren", total=total)

        def advance(name: str) -> None:
            bar.update(task, advance=1, description=name)

        yield advance


def print_ergebnisse(ergebnisse: Sequence["Indexergebnis"]) -> None:
    table = _table("Programm", "Ergebnis", "Seiten", "Passagen")
    for e in ergebnisse:
        table.add_row(e.programm_id, e.ausgang, _number(e.seiten), _number(e.chunks))
    _console().print(table)
    for e in ergebnisse:
        if e.grund and e.ausgang == "PDF fehlt":
            say(f"{e.programm_id}: {e.grund}")


def print_bestand(stock: Sequence["Gebietsbestand"], context: Context) -> None:
    settings = context.settings
    say(f"Modell {context.embedder.name}, {settings.chunk_strategie} um {settings.chunk_size} Zeichen")
    table = _table("Land", "bekannt", "PDF", "Index", "Seiten", "Passagen", "zuletzt", "Zustand")
    for teil in stock:
        indexed = sum(bestand.stand is not None for bestand in teil.programme)
        notes = sum(bool(bestand.hinweise) for bestand in teil.programme)
        state = (
            "beschädigt" if teil.schaeden else f"{notes} mit Hinweis" if notes else "gut" if indexed else ""
        )
        numbers = map(_number, (len(teil.programme), teil.mit_pdf, indexed, teil.seiten, teil.chunks))
        table.add_row(teil.name, *numbers, _day(teil.geaendert), state)
    _console().print(table)
    for teil in stock:
        for line in (*teil.schaeden, *(f"{b.programm.id}: {h}" for b in teil.programme for h in b.hinweise)):
            say(f"{teil.gebiet}: {line}")


def print_programme(teil: "Gebietsbestand") -> None:
    table = _table("Programm", "Name", "gültig", "Zustand", "Seiten", "Passagen")
    for b in teil.programme:
        until = b.programm.gueltig_bis.year if b.programm.gueltig_bis else "heute"
        span = f"{b.programm.gueltig_ab.year} bis {until}"
        table.add_row(b.programm.id, b.programm.name, span, b.zustand, _number(b.seiten), _number(b.chunks))
    _console().print(table)
    for line in (*teil.schaeden, *(f"{b.programm.id}: {h}" for b in teil.programme for h in b.hinweise)):
        say(line)


def print_fundstellen(found: Sequence[Fundstelle], context: Context) -> None:
    if not found:
        say("Nichts gefunden. Fragen Sie mit anderen Worten oder senken Sie --min.")
    for fundstelle in found:
        chunk = fundstelle.chunk
        programm = context.registry.programme[chunk.programm_id]
        pages = " und ".join(map(str, chunk.seiten))
        head = f"{fundstelle.similarity:.2f}  {programm.name}, Seite {pages} der Datei"
        console = _console()
        console.print(Text(head, style="bold"))
        if chunk.abschnitt:
            console.print(Text(" › ".join(chunk.abschnitt), style="dim"))
        console.print(Text(f"{chunk.text}\n"))


def print_audit(befunde: Sequence["Befund"]) -> None:
    from core.citations.audit import per_bundesland

    for land, (proved, total) in per_bundesland(befunde).items():
        say(f"{land} {proved}/{total}")
    for befund in befunde:
        if not befund.ok:
            say(f"\n{_printable(befund.programm or 'ohne Programm')}: „{_printable(befund.text)}“")
            for grund in befund.gruende:
                say(f"  {_printable(grund)}")


def _printable(text: str, longest: int = 300) -> str:
    """Text of others on one line, without what would steer the terminal."""
    plain = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return plain if len(plain) <= longest else f"{plain[:longest]} …"


def _table(first: str, *rest: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column(first, no_wrap=True)
    for name in rest:
        table.add_column(name, justify="right" if name in NUMBERS else "left")
    return table


NUMBERS = ("bekannt", "PDF", "Index", "Seiten", "Passagen")


def _number(value: int) -> str:
    return f"{value:,}".replace(",", ".") if value else "–"


def _day(moment: str | None) -> str:
    return f"{moment[8:10]}.{moment[5:7]}.{moment[2:4]}" if moment else ""
