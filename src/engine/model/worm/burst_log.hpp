// Bursts of flits or credits on their way. The sender writes a burst into the log of the receiver, which
// reads it when it runs short. So a burst costs no event, yet each flit counts at its picosecond. A log has
// space for a few bursts; what does not fit goes as a timed event.
//
// Two switches may access a log in one window. What is written in a window begins in a later one, and the
// reader reads only the times of its own window. Only bursts whose times cannot be read any more are
// overwritten. So the order of the two switches does not matter.
#pragma once

#include <cstdint>

#include "engine/model/worm/flit_stream.hpp"

namespace ebb::inline engine {

/// So many flits, the first at `from` and one every `step` after it.
struct FlitBurst {
  std::int64_t from = INT64_MIN;
  std::uint32_t step = 0, flits = 0;

  std::int64_t last() const { return from + std::int64_t{flits - 1} * step; }
};

struct BurstLog {
  static constexpr std::uint32_t capacity = 4;

  FlitBurst bursts[capacity];  ///< the last ones, as a ring
  std::uint32_t written = 0;   ///< bursts, modulo 2^32
  std::uint32_t total = 0;     ///< their flits, modulo 2^32
  std::uint32_t wanted = 0;    ///< the reader waits: it must be notified of the next burst

  FlitBurst& at(std::uint32_t number) { return bursts[number % capacity]; }
  const FlitBurst& at(std::uint32_t number) const { return bursts[number % capacity]; }

  /// Adds a burst; times never decrease. No time before `past` is read any more. False when there is no
  /// space, and nothing was added.
  [[gnu::always_inline]] bool add(const FlitBurst& burst, std::int64_t past) {
    FlitBurst& oldest = at(written);
    if (oldest.last() > past) [[unlikely]]
      return false;
    oldest = burst;
    ++written, total += burst.flits;
    return true;
  }
};

/// Flits or credits as their receiver knows them, and the log of those to come.
struct FlitSupply : FlitStream {
  std::uint32_t read = 0;       ///< bursts of the log that were read, modulo 2^32
  std::uint32_t seen = 0;       ///< and their flits
  std::uint32_t asked = false;  ///< an event will come when there is more in the log
  BurstLog log;

  /// Takes the bursts from the log that have begun to arrive.
  void look(std::int64_t now) {
    if (read != log.written) take_from_log(now);
  }

  /// Returns when the next burst of the log begins, or else INT64_MAX: then the writer of the next one
  /// notifies. Bursts that have begun were already read.
  std::int64_t next_or_want() {
    if (read != log.written) return log.at(read).from;
    log.wanted = 1;
    return INT64_MAX;
  }

  /// Returns all that are known, with those in the log.
  std::int64_t known_with_log() const { return known() + static_cast<std::int32_t>(log.total - seen); }

 private:
  [[gnu::noinline]] void take_from_log(std::int64_t now) {
    if (log.written - read > log.capacity) [[unlikely]]
      take_forgotten();
    for (; read != log.written; ++read) {
      const FlitBurst& next = log.at(read);
      if (next.from > now) return;
      add(next.from, next.step, next.flits);
      seen += next.flits;
    }
  }
  /// Bursts that are overwritten in the log have arrived completely: they were overwritten because no earlier
  /// time can be read any more.
  void take_forgotten() {
    std::uint32_t forgotten = log.total - seen;
    for (const FlitBurst& listed : log.bursts) forgotten -= listed.flits;
    add(at, step, 0);
    applied += static_cast<std::int32_t>(forgotten);
    read = log.written - log.capacity, seen += forgotten;
  }
};

}  // namespace ebb::inline engine
