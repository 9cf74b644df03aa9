#include "fabric/routed/frr_ports.hpp"

#include <fmt/format.h>

namespace ebb::inline fabric {

Result<std::vector<PortReading>> FrrPorts::readings() {
  const auto links = router_.requested_links();
  if (!links) return links.problems();
  std::vector<PortReading> readings;
  for (const std::string& port : ports_) {
    const auto found = links->find(port);
    if (found == links->end())
      return Problem{name(), fmt::format("has no port {}", port), "compare the inventory with `ip link`"};
    const RouterLink& link = found->second;
    PortReading& reading = readings.emplace_back();
    reading.enabled = link.enabled, reading.up = link.up;
    reading.sent_bytes = link.sent_bytes, reading.received_bytes = link.received_bytes;
    reading.sent_frames = link.sent_frames, reading.received_frames = link.received_frames;
  }
  return readings;
}

}  // namespace ebb::inline fabric
