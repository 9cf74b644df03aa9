// Notes below a list of stored runs on their watts and money.
#pragma once

#include <string>
#include <vector>

#include "store/stored_run.hpp"

namespace ebb::inline tasks {

/// The basis of the watts, and what they do not include. Where networks of the list differ in that, notes
/// name run ids.
std::vector<std::string> power_notes(const std::vector<StoredRun>& runs);

}  // namespace ebb::inline tasks
