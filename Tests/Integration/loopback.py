"""HTTP servers of these scripts, with a thread for each connection."""

import contextlib
import http.server
import threading


class Handler(http.server.BaseHTTPRequestHandler):
    """One connection; its output is sent at once."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def stream(self, status, type):
        """Sends the header of an answer of unknown length."""
        self.send_response(status)
        self.send_header("Content-Type", type)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def chunk(self, data):
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))

    def end(self):
        self.wfile.write(b"0\r\n\r\n")

    def wait_for_close(self):
        """Returns when the other side has closed the connection."""
        self.close_connection = True
        with contextlib.suppress(ConnectionError):
            while self.connection.recv(65536):
                pass


class Listener(http.server.ThreadingHTTPServer):
    """The listening socket."""

    request_queue_size = 1024
    daemon_threads = True
    block_on_close = False

    def shutdown_request(self, request):
        # Closed without a shutdown first, because a connection with a linger time of zero must be reset and nothing else.
        self.close_request(request)

    def handle_error(self, request, address):
        """Disconnects are no errors, and failures in a script show in Torii's behavior."""


@contextlib.contextmanager
def listening(handler, owner, address="127.0.0.1"):
    """Runs a server for the duration of the block; its handlers have `owner` as an attribute. Yields its port."""
    listener = Listener((address, 0), handler)
    listener.owner = owner
    threading.Thread(target=listener.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield listener.server_address[1]
    finally:
        listener.shutdown()
        listener.server_close()
