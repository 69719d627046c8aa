"""What can go wrong, as analysts read it: German, what was wanted, what was found, the way out.

DashboardError           shown as it stands
 ├ RegistryError         a file in data/registry is wrong
 ├ PdfError              a PDF cannot be read
 │  ├ PdfFehlt           … because there is no file
 │  └ OhneTextebene      … because it holds pictures of text only
 ├ EmbeddingError        the embedding model is missing or does not fit
 ├ IndexFehler           the index cannot be read or written
 │  ├ IndexBeschaedigt   … because its files are broken; an indexing run builds it anew
 │  └ IndexGesperrt      … because another process is writing
 └ EingabeError          the request names something that does not exist
"""


class DashboardError(Exception):
    """Shown to the analyst as it stands."""


class RegistryError(DashboardError):
    """A registry file is wrong; the message names file, entry and field."""


class PdfError(DashboardError):
    """A PDF cannot be read."""


class PdfFehlt(PdfError):
    """There is no PDF for a Programm."""


class OhneTextebene(PdfError):
    """A PDF holds pictures of text only, and there is no OCR here."""


class EmbeddingError(DashboardError):
    """The embedding model is missing or gives vectors that do not fit."""


class IndexFehler(DashboardError):
    """The index cannot be read or written."""


class IndexBeschaedigt(IndexFehler):
    """The index's files are broken."""


class IndexGesperrt(IndexFehler):
    """Another process is writing into the index."""


class EingabeError(DashboardError):
    """A request names something that does not exist."""
