// The events that come next, sorted by their kind. Memory is asked for by loops over one kind each: which
// kind comes next at a switch is a guess that the processor gets wrong half of the time.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "engine/model/ports.hpp"
#include "engine/threads/event.hpp"

namespace ebb::inline engine {

/// What an event says of itself by its numbers, and where that stands once it has been looked up.
struct ComingEvent {
  SwitchId switch_id;
  std::uint32_t load;
  PortId first, port;  ///< of the switch, and of the event
  unsigned detail;
  const Packet* packet;  ///< of one that arrives, with the lane that it comes to
  const InLane* lane;

  bool of_host() const { return detail & AboutChannel::of_host; }
};

class ComingEvents {
 public:
  /// What is asked for should still be in a near cache when its event is handled; 32 to 256 make no
  /// difference beyond a few percent.
  static constexpr std::size_t capacity = 128;

  /// Takes these events, or as many of them as there is room for.
  void take(const Network& network, std::span<const Event> events) {
    events = events.first(std::min(events.size(), capacity));
    ends_.fill(0);
    for (const Event& e : events) ++ends_[index_of(Event::kind(e.order))];
    std::uint16_t sum = 0;
    for (std::uint16_t& end : ends_) sum = static_cast<std::uint16_t>(sum + std::exchange(end, sum));
    for (const Event& e : events) {
      ComingEvent& to = sorted_[ends_[index_of(Event::kind(e.order))]++];
      to.switch_id = e.switch_id, to.load = e.load;
      to.first = network.first_port[e.switch_id], to.port = to.first + Event::port(e.order);
      to.detail = Event::detail(e.order);
    }
  }

  std::span<ComingEvent> of(Kind kind) {
    const std::size_t i = index_of(kind), begin = i ? ends_[i - 1] : 0;
    return {sorted_.data() + begin, sorted_.data() + ends_[i]};
  }

 private:
  static constexpr std::size_t kinds = static_cast<std::size_t>(Kind::news) + 1;
  static constexpr std::size_t index_of(Kind kind) { return static_cast<std::size_t>(kind); }

  std::array<std::uint16_t, kinds> ends_{};
  std::array<ComingEvent, capacity> sorted_;
};

}  // namespace ebb::inline engine
