# Keyward. `make run` and `make test` do all set-up themselves; see README.md.

VERSION := $(shell sed -n 's/^version = "\(.*\)"$$/\1/p' pyproject.toml)
PREFIX  ?= /usr/local
DESTDIR ?=
SWIFT   ?= swift
# Distributions may set these: Debian has a library folder per architecture, and one for zsh completions
# of packages.
LIBDIR  ?= $(PREFIX)/lib
ZSHDIR  ?= $(PREFIX)/share/zsh/site-functions

# How the programs that take secrets are linked: `static` makes files that run on any Linux of the
# architecture, without any library; `shared` loads the C library, libsodium and libyaml, whose
# security updates then arrive (for packages of a distribution).
LINK    ?= static

# The release: Swift's runtime linked statically, every symbol bound at start, nothing exported, no path
# of this folder (Docs/Decisions/0049-static-pie.md).
RELEASE = -c release --static-swift-stdlib --disable-local-rpath \
  -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=. \
  -Xswiftc -use-ld=lld -Xswiftc -Xclang-linker -Xswiftc -static-libgcc \
  -Xlinker -z -Xlinker now -Xlinker --no-export-dynamic
# SwiftPM would put the installed library folders before ours, where the linker finds shared libraries;
# pkg-config itself omits them.
RELEASE += --pkg-config-path $(CURDIR)/.build/archives
# Group the functions used before the first prompt on adjacent pages, to reduce page faults; `make order`
# refreshes the list. Identical functions are not merged, since a merged one cannot be listed by name;
# types are found without their names.
RELEASE += -Xswiftc -Xfrontend -Xswiftc -function-sections \
  -Xswiftc -Xfrontend -Xswiftc -disable-llvm-merge-functions-pass \
  -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
# valgrind 3.19 cannot read DWARF 5, clang's default.
RELEASE += -Xcc -gdwarf-4
# Without this flag, one `contains` of a substring links all of regular expressions, 1.2 MB.
RELEASE += -Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import
# Packed relocations, which glibc supports from 2.36 on.
ifneq ($(filter 2.36 2.37 2.38 2.39 2.4%,$(lastword $(shell getconf GNU_LIBC_VERSION))),)
RELEASE += -Xlinker -z -Xlinker pack-relative-relocs
endif
# Put constants in read-only pages.
RELEASE += -Xlinker -T -Xlinker $(CURDIR)/Packaging/read-only-constants.ld
ORDER = Packaging/startup-order.txt
RELEASE += -Xlinker --symbol-ordering-file=$(CURDIR)/$(ORDER) -Xlinker --no-warn-symbol-ordering
# Only linker flags may differ here, so that both are compiled once. The archives precede every folder
# with shared libraries; the compiler's own additions follow -static.
LINK-shared = -Xlinker -L.build/archives/shared
LINK-static = -Xlinker -L.build/archives/static -Xlinker -static -Xlinker --no-dynamic-linker \
  -Xlinker -z -Xlinker text -Xlinker --no-eh-frame-hdr \
  -Xlinker -T -Xlinker $(CURDIR)/Packaging/without-unwinding.ld
# The tools load libraries at run time, so they always link the C library dynamically.
TOOLS-shared = $(LINK-shared)
TOOLS-static = -Xlinker -L.build/archives/tools
# Libraries linked into programs: fewer relocations at start and fewer packages required.
ARCHIVES-shared = stdc++
ARCHIVES-tools = $(ARCHIVES-shared) yaml sodium
ARCHIVES-static = $(ARCHIVES-tools) m dl pthread util

PROGRAM = .build/release/keyward
BINARIES = keyward pinentry-keyward keyward-askpass
# This one takes no secret, and loads libraries at run time.
TOOLS = keyward-tools
# The library that other software links with.
LIBRARY = libkeyward.so.0

.DEFAULT_GOAL = run
.PHONY: help layout-files pictures run build library python archives order goldens test test-all unit coverage test-under-load mutants sanitize fuzz soak docs lint format bench install install-files install-tools install-library deb check-deb sbom dist release recipes uninstall clean

