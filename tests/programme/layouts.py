"""Pages set on purpose, of which every sentence is known: texts beside, between and over each other."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from core.wortlaut.german.folding import letters
from core.wortlaut.german.sentences import sentences
from core.wortlaut.reading.mupdf import pymupdf
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.reading.textstrom import Textstrom

STEP = 13.0
TOP, FOOT = 80.0, 740.0
BLACK, RED, BLUE = (0.0, 0.0, 0.0), (0.9, 0.0, 0.5), (0.0, 0.3, 0.6)


@dataclass(frozen=True)
class Style:
    groesse: float = 10.0
    fett: bool = False
    farbe: tuple[float, float, float] = BLACK

    @property
    def step(self) -> float:
        return STEP if self.groesse <= 10 else 1.3 * self.groesse


BODY = Style()
SMALL = Style(8)
COLOURED = Style(9, True, RED)
TITLE = Style(10, True)
LARGE = Style(15, False, RED)


@dataclass(frozen=True)
class Line:
    x: float
    y: float
    text: str
    style: Style = BODY
    drehung: int = 0


@dataclass
class Layout:
    """Pages of lines; `texts`: each text that flows on its own, as it is to be read."""

    pages: list[list[Line]] = field(default_factory=lambda: [[]])
    texts: list[str] = field(default_factory=list)

    def set(
        self,
        text: str,
        places: Sequence[tuple[int, float, float, float, float]],
        style: Style = BODY,
        is_whole: bool = True,
    ) -> float:
        """Fill these columns (page, x, y, width, foot) one after the other; where the last line stands.

        What does not fit is cut off, as by a page's edge, and must not be wanted (`is_whole`).
        """
        self.texts.append(text)
        todo, y = text.split(), 0.0
        for page, x, top, width, foot in places:
            while len(self.pages) <= page:
                self.pages.append([])
            y = top
            while todo and y <= foot:
                line, todo = _first_line(todo, width, style)
                self.pages[page].append(Line(x, y, line, style))
                y += style.step
        assert not (todo and is_whole), f"No room for „{' '.join(todo)[:60]}“"
        if todo:
            self.texts[-1] = text[: len(text) - len(" ".join(todo))].rstrip()
        return y - style.step


@cache
def _font(fett: bool) -> Any:
    return pymupdf().Font("hebo" if fett else "helv")


def _first_line(words: list[str], width: float, style: Style) -> tuple[str, list[str]]:
    font, count = _font(style.fett), 1
    while count < len(words) and font.text_length(" ".join(words[: count + 1]), style.groesse) <= width:
        count += 1
    line, rest = words[:count], words[count:]
    if rest and len(rest[0]) > 9 and rest[0].isalpha():  # a word over two lines
        for cut in range(len(rest[0]) - 4, 3, -1):
            if font.text_length(" ".join([*line, rest[0][:cut] + "-"]), style.groesse) <= width:
                return " ".join([*line, rest[0][:cut] + "-"]), [rest[0][cut:], *rest[1:]]
    return " ".join(line), rest


def print_layout(layout: Layout, path: Path) -> Path:
    document = pymupdf().open()
    for lines in layout.pages:
        page = document.new_page(width=595, height=842)
        for line in lines:
            if line.drehung:
                page.insert_text(
                    (line.x, line.y), line.text, fontsize=line.style.groesse, rotate=line.drehung
                )
                continue
            writer = pymupdf().TextWriter(page.rect, color=line.style.farbe)
            writer.append(
                (line.x, line.y), line.text, font=_font(line.style.fett), fontsize=line.style.groesse
            )
            writer.write_text(page)
    document.save(path)
    return path


# --- what is said -------------------------------------------------------------------------------------------

SUBJECTS = (
    "Wir", "Die Gemeinden", "Das Land", "Unsere Schulen", "Jede Familie", "Der Bund", "Die Kommunen",
    "Eine gute Regierung", "Unser Gesundheitswesen", "Die Landwirtschaft",
)  # fmt: skip
NOUNS = (
    "Wohnungen Krankenhäuser Radwege Bibliotheken Werkstätten Sportplätze Kindergärten Brücken Bahnhöfe "
    "Theater Museen Forschung Pflegekräfte Ausbildungsplätze Stromnetze Windräder Schwimmbäder Musikschulen "
    "Feuerwehren Polizeistellen Wälder Flüsse Moore Handwerksbetriebe Genossenschaften Buslinien "
    "Notrufsäulen Dorfläden Jugendzentren Frauenhäuser Sprachkurse Verbraucherzentralen Bürgerbüros "
    "Spielplätze"
).split()
ADJECTIVES = (
    "neue bezahlbare sichere moderne gemeinnützige öffentliche barrierefreie klimafreundliche verlässliche "
    "wohnortnahe kostenlose unabhängige regionale nachhaltige"
).split()
RESTS = (
    "ohne die Haushalte der Städte zu belasten",
    "damit niemand auf Hilfe verzichten muss",
    "und legt dafür in jedem Jahr einen Bericht vor",
    "weil Menschen auf dem Land darauf angewiesen sind",
    "wie es Fachleute aus Wissenschaft und Praxis seit Jahren fordern",
    "für alle Bürgerinnen und Bürger unabhängig vom Einkommen der Eltern",
)
HEADS = (
    "Gute Arbeit in Stadt und Land", "Sicher leben im Alter", "Energie für morgen",
    "Schulen der Zukunft", "Mobilität für alle", "Kultur vor Ort fördern",
)  # fmt: skip


@dataclass
class Speaker:
    chance: random.Random

    def sentence(self) -> str:
        one, two, three = self.chance.sample(NOUNS, 3)
        pick = self.chance.choice
        number = self.chance.randint(12, 980)
        verb = pick(("fördert", "braucht", "erhält", "sichert", "bezahlt"))
        return (
            f"{pick(SUBJECTS)} {verb} {number} {pick(ADJECTIVES)} {one} sowie {pick(ADJECTIVES)} {two} "
            f"und {three}, {pick(RESTS)}."
        )

    def text(self, count: int) -> str:
        return " ".join(self.sentence() for _ in range(count))

    def name(self) -> str:
        first, last = (
            self.chance.choice(names.split()) for names in ("Anna Jonas Petra Emil", "Vogt Kern Lang")
        )
        office = self.chance.choice(("Ministerin für Kultur", "Sprecher der Fraktion", "Ärztin"))
        return f"{first} {last} ({office})"

    def head(self) -> str:
        return self.chance.choice(HEADS)


# --- layouts ------------------------------------------------------------------------------------------------

LEFT, RIGHT, WIDE, HALF = 60.0, 315.0, 475.0, 220.0
Maker = Callable[[Speaker], Layout]


def caption_in_column(style: Style, gap: float, is_named: bool) -> Maker:
    def make(say: Speaker) -> Layout:
        layout = Layout()
        caption = f"{say.name() if is_named else say.head()} im Bild"
        layout.set(
            say.text(9),
            [(0, LEFT, TOP, HALF, 300), (0, LEFT, 420, HALF, FOOT), (0, RIGHT, TOP, HALF, FOOT)],
        )
        layout.set(caption, [(0, LEFT, 420 - gap, HALF, 419)], style)
        return layout

    return make


def picture_over_the_left_column(left_lines: int, marks: str) -> Maker:
    def make(say: Speaker) -> Layout:
        layout = Layout()
        foot = FOOT - left_lines * STEP
        layout.set(say.text(24), [
            (0, LEFT, TOP, HALF, FOOT), (0, RIGHT, TOP, HALF, FOOT),
            (1, LEFT, foot + STEP, HALF, FOOT), (1, RIGHT, TOP, HALF, 400),
        ], is_whole=False)  # fmt: skip
        y = 430.0
        while y < FOOT - 60:
            item = say.sentence()
            layout.pages[1].append(Line(RIGHT, y, marks))
            y = layout.set(item, [(1, RIGHT + 17, y, HALF - 17, FOOT)], is_whole=False) + 1.8 * STEP
        return layout

    return make


def chart_beside_text(style: Style) -> Maker:
    """A chart's title stands directly under a line that goes on right of the chart."""

    def make(say: Speaker) -> Layout:
        layout = Layout()
        layout.set(say.text(10), [(0, LEFT, TOP, WIDE, 200), (0, 290, 206, 240, FOOT)])
        layout.set(
            f"Anteil der {say.chance.choice(NOUNS)} am Haushalt in Prozent", [(0, LEFT, 208, 190, 240)], style
        )
        layout.set(
            "Quelle: Statistisches Landesamt 2024", [(0, LEFT, 400, 190, 420)], Style(8, False, style.farbe)
        )
        return layout

    return make


