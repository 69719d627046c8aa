"""What a request is about, as values: for whoever answers it on this machine, without reading its prompt.

The prompt says the same in words; it is what a language model reads, and what is stored.
"""

from dataclasses import dataclass

from core.antrag.antrag import Antrag
from core.antrag.law_changes import wortlaut
from core.search.prompt_sources import QuelleText


@dataclass(frozen=True, slots=True)
class AntragMaterial:
    """For the part on the Antrag itself."""

    antrag: Antrag

    @property
    def forderungen(self) -> tuple[tuple[str, str], ...]:
        """Number and text of each; without any the whole Antrag is one, without a number."""
        text = self.antrag.text.strip()
        numbered = tuple((forderung.nummer, wortlaut(forderung)) for forderung in self.antrag.forderungen)
        return numbered or ((("", text),) if text else ())

    @property
    def umfeld(self) -> str:
        """What the Antrag says around its Forderungen."""
        return f"{self.antrag.feststellung}\n{self.antrag.begruendung}".strip()


@dataclass(frozen=True, slots=True)
class ParteiMaterial(AntragMaterial):
    """For one party: `fraktion` is what it is called, `quellen` what its prompt shows of its Programme."""

    fraktion: str
    quellen: tuple[QuelleText, ...]


@dataclass(frozen=True, slots=True)
class FrageMaterial:
    """For a question over the Programme; `is_nachfrage` where it is about a Lauf."""

    frage: str
    quellen: tuple[QuelleText, ...]
    is_nachfrage: bool = False


PromptMaterial = AntragMaterial | FrageMaterial
