"""Other processes: each begins as a new interpreter would, but with modules loaded that take seconds."""

import multiprocessing

PRELOADED = ["chromadb", "tests.index.test_vectorstore", "tests.runs.test_datenbank"]

processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(PRELOADED)
