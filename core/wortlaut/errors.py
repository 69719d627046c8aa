"""What can go wrong with a document, as analysts read it: what was wanted, what was found, the way out."""


class DashboardError(Exception):
    """Shown to the analyst as it stands."""


class PdfError(DashboardError):
    """A PDF cannot be read."""


class PdfFehlt(PdfError):
    """There is no PDF for a Programm."""


class OhneTextebene(PdfError):
    """A PDF holds pictures of text only, and there is no OCR here."""
