"""The run store in one place: what can be asked of it, and where that is written."""

from pathlib import Path

from core.context import Context
from core.runs import (
    alarm_rows,
    beside,
    buchungen,
    comparison_rows,
    decision_search,
    eichungen,
    export,
    figures,
    forget_antrag,
    import_laeufe,
    kept_decisions,
    listed_antraege,
    load_laeufe,
    pruefungen,
    rubric_rows,
    said_of_quotes,
    stored_antraege,
    traegt_rows,
    write_laeufe,
)
from core.runs.connection import StoreConnection, note_begun, open_engine
from core.runs.migration import is_current, migrate


class Runstore(StoreConnection):
    """Opened by `open_store`. Every method takes a connection of its own, so threads may share it."""

    start = write_laeufe.start
    start_once = write_laeufe.start_once
    save_fundstellen = write_laeufe.save_fundstellen
    save_teil = write_laeufe.save_teil
    finish = write_laeufe.finish
    fail = write_laeufe.fail
    cancel = write_laeufe.cancel
    beat = write_laeufe.beat
    note_source = write_laeufe.note_source
    running = write_laeufe.running
    end_orphans = write_laeufe.end_orphans

    load = load_laeufe.load
    has = load_laeufe.has
    list_laeufe = load_laeufe.list_laeufe
    count_laeufe = load_laeufe.count_laeufe
    list_values = load_laeufe.list_values
    judged_antraege = load_laeufe.judged_antraege
    find_cached = load_laeufe.find_cached
    find_all_cached = load_laeufe.find_all_cached
    usual_cost = figures.usual_cost
    quote_counts = figures.quote_counts
    stand = figures.stand
    list_verworfene = figures.list_verworfene
    lauf_heads = comparison_rows.lauf_heads
    planned_parteien = comparison_rows.planned_parteien
    chosen_parteien = comparison_rows.chosen_parteien
    teil_numbers = comparison_rows.teil_numbers
    lauf_sums = buchungen.lauf_sums
    paid_for = buchungen.paid_for
    settle = buchungen.settle
    spent = buchungen.spent
    spent_on = buchungen.spent_on
    scores_of = comparison_rows.scores_of
    presented_programme = comparison_rows.presented_programme
    zitate_of = comparison_rows.zitate_of
    people_of = said_of_quotes.people_of
    save_pruefung = pruefungen.save_pruefung
    list_pruefungen = pruefungen.list_pruefungen
    save_alarm_note = alarm_rows.save_alarm_note
    list_alarm_notes = alarm_rows.list_alarm_notes
    delete_alarm_note = alarm_rows.delete_alarm_note

    save_traegt = traegt_rows.save_traegt
    list_traegt = traegt_rows.list_traegt
    known_traegt = traegt_rows.known_traegt
    traegt_of = traegt_rows.traegt_of

    delete = write_laeufe.delete
    restore = write_laeufe.restore
    purge = forget_antrag.purge
    purge_old = forget_antrag.purge_old
    purge_demo = forget_antrag.purge_demo
    backdate = write_laeufe.backdate

    save_antrag = stored_antraege.save_antrag
    load_antrag = stored_antraege.load_antrag
    find_antrag_file = stored_antraege.find_antrag_file
    load_sheet = stored_antraege.load_sheet
    list_antraege = stored_antraege.list_antraege
    save_listing = listed_antraege.save_listing
    note_reading = listed_antraege.note_reading
    load_reading = listed_antraege.load_reading
    list_readings = listed_antraege.list_readings
    list_listed = listed_antraege.list_listed
    count_listed = listed_antraege.count_listed
    find_listed = listed_antraege.find_listed
    find_origin = listed_antraege.find_origin
    list_listing_values = listed_antraege.list_listing_values
    listed_laeufe = listed_antraege.laeufe_of
    note_antrag = listed_antraege.note_antrag
    undecided = decision_search.undecided
    papers_seen = decision_search.papers_seen
    note_search = decision_search.note_search
    save_decisions = kept_decisions.save_decisions
    decisions_of = kept_decisions.decisions_of
    decisions_on_all = kept_decisions.decisions_on_all
    find_decision = kept_decisions.find_decision
    delete_paper = kept_decisions.delete_paper
    save_antwort = beside.save_antwort
    load_antwort = beside.load_antwort
    list_antworten = beside.list_antworten

    save_rubric = rubric_rows.save_rubric
    list_rubrics = rubric_rows.list_rubrics
    find_rubric_judgement = rubric_rows.find_rubric_judgement
    delete_rubric = rubric_rows.delete_rubric

    save_prompt = beside.save_prompt
    list_prompts = beside.list_prompts
    save_urteil = beside.save_urteil
    save_stimme = beside.save_stimme
    list_stimmen = beside.list_stimmen
    start_batch = write_laeufe.start_batch
    stop_batch = write_laeufe.stop_batch
    is_stopped = write_laeufe.is_stopped
    list_batches = write_laeufe.list_batches

    begin_eichung = eichungen.begin_eichung
    save_eichung_antworten = eichungen.save_eichung_antworten
    finish_eichung = eichungen.finish_eichung
    answered_keys = eichungen.answered_keys
    list_eichungen = eichungen.list_eichungen
    eichung_rows = eichungen.eichung_rows
    load_eichsatz = eichungen.load_eichsatz

    export_json = export.export_json
    export_csv = export.export_csv
    import_json = import_laeufe.import_json


def open_store(url: str | None, folder: Path) -> Runstore:
    """The store at DATABASE_URL, or in a SQLite file of the folder; created and migrated where needed."""
    store = Runstore(open_engine(url, folder))
    try:
        if not is_current(store):
            migrate(store)
        note_begun(store.engine)
        write_laeufe.end_orphans(store)
    except BaseException:
        store.close()
        raise
    return store


def runstore(context: Context) -> Runstore:
    """The store of this Context, opened once."""
    return context.own(_open)


def _open(context: Context) -> Runstore:
    return open_store(context.settings.database_url, context.settings.laeufe_dir)
