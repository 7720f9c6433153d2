# make run    builds everything, serves it on http://127.0.0.1:8080/ and reloads
#             the page when a file changes
# make test   all tests, in a real browser too (installs Chromium if it is missing)
# make check  format, vet and the table of imports
# make bench  benchmarks
# make clean  removes what was built

GO ?= go
LAB = ./build/partitionlab

.PHONY: run site test check bench clean chromium

run:
	$(GO) run $(LAB) serve

site:
	$(GO) run $(LAB) build -out dist

test: chromium
	$(GO) test ./...

check:
	@files=$$("$$($(GO) env GOROOT)/bin/gofmt" -l build wasm); test -z "$$files" || { echo "gofmt these files:"; echo "$$files"; exit 1; }
	$(GO) vet ./...
	GOOS=js GOARCH=wasm $(GO) vet ./wasm/...
	$(GO) test ./wasm

bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...

clean:
	rm -rf dist .cache

# The browser tests need a Chromium. CHROMIUM names one that lies elsewhere.
chromium:
	@command -v "$${CHROMIUM:-chromium}" >/dev/null || { \
		echo "installing Chromium for the browser tests"; \
		if [ "$$(id -u)" = 0 ]; then as=; else as=sudo; fi; \
		$$as apt-get update -q && $$as env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends chromium; }
