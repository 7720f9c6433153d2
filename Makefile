# make run    builds everything, serves it on http://127.0.0.1:8080/ and reloads
#             the page when a file changes
# make test   all tests, in a real browser too (installs Chromium if it is missing)
# make quick  what is quick of that, without browsers: while working
# make widgets  the pages of all widgets, by themselves and to embed, of which make test takes
#             the first of each kind: what they say, how high and how wide they are
# make browsers  opens the site in Firefox, too (installs it if it is missing)
# make webkit  opens a calculator, its embed, and the site without network and without
#             script, in WebKit (installs it if it is missing)
# make worker-test  the program for the edge in a real workerd: what it answers, what
#             that costs, and under load (installs workerd by npm if it is missing)
# make hosts  the site on nginx, Caddy and Apache, with the files that build -for makes
#             for them; and a calculator in real wikis, books and blogs, as the Embed
#             dialog says, used in a Chromium: pictures in dist/hosts; what others leave of
#             it by the libraries that clean their HTML (installs what is
#             missing, by apt, pip, npm and cargo: an hour the first time)
# make cqlsh  the shell beside the real cqlsh on a real Cassandra (installs cqlsh by pip)
# make editors  the language server in Neovim, with a client in Python, the packing of the
#             extension for VS Code, and what zsh and fish complete (installs what is
#             missing, by apt, pip and npm)
# make check  format, vet and the table of imports
# make bench  benchmarks; the parser beside Cassandra's own and one of SQL
# make lintbench  check beside two linters that pipelines call, actionlint and sqlfluff: the
#             start, and large files (installs them by go and pip)
# make conformance       the same statements to the core and to a real Cassandra
#                        (installs Java and Maven if they are missing); SERVER=4.1 or 4.0:
#                        an older server
# make conformance-full  more of them: 60,000 random statements, and files: bytes and sizes
# make fuzz   tries random input on everything that reads any, each target for a
#             million executions or TIME (10m); what it finds becomes a test
# make release TAG=v1.2.3  archives for Linux, macOS and Windows with their checksums, in
#             dist/release, each built twice and compared; tries go install, too
# make clean  removes what was built

GO ?= go
LAB = ./build/partitionlab

# What is missing is installed where there is apt-get. Elsewhere it is told what to install:
# $(call missing,what,for Debian,for Fedora,for Arch,for macOS by brew)
define missing
	echo "$(strip $(1)) is missing"; \
	command -v apt-get >/dev/null || { \
		echo "there is no apt-get to install it with; install it yourself and run make again:"; \
		echo "  Fedora: sudo dnf install $(strip $(3))"; \
		echo "  Arch:   sudo pacman -S $(strip $(4))"; \
		echo "  macOS:  brew install $(strip $(5))"; \
		echo "  Windows: in WSL with Debian or Ubuntu, make installs it"; \
		exit 1; }; \
	if [ "$$(id -u)" = 0 ]; then as=; else as=sudo; fi; \
	$$as apt-get update -q && $$as env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $(strip $(2))
endef

.PHONY: release editors cqlsh run site test quick browsers check bench fuzz clean chromium firefox worker-test workerd hosts conformance conformance-older conformance-full java

run:
	$(GO) run $(LAB) serve

site:
	$(GO) run $(LAB) build -out dist

test: chromium
	$(GO) test -timeout 30m $(TESTFLAGS) ./...

quick: check
	$(GO) test -short $(TESTFLAGS) ./...

.PHONY: widgets
widgets: chromium
	$(GO) test -timeout 30m -run TestWithoutScriptThePageIsComplete $(TESTFLAGS) ./build -widgets

# What a Chromium shows, and make test, is not told again: only what Firefox may do otherwise.
browsers: firefox
	$(GO) test -timeout 30m -tags browsers -run Firefox $(TESTFLAGS) ./build
	$(GO) test -timeout 5m -tags browsers $(TESTFLAGS) ./build/bidi

.PHONY: webkit
webkit:
	@command -v WebKitWebDriver >/dev/null && command -v xvfb-run >/dev/null || { \
		$(call missing,WebKit with its driver,webkit2gtk-driver xvfb xauth,webkitgtk6.0 xorg-x11-server-Xvfb,webkit2gtk-4.1 xorg-server-xvfb,with no formula: Safari has its own driver); }
	$(GO) test -timeout 10m -tags webkit -run TestWebKit -v $(TESTFLAGS) ./build

# One suite asks both: natively it is a part of make test. QUESTIONS=12000 makes it shorter.
WORKERD_VERSION = 1.20261117.1
worker-test: workerd
	WORKERD="$$(echo "$$PWD"/.cache/workerd/node_modules/@cloudflare/workerd-*/bin/workerd)" $(GO) test -timeout 40m -tags workerd -run TestWorker -v $(TESTFLAGS) ./build

