// What the parts of a network are called on real machines: by `ebb rules`, in an inventory, in the lab.
#pragma once

#include <fmt/core.h>

#include <string>

#include "network/network.hpp"

namespace ebb::inline fabric {

inline std::string switch_name(SwitchId s) { return fmt::format("s{}", s); }
inline std::string host_name(HostId h) { return fmt::format("h{}", h); }

}  // namespace ebb::inline fabric
