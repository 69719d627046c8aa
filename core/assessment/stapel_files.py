"""Questions as the files that a provider takes: one for each model, and a further one where that is full."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from core.llm import batch_access
from core.llm.batch_access import Access
from core.runs.stapel_rows import Stapelfrage


@dataclass(slots=True)
class Draft:
    """A file that is sent as one batch. `most`: US dollars its questions cost at most, asked one by one."""

    access: Access
    file: Path
    fragen: list[Stapelfrage] = field(default_factory=list)
    size: int = 0
    most: float | None = 0.0


class Drafts:
    """One file for each model, and a further one where a provider takes no longer one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open: dict[str, tuple[Draft, TextIO]] = {}
        self.drafts: list[Draft] = []

    def add(self, access: Access, frage: Stapelfrage, line: str, most: float | None) -> None:
        size = len(line.encode()) + 1
        draft, file = self._open.get(access.modell.id, (None, None))
        if draft is None or file is None or not _fits(draft, size):
            if file:
                file.close()
            draft = Draft(access, self._folder / f"{len(self.drafts)}.jsonl")
            file = draft.file.open("w", encoding="utf-8", newline="\n")
            self._open[access.modell.id] = draft, file
            self.drafts.append(draft)
        file.write(f"{line}\n")
        draft.fragen.append(frage)
        draft.size += size
        draft.most = None if draft.most is None or most is None else draft.most + most

    def close(self) -> None:
        for _, file in self._open.values():
            file.close()


def _fits(draft: Draft, size: int) -> bool:
    return len(draft.fragen) < batch_access.MOST_LINES and draft.size + size <= batch_access.MOST_BYTES
