"""Quotes as W3C Web Annotations: another tool finds the very words by them."""

from core.citations.quellen import find_quelle
from core.context import Context
from core.references.web_annotation import annotations
from core.runs.lauf import Lauf


def test_every_bound_quote_is_found_by_its_selector_alone(context: Context, lauf: Lauf) -> None:
    found = annotations(context, lauf)
    assert len(found) == sum(zitat.status.is_bound for zitat in lauf.zitate) > 0
    for one, zitat in zip(found, lauf.zitate, strict=True):
        quelle = find_quelle(context, zitat.beleg.ort.programm)
        assert quelle
        text = quelle.strom.text
        selectors = one["target"]["selector"]  # type: ignore[index]
        quotes = [s for s in selectors if s["type"] == "TextQuoteSelector"]
        places = [
            (
                at := text.index(s["prefix"] + s["exact"] + s["suffix"]) + len(s["prefix"]),
                at + len(s["exact"]),
            )
            for s in quotes
        ]
        assert tuple(places) == zitat.beleg.ort.stellen
        pages = [s["value"] for s in selectors if s["type"] == "FragmentSelector"]
        assert pages == [f"page={page}" for page in zitat.beleg.ort.seiten]


def test_its_id_is_the_permanent_address(context: Context, lauf: Lauf) -> None:
    first = annotations(context, lauf)[0]
    assert first["id"] == f"/api/zitat/{lauf.id}/{lauf.zitate[0].partei}/1".replace("Ü", "%C3%9C")
    assert first["type"] == "Annotation" and first["@context"] == "http://www.w3.org/ns/anno.jsonld"
