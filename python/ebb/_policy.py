"""Power policies in Python: what they see of a channel, and what they return."""
from __future__ import annotations

from bisect import bisect_left
from typing import Any, NamedTuple, Optional

import numpy

from . import _ebb

ChannelView = _ebb.ChannelView


class Levels(tuple):
    """The rates that a channel can have, in b/s, slowest first. The first may be 0: off."""

    @property
    def fastest(self) -> int:
        return self[-1]

    @property
    def slowest(self) -> int:
        """The slowest that is not off."""
        return self[0] or self[1]

    def next_faster(self, rate: int) -> int:
        return self[min(bisect_left(self, rate) + 1, len(self) - 1)]

    def next_slower(self, rate: int) -> int:
        """Never off: a channel goes off only by an explicit decision."""
        return max(self[max(bisect_left(self, rate) - 1, 0)], self.slowest)


class Decision(NamedTuple):
    """What decide() may return instead of a rate."""

    rate: int
    why: Optional[str] = None
    evaluate_after_ps: int = 0  #: 0: after the epoch
    evaluate_at_bytes: Optional[int] = None  #: and before that, when so much is queued
    level: float = 0.0  #: level, trend and bits: what the next view of the channel shows again
    trend: float = 0.0
    bits: int = 0


def decisions(views: numpy.ndarray) -> numpy.ndarray:
    """An array that decide_all() may fill and return instead of rates, for these views.

    Its columns are those of Decision, with `reason`, a number in the policy's `reasons`, for `why`. Nothing is decided
    yet: rates are those of the views, and so is what the channels remember.
    """
    made = numpy.zeros(len(views), _ebb.decision_type)
    made["reason"] = made["evaluate_at_bytes"] = -1
    for name in ("rate", "level", "trend", "bits"):
        made[name] = views[name]
    return made


class Policy:
    """A power policy for ebb.run(policy=…). Define decide(), decide_all() or both; they must agree.

        class HalveDouble(ebb.Policy):
            def decide(self, view, levels):
                if view.utilisation > 0.5:
                    return levels.next_faster(view.rate)
                return levels.next_slower(view.rate)

    decide() gets a ChannelView. decide_all() gets an array of them, views["utilisation"], and the levels as an array; it
    returns a rate for each. The simulator calls it for all channels of a switch whose epoch ends at the same time.

    Both are pure: the same view, the same decision. What a policy remembers of a channel goes into `level`, `trend` and
    `bits` of its decision. The views of a batch may be evaluated a second time.
    """

    #: "queue": refused where the queue length is unknown; "downstream": views have the downstream occupancy
    requires: tuple[str, ...] = ()
    #: texts that decide_all() refers to by number
    reasons: tuple[str, ...] = ()
    #: how many epochs it remembers; a run must be much longer to be called steady
    epochs: float = 1

    def fit(self, levels: Levels, *, epoch_ps: int) -> Any:
        """Called once before the first evaluation."""
