"""What goes wrong."""

from __future__ import annotations


class KeywardError(Exception):
    """Something that could not be done; its text says what to do next."""

    def __init__(self, text: str, code: int = 0) -> None:
        super().__init__(text)
        self.code = code
        """The code of the C interface, below 0; 0 where there is none."""
