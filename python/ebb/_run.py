"""ebb.run() and its result."""
from __future__ import annotations

import os
import warnings
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Callable, Optional

from . import _ebb
from ._figures import Arrays, Channels, Figures, History, TimeSeries, wrap
from ._problem import Finding, Problem
from ._settings import Source, read

Progress = Optional[Callable[[float, str], Any]]


class Run:
    """The result of a run.

    Everything of `ebb run --json` is an attribute: `run.verdict`, `run.latency["messages"].p99_ns`,
    `run.energy.frame()`. `figures` has the same as flat names, as stores do.
    """

    def __init__(self, raw: _ebb.Run):
        self._raw = raw

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.document, name)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.document]

    def __repr__(self) -> str:
        return f"<ebb.Run {self.document.network}: {self.document.verdict}, digest {self.document.digest}>"

    def __str__(self) -> str:
        return self._raw.summary()

    @cached_property
    def document(self) -> Figures:
        """The JSON of the run (docs/reference/json.md)."""
        return wrap(self._raw.document())

    @cached_property
    def figures(self) -> dict[str, Any]:
        """Every figure under one name: `run.figures["latency.messages.p99_ns"]`."""
        return self._raw.figures()

    @cached_property
    def time_series(self) -> TimeSeries:
        """The run over time. The arrays are not copied."""
        return TimeSeries(self._raw.time_series())

    @cached_property
    def latency_curve(self) -> Arrays:
        """The distribution of latencies: the latency at each `percent` of packets and messages. Not copied."""
        return Arrays(self._raw.latency_curve())

    @cached_property
    def each_channel(self) -> Channels:
        """Each channel in the measured time; of a run with channels=True. Not copied, except time_in_ps."""
        return Channels(self._with_channels(self._raw.each_channel(), "kind"))

    @cached_property
    def history(self) -> History:
        """Each channel over time; of a run with channels=True. Not copied."""
        return History(self._with_channels(self._raw.history(), "busy"))

    @property
    def failure(self) -> list[Finding]:
        """Why the run ended early by itself, as in a deadlock. Empty: it did not."""
        return [Finding(*p) for p in self._raw.failure()]

    @staticmethod
    def _with_channels(members: Mapping[str, Any], name: str) -> Mapping[str, Any]:
        if not len(members[name]):
            raise Problem([("channels", "were not recorded in this run", "ebb.run(…, channels=True)")])
        return members


def run(source: Source, *, set: Mapping[str, Any] | None = None, channels: bool = False, folder: str = "",
        report: str = "", store: str = "", memory: int | None = None, policy: Any = None,
        progress: Progress = None) -> Run:
    """Simulates a run file, or a dict of its sections, as `ebb run` does and with the same digest.

    set        replaces keys: {"traffic.load": 0.8}
    channels   also records each channel (`Run.each_channel`, `Run.history`), 1.5 KB of memory for each
    folder     a new folder for all results; `report`: an HTML page; `store`: a store for ebb.results()
    memory     the bytes that the run may use
    policy     an object like ebb.Policy, instead of the policy of [control]; such a run cannot be stored
    progress   called several times a second with the finished share and a sentence

    Other threads of Python go on meanwhile. Ctrl-C raises KeyboardInterrupt with the partial result as its `result`,
    and so does an exception of `progress`. Mistakes raise Problem; what ebb would print is given to `warnings`.
    """
    if policy is not None and store:
        raise Problem([("store", "cannot keep a run with a policy of Python: nobody could repeat it", "leave out store=")])
    file, settings = read(source, set)
    try:
        raw = _ebb.run(file, settings, channels, os.fspath(folder), os.fspath(report), os.fspath(store), memory, policy,
                       progress)
    except BaseException as stop:
        partial = stop.__dict__.pop("partial", None)
        if partial is not None:
            stop.result = Run(partial)  # type: ignore[attr-defined]
        raise
    for text in raw.warnings:
        warnings.warn(text, stacklevel=2)
    for place, what, hint in raw.unsaved():
        warnings.warn(f"{place}: {what} {hint}", stacklevel=2)
    return Run(raw)
