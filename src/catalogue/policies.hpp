// The catalogue of power policies.
#pragma once

#include <span>
#include <string_view>

#include "catalogue/catalogue.hpp"
#include "power/policy/policy.hpp"

namespace ebb::inline catalogue {

std::span<const Entry<Policy>> policies();

/// What a [control] section says in the place of a policy: its channels stay at full rate, as those of the
/// run that policies are compared with, and their energy is read all the same.
inline constexpr std::string_view no_policy = "none";

}  // namespace ebb::inline catalogue
