"""How right support checkers are, held against what parties gave as their reasons."""

from collections.abc import Sequence

import streamlit as st

from core import frames
from core.calibration.checker_figures import CheckerQuality, checker_qualities
from core.german import formats
from core.support.verdict import WORT
from pages.ui import resources
from pages.ui.eichung.loading import herkunft, with_limits
from pages.ui.plain_table import plain_table
from pages.ui.shown_names import modell_name

BEFEHL = "python -m core calibrate --checker openai/gpt-4.1 --kosten"
ORIGIN = (
    "Das Prüfmodell liest zu jeder These die Begründung, mit der eine Partei ihre Position erklärt. Richtig "
    "ist „stützt“, wo die Partei zustimmt, und „widerspricht“, wo sie ablehnt; zur verneinten These das "
    "Umgekehrte; „spricht von anderem“, wo dieselbe Partei etwas anderes begründet. Neutrale Positionen "
    "zählen nicht.\n\n**Precision**: richtige ÷ alle Urteile dieser Art. **Recall**: richtige ÷ alle Fälle, "
    "in denen dieses Urteil richtig wäre, auch die offen gelassenen. **Richtig**: richtige ÷ alle Urteile, "
    "die nicht offen sind. Die Grenzen gelten mit 95 % Sicherheit (999-mal ganze Thesen neu gezogen). Ein "
    "Urteil, dessen Wörter nicht in der Begründung stehen, ist offen, wie in jedem Lauf."
)


def pruefmodelle() -> None:
    """What was measured; where nothing was, how to."""
    st.header("Prüfmodelle: trägt das Zitat?", anchor=False)
    st.markdown(
        "Ob ein Zitat die Forderung stützt, sagt im Lauf ein zweites Modell. Hier steht, wie oft es recht "
        "hat, wenn es die Begründungen der Parteien selbst liest."
    )
    if measured := checker_qualities(resources.store()):
        _tabelle(measured)
        herkunft(ORIGIN, "pruefmodelle")
    else:
        st.caption("Noch ist kein Prüfmodell gemessen. So erfahren Sie zuerst, was es kostet:")
        st.code(BEFEHL, language=None, wrap_lines=True)


def _tabelle(measured: Sequence[CheckerQuality]) -> None:
    rows = [_row(one) for one in measured]
    table = frames.zeilen(rows, list(rows[0]))
    st.dataframe(table, hide_index=True, placeholder="–", alt="Gemessene Prüfmodelle")
    plain_table(table, "pruefmodelle", "Gemessene Prüfmodelle")


def _row(one: CheckerQuality) -> dict[str, object]:
    eichung = one.eichung
    classes = {
        f"{WORT[verdict]}: {name}": with_limits(getattr(own, field))
        for verdict, own in one.klassen.items()
        for name, field in (("Precision", "precision"), ("Recall", "recall"))
    }
    return {
        "Prüfmodell": modell_name(eichung.modell),
        "Prompt": eichung.prompt_version,
        "Begründungen": eichung.satz_name,
        "Richtig (95 %)": with_limits(one.richtig),
        "Fälle": one.n,
        "Offen": one.offen,
        **classes,
        "Stand": formats.day(eichung.finished.date())
        if eichung.finished
        else f"{eichung.beantwortet} von {eichung.geplant}",
    }
