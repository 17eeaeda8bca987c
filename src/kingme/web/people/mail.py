"""E-mail to people: codes for a new password, and word that their password was changed.

`KINGME_SMTP` says where it is handed in: `smtp://USER:PASSWORD@HOST:PORT` with STARTTLS where the server has it, or
`smtps://…`; `KINGME_MAIL_FROM` is the sender. Mail is sent by a thread, so that no answer takes longer when there is
somebody to write to.
"""

from __future__ import annotations

import logging
import queue
import smtplib
import ssl
import threading
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

from kingme.errors import KingMeError

SECONDS = 30.0
LONGEST_QUEUE = 1000

log = logging.getLogger("kingme.web")


class Mail:
    """Sends e-mail if it is set up; without, it says so."""

    def __init__(self, server: str, sender: str) -> None:
        self._server = urlsplit(server)
        self._sender = sender
        if server and (self._server.scheme not in ("smtp", "smtps") or not self._server.hostname):
            raise KingMeError("KINGME_SMTP must be like smtp://user:password@mail.example.org:587")
        if server and "@" not in sender:
            raise KingMeError("KINGME_MAIL_FROM must be the address that mail comes from, like kingme@example.org")
        self._waiting: queue.Queue[EmailMessage | None] = queue.Queue(LONGEST_QUEUE)
        self._thread = threading.Thread(target=self._run, name="kingme-mail", daemon=True) if server else None
        if self._thread is not None:
            self._thread.start()

    @property
    def is_set_up(self) -> bool:
        return self._thread is not None

    def send(self, to: str, subject: str, text: str) -> None:
        """Send a message soon; what cannot be sent is logged without its text."""
        if self._thread is None:
            return
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self._sender, to, subject
        message.set_content(text)
        try:
            self._waiting.put_nowait(message)
        except queue.Full:
            log.error("an e-mail was dropped: %d are waiting already", LONGEST_QUEUE)

    def close(self) -> None:
        """Send what is waiting, and end."""
        if self._thread is not None:
            self._waiting.put(None)
            self._thread.join(SECONDS)
            self._thread = None

    def _run(self) -> None:
        while (message := self._waiting.get()) is not None:
            try:
                self._hand_in(message)
            except (OSError, smtplib.SMTPException) as error:
                log.error("an e-mail could not be sent: %s", type(error).__name__)

    def _hand_in(self, message: EmailMessage) -> None:
        host, user = str(self._server.hostname), self._server.username
        context = ssl.create_default_context()
        if self._server.scheme == "smtps":
            server: smtplib.SMTP = smtplib.SMTP_SSL(host, self._server.port or 465, timeout=SECONDS, context=context)
        else:
            server = smtplib.SMTP(host, self._server.port or 587, timeout=SECONDS)
        with server:
            is_safe = self._server.scheme == "smtps" or host in ("localhost", "127.0.0.1", "::1")
            server.ehlo_or_helo_if_needed()
            if self._server.scheme == "smtp" and server.has_extn("starttls"):
                server.starttls(context=context)
                is_safe = True
            if user:
                if not is_safe:
                    raise smtplib.SMTPException("the password of the mail server would be sent unencrypted")
                server.login(unquote(user), unquote(self._server.password or ""))
            server.send_message(message)
