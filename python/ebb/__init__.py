"""ebb: networks whose power follows their traffic. Plan, simulate and compare them from Python.

    import ebb
    run = ebb.run("examples/run-halve-double.toml", set={"traffic.load": 0.3})
    print(run.verdict, run.latency["messages"].p99_ns, run.energy.frame())

Every task takes a file or a dict with the sections of one. The keys are those of docs/reference/config.md.
"""
from __future__ import annotations

import pathlib as _pathlib

from . import _ebb
from ._agent import Agent, agent
from ._figures import Arrays, Channels, Figures, History, Rows, TimeSeries
from ._policy import ChannelView, Decision, Levels, Policy, decisions
from ._problem import Finding, Problem
from ._run import Run, run
from ._tasks import Sizes, Sweep, Trees, compare, off, plan, reproduce, results, size, sweep, trees

__version__: str = _ebb.program_version()
__all__ = ["Agent", "Arrays", "ChannelView", "Channels", "Decision", "Figures", "Finding", "History", "Levels", "Policy", "Problem",
           "Rows", "Run", "Sizes", "Sweep", "TimeSeries", "Trees", "agent", "compare", "decisions", "off", "plan", "reproduce",
           "results", "run", "size", "sweep", "trees"]



def _find_data() -> None:
    """Tells ebb where devices, sizes and papers are: in the package, in its build folder, or in share/ of its prefix."""
    here = _pathlib.Path(__file__).absolute().parent
    for share in (here / "share", here.parents[1] / "share/ebb", here.parents[3] / "share/ebb"):
        if (share / "devices").is_dir():
            return _ebb.use_data_of(str(share))


_find_data()
