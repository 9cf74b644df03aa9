// Reads a run file (read_run), prepares the run (prepare_run), and simulates it (run_experiment).
#pragma once

#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"
