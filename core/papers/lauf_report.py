"""A Lauf as a Vermerk: the one model that its DOCX, PDF and HTML are written from."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from urllib.parse import urlencode

from core.antrag.antrag import Forderung, first_upper
from core.antrag.edits import Edit, Edited, edits_of, mark_of, pieces
from core.assessment.forderung_matrix import READING as READING_MATRIX
from core.assessment.forderung_matrix import ForderungMatrix, ParteiSum, forderungsmatrix
from core.assessment.lauf_view import LaufView
from core.assessment.probe_effects import READING, effects, zusammen
from core.assessment.removal_probe import NAME, latest_probe
from core.assessment.rubric_report import rubrics_for_report
from core.assessment.zitat_reference import reference_told
from core.citations.verdict import WORT, Traegt
from core.citations.zitat_status import WORT as EXACT
from core.citations.zitat_status import ZitatStatus
from core.context import Context
from core.german import formats
from core.models import Typ
from core.papers.cited_quote import QuoteAddress
from core.papers.matrix_tables import WITH_PLACE, ZITATE
from core.papers.report_notes import is_read_in, method, seen_first
from core.papers.report_programme import NOTE, programme_of
from core.papers.vermerk import (
    EditedAntrag,
    EditedPart,
    NoQuote,
    PaperTable,
    Remark,
    Vermerk,
    VermerkPartei,
    VermerkTeil,
    VermerkZitat,
    Vote,
)
from core.papers.vote_report import vote_annex, votes_beside_points
from core.programme.registry import partei_label
from core.runs.lauf import Lauf, Teil, Zitat
from core.runs.notes import told, urteile_on
from core.runs.store import runstore
from core.search.geltung import satz
from core.seiten.zitat_page import zitat_pages
from core.sources.antrag_fetch import origin_told
from core.templates import render

SERVICE = "http://localhost:8501"
"""Where the app is reached when it is started as it stands in the README."""

NOT_READ_IN = "Nicht nachgeprüft: Das Programm ist hier nicht eingelesen."
FOREIGN = "Aus dem Programm einer anderen Partei."
ASKED = "Wie gut passt der Antrag zu den Programmen von {}?"


def report(context: Context, laeufe: Sequence[Lauf], service: str = SERVICE) -> str:
    """Vermerke as one page of HTML, without a script. `service`: where the app is reached; empty: nowhere."""
    titel = laeufe[0].antrag.titel if len(laeufe) == 1 else f"{len(laeufe)} Läufe"
    return render("vermerk", titel=titel, vermerke=[vermerk_of(context, lauf, service) for lauf in laeufe])


def vermerk_of(context: Context, lauf: Lauf, service: str = SERVICE) -> Vermerk:
    view = LaufView(context, lauf)
    setting = _Setting(context, view, service.rstrip("/"), votes_beside_points(context, lauf))
    lauf, antrag = view.today, lauf.antrag
    teile = _in_order(lauf)
    movers = [setting.name_of(partei) for partei in antrag.antragsteller]
    return Vermerk(
        titel=first_upper(antrag.titel) or "Antrag",
        drucksache=antrag.drucksache,
        land=_land(context, antrag.bundesland) if antrag.bundesland else "",
        datum=formats.day(antrag.datum) if antrag.datum else "",
        antragsteller=", ".join(movers),
        lauf=lauf.id,
        stand=formats.moment(lauf.created),
        modell=lauf.modell_geantwortet or lauf.modell_gefragt,
        prompt=f"{lauf.prompt_id} {lauf.prompt_version}",
        adresse=setting.address(id=lauf.id),
        frage=ASKED.format(_listed([setting.name_of(teil.partei) for teil in teile])),
        forderungen=tuple(_demands(antrag.forderungen)),
        hinweise=(*_origin(context, lauf), *seen_first(context, lauf)),
        bearbeitet=_edits(setting),
        parteien=tuple(_partei(setting, teil) for teil in teile),
        methode=method(context, lauf, view.said, setting.service),
        matrix=_matrix(forderungsmatrix(view)),
        verworfene=tuple(_dropped(setting, teile)),
        programme=tuple(programme_of(context, lauf)),
        programmnotiz=NOTE,
        probe=_probe(setting),
        abstimmung=vote_annex(context, lauf),
        rubriken=tuple(rubrics_for_report(runstore(context).list_rubrics(lauf.id))),
    )


@dataclass(frozen=True, slots=True)
class _Setting:
    """What every part of a Vermerk needs to be written."""

    context: Context
    view: LaufView
    service: str
    votes: Mapping[str, Vote]
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    @property
    def lauf(self) -> Lauf:
        return self.view.today

    def name_of(self, partei: str) -> str:
        return partei_label(self.context.registry, partei, self.lauf.antrag.bundesland)

    def permanent(self, partei: str, nummer: int) -> str:
        """Of a quote: it says what became of its source since."""
        return f"{self.service}{QuoteAddress(self.lauf.id, partei, nummer).path()}" if self.service else ""

    def address(self, **fields: object) -> str:
        return f"{self.service}/lauf?{urlencode(fields)}" if self.service else ""


def _demands(forderungen: Sequence[Forderung]) -> Iterator[tuple[str, str]]:
    """Number and text; what leads to several is said once, before the first, without a number."""
    said = ""
    for one in forderungen:
        if one.einleitung and one.einleitung != said:
            said = one.einleitung
            yield "", said
        yield one.nummer, one.text


def _origin(context: Context, lauf: Lauf) -> list[str]:
    """Of an Antrag that was fetched: the words its source wants beside it."""
    found = runstore(context).find_origin(lauf.antrag.text)
    return [f"Antrag: {origin_told(found)}."] if found else []


def _land(context: Context, code: str) -> str:
    parlament = context.registry.parlamente.get(code)
    return parlament.land if parlament else code


def _listed(names: Sequence[str]) -> str:
    """„A, B und C“."""
    return " und ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def _in_order(lauf: Lauf) -> list[Teil]:
    """Parties of which no Programm could be asked come last: nothing was found of them, not even nothing."""
    asked = {offer.partei for offer in lauf.angebote} | {zitat.partei for zitat in lauf.zitate}
    return sorted((teil for teil in lauf.teile if teil.partei), key=lambda teil: teil.partei not in asked)


# --- party by party -----------------------------------------------------------------------------------------


def _partei(setting: _Setting, teil: Teil) -> VermerkPartei:
    own = [zitat for zitat in setting.lauf.zitate if zitat.partei == teil.partei]
    return VermerkPartei(
        name=setting.name_of(teil.partei),
        teile=() if teil.fehler else tuple(_typ(setting, teil.partei, typ, own) for typ in Typ),
        fehler=teil.fehler,
        abstimmung=setting.votes.get(teil.partei),
        verworfen=sum(zitat.status.is_dropped for zitat in own),
        ungeprueft=tuple(z.eintrag.text for z in own if z.status is ZitatStatus.UNGEPRUEFT),
    )


def _typ(setting: _Setting, partei: str, typ: Typ, own: Sequence[Zitat]) -> VermerkTeil:
    ansicht = setting.view.parteien[partei]
    bound = [(n, one) for n, one in enumerate(own) if one.typ == typ and one.status.is_bound]
    score = ansicht.scores.get(typ)
    return VermerkTeil(
        typ=typ.title(),
        wertung=str(ansicht.wertung(typ)),
        begruendung=score.begruendung if score else "",
        urteile=remarks(setting.lauf, partei, typ, None),
        zitate=tuple(_zitat(setting, n, zitat) for n, zitat in bound),
    )


def remarks(lauf: Lauf, partei: str, typ: str, zitat: int | None) -> tuple[Remark, ...]:
    """What each person says of it."""
    urteile = urteile_on(lauf, partei, typ, zitat)
    return tuple(Remark(one.name, f"Urteil: {told(one)}", one.created) for one in urteile)


def _zitat(setting: _Setting, number: int, zitat: Zitat) -> VermerkZitat:
    """`number`: its place among all that the model emitted for the party, from 0."""
    beleg, service = zitat.beleg, setting.service
    programm = setting.context.registry.programme.get(beleg.ort.programm)
    return VermerkZitat(
        nummer=next(setting.numbers),
        text=beleg.quoted,
        quelle=beleg.quelle,
        wort=EXACT[zitat.status],
        adresse=setting.permanent(zitat.partei, number + 1),
        original=f"{programm.url}#page={beleg.ort.seiten[0]}" if programm and programm.url else "",
        seiten=tuple((seite, f"{service}{url}") for seite, url in zitat_pages(beleg) if service),
        notizen=tuple(filter(None, _notes(setting, number, zitat))),
        urteile=remarks(setting.lauf, zitat.partei, zitat.typ, number),
    )


def _notes(setting: _Setting, number: int, zitat: Zitat) -> Iterator[str]:
    view, beleg = setting.view, zitat.beleg
    yield from (satz(beleg.trotzdem), beleg.notiz, *(warning.text for warning in beleg.warnungen))
    if not is_read_in(setting.context, zitat):
        yield NOT_READ_IN
    if zitat.is_foreign:
        yield FOREIGN
    yield reference_told(view.bezug.get((zitat.partei, number)))
    yield from (_said(view.lauf, row) for row in view.said.get((zitat.partei, number), {}).values())


def _said(lauf: Lauf, row: Traegt) -> str:
    """„Prüfmodell m zu Forderung 1: stützt, gestützt auf „…““."""
    why = f"gestützt auf „{row.words}“" if row.words else row.reason
    mark = mark_of(row.forderung, lauf.edits)
    about = f" zu Forderung {row.forderung}{mark}" if row.forderung else ""
    return f"Prüfmodell {row.model}{about}: {WORT[row.verdict]}, {why}"


# --- what is annexed ----------------------------------------------------------------------------------------


def _dropped(setting: _Setting, teile: Sequence[Teil]) -> Iterator[NoQuote]:
    order = {teil.partei: place for place, teil in enumerate(teile)}
    found = [one for one in setting.lauf.zitate if one.status.is_dropped and one.partei in order]
    for one in sorted(found, key=lambda zitat: order[zitat.partei]):
        reason = f"{EXACT[one.status]}: {one.eintrag.erklaerung}".removesuffix(": ")
        typ = Typ(one.typ).title() if one.typ in list(Typ) else one.typ
        yield NoQuote(setting.name_of(one.partei), typ, one.eintrag.text, reason)


def _matrix(matrix: ForderungMatrix) -> PaperTable:
    rows = [
        (f"{one.forderung.nummer} {one.forderung.text}".strip(), *map(str, one.zellen))
        for one in matrix.zeilen
    ]
    rows.append((WITH_PLACE, *(f"{total.mit} von {total.von}" for total in matrix.summen)))
    rows.append((ZITATE, *map(_quotes, matrix.summen)))
    kopf = ("Forderung", *matrix.parteien.values())
    return PaperTable(kopf, tuple(rows), "Was die Programme zu jeder Forderung sagen", lesart=READING_MATRIX)


def _quotes(total: ParteiSum) -> str:
    return f"{total.zitate}, davon {len(total.ohne)} zu keiner Forderung" if total.ohne else str(total.zitate)


def _probe(setting: _Setting) -> PaperTable | None:
    """Points before and after the quoted passages were left out, where that was tried."""
    probe = latest_probe(runstore(setting.context), setting.lauf.id)
    if probe is None:
        return None
    found = effects(setting.lauf, probe)
    rows = tuple((setting.name_of(one.partei), one.typ.title(), one.punkte, one.satz) for one in found)
    kopf = ("Partei", "Programm", "Punkte vorher → nachher", "Was das heißt")
    return PaperTable(kopf, rows, NAME, zusammen(found), f"{READING} (Lauf {probe.id})")


def _edits(setting: _Setting) -> EditedAntrag | None:
    """What the Antrag says that its file does not; None where it was judged as it was read."""
    edits = edits_of(setting.lauf.gelesen, setting.lauf.antrag, setting.name_of)
    if not edits:
        return None
    return EditedAntrag(
        str(edits), tuple(EditedPart(edit.what, str(edit.how), _words(edit)) for edit in edits.changes)
    )


def _words(edit: Edit) -> tuple[tuple[str, str], ...]:
    if edit.how is Edited.CHANGED:
        return tuple((str(how), text) for how, text in pieces(edit.before, edit.after))
    return ((str(edit.how), edit.before or edit.after),)
