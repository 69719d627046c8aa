# Two commands: `make run` sets everything up and starts the dashboard, `make test` sets up and tests everything.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= $(shell n=$$(getconf _NPROCESSORS_ONLN); echo $$((n < 3 ? n + 1 : 4)))

.PHONY: run test night check wheel audit clean

run: $(VENV)/app
	$(BIN)/python -m core index --all
	$(BIN)/streamlit run dashboard.py

# One more than there are processors, for tests wait for browsers, servers and processes a third of their time.
# A worker needs 1.5 GB: not one for each of very many processors. Without stored bytecode every worker, and every
# process that a test starts, would compile the code anew.
# Without carets under the lines of a traceback no thread parses code to draw them: two at once can end Python 3.11
# („AST constructor recursion depth mismatch“), and with it the whole run.
test: $(VENV)/dev
	PYTHONDONTWRITEBYTECODE= PYTHONNODEBUGRANGES=1 $(BIN)/python -m pytest --numprocesses $(WORKERS) --dist worksteal

# All that is marked `night`, too: every benchmark run small, every page in every look, more cases of each kind, other
# embedding models.
night: $(VENV)/models
	PYTHONDONTWRITEBYTECODE= PYTHONNODEBUGRANGES=1 $(BIN)/python -m pytest --night --numprocesses $(WORKERS) --dist worksteal

check: $(VENV)/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

# Quotes bound to PDFs, without the app: core/wortlaut/README.md.
wheel: $(VENV)/dev
	$(BIN)/python deploy/wortlaut_wheel.py dist

# Asks PyPI which packages have known faults: no test, for tests reach no other machine. In a place of its own, where
# what pip-audit brings changes no pinned package. Without --strict a package that nobody could be asked about passes.
AUDIT := $(VENV)/audit
ASK := -m pip_audit --strict --require-hashes --disable-pip -r requirements.lock
NOT_ASKED := Es gibt Funde, oder es ließ sich nicht fragen; was davon, steht darüber. Ohne Internet: die Datei \
requirements.lock auf einen Rechner mit Internet bringen, dort „pip install pip-audit“ und „python $(ASK)“.
audit: $(VENV)/bin/python
	@$(BIN)/python -m venv $(AUDIT)
	@$(AUDIT)/bin/python -m pip install --quiet pip-audit && $(AUDIT)/bin/python $(ASK) || { echo "$(NOT_ASKED)"; exit 1; }

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# Compiling all that is installed takes 35 seconds, what is imported compiles itself.
$(VENV)/app: requirements.lock | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --no-compile --require-hashes -r requirements.lock
	touch $@

$(VENV)/dev: $(VENV)/app requirements-dev.lock
	$(BIN)/python -m pip install --quiet --no-compile --require-hashes -r requirements-dev.lock
	touch $@

# Not locked: on Linux the package index has torch with CUDA only, and pip may be told of a place that has it without.
$(VENV)/models: $(VENV)/dev requirements.txt
	$(BIN)/python -m pip install --quiet -r requirements.txt
	touch $@

clean:
	rm -rf $(VENV)
