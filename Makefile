# Torii's commands; `make help` prints them. The commands install missing packages first (scripts/bootstrap names them).

# The programs that some tests run. Without them these tests are skipped.
TEST_PACKAGES = nginx-light libnginx-mod-stream openssl gzip

.PHONY: run help test check nightly example pages integration trial-rotation trial-budget trial-secrets trial-resume trial-disconnect trial-faults trial-waiting trial-mixed trial-backup trial-hostile trial-slow trial-declared trial-client trial-album trial-intents trial-chat trial-users trial-forged hostile-costs build standins bench churn fuzz format lint clean

run: build ## Build the server and run it (the default command)
	@echo "==> Starting Torii (stop it with Ctrl-C)"
	@exec .build/release/torii serve

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## Build .build/release/torii
	@scripts/bootstrap
	@scripts/release

test: ## Build and run all tests
	@scripts/bootstrap $(TEST_PACKAGES)
	@scripts/test

check: ## Check format, words, dependencies and messages, build the example and all tests, try the pages, run all tests
	@scripts/bootstrap python3 $(TEST_PACKAGES)
	@scripts/check

nightly: ## Check what takes hours: the release build with its tests and pages, ThreadSanitizer, real servers and clients
	@scripts/bootstrap python3 $(TEST_PACKAGES)
	@scripts/nightly

# By URL, from a clone of the last commit. `scripts/example` uses the sources as they are.
example: ## Build and run the example of the libraries as a package outside of this one
	@scripts/bootstrap
	@scripts/example clone

export PICTURES BUDGETS
pages: ## Try both pages in Chromium; PARTS=flows for one part, PICTURES=folder for pictures, BUDGETS=1 to judge times
	@scripts/pages $(PARTS)

# The model behind it: llama.cpp's server and LiteLLM's proxy. Its tools: Radicale and MediaWiki. In front of it: nginx. Its clients:
# OpenAI's, Anthropic's and others, by chat completions, Responses and Messages. `make integration PARTS=nginx QUIET=5` has runs that are silent for five minutes.
# `make integration PARTS=today CONVERSATIONS=4` makes fewer conversations than 40 by each API at each provider.
export CONVERSATIONS QUIET OPENAI_SCHEMA OPEN_RESPONSES MCP_CONFORMANCE MCP_SEEN MCP_TRANSCRIPT
integration: ## Check Torii with real servers and clients; PARTS=llama for one of them
	@scripts/bootstrap
	@scripts/integration $(PARTS)

export TURNS RATE
trial-rotation: ## Try 10,000 streamed turns during twenty key rotations; TURNS=1000 RATE=50 for another load
	@scripts/trial rotation

trial-budget: ## Try 200 turns at once against a budget for 50, also with the server killed meanwhile
	@scripts/trial budget

trial-secrets: ## Search the data folder, the log, every answer, a core dump and a crash for keys and tokens
	@scripts/trial secrets_hunt

trial-resume: ## Try 500 runs with dropped readers and a server killed twenty times; OPTIONS="--help" for other numbers
	@scripts/trial resume $(OPTIONS)

trial-disconnect: ## Measure the time until a disconnected client's upstream call is closed
	@scripts/trial disconnect $(OPTIONS)

trial-faults: ## Try upstreams that break in the middle of an answer, in each dialect
	@scripts/trial faults $(OPTIONS)

trial-waiting: ## Try turns that wait for an approval and a client tool while the server is killed
	@scripts/trial waiting $(OPTIONS)

trial-mixed: ## Try chat completions with server and client tools in one round, the server killed between
	@scripts/trial mixed_tools $(OPTIONS)

trial-backup: ## Back up a busy server, restore elsewhere and compare
	@scripts/trial backup $(OPTIONS)

trial-hostile: ## Try hostile clients, models, pages, calendars and strangers beside 20 honest streams (needs root)
	@scripts/trial hostile $(OPTIONS)

trial-slow: ## Try 1,000 connections that send half a header or body, or read no answer
	@scripts/trial slow_connections $(OPTIONS)

trial-declared: ## Try 10,000 calls of a declared tool during twenty key rotations and fifty changes of its file
	@scripts/trial declared $(OPTIONS)

trial-client: ## Try the Swift client against a server killed ten times in a stream
	@scripts/trial swift_client $(OPTIONS)

trial-album: ## Try the example app Album by chat, with the server and the app killed
	@scripts/trial album $(OPTIONS)

trial-chat: ## Try torii chat in a terminal and in pipes: streams, keys, approvals, cuts, kills, Japanese
	@scripts/bootstrap tmux procps
	@scripts/trial chat $(OPTIONS)

trial-intents: ## Try 40 requests to apps of a device, by the built-in model and by models that err; OPTIONS="--only clock"
	@scripts/trial intents $(OPTIONS)

trial-users: ## Try 100,000 users, first requests at once, a budget over users and the queue; OPTIONS="--users 10000"
	@scripts/trial trial_users $(OPTIONS)

trial-forged: ## Try 10,000 forged tokens a minute from 20 addresses beside honest streams
	@scripts/trial forged $(OPTIONS)

hostile-costs: ## Measure single hostile inputs (needs root); OPTIONS="--before PROGRAM" adds an earlier program
	@scripts/trial hostile_costs $(OPTIONS)

standins: ## Start loopback servers in the upstreams' wire formats, to try Torii offline
	@scripts/bootstrap
	@swift run standins

bench: ## Measure Torii beside a peer; ROWS=transport for one benchmark
	@scripts/bootstrap nginx-light $(if $(ROWS),$(if $(filter counts,$(ROWS)),linux-perf valgrind),linux-perf valgrind)
	@scripts/bench $(ROWS)

churn: ## Cancel thousands of transfers; SANITIZE=thread or address
	@scripts/bootstrap
	@scripts/churn $(if $(SANITIZE),--sanitize=$(SANITIZE))

TARGET = sse
SECONDS = 300
fuzz: ## Feed random input to a decoder; TARGET=sse SECONDS=300
	@scripts/bootstrap
	@scripts/fuzz $(TARGET) $(SECONDS)

format: ## Format all Swift files
	@scripts/format

lint: ## Check the format without changing files
	@scripts/format --lint

clean: ## Delete all build products
	@rm -rf .build Benchmarks/.build Benchmarks/.build-* Fuzz/.build
