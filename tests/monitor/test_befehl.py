"""`python -m core monitor`, as a person and as a script use it."""

import json
from datetime import date

import pytest

from core.cli.main import main
from core.features.monitor.commands import since
from core.llm.catalogue import OFFLINE
from core.runs.store import Runstore
from tests.monitor.geschichte import add_ago


def test_quiet_days_end_with_0_and_a_table(laeufe: Runstore, capsys: pytest.CaptureFixture[str]) -> None:
    add_ago(laeufe, 1, 40, 2)
    assert main(["monitor", "--since", "2d", "--fail-on-alarm"]) == 0
    out = capsys.readouterr().out
    assert "openai/a" in out and "5,0 %" in out and "Kein Alarm" in out


def test_alarm_ends_with_1_only_where_that_is_asked(
    laeufe: Runstore, capsys: pytest.CaptureFixture[str]
) -> None:
    add_ago(laeufe, 1, 40, 20, prompt_version="9")
    assert main(["monitor"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "20 von 40 Zitaten (50 %) wurden verworfen" in told and "Prompt: standard v9" in told
    assert main(["monitor", "--since", "1w", "--fail-on-alarm"]) == 1


def test_json_holds_figures_and_alarms(laeufe: Runstore, capsys: pytest.CaptureFixture[str]) -> None:
    add_ago(laeufe, 1, 40, 20)
    assert main(["monitor", "--json", "--since", "2d", "--by", "prompt"]) == 0
    data = json.loads(capsys.readouterr().out)
    (row,) = data["zahlen"]["prompt"]
    assert (row["gruppe"], row["emittiert"], row["gebunden"]) == ("standard v3", 40, 20)
    assert [alarm["signal"]["k"] for alarm in data["alarme"]] == [20]


def test_demo_is_shown_alone_and_thin_history_says_so(
    laeufe: Runstore, capsys: pytest.CaptureFixture[str]
) -> None:
    add_ago(laeufe, 1, 40, 40, is_demo=True)
    assert main(["monitor", "--fail-on-alarm", "--since", "2d"]) == 0
    assert "kein Antrag geprüft" in capsys.readouterr().out
    assert main(["monitor", "--demo", "--fail-on-alarm"]) == 0
    out = capsys.readouterr().out
    assert "100 %" in out and "Was üblich ist, lässt sich noch nicht sagen" in out


def test_laeufe_of_the_built_in_search_alone_are_told_as_such(
    laeufe: Runstore, capsys: pytest.CaptureFixture[str]
) -> None:
    add_ago(laeufe, 1, 3, 0, modell_gefragt=OFFLINE)
    assert main(["monitor", "--since", "2d"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "1 Lauf, alle mit der eingebauten Suche" in told and "kein Antrag geprüft" not in told


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("7d", date(2026, 3, 4)),
        ("1d", date(2026, 3, 10)),
        ("2w", date(2026, 2, 25)),
        ("2026-01-31", date(2026, 1, 31)),
    ],
)
def test_since_takes_days_weeks_and_dates(text: str, first: date) -> None:
    assert since(text, date(2026, 3, 10)) == first
