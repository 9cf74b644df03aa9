// The next events, sorted by kind. The prefetch loops handle one kind each, because a branch on the kind of
// the next event is mispredicted half of the time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "engine/threads/event.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

/// The fields of an event that prefetching needs.
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
  /// A prefetched line should still be in L1 when its event is handled: twice the capacity costs 1 to 4
  /// percent.
  static constexpr std::size_t capacity = 64;

  /// Takes these events, up to the capacity.
  explicit ComingEvents(std::span<const Event> events) {
    for (std::size_t i = 0; i < kinds; ++i) ends_[i] = begin_of(i);
    for (const Event& e : events.first(std::min(events.size(), capacity)))
      std::construct_at(ends_[index_of(Event::kind(e.order))]++, e);
  }
  ComingEvents(const ComingEvents&) = delete;
  ComingEvents& operator=(const ComingEvents&) = delete;

  std::span<const Event> of(Kind kind) { return {begin_of(index_of(kind)), ends_[index_of(kind)]}; }

 private:
  static constexpr std::size_t kinds = static_cast<std::size_t>(Kind::notification) + 1;
  static constexpr std::size_t index_of(Kind kind) { return static_cast<std::size_t>(kind); }

  Event* begin_of(std::size_t kind) { return reinterpret_cast<Event*>(bytes_.data()) + kind * capacity; }

  std::array<Event*, kinds> ends_;
  /// Uninitialised on purpose: an array of events would be zeroed first.
  alignas(Event) std::array<std::byte, kinds * capacity * sizeof(Event)> bytes_;
};

}  // namespace ebb::inline engine
