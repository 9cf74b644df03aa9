#include "engine/threads/window_events.hpp"

#include <algorithm>
#include <utility>

#include "base/ensure.hpp"

namespace ebb::inline engine {

void FiledEvents::collect(Calendar& calendar, const Blocks& blocks, const LoadBits& bits,
                          std::size_t thread) {
  calendar.give_back(slot_, notifications_);  // all threads have read it by now
  calendar.take(slot_, notifications_);
  ENSURE(slot_.packets.size() <= bits.index_mask && notifications_.size() <= bits.index_mask);
  if (blocks.all.size() == 1) return;
  if (by_block_.size() < slot_.events.size())
    by_block_.resize(std::max<std::size_t>(slot_.events.size(), 2 * by_block_.size()));
  const std::uint16_t* block_of = blocks.of.data();
  std::uint32_t* ends = block_ends_.data();
  std::fill(block_ends_.begin(), block_ends_.end(), 0);
  for (const Event& e : slot_.events) ++ends[block_of[e.switch_id]];
  std::uint32_t sum = 0;
  for (std::uint32_t& end : block_ends_) sum += std::exchange(end, sum);
  const std::uint32_t filer = bits.filer(thread);
  for (const Event& e : slot_.events)
    by_block_[ends[block_of[e.switch_id]]++] = {e.order, e.switch_id, e.load | filer};
}

std::span<const Event> FiledEvents::of_block(std::size_t block) const {
  if (block_ends_.size() == 1) return {slot_.events.begin(), slot_.events.end()};
  const std::uint32_t begin = block ? block_ends_[block - 1] : 0;
  return std::span(by_block_).subspan(begin, block_ends_[block] - begin);
}

/// Uses a counting sort for many events, and comparisons for few.
bool BlockEvents::gather(std::span<const FiledEvents* const> filed, const Block& block, std::size_t number) {
  std::size_t total = 0;
  for (const FiledEvents* thread : filed) total += thread->of_block(number).size();
  if (total == 0) return false;
  if (events_.size() < total) events_.resize(std::max<std::size_t>(total, 2 * events_.size()));
  first_ = block.first;
  const SwitchId switches = block.end - first_;
  few_ = total * 8 < switches;
  ends_.resize(switches + 1);
  if (few_) return gather_few(filed, number, static_cast<std::uint32_t>(total)), true;
  count_ = switches;
  std::uint32_t* ends = ends_.data();
  std::fill(ends_.begin(), ends_.end(), 0);
  for (const FiledEvents* thread : filed)
    for (const Event& e : thread->of_block(number)) ++ends[e.switch_id - first_];
  std::uint32_t sum = 0;
  for (std::uint32_t& end : ends_) sum += std::exchange(end, sum);
  for (const FiledEvents* thread : filed)
    for (const Event& e : thread->of_block(number)) events_[ends[e.switch_id - first_]++] = e;
  return true;
}

void BlockEvents::gather_few(std::span<const FiledEvents* const> filed, std::size_t number,
                             std::uint32_t total) {
  auto out = events_.begin();
  for (const FiledEvents* thread : filed) out = std::ranges::copy(thread->of_block(number), out).out;
  std::sort(events_.begin(), out, [](const Event& a, const Event& b) { return a.switch_id < b.switch_id; });
  touched_.clear();
  for (std::uint32_t i = 0; i < total; ++i) {
    if (touched_.empty() || touched_.back() != events_[i].switch_id) touched_.push_back(events_[i].switch_id);
    ends_[touched_.size() - 1] = i + 1;
  }
  count_ = static_cast<std::uint32_t>(touched_.size());
}

}  // namespace ebb::inline engine
