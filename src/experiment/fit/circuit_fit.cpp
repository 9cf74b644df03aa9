#include "experiment/fit/circuit_fit.hpp"

#include <fmt/core.h>

#include "base/quantity.hpp"
#include "base/units.hpp"
#include "engine/model/flow/flow_settings.hpp"

namespace ebb::inline experiment {

Problems check_circuits(const RunInput& input, const Network& network) {
  if (!network.circuits.in_use()) return {};
  Problems problems;
  if (input.switches.flow.name != FlowControl::credits)
    problems.push_back({"flow.name",
                        fmt::format("is \"{}\", but what waits for a circuit needs credits",
                                    name_of(input.switches.flow.name)),
                        "set flow.name = \"credits\""});
  if (input.switches.counts_flits())
    problems.push_back({"switch.forwarding", "counts flits, but circuits carry whole packets",
                        "take forwarding = \"cut_through\", without [lanes]"});
  if (input.control.policy)
    problems.push_back({"control", "is given, but circuits come and go by their own schedule",
                        "leave it out; `ebb plan` counts the power of circuit switches"});
  for (const LinkClass& link : network.classes) {
    const Picoseconds packet = wire_time(input.hosts.largest_packet(), link.rate);
    if (link.name == "circuit" && !network.circuits.holds(packet))
      problems.push_back(
          {"topology.hold",
           fmt::format("has a time below {}, which a packet of {} takes at {}", quantity_text(packet),
                       quantity_text(input.hosts.largest_packet()), quantity_text(link.rate)),
           "longer times, or smaller packets"});
  }
  return problems;
}

}  // namespace ebb::inline experiment
