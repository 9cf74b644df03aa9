// Which routings fit a network, for whoever named one that does not.
#pragma once

#include <string>

#include "network/network.hpp"

namespace ebb::inline experiment {

/// "these route on it: dragonfly_minimal, dragonfly_ugal_l, …", with their default parameters.
std::string routings_that_fit(const Network& network);

}  // namespace ebb::inline experiment
