// Plans that leave host adapters out: `plan.nic = "none"`.
#pragma once

#include <string_view>

#include "power/device/device.hpp"

namespace ebb::inline planner {

inline constexpr std::string_view no_adapter_name = "none";

/// In the place of an adapter: draws and costs nothing, runs at any rate, has no name.
inline Device no_adapter() {
  Device device;
  device.kind = DeviceKind::nic;
  device.base.given = device.price_usd.given = true;
  return device;
}

}  // namespace ebb::inline planner
