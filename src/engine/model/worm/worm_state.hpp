// The state of wormhole switching, in arrays by lane, channel and port. The rules are in
// worm_hop.hpp, worm_output.hpp and worm_source.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/model/ports.hpp"
#include "engine/model/worm/burst_log.hpp"
#include "engine/model/worm/virtual_lanes.hpp"
#include "engine/storage/big_array.hpp"

namespace ebb::inline engine {

/// What the oldest worm of an input lane waits for.
enum class WormStage : std::uint32_t {
  none,     ///< it is not routed yet; or there is no worm
  waiting,  ///< for a virtual channel of its output
  holding   ///< it has the virtual channel, until its tail has left
};

// Nothing here is a byte, because a store to a byte may alias anything (ports.hpp).

/// An input lane: its flits in order, of one worm after the other. The packets of the worms are in the
/// InLane's list; the flits of the oldest come first.
struct WormLane {
  FlitSupply flits;
  std::int64_t busy_until = 0;  ///< end of the last burst that was sent from here
  std::uint32_t left = 0;       ///< flits of the oldest worm that are not sent, once it is routed
  WormStage stage = WormStage::none;
  std::uint32_t begun = false;  ///< flits of the oldest worm were sent
  std::uint32_t source = 0;     ///< the virtual channel that leads here, as in WormState::outs
};

/// A virtual channel of an output, or of a host.
struct WormOut {
  FlitSupply credits;           ///< for flits that fit the lane at the other end
  std::int64_t held_until = 0;  ///< end of the last worm's tail
  LaneName holder;              ///< the lane whose worm has the virtual channel now
  LaneName waiting_tail;        ///< the last lane that waits for it; the first is OutLane::blocked_head
  std::uint32_t left = 0;       ///< of a host: flits of the packet that it is sending
  std::uint32_t target = 0;     ///< the lane at the other end, as in WormState::lanes
};

/// A port as an input and as an output, or the channel of a host.
struct WormPort {
  std::int64_t wire_event = INT64_MAX;   ///< the next scheduled look at the wire
  std::int64_t input_event = INT64_MAX;  ///< the next scheduled look at the lanes
  std::uint16_t crossbar_mask = 0;       ///< lanes that wait for this crossbar input
  std::uint16_t held_mask = 0;           ///< virtual channels of this output that have a holder
  std::uint16_t owner = 0;               ///< the virtual channel that had the wire last
  std::uint16_t turn = 0;                ///< the lane whose turn it is at this input
};

/// A lane of the buffer behind the crossbar, of an output and a virtual channel. Its packets are in the
/// OutLane's list; the flits of the oldest come first.
struct OutputLane {
  FlitStream flits;             ///< that came through the crossbar
  FlitStream slots;             ///< free for flits from the crossbar
  std::int64_t busy_until = 0;  ///< end of the last burst that was sent from here
  std::uint32_t left = 0;       ///< flits of the oldest packet that are not sent; 0: there is no packet
  std::uint32_t begun = false;  ///< flits of the oldest packet were sent
};

/// An output of the crossbar, where there are lanes behind it.
struct CrossbarOutput {
  std::int64_t event = INT64_MAX;  ///< the next scheduled look
  std::uint16_t queued_mask = 0;   ///< lanes behind it that have a packet
  std::uint16_t last = 0;          ///< the lane that it moved flits into last
  WeightedTurns turns;             ///< of virtual lanes
};

struct WormState {
  std::int64_t flit = 0;                ///< bytes; 0: nothing here is in use
  std::int32_t buffer = 0;              ///< flits of an input lane
  std::int32_t output_buffer = 0;       ///< flits of a lane behind the crossbar; 0: there are none
  std::int64_t longest_burst = 0;       ///< flits
  bool whole = false;                   ///< a packet leaves whole, with credits for all of it
  bool stored = false;                  ///< and has arrived whole
  bool logged = false;                  ///< bursts are written into logs; else all of them are timed events
  std::int64_t cells = 0;               ///< of a flit, where they are counted; else 0
  std::int64_t output_stage = 0;        ///< time of the pipeline that flits spend behind the crossbar
  unsigned crossbar_rates = 1;          ///< worms of one input, or to one output buffer, that move at once
  std::vector<std::int64_t> flit_time;  ///< on the wire, by rate
  BigArray<WormLane> lanes;             ///< [switch port * vcs + vc]
  BigArray<WormOut> outs;               ///< [channel * vcs + vc]
  BigArray<WormPort> ports;             ///< by channel
  // Empty without lanes behind the crossbar.
  BigArray<OutputLane> output_lanes;          ///< [switch port * vcs + vc]
  BigArray<CrossbarOutput> crossbar_outputs;  ///< by switch port
  VirtualLanes vls;
  // Empty without virtual lanes.
  BigArray<LaneArbiter> arbiters;          ///< of wires, by channel
  BigArray<WeightedTurns> crossbar_turns;  ///< of crossbar inputs, by switch port
  BigArray<LaneQueue> host_queues;         ///< [host * vls.count + lane]

  bool in_use() const { return flit > 0; }
  bool has_output_lanes() const { return output_buffer > 0; }
  /// Returns the messages that wait at a host for a virtual lane.
  LaneQueue& queue_of(std::size_t host, unsigned vl) { return host_queues[host * vls.count + vl]; }
  const LaneQueue& queue_of(std::size_t host, unsigned vl) const {
    return host_queues[host * vls.count + vl];
  }
  std::int64_t flits_of(std::int64_t bytes) const { return (bytes + flit - 1) / flit; }
};

/// A burst in the amount of an event: how many flits, and the rate, which gives their distance. 21 bits are
/// left for it when 1,024 threads share a run.
inline constexpr unsigned bits_of_burst = 13;
inline constexpr std::int64_t most_in_burst = (1 << bits_of_burst) - 1, most_burst_rates = 256;
inline constexpr std::uint32_t burst_code(std::uint32_t flits, std::uint16_t rate) {
  return flits | std::uint32_t{rate} << bits_of_burst;
}
inline constexpr std::uint32_t flits_in(std::uint32_t code) { return code & most_in_burst; }
inline constexpr std::uint16_t rate_in(std::uint32_t code) {
  return static_cast<std::uint16_t>(code >> bits_of_burst);
}

/// A worm's head on its way. All of its flits come with it, one after the other; or only some of them, and
/// bursts follow. In the second case the packet's `rate` has this mark, with the number of flits beside it.
inline constexpr std::uint16_t head_before_bursts = 0x8000;
inline constexpr unsigned bits_of_rate = 8;
inline constexpr std::uint32_t most_with_head = 126;  ///< one more could look like `lost_rate`
static_assert(most_burst_rates == 1 << bits_of_rate);
inline constexpr std::uint16_t rate_with_head(std::uint16_t rate, std::uint32_t flits) {
  return static_cast<std::uint16_t>(head_before_bursts | flits << bits_of_rate | rate);
}
inline constexpr std::uint16_t rate_of_head(std::uint16_t rate) {
  return rate & head_before_bursts ? rate & (most_burst_rates - 1) : rate;
}
/// Returns how many flits come with the head, of so many in all.
inline constexpr std::uint32_t flits_with_head(std::uint16_t rate, std::int64_t whole) {
  return rate & head_before_bursts ? (rate & ~head_before_bursts) >> bits_of_rate
                                   : static_cast<std::uint32_t>(whole);
}

}  // namespace ebb::inline engine
