"""What can go wrong, as analysts read it: German, what was wanted, what was found, the way out."""

from core.wortlaut.errors import DashboardError


class RegistryError(DashboardError):
    """A registry file is wrong; the message names file, entry and field."""


class EmbeddingError(DashboardError):
    """The embedding model is missing or gives vectors that do not fit."""


class IndexFehler(DashboardError):
    """The index cannot be read or written."""


class IndexBeschaedigt(IndexFehler):
    """The index's files are broken."""


class IndexUnreachable(IndexFehler):
    """The server of the index does not answer."""


class IndexGesperrt(IndexFehler):
    """Another process is writing into the index."""


class ModellFehler(DashboardError):
    """A language model gave no usable answer; `roh` is what it said, `kosten` what it cost all the same.

    In USD, 0.0 where nothing was billed, None where nobody knows. `is_final`: the next request to this model
    would fail in the same way, until a person has done something.
    """

    is_final = False

    def __init__(self, message: str, roh: str = "") -> None:
        super().__init__(message)
        self.roh = roh
        self.kosten: float | None = 0.0


class SchluesselFehlt(ModellFehler):
    """The key of a model's provider is missing or refused."""

    is_final = True


class ModellUnbekannt(ModellFehler):
    """There is no model or no provider of that name."""

    is_final = True


class ModellNichtErreichbar(ModellFehler):
    """No connection to the model, or no answer in time."""


class ModellUeberlastet(ModellFehler):
    """Too many requests, or the provider is in trouble, after all attempts."""


class KontextZuLang(ModellFehler):
    """The request is longer than the model takes."""


class AntwortUnlesbar(ModellFehler):
    """The model's answer is not what was asked for."""


class GuthabenErschoepft(ModellFehler):
    """The account at the provider is empty."""

    is_final = True


class AnfrageAbgebrochen(ModellFehler):
    """The request was cancelled."""


class LimitReached(AnfrageAbgebrochen):
    """A further request may cost more than the limit leaves."""


class SourceError(DashboardError):
    """A source on the Internet gave nothing that can be used."""


class AddressRefused(SourceError):
    """Nothing is fetched from this address."""


class SourceUnreachable(SourceError):
    """No connection to a source, no answer in time, or one that was cut off."""


class SourceRefused(SourceError):
    """A source answered that it will not."""


class SourceUnrecognised(SourceError):
    """A source's answer has another shape than every answer before: nobody knows what it says."""


class EingabeError(DashboardError):
    """A request names something that does not exist."""


class AkteBroken(DashboardError):
    """A file is no Prüfakte, or not a whole one."""


class Ausgelastet(DashboardError):
    """Too many want something at once."""


class StoreUnreachable(DashboardError):
    """The database does not answer, or broke off."""


class ClusterUnreachable(DashboardError):
    """The scheduler of the machines that compute Läufe does not answer."""


def cause_of(error: Exception) -> str:
    """What a library's exception says, for a sentence of ours: its first line, or its class without any."""
    return (str(error).strip().splitlines() or [""])[0][:160] or type(error).__name__
