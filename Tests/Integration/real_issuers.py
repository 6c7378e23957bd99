"""Issuers of other projects: each is started with its own keys, and a person signs in at it."""

import contextlib
import json
import subprocess
import time
import uuid

import code_flow
from clients import ISSUERS as PROGRAMS
from servers import free_port, server

PERSON, PASSWORD = "anna", "trial-Password-1"


class Issuer:
    """What the trial needs of each.

    `settings` is the row of the issuer as its operator would write it, and `binding` the member without which it is refused, with the
    option that its refusal names.
    """

    binding, option = "audiences", "--audience"
    # Whether the key before the last rotation is still published.
    keeps_former_key = False

    def __init__(self, running, url):
        self.running, self.url = running, url

    @property
    def discovery(self):
        return code_flow.get(self.url + "/.well-known/openid-configuration")

    def restart(self):
        self.running.stop()
        self.running.start()


class ProviderMock(Issuer):
    """oidc-provider-mock: an ID token without a key id, an opaque access token, and a new key at each start."""

    name = "oidc-provider-mock"
    client = "phone"

    @classmethod
    @contextlib.contextmanager
    def start(cls, folder):
        port = free_port()
        with server([PROGRAMS / cls.name, "--port", port], port, folder / "mock.log", health="/jwks") as running:
            yield cls(running, f"http://127.0.0.1:{port}")

    @property
    def settings(self):
        return {"issuer": self.discovery["issuer"], "token": "id", "audiences": [self.client]}

    def token(self, person=PERSON):
        return code_flow.sign_in(self.discovery, self.client, "any", [{"sub": f"{person}@example.org"}])["id_token"]

    def rotate(self):
        self.restart()


class Canaille(Issuer):
    """canaille: access tokens that do not declare at+jwt, are valid for ten days, and have the app's id as audience."""

    name = "canaille"
    keeps_former_key = True

    @classmethod
    @contextlib.contextmanager
    def start(cls, folder):
        port, home = free_port(), folder / "canaille"
        home.mkdir()
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(home), "CANAILLE_CONFIG": str(home / "canaille.toml")}
        keys = [cls.command(environment, "jwk", "create", "rsa")]
        cls.configure(home, keys, [])
        cls.command(environment, "install")
        cls.command(
            environment, "create", "user", "--user-name", PERSON, "--password", PASSWORD, "--family-name", "A", "--emails", "a@example.org"
        )
        command = [PROGRAMS / "canaille", "run", "--bind", f"127.0.0.1:{port}", "--workers", "1"]
        health = "/.well-known/openid-configuration"
        with server(command, port, folder / "canaille.log", health=health, env=environment, cwd=home) as running:
            issuer = cls(running, f"http://127.0.0.1:{port}")
            issuer.home, issuer.environment, issuer.keys = home, environment, keys
            issuer.client, issuer.secret = code_flow.register(
                issuer.discovery["registration_endpoint"],
                client_name="phone",
                # An address that canaille trusts, so that it asks for no consent.
                client_uri=issuer.url,
                scope="openid",
                grant_types=["authorization_code"],
                response_types=["code"],
            )
            yield issuer

    @staticmethod
    def command(environment, *arguments):
        done = subprocess.run(
            [PROGRAMS / "canaille", *arguments], env=environment, cwd=environment["HOME"], capture_output=True, text=True, timeout=120
        )
        if done.returncode != 0:
            raise AssertionError(f"canaille {arguments[0]} failed: {done.stderr[-500:]}")
        return done.stdout

    @staticmethod
    def configure(home, active, inactive):
        def toml(keys):
            tables = ["{" + ", ".join(f"{name} = {json.dumps(value)}" for name, value in json.loads(key).items()) + "}" for key in keys]
            return f"[{', '.join(tables)}]"

        (home / "canaille.toml").write_text(f"""
SECRET_KEY = "trial-{uuid.uuid4().hex}"
PREFERRED_URL_SCHEME = "http"
[CANAILLE]
DATABASE = "sql"
[CANAILLE_SQL]
DATABASE_URI = "sqlite:///{home}/canaille.sqlite"
[CANAILLE_OIDC]
DYNAMIC_CLIENT_REGISTRATION_OPEN = true
ACTIVE_JWKS = {toml(active)}
INACTIVE_JWKS = {toml(inactive)}
""")

    @property
    def settings(self):
        return {"issuer": self.discovery["issuer"], "audiences": [self.client], "maximum_lifetime": 864_000}

    def token(self, person=PERSON):
        # Its tokens have no id, and it cannot store the same one twice in a second.
        time.sleep(1)
        forms = [{"login": person}, {"password": PASSWORD}]
        return code_flow.sign_in(self.discovery, self.client, self.secret, forms)["access_token"]

    def rotate(self):
        """Signs with a new key; the former one stays in the set."""
        self.keys.insert(0, self.command(self.environment, "jwk", "create", "rsa"))
        self.configure(self.home, self.keys[:1], self.keys[1:])
        self.restart()


class Cognito(Issuer):
    """moto's Cognito: access tokens without an audience, by an issuer whose own address is not this one. Its keys never change."""

    name = "moto's Cognito"
    binding, option = "parties", "--party"
    region = "eu-west-1"

    @classmethod
    @contextlib.contextmanager
    def start(cls, folder):
        port = free_port()
        command = [PROGRAMS / "moto_server", "-H", "127.0.0.1", "-p", port]
        with server(command, port, folder / "moto.log") as running:
            issuer = cls(running, f"http://127.0.0.1:{port}")
            issuer.pool = issuer.call("CreateUserPool", PoolName="people")["UserPool"]["Id"]
            flows = ["ALLOW_ADMIN_USER_PASSWORD_AUTH", "ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]
            made = issuer.call("CreateUserPoolClient", UserPoolId=issuer.pool, ClientName="phone", ExplicitAuthFlows=flows)
            issuer.client = made["UserPoolClient"]["ClientId"]
            issuer.call("AdminCreateUser", UserPoolId=issuer.pool, Username=PERSON, TemporaryPassword=PASSWORD)
            issuer.call("AdminSetUserPassword", UserPoolId=issuer.pool, Username=PERSON, Password=PASSWORD, Permanent=True)
            yield issuer

    def call(self, action, **members):
        """Calls AWS's interface; moto does not check the signature."""
        scope = f"trial/20261130/{self.region}/cognito-idp/aws4_request"
        return code_flow.post(self.url, json.dumps(members).encode(), {
            "Content-Type": "application/x-amz-json-1.1",
            "X-Amz-Target": f"AWSCognitoIdentityProviderService.{action}",
            "Authorization": f"AWS4-HMAC-SHA256 Credential={scope}, SignedHeaders=host, Signature=0",
        })  # fmt: skip

    @property
    def settings(self):
        return {
            "preset": "cognito", "tenants": [f"{self.region}/{self.pool}"], "parties": [self.client],
            "keys": f"{self.url}/{self.pool}/.well-known/jwks.json",
        }  # fmt: skip

    def token(self, person=PERSON):
        signed_in = self.call(
            "InitiateAuth", AuthFlow="USER_PASSWORD_AUTH", ClientId=self.client, AuthParameters={"USERNAME": person, "PASSWORD": PASSWORD}
        )
        return signed_in["AuthenticationResult"]["AccessToken"]

    rotate = None


KINDS = [ProviderMock, Canaille, Cognito]