help: ## this list; the Makefile has more targets
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1|\2/p' $(firstword $(MAKEFILE_LIST)) | awk -F '|' '{ printf "%-16s %s\n", $$1, $$2 }'

# Esc ends it with status 130, which is not an error.
run: build ## build, then type on the practice screen
	@$(PROGRAM) type || [ $$? -eq 130 ]

# Builds programs with the given flags: NAMES, FLAGS.
define build-programs
	@for program in $(1); do \
	  ! [ $(ORDER) -nt .build/release/$$program ] || rm -f .build/release/$$program; \
	  Scripts/quietly "building the release of $$program" \
	    $(SWIFT) build $(RELEASE) $(2) --product $$program || exit 1; done
endef

build: archives layout-files ## the release programs, the tools and the C library
	$(call build-programs,$(BINARIES),$(LINK-$(LINK)))
	$(call build-programs,$(TOOLS),$(TOOLS-$(LINK)))
	@$(MAKE) --no-print-directory library

# The C interface: SwiftPM compiles it, and Scripts/library links it, since SwiftPM gives a shared library
# a shared runtime. The old archive is removed, since it would keep objects of renamed files.
library: archives layout-files # the C library alone
	@rm -f .build/release/libKeywardC.a
	@Scripts/quietly "building the release of $(LIBRARY)" \
	  $(SWIFT) build $(RELEASE) $(LINK-shared) --product KeywardC
	@Scripts/quietly "linking $(LIBRARY)" Scripts/library .build/release/$(LIBRARY) $(LINK)

