"""A Vermerk in our own words, with everything that one may hold."""

from datetime import UTC, datetime

from core.base.report_parts import PaperTable, PartyNote
from core.features.papers.vermerk import (
    EditedAntrag,
    EditedPart,
    ProgrammFile,
    Remark,
    Vermerk,
    VermerkPartei,
    VermerkTeil,
    VermerkZitat,
)

LAUF = "https://spiegel.example.org/lauf?id=abc"
DAY = datetime(2026, 3, 5, 10, 0, tzinfo=UTC)


def vermerk(
    parteien: int = 2, each: int = 2, text: str = "", url: str | None = None, vote: bool = True
) -> Vermerk:
    """`text` is behind everything that somebody else wrote, `url` in place of every address of others."""
    shown = [_partei(n, each, text, url, vote) for n in range(parteien)]
    names = tuple(partei.name for partei in shown)
    row = (f"1 Die Brunnen bleiben offen. {text}", *["nicht geprüft (1 Zitat)"] * parteien)
    dropped = ("Partei 1", "Wahlprogramm", f"Wasser für alle.{text}", "nicht gefunden")
    return Vermerk(
        titel=f"Trinkbrunnen an allen Schulen{text}",
        drucksache=f"5/214{text}",
        land="Musterland",
        datum="04.03.2025",
        antragsteller="Lindenbund",
        lauf="abc",
        stand="05.03.2026, 11:00 Uhr",
        modell=f"modell-a{text}",
        prompt="streng 1",
        adresse=LAUF,
        frage=f"Wie gut passt der Antrag zu den Programmen von {' und '.join(names)}?",
        forderungen=(("", "Die Landesregierung soll,"), ("1", f"Die Brunnen bleiben offen.{text}")),
        hinweise=("Beurteilung und Auswahl der Zitate stammen von einem Sprachmodell.",),
        bearbeitet=EditedAntrag(
            "Titel geändert",
            (EditedPart("Titel", "geändert", (("entfernt", f"Brunnen{text}"), ("hinzugefügt", "Neu"))),),
        ),
        parteien=tuple(shown),
        methode="Die Software sucht jeden Wortlaut im Original. Grenzen: Passagen können übersehen sein.",
        matrix=PaperTable(("Forderung", *names), (row,), "Was sie sagen", lesart="Eine Zeile je Forderung."),
        verworfene=(PaperTable(("Partei", "Art", "Angabe", "Warum"), (dropped,), "Verworfen", "Leer."),),
        programme=(ProgrammFile(f"Partei 1: Programm{text}", "gilt", url or "x", url or "", "SHA-256 00"),),
        programmnotiz="SHA-256 ist der Fingerabdruck der PDF-Datei.",
    )  # fmt: skip


def _partei(n: int, each: int, text: str, url: str | None, vote: bool) -> VermerkPartei:
    said = Remark(f"Eva Beispiel{text}", f"Urteil: Stimmt nicht: zu streng{text} (Eva)", DAY)
    quotes = tuple(_zitat(n, n * each + m + 1, text, url) for m in range(each))
    return VermerkPartei(
        name=f"Partei {n + 1}",
        teile=(
            VermerkTeil("Wahlprogramm", "6,5 von 10", f"Das Programm will Brunnen.{text}", (said,), quotes),
            VermerkTeil("Parteiprogramm", "keine Quellen"),
        ),
        weitere=(PartyNote("Abstimmung", "dagegen", f"Plenarprotokoll 5/12, S. 9{text}", url or LAUF),)
        if vote and n == 0
        else (),
        verworfen=1 if n == 0 else 0,
        ungeprueft=(f"Aus einer Datei.{text}",) if n == 0 else (),
    )


def _zitat(partei: int, nummer: int, text: str, url: str | None) -> VermerkZitat:
    said = Remark("Ali", f"Urteil: Stimmt{text}", None)
    return VermerkZitat(
        nummer=nummer,
        text=f"„Wir stellen an Schule {nummer} einen Brunnen auf, der das Jahr über Wasser gibt.{text}“",
        quelle=f"Partei {partei + 1} Wahlprogramm 2024, S. {nummer}",
        wort="wörtlich",
        adresse=f"{LAUF}&zitat={nummer}",
        original="https://partei.example.org/w.pdf#page=7" if url is None else url,
        seiten=((nummer, f"https://spiegel.example.org/api/wahlprogramm-cite?seite={nummer}"),),
        notizen=(f"Zu Forderung 1{text}",),
        urteile=(said,) if nummer == 1 else (),
    )


def zitate_of(one: Vermerk) -> list[VermerkZitat]:
    return [zitat for partei in one.parteien for teil in partei.teile for zitat in teil.zitate]
