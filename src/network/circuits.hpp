// The schedule of optical circuit switches between the switches of a network. At any time a circuit switch
// joins each of its ends to one other: its matching. Matchings follow each other in turn, forever. While one
// gives way to the next, nothing is joined. A network has a channel forevery circuit that ever exists.
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.hpp"

namespace ebb::inline network {

class Circuits {
 public:
  /// In a matching with the shift k, switch i sends to switch i + k of all, modulo their number.
  struct Matching {
    std::uint32_t shift = 0;
    Picoseconds hold{};
  };

  Circuits() = default;
  /// `reconfiguration` is the time without circuits between two matchings. A single matching stays forever.
  Circuits(const std::vector<Matching>& turn, Picoseconds reconfiguration);

  bool in_use() const { return !turn_.empty(); }
  /// Until the first matching comes again.
  Picoseconds period() const { return {period_}; }
  /// The share of all time in which this circuit exists.
  double share_of(std::uint32_t shift) const;
  /// Says whether a transmission of this length fits into the life of every circuit.
  bool holds(Picoseconds length) const;
  /// Returns the earliest time at or after `from` at which a transmission of this length fits into the life
  /// of the circuit. A matching with this shift must last as long.
  std::int64_t opens(std::uint32_t shift, std::int64_t from, std::int64_t length) const;

 private:
  struct Turn {
    std::uint32_t shift = 0;
    std::int64_t begin = 0, end = 0;  ///< in the period
  };
  std::vector<Turn> turn_;
  std::int64_t period_ = 0;
};

}  // namespace ebb::inline network
