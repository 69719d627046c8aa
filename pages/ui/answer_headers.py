"""What every answer tells a browser: what a page may load and run, who may frame it, what it may not use.

Of Streamlit's pages two scripts stand in the page itself, known by their hash; those of our components come
as `blob:`, styles are set by script. Nothing else may run, and nothing is fetched from elsewhere.
"""

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256

from starlette.datastructures import MutableHeaders

from pages.ui import index_page

INLINE = re.compile(rb"(?s)<script>(.*?)</script>")
UNUSED = (
    "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer", "microphone",
    "midi", "payment", "usb",
)  # fmt: skip
"""No page of ours asks for these, so nothing that gets into one can."""


@cache
def headers() -> dict[str, str]:
    return {
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "SAMEORIGIN",
        "Content-Security-Policy": policy(),
        "Referrer-Policy": "same-origin",
        "Permissions-Policy": ", ".join(f"{name}=()" for name in UNUSED),
        "Cross-Origin-Opener-Policy": "same-origin",
    }


def policy() -> str:
    """`data:` and `blob:` as pictures and fonts: symbols in Streamlit's styles, what Plotly draws to save.

    `wasm-unsafe-eval`: how Streamlit's reader of messages counts beyond 32 bits; text it makes no script of.
    """
    hashes = " ".join(f"'sha256-{_hash(script)}'" for script in INLINE.findall(index_page.index()))
    return "; ".join(
        (
            "default-src 'self'",
            f"script-src 'self' 'wasm-unsafe-eval' blob: {hashes}".strip(),
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "worker-src 'none'",
            "object-src 'self'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'self'",
        )
    )


def complete(told: MutableHeaders) -> None:
    """What an answer says itself, as a card of a quote does, is stricter and stays.

    No cache of a proxy keeps what was shown to one person.
    """
    for name, value in headers().items():
        told.setdefault(name, value)
    if kept := told.get("cache-control"):
        told["cache-control"] = kept.replace("public", "private")


def secure_cookies(told: MutableHeaders) -> None:
    """None goes out in the clear."""
    told.raw[:] = [
        (name, value + b"; Secure" if name == b"set-cookie" and b"secure" not in value.lower() else value)
        for name, value in told.raw
    ]


def _hash(script: bytes) -> str:
    return b64encode(sha256(script).digest()).decode()
