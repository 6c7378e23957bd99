"""A relay to a server that cuts all its connections on request."""

import contextlib
import socket
import threading


class CuttingRelay:
    """Passes bytes on between its own port and another one."""

    def __init__(self, target):
        self.target = target
        self.lock = threading.Lock()
        self.open = set()

    def cut(self):
        """Closes every connection."""
        with self.lock:
            sockets = list(self.open)
        for one in sockets:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    @contextlib.contextmanager
    def running(self):
        with socket.create_server(("127.0.0.1", 0), backlog=64) as listener:
            self.port = listener.getsockname()[1]
            threading.Thread(target=self.accept, args=(listener,), daemon=True).start()
            yield self
            self.cut()

    def accept(self, listener):
        with contextlib.suppress(OSError):
            while True:
                client, _ = listener.accept()
                try:
                    server = socket.create_connection(("127.0.0.1", self.target), timeout=10)
                except OSError:
                    client.close()
                    continue
                server.settimeout(None)
                with self.lock:
                    self.open |= {client, server}
                for one, other in ((client, server), (server, client)):
                    threading.Thread(target=self.copy, args=(one, other), daemon=True).start()

    def copy(self, one, other):
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        with contextlib.suppress(OSError):
            other.shutdown(socket.SHUT_WR)
        with self.lock:
            self.open -= {one, other}