hosts:
	@for program in nginx caddy apache2; do PATH="$$PATH:/usr/sbin" command -v $$program >/dev/null || missing=1; done; \
	ruby -e 'require "html/pipeline"' 2>/dev/null && test -e /usr/share/php/HTMLPurifier.auto.php || missing=1; test -z "$$missing" || { \
		$(call missing,nginx or Caddy or Apache or what cleans HTML,nginx-light libnginx-mod-http-brotli-static caddy apache2 ruby-html-pipeline ruby-sanitize php-cli php-htmlpurifier,nginx nginx-mod-brotli caddy httpd ruby php-cli and the gem html-pipeline and HTML Purifier,nginx nginx-mod-brotli caddy apache ruby php and the gem html-pipeline and HTML Purifier,nginx caddy httpd ruby php and the gem html-pipeline and HTML Purifier); }
	$(GO) test -timeout 15m -tags hosts -run 'TestHosts|TestSanitizers' $(TESTFLAGS) ./build
	$(MAKE) pages

# Each wiki, book or blog is set up anew in a folder of its own: see build/hosts. HOSTS
# names some of them.
MKDOCS_MATERIAL_VERSION = 9.8.1
SPHINX_VERSION = 9.0.4
JUPYTERLAB_VERSION = 4.6.6
DOCUSAURUS_VERSION = 3.10.2
MDBOOK_VERSION = 0.5.4
.PHONY: pages
pages: chromium
	@for program in php hugo asciidoctor mariadbd cargo npm /usr/share/mediawiki/index.php /usr/share/dokuwiki/doku.php /usr/share/wordpress/wp-content/themes/twentytwentythree; do \
		command -v $$program >/dev/null || test -e $$program || PATH="$$PATH:/usr/sbin" command -v $$program >/dev/null || missing=1; done; test -z "$$missing" || { \
		$(call missing,one of the wikis or books or blogs,hugo mediawiki dokuwiki wordpress wordpress-theme-twentytwentythree php-cli php-sqlite3 php-mysql php-xml php-mbstring php-intl mariadb-server asciidoctor python3-venv nodejs npm cargo ca-certificates,hugo rubygem-asciidoctor php-cli mariadb-server cargo nodejs and set the wikis up under /usr/share,hugo asciidoctor mediawiki dokuwiki wordpress php mariadb cargo npm,hugo asciidoctor php mariadb rust node); }
	@test -x .cache/hosts/venv/bin/mkdocs || { mkdir -p .cache/hosts && python3 -m venv .cache/hosts/venv && \
		.cache/hosts/venv/bin/pip install -q mkdocs-material==$(MKDOCS_MATERIAL_VERSION) sphinx==$(SPHINX_VERSION) jupyterlab==$(JUPYTERLAB_VERSION); }
	@test -d .cache/hosts/docusaurus/node_modules/@docusaurus/core || { mkdir -p .cache/hosts/docusaurus && cd .cache/hosts/docusaurus && echo '{"private": true}' >package.json && \
		npm install --ignore-scripts --no-audit --no-fund --save-exact @docusaurus/core@$(DOCUSAURUS_VERSION) @docusaurus/preset-classic@$(DOCUSAURUS_VERSION) react@19 react-dom@19 @mdx-js/react@3; }
	@test -x .cache/hosts/mdbook/bin/mdbook || cargo install --locked --root .cache/hosts/mdbook mdbook@$(MDBOOK_VERSION)
	$(GO) run ./build/hosts -out dist/hosts $(HOSTS)

# What cqlsh prints is recorded in build/shell/testdata; -update records it anew.
CQLSH_VERSION = 6.2.2
cqlsh: java
	@test -x .cache/cqlsh-$(CQLSH_VERSION)/bin/cqlsh || { \
		echo "installing cqlsh $(CQLSH_VERSION)"; \
		python3 -m venv .cache/cqlsh-$(CQLSH_VERSION) && .cache/cqlsh-$(CQLSH_VERSION)/bin/pip install -q cqlsh==$(CQLSH_VERSION); }
	CQLSH="$$PWD/.cache/cqlsh-$(CQLSH_VERSION)/bin/cqlsh" $(GO) test -timeout 15m -tags cqlsh -run TestCqlsh $(TESTFLAGS) ./build/shell

PYGLS_VERSION = 2.1.1
editors:
	@for program in nvim npm zsh fish; do command -v $$program >/dev/null || missing=1; done; test -z "$$missing" || { \
		$(call missing,Neovim or npm or zsh or fish,neovim nodejs npm zsh fish ca-certificates,neovim nodejs npm zsh fish,neovim nodejs npm zsh fish,neovim node zsh fish); }
	@test -x .cache/pygls-$(PYGLS_VERSION)/bin/python || { \
		echo "installing pygls $(PYGLS_VERSION)"; \
		python3 -m venv .cache/pygls-$(PYGLS_VERSION) && .cache/pygls-$(PYGLS_VERSION)/bin/pip install -q pygls==$(PYGLS_VERSION); }
	PYTHON="$$PWD/.cache/pygls-$(PYGLS_VERSION)/bin/python" $(GO) test -timeout 10m -tags editors -run 'TestNeovim|TestPygls|TestExtension' -v $(TESTFLAGS) ./build/lsp
	$(GO) test -timeout 5m -tags editors -run TestShells $(TESTFLAGS) ./build/partitionlab

