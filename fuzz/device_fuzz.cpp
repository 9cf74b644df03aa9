// Any bytes at all as a device file: a device whose numbers are in their ranges, or problems with a place.
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/ensure.hpp"
#include "experiment/device/device_file.hpp"
#include "input_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto device = ebb::read_device(input_file(data, size, ".toml"));
  if (!device) {
    for (const ebb::Problem& p : device.problems()) ENSURE(!p.where.empty() && !p.what.empty());
    ENSURE(ebb::to_text(device.problems()).size() < 500'000);
    return 0;
  }
  ENSURE(std::isfinite(device->off_power().v) && device->off_power().v >= 0);
  for (const ebb::LinkPower& row : device->links) {
    ENSURE(!row.label().empty());
    ENSURE(std::isfinite(device->port_power(row).v) && device->port_power(row).v >= 0);
  }
  return 0;
}
