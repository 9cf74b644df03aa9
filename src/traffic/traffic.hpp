// The interface of a workload to the simulator: it returns each host's next message, one at a time. All the
// state of a host is in its HostMemory, so hosts can be processed in any order and on any thread.
#pragma once

#include <cstdint>
#include <string>

#include "base/random.hpp"
#include "base/units.hpp"
#include "network/network.hpp"

namespace ebb::inline traffic {

struct Message {
  Picoseconds at{};            ///< when the host has it ready to send, never before the time of the call
  HostId destination = no_id;  ///< no_id: this host sends no more until it is notified of a delivery
  Bytes size{};                ///< payload; 0: nothing is sent, next() is called again at `at`
  std::uint32_t tag = 0;       ///< for the workload's own use, returned with the delivery
  std::uint8_t level = 0;  ///< InfiniBand's service level, which selects a virtual lane where there are any
};

/// The tag of a message without a deadline, where other messages of the workload have one.
inline constexpr std::uint32_t no_deadline = 0xffff'ffff;

/// A host's own state of its workload. The workload may use `state` freely: the first two words are those of
/// a single traffic, the others of one beside another (video_beside.hpp).
struct HostMemory {
  Random random;
  std::int64_t state[4] = {0, 0, 0, 0};
};

/// Returns the memory of a host at the start of a run.
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

  /// Returns the host's next message. Called once at time 0, and again when the message before has been
  /// handed over: `now` is then that message's `at`.
  virtual Message next(HostId host, Picoseconds now, HostMemory& memory) const = 0;

  /// A workload that returns true is notified of each delivery: first at the destination, then, after
  /// `acknowledge_after()`, at the source. Either may return a message of its own (no_id: none), which is
  /// ready at once: its `at` is the time of the call; or, with size 0, request a next() at `at`.
  virtual bool listens() const { return false; }
  virtual Message delivered(const Delivery&, HostMemory& /*of the destination*/) const { return {}; }
  virtual Message acknowledged(const Delivery&, Picoseconds /*now*/, HostMemory& /*of the source*/) const {
    return {};
  }
  virtual Picoseconds acknowledge_after() const { return {}; }

  /// Returns the payload bytes per second that a host offers on average, over all hosts of the network,
  /// including those that send nothing; 0 when the workload has no such figure.
  virtual double offered_bytes_per_second() const { return 0; }

  /// Returns the time from ready to complete delivery that a message may take; 0: no deadline.
  virtual Picoseconds deadline() const { return {}; }

  /// True when it assigns service levels to its messages itself.
  virtual bool has_levels() const { return false; }
  /// Returns how many levels, from 0 on, it assigns to its messages with a deadline. The others have none
  /// yet.
  virtual std::uint32_t own_levels() const { return 0; }

  /// Returns the largest message that it may send; 0 when unknown.
  virtual Bytes largest() const { return {}; }
  /// Returns the time after which a host's offered load hardly depends on its past. A mean over a time that
  /// is not many times as long covers only a few bursts. 0: no memory; `endless`: bursts so different that no
  /// time is long enough.
  virtual Picoseconds memory() const { return {}; }
  static constexpr Picoseconds endless{INT64_MAX};

  /// Returns itself, or the traffic that it extends.
  virtual const Traffic& played() const { return *this; }

  /// Describes what was computed from the network for a requested utilisation; empty when nothing was.
  virtual std::string calibration() const { return {}; }
};

}  // namespace ebb::inline traffic
