"""What those are called that only play: models and a prompt of the invented history and of the example."""

from collections.abc import Mapping

PLAYED: Mapping[str, str] = {
    "demo/beispiel": "Beispielmodell",
    "demo/sorgfaeltig": "Beispiel „sorgfältig“",
    "demo/schnell": "Beispiel „schnell“",
    "demo/neu": "Beispiel „neu“",
    "demo/beispiel-redlich": "Beispiel „redlich“",
    "demo/beispiel-parteiisch": "Beispiel „parteiisch“",
    "demo:zitate-zuerst": "Zitate zuerst",
}
"""By id."""
