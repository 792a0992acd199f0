# Keyward. `make run` and `make test` do all set-up themselves; see README.md.

PREFIX  ?= /usr/local
DESTDIR ?=
SWIFT   ?= swift

# The release program: Swift's runtime inside, every symbol bound at start (see ARCHITECTURE.md).
RELEASE = -c release --static-swift-stdlib --disable-local-rpath -Xlinker -z -Xlinker now
# Where their archives are at hand, libraries go into the programs: less to bind at every start.
ARCHIVES = .build/archives
RELEASE += -Xlinker -L$(ARCHIVES) -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
# SwiftPM would name the system's own folders before it, and the linker find shared libraries there;
# pkg-config itself leaves them out.
RELEASE += --pkg-config-path $(CURDIR)/$(ARCHIVES)
# What runs before the first prompt stands together, which a start pays by the page
# (Scripts/startup-order writes the list); functions that are the same stay apart, since one made of
# two has no name to be listed by; nothing is exported; types are found without their names.
RELEASE += -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic \
  -Xlinker --symbol-ordering-file=$(CURDIR)/Scripts/startup-order.txt \
  -Xlinker --no-warn-symbol-ordering \
  -Xswiftc -Xfrontend -Xswiftc -function-sections \
  -Xswiftc -Xfrontend -Xswiftc -disable-llvm-merge-functions-pass \
  -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
# One `contains` of a text in a text would bring in all of regular expressions, 1.2 MB.
RELEASE += -Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import
# Relocations in their short form, which the C library understands from 2.36 on.
ifneq ($(filter 2.36 2.37 2.38 2.39 2.4%,$(lastword $(shell getconf GNU_LIBC_VERSION))),)
RELEASE += -Xlinker -z -Xlinker pack-relative-relocs
endif
PROGRAM = .build/release/keyward
BINARIES = keyward pinentry-keyward keyward-askpass

.PHONY: pictures run build test unit test-under-load sanitize fuzz soak lint format bench install install-files deb uninstall clean

run: build
	@$(PROGRAM) type

build:
	@Scripts/install-packages build
	@mkdir -p $(ARCHIVES)
	@for archive in libstdc++.a libyaml.a; do \
	  path=$$(clang -print-file-name=$$archive 2>/dev/null); \
	  case $$path in /*) ln -sf "$$path" $(ARCHIVES)/$$archive ;; esac; done
	@for module in libsodium yaml-0.1; do \
	  rm -f $(ARCHIVES)/$$module.pc; \
	  if flags=$$(pkg-config --cflags $$module) && libs=$$(pkg-config --libs $$module); then \
	    printf 'Name: %s\nDescription: as pkg-config says\nVersion: 1\nCflags: %s\nLibs: %s\n' \
	      "$$module" "$$flags" "$$libs" >$(ARCHIVES)/$$module.pc; fi; done
	@for program in $(BINARIES); do \
	  [ Scripts/startup-order.txt -ot .build/release/$$program ] || rm -f .build/release/$$program; \
	  Scripts/quietly "building the release of $$program" $(SWIFT) build $(RELEASE) --product $$program \
	  || exit 1; done

test:
	@Scripts/install-packages build test
	@Scripts/test

# The quick part of `make test`, while you work: without our programs and searches of memory.
unit:
	@Scripts/test unit

# Every test three times on a machine that is busy with other things.
test-under-load:
	@Scripts/install-packages build test
	@for round in 1 2 3; do Scripts/under-load 2 Scripts/test suites || exit 1; done

sanitize:
	@Scripts/sanitize

fuzz:
	@Scripts/install-packages build
	@Scripts/fuzz 60

# The constraint solver under random edits, beside fresh solvers and exact arithmetic: MINUTES, SEED.
soak:
	@Scripts/quietly "building the soak" $(SWIFT) build -c release --product SolverSoak \
	  --scratch-path .build-soak
	@.build-soak/release/SolverSoak $(or $(MINUTES),1) $(SEED)

lint:
	@Scripts/lint

format:
	@$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests Layouts Examples Benchmarks Fuzz

bench:
	@Scripts/install-packages build bench
	@Scripts/bench

install: build install-files
	@Scripts/after-install "$(PREFIX)/bin"

# What `install` puts where, from a release that is built. Everybody may read it, whatever the umask.
BIN = "$(DESTDIR)$(PREFIX)/bin"
SHARE = "$(DESTDIR)$(PREFIX)/share"
install-files:
	install -d $(BIN) $(SHARE)/man/man1
	for program in $(BINARIES); do \
	  install -m 755 -s .build/release/$$program $(BIN)/$$program || exit 1; \
	  install -m 644 Manuals/$$program.1 $(SHARE)/man/man1/ || exit 1; done
	mkdir -p .build/completions
	for shell in bash zsh fish; do \
	  $(PROGRAM) --generate-completion-script $$shell >.build/completions/$$shell || exit 1; done
	install -d $(SHARE)/bash-completion/completions $(SHARE)/zsh/site-functions
	install -d $(SHARE)/fish/vendor_completions.d
	install -m 644 .build/completions/bash $(SHARE)/bash-completion/completions/keyward
	install -m 644 .build/completions/zsh $(SHARE)/zsh/site-functions/_keyward
	install -m 644 .build/completions/fish $(SHARE)/fish/vendor_completions.d/keyward.fish

# The pictures of README and Docs, drawn by the program.
pictures: build
	@Scripts/pictures $(PROGRAM)

# A Debian package, in this folder.
deb: build
	@Scripts/package

uninstall:
	for program in $(BINARIES); do \
	  rm -f $(BIN)/$$program $(SHARE)/man/man1/$$program.1; done
	rm -f $(SHARE)/bash-completion/completions/keyward $(SHARE)/zsh/site-functions/_keyward \
	  $(SHARE)/fish/vendor_completions.d/keyward.fish

clean:
	rm -rf .build .build-* keyward_*.deb
