# `make demo` and `make test` do all set-up themselves; Python 3.11 or later is all they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEMO := demo
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps
TORCH := 2.13.0
# The build without CUDA has an index of its own, which may be out of reach where another offers it.
INSTALL_TORCH := $(INSTALL) --retries 0 --extra-index-url https://download.pytorch.org/whl/cpu \
	torch==$(TORCH)
COMPILE := $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes \
	--no-annotate --no-emit-index-url --custom-compile-command "make lock" --upgrade \
	--override torch-override.in

# Opens the pages that tests look at, and makes the picture.
CHROMIUM ?= chromium
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo --non-interactive)
INSTALL_CHROMIUM := { $(SUDO) apt-get update --quiet --quiet && \
	$(SUDO) apt-get install --yes --quiet --quiet --no-install-recommends chromium fonts-dejavu-core; }

# Where no bytecode is kept, each command that a test starts compiles the package again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo quick test lint lint-types lint-sql site picture format sweep interleavings mutants engines parity \
	scale bench ratios docs lock judges-lock clean

# A store with real evaluation results, its metrics, a gate and a page to read, made anew.
demo: $(VENV)/.runtime
	rm -rf $(DEMO)
	$(BIN)/evalstore demo $(DEMO)

# The tests of every metric's view, of the commands' help and of the schemas, in an environment
# without torch and the libraries that metrics are compared with. TESTS names others.
TESTS ?= tests/views tests/metrics/test_catalog.py tests/cli/test_help.py tests/events/test_schemas.py
quick: $(VENV)/.quick
	$(BIN)/pytest --doctest-ignore-import-errors $(TESTS)

# Lint, types and tests.
test: $(VENV)/.checkers lint
	$(BIN)/pytest -n auto --dist loadfile --no-loadscope-reorder

# Both halves at once: each of them keeps about one core busy.
lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(MAKE) --jobs 2 --output-sync lint-types lint-sql site

lint-types: $(VENV)/.dev
	$(BIN)/mypy

lint-sql: $(VENV)/.dev
	$(BIN)/sqlfluff lint --processes 2 --disable-progress-bar sql ingest views \
		tests/views benchmarks tools

# The documents as a site in ./site, with a page of all tables that is not kept in the repository; a
# link or anchor that leads nowhere is an error.
# `python -m http.server -d site` shows it with its search, which browsers refuse to files.
site: $(VENV)/.dev
	$(BIN)/python -m tools.dictionary.reference > docs/tables.md
	$(BIN)/zensical build --strict

# The picture of a report that README shows, of two systems in the demo's quiz; needs Chromium.
PICTURE := build/picture
picture: $(VENV)/.checkers
	rm -rf $(PICTURE)
	mkdir -p $(PICTURE)
	printf '[[gate]]\nmetric = "accuracy"\nmin = 0.5\n\n[[gate]]\nmetric = "ece"\nmax = 0.2\n' \
		> $(PICTURE)/gates.toml
	$(BIN)/evalstore init --store $(PICTURE)/quiz
	$(BIN)/evalstore ingest evalstore/running/demo/events/capitals.ndjson --store $(PICTURE)/quiz
	$(BIN)/evalstore gate --config $(PICTURE)/gates.toml --store $(PICTURE)/quiz || true
	$(BIN)/evalstore report --run capitals-nightly-2 --store $(PICTURE)/quiz -o $(PICTURE)/report.html
	$(CHROMIUM) --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1200,1240 \
		--screenshot=docs/images/report.png file://$(CURDIR)/$(PICTURE)/report.html

format: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# The tests that `make test` leaves out because they take long, fault sweeps among them, and those of
# drawn examples again, with all of them.
sweep: $(VENV)/.checkers
	$(BIN)/pytest -m "sweep or drawn" -n auto --dist loadfile --no-loadscope-reorder

# A thousand drawn orders in which stores push to a remote and pull from it: hours.
interleavings: $(VENV)/.checkers
	$(BIN)/pytest -m interleavings -n auto tests/scale/remotes

# Small faults put into the code one at a time: how many of a drawn sample the tests notice. The
# first run takes the whole suite under coverage. SAMPLE, SEED and MORE (--help lists them) are yours.
SAMPLE ?= 200
SEED ?= 1
mutants: $(VENV)/.dev
	nice -n 19 $(BIN)/python -m benchmarks.mutants --sample $(SAMPLE) --seed $(SEED) $(MORE)

# Spark and ClickHouse, on which the statements of `evalstore sql` are compared with DuckDB.
ENGINES := .venv-engines
JAVA := openjdk-17-jre-headless
engines: $(ENGINES)/.ready

