"""RSA keys and their signatures (RS256) with Python's own numbers, for trials that run without packages."""

import base64
import hashlib
import json
import math
import secrets

EXPONENT = 65_537
# The start of a signed SHA-256 digest (RFC 8017, 9.2).
PREFIX = bytes.fromhex("3031300d060960864801650304020105000420")
SMALL = [number for number in range(3, 1000, 2) if all(number % other for other in range(3, math.isqrt(number) + 1, 2))]


def part(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def is_prime(number):
    if any(number % small == 0 for small in SMALL):
        return False
    shift = (number - 1 & 1 - number).bit_length() - 1
    for _ in range(8):
        power = pow(secrets.randbelow(number - 3) + 2, number - 1 >> shift, number)
        if power in (1, number - 1):
            continue
        if not any((power := pow(power, 2, number)) == number - 1 for _ in range(shift - 1)):
            return False
    return True


def prime():
    while True:
        # The two highest bits are set, so that the product has 2,048 bits.
        number = secrets.randbits(1024) | 3 << 1022 | 1
        if number % EXPONENT != 1 and is_prime(number):
            return number


class Key:
    """A key pair of 2,048 bits, with an id or without one."""

    def __init__(self, id):
        first, second = prime(), prime()
        self.id, self.modulus = id, first * second
        self.secret = pow(EXPONENT, -1, (first - 1) * (second - 1))

    @property
    def public(self):
        """Returns the public key as an issuer publishes it (RFC 7517)."""
        size = (EXPONENT.bit_length() + 7) // 8
        numbers = {"n": part(self.modulus.to_bytes(256)), "e": part(EXPONENT.to_bytes(size))}
        return {"kty": "RSA", "use": "sig", "alg": "RS256", **numbers} | ({"kid": self.id} if self.id else {})

    def token(self, claims, **header):
        """Returns a signed token (RFC 7515); `header` replaces members of its header."""
        names = {"alg": "RS256", "typ": "at+jwt"} | ({"kid": self.id} if self.id else {}) | header
        text = ".".join(part(json.dumps(member).encode()) for member in (names, claims))
        digest = PREFIX + hashlib.sha256(text.encode()).digest()
        padded = b"\x00\x01" + b"\xff" * (253 - len(digest)) + b"\x00" + digest
        return f"{text}.{part(pow(int.from_bytes(padded), self.secret, self.modulus).to_bytes(256))}"
