"""The errors of the package."""

from __future__ import annotations


class KeywardError(Exception):
    """A failure; its text includes the remedy."""

    def __init__(self, text: str, code: int = 0) -> None:
        super().__init__(text)
        self.code = code
        """The error code of the C interface, below 0; 0 for none."""


class InvalidArgument(KeywardError, ValueError):
    """An argument has a value that makes no sense; the text has its name."""
