// Helpers for the tests of routings.
#pragma once

#include <gtest/gtest.h>

#include "network/network.hpp"

namespace ebb::inline routing {

/// Returns the routing with its default parameters, prepared for a network that it fits.
template <class Routing>
Routing prepared(const Network& network) {
  Routing routing;
  EXPECT_TRUE(routing.check(network).empty());
  routing.prepare(network);
  return routing;
}

/// Nothing is queued anywhere.
inline constexpr auto idle = [](std::uint16_t) { return std::int64_t{0}; };

}  // namespace ebb::inline routing
