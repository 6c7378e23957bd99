# Torii's commands. `make run` and `make test` install what is missing first (scripts/bootstrap says what).

.PHONY: run test check integration build standins format lint clean

run: build
	@echo "==> Starting Torii (stop it with Ctrl-C)"
	@exec .build/release/torii serve

build:
	@scripts/bootstrap
	@scripts/release

test:
	@scripts/bootstrap
	@scripts/test

check:
	@scripts/bootstrap
	@scripts/check

# Torii against real servers: LiteLLM's proxy as its model, nginx in front of it.
integration:
	@scripts/bootstrap
	@scripts/integration

# Loopback servers in the upstreams' wire formats, to try everything without a key or a network.
standins:
	@scripts/bootstrap
	@swift run standins

format:
	@swift format format --in-place --parallel --recursive Package.swift Sources Tests

lint:
	@swift format lint --strict --parallel --recursive Package.swift Sources Tests

clean:
	@rm -rf .build
