# KingMe: `make run` plays, `make test` tests. Needs Python 3.11 or later and make, nothing else.
#
#   make run PYTHON=python3.13      another Python
#   make test VENV=/tmp/kingme      another place for the virtual environment

PYTHON ?= python3
VENV ?= .venv
WORKERS ?= 2

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest
NODE := $(BIN)/node
BIOME := $(NODE) node_modules/@biomejs/biome/bin/biome
TSC := $(NODE) node_modules/typescript/bin/tsc

.DEFAULT_GOAL := help
.PHONY: help run dev test check format bench perft strength tablebase-verify endgame-play engine-games torture clean

help: ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | awk -F '\t' '{ printf "  make %-16s %s\n", $$1, $$2 }'

run: $(VENV)/.installed ## start the web app and open it in the browser
	@$(BIN)/kingme

dev: $(VENV)/.installed-dev node_modules/.installed ## install what tests and checks need

test: dev ## run the whole test suite
	$(NODE) --test 'tests/page/**/*.test.js'
	@# Kernels are compiled once, here: otherwise each worker would compile them for itself.
	$(BIN)/kingme warmup --all
	$(BIN)/python tests/suite.py --workers $(WORKERS)

check: dev ## lint, format, types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIOME) ci --error-on-warnings
	$(TSC)

format: dev ## format the code and apply safe fixes
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python tests/web/wire_types.py
	$(BIOME) check --write

bench: $(VENV)/.installed-dev ## measure speed side by side with other programs
	@set -e; for script in $(filter-out bench/common.py bench/against.py,$(wildcard bench/*.py)); do echo "== $$script"; $(BIN)/python $$script; done

perft: $(VENV)/.installed-dev ## count moves to depth 12 and 13, about half a minute
	$(PYTEST) -m slow -k perft --durations=0

strength: $(VENV)/.installed-dev ## let players meet in paired games, many minutes
	$(BIN)/kingme warmup --all
	$(PYTEST) -m strength -n $(WORKERS)

tablebase-verify: $(VENV)/.installed-dev ## check endgame tables: all positions of 5 pieces, 10 million of 6
	$(BIN)/kingme tablebase build --pieces 6
	$(BIN)/kingme tablebase verify --pieces 5
	$(BIN)/kingme tablebase verify --pieces 6 --sample 10000000
	$(PYTEST) -m slow -k endgame_tables_agree

endgame-play: $(VENV)/.installed-dev ## let the engine with endgame tables play out 2,000 endgames, some minutes
	$(BIN)/kingme tablebase build --pieces 5
	$(PYTEST) -m slow -k endgame_play -s --durations=0

engine-games: $(VENV)/.installed-dev ## let the engine play 2,000 fast games against itself in all its ways, some minutes
	$(BIN)/kingme warmup --all
	$(PYTEST) -m slow -k two_thousand_fast_games -s --durations=0

torture: $(VENV)/.installed-dev ## attack everything with random choices, about twelve minutes; ARGS='--minutes 2 --only files'
	$(BIN)/kingme warmup --all
	PYTHONPATH=tests $(BIN)/python -m torture $(ARGS)

clean: ## remove the virtual environment and everything that tools left behind
	rm -rf $(VENV) node_modules build dist bench/build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests bench -name __pycache__ -type d -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "KingMe needs Python 3.11 or later; this is $$($(PYTHON) -V 2>&1). Try: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
		{ echo "No virtual environment could be made. On Debian and Ubuntu: sudo apt install python3-venv"; rm -rf $(VENV); exit 1; }

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	@echo "Installing KingMe into $(VENV) (once)"
	@$(PIP) --editable .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml | $(BIN)/python
	@echo "Installing KingMe with its development tools into $(VENV) (once)"
	@$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/.installed

# What checks and tests the page: Node comes with the development tools, the rest by the lock file. Not `npm ci`, which
# wants the packages of every platform in the lock file, whether or not the registry has them.
node_modules/.installed: package-lock.json | $(VENV)/.installed-dev
	@echo "Installing the tools of the page into node_modules (once)"
	@$(BIN)/npm install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@
