"""Chance that knows what hurts: bytes and characters from which targets make their cases."""

from collections.abc import Sequence
from random import Random

NASTY = (
    "\x00", "\ufeff", "\u202e", "\u2066", "\u200b", "\xad", "\ud800", "\udfff", "\U000e0001", "\x1b[31m",
    "\u0301" * 20, "\r", "\f", "\x85", "\u2028", "\t", " " * 200, "\n" * 50, "\ufb01", "\u0130", "ß",
    "\u017f", "²", "\u0663", "①", "„" * 30, "“" * 30, "'" * 40, "(" * 60, "[" * 60, "§ " * 40, "a) " * 40,
    "I. " * 40, "1.1.1.1.1 ",     "-\n" * 40, "– – – ", "...." * 30, "9" * 5000, "1e999",
    "31.02.2024", "00.00.0000", "<script>", "${7*7}",
    "{{x}}", "%s%n", "../../etc/passwd", "<think>", "```json", "\\u0000",
)  # fmt: skip


def mutated_text(chance: Random, sources: Sequence[str], longest: int = 20_000) -> str:
    """A source with some of it cut, doubled, moved, mixed with another, or spoilt."""
    text = chance.choice(sources)
    for _ in range(chance.randint(1, 12)):
        at = chance.randrange(len(text) + 1)
        end = min(len(text), at + int(chance.expovariate(1 / 60)) + 1)
        match chance.randrange(7):
            case 0:
                text = text[:at] + text[end:]
            case 1:
                text = text[:at] + text[at:end] * chance.choice((2, 2, 3, 50)) + text[end:]
            case 2:
                text = text[:at] + chance.choice(NASTY) + text[at:]
            case 3:
                text = text[:at] + chr(_code(chance)) + text[at + 1 :]
            case 4:
                other = chance.choice(sources)
                begin = chance.randrange(len(other) + 1)
                text = text[:at] + other[begin : begin + chance.randrange(400)] + text[at:]
            case 5:
                text = text[at:] + text[:at]
            case _:
                text = text[:at] + text[at:end].replace(" ", chance.choice(("\n", "", "  "))) + text[end:]
        text = text[:longest]
    return text


def _code(chance: Random) -> int:
    return chance.choice((chance.randrange(0x80), chance.randrange(0x2000), chance.randrange(0x110000)))


def mutated_bytes(chance: Random, sources: Sequence[bytes]) -> bytes:
    """A source with bits turned, numbers made huge, parts cut out, doubled or taken from another."""
    data = bytearray(chance.choice(sources))
    for _ in range(chance.randint(1, 16)):
        at = chance.randrange(len(data) + 1)
        end = min(len(data), at + int(chance.expovariate(1 / 80)) + 1)
        match chance.randrange(6):
            case 0:
                if at < len(data):
                    data[at] ^= 1 << chance.randrange(8)
            case 1:
                del data[at:end]
            case 2:
                data[at:at] = data[at:end] * chance.choice((1, 2, 100))
            case 3:
                data[at:end] = chance.randbytes(end - at)
            case 4:
                other = chance.choice(sources)
                begin = chance.randrange(len(other))
                data[at:at] = other[begin : begin + chance.randrange(600)]
            case _:
                data[at:end] = chance.choice(
                    (b"2147483648", b"-1", b"0", b"99999999999", b"1e38", b"<<", b"]")
                )
    return bytes(data)
