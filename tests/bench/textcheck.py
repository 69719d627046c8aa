"""Texts of ten kinds that quote programmes rightly and wrongly: which quotes are found, what is said of them.

Sentences are drawn from the real programmes and falsified by the makers of „binding“; the texts around them
are made here.
"""

import io
import json
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import islice
from random import Random

from core.features.textcheck.blocks import Block, BlockKind, ReadText
from core.features.textcheck.check import CheckedText, Verdict, check_file, check_quote
from core.features.textcheck.quotes_in_text import read_quotes
from core.features.textcheck.text_blocks import read_file
from core.wortlaut.binding.fund import Fund
from core.wortlaut.records import Programm, Typ
from tests.bench import zitate
from tests.bench.binding import Bank, opened_bank
from tests.bench.figures import Figure
from tests.bench.stock import enlarged
from tests.bench.zitate import Satz, letters
from tests.textcheck.carrier_forms import all_forms, faults
from tests.textcheck.forms import CARRIERS, DENIED, FOREIGN, MARKS, TRUE, combinations, in_marks

SEED = 20261127
TEXTS, QUOTES, FALSIFIED, MISPLACED = 60, 8, 5_000, 600
STOCK = 120
RUNS = 5

PRINTED = {Verdict.GEDRUCKT, Verdict.MEHRERE_STELLEN, Verdict.FALSCH_ZUGEORDNET}


@dataclass(frozen=True, slots=True)
class Quoted:
    """A quote of a text and what the text says of its source."""

    text: str
    programm: Programm
    partei: str
    seite: str

    @property
    def source(self) -> str:
        return f"{self.partei}, {self.work}, S. {self.seite}"

    @property
    def work(self) -> str:
        kind = "Wahlprogramm" if self.programm.typ is Typ.WAHLPROGRAMM else "Grundsatzprogramm"
        return f"{kind} {self.programm.jahr}"


Made = tuple[str, bytes]
"""A file's name and what is in it."""

FILLER = (
    "Seit Wochen wird darüber gestritten, und die „sogenannte“ Lösung liegt noch nicht auf dem Tisch.",
    "Das Rohr misst 5\" im Durchmesser, und so geht's nicht weiter.",
    "Der »Runde Tisch« tagt am Dienstag; ’n Abend später wird abgestimmt.",
    "Wie es weitergeht, ist offen. Niemand legt sich fest, und das hat Gründe.",
    "Die Fraktionen beraten am 12. März 2026 über Anlage 3 (Teil B).",
    "Aus l'Europe und d'Accord wird noch kein Gesetz, sagen Beobachter.",
)
"""Marks that open no quote of a programme."""


def _article(rng: Random, quotes: Sequence[Quoted]) -> Made:
    marks = rng.choice(["„“", "„”", "»«", "«»", "“”", '""', '„"'])
    parts = []
    for one in quotes:
        said = f"{marks[0]}{one.text}{marks[1]}"
        parts.append(rng.choice(FILLER))
        parts.append(
            rng.choice(
                [
                    f"Im {one.work} schreibt {one.partei} dazu: {said} (S. {one.seite}).",
                    f"{said}, heißt es bei {one.partei} ({one.work}, Seite {one.seite}).",
                    f"{said} ({one.source})",
                ]
            )
        )
    return "artikel.txt", "\n\n".join(parts).encode()


def _markdown(rng: Random, quotes: Sequence[Quoted]) -> Made:
    parts = ["# Vergleich der Programme"]
    for one in quotes:
        lines = "\n> ".join(one.text.split("\n"))
        parts += [f"## {one.partei}", rng.choice(FILLER), f"> {lines}\n>\n> — {one.source}"]
    return "antwort.md", "\n\n".join(parts).encode()


def _bullets(rng: Random, quotes: Sequence[Quoted]) -> Made:
    lines = [f"- **Punkt {n}:** „{one.text}“ [{one.source}]" for n, one in enumerate(quotes, start=1)]
    return "liste.md", ("Was die Parteien sagen:\n\n" + "\n".join(lines)).encode()


def _bare_bullets(rng: Random, quotes: Sequence[Quoted]) -> Made:
    lines = [f"* {one.text} ({one.source})" for one in quotes]
    return "stichpunkte.txt", ("Überblick\n\n" + "\n".join(lines)).encode()


def _table(rng: Random, quotes: Sequence[Quoted]) -> Made:
    rows = [f"| {one.partei} | „{one.text}“ | S. {one.seite} |" for one in quotes]
    return "tabelle.md", "\n".join(["| Partei | Zitat | Stelle |", "| --- | --- | --- |", *rows]).encode()


