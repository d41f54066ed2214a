"""Text from outside as it may be printed: no control character reaches a terminal."""

from __future__ import annotations


def visible(text: str, most: int | None = None, *, lines: bool = False) -> str:
    r"""Write characters that cannot be seen as escapes, and leave out what is beyond `most` characters.

    A raw escape character could recolor, move or overwrite what a terminal shows; a newline could fake a line, so it
    stays only where a message has several `lines`.

    >>> visible("a\x1b[31mb\n\u202ec"), visible("two\nlines", lines=True), visible("abcdef", 3)
    ('a\\x1b[31mb\\n\\u202ec', 'two\nlines', 'abc…')
    """
    if most is not None and len(text) > most:
        text = f"{text[:most]}…"
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() or (lines and each == "\n") else repr(each)[1:-1] for each in text)


def written(value: object, most: int = 200) -> str:
    """A value of a file as Python writes it, shortened; Python itself refuses to write very long numbers."""
    try:
        return visible(repr(value), most)
    except ValueError:
        return "a number with thousands of digits"
