"""The run store: every Lauf with all that is needed to repeat, judge and count it."""
