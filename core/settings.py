"""Every setting, read once from the environment."""

import os
from dataclasses import dataclass
from pathlib import Path

from core.errors import EingabeError

ROOT = Path(__file__).parent.parent
STRATEGIEN = ("passagen", "absaetze", "abschnitte", "satzfenster")


@dataclass(frozen=True, slots=True)
class Settings:
    """Where things lie, how they are indexed; model and chunking are part of a collection's fingerprint."""

    data_dir: Path = ROOT / "data"
    pdf_dir: Path = ROOT / "data" / "pdf"
    chroma_dir: Path = ROOT / "chroma_db"
    chroma_url: str | None = None
    laeufe_dir: Path = ROOT / "data" / "laeufe"
    database_url: str | None = None
    embedding_model: str = str(ROOT / "data" / "model")
    embedding_device: str | None = None
    rerank_model: str | None = None
    chunk_strategie: str = "passagen"
    chunk_size: int = 700
    zitate_ausserhalb: bool = False


def load_settings() -> Settings:
    """Read the environment: each field in capitals (PDF_DIR, CHROMA_URL …), but for DATA_DIR."""
    env = os.environ.get
    default = Settings()
    return Settings(
        pdf_dir=Path(env("PDF_DIR") or default.pdf_dir),
        chroma_dir=Path(env("CHROMA_DIR") or default.chroma_dir),
        chroma_url=env("CHROMA_URL") or None,
        laeufe_dir=Path(env("LAEUFE_DIR") or default.laeufe_dir),
        database_url=env("DATABASE_URL") or None,
        embedding_model=env("EMBEDDING_MODEL") or default.embedding_model,
        embedding_device=env("EMBEDDING_DEVICE") or None,
        rerank_model=env("RERANK_MODEL") or None,
        chunk_strategie=_one_of(
            "CHUNK_STRATEGIE", env("CHUNK_STRATEGIE") or default.chunk_strategie, STRATEGIEN
        ),
        zitate_ausserhalb=_one_of("ZITATE_AUSSERHALB", env("ZITATE_AUSSERHALB") or "0", ("0", "1")) == "1",
        chunk_size=_number("CHUNK_SIZE", env("CHUNK_SIZE") or str(default.chunk_size), 200, 5000),
    )


def _one_of(name: str, value: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise EingabeError(f"{name}={value!r} gibt es nicht. Möglich sind: {', '.join(allowed)}.")
    return value


def _number(name: str, value: str, low: int, high: int) -> int:
    if not value.isdigit() or not low <= int(value) <= high:
        raise EingabeError(f"{name}={value!r} ist keine ganze Zahl von {low} bis {high}.")
    return int(value)
