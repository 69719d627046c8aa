"""What can become of a quote, and how a reader is told."""

from enum import StrEnum


class ZitatStatus(StrEnum):
    WOERTLICH = "woertlich"
    MIT_AUSLASSUNG = "mit_auslassung"
    AUS_MEHREREN_STELLEN = "aus_mehreren_stellen"
    ANGEGLICHEN = "angeglichen"
    ZU_KURZ = "zu_kurz"
    NICHT_GEFUNDEN = "nicht_gefunden"
    OUTSIDE = "ausserhalb_des_kontexts"
    NUR_AEHNLICH = "nur_aehnlich"
    ZAHL = "zahl_weicht_ab"
    VERNEINUNG = "verneinung_weicht_ab"
    UNLESBAR = "unlesbar"
    UNSICHER = "unsicher"
    UNGEPRUEFT = "ungeprueft"

    @property
    def is_bound(self) -> bool:
        return self in BOUND

    @property
    def is_dropped(self) -> bool:
        """By us. What somebody's file says and nobody could prove here is neither bound nor dropped."""
        return not self.is_bound and self is not ZitatStatus.UNGEPRUEFT


BOUND = (
    ZitatStatus.WOERTLICH,
    ZitatStatus.MIT_AUSLASSUNG,
    ZitatStatus.AUS_MEHREREN_STELLEN,
    ZitatStatus.ANGEGLICHEN,
)

WORT = {
    ZitatStatus.WOERTLICH: "wörtlich",
    ZitatStatus.MIT_AUSLASSUNG: "mit Auslassung",
    ZitatStatus.AUS_MEHREREN_STELLEN: "aus mehreren Stellen",
    ZitatStatus.ANGEGLICHEN: "angeglichen",
    ZitatStatus.NICHT_GEFUNDEN: "nicht gefunden",
    ZitatStatus.NUR_AEHNLICH: "nur ähnlich",
    ZitatStatus.OUTSIDE: "nicht vorgelegt",
    ZitatStatus.ZAHL: "andere Zahl",
    ZitatStatus.VERNEINUNG: "andere Verneinung",
    ZitatStatus.ZU_KURZ: "zu kurz",
    ZitatStatus.UNLESBAR: "unlesbar",
    ZitatStatus.UNSICHER: "unsicher gelesen",
    ZitatStatus.UNGEPRUEFT: "nicht geprüft (eingelesen)",
}
"""What became of a quote, as a reader is told: first how it was bound, then why it was dropped."""

REASONS = {status: wort for status, wort in WORT.items() if status.is_dropped}

EXPLANATION = {
    ZitatStatus.ZU_KURZ: "Das Zitat ist kürzer als 20 Zeichen; so kurze Wortfolgen belegen nichts.",
    ZitatStatus.NICHT_GEFUNDEN: "Der Wortlaut steht in keiner der vorgelegten Quellen.",
    ZitatStatus.OUTSIDE: "Der Wortlaut steht im Programm, aber nicht in den vorgelegten Passagen.",
    ZitatStatus.NUR_AEHNLICH: "Eine vorgelegte Passage ist ähnlich, der Wortlaut aber ein anderer.",
    ZitatStatus.ZAHL: "Eine vorgelegte Passage lautet ähnlich, nennt aber eine andere Zahl.",
    ZitatStatus.VERNEINUNG: (
        "Eine vorgelegte Passage lautet ähnlich, aber eine Verneinung fehlt oder kam hinzu."
    ),
    ZitatStatus.UNLESBAR: "Die Angabe ist kein lesbares Zitat.",
    ZitatStatus.UNSICHER: (
        "Diese Stelle wurde beim Einlesen nicht sicher gelesen; ob sie so gedruckt ist, zeigt nur die Seite."
    ),
    ZitatStatus.UNGEPRUEFT: (
        "Das Zitat stammt aus einer eingelesenen Datei und ließ sich hier nicht nachprüfen."
    ),
}
