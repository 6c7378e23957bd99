# Torii's commands. `make run` and `make test` install what is missing first (scripts/bootstrap says what).

# What the tests against real servers run; without these programs they are skipped.
TEST_PACKAGES = nginx-light libnginx-mod-stream openssl gzip

.PHONY: run test check example integration trial-rotation trial-budget trial-secrets trial-resume trial-disconnect trial-faults trial-waiting trial-mixed trial-backup trial-hostile trial-slow hostile-costs build standins bench churn fuzz format lint clean

run: build
	@echo "==> Starting Torii (stop it with Ctrl-C)"
	@exec .build/release/torii serve

build:
	@scripts/bootstrap
	@scripts/release

test:
	@scripts/bootstrap $(TEST_PACKAGES)
	@scripts/test

check:
	@scripts/bootstrap $(TEST_PACKAGES)
	@scripts/check

# The example of the libraries, built as a package outside of this one: by path, then by URL from a clone of the last commit.
example:
	@scripts/bootstrap
	@scripts/example
	@scripts/example clone

# Torii against real servers: llama.cpp's and LiteLLM's proxy as its model, Radicale and MediaWiki for its tools, nginx in front of it,
# OpenAI's client and others for its chat completions; `make integration PARTS=llama`, or `PARTS=nginx QUIET=5` for runs that are
# silent for five minutes.
export QUIET
integration:
	@scripts/bootstrap
	@scripts/integration $(PARTS)

# 10,000 streamed turns while the model's key is rotated twenty times; `make trial-rotation TURNS=1000 RATE=50` for another load.
export TURNS RATE
trial-rotation:
	@scripts/trial rotation

# 200 turns at once against a budget for 50, also with the server killed meanwhile.
trial-budget:
	@scripts/trial budget

# All keys and tokens of a run are looked for in the data folder, the log, every answer, a core dump and a crash.
trial-secrets:
	@scripts/trial secrets_hunt

# 500 runs whose readers are dropped and come back while the server is killed twenty times; OPTIONS="--help" for other numbers.
trial-resume:
	@scripts/trial resume $(OPTIONS)

# How long after a client has gone its upstream call is closed, with no grace and with the default.
trial-disconnect:
	@scripts/trial disconnect $(OPTIONS)

# What clients see when the upstream breaks in the middle of its answer, in each of the dialects; by the native API and by chat completions.
trial-faults:
	@scripts/trial faults $(OPTIONS)

# Turns that wait for an approval and for the client's tool while the server is killed.
trial-waiting:
	@scripts/trial waiting $(OPTIONS)

# Chat completions with tools of the server and of the client in one round, the server killed between.
trial-mixed:
	@scripts/trial mixed_tools $(OPTIONS)

# Backups of a server at work, restored elsewhere and compared.
trial-backup:
	@scripts/trial backup $(OPTIONS)

# The worst that a client, a model, a web page, a calendar, a geocoder and a stranger can send, beside 20 honest streams.
trial-hostile:
	@scripts/trial hostile $(OPTIONS)

# 1,000 connections that send half of a header, half of a body, or read no answer.
trial-slow:
	@scripts/trial slow_connections $(OPTIONS)

# Processor time, memory and answer of single hostile inputs; OPTIONS="--before PROGRAM" measures an earlier program beside.
hostile-costs:
	@scripts/trial hostile_costs $(OPTIONS)

# Loopback servers in the upstreams' wire formats, to try everything without a key or a network.
standins:
	@scripts/bootstrap
	@swift run standins

# What Torii costs, beside a peer in the same run: `make bench`, or `make bench ROWS=transport`.
bench:
	@scripts/bootstrap nginx-light $(if $(ROWS),$(if $(filter counts,$(ROWS)),linux-perf valgrind),linux-perf valgrind)
	@scripts/bench $(ROWS)

# Thousands of cancelled transfers: `make churn`, or `make churn SANITIZE=thread` (or address).
churn:
	@scripts/bootstrap
	@scripts/churn $(if $(SANITIZE),--sanitize=$(SANITIZE))

# Random input for a decoder: `make fuzz TARGET=sse SECONDS=300`.
TARGET = sse
SECONDS = 300
fuzz:
	@scripts/bootstrap
	@scripts/fuzz $(TARGET) $(SECONDS)

format:
	@scripts/format

lint:
	@scripts/format --lint

clean:
	@rm -rf .build Benchmarks/.build Benchmarks/.build-* Fuzz/.build
