"""Work in processes of its own. Standard library only."""