$(ENGINES)/.ready: requirements.lock pyproject.toml
	java -version || { $(SUDO) apt-get update --quiet --quiet && \
		$(SUDO) apt-get install --yes --quiet --quiet --no-install-recommends $(JAVA); }
	$(PYTHON) -m venv $(ENGINES)
	$(ENGINES)/bin/pip install --quiet --upgrade pip
	$(ENGINES)/bin/pip install --quiet --group engines -e '.[lake]'
	touch $@

# Every metric and every table of facts on each engine, beside DuckDB, on a store with revisions,
# retractions and odd names. Spark is a master and two workers on this machine.
parity: engines
	rm -rf build/parity && mkdir -p build/parity
	$(ENGINES)/bin/python -m benchmarks.parity.history build/parity/history
	for engine in clickhouse spark; do \
		$(ENGINES)/bin/python -m benchmarks.parity $$engine build/parity/history \
			--json build/parity/history-$$engine.json || exit 1; done

# One store that grows to MILLIONS of events, and what it takes: about half an hour for each ten.
MILLIONS ?= 1 10 30
scale: $(VENV)/.runtime
	nice $(BIN)/python -m benchmarks.scale --folder build/scale --millions $(MILLIONS) --care

# What the main commands cost as ratios to fixed work, against benchmarks/ratios.toml.
ratios: $(VENV)/.dev
	$(BIN)/python -m benchmarks.ratios $(MORE)

# Side by side with peers and physical limits; prints ratios.
bench: $(VENV)/.checkers
	$(BIN)/python -m benchmarks.run

# Generated documents, the fast path of each kind of event, and the hashes of what a fresh store defines.
docs: $(VENV)/.dev
	$(BIN)/python -m evalstore.metrics.union > all_metrics.tmp
	mv all_metrics.tmp sql/metrics/all_metrics.sql
	$(BIN)/python -m evalstore.metrics.counted > counted.tmp
	mv counted.tmp sql/facts/views/counted.sql
	$(BIN)/python -m evalstore.store.facts.definitions > definitions.tmp
	mv definitions.tmp evalstore/store/facts/definitions.json
	$(BIN)/python -m tools.dictionary.column_types > types.tmp
	mv types.tmp evalstore/metrics/dictionary/types.json
	$(BIN)/python -m tools.metrics.lineage > lineage.tmp
	mv lineage.tmp evalstore/metrics/lineage.json
	$(BIN)/python -m tools.events.fast_path
	$(BIN)/python -m tools.events.reference docs/events.md
	$(BIN)/python -m tools.metrics.reference > docs/metrics.md
	$(BIN)/python -m tools.dictionary.drawing > docs/images/relations.svg
	$(BIN)/python -m tools.cli.reference > docs/cli.md

# Resolve the dependencies of pyproject.toml anew.
lock: $(VENV)/.dev
	$(COMPILE) --extra drift --extra knowledge pyproject.toml build.in torch.in -o requirements.lock
	$(COMPILE) --group dev pyproject.toml build.in torch.in -o requirements-dev.lock
	$(COMPILE) --group quick --constraint requirements-dev.lock pyproject.toml build.in \
		-o requirements-quick.lock

# What our judges are made of, anew: a changed one keeps its code where its verdicts on the fixtures are
# the same, and else asks for another VERSION.
judges-lock: $(VENV)/.dev
	$(BIN)/python -m tests.judges.lock

clean:
	rm -rf $(VENV) $(ENGINES) $(DEMO) dist build site docs/tables.md .cache node_modules

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# The locks name everything that is installed, so nothing else is looked for (--no-deps).
$(VENV)/.runtime: requirements.lock pyproject.toml | $(VENV)/bin/python
	$(INSTALL) --require-hashes -r requirements.lock
	$(INSTALL) --no-build-isolation -e .
	$(INSTALL_TORCH) || echo "torch $(TORCH) could not be installed; the drift suite is left out"
	touch $@

$(VENV)/.quick: requirements-quick.lock pyproject.toml | $(VENV)/bin/python
	$(INSTALL) --require-hashes -r requirements-quick.lock
	$(INSTALL) --no-build-isolation -e .
	touch $@

$(VENV)/.dev: requirements-dev.lock pyproject.toml | $(VENV)/bin/python
	$(INSTALL) --require-hashes -r requirements-dev.lock
	$(INSTALL) --no-build-isolation -e .
	$(INSTALL_TORCH)
	touch $(VENV)/.runtime $(VENV)/.quick $@

# Where one of the two is neither there nor can be installed, the tests that need it are skipped.
$(VENV)/.checkers: package-lock.json $(VENV)/.dev
	command -v $(CHROMIUM) >/dev/null || $(INSTALL_CHROMIUM) || \
		echo "$(CHROMIUM) could not be installed; the tests that open a page are skipped"
	npm ci --no-audit --no-fund --loglevel error || \
		echo "npm could not install the checkers; the tests that need them are skipped"
	touch $@
