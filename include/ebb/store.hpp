// Stored runs: read (read_runs), listed (list_runs), compared (compare_runs), exported (export_runs), checked
// (check_results).
#pragma once

#include "tasks/results/results_task.hpp"
