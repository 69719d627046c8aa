"""What can be taken along of a Lauf."""

from streamlit.testing.v1 import AppTest

from tests.pages.conftest import Open


def opened(open_lauf: Open, lauf_id: str) -> AppTest:
    app = open_lauf(id=lauf_id)
    app.session_state["export"] = True
    return app.run()


def test_a_lauf_is_offered_as_vermerk_in_three_forms(open_lauf: Open, lauf_id: str) -> None:
    labels = [one.label for one in opened(open_lauf, lauf_id).download_button]
    assert [label for label in labels if label.startswith("Vermerk")] == [
        "Vermerk als Word-Dokument (DOCX)", "Vermerk als PDF", "Vermerk als HTML",
    ]  # fmt: skip
