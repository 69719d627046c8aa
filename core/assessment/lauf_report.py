"""A printable report of Läufe: scores, reasons, bound quotes with their page. One HTML file, no script."""

from collections.abc import Sequence
from typing import Any

from core.antrag.edits import NOT_RECORDED, Edit, Edited, edits_of, mark_of, pieces
from core.antrag.short_title import first_upper
from core.assessment.forderung_matrix import READING as READING_MATRIX
from core.assessment.lauf_view import DISTANCE_POINTS, has_distance_points, wertung_of
from core.assessment.matrix_tables import LaufMatrix
from core.assessment.probe_effects import READING, effects, zusammen
from core.assessment.removal_probe import NAME, latest_probe
from core.assessment.report_programme import NOTE, programme_of
from core.assessment.vote_report import vote_report
from core.assessment.zitat_reference import Said, reference_told
from core.citations.eintrag import Anchor
from core.citations.quellen import find_quelle
from core.citations.zitat_status import ZitatStatus
from core.context import Context
from core.errors import DashboardError
from core.german import formats
from core.llm.catalogue import OFFLINE
from core.models import Typ
from core.programme.registry import partei_label
from core.runs.lauf import Lauf, Teil, Zitat
from core.runs.store import runstore
from core.runs.urteil_words import told, urteile_on
from core.search.trotzdem import hinweis, satz
from core.seiten.zitat_page import zitat_pages
from core.support.traegt import Traegt
from core.support.verdict import WORT
from core.templates import render

Values = dict[str, Any]

SERVICE = "http://localhost:8501"
"""Where the app is reached when it is started as it stands in the README."""

NOTE_KI = "Beurteilung und Auswahl der Zitate stammen von einem Sprachmodell und können falsch sein."
NOTE_OFFLINE = (
    "Ohne Sprachmodell: Gesucht wurden Stellen, die den Forderungen nahekommen. Ob die Parteien zustimmen "
    "oder ablehnen, ist nicht beurteilt; Punkte gibt es deshalb nicht."
)
NOTE_EXAMPLE = "Beispiel: Was das Modell antwortet, ist gespielt; es stammt von keinem Sprachmodell."
NOTE_FILE = (
    "Eingelesen am {} aus einer Datei: Angaben zu Modell, Prompt, Punkten, Begründungen, Kosten und Zeit "
    "sind nicht geprüft."
)
ALL_PROVEN = "Jedes Zitat ist an seiner Quelle geprüft: Es steht wörtlich auf der genannten Seite."
NONE_PROVEN = "Dieser Bericht enthält kein belegtes Zitat."
SOME_PROVEN = (
    "{} von {} Zitaten sind an ihrer Quelle geprüft: Sie stehen wörtlich auf der genannten Seite. "
    "Die anderen ließen sich heute nicht nachprüfen; das steht jeweils dabei."
)
UNGEPRUEFT = "{} Angaben der Datei ließen sich hier nicht nachprüfen und stehen nicht als Zitate da."
NOT_READ_IN = "Nicht nachgeprüft: Das Programm ist hier nicht eingelesen."
SEITEN = (
    "„Seite als PDF“ zeigt die Seite mit dem markierten Zitat. Diese Links führen zum Antragsspiegel unter "
    "{} und gehen nur, solange er dort läuft."
)
TRAEGT = (
    "Bei {} von {} Zitaten hat ein zweites Modell gelesen, ob die Stelle die Forderung stützt; was es sagt, "
    "steht beim Zitat und kann falsch sein."
)
TRAEGT_UNCHECKED = "Ob die Zitate die Forderungen stützen, ist nicht geprüft."
FREMD = "Aus dem Programm einer anderen Partei."


def report(context: Context, laeufe: Sequence[Lauf], service: str = SERVICE) -> str:
    """The whole page. `service`: where the app that shows the pages is reached; empty on paper."""
    titel = laeufe[0].antrag.titel if len(laeufe) == 1 else f"{len(laeufe)} Läufe"
    shown = [_lauf(context, LaufMatrix.of(context, lauf), service.rstrip("/")) for lauf in laeufe]
    return render("laeufe", titel=titel, laeufe=shown)


