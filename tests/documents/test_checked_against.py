"""A quote of a kept document is told as printed there, behind what programmes say."""

from core.features.textcheck.check import Verdict, check_text
from core.programme.context import Context
from core.wortlaut.records import Quelldokument
from tests.documents.conftest import QUOTE, pdf_of, read_in
from tests.drucker import TEXT


def test_a_quote_of_a_kept_treaty_is_found_in_it_and_a_changed_one_is_not(
    place: Context, treaty: Quelldokument
) -> None:
    place.pdf_folder.store(place.registry.programme["spd-nrw-2022"], pdf_of(TEXT))
    read_in(place, "spd-nrw-2022")
    for text, verdict in (
        (QUOTE, Verdict.GEDRUCKT),
        ("Für den Ganztag sparen die Partner achtzig Millionen Taler im Jahr wieder ein.", None),
    ):
        (found,) = check_text(f"Im Koalitionsvertrag steht: „{text}“", place, "DEMO").quotes
        if verdict:
            assert found.verdict is verdict, found
            (bound,) = found.gebunden
            assert (bound.ort.programm, bound.ort.seiten) == (treaty.id, (1,))
        else:
            assert found.gebunden == (), found
