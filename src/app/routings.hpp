// The catalogue of routings.
#pragma once

#include <span>

#include "app/any_routing.hpp"

namespace ebb {

std::span<const Entry<AnyRouting>> routings();

}  // namespace ebb
