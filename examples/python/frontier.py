# %% [markdown]
# # A frontier: energy against latency
# Halve_double with several targets: what each saves, and what it adds to the latency of messages. No point that another
# one beats in both is on the frontier.

# %%
import pathlib
import sys

import pandas

import ebb

FILE = pathlib.Path(__file__).parent.parent / "run-halve-double.toml"
SHORT = {"run.most_time": "3ms", "run.precision": 0.3}


def point(target):
    run = ebb.run(FILE, set={**SHORT, "control.policy": {"name": "halve_double", "target": target}})
    return {"target": target, "energy [%]": run.energy["ideal"].of_full_percent,
            "mean latency [us]": run.latency["messages"].mean_ns / 1000}


points = pandas.DataFrame(point(target) for target in (0.2, 0.35, 0.5, 0.65, 0.8))
points = points.sort_values("energy [%]")
points["on the frontier"] = points["mean latency [us]"] <= points["mean latency [us]"].cummin()
print(points.to_string(index=False))
assert points["on the frontier"].any()

# %% [markdown]
# The plot needs matplotlib: `python3 frontier.py frontier.svg`.

# %%
if len(sys.argv) > 1:
    axes = points.plot("energy [%]", "mean latency [us]", marker="o", legend=False, title="Less energy costs latency")
    axes.set_ylabel("mean latency of messages [us]")
    axes.set_xlabel("energy of ideal channels [% of full rate]")
    axes.figure.savefig(sys.argv[1])
