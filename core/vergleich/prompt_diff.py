"""Two prompts in one: the lines that both have, and word by word where they part."""

from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher

from core.citations.shown_diff import PieceKind, TextPiece, differences

ALIKE = 0.3


@dataclass(frozen=True, slots=True)
class PromptParagraph:
    """Lines that stand together: the same in both texts, or each with the words in which it differs."""

    zeilen: tuple[tuple[TextPiece, ...], ...]
    is_gleich: bool


def absaetze(one: str, two: str) -> list[PromptParagraph]:
    """Every letter counts; only how a line is indented and where it is empty does not."""
    left, right = _lines(one), _lines(two)
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    return [_paragraph(left[i:j], right[k:m], tag == "equal") for tag, i, j, k, m in matcher.get_opcodes()]


def _lines(text: str) -> list[str]:
    return [words for line in text.splitlines() if (words := " ".join(line.split()))]


def _paragraph(left: list[str], right: list[str], is_gleich: bool) -> PromptParagraph:
    if is_gleich:
        return PromptParagraph(tuple((TextPiece(line, PieceKind.GLEICH),) for line in right), True)
    return PromptParagraph(
        tuple(tuple(differences(*pair, exact=True)) for pair in _pairs(left, right)), False
    )


def _pairs(left: list[str], right: list[str]) -> list[tuple[str, str]]:
    """Each line of the one with the line of the other that it became, in order; „“ where there is none."""
    shares = [[_share(one, two) for two in right] for one in left]
    best = [[0.0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i in reversed(range(len(left))):
        for k in reversed(range(len(right))):
            best[i][k] = max(best[i + 1][k], best[i][k + 1], best[i + 1][k + 1] + shares[i][k])
    pairs, i, k = [], 0, 0
    while i < len(left) and k < len(right):
        if shares[i][k] and best[i][k] == best[i + 1][k + 1] + shares[i][k]:
            pairs.append((left[i], right[k]))
            i, k = i + 1, k + 1
        elif best[i][k] == best[i + 1][k]:
            pairs.append((left[i], ""))
            i += 1
        else:
            pairs.append(("", right[k]))
            k += 1
    return pairs + [(line, "") for line in left[i:]] + [("", line) for line in right[k:]]


def _share(one: str, two: str) -> float:
    """How much of both lines is the same words; 0 where it is too little to call one the other's change."""
    words = Counter(one.split()), Counter(two.split())
    share = 2 * (words[0] & words[1]).total() / (words[0].total() + words[1].total())
    return share if share >= ALIKE else 0.0
