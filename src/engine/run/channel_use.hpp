// What the channels have done up to now: busy time, bytes, exact time in state. A run finds the end of its
// warm-up only afterwards. So it records, at the end of every batch, what all channels of a kind had done by
// then. The difference of two records is what they did in between, to the picosecond.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "engine/control/domain_meters.hpp"
#include "engine/simulation.hpp"
#include "network/channel_kinds.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

/// Returns the busy time up to now. What is booked beyond does not count yet.
Picoseconds busy_time(const Simulation& simulation, PortId channel);

/// Returns the bytes that have passed up to now.
std::int64_t bytes_passed(const Simulation& simulation, PortId channel);

/// Adds the time in each state up to now to `sum`: the rate levels, then the transitions by their faster
/// level. A channel that is not controlled has one state.
void add_time_in_states(const Simulation& simulation, PortId channel, std::vector<std::int64_t>& sum);

/// What all channels of one kind did, since the start of the run or between two moments of it.
struct KindUse {
  std::int64_t channels = 0, busy = 0, bytes = 0;
  std::int64_t paused = 0;            ///< of all classes together
  std::vector<std::int64_t> time_in;  ///< adds up to the channels times the time

  void add(const KindUse& other);
  void subtract(const KindUse& other);
};

/// By kind (network/channel_kinds.hpp).
using UseByKind = std::vector<KindUse>;

/// Calls visit(channel, number of its kind) for each channel of this rank.
template <class Visit>
void for_each_channel(const NetworkState& m, Visit&& visit) {
  m.for_each_range([&](PortId first, PortId end) {
    for (PortId c = first; c < end; ++c) visit(c, kind_of(m.network, c));
  });
}

/// Returns what this rank's channels have done up to now.
UseByKind use_so_far(const Simulation& simulation);

class UseLog {
 public:
  /// Records what this rank's channels have done up to now. Time must have passed since the last call.
  void record(const Simulation& simulation);

  /// Returns the first recorded time at or after `time`, or else the last one.
  Picoseconds nearest(Picoseconds time) const { return entry(time).at; }

  /// Returns what the channels of all ranks did between two recorded times. All ranks.
  UseByKind between(Exchange& exchange, Picoseconds from, Picoseconds until) const;

  /// Returns the same for each of the first `count` batches of this length. All ranks.
  std::vector<UseByKind> batches(Exchange& exchange, Picoseconds length, std::size_t count) const;

  /// Returns the total time that buffer cells of all ranks were in use between two recorded times, in
  /// picoseconds. A use in progress at such a time counts to its end. All ranks.
  double cell_time(Exchange& exchange, Picoseconds from, Picoseconds until) const;
  /// Returns how many packets passed a switch in the same time. All ranks.
  std::uint64_t hops(Exchange& exchange, Picoseconds from, Picoseconds until) const;

  /// Returns one line for each kind of this rank's channels and each time between two records in which they
  /// were busy for less than no time or for longer than it lasted, or their times in state do not add up.
  std::vector<std::string> check() const;

  /// Returns the time in which no port of a power domain was on, by shape, between two recorded times, and in
  /// each of the first `count` batches of this length. All ranks.
  DomainUse domains(Exchange& exchange, Picoseconds from, Picoseconds until) const;
  std::vector<DomainUse> domain_batches(Exchange& exchange, Picoseconds length, std::size_t count) const;

  /// Returns how many decisions changed something in each of these batches. All ranks.
  std::vector<std::uint64_t> changes(Exchange& exchange, Picoseconds length, std::size_t count) const;

 private:
  struct Entry {
    Picoseconds at;
    UseByKind use;
    std::uint64_t changes;
    std::uint64_t hops;
    std::uint64_t twice_cell_time;  ///< of all cells up to then; wraps around
    DomainUse domains;
  };
  const Entry& entry(Picoseconds time) const;
  UseByKind own_between(Picoseconds from, Picoseconds until) const;
  std::vector<Entry> entries_;
};

/// Returns one line for each kind whose time in state is not `time` for each of its channels, or whose busy
/// time is not between 0 and that.
std::vector<std::string> check_use(const UseByKind& use, Picoseconds time);

}  // namespace ebb::inline engine
