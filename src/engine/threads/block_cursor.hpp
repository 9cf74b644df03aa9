// Which block of switches a thread handles. In each window it takes its own blocks one after the other, and
// after them those that other threads have not started.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/threads/window_events.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

class BlockCursor {
 public:
  /// It owns the `self`-th of `threads` equal parts of the blocks.
  BlockCursor(const NetworkState& state, Blocks& blocks, std::size_t self, std::size_t threads);

  /// Makes the cursors of all threads, in their order, known to each other. They must outlive it.
  void join(std::vector<BlockCursor*> team);

  // The current window.
  /// Sorts this thread's events of the window by block. No thread may be working on an earlier window.
  void collect(Calendar& calendar, const LoadBits& bits);
  /// Calls visit(thread, its filed events). All threads must have called collect() before.
  template <class Visit>
  void for_each_filed(const Visit& visit) const {
    for (std::size_t i = 0; i < team_.size(); ++i) visit(i, *filed_by_[i]);
  }
  /// Takes the next free block. Returns its number, or none.
  std::optional<std::size_t> take_block();
  /// Begins with the own blocks again.
  void rewind() { taking_ = 0; }
  /// Turns to a block and gathers its events. Returns false when it has none.
  bool begin_block(std::size_t number);
  BlockEvents& events() { return events_; }

  Block& block() { return *block_; }
  const Block& block() const { return *block_; }
  Block& block(std::size_t number) { return blocks_.all[number]; }
  /// Says whether no other thread or rank has a part in the network.
  bool is_alone() const { return alone_; }
  /// Says whether only this thread works on the switch in this window.
  bool is_mine(SwitchId switch_id) const { return switch_id - near_first_ < near_count_; }
  /// The switches of its own blocks are those from first() to before end().
  SwitchId first() const { return first_; }
  SwitchId end() const { return end_; }

 private:
  Block* block_ = nullptr;
  SwitchId near_first_ = 0, near_count_ = 0;  ///< what is_mine()
  const bool alone_;
  Blocks& blocks_;
  const SwitchRange near_alone_;  ///< what a single thread of a rank has to itself; empty with several
  const std::size_t self_, threads_, first_block_, end_block_;
  const SwitchId first_, end_;
  BlockEvents events_;
  FiledEvents filed_;
  std::vector<BlockCursor*> team_;
  std::vector<const FiledEvents*> filed_by_;  ///< by thread
  std::size_t taking_ = 0;                    ///< whose blocks are being taken, counted from this thread
  /// The first of its own blocks that is not taken. All threads write it, so it has its own cache line.
  alignas(64) std::atomic<std::size_t> next_block_;
};

}  // namespace ebb::inline engine