def box_beside_list(style: Style, is_left: bool) -> Maker:
    def make(say: Speaker) -> Layout:
        layout = Layout()
        x, beside = (LEFT + 180, LEFT) if is_left else (LEFT, LEFT + 320)
        width = 290.0
        y = layout.set(say.text(3), [(0, LEFT, TOP, WIDE, FOOT)]) + 2 * STEP
        for _ in range(6):
            layout.pages[0].append(Line(x, y, "•"))
            y = layout.set(say.sentence(), [(0, x + 12, y, width, FOOT)]) + STEP
        layout.set(say.head(), [(0, beside, 160, 140, FOOT)], Style(12, True, style.farbe))
        layout.set(say.text(2), [(0, beside, 190, 150, FOOT)], style)
        return layout

    return make


def pull_quote(style: Style, gap: float) -> Maker:
    def make(say: Speaker) -> Layout:
        layout = Layout()
        quote = f"{say.head()} ist unser Ziel"
        lines = 2 if style.groesse < 12 else 3
        after = 300 + gap + lines * style.step + gap
        layout.set(
            say.text(10),
            [(0, LEFT, TOP, HALF, 300), (0, LEFT, after, HALF, FOOT), (0, RIGHT, TOP, HALF, FOOT)],
        )
        layout.set(quote, [(0, LEFT, 300 + gap + 6, HALF, after - gap)], style)
        return layout

    return make


