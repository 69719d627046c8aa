"""Seite „Verlässlichkeit“ des Monitors: wie oft Modelle richtig liegen, gemessen an offizieller Haltung."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

import streamlit as st

from core.assessment.own_prompts import PromptShelf
from core.base import formats, frames
from core.base.statistical_measures import Interval
from core.features.eichung.eichbild import SPALTEN, Accordance, Eichbild, answer_rows, eichbild
from core.features.eichung.run_calibration import (
    SHIPPED,
    EichungEffort,
    EichungJobs,
    EichungPlan,
    effort_of,
    vorhaben,
)
from core.llm.catalogue import PROMPT
from core.programme.context import Context
from core.runs.eichungen import Eichung
from pages.ui import address, modell_choice, resources
from pages.ui.help_texts import explained
from pages.ui.parts import head
from pages.ui.text import failure_shown, joined, plain
from pages.ui.words import modell_name, prompt_name, prompt_told

# --- measuring a model: its price told before, how far it is, and stopped -----------------------------------

OFFEN = "eichung-dialog"
LIMIT = 5.0
# US dollars that are offered as the limit.

WITHOUT_LIMIT = (
    "Ohne bekannten Preis ist keine Grenze einzuhalten. Leeren Sie das Feld „Kostengrenze“, um ohne Grenze "
    "zu starten, oder wählen Sie ein anderes Modell."
)


def offer_eichung(context: Context) -> None:
    """The button with its dialog, and how far what was started is."""
    staende = resources.context().own(EichungJobs).states.copy()
    if any(stand.laeuft for stand in staende.values()):
        _running()
    for stand in staende.values():
        for reason in stand.fehler if not stand.laeuft else ():
            st.warning(plain(f"{stand.name}: {reason}"), icon=":material/warning:")
    st.button(
        "Modell eichen",
        icon=":material/play_arrow:",
        key="eichen",
        on_click=lambda: st.session_state.update({OFFEN: True}),
        help="Ein Modell mit einem Prompt an offiziellen Positionen messen; vorher steht da, was es kostet",
    )
    if st.session_state.get(OFFEN):
        _dialog(context)


def _close() -> None:
    st.session_state.pop(OFFEN, None)


@st.dialog("Modell eichen", on_dismiss=_close)
def _dialog(context: Context) -> None:
    usable = modell_choice.language_modelle()
    modell = st.selectbox(
        "Modell", usable, format_func=modell_choice.label, accept_new_options=True, key="eichen-modell",
        placeholder="Modell wählen oder eintippen", index=0 if usable else None,
        help=modell_choice.ANY_OTHER,
    )  # fmt: skip
    prompts = {prompt.id: prompt.titel for prompt in PromptShelf(context).newest()}
    prompt = st.selectbox(
        "Prompt", list(prompts), index=list(prompts).index(PROMPT), format_func=prompts.__getitem__,
        key="eichen-prompt",
    )  # fmt: skip
    stored = {one.satz_hash: one.satz_name for one in resources.store().list_eichungen()}
    saetze = {"": SHIPPED, **{key: name for key, name in stored.items() if name != SHIPPED}}
    satz = st.selectbox(
        "Thesen", list(saetze), format_func=saetze.__getitem__, key="eichen-satz",
        help="Eigene Thesen liest einmal die Kommandozeile ein; danach stehen sie hier.",
    )  # fmt: skip
    st.session_state.setdefault("eichen-grenze", LIMIT)  # as a default it could not be emptied
    limit = st.number_input(
        "Kostengrenze in US-Dollar", 0.01, value=None, step=1.0, format="%g", key="eichen-grenze",
        help="Mehr wird nicht ausgegeben. Ist das Feld leer, gilt keine Grenze.",
    )  # fmt: skip
    if not modell:
        st.markdown("Wählen Sie ein Sprachmodell.")
    elif not (bereit := modell_choice.readiness(modell)).ok:
        st.markdown(plain(f"{modell}: {bereit.grund}"))
    else:
        _start(context, EichungPlan(modell=modell, prompt=prompt or "", satz=satz or "", limit=limit))


def _start(context: Context, plan: EichungPlan) -> None:
    with failure_shown():
        with st.spinner("Es wird gerechnet, was das kostet …"):
            told = effort_of(context, vorhaben(context, plan))
        st.markdown(_extent(told, plan.limit))
        is_priceless = told.usd is None and plan.limit is not None
        if told.offen and is_priceless:
            st.warning(WITHOUT_LIMIT)
        elif told.offen and st.button(
            "Starten", type="primary", icon=":material/play_arrow:", key="eichen-los"
        ):
            address.go(eichung=resources.context().own(EichungJobs).start(plan))
            _close()
            st.rerun()


def _extent(told: EichungEffort, limit: float | None) -> str:
    """„**836 Fragen**, 12 davon schon beantwortet. Das kostet etwa 1,20 USD.“"""
    asked = f"**{formats.counted(told.fragen, 'Frage', 'Fragen')}**"
    if not told.offen:
        return f"{asked}, alle schon beantwortet: Es wird nichts gefragt."
    known = f", {formats.number(told.bekannt)} davon schon beantwortet" if told.bekannt else ""
    if told.usd is None:
        return f"{asked}{known}. Was das kostet, ist nicht bekannt."
    if not told.usd:
        return f"{asked}{known}. Das kostet nichts."
    is_more = limit is not None and told.usd > limit
    stop = ", mehr als die Grenze: Dort wird angehalten" if is_more else ""
    return f"{asked}{known}. Das kostet etwa {formats.cost(told.usd)}{stop}."


@st.fragment(run_every=1.0)
def _running() -> None:
    """How far those are that go on; the whole page again when none does."""
    jobs = resources.context().own(EichungJobs)
    running = {id: stand for id, stand in jobs.states.copy().items() if stand.laeuft}
    if not running:
        st.rerun(scope="app")
    for eichung_id, stand in running.items():
        with st.container(border=True):
            told = [
                f"{stand.name}: {formats.number(stand.fertig)} von {formats.number(stand.von)} Fragen",
                formats.cost(stand.spent) if stand.spent else None,
            ]
            st.progress(stand.fertig / max(stand.von, 1), text=plain(joined(told)))
            st.caption("Sie können diese Seite schließen: Es geht weiter.")
            st.button(
                "Anhalten",
                icon=":material/stop_circle:",
                key=f"eichen-anhalten-{eichung_id}",
                on_click=jobs.cancel,
                args=(eichung_id,),
                help="Was beantwortet ist, bleibt gespeichert; den Rest können Sie später fragen lassen",
            )


# --- the page -----------------------------------------------------------------------------------------------

MOST = 20  # the latest: of more than fit on a screen nobody compares the intervals
ENTRIES = 32  # kept for all visitors together: more than the page shows

FIGURES = """
**Weicht ab**: Urteile mit anderer Haltung als die Partei ÷ Urteile mit einer Haltung. Ab 6 Punkten gilt ein
Urteil als „stimmt zu“, bis 4 als „lehnt ab“, dazwischen als „neutral“; so beschreibt es auch der Maßstab im
Prompt. Enthaltungen zählen nicht mit und stehen daneben.

