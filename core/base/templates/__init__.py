"""HTML from templates, the only way in which it is made: whatever stands in one is data, never markup.

The templates lie beside this module. `adresse` lets through what leads to a page on the Internet, and nothing
that a browser would run.
"""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from jinja2 import Environment

FOLDER = Path(__file__).parent


def render(name: str, **values: object) -> str:
    """The template `name.html` with these values."""
    return _environment().get_template(f"{name}.html").render(**values)


def adresse(url: str | None) -> str:
    """The address where it leads to a page; else none."""
    try:
        parts = urlsplit((url or "").strip())
    except ValueError:
        return ""
    is_page = parts.scheme.lower() in ("http", "https") and parts.netloc
    return parts.geturl() if is_page and not any(c.isspace() for c in parts.geturl()) else ""


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["adresse"] = adresse
    return environment
