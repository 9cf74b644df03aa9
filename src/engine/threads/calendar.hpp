// A calendar queue: events filed by the time window in which they happen. Each near window has a slot. Later
// windows share coarse slots, which are distributed when their round comes. So a record moves at most twice.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/storage/bag_store.hpp"
#include "engine/threads/event.hpp"

namespace ebb::inline engine {

/// Holds the events and packets of one window. Delivery notifications are stored apart.
struct Slot {
  Bag<Event> events;
  Bag<Packet> packets;
  void swap(Slot& o) noexcept { events.swap(o.events), packets.swap(o.packets); }
};

class Calendar {
 public:
  static constexpr std::uint64_t span = 256;

  explicit Calendar(std::int64_t window_length)
      : length_(static_cast<std::uint64_t>(window_length)), inverse_(~std::uint64_t{0} / length_) {}

  /// The time of a record must not be before the start of the current window.
  [[gnu::always_inline]] void add(const Packet& packet) {
    const Place place = place_of(packet.at);
    if (place.ahead >= span) [[unlikely]]
      return later_packets_.add(*this, packet);
    file(packet, Kind::packet, place);
  }
  void add(const HeldPacket& held) {
    const Place place = place_of(held.packet.at);
    if (place.ahead >= span) return later_held_.add(*this, held);
    file(held.packet, Kind::ready, place);
  }
  void add(const DeliveryNotification& notification) {
    const Place place = place_of(notification.at);
    if (place.ahead >= span) [[unlikely]]
      return later_notifications_.add(*this, notification);
    Bag<DeliveryNotification>& bag = near_notifications_[(now_ + place.ahead) % span];
    events_store_.push(open(place.ahead).events,
                       {Event::make_order(place.offset, Kind::notification, notification.port, 0),
                        notification.switch_id, bag.size()});
    notification_store_.push(bag, notification);
  }
  void add(const TimedEvent& timed_event) {
    const Place place = place_of(timed_event.at);
    if (place.ahead >= span) [[unlikely]]
      return later_events_.add(*this, timed_event);
    events_store_.push(open(place.ahead).events, {Event::make_order(place.offset, timed_event.kind,
                                                                    timed_event.port, timed_event.detail),
                                                  timed_event.switch_id, timed_event.amount});
  }

  /// Takes all events of the current window; `out` and `notification` must be empty.
  void take(Slot& out, Bag<DeliveryNotification>& notification);
  /// Returns used storage, so that a few large buffers serve the next few windows, where most packets are.
  void give_back(Slot& used, Bag<DeliveryNotification>& notification);

  /// Returns the first window from the current one on in which something may happen, or all ones.
  std::uint64_t next_window() const;
  void advance_to(std::uint64_t window);

  std::int64_t start() const { return start_; }
  std::int64_t finish() const { return start_ + static_cast<std::int64_t>(length_); }

  /// Calls visit(packet, Kind::packet) for each packet, with Kind::ready for those that are held.
  template <class Visit>
  void for_each_packet(Visit&& visit) const {
    for (const Slot& slot : near_)
      for (const Event& e : slot.events) {
        const Kind kind = Event::kind(e.order);
        if (kind == Kind::packet || kind == Kind::ready) visit(slot.packets[e.load], kind);
      }
    later_packets_.for_each([&](const Packet& p) { visit(p, Kind::packet); });
    later_held_.for_each([&](const HeldPacket& h) { visit(h.packet, Kind::ready); });
  }
  template <class Visit>
  void for_each_notification(Visit&& visit) const {
    for (const Bag<DeliveryNotification>& bag : near_notifications_)
      for (const DeliveryNotification& n : bag) visit(n);
    later_notifications_.for_each(visit);
  }
  /// The time of a visited event may be 0: no caller needs it.
  template <class Visit>
  void for_each_timed_event(Visit&& visit) const {
    for (const Slot& slot : near_)
      for (const Event& e : slot.events) {
        const Kind kind = Event::kind(e.order);
        if (kind != Kind::packet && kind != Kind::ready && kind != Kind::notification)
          visit(TimedEvent{0, e.switch_id, Event::port(e.order), kind,
                           static_cast<std::uint8_t>(Event::detail(e.order)), e.load});
      }
    later_events_.for_each(visit);
  }

 private:
  struct Place {
    std::uint64_t ahead;  ///< windows from the current one
    std::int64_t offset;
  };
  Place place_of(std::int64_t at) const {
    const auto delta = static_cast<std::uint64_t>(at - start_);
    auto ahead = static_cast<std::uint64_t>((static_cast<unsigned __int128>(delta) * inverse_) >> 64);
    std::uint64_t offset = delta - ahead * length_;
    if (offset >= length_) ++ahead, offset -= length_;  // the inverse is rounded down
    return {ahead, static_cast<std::int64_t>(offset)};
  }
  Slot& open(std::uint64_t ahead) {
    const std::uint64_t window = now_ + ahead;
    Slot& slot = near_[window % span];
    if (slot.events.empty()) [[unlikely]]
      used_[window % span / 64] |= std::uint64_t{1} << (window % 64);
    return slot;
  }
  template <class Record>
  static std::int64_t time_of(const Record& record) {
    if constexpr (std::is_same_v<Record, HeldPacket>)
      return record.packet.at;
    else
      return record.at;
  }

  /// Records of one type after all near windows: filed by round, or in `far`.
  template <class Record>
  struct Later {
    std::array<std::vector<Record>, span> coarse;
    std::vector<Record> far;

    void add(Calendar& calendar, const Record& record) {
      const std::uint64_t round = (calendar.now_ + calendar.place_of(time_of(record)).ahead) / span;
      ++calendar.later_;
      (round - calendar.now_ / span < span ? coarse[round % span] : far).push_back(record);
    }
    /// Returns what was filed under a round. Every `span` rounds, this includes what was in `far`.
    std::vector<Record> take(std::uint64_t round) {
      std::vector<Record> records;
      records.swap(coarse[round % span]);
      if (round % span == 0) {
        records.insert(records.end(), far.begin(), far.end());
        far.clear();
      }
      return records;
    }
    template <class Visit>
    void for_each(Visit&& visit) const {
      for (const auto& some : coarse)
        for (const Record& record : some) visit(record);
      for (const Record& record : far) visit(record);
    }
  };

  [[gnu::always_inline]] void file(const Packet& packet, Kind kind, const Place& place) {
    Slot& slot = open(place.ahead);
    events_store_.push(slot.events, {Event::make_order(place.offset, kind, packet.port, packet.vc),
                                     packet.switch_id, slot.packets.size()});
    packets_store_.push(slot.packets, packet);
  }
  void turn();

  std::uint64_t length_, inverse_, now_ = 0;
  std::int64_t start_ = 0;
  std::array<Slot, span> near_;
  std::array<Bag<DeliveryNotification>, span>
      near_notifications_;  ///< stored apart, because most workloads have none
  std::array<std::uint64_t, span / 64> used_{};
  Later<Packet> later_packets_;
  Later<HeldPacket> later_held_;
  Later<DeliveryNotification> later_notifications_;
  Later<TimedEvent> later_events_;
  std::uint64_t later_ = 0;
  BagStore<Event> events_store_;
  BagStore<Packet> packets_store_;
  BagStore<DeliveryNotification> notification_store_;
};

}  // namespace ebb::inline engine
