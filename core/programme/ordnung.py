"""Lines of a page → reading order: columns, pages side by side, headings that span columns."""

from collections.abc import Sequence
from statistics import median

from core.programme.pdf import Zeile

Reihe = list[Zeile]
"""Lines on one baseline, left to right."""


def columns(zeilen: Sequence[Zeile], breite: float) -> list[list[Reihe]]:
    """The columns of a page in reading order, each as rows from top to bottom."""
    return [rows(part) for part in _split(list(zeilen), breite) if part]


def rows(zeilen: Sequence[Zeile]) -> list[Reihe]:
    """Put together what stands on one baseline („1.“ and its text are two lines in many files)."""
    result: list[Reihe] = []
    for zeile in sorted(zeilen, key=lambda z: (z.mitte, z.x0)):
        if result and _same_row(result[-1], zeile):
            result[-1].append(zeile)
        else:
            result.append([zeile])
    for reihe in result:
        reihe.sort(key=lambda z: z.x0)
    return result


def _same_row(reihe: Reihe, zeile: Zeile) -> bool:
    last = reihe[-1]
    overlap = min(last.y1, zeile.y1) - max(last.y0, zeile.y0)
    apart = all(zeile.x0 >= z.x1 - 2 or zeile.x1 <= z.x0 + 2 for z in reihe)
    return apart and overlap > 0.5 * min(last.y1 - last.y0, zeile.y1 - zeile.y0)


def _split(zeilen: list[Zeile], breite: float) -> list[list[Zeile]]:
    gutter = _gutter(zeilen, breite)
    if gutter is None:
        return [zeilen]
    spanning = sorted((z for z in zeilen if z.x0 < gutter < z.x1), key=lambda z: z.mitte)
    if not spanning:
        return _sides(zeilen, gutter, breite)
    parts: list[list[Zeile]] = []
    rest = sorted((z for z in zeilen if not z.x0 < gutter < z.x1), key=lambda z: z.mitte)
    for zeile in spanning:
        above = [z for z in rest if z.mitte < zeile.mitte]
        rest = rest[len(above) :]
        parts += [*_sides(above, gutter, breite), [zeile]]
    return _join_spanning([*parts, *_sides(rest, gutter, breite)])


def _sides(zeilen: list[Zeile], gutter: float, breite: float) -> list[list[Zeile]]:
    """Left then right; what stands below a wide white band across both (signatures, boxes) comes after."""
    if (cut := _white_band(zeilen, gutter)) is not None:
        above, below = [z for z in zeilen if z.mitte < cut], [z for z in zeilen if z.mitte > cut]
        return [*_sides(above, gutter, breite), *_sides(below, gutter, breite)]
    left = [z for z in zeilen if z.x1 <= gutter]
    right = [z for z in zeilen if z.x0 >= gutter]
    return [*(_split(left, breite) if left else []), *(_split(right, breite) if right else [])]


def _white_band(zeilen: list[Zeile], gutter: float) -> float | None:
    """The middle of the first band without text, four lines high, with text of both sides below."""
    ordered = sorted(zeilen, key=lambda z: z.y0)
    bottom = float("inf")
    for zeile in ordered:
        if zeile.y0 - bottom > 4 * (zeile.y1 - zeile.y0):
            rest = [z for z in ordered if z.y0 >= zeile.y0]
            if any(z.x1 <= gutter for z in rest) and any(z.x0 >= gutter for z in rest):
                return (zeile.y0 + bottom) / 2
        bottom = zeile.y1 if bottom == float("inf") else max(bottom, zeile.y1)
    return None


def _join_spanning(parts: list[list[Zeile]]) -> list[list[Zeile]]:
    """Neighbouring lines that span the columns belong to one column again."""
    result: list[list[Zeile]] = []
    for part in parts:
        if result and len(part) == 1 and _same_block(result[-1], part[0]):
            result[-1] = [*result[-1], *part]
        else:
            result.append(list(part))
    return result


def _same_block(before: list[Zeile], zeile: Zeile) -> bool:
    last = before[-1]
    return (
        last.x0 < zeile.x1
        and zeile.x0 < last.x1
        and 0 <= zeile.mitte - last.mitte < 3 * (zeile.y1 - zeile.y0)
    )


def _gutter(zeilen: list[Zeile], breite: float) -> float | None:
    """Where a vertical white strip parts the lines in two columns; None for a single column.

    Both sides must look like text, not like bullets or a margin: three rows, an eighth of the page wide.
    """
    if len(zeilen) < 6:
        return None
    low, high = min(z.x0 for z in zeilen), max(z.x1 for z in zeilen)
    best: tuple[int, float, float] | None = None
    for x0, x1 in _gaps(zeilen, low, high):
        x = (x0 + x1) / 2
        left = [z for z in zeilen if z.x1 <= x]
        right = [z for z in zeilen if z.x0 >= x]
        spanning = len(zeilen) - len(left) - len(right)
        if spanning > 0.25 * len(zeilen) or not (_is_column(left, breite) and _is_column(right, breite)):
            continue
        if not _side_by_side(left, right):
            continue
        rank = (spanning, x0 - x1, x)
        if best is None or rank < best:
            best = rank
    return best[2] if best else None


def _gaps(zeilen: list[Zeile], low: float, high: float) -> list[tuple[float, float]]:
    """Strips that few lines cross, found from where lines end and the next ones to the right begin."""
    starts = sorted({round(z.x0) for z in zeilen})
    gaps = []
    for start in starts:
        if not low + 0.1 * (high - low) < start < high - 0.1 * (high - low):
            continue
        ends = [z.x1 for z in zeilen if z.x1 <= start + 1]
        if ends and start - max(ends) >= 4:
            gaps.append((max(ends), float(start)))
    return gaps


def _is_column(zeilen: list[Zeile], breite: float) -> bool:
    if len(zeilen) < 3:
        return False
    width = max(z.x1 for z in zeilen) - min(z.x0 for z in zeilen)
    return width > breite / 8 and median(z.x1 - z.x0 for z in zeilen) > breite / 12


def _side_by_side(left: list[Zeile], right: list[Zeile]) -> bool:
    top, bottom = (
        max(min(z.y0 for z in s) for s in (left, right)),
        min(max(z.y1 for z in s) for s in (left, right)),
    )
    return bottom > top
