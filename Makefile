# Building, testing and installing. `make` alone lists the targets.
#
# Missing system packages are installed with apt-get if that is allowed (as root, or with passwordless sudo); otherwise
# the line to run is printed and make stops.

.DEFAULT_GOAL := help
.NOTPARALLEL:

PREFIX  ?= /usr/local
DESTDIR ?=
SWIFT   ?= swift
PYTHON  ?= python3
# Seconds for which `make fuzz` runs each target, and which targets: names in Tests/Fixtures/fuzz; all if empty.
FUZZ_SECONDS ?= 600
FUZZ_TARGETS ?=
# Where `make fuzz` keeps the inputs that reach new code, minimised after each run, and begins the next time.
FUZZ_CORPUS ?= .build-fuzz/corpus
# Modules of the core are small and call each other in inner loops, so optimise across modules.
RELEASE_FLAGS := -Xswiftc -cross-module-optimization
# Further options for native builds.
SWIFT_FLAGS ?=
# The command includes Swift's libraries if the toolchain has static ones, as on Linux: Package.swift says why and how.
# It includes libstdc++ too, if that is there: then a thousand names fewer are looked up at each start. The linker takes
# it from the first folder that has it, and this one has no other.
ifneq (,$(wildcard $(dir $(realpath $(shell command -v $(SWIFT))))../lib/swift_static/linux))
export BUSYLIFE_STATIC := 1
endif
STATIC_FOLDER := .build/static
STATIC_CXX := $(wildcard $(shell $(CC) -print-file-name=libstdc++.a 2>/dev/null))

TOOL   := .build/release/busylife-gen
MODULE  = $(dir $(TOOL))BrowserModule.wasm
VENV   := .venv

# The exported functions of the browser modules, besides the memory: those of the module for browsing, the further ones
# of the whole module, and those of the module for searching. Code that only others reach is not in a module.
WASM_EXPORTS := \
  busylife_allocate busylife_free busylife_output busylife_output_count \
  busylife_version busylife_reset \
  busylife_load_site busylife_load_zones busylife_zones_path busylife_zones busylife_set_zone \
  busylife_needs busylife_add_events busylife_page
# Those of the module for searching, which has none of the others but the first four.
WASM_EXPORTS_SEARCH := $(wordlist 1,4,$(WASM_EXPORTS)) \
  busylife_search_load busylife_search_load_zones busylife_search_set_zones busylife_search_add busylife_search
WASM_EXPORTS_WHOLE := \
  busylife_event_page busylife_diagnostics busylife_add_calendar busylife_remove_calendar busylife_agenda \
  busylife_free_time busylife_clock busylife_proposal busylife_read

WASM_SCRATCH := .build-wasm
WASM_MODULE  := $(WASM_SCRATCH)/release/BrowserModule.wasm
WASM_WHOLE   := $(WASM_SCRATCH)/release/BrowserModule-whole.wasm
WASM_SEARCH  := $(WASM_SCRATCH)/release/BrowserModule-search.wasm
# For size. Modules are compiled to bitcode and combined by the linker; swift_retain is not inlined at each of a
# thousand calls; the linker inlines only what is smaller inline; checks may share a trap. (No stack protector:
# WebAssembly keeps return addresses elsewhere.)
# See "How is the module kept small, and why are there three?" in docs/design.md.
WASM_SMALL := -Osize -cross-module-optimization -enforce-exclusivity=unchecked \
  -Xfrontend -emit-bc -Xfrontend -lto=llvm-full -Xfrontend -mergeable-traps -Xfrontend -disable-stack-protector \
  -Xllvm -force-attribute=swift_retain:noinline
WASM_FLAGS := --triple wasm32-unknown-none-wasm \
  -Xswiftc -enable-experimental-feature -Xswiftc Embedded -Xswiftc -wmo $(addprefix -Xswiftc ,$(WASM_SMALL)) \
  -Xswiftc -Xclang-linker -Xswiftc -nostdlib -Xswiftc -Xclang-linker -Xswiftc --no-wasm-opt \
  -Xlinker --no-entry -Xlinker --strip-all -Xlinker --stack-first -Xlinker -z -Xlinker stack-size=262144 -Xlinker -O2 \
  -Xlinker -mllvm -Xlinker -inline-threshold=-30