def columns_cut_off(count: int) -> Maker:
    """Texts side by side that end amid a sentence, as a browser prints boxes that are too small."""

    def make(say: Speaker) -> Layout:
        layout = Layout()
        width = (WIDE - 20 * (count - 1)) / count
        for n in range(count):
            lines = say.chance.randint(5, 8)
            foot = TOP + lines * STEP
            layout.set(say.text(6), [(0, LEFT + n * (width + 20), TOP, width, foot)], is_whole=False)
        layout.set(say.text(20), [(0, LEFT, 260, WIDE, FOOT)], is_whole=False)
        return layout

    return make


def footnotes(columns: int) -> Maker:
    def make(say: Speaker) -> Layout:
        layout = Layout()
        places = (
            [(0, LEFT, TOP, HALF, 640.0), (0, RIGHT, TOP, HALF, 640.0)]
            if columns == 2
            else [(0, LEFT, TOP, WIDE, 640.0)]
        )
        layout.set(say.text(22), [*places, *((1, *place[1:]) for place in places)], is_whole=False)
        for n, (_, x, _, width, _) in enumerate(places, 1):
            layout.set(f"{n} {say.sentence()}", [(0, x, 680, width, FOOT)], SMALL)
        return layout

    return make


def margin_notes(is_left: bool, style: Style) -> Maker:
    def make(say: Speaker) -> Layout:
        layout = Layout()
        x, beside = (LEFT + 130, LEFT) if is_left else (LEFT, LEFT + 375)
        layout.set(say.text(20), [(page, x, TOP, 350, FOOT) for page in (0, 1, 2)], is_whole=False)
        for page in (0, 1):
            for y in (150.0, 400.0):
                layout.set(say.head(), [(page, beside, y, 105, FOOT)], style)
        return layout

    return make


