"""One request to a model, as it stands in the books."""

from collections.abc import Iterable
from dataclasses import dataclass

from core.schema import LongText, Mass, Number, Text, Wort


@dataclass(frozen=True, slots=True)
class Versuch:
    """`grund` says why it failed and is empty where it did not; then `pause` seconds pass.

    `kosten` in USD as the provider bills them, whatever became of the answer: 0.0 where it refused, None
    where nobody knows, as after a time-out or without a price. `text`: what it said, as far as it came.
    `geantwortet`: the model's name in the answer. `status`: HTTP's, None where there was no answer at all.
    `tokens_cache`: of `tokens_ein` those that the provider had from before, and bills for less.
    """

    modell: Wort
    modus: Wort
    nummer: Number
    dauer: Mass
    grund: Text = ""
    pause: Mass = 0.0
    tokens_ein: Number = 0
    tokens_aus: Number = 0
    tokens_cache: Number = 0
    kosten: Mass | None = 0.0
    status: Number | None = None
    geantwortet: Wort = ""
    text: LongText = ""

    @property
    def is_answered(self) -> bool:
        return not self.grund or self.tokens_ein + self.tokens_aus > 0 or bool(self.text)


def billed(versuche: Iterable[Versuch]) -> float | None:
    """What these requests cost: nothing where nobody was asked. None where one was answered and has no price.

    What a request cost that ran out of time nobody is told: the others' sum is the least it was; where there
    are no others, nobody knows.
    """
    known, unknown = [], False
    for one in versuche:
        if one.kosten is not None:
            known.append(one.kosten)
        elif one.is_answered:
            return None
        else:
            unknown = True
    return sum(known) if known or not unknown else None
