"""How well one colour stands out from another, as WCAG 2.2 measures it; colours are written „#rrggbb“."""

from collections.abc import Sequence

BLACK, WHITE = "#000000", "#ffffff"


def contrast(one: str, two: str) -> float:
    """From 1, the same, to 21, black on white."""
    dim, bright = sorted((_luminance(one), _luminance(two)))
    return (bright + 0.05) / (dim + 0.05)


def standing_out(colour: str, ground: str, least: float) -> str:
    """The colour, moved towards black or white until it stands out so much from the ground."""
    goal, step = on_ground(ground), 0
    while contrast(colour, ground) < least and step < 20:
        colour, step = mixed(colour, goal, 0.08), step + 1
    return colour


def on_ground(ground: str) -> str:
    """Black or white, whichever stands out more: on any colour one of them does by 4.58 at least."""
    return max((BLACK, WHITE), key=lambda letters: contrast(letters, ground))


def between(colours: Sequence[str], share: float) -> str:
    """The colour at that share (0 to 1) of the way along an even scale of colours."""
    at = min(max(share, 0.0), 1.0) * (len(colours) - 1)
    low = min(int(at), len(colours) - 2)
    return mixed(colours[low], colours[low + 1], at - low)


def mixed(one: str, two: str, share: float) -> str:
    """`share` of the way from the one to the other."""
    pairs = zip(parts(one), parts(two), strict=True)
    return "#" + "".join(f"{round(a + share * (b - a)):02x}" for a, b in pairs)


def parts(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def _luminance(colour: str) -> float:
    shares = [part / 255 for part in parts(colour)]
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
