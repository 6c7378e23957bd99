"""The site of Deployment/nginx.conf in front of Torii: events must pass one by one, over TLS."""

import re
import shutil
import ssl
import subprocess

from checks import check, section
from servers import BUILT, ROOT, free_port, server
from torii import TOKEN, Torii, torii


def run(folder):
    base, front = free_port(), free_port()
    standins = server([BUILT / "standins", "--port-base", base, "--pace", 50], base, folder / "standins.log")
    with section("nginx in front of Torii"), standins, torii(
        folder,
        TORII_MODEL="openai:stand-in",
        OPENAI_BASE_URL=f"http://127.0.0.1:{base}/v1",
        OPENAI_API_KEY="sk-standin-first-0001",
    ) as instance:
        certificate, configuration = site(folder, instance.port, front)
        with server([nginx(), "-p", folder, "-c", configuration], front, folder / "nginx.log"):
            context = ssl.create_default_context(cafile=certificate)
            context.check_hostname = False
            through(Torii(front, instance.log, context))


def through(front):
    stream = front.stream("Tell me something")
    times = [at for at, (kind, _) in zip(stream.times, stream.events) if kind == "message.delta"]
    check("the run completed", stream.is_whole and stream.events[-1][0] == "run.completed")
    # The stand-in sends a token every 50 ms: held back by a buffer, all would come at once.
    spread = times[-1] - times[0]
    check("events come one by one", spread > 0.025 * len(times), f"{len(times)} deltas over {spread:.2f} s")
    connection = front.connection()
    connection.request("GET", "/admin/upstreams", headers={"Authorization": f"Bearer {TOKEN}_admin"})
    check("the admin endpoint is not passed on", connection.getresponse().status == 404)


def site(folder, port, front):
    """The site on a loopback port with a certificate of its own; gives the certificate and the configuration."""
    certificate, key = folder / "torii.pem", folder / "torii.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=torii.example",
         "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    text = (ROOT / "Deployment/nginx.conf").read_text()
    text = text.replace("127.0.0.1:8080;", f"127.0.0.1:{port};")
    text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{front} ssl;").replace("    listen [::]:443 ssl;\n", "")
    text = text.replace("/etc/ssl/certs/torii.pem", str(certificate)).replace("/etc/ssl/private/torii.key", str(key))
    version = subprocess.run([nginx(), "-v"], capture_output=True, text=True).stderr
    numbers = tuple(int(part) for part in re.search(r"(\d+)\.(\d+)\.(\d+)", version).groups())
    if numbers < (1, 25, 1):
        text = text.replace("    http2 on;\n", "")
    configuration = folder / "nginx.conf"
    configuration.write_text(
        f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;\n"
        "events {}\n"
        f"http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;\n"
        f"fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;\n{text}\n}}\n"
    )
    return certificate, configuration


def nginx():
    return shutil.which("nginx") or "/usr/sbin/nginx"
