"""The boxes of marked words: one for each line, as somebody with a pen would draw them."""

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

import numpy as np
from numpy.typing import NDArray

from core.programme.pdf import Box
from core.programme.textstrom import Textstrom

PageBox = tuple[float, float, float, float]
"""A box as (start, top, end, bottom) along the line, whichever way the line runs on the page."""


def line_boxes(strom: Textstrom, on_page: NDArray[np.intp], indices: Sequence[int]) -> list[Box]:
    """Of these words of a page, each line as a box, or as several where a column gap lies in it."""
    # Along the line, then across it: text that runs up or down the page is handled as if it were level.
    axes = [1, 0, 3, 2] if _is_upright(strom, on_page) else [0, 1, 2, 3]
    others = strom.boxes[np.setdiff1d(on_page, indices)][:, axes]
    boxes = [box for line in _lines(strom, indices, axes) for box in _joined(line)]
    trimmed = [_trimmed(box, others) for box in boxes]
    return [tuple(round(box[i], 2) for i in axes) for box in trimmed]  # type: ignore[misc]


def _is_upright(strom: Textstrom, on_page: NDArray[np.intp]) -> bool:
    """Do the lines run up or down? Long words are longer along the line than across it."""
    words = on_page[strom.ends[on_page] - strom.starts[on_page] >= 5]
    width, height = (strom.boxes[words, 2:] - strom.boxes[words, :2]).T
    return bool(np.sum(height > width) > len(words) / 2)


def _lines(strom: Textstrom, indices: Sequence[int], axes: list[int]) -> list[list[PageBox]]:
    """Words that follow each other in the text and on one line."""
    lines: list[list[PageBox]] = []
    before = -1
    for index in indices:
        box: PageBox = tuple(strom.boxes[index, axes].tolist())
        if lines and lines[-1][-1] == box:
            pass  # a word that the text has in two pieces
        elif lines and index == before + 1 and _is_next(lines[-1][-1], box):
            lines[-1].append(box)
        elif box[0] < box[2] and box[1] < box[3]:
            lines.append([box])
        before = index
    return lines


def _is_next(a: PageBox, b: PageBox) -> bool:
    height = min(a[3] - a[1], b[3] - b[1])
    same_line = abs((a[1] + a[3]) - (b[1] + b[3])) < 0.8 * height
    return same_line and b[0] < b[2] and _gap(a, b) > -0.3 * height


def _gap(a: PageBox, b: PageBox) -> float:
    """What lies between two words of a line, in whichever direction it is read."""
    return max(b[0] - a[2], a[0] - b[2])


def _joined(line: list[PageBox]) -> list[PageBox]:
    """One box for a line, several where more than the spaces of that line lies between: a column gap."""
    height = median(box[3] - box[1] for box in line)
    gaps = [_gap(a, b) for a, b in pairwise(line)]
    widest = max(0.6 * height, min(1.5 * height, 1.5 * median(gaps)) if len(gaps) > 2 else 0)
    result = [line[0]]
    for box, gap in zip(line[1:], gaps, strict=True):
        last = result[-1]
        if gap > widest:
            result.append(box)
        else:
            result[-1] = (
                min(last[0], box[0]),
                min(last[1], box[1]),
                max(last[2], box[2]),
                max(last[3], box[3]),
            )
    return result


def _trimmed(box: PageBox, others: NDArray[np.float32]) -> PageBox:
    """A box that reaches into the lines above or below gives up to a fifth of its height."""
    start, top, end, bottom = box
    near = others[
        (others[:, 0] < end) & (others[:, 2] > start) & (others[:, 1] < bottom) & (others[:, 3] > top)
    ]
    middle, spare = (top + bottom) / 2, 0.2 * (bottom - top)
    middles = (near[:, 1] + near[:, 3]) / 2
    above, below = near[middles < middle - spare], near[middles > middle + spare]
    if len(above):
        top = min(top + spare, (top + float(above[:, 3].max())) / 2)
    if len(below):
        bottom = max(bottom - spare, (bottom + float(below[:, 1].min())) / 2)
    return start, top, end, bottom