# Binaryen, and reordering the functions, make the module smaller still, if Binaryen and Python are installed. Writing
# the control flow anew (`--rereloop`, which wants it flat) and optimising again, twice, saves a hundredth more.
WASM_OPT := wasm-opt
WASM_AGAIN := --flatten --rereloop -Oz -Oz
WASM_OPT_FLAGS := --enable-bulk-memory --enable-sign-ext --enable-mutable-globals \
  --enable-nontrapping-float-to-int --enable-reference-types --enable-multivalue --low-memory-unused -Oz -Oz -Oz \
  $(WASM_AGAIN) $(WASM_AGAIN) -Oz

.PHONY: help
help: ## list the targets
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)$$/  make \1|\2/p' Makefile | \
	  awk -F '|' '{ printf "%-20s %s\n", $$1, $$2 }'

# ---- Building -----------------------------------------------------------------------------------

# The command and the browser module are compiled side by side: each keeps one core busy.
.PHONY: build
build: setup static ## build the command and the browser module, for release
	@mkdir -p $(WASM_SCRATCH)
	@$(MAKE) --no-print-directory wasm SETUP=true >$(WASM_SCRATCH)/log 2>&1 & module=$$!; \
	trap 'kill $$module 2>/dev/null' EXIT; \
	$(MAKE) --no-print-directory command SETUP=true || exit; \
	if kill -0 $$module 2>/dev/null; then echo "Compiling the browser module"; fi; \
	wait $$module || { cat $(WASM_SCRATCH)/log; exit 1; }
	@$(MAKE) --no-print-directory beside

.PHONY: command
command: setup static ## build the command alone, for release
	$(SWIFT) build -c release --product busylife-gen $(RELEASE_FLAGS) $(SWIFT_FLAGS)

.PHONY: static
static:
	@mkdir -p $(STATIC_FOLDER) && $(if $(STATIC_CXX),ln -sf $(STATIC_CXX) $(STATIC_FOLDER)/,true)

# The command looks for the browser modules in its own folder.
.PHONY: beside
beside:
	@cp $(WASM_MODULE) $(WASM_WHOLE) $(dir $(TOOL))
	@gzip -9 -n -c $(WASM_SEARCH) > $(MODULE:.wasm=-search.wasm.gz)

# Builds WASM_MODULE with given exports. Sources are compiled once, since exports only concern the linker.
define link-wasm
	$(SWIFT) build -c release --scratch-path $(WASM_SCRATCH) --product BrowserModule $(WASM_FLAGS) \
	  $(addprefix -Xlinker --export=,$(1))
	@if command -v $(WASM_OPT) >/dev/null; then $(WASM_OPT) $(WASM_OPT_FLAGS) $(WASM_MODULE) -o $(WASM_MODULE); fi
	@if command -v $(PYTHON) >/dev/null; then $(PYTHON) .ci/order-wasm.py $(WASM_MODULE); fi
endef

.PHONY: wasm
wasm: setup ## build the browser module only, in all variants
	$(call link-wasm,$(WASM_EXPORTS) $(WASM_EXPORTS_WHOLE))
	@mv $(WASM_MODULE) $(WASM_WHOLE)
	$(call link-wasm,$(WASM_EXPORTS_SEARCH))
	@mv $(WASM_MODULE) $(WASM_SEARCH)
	$(call link-wasm,$(WASM_EXPORTS))

.PHONY: site
site: build ## build the sample site from Content/ into Output/
	$(TOOL) build --tz UTC+8
	@echo "The site is built. Open $(CURDIR)/Output/index.html"

