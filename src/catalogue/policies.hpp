// The catalogue of power policies.
#pragma once

#include <span>

#include "catalogue/catalogue.hpp"
#include "power/policy.hpp"

namespace ebb::inline catalogue {

std::span<const Entry<Policy>> policies();

}  // namespace ebb::inline catalogue
