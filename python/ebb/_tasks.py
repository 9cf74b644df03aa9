"""The tasks of ebb besides a single run: plans, sizes, studies, trees, off-sets, papers, stores."""
from __future__ import annotations

import os
import pathlib
import tempfile
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _ebb
from ._figures import Figures, Rows, frame_of, wrap
from ._problem import Problem
from ._run import Progress
from ._settings import Source, read, write

if TYPE_CHECKING:
    import pandas


def plan(source: Source | Sequence[str], *, set: Mapping[str, Any] | None = None) -> Any:
    """Parts, power and cost of a network, as `ebb plan`. Several files give a list of plans, one dict a single one."""
    if isinstance(source, (list, tuple)):
        return [wrap(one) for one in _ebb.plan([os.fspath(file) for file in source], read({}, set)[1])]
    file, settings = read(source, set)
    return wrap(_ebb.plan([file], settings)[0])


class Sizes(Rows):
    """Networks for a number of hosts, the best first. plan_file(1) is the plan file of the first one."""

    def __init__(self, raw: _ebb.Sizes):
        super().__init__(wrap(raw.document()["networks"]))
        self._raw = raw

    def frame(self) -> pandas.DataFrame:
        return frame_of(self._raw.table())

    def plan_file(self, row: int) -> str:
        return self._raw.plan_file(row)


def size(hosts: int, switch: str, *, bisection: str | float = "full", levels: str = "2-4", rate: str = "",
         order: str = "power", set: Mapping[str, Any] | None = None) -> Sizes:
    """Networks of a switch that hold so many hosts, as `ebb plan size`."""
    return Sizes(_ebb.size(hosts, switch, str(bisection), levels, rate, order, read({}, set)[1]))


def _jobs(jobs: int | None) -> int:
    return jobs or len(os.sched_getaffinity(0))


def _study(task: Any, source: Source, set: Mapping[str, Any] | None, store: str, *rest: Any) -> Any:
    """Calls a task that keeps its runs in a store. What stops it has the results so far as its `result`."""
    if not isinstance(source, Mapping):
        file, settings = read(source, set)
        return task(file, settings, os.fspath(store), *rest)
    if not store:
        raise Problem([("store", "is missing: a dict has no name to call its store by", 'store="mine.results"')])
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, pathlib.Path(store).stem + ".toml")
        write(source, file)
        try:
            return task(file, read({}, set)[1], os.fspath(store), *rest)
        except Problem as problem:
            raise Problem([(p.place.replace(file, "").split(": ")[-1], p.what, p.hint) for p in problem.problems]) from None


class Sweep:
    """The runs of a parameter study. `outcome` counts them; `complete` says whether all have a result."""

    def __init__(self, table: Mapping[str, Any], outcome: Mapping[str, Any]):
        self._table, self.outcome = table, Figures(outcome)

    @property
    def complete(self) -> bool:
        return self.outcome.complete

    def frame(self) -> pandas.DataFrame:
        """A row for each run: its parameters, its verdict, and every figure."""
        return frame_of(self._table)


def sweep(source: Source, *, set: Mapping[str, Any] | None = None, store: str = "", jobs: int | None = None,
          progress: Progress = None) -> Sweep:
    """Runs the points of [sweep] that the store does not hold yet, as `ebb sweep`, on `jobs` cores (default: all).

    Ctrl-C raises KeyboardInterrupt with the runs so far as its `result`; the same call resumes.
    """
    try:
        return Sweep(*_study(_ebb.sweep, source, set, store, _jobs(jobs), progress))
    except BaseException as stop:
        partial = stop.__dict__.pop("partial", None)
        if partial:
            stop.result = Sweep(*partial)  # type: ignore[attr-defined]
        raise


def compare(source: Source, *, set: Mapping[str, Any] | None = None, store: str = "", jobs: int | None = None,
            repeats: int = 0, progress: Progress = None) -> Figures:
    """One run under every policy of [[compare]], as `ebb compare-policies`: `compare(…).policies.frame()`.

    `repeats` is the number of seeds (0: as the file says). Ctrl-C raises KeyboardInterrupt; the same call resumes.
    """
    try:
        document, outcome = _study(_ebb.compare, source, set, store, _jobs(jobs), repeats, progress)
    except BaseException as stop:
        partial = stop.__dict__.pop("partial", None)
        if partial:
            stop.result = wrap(partial[0])  # type: ignore[attr-defined]
        raise
    made = wrap(document or {})
    made["outcome"] = Figures(outcome)
    return made


class Trees:
    """VLAN trees as frames: `summary`, `vlans`, and `ports` as managed switches are configured."""

    def __init__(self, tables: Mapping[str, Any]):
        self._tables = tables
        self.unreached: str = tables["unreached"]

    @property
    def summary(self) -> pandas.DataFrame:
        return frame_of(self._tables["summary"])

    @property
    def vlans(self) -> pandas.DataFrame:
        return frame_of(self._tables["vlans"])

    @property
    def ports(self) -> pandas.DataFrame:
        return frame_of(self._tables["ports"])


def trees(source: Source, *, set: Mapping[str, Any] | None = None) -> Trees:
    """A network with loops as trees, each in a VLAN, as `ebb trees`."""
    return Trees(_ebb.trees(*read(source, set)))


def off(source: Source, demand: str, *, set: Mapping[str, Any] | None = None, max_utilisation: float = 0.8,
        spare: int = 0, exact: bool = False, slower: bool = False, device: str = "", port_w: float | None = None,
        base_w: float | None = None, usd_per_kwh: float | None = None, steps: bool = False, scale: float = 1.0) -> Figures:
    """The cables and switches that a network can do without while it carries the demand of a CSV file, as `ebb off`.

    `scale` multiplies every demand. `schedule` of the result is the file for `ebb agent --schedule`, `kwh_per_year` the
    saving of a year.
    """
    file, settings = read(source, set)
    made = _ebb.off(file, settings, os.fspath(demand), max_utilisation, spare, exact, slower, device, port_w, base_w,
                    usd_per_kwh, steps, scale)
    document = made.pop("document")
    return wrap({**(document if isinstance(document, dict) else {"hours": document}), **made})


def reproduce(*names: str, quick: bool = False) -> Any:
    """The numbers of papers computed again, as `ebb reproduce`: `reproduce("abts-table1").rows.frame()`.

    Several names, or a group such as "computed", give a list. What this machine cannot run is a warning.
    """
    document, skipped = _ebb.reproduce(list(names), quick)
    for text in skipped:
        warnings.warn(text, stacklevel=2)
    return wrap(document)


def results(*stores: str) -> pandas.DataFrame:
    """All runs of these stores, one row for each: parameters, verdict and every figure.

    Without stores: those of the current folder (*.results). Damaged runs are left out with a warning.
    """
    table, damage = _ebb.results([os.fspath(store) for store in stores])
    if damage:
        warnings.warn(damage, stacklevel=2)
    return frame_of(table)
