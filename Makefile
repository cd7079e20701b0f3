# Everything starts with `make run` or `make test`; both do all the set-up themselves, once.
VENV := .venv
WORKERS ?= 3
PYTHON := $(VENV)/bin/python
SYSTEM := $(VENV)/.system-done
INSTALLED := $(VENV)/.installed

.PHONY: setup assets run test lint format bench soak screenshots clean

setup: $(INSTALLED) assets

$(SYSTEM): packaging/system.sh packaging/newest_python.sh
	@sh packaging/system.sh
	@mkdir -p $(VENV) && touch $@

$(INSTALLED): pyproject.toml packaging/install.sh | $(SYSTEM)
	@sh packaging/install.sh $(VENV)
	@touch $@

assets: $(INSTALLED)
	@$(PYTHON) packaging/assets.py

run: setup
	@$(PYTHON) packaging/run.py

lint: setup
	@$(PYTHON) packaging/lint.py

# three at once on two cores: much of what is tested waits for other programs
test: lint
	@$(PYTHON) -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder

bench: setup
	@$(PYTHON) -m pytest tests/bench --benchmark-enable --benchmark-columns=min,median,max,rounds --timeout=0

soak: setup
	@$(PYTHON) -m pytest -m soak --timeout=0

screenshots: setup
	@$(PYTHON) packaging/screenshots.py

format: setup
	@$(VENV)/bin/ruff check --fix-only --quiet .
	@$(VENV)/bin/ruff format --quiet .

clean:
	@rm -rf $(VENV) blockly_assets/fetched packaging/web/node_modules .mypy_cache .ruff_cache .import_linter_cache