.PHONY: install
install: build ## install the command, its theme, manual page and completions under PREFIX (/usr/local)
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/busylife-gen"
	install -m 755 $(TOOL) "$(DESTDIR)$(PREFIX)/bin/busylife-gen"
	install -m 644 $(MODULE) $(MODULE:.wasm=-whole.wasm) $(MODULE:.wasm=-search.wasm.gz) \
	  "$(DESTDIR)$(PREFIX)/share/busylife-gen"
	rm -rf "$(DESTDIR)$(PREFIX)/share/busylife-gen/Templates"
	cp -R Templates "$(DESTDIR)$(PREFIX)/share/busylife-gen/Templates"
	chmod -R u=rwX,go=rX "$(DESTDIR)$(PREFIX)/share/busylife-gen"
	@if command -v $(PYTHON) >/dev/null; then $(PYTHON) -B .ci/dist.py install "$(DESTDIR)$(PREFIX)"; fi

# What `make dist` makes: a tarball, a Debian package, and their checksums.
DIST := .dist

.PHONY: dist
dist: build setup-dist ## pack the command for machines without Swift: a tarball and a Debian package, in .dist/
	rm -rf $(DIST)
	$(PYTHON) -B .ci/dist.py pack $(DIST)

.PHONY: setup-dist
setup-dist:
	@.ci/setup dist

.PHONY: gallery
gallery: ## make docs/gallery.md and its pictures, from the sample and the themes
	$(VENV)/bin/python Tests/kit/gallery.py

# ---- Testing ------------------------------------------------------------------------------------

# Swift tests are compiled in their own folder: SwiftPM lets only one process at a time use a folder.
TEST_SCRATCH := .build-tests
# The index in which the package manager looks for tests covers only our own modules: indexing the system's takes a
# fifth of the time. Compiling modules as wholes, and without debug information, takes another quarter of it; for a
# debugger, build with TEST_DEBUG=dwarf. What only tests need is compiled too: the benchmarks' programs, so that none is
# found broken when it is needed, and one that uses the core as other packages do.
TEST_DEBUG ?= none
TEST_FLAGS = --scratch-path $(TEST_SCRATCH) -debug-info-format $(TEST_DEBUG) -Xswiftc -index-ignore-system-modules \
  -Xswiftc -wmo -Xswiftc -num-threads -Xswiftc 2 $(SWIFT_FLAGS)
# `make test` compiles the command and the Swift tests together, for release, since they share all modules, and then the
# tests need a third of the time. It differs from what `make command` compiles in one thing: tests may call what is
# internal to a module.
TESTED_FLAGS = -c release --scratch-path $(TEST_SCRATCH) $(RELEASE_FLAGS) -Xswiftc -enable-testing $(SWIFT_FLAGS)
TEST_ENVIRONMENT = BUSYLIFE_TESTS=1 PATH="$(CURDIR)/$(VENV)/bin:$$PATH" PYTHON="$(CURDIR)/$(VENV)/bin/python"
# The number of processes for tests of sites, and for those of pages: two more than there are cores, since many tests
# wait for a server, a clock or their browser.
TEST_WORKERS ?= $(shell expr $(or $(shell nproc 2>/dev/null),$(shell sysctl -n hw.ncpu 2>/dev/null),2) + 2)
PYTEST_FLAGS ?=
PYTEST = $(VENV)/bin/python -m pytest $(PYTEST_FLAGS) --dist worksteal -n
# Quick tests of sites that need no browser module, with the debug build of the command.
SITE_FAST := content/test_agreement reading/test_checks content/test_free reading/test_site

.PHONY: test
test: setup-programs ## run every test: of the modules, the browser module, built sites and pages
	@$(PYTHON) .ci/test.py all

.PHONY: test-fast
test-fast: setup-programs ## run the tests of the modules and the quick tests of built sites, while you work
	@$(PYTHON) .ci/test.py fast

.PHONY: test-swift
test-swift: setup-tests ## run the tests of the modules only
	$(TEST_ENVIRONMENT) $(SWIFT) test $(TEST_FLAGS)

