"""Summaries of a Programm and its chapters by a language model; no number in them that the source lacks."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import pairwise

from core.assessment.prompts import ZUSAMMENFASSUNG, Prompt, prompts_of
from core.base.errors import AntwortUnlesbar, EingabeError
from core.llm.anfrage import Anfrage, Antwort, Budget, Message
from core.llm.antwort import ShortAntwort
from core.llm.catalogue import OFFLINE, catalogue_of
from core.llm.litellm_access import ZEICHEN_JE_TOKEN, tokens_of
from core.llm.prompt_sources import fence
from core.programme.context import Context
from core.programme.sammlung import Block
from core.programme.themen import themen
from core.runs.asking import ask_booked
from core.runs.buchungen import BookedFor, Zweck, frage_of, prompt_name
from core.runs.store import runstore
from core.search.shown_passage import ShownPassage
from core.search.summaries import ProgrammSummaries
from core.search.zusammenfassung import Zusammenfassung
from core.wortlaut.errors import DashboardError
from core.wortlaut.german.numbers_and_dates import unfounded
from core.wortlaut.german.sentences import sentences

MOST_WORDS = 100
MAX_TOKENS = 1000
SHORTEST_PART = 200
"""Characters; with smaller parts, a text cut into them need not get shorter."""

PARALLEL = 4
"""So many chapters are asked about at once; providers allow at least that."""

KEPT = "Aus Sätzen des Programms: Die Antwort von {modell} war nicht brauchbar ({grund})."

OnAntwort = Callable[[Antwort], None]
OnTeil = Callable[[str], None]


class Unusable(DashboardError):
    """What a model wrote cannot be kept, also after it was told what is wrong."""


@dataclass(frozen=True, slots=True)
class Writer:
    """Who is asked for summaries and how."""

    context: Context
    modell: str
    prompt: Prompt
    on_antwort: OnAntwort | None = None
    budget: Budget | None = None
    fragen: list[str] = field(default_factory=list)
    """What was asked; its answers are kept for another try until all of them are stored."""

    @property
    def longest(self) -> int:
        """Characters of a text for which the model has room."""
        used = tokens_of(self.prompt.fill({"text": ""}))
        return int(
            (catalogue_of(self.context).find(self.modell).kontext - used - MAX_TOKENS) * ZEICHEN_JE_TOKEN
        )


def summarize_programm(
    context: Context,
    programm_id: str,
    modell: str,
    on_antwort: OnAntwort | None = None,
    on_teil: OnTeil | None = None,
    budget: Budget | None = None,
) -> list[Zusammenfassung]:
    """First the Programm, from its chapters' summaries, then these; kept on disk, where searches find them.

    `on_teil` is told each chapter when it is done, „“ for the Programm. Raises a ModellFehler, and then
    nothing is kept; what was answered is used by the next try. `budget`: shared with what else is asked.
    """
    if catalogue_of(context).find(modell).id == OFFLINE:
        raise EingabeError("Das eingebaute Modell fasst nicht zusammen. Nennen Sie ein Sprachmodell.")
    summaries = ProgrammSummaries.of(context, programm_id)
    prompt = prompts_of(context)[ZUSAMMENFASSUNG]
    texts = kapitel_texts(context, summaries.block)
    own = {name: Zusammenfassung(programm_id, name, "") for name in ("", *texts)}
    own |= {summary.kapitel: summary for summary in summaries.extractive()}
    writer = Writer(context, modell, prompt, on_antwort, budget)

    def of_kapitel(name: str) -> Zusammenfassung:
        # What stands before the first heading is no chapter: where the model fails on it, nothing is kept.
        kept = own[name] if name else replace(own[""], text="")
        of_model = _summary(writer, kept, texts[name])
        if on_teil:
            on_teil(name)
        return of_model

    with ThreadPoolExecutor(PARALLEL) as pool:
        parts = list(pool.map(of_kapitel, texts))
    together = "\n".join(part.text for part in parts if part.text)
    if len(parts) > 1 and together:
        whole = _summary(writer, own[""], together)
    else:
        whole = replace(parts[0], kapitel="", text=parts[0].text or own[""].text)
    if on_teil:
        on_teil("")
    made = [summary for summary in (whole, *(part for part in parts if part.kapitel)) if summary.text]
    summaries.keep(made)
    runstore(context).settle(writer.fragen)
    return made


def finished(context: Context, programm_id: str) -> list[Zusammenfassung] | None:
    """What a model made of the Programm as it now stands in the index."""
    return ProgrammSummaries.of(context, programm_id).by_model()


def kapitel_texts(context: Context, block: Block) -> dict[str, str]:
    """Chapter → its text, where read with certainty; „“ is what stands before the first heading."""
    texts: dict[str, list[str]] = {}
    for chunk in block.chunks():
        text = ShownPassage(context, chunk).safe_text
        texts.setdefault(chunk.abschnitt[0] if chunk.abschnitt else "", []).append(text)
    return {name: "\n".join(own) for name, own in texts.items()}


def _summary(writer: Writer, own: Zusammenfassung, text: str) -> Zusammenfassung:
    """By the model, or the one of the Programm's own sentences with the reason why."""
    try:
        answer = _ask_recursively(writer, text)
    except (Unusable, AntwortUnlesbar) as reason:
        grund = str(reason).rstrip(".")
        worte = own.themen or tuple(themen([text]))
        return replace(own, themen=worte, hinweis=KEPT.format(modell=writer.modell, grund=grund))
    lines = " ".join(answer.zusammenfassung.split())
    saetze = "\n".join(lines[start:end] for start, end in sentences(lines))
    return replace(own, text=saetze, themen=tuple(answer.themen), modell=writer.modell)


