"""Results as Python objects: figures by name, rows of tables, arrays, and pandas frames of all of them."""
from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any, Iterator, Mapping

import numpy

from ._problem import Problem

if TYPE_CHECKING:
    import pandas


def pandas_module() -> Any:
    """pandas, which is imported only where a frame is wanted."""
    try:
        import pandas
    except ImportError:
        raise Problem([("pandas", "is not installed, and a frame needs it", "apt-get install python3-pandas")]) from None
    return pandas


def frame_of(table: Mapping[str, Any]) -> pandas.DataFrame:
    """The frame of a table {"title", "columns", "notes"}; title and notes are in its `attrs`."""
    frame = pandas_module().DataFrame(table["columns"])
    frame.attrs.update(title=table["title"], notes=table["notes"])
    return frame


def wrap(value: Any) -> Any:
    """JSON with attributes: objects become Figures, lists of objects Rows."""
    if isinstance(value, dict):
        return Figures((key, wrap(v)) for key, v in value.items())
    if isinstance(value, list):
        return (Rows if value and all(isinstance(v, dict) for v in value) else list)(wrap(v) for v in value)
    return value


class Figures(dict):
    """Figures by name: `result.work.packets` is `result["work"]["packets"]`. A name ends in its unit."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            near = difflib.get_close_matches(name, self, 1)
            hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(self)}"
            raise AttributeError(f"there is no figure {name}; {hint}") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self]


class Rows(list):
    """The rows of a table. `rows["ideal"]` is the row that begins with this text; frame() is all of them."""

    def __getitem__(self, which: Any) -> Any:
        if not isinstance(which, str):
            return super().__getitem__(which)
        for row in self:
            if next(iter(row.values()), None) == which:
                return row
        raise KeyError(f"{which}; there are: {', '.join(str(next(iter(row.values()), '')) for row in self)}")

    def frame(self) -> pandas.DataFrame:
        return pandas_module().DataFrame(list(self))


class Arrays:
    """NumPy arrays by name, as attributes. They are read-only views of the result's memory and keep it alive."""

    def __init__(self, members: Mapping[str, Any]):
        self.__dict__.update(members)

    def __iter__(self) -> Iterator[str]:
        return iter(self.__dict__)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {', '.join(self)}>"

    def frame(self) -> pandas.DataFrame:
        """One column for each array of one dimension."""
        columns = {name: v for name, v in self.__dict__.items() if isinstance(v, numpy.ndarray) and v.ndim == 1 and len(v)}
        return pandas_module().DataFrame(columns)


class TimeSeries(Arrays):
    """The run in equal spans of `span_ps`. Those from `first` to before `end` were measured.

    `watts` and `full_watts` have an array for each power table: of all channels, and at full rate all the time.
    """

    @property
    def time_s(self) -> numpy.ndarray:
        """When each span began."""
        return numpy.arange(len(self.packets)) * (self.span_ps / 1e12)  # type: ignore[attr-defined]

    def frame(self) -> pandas.DataFrame:
        frame = super().frame()
        frame.insert(0, "time_s", self.time_s)
        for table, watts in self.watts.items():  # type: ignore[attr-defined]
            frame[f"watts, {table}"] = watts
        return frame


class Channels(Arrays):
    """Each channel in the measured time. `kind` counts in `kinds`; `time_in_ps` (a copy) has a row for each channel:
    its time at each rate, slowest first, then in changes by their faster rate."""


class History(Arrays):
    """Each channel over time, a row for each, in spans of `span_ps`: `busy` and `rate` in 1/200, and `level`."""
