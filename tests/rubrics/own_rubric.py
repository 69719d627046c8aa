"""A rubric that somebody wrote."""

from pathlib import Path

OWN = """id = "klima"
version = 1
titel = "Klima-Check"
beschreibung = "Ob ein Antrag dem Klima nützt."
quelle = "eigene"
zusammenfassung = "mittel"
nicht_beruehrt = "nicht berührt"
prompt = "Prüfe, ob der Antrag dem Klima nützt."

[[stufe]]
wert = 0
wort = "nein"
bedeutung = "Er nützt nicht."

[[stufe]]
wert = 1
wort = "ja"
bedeutung = "Er nützt."

[[feld]]
id = "verkehr"
titel = "Verkehr"
leitfrage = "Fahren weniger Autos?"
quelle = "eigene"
stichwoerter = ["nachtbus"]
"""


def write(folder: Path, text: str) -> Path:
    file = folder / "klima.toml"
    file.write_text(text, encoding="utf-8")
    return file
