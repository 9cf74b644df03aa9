#include "tasks/plan/switch_texts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/counted.hpp"
#include "base/units.hpp"
#include "engine/model/pipeline_stages.hpp"
#include "engine/model/worm/lane_settings.hpp"
#include "experiment/fit/buffer_fit.hpp"
#include "tasks/run/deadlock_warning.hpp"

namespace ebb::inline tasks {
namespace {

/// How much of a channel's rate a virtual channel can use, where its buffer is too short for all of it.
std::string describe_short_buffer(const SwitchSettings& switches, const Network& network) {
  const auto found = short_buffer(switches, {}, network);
  if (!found) return "";
  return fmt::format(
      "; a credit takes {} to return, so a virtual channel uses at most {:.0f} % of its channel's rate",
      quantity_text(found->back), 100 * found->share);
}

/// The length of worms compared with buffers. A longer worm holds several channels at a time.
std::string describe_worms(const SwitchSettings& switches, const HostSettings& hosts,
                           const Network& network) {
  const std::string flits = counted(static_cast<std::uint64_t>(flits_of_packet(switches, hosts)), "flit");
  const std::int64_t buffer = switches.input_buffer.v / switches.flit.v;
  const std::string said =
      flits_of_packet(switches, hosts) <= buffer
          ? fmt::format("wormhole: packets of {} at most fit a buffer of {}", flits, buffer)
          : fmt::format(
                "wormhole: a packet of {} occupies several channels, with buffers of {}; so a channel "
                "depends on all that can follow it (Duato's extended graph)",
                flits, buffer);
  return said + describe_short_buffer(switches, network);
}

/// The stages of the pipeline, and the shortest interval between heads; empty without stages.
std::string describe_stages(const PipelineStages& stages, const Network& network) {
  if (!stages.in_use()) return "";
  BitsPerSecond fastest{};
  for (const LinkClass& link : network.classes) fastest = std::max(fastest, link.rate);
  std::int64_t bytes = 1;
  while (wire_time(Bytes{bytes}, fastest) < stages.slowest()) ++bytes;
  return fmt::format("{}; a head can follow after {}, so packets of {} or more never wait for a stage",
                     described(stages), quantity_text(stages.slowest()), quantity_text(Bytes{bytes}));
}

/// The relation of virtual lanes to the routing's virtual channels; empty without lanes.
std::string describe_lanes(const LaneSettings& lanes, std::int64_t in_lane) {
  if (!lanes.in_use()) return "";
  return fmt::format(
      "{}, each with {} of its own, {} in all: no packet changes its lane, and none waits for another one's, "
      "so the proof of one lane holds for each",
      counted(static_cast<std::uint64_t>(lanes.count), "virtual lane"),
      counted(static_cast<std::uint64_t>(in_lane), "virtual channel"), in_lane * lanes.count);
}

}  // namespace

SwitchTexts switch_texts(const SwitchSettings& switches, const HostSettings& hosts, const Network& network,
                         int vcs) {
  const bool worms = switches.forwarding == Forwarding::wormhole;
  return {.stages = describe_stages(switches.stages, network),
          .worms = worms ? describe_worms(switches, hosts, network) : "",
          .lanes = describe_lanes(switches.lanes, std::max<std::int64_t>(vcs, switches.vcs))};
}

}  // namespace ebb::inline tasks
