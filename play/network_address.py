"""The addresses at which a server is reached."""

import ipaddress
import socket
from contextlib import suppress

# An address for documentation (RFC 5737). Nothing is sent to it.
_ELSEWHERE = ("192.0.2.1", 9)


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach a server that listens at `host`."""
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host.lower() == "localhost"


def address_for_others(host: str, port: int) -> str | None:
    """Return the URL at which other machines reach a server, or None if they can't."""
    if is_loopback(host):
        return None
    return url(_network_host() if _is_unspecified(host) else host, port)


def _is_unspecified(host: str) -> bool:
    """Return whether a server that listens at `host` listens on every interface."""
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_unspecified
    return host in ("", "0")


def url(host: str, port: int) -> str:
    """Return the URL of a server."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _network_host() -> str:
    """Return this machine's address in its network, or its name if it has no network."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_ELSEWHERE)  # Connecting a datagram socket only chooses the interface.
        return str(probe.getsockname()[0])
    return socket.gethostname()
