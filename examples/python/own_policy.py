# %% [markdown]
# # A policy of one's own against halve_double
# The same policy twice: in NumPy, for all channels of a switch at once, and as ebb has it. Then one that ebb does not
# have: it doubles at once, but halves only after two quiet epochs.

# %%
import numpy

import ebb

CONFIG = {
    "topology": {"name": "flattened_butterfly", "c": 8, "k": 8, "n": 2},
    "routing": {"name": "minimal_adaptive"},
    "traffic": {"load": 0.23, "pattern": "uniform", "sizes": {"name": "fixed", "size": "512KiB"}},
    "control": {"policy": "halve_double", "epoch": "10us", "reactivation": "1us"},
    "run": {"most_time": "2ms", "precision": 0.3},
}


class HalveDouble(ebb.Policy):
    def __init__(self, target=0.5):
        self.target = target

    def decide_all(self, views, levels):
        busy = views["utilisation"]
        level = numpy.searchsorted(levels, views["rate"]) + (busy > self.target) - (busy < self.target)
        return levels[level.clip(int(levels[0] == 0), len(levels) - 1)]


# %% [markdown]
# A policy holds no state. What it remembers of a channel goes into its decision, and comes back in the next view.

# %%
class Patient(HalveDouble):
    reasons = ("busier than the target", "quiet for the first time", "quiet again")
    epochs = 2

    def decide_all(self, views, levels):
        made = ebb.decisions(views)
        quiet = views["utilisation"] < self.target
        again = quiet & (views["bits"] > 0)
        made["bits"] = quiet
        made["reason"] = numpy.where(again, 2, numpy.where(quiet, 1, 0))
        made["rate"] = numpy.where(quiet & ~again, views["rate"], super().decide_all(views, levels))
        return made


# %%
runs = {"halve_double": ebb.run(CONFIG), "HalveDouble": ebb.run(CONFIG, policy=HalveDouble()),
        "Patient": ebb.run(CONFIG, policy=Patient())}
for name, run in runs.items():
    print(f"{name:14} {run.energy['ideal'].of_full_percent:6.2f} % of full energy, "
          f"{run.latency['messages'].p99_ns / 1000:8.1f} us p99 of messages, digest {run.digest}")
print(runs["Patient"].decisions.reasons.frame())
assert runs["halve_double"].digest == runs["HalveDouble"].digest != runs["Patient"].digest
