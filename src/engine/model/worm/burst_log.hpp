// Trains of flits or credits on their way. Who sends a train writes it into the log of the one that will take
// it, who looks there when it runs short. So a train costs no event, yet each flit counts at its picosecond.
// A log has room for a few trains; what does not fit goes as a note.
//
// Two switches may be at work on a log in one window. What is written in a window begins in a later one, and
// who reads asks about its own window only. And only trains that nobody can ask about any more make room. So
// it does not matter who is first.
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

  FlitBurst bursts[capacity];  ///< the last ones, in turn
  std::uint32_t written = 0;   ///< trains, modulo 2^32
  std::uint32_t total = 0;     ///< their flits, modulo 2^32
  std::uint32_t wanted = 0;    ///< the reader waits: it must be told of the next train

  FlitBurst& at(std::uint32_t number) { return bursts[number % capacity]; }
  const FlitBurst& at(std::uint32_t number) const { return bursts[number % capacity]; }

  /// Adds a train; times never decrease. Nobody asks about times before `past` any more. False when there is
  /// no room, and nothing was added.
  [[gnu::always_inline]] bool add(const FlitBurst& burst, std::int64_t past) {
    FlitBurst& oldest = at(written);
    if (oldest.last() > past) [[unlikely]]
      return false;
    oldest = burst;
    ++written, total += burst.flits;
    return true;
  }
};

/// Flits or credits as the one knows them that takes them, and the log of what comes.
struct FlitSupply : FlitStream {
  std::uint32_t read = 0;       ///< trains of the log that were looked at, modulo 2^32
  std::uint32_t seen = 0;       ///< and their flits
  std::uint32_t asked = false;  ///< a note will come when there is more in the log
  BurstLog log;

  /// Takes from the log what has begun to arrive.
  void look(std::int64_t now) {
    if (read != log.written) take_from_log(now);
  }

  /// Returns when the next train of the log begins, or else later than everything: then whoever writes the
  /// next one will tell. What has begun was looked at.
  std::int64_t next_or_want() {
    if (read != log.written) return log.at(read).from;
    log.wanted = 1;
    return INT64_MAX;
  }

  /// Returns all that are known of, with those in the log.
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
  /// Trains that the log has no more are there whole: they made room because nobody could ask about an
  /// earlier time.
  void take_forgotten() {
    std::uint32_t forgotten = log.total - seen;
    for (const FlitBurst& listed : log.bursts) forgotten -= listed.flits;
    add(at, step, 0);
    applied += static_cast<std::int32_t>(forgotten);
    read = log.written - log.capacity, seen += forgotten;
  }
};

}  // namespace ebb::inline engine
