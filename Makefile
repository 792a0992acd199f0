# Keyward. `make run` and `make test` do all set-up themselves; see README.md.

PREFIX  ?= /usr/local
DESTDIR ?=
SWIFT   ?= swift

# The release program: Swift's runtime inside, every symbol bound at start (see ARCHITECTURE.md).
RELEASE = -c release --static-swift-stdlib --disable-local-rpath -Xlinker -z -Xlinker now
PROGRAM = .build/release/keyward
BINARIES = keyward

pictures: build
	@Scripts/pictures $(PROGRAM)

.PHONY: pictures run build test unit sanitize fuzz fuzz-quick examples lint format bench install uninstall clean

run: build
	@$(PROGRAM) type

build:
	@Scripts/install-packages build
	@Scripts/quietly "building the release" $(SWIFT) build $(RELEASE) --product keyward

test:
	@Scripts/install-packages build test
	@Scripts/test

# The quick part of `make test`, while you work.
unit:
	@$(SWIFT) test

sanitize:
	@Scripts/sanitize

fuzz:
	@Scripts/install-packages build
	@Scripts/fuzz 60

lint:
	@Scripts/lint

format:
	@$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests Layouts Examples Benchmarks Fuzz

bench:
	@Scripts/install-packages build bench
	@Scripts/bench

install: build
	install -d $(DESTDIR)$(PREFIX)/bin
	for program in $(BINARIES); do \
	  install -m 755 -s .build/release/$$program $(DESTDIR)$(PREFIX)/bin/$$program || exit 1; done

uninstall:
	for program in $(BINARIES); do rm -f $(DESTDIR)$(PREFIX)/bin/$$program; done

clean:
	rm -rf .build .build-*