def _ask_recursively(writer: Writer, text: str) -> ShortAntwort:
    """The answer on the whole text, which is cut into parts where the model has no room for it."""
    answers: list[ShortAntwort] = []

    def model(part: str) -> str:
        messages = writer.prompt.fill({"text": fence(part)})
        roh, answer = _ask(writer, messages)
        if problem := _problem(answer, part):
            hint = f"Das ist falsch: {problem}. Antworte noch einmal, nur mit dem berichtigten JSON-Objekt."
            messages += [{"role": "assistant", "content": roh}, {"role": "user", "content": hint}]
            roh, answer = _ask(writer, messages)
            if problem := _problem(answer, part):
                raise Unusable(problem)
        answers.append(answer)
        return answers[-1].zusammenfassung

    summarize_with(model, text, writer.longest)
    return answers[-1]


def _problem(answer: ShortAntwort, text: str) -> str:
    """The first thing that is wrong, in German; empty where all is well."""
    if not (words := len(answer.zusammenfassung.split())):
        return "Die Zusammenfassung ist leer"
    if words > MOST_WORDS:
        return f"Die Zusammenfassung hat {words} Wörter, erlaubt sind {MOST_WORDS}"
    wrong = unfounded("\n".join([answer.zusammenfassung, *answer.themen]), text)
    return f"Nicht im Text stehen: {', '.join(wrong)}" if wrong else ""


def _ask(writer: Writer, messages: Sequence[Message]) -> tuple[str, ShortAntwort]:
    anfrage = Anfrage(
        writer.modell, list(messages), schema=ShortAntwort, max_tokens=MAX_TOKENS, budget=writer.budget
    )
    frage = frage_of(Zweck.ZUSAMMENFASSUNG, writer.modell, *(one["content"] for one in messages))
    writer.fragen.append(frage)
    prompt = prompt_name(writer.prompt.id, writer.prompt.version)
    booked_for = BookedFor(zweck=Zweck.ZUSAMMENFASSUNG, frage=frage, prompt=prompt)
    antwort = ask_booked(writer.context, anfrage, booked_for)
    if writer.on_antwort:
        writer.on_antwort(antwort)
    return antwort.text, antwort.data


# --- a text for which a model has no room -------------------------------------------------------------------


def summarize_with(model: Callable[[str], str], text: str, longest: int) -> str:
    """What the model answers to a text; one of over `longest` characters is cut into parts, their summaries
    are put together and summarised again."""
    if not text.strip():
        raise EingabeError("Der Text ist leer; es gibt nichts zusammenzufassen.")
    if longest < SHORTEST_PART:
        raise EingabeError(
            f"longest={longest}: Gebraucht werden Teile von mindestens {SHORTEST_PART} Zeichen."
        )
    while len(text) > longest:
        # An answer counts up to half the length of its part, so that a model which does not shorten ends too.
        text = "\n".join(_cut(_said(model, part), (len(part) + 1) // 2)[0] for part in _cut(text, longest))
    return _said(model, text)


def _said(model: Callable[[str], str], text: str) -> str:
    answer = model(text).strip()
    if not answer:
        raise DashboardError(
            f"Statt einer Zusammenfassung von {len(text)} Zeichen kam vom Sprachmodell eine leere Antwort. "
            "Bitte noch einmal versuchen oder ein anderes Modell wählen."
        )
    return answer


def _cut(text: str, longest: int) -> list[str]:
    """Parts of at most `longest` characters, cut where sentences end."""
    parts = [""]
    for paragraph in text.splitlines(keepends=True):
        starts = [start for start, _ in sentences(paragraph)]
        # Sentences with the white space behind them; one that is too long is cut wherever it must be.
        for start, end in pairwise([0, *starts[1:], len(paragraph)]):
            for at in range(start, end, longest):
                piece = paragraph[at : min(at + longest, end)]
                if len(parts[-1]) + len(piece) > longest:
                    parts.append("")
                parts[-1] += piece
    return [part.strip() for part in parts if part.strip()]
