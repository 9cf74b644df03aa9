// The catalogue of power policies.
#pragma once

#include <span>
#include <string_view>

#include "catalogue/catalogue.hpp"
#include "power/policy/policy.hpp"

namespace ebb::inline catalogue {

std::span<const Entry<Policy>> policies();

/// The value of a [control] section without a policy: its channels stay at full rate, as in the baseline run
/// of a comparison, and their energy is still measured.
inline constexpr std::string_view no_policy = "none";

}  // namespace ebb::inline catalogue
