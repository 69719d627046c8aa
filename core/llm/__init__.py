"""Language models: which there are, how one is asked, and how its answer is read."""
