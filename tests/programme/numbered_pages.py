"""Made-up programmes with page numbers in every form and place, and what of them must be read."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.wortlaut.reading.mupdf import pymupdf
from tests.drucker import Satz, column, new_document

A5, A4, BROAD = (420.0, 595.0), (595.0, 842.0), (842.0, 595.0)

SENTENCES = (
    "Wir bauen bis 2028 zwölftausend neue Wohnungen im ganzen Land.",
    "Die Gemeinden bekommen dafür 350 Millionen Euro im Jahr mehr.",
    "Seit 2013 ist die Zahl der Schulen um 29 Prozent gesunken.",
    "Wer Hilfe braucht, bekommt sie ohne Umwege über eine Behörde.",
    "Nach § 12 des Gesetzes gilt das für Stadt und Land gleich.",
    "Den Beitrag von 18,36 Euro wollen wir 2026 nicht erhöhen.",
    "Unser Land lebt davon, dass Menschen füreinander einstehen.",
)
TITLES = ("Wirtschaft und Arbeit", "Familie", "Klima, Energie und Verkehr", "Inneres", "Europa in der Welt")

Numbers = tuple[str, ...]


@dataclass(frozen=True)
class Numbered:
    """One file. `drawn`: what stands on its page `i` beside the text. `gedruckt`: what must be read, page by
    page. `labels`: as PyMuPDF takes them."""

    name: str
    gedruckt: Sequence[Numbers]
    drawn: Callable[[int], list[Satz]]
    labels: Sequence[dict[str, Any]] = ()
    size: tuple[float, float] = A5
    text: Callable[[int], list[Satz]] | None = None
    pictures: Sequence[int] = ()

    def write(self, path: Path) -> Path:
        pages = [
            [*([] if i in self.pictures else (self.text or self._text)(i)), *self.drawn(i)]
            for i in range(len(self.gedruckt))
        ]
        document = new_document(pages, self.size)
        for i in self.pictures:
            document[i].draw_rect(pymupdf().Rect(60, 60, 300, 400), fill=(0.2, 0.5, 0.3))
        if self.labels:
            document.set_page_labels([{"prefix": "", "style": "D", **one} for one in self.labels])
        document.save(path)
        return path

    def _text(self, page: int) -> list[Satz]:
        count = 26 if page % 4 else 15
        if self.size == BROAD:
            return column(60, _lines(page, count), 90, 16) + column(470, _lines(page + 3, count), 90, 16)
        return column(60, _lines(page, count if self.size == A5 else 2 * count), 75, 13)


def _lines(page: int, count: int) -> list[str]:
    return [SENTENCES[(page * 3 + i) % len(SENTENCES)] for i in range(count)]


def shown(*numbers: int | str | None) -> list[Numbers]:
    return [() if number is None else (str(number),) for number in numbers]


def double(*lefts: int | None) -> list[Numbers]:
    return [() if left is None else (str(left), str(left + 1)) for left in lefts]


# --- forms in one line: the number of the page is `n`, its running title `t` --------------------------------

Place = Callable[[int, str], Satz]


def at(x: float, y: float, size: float = 9, drehung: int = 0) -> Place:
    return lambda page, text: Satz(x, y, text, size, drehung=drehung)


def outer(y: float, size: float = 9, inset: float = 45, width: float = A5[0]) -> Place:
    """On the outer side: of even pages the left one."""

    def place(page: int, text: str) -> Satz:
        wide = 0.5 * size * len(text)
        return Satz(inset if page % 2 else width - inset - wide, y, text, size)

    return place


FOOT, HEAD = at(205, 570), at(205, 35)

FORMS: tuple[tuple[str, str, Place], ...] = (
    ("foot, in the middle", "{n}", FOOT),
    ("head, in the middle", "{n}", HEAD),
    ("hyphens", "- {n} -", FOOT),
    ("hyphens, head", "- {n} -", HEAD),
    ("dashes", "– {n} –", FOOT),
    ("glued dashes", "–{n}–", FOOT),
    ("bar behind", "{n} |", FOOT),
    ("bar before", "| {n}", FOOT),
    ("Seite n von m", "Seite {n} von 80", FOOT),
    ("Seite n", "Seite {n}", FOOT),
    ("S. n", "S. {n}", FOOT),
    ("Seite > n", "Seite > {n}", FOOT),
    ("n/m", "{n}/80", at(360, 575)),
    ("n / m", "{n} / 80", at(350, 575)),
    ("arrow glued", "{n}►", outer(570)),
    ("bullet glued", "•{n}", outer(570)),
    ("bar glued", "{n}|", outer(570)),
    ("brackets", "[{n}]", FOOT),
    ("full stop", "{n}.", FOOT),
    ("outer corner, foot", "{n}", outer(580, inset=22)),
    ("outer corner, head", "{n}", outer(22, inset=20)),
    ("before a title that changes", "{n} {t}", at(45, 35)),
    ("behind a title that changes", "{t} {n}", at(60, 35)),
    ("bar and a title that changes", "{n} | {t}", at(45, 35)),
    ("title that changes and a bar", "{t} | {n}", at(60, 570)),
    ("behind the programme's name and year", "Regierungsprogramm 2025–2029 {n}", at(60, 570)),
    ("beside a date", "28. Juli 2021 Seite {n}", at(60, 570)),
    ("outer margin, half way up", "{n}", outer(300, inset=14)),
    ("outer margin, upright", "{n}", at(28, 300, drehung=90)),
    ("outer margin, upright with a word", "Seite {n}", at(398, 300, drehung=270)),
    ("large", "{n}", outer(575, size=18)),
    ("tiny", "{n}", outer(580, size=5)),
    ("chapter number beside it", "7 | Wirtschaft · Seite {n}", at(60, 35)),
    ("glued to the title", "Wirtschaft{n}", at(300, 570)),
    ("digits apart", "{spaced}", FOOT),
)


def _of_form(name: str, form: str, place: Place) -> Numbered:
    first, pages = 2, 12

    def drawn(page: int) -> list[Satz]:
        number = first + page + 7
        text = form.format(n=number, t=TITLES[page // 3], spaced=number)
        if "{spaced}" in form:
            return [Satz(205 + 8 * i, 570, digit, 9) for i, digit in enumerate(str(number))]
        return [place(page, text)]

    return Numbered(f"form: {name}", shown(*range(first + 7, first + 7 + pages)), drawn)


# --- layouts ------------------------------------------------------------------------------------------------


def _foot(numbers: Sequence[int | str | None], form: str = "{}") -> Callable[[int], list[Satz]]:
    return lambda page: [] if numbers[page] is None else [Satz(205, 570, form.format(numbers[page]), 9)]


def _both(lefts: Sequence[int | None], right_only: Sequence[int] = ()) -> Callable[[int], list[Satz]]:
    def drawn(page: int) -> list[Satz]:
        left = lefts[page]
        if left is None:
            return []
        right = [Satz(780, 575, str(left + 1), 9)]
        return right if page in right_only else [Satz(60, 575, str(left), 9), *right]

    return drawn


def _with(*parts: Callable[[int], list[Satz]]) -> Callable[[int], list[Satz]]:
    return lambda page: [satz for part in parts for satz in part(page)]


def _contents(page: int) -> list[Satz]:
    """A table of contents: entries down to the foot of the page, their pages at its right edge."""
    numbers = [3 + 2 * i + 31 * page for i in range(36)]
    return [
        satz
        for i, number in enumerate(numbers)
        for satz in (
            Satz(60, 60 + 14 * i, f"{TITLES[i % 5]} ........................"),
            Satz(370, 60 + 14 * i, str(number)),
        )
    ]


def _line_numbers(restarts: bool) -> Callable[[int], list[Satz]]:
    return lambda page: column(
        30, [str(i + 1 + (0 if restarts else 31 * page)) for i in range(26)], 75, 13, groesse=7
    )


def _articles(page: int) -> list[Satz]:
    """Numbered paragraphs: now and then one begins a page, and their numbers grow."""
    return [Satz(40, 75 + 52 * i, str(page * 4 + i + 1), 8) for i in range(4)]


def _footnotes(page: int) -> list[Satz]:
    return [
        Satz(60, 550, f"{page + 4} Statistisches Amt, {SENTENCES[page % 7][:30]} ({'abcdefghijkl'[page]})", 7)
    ]


def layouts() -> Iterator[Numbered]:
    ten = list(range(1, 11))
    yield Numbered("cover without a number", shown(None, None, *ten), _foot([None, None, *ten]))
    yield Numbered(
        "only every second page", shown(*range(3, 16)), _foot([n if n % 2 else None for n in range(3, 16)])
    )
    gaps = [1, 2, 3, None, 5, 6, None, None, 9, 10, 11]
    yield Numbered("pictures without a number", shown(*range(1, 12)), _foot(gaps), pictures=(3, 6, 7))
    yield Numbered("nothing behind the last one", shown(*ten, None, None), _foot([*ten, None, None]))
    yield Numbered("begins anew", shown(*ten, *range(1, 8)), _foot([*ten, *range(1, 8)]))
    yield Numbered("three parts", shown(*range(1, 6), *range(1, 6), *range(1, 6)), _foot([*range(1, 6)] * 3))
    yield Numbered("pages left out", shown(*range(1, 7), *range(9, 16)), _foot([*range(1, 7), *range(9, 16)]))
    roman = ["i", "ii", "iii", "iv", "v", "vi"]
    yield Numbered("roman front matter", shown(*roman, *ten), _foot([*roman, *ten]))
    large = ["III", "IV", "V", "VI", "VII", "VIII", "IX"]
    yield Numbered("roman capitals", shown(None, None, *large, *ten), _foot([None, None, *large, *ten]))
    yield Numbered("hundreds", shown(*range(96, 108)), _foot(list(range(96, 108))))
    lefts = [None, *range(2, 20, 2)]
    yield Numbered("double pages", double(*lefts), _both(lefts), size=BROAD)
    yield Numbered(
        "double pages, left one without", double(*lefts), _both(lefts, right_only=(1, 4)), size=BROAD
    )
    yield Numbered(
        "double pages, a picture between",
        double(*lefts),
        _both([n if n != 8 else None for n in lefts]),
        size=BROAD,
        pictures=(4,),
    )
    pairs = list(range(4, 24, 2))
    yield Numbered(
        "both numbers together",
        double(*pairs),
        lambda page: [Satz(400, 575, f"{pairs[page]} | {pairs[page] + 1}", 9)],
        size=BROAD,
    )
    yield Numbered(
        "broad pages with one number",
        shown(*ten),
        lambda page: [Satz(60, 30, f"{ten[page]} Programm für Deutschland | {TITLES[page // 3]}", 9)],
        size=BROAD,
    )
    yield Numbered("leaflet", shown(None, 2, 3, 4), _foot([None, 2, 3, 4]))
    yield Numbered(
        "contents first",
        shown(None, 2, 3, *range(4, 14)),
        _foot([None, 2, 3, *range(4, 14)]),
        text=lambda page: _contents(page) if 0 < page < 3 else column(60, _lines(page, 26), 75),
    )
    yield Numbered(
        "year in the foot",
        shown(*ten),
        _with(_foot(ten), lambda page: [Satz(60, 570, "Wahlprogramm 2021", 9)]),
    )
    yield Numbered("beside line numbers of the page", shown(*ten), _with(_foot(ten), _line_numbers(True)))
    yield Numbered("beside line numbers of the file", shown(*ten), _with(_foot(ten), _line_numbers(False)))
    yield Numbered("beside numbered paragraphs", shown(*ten), _with(_foot(ten), _articles))
    chapters = [1, 1, 2, 2, 2, 3, 3, 4, 4, 5]
    yield Numbered(
        "chapter numbers in the head",
        shown(*ten),
        _with(_foot(ten), lambda page: [Satz(60, 35, f"{chapters[page]} | {TITLES[page // 2]}", 9)]),
    )
    yield Numbered(
        "one with another number", shown(1, 2, 3, None, *range(5, 13)), _foot([1, 2, 3, 40, *range(5, 13)])
    )
    yield Numbered(
        "beside line numbers in their column",
        shown(*ten),
        _with(_line_numbers(True), lambda page: [Satz(30, 440, str(ten[page]), 7)]),
    )
    yield Numbered(
        "two files put together",
        shown(*ten, *range(1, 9)),
        lambda page: [
            Satz(205, 570, str(page + 1), 9) if page < 10 else Satz(350, 30, f"Seite {page - 9} von 8", 8)
        ],
    )
    yield Numbered(
        "title that changes, number outside",
        shown(*range(2, 14)),
        lambda page: [
            Satz(45, 30, f"{page + 2} {TITLES[page // 3]}", 9)
            if page % 2
            else Satz(220, 30, f"{TITLES[page // 4]} {page + 2}", 9)
        ],
    )
    yield Numbered(
        "even pages above, odd ones below",
        shown(*range(2, 14)),
        lambda page: [Satz(45, 30 if page % 2 else 575, str(page + 2), 9)],
    )
    yield Numbered("beside footnotes that count up too", shown(*ten), _with(_foot(ten), _footnotes))
    yield Numbered("noughts before", shown(*range(5, 15)), lambda page: [Satz(205, 570, f"{page + 5:02}", 9)])
    yield Numbered(
        "a number in the title",
        shown(*ten),
        lambda page: [Satz(60, 30, f"Agenda 2030 für 16 Länder {ten[page]}", 9)],
    )
    yield Numbered(
        "page of pages beside a printed page",
        shown(*range(3, 15)),
        lambda page: [Satz(205, 570, str(page + 3), 9), Satz(20, 590, f"Programm.indd {page + 1}", 5)],
    )
    yield Numbered(
        "thumb index that moves with the chapter",
        shown(*ten, 11, 12),
        lambda page: [Satz(398, 120 + 90 * (page // 4), str(page + 1), 9)],
    )
    # What is none.
    none = [()] * 12
    yield Numbered("none: nothing", none, lambda page: [])
    yield Numbered(
        "none: year in the foot",
        none,
        lambda page: [Satz(60, 570, "Wahlprogramm 2021", 9), Satz(360, 570, "2021", 9)],
    )
    yield Numbered("none: line numbers of the page", none, _line_numbers(True))
    yield Numbered("none: line numbers of the file", none, _line_numbers(False))
    yield Numbered(
        "none: chapter numbers",
        none,
        lambda page: [Satz(60, 35, f"{1 + page // 3} | {TITLES[page // 3]}", 9)],
    )
    yield Numbered("none: numbered paragraphs", none, _articles)
    yield Numbered("none: contents", none, lambda page: [], text=_contents)
    yield Numbered(
        "none: prices and counts",
        none,
        lambda page: [
            Satz(60, 570, f"{17 * page % 23 + 3} Euro", 9),
            Satz(360, 570, str(31 * page % 19 + 2), 9),
        ],
    )
    yield Numbered(
        "none: ten points, each on a page",
        none,
        lambda page: [Satz(60, 55, f"{page + 1}. {TITLES[page % 5]}", 20)],
    )
    yield Numbered(
        "none: ten points under a large number",
        none,
        lambda page: [Satz(60, 65, str(page + 1), 30), Satz(60, 80, TITLES[page % 5], 14)],
    )
    yield Numbered(
        "none: ten points, no dot",
        none,
        lambda page: [
            Satz(
                60,
                50,
                f"{page + 1} {TITLES[page % 5]} und was wir im Punkt {'abcdefghijkl'[page]} wollen",
                12,
            )
        ],
    )
    yield Numbered("none: footnotes that count up", none, _footnotes)
    yield Numbered(
        "none: numbers within chapters",
        none,
        lambda page: [Satz(205, 570, f"{1 + page // 4}-{1 + page % 4}", 9)],
    )
    yield Numbered(
        "none: a table of years",
        none,
        lambda page: [Satz(60 + 60 * i, 570, str(2013 + page + i), 9) for i in range(5)],
    )
    # Labels.
    yield Numbered(
        "labels off by three",
        shown(None, None, *ten),
        _foot([None, None, *ten], "- {} -"),
        [{"startpage": 0, "firstpagenum": 2}],
    )
    yield Numbered(
        "labels that agree, no number on the cover",
        shown(None, None, *ten),
        _foot([None, None, *ten]),
        [{"startpage": 0, "style": "r"}, {"startpage": 2}],
    )
    yield Numbered(
        "labels of a converter, no number printed",
        none,
        lambda page: [],
        [{"startpage": 0, "firstpagenum": 5}],
    )
    yield Numbered("labels from 1, no number printed", none, lambda page: [], [{"startpage": 0}])
    yield Numbered(
        "labels somebody chose, no number printed",
        shown("i", "ii", *ten),
        lambda page: [],
        [{"startpage": 0, "style": "r"}, {"startpage": 2}],
    )
    yield Numbered(
        "labels that name pages twice, no number printed",
        none,
        lambda page: [],
        [{"startpage": 0}, {"startpage": 6}],
    )


FORMS_OF_NUMBERS = [_of_form(*form) for form in FORMS]
CASES = [*FORMS_OF_NUMBERS, *layouts()]
