// The line of the routing, which is compiled by itself because it brings an engine.
#pragma once

#include "ebb/routing.hpp"

namespace ring {

ebb::Entry<ebb::AnyRouting> ring_clockwise();

}  // namespace ring
