"""The address holds what is shown, also for people who click faster than a browser tells."""

import re
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui import address


def page() -> None:
    import streamlit as st

    from pages.ui import address

    def widget(name: str) -> None:
        st.selectbox(name, ["", "a", "b"], **address.follow("probe", name, address.get(name)))

    widget("eins")
    widget("zwei")
    st.button("los", on_click=address.go, kwargs={"drei": "x"})
    st.text(str(sorted((name, address.get(name)) for name in ("eins", "zwei", "drei"))))


def shown(app: AppTest) -> str:
    return str(app.text[0].value)


def behind(app: AppTest, **query: str) -> AppTest:
    """The browser has not heard of the change and sends the address from before."""
    app.query_params.clear()
    for name, value in query.items():
        app.query_params[name] = value
    return app


def test_choice_stands_in_the_address_and_is_read_from_it() -> None:
    app = AppTest.from_function(page).run()
    app.selectbox(key="probe-eins").select("a").run()
    assert app.query_params["eins"] in ("a", ["a"])
    other = AppTest.from_function(page)
    other.query_params["eins"] = "b"
    assert other.run().selectbox(key="probe-eins").value == "b"


def test_second_click_in_a_moment_loses_nothing_of_the_first() -> None:
    app = AppTest.from_function(page).run()
    app.selectbox(key="probe-eins").select("a").run()
    behind(app).button[0].click().run()
    assert shown(app) == "[('drei', 'x'), ('eins', 'a'), ('zwei', '')]"
    behind(app).selectbox(key="probe-zwei").select("b").run()
    assert shown(app) == "[('drei', 'x'), ('eins', 'a'), ('zwei', 'b')]"


def test_old_address_that_comes_later_is_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    app = AppTest.from_function(page).run()
    app.selectbox(key="probe-eins").select("a").run()
    monkeypatch.setattr(address, "PATIENCE", 0.0)
    behind(app).run()
    assert shown(app) == "[('drei', ''), ('eins', ''), ('zwei', '')]"


def test_another_address_is_always_meant() -> None:
    app = AppTest.from_function(page).run()
    app.selectbox(key="probe-eins").select("a").run()
    behind(app, zwei="b").run()
    assert shown(app) == "[('drei', ''), ('eins', ''), ('zwei', 'b')]"


def test_a_switch_and_a_choice_are_read_only_as_they_are_written() -> None:
    def switched() -> None:
        import streamlit as st

        from pages.ui import address

        st.toggle("an", **address.follow("probe", "an", address.is_on("an")))
        st.text(f"{address.is_on('an')} {address.one_of('wahl', ['a', 'b'], 'b')}")

    app = AppTest.from_function(switched).run()
    assert shown(app) == "False b"
    app.toggle(key="probe-an").set_value(True).run()
    assert app.query_params["an"] in ("true", ["true"]) and shown(app) == "True b"
    app.toggle(key="probe-an").set_value(False).run()
    assert "an" not in app.query_params
    app.query_params["wahl"], app.query_params["an"] = "a", "1"
    assert shown(app.run()) == "False a"


def test_no_widget_has_another_way_into_the_address() -> None:
    pages = Path(address.__file__).parents[1]
    assert [path.name for path in pages.rglob("*.py") if re.search(r"\bbind=", path.read_text("utf-8"))] == [
        "address.py"
    ]


def test_number_is_a_whole_one_or_none() -> None:
    def numbered() -> None:
        import streamlit as st

        from pages.ui import address

        st.text(str(address.number("seite")))

    app = AppTest.from_function(numbered)
    for typed in ("0", "-1", "1.5", "drei", "٣", "9" * 7, ""):
        app.query_params["seite"] = typed
        assert app.run().text[0].value == "None", typed
