# %% [markdown]
# # A sweep into pandas
# A parameter study keeps its runs in a store. Stop it with Ctrl-C and call it again: it goes on where it was. The store
# opens as a frame, here or anywhere else.

# %%
import pathlib
import tempfile

import ebb

STUDY = {
    "topology": {"name": "flattened_butterfly", "c": 4, "k": 4, "n": 2},
    "routing": {"name": "minimal_adaptive"},
    "traffic": {"load": 0.1, "pattern": "uniform", "sizes": {"name": "fixed", "size": "16KiB"}},
    "control": {"policy": "halve_double", "epoch": "10us", "reactivation": "1us"},
    "run": {"most_time": "1ms", "precision": 0.3},
    "sweep": {"cross": {"traffic.load": [0.1, 0.2, 0.3], "control.reactivation": ["100ns", "1us"]}},
}

with tempfile.TemporaryDirectory() as folder:
    store = pathlib.Path(folder, "study.results")
    swept = ebb.sweep(STUDY, store=store, progress=lambda share, text: print(f"{share:4.0%}  {text}"))
    frame = ebb.results(store)

# %% [markdown]
# One row for each run, with its parameters and every figure. A name ends in its unit.

# %%
table = frame.pivot_table(index="traffic.load", columns="control.reactivation_ps",
                          values="energy.ideal.of_full_percent")
print(f"\nenergy of ideal channels, in % of full rate\n{table}")
assert swept.complete and table.shape == (3, 2)
