# %% [markdown]
# # The founding experiment
# Channels that halve and double their rate with their load, on a small flattened butterfly, against the same network
# at full rate. Cells are marked as editors and Jupyter (jupytext) know them; `python3 founding_experiment.py` runs all.

# %%
import pathlib

import ebb

FILE = pathlib.Path(__file__).parent.parent / "run-halve-double.toml"
SHORT = {"run.most_time": "4ms", "run.precision": 0.3}

slow = ebb.run(FILE, set=SHORT)
full = ebb.run(FILE, set={**SHORT, "control.policy": {"name": "static", "rate": "40Gb/s"}})

# %% [markdown]
# Energy of the channels as a share of always full rate, under each power table.

# %%
energy = slow.energy.frame().set_index("table")[["channels_j", "of_full_percent"]]
print(energy)

# %% [markdown]
# What it costs: latency from the time a message was offered.

# %%
latency = {name: run.latency.frame().set_index("what")[["mean_ns", "p99_ns"]] for name, run in
           {"full rate": full, "halve_double": slow}.items()}
for name, frame in latency.items():
    print(f"\n{name}\n{frame}")

# %% [markdown]
# Power over time. The arrays are views of the result: nothing is copied.

# %%
series = slow.time_series
print(f"\nmean power of ideal channels: {series.watts['ideal'].mean():.1f} W, "
      f"at full rate {series.full_watts['ideal'].mean():.1f} W, in {len(series.packets)} spans")
assert energy.loc["ideal", "of_full_percent"] < 60
