"""What a second model is asked with: pairs of a Forderung and a passage."""

from pathlib import Path

from core.assessment.prompts import PromptKind

KIND = PromptKind(Path(__file__).with_name("traegt.md"), slots=("paare",))
TRAEGT = KIND.file.stem
