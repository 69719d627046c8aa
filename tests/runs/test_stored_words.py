"""Words that stand in stores: another word for the same is a migration, for stores keep the old one."""

from enum import StrEnum

import pytest

from core.antrag.vote_papers import PaperKind
from core.features.decisions.decision import Side, VotedOn
from core.features.monitor.alarms import SeriesKind, SeriesOf
from core.llm.verdict import Verdict
from core.runs.buchungen import Zweck
from core.runs.lauf import AntwortKind, Ende, Status, Zitierweise
from core.runs.notes import kinds
from core.wortlaut.binding.eintrag import ZitatStatus
from core.wortlaut.records import Typ

STORED: dict[type[StrEnum], str] = {
    Status: "laeuft fertig fehlgeschlagen abgebrochen",
    Ende: "verwaist abgeloest grenze",
    ZitatStatus: (
        "woertlich mit_auslassung aus_mehreren_stellen angeglichen zu_kurz nicht_gefunden unsicher "
        "ungeprueft ausserhalb_des_kontexts nur_aehnlich zahl_weicht_ab verneinung_weicht_ab unlesbar"
    ),
    Typ: "wahlprogramm parteiprogramm",
    Verdict: "stuetzt widerspricht anderes offen",
    Zweck: "lauf traegt rubrik eichung frage nachfrage zusammenfassung verbindung",
    AntwortKind: "frage nachfrage",
    Zitierweise: "abschrift verweis erzwungen",
    SeriesKind: "verworfen ohne_zitat wenige partei",
    SeriesOf: "alle gewaehlte modell prompt partei",
    Side: "dafür|dagegen|Enthaltung|gespalten|nicht feststellbar",
    VotedOn: (
        "die Vorlage selbst|die Empfehlung, sie abzulehnen|die Empfehlung, sie anzunehmen|"
        "eine geänderte Fassung|einzelne Teile|etwas anderes|nicht feststellbar"
    ),
    PaperKind: "Beschlussempfehlung|Plenarprotokoll|Namentliche Abstimmung",
}
"""More may come; none of these may go or be written otherwise."""


@pytest.mark.parametrize("kind", STORED, ids=lambda kind: kind.__name__)
def test_what_is_stored_is_still_a_word_that_is_known(kind: type[StrEnum]) -> None:
    told = STORED[kind]
    words = told.split("|") if "|" in told else told.split()
    gone = set(words) - {str(one) for one in kind}
    assert not gone, (
        f"stores hold {gone}: a migration has to change them (python -m tests.runs.new_migration)"
    )


def test_every_kind_of_note_that_is_stored_is_known() -> None:
    assert kinds().keys() >= {"urteil", "antwort", "pruefung", "traegt", "alarm", "rubrik", "text"}
