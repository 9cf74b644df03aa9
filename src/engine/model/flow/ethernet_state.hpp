// The state of buffers, pauses and congestion notification with Ethernet's flow control.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/model/flow/headroom.hpp"
#include "engine/storage/big_array.hpp"
#include "network/network.hpp"
#include "routing/tables/congestion_notification.hpp"

namespace ebb::inline engine {

/// The credit of a channel that is not paused, and of one that is.
inline constexpr std::int32_t open_gate = INT32_MAX, closed_gate = -1;

/// The bytes in one input buffer. A packet counts whole from the moment its head has come through the
/// pipeline until its tail has left. Only one packet at a time is leaving a buffer.
struct BufferOccupancy {
  std::int64_t held = 0;       ///< bytes, including those that are leaving
  std::int64_t leaves_at = 0;  ///< when the tail of the last packet leaves or has left
  std::uint32_t leaving = 0;   ///< its bytes
  std::uint32_t most = 0;      ///< that the buffer has ever held
  std::uint64_t dropped = 0;   ///< packets that found no space

  std::int64_t at(std::int64_t now) const { return leaves_at <= now ? held - leaving : held; }
  std::int64_t after_last() const { return held - leaving; }
};
static_assert(sizeof(BufferOccupancy) == 32);

/// An output queue that is sampled for congestion.
struct CongestionPoint {
  std::int32_t left = 0;    ///< bytes that enter it until the next sample
  std::int32_t before = 0;  ///< bytes that it had at the last one
};

/// The size of a congestion notification on the wire.
inline constexpr std::int64_t notification_bytes = 64;

/// The end of a cable that pauses the other one.
struct PausingPort {
  std::uint16_t full_mask = 0;    ///< by virtual channel: its buffer requests XOFF
  std::uint8_t depth = 0;         ///< of the deepest pause that it requests now; see PausedLane
  bool frame_booked : 1 = false;  ///< a frame will start, with the state of that moment
  bool refresh_filed : 1 = false;
  std::int64_t frame_time = 0;  ///< of that frame on the wire
  std::int64_t refresh_at = 0;  ///< the next frame, if it is still needed
  std::uint64_t frames = 0;     ///< sent
};

/// The end that is paused, by channel and virtual channel.
struct PausedLane {
  std::int64_t until = 0;    ///< the pause in force is over then
  std::int64_t since = 0;    ///< time up to here is in `time`
  std::int64_t time = 0;     ///< spent paused
  std::uint32_t pauses = 0;  ///< begun
  /// How far this pause has come upstream: 1 for a buffer that filled by itself, one more than another pause
  /// when the head of the buffer waited for a channel that was itself paused.
  std::uint32_t depth = 0;

  bool in_force(std::int64_t now) const { return until > now; }
  /// Returns the time spent paused up to now.
  std::int64_t time_up_to(std::int64_t now) const {
    return time + std::max<std::int64_t>(0, std::min(now, until) - since);
  }
};

/// Congestion notification. Present where the routing uses it.
struct CongestionState {
  CongestionNotification settings;
  BigArray<CongestionPoint> points;        ///< [switch port * vcs + vc]
  BigArray<std::int64_t> notified;         ///< [switch * groups + group]: until when a notification applies
  std::vector<std::uint16_t> first_cable;  ///< of each switch: its first port that leads to another switch

  std::int64_t& notified_until(SwitchId s, std::uint32_t group) {
    return notified[std::size_t{s} * settings.groups + group];
  }
};

/// Present with Ethernet's flow control, that is with pauses or drops. Empty with credits.
struct EthernetState {
  BigArray<BufferOccupancy> occupancies;  ///< [switch port * vcs + vc]
  BigArray<PausedLane> paused;            ///< [channel * vcs + vc]
  CongestionState congestion;

  // Present with pauses, but not with drops.
  bool pauses = false;              ///< buffers pause the other end of their cable
  BigArray<PausingPort> pausing;    ///< by switch port
  std::vector<PauseLimits> limits;  ///< by class of cable

  bool in_use() const { return !occupancies.empty(); }
};

}  // namespace ebb::inline engine
