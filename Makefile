# `make help` lists all targets. Most run in .venv, which is created when it is first needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := pip install -q --disable-pip-version-check
READY := $(VENV)/ready
CONSTRAINTS := constraints.txt
EXTRAS := train,tune,export,dataset,render,play,openspiel,docs,dev
# Two processes more than cores keep two cores busy, because tests of servers and pages often wait. The
# tests of a file stay in one process, which makes their fixtures once. tests/conftest.py puts slow tests
# first, and pytest-xdist must keep this order.
WORKERS := 4
PYTEST := -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder
TESTS := $(BIN)/python $(PYTEST)
EXAMPLES := mlflow supersuit tianshou torchrl wandb
# The trials of `make release-check`, by default all; TRIALS="none or train+tune" runs one without extras
# and one with the extras train and tune.
TRIALS :=
# Where pip finds torch for processors only, which is smaller than that for GPUs.
PROCESSOR_INDEX := https://download.pytorch.org/whl/cpu
# The recipe of `make train`; `make train RECIPE=` uses the default values and trains from scratch.
RECIPE := experiment=quick

.DEFAULT_GOAL := help

help:  ## list all targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

setup: $(READY)  ## set up .venv with pinned versions (other targets do this when needed)

$(READY): pyproject.toml $(CONSTRAINTS)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, $(PYTHON) is " + sys.version.split()[0] + "; run: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	# Install torch first, so that packages that depend on it do not choose another build.
	$(BIN)/$(INSTALL) -c $(CONSTRAINTS) torch
	$(BIN)/$(INSTALL) -c $(CONSTRAINTS) -e '.[$(EXTRAS)]'
	touch $@

train: setup  ## train an agent on Kou-Ka-Roi and evaluate it (five minutes)
	$(BIN)/hofspiele train $(RECIPE)
	@echo 'play against it: make play'
	@echo 'train for all numbers of players (12 M steps): hofspiele train experiment=kou_ka_roi'
	@echo 'activate the virtual environment for these commands: . $(BIN)/activate'

play: setup  ## play in the browser against agents and other people
	$(BIN)/hofspiele serve

test: setup lint  ## check style and types, then run all tests
	$(TESTS)

test-fast: setup  ## run the tests of rules and environments (two minutes; see CONTRIBUTING.md)
	HYPOTHESIS_PROFILE=few $(TESTS) -m "not slow"

coverage: setup  ## run all tests and report the lines of Python that they reach
	$(TESTS) --cov --cov-report=term:skip-covered --cov-report=html:results/coverage

test-examples: $(EXAMPLES:%=$(VENV)-examples/%/ready)  ## run the examples with other libraries, each in its own virtual environment
	for library in $(EXAMPLES); do \
		$(VENV)-examples/$$library/bin/python -m pytest -W default tests/examples -k $$library || exit 1; \
	done

test-ray: $(VENV)-ray/ready  ## run the tests of Ray and RLlib with the versions that they require
	$(VENV)-ray/bin/python -m pytest tests/ray

test-gpu-code: $(VENV)-gpu-cu13/ready  ## run the code for a GPU on the processor, with one setup of each game
	$(VENV)-gpu-cu13/bin/python -m pytest tests/gpu

test-gpu-build: $(VENV)-gpu-cu13/ready  ## the same with all setups (two minutes)
	$(VENV)-gpu-cu13/bin/python -m pytest -m "" tests/gpu

test-gpu:  ## play a million decisions of each setup on the GPU of this machine (in the current environment)
	$(PYTHON) -m pytest -m "" tests/gpu

bench-gpu:  ## measure tables on the GPU of this machine (in the current environment)
	mkdir -p results
	$(PYTHON) -m benchmarks.on_gpu results/gpu.json

gpu-day:  ## both within nine minutes, for a machine that is lent; writes results/gpu.txt and results/gpu.json
	mkdir -p results
	timeout 180 $(PYTHON) -m pytest -m "" tests/gpu/test_on_a_card.py 2>&1 | tee results/gpu.txt
	timeout 350 $(PYTHON) -m benchmarks.on_gpu results/gpu.json

# RLlib requires another version of Gymnasium, and JAX warns at every fork, which fails tests in .venv. Once
# numba-cuda is installed, Numba would import it. All other packages come from .venv.
$(VENV)-ray/ready $(VENV)-bench/ready $(VENV)-gpu-cu13/ready: $(VENV)-%/ready: $(READY)
	$(PYTHON) -m venv $(@D)
	$(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))' \
		> $$($(@D)/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/venv.pth
	grep -v '^gymnasium==' $(CONSTRAINTS) > $(@D)/$(CONSTRAINTS)
	$(@D)/bin/$(INSTALL) -c $(@D)/$(CONSTRAINTS) -e '.[$*]'
	touch $@