archives:
	@Scripts/install-packages build
	@archives() { mkdir -p .build/archives/$$1; rm -f .build/archives/$$1/*.a; kind=$$1; shift; \
	  for library; do Scripts/archive $$library .build/archives/$$kind; done; }; \
	archives shared $(ARCHIVES-shared); archives tools $(ARCHIVES-tools); \
	archives static $(ARCHIVES-static)
	@for module in libsodium yaml-0.1; do \
	  rm -f .build/archives/$$module.pc; \
	  if flags=$$(pkg-config --cflags $$module) && libs=$$(pkg-config --libs $$module); then \
	    printf 'Name: %s\nDescription: as in pkg-config\nVersion: 1\nCflags: %s\nLibs: %s\n' \
	      "$$module" "$$flags" "$$libs" >.build/archives/$$module.pc; fi; done

# Updates the list of functions used before the first prompt, after they change.
order: build # refresh the startup order of functions
	@Scripts/install-packages bench
	@Scripts/startup-order $(ORDER)
	@$(MAKE) --no-print-directory build

test: ## every test that must pass, as CI runs it
	@Scripts/install-packages build test recipes
	@Scripts/test

# Runs every check in slices, and writes their table to Docs/Checks.md. After a failure FROM=NAME continues
# with a slice; ONLY=NAME,… runs some, and SEED=N repeats the random ones.
test-all: ## every check there is, in two hours: FROM=SLICE
	@Scripts/install-packages build test boot recipes package package-check fuzz
	@Scripts/test-all $(if $(FROM),--from $(FROM)) $(if $(ONLY),--only $(ONLY)) $(if $(SEED),--seed $(SEED))

# Boots a Debian in qemu that unlocks an encrypted disk: CASES.
test-boot: build ## boot Debian in qemu and unlock a disk there
	@Scripts/install-packages build boot
	@Tests/System/boot $(CASES)

# Run this after a change of options: it writes help, completions, the lists in manuals, and the files
# in Tests/Goldens.
goldens: # write the texts generated from options, and the expected texts of tests
	@KEYWARD_WRITE_GOLDENS=1 $(SWIFT) test --filter 'KeywardToolsTests.GoldenTests|AsInTheGoldenFile'

# The quick part of `make test`: without starting our programs or searching memory.
unit: ## the quick tests, without our programs
	@Scripts/test unit

# Runs the quick tests and prints the line coverage of each module.
coverage: # the quick tests with their line coverage
	@Scripts/test coverage

test-under-load: # every test three times on a busy machine
	@Scripts/install-packages build test
	@for round in 1 2 3; do Scripts/under-load 2 Scripts/test suites || exit 1; done

# Plants every fault of Tests/Mutants in a copy, and expects the named test to fail: NAMES.
mutants: library # plant each fault and expect its test to fail: NAMES="…"
	@Scripts/install-packages build test
	@Scripts/mutants $(NAMES)

sanitize: # tests under the address and thread sanitisers
	@Scripts/sanitize

fuzz: # 100,000 runs of every fuzz target: RUNS, SEED
	@Scripts/install-packages build fuzz
	@Scripts/fuzz $(or $(RUNS),100000)

# Compares the constraint solver under random edits with fresh solvers and exact arithmetic: EDITS, SEED.
soak: # the solver under random edits: EDITS=1000000 SEED=…
	@Scripts/quietly "building the soak" $(SWIFT) build -c release --product SolverSoak \
	  --scratch-path .build-soak
	@.build-soak/release/SolverSoak $(or $(EDITS),1000000) $(SEED)

# Writes the reference of the public API as a site in .build/docs, with the articles of Keyward.docc.
docs: ## the reference of the public API, in .build/docs
	@Scripts/install-packages build
	@for module in KeywardNotifications KeywardPrompt KeywardUIKitNames; do \
	  Scripts/quietly "building $$module" $(SWIFT) build --target $$module || exit 1; done
	@Scripts/docs .build/debug .build/docs

lint: ## the checks before a commit
	@Scripts/lint

format: ## format all Swift code
	@ulimit -n "$$(ulimit -Hn)" 2>/dev/null || true; \
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests Examples Benchmarks

bench: ## speed and memory compared with other programs
	@Scripts/install-packages build bench
	@Scripts/bench

# Builds the Python package as a wheel that contains the library, and as a source archive, in dist.
python: # the Python package as a wheel and a source archive
	@$(MAKE) --no-print-directory library LINK=static
	@python3 Python/build_wheel.py dist

# In /usr/local, Debian's Python searches only a folder of its version, so install a .pth file there.
PURELIB = python3 -c 'import sysconfig; print(sysconfig.get_path("purelib"))' 2>/dev/null
# sudo often has no compiler in its PATH, and a user cannot replace files that root has built.
install: ## programs, tools, library, manuals and completions: PREFIX=/usr/local
	@if [ "$${SUDO_UID:-0}" -ne 0 ] && [ -x .build/release/$(TOOLS) ] && [ -e .build/release/$(LIBRARY) ]; \
	then echo "keyward: installing what was built at $$(date -r .build/release/$(LIBRARY) '+%F %H:%M')"; \
	else $(MAKE) --no-print-directory build; fi
	@$(MAKE) --no-print-directory install-files
	@[ -n "$(DESTDIR)" ] || [ "$$(id -u)" -ne 0 ] || ldconfig
	@site=$$([ -n "$(DESTDIR)" ] || $(PURELIB)); case "$$site" in "$(PREFIX)"/lib/*) install -d "$$site" && \
	  echo "$(PREFIX)/lib/python3/dist-packages" | install -m 644 /dev/stdin "$$site/keyward.pth";; esac
	@[ -n "$(DESTDIR)" ] || command -v python3 >/dev/null || \
	  echo "keyward: there is no python3; once there is one, “make install” again shows it the package"
	@Scripts/after-install "$(PREFIX)/bin" $(TOOLS)

# The files that `install` copies from a built release. They are readable by all, whatever the umask.
BIN = "$(DESTDIR)$(PREFIX)/bin"
LIBEXEC = "$(DESTDIR)$(PREFIX)/libexec/keyward"
SHARE = "$(DESTDIR)$(PREFIX)/share"
LICENCES = $(SHARE)/doc/keyward/licences
LIB = "$(DESTDIR)$(LIBDIR)"
ZSH = "$(DESTDIR)$(ZSHDIR)"
HEADERS = "$(DESTDIR)$(PREFIX)/include"
PYTHON = "$(DESTDIR)$(PREFIX)/lib/python3/dist-packages/keyward_keyboard"
install-library:
	install -d $(LIB)/pkgconfig $(HEADERS) $(PYTHON) $(SHARE)/man/man3
	install -m 644 .build/release/$(LIBRARY) $(LIB)/$(LIBRARY)
	ln -sf $(LIBRARY) $(LIB)/$(LIBRARY:.0=)
	install -m 644 Sources/Library/CKeyward/include/keyward.h $(HEADERS)/keyward.h
	sed 's|@VERSION@|$(VERSION)|; s|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(subst $(PREFIX)/,$${prefix}/,$(LIBDIR))|' \
	  Sources/Library/CKeyward/keyward.pc.in | install -m 644 /dev/stdin $(LIB)/pkgconfig/keyward.pc
	install -m 644 Python/keyward_keyboard/*.py Python/keyward_keyboard/py.typed $(PYTHON)/
	install -m 644 Docs/Manuals/keyward.3 $(SHARE)/man/man3/keyward.3

install-files: install-library $(if $(TOOLS),install-tools)
	install -d $(BIN) $(SHARE)/man/man1 $(SHARE)/man/man5
	install -m 644 Docs/Manuals/keyward-config.5 $(SHARE)/man/man5/
	for program in $(BINARIES); do \
	  install -m 755 -s .build/release/$$program $(BIN)/$$program || exit 1; \
	  install -m 644 Docs/Manuals/$$program.1 $(SHARE)/man/man1/ || exit 1; done
	install -d $(LICENCES) $(SHARE)/keyward
	install -m 644 Layouts/keyboards/keyboard.schema.json $(SHARE)/keyward/
	install -m 644 LICENSES/*.txt $(LICENCES)/

# The prompt at boot: the program that needs no library, and its callers.
BOOT = .build/release/keyward
LIBBOOT = "$(DESTDIR)/usr/lib"
install-boot:
	@! readelf -d $(BOOT) | grep NEEDED || { echo "An initramfs takes a program that needs no library." >&2; exit 1; }
	install -D -m 755 -s $(BOOT) $(LIBBOOT)/keyward/keyward
	install -m 644 Packaging/boot/console Packaging/boot/modules $(LIBBOOT)/keyward/
	install -m 755 Packaging/boot/agent Packaging/boot/image $(LIBBOOT)/keyward/
	install -D -m 755 Packaging/boot/keyscript $(LIBBOOT)/cryptsetup/scripts/keyward
	install -D -m 755 Packaging/boot/hook "$(DESTDIR)/usr/share/initramfs-tools/hooks/keyward"
	install -D -m 755 Packaging/boot/module-setup.sh $(LIBBOOT)/dracut/modules.d/60keyward/module-setup.sh
	install -D -m 644 Packaging/boot/lintian-overrides \
	  "$(DESTDIR)/usr/share/lintian/overrides/keyward-initramfs"
	for unit in path service; do \
	  install -D -m 644 Packaging/boot/keyward-boot-agent.$$unit \
	    $(LIBBOOT)/systemd/system/keyward-boot-agent.$$unit || exit 1; done

# Write nothing into the source tree: root would leave files that others cannot replace.
COMPLETION = text=$$($(PROGRAM) --generate-completion-script
# Installs the tools and the completions that they write; optional on a system that only prompts: TOOLS="".
install-tools:
	install -d $(LIBEXEC)
	install -m 755 -s .build/release/$(TOOLS) $(LIBEXEC)/$(TOOLS)
	install -d $(SHARE)/bash-completion/completions $(ZSH) $(SHARE)/fish/vendor_completions.d
	$(COMPLETION) bash) && printf '%s\n' "$$text" | sed '1{/^#!/d}' | \
	  install -m 644 /dev/stdin $(SHARE)/bash-completion/completions/keyward
	$(COMPLETION) zsh) && printf '%s\n' "$$text" | install -m 644 /dev/stdin $(ZSH)/_keyward
	$(COMPLETION) fish) && printf '%s\n' "$$text" | \
	  install -m 644 /dev/stdin $(SHARE)/fish/vendor_completions.d/keyward.fish

# Lists the files of Layouts for the compiler, so that a new keyboard needs no code.
layout-files:
	@Scripts/layout-files

# Draws the pictures of README and Docs by the program, and by xterm on a virtual display.
pictures: build # the pictures of README and Docs
	@Scripts/install-packages pictures
	@Scripts/pictures $(PROGRAM)

# The time of the commit, the only time in released files: a commit always gives the same files.
EPOCH = $(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct 2>/dev/null || \
  dpkg-parsechangelog -l Packaging/changelog -S Timestamp))

# Runs every line of Docs/Recipes.md with the real programs, and writes the results into that page.
recipes: build # check the documented recipes with the release
	@Scripts/install-packages recipes-all
	@Tests/System/recipes .build/release --keep

# Builds Debian packages in dist. They link the distribution's libraries, to get its security updates.
deb: ## the Debian packages
	@Scripts/install-packages package
	@$(MAKE) --no-print-directory build LINK=static
	@install -D .build/release/keyward .build/static/keyward
	@$(MAKE) --no-print-directory build LINK=shared
	@SOURCE_DATE_EPOCH=$(EPOCH) Scripts/package dist

# Checks those packages: installs them in a bare system, uses and removes them.
check-deb: # install and remove them in a bare root
	@Scripts/install-packages package-check
	@Tests/System/package-check dist

# Writes the components of programs and library, with licences and versions, into dist.
sbom: # the bill of materials (SPDX)
	@SOURCE_DATE_EPOCH=$(EPOCH) Scripts/sbom dist

# Packs the files that run on any Linux of this architecture, and writes the checksums of dist.
dist: sbom # the archive of a release
	@Scripts/install-packages package
	@$(MAKE) --no-print-directory build LINK=static
	@SOURCE_DATE_EPOCH=$(EPOCH) Scripts/tarball dist

# Runs every check, builds all released files, and prints the commit to tag: TESTS=no skips the tests.
release: ## check and build a release
	@TESTS=$(TESTS) Scripts/release

uninstall: ## remove the installed files; run “keyward setup --undo” first
	@echo "Run “keyward setup --undo” as each user before this, if “keyward setup --apply” was run: gpg cannot ask"
	@echo "while ~/.gnupg/gpg-agent.conf names a program that is gone."
	for program in $(BINARIES); do \
	  rm -f $(BIN)/$$program $(SHARE)/man/man1/$$program.1; done
	rm -f $(addprefix $(LIBEXEC)/,$(TOOLS)) $(HEADERS)/keyward.h
	rm -f $(SHARE)/man/man3/keyward.3 $(SHARE)/man/man5/keyward-config.5
	rm -f $(LIB)/$(LIBRARY) $(LIB)/$(LIBRARY:.0=) $(LIB)/pkgconfig/keyward.pc
	rm -rf $(PYTHON)
	@site=$$([ -n "$(DESTDIR)" ] || $(PURELIB)); case "$$site" in "$(PREFIX)"/lib/*) rm -f "$$site/keyward.pth";; esac
	rmdir $(LIBEXEC) 2>/dev/null || true
	rm -rf $(LICENCES)
	rm -f $(SHARE)/keyward/keyboard.schema.json
	rmdir $(SHARE)/doc/keyward $(SHARE)/keyward 2>/dev/null || true
	rm -f $(SHARE)/bash-completion/completions/keyward $(ZSH)/_keyward \
	  $(SHARE)/fish/vendor_completions.d/keyward.fish

clean: ## remove everything that was built
	rm -rf .build .build-* dist Python/__pycache__ Python/keyward_keyboard/__pycache__
