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

/// What an event says of itself by its numbers.
struct ComingEvent {
  SwitchId switch_id;
  std::uint32_t load;
  PortId first, port;  ///< of the switch, and of the event
  unsigned detail;

  ComingEvent(const Network& network, const Event& e)
      : switch_id(e.switch_id),
        load(e.load),
        first(network.first_port[e.switch_id]),
        port(first + Event::port(e.order)),
        detail(Event::detail(e.order)) {}

  bool of_host() const { return detail & AboutChannel::of_host; }
};

class ComingEvents {
 public:
  /// What is asked for should still be in the first cache when its event is handled: twice as many cost 1 to
  /// 4 percent.
  static constexpr std::size_t capacity = 64;

  /// Takes these events, or as many of them as there is room for.
  explicit ComingEvents(std::span<const Event> events) {
    for (std::size_t i = 0; i < kinds; ++i) ends_[i] = of_kind_[i].data();
    for (const Event& e : events.first(std::min(events.size(), capacity)))
      *ends_[index_of(Event::kind(e.order))]++ = e;
  }

  std::span<const Event> of(Kind kind) const {
    return {of_kind_[index_of(kind)].data(), ends_[index_of(kind)]};
  }

 private:
  static constexpr std::size_t kinds = static_cast<std::size_t>(Kind::news) + 1;
  static constexpr std::size_t index_of(Kind kind) { return static_cast<std::size_t>(kind); }

  /// Room for events, left as it is: an array of them would be filled with zeros first.
  union Room {
    Room() {}
    std::array<Event, capacity> events;
    Event* data() { return events.data(); }
    const Event* data() const { return events.data(); }
  };
  std::array<Event*, kinds> ends_;
  std::array<Room, kinds> of_kind_;
};

}  // namespace ebb::inline engine
