"""A printable report of Läufe: scores, reasons, bound quotes with their page. One HTML file, no script."""

from collections.abc import Sequence
from html import escape

from core.assessment.ansicht import wertung_of
from core.context import Context
from core.llm.katalog import OFFLINE
from core.models import Typ
from core.programme.registry import partei_name
from core.runs.lauf import Lauf, Score, Zitat

STYLE = """
body { font: 11pt/1.5 Georgia, serif; max-width: 46em; margin: 2em auto; padding: 0 1em; color: #1c1c1c }
h1 { font-size: 1.5em; line-height: 1.25 } h2 { font-size: 1.2em; margin-top: 2em; page-break-after: avoid }
h3 { font-size: 1em; margin-bottom: 0 } .angaben, .quelle { color: #555; font-size: .9em }
blockquote { margin: .6em 0 .6em 1em; padding-left: .8em; border-left: 3px solid #888 }
.score { font-weight: bold } .hinweis { background: #f3efe2; padding: .5em .8em } a { color: #1a4f8a }
article { page-break-after: always } article:last-child { page-break-after: auto }
"""

NOTE_KI = (
    "Beurteilung und Auswahl der Zitate stammen von einem Sprachmodell und können falsch sein. "
    "Jedes Zitat ist an seiner Quelle geprüft: Es steht wörtlich auf der genannten Seite."
)
NOTE_OFFLINE = "Heuristik ohne Sprachmodell, keine inhaltliche Bewertung."


def bericht(context: Context, laeufe: Sequence[Lauf]) -> str:
    """The whole page."""
    titel = laeufe[0].antrag.titel if len(laeufe) == 1 else f"{len(laeufe)} Läufe"
    articles = "\n".join(_article(context, lauf) for lauf in laeufe)
    return (
        f'<!doctype html>\n<html lang="de"><head><meta charset="utf-8"><title>{escape(titel)}</title>'
        f"<style>{STYLE}</style></head><body>\n{articles}\n</body></html>\n"
    )


def _article(context: Context, lauf: Lauf) -> str:
    antrag = lauf.antrag
    about = [
        antrag.drucksache and f"Drucksache {antrag.drucksache}",
        antrag.bundesland,
        antrag.datum and f"{antrag.datum:%d.%m.%Y}",
        ", ".join(partei_name(context.registry, p, antrag.bundesland) for p in antrag.antragsteller),
    ]
    run = (
        f"Lauf {lauf.id} vom {lauf.created:%d.%m.%Y}, Modell {lauf.modell_geantwortet or lauf.modell_gefragt}"
    )
    prompt = f"Prompt {lauf.prompt_id} {lauf.prompt_version}"
    note = NOTE_OFFLINE if lauf.modell_gefragt == OFFLINE else NOTE_KI
    parts = "\n".join(_partei(context, lauf, teil.partei, teil.fehler) for teil in lauf.teile if teil.partei)
    return (
        f"<article><h1>{escape(antrag.titel or 'Antrag')}</h1>"
        f'<p class="angaben">{escape(" · ".join(part for part in about if part))}<br>'
        f'{escape(run)}, {escape(prompt)}</p><p class="hinweis">{note}</p>\n{parts}</article>'
    )


def _partei(context: Context, lauf: Lauf, partei: str, fehler: str) -> str:
    name = partei_name(context.registry, partei, lauf.antrag.bundesland)
    if fehler:
        return f"<h2>{escape(name)}</h2><p>{escape(fehler)}</p>"
    scores = {score.typ: score for score in lauf.scores if score.partei == partei}
    sections = "".join(
        _typ(context, typ, wertung_of(context.registry, lauf, partei, typ), scores.get(str(typ)), quotes)
        for typ in Typ
        for quotes in [_bound(lauf, partei, typ)]
    )
    dropped = sum(not zitat.status.is_bound for zitat in lauf.zitate if zitat.partei == partei)
    note = (
        f'<p class="angaben">{dropped} Zitate verworfen, weil sie nicht belegt sind.</p>' if dropped else ""
    )
    return f"<h2>{escape(name)}</h2>{sections}{note}"


def _typ(
    context: Context, typ: Typ, wertung: float | str, score: Score | None, zitate: Sequence[Zitat]
) -> str:
    value = wertung if isinstance(wertung, str) else f"{wertung:g} von 10".replace(".", ",")
    reason = escape(score.begruendung) if score else ""
    quotes = "".join(_zitat(context, zitat) for zitat in zitate)
    return f'<h3>{typ.title()}: <span class="score">{value}</span></h3><p>{reason}</p>{quotes}'


def _zitat(context: Context, zitat: Zitat) -> str:
    entry = zitat.eintrag
    programm = context.registry.programme.get(entry["programm"])
    label = escape(entry["quelle"])
    if programm and programm.url:
        label = f'<a href="{escape(programm.url)}#page={entry["seiten"][0]}">{label}</a>'
    warnings = "".join(f"<br>{escape(warning['text'])}" for warning in entry["warnungen"])
    foreign = "<br>Aus dem Programm einer anderen Partei." if zitat.is_fremd else ""
    return (
        f'<blockquote>„{escape(entry["text"])}“<div class="quelle">{label}'
        f"{warnings}{foreign}</div></blockquote>"
    )


def _bound(lauf: Lauf, partei: str, typ: Typ) -> list[Zitat]:
    return [z for z in lauf.zitate if z.partei == partei and z.typ == str(typ) and z.status.is_bound]
