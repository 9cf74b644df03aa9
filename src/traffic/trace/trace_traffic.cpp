#include "traffic/trace/trace_traffic.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/ensure.hpp"
#include "base/rounded_time.hpp"

namespace ebb::inline traffic {
namespace {

constexpr std::size_t block_word = 0, message_word = 1;  // of a host's memory
/// Hosts are almost at the same time, so they need the current block and perhaps the next one.
constexpr std::size_t most_loaded = 3;

}  // namespace

TraceTraffic::TraceTraffic(std::shared_ptr<const TraceFile> file, double speed, std::vector<HostId> placement,
                           std::uint32_t hosts, std::string placed)
    : file_(std::move(file)),
      speed_(speed),
      placement_(std::move(placement)),
      placed_(std::move(placed)),
      player_of_(hosts, no_id) {
  ENSURE(!file_->is_job() && placement_.size() == file_->totals().hosts);
  for (HostId h = 0; h < placement_.size(); ++h) player_of_[placement_[h]] = h;
  const double seconds = file_->totals().length.seconds() / speed_;
  if (seconds > 0) offered_ = static_cast<double>(file_->totals().payload_bytes) / seconds / hosts;
}

/// Rounded down, so that the order is kept.
Picoseconds TraceTraffic::scaled(Picoseconds at) const {
  return speed_ == 1 ? at : Picoseconds{static_cast<std::int64_t>(static_cast<double>(at.v) / speed_)};
}

Message TraceTraffic::next(HostId host, Picoseconds now, HostMemory& memory) const {
  const HostId player = player_of_[host];
  if (player == no_id) return {};
  std::int64_t &number = memory.state[block_word], &position = memory.state[message_word];
  for (; number < static_cast<std::int64_t>(file_->blocks()); ++number, position = 0) {
    const auto i = static_cast<std::size_t>(number);
    if (const Picoseconds start = scaled(file_->first(i)); start > now && position == 0)
      return {.at = start, .destination = host, .size = {0}};
    const auto here = block(i);
    if (!here) return {};
    const auto at = here->first[player] + static_cast<std::uint32_t>(position);
    if (at == here->first[player + 1]) continue;
    ++position;
    const SentMessage& m = here->messages[at];
    return {.at = scaled(m.at), .destination = placement_[m.destination], .size = m.size};
  }
  return {};
}

std::shared_ptr<const TraceTraffic::Block> TraceTraffic::block(std::size_t i) const {
  const std::lock_guard lock(mutex_);
  if (!failure_.empty()) return nullptr;
  const auto found = std::lower_bound(loaded_.begin(), loaded_.end(), i,
                                      [](const Loaded& l, std::size_t number) { return l.number < number; });
  if (found != loaded_.end() && found->number == i) return found->block;
  const auto block = load(i);
  if (!block) return nullptr;
  loaded_.insert(found, {i, block});
  if (loaded_.size() > most_loaded) loaded_.erase(loaded_.begin());
  return block;
}

/// The whole trace was checked before the run: an invalid block now means that the file has changed.
std::shared_ptr<const TraceTraffic::Block> TraceTraffic::load(std::size_t i) const {
  const auto messages = file_->read(i);
  if (!messages) {
    failure_ = messages.problems();
    for (Problem& p : failure_) {
      p.what += ": the trace was changed while it was played";
      p.hint = "there is no result; start again when nothing else writes to the trace";
    }
    return nullptr;
  }
  auto block = std::make_shared<Block>();
  block->first.assign(file_->totals().hosts + std::size_t{1}, 0);
  for (const SentMessage& m : *messages) ++block->first[m.source + 1];
  for (std::size_t h = 1; h < block->first.size(); ++h) block->first[h] += block->first[h - 1];
  std::vector<std::uint32_t> at(block->first.begin(), block->first.end() - 1);
  block->messages.resize(messages->size());
  for (const SentMessage& m : *messages) block->messages[at[m.source]++] = m;
  return block;
}

Problems TraceTraffic::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

std::string TraceTraffic::calibration() const {
  const TraceTotals& t = file_->totals();
  return fmt::format("{} messages of {} hosts within {}{}{}", t.messages, t.hosts, rounded_text(t.length),
                     speed_ == 1 ? "" : fmt::format(", {} times as fast", speed_), placed_);
}

}  // namespace ebb::inline traffic
