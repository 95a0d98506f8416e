"""A request from anywhere → the page's own application, or a refusal without content.

The server listens to this computer only, but every web page that its user visits can send requests there too, under
any name that its owner lets point to 127.0.0.1 (DNS rebinding). So a request is passed on only if it names this server
as its host, comes from no other page, uses a method and a size that the page uses, and knows the token, which is in the
address that was printed. Whoever lacks one of these learns nothing, not even what is there.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST_BODY = 2_000_000  # bytes: a long match with all its boards
LONGEST_TARGET = 4000  # bytes of a path with its query
LARGEST_HEADERS = 16_000  # bytes of all headers
METHODS = ("GET", "POST")
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; "
          "connect-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"  # for who opens a picture by its address
HEADERS = {"x-content-type-options": "nosniff", "referrer-policy": "no-referrer", "x-frame-options": "DENY",
           "cross-origin-resource-policy": "same-origin", "cross-origin-opener-policy": "same-origin",
           "cache-control": "no-store"}


class Guard:
    """Passes requests for one server on, with the token cut off from their path."""

    def __init__(self, app: App, token: str, hosts: Iterable[str]) -> None:
        self.app, self.token = app, token
        self.hosts = {host.encode("ascii") for host in hosts}
        self.origins = {b"http://" + host for host in self.hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers an ASGI call."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close"})
            return
        status = self.refusal(scope)
        if status:
            await refuse(send, status)
            return
        path = scope["path"][len(self.token) + 1 :]
        inner = {**scope, "path": path, "raw_path": path.encode(), "root_path": ""}
        await self.app(inner, _limit_body(receive), send)

    def refusal(self, scope: Scope) -> int:
        """The status with which a request is refused; 0 for one that is passed on."""
        headers = [(name.lower(), value) for name, value in scope["headers"]]
        hosts = [value for name, value in headers if name == b"host"]
        origins = [value for name, value in headers if name == b"origin"]
        sites = [value for name, value in headers if name == b"sec-fetch-site"]
        if len(hosts) != 1 or hosts[0].lower() not in self.hosts:
            return 403
        if any(origin not in self.origins for origin in origins):
            return 403
        is_visit = scope["method"] == "GET" and (b"sec-fetch-dest", b"document") in headers
        if not is_visit and any(site not in (b"same-origin", b"none") for site in sites):
            return 403  # a link may lead here from anywhere: whoever wrote it knew the token
        if scope["method"] not in METHODS:
            return 405
        if len(scope.get("raw_path", b"")) + len(scope.get("query_string", b"")) > LONGEST_TARGET:
            return 414
        if sum(len(name) + len(value) for name, value in headers) > LARGEST_HEADERS:
            return 431  # the parser refuses them only where they come in several pieces
        lengths = [value for name, value in headers if name == b"content-length"]
        if any(not value.isdigit() or len(value) > 9 or int(value) > LARGEST_BODY for value in lengths):
            return 413
        if scope["method"] == "POST" and not origins and not sites:
            return 403  # every browser says where a POST comes from
        first = scope["path"].split("/", 2)[1] if scope["path"].count("/") >= 2 else ""
        if not hmac.compare_digest(first.encode(errors="replace"), self.token.encode()):
            return 404
        return 0


async def refuse(send: Send, status: int) -> None:
    """An answer without content."""
    headers = [(b"content-length", b"0"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def _limit_body(receive: Receive) -> Receive:
    """A body that ends with an error where it is too large. A chunked one states no length."""
    size = 0

    async def limited() -> MutableMapping[str, Any]:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > LARGEST_BODY:
            return {"type": "http.disconnect"}
        return message

    return limited
