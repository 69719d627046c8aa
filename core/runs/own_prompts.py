"""Prompts that users wrote themselves: every version stays as it was."""

from core.errors import EingabeError
from core.runs.lauf import EigenerPrompt, text_hash
from core.runs.sql import select
from core.runs.tables import prompt
from core.runs.verbindung import Verbindung, insert_rows, lock_table, now
from core.runs.zeilen import plain


def save_prompt(store: Verbindung, name: str, text: str) -> EigenerPrompt:
    """The newest version of the prompt, which is another one only where the text changed."""
    if not name.strip() or len(name) > 200:
        raise EingabeError("Ein Prompt braucht einen Namen von höchstens 200 Zeichen.")
    with store.writing() as connection:
        lock_table(connection, prompt)
        newest = select(prompt).where(prompt.c.name == name).order_by(prompt.c.nummer.desc()).limit(1)
        row = connection.execute(newest).mappings().one_or_none()
        if row and row["hash"] == text_hash(text):
            return EigenerPrompt(**row)
        version = EigenerPrompt(name, row["nummer"] + 1 if row else 1, text, text_hash(text), now())
        insert_rows(connection, prompt, [plain(version)])
    return version


def list_prompts(store: Verbindung) -> list[EigenerPrompt]:
    """Every version of every prompt, the newest of each first."""
    query = select(prompt).order_by(prompt.c.name, prompt.c.nummer.desc())
    with store.reading() as connection:
        return [EigenerPrompt(**row) for row in connection.execute(query).mappings()]
