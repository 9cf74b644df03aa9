// What stands below a list of stored runs about their watts and money.
#pragma once

#include <string>
#include <vector>

#include "store/stored_run.hpp"

namespace ebb::inline app {

/// What they rest on and what is not in them. Where networks of the list differ in that, ids say which is
/// meant.
std::vector<std::string> power_notes(const std::vector<StoredRun>& runs);

}  // namespace ebb::inline app
