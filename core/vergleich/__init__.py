"""Answers to the same Anträge side by side: how far apart they are, and whether that means anything."""