# What `make test` runs instead of `command` and `test-swift`.
.PHONY: tested-command
tested-command: setup static
	$(TEST_ENVIRONMENT) $(SWIFT) build --product busylife-gen $(TESTED_FLAGS)

.PHONY: tested-swift
tested-swift: setup-tests
	$(TEST_ENVIRONMENT) $(SWIFT) build --build-tests $(TESTED_FLAGS)
	$(TEST_ENVIRONMENT) $(SWIFT) test --skip-build $(TESTED_FLAGS)

.PHONY: test-package
test-package: setup ## test that other packages can use the core by its version
	$(TEST_ENVIRONMENT) $(SWIFT) build --product CoreUser $(TESTED_FLAGS)
	$(PYTHON) -B .ci/test-package.py $(TEST_SCRATCH)/release/CoreUser

.PHONY: build-tests
build-tests: setup
	$(TEST_ENVIRONMENT) $(SWIFT) build --build-tests $(TEST_FLAGS)

.PHONY: test-site-fast
test-site-fast: setup-tests
	BUSYLIFE_GEN=$(TEST_SCRATCH)/debug/busylife-gen $(PYTEST) $(TEST_WORKERS) $(SITE_FAST:%=Tests/Site/%.py)

.PHONY: test-site
test-site: setup-cluster beside ## run the tests of built sites only, on the last release build
	BUSYLIFE_GEN=$(TOOL) $(PYTEST) $(TEST_WORKERS) Tests/Site

.PHONY: test-browser
test-browser: setup-tests beside ## run the tests of pages in browsers only, on the last release build
	BUSYLIFE_GEN=$(TOOL) $(PYTEST) $(TEST_WORKERS) -c Tests/Browser/pytest.ini Tests/Browser

# The ends of a month and of a year, a change of clocks, a leap day, and just before and after midnight in the zone of
# the sample. (BUSYLIFE_TEST_NOW=INSTANT moves every run of the tests of pages to another time.)
TEST_DATES ?= 2027-04-30T09:00:00Z 2026-12-31T11:00:00Z 2027-03-28T00:59:00Z 2028-02-29T07:00:00Z \
  2027-06-14T15:57:00Z 2027-06-14T16:03:00Z

.PHONY: test-dates
test-dates: setup-tests beside ## run the tests of pages at six other instants (TEST_DATES), on the last release build
	@failed=; for now in $(TEST_DATES); do \
	  echo "at $$now"; BUSYLIFE_TEST_NOW=$$now $(MAKE) --no-print-directory test-browser || failed="$$failed $$now"; \
	done; if [ -n "$$failed" ]; then echo "failed at:$$failed"; exit 1; fi

# A copy of the sources with the patches of Tests/additions; it is compiled as quickly as can be.
ADDITIONS := .build-additions

.PHONY: test-additions
test-additions: setup-tests ## test what docs/design.md says that additions cost: apply, build and try each
	$(PYTHON) -B .ci/additions.py tree $(ADDITIONS)/tree
	$(SWIFT) build --package-path $(ADDITIONS)/tree --product busylife-gen --scratch-path $(ADDITIONS)/build \
	  $(filter-out --scratch-path $(TEST_SCRATCH),$(TEST_FLAGS))
	BUSYLIFE_GEN=$(ADDITIONS)/build/debug/busylife-gen BUSYLIFE_ADDITIONS=$(ADDITIONS)/tree \
	  $(PYTEST) $(TEST_WORKERS) -c Tests/additions/pytest.ini Tests/additions

.PHONY: test-dist
test-dist: dist ## try what `make dist` has made in a bare Debian, as root
	@.ci/setup test-dist
	.ci/test-dist $(DIST)

.PHONY: fuzz
fuzz: setup ## fuzz each target (FUZZ_TARGETS) for FUZZ_SECONDS (600) and write docs/reliability.md
	$(PYTHON) Fuzz/run.py long --seconds $(FUZZ_SECONDS) --targets "$(FUZZ_TARGETS)" --corpus "$(FUZZ_CORPUS)"