**Enthaltung**: Fragen ohne Punkte (keine Quelle, keine Wertung, unlesbare Antwort) ÷ alle Fragen.

**95 %**: Zwischen diesen Grenzen liegt die Zahl mit 95 % Sicherheit. Dazu werden 999-mal ganze Thesen neu
gezogen, denn die Antworten zu einer These hängen zusammen.

**Was Punkte wert sind**: Fälle mit diesen Punkten, in denen die Partei offiziell zustimmt, von allen Fällen
mit diesen Punkten; „neutral“ zählt als nicht zugestimmt. Benachbarte Punkte werden zusammengelegt, bis mehr
Punkte nie seltener Zustimmung bedeuten (isotone Regression). Der Anteil steht auch auf der Seite eines Laufs
mit demselben Modell und Prompt, wo mindestens zehn Fälle hinter ihm stehen.

**Zum Vergleich**: Dormuth, Franke, Hafer u. a. 2025 (arXiv:2502.15568) legten Chatbots die 38 Thesen zur
Bundestagswahl 2025 vor: Einer wich in 25 %, ein anderer in 54 % der Fälle von dem ab, was die Partei selbst
gesagt hatte. Andere Thesen und Parteien: nur der Größe nach vergleichbar.

**Zu gut?** Ein Modell kann Thesen, Positionen und Programme dieser Wahlen schon gelesen haben, als es lernte.
"""
AIM = """
**Wofür.** Der Antragsspiegel hilft Menschen, die beruflich mit Anträgen arbeiten: Er legt einen Antrag
neben die Programme der Parteien, zeigt wörtliche Belege mit Seite und lässt ein Sprachmodell vorschlagen,
wie gut beides zusammenpasst. Die Eichung sagt, wie oft solche Vorschläge stimmen.

