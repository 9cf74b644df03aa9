// The catalogue of power policies.
#pragma once

#include <span>

#include "app/catalogue.hpp"
#include "power/policy.hpp"

namespace ebb {

std::span<const Entry<Policy>> policies();

}  // namespace ebb
