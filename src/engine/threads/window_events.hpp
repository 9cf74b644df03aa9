// The events of one window, on their way from the calendars of all threads to the switches where they happen:
// each thread sorts what it has filed by block; whoever handles a block then groups its events by switch.
#pragma once

#include <bit>
#include <span>
#include <vector>

#include "engine/threads/block.hpp"
#include "engine/threads/calendar.hpp"

namespace ebb::inline engine {

/// How an event names its packet or news: the number of the thread that has filed it, then its index there,
/// in as many bits as are left. Those made within the window by the switch at hand have a bit of their own.
struct LoadBits {
  static constexpr std::uint32_t own = 1u << 31;
  unsigned index_bits;
  std::uint32_t index_mask;

  explicit LoadBits(std::size_t threads)
      : index_bits(31u - static_cast<unsigned>(std::bit_width(threads - 1))),
        index_mask((std::uint32_t{1} << index_bits) - 1) {}
  std::uint32_t filer(std::size_t thread) const { return static_cast<std::uint32_t>(thread << index_bits); }
};

/// Holds what one thread has filed for the window.
class FiledEvents {
 public:
  explicit FiledEvents(std::size_t blocks) : block_ends_(blocks) {}

  /// Takes the calendar's current window, and sorts it by block. Nobody may be at work on an earlier window.
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

/// Holds what all threads have filed for one block: its events, switch after switch.
class BlockEvents {
 public:
  /// Returns false when nothing happens in it.
  bool gather(std::span<const FiledEvents* const> filed, const Block& block, std::size_t number);

  /// The switches that are passed, in order; those of a busy block without any event are among them. By
  /// value, so that the loop over them keeps it in registers.
  struct BySwitch {
    std::uint32_t count;
    const SwitchId* touched;  ///< null: all from `first` on
    SwitchId first;
    const std::uint32_t* ends;  ///< of each one's events; they begin where those of the one before end
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
