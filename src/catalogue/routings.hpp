// The catalogue of routings, family by family. Each family is a file of its own, because each routing is
// compiled into its own instance of the engine.
#pragma once

#include <span>

#include "catalogue/any_routing.hpp"

namespace ebb::inline catalogue {

std::span<const Entry<AnyRouting>> routings();

std::span<const Entry<AnyRouting>> butterfly_routings();
std::span<const Entry<AnyRouting>> clos_routings();
std::span<const Entry<AnyRouting>> dragonfly_routings();
std::span<const Entry<AnyRouting>> grid_routings();
std::span<const Entry<AnyRouting>> graph_routings();
std::span<const Entry<AnyRouting>> rule_routings();

}  // namespace ebb::inline catalogue
