"""What somebody wrote who looked at alarms, kept beside the Läufe."""

from dataclasses import dataclass
from datetime import date, datetime

from core.runs.notes import NoteKind


@dataclass(frozen=True, slots=True)
class AlarmNote:
    """What somebody wrote who looked at the alarms of that kind and series in these days, both inclusive.

    `art`, `merkmal` and `wert`: as `core.features.monitor.alarms` calls its series.
    """

    art: str
    merkmal: str
    wert: str
    von: date
    bis: date
    name: str = ""
    notiz: str = ""
    id: str = ""
    created: datetime | None = None


NOTE_KINDS = {"alarm": NoteKind(AlarmNote)}
