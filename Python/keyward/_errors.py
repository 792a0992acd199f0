"""The errors of the package."""

from __future__ import annotations


class KeywardError(Exception):
    """A failure; its text has the next step."""

    def __init__(self, text: str, code: int = 0) -> None:
        super().__init__(text)
        self.code = code
        """The code of the C interface, below 0; 0 where there is none."""