def _mail(rng: Random, quotes: Sequence[Quoted]) -> Made:
    body = "Hallo,\n\n" + "\n\n".join(
        f'{rng.choice(FILLER)}\n\n{one.partei} ({one.programm.jahr}): "{one.text}" (Seite {one.seite})'
        for one in quotes
    )
    quoted = "\n".join(f"> {line}" for line in body.split("\n"))
    head = (
        "From: a@example.org\nTo: b@example.org\nSubject: Zitate\nContent-Type: text/plain; charset=utf-8\n"
    )
    return "mail.eml", (head + "\nDanke!\n\n" + quoted).encode()


def _footnotes(rng: Random, quotes: Sequence[Quoted]) -> Made:
    body = [
        f"{rng.choice(FILLER)} „{one.text}“[{n}] So steht es dort." for n, one in enumerate(quotes, start=1)
    ]
    notes = [f"[{n}] {one.source}" for n, one in enumerate(quotes, start=1)]
    return "aufsatz.txt", "\n\n".join([*body, *notes]).encode()


def _answer(rng: Random, quotes: Sequence[Quoted]) -> Made:
    shape = rng.randrange(3)
    if shape == 0:
        data: object = {
            "antworten": [{"partei": q.partei, "zitat": q.text, "seite": q.seite} for q in quotes]
        }
    elif shape == 1:
        data = [{"party": q.partei, "quotes": [{"quote": q.text, "source": q.source}]} for q in quotes]
    else:
        scores = [{"fraktion": q.partei, "wahlprogramm": {"score": 5, "begruendung": "Passt.", "zitate": [
            {"text": q.text, "quelle": q.source}]}} for q in quotes]  # fmt: skip
        data = {"wahlprogrammScores": scores}
    return "antwort.json", json.dumps(data, ensure_ascii=False).encode()


def _web(rng: Random, quotes: Sequence[Quoted]) -> Made:
    parts = []
    for one in quotes:
        said, source = escape(one.text), escape(one.source)
        parts.append(
            rng.choice(
                [
                    f"<blockquote><p>{said}</p></blockquote><p>– {source}</p>",
                    f"<p>{escape(rng.choice(FILLER))} <q>{said}</q> ({source})</p>",
                    f"<ul><li>&bdquo;{said}&ldquo; ({source})</li></ul>",
                ]
            )
        )
    style = "<style>p { quotes: '„' }</style><script>var a = \"„kein Zitat, nur Code der Seite“\";</script>"
    return (
        "seite.html",
        f"<!doctype html><html><head>{style}</head><body>{''.join(parts)}</body></html>".encode(),
    )


def _word(rng: Random, quotes: Sequence[Quoted]) -> Made:
    from docx import Document
    from docx.shared import Cm

    document = Document()
    document.add_heading("Zitate", 1)
    for one in quotes:
        document.add_paragraph(rng.choice(FILLER))
        way = rng.randrange(3)
        if way == 0:
            document.add_paragraph(one.text, style="Quote")
            document.add_paragraph(f"({one.source})")
        elif way == 1:
            document.add_paragraph(f"{one.text} ({one.source})").paragraph_format.left_indent = Cm(1)
        else:
            document.add_paragraph(
                f"{one.partei} schreibt {one.programm.jahr}: „{one.text}“ (S. {one.seite})"
            )
    file = io.BytesIO()
    document.save(file)
    return "papier.docx", file.getvalue()


KINDS: Mapping[str, Callable[[Random, Sequence[Quoted]], Made]] = {
    "article": _article,
    "Markdown": _markdown,
    "list": _bullets,
    "list without marks": _bare_bullets,
    "table": _table,
    "mail": _mail,
    "footnotes": _footnotes,
    "JSON": _answer,
    "web page": _web,
    "Word": _word,
}


class Source:
    """Draws sentences of the programmes with what they are rightly cited as."""

    def __init__(self, bank: Bank, rng: Random) -> None:
        self.bank, self.rng = bank, rng
        # What has quote marks of its own would be nested; that is tested with a few, not measured.
        self.pool = [
            s for s in bank.stock.saetze if not set(s.text) & set("„“”»«\"‚‘'’()[]|…") and self._page(s)
        ]

    def quoted(self, satz: Satz, text: str = "") -> Quoted:
        programm = self.bank.quellen[satz.programm].programm
        name = self.bank.context.registry.parteien[programm.partei].name
        return Quoted(" ".join((text or satz.text).split()), programm, name, self._page(satz))

    def _page(self, satz: Satz) -> str:
        quelle = self.bank.quellen[satz.programm]
        start, end = self.bank.trimmed(satz.programm, satz.start, satz.end)
        if start >= end or quelle.strom.is_unsure(start, end):
            return ""
        numbers = Fund(quelle, ((start, end),)).gedruckt
        return numbers[0] if len(numbers) == 1 and numbers[0].isdecimal() else ""


