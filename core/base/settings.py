"""Every setting, read once from the environment; a bad value is told by its name, with the way out."""

import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from core.base.errors import EingabeError

CODE = Path(__file__).parents[1]
IS_INSTALLED = (CODE / "app").is_dir()
ROOT = CODE / "app" if IS_INSTALLED else CODE.parent
"""What comes with the code: data, pages, dashboard.py. A wheel carries it in the package (pyproject.toml)."""

HOME = Path.cwd() if IS_INSTALLED else ROOT
"""Where is written what nobody named a place for: an installed copy works in the folder it is started in."""

STRATEGIEN = ("passagen", "absaetze", "abschnitte", "satzfenster")
LONGEST = 2000
"""Characters of a value: no path (Linux takes 4,096 bytes) or address that anybody meant has more."""

LONGEST_HOST = 253
HOST = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*|[0-9a-f:]*:[0-9a-f:.]*")


@dataclass(frozen=True, slots=True)
class Settings:
    """Where things lie, how they are indexed; model and chunking are part of a collection's fingerprint."""

    data_dir: Path = ROOT / "data"
    pdf_dir: Path = HOME / "data" / "pdf"
    chroma_dir: Path = HOME / "chroma_db"
    chroma_url: str | None = None
    laeufe_dir: Path = HOME / "data" / "laeufe"
    database_url: str | None = None
    embedding_model: str = str(ROOT / "data" / "model")
    embedding_device: str | None = None
    rerank_model: str | None = None
    chunk_strategie: str = "passagen"
    chunk_size: int = 700
    zitate_ausserhalb: bool = False
    ohne_anmeldung: bool = False
    hostnamen: tuple[str, ...] = ()
    name_header: str | None = None
    metriken: bool = False
    textpruefung: bool = False
    kontakt: str | None = None
    tagesgrenze: float | None = None


def load_settings() -> Settings:
    """Read the environment: each field in capitals (PDF_DIR, CHROMA_URL …), but for DATA_DIR."""
    default = Settings()
    return Settings(
        pdf_dir=_folder("PDF_DIR", default.pdf_dir),
        chroma_dir=_folder("CHROMA_DIR", default.chroma_dir),
        chroma_url=_chroma_url(),
        laeufe_dir=_folder("LAEUFE_DIR", default.laeufe_dir),
        database_url=_text("DATABASE_URL", is_secret=True),
        embedding_model=_model("EMBEDDING_MODEL") or default.embedding_model,
        embedding_device=_device(),
        rerank_model=_model("RERANK_MODEL"),
        chunk_strategie=_one_of("CHUNK_STRATEGIE", STRATEGIEN) or default.chunk_strategie,
        chunk_size=_chunk_size() or default.chunk_size,
        zitate_ausserhalb=_one_of("ZITATE_AUSSERHALB", ("0", "1")) == "1",
        ohne_anmeldung=_one_of("OHNE_ANMELDUNG", ("0", "1")) == "1",
        hostnamen=_host_names(),
        name_header=_name_header(),
        metriken=_one_of("METRIKEN", ("0", "1")) == "1",
        textpruefung=_one_of("TEXTPRUEFUNG", ("0", "1")) == "1",
        kontakt=_text("KONTAKT"),
        tagesgrenze=_usd("TAGESGRENZE"),
    )


def _text(name: str, *, is_secret: bool = False) -> str | None:
    """The value; None where there is none or an empty one."""
    value = os.environ.get(name) or None
    if value is None:
        return None
    if len(value) > LONGEST:
        raise EingabeError(f"{name} ist mit {len(value)} Zeichen länger als {LONGEST}. Bitte kürzen.")
    if not value.isprintable() or value != value.strip():
        found = "" if is_secret else f" ({_shown(value)})"
        raise EingabeError(
            f"In {name}{found} stehen Leerzeichen am Rand, Zeilenumbrüche oder unsichtbare Zeichen. "
            "Bitte entfernen."
        )
    return value


