"""ebb.agent(): a power policy that drives the ports of real switches."""
from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from . import _ebb
from ._figures import Figures, Rows, frame_of, wrap
from ._problem import Finding
from ._run import Progress
from ._settings import Source, read

if TYPE_CHECKING:
    import pandas


class Agent:
    """What an agent did: `policy`, `time_s`, `decisions`, `cables` by phase, and its last `events`.

    `problems` is what is not back on at full rate, or could not be written.
    """

    def __init__(self, outcome: Mapping[str, Any]):
        self._outcome = outcome
        self.policy: str = outcome["policy"]
        self.time_s: float = outcome["time_s"]
        self.decisions: int = outcome["decisions"]
        self.reasons: Rows = wrap(outcome["reasons"])
        self.cables = Figures(outcome["cables"])
        self.events: list[str] = outcome["events"]
        self.problems = [Finding(*p) for p in outcome["problems"]]

    def __str__(self) -> str:
        return self._outcome["summary"]

    @property
    def rates(self) -> pandas.DataFrame:
        """The share of the time that all ports spent at each rate."""
        return frame_of(self._outcome["rates"])

    @property
    def energy(self) -> pandas.DataFrame:
        """Joules under each power table: a model, from the ports' time in state."""
        return frame_of(self._outcome["energy"])


def agent(source: Source, inventory: str, *, set: Mapping[str, Any] | None = None, policy: Any = None,
          time_s: float | None = None, dry_run: bool = False, rates: bool = True, schedule: str = "", log: str = "",
          decisions: str = "", drain_s: float = 1.0, progress: Progress = None) -> Agent:
    """Lets a policy drive the switches of an inventory, as `ebb agent`. It blocks until everything is on again.

    policy     an object like ebb.Policy, the same as for ebb.run(); else the policy of [control]
    time_s     how long; without it until Ctrl-C, which raises KeyboardInterrupt with the outcome as its `result`
    dry_run    watches and decides, but changes nothing
    rates      ports of this machine are slowed down by tc; False: they are at full rate or off
    schedule   a file with the cables that are off by hour, from ebb.off(); then no policy decides
    log        each decision and event, a line of JSON each; `decisions`: a new file for `ebb why`
    drain_s    the longest time of a frame in the network
    progress   called often with the finished share and the last event
    """
    file, settings = read(source, set)
    try:
        return Agent(_ebb.agent(file, settings, os.fspath(inventory), time_s, dry_run, rates, os.fspath(schedule), os.fspath(log),
                                os.fspath(decisions), round(drain_s * 1000), policy, progress))
    except BaseException as stop:
        partial = stop.__dict__.pop("partial", None)
        if partial:
            stop.result = Agent(partial)  # type: ignore[attr-defined]
        raise
