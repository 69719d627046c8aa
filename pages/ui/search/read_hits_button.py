"""What a search cannot say, whether a passage is for or against, and a model that reads the hits for it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import streamlit as st

from core.context import Context
from core.german import formats
from core.models import Fundstelle
from core.question.question_words import claim_of, stance_words
from core.question.suchanfrage import Suchanfrage
from core.support.said import Findings
from core.support.verdict import WORT, Verdict
from pages.ui import failure, resources
from pages.ui.modell_choice import label
from pages.ui.search.finding import Ergebnis
from pages.ui.text import plain

NOT_DIE_SEITE = (
    "{} fragt nach einer Seite. Die Suche findet das Thema, nicht die Seite: Unter den Treffern können "
    "Befürworter und Gegner stehen."
)
NO_MODELL = (
    "Ein Sprachmodell könnte lesen, auf welcher Seite jeder Treffer steht; es ist aber keines eingerichtet."
)
FARBEN = {
    Verdict.STUETZT: "green",
    Verdict.WIDERSPRICHT: "red",
    Verdict.ANDERES: "gray",
    Verdict.OFFEN: "gray",
}


def seiten_read(context: Context, anfrage: Suchanfrage, ergebnis: Ergebnis) -> Ergebnis:
    """Where a question asks for a side: say so, and offer to have the hits read; with what was read."""
    hits = [one for one in ergebnis.treffer if isinstance(one, Fundstelle)]
    if not (words := stance_words(anfrage.eingabe)) or not hits:
        return ergebnis
    told = ", ".join(f"„{plain(word)}“" for word in words)
    with st.container(border=True, key="seite-lesen", gap="small"):
        st.markdown(f":material/balance: {NOT_DIE_SEITE.format(told)}")
        modell = _modell(context)
        if not modell:
            st.caption(NO_MODELL)
            return ergebnis
        claim = st.text_input(
            "Wozu soll jeder Treffer gelesen werden?",
            claim_of(anfrage.eingabe, anfrage.text),
            key=f"behauptung-{anfrage.eingabe}",
            max_chars=500,
        ).strip()
        return replace(ergebnis, gelesen=_read_value(context, modell, claim, hits)) if claim else ergebnis


def _modell(context: Context) -> str | None:
    from core.support.check import reader_of

    return reader_of(context, resources.availabilities())


def _read_value(
    context: Context, modell: str, claim: str, hits: Sequence[Fundstelle]
) -> Mapping[str, Findings]:
    from core.support.check import read_hits, usual_cost

    known: dict[tuple[str, str, str], Findings] = st.session_state.setdefault("suche-gelesen", {})
    new = [one for one in hits if (modell, claim, one.chunk.id) not in known]
    if new:
        usd = usual_cost(context, modell, claim, new)
        cost = f", etwa {formats.cost(usd)}" if usd else ""
        count = formats.counted(len(new), "Treffer", "Treffer")
        if st.button(f"{count} lesen lassen ({plain(label(modell))}{cost})", key="lesen-lassen"):
            with st.spinner("Das Modell liest die Treffer …"), failure.shown():
                found = read_hits(context, modell, claim, new)
                known |= {(modell, claim, id): one for id, one in found.items()}
                st.rerun()
    return {
        one.chunk.id: known[modell, claim, one.chunk.id]
        for one in hits
        if (modell, claim, one.chunk.id) in known
    }


def befund(findings: Findings) -> None:
    """What the model said of one hit, and the words of the passage it stands on."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        farbe = FARBEN[findings.verdict]
        st.markdown(f":{farbe}-badge[{WORT[findings.verdict]} (Modell)]", width="content")
        reason = f"„{findings.words}“" if findings.words else findings.reason
        st.caption(plain(reason))