def _folder(name: str, default: Path) -> Path:
    """A folder that is there, or that can be made when it is needed."""
    value = _text(name)
    if value is None:
        return default
    path = Path(value)
    try:
        if stat.S_ISDIR(path.stat().st_mode):
            return path
        problem = "ist kein Ordner"
    except FileNotFoundError:
        if not path.is_symlink():
            return path
        problem = "ist ein Verweis ins Leere"
    except OSError as error:
        problem = f"lässt sich nicht öffnen ({error.strerror})"
    raise EingabeError(f"{name}={_shown(value)} {problem}. Bitte einen Ordner nennen oder {name} weglassen.")


def _chroma_url() -> str | None:
    value = _text("CHROMA_URL")
    if value is None:
        return None
    try:
        parts = urlsplit(value if "//" in value else f"//{value}", scheme="http")
        is_address = parts.scheme in ("http", "https") and _is_host(parts.hostname or "") and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address:
        shown = _shown(re.sub("//[^/]*@", "//***@", value))
        raise EingabeError(f"CHROMA_URL={shown} ist keine Adresse wie http://localhost:8000.")
    return value


def _model(name: str) -> str | None:
    """A folder, or a name for sentence-transformers; whether it is there, its loading tells."""
    value = _text(name)
    path = os.path.expanduser(value or "")
    too_long = any(len(os.fsencode(part)) > 255 for part in path.split("/"))
    if os.path.isfile(path) or path.startswith("~") or too_long:
        raise EingabeError(
            f"{name}={_shown(path)} ist kein Ordner eines Modells und kein Name von Hugging Face. "
            f"Bitte berichtigen oder {name} weglassen."
        )
    return value


def _device() -> str | None:
    value = _text("EMBEDDING_DEVICE")
    if value is not None and not re.fullmatch(r"(cpu|cuda|mps)(:[0-9]{1,2})?", value):
        raise EingabeError(
            f"EMBEDDING_DEVICE={_shown(value)} gibt es nicht. Möglich sind: cpu, cuda, mps, cuda:1."
        )
    return value


def _one_of(name: str, allowed: tuple[str, ...]) -> str | None:
    value = _text(name)
    if value is not None and value not in allowed:
        raise EingabeError(f"{name}={_shown(value)} gibt es nicht. Möglich sind: {', '.join(allowed)}.")
    return value


def _chunk_size() -> int | None:
    value = _text("CHUNK_SIZE")
    if value is None:
        return None
    if not re.fullmatch("[0-9]{1,9}", value) or not 200 <= int(value) <= 5000:
        raise EingabeError(f"CHUNK_SIZE={_shown(value)} ist keine ganze Zahl von 200 bis 5000.")
    return int(value)


def _usd(name: str) -> float | None:
    value = _text(name)
    if value is None:
        return None
    if not re.fullmatch("[0-9]{1,6}([.][0-9]{1,4})?", value) or not float(value):
        raise EingabeError(f"{name}={_shown(value)} ist kein Betrag in US-Dollar wie 20 oder 0.50.")
    return float(value)


def _host_names() -> tuple[str, ...]:
    """Names of computers, with commas between them."""
    value = _text("HOSTNAMEN")
    names = tuple(part.strip().lower() for part in value.split(",")) if value else ()
    if not all(map(_is_host, names)):
        raise EingabeError(
            f"HOSTNAMEN={_shown(value or '')} sind keine Namen von Rechnern wie "
            "antraege.example.org,192.168.1.5 (ohne https:// und ohne Port)."
        )
    return names


def _name_header() -> str | None:
    """Letters, digits and hyphens: what else a header may be called, a proxy may let through unseen."""
    value = _text("NAME_HEADER")
    if value is not None and not re.fullmatch("[A-Za-z0-9-]{1,100}", value):
        raise EingabeError(
            f"NAME_HEADER={_shown(value)} ist kein Name eines Headers wie X-Forwarded-Preferred-Username."
        )
    return value


def _is_host(name: str) -> bool:
    return len(name) <= LONGEST_HOST and HOST.fullmatch(name) is not None


def _shown(value: str) -> str:
    return repr(value if len(value) <= 60 else f"{value[:60]}…")
