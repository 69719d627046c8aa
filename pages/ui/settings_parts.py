"""What the page Einstellungen shows: tables of what is installed, and who is told of alarms."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.context import Context
from core.errors import DashboardError
from core.german import formats
from core.installation import FEHLT, DataPlace, ModellRow
from core.monitor.alarm_receivers import AlarmReceiver, receivers
from core.monitor.alarm_sending import send_probe
from core.roles.rights import Action
from core.runs.alarm_rows import AlarmSend
from pages.ui import acts, failure, resources
from pages.ui.plain_table import as_html
from pages.ui.text import plain


def modell_table(zeilen: Sequence[ModellRow]) -> str:
    rows = [
        {
            "Modell": row.modell.label,
            "Anbieter": row.modell.anbieter,
            "Zustand": _state(row),
            "Schlüssel": row.schluessel,
            "Preis gelesen": _price(row.preis_ein),
            "Preis geschrieben": _price(row.preis_aus),
            "Liest höchstens": f"{formats.number(row.modell.kontext)} Tokens",
        }
        for row in zeilen
    ]
    return as_html(pd.DataFrame(rows), "Sprachmodelle des Katalogs", {}, [])


def data_table(places: Sequence[DataPlace]) -> str:
    rows = [
        {
            "Was": ort.was,
            "Wo": ort.wo,
            "Umfang": ort.umfang,
            "Größe": None if ort.groesse is None else formats.size(ort.groesse),
        }
        for ort in places
    ]
    return as_html(pd.DataFrame(rows), "Welche Daten wo liegen", {}, [])


def _state(row: ModellRow) -> str:
    if row.bereit.ok:
        return "✓ bereit"
    return "✗ ohne Schlüssel" if row.schluessel.endswith(FEHLT) else f"✗ {row.bereit.grund}"


def _price(usd: float | None) -> str:
    if usd is None:
        return "unbekannt"
    return f"{formats.number(usd, 2)} $" if usd else "kostenlos"


# --- who is told of alarms, what became of the last ones, and a test that is sent at once -------------------

NOBODY = (
    "Niemand wird benachrichtigt: Alarme stehen nur auf der Seite Monitor. Für E-Mail setzen Sie `ALARM_AN` "
    "und `SMTP_SERVER`, für einen Webhook `ALARM_WEBHOOK`."
)
TOLD = (
    "Jeder Alarm wird einmal gesendet, mit Tagen, Anzahlen und den Namen von Modell, Prompt oder Partei; "
    "nichts aus einem Antrag. Nimmt ihn niemand an, wird es in wachsenden Abständen bis zu zehnmal versucht."
)


def show(context: Context) -> None:
    with failure.shown():
        ways = receivers(context.settings)
        if not ways:
            st.info(NOBODY, icon=":material/notifications_off:")
            return
        st.markdown("\n".join(f"- {plain(way.wohin)}" for way in ways))
        st.caption(TOLD)
        _last(resources.store().list_alarm_sends())
        if acts.button(
            Action.WATCH, "Probealarm senden", icon=":material/notifications_active:", key="probealarm"
        ):
            for way in ways:
                _probe(context, way)


def _probe(context: Context, way: AlarmReceiver) -> None:
    try:
        with st.spinner("Der Probealarm wird gesendet …"):
            send_probe(context, way)
    except DashboardError as error:
        failure.show(error)
    else:
        st.success(plain(f"{way.wohin}: angenommen."), icon=":material/check_circle:")


def _last(sends: list[AlarmSend]) -> None:
    """The last one that arrived, and every one that did not yet."""
    if arrived := max((send.gesendet for send in sends if send.gesendet), default=None):
        st.caption(f"Zuletzt wurde am {formats.moment(arrived)} ein Alarm gesendet.")
    if waiting := [send for send in sends if send.gesendet is None]:
        given_up = sum(send.is_given_up for send in waiting)
        told = formats.counted(len(waiting), "Alarm wurde", "Alarme wurden")
        end = f" {formats.number(given_up)} davon werden nicht mehr versucht." if given_up else ""
        st.warning(
            plain(f"{told} noch nicht angenommen.{end} Zuletzt: {waiting[0].fehler}"),
            icon=":material/warning:",
        )
