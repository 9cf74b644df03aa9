// The settings of the simulated hardware: the [switch], [flow] and [host] sections of a run.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <tuple>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "base/ranges.hpp"
#include "base/units.hpp"
#include "engine/model/adapter.hpp"
#include "engine/model/flow/flow_settings.hpp"
#include "engine/model/pipeline_stages.hpp"
#include "engine/model/worm/lane_settings.hpp"
#include "transport/transport_settings.hpp"

namespace ebb::inline engine {

enum class Forwarding : std::uint8_t { cut_through, store_and_forward, wormhole };
constexpr auto names_of(Forwarding) {
  return std::array<std::string_view, 3>{"cut_through", "store_and_forward", "wormhole"};
}

/// Masks of virtual channels have 16 bits.
inline constexpr int most_vcs = 16;
/// Wire sizes are kept in 16 bits.
inline constexpr Bytes largest_wire_size{65'535};
/// Of buffers: their bytes are counted in 32 bits, with a sign.
inline constexpr Range<Bytes> buffer_range{{1}, {1 << 30}};

struct SwitchSettings {
  Forwarding forwarding = Forwarding::cut_through;
  Picoseconds pipeline = 100_ns, credit_time = 100_ns;
  Bytes input_buffer = 32_KiB, output_queue = 32_KiB, output_buffer{0};
  double speedup = 2;
  std::int64_t vcs = 0;
  Bytes flit = 16_B, cell{0};
  FlowSettings flow;      ///< the [flow] section
  LaneSettings lanes;     ///< the [lanes] section
  PipelineStages stages;  ///< the [switch.stages] table; where it is in use, their sum is the pipeline
  /// The most flits of a worm that are moved by one event. Results do not depend on it; a test sets it.
  std::int64_t longest_burst = INT64_MAX;

  /// Says whether packets move flit by flit, or are counted in flits because lanes share wires by them.
  bool counts_flits() const { return forwarding == Forwarding::wormhole || lanes.in_use(); }
  /// Says whether there are lanes behind the crossbar.
  bool has_output_lanes() const { return counts_flits() && output_buffer.v > 0; }

  static constexpr auto fields() {
    return std::tuple{
        field("forwarding", &SwitchSettings::forwarding,
              "when a packet may leave: with its head, once it is whole, or flit by flit (wormhole)"),
        field("pipeline", &SwitchSettings::pipeline,
              "from a head's arrival until its route can be taken; [switch.stages] says it stage by stage"),
        field("credit_time", &SwitchSettings::credit_time,
              "from freed buffer space until the credit counts upstream, besides propagation"),
        field("input_buffer", &SwitchSettings::input_buffer, "per input port and virtual channel",
              buffer_range),
        field("output_queue", &SwitchSettings::output_queue, "per output port", buffer_range),
        field("output_buffer", &SwitchSettings::output_buffer,
              "with wormhole or [lanes]: per output port and virtual channel, behind the crossbar; 0B: none",
              {{0}, buffer_range.most}),
        field("speedup", &SwitchSettings::speedup,
              "rate of the path from an input to the outputs, over the port's rate", {1, 1024}),
        field("vcs", &SwitchSettings::vcs, "virtual channels, in each lane; 0: as many as the routing needs",
              {0, most_vcs}),
        field("flit", &SwitchSettings::flit,
              "with wormhole or [lanes]: the unit of buffers and credits; packets are whole flits",
              {{1}, largest_wire_size}),
        field(
            "cell", &SwitchSettings::cell,
            "of this size are the parts of a buffer that can sleep: how many are in use is measured; 0B: it "
            "is not",
            {{0}, largest_wire_size})};
  }
  Problems check() const;
};

struct HostSettings {
  Bytes packet = 2_KiB, header{0};
  std::string adapter;
  AdapterTimes times;  ///< those of the adapter's table
  TransportProtocol transport = TransportProtocol::none;
  TransportSettings connections;  ///< the [transport] section

  static constexpr auto fields() {
    return std::tuple{
        field("packet", &HostSettings::packet,
              "largest payload of a packet (MTU without headers); longer messages are cut",
              {{1}, largest_wire_size}),
        field("header", &HostSettings::header, "bytes on the wire besides the payload, per packet",
              {{0}, {largest_wire_size.v - 1}}),
        field("adapter", &HostSettings::adapter,
              "table of components whose adapter's times hosts have (docs/howto/components.md); \"\": none, "
              "it "
              "takes no time"),
        field("transport", &HostSettings::transport,
              "none: packets leave as they come, and a dropped one is not sent again; or connections of TCP "
              "or DCTCP ([transport])")};
  }
  Problems check() const;
  Bytes largest_packet() const { return packet + header; }
};

}  // namespace ebb::inline engine