def _drawn(source: Source, count: int) -> Iterator[list[Quoted]]:
    for _ in range(count):
        yield [source.quoted(satz) for satz in source.rng.sample(source.pool, QUOTES)]


def _overlaps(one: str, other: str) -> bool:
    """The same quote, but for a word or two at its ends."""
    one, other = letters(one), letters(other)
    return (
        bool(one)
        and bool(other)
        and (one in other or other in one)
        and min(len(one), len(other)) > 0.9 * max(len(one), len(other))
    )


def _checked(bank: Bank, made: Made) -> CheckedText:
    name, data = made
    return check_file(data, name, bank.context)


def _found(bank: Bank, source: Source) -> tuple[int, int, int, int, list[str]]:
    """Of all texts: quotes that stand there, those found, all that is found, those told as printed there."""
    there = right = found = printed = 0
    faults: list[str] = []
    for number, quotes in enumerate(_drawn(source, TEXTS)):
        kind = list(KINDS)[number % len(KINDS)]
        checked = _checked(bank, KINDS[kind](source.rng, quotes))
        found += len(checked.quotes)
        for one in quotes:
            there += 1
            own = [c for c in checked.quotes if _overlaps(c.quote.text, one.text)]
            right += bool(own)
            is_printed = bool(own) and own[0].verdict is Verdict.GEDRUCKT
            printed += is_printed
            if not is_printed:
                told = own[0].satz if own else "not found"
                faults.append(f"{kind}: {one.text[:60]} | {one.source} | {told}")
    return there, right, found, printed, faults


