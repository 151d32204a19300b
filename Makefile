# make run        solve the boards of the thesis and show the answers
# make serve      open the web page at http://127.0.0.1:8000/
# make test       lint, types and the tests
# make test-all   also the slow tests, the tests without the compiler, and bounds-checked
# make bench      speeds and the node-count signature
# make wheel      build the wheel into dist/
# make clean      remove everything that these targets made here
#
# Needs Python 3.11 or newer (PYTHON=... chooses it), make and pip.

PYTHON ?= python3

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check
CREATED := $(VENV)/.created
INSTALLED := $(VENV)/.installed
DEV_INSTALLED := $(VENV)/.dev-installed
BENCH_INSTALLED := $(VENV)/.bench-installed

RUN_COMMAND := $(BIN)/python -m yomikiri.demo
BENCH_COMMAND := $(BIN)/python -m bench

CHECKED := yomikiri tests bench
# One process a core; a file's tests stay together, for they share what they compiled and built.
PYTEST := $(BIN)/python -m pytest -q -n auto --dist loadfile
NO_COMPILER := NUMBA_DISABLE_JIT=1
# Kernels with checks are other machine code: they have a cache of their own.
BOUNDS_CHECKED := NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR="$(CURDIR)/.cache/bounds-checked"

# The tests of the page need Chromium; without it they are skipped.
GET_BROWSER := command -v chromium chromium-browser google-chrome >/dev/null || { \
	  [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	  echo "Installing Chromium for the tests of the page ..." && \
	  { apt-get install -qq -y chromium || { apt-get update -qq && apt-get install -qq -y chromium; }; } \
	    >/dev/null 2>&1; } || echo "No Chromium here: the tests in a browser will be skipped."

.DEFAULT_GOAL := help
.PHONY: help run serve test test-all lint types tests bench wheel clean install dev

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

run: $(INSTALLED)
	@$(RUN_COMMAND)

serve: $(INSTALLED)
	@$(BIN)/python -m yomikiri serve

test: lint types tests

lint: $(DEV_INSTALLED)
	@echo "== lint"
	@$(BIN)/python -m ruff check --quiet $(CHECKED)
	@$(BIN)/python -m ruff format --quiet --check $(CHECKED) || { \
	  echo "not formatted: $(BIN)/ruff format $(CHECKED)" >&2; exit 1; }

types: $(DEV_INSTALLED)
	@echo "== types"
	@$(BIN)/python -m mypy $(CHECKED)

tests: $(DEV_INSTALLED)
	@echo "== tests"
	@$(PYTEST) -m 'not slow'

test-all: lint types
	@echo "== tests, the slow ones too"
	@$(PYTEST)
	@echo "== tests without the compiler"
	@$(NO_COMPILER) $(PYTEST) -m 'not slow and not compiled'
	@echo "== tests with bounds checked"
	@$(BOUNDS_CHECKED) $(PYTEST) -m 'not slow'

bench: $(BENCH_INSTALLED)
	@$(BENCH_COMMAND)

wheel: $(DEV_INSTALLED)
	@$(BIN)/python -m build --wheel

# The environment.  A stamp is newer than what it was made from, so nothing is installed twice.
install: $(INSTALLED)
dev: $(DEV_INSTALLED)

$(CREATED):
	@command -v "$(PYTHON)" >/dev/null || { echo "Yomikiri needs Python 3.11 or newer, but there is\
	 no '$(PYTHON)'; name one that you have: make PYTHON=python3.12" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Yomikiri needs Python\
	 3.11 or newer, but '$(PYTHON)' is older; name another: make PYTHON=python3.12" >&2; exit 1; }
	@echo "Creating $(VENV) ..."
	@"$(PYTHON)" -m venv $(VENV)
	@touch $@

$(INSTALLED): $(CREATED) pyproject.toml
	@echo "Installing Yomikiri into $(VENV) (the first time it fetches Numba and NumPy) ..."
	@$(PIP) install --editable .
	@touch $@

$(DEV_INSTALLED): $(INSTALLED)
	@echo "Installing the tools that check it ..."
	@$(PIP) install --editable '.[dev]'
	@$(GET_BROWSER)
	@touch $@

$(BENCH_INSTALLED): $(INSTALLED)
	@echo "Installing OpenSpiel to compare with ..."
	@$(PIP) install --editable '.[bench]' || echo "OpenSpiel is not to be had here: no comparison with it."
	@touch $@

clean:
	@rm -rf $(VENV) build dist .cache .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find . -name .git -prune -o -type d -name __pycache__ -prune -exec rm -rf {} +
	@echo "Clean."