# Seconds for which `make soak` runs.
SOAK_SECONDS ?= 3600

.PHONY: soak
soak: build setup-tests setup-cluster ## run random tests and fuzz targets for SOAK_SECONDS (3600), with new seeds
	$(VENV)/bin/python -B .ci/soak.py $(SOAK_SECONDS)

.PHONY: test-times
test-times: ## print the twenty slowest tests of the last `make test`
	$(PYTHON) -B .ci/test-times.py $(TEST_SCRATCH)/times

.PHONY: mutations
mutations: setup ## check inputs that once failed, and some thousand mutations for each fuzz target
	$(PYTHON) -B Fuzz/run.py short --targets "$(FUZZ_TARGETS)"

.PHONY: bench
bench: setup-tests setup-bench setup-cluster ## benchmark against other programs and write docs/performance.md
	$(VENV)/bin/python Benchmarks/bench.py $(BENCH_FLAGS)
	$(VENV)/bin/python Benchmarks/search.py --record
	$(VENV)/bin/python Benchmarks/cluster.py --record
	$(VENV)/bin/python Benchmarks/adversary.py --record
	$(VENV)/bin/python Benchmarks/reader.py --record
	BUSYLIFE_RECORD=1 $(VENV)/bin/python -m pytest -c Tests/Browser/pytest.ini Tests/Browser/navigation/test_long_scroll.py

.PHONY: setup-bench
setup-bench: setup-tests
	@.ci/setup bench
	@$(MAKE) --no-print-directory $(VENV)/bench

# The benchmarks' Python packages, in the same folder as those of the tests.
$(VENV)/bench: Benchmarks/requirements.txt $(VENV)/ready
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r Benchmarks/requirements.txt
	@touch $@

# Sources that `make lint` and `make format` apply to.
SWIFT_SOURCES := Package.swift Sources Tests Fuzz Benchmarks/Sources

.PHONY: format
format: ## format the Swift sources
	$(SWIFT) format -i -r --parallel $(SWIFT_SOURCES)

.PHONY: words
words: command ## check the words of all languages: keys, places, plural forms, markup, length
	$(TOOL) words --templates Templates

.PHONY: lint
lint: ## report Swift sources that are not formatted, documented or in their rooms, and long lines
	$(SWIFT) format lint --strict -r --parallel $(SWIFT_SOURCES)
	$(PYTHON) .ci/lines.py swift py js css yml yaml c h sh Makefile .ci Hosting Cluster
	$(PYTHON) .ci/documented.py
	$(PYTHON) .ci/rooms.py
	$(PYTHON) -B .ci/additions.py check
	@echo "style: nothing to mend"

.PHONY: clean
clean: ## remove build products (the site in Output/ stays)
	rm -rf .build .build-bench $(TEST_SCRATCH) $(ADDITIONS) $(WASM_SCRATCH) .build-fuzz $(DIST) $(VENV)
	find Tests \( -name __pycache__ -o -name .pytest_cache \) -type d -prune -exec rm -rf {} +

# ---- Setting up ---------------------------------------------------------------------------------

export PYTHON SWIFT
SETUP := .ci/setup build

.PHONY: setup
setup: ## install what a build needs
	@$(SETUP)

.PHONY: setup-programs
setup-programs: setup
	@.ci/setup test

.PHONY: setup-tests
setup-tests: setup-programs ## also install what the tests need
	@$(MAKE) --no-print-directory $(VENV)/ready

.PHONY: setup-cluster
setup-cluster: setup-tests
	@$(MAKE) --no-print-directory $(VENV)/cluster

# Spark, in the same folder: 450 MB.
$(VENV)/cluster: Cluster/requirements.txt $(VENV)/ready
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r Cluster/requirements.txt
	@touch $@

# The tests' Python packages, with pinned versions, in a folder of the project.
$(VENV)/ready: Tests/requirements.txt
	$(PYTHON) -m venv --clear $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r Tests/requirements.txt
	@touch $@
