"""llama.cpp's server on a tiny model.

By default it is the server in the wheel `xllamacpp`: llama.cpp's C++ server, which listens as soon as it is created. With
LLAMA_SERVER=/path/to/llama-server that program is used instead.
"""

import contextlib
import os
import pathlib
import signal
import sys

import tiny_model
from servers import clean_environment, free_port, server

KEY = "sk-local-llama-0001"
MODEL = "tiny"
CONTEXT_SIZE = 4096
# The limit of an answer, because random weights never stop by themselves.
LONGEST_ANSWER = 400


@contextlib.contextmanager
def llama_server(folder, kind):
    """Starts a server with a model of this kind; returns its port. It requires KEY."""
    model = folder / f"tiny-{kind}.gguf"
    tiny_model.write(kind, model)
    port = free_port()
    program = os.environ.get("LLAMA_SERVER")
    command = [sys.executable, pathlib.Path(__file__), model, port]
    if program:
        command = [
            program, "--model", model, "--port", port, "--host", "127.0.0.1", "--api-key", KEY, "--alias", MODEL,
            "--ctx-size", CONTEXT_SIZE, "--n-predict", LONGEST_ANSWER, "--parallel", 1, "--threads", 1, "--threads-batch", 1,
            "--temp", 0, "--jinja",
        ]  # fmt: skip
    log = folder / f"llama-server-{kind}.log"
    with server(command, port, log, health="/health", env=clean_environment()):
        yield port


def serve(model, port):
    """Serves until the process is asked to stop."""
    import xllamacpp

    stops = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, stops)
    settings = xllamacpp.CommonParams()
    settings.model.path = model
    settings.model_alias = {MODEL}
    settings.hostnames = ["127.0.0.1"]
    settings.port = int(port)
    settings.api_keys = [KEY]
    settings.n_ctx = CONTEXT_SIZE
    settings.n_predict = LONGEST_ANSWER
    settings.n_parallel = 1
    # More threads would only spin and wait for each other, because the model is so small.
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = 1
    settings.sampling.temp = 0
    settings.use_jinja = True
    listening = xllamacpp.Server(settings)
    print(listening.listening_address, flush=True)
    signal.sigwait(stops)
    # The exit does not wait for its threads, because nothing must be saved.
    os._exit(0)


if __name__ == "__main__":
    serve(*sys.argv[1:3])
