// Arbitration between virtual lanes: weighted round robin, and at outputs priority before it. A lane is a
// group of virtual channels next to each other. All of it counts flits.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "engine/model/worm/lane_settings.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

/// The lanes of a run, the same at every switch and host.
struct VirtualLanes {
  unsigned count = 1, per_lane = 1;                 ///< lanes; virtual channels of each
  std::uint8_t of_level[most_service_levels] = {};  ///< lane of a service level
  std::int32_t turn_of[most_virtual_lanes] = {};    ///< flits in a turn: no less than the largest packet
  unsigned high = 0;                                ///< mask of the lanes that go before the others
  std::int64_t limit = 0;                           ///< flits of these, while others wait

  bool in_use() const { return count > 1; }
  unsigned lane_of(unsigned vc) const { return vc / per_lane; }
  unsigned first_vc(unsigned lane) const { return lane * per_lane; }
};

/// Weighted round robin. A lane that sends more than its turn, because a packet is not cut, has so much less
/// the next time. So shares are those of the weights to the flit, whatever the sizes of packets.
struct WeightedTurns {
  std::int32_t left[most_virtual_lanes] = {};  ///< of the turn; at most one is positive
  std::uint32_t turn = 0;

  /// Returns the lane whose turn it is, of the lanes in a mask, which is not empty.
  unsigned next(unsigned ready) const {
    if (ready >> turn & 1 && left[turn] > 0) return turn;
    for (unsigned i = 1; i < most_virtual_lanes; ++i)
      if (const unsigned lane = (turn + i) % most_virtual_lanes; ready >> lane & 1) return lane;
    return turn;
  }
  /// The lane has its turn, or goes on with it.
  void grant(unsigned lane, std::int32_t flits_in_turn) {
    if (lane == turn && left[lane] > 0) return;
    left[turn] = std::min(left[turn], 0);  // an unused turn is lost
    turn = lane;
    left[lane] += flits_in_turn;
  }
  /// Flits of a lane leave. `goes_on` means that they follow others of their packet without a gap.
  void sent(const VirtualLanes& lanes, unsigned lane, std::int32_t flits, bool goes_on) {
    if (!goes_on) grant(lane, lanes.turn_of[lane]);
    left[lane] -= flits;
  }
};

/// InfiniBand's two levels: lanes of high priority first, until they have sent as much as the limit allows
/// while another one waited; within a level weighted round robin.
struct LaneArbiter {
  WeightedTurns of_high, of_low;
  std::int64_t urgent = 0;                     ///< flits of high priority since another lane had a turn
  std::uint8_t last[most_virtual_lanes] = {};  ///< by lane: the virtual channel in it that was last

  unsigned next(const VirtualLanes& lanes, unsigned ready) const {
    const unsigned high = ready & lanes.high, low = ready & ~lanes.high;
    const bool high_goes = high != 0 && (low == 0 || urgent == 0 || urgent < lanes.limit);
    return high_goes ? of_high.next(high) : of_low.next(low);
  }
  /// Flits of a lane leave. `goes_on` means that they follow others of their packet without a gap.
  void sent(const VirtualLanes& lanes, unsigned vc, std::int32_t flits, bool goes_on) {
    const unsigned lane = lanes.lane_of(vc);
    const bool high = lanes.high >> lane & 1;
    WeightedTurns& turns = high ? of_high : of_low;
    turns.sent(lanes, lane, flits, goes_on);
    last[lane] = static_cast<std::uint8_t>(vc - lanes.first_vc(lane));
    if (high)
      urgent += flits;
    else if (!goes_on)
      urgent = 0;
  }
};

/// Calls `try_vc` for the virtual channels in a mask until it returns true: lane by lane as `next` chooses
/// among the lanes in a mask, and in each lane behind the virtual channel that `last` gives.
template <class Next, class Last, class Try>
bool by_lanes(const VirtualLanes& lanes, unsigned vcs, const Next& next, const Last& last,
              const Try& try_vc) {
  unsigned waiting = 0;
  for (unsigned rest = vcs; rest != 0; rest &= rest - 1)
    waiting |= 1u << lanes.lane_of(static_cast<unsigned>(std::countr_zero(rest)));
  while (waiting != 0) {
    const unsigned lane = next(waiting), before = last(lane);
    for (unsigned i = 1; i <= lanes.per_lane; ++i)
      if (const unsigned vc = lanes.first_vc(lane) + (before + i) % lanes.per_lane;
          vcs >> vc & 1 && try_vc(vc))
        return true;
    waiting &= ~(1u << lane);
  }
  return false;
}

/// Messages that wait at a host for one lane.
struct LaneQueue {
  std::uint32_t head = no_id, tail = no_id;
};

}  // namespace ebb::inline engine
