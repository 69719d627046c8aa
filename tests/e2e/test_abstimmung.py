"""From a party's vote to the marked sentence on its page, in a real browser."""

import re
from contextlib import closing
from pathlib import Path
from urllib.parse import urljoin

from playwright.sync_api import expect

from core.antrag.vote_papers import PaperKind
from core.features.decisions.decision import find_paper
from core.features.decisions.stored_decisions import save_paper
from core.proof.page_drawing import open_document
from core.runs.store import open_store
from core.wortlaut.german.folding import letters
from tests.citations.markiert import marked_letters
from tests.decisions.papers import NUMBER, advice_pdf, upload
from tests.e2e.browser import settle
from tests.e2e.conftest import Judged, Oeffnen, Starten
from tests.e2e.pixel import faults_of_yellow
from tests.e2e.server import open_context, settings
from tests.e2e.steps import picture
from tests.seiten.drawn import draw_picture


def test_a_click_on_a_vote_turns_to_the_marked_sentence_and_back(
    starten: Starten, oeffnen: Oeffnen, judged: Judged, tmp_path: Path
) -> None:
    folder = judged.copy(tmp_path / "kopie")
    context = open_context(folder)
    with closing(open_store(None, settings(folder).laeufe_dir)) as store:
        paper = upload(advice_pdf(folder), PaperKind.RECOMMENDATION)
        (kept,) = save_paper(context, store, "DEMO", NUMBER, paper)
    page = oeffnen(starten(folder), f"/lauf?id={judged.lauf_id}")
    page.get_by_role("button", name="Ausschuss: dagegen").first.click()
    expect(page.get_by_role("img", name=re.compile("^Seite 2 der Datei „Beschluss"))).to_be_visible()
    settle(page)

    path = find_paper(context.settings.laeufe_dir, kept.source)
    assert path
    expected = draw_picture(open_document(path), 2, kept.marks[0][2])
    assert faults_of_yellow(picture(page).screenshot(), expected) == []
    address = (picture(page).get_attribute("src") or "").replace(".png", ".pdf")
    marked = marked_letters(page.request.get(urljoin(page.url, address)).body())
    assert "".join(marked) == letters(kept.decision.evidence[0].text)
    link = page.get_by_role("link", name="PDF", exact=True).get_attribute("href") or ""
    assert page.request.get(urljoin(page.url, link)).body() == paper.data

    page.get_by_role("button", name="Zurück zu den Zitaten").click()
    expect(page.get_by_role("img", name=re.compile("^Seite .*Beschluss"))).to_have_count(0)
    picture(page)