def _lauf(context: Context, one: LaufMatrix, service: str) -> Values:
    lauf, antrag = one.lauf, one.lauf.antrag
    about = [
        antrag.drucksache and f"Drucksache {antrag.drucksache}",
        antrag.bundesland and _land(context, antrag.bundesland),
        antrag.datum and formats.day(antrag.datum),
        ", ".join(partei_label(context.registry, p, antrag.bundesland) for p in antrag.antragsteller),
    ]
    return {
        "titel": first_upper(antrag.titel) or "Antrag",
        "angaben": " · ".join(part for part in about if part),
        "herkunft": (
            f"Lauf {lauf.id} vom {formats.moment(lauf.created)}, Modell "
            f"{lauf.modell_geantwortet or lauf.modell_gefragt}, Prompt {lauf.prompt_id} {lauf.prompt_version}"
        ),
        "hinweise": [*_notes(context, lauf, service), *_second_look(lauf, one.said)],
        "bearbeitet": _edits(context, lauf),
        "matrix": one.matrix,
        "lesart": READING_MATRIX,
        "parteien": [_partei(context, one, teil, service) for teil in _in_order(lauf)],
        "abstimmung": vote_report(context, lauf),
        "programme": programme_of(context, lauf),
        "programmnotiz": NOTE,
        "probe": _probe(context, lauf),
    }


def _land(context: Context, code: str) -> str:
    parlament = context.registry.parlamente.get(code)
    return parlament.land if parlament else code


def _in_order(lauf: Lauf) -> list[Teil]:
    """Parties of which no Programm could be asked come last: nothing was found of them, not even nothing."""
    asked = {offer.partei for offer in lauf.angebote} | {zitat.partei for zitat in lauf.zitate}
    return sorted((teil for teil in lauf.teile if teil.partei), key=lambda teil: teil.partei not in asked)


def _probe(context: Context, lauf: Lauf) -> Values | None:
    """Points before and after the quoted passages were left out, where that was tried."""
    probe = latest_probe(runstore(context), lauf.id)
    if probe is None:
        return None
    land, found = lauf.antrag.bundesland, effects(lauf, probe)
    rows = [
        (partei_label(context.registry, one.partei, land), one.typ.title(), one.punkte, one.satz)
        for one in found
    ]
    return {"name": NAME, "zusammen": zusammen(found), "zeilen": rows, "lesart": READING, "id": probe.id}


def _edits(context: Context, lauf: Lauf) -> Values | None:
    """What the Antrag says that its file does not; None where it was judged as it was read."""
    land = lauf.antrag.bundesland
    edits = edits_of(lauf.gelesen, lauf.antrag, lambda id: partei_label(context.registry, id, land))
    if not edits:
        return None
    shown = [
        {"was": edit.what, "wie": str(edit.how), "worte": [(str(how), t) for how, t in _words(edit)]}
        for edit in edits.changes
    ]
    return {"kurz": str(edits), "aenderungen": shown}


def _words(edit: Edit) -> list[tuple[Edited, str]]:
    if edit.how is Edited.CHANGED:
        return pieces(edit.before, edit.after)
    return [(edit.how, edit.before or edit.after)]


def _notes(context: Context, lauf: Lauf, service: str) -> list[str]:
    """What the report claims follows from what it holds, whoever made the Lauf."""
    said = [NOTE_OFFLINE if lauf.modell_gefragt == OFFLINE else NOTE_KI]
    if lauf.gelesen is None:
        said.append(NOT_RECORDED)
    if lauf.is_demo:
        said.insert(0, NOTE_EXAMPLE)
    if has_distance_points(lauf):
        said[-1] = DISTANCE_POINTS
    if lauf.eingelesen:
        said.append(NOTE_FILE.format(formats.day(lauf.eingelesen)))
    shown = [zitat for zitat in lauf.zitate if zitat.status.is_bound]
    proved = sum(_is_proved(context, zitat) for zitat in shown)
    if not shown:
        said.append(NONE_PROVEN)
    else:
        said.append(ALL_PROVEN if proved == len(shown) else SOME_PROVEN.format(proved, len(shown)))
    if added := hinweis(context.registry, lauf.trotzdem):
        said.append(added)
    if unproved := sum(zitat.status is ZitatStatus.UNGEPRUEFT for zitat in lauf.zitate):
        said.append(UNGEPRUEFT.format(unproved))
    if shown and service:
        said.append(SEITEN.format(service))
    return said


