"""Seite „Barrierefreiheit“: was den Regeln entspricht, was nicht, wie gemessen wurde, wer zuständig ist."""

import streamlit as st

from pages.ui import resources
from pages.ui.parts import head
from pages.ui.text import plain

STAND = """
Der Antragsspiegel soll für alle benutzbar sein. Maßstab sind die BITV 2.0 und die WCAG 2.2, Stufe AA. Er
ist mit ihnen **teilweise vereinbar**; was noch fehlt, steht unten.
"""
FULFILLED = """
- **Tastatur:** Vom Antrag über Ergebnis, Zitat und Programmseite bis zum Export geht es ohne Maus. Ganz
  vorn steht „Zum Inhalt springen“, bei einem Lauf auch „Zum ersten Zitat springen“; wo man ist, zeigt
  ein Rahmen von drei Pixeln.
- **Vorlesen:** Seitensprache, Überschriften in ihrer Ordnung, ein Name für jedes Bedienelement, der
  gewählte Zustand von Reitern, Parteien und Zitaten. Das Bild einer Programmseite nennt Seite, Datei und
  markierte Wörter.
- **Sehen:** Text hat mindestens einen Kontrast von 4,5 : 1, hell wie dunkel, auch auf farbigen Feldern.
  Farbe sagt nie allein etwas. Auch 390 Pixel breit ist nichts abgeschnitten.
- **Bewegung:** Wer im Betriebssystem weniger Bewegung eingestellt hat, sieht keine.
- **Tabellen und Diagramme:** Unter jeder gezeichneten Tabelle steht „Als einfache Tabelle“, neben jedem
  Diagramm „Als Tabelle“; Zeilen, die zu einer Seite führen, sind dort Links.
"""
FEHLT = """
- **PDF-Dateien** der Parteien sind fremde Dokumente. Viele sind nicht für das Vorlesen ausgezeichnet; die
  Zitate und ihre Umgebung stehen deshalb immer auch als Text auf der Seite.
- **Tabellen, die sich sortieren lassen,** sind auf eine Fläche gezeichnet. Mit den Pfeiltasten kommt man
  hindurch, Vorleseprogramme lesen sie aber verschieden gut. Dafür gibt es die einfache Tabelle.
- **Einige Wörter sind englisch:** was die Oberfläche Streamlit selbst sagt, etwa im Kalender, am Rand von
  Tabellen und bei unterbrochener Verbindung.
- **Diagramme** sind ohne Maus nicht zu durchwandern; ihre Zahlen stehen in der Tabelle daneben.
- **Gebärdensprache und Leichte Sprache** gibt es nicht.
- Von Menschen, die ein Vorleseprogramm täglich benutzen, ist der Antragsspiegel noch nicht geprüft worden.
"""
MEASURED = """
Selbstbewertung. Bei jeder Änderung prüft ein Test alle Seiten mit axe-core in Chromium, hell und dunkel,
1440 und 390 Pixel breit, nach den Regeln der WCAG 2.0 bis 2.2 (A und AA) und nach der Ordnung der
Überschriften; erlaubt ist kein einziger Verstoß. Ein zweiter geht den Weg vom Antrag bis zum Export allein
mit der Tastatur.
"""
NOBODY = """
Wer diesen Antragsspiegel betreibt, hat hier noch keine Anschrift genannt. Bitte wenden Sie sich an die
Stelle, die Ihnen den Zugang gab. (Für den Betrieb: Die Einstellung `KONTAKT` steht an dieser Stelle.)
"""

head("barrierefreiheit")
with st.container(width=820):
    st.markdown(STAND)
    st.header("Was den Regeln entspricht", anchor=False)
    st.markdown(FULFILLED)
    st.header("Was noch nicht", anchor=False)
    st.markdown(FEHLT)
    st.header("Wie gemessen wurde", anchor=False)
    st.markdown(MEASURED)
    st.header("Barrieren melden", anchor=False)
    kontakt = resources.context().settings.kontakt
    st.markdown(plain(kontakt) if kontakt else NOBODY)
