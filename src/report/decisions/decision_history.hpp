// Why each channel changed, over time: for every span the reason of its last change, and the number of
// changes. Spans double when there are too many, so memory is bounded whatever the length of the run.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "results/decisions.hpp"

namespace ebb::inline report {

class DecisionHistory {
 public:
  /// `span` is the initial length.
  DecisionHistory(std::uint32_t channels, Picoseconds span);

  /// Sorted by time, as a run delivers them.
  void add(std::span<const DecisionRecord> records);

  const std::vector<std::string>& reasons() const { return reasons_; }
  /// [channel * spans + span] for spans of this length, a multiple of the current one: number of the reason
  /// plus one (0: nothing changed), and changes, 255 at most.
  std::vector<std::uint8_t> why(Picoseconds length, std::uint32_t spans) const;
  std::vector<std::uint8_t> changes(Picoseconds length, std::uint32_t spans) const;

 private:
  struct Cell {
    std::uint8_t why = 0, changes = 0;
    void add(const Cell& later);
  };
  std::uint8_t number_of(std::string_view why);
  void fold();
  void go_to(Picoseconds at);
  std::vector<Cell> in_spans_of(Picoseconds length, std::uint32_t spans) const;

  std::uint32_t channels_;
  std::int64_t length_, most_;
  std::vector<Cell> cells_;           ///< [span * channels + channel]
  std::int64_t begin_ = 0, end_ = 0;  ///< bounds of the current span
  std::size_t row_ = 0;               ///< start of its cells
  std::vector<std::string> reasons_;
};

}  // namespace ebb::inline report
