// Events filed by the window of time in which they happen. Near windows have a slot each; later ones share
// coarse slots and are dealt out when their turn comes, so a record is moved at most twice however far ahead.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/bag.hpp"
#include "engine/records.hpp"

namespace ebb::inline engine {

/// Everything that happens in one window.
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

  /// Both take a time that is not before the start of the current window.
  void add(const Packet& packet, Kind kind) {
    const Place place = place_of(packet.at);
    if (place.ahead >= span) [[unlikely]]
      return add_later(packet);
    Slot& slot = open(place.ahead);
    if (slot.packets.empty()) [[unlikely]]
      make_large(slot);
    slot.events.push(
        {Event::make_order(place.offset, kind, packet.port, packet.vc), packet.group, slot.packets.size()});
    slot.packets.push(packet);
  }
  void add(const Note& note) {
    const Place place = place_of(note.at);
    if (place.ahead >= span) [[unlikely]]
      return add_later(note);
    open(place.ahead)
        .events.push(
            {Event::make_order(place.offset, note.kind, note.port, note.vc), note.group, note.bytes});
  }

  /// Takes all events of the current window; `out` must be empty.
  void take(Slot& out);
  /// Returns used storage, so that a few large buffers serve the windows in which packets arrive.
  void give_back(Slot& used);

  /// The first window at or after the current one in which something may happen, or all ones.
  std::uint64_t next_window() const;
  void advance_to(std::uint64_t window);

  std::int64_t start() const { return start_; }
  std::int64_t finish() const { return start_ + static_cast<std::int64_t>(length_); }

  template <class Visit>
  void for_each_packet(Visit&& visit) const {
    for (const Slot& slot : near_)
      for (const Packet& p : slot.packets) visit(p);
    for (const auto& later : coarse_packets_)
      for (const Packet& p : later) visit(p);
    for (const Packet& p : far_packets_) visit(p);
  }
  /// visit(Kind, group, port, vc, bytes) for everything that is no packet.
  template <class Visit>
  void for_each_note(Visit&& visit) const {
    for (const Slot& slot : near_)
      for (const Event& e : slot.events)
        if (Event::kind(e.order) != Kind::packet && Event::kind(e.order) != Kind::news)
          visit(Event::kind(e.order), e.group, Event::port(e.order), Event::vc(e.order), e.load);
    for (const auto& later : coarse_notes_)
      for (const Note& n : later) visit(n.kind, n.group, n.port, n.vc, n.bytes);
    for (const Note& n : far_notes_) visit(n.kind, n.group, n.port, n.vc, n.bytes);
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
      begin(window, slot);
    return slot;
  }
  void begin(std::uint64_t window, Slot& slot);
  void make_large(Slot& slot);
  void add_later(const Packet& packet);
  void add_later(const Note& note);
  void turn();

  std::uint64_t length_, inverse_, now_ = 0;
  std::int64_t start_ = 0;
  std::array<Slot, span> near_;
  std::array<std::uint64_t, span / 64> used_{};
  std::array<std::vector<Packet>, span> coarse_packets_;
  std::array<std::vector<Note>, span> coarse_notes_;
  std::vector<Packet> far_packets_;
  std::vector<Note> far_notes_;
  std::uint64_t later_ = 0;
  // Many windows ahead, a slot has a few notes, of messages to come for example; packets come into the next
  // few windows only. So there are two kinds of storage, or every slot would have had its turn with the most.
  std::vector<Bag<Event>> small_;
  std::vector<Slot> large_;
};

}  // namespace ebb::inline engine
