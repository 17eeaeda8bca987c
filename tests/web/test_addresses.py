"""Whose address a request has, with proxies that are trusted and headers that are not."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.datastructures import Headers
from starlette.testclient import TestClient
from web.conftest import HOST

from kingme.errors import KingMeError
from kingme.web.addresses import Proxies, bucket, parse
from kingme.web.app import create_app
from kingme.web.security import Guard

TRUSTED = Proxies(["127.0.0.1", "10.0.0.0/8", "fd00::/8"])


def client(peer: str, proxies: Proxies = TRUSTED, **headers: str) -> str:
    return proxies.client(peer, Headers({name.replace("_", "-"): value for name, value in headers.items()}))


@pytest.mark.parametrize(
    ("peer", "header", "expected"),
    [
        ("127.0.0.1", "203.0.113.5", "203.0.113.5"),
        ("127.0.0.1", "203.0.113.5:1234", "203.0.113.5"),
        ("127.0.0.1", "[2001:db8::1]:80", "2001:db8::1"),
        ("::ffff:127.0.0.1", "203.0.113.5", "203.0.113.5"),  # a socket that listens on both kinds of addresses
        ("127.0.0.1", "6.6.6.6, 203.0.113.5", "203.0.113.5"),  # what the client wrote is left of what the proxy did
        ("127.0.0.1", "127.0.0.1, 203.0.113.5", "203.0.113.5"),
        ("127.0.0.1", "6.6.6.6, 203.0.113.5, 10.1.2.3", "203.0.113.5"),  # two proxies
        ("127.0.0.1", "10.9.9.9, 10.1.2.3", "10.9.9.9"),  # a client in the proxies' own network
        ("203.0.113.9", "6.6.6.6", "203.0.113.9"),  # nobody we trust
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "6.6.6.6, nonsense", "127.0.0.1"),
        ("127.0.0.1", "6.6.6.6, nonsense, 10.1.2.3", "10.1.2.3"),
        ("127.0.0.1", "6.6.6.6,", "127.0.0.1"),
        ("unknown", "6.6.6.6", "unknown"),
    ],
)
def test_the_rightmost_hop_that_is_not_trusted(peer, header, expected):
    assert client(peer, x_forwarded_for=header) == expected


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("for=203.0.113.5", "203.0.113.5"),
        ('For="[2001:db8::1]:4711";proto=https;by=10.0.0.1', "2001:db8::1"),
        ("for=6.6.6.6, proto=http; for=203.0.113.5:80", "203.0.113.5"),
        ('for="6.6.6.6, for=203.0.113.5', "203.0.113.5"),  # a quotation that the client left open
        ("for=6.6.6.6, for=_hidden", "127.0.0.1"),
        ("for=6.6.6.6, for=unknown", "127.0.0.1"),
        ("by=1.2.3.4", "127.0.0.1"),
    ],
)
def test_forwarded(header, expected):
    assert client("127.0.0.1", forwarded=header) == expected


def test_where_two_headers_disagree_neither_is_believed():
    assert client("127.0.0.1", x_forwarded_for="203.0.113.5", forwarded="for=203.0.113.5") == "203.0.113.5"
    assert client("127.0.0.1", x_forwarded_for="203.0.113.5", forwarded="for=6.6.6.6") == "127.0.0.1"


def test_nobody_is_trusted_by_default():
    assert client("127.0.0.1", Proxies([]), x_forwarded_for="6.6.6.6") == "127.0.0.1"


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_header_is_safe(one, other):
    headers = Headers(
        raw=[(b"x-forwarded-for", one.encode()), (b"x-forwarded-for", other.encode()), (b"forwarded", one.encode())]
    )
    assert parse(TRUSTED.client("127.0.0.1", headers)) is not None


def test_a_proxy_that_is_no_address_is_told_in_a_sentence(settings):
    with pytest.raises(KingMeError, match=r"KINGME_TRUSTED_PROXIES: 'proxy.school' is not an address or a network"):
        create_app(replace(settings, trusted_proxies=("proxy.school",))).build_middleware_stack()


def test_what_limits_count():
    assert bucket("192.0.2.1") == bucket("::ffff:192.0.2.1") == "192.0.2.1"
    assert bucket("2001:db8:1:2::1") == bucket("2001:db8:1:2:ffff::9") != bucket("2001:db8:1:3::1")
    assert bucket("fe80::1%eth0") == "fe80::/64"
    assert bucket("unknown") == "unknown"


@pytest.fixture
def behind_proxy(settings):
    """A server with a proxy on its own machine, and a limit of one new game a minute for each address."""
    app = create_app(replace(settings, trusted_proxies=("127.0.0.1",), games_per_minute=1))
    with TestClient(app, base_url=HOST, client=("127.0.0.1", 50000)) as made:
        yield made


def begin(by: TestClient, address: str) -> int:
    return by.post("/api/games", json={}, headers={"x-forwarded-for": address}).status_code


def test_visitors_of_a_proxy_are_limited_one_by_one(behind_proxy):
    assert [begin(behind_proxy, f"203.0.113.{number}") for number in range(5)] == [201] * 5
    assert begin(behind_proxy, "203.0.113.0") == 429
    assert begin(behind_proxy, "6.6.6.6, 203.0.113.0") == 429  # a visitor who claims to be another


def test_ipv6_is_limited_by_network(behind_proxy):
    assert begin(behind_proxy, "2001:db8:1:1::1") == 201
    assert begin(behind_proxy, "2001:db8:1:1::2") == 429
    assert begin(behind_proxy, "2001:db8:1:2::1") == 201


def test_without_trust_the_header_changes_nothing(settings):
    app = create_app(replace(settings, games_per_minute=1))
    with TestClient(app, base_url=HOST, client=("203.0.113.7", 50000)) as visitor:
        assert [begin(visitor, f"6.6.6.{number}") for number in range(3)] == [201, 429, 429]


@pytest.mark.parametrize(
    ("peer", "headers", "expected"),
    [
        ("127.0.0.1", [], True),
        ("::1", [], True),
        ("203.0.113.5", [], False),
        ("127.0.0.1", [(b"x-forwarded-for", b"203.0.113.5")], False),  # a proxy that nobody has told us of
        ("127.0.0.1", [(b"forwarded", b"for=127.0.0.1")], False),
    ],
)
def test_who_is_at_the_machine_itself(settings, peer, headers, expected):
    """Such a browser leads what the command line has begun: visitors of a local proxy must not."""
    seen = []

    async def app(scope, receive, send):
        seen.append(scope["state"]["is_local"])

    async def receive():
        return {"type": "http.request", "body": b""}

    scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "scheme": "http",
        "client": (peer, 1),
        "headers": [(b"host", b"127.0.0.1"), *headers],
    }
    asyncio.run(Guard(app, settings)(scope, receive, app))
    assert seen == [expected]
