"""What a school network that looks into secure pages shows: a server's certificate that only the school vouches for."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from typing import TYPE_CHECKING

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

if TYPE_CHECKING:
    from pathlib import Path


def school_certificates(folder: Path) -> tuple[Path, ssl.SSLContext]:
    """Return the file with the school's certificate, and what a server on 127.0.0.1 needs."""
    school_key, school = _made("A school", None)
    server_key, server = _made("127.0.0.1", (school_key, school))
    authority, chain = folder / "school.pem", folder / "server.pem"
    authority.write_bytes(school.public_bytes(serialization.Encoding.PEM))
    key = server_key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    chain.write_bytes(key + server.public_bytes(serialization.Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(chain)
    return authority, context


def _made(
    name: str, issuer: tuple[ec.EllipticCurvePrivateKey, x509.Certificate] | None
) -> tuple[ec.EllipticCurvePrivateKey, x509.Certificate]:
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    signer, signed_by = (key, subject) if issuer is None else (issuer[0], issuer[1].subject)
    now = datetime.now(UTC)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(signed_by)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=issuer is None, path_length=None), critical=True)
    )
    if issuer is not None:
        names = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
        builder = builder.add_extension(names, critical=False)
    return key, builder.sign(signer, hashes.SHA256())
