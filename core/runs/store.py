"""The run store in one place: what can be asked of it, and where that is written."""

from functools import cache
from pathlib import Path

from core.runs import (
    antraege,
    antworten,
    batches,
    export,
    importieren,
    load_laeufe,
    loeschen,
    own_prompts,
    preise,
    pruefungen,
    rueckdatieren,
    schreiben,
    stand,
    stimmen,
    urteile,
    vergleichen,
    verworfene,
    zaehlen,
)
from core.runs.fassung import is_current
from core.runs.verbindung import Verbindung, open_engine
from core.settings import Settings


class Runstore(Verbindung):
    """Opened by `open_store`. Every method takes a connection of its own, so threads may share it."""

    start = schreiben.start
    save_fundstellen = schreiben.save_fundstellen
    save_teil = schreiben.save_teil
    finish = schreiben.finish
    fail = schreiben.fail
    cancel = schreiben.cancel
    beat = schreiben.beat
    running = schreiben.running
    end_orphans = schreiben.end_orphans

    load = load_laeufe.load
    has = load_laeufe.has
    list_laeufe = load_laeufe.list_laeufe
    count_laeufe = load_laeufe.count_laeufe
    list_werte = load_laeufe.list_werte
    find_cached = load_laeufe.find_cached
    find_all_cached = load_laeufe.find_all_cached
    usual_kosten = preise.usual_kosten
    quote_counts = zaehlen.quote_counts
    stand = stand.stand
    list_verworfene = verworfene.list_verworfene
    lauf_koepfe = vergleichen.lauf_koepfe
    geplante_parteien = vergleichen.geplante_parteien
    teil_zahlen = vergleichen.teil_zahlen
    scores_of = vergleichen.scores_of
    vorgelegte_programme = vergleichen.vorgelegte_programme
    zitate_of = vergleichen.zitate_of
    save_pruefung = pruefungen.save_pruefung
    list_pruefungen = pruefungen.list_pruefungen

    delete = loeschen.delete
    restore = loeschen.restore
    purge = loeschen.purge
    purge_demo = loeschen.purge_demo
    backdate = rueckdatieren.backdate

    save_antrag = antraege.save_antrag
    load_antrag = antraege.load_antrag
    list_antraege = antraege.list_antraege
    save_antwort = antworten.save_antwort
    load_antwort = antworten.load_antwort
    list_antworten = antworten.list_antworten

    save_prompt = own_prompts.save_prompt
    list_prompts = own_prompts.list_prompts
    save_urteil = urteile.save_urteil
    list_urteile = urteile.list_urteile
    save_stimme = stimmen.save_stimme
    list_stimmen = stimmen.list_stimmen
    start_batch = batches.start_batch
    stop_batch = batches.stop_batch
    is_stopped = batches.is_stopped
    list_batches = batches.list_batches

    export_json = export.export_json
    export_csv = export.export_csv
    import_json = importieren.import_json


def open_store(url: str | None, folder: Path) -> Runstore:
    """The store at DATABASE_URL, or in a SQLite file of the folder; created and migrated where needed."""
    store = Runstore(open_engine(url, folder))
    try:
        if not is_current(store):
            from core.runs.migration import migrate

            migrate(store)
        schreiben.end_orphans(store)
    except BaseException:
        store.close()
        raise
    return store


@cache
def runstore(settings: Settings) -> Runstore:
    """The store of these settings, opened once."""
    return open_store(settings.database_url, settings.laeufe_dir)
