#include "engine/threads/block_cursor.hpp"

#include <utility>

namespace ebb::inline engine {

BlockCursor::BlockCursor(const NetworkState& state, Blocks& blocks, std::size_t self, std::size_t threads)
    : alone_(threads == 1 && state.share.is_whole()),
      blocks_(blocks),
      near_alone_(threads == 1 && state.own.size() == 1 ? state.own.front() : SwitchRange{}),
      self_(self),
      threads_(threads),
      first_block_(self * blocks.all.size() / threads),
      end_block_((self + 1) * blocks.all.size() / threads),
      first_(first_block_ < end_block_ ? blocks.all[first_block_].first : 0),
      end_(first_block_ < end_block_ ? blocks.all[end_block_ - 1].end : 0),
      filed_(blocks.all.size()),
      next_block_(first_block_) {}

void BlockCursor::join(std::vector<BlockCursor*> team) {
  team_ = std::move(team);
  filed_by_.clear();
  for (const BlockCursor* other : team_) filed_by_.push_back(&other->filed_);
}

void BlockCursor::collect(Calendar& calendar, const LoadBits& bits) {
  filed_.collect(calendar, blocks_, bits, self_);
  next_block_.store(first_block_, std::memory_order_relaxed);
}

std::optional<std::size_t> BlockCursor::take_block() {
  for (; taking_ < threads_; ++taking_) {
    BlockCursor& owner = *team_[(self_ + taking_) % threads_];
    const std::size_t number = owner.next_block_.fetch_add(1, std::memory_order_relaxed);
    if (number < owner.end_block_) return number;
  }
  return std::nullopt;
}

bool BlockCursor::begin_block(std::size_t number) {
  block_ = &blocks_.all[number];
  const SwitchRange near =
      near_alone_ == SwitchRange{} ? SwitchRange{block_->first, block_->end} : near_alone_;
  near_first_ = near.first, near_count_ = near.end - near.first;
  return events_.gather(filed_by_, *block_, number);
}

}  // namespace ebb::inline engine
