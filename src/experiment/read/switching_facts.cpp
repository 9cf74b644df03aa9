#include "experiment/read/switching_facts.hpp"

#include <algorithm>

#include "base/units.hpp"
#include "engine/model/flow/flow_settings.hpp"
#include "engine/model/settings.hpp"
#include "traffic/size/cutting.hpp"

namespace ebb::inline experiment {
namespace {

/// Returns the most bytes of this run's packets that an output queue can hold. A queue holds whole packets.
/// Where all messages have one size, packets have two sizes: full ones and the last of a message.
Bytes longest_queue(const RunInput& input) {
  const std::int64_t room = input.switches.output_queue.v;
  const auto& sizes = input.traffic.parts.sizes;
  if (input.traffic.workload || input.traffic.video || !sizes || !sizes->check().empty() ||
      input.switches.counts_flits())
    return {room};
  const Cutting cutting{input.hosts.packet, input.hosts.header};
  const std::int64_t message = sizes->largest().v, packet = input.hosts.packet.v;
  if (sizes->mean(cutting).bytes < static_cast<double>(message)) return {room};  // messages of many sizes
  const std::int64_t rest = message % packet, header = input.hosts.header.v;
  const std::int64_t last = (rest == 0 ? packet : rest) + header,
                     whole = message >= packet ? packet + header : last;
  constexpr std::int64_t many = 10'000;  // packets; the remainder is negligible then
  if (room / whole > many) return {room};
  std::int64_t longest = 0;
  for (std::int64_t wholes = 0; wholes * whole <= room; ++wholes)
    longest = std::max(longest, wholes * whole + (room - wholes * whole) / last * last);
  return {longest};
}

/// The flow controls, the likeliest remedy first. Congestion notification is Ethernet's.
std::vector<FlowOffer> flow_offers() {
  std::vector<FlowOffer> offers;
  for (const FlowControl flow :
       {FlowControl::pfc, FlowControl::pause, FlowControl::drop, FlowControl::credits}) {
    FlowSettings settings;
    settings.name = flow;
    offers.push_back({name_of(flow), settings.pauses(), flow != FlowControl::credits});
  }
  return offers;
}

}  // namespace

SwitchingFacts switching_facts(const RunInput& input, bool has_traffic) {
  SwitchingFacts facts{.forwarding = name_of(input.switches.forwarding),
                       .flow = name_of(input.switches.flow.name),
                       .wormhole = input.switches.forwarding == Forwarding::wormhole,
                       .flows = flow_offers(),
                       .output_queue = input.switches.output_queue,
                       .longest_queue = longest_queue(input)};
  const auto& pattern = input.traffic.parts.pattern;
  if (has_traffic) facts.traffic_period = pattern ? pattern->period() : Picoseconds{};
  return facts;
}

}  // namespace ebb::inline experiment
