// The catalogue entry of the routing. Its source file is separate because it compiles a whole engine.
#pragma once

#include "ebb/routing.hpp"

namespace ring {

ebb::Entry<ebb::AnyRouting> ring_clockwise();

}  // namespace ring