# Hofspiele and PettingZoo are installed without dependencies, because the requirements of an example
# list all that it needs.
$(VENV)-examples/%/ready: examples/requirements/%.txt pyproject.toml
	$(PYTHON) -m venv $(@D)
	$(@D)/bin/$(INSTALL) -r $<
	$(@D)/bin/$(INSTALL) -c $(CONSTRAINTS) --no-deps pettingzoo -e .
	$(@D)/bin/$(INSTALL) -c $(CONSTRAINTS) pytest hypothesis
	touch $@

test-lowest: $(VENV)-lowest/ready  ## run most tests with the oldest series of libraries that pyproject.toml allows
	$(VENV)-lowest/bin/python $(PYTEST) -W ignore tests --ignore=tests/browser --ignore=tests/ray \
		--ignore=tests/examples --ignore=tests/benchmarks

# pip installs the newest release of each oldest series, such as numpy 2.0.2 for numpy>=2.0, which has
# wheels for Python 3.11 and 3.12 only. torch is the pinned version, because old CPU builds may be missing.
$(VENV)-lowest/ready: pyproject.toml $(CONSTRAINTS)
	$(PYTHON) -m venv $(@D)
	grep -oE '"[a-z0-9_-]+>=[0-9.]+' pyproject.toml | tr -d '"' | sed '/^torch/d; s/>=/==/; s/$$/.*/' > $(@D)/$(CONSTRAINTS)
	grep '^torch==' $(CONSTRAINTS) >> $(@D)/$(CONSTRAINTS)
	$(@D)/bin/$(INSTALL) -c $(@D)/$(CONSTRAINTS) torch
	$(@D)/bin/$(INSTALL) -c $(@D)/$(CONSTRAINTS) -e '.[$(EXTRAS)]'
	touch $@

hostile: setup  ## attack file readers, servers and commands at random (half an hour)
	HYPOTHESIS_PROFILE=explore $(TESTS) --dist load -m "" tests/hostile
	HYPOTHESIS_PROFILE=explore NUMBA_DISABLE_JIT=1 $(TESTS) tests/hostile/test_file_readers.py -k toml

results: setup  ## play the scorecard of the bundled agents (half an hour; resumes after Ctrl-C)
	$(BIN)/hofspiele scorecard agent=trained results=benchmarks/scorecards/trained

lint: setup  ## check style, spelling and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell
	$(BIN)/mypy

format: setup  ## sort imports and format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

golden: setup  ## rewrite the golden playthroughs and digests (read the diff afterwards)
	$(BIN)/python -m tools.golden

docs: setup  ## regenerate tables and pictures of the documentation, and run the notebook
	$(BIN)/python -m tools.rules_pages
	$(BIN)/python -m benchmarks.figures
	$(BIN)/python docs/films.py
	$(BIN)/jupyter nbconvert --to notebook --execute --inplace --NotebookClient.record_timing=False examples/first_steps.ipynb

site: setup  ## build the documentation as a site (build/site/index.html)
	$(BIN)/python -m sphinx -q -W --keep-going -d build/doctrees docs build/site

bench: $(VENV)-bench/ready  ## compare speed with other libraries
	$(VENV)-bench/bin/python -m benchmarks

release-check: setup  ## build the package and image, try and measure the wheel with every extra (docs/extras.csv)
	PYTHON=$(PYTHON) PIP_CONSTRAINT=$(abspath $(PIP_CONSTRAINT)) \
		PIP_EXTRA_INDEX_URL=$${PIP_EXTRA_INDEX_URL-$(PROCESSOR_INDEX)} \
		$(BIN)/python -m pytest -vv -m release -k "$(TRIALS)" tests/packaging

clean:  ## remove all build outputs and caches (not results/)
	rm -rf $(VENV) $(VENV)-bench $(VENV)-examples $(VENV)-gpu-cu13 $(VENV)-ray $(VENV)-lowest build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find .import -type l -delete
	find . -name __pycache__ -prune -exec rm -rf {} +

.PHONY: help setup train play test test-fast coverage test-examples test-ray test-gpu-code test-gpu-build test-gpu bench-gpu gpu-day test-lowest hostile results lint format golden docs site bench release-check clean