def _falsified(bank: Bank, source: Source) -> tuple[int, list[str]]:
    """How many false ones were tried, and those told as printed."""
    probes = list(zitate.absent(bank.stock, zitate.false_quotes(source.rng, bank.stock, FALSIFIED // 7)))
    quotes = [
        source.quoted(probe.satz, probe.text) for probe in probes if not set(probe.text) & set('„“”»«"')
    ]
    wrong = []
    for start in range(0, len(quotes), 50):
        part = quotes[start : start + 50]
        checked = _checked(bank, _bullets(source.rng, part))
        wrong += [
            f"{one.quote.text[:80]} | {one.satz}"
            for one in checked.quotes
            if one.verdict in (Verdict.GEDRUCKT, Verdict.MEHRERE_STELLEN, Verdict.FALSCH_ZUGEORDNET)
            and not any(bank.stock.holds(partei, one.quote.text) for partei in bank.stock.letters)
        ]
    return len(quotes), wrong


def _misplaced(bank: Bank, source: Source) -> tuple[int, list[str]]:
    """True quotes under another party or page: those not told so."""
    parties = sorted(
        {programm.partei for programm in bank.context.registry.programme.values()} & {"SPD", "FDP", "AfD"}
    )
    quotes = []
    for number, satz in enumerate(islice(source.rng.sample(source.pool, len(source.pool)), MISPLACED)):
        right = source.quoted(satz)
        if number % 2:
            other = next(
                p for p in parties if p != right.programm.partei and not bank.stock.holds(p, satz.text)
            )
            quotes.append(Quoted(right.text, right.programm, other, right.seite))
        else:
            quotes.append(Quoted(right.text, right.programm, right.partei, str(int(right.seite) + 7)))
    missed = []
    for start in range(0, len(quotes), 50):
        made = _article(source.rng, quotes[start : start + 50])
        missed += [
            f"{one.quote.text[:60]} | {one.claim.words} | {one.satz}"
            for one in _checked(bank, made).quotes
            if one.verdict is not Verdict.FALSCH_ZUGEORDNET
        ]
    return len(quotes), missed


def _beside(bank: Bank, source: Source) -> tuple[int, int, int, list[str]]:
    """Quotations with foreign words that were tried, how many of them are told clean; true ones with a true
    source, and which of those are accused."""
    tried = clean = true = 0
    accused: list[str] = []
    for carrier in (*CARRIERS, "zitat_pruefen"):
        for marks in ("", *MARKS):
            for form in (*FOREIGN, *TRUE):
                if marks and form == TRUE[-1]:
                    continue
                one = source.quoted(source.rng.choice(source.pool))
                text = form.format(m=in_marks(one.text, marks), source=one.source)
                checked = (
                    _checked(bank, CARRIERS[carrier](text))
                    if carrier in CARRIERS
                    else check_quote(text, "", bank.context)
                )
                is_printed = checked.is_clean and any(q.verdict is Verdict.GEDRUCKT for q in checked.quotes)
                if form in FOREIGN:
                    tried, clean = tried + 1, clean + checked.is_clean
                else:
                    true += 1
                    if not is_printed:
                        accused.append(f"{carrier}: {text[:200]} | {[q.satz for q in checked.quotes]}")
    return tried, clean, true, accused


def _denied(bank: Bank) -> tuple[int, int]:
    """Combinations of four marks, and in how many what a sentence denies counts as quoted."""
    sentence, registry = "Wir bauen die Bahn im ganzen Land zuverlässig aus", bank.context.registry
    tried = told = 0
    for form in DENIED:
        for a, b, c, d in combinations():
            text = form.format(a=a, b=b, c=c, d=d, text=sentence)
            found = read_quotes(ReadText((Block(BlockKind.TEXT, text),)), registry)
            tried += 1
            told += any(letters(one.text) == letters(sentence) and not one.is_unclear for one in found.quotes)
    return tried, told


def _carriers() -> tuple[int, list[str]]:
    """Word files, pages, mails and answers that show more than they seem to; those wrongly read."""
    wrong = []
    for form in all_forms():
        read = read_file(form.data, form.file)
        if found := faults(form, read.text, read.unread):
            wrong.append(f"{form.name}: {found}")
    return len(all_forms()), wrong


def _seconds(bank: Bank, source: Source, count: int) -> float:
    """Half of them printed, half not; another text each time."""
    took = []
    for _ in range(RUNS):
        quotes = [source.quoted(satz) for satz in source.rng.sample(source.pool, count)]
        half = [
            Quoted(" ".join(reversed(q.text.split())), q.programm, q.partei, q.seite) if n % 4 == 0
            else Quoted(q.text.replace("und", "oder"), q.programm, q.partei, q.seite) if n % 4 == 1 else q
            for n, q in enumerate(quotes)
        ]  # fmt: skip
        made = _article(source.rng, half)
        began = time.perf_counter()
        _checked(bank, made)
        took.append(time.perf_counter() - began)
    return statistics.median(took)


def measure() -> list[Figure]:
    with opened_bank() as bank:
        source = Source(bank, Random(SEED))
        there, right, found, printed, told = _found(bank, source)
        tried, wrong = _falsified(bank, source)
        placed, missed = _misplaced(bank, source)
        beside, clean, true, accused = _beside(bank, source)
        combined, denied = _denied(bank)
        carriers, unread = _carriers()
        print(*told[:40], *wrong[:20], *missed[:20], *accused[:20], *unread, sep="\n")
        larger = enlarged(bank.context, STOCK, bank.context.settings.chroma_dir.parent)
        big = Bank(larger, bank.quellen, bank.chunks)
        _seconds(big, source, 8)
        return [
            Figure("quotes in texts", there, "", f"≥ {TEXTS * QUOTES}"),
            Figure("precision of finding them", right / found, "", "≥ 0.98"),
            Figure("recall", right / there, "", "≥ 0.98"),
            Figure("true ones told as printed, on their page", 100 * printed / there, "%", "≥ 99.5"),
            Figure("falsified ones tried", tried, "", "≥ 4500"),
            Figure("… told as printed", len(wrong), "", "≤ 0"),
            Figure("true ones under another party or page", placed, ""),
            Figure("… told so", 100 * (1 - len(missed) / placed), "%", "≥ 100"),
            Figure("quotations with foreign words", beside, ""),
            Figure("… told clean", clean, "", "≤ 0"),
            Figure("quotations with true sources", true, ""),
            Figure("… accused", len(accused), "", "≤ 0"),
            Figure("combinations of four marks with a denied sentence", combined, ""),
            Figure("… told as quoted", denied, "", "≤ 0"),
            Figure("files that show more than they seem to", carriers, ""),
            Figure("… with words neither read nor told", len(unread), "", "≤ 0"),
            Figure(f"40 quotes in {STOCK} programmes", _seconds(big, source, 40), "s", "≤ 1"),
            Figure("400 quotes", _seconds(big, source, 400), "s", "≤ 5"),
        ]
