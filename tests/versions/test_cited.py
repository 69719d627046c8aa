"""Quotes of stored Läufe that stand in sentences which the other version has otherwise."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.assessment.pipeline import assess
from core.demo.demo_antraege import demo_auftrag
from core.features.versions.cited import cited_quotes
from core.features.versions.compare import Kind, compare
from core.features.versions.sides import named_side
from core.programme.context import Context
from core.proof.given_text import read_given
from core.runs.store import runstore
from core.wortlaut.binding.eintrag import Gebunden
from core.wortlaut.german.folding import letters


def test_a_quote_whose_sentence_changed_is_listed_with_whether_its_words_stand(
    demo: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.llm.offline.NEAR", 0.4)
    context = Context(replace(demo.settings, laeufe_dir=tmp_path))
    store = runstore(context)
    lauf = store.load(assess(context, demo_auftrag(context)))
    quotes = [one.eintrag for one in lauf.zitate if isinstance(one.eintrag, Gebunden)]
    programm = quotes[0].ort.programm
    own = [one for one in quotes if one.ort.programm == programm and not one.teile]
    old = named_side(context, programm)
    text = "\n\n".join(old.quelle.strom.text[t.start : t.end] for t in old.quelle.strom.absaetze)
    quoted = old.quelle.strom.text[slice(*own[0].ort.stellen[0])]
    assert cited_quotes(store, compare(old.quelle, read_given(text, "")), programm) == []

    word = max(quoted.split(), key=len)
    for other, stands in ((quoted.replace(word, "Anderswo"), False), (f"Sicher ist nicht, {quoted}", True)):
        found = compare(old.quelle, read_given(text.replace(quoted, other), ""))
        assert found.counts[Kind.GEAENDERT] >= 1
        cited = [
            one for one in cited_quotes(store, found, programm) if letters(one.text) == letters(own[0].text)
        ]
        assert cited and all(one.lauf == lauf.id and one.stands is stands for one in cited)
    store.close()
