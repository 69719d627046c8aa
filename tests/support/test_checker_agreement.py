"""How often a checker says what people say: counted by hand."""

import pytest

from core.support.checker_agreement import NOT_COMPARED, consensus, einigkeit
from core.support.verdict import Verdict

JA, NEIN, ANDERES, OFFEN = Verdict


def test_agreement_is_counted_per_class_of_what_people_say() -> None:
    pairs = [(JA, JA)] * 18 + [(NEIN, JA)] * 2 + [(NEIN, NEIN)] * 3 + [(JA, ANDERES)] + [(OFFEN, JA)] * 4
    found = einigkeit(pairs)
    assert (found.gesamt.richtig, found.gesamt.n, found.offen) == (21, 24, 4)
    assert {v: (t.richtig, t.n) for v, t in found.je_klasse.items()} == {
        JA: (18, 20), NEIN: (3, 3), ANDERES: (0, 1)
    }  # fmt: skip
    assert found.satz == (
        "Liegt bei diesem Prüfmodell in 88 von 100 Fällen richtig (n = 24, 95 %: 69 bis 96; 4-mal offen)."
    )
    assert found.classes[0] == "stützt: 18 von 20 (95 %: 70 bis 97 von 100)"
    assert found.classes[2] == "spricht von anderem: 0 von 1 (95 %: 0 bis 79 von 100)"


def test_few_judgements_make_no_share() -> None:
    told = einigkeit([(JA, JA)] * 4).satz
    assert told == "Wie oft dieses Prüfmodell richtig liegt: noch zu wenige Urteile von Menschen (n = 4)."
    assert einigkeit([]).satz == NOT_COMPARED
    assert "n = 20" in einigkeit([(JA, JA)] * 20).satz and "zu wenige" in einigkeit([(JA, JA)] * 19).satz


@pytest.mark.parametrize(
    ("said", "agreed"), [([], None), ([JA], JA), ([JA, NEIN], None), ([JA, NEIN, JA], JA)]
)
def test_several_people_agree_by_majority(said: list[Verdict], agreed: Verdict | None) -> None:
    assert consensus(said) is agreed
