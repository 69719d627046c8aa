"""What can become of a quote, and how a reader is told."""

from enum import StrEnum


class Zitatstatus(StrEnum):
    WOERTLICH = "woertlich"
    MIT_AUSLASSUNG = "mit_auslassung"
    ANGEGLICHEN = "angeglichen"
    ZU_KURZ = "zu_kurz"
    NICHT_GEFUNDEN = "nicht_gefunden"
    AUSSERHALB = "ausserhalb_des_kontexts"
    NUR_AEHNLICH = "nur_aehnlich"
    ZAHL = "zahl_weicht_ab"
    VERNEINUNG = "verneinung_weicht_ab"
    UNLESBAR = "unlesbar"
    UNSICHER = "unsicher"
    UNGEPRUEFT = "ungeprueft"

    @property
    def is_bound(self) -> bool:
        return self in (Zitatstatus.WOERTLICH, Zitatstatus.MIT_AUSLASSUNG, Zitatstatus.ANGEGLICHEN)

    @property
    def is_dropped(self) -> bool:
        """By us. What somebody's file says and nobody could prove here is neither bound nor dropped."""
        return not self.is_bound and self is not Zitatstatus.UNGEPRUEFT


WORT = {
    Zitatstatus.WOERTLICH: "wörtlich",
    Zitatstatus.MIT_AUSLASSUNG: "mit Auslassung",
    Zitatstatus.ANGEGLICHEN: "angeglichen",
    Zitatstatus.NICHT_GEFUNDEN: "nicht gefunden",
    Zitatstatus.NUR_AEHNLICH: "nur ähnlich",
    Zitatstatus.AUSSERHALB: "nicht vorgelegt",
    Zitatstatus.ZAHL: "andere Zahl",
    Zitatstatus.VERNEINUNG: "andere Verneinung",
    Zitatstatus.ZU_KURZ: "zu kurz",
    Zitatstatus.UNLESBAR: "unlesbar",
    Zitatstatus.UNSICHER: "unsicher gelesen",
    Zitatstatus.UNGEPRUEFT: "nicht geprüft (eingelesen)",
}
"""What became of a quote, as a reader is told: first how it was bound, then why it was dropped."""

GRUENDE = {status: wort for status, wort in WORT.items() if status.is_dropped}

ERKLAERUNG = {
    Zitatstatus.ZU_KURZ: "Das Zitat ist kürzer als 20 Zeichen; so kurze Wortfolgen belegen nichts.",
    Zitatstatus.NICHT_GEFUNDEN: "Der Wortlaut steht in keiner der vorgelegten Quellen.",
    Zitatstatus.AUSSERHALB: "Der Wortlaut steht im Programm, aber nicht in den vorgelegten Passagen.",
    Zitatstatus.NUR_AEHNLICH: "Eine vorgelegte Passage ist ähnlich, der Wortlaut aber ein anderer.",
    Zitatstatus.ZAHL: "Eine vorgelegte Passage lautet ähnlich, nennt aber eine andere Zahl.",
    Zitatstatus.VERNEINUNG: (
        "Eine vorgelegte Passage lautet ähnlich, aber eine Verneinung fehlt oder kam hinzu."
    ),
    Zitatstatus.UNLESBAR: "Die Angabe ist kein lesbares Zitat.",
    Zitatstatus.UNSICHER: (
        "Diese Stelle wurde beim Einlesen nicht sicher gelesen; ob sie so gedruckt ist, zeigt nur die Seite."
    ),
    Zitatstatus.UNGEPRUEFT: (
        "Das Zitat stammt aus einer eingelesenen Datei und ließ sich hier nicht nachprüfen."
    ),
}
