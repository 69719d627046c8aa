"""Two people read the same Lauf blind to each other: how far they agree, and what they settle on."""
