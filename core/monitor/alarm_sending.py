"""Alarms told to those who do not look at the page: each once, again later where nobody took it.

What is sent holds counts, days, names of models, prompts and parties, and an address; no word of an Antrag.
"""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlencode

from core.background import told
from core.context import Context
from core.errors import DashboardError
from core.german import formats
from core.monitor.alarm_receivers import AlarmNotice, AlarmReceiver, deliver, receivers
from core.monitor.alarms import Alarm, alarm_state, remark_on
from core.runs.connection import now
from core.runs.lauf_filter import Filter
from core.runs.quote_cube import load_number_table
from core.runs.store import Runstore, runstore

SPAN = timedelta(days=6)
"""Alarms of today and so many days before are told."""

EVERY = 600.0
"""Seconds between two looks of a running app."""

MOST_SHOWN = 20
"""So many alarms stand in one message; how many more there are is said."""

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Delivery:
    """So many alarms on one way; `fehler` is empty where they were taken."""

    wohin: str
    alarme: int
    fehler: str = ""


def send_new_alarms(context: Context, at: datetime | None = None) -> list[Delivery]:
    """What nobody was told yet and nobody has marked as seen, to everybody who is set up."""
    ways = receivers(context.settings)
    if not ways:
        return []
    store, at = runstore(context), at or now()
    found = alarm_state(load_number_table(store, False), Filter(is_demo=False), at.date() - SPAN).alarme
    notes = store.list_alarm_notes()
    unseen = [alarm for alarm in found if remark_on(alarm, notes) is None]
    sent = (_send(context, store, way, unseen, at) for way in ways)
    return [delivery for delivery in sent if delivery is not None]


def _send(
    context: Context, store: Runstore, way: AlarmReceiver, alarme: Sequence[Alarm], at: datetime
) -> Delivery | None:
    days = [(str(alarm.art), alarm.reihe, *alarm.tage) for alarm in alarme]
    claimed = store.claim_alarms(way.weg, days, at)
    ids = [send.id for send in claimed if send]
    due = [alarm for alarm, send in zip(alarme, claimed, strict=True) if send]
    if not due:
        return None
    try:
        deliver(way, notice(due, context.settings.alarm_adresse))
    except DashboardError as error:
        store.note_alarms_unsent(ids, str(error))
        return Delivery(way.wohin, len(due), str(error))
    store.note_alarms_sent(ids, at)
    return Delivery(way.wohin, len(due))


def send_probe(context: Context, way: AlarmReceiver) -> None:
    """A message that says it is a test; nothing of it is stored."""
    text = "Dies ist ein Probealarm: So kommen Alarme des Monitors an. Es ist nichts vorgefallen."
    deliver(way, _notice("Antragsspiegel: Probealarm", [text], [], context.settings.alarm_adresse))


def keep_sending(context: Context, every: float = EVERY) -> None:
    """As long as the app runs; what fails is told in its log, and tried again."""
    while True:
        with told("Senden", "Alarmen"):
            for delivery in send_new_alarms(context):
                LOG.warning("%s", delivery.fehler) if delivery.fehler else LOG.info("%s", delivery.wohin)
        time.sleep(every)


def notice(alarme: Sequence[Alarm], address: str | None) -> AlarmNotice:
    count = formats.counted(len(alarme), "Alarm", "Alarme")
    lines = [alarm.satz for alarm in alarme[:MOST_SHOWN]]
    if more := len(alarme) - len(lines):
        lines.append(f"… und {formats.counted(more, 'weiterer Alarm', 'weitere Alarme')}.")
    return _notice(f"Antragsspiegel: {count}", lines, alarme[:MOST_SHOWN], address)


def _notice(titel: str, lines: Sequence[str], alarme: Sequence[Alarm], address: str | None) -> AlarmNotice:
    monitor = _monitor(address)
    rows = [_row(alarm, monitor) for alarm in alarme]
    text = "\n\n".join(_one_line(line) for line in [titel, *lines])
    text += f"\n\nMonitor: {monitor}" if monitor else ""
    return AlarmNotice(titel, text, {"titel": titel, "adresse": monitor, "alarme": rows})


def _row(alarm: Alarm, monitor: str | None) -> dict[str, object]:
    von, bis = alarm.tage
    query = urlencode({"tag": f"{von}..{bis}", "reihe": alarm.reihe})
    return {
        "art": str(alarm.art),
        "reihe": _one_line(alarm.reihe),
        "von": von.isoformat(),
        "bis": bis.isoformat(),
        "anzahl": alarm.signal.k,
        "von_insgesamt": alarm.signal.n,
        "ueblich": [alarm.signal.erwartet_von, alarm.signal.erwartet_bis],
        "satz": _one_line(alarm.satz),
        "adresse": f"{monitor}?{query}" if monitor else None,
    }


def _monitor(address: str | None) -> str | None:
    if address is None:
        return None
    whole = address if "//" in address else f"http://{address}"
    return f"{whole.rstrip('/')}/monitor"


def _one_line(text: str) -> str:
    """Models and prompts are named by others."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:500]
