"""Where a request comes from: the address at the other end, or the one that a trusted proxy reports.

A proxy adds the address it was called from at the right end of `X-Forwarded-For` or `Forwarded`; whatever stands to the
left of that was sent by the client, who may write anything. So the list is read from the right, only as long as the hop
that wrote it is trusted. Every limit by address counts `bucket(address)`.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Sequence

from starlette.datastructures import Headers

from kingme.errors import KingMeError

UNKNOWN = "unknown"
MOST_HOPS = 32
IPV6_PREFIX = 64  # a household or a site gets at least this much, and may take a new address for every request

_FOR = re.compile(r"(?:^|;)\s*for\s*=\s*([^;]*)", re.IGNORECASE)

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Proxies:
    """The proxies that are believed when they say where a request comes from."""

    def __init__(self, trusted: Iterable[str]) -> None:
        self._networks = [_network(text) for text in trusted]

    def trusts(self, address: str) -> bool:
        parsed = parse(address) if self._networks else None
        return parsed is not None and any(parsed in network for network in self._networks)

    def client(self, peer: str, headers: Headers) -> str:
        """The address of the client behind a peer: the rightmost that is not a trusted proxy.

        Where the two headers disagree, one of them was sent by the client and passed on: neither is believed.
        """
        if not self.trusts(peer):
            return peer
        ways = [hops for hops in (_forwarded_for(headers), _forwarded(headers)) if hops]
        found = {self._last_untrusted(peer, hops) for hops in ways}
        return found.pop() if len(found) == 1 else peer

    def says_secure(self, peer: str, headers: Headers) -> bool:
        """Whether a trusted proxy says that the browser speaks TLS with it; the last word is the proxy's own."""
        words = [word.strip().lower() for line in headers.getlist("x-forwarded-proto") for word in line.split(",")]
        return words[-1:] == ["https"] and self.trusts(peer)

    def _last_untrusted(self, peer: str, hops: Sequence[str]) -> str:
        last = peer
        for hop in list(reversed(hops))[:MOST_HOPS]:
            address = parse(hop)
            if address is None:  # hidden or malformed: count it for the proxy that passed it on
                break
            last = str(address)
            if not self.trusts(last):
                break
        return last


def has_forwarding(headers: Headers) -> bool:
    """Whether a request says that it came through a proxy."""
    return "x-forwarded-for" in headers or "forwarded" in headers


def parse(text: str) -> Address | None:
    """An address, with or without brackets and port; IPv4 that is written as IPv6 is IPv4."""
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def bucket(address: str) -> str:
    """What limits by address count: an IPv4 address, or the /64 network of an IPv6 address.

    >>> bucket("::ffff:192.0.2.1"), bucket("2001:db8:1:2:3::4")
    ('192.0.2.1', '2001:db8:1:2::/64')
    """
    parsed = parse(address)
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((parsed, IPV6_PREFIX), strict=False))
    return address if parsed is None else str(parsed)


def is_loopback(address: str) -> bool:
    parsed = parse(address)
    return parsed is not None and parsed.is_loopback


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise KingMeError(
            f"KINGME_TRUSTED_PROXIES: {text!r} is not an address or a network, such as 127.0.0.1 or 10.0.0.0/8"
        ) from None


def _forwarded_for(headers: Headers) -> list[str]:
    return [hop for line in headers.getlist("x-forwarded-for") for hop in line.split(",")]


def _forwarded(headers: Headers) -> list[str]:
    """The hops of `Forwarded` (RFC 7239). Commas split it even in quotes: one that a client left open must not hide
    what the proxy added after it.
    """
    hops = [hop for line in headers.getlist("forwarded") for hop in line.split(",")]
    return [found[1] if (found := _FOR.search(hop)) else "" for hop in hops]