check:
	@files=$$("$$($(GO) env GOROOT)/bin/gofmt" -l build wasm); test -z "$$files" || { echo "gofmt these files:"; echo "$$files"; exit 1; }
	$(GO) vet -tags browsers,webkit,workerd,hosts,cqlsh,editors,release ./...
	GOOS=js GOARCH=wasm $(GO) vet ./wasm/...
	GOOS=js GOARCH=wasm $(GO) vet -tags chapters ./wasm/...
	GOOS=js GOARCH=wasm $(GO) vet -tags large ./wasm/...
	$(GO) test ./wasm

bench: java
	$(GO) test -run '^$$' -bench . -benchmem ./...
	$(GO) run ./build/parsebench
	$(GO) run ./build/conformance -speed

ACTIONLINT_VERSION = 1.7.12
SQLFLUFF_VERSION = 4.5.0
.PHONY: lintbench
lintbench:
	@test -x .cache/actionlint-$(ACTIONLINT_VERSION)/actionlint || \
		GOBIN="$$PWD/.cache/actionlint-$(ACTIONLINT_VERSION)" $(GO) install github.com/rhysd/actionlint/cmd/actionlint@v$(ACTIONLINT_VERSION)
	@test -x .cache/sqlfluff-$(SQLFLUFF_VERSION)/bin/sqlfluff || { \
		python3 -m venv .cache/sqlfluff-$(SQLFLUFF_VERSION) && .cache/sqlfluff-$(SQLFLUFF_VERSION)/bin/pip install -q sqlfluff==$(SQLFLUFF_VERSION); }
	$(GO) run ./build/lintbench -actionlint "$$PWD/.cache/actionlint-$(ACTIONLINT_VERSION)/actionlint" -sqlfluff "$$PWD/.cache/sqlfluff-$(SQLFLUFF_VERSION)/bin/sqlfluff"

fuzz: TIME = 10m
fuzz:
	nice -n 19 $(GO) run ./build/fuzz -time $(TIME)

release:
	$(GO) test -timeout 30m -tags release -run 'TestInstall|TestPipeline' $(TESTFLAGS) ./build/release
	$(GO) run ./build/release -tag "$(TAG)" -out dist/release

clean:
	rm -rf dist .cache

# SERVER=4.1 or 4.0 asks an older server, and the core as that one.
STATEMENTS ?= 20000
TIME ?= 8m
SERVER ?= 5.0
conformance: java
	$(GO) run ./build/conformance -server $(SERVER) -statements $(STATEMENTS) -time $(TIME) -workloads $(if $(filter 5.0,$(SERVER)),8,0)

# A thousand random statements to each older server; with FLUSHES=40 files, too.
OLDER ?= 4.1 4.0
FLUSHES ?= 0
conformance-older: java
	@for server in $(OLDER); do $(GO) run ./build/conformance -server $$server -fixed=false -statements 1000 -time 2m -shrink 30s -flushes $(FLUSHES) || exit 1; done

conformance-full: java
	$(GO) run ./build/conformance -statements 60000 -time 8m -proposals 1000 -flushes 40 -workloads 43
	$(MAKE) conformance-older FLUSHES=40

# A real Cassandra is a Maven artifact and runs on Java 17.
java:
	@command -v java >/dev/null && command -v mvn >/dev/null || { \
		$(call missing,Java or Maven for Cassandra,openjdk-17-jdk-headless maven,java-17-openjdk-headless maven,jdk17-openjdk maven,openjdk@17 maven); }

# The browser tests need a Chromium. CHROMIUM names one that lies elsewhere.
chromium:
	@command -v "$${CHROMIUM:-chromium}" >/dev/null || { \
		$(call missing,a Chromium for the browser tests,chromium,chromium (and run make with CHROMIUM=chromium-browser),chromium,--cask chromium (and run make with CHROMIUM=/Applications/Chromium.app/Contents/MacOS/Chromium)); }

# FIREFOX names one that lies elsewhere.
firefox:
	@command -v "$${FIREFOX:-firefox-esr}" >/dev/null || command -v firefox >/dev/null || { \
		$(call missing,a Firefox for the browser tests,firefox-esr,firefox,firefox,--cask firefox (and run make with FIREFOX=/Applications/Firefox.app/Contents/MacOS/firefox)); }

# workerd is a binary in a package of npm.
workerd:
	@ls .cache/workerd/node_modules/@cloudflare/workerd-*/bin/workerd >/dev/null 2>&1 && grep -q '"$(WORKERD_VERSION)"' .cache/workerd/package.json || { \
		echo "installing workerd $(WORKERD_VERSION)"; \
		command -v npm >/dev/null || { $(call missing,npm,nodejs npm ca-certificates,nodejs npm,nodejs npm,node); }; \
		mkdir -p .cache/workerd && cd .cache/workerd && echo '{"private": true}' >package.json && \
		npm install --ignore-scripts --no-audit --no-fund --save-exact workerd@$(WORKERD_VERSION); }