**Wofür nicht.** Keine Wahlempfehlung, keine Rangliste für Wählerinnen und Wähler, kein Ersatz für das
Lesen der Programme. Punkte sind kein Maß dafür, ob eine Partei oder ein Antrag gut ist. Wer Menschen bei
einer Wahl beraten will, darf dieses Werkzeug dafür nicht einsetzen.

**Wer was prüft.** Das Programm prüft, dass jedes gezeigte Zitat wörtlich auf der genannten Seite steht.
Die Eichung misst, wie oft Punkte zur offiziellen Position passen. Ob ein Zitat die Forderung stützt, kann
ein zweites Modell lesen, das sich irren kann. Ob ein einzelnes Urteil stimmt, prüfen Sie.

**Was offizielle Positionen nicht sind.** Parteien haben sie selbst angegeben, zu Thesen, die umstritten
sein sollen. Sie können vom Programm abweichen: Dann gilt ein Urteil als falsch, das dem Programm folgt.
"""


# Nothing in it is ever changed, so all may share it.
@st.cache_resource(max_entries=ENTRIES, show_spinner=False)
def _picture(_eichung: Eichung, eichung_id: str, beantwortet: int, finished: datetime | None) -> Eichbild:
    return eichbild(resources.store(), _eichung)


def _accordance(one: Accordance) -> dict[str, object]:
    bounds = (formats.number(100 * edge) for edge in (one.abweichung.von, one.abweichung.bis))
    return {
        "Weicht ab": _percent(one.abweichung),
        "95 %": f"{' bis '.join(bounds)} %",
        "Enthaltung": _percent(one.enthaltung),
    }


def _percent(one: Interval) -> str:
    """„20 %“, „–“ where nothing is known."""
    return formats.NOTHING if one.wert != one.wert else f"{formats.number(100 * one.wert)} %"


def _table(rows: Sequence[dict[str, object]], head: str) -> None:
    st.table(frames.frame_of(rows, list(rows[0])).set_index(head))


def _csv(eichung: Eichung) -> bytes:
    return frames.csv(frames.frame_of(list(answer_rows(resources.store(), eichung)), SPALTEN))


head("eichung")
st.markdown(
    "Wie oft sagt ein Modell über eine Partei das, was die Partei selbst sagt? Das misst eine "
    f"{explained('Eichung')}: Das Modell liest zu jeder These das Wahlprogramm, wie in einem Lauf; "
    "verglichen wird mit der Position, die die Partei offiziell angab."
)
context = resources.context()
offer_eichung(context)
eichungen = [one for one in resources.store().list_eichungen() if one.beantwortet][:MOST]
if eichungen:
    pictures = [_picture(one, one.id, one.beantwortet, one.finished) for one in eichungen]
    _table(
        [
            {
                "Modell": plain(modell_name(one.modell)),
                "Prompt": plain(prompt_told(one.prompt_id, one.prompt_version)),
                "Thesen": plain(one.satz_name),
                **_accordance(bild.gesamt),
                "Stand": formats.day(one.created) if one.finished else f"{one.beantwortet} von {one.geplant}",
            }
            for one, bild in zip(eichungen, pictures, strict=True)
        ],
        "Modell",
    )
    by_id = {bild.eichung.id: bild for bild in pictures}
    names = {
        one.id: f"{modell_name(one.modell)} · {prompt_name(one.prompt_id)} · {one.satz_name}"
        for one in eichungen
    }
    asked = address.get("eichung")
    chosen = asked if asked in by_id else next(iter(by_id))
    st.header("Eine Eichung im Einzelnen", anchor=False)
    picked = st.selectbox(
        "Eichung",
        list(by_id),
        format_func=names.__getitem__,
        **address.follow("eichung", "eichung", chosen),
    )
    bild = by_id.get(picked or chosen, by_id[chosen])
    eichung = bild.eichung
    if not eichung.finished:
        st.warning(
            f"Noch nicht ganz: {formats.counted(eichung.beantwortet, 'Antwort', 'Antworten')} von "
            f"{formats.number(eichung.geplant)}. Noch einmal gestartet, fragt sie nur, was fehlt.",
            icon=":material/hourglass_empty:",
        )
    told = [
        f"{', '.join(bild.wahlen[:6])}{' …' if len(bild.wahlen) > 6 else ''}",
        formats.counted(bild.thesen, "These", "Thesen"),
        formats.cost(eichung.kosten),
        formats.moment(eichung.finished or eichung.created),
    ]
    st.caption(plain(joined(told)))
    for reason, count in eichung.parameter["ausgelassen"].items():
        st.caption(f"Ausgelassen: {formats.counted(count, 'Position', 'Positionen')} ({plain(reason)}).")
    _table(
        [
            {
                "Partei": plain(context.registry.partei_label(partei)),
                **_accordance(one),
                "Beantwortet": f"{one.beantwortet} von {one.faelle}",
            }
            for partei, one in bild.parteien.items()
        ],
        "Partei",
    )
    if bild.zuverlaessigkeit:
        st.markdown("**Was Punkte wert sind: So oft stimmte die Partei zu**")
        _table(
            [
                {
                    "Punkte": " bis ".join(dict.fromkeys(map(formats.shortest, (one.von, one.bis)))),
                    "Fälle": one.faelle,
                    "Partei stimmte zu": one.zustimmungen,
                    "Anteil": f"{formats.number(100 * one.anteil)} %",
                }
                for one in bild.zuverlaessigkeit
            ],
            "Punkte",
        )
    with st.expander("Wie kommen diese Zahlen zustande?", icon=":material/help:"):
        st.markdown(FIGURES)
    st.header("Nachrechnen", anchor=False)
    st.markdown(
        "Jede Antwort als Zeile: These, Position der Partei, die vorgelegten Passagen, Punkte, die rohe "
        "Antwort, Modell und Prompt. Derselbe Befehl wiederholt die Eichung; was beantwortet ist, wird nicht "
        "noch einmal gefragt."
    )
    st.download_button(
        "Alle Antworten als CSV",
        partial(_csv, eichung),
        file_name=f"eichung-{eichung.id}.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
    )
    own = "" if eichung.satz_name == SHIPPED else f" {eichung.satz_name}"
    command = f"python -m core calibrate{own} --model {eichung.modell} --prompt {eichung.prompt_id}"
    st.code(command, language=None, wrap_lines=True)
else:
    st.info("Noch ist kein Modell geeicht.", icon=":material/info:")
    st.markdown(
        "Thesen aus einer eigenen Datei liest die Kommandozeile; so erfahren Sie zuerst, was es kostet:"
    )
    command = "python -m core calibrate thesen.csv --model openai/gpt-4.1 --kosten"
    st.code(command, language=None, wrap_lines=True)
with st.expander("Wofür, wofür nicht, und wer was prüft", icon=":material/policy:", expanded=False):
    st.markdown(AIM)
