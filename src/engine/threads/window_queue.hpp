// The events of one thread. Those of later windows are in its calendar. Those of the current window at the
// switch at hand come from here in order: the ones that any thread has filed before the window, and the ones
// that the switch creates for itself within the window (its own events).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/threads/event_sorter.hpp"
#include "engine/threads/window_events.hpp"

namespace ebb::inline engine {

class WindowQueue {
 public:
  WindowQueue(const NetworkState& state, std::size_t threads);

  // Windows.
  /// Returns the next window, from the current one on, for which this thread has filed events.
  std::uint64_t next_window() const { return calendar_.next_window(); }
  void advance_to(std::uint64_t window);
  std::int64_t start() const { return start_; }
  std::int64_t finish() const { return finish_; }
  Calendar& calendar() { return calendar_; }
  const Calendar& calendar() const { return calendar_; }
  const LoadBits& bits() const { return bits_; }
  /// Looks up where a thread's records of the window are.
  void look_up(std::size_t thread, const FiledEvents& filed) {
    filed_packets_[thread] = filed.packets(), filed_notifications_[thread] = filed.notification();
  }

  // The records of events.
  /// Returns a packet of an event that was filed before the window.
  const Packet& filed_packet_at(std::uint32_t load) const {
    return filed_packets_[load >> bits_.index_bits][load & bits_.index_mask];
  }
  const Packet& packet_at(std::uint32_t load) const {
    return load & LoadBits::own ? own_packets_[load & ~LoadBits::own] : filed_packet_at(load);
  }
  const DeliveryNotification& notification_at(std::uint32_t load) const {
    return load & LoadBits::own ? own_notifications_[load & ~LoadBits::own]
                                : filed_notifications_[load >> bits_.index_bits][load & bits_.index_mask];
  }
  std::uint32_t amount_in(std::uint32_t load) const { return load & bits_.index_mask; }

  // The events of the switch at hand.
  /// Returns the events of a switch in order; valid until the next call. May sort them in place.
  std::span<const Event> in_order(Event* events, std::size_t count) {
    Event* const sorted = sorter_.sort(events, count);
    if (has_ties_) order_ties(sorted, sorted + count);
    return {sorted, count};
  }
  bool has_own() const { return !heap_.empty(); }
  /// True when the next own event comes before this one.
  bool own_comes_before(const Event& event) const { return comes_before(heap_.front(), event); }
  Event pop_own();
  /// Sets the next filed event of the window at the switch at hand; null: none. Only is_last() needs it.
  void look_ahead(const Event* next) {
    next_offset_ = next ? static_cast<std::uint64_t>(Event::offset(next->order)) : UINT64_MAX;
  }
  /// Says whether no further event at the switch at hand is known for the time `now`.
  bool is_last(std::int64_t now) const {
    const std::uint64_t offset = static_cast<std::uint64_t>(now - start_);
    return next_offset_ > offset &&
           (heap_.empty() || static_cast<std::uint64_t>(Event::offset(heap_.front().order)) > offset);
  }
  void end_switch() { own_packets_.clear(), own_notifications_.clear(); }

  // New events.
  /// Files an event for its window.
  template <class Record>
  [[gnu::always_inline]] void file(const Record& record) {
    calendar_.add(record);
  }
  /// Adds an own event. A packet arrives, or becomes ready.
  void insert(const Packet& packet, Kind kind) {
    own_packets_.push_back(packet);  // first, because a tie compares it
    push_own({Event::make_order(packet.at - start_, kind, packet.port, packet.vc), packet.switch_id,
              static_cast<std::uint32_t>(own_packets_.size() - 1) | LoadBits::own});
  }
  void insert(const DeliveryNotification& notification);
  void insert(const TimedEvent& timed_event) {
    push_own(
        {Event::make_order(timed_event.at - start_, timed_event.kind, timed_event.port, timed_event.detail),
         timed_event.switch_id, timed_event.amount});
  }

 private:
  void push_own(const Event& event) {
    heap_.push_back(event);
    std::push_heap(heap_.begin(), heap_.end(),
                   [this](const Event& a, const Event& b) { return comes_before(b, a); });
  }
  /// Compares by order, and where that is equal by content.
  bool comes_before(const Event& a, const Event& b) const {
    if (a.order != b.order) [[likely]]
      return a.order < b.order;
    return content_before(a, b);
  }
  bool content_before(const Event& a, const Event& b) const;
  void order_ties(Event* first, Event* last) const;

  std::int64_t start_ = 0, finish_;  ///< of the current window
  const LoadBits bits_;
  const NetworkState& state_;
  const bool has_ties_;            ///< two events of a switch may differ in nothing but their content
  std::uint64_t next_offset_ = 0;  ///< from the window's start, of the next event that was filed before
  std::vector<Event> heap_;        ///< the own events
  std::vector<Packet> own_packets_;
  std::vector<DeliveryNotification> own_notifications_;
  std::vector<const Packet*> filed_packets_;  ///< by thread
  std::vector<const DeliveryNotification*> filed_notifications_;
  Calendar calendar_;
  EventSorter sorter_;
};

inline Event WindowQueue::pop_own() {
  const Event own = heap_.front();
  std::pop_heap(heap_.begin(), heap_.end(),
                [this](const Event& a, const Event& b) { return comes_before(b, a); });
  heap_.pop_back();
  return own;
}

}  // namespace ebb::inline engine
