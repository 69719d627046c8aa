"""A support checker that goes by a rule."""

from collections.abc import Callable, Sequence

from core.errors import ModellFehler
from core.support.said import Said, Template
from core.support.verdict import Verdict

Judge = Callable[[Template], Verdict]


class Gespielt:
    """A checker that goes by a rule, six cases a request; it relies on all of the passage."""

    prompt_version = "regel 1"

    def __init__(self, name: str, judge: Judge) -> None:
        self.name = self.kennung = name
        self.judge_one, self.asked, self.dies_after = judge, 0, 10**9

    def batches(self, vorlagen: Sequence[Template]) -> list[Sequence[Template]]:
        return [vorlagen[start : start + 6] for start in range(0, len(vorlagen), 6)]

    def usual_cost(self, vorlagen: Sequence[Template]) -> tuple[int, float | None]:
        return len(vorlagen), 0.0

    def judge(self, vorlagen: Sequence[Template], abbruch: object) -> list[Said]:
        if self.asked >= self.dies_after:
            raise ModellFehler("Weg.")
        self.asked += len(vorlagen)
        return [Said(self.judge_one(one), one.stelle.text, kosten=0.001) for one in vorlagen]
