# The two commands of the README: `make run` and `make test`. Each does its own setup in .venv/.
# The system's Python if it is new enough and can create environments: it is usually built with optimizations, which make
# it a fifth faster.
PYTHONS := /usr/bin/python3 python3
ABLE = $(shell $(1) -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>&1 && echo $(1))
PYTHON ?= $(firstword $(filter $(PYTHONS),$(foreach each,$(PYTHONS),$(call ABLE,$(each)))) python3)
BIN := .venv/bin
PIP_OPTIONS := --disable-pip-version-check --no-input --quiet
PIP := $(BIN)/python -m pip $(PIP_OPTIONS)

.PHONY: run test test-lowest postgresql proof lint js docs matrix fonts screenshots clean lock

run: .venv/.run
	@$(BIN)/croupier serve

# Where CI is set, a few tests that fail are run again, alone, and named.
test: .venv/.test lint | build/liberation
	$(BIN)/python $(if $(CI),tools/twice.py,-m pytest -n auto)

# Tests with the lowest versions that pyproject.toml allows, in a separate environment: those that use the dependencies most.
LOWEST := .venv-lowest
LOWEST_TESTS := $(addprefix tests/,house chain/session documents/felts store/seal $(addsuffix .py, \
	repository/test_requirements repository/test_docs cli/test_play cli/test_simulate \
	chain/odds/test_rows chain/plans/test_files sim/test_cpu sim/test_dask documents/test_par_sheets core/test_worker \
	store/test_contract store/test_at_once store/test_apart host/test_host table/test_events \
	web/test_wire web/test_relay web/test_wrong web/test_socket web/test_interrupted web/test_server web/test_stops \
	web/test_serving web/test_pages web/test_board web/test_odds_explorer web/test_posted_rules web/test_processes))

test-lowest: $(LOWEST)/.ready
	$(LOWEST)/bin/python -m pytest -n auto -p no:cacheprovider $(LOWEST_TESTS)

lint: .venv/.test js
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Check the types and the style of the scripts. This needs Node and its packages; without them it says so and continues.
JS := tools/js
JS_BIN := $(JS)/node_modules/.bin

js:
	@if ! command -v npm >/dev/null; then \
		echo "There is no Node with npm: the scripts of the pages are not checked."; \
	elif [ ! -f $(JS)/node_modules/.ready ] && ! { timeout 180 npm ci --prefix $(JS) --no-audit --no-fund --fetch-retries=1 --fetch-timeout=20000 --loglevel=error >/dev/null 2>&1 && touch $(JS)/node_modules/.ready; }; then \
		echo "npm cannot install TypeScript and eslint: the scripts of the pages are not checked."; \
	else \
		$(JS_BIN)/tsc -p $(JS)/tsconfig.json \
			&& $(JS_BIN)/eslint --config $(JS)/eslint.config.js src/croupier/web; \
	fi

# Start the PostgreSQL of the tests for a trial: prints its URL; at the end all its data is deleted.
postgresql: .venv/.test
	@$(BIN)/python -c 'from tests.support.stores import server; import sys; print(server().get_uri(), "Enter ends it.", sep="\n", flush=True); sys.stdin.readline()'

# Write which tests cite which paragraph, as pytest collects them, for `croupier rules` and docs/fidelity.md; commit
# both. A test compares them with the suite.
matrix: .venv/.test
	$(BIN)/python -m pytest --collect-only -q -n 0 --matrix=src/croupier/rulebook/matrix.json >/dev/null
	$(BIN)/python -m croupier.documents.compliance

# Write what is generated from the source: docs/reference/, docs/fidelity.md, the lists in docs/table.md, docs/people.md and docs/pit.md, and the types that
# the scripts share with the server. Tests compare them.
docs: .venv/.test
	$(BIN)/python -m croupier.documents.compliance
	$(BIN)/python -m croupier.documents.reference
	$(BIN)/python -m tests.support.lists
	$(BIN)/python -m croupier.web.server.script_types

# Make the fonts of pages and felts from the packages in tools/fonts.py (needs npm); commit the result.
fonts: .venv/.test build/liberation
	$(BIN)/python tools/fonts.py build/fonts build/liberation

# Unpack the Liberation fonts, with which tests show the pages; they are not installed.
build/liberation:
	@mkdir -p build/packages && cd build/packages \
		&& { apt-get download fonts-liberation || { apt-get update && apt-get download fonts-liberation; }; } >/dev/null 2>&1 \
		&& dpkg-deb -x fonts-liberation_*.deb unpacked && mkdir ../liberation \
		&& cp unpacked/usr/share/fonts/truetype/liberation*/*.ttf ../liberation \
		|| echo "Debian's fonts-liberation cannot be downloaded: the tests under Liberation will be skipped."

# Take screenshots of every page and of what players meet at the tables, at six sizes; SIZES="phone es" takes some of them.
screenshots: .venv/.test
	$(BIN)/python -m tests.support.browser.scene build/screenshots $(SIZES)

# Run every large count in full, with new, printed seeds; put the result into docs/proof.md.
proof: .venv/.test
	$(BIN)/python -m pytest -n auto --proof

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/.run: requirements.txt pyproject.toml | .venv/bin/python
	$(PIP) install --require-hashes -r requirements.txt
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

APT = { apt-get install -y --no-install-recommends $(1) \
	|| { apt-get update && apt-get install -y --no-install-recommends $(1); }; } >/dev/null 2>&1

.venv/.test: requirements-dev.txt .venv/.run
	$(PIP) install --require-hashes -r requirements-dev.txt
	@command -v chromium >/dev/null || $(call APT,chromium) \
		|| echo "There is no Chromium, and apt-get cannot install it: the tests in a browser will be skipped."
	@command -v firefox-esr >/dev/null || $(call APT,firefox-esr) \
		|| echo "There is no Firefox, and apt-get cannot install it: the tests in it will be skipped."
	@{ command -v WebKitWebDriver && command -v Xvfb; } >/dev/null || $(call APT,webkit2gtk-driver xvfb) \
		|| echo "There is no WebKit, and apt-get cannot install it: the tests in it will be skipped."
	@touch $@

$(LOWEST)/.ready: requirements-lowest.txt pyproject.toml
	$(PYTHON) -m venv --clear $(LOWEST)
	$(LOWEST)/bin/python -m pip $(PIP_OPTIONS) install --require-hashes -r requirements-lowest.txt
	$(LOWEST)/bin/python -m pip $(PIP_OPTIONS) install --no-deps --no-build-isolation --editable .
	@touch $@

# Write the hashed requirements from pyproject.toml (needs uv on the PATH); commit the result. Locked
# versions stay as long as pyproject.toml allows them: delete a file first to renew all of them.
LOCK := uv pip compile pyproject.toml --universal --generate-hashes --no-header --no-annotate --python-version 3.11

lock:
	$(LOCK) --group build --output-file requirements.txt
	$(LOCK) --group dev --extra cluster --constraints requirements.txt --output-file requirements-dev.txt
	$(LOCK) --group build --group test --extra cluster --resolution lowest-direct --upgrade --output-file requirements-lowest.txt

clean:
	rm -rf .venv $(LOWEST) $(JS)/node_modules build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
