"""Hits of a search, read by a model: its word is believed where it binds it to the passage."""

from dataclasses import replace

from core.context import Context
from core.llm.catalogue import OFFLINE, Availability, modelle
from core.search.passage_search import find_relevant_chunks
from core.support.read_hits import read_hits, reader_of
from core.support.verdict import Verdict
from tests.llm.modellserver import modellserver
from tests.support.conftest import Read, checker, pairs_in, pruefer

CLAIM = "Die Wieltalbahn soll wieder fahren."


def judge(one: Read) -> tuple[str, str]:
    return "stuetzt", one.zitat if one.nummer % 2 else "Das hat niemand geschrieben, nirgends und nie."


def test_each_hit_is_asked_about_once_and_only_bound_words_count(context: Context) -> None:
    found = find_relevant_chunks(CLAIM, bundesland="DEMO", top_k=12, context=context)
    with modellserver(checker(judge)) as server:
        read = read_hits(context, "", CLAIM, found, pruefer=pruefer(context, server.url))
        asked = [one for request in server.requests for one in pairs_in(request)]
    assert {one.forderung for one in asked} == {CLAIM} and len(asked) == 12 == len(read)
    assert {one.verdict for one in read.values()} == {Verdict.STUETZT, Verdict.OFFEN}
    for hit in found:
        findings = read[hit.chunk.id]
        assert not findings.words or findings.words == " ".join(hit.text.split())


def test_the_reader_is_the_one_set_else_the_first_that_is_ready(context: Context) -> None:
    none = {modell.id: Availability(False, "kein Schlüssel") for modell in modelle(context)}
    assert reader_of(context, {**none, OFFLINE: Availability(True, "")}) is None
    first = next(id for id in none if id != OFFLINE)
    assert reader_of(context, {**none, first: Availability(True, "")}) == first
    own = Context(replace(context.settings, support_model="eigenes"))
    assert str(reader_of(own, none)).startswith("nli/")
