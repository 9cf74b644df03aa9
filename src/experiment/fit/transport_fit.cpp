#include "experiment/fit/transport_fit.hpp"

#include <fmt/format.h>

#include "base/fields.hpp"
#include "engine/model/flow/flow_settings.hpp"
#include "engine/model/settings.hpp"
#include "transport/transport_settings.hpp"

namespace ebb::inline experiment {
namespace {

/// ECN marks go with DCTCP, and the other way round.
Problems check_marks(const RunInput& input) {
  const FlowSettings& flow = input.switches.flow;
  const bool dctcp = input.hosts.transport == TransportProtocol::dctcp;
  if (dctcp && flow.ecn.v == 0)
    return {{"host.transport", "is \"dctcp\", which needs ECN marks, but no queue marks packets",
             "set a threshold, for example: flow.ecn = \"30KiB\""}};
  if (!dctcp && flow.ecn.v > 0)
    return {{"flow.ecn",
             fmt::format("is given, but only \"dctcp\" responds to marks, and host.transport is \"{}\"",
                         name_of(input.hosts.transport)),
             "set host.transport = \"dctcp\", or leave it out"}};
  if (flow.ecn > input.switches.output_queue)
    return {{"flow.ecn",
             fmt::format("is {} bytes, but an output queue holds only {}: nothing would be marked",
                         flow.ecn.v, input.switches.output_queue.v),
             "make it smaller, or switch.output_queue larger"}};
  return {};
}

/// What the packets of a connection need.
Problems check_packets(const HostSettings& hosts) {
  Problems problems;
  const std::int64_t window = hosts.connections.window.v / hosts.packet.v;
  if (hosts.header.v == 0)
    problems.push_back({"host.header", "is 0B, but an ACK is a packet without payload: only a header",
                        "TCP, IP and Ethernet with preamble and gap have \"78B\", timestamps 12 more"});
  if (!hosts.adapter.empty())
    problems.push_back({"host.adapter",
                        fmt::format("is given, but with host.transport = \"{}\" adapters take no time",
                                    name_of(hosts.transport)),
                        "leave one of them out"});
  if (window < 2 || window > most_window_segments)
    problems.push_back(
        {"transport.window",
         fmt::format("holds {} packets of host.packet, but must hold 2 to {}", window, most_window_segments),
         "for example: \"1MiB\""});
  return problems;
}

}  // namespace

Problems check_transport(const RunInput& input) {
  const HostSettings& hosts = input.hosts;
  if (hosts.transport == TransportProtocol::none) return check_marks(input);
  if (input.switches.flow.name == FlowControl::credits)
    return {{"host.transport",
             fmt::format("is \"{}\", but with {} nothing is ever lost or delayed by pauses",
                         name_of(hosts.transport),
                         input.switches.counts_flits() ? "wormhole switching or [lanes], which need credits,"
                                                       : "flow.name = \"credits\""),
             "choose flow.name = \"drop\" for ordinary Ethernet, or \"pause\" or \"pfc\""}};
  Problems problems = check_packets(hosts);
  for (Problem& problem : check_marks(input)) problems.push_back(std::move(problem));
  return problems;
}

}  // namespace ebb::inline experiment
