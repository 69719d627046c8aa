"""The parts of the page „Vergleich“."""
