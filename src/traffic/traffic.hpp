// What a workload is to the simulator: each host is asked for its next message, one at a time. All the state
// of a host is in its HostMemory, so hosts can be asked in any order and on any thread.
#pragma once

#include <cstdint>
#include <string>

#include "base/random.hpp"
#include "network/network.hpp"

namespace ebb::inline traffic {

struct Message {
  Picoseconds at{};            ///< when the host has it ready to send, never before the time it was asked
  HostId destination = no_id;  ///< no_id: this host sends no more until it is told of a delivery
  Bytes size{};                ///< payload; 0: nothing is sent, the host is asked again at `at`
  std::uint32_t tag = 0;       ///< for the workload's own use, returned with the delivery
  std::uint8_t level = 0;  ///< InfiniBand's service level, which leads to a virtual lane where there are any
};

/// The tag of a message that may take any time, where other messages of the workload have a deadline.
inline constexpr std::uint32_t no_deadline = 0xffff'ffff;

/// A host's own memory of its workload. `state` is the workload's, to use as it likes: the first two words
/// are those of a traffic that is alone, the others of one that stands beside another (video_beside.hpp).
struct HostMemory {
  Random random;
  std::int64_t state[4] = {0, 0, 0, 0};
};

/// The memory a host starts a run with.
inline HostMemory host_memory(std::uint64_t seed, HostId host) {
  return {Random(seed, traffic_stream, host), {}};
}

/// A message whose last byte has arrived.
struct Delivery {
  HostId source = no_id, destination = no_id;
  Bytes size{};
  std::uint32_t tag = 0;
  Picoseconds born{}, at{};
};

struct Traffic {
  virtual ~Traffic() = default;

  /// The host's next message. Called once at time 0, and again when the message before has been handed over:
  /// `now` is then that message's `at`.
  virtual Message next(HostId host, Picoseconds now, HostMemory& memory) const = 0;

  /// A workload that answers true is told of each delivery: first at the destination, then, after
  /// `acknowledge_after()`, at the source. Either may answer with a message of its own (no_id: none), which
  /// is ready at once: its `at` is the moment of the call; or, with size 0, ask for a next() at `at`.
  virtual bool listens() const { return false; }
  virtual Message delivered(const Delivery&, HostMemory& /*of the destination*/) const { return {}; }
  virtual Message acknowledged(const Delivery&, Picoseconds /*now*/, HostMemory& /*of the source*/) const {
    return {};
  }
  virtual Picoseconds acknowledge_after() const { return {}; }

  /// Payload bytes per second that a host offers on average, over all hosts of the network, silent ones
  /// included; 0 when the workload has no such figure.
  virtual double offered_bytes_per_second() const { return 0; }

  /// Returns how soon after it is ready a message has to be whole at its destination; 0: any time will do.
  virtual Picoseconds deadline() const { return {}; }

  /// Says whether it gives its messages service levels itself.
  virtual bool has_levels() const { return false; }
  /// Returns how many levels, from 0 on, it gives to its messages with a deadline. The others have none yet.
  virtual std::uint32_t own_levels() const { return 0; }

  /// Returns the largest message that it may send; 0 when it cannot know.
  virtual Bytes largest() const { return {}; }
  /// The time after which what a host offers hardly depends any more on what it offered before. A mean over a
  /// time that is not many times as long is one of a few bursts. 0: no memory; `endless`: bursts so unlike
  /// each other that no time is long enough.
  virtual Picoseconds memory() const { return {}; }
  static constexpr Picoseconds endless{INT64_MAX};

  /// Returns itself, or the traffic to which it only adds something.
  virtual const Traffic& played() const { return *this; }

  /// For a reader: what was computed from the network to meet a wanted utilisation; empty when nothing was.
  virtual std::string calibration() const { return {}; }
};

}  // namespace ebb::inline traffic
