"""What a Prüfakte says of itself to somebody who never saw the dashboard, in German and by hand to check."""

from core.citations.eintrag import Eintrag, Gebunden
from core.citations.eintrag_json import read_eintrag
from core.citations.zitat_status import WORT
from core.german import formats
from core.llm.catalogue import OFFLINE
from core.pruefakte.akte_form import HeadForm, TeilForm, ZitatForm
from core.pruefakte.contents import Contents, page_file, picture_file
from core.runs.lauf import Score
from core.templates import render

PLAYED = "Beispiel: Was die Modelle „demo/…“ antworten, ist gespielt."
READ_IN = (
    "Dieser Lauf wurde aus einer Datei eingelesen. Angaben zu Modell, Prompt, Punkten, Begründungen und Zeit "
    "sind die jener Datei."
)

Json = dict[str, object]


def overview_page(contents: Contents) -> str:
    lauf = contents.lauf
    return render(
        "pruefakte",
        titel=lauf.titel or "Antrag ohne Titel",
        angaben=_details(lauf),
        ohne_modell=lauf.modell_gefragt == OFFLINE,
        spiel=" ".join(_remarks(lauf)),
        datei=f"pruefakte-{lauf.id}.zip",
        teile=[_teil(part.teil) for part in contents.teile if part.teil.partei],
        programme=[
            {"name": one.form.programm.name, "sha256": one.form.sha256, "url": one.form.programm.url}
            for one in contents.programme
        ],
        antrag_pdf=contents.antrag.pdf is not None,
        ganz=any(one.form.ganz for one in contents.programme),
    )


def _details(lauf: HeadForm) -> str:
    told = [
        f"Lauf {lauf.id} vom {formats.moment(lauf.created)}",
        f"Modell {lauf.modell_geantwortet or lauf.modell_gefragt}{' (Ersatz)' if lauf.ersatzmodell else ''}",
        f"Prompt {lauf.prompt_id} {lauf.prompt_version}",
        f"Antragsspiegel {lauf.geschrieben_mit['antragsspiegel']}",
    ]
    return " · ".join(told)


def _remarks(lauf: HeadForm) -> list[str]:
    return [text for text, is_so in ((PLAYED, lauf.is_demo), (READ_IN, lauf.eingelesen)) if is_so]


def _teil(teil: TeilForm) -> Json:
    read = [(zitat, read_eintrag(dict(zitat.eintrag))) for zitat in teil.zitate]
    return {
        "name": teil.name,
        "fehler": teil.fehler,
        "punkte": [text for score in teil.punkte if (text := _score(score))],
        "gebunden": [_bound(zitat, one) for zitat, one in read if isinstance(one, Gebunden)],
        "verworfen": [_dropped(one) for _, one in read if not isinstance(one, Gebunden)],
    }


def _score(score: Score) -> str:
    points = "keine Punkte" if score.score is None else f"{formats.score(score.score)} von 10"
    said = f" – {score.begruendung}" if score.begruendung else ""
    return f"{score.typ.capitalize()}: {score.abdeckung or points}{said}"


def _bound(zitat: ZitatForm, eintrag: Gebunden) -> Json:
    pages = [
        {
            "nummer": place.seite,
            "bild": picture_file(place.bild),
            "pdf": page_file(eintrag.ort.programm, place.seite),
        }
        for place in zitat.seiten
    ]
    told = {"text": eintrag.text, "quelle": eintrag.quelle, "status": WORT[eintrag.status]}
    return {**told, "seiten": pages, "offen": zitat.offen}


def _dropped(eintrag: Eintrag) -> Json:
    return {"text": eintrag.text, "status": WORT[eintrag.status], "grund": eintrag.erklaerung}
