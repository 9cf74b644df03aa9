// The state of ports (channel_state.hpp lists what else a channel has). An uncongested hop needs one cache
// line on the input side and one on the output side; everything else is stored apart. All times are
// picoseconds since the start of the run.
#pragma once

#include <cstdint>

#include "engine/model/flow/credit_log.hpp"
#include "engine/model/records.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

inline constexpr unsigned credits_inside = 5;

/// The channel that leaves a port, of a switch or of a host. Nothing here is a byte, because a store to a
/// byte may alias anything and would make the compiler reload everything around it.
struct alignas(64) OutPort {
  std::int64_t free_at = 0;             ///< when the wire has sent everything it is booked for
  std::int64_t busy = 0;                ///< time the wire was or is booked to be busy
  std::uint64_t bytes = 0;              ///< booked on the wire
  std::uint32_t waiting = 0;            ///< bytes in the output queue that have no booking yet
  SwitchId peer_switch = 0;             ///< switch at the other end; its own one when a host is there
  std::uint16_t peer_port = 0;          ///< local port at the other end; no_port when a host is there
  std::uint16_t link : 15 = 0;          ///< class of the cable
  std::uint16_t in_transition : 1 = 0;  ///< its rate was changed: ColdPort::transition_until is valid
  std::uint16_t rate = 0;               ///< index of the rate it has now
  // By virtual channel:
  std::uint16_t wait_mask = 0;     ///< unbooked packets are in the output queue
  std::uint16_t blocked_mask = 0;  ///< input lanes wait for space in the output queue
  /// All or none: a head that waits for the wire to free space comes first, on whatever virtual channel.
  std::uint16_t reserved_mask = 0;
  std::int32_t credit[credits_inside] = {};  ///< bytes known to be free at the other end, by virtual channel
};
static_assert(sizeof(OutPort) == 64);

/// One virtual channel's buffer at one input port, with the log of the credits that it returns.
struct alignas(64) InLane {
  std::int64_t crossbar_free = 0;  ///< when the crossbar input is free; the same in all lanes of the port
  CreditLog log;
  std::uint32_t head = no_id, tail = no_id;    ///< packets in the buffer, oldest first
  std::uint16_t hop_port = 0, hop_vc : 8 = 0;  ///< the hop that a blocked head has chosen
  /// Some lane of this port has packets; the same in all its lanes. It is not in the log: the log also
  /// belongs to the other end of the cable, which may be running on another thread.
  std::uint16_t backlogged : 1 = 0;
  std::uint16_t host_waits : 1 = 0;   ///< the host at this port must be notified of the next credit
  std::uint16_t next_port = no_port;  ///< the next lane that waits for the same output
  std::uint8_t next_vc = 0;
  std::uint8_t locked = 0;  ///< lock of the log, while several threads may access it
};
static_assert(sizeof(InLane) == 64);

/// Masks of virtual channels, with and without one of them.
inline constexpr std::uint16_t with(unsigned mask, unsigned vc) {
  return static_cast<std::uint16_t>(mask | 1u << vc);
}
inline constexpr std::uint16_t without(unsigned mask, unsigned vc) {
  return static_cast<std::uint16_t>(mask & ~(1u << vc));
}

/// Names an input lane of the switch at hand.
struct LaneName {
  std::uint16_t port = no_port, vc = 0;
};

/// What a port needs only in congestion and when a rate changes. It is stored apart, so that it takes no
/// cache line of an uncongested hop. None lies across two cache lines.
struct alignas(32) ColdPort {
  // By virtual channel:
  std::uint16_t in_mask = 0;          ///< packets are in the input buffer
  std::uint16_t blocked_mask = 0;     ///< and their head waits for an output queue
  std::uint16_t lack_mask = 0;        ///< the oldest packet that waits at the output lacks credits
  std::uint16_t poll_mask = 0;        ///< an event will come when more credits are known
  std::uint16_t crossbar_mask = 0;    ///< its blocked head has space, and waits for the crossbar input
  std::uint8_t turn = 0;              ///< the lane whose turn it is at this input
  bool input_wake = false;            ///< a look at its heads is scheduled
  bool output_wake = false;           ///< a look at heads that wait for its output queue is scheduled
  std::uint16_t owed = 0;             ///< of a host: credits on their way that did not fit the log
  std::int64_t transition_until = 0;  ///< end of the last transition
};

/// What a virtual channel needs at the source of a channel, besides its credits. None lies across two cache
/// lines.
struct alignas(32) OutLane {
  std::uint32_t head = no_id, tail = no_id;  ///< packets in the output queue without a booking
  std::uint32_t waiting = 0;                 ///< their bytes
  std::uint32_t taken = 0;                   ///< of the log at the other end, what `credit` has counted
  LaneName blocked_head;                     ///< the first input lane that waits for space here
};

/// The last link packet with credits of a virtual channel, at the end of the cable that returns them. Present
/// where credits go in band.
struct LinkPacket {
  std::int64_t starts_at = 0;  ///< on the wire; space that is freed before goes with it
  std::int64_t counts_at = 0;  ///< at the other end
};

}  // namespace ebb::inline engine
