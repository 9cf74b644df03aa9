// Which parts of NetworkState a run has. The settings say which features are in use; the part of a feature is
// made for it, and is empty otherwise. So rules ask the part, which they touch anyway, and not the settings.
// This is the check that both say the same.
#pragma once

#include <string>
#include <vector>

#include "engine/model/network_state.hpp"

namespace ebb::inline engine {

/// Returns one line for each part that is there without its feature, or missing with it.
std::vector<std::string> check_parts(const NetworkState& state);

}  // namespace ebb::inline engine