def _second_look(lauf: Lauf, said: Said) -> list[str]:
    """Beside exactness, and never merged with it."""
    bound = sum(zitat.status.is_bound for zitat in lauf.zitate)
    if not bound:
        return []
    return [TRAEGT.format(len(said), bound) if said else TRAEGT_UNCHECKED]


def _is_proved(context: Context, zitat: Zitat) -> bool:
    """Today: `as_today` has compared it with its source, where that is here."""
    return zitat.beleg.anker in (None, Anchor.WIEDERGEFUNDEN) and _is_indexed(context, zitat)


def _is_indexed(context: Context, zitat: Zitat) -> bool:
    try:
        quelle = find_quelle(context, zitat.beleg.ort.programm)
        return quelle is not None and bool(quelle.read())
    except DashboardError:
        return False


def _partei(context: Context, one: LaufMatrix, teil: Teil, service: str) -> Values:
    lauf = one.lauf
    own = [zitat for zitat in lauf.zitate if zitat.partei == teil.partei]
    noted = [
        (
            zitat,
            [
                reference_told(one.bezug.get((teil.partei, n))),
                *(_said(lauf, row) for row in one.said.get((teil.partei, n), {}).values()),
                *_people(lauf, teil.partei, zitat.typ, n),
            ],
        )
        for n, zitat in enumerate(own)
    ]
    return {
        "name": partei_label(context.registry, teil.partei, lauf.antrag.bundesland),
        "fehler": teil.fehler,
        "teile": []
        if teil.fehler
        else [_typ(context, lauf, teil.partei, typ, noted, service) for typ in Typ],
        "verworfen": sum(zitat.status.is_dropped for zitat in own),
        "ungeprueft": [zitat.eintrag.text for zitat in own if zitat.status is ZitatStatus.UNGEPRUEFT],
    }


def _typ(
    context: Context,
    lauf: Lauf,
    partei: str,
    typ: Typ,
    noted: Sequence[tuple[Zitat, list[str]]],
    service: str,
) -> Values:
    bound = [(zitat, notes) for zitat, notes in noted if zitat.typ == typ and zitat.status.is_bound]
    wertung = wertung_of(context.registry, lauf, partei, typ)
    score = next((one for one in lauf.scores if (one.partei, one.typ) == (partei, typ)), None)
    return {
        "typ": typ.title(),
        "wertung": str(wertung),
        "begruendung": score.begruendung if score else "",
        "urteile": _people(lauf, partei, typ, None),
        "zitate": [_zitat(context, zitat, notes, service) for zitat, notes in bound],
    }


def _people(lauf: Lauf, partei: str, typ: str, zitat: int | None) -> list[str]:
    return [f"Urteil: {told(urteil)}" for urteil in urteile_on(lauf, partei, typ, zitat)]


def _said(lauf: Lauf, row: Traegt) -> str:
    """„Prüfmodell m zu Forderung 1: stützt, gestützt auf „…““."""
    why = f"gestützt auf „{row.words}“" if row.words else row.reason
    mark = mark_of(row.forderung, lauf.edits)
    about = f" zu Forderung {row.forderung}{mark}" if row.forderung else ""
    return f"Prüfmodell {row.model}{about}: {WORT[row.verdict]}, {why}"


def _zitat(context: Context, zitat: Zitat, notes: Sequence[str], service: str) -> Values:
    beleg = zitat.beleg
    programm = context.registry.programme.get(beleg.ort.programm)
    notizen = [satz(beleg.trotzdem), beleg.notiz, *(warning.text for warning in beleg.warnungen)]
    if not _is_indexed(context, zitat):
        notizen.append(NOT_READ_IN)
    if zitat.is_foreign:
        notizen.append(FREMD)
    notizen += notes
    return {
        "text": beleg.text,
        "quelle": beleg.quelle,
        "adresse": f"{programm.url}#page={beleg.ort.seiten[0]}" if programm and programm.url else "",
        "seiten": [(seite, f"{service}{url}") for seite, url in zitat_pages(beleg).items() if service],
        "notizen": [text for text in notizen if text],
    }
