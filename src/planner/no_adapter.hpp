// Plans without host adapters: `plan.nic = "none"`.
#pragma once

#include <string_view>

#include "power/device/device.hpp"

namespace ebb::inline planner {

inline constexpr std::string_view no_adapter_name = "none";

/// Replaces an adapter: no power, no cost, any rate, no name.
inline Device no_adapter() {
  Device device;
  device.kind = DeviceKind::nic;
  device.base.given = device.price_usd.given = true;
  return device;
}

}  // namespace ebb::inline planner