def table_between(rows: int) -> Maker:
    def make(say: Speaker) -> Layout:
        layout = Layout()
        after = 320 + rows * STEP + 30
        layout.set(say.text(9), [(0, LEFT, TOP, WIDE, 290), (0, LEFT, after, WIDE, FOOT)], is_whole=False)
        for row in range(rows):
            for n, cell in enumerate((say.chance.choice(NOUNS), f"{say.chance.randint(1, 99)} Mio.", "2026")):
                layout.pages[0].append(Line(LEFT + 150 * n, 320 + row * STEP, cell))
                layout.texts.append(cell)
        return layout

    return make


def running_titles(columns: int) -> Maker:
    def make(say: Speaker) -> Layout:
        layout = Layout()
        flow = [
            (page, x, TOP, HALF if columns == 2 else WIDE, FOOT)
            for page in range(4)
            for x in ((LEFT, RIGHT) if columns == 2 else (LEFT,))
        ]
        layout.set(say.text(70), flow, is_whole=False)
        for page in range(len(layout.pages)):
            title = HEADS[page // 2]
            layout.set(title, [(page, LEFT, 40, WIDE, 41)], SMALL)
            layout.pages[page].append(Line(520, 800, str(page + 1), SMALL))
        return layout

    return make


def rotated_note(say: Speaker) -> Layout:
    layout = Layout()
    layout.set(say.text(14), [(0, LEFT, TOP, HALF, FOOT), (0, RIGHT, TOP, HALF, FOOT)], is_whole=False)
    note = "Foto: Agentur Beispiel"
    layout.pages[0].append(Line(300, 400, note, SMALL, 90))
    layout.texts.append(note)
    return layout


def spanning(kind: Style, is_box: bool) -> Maker:
    """A heading over both columns parts the page; or a box, past which the columns run on."""

    def make(say: Speaker) -> Layout:
        layout = Layout()
        if is_box:
            layout.set(
                say.text(16),
                [(0, x, y, HALF, foot) for x in (LEFT, RIGHT) for y, foot in ((TOP, 300.0), (420.0, FOOT))],
                is_whole=False,
            )
            layout.set(f"{say.head()} und {say.head()}", [(0, LEFT, 350, WIDE, 390)], kind)
            return layout
        for top, foot in ((TOP, 300.0), (420.0, FOOT)):
            layout.set(say.text(10), [(0, x, top, HALF, foot) for x in (LEFT, RIGHT)], is_whole=False)
        layout.set(say.head(), [(0, LEFT, 370, WIDE, 390)], kind)
        return layout

    return make


def named_quote_over_columns(gap: float, style: Style) -> Maker:
    def make(say: Speaker) -> Layout:
        layout = Layout()
        layout.set(f"„{say.sentence()}“", [(0, LEFT, TOP, WIDE, 200)], LARGE)
        layout.set(say.name(), [(0, LEFT, 200, WIDE, 201)], style)
        layout.set(say.text(9), [(0, x, 200 + gap, HALF, FOOT) for x in (LEFT, RIGHT)])
        return layout

    return make


def plain_headings(gap: float, columns: int) -> Maker:
    """Set as the text is, but for the white above them."""

    def make(say: Speaker) -> Layout:
        layout = Layout()
        width = HALF if columns == 2 else WIDE
        for x in (LEFT, RIGHT)[:columns]:
            y = TOP
            while y < FOOT - 150:
                y = layout.set(say.head(), [(0, x, y, width, FOOT)]) + gap * STEP
                y = layout.set(say.text(2), [(0, x, y, width, FOOT)]) + 2.2 * STEP
        return layout

    return make


def items_without_stops(say: Speaker) -> Layout:
    layout = Layout()
    y = layout.set(say.text(2), [(0, LEFT, TOP, WIDE, FOOT)]) + 2 * STEP
    for _ in range(5):
        layout.pages[0].append(Line(LEFT, y, "•"))
        y = layout.set(
            f"mehr {say.chance.choice(ADJECTIVES)} {say.chance.choice(NOUNS)}", [(0, LEFT + 14, y, 400, FOOT)]
        )
        y += STEP
    layout.set(say.text(3), [(0, LEFT, y, WIDE, FOOT)])
    return layout


def last_lines_alike(say: Speaker) -> Layout:
    """Columns that end in „werden.“ at one height are no running feet."""
    layout = Layout(pages=[])
    for page in range(5):
        layout.pages.append([])
        for x in (LEFT, RIGHT):
            text = say.text(9)
            words, lines = text.split(), list[str]()
            while words:
                line, words = _first_line(words, HALF, BODY)
                lines.append(line)
            one, two = say.chance.sample(NOUNS, 2)
            end = [f"Es sollen {one} im ganzen Land", f"zusammen mit {two} gefördert", "werden."]
            lines += end
            for n, line in enumerate(lines, 1 - len(lines)):
                layout.pages[page].append(Line(x, 790 + n * STEP, line))
            layout.texts.append(f"{text} {' '.join(end)}")
    return layout


def chart_in_a_box(is_named: bool) -> Maker:
    """A frame over both columns, with a title, small text and figures; the columns run on past it."""

    def make(say: Speaker) -> Layout:
        layout = Layout()
        layout.set(
            say.text(16),
            [(0, x, y, HALF, foot) for x in (LEFT, RIGHT) for y, foot in ((TOP, 240.0), (430.0, FOOT))],
            is_whole=False,
        )
        layout.set(say.head(), [(0, LEFT + 12, 275, 180, 310)], Style(15, True, RED))
        layout.set(say.text(2), [(0, LEFT + 12, 320, 150, 405)], Style(7), is_whole=False)
        for row in range(5):
            for x, cell in (
                (RIGHT, say.chance.choice(NOUNS)),
                (RIGHT + 150, f"{say.chance.randint(1, 99)} %"),
            ):
                layout.pages[0].append(Line(x, 290 + 22 * row, cell, SMALL))
                layout.texts.append(cell)
        if is_named:
            layout.set(say.name(), [(0, RIGHT, 412, HALF, 413)], SMALL)
        return layout

    return make


def box_at_the_foot(style: Style) -> Maker:
    """Items under both columns, of which the last word goes on at the head of the right one."""

    def make(say: Speaker) -> Layout:
        layout = Layout()
        layout.set(say.text(12), [(0, x, TOP, HALF, 430.0) for x in (LEFT, RIGHT)], is_whole=False)
        lines = [
            f"die {one} und alle {two} im ganzen Land stärken und ausbauen,"
            for one, two in (say.chance.sample(NOUNS, 2) for _ in range(4))
        ]
        layout.pages[0].append(Line(LEFT + 8, 470, "Darauf kommt es an!", style))
        layout.pages[0] += [Line(LEFT + 20, 488 + 30 * n, line, style) for n, line in enumerate(lines)]
        layout.texts.append(f"Darauf kommt es an! {' '.join(lines)}")
        return layout

    return make


def name_under_a_quote(say: Speaker) -> Layout:
    """A quote with its speaker over two columns, last in the file: the next page does not go on with it."""
    layout = Layout()
    layout.set(
        say.text(26), [(page, x, y, HALF, FOOT) for page, y in ((0, 420), (1, TOP)) for x in (LEFT, RIGHT)],
        is_whole=False,
    )  # fmt: skip
    layout.set(f"„{say.sentence()}“", [(0, LEFT, TOP, WIDE, 200)], LARGE)
    layout.set(say.name(), [(0, LEFT, 220, WIDE, 221)], Style(8, True))
    return layout


def heading_at_the_foot(style: Style) -> Maker:
    """Whose text stands on the next page."""

    def make(say: Speaker) -> Layout:
        layout = Layout()
        for page in range(3):
            foot = layout.set(say.text(7), [(page, LEFT, TOP, WIDE, 680)], is_whole=False)
            layout.set(say.head(), [(page, LEFT, foot + 2 * STEP, WIDE, FOOT)], style)
        layout.set(say.text(4), [(3, LEFT, TOP, WIDE, FOOT)])
        return layout

    return make


def items_over_a_page(mark: str) -> Maker:
    """Without full stops; the next page begins with another item, whose mark may be drawn."""

    def make(say: Speaker) -> Layout:
        layout = Layout()
        for page in range(3):
            while len(layout.pages) <= page:
                layout.pages.append([])
            y = TOP
            while y < FOOT - 40:
                if mark:
                    layout.pages[page].append(Line(LEFT, y, mark))
                item = f"Ausbau der {say.chance.choice(NOUNS)} und {say.chance.choice(NOUNS)} " * 2
                y = layout.set(item.strip(), [(page, LEFT + 14, y, 300, FOOT)]) + STEP
        return layout

    return make


def numbered_table(columns: int) -> Maker:
    def make(say: Speaker) -> Layout:
        layout = Layout()
        layout.set(say.text(24), [(page, LEFT, TOP, WIDE, 200 + 500 * page) for page in (0, 1)])
        for column in range(columns):
            for row in range(9):
                x, y, number = LEFT + 240 * column, 240.0 + 25 * row, str(1 + row + 9 * column)
                name = f"{say.name().partition(' (')[0]}"
                layout.pages[0] += [Line(x, y, number), Line(x + 80, y, name)]
                layout.texts.append(f"{number} {name}")
        return layout

    return make


def cut_off_over_questions(say: Speaker) -> Layout:
    """Columns that end amid a sentence, over others that begin „Was“ and „Wie“."""
    layout = Layout()
    width = (WIDE - 40) / 3
    for n in range(3):
        layout.set(say.text(6), [(0, LEFT + n * (width + 20), TOP, width, TOP + 6 * STEP)], is_whole=False)
    for n, first in enumerate(("Was", "Wie", "Wer")):
        x = LEFT + n * (width + 20)
        text = f"{first} braucht das Land für {say.chance.choice(NOUNS)}? {say.text(3)}"
        layout.set(text, [(0, x, 220, width, 220 + 8 * STEP)], is_whole=False)
    return layout


def filed(maker: Maker, order: Callable[[list[Line]], list[Line]]) -> Maker:
    """The same page, whose file has its lines in another order."""

    def make(say: Speaker) -> Layout:
        layout = maker(say)
        layout.pages = [order(page) for page in layout.pages]
        return layout

    return make


ORDERS: dict[str, Callable[[list[Line]], list[Line]]] = {
    "row by row": lambda page: sorted(page, key=lambda line: (line.y, line.x)),
    "right to left": lambda page: sorted(page, key=lambda line: (-line.x, line.y)),
    "from the foot": lambda page: page[::-1],
}

PARTED: dict[str, Maker] = {
    "chart in a box": chart_in_a_box(is_named=False),
    "chart in a box over a name": chart_in_a_box(is_named=True),
    "box at the foot": box_at_the_foot(Style(10, True, RED)),
    "plain box at the foot": box_at_the_foot(BODY),
    "name under a quote": name_under_a_quote,
    "columns cut off over questions": cut_off_over_questions,
}
"""Pages of which the file's order tells something, right or wrong."""

LAYOUTS: dict[str, Maker] = {
    **PARTED,
    **{f"{name}, filed {how}": filed(maker, ORDERS[how]) for name, maker in PARTED.items() for how in ORDERS},
    **{
        f"heading at the foot, {name}": heading_at_the_foot(style)
        for name, style in (("bold", TITLE), ("plain", BODY), ("blue", Style(10, False, BLUE)))
    },
    **{f"items over a page, {mark or 'drawn'}": items_over_a_page(mark) for mark in ("•", "–", "")},
    **{f"numbered table of {count}": numbered_table(count) for count in (1, 2)},
    **{
        f"caption in a column: {name}, {gap:g} above the text{', named' * is_named}": caption_in_column(
            style, gap, is_named
        )
        for name, style in (("small", SMALL), ("coloured", COLOURED), ("bold", TITLE))
        for gap, is_named in ((26.0, False), (26.0, True), (13.0, True))
    },
    **{
        f"picture over {lines} lines beside a list with {mark}": picture_over_the_left_column(lines, mark)
        for lines in (1, 2, 4)
        for mark in ("•", "··", "–")
    },
    **{
        f"chart beside text, title {name}": chart_beside_text(style)
        for name, style in (
            ("coloured", COLOURED),
            ("small", SMALL),
            ("bold", TITLE),
            ("blue", Style(9, False, BLUE)),
        )
    },
    **{
        f"box {'left' if left else 'right'} of a list, {name}": box_beside_list(style, left)
        for left in (True, False)
        for name, style in (("small", SMALL), ("coloured", Style(9, False, BLUE)))
    },
    **{
        f"pull quote, {name}, {gap:g} of white": pull_quote(style, gap)
        for name, style in (("large", LARGE), ("bold", TITLE), ("blue", Style(10, False, BLUE)))
        for gap in (8.0, 20.0)
    },
    **{f"{count} columns cut off": columns_cut_off(count) for count in (2, 3, 4)},
    **{f"footnotes under {count} columns": footnotes(count) for count in (1, 2)},
    **{
        f"notes in the {'left' if left else 'right'} margin, {name}": margin_notes(left, style)
        for left in (True, False)
        for name, style in (("small", SMALL), ("coloured", COLOURED))
    },
    **{f"table of {rows} rows between": table_between(rows) for rows in (3, 6)},
    **{f"running titles over {count} columns": running_titles(count) for count in (1, 2)},
    "note that runs upwards": rotated_note,
    "heading over two columns": spanning(Style(14, True), is_box=False),
    "heading over two columns, as large as the text": spanning(TITLE, is_box=False),
    "box over two columns": spanning(COLOURED, is_box=True),
    "large box over two columns": spanning(LARGE, is_box=True),
    "quote and name over two columns": named_quote_over_columns(60, Style(8)),
    "quote and name over two columns, as large as the text": named_quote_over_columns(60, BODY),
    "quote and name close over two columns": named_quote_over_columns(20, BODY),
    **{
        f"plain headings, {gap:g} lines above {columns} columns": plain_headings(gap, columns)
        for gap in (1.0, 1.4)
        for columns in (1, 2)
    },
    "items without full stops": items_without_stops,
    "last lines alike": last_lines_alike,
}


@dataclass(frozen=True)
class Judged:
    """`woven`: sentences that can be quoted and that nobody set; `lost`: those set that cannot be."""

    sentences: int
    woven: tuple[str, ...]
    lost: tuple[str, ...]
    strom: Textstrom


def judge(name: str, seed: int, folder: Path) -> Judged:
    layout = LAYOUTS[name](Speaker(random.Random(f"{name} {seed}")))
    strom = read_strom(print_layout(layout, folder / "layout.pdf"))
    texts = [letters(text) for text in layout.texts]
    sure = [strom.text[slice(*span)] for span in _sentences(strom) if not strom.is_unsure(*span)]
    keys = [letters(text) for text in sure]
    woven = [text for text, key in zip(sure, keys, strict=True) if not any(key in text for text in texts)]
    printed = [text[slice(*span)] for text in layout.texts for span in sentences(text)]
    whole = [text for text in printed if text.endswith((".", "“")) and len(text.split()) > 5]
    lost = [text for text in whole if not any(letters(text) in key for key in keys)]
    return Judged(len(whole), tuple(woven), tuple(lost), strom)


def _sentences(strom: Textstrom) -> Iterator[tuple[int, int]]:
    for teil in strom.absaetze:
        yield from strom.sentences_of(teil)
