// The sender's knowledge of its segments in flight (RFC 6675): which have arrived out of order, which are
// lost, which were sent again. Every segment from the first unacknowledged one on has a few bits in a ring.
#pragma once

#include <cstdint>

#include "transport/numbered_ring.hpp"

namespace ebb::inline transport {

class Scoreboard {
 public:
  /// A segment counts as lost when so many after it have arrived.
  static constexpr unsigned reordering = 3;

  std::uint32_t first() const { return first_; }  ///< unacknowledged
  std::uint32_t next() const { return next_; }    ///< never sent
  /// Segments in flight, by estimate: neither arrived nor lost, and those that were sent again.
  std::uint32_t in_flight() const { return in_flight_; }
  bool has_lost() const { return lost_ > 0; }

  /// Sends the next new segment, and returns its number.
  std::uint32_t send_new();
  /// Sends the first lost segment again that was not yet, and returns its number. There must be one.
  std::uint32_t send_lost();
  /// All segments before `expected` have arrived. Returns how many of them were not known to have.
  std::uint32_t acknowledge(std::uint32_t expected);
  /// Segments have arrived out of order. Returns how many of them are news.
  std::uint32_t arrived(std::uint32_t begin, std::uint32_t end);
  /// Marks as lost what enough later segments have overtaken. Returns true where that is news.
  bool find_lost();
  /// A timeout: all that is not known to have arrived is lost.
  void lose_all();

 private:
  static constexpr std::uint8_t sacked = 1, lost = 2, resent = 4;

  std::uint8_t& bits(std::uint32_t number) { return ring_[number]; }
  /// Returns how often a segment with these bits is in flight.
  static std::uint32_t flying(std::uint8_t bits) {
    if (bits & sacked) return 0;
    return (bits & lost ? 0u : 1u) + (bits & resent ? 1u : 0u);
  }

  std::uint32_t first_ = 0, next_ = 0, in_flight_ = 0;
  std::uint32_t lost_ = 0;         ///< lost, and not yet sent again
  std::uint32_t resend_ = 0;       ///< no lost segment before it waits to be sent again
  std::uint32_t searched_ = 0;     ///< all before it have arrived or are known to be lost
  std::uint32_t last_sacked_ = 0;  ///< one after the last segment that has arrived out of order
  NumberedRing<std::uint8_t, 16> ring_;
};

}  // namespace ebb::inline transport
