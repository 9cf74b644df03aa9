// What tables of stored runs have in common: the value of a run under a name, and ids as short as they can
// be.
#pragma once

#include <string>
#include <vector>

#include "report/document/table.hpp"
#include "store/stored_run.hpp"

namespace ebb::inline app {

/// As many digits of an id as tell the runs apart.
std::size_t id_length(const std::vector<StoredRun>& runs);

/// A column of the run itself, a parameter or a figure.
Cell value_named(const StoredRun& run, const std::string& name);

}  // namespace ebb::inline app
