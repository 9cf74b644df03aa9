// The events of one window, from the calendars of all threads to the switches where they happen. Each thread
// sorts its own events by block. The thread that handles a block then groups the block's events by switch.
#pragma once

#include <bit>
#include <span>
#include <vector>

#include "engine/threads/block.hpp"
#include "engine/threads/calendar.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

/// How an event refers to its packet or notification: the number of the thread that filed it, then the index
/// there, in the remaining bits. A separate bit marks those that the current switch created within the
/// window.
struct LoadBits {
  static constexpr std::uint32_t own = 1u << 31;
  unsigned index_bits;
  std::uint32_t index_mask;

  explicit LoadBits(std::size_t threads)
      : index_bits(31u - static_cast<unsigned>(std::bit_width(threads - 1))),
        index_mask((std::uint32_t{1} << index_bits) - 1) {}
  std::uint32_t filer(std::size_t thread) const { return static_cast<std::uint32_t>(thread << index_bits); }
};

/// Holds the events that one thread has filed for the window.
class FiledEvents {
 public:
  explicit FiledEvents(std::size_t blocks) : block_ends_(blocks) {}

  /// Takes the calendar's current window and sorts it by block. No thread may be working on an earlier
  /// window.
  void collect(Calendar& calendar, const Blocks& blocks, const LoadBits& bits, std::size_t thread);

  std::span<const Event> of_block(std::size_t block) const;
  const Packet* packets() const { return slot_.packets.begin(); }
  const DeliveryNotification* notification() const { return notifications_.begin(); }

 private:
  Slot slot_;
  Bag<DeliveryNotification> notifications_;
  std::vector<Event> by_block_;
  std::vector<std::uint32_t> block_ends_;
};

/// Holds the events of all threads for one block, switch after switch.
class BlockEvents {
 public:
  /// Returns false when the block has no event.
  bool gather(std::span<const FiledEvents* const> filed, const Block& block, std::size_t number);

  /// The switches to visit, in order. In a busy block this includes switches without events. Returned by
  /// value, so that the loop over them keeps it in registers.
  struct BySwitch {
    std::uint32_t count;
    const SwitchId* touched;  ///< null: all from `first` on
    SwitchId first;
    const std::uint32_t* ends;  ///< where each one's events end; they begin where the previous one's end
    Event* events;
    SwitchId operator[](std::uint32_t i) const { return touched ? touched[i] : first + i; }
  };
  BySwitch by_switch() {
    return {count_, few_ ? touched_.data() : nullptr, first_, ends_.data(), events_.data()};
  }

 private:
  void gather_few(std::span<const FiledEvents* const> filed, std::size_t number, std::uint32_t total);

  std::vector<Event> events_;
  std::vector<std::uint32_t> ends_;
  std::vector<SwitchId> touched_;  ///< the switches with events, when these are few
  SwitchId first_ = 0;
  std::uint32_t count_ = 0;
  bool few_ = false;
};

}  // namespace ebb::inline engine
