"""Configurations of Python: dicts become the settings that a command line gives with --set."""
from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from typing import Any, Union

from ._problem import Problem

Source = Union[str, "os.PathLike[str]", Mapping[str, Any]]

_BARE = re.compile(r"[A-Za-z0-9_.-]+")


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key)


def toml(value: Any, place: str) -> str:
    """A value as TOML writes it on one line; `place` is its key, for the problem that it is none."""
    if hasattr(value, "tolist"):  # of NumPy: a number, or an array
        value = value.tolist()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (str, os.PathLike)):
        return json.dumps(os.fspath(value), ensure_ascii=False)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(k)} = {toml(v, f'{place}.{k}')}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml(v, place) for v in value) + "]"
    raise Problem([(place, f"is a {type(value).__name__}, which no configuration holds",
                    "numbers, texts, bools, lists and dicts are allowed; leave out a key to get its default")])


def read(source: Source, over: Mapping[str, Any] | None) -> tuple[str, list[str]]:
    """The file of a source ("" for a dict), and the settings that make it what the caller asked for."""
    settings, file = [], ""
    if isinstance(source, Mapping):
        settings = [f"{_key(section)}={toml(value, section)}" for section, value in source.items()]
    else:
        file = os.fspath(source)
    for key, value in (over or {}).items():
        if isinstance(value, Mapping) and "." not in key:  # {"traffic": {"load": 0.5}} changes one key of a section
            settings += [f"{key}.{_key(k)}={toml(v, f'{key}.{k}')}" for k, v in value.items()]
        else:
            settings.append(f"{key}={toml(value, key)}")
    return file, settings


def write(source: Mapping[str, Any], file: str) -> None:
    """Writes a dict as a file: in a study, a setting of the command line would fix what [sweep] varies."""
    with open(file, "w", encoding="utf-8") as out:
        out.writelines(f"{_key(section)} = {toml(value, section)}\n" for section, value in source.items())
