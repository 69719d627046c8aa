"""What is fetched from the Internet: programmes, Anträge and what became of them. Begin reading at web.py."""
