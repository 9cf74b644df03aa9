#include "experiment/run/run_memory.hpp"

#include <algorithm>
#include <cmath>

#include "base/result.hpp"
#include "base/units.hpp"
#include "config/node.hpp"
#include "engine/memory_needed.hpp"
#include "engine/model/flow/flow_settings.hpp"
#include "engine/run/channel_log.hpp"

namespace ebb::inline experiment {
namespace {

/// Close to saturation queues fluctuate so much that a formula for unbounded ones is useless.
constexpr double most_utilisation = 0.95;

/// Utilisation of channels when hosts send all that the network takes. Measured: it predicts the number of
/// packets under way in long closed loops.
constexpr double utilisation_when_full = 0.97;

/// All hosts of a loop start at once, so delivery notifications come in bursts. Measured, this many for each
/// host.
constexpr double notified_at_once = 8;

/// A host that waits for responses.
struct Loop {
  double outstanding = 0;  ///< messages that it keeps under way; 0: it does not wait for responses
  double pause_s = 0;      ///< from a delivery to the next message
};
Loop loop_of(const RunInput& input) {
  const Node* given = find_path(input.document, "traffic.arrivals.outstanding");
  if (!given || given->kind != Node::Kind::integer) return {};
  const Node* pause = find_path(input.document, "traffic.arrivals.pause");
  const auto time = pause ? parse_time(pause->text) : Result<Picoseconds>(Picoseconds{});
  return {static_cast<double>(given->integer), time ? time->seconds() : 0};
}

/// Returns the number of channels between most pairs of hosts.
double channels_on_the_way(const Facts& facts) {
  constexpr double guess = 4;
  return facts.diameter == not_known ? guess : 1 + static_cast<double>(facts.diameter);
}

/// Returns how many of one host's packets the buffers on the path can hold.
double most_in_buffers(const RunInput& input, double packet) {
  const auto bytes = static_cast<double>(input.switches.input_buffer.v + input.switches.output_queue.v);
  return bytes / packet * channels_on_the_way(input.topology->facts());
}

/// Fraction of the hosts that share their destination with another host, when each sends to one at random: 1
/// - 1/e. Long messages keep it so until the buffers on their path are full.
constexpr double sharing_their_destination = 0.632;

/// Returns the seconds that a packet spends in the network. Little's law gives the number of packets. A
/// controlled channel is as slow as it may be, so its queues are those of a busy one. The packets of a
/// message arrive in a burst, and each waits for those before it.
double time_in_network(const RunInput& input, double packet_seconds, double busy, double burst = 1) {
  const double channels = channels_on_the_way(input.topology->facts());
  double slower = 1;
  if (input.control.policy && !input.control.policy->requirements().full_rate_latency) {
    constexpr double busy_when_controlled = 0.7, least = 0.05;
    slower = std::max(1.0, busy_when_controlled / std::max(least, busy));
    busy = std::max(busy, busy_when_controlled);
  }
  const double idle = channels * (input.switches.pipeline.seconds() + input.cables.copper_delay.seconds()) +
                      packet_seconds * slower;
  // Adaptive routing finds short queues: as if a packet waited at a third of the channels.
  return idle + burst * busy / (2 * (1 - busy)) * packet_seconds * slower * (1 + channels / 3);
}

}  // namespace

std::uint64_t least_memory(const Facts& facts) {
  return state_bytes({.ports = static_cast<std::uint64_t>(facts.ports_used),
                      .hosts = static_cast<std::uint64_t>(facts.hosts)});
}

UnderWay under_way(const RunInput& input, const Traffic& traffic) {
  const auto hosts = static_cast<double>(input.topology->facts().hosts);
  const auto longest = static_cast<double>(traffic.largest().v);
  auto packet = static_cast<double>(input.hosts.packet.v);
  const double in_message = std::max(1.0, longest / packet);
  if (longest > 0) packet = std::min(packet, longest);
  const auto rate = static_cast<double>(input.cables.rate.v) / 8;
  if (const Loop loop = loop_of(input); loop.outstanding > 0) {
    const double in_time =
        time_in_network(input, packet / rate, utilisation_when_full, in_message) * rate / packet;
    const double in_buffers = sharing_their_destination * most_in_buffers(input, packet);
    const double waits = loop.pause_s * rate / (packet * in_message);  // messages completed by then
    return {.packets = hosts * std::min({loop.outstanding * in_message, in_time, in_buffers}),
            .messages = hosts * loop.outstanding,
            .notification = hosts * std::min(loop.outstanding, notified_at_once + waits)};
  }
  const double offered = traffic.offered_bytes_per_second();
  const double busy = std::min(most_utilisation, offered / rate);
  const double packets = offered / packet * time_in_network(input, packet / rate, busy);
  return {.packets = hosts * std::clamp(packets, 1.0, std::max(1.0, most_in_buffers(input, packet))),
          .messages = hosts,
          .notification = traffic.listens() ? hosts : 0};
}

std::uint64_t simulation_memory(const RunInput& input, const Network& network, const Traffic& traffic) {
  SimulationSize size{.ports = network.switch_ports(), .hosts = network.hosts};
  size.lanes = static_cast<std::uint64_t>(input.switches.lanes.count);
  size.vcs = static_cast<std::uint64_t>(std::max<std::int64_t>(input.switches.vcs, input.routing->vcs())) *
             size.lanes;
  if (input.control.policy) size.level_count = input.control.states(input.full_rate).size();
  size.latency_bound = input.control.policy && input.control.policy->requirements().latency_bound;
  size.order = input.run.order, size.flow = input.switches.flow.name;
  size.link_packets = input.switches.flow.has_link_packets();
  size.adapters = input.hosts.times.in_use();
  size.worms = input.switches.counts_flits();
  size.output_lanes = input.switches.has_output_lanes();
  size.threads = static_cast<std::uint64_t>(input.run.threads);
  const UnderWay expected = under_way(input, traffic);
  size.packets = expected.packets, size.messages = expected.messages,
  size.notification = expected.notification;
  return state_bytes(size) + working_bytes(size);
}

std::uint64_t channel_log_memory(std::uint64_t channels, const RunInput& input) {
  ChannelLog::TimeSeries time_series{
      .batch = input.run.batch, .most_time = input.run.most_time, .epoch = input.control.epoch};
  if (input.control.policy) time_series.states = 2 * input.control.states(input.full_rate).size();
  if (input.switches.flow.name != FlowControl::credits)
    time_series.classes =
        std::max<std::int64_t>(input.switches.vcs, input.routing ? input.routing->vcs() : 1);
  return ChannelLog::memory_needed(channels, time_series);
}

}  // namespace ebb::inline experiment
