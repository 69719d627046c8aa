from datetime import datetime

import pytest

from core.base import clock


@pytest.mark.parametrize(
    ("told", "seconds"),
    [
        ("60", 60.0),
        ("0.5", 0.5),
        ("Wed, 25 Nov 2026 12:01:00 GMT", 60.0),
        ("Wed, 25 Nov 2026 11:00:00 GMT", 0.0),  # gone by
        ("Wed, 25 Nov 2026 12:01:00 -0000", 60.0),  # of no zone
        ("-1", None),
        ("nan", None),
        ("1e9", None),
        ("bald", None),
        ("Wed, 25 Nov 99999999999999 12:01:00 GMT", None),
        ("Wed, 25 Nov 2026 12:01:00 +99999999999999", None),
        ("", None),
    ],
)
def test_a_server_tells_how_long_to_wait_as_seconds_or_as_a_moment(
    told: str, seconds: float | None, noon: datetime
) -> None:
    assert clock.retry_after(told) == (None if seconds is None else pytest.approx(seconds, abs=0.01))
