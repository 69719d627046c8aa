"""Draws docs/growth.svg from the tables of docs/growth.md: `python -m tests.growth_chart`."""

import math
import re
from collections.abc import Sequence
from html import escape

from core.settings import ROOT

SOURCE, CHART = ROOT / "docs" / "growth.md", ROOT / "docs" / "growth.svg"
DRAWN = {
    "put into the index, s", "index on the disk, MB", "search, p50, ms", "memory of who searches, MB",
    "filled in, s", "store on the disk, MB", "opening one Lauf, ms", "monitoring by week, ms",
}  # fmt: skip
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9")
WIDTH, HEIGHT, LEFT, TOP, GAP = 300, 240, 20, 80, 40

Line = tuple[str, list[float]]


def tables(text: str) -> list[tuple[str, list[float], list[Line]]]:
    """What grows, its sizes, and the lines that are drawn of it."""
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        head, _, *rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in block.splitlines()]
        lines = [(row[0], [_number(cell) for cell in row[1:-1]]) for row in rows if row[0] in DRAWN]
        found.append((head[0], [_number(cell) for cell in head[1:-1]], lines))
    return found


def _number(cell: str) -> float:
    return float(re.sub(r"[ ,]", "", cell))


def svg(text: str) -> str:
    panels = [_panel(place, *table) for place, table in enumerate(tables(text))]
    width = LEFT + len(panels) * (WIDTH + GAP)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {TOP + HEIGHT + 110}" '
        'font-family="sans-serif" font-size="12"><title>How cost grows</title>'
        f'<rect width="100%" height="100%" fill="white"/>{"".join(panels)}</svg>\n'
    )


def _panel(place: int, name: str, sizes: Sequence[float], lines: Sequence[Line]) -> str:
    """Each line from 1 at the smallest size, both ways by logarithms; dashed: as fast as the size."""
    left, most = LEFT + place * (WIDTH + GAP), math.log(sizes[-1] / sizes[0])

    def at(size: float, value: float) -> str:
        x = left + WIDTH * math.log(size / sizes[0]) / most
        return f"{x:.0f},{TOP + HEIGHT * (1 - min(1.2, max(-0.2, math.log(value) / most))):.0f}"

    linear = " ".join(at(size, size / sizes[0]) for size in sizes)
    drawn = [
        f'<polyline points="{" ".join(at(s, v / values[0]) for s, v in zip(sizes, values, strict=True))}" '
        f'fill="none" stroke="{color}" stroke-width="2"/>'
        f'<text x="{left}" y="{TOP + HEIGHT + 40 + 16 * row}" fill="{color}">{escape(what)}: '
        f"{values[0]:g} → {values[-1]:,g}</text>"
        for row, ((what, values), color) in enumerate(zip(lines, COLORS, strict=False))
    ]
    title = f"{escape(name)}: {sizes[0]:,.0f} → {sizes[-1]:,.0f}"
    return (
        f'<text x="{left}" y="24" font-weight="bold">{title}</text>'
        f'<polyline points="{linear}" fill="none" stroke="#888" stroke-dasharray="4"/>{"".join(drawn)}'
    )


if __name__ == "__main__":
    CHART.write_text(svg(SOURCE.read_text("utf-8")), "utf-8")
