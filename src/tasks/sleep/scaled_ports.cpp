#include "tasks/sleep/scaled_ports.hpp"

#include <cmath>

#include "base/units.hpp"
#include "planner/port_kinds.hpp"

namespace ebb::inline tasks {
namespace {

std::int64_t planned_ports(const PortCount& ports, bool spines_apart, const ChannelKindResult& kind) {
  for (const PortKind& planned : ports.kinds)
    if (planned.link.medium == kind.medium && planned.link.rate == kind.rate)
      return kind.from_host                    ? planned.of_hosts
             : kind.from_spine && spines_apart ? planned.of_spines
                                               : planned.of_switches;
  return 0;
}

bool is_same_port(const ChannelKindResult& a, const ChannelKindResult& b) {
  return a.medium == b.medium && a.rate == b.rate && a.from_host == b.from_host &&
         a.from_spine == b.from_spine;
}

}  // namespace

RunResult with_ports_of(const PlanInput& plan, const RunResult& small) {
  const PortCount ports = plan.ports();
  RunResult large;
  large.statistics = small.statistics, large.metered_until = small.metered_until;
  for (const ChannelKindResult& kind : small.channels) {
    std::uint64_t alike = 0;  // local and global channels of one medium are one kind of port
    for (const ChannelKindResult& other : small.channels)
      if (is_same_port(kind, other)) alike += other.channels;
    if (alike == 0) continue;
    const double times =
        static_cast<double>(planned_ports(ports, plan.spine.has_value(), kind)) / static_cast<double>(alike);
    ChannelKindResult& scaled = large.channels.emplace_back(kind);
    scaled.channels = static_cast<std::uint64_t>(std::llround(static_cast<double>(kind.channels) * times));
    scaled.bytes = static_cast<std::uint64_t>(std::llround(static_cast<double>(kind.bytes) * times));
    for (Picoseconds& time : scaled.time_in) time.v = std::llround(static_cast<double>(time.v) * times);
  }
  return large;
}

}  // namespace ebb::inline tasks
