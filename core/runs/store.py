"""The run store in one place: what can be asked of it, and where that is written."""

from functools import cache
from pathlib import Path

from core.runs import (
    antraege,
    antworten,
    batches,
    export,
    importieren,
    lesen,
    loeschen,
    prompts,
    schreiben,
    urteile,
    zaehlen,
)
from core.runs.migration import migrate
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

    load = lesen.load
    list_laeufe = lesen.list_laeufe
    count_laeufe = lesen.count_laeufe
    list_werte = lesen.list_werte
    find_cached = lesen.find_cached
    quote_counts = zaehlen.quote_counts

    delete = loeschen.delete
    restore = loeschen.restore
    purge = loeschen.purge

    save_antrag = antraege.save_antrag
    load_antrag = antraege.load_antrag
    list_antraege = antraege.list_antraege
    save_antwort = antworten.save_antwort
    load_antwort = antworten.load_antwort
    list_antworten = antworten.list_antworten

    save_prompt = prompts.save_prompt
    list_prompts = prompts.list_prompts
    save_urteil = urteile.save_urteil
    list_urteile = urteile.list_urteile
    start_batch = batches.start_batch
    list_batches = batches.list_batches

    export_json = export.export_json
    export_csv = export.export_csv
    import_json = importieren.import_json


def open_store(url: str | None, folder: Path) -> Runstore:
    """The store at DATABASE_URL, or in a SQLite file of the folder; created and migrated where needed."""
    store = Runstore(open_engine(url, folder))
    try:
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
