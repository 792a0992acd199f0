"""Checks of arguments: a wrong type is a `TypeError`, a wrong value an `InvalidArgument`, both with the name."""

from __future__ import annotations

import math
import numbers
import operator
from typing import List, Optional, Sequence, Tuple

from ._errors import InvalidArgument


def option(value: Optional[str], name: str) -> Optional[bytes]:
    """Returns an optional text as UTF-8 for C."""
    return None if value is None else text(value, name)


def text(value: str, name: str, errors: str = "strict") -> bytes:
    """Returns a text as UTF-8 for C, where a NUL would end it."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, not {type(value).__name__}")
    if "\0" in value:
        raise InvalidArgument(f"{name} contains a NUL character, which ends a text in C: remove it")
    try:
        return value.encode(errors=errors)
    except UnicodeEncodeError:
        raise InvalidArgument(f"{name} contains a lone surrogate, which is no character: remove it") from None


def texts(values: Sequence[str], name: str) -> List[bytes]:
    """Returns arguments of a command, which need not be UTF-8; one text alone would be its characters."""
    if isinstance(values, (str, bytes)):
        raise TypeError(f"{name} must be a sequence of str, such as a list, not {type(values).__name__}")
    return [text(value, f"{name}[{index}]", "surrogateescape") for index, value in enumerate(values)]


def number(value: int, name: str, least: int = -2**31, most: int = 2**31 - 1) -> int:
    """Returns a number after a range check; ctypes would truncate it to 32 bits."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an int, not {type(value).__name__}") from None
    if not least <= number <= most:
        raise InvalidArgument(f"{name} must be from {least} to {most}, not {number}")
    return number


def real(value: float, name: str) -> float:
    """Returns a number; ctypes has an error of its own for anything else."""
    if not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be a number, not {type(value).__name__}")
    return float(value)


def finite(value: float, name: str) -> float:
    """Returns a finite number."""
    if not math.isfinite(real(value, name)):
        raise InvalidArgument(f"{name} must be a finite number, not {value}")
    return float(value)


def side(value: float, name: str) -> float:
    """Returns the length of a side of the screen in points."""
    if not 1 <= real(value, name) <= 100_000:
        raise InvalidArgument(f"{name} must be from 1 to 100000 points, not {value}")
    return float(value)


def size(value: Tuple[float, float]) -> Tuple[float, float]:
    """Returns the size of the screen, or (0, 0) for the default."""
    if isinstance(value, (str, bytes)) or not hasattr(value, "__iter__"):
        raise TypeError(f"size must be a width and a height, not {type(value).__name__}")
    sides = tuple(value)
    if len(sides) != 2:
        raise InvalidArgument(f"size must be a width and a height, not {len(sides)} numbers")
    width, height = (real(length, f"size[{index}]") for index, length in enumerate(sides))
    return (width, height) if width == height == 0 else (side(width, "size[0]"), side(height, "size[1]"))
