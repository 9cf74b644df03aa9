// Shared by tables of stored runs: the value of a run by name, and abbreviated ids.
#pragma once

#include <string>
#include <vector>

#include "report/document/table.hpp"
#include "results/cell.hpp"
#include "store/stored_run.hpp"

namespace ebb::inline tasks {

/// The digits of an id that distinguish the runs.
std::size_t id_length(const std::vector<StoredRun>& runs);

/// The value of a column, a parameter or a figure of the run.
Cell value_named(const StoredRun& run, const std::string& name);

}  // namespace ebb::inline tasks
