// The jobs of `ebb run`, `ebb rerun` and `ebb why`: runs a file and saves its results (run_file), repeats a
// stored run (repeat_run), and reads why channels changed their rates (explain_decisions).
#pragma once

#include "ebb/results.hpp"
#include "tasks/run/rerun_task.hpp"
#include "tasks/run/run_task.hpp"
#include "tasks/run/why_task.hpp"
