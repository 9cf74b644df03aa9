// Ports that exist only by splitting a faster one.
#pragma once

#include <algorithm>

#include "power/device/device.hpp"

namespace ebb::inline power {

/// Says whether a device has more ports of the slower rate than of the faster. Then a slower port is a part
/// of a port or module, with a part of its power. A port that is slowed down stays whole, so such a row does
/// not apply to it.
inline bool splits(const Device& device, const LinkPower& faster, const LinkPower& slower) {
  const auto ports = [&](const LinkPower& row) { return std::max<std::int64_t>(1, device.ports_at(row)); };
  return !slower.beside && !faster.beside && ports(slower) > ports(faster);
}

}  // namespace ebb::inline power
