"""What can be taken along of a Lauf, and the house style that a visitor brings."""

from streamlit.testing.v1 import AppTest

from core.vermerk.house_style import default_template
from tests.pages.conftest import Open, seen
from tests.vermerk.opened import with_part

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def opened(open_lauf: Open, lauf_id: str) -> AppTest:
    app = open_lauf(id=lauf_id)
    app.session_state["export"] = True
    return app.run()


def test_a_lauf_is_offered_as_vermerk_in_three_forms(open_lauf: Open, lauf_id: str) -> None:
    labels = [one.label for one in opened(open_lauf, lauf_id).download_button]
    assert [label for label in labels if label.startswith("Vermerk")] == [
        "Vermerk als Word-Dokument (DOCX)", "Vermerk als PDF", "Vermerk als HTML",
    ]  # fmt: skip
    assert "Mustervorlage herunterladen" in labels


def test_a_template_that_is_refused_is_said_at_once_and_a_whole_one_is_taken(
    open_lauf: Open, lauf_id: str
) -> None:
    app = opened(open_lauf, lauf_id)
    macros = with_part(default_template(), "word/vbaProject.bin", b"x")
    app.file_uploader(key="export_vorlage").upload("haus.docx", macros, DOCX)
    app = app.button(key="export_vorlage_speichern").click().run()
    assert not app.exception and "Makros oder eingebettete Objekte" in app.error[0].value
    assert "unser Muster" in seen(app)
    app.file_uploader(key="export_vorlage").upload("haus.docx", default_template(), DOCX)
    app = app.button(key="export_vorlage_speichern").click().run()
    assert not app.exception and not app.error and "Ihre Vorlage, gespeichert" in seen(app)
    assert "Ihre Vorlage, gespeichert" in seen(opened(open_lauf, lauf_id))
    app = app.button(key="export_vorlage_entfernen").click().run()
    assert "unser Muster" in seen(app)
