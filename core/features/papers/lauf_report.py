"""A Lauf as a Vermerk: the one model that its DOCX, PDF and HTML are written from."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from operator import attrgetter
from textwrap import shorten
from urllib.parse import urlencode

from core.antrag.antrag import Antrag, Forderung, first_upper
from core.antrag.edits import NOT_RECORDED, Edited, edits_of, mark_of, pieces
from core.assessment.forderung_matrix import READING as READING_MATRIX, WITH_PLACE, ZITATE, ForderungMatrix
from core.assessment.forderung_pairs import Said, reference_told
from core.assessment.lauf_files import SERVICE
from core.assessment.lauf_view import LaufView
from core.assessment.partei_view import NO_QUELLEN
from core.assessment.prompts import OWN, prompts_of
from core.base import formats
from core.base.atomic_files import sha256_of
from core.base.report_parts import PaperTable, PartyNote, ReportSection
from core.base.templates import render
from core.demo.history import PLAYED
from core.features import hooks
from core.features.papers.cited_quote import QuoteAddress
from core.features.papers.vermerk import (
    EditedAntrag,
    EditedPart,
    ProgrammFile,
    Remark,
    Vermerk,
    VermerkPartei,
    VermerkTeil,
    VermerkZitat,
)
from core.llm.catalogue import OFFLINE, catalogue_of
from core.llm.verdict import WORT
from core.programme.context import Context
from core.programme.quellen import Quellen
from core.proof.zitat_page import zitat_pages
from core.runs.lauf import Lauf, Teil, Zitat
from core.runs.store import Runstore, runstore
from core.search.geltung import NotInForce, Reasons
from core.wortlaut.binding.eintrag import NOT_QUOTES, WORT as EXACT, Anchor, ZitatStatus, why_dropped
from core.wortlaut.errors import DashboardError
from core.wortlaut.records import Quelldokument, Typ

# --- the Programme that were asked --------------------------------------------------------------------------

NOTE = (
    "SHA-256 ist der Fingerabdruck der PDF-Datei, wie sie hier und heute liegt: Wer die Datei von der "
    "Quelle lädt und denselben erhält, hat dieselbe vor sich."
)


def programme_of(context: Context, lauf: Lauf) -> list[ProgrammFile]:
    """In the order of the parties; also those that only a quote names."""
    registry = context.registry
    shown = [offer.programm_id for offer in lauf.angebote if offer.q is not None]
    quoted = [ort.programm for zitat in lauf.zitate if zitat.status.is_bound for ort in zitat.orte]
    files = []
    for id in dict.fromkeys((*shown, *quoted)):
        programm = registry.dokumente.get(id)
        if programm is None:
            files.append(ProgrammFile(id, "steht nicht mehr im Register"))
            continue
        if isinstance(programm, Quelldokument):
            name, day = programm.name, f" vom {formats.day(programm.datum)}" if programm.datum else ""
            angaben = f"{programm.art.title()}{day}, kein Programm einer Partei"
        else:
            partei = registry.partei_label(programm.partei, lauf.antrag.bundesland)
            until = f" bis {formats.day(programm.gueltig_bis)}" if programm.gueltig_bis else ""
            name = f"{partei}: {programm.name}"
            angaben = f"{programm.typ.title()}, gilt ab {formats.day(programm.gueltig_ab)}{until}"
        path = context.find_pdf(programm)
        files.append(
            ProgrammFile(
                name=name,
                angaben=angaben,
                quelle=programm.url or "im Register nicht angegeben",
                url=programm.url or "",
                hash=f"SHA-256 {sha256_of(path)}" if path else "Das PDF liegt hier nicht.",
            )
        )
    return files


# --- how it came about, what is proved of it, what it cannot tell -------------------------------------------

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
METHOD = (
    "Dem Modell wurden zu jeder Partei Passagen aus ihren Programmen vorgelegt, die den Forderungen "
    "nahekommen. Es vergibt je Programm 0 bis 10 Punkte dafür, wie gut der Antrag zu ihm passt, begründet "
    "sie und nennt Zitate."
)
METHOD_OFFLINE = (
    "Aus den Programmen jeder Partei sind die Sätze ausgewählt, die den Forderungen nach Wortlaut und "
    "Bedeutung am nächsten kommen."
)
BINDING = (
    "Kein Zitat ist vom Modell übernommen: Die Software sucht den Wortlaut im Text des Originals und zeigt "
    "ihn von dort; was dort nicht steht, ist verworfen und in der Anlage mit Grund genannt."
)
LIMITS = (
    "Grenzen: Passagen können übersehen, Punkte anders begründbar sein. Kein Zitat heißt nicht, dass ein "
    "Programm nichts dazu sagt, und ein Programm sagt nicht, wie eine Fraktion abstimmt."
)
ALL_PROVEN = "Jedes Zitat ist an seiner Quelle geprüft: Es steht wörtlich auf der genannten Seite."
NONE_PROVEN = "Dieser Vermerk enthält kein belegtes Zitat aus einem Programm."
SOME_PROVEN = (
    "{} von {} Zitaten sind an ihrer Quelle geprüft: Sie stehen wörtlich auf der genannten Seite. "
    "Die anderen ließen sich heute nicht nachprüfen; das steht jeweils dabei."
)
UNGEPRUEFT = "{} Angaben der Datei ließen sich hier nicht nachprüfen und stehen nicht als Zitate da."
SEITEN = (
    "Die Adressen der Zitate und ihrer markierten Seiten führen zum Antragsspiegel unter {} und gehen nur, "
    "solange er dort läuft."
)
TRAEGT = (
    "Bei {} von {} Zitaten hat ein zweites Modell gelesen, ob die Stelle die Forderung stützt; was es sagt, "
    "steht beim Zitat und kann falsch sein."
)
BY_ID = "Genau bezeichnet: Modell {}, Prompt {} in Fassung {}."
TRAEGT_UNCHECKED = "Ob die Zitate die Forderungen stützen, ist nicht geprüft."


def seen_first(context: Context, lauf: Lauf) -> tuple[str, ...]:
    """Who judged, and what else nobody may miss."""
    said = [NOTE_EXAMPLE] if lauf.is_demo else []
    said.append(NOTE_OFFLINE if lauf.modell_gefragt == OFFLINE else NOTE_KI)
    if lauf.eingelesen:
        said.append(NOTE_FILE.format(formats.day(lauf.eingelesen)))
    return tuple(filter(None, (*said, Reasons(lauf.trotzdem).added_by_hand(context.registry))))


def _sentences(context: Context, lauf: Lauf, said: Said, service: str) -> Iterator[str]:
    shown = [zitat for zitat in lauf.zitate if zitat.status.is_bound]
    yield METHOD_OFFLINE if lauf.modell_gefragt == OFFLINE else METHOD
    yield BINDING
    # `as_today` has compared each with its source, where that is here.
    as_it_was = [zitat for zitat in shown if zitat.beleg.anker in (None, Anchor.WIEDERGEFUNDEN)]
    proved = sum(is_read_in(context, zitat) for zitat in as_it_was)
    if shown:
        yield ALL_PROVEN if proved == len(shown) else SOME_PROVEN.format(proved, len(shown))
    else:
        yield NONE_PROVEN
    if unproved := sum(zitat.status is ZitatStatus.UNGEPRUEFT for zitat in lauf.zitate):
        yield UNGEPRUEFT.format(unproved)
    if shown:  # whether a quote carries its Forderung is told beside its proof, never mixed with it
        yield TRAEGT.format(len(said), len(shown)) if said else TRAEGT_UNCHECKED
    if lauf.gelesen is None:
        yield NOT_RECORDED
    yield LIMITS
    if lauf.modell_gefragt != OFFLINE:
        id = lauf.modell_geantwortet or lauf.modell_gefragt
        yield BY_ID.format(id, lauf.prompt_id, lauf.prompt_version)
    if shown and service:
        yield SEITEN.format(service)


def is_read_in(context: Context, zitat: Zitat) -> bool:
    try:
        quellen = [Quellen.find(context, ort.programm) for ort in zitat.orte]
        return all(quelle is not None and bool(quelle.read()) for quelle in quellen)
    except DashboardError:
        return False


# --- the whole ----------------------------------------------------------------------------------------------

NOT_READ_IN = "Nicht nachgeprüft: Das Programm ist hier nicht eingelesen."
FOREIGN = "Aus dem Programm einer anderen Partei."


def report(context: Context, laeufe: Sequence[Lauf], service: str = SERVICE) -> str:
    """Vermerke as one page of HTML, without a script. `service`: where the app is reached; empty: nowhere."""
    titel = laeufe[0].antrag.titel if len(laeufe) == 1 else f"{len(laeufe)} Läufe"
    return render("vermerk", titel=titel, vermerke=[vermerk_of(context, lauf, service) for lauf in laeufe])


def vermerk_of(context: Context, lauf: Lauf, service: str = SERVICE) -> Vermerk:
    view = LaufView(context, lauf)
    lauf, antrag = view.today, lauf.antrag
    setting = _Setting(context, view, service.rstrip("/"), _party_notes(context, lauf))
    sections = _sections(context, lauf)
    # Parties of which no Programm could be asked come last: nothing was found of them, not even nothing.
    asked = {offer.partei for offer in lauf.angebote} | {zitat.partei for zitat in lauf.zitate}
    teile = sorted((teil for teil in lauf.teile if teil.partei), key=lambda teil: teil.partei not in asked)
    names = [setting.name_of(teil.partei) for teil in teile]
    listed = " und ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))  # „A, B und C“
    origins: tuple[Callable[[Runstore, Antrag], str], ...] = hooks("papers.antrag_origin")
    parlament = context.registry.parlamente.get(antrag.bundesland or "")
    return Vermerk(
        titel=first_upper(antrag.titel) or "Antrag",
        drucksache=antrag.drucksache,
        land=parlament.land if parlament else antrag.bundesland or "",
        datum=formats.day(antrag.datum) if antrag.datum else "",
        antragsteller=", ".join(map(setting.name_of, antrag.antragsteller)),
        lauf=lauf.id,
        stand=formats.moment(lauf.created),
        modell=_modell(context, lauf),
        prompt=_prompt(context, lauf),
        adresse=setting.address(id=lauf.id),
        frage=f"Wie gut passt der Antrag zu den Programmen von {listed}?",
        forderungen=tuple(_demands(antrag.forderungen)),
        hinweise=(
            # Of an Antrag that was fetched: the words its source wants beside it.
            *(f"Antrag: {origin}." for tell in origins if (origin := tell(runstore(context), antrag))),
            *seen_first(context, lauf),
        ),
        bearbeitet=_edits(setting),
        parteien=tuple(_partei(setting, teil) for teil in teile),
        methode=" ".join(_sentences(context, lauf, view.said, setting.service)),
        matrix=_matrix(view.matrix),
        verworfene=tuple(_dropped(setting, teile)),
        programme=tuple(programme_of(context, lauf)),
        programmnotiz=NOTE,
        abschnitte=tuple(one for one in sections if not one.is_annex),
        anlagen=tuple(one for one in sections if one.is_annex),
    )


@dataclass(frozen=True, slots=True)
class _Setting:
    """What every part of a Vermerk needs to be written."""

    context: Context
    view: LaufView
    service: str
    notes: Mapping[str, Sequence[PartyNote]]
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    @property
    def lauf(self) -> Lauf:
        return self.view.today

    def name_of(self, partei: str) -> str:
        return self.context.registry.partei_label(partei, self.lauf.antrag.bundesland)

    def permanent(self, partei: str, nummer: int) -> str:
        """Of a quote: it says what became of its source since."""
        return f"{self.service}{QuoteAddress(self.lauf.id, partei, nummer).path()}" if self.service else ""

    def address(self, **fields: object) -> str:
        return f"{self.service}/lauf?{urlencode(fields)}" if self.service else ""


def _modell(context: Context, lauf: Lauf) -> str:
    if lauf.modell_gefragt == OFFLINE:
        return "ohne Sprachmodell"
    id = lauf.modell_geantwortet or lauf.modell_gefragt
    return catalogue_of(context).label_of(id) or PLAYED.get(id, id)


def _prompt(context: Context, lauf: Lauf) -> str:
    shipped = prompts_of(context).get(lauf.prompt_id)
    own = lauf.prompt_id.removeprefix(OWN)
    return shipped.titel if shipped else PLAYED.get(lauf.prompt_id, own)


def _party_notes(context: Context, lauf: Lauf) -> dict[str, list[PartyNote]]:
    """What features know of each party beside its points."""
    tellers: Sequence[Callable[[Context, Lauf], Mapping[str, PartyNote]]] = hooks("papers.report_parties")
    found: dict[str, list[PartyNote]] = {}
    for tell in tellers:
        for partei, note in tell(context, lauf).items():
            found.setdefault(partei, []).append(note)
    return found


def _sections(context: Context, lauf: Lauf) -> list[ReportSection]:
    """What features add, in the order that it stands in."""
    tellers: Sequence[Callable[[Context, Lauf], Iterable[ReportSection]]] = hooks("papers.report_sections")
    return sorted((one for tell in tellers for one in tell(context, lauf)), key=attrgetter("place"))


def _demands(forderungen: Sequence[Forderung]) -> Iterator[tuple[str, str]]:
    """Number and text; what leads to several is said once, before the first, without a number."""
    said = ""
    for one in forderungen:
        if one.einleitung and one.einleitung != said:
            said = one.einleitung
            yield "", said
        yield one.nummer, one.text


# --- party by party -----------------------------------------------------------------------------------------


def _partei(setting: _Setting, teil: Teil) -> VermerkPartei:
    own = [zitat for zitat in setting.lauf.zitate if zitat.partei == teil.partei]
    ansicht = setting.view.parteien[teil.partei]
    teile = []
    for typ in () if teil.fehler else ansicht.typen:
        score = ansicht.scores.get(typ)
        urteile = remarks(setting.lauf, teil.partei, typ, None)
        zitate = tuple(_zitat(setting, one) for one in own if one.typ == typ and one.status.is_bound)
        wertung = str(ansicht.wertung(typ))
        teile.append(
            VermerkTeil(
                typ=typ.title(),
                wertung=wertung,
                begruendung=score.begruendung if score else "",
                urteile=urteile,
                zitate=zitate,
                is_absent=wertung == NO_QUELLEN and not (zitate or urteile),
            )
        )
    return VermerkPartei(
        name=setting.name_of(teil.partei),
        teile=tuple(teile),
        fehler=teil.fehler,
        weitere=tuple(setting.notes.get(teil.partei, ())),
        verworfen=sum(zitat.status.is_dropped for zitat in own),
        ungeprueft=tuple(z.eintrag.text for z in own if z.status is ZitatStatus.UNGEPRUEFT),
    )


def remarks(lauf: Lauf, partei: str, typ: str, zitat: int | None) -> tuple[Remark, ...]:
    """What each person says of it."""
    urteile = lauf.urteile_on(partei, typ, zitat)
    return tuple(Remark(one.name, f"Urteil: {one}", one.created) for one in urteile)


def _zitat(setting: _Setting, zitat: Zitat) -> VermerkZitat:
    beleg, service = zitat.beleg, setting.service
    programm = setting.context.registry.programme.get(beleg.ort.programm)
    return VermerkZitat(
        nummer=next(setting.numbers),
        text=beleg.quoted,
        quelle=beleg.quelle,
        wort=EXACT[zitat.status],
        adresse=setting.permanent(zitat.partei, zitat.shown_number),
        original=f"{programm.url}#page={beleg.ort.seiten[0]}" if programm and programm.url else "",
        seiten=tuple((seite, f"{service}{url}") for seite, url in zitat_pages(beleg) if service),
        notizen=tuple(filter(None, _notes(setting, zitat))),
        urteile=remarks(setting.lauf, zitat.partei, zitat.typ, zitat.nummer),
    )


def _notes(setting: _Setting, zitat: Zitat) -> Iterator[str]:
    view, beleg = setting.view, zitat.beleg
    yield from (NotInForce(beleg.trotzdem).sentence, beleg.notiz)
    yield from (warning.text for warning in beleg.warnungen)
    if not is_read_in(setting.context, zitat):
        yield NOT_READ_IN
    if zitat.is_foreign:
        yield FOREIGN
    yield reference_told(view.bezug.get(zitat.stelle))
    for row in view.said.get(zitat.stelle, {}).values():
        why = f"gestützt auf „{row.words}“" if row.words else row.reason
        about = f" zu Forderung {row.forderung}{mark_of(row.forderung, view.lauf.edits)}"
        who = f"Prüfmodell {row.model}{about if row.forderung else ''}"
        yield f"{who}: {WORT[row.verdict]}, {why}"


# --- what is annexed ----------------------------------------------------------------------------------------


def _dropped(setting: _Setting, teile: Sequence[Teil]) -> Iterator[PaperTable]:
    """What models gave for quotes of parties."""
    order = {teil.partei: place for place, teil in enumerate(teile)}
    found = [one for one in setting.lauf.zitate if one.status.is_dropped and one.partei in order]
    rows = []
    for one in sorted(found, key=lambda zitat: order[zitat.partei]):
        typ = Typ(one.typ).title() if one.typ in list(Typ) else one.typ
        rows.append((setting.name_of(one.partei), typ, one.eintrag.text, why_dropped(one.eintrag)))
    kopf = ("Partei", "Programm", "Angabe des Modells", "Warum verworfen")
    if rows:
        yield PaperTable(kopf, tuple(rows), "Verworfene Zitate", NOT_QUOTES)


SHORT = 100
"""Letters of a Forderung beside what is said of it: some twenty rows fit on a page. The annex has all."""


def _matrix(matrix: ForderungMatrix) -> PaperTable:
    rows = [
        (
            shorten(f"{one.forderung.nummer} {one.forderung.text}", SHORT, placeholder=" …"),
            *map(str, one.zellen),
        )
        for one in matrix.zeilen
    ]
    rows.append((WITH_PLACE, *(f"{total.mit} von {total.von}" for total in matrix.summen)))
    quotes = [
        f"{one.zitate}, davon {len(one.ohne)} zu keiner Forderung" if one.ohne else str(one.zitate)
        for one in matrix.summen
    ]
    rows.append((ZITATE, *quotes))
    kopf = ("Forderung", *matrix.parteien.values())
    return PaperTable(kopf, tuple(rows), "Was die Programme zu jeder Forderung sagen", lesart=READING_MATRIX)


def _edits(setting: _Setting) -> EditedAntrag | None:
    """What the Antrag says that its file does not; None where it was judged as it was read."""
    edits = edits_of(setting.lauf.gelesen, setting.lauf.antrag, setting.name_of)
    if not edits:
        return None
    parts = []
    for edit in edits.changes:
        words = [(str(edit.how), edit.before or edit.after)]
        if edit.how is Edited.CHANGED:
            words = [(str(how), text) for how, text in pieces(edit.before, edit.after)]
        parts.append(EditedPart(edit.what, str(edit.how), tuple(words)))
    return EditedAntrag(f"Geprüft wurde nicht genau das, was im Original steht. {edits}.", tuple(parts))
