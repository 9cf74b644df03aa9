#include "report/decisions/decision_history.hpp"

#include <algorithm>
#include <array>

namespace ebb::inline report {
namespace {

constexpr std::int64_t most_spans = 128, most_cells = 32'000'000;
constexpr std::size_t most_reasons = 254;  ///< policies have a handful

}  // namespace

void DecisionHistory::Cell::add(const Cell& later) {
  if (later.why != 0) why = later.why;
  changes = static_cast<std::uint8_t>(std::min(255, changes + later.changes));
}

DecisionHistory::DecisionHistory(std::uint32_t channels, Picoseconds span)
    : channels_(std::max(1u, channels)),
      length_(std::max<std::int64_t>(1, span.v)),
      most_(std::clamp<std::int64_t>(most_cells / std::max(1u, channels), 2, most_spans)) {}

std::uint8_t DecisionHistory::number_of(std::string_view why) {
  const auto found = std::find(reasons_.begin(), reasons_.end(), why);
  const auto index = static_cast<std::size_t>(found - reasons_.begin());
  if (found == reasons_.end() && reasons_.size() < most_reasons) reasons_.emplace_back(why);
  return static_cast<std::uint8_t>(std::min(index, most_reasons) + 1);
}

void DecisionHistory::fold() {
  const std::size_t spans = cells_.size() / channels_;
  for (std::size_t span = 0; span < spans; ++span)
    for (std::size_t c = 0; c < channels_; ++c) {
      const Cell cell = cells_[span * channels_ + c];
      Cell& into = cells_[span / 2 * channels_ + c];
      if (span % 2 == 0)
        into = cell;
      else
        into.add(cell);
    }
  cells_.resize((spans + 1) / 2 * channels_);
  length_ *= 2;
}

void DecisionHistory::go_to(Picoseconds at) {
  while (at.v / length_ >= most_) fold();
  const std::int64_t span = at.v / length_;
  begin_ = span * length_, end_ = begin_ + length_, row_ = static_cast<std::size_t>(span) * channels_;
  if (cells_.size() <= row_) cells_.resize(row_ + channels_);
}

// A run of seconds has hundreds of thousands of decisions. Most are in the span of the one before, for one of
// a few reasons. The texts of records passed together exist together, so the same address is the same text.
void DecisionHistory::add(std::span<const DecisionRecord> records) {
  struct Known {
    const char* text = nullptr;
    std::size_t size = 0;
    std::uint8_t number = 0;
  };
  std::array<Known, 4> known{};
  std::size_t next = 0;
  for (const DecisionRecord& record : records) {
    if (record.at.v < begin_ || record.at.v >= end_) go_to(record.at);
    std::size_t k = 0;
    while (k < known.size() && (known[k].text != record.why.data() || known[k].size != record.why.size()))
      ++k;
    if (k == known.size()) {
      k = next, next = (next + 1) % known.size();
      known[k] = {record.why.data(), record.why.size(), number_of(record.why)};
    }
    Cell& cell = cells_[row_ + record.channel];
    cell.why = known[k].number;
    cell.changes = static_cast<std::uint8_t>(cell.changes + (cell.changes < 255 ? 1 : 0));
  }
}

std::vector<DecisionHistory::Cell> DecisionHistory::in_spans_of(Picoseconds length,
                                                                std::uint32_t spans) const {
  std::vector<Cell> result(std::size_t{channels_} * spans);
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const auto span =
        static_cast<std::int64_t>(i / channels_) * length_ / std::max<std::int64_t>(1, length.v);
    if (span < spans) result[i % channels_ * spans + static_cast<std::size_t>(span)].add(cells_[i]);
  }
  return result;
}

std::vector<std::uint8_t> DecisionHistory::why(Picoseconds length, std::uint32_t spans) const {
  std::vector<std::uint8_t> plane;
  for (const Cell& cell : in_spans_of(length, spans)) plane.push_back(cell.why);
  return plane;
}

std::vector<std::uint8_t> DecisionHistory::changes(Picoseconds length, std::uint32_t spans) const {
  std::vector<std::uint8_t> plane;
  for (const Cell& cell : in_spans_of(length, spans)) plane.push_back(cell.changes);
  return plane;
}

}  // namespace ebb::inline report
