"""A command that goes on running, such as `serve`, and requests to it."""

from __future__ import annotations

import http.client
import queue
import signal
import subprocess
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import surroundings
import tool

ARGUMENTS = ("--tz", "UTC+8", "--templates", tool.TEMPLATES, "--now", tool.NOW)


class Running:
    """A command that runs until it is told to stop, and the lines it has written."""

    def __init__(self, *words, cwd: Path = tool.PROJECT, environment: dict[str, str] | None = None):
        self.process = subprocess.Popen(
            [tool.TOOL, *map(str, words)],
            cwd=cwd,
            env=surroundings.environment(**environment or {}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.lines: list[str] = []
        self._queue: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self._queue.put(line.rstrip("\n"))

    def line(self, words: str, timeout: float = 20) -> str:
        """The next line that contains some words."""
        end = time.monotonic() + timeout
        while True:
            try:
                line = self._queue.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no line with {words!r} in:\n" + "\n".join(self.lines)) from None
            self.lines.append(line)
            if words in line:
                return line

    def stop(self, number=signal.SIGINT) -> int:
        self.process.send_signal(number)
        return self.process.wait(10)


@contextmanager
def running(*words, **options):
    command = Running(*words, **options)
    try:
        yield command
    finally:
        if command.process.poll() is None:
            command.process.kill()
            command.process.wait()


@contextmanager
def serving(content: Path, *words, **options):
    with running("serve", "--content", content, "--port", 0, *ARGUMENTS, *words, **options) as command:
        command.url = command.line("Serving").split(" at ")[1].split()[0]
        command.port = int(command.url.rstrip("/").rsplit(":", 1)[1])
        yield command


def get(server, path: str, method: str = "GET", body: bytes | None = None, **fields):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    try:
        headers = {name.replace("_", "-"): value for name, value in fields.items()}
        connection.request(method, path, body=body, headers=headers)
        response = connection.getresponse()
        response.content = response.read()
        return response
    finally:
        connection.close()
