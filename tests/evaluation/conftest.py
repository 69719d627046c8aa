"""The indexed demo, as the search tests have it."""
