"""TLS between servers: each one proves its key, and knows the others by their keys.

A server has a certificate for TLS, with a fresh key, signed with the server's key. Whoever trusts the server's key
accepts such a certificate and no other; names and authorities play no part. So both ends of a connection are known,
nobody can read or change what goes over it, and what was recorded cannot be sent again.
"""

from __future__ import annotations

import datetime
import os
import ssl
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from croupier.store import Signer, new_file
from croupier.store.files import UNFINISHED

#: A certificate is as good as the key that signs it: it does not end by itself, and no clock matters.
_FROM, _UNTIL = datetime.datetime(2000, 1, 1), datetime.datetime(9999, 12, 31)


class Link:
    """The two ends of connections between servers: `listening` for those that come, `to` each peer by its key."""

    def __init__(self, signer: Signer, trusted: Iterable[bytes], folder: Path) -> None:
        """`folder` is private: a key is in a file there for a moment, because TLS takes it only from one."""
        keys = sorted(trusted)
        with _certificate(signer, folder) as path:
            self.listening = _context(ssl.PROTOCOL_TLS_SERVER, path, keys)
            self.to = {key: _context(ssl.PROTOCOL_TLS_CLIENT, path, [key]) for key in keys}


def _context(role: int, certificate: Path, trusted: Iterable[bytes]) -> ssl.SSLContext:
    made = ssl.SSLContext(role)
    made.minimum_version = ssl.TLSVersion.TLSv1_3
    made.check_hostname = False  # the key says who it is
    made.verify_mode = ssl.CERT_REQUIRED
    made.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN  # what is trusted is a key, and not an authority above it
    made.load_cert_chain(certificate)
    for key in trusted:
        made.load_verify_locations(cadata=_anchor(key))
    return made


def _anchor(key: bytes) -> bytes:
    """The key of a trusted server, in the form that TLS takes. The signature on it means nothing to anybody."""
    public = Ed25519PublicKey.from_public_bytes(key)
    made = _builder(key.hex()[:32], "nobody", public).add_extension(
        x509.BasicConstraints(ca=True, path_length=0), True
    )
    return made.sign(Ed25519PrivateKey.generate(), None).public_bytes(Encoding.DER)


@contextmanager
def _certificate(signer: Signer, folder: Path) -> Iterator[Path]:
    """A file with a fresh key and its certificate, which is deleted after use, if need be by the next process."""
    fresh = Ed25519PrivateKey.generate()
    signed = signer.certify(_builder("croupier", signer.public.hex()[:32], fresh.public_key()))
    path = folder / f"link-{os.getpid()}-{fresh.public_key().public_bytes_raw().hex()[:16]}{UNFINISHED}"
    with new_file(path) as file:
        file.write(fresh.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        file.write(signed.public_bytes(Encoding.PEM))
    try:
        yield path
    finally:
        path.unlink()


def _builder(subject: str, issuer: str, key: Ed25519PublicKey) -> x509.CertificateBuilder:
    made = x509.CertificateBuilder().subject_name(_name(subject)).issuer_name(_name(issuer)).public_key(key)
    return made.serial_number(x509.random_serial_number()).not_valid_before(_FROM).not_valid_after(_UNTIL)


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])
