"""What pages reach the store and the work in the background through: each method asks whether its caller may.

A method without an entry is refused to all but those who administer; `tests/pages/test_roles.py` finds it.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar, cast

from core.context import default_context
from core.roles.rights import Action
from pages.ui import person
from pages.ui.person import Person

Target = TypeVar("Target")
Arguments = tuple[Any, ...]
About = Callable[[Arguments, Any], str]
Rule = tuple[Action, About]


def _nothing(arguments: Arguments, result: Any) -> str:
    return ""


def _first(arguments: Arguments, result: Any) -> str:
    """An id, or several."""
    given = arguments[0] if arguments else ""
    return given if isinstance(given, str) else person.told([str(one) for one in given])


def _result(arguments: Arguments, result: Any) -> str:
    return result if isinstance(result, str) else ""


def _lauf(arguments: Arguments, result: Any) -> str:
    return str(arguments[0].lauf_id)


RULES: Mapping[str, Mapping[str, Rule]] = {
    "Runstore": {
        "delete": (Action.DELETE, _first),
        "restore": (Action.DELETE, _first),
        "purge": (Action.DELETE, _first),
        "purge_old": (Action.DELETE, _nothing),
        "purge_demo": (Action.DELETE, _nothing),
        "backdate": (Action.IMPORT, _first),
        "save_antrag": (Action.ENTER, _result),
        "save_decisions": (Action.IMPORT, _nothing),
        "delete_paper": (Action.DELETE, _nothing),
        "save_antwort": (Action.RUN, _result),
        "save_prompt": (Action.PROMPT, _first),
        "save_urteil": (Action.JUDGE, _lauf),
        "save_rubric": (Action.RUN, _lauf),
        "delete_rubric": (Action.DELETE, _first),
        "save_stimme": (Action.JUDGE, _nothing),
        "save_alarm_note": (Action.JUDGE, _nothing),
        "delete_alarm_note": (Action.JUDGE, _first),
        "delete_eichung": (Action.DELETE, _first),
        "import_json": (Action.IMPORT, _nothing),
        "set_limit": (Action.LIMIT, _first),
        "release": (Action.RELEASE, _first),
        "withdraw": (Action.RELEASE, _first),
    },
    "LaufJobs": {"start": (Action.RUN, _result), "cancel": (Action.RUN, _first)},
    "BatchJobs": {
        "start": (Action.RUN, _result),
        "resume": (Action.RUN, _first),
        "cancel": (Action.RUN, _first),
    },
    "ReadInJobs": {
        "start": (Action.INDEX, _first),
        "register": (Action.REGISTER, _nothing),
        "replace_pdf": (Action.REGISTER, _first),
        "cancel": (Action.INDEX, _nothing),
    },
    "FetchJobs": {"search": (Action.REGISTER, _first), "fetch": (Action.REGISTER, _nothing)},
    "PruefungJobs": {"start": (Action.RUN, _nothing)},
    "TraegtJobs": {"start": (Action.RUN, _first), "cancel": (Action.RUN, _first)},
    "EichungJobs": {
        "start": (Action.RUN, _result),
        "resume": (Action.RUN, _result),
        "forget": (Action.RUN, _first),
        "cancel": (Action.RUN, _first),
    },
    "SourceJobs": {"start": (Action.RUN, _first)},
    "TakingJobs": {"start": (Action.ENTER, _result)},
}
"""What changes something, by class and method: the action it is, and what the log says it was about."""

READING: Mapping[str, frozenset[str]] = {
    "Runstore": frozenset(
        "engine reading load has list_laeufe count_laeufe list_values judged_antraege find_cached "
        "find_all_cached usual_cost quote_counts stand list_verworfene lauf_heads planned_parteien "
        "chosen_parteien teil_numbers scores_of presented_programme zitate_of "
        "people_of list_pruefungen list_alarm_notes "
        "list_traegt known_traegt traegt_of load_antrag find_antrag_file "
        "load_sheet list_antraege load_reading list_readings "
        "list_listed count_listed find_listed find_origin list_listing_values listed_laeufe "
        "decisions_of decisions_on_all find_decision load_antwort list_antworten list_prompts "
        "list_urteile list_stimmen is_stopped list_batches answered_keys list_eichungen find_eichung "
        "eichung_columns eichung_rows load_eichsatz export_json export_csv running list_deeds count_deeds "
        "budget_of list_budgets common_limit is_released released_programme "
        "papers_seen undecided list_rubrics "
        "rubrics_by_lauf find_rubric_judgement find_same_rubric rubric_counts".split()
    ),
    "LaufJobs": frozenset({"stand"}),
    "BatchJobs": frozenset({"stand"}),
    "ReadInJobs": frozenset({"stand"}),
    "FetchJobs": frozenset({"stand"}),
    "PruefungJobs": frozenset({"stand"}),
    "TraegtJobs": frozenset({"stand"}),
    "EichungJobs": frozenset({"stand", "staende", "aufwand"}),
    "SourceJobs": frozenset({"stand"}),
    "TakingJobs": frozenset({"stand"}),
}


class Guarded:
    """Stands for what it guards, in the name of whoever looked at the page when it was asked for."""

    def __init__(self, target: object, caller: Person) -> None:
        self._target, self._caller = target, caller

    def __getattr__(self, name: str) -> Any:
        kind, value = type(self._target).__name__, getattr(self._target, name)
        if name in READING[kind]:
            return value
        action, about = RULES[kind].get(name, (Action.WATCH, _nothing))
        return partial(_act, self._caller, action, about, value)


def _act(caller: Person, action: Action, about: About, work: Any, *arguments: Any, **options: Any) -> Any:
    caller.require(action)
    with caller.pays():
        result = work(*arguments, **options)
    caller.note(action, about(arguments, result))
    return result


def guarded(target: Target) -> Target:
    """The target itself where nobody signs in: nothing is asked then, and nothing costs."""
    settings = default_context().settings
    if not (settings.anmeldung or settings.oeffentlich):
        return target
    return cast(Target, Guarded(target, person.here()))
