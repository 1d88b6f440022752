# One place to start, test and check the explorer. It needs make and Python 3.11 or newer; `make` alone lists what it does.
# Another Python:      make app PYTHON=python3.13
# Another environment: make test VENV=/somewhere/else

PYTHON ?= python3
FLOOR_PYTHON ?= python3.11
VENV ?= .venv
FLOOR_VENV ?= .venv-floor
AUDIT_VENV ?= .venv-audit
PYTEST_ARGS ?=

BIN := $(VENV)/bin
# Two at once, a file each. The browser's tests come afterwards, by themselves.
HEADLESS = $(BIN)/python -m pytest -n 2 --dist loadfile -m "not browser" $(PYTEST_ARGS)
NONE_CHOSEN = [ $$? = 5 ] # pytest's word for: PYTEST_ARGS chose none of these
APP_STAMP := $(VENV)/.app-installed
TEST_STAMP := $(VENV)/.test-installed

.DEFAULT_GOAL := help
.PHONY: help app lab test test-fast test-failures test-floor bench load audit check format wheel clean chromium nginx

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

app: $(APP_STAMP) ## install into .venv if needed, serve the page and open it (Ctrl-C ends it)
	@$(BIN)/python -m explorer serve

lab: $(APP_STAMP) ## open the notebooks in JupyterLab, on a copy
	@$(BIN)/python -m explorer lab

test: $(TEST_STAMP) chromium nginx ## every test, real browser included (Chromium and nginx by apt where there is apt)
	@$(HEADLESS) || $(NONE_CHOSEN)
	@$(BIN)/python -m pytest -n 2 --dist loadfile -m browser $(PYTEST_ARGS) || $(NONE_CHOSEN)

test-fast: $(TEST_STAMP) ## the tests that need no browser
	@$(HEADLESS)

test-failures: $(TEST_STAMP) chromium ## what a learner sees when something dies, in a real browser (three minutes)
	@FAILURES=1 $(BIN)/python -m pytest tests/browser/test_failures.py $(PYTEST_ARGS)

test-floor: ## the same, on Python 3.11 with the lowest versions that pyproject.toml allows
	@test -x $(FLOOR_VENV)/bin/python || $(FLOOR_PYTHON) -m venv $(FLOOR_VENV)
	@$(FLOOR_VENV)/bin/python tests/floors.py > $(FLOOR_VENV)/floors.txt
	@$(FLOOR_VENV)/bin/python -m pip install --quiet --constraint $(FLOOR_VENV)/floors.txt --editable '.[test]'
	@$(FLOOR_VENV)/bin/python -m pytest -m "not browser" $(PYTEST_ARGS)

bench: $(TEST_STAMP) chromium ## how fast the page is, beside interact and pyplot (seven minutes)
	@$(BIN)/python -m benchmarks.page

check: $(TEST_STAMP) ## what CI checks before the tests: format, lint, types, clean notebooks
	@$(BIN)/python -m ruff format --check .
	@$(BIN)/python -m ruff check .
	@$(BIN)/python -m mypy
	@$(BIN)/python -m nbstripout --verify notebooks/*.ipynb

format: $(TEST_STAMP) ## put the code in its form and empty the notebooks
	@$(BIN)/python -m ruff check --fix .
	@$(BIN)/python -m ruff format .
	@$(BIN)/python -m nbstripout notebooks/*.ipynb

load: $(TEST_STAMP) chromium ## a class of thirty at once, on this machine (six and a half minutes)
	@$(BIN)/python -m benchmarks.load

audit: $(APP_STAMP) ## ask whether what the page runs on is sound: versions that fit, none withdrawn, no advisory
	@test -x $(AUDIT_VENV)/bin/python || $(PYTHON) -m venv $(AUDIT_VENV)
	@$(AUDIT_VENV)/bin/python -m pip install --quiet --disable-pip-version-check pip-audit
	@$(BIN)/python deploy/audit.py $(AUDIT_VENV)/bin/pip-audit

wheel: $(TEST_STAMP) ## build the wheel into dist/
	@$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .
	@ls dist/*.whl

clean: ## remove the environments, caches and everything built
	rm -rf $(VENV) $(FLOOR_VENV) $(AUDIT_VENV) build dist test-artefacts .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# An environment is made once, and filled again when pyproject.toml is newer than its stamp.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed; this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.12")'
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "Python's venv module is incomplete here; on Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }

$(APP_STAMP): $(BIN)/python pyproject.toml
	@echo "Installing the explorer into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(TEST_STAMP): $(APP_STAMP)
	@echo "Installing what the tests need into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,dev]'
	@touch $@

# Chromium is found as the browser tests find it: by $$CHROMIUM, then by the usual names.
chromium: $(TEST_STAMP)
	@if $(BIN)/python -m tests.browser.chromium >/dev/null; then exit 0; fi; \
	if [ -z "$$CHROMIUM" ] && command -v apt-get >/dev/null; then \
	  if [ "$$(id -u)" = 0 ]; then sudo=; elif command -v sudo >/dev/null; then sudo=sudo; else sudo=none; fi; \
	  if [ "$$sudo" != none ]; then \
	    echo "Installing Chromium with apt ..."; \
	    { $$sudo apt-get -qq update; $$sudo apt-get -qq install -y chromium; } >/dev/null || true; \
	  fi; \
	fi; \
	$(BIN)/python -m tests.browser.chromium >/dev/null || { \
	  echo "The browser tests need Chromium or Chrome, and none was found."; \
	  echo "Install one, or name it: make test CHROMIUM=/path/to/chromium"; \
	  echo "Everything else runs without it: make test-fast"; exit 1; } >&2

# nginx is unpacked beside the environment, not installed: Debian's would begin to serve on port 80 by itself.
nginx: $(TEST_STAMP)
	@if $(BIN)/python -m tests.deploy.nginx >/dev/null; then exit 0; fi; \
	if [ -z "$$NGINX" ] && command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null; then \
	  if [ "$$(id -u)" = 0 ]; then sudo=; elif command -v sudo >/dev/null; then sudo=sudo; else sudo=none; fi; \
	  echo "Fetching nginx with apt ..."; \
	  [ "$$sudo" = none ] || $$sudo apt-get -qq update >/dev/null 2>&1 || true; \
	  mkdir -p $(VENV)/nginx; \
	  (cd $(VENV)/nginx && apt-get -qq download nginx && dpkg-deb -x nginx_*.deb .) >/dev/null 2>&1 || true; \
	fi; \
	$(BIN)/python -m tests.deploy.nginx >/dev/null || echo "No nginx here: the tests that need one are skipped."
